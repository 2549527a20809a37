#include <algorithm>
#include <cmath>

#include "web/scenes/kernels/online_softmax_layout.hpp"

namespace loom::scenes {
namespace {

using kernels::SoftmaxRow;

// A running sum as a bar: what was kept of `before`, and what the tile added to it.
struct Sum {
  double before = 0, kept = 0, now = 0, low = 0, high = 1;
};

// One number that the row keeps, and how it came about.
struct Register {
  std::string_view part;
  std::string name, short_name, about;
  std::string value = {}, note = {}, short_note = {};
  bool changed = false, checked = false;
  std::optional<Sum> sum = std::nullopt;
};

// Sums can be large: two decimals while they are worth it.
std::string show_sum(double sum) {
  const double size = std::fabs(sum);
  if (size < 1000) return fixed(sum, 2);
  if (size < 1e7) return integer(std::llround(sum));
  return integer(std::llround(sum / 1e6)) + "M";
}

struct Panel : SoftmaxLayout {
  void draw() const {
    const Register all[] = {
        maximum(), rescale(),
        running_sum({"denominator", "Denominator ℓ", "Sum ℓ", "The sum of the weights so far"},
                    &SoftmaxRow::l, &SoftmaxRow::added_l),
        running_sum({"output", "Numerator o", "Sum o", "The sum of weight times value so far"},
                    &SoftmaxRow::accumulator, &SoftmaxRow::added_accumulator),
        output()};
    p_.rect(panel_, rounded(stroked(Role::grid, 1.5f), 8));
    const float left = panel_.x + 12, top = panel_.y, full = panel_.width - 24;
    if (narrow_) {
      // The ground of its tile says what it is after.
      const float half = (full - 20) / 2, right = left + half + 20;
      draw_line(all[0], {left, top + 6, half, 18}, false);  // the charts say how m moves
      draw_line(all[1], {right, top + 6, half, 18}, false);
      draw_register(all[2], {left, top + 28, half, 52});
      draw_register(all[3], {right, top + 28, half, 52});
      return draw_line(all[4], {left, top + 84, full, 18}, true);
    }
    p_.text({left, top + 16}, row_ == nullptr ? "Kept so far" : "Kept after " + tile(),
            colored(strong, Role::muted));
    constexpr float low = 46, high = 60;  // with a bar
    const float apart = std::max(0.f, (panel_.height - 38 - 3 * low - 2 * high) / 4);
    float y = top + 32;
    for (const Register& shown : all) {
      const Rect place = {left, y, full, shown.sum ? high : low};
      draw_register(shown, place);
      y += place.height + apart;
    }
  }

  Register maximum() const {
    Register shown{"maximum", "Maximum m", "Max m",
                   "The largest score so far, against which weights are taken"};
    if (row_ == nullptr) return shown;
    shown.value = s_.show_score(row_->m);
    shown.changed = before_ == nullptr || row_->m != before_->m;
    if (before_ == nullptr)
      shown.note = "the largest of " + tile();
    else if (row_->lag_log2 > 0)
      shown.note = fill("lags by {} doublings", fixed(row_->lag_log2, 2));
    else
      shown.note = fill("max({}, {})", s_.show_score(before_->m), s_.show_score(row_->tile_max));
    shown.short_note = shown.changed ? "from " + tile() : "as before";
    return shown;
  }

  Register rescale() const {
    Register shown{"rescale", "Rescale", "Rescale",
                   "The factor on ℓ and o before the tile is added"};
    if (row_ == nullptr) return shown;
    shown.value = fixed(row_->rescale, 3);
    shown.changed = row_->rescaled;
    shown.note = before_ == nullptr ? "nothing to rescale"
                 : row_->rescaled   ? s_.show_exp(before_->m, row_->m)
                                    : "m has not moved";
    shown.short_note = "m has moved";
    return shown;
  }

  using Member = double SoftmaxRow::*;

  Register running_sum(Register shown, Member total, Member added) const {
    Sum sum;
    if (row_ != nullptr) {
      const double plus = row_->*added;
      sum.before = before_ != nullptr ? before_->*total : 0;
      sum.now = row_->*total;
      sum.kept = sum.now - plus;
      shown.value = show_sum(sum.now);
      shown.changed = true;
      if (before_ == nullptr)
        shown.note = fill("from {} alone", tile());
      else
        shown.note = fill("{} × {} {} {}", fixed(row_->rescale, 3), show_sum(sum.before),
                          plus < 0 ? "−" : "+", show_sum(std::fabs(plus)));
      shown.short_note = "rescaled, plus " + tile();
    }
    sum.low = std::min(0.0, sum.kept);
    sum.high = std::max(0.0, sum.kept);
    for (const SoftmaxRow& row : s_.rows) {
      sum.low = std::min(sum.low, row.*total);
      sum.high = std::max(sum.high, row.*total);
    }
    if (sum.high == sum.low) sum.high = sum.low + 1;
    shown.sum = sum;
    return shown;
  }

