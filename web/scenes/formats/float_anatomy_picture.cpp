#include <algorithm>
#include <cmath>

#include "web/scene/kit.hpp"
#include "web/scenes/formats/float_anatomy.hpp"
#include "web/scenes/formats/format_choice.hpp"
#include "web/scenes/formats/number_text.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using numerics::Anatomy;
using numerics::Format;
using numerics::NumberKind;

constexpr float edge = 4, row = 24;
constexpr int field_count = 3, special_count = 5;
constexpr int format_count = static_cast<int>(std::size(format_choices));

struct FieldLook {
  std::string_view part;
  Role role;
};
constexpr FieldLook looks[field_count] = {
    {"sign", Role::series_5}, {"exponent", Role::series_1}, {"mantissa", Role::series_3}};

// The same height for every format: the keys of a few bits are larger. A narrow picture is as low
// as three rows of keys and all formats allow.
struct Layout {
  Layout(const Format& format, float picture_width)
      : narrow(is_narrow(picture_width)),
        width(picture_width - 2 * edge),
        bits(format.bits()),
        mantissa(1 + format.exponent_bits),
        bit_rows((bits - 1) / (narrow ? 12 : 20) + 1),
        per_row((bits - 1) / bit_rows + 1),
        room(narrow ? 136 : 116),
        pitch(std::min(width / static_cast<float>(per_row), narrow ? 42.f : 60.f)),
        fields(room + (narrow ? 4.f : 6.f)),
        left_width(narrow ? width : 344),
        total(fields + (narrow ? 38.f : row * 3)),
        specials(total + (narrow ? 28.f : row + 32)),
        chart{narrow ? 0 : edge + left_width + 48, narrow ? specials + row + 18 : fields + 14, 0,
              0} {
    const auto rows = static_cast<float>(bit_rows);
    float heads = 0;
    for (int i = 0; i < bit_rows; ++i) heads += head(i);
    bit_high = std::min((room - heads) / rows - foot(), 58.f);
    bits_top = (room - heads - (bit_high + foot()) * rows) / 2;
    chart.width = picture_width - (narrow ? 0 : edge) - chart.x;
    chart.height = narrow ? cell_high * cell_rows : row * static_cast<float>(format_count);
  }
  // Above a row of keys: names, where a field begins in it.
  float head(int bit_row) const {
    if (!narrow) return 18;
    return bit_row == 0 || bit_row == mantissa / per_row ? 16 : 3;
  }
  float foot() const { return narrow ? 14 : 16; }  // below one: what bits are worth
  Rect bit(int index) const {                      // 0: the sign
    float y = bits_top;
    for (int i = 0; i < index / per_row; ++i) y += head(i) + bit_high + foot();
    return {edge + pitch * static_cast<float>(index % per_row), y + head(index / per_row),
            pitch - 3, bit_high};
  }
  // What a field says; in a narrow picture sign and exponent share a line.
  Rect field(int index) const {
    if (!narrow) return {edge, fields + row * static_cast<float>(index), left_width, row};
    constexpr float sign = 84, gap = 18, high = 18;
    if (index == 0) return {edge, fields, sign, high};
    if (index == 1) return {edge + sign + gap, fields, width - sign - gap, high};
    return {edge, fields + high, width, high};
  }
  float height() const { return chart.bottom() + (narrow ? 2.f : 24.f); }

  bool narrow;
  float width;
  int bits, mantissa, bit_rows, per_row;   // mantissa: its first bit
  float room, bits_top = 0, bit_high = 0;  // of all rows of bits, of a key
  float pitch, fields, left_width, total, specials;
  Rect chart;
  // A narrow picture has the formats in two columns.
  static constexpr int cell_rows = (format_count + 1) / 2;
  static constexpr float cell_high = 28;
};

class Drawing {
 public:
  Drawing(const FloatAnatomy& anatomy, Painter& painter, float width)
      : format_(*anatomy.format),
        code_(anatomy.code),
        is_(anatomy.is),
        p_(painter),
        at_(format_, width) {}

