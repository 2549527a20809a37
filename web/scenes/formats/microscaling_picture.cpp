#include <algorithm>
#include <cmath>

#include "web/scene/kit.hpp"
#include "web/scenes/formats/microscaling.hpp"
#include "web/scenes/formats/number_text.hpp"
#include "web/scenes/formats/value_bars.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr float axis = 26, edge = 2, codes_high = 28, row_high = 24;
constexpr int cell_rows = 4;  // of schemes, in two columns
constexpr int count = microscaling_values;

// Two schemes one below the other; beside them, or below, one value and the list of all schemes,
// which is two columns in a narrow picture.
struct Layout {
  explicit Layout(float picture_width) : narrow(is_narrow(picture_width)), width(picture_width) {
    const float left = narrow ? width : 500;
    for (int i : {0, 1})
      plot[i] = {axis,
                 head() + static_cast<float>(i) * (head() + high() + codes_high + (narrow ? 0 : 4)),
                 left - axis - (narrow ? 12 : edge), high()};
    const float below = plot[1].bottom() + codes_high;
    side = narrow ? Rect{edge, below - 8, width - 2 * edge, 0}
                  : Rect{left + 28, 6, width - left - 28 - edge, 0};
    follow = side.y + (narrow ? 4.f : 24.f);
    schemes = follow + 4 * line_high() + (narrow ? 10.f : 24.f);
    key = narrow ? Point{width - 206, schemes - 9} : Point{side.x, side.y + 4};
    bottom = std::max(below, schemes + row_high * (narrow ? cell_rows : 7.f) + 2);
  }
  float head() const { return narrow ? 38 : 42; }
  float high() const { return narrow ? 64 : 104; }
  float line_high() const { return narrow ? 16 : 19; }

  bool narrow;
  float width, follow, schemes, bottom;
  Rect plot[2], side;
  Point key;
};

// One scheme: what its blocks share, its grid, the values with what they decode to, the codes.
class Panel {
 public:
  Panel(const Microscaling& shown, Painter& painter, const Rect& plot, float width)
      : s_(shown), p_(painter), bars_{plot, microscaling_reach, count}, width_(width) {}

  void run(bool chosen) {
    title(chosen);
    for (int block = 0; block < blocks(); ++block) {
      levels(block);
      scale(block);
    }
    jump();
    values();
    codes();
    grip();
  }

 private:
  int blocks() const { return count / s_.scheme->block; }
  int first(int block) const { return block * s_.scheme->block; }
  Rect across(int block) const {  // its columns
    const float left = bars_.column(first(block)).x;
    return {left, bars_.plot.y, bars_.column(first(block + 1)).x - left, bars_.plot.height};
  }
  void title(bool chosen);
  void levels(int block);
  void scale(int block);
  void jump();
  void values();
  void codes();
  void grip();

  const Microscaling& s_;
  Painter& p_;
  const ValueBars bars_;
  const float width_;
};

void Panel::title(bool chosen) {
  const Part part(p_, "schemes");
  const float y = bars_.plot.y - (is_narrow(width_) ? 29.f : 33.f);
  if (chosen) chosen_ground(p_, {bars_.plot.x - 4, y - 9, bars_.plot.width + 4, 18});
  p_.text({bars_.plot.x, y}, s_.scheme->name, strong);
  p_.text({bars_.plot.right() - 2, y},
          fill("{} bits a value, {}", {brief(s_.scheme->bits_per_value()), db_text(s_.own_sqnr())}),
          ended(label));
}

// Every number that the block can represent.
void Panel::levels(int block) {
  const int bits = s_.scheme->element_bits;
  std::vector<double> all;
  for (int code = 0; code < 1 << bits; ++code) {
    const double level =
        s_.scale(block) * numerics::decode_element(*s_.scheme, static_cast<std::uint8_t>(code));
    if (std::fabs(level) <= microscaling_reach) all.push_back(level);
  }
  std::sort(all.begin(), all.end());
  const Part part(p_, "grid");
  bars_.levels(p_, all, first(block), first(block + 1));
}

