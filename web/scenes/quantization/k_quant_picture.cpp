#include "web/scene/kit.hpp"
#include "web/scenes/quantization/k_quant.hpp"
#include "web/scenes/quantization/value_bars.hpp"

namespace loom::scenes {

using numerics::BlockBits, numerics::BlockField;
using numerics::BlockLayout, numerics::BlockPart, numerics::WeightParts;

constexpr float edge = 2, title_high = 22, strip_high = 28, row_high = 24, axis = 30, names = 76;

constexpr Role role(BlockPart part) {
  constexpr Role roles[numerics::block_parts] = {Role::series_1, Role::series_2, Role::series_3,
                                                 Role::series_4, Role::series_5};
  return roles[static_cast<int>(part)];
}

// Those of a byte's bits, which are neighbors, in the place of all eight.
static Rect own_bits(const Rect& byte, std::uint8_t mask) {
  const int low = std::countr_zero(mask), count = std::popcount(mask);
  const float bit = byte.width / 8;
  return {byte.x + bit * px(8 - low - count), byte.y, bit * px(count), byte.height};
}

// Code, scale and minimum, where there are such.
static int bit_rows(const BlockLayout& layout) {
  return layout.scale_bits == 0 ? 1 : layout.minimums ? 3 : 2;
}

// Where the names of a field and its first byte are, below the first field.
struct Places {
  Point at[5];
  float bottom = 0;
};
struct KQuantDrawing : Picture<KQuant> {
  const BlockLayout& layout_ = *s_.layout;
  float bars_ = by_width(68, 96), section_ = by_width(19, 24), bit_row_ = by_width(18, 24);
  float bytes_top_ = title_high + strip_high + bars_ + section_ + 6;
  int per_row_ = narrow_ ? 32 : 64;  // bytes
  float pitch_ = (width_ - names - edge) / px(per_row_);
  Places places_ = places(layout_);
  float bits_top_ = bytes_top_ + places_.bottom;
  int local_ = s_.weight % layout_.values;
  numerics::WeightBits bits_ = numerics::weight_bits(layout_, local_);
  WeightParts parts_ = s_.parts(s_.weight);

  // For every type the same: of the bytes and the bits of a type, whichever has most of both. The
  // formula is below the bits, or beside them.
  float height() const {
    float most = 0;
    for (const BlockLayout& layout : numerics::block_layouts())
      most = std::max(most, places(layout).bottom + bit_row_ * px(bit_rows(layout)));
    return bytes_top_ + most + section_ + by_width(53, 2);
  }

  // Only codes are handles, which a finger takes.
  float field_row(const BlockField& field) const {
    return narrow_ && field.part != BlockPart::code ? 18 : row_high;
  }
  // d and dmin share a row.
  Places places(const BlockLayout& layout) const {
    Places places;
    bool beside = false;  // d is alone in its row
    for (size_t i = 0; i < std::size(places.at); ++i) {
      const BlockField& field = layout.field[i];
      if (field.bytes == 0) break;
      const bool single = field.part >= BlockPart::d;
      const float row = field_row(field);
      beside = single && beside;
      places.at[i] = {beside ? width_ / 2 : 0, places.bottom - (beside ? row : 0)};
      if (!beside) places.bottom += row * px((field.bytes + per_row_ - 1) / per_row_);
      beside = single && !beside;
    }
    return places;
  }

  void draw() {
    in("weights", [&] { weights(); });
    bytes();
    in("bits", [&] { bits(); });
    in("formula", [&] { formula(); });
  }

  const numerics::Packing& packing(const BlockField& field) const {
    return layout_.code[field.first == layout_.code[0].first ? 0 : 1];
  }

  Rect cell(const BlockField& field, Point place, int byte) const {
    const int i = byte - field.first;
    const float high = field_row(field);
    return {place.x + names + pitch_ * px(i % per_row_),
            bytes_top_ + place.y + high * px(i / per_row_), pitch_, high};
  }