  void run() {
    for (int field = 0; field < field_count; ++field) bits_of(field);
    read_out();
    specials();
    formats();
  }

 private:
  int first(int field) const { return field == 0 ? 0 : field == 1 ? 1 : 1 + format_.exponent_bits; }
  int count(int field) const { return (field == 2 ? at_.bits : first(field + 1)) - first(field); }
  bool bit(int field, int i) const { return code_ >> (at_.bits - 1 - first(field) - i) & 1; }

  void bits_of(int field) {
    const auto& [part, role] = looks[field];
    const Part within(p_, part);
    std::vector<Rect> keys[2], fronts;  // of bits that are 0, and 1
    for (int i = 0; i < count(field); ++i) {
      const Rect cell = at_.bit(first(field) + i);
      keys[bit(field, i)].push_back(cell);
      // A key to press, with its front edge.
      fronts.push_back({cell.x + 2, cell.bottom() - 4, cell.width - 4, 3});
    }
    for (int set : {0, 1})
      p_.rects(keys[set], {.fill = role,
                           .stroke = role,
                           .stroke_width = set ? 2.f : 1.f,
                           .fill_opacity = set ? 0.32f : 0.06f});
    p_.rects(fronts, {.fill = role});
    for (int i = 0; i < count(field); ++i) {
      const int index = first(field) + i, place = at_.bits - 1 - index;
      const Rect cell = at_.bit(index);
      const bool set = bit(field, i);
      if (i == 0) {
        const float right = edge + at_.width,
                    beside = at_.pitch * static_cast<float>(std::min(
                                             count(field), at_.per_row - index % at_.per_row));
        const std::string name =
            fit({fill("{}: {}", {part, {count(field), "bit"}}), std::string(part)},
                field == 2 ? std::max(right - cell.x, 60.f) : beside - 4, Size::small);
        p_.text({std::min(cell.x, right - text_width(name, Size::small)),
                 cell.y - (at_.narrow ? 9.f : 10.f)},
                name, label);
      }
      p_.text(cell.center(), set ? "1" : "0",
              centered({.role = set ? Role::ink : Role::muted, .weight = Weight::mono}));
      // What the bit is worth.
      p_.text({cell.center().x, cell.bottom() + (at_.narrow ? 8.f : 9.f)},
              field == 0   ? "±"
              : field == 2 ? power(2, -1 - i)
                           : std::to_string(1 << (count(field) - 1 - i)),
              centered(quiet));
      const std::uint32_t flipped = code_ ^ 1u << place;
      p_.hotspot({cell,
                  fill("Flips to {}: {}", {code_text(format_, flipped),
                                           exact_text(numerics::decode(format_, flipped))}),
                  choose("bits", own_code(format_, flipped))});
    }
  }

  // What each field says, and what they make together.
  void read_out() {
    const bool hidden = is_.exponent > 0, number = std::isfinite(is_.value);
    const std::string whole = power(2, format_.mantissa_bits);
    const std::string formulas[] = {
        is_.negative ? "1" : "0",
        number ? fill("{} − bias {}", {std::max(is_.exponent, 1u), format_.bias})
               : fill("{}, all ones", {is_.exponent}),
        fill(number && hidden ? "1 + {}/{}" : "{}/{}", {is_.mantissa, whole})};
    const std::string results[] = {is_.negative ? "−" : "+",
                                   number ? power(2, is_.power) : "special",
                                   number              ? exact_text(is_.significand)
                                   : is_.mantissa == 0 ? "zero"
                                                       : "not zero"};
    const float right = edge + at_.left_width;
    for (int field = 0; field < field_count; ++field) {
      const Rect line = at_.field(field);
      const float y = line.center().y;
      const Part part(p_, looks[field].part);
      p_.rect({line.x, y - 6, 12, 12},
              {.fill = looks[field].role, .stroke = looks[field].role, .fill_opacity = 0.32f});
      p_.text({line.x + 19, y}, looks[field].part, label);
      p_.text({line.x + (at_.narrow && field == 0 ? 52.f : 84.f), y}, formulas[field], quiet);
      p_.text({line.right(), y}, results[field], ended(strong));
    }
    const float y = at_.total, middle = y + (at_.narrow ? 13.f : 18.f);
    const Part part(p_, "value");
    p_.line({edge, y}, {right, y}, {.stroke = Role::muted});
    p_.text({edge, middle}, code_text(format_, code_), {.weight = Weight::mono});
    p_.text({right, middle}, is_.kind == NumberKind::nan ? "NaN" : exact_text(is_.value),
            {.size = Size::large, .align = Align::end, .weight = Weight::semibold});
  }