// What a block shares, over a bracket.
void Panel::scale(int block) {
  const Rect box = across(block);
  const std::string code = byte_text(s_.scale_code(block)), text = s_.scale_text(block);
  const Part part(p_, "scale");
  p_.text({box.x, box.y - (is_narrow(width_) ? 14.f : 15.f)},
          fit({fill("scale {}: {}", {code, text}),
               fill("scale {}: {}", {code, readable(s_.scale(block))})},
              box.width - 4, Size::small),
          label);
  bracket(p_, box.x + 1, box.right() - 1, box.y - 6, 5,
          {.stroke = Role::lane, .stroke_width = 1.5f});
}

// Where the scale of a power of two jumps, on the side of the greatest value.
void Panel::jump() {
  const double size = s_.doubling();
  const int greatest = s_.greatest();
  if (s_.scheme->tensor_scale || s_.value(greatest) == 0 || size > microscaling_reach) return;
  const bool up = s_.value(greatest) > 0;
  // Its words are beyond the line, as long as there is room.
  const float y = bars_.y(up ? size : -size), right = bars_.plot.right(),
              words = up == (size < 0.7 * microscaling_reach) ? -9.f : 9.f;
  const Part part(p_, "scale");
  p_.line({bars_.plot.x, y}, {right, y},
          {.stroke = Role::lane, .stroke_width = 1.5f, .dashed = true});
  p_.text({right, y + words},
          fill(s_.scale_up ? "above {}: scale {}" : "from {} on: scale {}",
               {readable(size), power(2, s_.scale_code(s_.block(greatest)) - 126)}),
          {.role = Role::lane, .size = Size::small, .align = Align::end});
}

void Panel::values() {
  for (double value : {microscaling_reach, 0., -microscaling_reach})
    p_.text({axis - 6, bars_.y(value)}, brief(value), ended(quiet));
  p_.rect(bars_.column(s_.followed), {.fill = Role::lane, .fill_opacity = 0.16f});
  unsigned clamped = 0;
  for (int i = 0; i < count; ++i) clamped |= unsigned(s_.clamped(i)) << i;
  p_.begin("values");
  bars_.bars(p_, s_.values, s_.coded.values, clamped);
  for (int i = 0; i < count; ++i)
    p_.hotspot({bars_.column(i),
                fill("{}: {} → {}", {i, readable(s_.value(i)), readable(s_.decoded(i))}),
                drag_value("values", i, bars_.plot, bars_.reach)});
  p_.end();
  const Part part(p_, "clamped");
  for (int i = 0; i < count; ++i)
    if (clamped >> i & 1) {
      const float side = s_.value(i) > 0 ? 9.f : -9.f;
      cross(p_, {bars_.column(i).center().x, bars_.y(s_.decoded(i)) + side});
    }
}

// Two digits take two lines, in turns.
void Panel::codes() {
  const float y = bars_.plot.bottom() + 9;
  const bool turns = s_.scheme->element_bits > 4;
  const TextStyle mono = {.size = Size::small, .align = Align::middle, .weight = Weight::mono};
  const Part part(p_, "codes");
  for (int i = 0; i < count; ++i)
    p_.text({bars_.column(i).center().x, y + (turns && i % 2 ? 12.f : 0.f)}, s_.code(i), mono);
  p_.hotspot({{bars_.plot.x, bars_.plot.bottom() + 1, bars_.plot.width, codes_high - 2},
              "Element codes: choose the value to follow",
              drag_x("value", bars_.column(0).center().x, bars_.column(count - 1).center().x, 0,
                     count - 1)});
}

// The value that is followed has a handle, like a slider's.
void Panel::grip() {
  const Part part(p_, "values");
  knob(p_, {bars_.column(s_.followed).center().x, bars_.y(s_.value(s_.followed))}, width_,
       fill("Drag value {} up or down", {s_.followed}),
       drag_value("values", s_.followed, bars_.plot, bars_.reach));
}

void draw_key(Painter& painter, Point at) {
  draw_bars_key(painter, at);
  cross(painter, {at.x + 142, at.y});
  painter.text({at.x + 152, at.y}, "clamped", quiet);
}

