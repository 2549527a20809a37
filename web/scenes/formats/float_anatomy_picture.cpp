#include "web/scene/format_choice.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/formats/float_anatomy.hpp"

namespace loom::scenes {

using numerics::Anatomy, numerics::Format, numerics::NumberKind;

constexpr float edge = 4, row = 24;
constexpr int format_count = static_cast<int>(std::size(format_choices));

struct FieldLook {
  std::string_view part;
  Role role;
};
constexpr FieldLook looks[field_count] = {
    {"sign", Role::series_5}, {"exponent", Role::series_1}, {"mantissa", Role::series_3}};

// A field's ground.
constexpr Style shade(Role role, float opacity = 0.32f, float stroke_width = 1) {
  return {.fill = role, .stroke = role, .stroke_width = stroke_width, .fill_opacity = opacity};
}

// What has a name of its own: in a list, and as a key of a narrow picture.
struct Landmark {
  std::string_view name, key, none;
  float width;  // px, of the key
  std::uint32_t code;
  bool there = true;
};

// Of the same height for every format: the keys of a few bits are larger. A narrow picture is as
// low as three rows of keys and all formats allow; it has the formats in two columns.
struct FloatAnatomyDrawing : Picture<FloatAnatomy> {
  const Format& format_ = *s_.format;
  const Anatomy& is_ = s_.is;
  float wide_ = width_ - 2 * edge;
  int bits_ = format_.bits(), bit_rows_ = (bits_ - 1) / (narrow_ ? 12 : 20) + 1,
      per_row_ = (bits_ - 1) / bit_rows_ + 1;
  // Of all rows of keys; of a key, and what is below it.
  float room_ = by_width(136, 116), foot_ = by_width(14, 16);
  float pitch_ = std::min(wide_ / px(per_row_), by_width(42, 60));
  float key_high_ = std::min((room_ - heads()) / px(bit_rows_) - foot_, 58.f);
  float keys_top_ = (room_ - heads() - (key_high_ + foot_) * px(bit_rows_)) / 2;
  float fields_ = room_ + by_width(4, 6), right_ = edge + by_width(wide_, 344);
  float total_ = fields_ + by_width(38, row * 3), specials_ = total_ + by_width(28, row + 32);
  int format_rows_ = narrow_ ? (format_count + 1) / 2 : format_count;
  float chart_x_ = by_width(0, right_ + 48);
  Rect chart_ = {chart_x_, by_width(specials_ + row + 18, fields_ + 14),
                 width_ - by_width(0, edge) - chart_x_, by_width(28, row) * px(format_rows_)};

  float height() const { return chart_.bottom() + by_width(2, 24); }

  // Above a row of keys: names, where a field begins in it.
  float head(int bit_row) const {
    const int mantissa = 1 + format_.exponent_bits;  // its first bit
    if (!narrow_) return 18;
    return bit_row == 0 || bit_row == mantissa / per_row_ ? 16 : 3;
  }
  float heads() const {
    float all = 0;
    for (int i = 0; i < bit_rows_; ++i) all += head(i);
    return all;
  }
  Rect key(int index) const {  // 0: the sign
    float y = keys_top_;
    for (int i = 0; i < index / per_row_; ++i) y += head(i) + key_high_ + foot_;
    return {edge + pitch_ * px(index % per_row_), y + head(index / per_row_), pitch_ - 3,
            key_high_};
  }
  // What a field says; in a narrow picture sign and exponent share a line.
  Rect line(int field) const {
    if (!narrow_) return {edge, fields_ + row * px(field), right_ - edge, row};
    constexpr float sign = 84, gap = 18, high = 18;
    if (field == 0) return {edge, fields_, sign, high};
    if (field == 1) return {edge + sign + gap, fields_, wide_ - sign - gap, high};
    return {edge, fields_ + high, wide_, high};
  }

  void draw() {
    for (int field = 0; field < field_count; ++field) bits_of(field);
    read_out();
    in("specials", [&] { specials(); });
    narrow_ ? format_cells() : formats();
  }

  int first(int field) const { return field == 0 ? 0 : field == 1 ? 1 : 1 + format_.exponent_bits; }
  int count(int field) const { return bits(format_, field); }

