#include <algorithm>
#include <bit>
#include <cmath>

#include "web/scene/kit.hpp"
#include "web/scenes/formats/k_quant.hpp"
#include "web/scenes/formats/value_bars.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using numerics::BlockBits;
using numerics::BlockField;
using numerics::BlockLayout;
using numerics::BlockPart;
using numerics::WeightParts;

constexpr float edge = 2, title_high = 22, strip_high = 28, row_high = 24, axis = 30, names = 76;
constexpr TextStyle mono = {.size = Size::small, .weight = Weight::mono};

constexpr Role role(BlockPart part) {
  constexpr Role roles[numerics::block_parts] = {Role::series_1, Role::series_2, Role::series_3,
                                                 Role::series_4, Role::series_5};
  return roles[static_cast<int>(part)];
}

// Heights of what a narrow picture has less room for.
struct Heights {
  explicit Heights(float width)
      : bars(is_narrow(width) ? 68 : 96),
        section(is_narrow(width) ? 19 : 24),
        bit_row(is_narrow(width) ? 18 : 24),
        formula(is_narrow(width) ? 53 : 2),  // beside the bits in a wide picture
        bytes_top(title_high + strip_high + bars + section + 6) {}
  float bars, section, bit_row, formula;
  float bytes_top;
};

constexpr int bytes_per_row(float width) { return is_narrow(width) ? 32 : 64; }

// Only codes are handles, which a finger takes.
constexpr float field_row(const BlockField& field, float width) {
  return is_narrow(width) && field.part != BlockPart::code ? 18 : row_high;
}

// Where the names of a field and its first byte are, below the first field; d and dmin share a row.
struct Place {
  float left = 0, top = 0;
};
struct Places {
  Places(const BlockLayout& layout, float width) {
    const int per_row = bytes_per_row(width);
    bool beside = false;  // d is alone in its row
    for (size_t i = 0; i < std::size(at); ++i) {
      const BlockField& field = layout.field[i];
      if (field.bytes == 0) break;
      const bool single = field.part >= BlockPart::d;
      const float row = field_row(field, width);
      beside = single && beside;
      at[i] = {beside ? width / 2 : 0, beside ? bottom - row : bottom};
      if (!beside) bottom += row * static_cast<float>((field.bytes + per_row - 1) / per_row);
      beside = single && !beside;
    }
  }
  Place at[5];
  float bottom = 0;
};

// Code, scale and minimum, where there are such.
int bit_rows(const BlockLayout& layout) {
  return layout.scale_bits == 0 ? 1 : layout.minimums ? 3 : 2;
}

// Of the bytes and the bits of a type, whichever has most of both.
float most_rows(float width) {
  const float bit_row = Heights(width).bit_row;
  float most = 0;
  for (const BlockLayout& layout : numerics::block_layouts())
    most = std::max(most,
                    Places(layout, width).bottom + bit_row * static_cast<float>(bit_rows(layout)));
  return most;
}

// The bits of a mask are neighbors.
struct Stretch {
  int low, count;
};
Stretch stretch(std::uint8_t mask) { return {std::countr_zero(mask), std::popcount(mask)}; }

class Drawing {
 public:
  Drawing(const KQuant& shown, Painter& painter, float width)
      : s_(shown),
        layout_(*shown.layout),
        p_(painter),
        width_(width),
        high_(width),
        per_row_(bytes_per_row(width)),
        places_(*shown.layout, width),
        local_(shown.weight % layout_.values),
        bits_(numerics::weight_bits(layout_, local_)),
        parts_(shown.parts(shown.weight)) {}

  void run() {
    weights();
    bytes();
    bits();
    formula();
  }

 private:
  const numerics::Packing& packing(const BlockField& field) const {
    return layout_.code[field.first == layout_.code[0].first ? 0 : 1];
  }

  float pitch() const { return (width_ - names - edge) / static_cast<float>(per_row_); }
  Rect cell(const BlockField& field, const Place& place, int byte) const {
    const int i = byte - field.first;
    const float high = field_row(field, width_);
    return {place.left + names + pitch() * static_cast<float>(i % per_row_),
            high_.bytes_top + place.top + high * static_cast<float>(i / per_row_), pitch(), high};
  }

