#include "web/scenes/kernels/online_softmax_panel.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "web/scene/kit.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using kernels::SoftmaxRow;

double between(double a, double b, float share) { return a + (b - a) * static_cast<double>(share); }

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

class Panel {
 public:
  Panel(const SoftmaxRun& run, Painter& painter, const SoftmaxPanel& view)
      : run_(run), p_(painter), view_(view) {
    if (view.tile >= 0) row_ = &run.row(view.tile);
    if (view.tile >= 1) before_ = &run.row(view.tile - 1);
  }
  void draw();

 private:
  Register maximum() const;
  Register rescale() const;
  using Member = double SoftmaxRow::*;
  Register running_sum(Register named, Member total, Member added) const;
  Register output() const;
  void draw_register(const Register& shown, const Rect& place);
  void draw_line(const Register& shown, const Rect& place, bool noted);
  void draw_value(const Register& shown, const Rect& place);
  void draw_note(const Register& shown, Point at, float room);
  void draw_about(const Register& shown, const Rect& place);
  void draw_sum(const Sum& sum, const Rect& track);
  std::string tile() const { return fill("tile {}", {view_.tile}); }

  const SoftmaxRun& run_;
  Painter& p_;
  const SoftmaxPanel& view_;
  const SoftmaxRow *row_ = nullptr, *before_ = nullptr;
};

// Sums can be large: two decimals while they are worth it.
std::string show_sum(double sum) {
  const double size = std::fabs(sum);
  if (size < 1000) return fixed(sum, 2);
  if (size < 1e7) return integer(std::llround(sum));
  return integer(std::llround(sum / 1e6)) + "M";
}

Register Panel::maximum() const {
  Register shown{"maximum", "Maximum m", "Max m",
                 "The largest score so far, against which weights are taken"};
  if (row_ == nullptr) return shown;
  shown.value = run_.show_score(row_->m);
  shown.changed = before_ == nullptr || row_->m != before_->m;
  if (before_ == nullptr)
    shown.note = "the largest of " + tile();
  else if (row_->lag_log2 > 0)
    shown.note = fill("lags by {} doublings", {fixed(row_->lag_log2, 2)});
  else
    shown.note =
        fill("max({}, {})", {run_.show_score(before_->m), run_.show_score(row_->tile_max)});
  shown.short_note = shown.changed ? "from " + tile() : "as before";
  return shown;
}

Register Panel::rescale() const {
  Register shown{"rescale", "Rescale", "Rescale", "The factor on ℓ and o before the tile is added"};
  if (row_ == nullptr) return shown;
  shown.value = fixed(row_->rescale, 3);
  shown.changed = row_->rescaled;
  shown.note = before_ == nullptr ? "nothing to rescale"
               : row_->rescaled   ? run_.show_exp(before_->m, row_->m)
                                  : "m has not moved";
  shown.short_note = "m has moved";
  return shown;
}

Register Panel::running_sum(Register shown, Member total, Member added) const {
  Sum sum;
  if (row_ != nullptr) {
    const double plus = row_->*added;
    sum.before = before_ != nullptr ? before_->*total : 0;
    sum.now = row_->*total;
    sum.kept = sum.now - plus;
    shown.value = show_sum(sum.now);
    shown.changed = true;
    if (before_ == nullptr)
      shown.note = fill("from {} alone", {tile()});
    else
      shown.note = fill("{} × {} {} {}", {fixed(row_->rescale, 3), show_sum(sum.before),
                                          plus < 0 ? "−" : "+", show_sum(std::fabs(plus))});
    shown.short_note = "rescaled, plus " + tile();
  }
  sum.low = std::min(0.0, sum.kept);
  sum.high = std::max(0.0, sum.kept);
  for (const SoftmaxRow& row : run_.rows) {
    sum.low = std::min(sum.low, row.*total);
    sum.high = std::max(sum.high, row.*total);
  }
  if (sum.high == sum.low) sum.high = sum.low + 1;
  shown.sum = sum;
  return shown;
}

Register Panel::output() const {
  Register shown{"output", "Output o / ℓ", "Output", "The attention output over the keys so far"};
  if (row_ == nullptr) return shown;
  const double exact = nth(run_.exact, view_.tile).output;
  shown.value = fixed(row_->output, 3);
  shown.changed = true;
  shown.note = "two passes: " + fixed(exact, 3);
  shown.checked = std::fabs(exact - row_->output) <= 1e-9 * std::max(1.0, std::fabs(exact));
  shown.short_note = shown.checked ? "as two passes" : "not as two passes";
  return shown;
}