  void special(int index, std::string_view name, std::uint32_t code, bool there) {
    const Rect box{edge, at_.specials + row * static_cast<float>(index), at_.left_width, row};
    const float y = box.center().y;
    const bool chosen = there && code == (code_ & (format_.sign_bit() - 1));
    if (chosen) chosen_ground(p_, box);
    p_.text({box.x + 4, y}, name, label);
    if (!there) {
      p_.text({box.right() - 4, y}, "none", ended(quiet));
      return;
    }
    const std::string text = code_text(format_, code);
    p_.text({box.x + 136, y}, text,
            {.role = Role::muted, .size = Size::small, .weight = Weight::mono});
    const double value = numerics::decode(format_, code);
    p_.text({box.right() - 4, y}, readable(value), ended(label));
    p_.hotspot({box, fill("Show {}", {text}), choose("bits", own_code(format_, code))});
  }

  void specials() {
    const Part part(p_, "specials");
    if (at_.narrow) return special_keys();
    p_.text({edge, at_.specials - 12}, fill("Landmarks of {}", {format_.name}), quiet);
    special(0, "largest", format_.max_code(), true);
    special(1, "smallest normal", 1u << format_.mantissa_bits, true);
    special(2, "smallest subnormal", 1, true);
    special(3, "infinity", format_.max_code() + 1, format_.has_infinity());
    special(4, "not a number", format_.has_nan() ? format_.nan_code() : 0, format_.has_nan());
  }

  // The same as keys in a row; what they mean is shown when they are pressed.
  void special_keys() {
    const struct {
      std::string_view name, none;
      float width;
      std::uint32_t code;
      bool there;
    } keys[special_count] = {
        {"largest", "", 56, format_.max_code(), true},
        {"least normal", "", 80, 1u << format_.mantissa_bits, true},
        {"subnormal", "", 70, 1, true},
        {"infinity", "no infinity", 70, format_.max_code() + 1, format_.has_infinity()},
        {"NaN", "no NaN", 56, format_.has_nan() ? format_.nan_code() : 0, format_.has_nan()},
    };
    float x = edge;
    for (const auto& key : keys) {
      const Rect box{x, at_.specials, key.width, row};
      x += key.width;
      if (!key.there) {
        p_.text(box.center(), key.none, centered(quiet));
        continue;
      }
      const bool chosen = key.code == (code_ & (format_.sign_bit() - 1));
      if (chosen) chosen_ground(p_, inset(box, 1));
      p_.rect(inset(box, 1.5f), {.stroke = chosen ? Role::lane : Role::muted, .radius = 4});
      p_.text(box.center(), key.name, centered(chosen ? strong : label));
      p_.hotspot({box,
                  fill("Show {}: {}", {code_text(format_, key.code),
                                       readable(numerics::decode(format_, key.code))}),
                  choose("bits", own_code(format_, key.code))});
    }
  }