  void bits_of(int field) {
    const auto& [part, role] = looks[field];
    const Part within(p_, part);
    std::vector<Rect> keys[2], fronts;  // of bits that are 0, and 1
    const auto is_set = [&](int i) { return s_.code >> (bits_ - 1 - first(field) - i) & 1; };
    for (int i = 0; i < count(field); ++i) {
      const Rect cell = key(first(field) + i);
      keys[is_set(i)].push_back(cell);
      // A key to press, with its front edge.
      fronts.push_back({cell.x + 2, cell.bottom() - 4, cell.width - 4, 3});
    }
    p_.rects(keys[0], shade(role, 0.06f));
    p_.rects(keys[1], shade(role, 0.32f, 2));
    p_.rects(fronts, solid(role));
    for (int i = 0; i < count(field); ++i) {
      const int index = first(field) + i;
      const Rect cell = key(index);
      if (i == 0) {
        const float end = edge + wide_,
                    beside = pitch_ * px(std::min(count(field), per_row_ - index % per_row_));
        const std::string name =
            fit({fill("{}: {}", part, Word(count(field), "bit")), std::string(part)},
                field == 2 ? std::max(end - cell.x, 60.f) : beside - 4, Size::small);
        p_.text({std::min(cell.x, end - text_width(name, Size::small)), cell.y - by_width(9, 10)},
                name, label);
      }
      p_.text(cell.center(), is_set(i) ? "1" : "0",
              {is_set(i) ? Role::ink : Role::muted, Size::normal, Align::middle, Weight::mono});
      // What the bit is worth.
      write({cell.center().x, cell.bottom() + by_width(8, 9)}, centered(quiet),
            field == 0   ? "±"
            : field == 2 ? power(2, -1 - i)
                         : integer(1 << (count(field) - 1 - i)));
      const std::uint32_t flipped = s_.code ^ 1u << (bits_ - 1 - index);
      spot(cell, choose("bits", own_code(format_, flipped)), "Flips to {}: {}",
           code_text(format_, flipped), exact_text(numerics::decode(format_, flipped)));
    }
  }

  // What each field says, and what they make together.
  void read_out() {
    const std::array<FieldText, field_count> texts = s_.fields();
    Part part(p_, looks[0].part);
    for (int field = 0; field < field_count; ++field) {
      const Rect box = line(field);
      const float y = box.center().y;
      if (field > 0) part.next(looks[field].part);
      p_.rect({box.x, y - 6, 12, 12}, shade(looks[field].role));
      p_.text({box.x + 19, y}, looks[field].part, label);
      p_.text({box.x + (narrow_ && field == 0 ? 52.f : 84.f), y}, nth(texts, field).formula, quiet);
      p_.text({box.right(), y}, nth(texts, field).result, ended(strong));
    }
    const float middle = total_ + by_width(13, 18);
    part.next("value");
    level(p_, total_, edge, right_, stroked(Role::muted));
    p_.text({edge, middle}, code_text(format_, s_.code), {.weight = Weight::mono});
    p_.text({right_, middle}, is_.kind == NumberKind::nan ? "NaN" : exact_text(is_.value),
            ended(large));
  }

  void specials() {
    const bool nan = format_.has_nan();
    const std::uint32_t most = format_.max_code();
    const Landmark all[] = {
        {"largest", "largest", "", 56, most},
        {"smallest normal", "least normal", "", 80, 1u << format_.mantissa_bits},
        {"smallest subnormal", "subnormal", "", 70, 1},
        {"infinity", "infinity", "no infinity", 70, most + 1, format_.has_infinity()},
        {"not a number", "NaN", "no NaN", 56, nan ? format_.nan_code() : 0, nan}};
    if (!narrow_) write({edge, specials_ - 12}, quiet, "Landmarks of {}", format_.name);
    Point at = {edge, specials_};
    for (const Landmark& each : all) {
      const bool chosen = each.there && each.code == (s_.code & (format_.sign_bit() - 1));
      const Rect box = {at.x, at.y, by_width(each.width, right_ - edge), row};
      const std::string code = code_text(format_, each.code),
                        value = readable(numerics::decode(format_, each.code));
      narrow_ ? special_key(each, box, chosen) : special(each, box, chosen, code, value);
      if (each.there)
        spot(box, choose("bits", own_code(format_, each.code)),
             narrow_ ? fill("Show {}: {}", code, value) : fill("Show {}", code));
      narrow_ ? at.x += box.width : at.y += row;
    }
  }