  Register output() const {
    Register shown{"output", "Output o / ℓ", "Output", "The attention output over the keys so far"};
    if (row_ == nullptr) return shown;
    const double exact = nth(s_.exact, tile_).output;
    shown.value = fixed(row_->output, 3);
    shown.changed = true;
    shown.note = "two passes: " + fixed(exact, 3);
    shown.checked = std::fabs(exact - row_->output) <= 1e-9 * std::max(1.0, std::fabs(exact));
    shown.short_note = shown.checked ? "as two passes" : "not as two passes";
    return shown;
  }

  void draw_register(const Register& shown, const Rect& place) const {
    const float value_width = text_width(shown.value, Size::normal, Weight::semibold);
    const Part within(p_, shown.part);
    p_.text({place.x, place.y + 8},
            fit({shown.name, shown.short_name}, place.width - value_width - 8, Size::small), label);
    draw_value(shown, place);
    draw_note(shown, {place.x, place.y + 26}, place.width);
    if (shown.sum) draw_sum(*shown.sum, band(place, place.y + 38, 12));
    draw_about(shown, place);
  }

  // The note, if any, stands beside the name.
  void draw_line(const Register& shown, const Rect& place, bool noted) const {
    const Part within(p_, shown.part);
    p_.text({place.x, place.y + 8}, shown.name, label);
    draw_value(shown, place);
    constexpr float from = 86;
    if (noted)
      draw_note(shown, {place.x + from, place.y + 8},
                place.width - from - text_width(shown.value, Size::normal, Weight::semibold) - 6);
    draw_about(shown, place);
  }

  void draw_value(const Register& shown, const Rect& place) const {
    const Point at{place.right(), place.y + 8};
    if (!shown.value.empty())
      p_.text(at, shown.value,
              {shown.changed ? Role::lane : Role::ink, Size::normal, Align::end, Weight::semibold});
    else if (shown.part != "rescale")
      p_.text(at, "empty", ended(quiet));
  }

  void draw_note(const Register& shown, Point at, float room) const {
    if (shown.value.empty()) return;
    const float indent = shown.checked ? 16 : 0;
    p_.text({at.x + indent, at.y}, fit({shown.note, shown.short_note}, room - indent, Size::small),
            colored(label, shown.checked ? Role::good : Role::muted));
    const Point check[] = {at, {at.x + 4, at.y + 4}, {at.x + 11, at.y - 5}};
    if (shown.checked) p_.path(check, false, stroked(Role::good, 2));
  }

  void draw_about(const Register& shown, const Rect& place) const {
    spot(place, shown.value.empty() ? shown.about
                                    : fill("{}: {} ({})", shown.about, shown.value, shown.note));
  }

  // What was kept is pale, what the tile added is solid, what stood there before the rescale is
  // dashed.
  void draw_sum(const Sum& sum, const Rect& track) const {
    const auto x = [&](double value) {
      return track.x + px((value - sum.low) / (sum.high - sum.low)) * track.width;
    };
    const auto span = [&](double a, double b, const Style& style) {
      p_.rect({std::min(x(a), x(b)), track.y, std::fabs(x(b) - x(a)), track.height}, style);
    };
    p_.rect(track, rounded(solid(Role::grid, 0.5f)));
    if (row_ == nullptr) return;
    const double kept = between(sum.before, sum.kept, shrink_);
    const double now = kept + (sum.now - sum.kept) * static_cast<double>(grow_);
    span(0, kept, solid(Role::lane, 0.4f));
    span(kept, now, solid(Role::lane));
    if (std::fabs(x(sum.before) - x(sum.kept)) > 1) span(0, sum.before, dashed(Role::ink));
    if (sum.low < 0) upright(p_, x(0), track.y - 3, track.bottom() + 3, stroked(Role::ink));
  }

  std::string tile() const { return fill("tile {}", tile_); }
};

}  // namespace

void SoftmaxLayout::draw_panel() const { Panel{*this}.draw(); }

}  // namespace loom::scenes