  void formats() {
    if (at_.narrow) return format_cells();
    constexpr float names = 76;
    const float unit = (at_.chart.width - names - 136) / 32, head = at_.chart.y - 12;
    p_.begin("formats");
    p_.text({at_.chart.x + 4, head}, "Bits of every format", quiet);
    p_.text({at_.chart.right() - 58, head}, "max ±", ended(quiet));
    std::vector<Rect> pieces[field_count];
    for (int i = 0; i < format_count; ++i) {
      const Format& format = *numerics::find_format(format_choices[i].value);
      const bool chosen = &format == &format_;
      const Rect box{at_.chart.x, at_.chart.y + row * static_cast<float>(i), at_.chart.width, row};
      if (chosen) chosen_ground(p_, box);
      p_.text({box.x + 4, box.center().y}, format.name, chosen ? strong : label);
      p_.text({box.right() - 58, box.center().y}, largest_text(format, true), ended(label));
      const int bits[] = {1, format.exponent_bits, format.mantissa_bits};
      float x = box.x + names;
      for (int field = 0; field < field_count; ++field) {
        const float wide = unit * static_cast<float>(bits[field]);
        pieces[field].push_back({x, box.y + 4, wide, row - 8});
        if (wide > 15)
          p_.text(pieces[field].back().center(), std::to_string(bits[field]), centered(label));
        x += wide;
      }
    }
    for (int field = 0; field < field_count; ++field)
      p_.rects(pieces[field],
               {.fill = looks[field].role, .stroke = looks[field].role, .fill_opacity = 0.32f});
    p_.end();
    const Part part(p_, "digits");
    const float right = at_.chart.right() - 4;
    p_.text({right, head}, "~digits", ended(quiet));
    for (int i = 0; i < format_count; ++i) {
      const Choice& choice = format_choices[i];
      const Format& format = *numerics::find_format(choice.value);
      const Rect box{at_.chart.x, at_.chart.y + row * static_cast<float>(i), at_.chart.width, row};
      p_.text({right, box.center().y}, digits_text(format), ended(label));
      p_.hotspot({box, tooltip(format), choose("type", std::string(choice.value))});
    }
    p_.text({at_.chart.x + 4, at_.chart.bottom() + 14},
            "~digits: stored mantissa bits × log₁₀ 2; hidden 1: 0.3 more", quiet);
  }

  static std::string tooltip(const Format& format) {
    return fill("{}: {}, {} of exponent and {} of mantissa",
                {format.name, {format.bits(), "bit"}, format.exponent_bits, format.mantissa_bits});
  }

  // The same for a narrow picture: the bits of each format as pieces of a thin bar.
  void format_cells() {
    constexpr float largest = 112;  // from a cell's left
    const Grid grid = {at_.chart, 2, at_.cell_rows};
    const float head = at_.chart.y - 9;
    p_.begin("formats");
    for (int column : {0, 1}) {
      const Rect first = grid.cells(column, 0);
      p_.text({first.x + 5, head}, "bits", quiet);
      p_.text({first.x + 5 + largest, head}, "max ±", ended(quiet));
    }
    BarCells cells(p_, grid);
    for (const Choice& choice : format_choices) {
      const Format& format = *numerics::find_format(choice.value);
      cells.next(&format == &format_);
      cells.words({std::string(format.name)}, digits_text(format));
      cells.number(largest, largest_text(format, true));
      const int bits[] = {1, format.exponent_bits, format.mantissa_bits};
      double from = 0;
      for (int field = 0; field < field_count; ++field) {
        const double to = from + bits[field] / 32.;
        cells.bar(from, to, {.fill = looks[field].role, .fill_opacity = 0.6f});
        from = to;
      }
      cells.does(tooltip(format), choose("type", std::string(choice.value)));
    }
    p_.end();
    const Part part(p_, "digits");
    for (int column : {0, 1})
      p_.text({grid.cells(column, 0).right() - 5, head}, "~digits", ended(quiet));
  }

  const Format& format_;
  const std::uint32_t code_;
  const Anatomy& is_;
  Painter& p_;
  const Layout at_;
};

}  // namespace

float float_anatomy_height(const FloatAnatomy& anatomy, float width) {
  return Layout(*anatomy.format, width).height();
}

void draw_float_anatomy(const FloatAnatomy& anatomy, Painter& painter, const View& view) {
  Drawing(anatomy, painter, view.width).run();
}

}  // namespace loom::scenes
