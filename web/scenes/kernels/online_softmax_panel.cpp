#include <array>

#include "web/scenes/kernels/online_softmax_layout.hpp"

namespace loom::scenes {
namespace {

using kernels::SoftmaxRow;

// One number that the row keeps, and how it came about.
struct Register {
  std::string_view part, name, short_name, about;
  double SoftmaxRow::*total = nullptr, SoftmaxRow::*added = nullptr;  // of a running sum
  std::string value = {}, note = {}, short_note = {};
  bool changed = true, checked = false;
};

// Sums can be large: two decimals while they are worth it.
std::string show_sum(double sum) {
  const double size = std::fabs(sum);
  if (size < 1000) return fixed(sum, 2);
  if (size < 1e7) return integer(std::llround(sum));
  return integer(std::llround(sum / 1e6)) + "M";
}

struct Panel : SoftmaxLayout {
  std::array<Register, 5> all_ = {{
      {"maximum", "Maximum m", "Max m",
       "The largest score so far, against which weights are taken"},
      {"rescale", "Rescale", "Rescale", "The factor on ℓ and o before the tile is added"},
      {"denominator", "Denominator ℓ", "Sum ℓ", "The sum of the weights so far", &SoftmaxRow::l,
       &SoftmaxRow::added_l},
      {"output", "Numerator o", "Sum o", "The sum of weight times value so far",
       &SoftmaxRow::accumulator, &SoftmaxRow::added_accumulator},
      {"output", "Output o / ℓ", "Output", "The attention output over the keys so far"},
  }};
  std::string tile_name_ = fill("tile {}", tile_);

  void draw() {
    if (row_ != nullptr) {
      maximum(all_[0]);
      rescale(all_[1]);
      running_sum(all_[2]);
      running_sum(all_[3]);
      output(all_[4]);
    }
    p_.rect(panel_, rounded(stroked(Role::grid, 1.5f), 8));
    if (narrow_)
      draw_dense();
    else
      draw_column();
  }

  void draw_dense() const {
    // The ground of its tile says what it is after.
    const float left = panel_.x + 12, full = panel_.width - 24, top = panel_.y;
    const float half = (full - 20) / 2, right = left + half + 20;
    draw_line(all_[0], {left, top + 6, half, 18});  // the charts say how m moves
    draw_line(all_[1], {right, top + 6, half, 18});
    draw_register(all_[2], {left, top + 28, half, 52});
    draw_register(all_[3], {right, top + 28, half, 52});
    draw_line(all_[4], {left, top + 84, full, 18}, 86);
  }

  void draw_column() const {
    Rect place = {panel_.x + 12, panel_.y + 32, panel_.width - 24, 0};
    p_.text({place.x, panel_.y + 16}, row_ == nullptr ? "Kept so far" : "Kept after " + tile_name_,
            colored(strong, Role::muted));
    constexpr float low = 46, high = 60;  // with a bar
    const float apart = std::max(0.f, (panel_.height - 38 - 3 * low - 2 * high) / 4);
    for (const Register& shown : all_) {
      place.height = shown.total ? high : low;
      draw_register(shown, place);
      place.y += place.height + apart;
    }
  }

  void maximum(Register& shown) const {
    shown.value = s_.show_score(row_->m);
    shown.changed = before_ == nullptr || row_->m != before_->m;
    if (before_ == nullptr)
      shown.note = "the largest of " + tile_name_;
    else if (row_->lag_log2 > 0)
      shown.note = fill("lags by {} doublings", fixed(row_->lag_log2, 2));
    else
      shown.note = fill("max({}, {})", s_.show_score(before_->m), s_.show_score(row_->tile_max));
    shown.short_note = shown.changed ? "from " + tile_name_ : "as before";
  }

  void rescale(Register& shown) const {
    shown.value = fixed(row_->rescale, 3);
    shown.changed = row_->rescaled;
    shown.note = before_ == nullptr ? "nothing to rescale"
                 : row_->rescaled   ? s_.show_exp(before_->m, row_->m)
                                    : "m has not moved";
    shown.short_note = "m has moved";
  }

