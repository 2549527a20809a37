#include <algorithm>
#include <bit>

#include "core/memory/measured_h200.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/machine/coalescing.hpp"
#include "web/scenes/machine/measured_text.hpp"
#include "web/scenes/machine/struct_layout.hpp"

namespace loom::scenes {
namespace {

using memory::StructCost;
using memory::StructLayout;
using namespace scene;

constexpr int words_per_line = memory::line_bytes / memory::field_bytes,
              words_per_sector = memory::sector_bytes / memory::field_bytes;
constexpr float margin = 2, head_high = 26, row_high = 24, row_gap = 5, sector_gap = 4,
                bar_high = 12, bar_inside = 7;

// One layout's memory: a heading, as many lines as there are fields, a bar of bytes. The two stand
// side by side, or one above the other.
struct Panel {
  Panel(const StructPicture& picture, float picture_width, StructLayout which)
      : layout(which),
        cost(which == StructLayout::array_of_structs ? picture.of_structs : picture.of_arrays),
        fields(picture.options.fields),
        alone(picture.options.read == 1) {
    const bool narrow = picture_width < narrow_limit,
               second = which == StructLayout::struct_of_arrays;
    width = narrow ? picture_width - 2 * margin : (picture_width - 2 * margin - 28) / 2;
    x = margin + (second && !narrow ? width + 28 : 0);
    height = head_high + (row_high + row_gap) * static_cast<float>(fields) + foot_high();
    y = second && narrow ? height + 14 : 0;
    word = (width - 3 * sector_gap) / words_per_line;
  }

  Rect sector(int index) const {
    const float wide = word * words_per_sector;
    return {x + (wide + sector_gap) * static_cast<float>(index % 4),
            y + head_high + (row_high + row_gap) * static_cast<float>(index / 4), wide, row_high};
  }
  Rect place(int at) const {
    const Rect box = sector(at / words_per_sector);
    return {box.x + word * static_cast<float>(at % words_per_sector), box.y, word, box.height};
  }
  float foot_high() const { return alone ? 70.f : 53.f; }
  int field(int at) const {
    return layout == StructLayout::array_of_structs ? at % fields : at / words_per_line;
  }
  StructLayout layout;
  const StructCost& cost;
  int fields;
  bool alone;  // one load, as it was measured
  float x, y, width, height, word;
};

class Drawing {
 public:
  Drawing(const StructPicture& picture, Painter& painter, const View& view)
      : picture_(picture),
        painter_(painter),
        fraction_(view.step > 0 ? view.fraction : 1),
        loads_(view.step),
        done_(view.step == picture.options.read && fraction_ == 1) {}

  void panel(const Panel& at) {
    heading(at);
    memory(at);
    foot(at);
  }

 private:
  void heading(const Panel& at);
  void memory(const Panel& at);
  void words(const Panel& at, int sector, bool fetched);
  void foot(const Panel& at);

