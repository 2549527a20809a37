#include "web/scene/kit.hpp"
#include "web/scenes/quantization/microscaling.hpp"
#include "web/scenes/quantization/value_bars.hpp"

namespace loom::scenes {
namespace {

constexpr float axis = 26, edge = 2, codes_high = 28, row_high = 24;
constexpr int cell_rows = 4;  // of schemes, in two columns
constexpr int count = microscaling_values;
constexpr double full = 50;  // dB

// One scheme: what its blocks share, its grid, the values with what they decode to, the codes.
struct Panel : Picture<Microscaling> {
  ValueBars bars_;
  const Rect& plot_ = bars_.plot;

  void draw(bool chosen) {
    in("schemes", [&] { title(chosen); });
    for (int block = 0; block < count / s_.scheme->block; ++block) {
      levels(block);
      in("scale", [&] { scale(block); });
    }
    jump();
    values();
    in("codes", [&] { codes(); });
    const Part part(p_, "values");
    drag_knob({bars_.column(s_.followed).center().x, bars_.y(s_.value(s_.followed))},
              drag(s_.followed), "Drag value {} up or down", s_.followed);
  }

  int first(int block) const { return block * s_.scheme->block; }
  Action drag(int i) const { return drag_value("values", i, plot_, bars_.reach); }

  void title(bool chosen) {
    const float y = plot_.y - by_width(29, 33);
    if (chosen) chosen_ground(p_, {plot_.x - 4, y - 9, plot_.width + 4, 18});
    p_.text({plot_.x, y}, s_.scheme->name, strong);
    write({plot_.right() - 2, y}, ended(label), "{} bits a value, {}",
          brief(s_.scheme->bits_per_value()), db_text(s_.own_sqnr()));
  }

  // Every number that the block can represent.
  void levels(int block) {
    std::vector<double> all;
    for (int code = 0; code < 1 << s_.scheme->element_bits; ++code) {
      const double level =
          s_.scale(block) * numerics::decode_element(*s_.scheme, static_cast<std::uint8_t>(code));
      if (std::fabs(level) <= microscaling_reach) all.push_back(level);
    }
    std::sort(all.begin(), all.end());
    const Part part(p_, "grid");
    bars_.levels(p_, all, first(block), first(block + 1));
  }

  // What a block shares, over a bracket.
  void scale(int block) {
    const float left = bars_.column(first(block)).x, right = bars_.column(first(block + 1)).x;
    const std::string code = byte_text(s_.scale_code(block));
    fitted({left, plot_.y - by_width(14, 15)}, right - left - 4, label,
           {fill("scale {}: {}", code, s_.scale_text(block)),
            fill("scale {}: {}", code, readable(s_.scale(block)))});
    bracket(p_, left + 1, right - 1, plot_.y - 6, 5, stroked(Role::lane, 1.5f));
  }

  // Where the scale of a power of two jumps, on the side of the greatest value.
  void jump() {
    const double size = s_.doubling();
    const int greatest = s_.greatest();
    if (s_.scheme->tensor_scale || s_.value(greatest) == 0 || size > microscaling_reach) return;
    const bool up = s_.value(greatest) > 0;
    // Its words are beyond the line, as long as there is room.
    const float y = bars_.y(up ? size : -size),
                words = up == (size < 0.7 * microscaling_reach) ? -9.f : 9.f;
    const Part part(p_, "scale");
    level(p_, y, plot_, dashed(Role::lane, 1.5f));
    write({plot_.right(), y + words}, ended(colored(label, Role::lane)),
          s_.scale_up ? "above {}: scale {}" : "from {} on: scale {}", readable(size),
          power(2, s_.scale_code(s_.block(greatest)) - 126));
  }

  void values() {
    for (double value : {microscaling_reach, 0., -microscaling_reach})
      p_.text({axis - 6, bars_.y(value)}, brief(value), ended(quiet));
    p_.rect(bars_.column(s_.followed), solid(Role::lane, 0.16f));
    unsigned clamped = 0;
    for (int i = 0; i < count; ++i) clamped |= unsigned(s_.clamped(i)) << i;
    Part part(p_, "values");
    bars_.bars(p_, s_.values, s_.coded.values, clamped);
    for (int i = 0; i < count; ++i)
      spot(bars_.column(i), drag(i), "{}: {} → {}", i, readable(s_.value(i)),
           readable(s_.decoded(i)));
    part.next("clamped");
    for (int i = 0; i < count; ++i)
      if (clamped >> i & 1)
        cross(p_, {bars_.column(i).center().x,
                   bars_.y(s_.decoded(i)) + (s_.value(i) > 0 ? 9.f : -9.f)});
  }