  void running_sum(Register& shown) const {
    const double plus = row_->*shown.added;
    shown.value = show_sum(row_->*shown.total);
    shown.note = before_ == nullptr ? fill("from {} alone", tile_name_)
                                    : fill("{} × {} {} {}", fixed(row_->rescale, 3),
                                           show_sum(before_->*shown.total), plus < 0 ? "−" : "+",
                                           show_sum(std::fabs(plus)));
    shown.short_note = "rescaled, plus " + tile_name_;
  }

  void output(Register& shown) const {
    const double exact = s_.exact(tile_);
    shown.value = fixed(row_->output, 3);
    shown.note = "two passes: " + fixed(exact, 3);
    shown.checked = std::fabs(exact - row_->output) <= 1e-9 * std::max(1.0, std::fabs(exact));
    shown.short_note = shown.checked ? "as two passes" : "not as two passes";
  }

  // The note stands below the name or, from a given x on, beside it.
  void draw_register(const Register& shown, const Rect& place) const {
    const Part within(p_, shown.part);
    fitted({place.x, place.y + 8}, place.width - value_width(shown) - 8, label,
           {std::string(shown.name), std::string(shown.short_name)});
    draw_value(shown, place);
    draw_note(shown, {place.x, place.y + 26}, place.width);
    if (shown.total) draw_sum(shown, band(place, place.y + 38, 12));
    draw_about(shown, place);
  }
  void draw_line(const Register& shown, const Rect& place, float note = 0) const {
    const Part within(p_, shown.part);
    p_.text({place.x, place.y + 8}, shown.name, label);
    draw_value(shown, place);
    if (note > 0)
      draw_note(shown, {place.x + note, place.y + 8}, place.width - note - value_width(shown) - 6);
    draw_about(shown, place);
  }

  static float value_width(const Register& shown) {
    return text_width(shown.value, Size::normal, Weight::semibold);
  }

  void draw_value(const Register& shown, const Rect& place) const {
    const Point at{place.right(), place.y + 8};
    if (row_ != nullptr)
      p_.text(at, shown.value,
              {shown.changed ? Role::lane : Role::ink, Size::normal, Align::end, Weight::semibold});
    else if (shown.part != "rescale")
      p_.text(at, "empty", ended(quiet));
  }

  void draw_note(const Register& shown, Point at, float room) const {
    if (row_ == nullptr) return;
    const float indent = shown.checked ? 16 : 0;
    fitted({at.x + indent, at.y}, room - indent,
           colored(label, shown.checked ? Role::good : Role::muted),
           {shown.note, shown.short_note});
    const Point check[] = {at, {at.x + 4, at.y + 4}, {at.x + 11, at.y - 5}};
    if (shown.checked) p_.path(check, false, stroked(Role::good, 2));
  }

  void draw_about(const Register& shown, const Rect& place) const {
    if (row_ == nullptr)
      spot(place, shown.about);
    else
      spot(place, "{}: {} ({})", shown.about, shown.value, shown.note);
  }

  // A running sum as a bar: what was kept is pale, what the tile added is solid, what stood there
  // before the rescale is dashed.
  void draw_sum(const Register& shown, const Rect& track) const {
    p_.rect(track, rounded(solid(Role::grid, 0.5f)));
    if (row_ == nullptr) return;
    const double end = row_->*shown.total, kept = end - row_->*shown.added,
                 before = before_ != nullptr ? before_->*shown.total : 0;
    double low = std::min(0.0, kept), high = std::max(0.0, kept);
    for (const SoftmaxRow& row : s_.folded.rows) {
      low = std::min(low, row.*shown.total);
      high = std::max(high, row.*shown.total);
    }
    if (high == low) high = low + 1;
    const auto x = [&](double sum) {
      return track.x + px((sum - low) / (high - low)) * track.width;
    };
    const auto span = [&](double a, double b, const Style& style) {
      p_.rect({std::min(x(a), x(b)), track.y, std::fabs(x(b) - x(a)), track.height}, style);
    };
    const double held = between(before, kept, shrink_);
    span(0, held, solid(Role::lane, 0.4f));
    span(held, held + (end - kept) * static_cast<double>(grow_), solid(Role::lane));
    if (std::fabs(x(before) - x(kept)) > 1) span(0, before, dashed(Role::ink));
    if (low < 0) upright(p_, x(0), track.y - 3, track.bottom() + 3, stroked(Role::ink));
  }
};

}  // namespace

void SoftmaxLayout::draw_panel() const { Panel{*this}.draw(); }

}  // namespace loom::scenes
