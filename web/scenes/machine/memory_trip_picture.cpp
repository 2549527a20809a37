#include <algorithm>

#include "core/device/measured_h200.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/machine/memory_trip.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using device::Level;
using memory::Stop;

constexpr double farthest = 700, every = 100;                                 // cycles, of the axis
constexpr std::string_view part_names[] = {"dram", "l2", "l1", "registers"};  // in the trip's order

// To the left a track as long as the way is; to the right a card for each level, and a line from
// each to its place on the track.
struct Layout {
  float width;
  bool narrow = is_narrow(width);
  float track = narrow ? 46 : 58;
  float cards = narrow ? 80 : 124;
  float first = narrow ? 66 : 64;
  float pitch = narrow ? 57 : 54;
  float card_height = narrow ? 52 : 46;

  float y(double cycles) const {
    return math.bottom() + (bottom() - math.bottom()) * static_cast<float>(cycles / farthest);
  }
  float stop_y(const Stop& stop) const { return y(stop.left ? *stop.left : farthest); }
  float card_y(int i) const {
    return first + pitch * static_cast<float>(device::level_count - 1 - i);
  }
  float bottom() const { return card_y(0) + card_height; }
  float height() const { return bottom() + 10; }

  // Columns of a wide card, right edges but for the last.
  static constexpr float latency = 392, scaled = 524, bandwidth = 552;

  Rect math = {track - 14, 4, width - 2 - track + 14, 28};
};

// All GPUs' bandwidths have one scale.
double widest() {
  double most = 0;
  for (const device::Gpu& gpu : device::gpus())
    most = std::max(most, gpu.at(Level::registers).bandwidth.value);
  return most;
}

// "published", "PCIe card; H200: 659"
std::string provenance(const device::Gpu& gpu, const LevelText& text) {
  const bool published = text.standing.starts_with("published");
  std::string who = published && !gpu.timed_on.empty() ? std::string(gpu.timed_on) : text.standing;
  if (published && !text.measured.empty()) who += "; H200: " + text.measured;
  return who;
}

class Drawing {
 public:
  Drawing(const MemoryTrip& shown, Painter& painter, const View& view)
      : gpu_(*shown.gpu), trip_(shown.trip), p_(painter), at_{view.width}, view_(view) {}

  void run() {
    math();
    axis();
    for (int i = 0; i < device::level_count; ++i) card(i);
    byte();
  }

 private:
  float rest(int step) const {  // where the byte is after a step
    return step < device::level_count ? at_.stop_y(nth(trip_, step)) : at_.math.center().y;
  }

  void axis() {
    for (double cycles = 0; cycles <= farthest; cycles += every) {
      const float y = at_.y(cycles);
      p_.line({at_.track - 6, y}, {at_.track, y}, {.stroke = Role::muted});
      if (static_cast<int>(cycles / every) % 2 == 0 && cycles > 0)
        p_.text({at_.track - 10, y}, integer(static_cast<int>(cycles)), ended(quiet));
    }
    p_.text({2, at_.math.bottom() + 14}, "cycles", quiet);
    const bool known = trip_[0].left.has_value();
    const float begin = at_.math.bottom(), end = at_.stop_y(trip_[0]),
                solid = known ? end : at_.stop_y(trip_[1]);
    p_.line({at_.track, begin}, {at_.track, solid}, {.stroke = Role::muted, .stroke_width = 1.5f});
    if (!known)
      p_.line({at_.track, solid}, {at_.track, end},
              {.stroke = Role::muted, .stroke_width = 1.5f, .dashed = true});
  }

  void math() {
    const Rect& box = at_.math;
    const float y = box.center().y;
    p_.rect(box, {.fill = Role::compute, .radius = 4});
    TextStyle white = label;
    white.role = Role::surface;
    const int step = view_.fraction < 1 ? std::max(0, view_.step - 1) : view_.step;
    const auto spent = step == device::level_count
                           ? std::optional<double>(*trip_.back().elapsed + *trip_.back().left)
                           : nth(trip_, step).elapsed;
    if (spent)
      p_.text({box.right() - 12, y},
              cycles_text(*spent) + (trip_[0].left ? " cycles on the way" : " cycles since L2"),
              ended(white));
    white.weight = Weight::semibold;
    p_.text({at_.cards + 12, y}, "Math units", white);
    const float heads = box.bottom() + 17;
    if (at_.narrow)
      return p_.text({at_.width - 10, heads}, "times: if a register took 1 s", ended(quiet));
    p_.text({at_.latency, heads}, "latency", ended(quiet));
    p_.text({at_.scaled, heads}, "if registers took 1 s", ended(quiet));
    p_.text({at_.bandwidth, heads}, "bandwidth, all SMs", quiet);
  }

