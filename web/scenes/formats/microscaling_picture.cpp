#include <algorithm>
#include <cmath>

#include "web/scene/kit.hpp"
#include "web/scenes/formats/microscaling.hpp"
#include "web/scenes/formats/number_text.hpp"
#include "web/scenes/formats/value_bars.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr float axis = 26, edge = 2, head = 40, codes_high = 26, line_high = 19, scheme_high = 24;
constexpr int half = 16;

// Two runs of 16 values, beside each other where there is room, else one below the other.
struct Layout {
  explicit Layout(float picture_width)
      : narrow(picture_width < narrow_limit),
        width(picture_width),
        gap(narrow ? 0 : 12),
        plot_high(narrow ? 152 : 210),
        follow(head + rows() * (plot_high + codes_high) + (narrow ? 30.f : 0.f) + 16),
        schemes(follow + 3 * line_high + 22) {}

  float rows() const { return narrow ? 2 : 1; }
  // The bars of values 0 to 15, or 16 to 31.
  ValueBars run(int which) const {
    const float wide = narrow ? width - axis - edge : (width - axis - edge - gap) / 2;
    const float left = axis + (narrow ? 0 : static_cast<float>(which) * (wide + gap));
    const float top =
        head + (narrow ? static_cast<float>(which) * (plot_high + codes_high + 30) : 0);
    return {{left, top, wide, plot_high}, microscaling_reach, half};
  }
  float height() const { return schemes + scheme_high * 7 + 2; }

  bool narrow;
  float width, gap, plot_high, follow, schemes;
};

class Drawing {
 public:
  Drawing(const Microscaling& shown, Painter& painter, float width)
      : s_(shown), p_(painter), at_(width) {}

  void run() {
    for (int which : {0, 1}) {
      levels(which);
      scale(which);
      jump(which);
      values(which);
      codes(which);
    }
    grip();
    follow();
    schemes();
  }

 private:
  void levels(int which);
  void jump(int which);
  void grip();
  void scale(int which);
  void values(int which);
  void codes(int which);
  void follow();
  void schemes();

  const Microscaling& s_;
  Painter& p_;
  const Layout at_;
};

// Every number that the block can represent.
void Drawing::levels(int which) {
  const double scale = s_.scale(s_.block(half * which));
  const int bits = s_.scheme->element_bits;
  std::vector<double> all;
  for (int code = 0; code < 1 << bits; ++code) {
    const double level =
        scale * numerics::decode_element(*s_.scheme, static_cast<std::uint8_t>(code));
    if (std::fabs(level) <= microscaling_reach) all.push_back(level);
  }
  std::sort(all.begin(), all.end());
  const Part part(p_, "grid");
  at_.run(which).levels(p_, all, 0, half);
}

// Where the scale of a power of two jumps, on the side of the greatest value.
void Drawing::jump(int which) {
  const double size = s_.doubling();
  const int greatest = s_.greatest();
  if (s_.scheme->tensor_scale || s_.value(greatest) == 0 || size > microscaling_reach ||
      greatest / half != which)
    return;
  const ValueBars bars = at_.run(which);
  const bool up = s_.value(greatest) > 0;
  // Its words are beyond the line, as long as there is room.
  const float y = bars.y(up ? size : -size), right = bars.plot.right(),
              words = up == (size < 0.8 * microscaling_reach) ? -9.f : 9.f;
  const Part part(p_, "scale");
  p_.line({bars.plot.x, y}, {right, y},
          {.stroke = Role::lane, .stroke_width = 1.5f, .dashed = true});
  p_.text({right, y + words},
          fill(s_.scale_up ? "above {}: scale {}" : "from {} on: scale {}",
               {readable(size), power(2, s_.scale_code(s_.block(greatest)) - 126)}),
          {.role = Role::lane, .size = Size::small, .align = Align::end});
}

// The value that is followed has a handle, like a slider's.
void Drawing::grip() {
  const ValueBars bars = at_.run(s_.followed / half);
  const Point at = {bars.column(s_.followed % half).center().x, bars.y(s_.value(s_.followed))};
  const Part part(p_, "values");
  knob(p_, at, at_.width, fill("Drag value {} up or down", {s_.followed}),
       drag_value("values", s_.followed, bars.plot, bars.reach));
}

// What the run's block shares, over a bracket; where both runs are one block, over the first.
void Drawing::scale(int which) {
  const bool whole = s_.coded.scales.size() == 1;
  const Rect plot = at_.run(which).plot;
  const float y = plot.y - 10;
  if (which == 0) draw_bars_key(p_, {at_.width - 130, 9});
  if (whole && which == 1) {
    if (at_.narrow) p_.text({plot.x, y}, "the same scale", quiet);
    return;
  }
  const float right = whole ? at_.run(1).plot.right() : plot.right();
  const std::string text = fill("scale {}: {}", {byte_text(s_.scale_code(s_.block(half * which))),
                                                 s_.scale_text(s_.block(half * which))});
  const Part part(p_, "scale");
  p_.text({plot.x, y - 4}, text, strong);
  bracket(p_, plot.x, right, y + 5, 5, {.stroke = Role::lane, .stroke_width = 1.5f});
}

