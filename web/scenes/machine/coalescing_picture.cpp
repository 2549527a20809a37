#include <algorithm>

#include "core/memory/measured_h200.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/machine/bytes.hpp"
#include "web/scenes/machine/coalescing.hpp"
#include "web/scenes/machine/coalescing_strip.hpp"
#include "web/scenes/machine/measured_text.hpp"
#include "web/scenes/machine/warp_lanes.hpp"

namespace loom::scenes {
namespace {

using memory::Sector;
using memory::warp_lanes;
using namespace scene;

constexpr float margin = 2, lines_high = 26, bar_high = 14;
constexpr int most_bytes = warp_lanes * memory::sector_bytes;  // of one load

// From top to bottom: lanes, arrows, memory, its lines, bytes fetched.
struct Layout {
  float width;
  bool narrow = is_narrow(width);
  WarpLanes lanes = WarpLanes::between(margin, width - margin);
  // Low on a phone: the figure that opens the site is in its first screen, with slider and
  // sentence.
  float strip_top = lanes.bottom() + (narrow ? 34.f : 64.f);
  float bar_top = strip_top + MemoryStrip::height + lines_high + (narrow ? 31.f : 34.f);
  float height = bar_top + bar_high + (narrow ? 42.f : 44.f);
};

class Drawing {
 public:
  Drawing(const CoalescingPicture& picture, Painter& painter, const View& view)
      : picture_(picture),
        painter_(painter),
        at_{view.width},
        strip_(picture.request, picture.width, margin, view.width - margin, at_.strip_top),
        sectors_(picture.request.sectors()),
        fraction_(view.step > 0 ? view.fraction : 1),
        step_(view.step),
        done_(view.step == static_cast<int>(sectors_.size()) && fraction_ == 1) {
    for (int i = 0; i < step_; ++i) {
      const Sector& sector = nth(sectors_, i);
      served_ |= sector.lanes;
      used_ += sector.bytes_used();
      wasted_ += sector.bytes_wasted();
    }
    if (step_ > 0 && !done_) current_ = nth(sectors_, step_ - 1).lanes;
  }

  void run() {
    memory();
    lines();
    arrows();
    lanes();
    moving();
    bytes();
    measured();
    grips();
  }

 private:
  bool is_current(int lane) const { return (current_ >> lane & 1) != 0; }
  Point tip(int lane) const {
    const Rect element = strip_.element(picture_.byte(lane));
    return {element.center().x, element.y};
  }

  // A sector that has arrived: bytes that lanes read solid, the others dotted.
  void fetched(const StripCell& cell) {
    const Sector& sector = nth(sectors_, cell.fetched);
    const bool now = cell.fetched == step_ - 1 && !done_;
    const float shown = now ? fraction_ : 1;
    const Rect box = strip_.cell(cell);
    if (sector.bytes_wasted() > 0) {
      painter_.end();
      painter_.begin("waste");
      if (shown == 1) painter_.rect(box, {.fill = Role::waste, .texture = Texture::dots});
      painter_.end();
      painter_.begin("sectors");
    }
    const int width = picture_.width;
    for (int b = 0; b < memory::sector_bytes; b += width) {
      if ((sector.used >> b & 1) == 0) continue;
      const Rect element = strip_.element(cell, b / width);
      const bool roomy = element.width > 4.5f;
      if (roomy) painter_.rect(element, {.fill = Role::surface});  // no dots between neighbors
      painter_.rect(roomy ? inset(element, 0.75f) : element,
                    {.fill = Role::data, .fill_opacity = shown});
    }
    painter_.rect(inset(box, now ? 0 : 0.5f),
                  {.stroke = now ? Role::ink : Role::data, .stroke_width = now ? 2.f : 1.f});
  }

  void memory() {
    const Part part(painter_, "sectors");
    for (const StripCell& cell : strip_.cells()) {
      const Rect box = strip_.cell(cell);
      if (cell.fetched < 0 || cell.fetched >= step_)
        painter_.rect(inset(box, 0.5f), {.stroke = Role::grid});
    }
    for (const StripCell& cell : strip_.cells())
      if (cell.fetched >= 0 && cell.fetched < step_) fetched(cell);
    for (const StripCell& cell : strip_.cells()) {
      std::string text = "not fetched";
      if (cell.fetched >= 0) {
        const Sector& sector = nth(sectors_, cell.fetched);
        text =
            fill("{} of 32 bytes used, lanes {}", {sector.bytes_used(), lane_list(sector.lanes)});
      }
      painter_.hotspot({strip_.cell(cell),
                        fill("Sector at byte {}: {}", {cell.address, text}),
                        {},
                        {.key = "indices",
                         .first = static_cast<int>(cell.address / picture_.width),
                         .columns = strip_.columns(),
                         .rows = strip_.rows()}});
    }
  }

  // A bracket below the sectors of each line, and the address of its first byte where there is
  // room.
  void lines() {
    const Part part(painter_, "lines");
    const float y = at_.strip_top + MemoryStrip::height + 5;
    const auto cells = strip_.cells();
    float free = 0;  // labels may begin here
    for (size_t i = 0; i < cells.size();) {
      const std::int64_t line = cells[i].address / memory::line_bytes;
      bool touched = false;
      const size_t first = i;
      for (; i < cells.size() && cells[i].address / memory::line_bytes == line; ++i)
        touched |= cells[i].fetched >= 0;
      const float left = cells[first].x + 1, right = strip_.cell(cells[i - 1]).right() - 1;
      bracket(painter_, left, right, y, -3, {.stroke = touched ? Role::ink : Role::grid});
      const std::string text = (first == 0 ? "byte " : "") + integer(line * memory::line_bytes);
      if (left < free || left + text_width(text, Size::small) > at_.width) continue;
      painter_.text({left, y + 11}, text, touched ? label : quiet);
      free = left + text_width(text, Size::small) + 8;
    }
    if (picture_.base > 0)
      painter_.text({margin, y + 27}, "byte 0 is address " + hexadecimal(picture_.base), label);
  }