  // All groups as a strip, and the one of the followed weight as bars.
  void weights() {
    const int groups = k_quant_weights / layout_.group, first = s_.group() * layout_.group;
    const Rect strip = {edge, title_high, width_ - 2 * edge, strip_high - 4};
    const float wide = strip.width / static_cast<float>(groups);
    const Part part(p_, "weights");
    p_.text({edge, title_high / 2 - 1},
            fill(layout_.scale_bits > 0 ? "256 weights, {} sub-blocks of {}"
                                        : "256 weights, {} blocks of {}",
                 {groups, layout_.group}),
            strong);
    draw_bars_key(p_, {width_ - 130, title_high / 2 - 1});
    for (int g = 0; g < groups; ++g) {
      const Rect box = {strip.x + wide * static_cast<float>(g), strip.y, wide, strip.height};
      const bool here = g == s_.group();
      p_.rect(inset(box, 1), {.fill = Role::lane, .fill_opacity = here ? 0.3f : 0.08f});
      p_.text(box.center(), integer(g), centered(here ? strong : quiet));
    }
    p_.hotspot({strip, "All weights: drag to choose one",
                drag_x("weight", strip.x, strip.right(), 0, k_quant_weights - 1)});

    double reach = 0;
    for (int i = 0; i < k_quant_weights; ++i)
      reach = std::max({reach, std::fabs(s_.value(i)), std::fabs(s_.result(i))});
    const ValueBars bars = {
        {axis, strip.bottom() + 10, width_ - axis - edge, high_.bars}, reach, layout_.group};
    const Scale y = {bars.plot.bottom(), bars.plot.y, -reach, reach};
    for (const Tick& tick : ticks(y, 4))
      p_.text({axis - 5, y(tick.value)}, tick.text, ended(quiet));
    std::vector<double> levels;
    const int low = layout_.code_bits == 8 ? -128 : 0;
    for (int code = low; code < low + (1 << layout_.code_bits); ++code)
      levels.push_back(static_cast<double>(numerics::weight_value(
          layout_, {code, parts_.scale, parts_.minimum, parts_.d, parts_.dmin})));
    if (levels.front() > levels.back()) std::reverse(levels.begin(), levels.end());
    bars.levels(p_, levels, 0, layout_.group);
    p_.rect(bars.column(s_.weight - first), {.fill = Role::lane, .fill_opacity = 0.2f});
    const auto from = static_cast<size_t>(first), count = static_cast<size_t>(layout_.group);
    bars.bars(p_, std::span(s_.values).subspan(from, count),
              std::span(s_.decoded).subspan(from, count));
    p_.hotspot(
        {bars.plot, fill("Weights {} to {}", {first, first + layout_.group - 1}),
         drag_x("weight", bars.column(0).center().x, bars.column(layout_.group - 1).center().x,
                first, first + layout_.group - 1)});
  }

  // The weight of the block whose code is in this byte of a field, in the bits that the followed
  // one's is in.
  int weight_in(const BlockField& field, int index) const {
    const numerics::Packing& each = packing(field);
    const int together = each.run * each.per_byte;  // weights in `run` bytes
    return index / each.run * together + local_ % together / each.run * each.run + index % each.run;
  }

  void field_bytes(const BlockField& field, const Place& place) {
    const float middle = cell(field, place, field.first).center().y;
    p_.text({place.left + edge, middle}, field.name, mono);
    p_.text({place.left + names - 6, middle}, integer(field.first), ended(quiet));
    std::vector<Rect> cells;
    for (int i = 0; i < field.bytes; ++i)
      cells.push_back(inset(cell(field, place, field.first + i), 1));
    p_.rects(cells, {.fill = role(field.part), .fill_opacity = 0.22f});
    const bool single = field.part >= BlockPart::d;
    if (single) {
      const float value = field.part == BlockPart::d ? parts_.d : parts_.dmin;
      p_.text({cells.back().right() + 8, middle},
              fill(is_narrow(width_) ? "{}" : "FP16: {}", {readable(static_cast<double>(value))}),
              label);
    }
    followed_bytes(field, place);
    // A handle for each row, and of codes for each run, within which weights are neighbors.
    const int run = field.part == BlockPart::code ? packing(field).run : per_row_;
    const int together = std::min(run, per_row_);
    for (int i = 0; i < field.bytes; i += together) {
      const Rect first = cell(field, place, field.first + i);
      const int last = std::min(i + together, field.bytes) - 1;
      Hotspot spot = {
          {first.x, first.y, pitch() * static_cast<float>(last - i + 1), first.height},
          single ? std::string(field.name) : fill("{}[{}] to [{}]", {field.name, i, last})};
      if (field.part == BlockPart::code) {
        const int weight = weight_in(field, i) + s_.weight - local_;
        spot.action =
            drag_x("weight", first.center().x, cell(field, place, field.first + last).center().x,
                   weight, weight + last - i);
      }
      p_.hotspot(spot);
    }
  }

