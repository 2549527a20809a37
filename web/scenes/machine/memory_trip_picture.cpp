#include <algorithm>
#include <cmath>

#include "core/device/measured_h200.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/machine/memory_trip.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using device::Level;
using memory::Stop;

constexpr double nearest = 4, farthest = 800;                                 // cycles, of the axis
constexpr std::string_view part_names[] = {"dram", "l2", "l1", "registers"};  // in the trip's order

struct Layout {
  explicit Layout(float picture_width)
      : narrow(picture_width < narrow_limit),
        width(picture_width),
        track(narrow ? 46 : 66),
        cards(narrow ? 62 : 88),
        top(narrow ? 88 : 96),
        scale(narrow ? 458 : 400),
        card_height(narrow ? 47 : 38) {}

  float y(double cycles) const {
    return top + scale * static_cast<float>(std::log10(cycles / nearest) /
                                            std::log10(farthest / nearest));
  }
  float stop_y(const Stop& stop) const { return y(stop.left ? *stop.left : farthest); }
  float height() const { return top + scale + card_height / 2 + 4; }

  // Columns of a wide card, right edges but for the last.
  static constexpr float latency = 372, scaled = 520, bandwidth = 552;

  bool narrow;
  float width, track, cards, top, scale, card_height;
  float math = 18;  // middle of the math units
};

class Drawing {
 public:
  Drawing(const MemoryTripPicture& picture, Painter& painter, const View& view)
      : gpu_(picture.gpu), trip_(picture.trip), p_(painter), at_(view.width), view_(view) {}

  void run() {
    axis();
    math();
    for (int i = 0; i < device::level_count; ++i) card(i);
    byte();
  }

 private:
  void axis();
  void math();
  void card(int i);
  void wide_card(const LevelText& text, const Stop& stop, float y);
  void narrow_card(const LevelText& text, const Stop& stop, float y);
  void bandwidth(const LevelText& text, const Stop& stop, float y);
  void byte();
  float rest(int step) const {  // where the byte is after a step
    return step < device::level_count ? at_.stop_y(trip_[static_cast<size_t>(step)]) : at_.math;
  }

  const device::Gpu& gpu_;
  const memory::Trip& trip_;
  Painter& p_;
  const Layout at_;
  const View& view_;
};

void Drawing::axis() {
  for (int cycles : {10, 30, 100, 300}) {
    const float y = at_.y(cycles);
    p_.line({at_.track - 6, y}, {at_.track, y}, {.stroke = Role::muted});
    p_.text({at_.track - 10, y}, std::to_string(cycles), ended(quiet));
  }
  p_.text({2, at_.top - 20}, "cycles", quiet);
  const bool known = trip_[0].left.has_value();
  const float end = at_.stop_y(trip_[0]), solid = known ? end : at_.stop_y(trip_[1]);
  p_.line({at_.track, at_.math}, {at_.track, solid}, {.stroke = Role::muted, .stroke_width = 1.5f});
  if (!known)
    p_.line({at_.track, solid}, {at_.track, end},
            {.stroke = Role::muted, .stroke_width = 1.5f, .dashed = true});
}

void Drawing::math() {
  const Rect box = {at_.cards, at_.math - 14, at_.width - 2 - at_.cards, 28};
  p_.rect(box, {.fill = Role::compute, .radius = 4});
  p_.text({box.x + 12, at_.math}, "Math units",
          {.role = Role::surface, .size = Size::small, .weight = Weight::semibold});
  const int step = view_.fraction < 1 ? std::max(0, view_.step - 1) : view_.step;
  const auto spent = step == device::level_count
                         ? std::optional<double>(*trip_.back().elapsed + *trip_.back().left)
                         : trip_[static_cast<size_t>(step)].elapsed;
  if (spent)
    p_.text({box.right() - 12, at_.math},
            cycles_text(*spent) + (trip_[0].left ? " cycles on the way" : " cycles from L2 on"),
            {.role = Role::surface, .size = Size::small, .align = Align::end});
  p_.line({at_.track, at_.math}, {at_.cards, at_.math},
          {.stroke = Role::muted, .stroke_width = 1.5f});
  if (at_.narrow)
    return p_.text({at_.width - 10, at_.math + 32}, "times: if a register took 1 s", ended(quiet));
  const float y = at_.math + 38;
  p_.text({at_.latency, y}, "a load waits", ended(quiet));
  p_.text({at_.scaled, y}, "if registers took 1 s", ended(quiet));
  p_.text({at_.bandwidth, y}, "bandwidth, all SMs", quiet);
}

