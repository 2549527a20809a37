#include "core/memory/measured_h200.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/machine/bytes.hpp"
#include "web/scenes/machine/coalescing.hpp"
#include "web/scenes/machine/coalescing_strip.hpp"
#include "web/scenes/machine/measured_text.hpp"
#include "web/scenes/machine/warp_lanes.hpp"

namespace loom::scenes {

using memory::Sector, memory::warp_lanes;

constexpr float margin = 3, lines_high = 26, bar_high = 14;
constexpr int most_bytes = warp_lanes * memory::sector_bytes;  // of one load

struct CoalescingDrawing : Picture<CoalescingPicture> {
  // From top to bottom: lanes, arrows, memory, its lines, bytes fetched.
  WarpLanes lanes_ = WarpLanes::between(margin, width_ - margin);
  // Low on a phone: the figure that opens the site is in its first screen, with slider and
  // sentence.
  float strip_top_ = lanes_.bottom() + by_width(34, 64);
  float bar_top_ = strip_top_ + MemoryStrip::height + lines_high + by_width(31, 34);
  MemoryStrip strip_ = {s_.request, s_.width, margin, width_ - margin, strip_top_};
  std::span<const Sector> sectors_ = s_.request.sectors();
  const int step_ = view_.step;
  const float fraction_ = step_ > 0 ? view_.fraction : 1;
  const bool done_ = step_ == std::ssize(sectors_) && fraction_ == 1;
  std::uint32_t served_ = 0, current_ = 0;  // lanes
  int used_ = 0, wasted_ = 0;               // bytes, up to the step

  float height() const { return bar_top_ + bar_high + by_width(42, 44); }
  void draw() {
    for (int i = 0; i < step_; ++i) {
      const Sector& sector = nth(sectors_, i);
      served_ |= sector.lanes;
      used_ += sector.bytes_used();
      wasted_ += sector.bytes_wasted();
    }
    if (step_ > 0 && !done_) current_ = nth(sectors_, step_ - 1).lanes;
    memory();
    in("lines", [&] { lines(); });
    in("arrows", [&] { arrows(); });
    in("lanes", [&] { lanes(); });
    moving();
    bytes();
    measured();
    grips();
  }

  bool is_current(int lane) const { return (current_ >> lane & 1) != 0; }
  Point tip(int lane) const {
    const Rect element = strip_.element(s_.byte(lane));
    return {element.center().x, element.y};
  }

  // A sector that has arrived: bytes that lanes read solid, the others dotted.
  void fetched(const StripCell& cell, Part& part) {
    const Sector& sector = nth(sectors_, cell.fetched);
    const bool now = cell.fetched == step_ - 1 && !done_;
    const float shown = now ? fraction_ : 1;
    const Rect box = strip_.cell(cell);
    if (sector.bytes_wasted() > 0) {
      part.next("waste");
      if (shown == 1) p_.rect(box, wasted);
      part.next("sectors");
    }
    const int width = s_.width;
    for (int b = 0; b < memory::sector_bytes; b += width) {
      if ((sector.used >> b & 1) == 0) continue;
      Rect element = strip_.element(cell, b / width);
      constexpr float least = 2;  // can be seen
      element.width = std::min(std::max(element.width, least), box.right() - element.x);
      const bool roomy = element.width > 4.5f;
      if (roomy) p_.rect(element, solid(Role::surface));  // no dots between neighbors
      p_.rect(roomy ? inset(element, 0.75f) : element, solid(Role::data, shown));
    }
    p_.rect(inset(box, now ? 0 : 0.5f), stroked(now ? Role::ink : Role::data, now ? 2.f : 1.f));
  }

  void memory() {
    Part part(p_, "sectors");
    for (const StripCell& cell : strip_.cells())
      if (cell.fetched < 0 || cell.fetched >= step_)
        p_.rect(inset(strip_.cell(cell), 0.5f), stroked(Role::grid));
    for (const StripCell& cell : strip_.cells())
      if (cell.fetched >= 0 && cell.fetched < step_) fetched(cell, part);
    for (const StripCell& cell : strip_.cells()) {
      std::string text = "not fetched";
      if (cell.fetched >= 0) {
        const Sector& sector = nth(sectors_, cell.fetched);
        text = fill("{} of 32 bytes used, {}", sector.bytes_used(), named_lanes(sector.lanes));
      }
      p_.hotspot({strip_.cell(cell),
                  fill("Sector at byte {}: {}", cell.address, text),
                  {},
                  {.key = "indices",
                   .first = static_cast<int>(cell.address / s_.width),
                   .columns = strip_.columns()}});
    }
  }