  void special(const Landmark& each, const Rect& box, bool chosen, std::string_view code,
               std::string_view value) {
    const float y = box.center().y;
    if (chosen) chosen_ground(p_, box);
    p_.text({box.x + 4, y}, each.name, label);
    if (each.there) p_.text({box.x + 136, y}, code, colored(mono, Role::muted));
    p_.text({box.right() - 4, y}, each.there ? value : "none", ended(each.there ? label : quiet));
  }

  // What it means is shown when it is pressed.
  void special_key(const Landmark& each, const Rect& box, bool chosen) {
    if (!each.there) return p_.text(box.center(), each.none, centered(quiet));
    if (chosen) chosen_ground(p_, inset(box, 1));
    p_.rect(inset(box, 1.5f), rounded(stroked(chosen ? Role::lane : Role::muted), 4));
    p_.text(box.center(), each.key, centered(chosen ? strong : label));
  }

  static const Format& format(int i) { return *numerics::find_format(format_choices[i].value); }
  static int bits(const Format& format, int field) {
    return field == 0 ? 1 : field == 1 ? format.exponent_bits : format.mantissa_bits;
  }
  static void does(const auto& cell, const Format& format) {
    cell.does(choose("type", format.id), "{}: {}, {} of exponent and {} of mantissa", format.name,
              Word(format.bits(), "bit"), format.exponent_bits, format.mantissa_bits);
  }

  void formats() {
    constexpr float names = 76;
    const float unit = (chart_.width - names - 136) / 32, head = chart_.y - 12,
                largest = chart_.right() - 58, right = chart_.right() - 4;
    const Rect top = {chart_.x, chart_.y, chart_.width, row};
    Part part(p_, "formats");
    column_names(p_, head,
                 {{chart_.x + 4, "Bits of every format", Align::start}, {largest, "max ±"}});
    std::vector<Rect> pieces[field_count];
    BarRows rows(p_, top, 0, 0), digits = rows;
    for (int i = 0; i < format_count; ++i) {
      rows.next(&format(i) == &format_, format(i).name);
      p_.text({largest, rows.middle()}, largest_text(format(i), true), ended(label));
      float x = chart_.x + names;
      for (int field = 0; field < field_count; ++field) {
        const float wide = unit * px(bits(format(i), field));
        pieces[field].push_back({x, rows.row().y + 4, wide, row - 8});
        if (wide > 15)
          p_.text(pieces[field].back().center(), integer(bits(format(i), field)), centered(label));
        x += wide;
      }
    }
    for (int field = 0; field < field_count; ++field)
      p_.rects(pieces[field], shade(looks[field].role));
    part.next("digits");
    p_.text({right, head}, "~digits", ended(quiet));
    for (int i = 0; i < format_count; ++i) {
      digits.next();
      digits.cell(right, digits_text(format(i)));
      does(digits, format(i));
    }
    p_.text({chart_.x + 4, chart_.bottom() + 14},
            "~digits: stored mantissa bits × log₁₀ 2; hidden 1: 0.3 more", quiet);
  }

  // The same for a narrow picture: the bits of each format as pieces of a thin bar.
  void format_cells() {
    constexpr float largest = 112;  // from a cell's left
    const Grid grid = {chart_, 2, format_rows_};
    const float head = chart_.y - 9;
    Part part(p_, "formats");
    for (int column : {0, 1}) {
      const Rect cell = grid.cells(column, 0);
      column_names(p_, head, {{cell.x + 5, "bits", Align::start}, {cell.x + 5 + largest, "max ±"}});
    }
    BarCells cells(p_, grid);
    for (int i = 0; i < format_count; ++i) {
      cells.next(&format(i) == &format_);
      cells.words({std::string(format(i).name)}, digits_text(format(i)));
      cells.number(largest, largest_text(format(i), true));
      double from = 0;
      for (int field = 0; field < field_count; ++field) {
        const double to = from + bits(format(i), field) / 32.;
        cells.bar(from, to, solid(looks[field].role, 0.6f));
        from = to;
      }
      does(cells, format(i));
    }
    part.next("digits");
    for (int column : {0, 1})
      p_.text({grid.cells(column, 0).right() - 5, head}, "~digits", ended(quiet));
  }
};

float FloatAnatomy::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }
}  // namespace loom::scenes