  // The bits of the followed weight, each at its place in its byte.
  void followed_bytes(const BlockField& field, const Place& place) {
    for (const BlockBits& bits : bits_) {
      if (bits.byte < field.first || bits.byte >= field.first + field.bytes) continue;
      const Rect all = inset(cell(field, place, bits.byte), 1);
      const Stretch own = stretch(bits.mask);
      const float bit = all.width / 8;
      if (bits.part < BlockPart::d)  // d and dmin are everybody's
        p_.rect({all.x + bit * static_cast<float>(8 - own.low - own.count), all.y,
                 bit * static_cast<float>(own.count), all.height},
                {.fill = role(bits.part)});
      p_.rect(all, {.stroke = Role::ink, .stroke_width = 1.5f});
    }
  }

  void bytes() {
    const float heading = high_.bytes_top - high_.section / 2;
    p_.begin("bytes");
    p_.text({edge, heading},
            fill("{}: {} for {}, {} bits each", {layout_.name,
                                                 {layout_.bytes, "byte"},
                                                 {layout_.values, "weight"},
                                                 shortest(layout_.bits_per_value())}),
            strong);
    if (!is_narrow(width_))
      p_.text({width_ - edge, heading}, "dark: the bits of the followed weight", ended(quiet));
    p_.end();
    for (size_t i = 0; i < std::size(layout_.field); ++i) {
      const BlockField& field = layout_.field[i];
      if (field.bytes == 0) continue;
      const Part part(p_, field.part == BlockPart::code    ? "codes"
                          : field.part == BlockPart::scale ? "scales"
                                                           : "d");
      field_bytes(field, places_.at[i]);
    }
    y_ = high_.bytes_top + places_.bottom;
  }

  // "scale  scales[0]: 10000101, scales[8]: 11010001  = 33", with the bits that count on a ground.
  void bits() {
    constexpr std::string_view titles[] = {"code", "scale", "min"};
    const float digit = text_width("0", Size::small, Weight::mono);
    const Part within(p_, "bits");
    bits_y_ = y_;
    p_.text({edge, y_ + high_.section / 2}, fill("Weight {}, bit by bit", {s_.weight}), strong);
    y_ += high_.section;
    for (int row = 0; row < bit_rows(layout_); ++row, y_ += high_.bit_row) {
      const float middle = y_ + high_.bit_row / 2, ground = is_narrow(width_) ? 16 : 18;
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
        const Stretch own = stretch(bits.mask);
        p_.rect({x + digit * static_cast<float>(8 - own.low - own.count), middle - ground / 2,
                 digit * static_cast<float>(own.count), ground},
                {.fill = role(part), .fill_opacity = 0.35f});
        p_.text({x, middle}, text, mono);
        x += 8 * digit + 8;
      }
      const int values[] = {parts_.code, parts_.scale, parts_.minimum};
      p_.text({x, middle}, fill("= {}", {values[row]}), strong);
    }
  }

  std::string expression(bool numbers) const {
    const auto less = [&](std::string_view word, int value, int zero) {
      const std::string own = numbers ? integer(value) : std::string(word);
      return zero > 0 ? fill("({} − {})", {own, zero}) : own;
    };
    std::string text = numbers ? readable(static_cast<double>(parts_.d)) : "d";
    if (layout_.scale_bits > 0) text += " · " + less("scale", parts_.scale, layout_.scale_zero);
    text += " · " + less("code", parts_.code, layout_.code_zero);
    if (layout_.minimums)
      text += fill(" − {} · {}",
                   {numbers ? readable(static_cast<double>(parts_.dmin)) : std::string("dmin"),
                    less("min", parts_.minimum, 0)});
    return text;
  }

  // Below the bits, or beside them.
  void formula() {
    const double value = s_.value(s_.weight), result = s_.result(s_.weight);
    const bool narrow = is_narrow(width_);
    const Part part(p_, "formula");
    Lines lines(p_,
                narrow ? Point{edge, y_ + 10} : Point{width_ - 336, bits_y_ + high_.section / 2},
                narrow ? 17.f : 20.f);
    lines.add(fill("weight = {}", {expression(false)}));
    lines.add(fill("= {}", {expression(true)}));
    lines.add(fill("= {}; it was {}: error {}",
                   {readable(result), readable(value), brief(result - value)}),
              strong);
  }

  const KQuant& s_;
  const BlockLayout& layout_;
  Painter& p_;
  const float width_;
  const Heights high_;
  const int per_row_;
  const Places places_;
  const int local_;
  const numerics::WeightBits bits_;
  const WeightParts parts_;
  float y_ = 0, bits_y_ = 0;  // where the next section begins, and where that of the bits does
};

}  // namespace

// For every type the same.
float KQuant::height(float width) const {
  const Heights high(width);
  return high.bytes_top + most_rows(width) + high.section + high.formula;
}

void KQuant::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