  // All groups as a strip, and the one of the followed weight as bars.
  void weights() {
    const int each = layout_.group, groups = k_quant_weights / each;
    const Rect strip = {edge, title_high, width_ - 2 * edge, strip_high - 4};
    const Grid boxes = {strip, groups, 1};
    write({edge, title_high / 2 - 1}, strong,
          layout_.scale_bits > 0 ? "256 weights, {} sub-blocks of {}"
                                 : "256 weights, {} blocks of {}",
          groups, each);
    draw_bars_key(p_, {width_ - 130, title_high / 2 - 1});
    for (int g = 0; g < groups; ++g) {
      const Rect box = boxes.cell(g);
      const bool here = g == s_.group();
      p_.rect(inset(box, 1), solid(Role::lane, here ? 0.3f : 0.08f));
      p_.text(box.center(), integer(g), centered(here ? strong : quiet));
    }
    spot(strip, drag_x("weight", strip.x, strip.right(), 0, k_quant_weights - 1),
         "All weights: drag to choose one");
    double reach = 0;
    for (int i = 0; i < k_quant_weights; ++i)
      reach = std::max({reach, std::fabs(s_.value(i)), std::fabs(s_.result(i))});
    group({{axis, strip.bottom() + 10, width_ - axis - edge, bars_}, reach, each});
  }

  void group(const ValueBars& bars) {
    const int each = bars.count, first = s_.group() * each, last = first + each - 1;
    const Scale y = {bars.plot.bottom(), bars.plot.y, -bars.reach, bars.reach};
    for (const Tick& tick : ticks(y, 4))
      p_.text({axis - 5, y(tick.value)}, tick.text, ended(quiet));
    std::vector<double> levels;
    const int low = layout_.code_bits == 8 ? -128 : 0;
    WeightParts any = parts_;
    for (any.code = low; any.code < low + (1 << layout_.code_bits); ++any.code)
      levels.push_back(static_cast<double>(numerics::weight_value(layout_, any)));
    if (levels.front() > levels.back()) std::reverse(levels.begin(), levels.end());
    bars.levels(p_, levels, 0, each);
    p_.rect(bars.column(s_.weight - first), solid(Role::lane, 0.2f));
    const auto from = static_cast<size_t>(first), count = static_cast<size_t>(each);
    bars.bars(p_, std::span(s_.values).subspan(from, count),
              std::span(s_.decoded).subspan(from, count));
    spot(bars.plot,
         drag_x("weight", bars.column(0).center().x, bars.column(each - 1).center().x, first, last),
         "Weights {} to {}", first, last);
  }

  // The weight of the block whose code is in this byte of a field, in the bits that the followed
  // one's is in.
  int weight_in(const BlockField& field, int index) const {
    const numerics::Packing& each = packing(field);
    const int together = each.run * each.per_byte;  // weights in `run` bytes
    return index / each.run * together + local_ % together / each.run * each.run + index % each.run;
  }

  void field_bytes(const BlockField& field, Point place) {
    const float middle = cell(field, place, field.first).center().y;
    p_.text({place.x + edge, middle}, field.name, mono);
    p_.text({place.x + names - 6, middle}, integer(field.first), ended(quiet));
    const std::vector<Rect> cells =
        list_of(field.bytes, [&](int i) { return inset(cell(field, place, field.first + i), 1); });
    p_.rects(cells, solid(role(field.part), 0.22f));
    const bool single = field.part >= BlockPart::d, code = field.part == BlockPart::code;
    if (single)
      write({cells.back().right() + 8, middle}, label, by_width("{}", "FP16: {}"),
            readable(static_cast<double>(field.part == BlockPart::d ? parts_.d : parts_.dmin)));
    followed_bytes(field, place);
    // A handle for each row, and of codes for each run, within which weights are neighbors.
    const int together = std::min(code ? packing(field).run : per_row_, per_row_);
    for (int i = 0; i < field.bytes; i += together) {
      const Rect first = cell(field, place, field.first + i);
      const int last = std::min(i + together, field.bytes) - 1;
      Action drag;
      if (code) {
        const int weight = weight_in(field, i) + s_.weight - local_;
        drag = drag_x("weight", first.center().x, cell(field, place, field.first + last).center().x,
                      weight, weight + last - i);
      }
      spot({first.x, first.y, pitch_ * px(last - i + 1), first.height}, drag,
           single ? std::string(field.name) : fill("{}[{}] to [{}]", field.name, i, last));
    }
  }