  void arrow(int lane) {
    const bool now = is_current(lane), quiet_one = current_ != 0 && !now;
    at_.lanes.route(painter_, lane, tip(lane), quiet_one ? Role::grid : Role::lane, now);
  }

  void arrows() {
    const Part part(painter_, "arrows");
    for (bool now : {false, true})
      for (int lane = 0; lane < warp_lanes; ++lane)
        if (is_current(lane) == now) arrow(lane);
  }

  void lanes() {
    const Part part(painter_, "lanes");
    painter_.text({margin, 8}, "One warp: 32 lanes, each reads " + plural(picture_.width, "byte"),
                  quiet);
    at_.lanes.draw(painter_, served_, current_);
  }

  // The bytes on their way up to the lanes that asked for them.
  void moving() {
    if (current_ == 0 || fraction_ == 1) return;
    const Part part(painter_, "arrows");
    for (int lane = 0; lane < warp_lanes; ++lane) {
      if (!is_current(lane)) continue;
      const Point from = tip(lane), to = {at_.lanes.x(lane), at_.lanes.bottom()};
      const Point now = {from.x + (to.x - from.x) * fraction_,
                         from.y + (to.y - from.y) * fraction_};
      painter_.rect({now.x - 3, now.y - 3, 6, 6}, {.fill = Role::data});
    }
  }

  // All on one scale, 32 sectors: the most that one load can fetch.
  void bytes() {
    painter_.begin("bytes");
    const float y = at_.bar_top, text_y = y - 11, left = margin;
    const int total = used_ + wasted_;
    painter_.text({left, text_y}, fill("Fetched: {} bytes", {total}), label);
    if (total > 0)
      painter_.text({at_.width - margin, text_y},
                    whole_percent(static_cast<double>(used_) / total) + " useful", ended(strong));
    painter_.end();
    byte_bar(painter_, {left, y, at_.width - 2 * margin, bar_high}, most_bytes, used_, wasted_);
    painter_.text({at_.width - margin, y + bar_high + 12}, fill("at most {}", {most_bytes}),
                  ended(quiet));
  }

  // Beside what was computed, what was counted.
  void measured() {
    if (!done_) return;
    const Part part(painter_, "measured");
    const float y = at_.bar_top + bar_high + 33;
    painter_.text({margin, y}, simulated_and_measured(plural(step_, "sector"), picture_.measured),
                  strong);
    painter_.hotspot(
        {{margin, y - 9, at_.width - 2 * margin, 18}, measured_how(memory::recorded_accesses)});
  }

  // What a hand takes: a lane, or the end of its arrow.
  void grips() {
    const std::string list = index_list(picture_.indices);
    for (std::string_view part : {"lanes", "arrows"}) {
      const Part within(painter_, part);
      for (int lane = 0; lane < warp_lanes; ++lane) {
        const Rect element = strip_.element(picture_.byte(lane));
        const float wide = std::max(element.width, 6.f);
        const std::int64_t first = picture_.byte(lane), last = first + picture_.width - 1;
        painter_.hotspot(
            {part == "lanes"
                 ? at_.lanes.box(lane)
                 : Rect{element.center().x - wide / 2, element.y - 16, wide, 16 + element.height},
             fill(last > first ? "Lane {} reads bytes {}–{}" : "Lane {} reads byte {}{}",
                  {lane, first, last > first ? integer(last) : ""}),
             picture_.stride > 0 ? pull(lane)
                                 : Action{.kind = Action::Kind::drag_onto,
                                          .key = "indices",
                                          .index = lane,
                                          .value = list,
                                          .also = "pattern=custom"}});
      }
    }
  }

  // Lanes at equal distances keep them: the first one takes all along, another one pulls them
  // apart.
  Action pull(int lane) const {
    const float first = strip_.element(picture_.byte(0)).center().x;
    const float apart = strip_.element(picture_.byte(1)).center().x - first;
    const float element = apart / static_cast<float>(picture_.stride);
    if (lane == 0) {
      const float zero = first - element * static_cast<float>(picture_.offset);
      return drag_x("offset", zero, zero + element, 0, 1);
    }
    return drag_x("stride", first, first + element * static_cast<float>(lane), 0, 1);
  }

  const CoalescingPicture& picture_;
  Painter& painter_;
  const Layout at_;
  const MemoryStrip strip_;
  const std::span<const Sector> sectors_;
  const float fraction_;
  const int step_;
  const bool done_;
  std::uint32_t served_ = 0, current_ = 0;  // lanes
  int used_ = 0, wasted_ = 0;               // bytes, up to the step
};

}  // namespace

std::string hexadecimal(std::int64_t address) {
  std::string digits;
  do digits.insert(digits.begin(), "0123456789abcdef"[address & 15]);
  while ((address >>= 4) > 0);
  return "0x" + digits;
}

float CoalescingPicture::height(float picture_width) const { return Layout{picture_width}.height; }

void CoalescingPicture::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view).run();
}

}  // namespace loom::scenes