void Panel::draw() {
  const Rect& card = view_.place;
  p_.rect(card, {.stroke = Role::grid, .stroke_width = 1.5f, .radius = 8});
  const std::array<Register, 5> all = {
      maximum(), rescale(),
      running_sum({"denominator", "Denominator ℓ", "Sum ℓ", "The sum of the weights so far"},
                  &SoftmaxRow::l, &SoftmaxRow::added_l),
      running_sum({"output", "Numerator o", "Sum o", "The sum of weight times value so far"},
                  &SoftmaxRow::accumulator, &SoftmaxRow::added_accumulator),
      output()};
  constexpr std::array<float, 5> heights = {46, 46, 60, 60, 46};
  const float left = card.x + 12, full = card.width - 24;
  if (view_.narrow) {
    // The ground of its tile shows when it comes.
    const float half = (full - 20) / 2, right = left + half + 20;
    draw_line(all[0], {left, card.y + 6, half, 18}, false);  // the charts say how m moves
    draw_line(all[1], {right, card.y + 6, half, 18}, false);
    draw_register(all[2], {left, card.y + 28, half, 52});
    draw_register(all[3], {right, card.y + 28, half, 52});
    draw_line(all[4], {left, card.y + 84, full, 18}, true);
    return;
  }
  p_.text({card.x + 12, card.y + 16}, row_ == nullptr ? "Kept so far" : "Kept after " + tile(),
          {.role = Role::muted, .size = Size::small, .weight = Weight::semibold});
  float spare = card.height - 38;
  for (float height : heights) spare -= height;
  float y = card.y + 32;
  for (size_t i = 0; i < all.size(); ++i) {
    draw_register(all[i], {left, y, full, heights[i]});
    y += heights[i] + std::max(0.f, spare / 4);
  }
}

void Panel::draw_register(const Register& shown, const Rect& place) {
  const float value_width = text_width(shown.value, Size::normal, Weight::semibold);
  const Part within(p_, shown.part);
  p_.text({place.x, place.y + 8},
          fit({shown.name, shown.short_name}, place.width - value_width - 8, Size::small), label);
  draw_value(shown, place);
  draw_note(shown, {place.x, place.y + 26}, place.width);
  if (shown.sum) draw_sum(*shown.sum, {place.x, place.y + 38, place.width, 12});
  draw_about(shown, place);
}

// The note, if any, stands beside the name.
void Panel::draw_line(const Register& shown, const Rect& place, bool noted) {
  const Part within(p_, shown.part);
  p_.text({place.x, place.y + 8}, shown.name, label);
  draw_value(shown, place);
  constexpr float from = 86;
  if (noted)
    draw_note(shown, {place.x + from, place.y + 8},
              place.width - from - text_width(shown.value, Size::normal, Weight::semibold) - 6);
  draw_about(shown, place);
}

void Panel::draw_value(const Register& shown, const Rect& place) {
  const Point at{place.right(), place.y + 8};
  if (!shown.value.empty())
    p_.text(at, shown.value,
            {.role = shown.changed ? Role::lane : Role::ink,
             .align = Align::end,
             .weight = Weight::semibold});
  else if (shown.part != "rescale")
    p_.text(at, "empty", ended(quiet));
}

void Panel::draw_note(const Register& shown, Point at, float room) {
  if (shown.value.empty()) return;
  const float indent = shown.checked ? 16 : 0;
  p_.text({at.x + indent, at.y}, fit({shown.note, shown.short_note}, room - indent, Size::small),
          {.role = shown.checked ? Role::good : Role::muted, .size = Size::small});
  if (!shown.checked) return;
  const std::array<Point, 3> check = {
      Point{at.x, at.y}, {at.x + 4, at.y + 4}, {at.x + 11, at.y - 5}};
  p_.path(check, false, {.stroke = Role::good, .stroke_width = 2});
}

void Panel::draw_about(const Register& shown, const Rect& place) {
  p_.hotspot({place, shown.value.empty()
                         ? shown.about
                         : fill("{}: {} ({})", {shown.about, shown.value, shown.note})});
}

// The kept part is pale, the part that the tile added is solid, and the sum before the rescale is
// dashed.
void Panel::draw_sum(const Sum& sum, const Rect& track) {
  const auto x = [&](double value) {
    return track.x + static_cast<float>((value - sum.low) / (sum.high - sum.low)) * track.width;
  };
  const auto span = [&](double a, double b, const Style& style) {
    p_.rect({std::min(x(a), x(b)), track.y, std::fabs(x(b) - x(a)), track.height}, style);
  };
  p_.rect(track, {.fill = Role::grid, .fill_opacity = 0.5f, .radius = 2});
  if (row_ == nullptr) return;
  const double kept = between(sum.before, sum.kept, view_.shrink);
  const double now = kept + (sum.now - sum.kept) * static_cast<double>(view_.grow);
  span(0, kept, {.fill = Role::lane, .fill_opacity = 0.4f});
  span(kept, now, {.fill = Role::lane});
  if (std::fabs(x(sum.before) - x(sum.kept)) > 1)
    span(0, sum.before, {.stroke = Role::ink, .dashed = true});
  if (sum.low < 0) p_.line({x(0), track.y - 3}, {x(0), track.bottom() + 3}, {.stroke = Role::ink});
}

}  // namespace

void draw_softmax_panel(const SoftmaxRun& run, Painter& painter, const SoftmaxPanel& view) {
  Panel(run, painter, view).draw();
}

}  // namespace loom::scenes