void Drawing::values(int which) {
  const ValueBars bars = at_.run(which);
  const int first = half * which;
  if (which == 0 || at_.narrow)
    for (double value : {microscaling_reach, microscaling_reach / 2, 0., -microscaling_reach / 2,
                         -microscaling_reach})
      p_.text({axis - 6, bars.y(value)}, brief(value), ended(quiet));
  if (s_.followed / half == which)
    p_.rect(bars.column(s_.followed - first), {.fill = Role::lane, .fill_opacity = 0.16f});
  unsigned clamped = 0;
  for (int i = 0; i < half; ++i) clamped |= unsigned(s_.clamped(first + i)) << i;
  const auto from = static_cast<size_t>(first);
  p_.begin("values");
  bars.bars(p_, std::span(s_.values).subspan(from, half),
            std::span(s_.coded.values).subspan(from, half), clamped);
  for (int i = 0; i < half; ++i) {
    p_.hotspot({bars.column(i),
                fill("{}: {} → {}",
                     {first + i, readable(s_.value(first + i)), readable(s_.decoded(first + i))}),
                drag_value("values", first + i, bars.plot, bars.reach)});
  }
  p_.end();
  const Part part(p_, "clamped");
  for (int i = 0; i < half; ++i)
    if (clamped >> i & 1) {
      const Rect column = bars.column(i);
      const float side = s_.value(first + i) > 0 ? 9.f : -9.f;
      cross(p_, {column.center().x, bars.y(s_.decoded(first + i)) + side});
    }
}

void Drawing::codes(int which) {
  const ValueBars bars = at_.run(which);
  const float y = bars.plot.bottom() + codes_high / 2 + 1;
  const int first = half * which;
  const TextStyle mono = {.size = Size::small, .align = Align::middle, .weight = Weight::mono};
  const Part part(p_, "codes");
  for (int i = 0; i < half; ++i) p_.text({bars.column(i).center().x, y}, s_.code(first + i), mono);
  const float last = bars.column(half - 1).center().x;
  p_.hotspot({{bars.plot.x, bars.plot.bottom() + 1, bars.plot.width, codes_high - 2},
              "Element codes: choose the value to follow",
              drag_x("value", bars.column(0).center().x, last, first, first + half - 1)});
}

void Drawing::follow() {
  const int i = s_.followed;
  const double scale = s_.scale(s_.block(i));
  const Part part(p_, "follow");
  Lines lines(p_, {edge, at_.follow}, line_high);
  if (scale > 0) {
    lines.add(fill("Value {}: {} ÷ {} = {}",
                   {i, readable(s_.value(i)), readable(scale), brief(s_.scaled(i))}),
              strong);
    lines.add(fill(s_.clamped(i) ? "above {}, the greatest: code {}" : "nearest is {}: code {}",
                   {readable(s_.element(i)), s_.code(i)}),
              label);
  } else {
    lines.add(fill("Value {}: {}", {i, readable(s_.value(i))}), strong);
    lines.add("the scale is zero", label);
  }
  const std::string decoded = fill(
      "{} · {} = {}: error {}", {readable(s_.element(i)), readable(scale), readable(s_.decoded(i)),
                                 difference_text(s_.decoded(i) - s_.value(i))});
  lines.add(fit({"decodes to " + decoded, decoded}, at_.width - 2 * edge, Size::small), label);
}

// How much each scheme would lose, and what it takes.
void Drawing::schemes() {
  constexpr double full = 50;  // dB
  const float bits = at_.narrow ? 140 : 190, bar = bits + 20, room = at_.width - bar - 70;
  const Part part(p_, "schemes");
  const float heading = at_.schemes - 8;
  p_.text({edge, heading}, "The same values in", quiet);
  p_.text({bits, heading}, "bits", ended(quiet));
  p_.text({bar, heading}, "signal to noise", quiet);
  BarRows rows(p_, {edge, at_.schemes + 2, at_.width - 2 * edge, scheme_high}, bar, room);
  size_t index = 0;
  for (const numerics::BlockScheme& scheme : numerics::block_schemes()) {
    const std::string db = db_text(s_.sqnr[index]);
    rows.next(&scheme == s_.scheme);
    rows.name(scheme.name);
    rows.cell(bits, brief(scheme.bits_per_value()));
    rows.bar(s_.sqnr[index++] / full, {.fill = Role::compute, .fill_opacity = 0.6f}, db);
    rows.does(fill("{}: {}", {scheme.name, db}), choose("scheme", std::string(scheme.id)));
  }
}

}  // namespace

float microscaling_height(float width) { return Layout(width).height(); }

void draw_microscaling(const Microscaling& shown, Painter& painter, const View& view) {
  Drawing(shown, painter, view.width).run();
}

}  // namespace loom::scenes
