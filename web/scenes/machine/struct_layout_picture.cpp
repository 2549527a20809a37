#include "core/memory/measured_h200.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/machine/bytes.hpp"
#include "web/scenes/machine/measured_text.hpp"
#include "web/scenes/machine/struct_layout.hpp"

namespace loom::scenes {
namespace {

using memory::StructCost, memory::StructLayout;

constexpr int words_per_line = memory::line_bytes / memory::field_bytes,
              words_per_sector = memory::sector_bytes / memory::field_bytes;
constexpr float head_high = 24, foot_high = 67, row_gap = 3, sector_gap = 4, bar_high = 12,
                bar_inside = 5;
constexpr int most_bytes = memory::most_fields * memory::line_bytes;  // of 32 structs

// One layout's memory: a heading, as many lines as there are fields, a bar of bytes. Few lines are
// high and many are low, so that the picture is as high for any number of fields.
struct Panel : Picture<StructPicture> {
  Rect box_;
  StructLayout layout_;
  bool of_structs_ = layout_ == StructLayout::array_of_structs,
       chosen_ = layout_ == s_.chosen;  // only what is read in this layout is filled
  const StructCost& cost_ = of_structs_ ? s_.of_structs : s_.of_arrays;
  int fields_ = s_.options.fields;
  float word_ = (box_.width - 3 * sector_gap) / words_per_line;
  float pitch_ = (box_.height - head_high - foot_high) / px(std::max(fields_, 4));

  void draw() {
    heading();
    for (int sector = 0; sector < 4 * fields_; ++sector) memory(sector);
    foot();
  }

  Rect sector(int index) const {
    const float wide = word_ * words_per_sector;
    return {box_.x + (wide + sector_gap) * px(index % 4),
            box_.y + head_high + pitch_ * px(index / 4), wide, pitch_ - row_gap};
  }
  Rect place(int at) const {
    const Rect box = sector(at / words_per_sector);
    return {box.x + word_ * px(at % words_per_sector), box.y, word_, box.height};
  }
  int field(int at) const { return of_structs_ ? at % fields_ : at / words_per_line; }
  bool wanted(int at) const { return field(at) < s_.options.read; }

  void heading() {
    const float y = box_.y + 9;
    if (chosen_) arrow_head(p_, {box_.x + 8, y}, Toward::right, Role::ink, 8, 5);
    const std::string_view name = of_structs_ ? "Array of structs" : "Struct of arrays";
    p_.text({box_.x + (chosen_ ? 13.f : 0.f), y}, name, chosen_ ? strong : quiet);
    p_.text({box_.right(), y}, chosen_ ? "read now" : "for comparison", ended(quiet));
    spot(band(box_, y - 9, 20), choose("layout", of_structs_ ? "aos" : "soa"), name);
  }

  // Its field's letter, and below it a bar: solid where a load has read it, dotted where it came
  // along in vain.
  void word(int at, bool fetched, Part& part) {
    const Rect box = place(at),
               bar = {box.x + 0.5f, box.bottom() - bar_inside, word_ - 1, bar_inside};
    const bool read = chosen_ && wanted(at);
    if (read) {
      p_.rect(band(bar, box.y, box.height), solid(Role::data, 0.25f));
      p_.rect(bar, solid(Role::data));
    } else if (chosen_ && fetched) {
      part.next("waste");
      p_.rect(bar, wasted);
      part.next("fields");
    }
    p_.text({box.center().x, box.center().y - bar_inside / 2 + 0.5f}, field_name(field(at)),
            centered(read ? strong : quiet));
  }

  void memory(int index) {
    const bool fetched = (cost_.touched(s_.options.read) >> index & 1) != 0;
    int read = 0;
    Part part(p_, "fields");
    for (int at = index * words_per_sector; at < (index + 1) * words_per_sector; ++at) {
      word(at, fetched, part);
      read += wanted(at) ? memory::field_bytes : 0;
    }
    part.next("sectors");
    p_.rect(inset(sector(index), 0.5f), stroked(chosen_ && fetched ? Role::data : Role::grid));
    spot(sector(index),
         fetched ? "Sector at byte {}: {} of 32 bytes used" : "Sector at byte {}: not fetched",
         index * memory::sector_bytes, read);
  }

  // On one scale for all states: the memory of structs with eight fields.
  void foot() {
    const float y = box_.bottom() - foot_high + 4, below = y + bar_high + 27;
    const int fetched = cost_.bytes_fetched(), useful = cost_.bytes_useful();
    byte_bar(p_, band(box_, y, bar_high), most_bytes, useful, fetched - useful);
    p_.text({box_.right(), y + bar_high + 12}, fill("at most {}", most_bytes), ended(quiet));
    Part part(p_, "bytes");
    write({box_.x, below}, label, "{}, {} bytes", Word(cost_.sectors_fetched(), "sector"), fetched);
    p_.text({box_.right(), below}, bytes_moved(cost_.moved_per_useful()) + " per useful byte",
            ended(strong));
    if (s_.options.read > 1) return;  // only one load was measured
    part.next("measured");
    write({box_.x, below + 15}, quiet,
          simulated_and_measured(plural(cost_.sectors_fetched(), "sector"),
                                 memory::measured_first_load(layout_, fields_)));
    spot(band(box_, below + 7, 13), measured_how(memory::recorded_accesses));
  }
};

}  // namespace

struct StructLayoutDrawing : Picture<StructPicture> {
  float high_ = head_high + by_width(112, 192) + foot_high;
  Panels at_ = panels(width_, 0, {.first_height = high_, .second_height = high_, .below = 4});

  float height() const { return at_.bottom(); }
  void draw() {
    Panel{*this, at_.first, StructLayout::array_of_structs}.draw();
    Panel{*this, at_.second, StructLayout::struct_of_arrays}.draw();
  }
};

float StructPicture::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