// The value that is followed, in one scheme and in the other.
void draw_followed(Painter& painter, const Layout& at, const Microscaling& s,
                   const Microscaling& rival) {
  const int i = s.followed;
  const double scale = s.scale(s.block(i));
  const Part part(painter, "follow");
  Lines lines(painter, {at.side.x, at.follow}, at.line_high());
  if (scale > 0) {
    lines.add(fit({fill("Value {}: {} ÷ {} = {}",
                        {i, readable(s.value(i)), readable(scale), brief(s.scaled(i))}),
                   fill("Value {}: {} ÷ {}", {i, readable(s.value(i)), readable(scale)})},
                  at.side.width, Size::small),
              strong);
    lines.add(fill(s.clamped(i) ? "above {}, the largest: code {}" : "nearest is {}: code {}",
                   {readable(s.element(i)), s.code(i)}));
  } else {
    lines.add(fill("Value {}: {}", {i, readable(s.value(i))}), strong);
    lines.add("the scale is zero");
  }
  const std::string decoded = readable(s.decoded(i)),
                    error = difference_text(s.decoded(i) - s.value(i));
  lines.add(fit(
      {fill("{} · {} = {}: error {}", {readable(s.element(i)), readable(scale), decoded, error}),
       fill("it becomes {}: error {}", {decoded, error})},
      at.side.width, Size::small));
  lines.add(fill("{}: {}, error {}", {rival.scheme->name, readable(rival.decoded(i)),
                                      difference_text(rival.decoded(i) - rival.value(i))}),
            quiet);
}

constexpr double full = 50;  // dB

// How much each scheme would lose, in two columns.
void draw_scheme_cells(Painter& painter, const Layout& at, const Microscaling& s) {
  const Part part(painter, "schemes");
  painter.text({at.side.x, at.schemes - 9}, "signal to noise", quiet);
  BarCells cells(painter, {{0, at.schemes, at.width, row_high * cell_rows}, 2, cell_rows});
  int index = 0;
  for (const numerics::BlockScheme& scheme : numerics::block_schemes()) {
    const double db = nth(s.sqnr, index++);
    cells.next(&scheme == s.scheme);
    cells.words({std::string(scheme.name)}, db_text(db));
    cells.bar(0, db / full, {.fill = Role::compute, .fill_opacity = 0.6f});
    cells.does(
        fill("{}: {} bits a value, {}", {scheme.name, brief(scheme.bits_per_value()), db_text(db)}),
        choose("scheme", std::string(scheme.id)));
  }
}

// How much each scheme would lose, and what it takes.
void draw_schemes(Painter& painter, const Layout& at, const Microscaling& s) {
  const Rect& side = at.side;
  const float bits = side.x + 118, bar = bits + 12, room = side.right() - bar - 52;
  const Part part(painter, "schemes");
  const float heading = at.schemes - 12;
  painter.text({side.x, heading}, "scheme", quiet);
  painter.text({bits, heading}, "bits", ended(quiet));
  painter.text({bar, heading}, "signal to noise", quiet);
  BarRows rows(painter, {side.x, at.schemes, side.width, row_high}, bar, room);
  size_t index = 0;
  for (const numerics::BlockScheme& scheme : numerics::block_schemes()) {
    const std::string db = db_text(s.sqnr[index]);
    rows.next(&scheme == s.scheme);
    rows.name(scheme.name);
    rows.cell(bits, brief(scheme.bits_per_value()));
    rows.bar(s.sqnr[index++] / full, {.fill = Role::compute, .fill_opacity = 0.6f}, db);
    rows.does(fill("{}: {}", {scheme.name, db}), choose("scheme", std::string(scheme.id)));
  }
}

}  // namespace

float microscaling_height(float width) { return Layout(width).bottom; }

// NVFP4 stays below, whichever is chosen.
void draw_microscaling(const Microscaling& shown, const Microscaling& rival, Painter& painter,
                       const View& view) {
  const Layout at(view.width);
  const bool below = shown.scheme->tensor_scale;
  Panel(below ? rival : shown, painter, at.plot[0], view.width).run(!below);
  Panel(below ? shown : rival, painter, at.plot[1], view.width).run(below);
  draw_key(painter, at.key);
  draw_followed(painter, at, shown, rival);
  at.narrow ? draw_scheme_cells(painter, at, shown) : draw_schemes(painter, at, shown);
}

}  // namespace loom::scenes