void Drawing::card(int i) {
  const Stop& stop = trip_[static_cast<size_t>(i)];
  const LevelText text = level_text(gpu_, stop);
  const float y = at_.stop_y(stop), half = at_.card_height / 2;
  const bool here = i == view_.step;
  const Rect box = {at_.cards, y - half, at_.width - 2 - at_.cards, at_.card_height};
  const Part part(p_, part_names[i]);
  p_.line({at_.track, y}, {box.x, y},
          {.stroke = here ? Role::data : Role::muted, .stroke_width = 1.5f});
  p_.rect(box, {.fill = here ? Role::data : Role::none,
                .stroke = here ? Role::data : Role::grid,
                .stroke_width = here ? 1.5f : 1.f,
                .fill_opacity = 0.12f,
                .radius = 4,
                .dashed = !stop.left});
  if (at_.narrow)
    narrow_card(text, stop, y);
  else
    wide_card(text, stop, y);
  std::string tip = text.name + ", " + text.size + ": " +
                    (stop.left ? text.latency + " cycles, " : "") + text.standing;
  if (stop.level == Level::l1 && gpu_.at(Level::l1).latency.known())
    tip += "; a hit in the L1 cache takes " + cycles_text(gpu_.l1_latency.value);
  if (stop.level == Level::l2 && !text.measured.empty())
    tip += fill("; {} to {} on an H200, from SM to SM",
                {cycles_text(device::h200::l2_nearest_cycles),
                 cycles_text(device::h200::l2_farthest_cycles)});
  p_.hotspot({box, std::move(tip), seek(i)});
}

std::string provenance(const LevelText& text) {
  const bool both = !text.measured.empty() && text.standing == "published";
  return both ? text.standing + "; H200: " + text.measured : text.standing;
}

void Drawing::wide_card(const LevelText& text, const Stop& stop, float y) {
  p_.text({at_.cards + 12, y - 8}, text.name, strong);
  p_.text({at_.cards + 12, y + 8}, text.size, quiet);
  if (stop.left) {
    p_.text({at_.latency, y - 8}, text.latency + " cycles", ended(strong));
    p_.text({at_.scaled, y}, text.scaled, ended({.size = Size::normal}));
  }
  p_.text({at_.latency, y + 8}, provenance(text), ended(quiet));
  bandwidth(text, stop, y);
}

// A bar on a logarithmic scale, 100 GB/s to 1 PB/s.
void Drawing::bandwidth(const LevelText& text, const Stop& stop, float y) {
  const device::Figure& rate = gpu_.at(stop.level).bandwidth;
  if (!rate.known()) {
    p_.text({at_.bandwidth, y}, "no agreed figure", quiet);
    return;
  }
  const float full = at_.width - 12 - at_.bandwidth;
  const float share = static_cast<float>(std::log10(rate.value / 100) / 4);
  p_.rect({at_.bandwidth, y - 12, full * share, 8},
          {.fill = Role::data, .fill_opacity = 0.7f, .radius = 2});
  p_.text({at_.bandwidth, y + 8}, text.bandwidth, label);
}

void Drawing::narrow_card(const LevelText& text, const Stop& stop, float y) {
  const float left = at_.cards + 8, right = at_.width - 10;
  p_.text({left, y - 14}, text.name, strong);
  p_.text({left, y}, text.size, quiet);
  if (!text.bandwidth.empty()) p_.text({right, y}, text.bandwidth, ended(label));
  p_.text({left, y + 14}, provenance(text), quiet);
  if (!stop.left) return;
  p_.text({right, y - 14}, text.latency + " cycles", ended(strong));
  p_.text({right, y + 14}, text.scaled, ended(label));
}

void Drawing::byte() {
  const float from = rest(std::max(0, view_.step - 1)), to = rest(view_.step);
  const float y = view_.step == 0 ? to : from + (to - from) * view_.fraction;
  const Part part(p_, "byte");
  const float start = rest(0);
  if (start - y > 1)
    p_.line({at_.track, y}, {at_.track, start}, {.stroke = Role::data, .stroke_width = 3});
  p_.rect({at_.track - 8, y - 8, 16, 16},
          {.fill = Role::data, .stroke = Role::surface, .stroke_width = 1.5f, .radius = 3});
  p_.hotspot({{at_.track - 12, y - 12, 24, 24}, "The byte"});
}

}  // namespace

float MemoryTripPicture::height(float width) const { return Layout(width).height(); }

void MemoryTripPicture::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view).run();
}

}  // namespace loom::scenes
