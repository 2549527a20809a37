#include <algorithm>

#include "core/memory/measured_h200.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/machine/bytes.hpp"
#include "web/scenes/machine/measured_text.hpp"
#include "web/scenes/machine/struct_layout.hpp"

namespace loom::scenes {
namespace {

using memory::StructCost;
using memory::StructLayout;
using namespace scene;

constexpr int words_per_line = memory::line_bytes / memory::field_bytes,
              words_per_sector = memory::sector_bytes / memory::field_bytes;
constexpr float head_high = 24, foot_high = 67, row_gap = 3, sector_gap = 4, bar_high = 12,
                bar_inside = 5;
constexpr int most_bytes = memory::most_fields * memory::line_bytes;  // of 32 structs

Panels struct_panels(float width) {
  const float rows = is_narrow(width) ? 112 : 192, high = head_high + rows + foot_high;
  return panels(width, 0, {.first_height = high, .second_height = high, .below = 4});
}

// One layout's memory: a heading, as many lines as there are fields, a bar of bytes. Few lines are
// high and many are low, so that the picture is as high for any number of fields.
class Panel {
 public:
  Panel(const StructPicture& picture, Painter& painter, const Rect& box, StructLayout layout)
      : picture_(picture),
        painter_(painter),
        box_(box),
        layout_(layout),
        cost_(layout == StructLayout::array_of_structs ? picture.of_structs : picture.of_arrays),
        fields_(picture.options.fields),
        word_((box.width - 3 * sector_gap) / words_per_line),
        pitch_((box.height - head_high - foot_high) / static_cast<float>(std::max(fields_, 4))) {}

  void draw() {
    heading();
    for (int sector = 0; sector < 4 * fields_; ++sector) memory(sector);
    foot();
  }

 private:
  Rect sector(int index) const {
    const float wide = word_ * words_per_sector;
    return {box_.x + (wide + sector_gap) * static_cast<float>(index % 4),
            box_.y + head_high + pitch_ * static_cast<float>(index / 4), wide, pitch_ - row_gap};
  }
  Rect place(int at) const {
    const Rect box = sector(at / words_per_sector);
    return {box.x + word_ * static_cast<float>(at % words_per_sector), box.y, word_, box.height};
  }
  int field(int at) const {
    return layout_ == StructLayout::array_of_structs ? at % fields_ : at / words_per_line;
  }
  bool wanted(int at) const { return field(at) < picture_.options.read; }
  void heading();
  void memory(int sector);
  void word(int at, bool fetched);
  void foot();

  const StructPicture& picture_;
  Painter& painter_;
  const Rect box_;
  const StructLayout layout_;
  const StructCost& cost_;
  const int fields_;
  const float word_, pitch_;
};

void Panel::heading() {
  const bool first = layout_ == StructLayout::array_of_structs, chosen = layout_ == picture_.chosen;
  const float y = box_.y + 9;
  if (chosen) arrow_head(painter_, {box_.x + 8, y}, Toward::right, Role::ink, 8, 5);
  const std::string_view name = first ? "Array of structs" : "Struct of arrays";
  painter_.text({box_.x + (chosen ? 13.f : 0.f), y}, name, chosen ? strong : quiet);
  painter_.hotspot({{box_.x, y - 9, box_.width, 20},
                    std::string(name),
                    choose("layout", first ? "aos" : "soa")});
}

// Its field's letter, and below it a bar: solid where a load has read it, dotted where it came
// along in vain.
void Panel::word(int at, bool fetched) {
  const Rect box = place(at),
             bar = {box.x + 0.5f, box.bottom() - bar_inside, word_ - 1, bar_inside};
  if (wanted(at)) {
    painter_.rect({bar.x, box.y, bar.width, box.height},
                  {.fill = Role::data, .fill_opacity = 0.25f});
    painter_.rect(bar, {.fill = Role::data});
  } else if (fetched) {
    painter_.end();
    painter_.begin("waste");
    painter_.rect(bar, {.fill = Role::waste, .texture = Texture::dots});
    painter_.end();
    painter_.begin("fields");
  }
  painter_.text({box.center().x, box.center().y - bar_inside / 2 + 0.5f}, field_name(field(at)),
                centered(wanted(at) ? strong : quiet));
}

void Panel::memory(int index) {
  const bool fetched = (cost_.touched(picture_.options.read) >> index & 1) != 0;
  int read = 0;
  painter_.begin("fields");
  for (int at = index * words_per_sector; at < (index + 1) * words_per_sector; ++at) {
    word(at, fetched);
    read += wanted(at) ? memory::field_bytes : 0;
  }
  painter_.end();
  const Part part(painter_, "sectors");
  painter_.rect(inset(sector(index), 0.5f), {.stroke = fetched ? Role::data : Role::grid});
  painter_.hotspot({sector(index), fill(fetched ? "Sector at byte {}: {} of 32 bytes used"
                                                : "Sector at byte {}: not fetched",
                                        {index * memory::sector_bytes, read})});
}

// On one scale for all states: the memory of structs with eight fields.
void Panel::foot() {
  const float y = box_.bottom() - foot_high + 4, below = y + bar_high + 27;
  const int fetched = cost_.bytes_fetched(), useful = cost_.bytes_useful();
  byte_bar(painter_, {box_.x, y, box_.width, bar_high}, most_bytes, useful, fetched - useful);
  painter_.text({box_.right(), y + bar_high + 12}, fill("at most {}", {most_bytes}), ended(quiet));
  painter_.begin("bytes");
  painter_.text({box_.x, below},
                fill("{}, {} bytes", {{cost_.sectors_fetched(), "sector"}, fetched}), label);
  painter_.text({box_.right(), below}, bytes_moved(cost_.moved_per_useful()) + " per useful byte",
                ended(strong));
  painter_.end();
  if (picture_.options.read > 1) return;  // only one load was measured
  const Part part(painter_, "measured");
  painter_.text({box_.x, below + 15},
                simulated_and_measured(plural(cost_.sectors_fetched(), "sector"),
                                       memory::measured_first_load(layout_, fields_)),
                quiet);
  painter_.hotspot({{box_.x, below + 7, box_.width, 13}, measured_how(memory::recorded_accesses)});
}

}  // namespace

std::string bytes_moved(double ratio) {
  return ratio == 1 ? "1 byte" : fixed(ratio, ratio == static_cast<int>(ratio) ? 0 : 2) + " bytes";
}

std::string field_name(int field) { return std::string(1, static_cast<char>('A' + field)); }

float StructPicture::height(float width) const { return struct_panels(width).bottom(); }

void StructPicture::draw(Painter& painter, const View& view) const {
  const Panels at = struct_panels(view.width);
  Panel(*this, painter, at.first, StructLayout::array_of_structs).draw();
  Panel(*this, painter, at.second, StructLayout::struct_of_arrays).draw();
}

}  // namespace loom::scenes