  const StructPicture& picture_;
  Painter& painter_;
  const float fraction_;
  const int loads_;
  const bool done_;
};

void Drawing::heading(const Panel& at) {
  const bool first = at.layout == StructLayout::array_of_structs,
             chosen = at.layout == picture_.chosen;
  const float y = at.y + 9;
  if (chosen) arrow_head(painter_, {at.x + 8, y}, Toward::right, Role::ink, 8, 5);
  const std::string_view name = first ? "Array of structs" : "Struct of arrays";
  painter_.text({at.x + (chosen ? 13.f : 0.f), y}, name, chosen ? strong : quiet);
  painter_.hotspot(
      {{at.x, y - 9, at.width, 20}, std::string(name), choose("layout", first ? "aos" : "soa")});
}

// A letter for each word, and below it a bar: solid where a load has read it, dotted where it came
// along in vain.
void Drawing::words(const Panel& at, int sector, bool fetched) {
  for (int word = sector * words_per_sector; word < (sector + 1) * words_per_sector; ++word) {
    const int field = at.field(word);
    const bool read = field < loads_, now = read && field == loads_ - 1 && !done_;
    const float shown = now ? fraction_ : 1;
    const Rect box = at.place(word),
               bar = {box.x + 0.5f, box.bottom() - bar_inside, box.width - 1, bar_inside};
    if (read) {
      painter_.rect({bar.x, box.y, bar.width, box.height},
                    {.fill = Role::data, .fill_opacity = 0.25f * shown});
      painter_.rect(bar, {.fill = Role::data, .fill_opacity = shown});
    } else if (fetched && fraction_ == 1) {
      painter_.end();
      painter_.begin("waste");
      painter_.rect(bar, {.fill = Role::waste, .texture = Texture::dots});
      painter_.end();
      painter_.begin("fields");
    }
    const TextStyle wanted = {.role = Role::lane, .size = Size::small, .weight = Weight::semibold};
    painter_.text({box.center().x, box.center().y - bar_inside / 2 + 0.5f}, field_name(field),
                  centered(now                             ? strong
                           : read                          ? label
                           : field < picture_.options.read ? wanted
                                                           : quiet));
  }
}

void Drawing::memory(const Panel& at) {
  const std::uint32_t touched = at.cost.touched(loads_),
                      before = at.cost.touched(std::max(0, loads_ - 1));
  for (int sector = 0; sector < 4 * at.fields; ++sector) {
    const bool fetched = (touched >> sector & 1) != 0,
               fresh = fetched && (before >> sector & 1) == 0 && !done_;
    const Rect box = at.sector(sector);
    painter_.begin("fields");
    words(at, sector, fetched);
    painter_.end();
    const Part part(painter_, "sectors");
    const Role stroke = fresh ? Role::ink : fetched ? Role::data : Role::grid;
    painter_.rect(inset(box, fresh ? 0 : 0.5f),
                  {.stroke = stroke, .stroke_width = fresh ? 2.f : 1.f});
    int read = 0;
    for (int word = sector * words_per_sector; word < (sector + 1) * words_per_sector; ++word)
      read += at.field(word) < loads_ ? memory::field_bytes : 0;
    painter_.hotspot(
        {box, fetched ? fill("Sector at byte {}: {} of 32 bytes used",
                             {sector * memory::sector_bytes, read})
                      : fill("Sector at byte {}: not fetched", {sector * memory::sector_bytes})});
  }
}

void Drawing::foot(const Panel& at) {
  const float y = at.y + at.height - at.foot_high() + 4;
  const int sectors = std::popcount(at.cost.touched(loads_)),
            fetched = sectors * memory::sector_bytes,
            useful = loads_ * memory::field_bytes * memory::warp_lanes;
  byte_bar(painter_, {at.x, y, at.width, bar_high}, memory::line_bytes * at.fields, useful,
           fetched - useful);
  painter_.begin("bytes");
  const float below = y + bar_high + 29;
  painter_.text({at.x, below}, fill("{}, {} bytes", {{sectors, "sector"}, fetched}), label);
  if (useful > 0)
    painter_.text({at.x + at.width, below},
                  bytes_moved(static_cast<double>(fetched) / useful) + " per useful byte",
                  ended(strong));
  painter_.end();
  if (!done_ || !at.alone) return;
  const Part part(painter_, "measured");
  const std::string text = simulated_and_measured(
      plural(sectors, "sector"), memory::measured_first_load(at.layout, at.fields));
  painter_.text({at.x, below + 17}, text, quiet);
  painter_.hotspot({{at.x, below + 9, at.width, 16}, measured_how(memory::recorded_accesses)});
}

}  // namespace

std::string bytes_moved(double ratio) {
  return ratio == 1 ? "1 byte" : fixed(ratio, ratio == static_cast<int>(ratio) ? 0 : 2) + " bytes";
}

std::string field_name(int field) { return std::string(1, static_cast<char>('A' + field)); }

float StructPicture::height(float width) const {
  const Panel last(*this, width, StructLayout::struct_of_arrays);
  return last.y + last.height;
}

void StructPicture::draw(Painter& painter, const View& view) const {
  Drawing drawing(*this, painter, view);
  for (StructLayout layout : {StructLayout::array_of_structs, StructLayout::struct_of_arrays})
    drawing.panel(Panel(*this, view.width, layout));
}

}  // namespace loom::scenes