  // Two digits take two lines, in turns.
  void codes() {
    const bool turns = s_.scheme->element_bits > 4;
    for (int i = 0; i < count; ++i)
      p_.text({bars_.column(i).center().x, plot_.bottom() + (turns && i % 2 ? 21.f : 9.f)},
              s_.code(i), centered(mono));
    spot(below(plot_, 1, codes_high - 2),
         drag_x("value", bars_.column(0).center().x, bars_.column(count - 1).center().x, 0,
                count - 1),
         "Element codes: choose the value to follow");
  }
};

}  // namespace

// Two schemes one below the other; beside them, or below, one value and the list of all schemes,
// which is two columns in a narrow picture.
struct MicroscalingDrawing : Picture<MicroscalingPair> {
  const Microscaling &own_ = s_.own, &rival_ = s_.rival;
  float left_ = by_width(width_, 500), head_ = by_width(38, 42), high_ = by_width(64, 104);
  Rect upper_ = {axis, head_, left_ - axis - by_width(12, edge), high_};
  Rect lower_ = {axis, head_ + (head_ + high_ + codes_high + by_width(0, 4)), upper_.width, high_};
  float below_ = lower_.bottom() + codes_high, line_ = by_width(16, 19);
  Rect side_ = by_width(Rect{edge, below_ - 8, width_ - 2 * edge, 0},
                        Rect{left_ + 28, 6, width_ - left_ - 28 - edge, 0});
  float follow_ = side_.y + by_width(4, 24), schemes_ = follow_ + 4 * line_ + by_width(10, 24);

  float height() const {
    return std::max(below_, schemes_ + row_high * by_width(cell_rows, 7) + 2);
  }

  void draw() {
    // NVFP4 stays below, whichever is chosen.
    const bool below = own_.scheme->tensor_scale;
    panel(below ? rival_ : own_, upper_).draw(!below);
    panel(below ? own_ : rival_, lower_).draw(below);
    const Point key = by_width(Point{width_ - 206, schemes_ - 9}, {side_.x, side_.y + 4});
    draw_bars_key(p_, key);
    cross(p_, {key.x + 142, key.y});
    p_.text({key.x + 152, key.y}, "clamped", quiet);
    in("follow", [&] { followed(); });
    const Part part(p_, "schemes");
    narrow_ ? scheme_cells() : schemes();
  }

  Panel panel(const Microscaling& shown, const Rect& plot) const {
    return {{shown, p_, view_}, {plot, microscaling_reach, count}};
  }

  // The value that is followed, in one scheme and in the other.
  void followed() {
    const Microscaling& s = own_;
    const int i = s.followed;
    const double scale = s.scale(s.block(i));
    Lines lines(p_, {side_.x, follow_}, line_);
    const std::string value = readable(s.value(i)), decoded = readable(s.decoded(i)),
                      element = readable(s.element(i)), unit = readable(scale),
                      error = difference_text(s.decoded(i) - s.value(i));
    const auto fitted = [&](const std::string& text, const std::string& shorter) {
      return fit({text, shorter}, side_.width, Size::small);
    };
    if (scale > 0) {
      lines.write(strong, fitted(fill("Value {}: {} ÷ {} = {}", i, value, unit, brief(s.scaled(i))),
                                 fill("Value {}: {} ÷ {}", i, value, unit)));
      lines.write(label, s.clamped(i) ? "above {}, the largest: code {}" : "nearest is {}: code {}",
                  element, s.code(i));
    } else {
      lines.write(strong, "Value {}: {}", i, value);
      lines.add("the scale is zero");
    }
    lines.add(fitted(fill("{} · {} = {}: error {}", element, unit, decoded, error),
                     fill("it becomes {}: error {}", decoded, error)));
    lines.write(quiet, "{}: {}, error {}", rival_.scheme->name, readable(rival_.decoded(i)),
                difference_text(rival_.decoded(i) - rival_.value(i)));
  }

  // How much each scheme would lose, in two columns.
  void scheme_cells() {
    p_.text({side_.x, schemes_ - 9}, "signal to noise", quiet);
    BarCells cells(p_, {{0, schemes_, width_, row_high * cell_rows}, 2, cell_rows});
    int index = 0;
    for (const numerics::BlockScheme& scheme : numerics::block_schemes()) {
      const double db = nth(own_.sqnr, index++);
      cells.next(&scheme == own_.scheme);
      cells.words({std::string(scheme.name)}, db_text(db));
      cells.bar(0, db / full, solid(Role::compute, 0.6f));
      cells.does(choose("scheme", scheme.id), "{}: {} bits a value, {}", scheme.name,
                 brief(scheme.bits_per_value()), db_text(db));
    }
  }

  // How much each scheme would lose, and what it takes.
  void schemes() {
    const float bits = side_.x + 118, bar = bits + 12, heading = schemes_ - 12;
    column_names(p_, heading,
                 {{side_.x, "scheme", Align::start},
                  {bits, "bits"},
                  {bar, "signal to noise", Align::start}});
    BarRows rows(p_, band(side_, schemes_, row_high), bar, side_.right() - bar - 52);
    int index = 0;
    for (const numerics::BlockScheme& scheme : numerics::block_schemes()) {
      const double db = nth(own_.sqnr, index++);
      rows.next(&scheme == own_.scheme, scheme.name);
      rows.cell(bits, brief(scheme.bits_per_value()));
      rows.bar(db / full, solid(Role::compute, 0.6f), db_text(db));
      rows.does(choose("scheme", scheme.id), "{}: {}", scheme.name, db_text(db));
    }
  }
};
float MicroscalingPair::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }
}  // namespace loom::scenes