  // A bracket below the sectors of each line, and the address of its first byte where there is
  // room.
  void lines() {
    const float y = strip_top_ + MemoryStrip::height + 5;
    const auto cells = strip_.cells();
    float free = 0;  // labels may begin here
    for (size_t i = 0; i < cells.size();) {
      const std::int64_t line = cells[i].address / memory::line_bytes;
      bool touched = false;
      const size_t first = i;
      for (; i < cells.size() && cells[i].address / memory::line_bytes == line; ++i)
        touched |= cells[i].fetched >= 0;
      const float left = cells[first].x + 1, right = strip_.cell(cells[i - 1]).right() - 1;
      bracket(p_, left, right, y, -3, stroked(touched ? Role::ink : Role::grid));
      const std::string text = (first == 0 ? "byte " : "") + integer(line * memory::line_bytes);
      if (left < free || left + text_width(text, Size::small) > width_) continue;
      p_.text({left, y + 11}, text, touched ? label : quiet);
      free = left + text_width(text, Size::small) + 8;
    }
    if (s_.base > 0) p_.text({margin, y + 27}, "byte 0 is address " + hexadecimal(s_.base), label);
  }

  void arrows() {
    for (bool now : {false, true})
      for (int lane = 0; lane < warp_lanes; ++lane)
        if (is_current(lane) == now)
          lanes_.route(p_, lane, tip(lane), current_ == 0 || now ? Role::lane : Role::grid, now);
  }

  void lanes() {
    p_.text({margin, 8}, "One warp: 32 lanes, each reads " + plural(s_.width, "byte"), quiet);
    lanes_.draw(p_, served_, current_);
  }

  // The bytes on their way up to the lanes that asked for them.
  void moving() {
    if (current_ == 0 || fraction_ == 1) return;
    const Part part(p_, "arrows");
    for (int lane = 0; lane < warp_lanes; ++lane) {
      if (!is_current(lane)) continue;
      p_.rect(around(between(tip(lane), {lanes_.x(lane), lanes_.bottom()}, fraction_), 3),
              solid(Role::data));
    }
  }

  // All on one scale, 32 sectors: the most that one load can fetch.
  void bytes() {
    Part part(p_, "bytes");
    const float y = bar_top_, text_y = y - 11, left = margin;
    const int total = used_ + wasted_;
    write({left, text_y}, label, "Fetched: {} bytes", total);
    // One sector is cheap, however little of it is useful.
    const bool least = done_ && std::ssize(sectors_) == 1;
    if (total > 0)
      p_.text({width_ - margin, text_y},
              least ? "the least that a load can fetch"
                    : brief_percent(static_cast<double>(used_) / total) + " useful",
              ended(strong));
    part.end();
    byte_bar(p_, {left, y, width_ - 2 * margin, bar_high}, most_bytes, used_, wasted_);
    write({width_ - margin, y + bar_high + 12}, ended(quiet), "at most {}", most_bytes);
  }

  // Beside what was computed, what was counted.
  void measured() {
    if (!done_) return;
    const Part part(p_, "measured");
    const float y = bar_top_ + bar_high + 33;
    p_.text({margin, y}, simulated_and_measured(plural(step_, "sector"), s_.measured), strong);
    spot({margin, y - 9, width_ - 2 * margin, 18}, measured_how(memory::recorded_accesses));
  }

  // What a hand takes: a lane, or the end of its arrow.
  void grips() {
    const std::string list = index_list(s_.indices);
    for (std::string_view part : {"lanes", "arrows"}) {
      const Part within(p_, part);
      for (int lane = 0; lane < warp_lanes; ++lane) {
        const Rect element = strip_.element(s_.byte(lane));
        const float middle = element.center().x,
                    wide =
                        std::max(element.width, std::min({6.f, 2 * middle, 2 * (width_ - middle)}));
        const std::int64_t first = s_.byte(lane), last = first + s_.width - 1;
        spot(part == "lanes" ? lanes_.box(lane)
                             : Rect{middle - wide / 2, element.y - 16, wide, 16 + element.height},
             s_.stride > 0 ? pull(lane)
                           : Action{.kind = Action::Kind::drag_onto,
                                    .key = "indices",
                                    .index = lane,
                                    .value = list,
                                    .also = "pattern=custom"},
             last > first ? "Lane {} reads bytes {}–{}" : "Lane {} reads byte {}{}", lane, first,
             last > first ? integer(last) : "");
      }
    }
  }

  // Lanes at equal distances keep them: the first one takes all along, another one pulls them
  // apart.
  Action pull(int lane) const {
    const float first = strip_.element(s_.byte(0)).center().x;
    const float apart = strip_.element(s_.byte(1)).center().x - first;
    const float element = apart / px(s_.stride);
    if (lane == 0) {
      const float zero = first - element * px(s_.offset);
      return drag_x("offset", zero, zero + element, 0, 1);
    }
    return drag_x("stride", first, first + element * px(lane), 0, 1);
  }
};

float CoalescingPicture::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