  void card(int i) {
    const Stop& stop = nth(trip_, i);
    const LevelText text = level_text(gpu_, stop);
    const Rect box = {at_.cards, at_.card_y(i), at_.width - 2 - at_.cards, at_.card_height};
    const float y = box.center().y;
    const bool here = i == view_.step;
    const Part part(p_, part_names[i]);
    const Point way[] = {{at_.track, at_.stop_y(stop)}, {box.x - 12, y}, {box.x, y}};
    p_.path(way, false,
            {.stroke = here ? Role::data : Role::muted,
             .stroke_width = here ? 2.f : 1.f,
             .dashed = !stop.left});
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
      tip += "; a hit in the L1 cache: " + cycles_text(gpu_.l1_latency.value);
    if (stop.level == Level::l2 && !text.measured.empty())
      tip += fill("; {} to {} on an H200, depending on the SM",
                  {cycles_text(device::h200::l2_nearest_cycles),
                   cycles_text(device::h200::l2_farthest_cycles)});
    p_.hotspot({box, std::move(tip), seek(i)});
  }

  void wide_card(const LevelText& text, const Stop& stop, float y) {
    p_.text({at_.cards + 12, y - 8}, text.name, strong);
    p_.text({at_.cards + 12, y + 8}, text.size, quiet);
    if (stop.left) {
      p_.text({at_.latency, y - 8}, text.latency + " cycles", ended(strong));
      p_.text({at_.scaled, y}, text.scaled, ended({.size = Size::normal}));
    }
    p_.text({at_.latency, y + 8}, provenance(gpu_, text), ended(quiet));
    bandwidth(text, stop, y);
  }

  void bandwidth(const LevelText& text, const Stop& stop, float y) {
    const device::Figure& rate = gpu_.at(stop.level).bandwidth;
    if (!rate.known()) {
      p_.text({at_.bandwidth, y}, "no agreed figure", quiet);
      return;
    }
    const auto share = static_cast<float>(rate.value / widest());
    p_.rect({at_.bandwidth, y - 12, std::max(1.f, (at_.width - 14 - at_.bandwidth) * share), 8},
            {.fill = Role::data});
    p_.text({at_.bandwidth, y + 8}, text.bandwidth, label);
  }

  void narrow_card(const LevelText& text, const Stop& stop, float y) {
    const float left = at_.cards + 8, right = at_.width - 10;
    p_.text({left, y - 14}, text.name, strong);
    p_.text({left, y}, text.size, quiet);
    if (!text.bandwidth.empty()) p_.text({right, y}, text.bandwidth, ended(label));
    p_.text({left, y + 14}, provenance(gpu_, text), quiet);
    if (!stop.left) return;
    p_.text({right, y - 14}, text.latency + " cycles", ended(strong));
    p_.text({right, y + 14}, text.scaled, ended(label));
  }

  void byte() {
    const float from = rest(std::max(0, view_.step - 1)), to = rest(view_.step);
    const float y = view_.step == 0 ? to : from + (to - from) * view_.fraction;
    const Part part(p_, "byte");
    const float start = rest(0);
    if (start - y > 1)
      p_.line({at_.track, y}, {at_.track, start}, {.stroke = Role::data, .stroke_width = 3});
    p_.rect({at_.track - 8, y - 8, 16, 16},
            {.fill = Role::data, .stroke = Role::surface, .stroke_width = 1.5f, .radius = 3});
    p_.hotspot({{at_.track - 12, std::min(y - 12, at_.height() - 24), 24, 24}, "The byte"});
  }

  const device::Gpu& gpu_;
  const memory::Trip& trip_;
  Painter& p_;
  const Layout at_;
  const View& view_;
};

}  // namespace

float MemoryTrip::height(float width) const { return Layout{width}.height(); }

void MemoryTrip::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view).run();
}

}  // namespace loom::scenes