  // The bits of the followed weight, each at its place in its byte.
  void followed_bytes(const BlockField& field, Point place) {
    for (const BlockBits& bits : bits_) {
      if (bits.byte < field.first || bits.byte >= field.first + field.bytes) continue;
      const Rect all = inset(cell(field, place, bits.byte), 1);
      if (bits.part < BlockPart::d)  // d and dmin are everybody's
        p_.rect(own_bits(all, bits.mask), solid(role(bits.part)));
      p_.rect(all, stroked(Role::ink, 1.5f));
    }
  }

  void bytes() {
    const float heading = bytes_top_ - section_ / 2;
    Part part(p_, "bytes");
    write({edge, heading}, strong, "{}: {} for {}, {} bits each", layout_.name,
          Word(layout_.bytes, "byte"), Word(layout_.values, "weight"),
          shortest(layout_.bits_per_value()));
    if (!narrow_)
      p_.text({width_ - edge, heading}, "dark: the bits of the followed weight", ended(quiet));
    for (size_t i = 0; i < std::size(layout_.field); ++i) {
      const BlockField& field = layout_.field[i];
      if (field.bytes == 0) continue;
      part.next(field.part == BlockPart::code    ? "codes"
                : field.part == BlockPart::scale ? "scales"
                                                 : "d");
      field_bytes(field, places_.at[i]);
    }
  }

  // "scale  scales[0]: 10000101, scales[8]: 11010001  = 33", with the bits that count on a ground.
  void bits() {
    constexpr std::string_view titles[] = {"code", "scale", "min"};
    const int values[] = {parts_.code, parts_.scale, parts_.minimum};
    const float digit = text_width("0", Size::small, Weight::mono), ground = by_width(16, 18);
    write({edge, bits_top_ + section_ / 2}, strong, "Weight {}, bit by bit", s_.weight);
    for (int row = 0; row < bit_rows(layout_); ++row) {
      const float middle = bits_top_ + section_ + bit_row_ * px(row) + bit_row_ / 2;
      const auto part = static_cast<BlockPart>(row);
      p_.text({edge, middle}, titles[row], label);
      float x = 40;
      for (const BlockBits& bits : bits_) {
        if (bits.part != part) continue;
        const std::string place = s_.place(bits.byte);
        p_.text({x, middle}, place, quiet);
        x += text_width(place, Size::small) + 5;
        std::string text;
        for (int bit = 7; bit >= 0; --bit) text += s_.block()[bits.byte] >> bit & 1 ? '1' : '0';
        p_.rect(own_bits({x, middle - ground / 2, 8 * digit, ground}, bits.mask),
                solid(role(part), 0.35f));
        p_.text({x, middle}, text, mono);
        x += 8 * digit + 8;
      }
      write({x, middle}, strong, "= {}", values[row]);
    }
  }

  // Below the bits, or beside them.
  void formula() {
    const double value = s_.value(s_.weight), result = s_.result(s_.weight);
    const float below = bits_top_ + section_ + bit_row_ * px(bit_rows(layout_)) + 10;
    Lines lines(p_, by_width(Point{edge, below}, {width_ - 336, bits_top_ + section_ / 2}),
                by_width(17, 20));
    lines.write(label, "weight = {}", s_.formula(false));
    lines.write(label, "= {}", s_.formula(true));
    lines.write(strong, "= {}; it was {}: error {}", readable(result), readable(value),
                brief(result - value));
  }
};

float KQuant::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
