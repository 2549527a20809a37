#include "core/device/measured_h200.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/machine/memory_trip.hpp"

namespace loom::scenes {

using device::Level, memory::Stop;

constexpr double farthest = 700, every = 100;                                 // cycles, of the axis
constexpr std::string_view part_names[] = {"dram", "l2", "l1", "registers"};  // in the trip's order

// All GPUs' bandwidths have one scale.
static double widest() {
  return largest(device::gpus(),
                 [](const device::Gpu& gpu) { return gpu.at(Level::registers).bandwidth.value; });
}

struct MemoryTripDrawing : Picture<MemoryTrip> {
  const device::Gpu& gpu_ = *s_.gpu;
  const memory::Trip& trip_ = s_.trip;
  // To the left a track as long as the way is; to the right a card for each level, and a line from
  // each to its place on the track.
  float track_ = by_width(46, 58), cards_ = by_width(80, 124), card_height_ = by_width(52, 46);
  float first_ = by_width(66, 64), pitch_ = by_width(57, 54);
  Rect math_ = {track_ - 14, 4, width_ - 2 - track_ + 14, 28};
  float bottom_ = card_y(0) + card_height_;
  // Columns of a wide card, right edges but for the last.
  static constexpr float latency_ = 392, scaled_ = 524, bandwidth_ = 552;

  float height() const { return bottom_ + 10; }
  void draw() {
    math();
    axis();
    for (int i = 0; i < device::level_count; ++i) card(i);
    in("byte", [&] { byte(); });
  }

  float card_y(int i) const { return first_ + pitch_ * px(device::level_count - 1 - i); }
  float y_of(double cycles) const {
    return math_.bottom() + (bottom_ - math_.bottom()) * px(cycles / farthest);
  }
  float stop_y(const Stop& stop) const { return y_of(stop.left ? *stop.left : farthest); }
  float rest(int step) const {  // where the byte is after a step
    return step < device::level_count ? stop_y(nth(trip_, step)) : math_.center().y;
  }

  void axis() {
    for (double cycles = 0; cycles <= farthest; cycles += every) {
      const float y = y_of(cycles);
      level(p_, y, track_ - 6, track_, stroked(Role::muted));
      if (static_cast<int>(cycles / every) % 2 == 0 && cycles > 0)
        p_.text({track_ - 10, y}, integer(static_cast<int>(cycles)), ended(quiet));
    }
    p_.text({2, math_.bottom() + 14}, "cycles", quiet);
    const bool known = trip_[0].left.has_value();
    const float end = stop_y(trip_[0]), sure = known ? end : stop_y(trip_[1]);
    upright(p_, track_, math_.bottom(), sure, stroked(Role::muted, 1.5f));
    if (!known) upright(p_, track_, sure, end, dashed(Role::muted, 1.5f));
  }

  void math() {
    const float y = math_.center().y, heads = math_.bottom() + 17;
    p_.rect(math_, rounded(solid(Role::compute), 4));
    const int step = view_.fraction < 1 ? std::max(0, view_.step - 1) : view_.step;
    const auto spent = step == device::level_count
                           ? std::optional<double>(*trip_.back().elapsed + *trip_.back().left)
                           : nth(trip_, step).elapsed;
    if (spent)
      write({math_.right() - 12, y}, ended(colored(label, Role::surface)), "{} cycles {}",
            cycles_text(*spent), trip_[0].left ? "on the way" : "since L2");
    p_.text({cards_ + 12, y}, "Math units", colored(strong, Role::surface));
    if (narrow_)
      return p_.text({width_ - 10, heads}, "times: if a register took 1 s", ended(quiet));
    column_names(p_, heads,
                 {{latency_, "latency"},
                  {scaled_, "if registers took 1 s"},
                  {bandwidth_, "bandwidth, all SMs", Align::start}});
  }

  void card(int i) {
    const Stop& stop = nth(trip_, i);
    const LevelText text = level_text(gpu_, stop);
    const Rect box = {cards_, card_y(i), width_ - 2 - cards_, card_height_};
    const float y = box.center().y;
    const bool here = i == view_.step;
    const Part part(p_, part_names[i]);
    const Role role = here ? Role::data : Role::muted;
    const Point way[] = {{track_, stop_y(stop)}, {box.x - 12, y}, {box.x, y}};
    p_.path(way, false, {.stroke = role, .stroke_width = here ? 2.f : 1, .dashed = !stop.left});
    p_.rect(box, {.fill = here ? role : Role::none,
                  .stroke = here ? role : Role::grid,
                  .stroke_width = here ? 1.5f : 1,
                  .fill_opacity = 0.12f,
                  .radius = 4,
                  .dashed = !stop.left});
    narrow_ ? narrow_card(text, stop, y) : wide_card(text, stop, y);
    std::string tip = text.name + ", " + text.size + ": " +
                      (stop.left ? text.latency + " cycles, " : "") + text.standing;
    if (stop.level == Level::l1 && gpu_.at(Level::l1).latency.known())
      tip += "; a hit in the L1 cache: " + cycles_text(gpu_.l1_latency.value);
    if (stop.level == Level::l2 && !text.measured.empty())
      tip += fill("; {} to {} on an H200, depending on the SM",
                  cycles_text(device::h200::l2_nearest_cycles),
                  cycles_text(device::h200::l2_farthest_cycles));
    spot(box, seek(i), std::move(tip));
  }

  void wide_card(const LevelText& text, const Stop& stop, float y) {
    p_.text({cards_ + 12, y - 8}, text.name, strong);
    p_.text({cards_ + 12, y + 8}, text.size, quiet);
    if (stop.left) {
      p_.text({latency_, y - 8}, text.latency + " cycles", ended(strong));
      p_.text({scaled_, y}, text.scaled, ended({.size = Size::normal}));
    }
    p_.text({latency_, y + 8}, provenance(gpu_, text), ended(quiet));
    bandwidth(text, stop, y);
  }

  void bandwidth(const LevelText& text, const Stop& stop, float y) {
    const device::Sourced& rate = gpu_.at(stop.level).bandwidth;
    if (!rate.known()) return p_.text({bandwidth_, y}, "no agreed figure", quiet);
    const float full = width_ - 14 - bandwidth_;
    p_.rect({bandwidth_, y - 12, std::max(1.f, full * px(rate.value / widest())), 8},
            solid(Role::data));
    p_.text({bandwidth_, y + 8}, text.bandwidth, label);
  }

  void narrow_card(const LevelText& text, const Stop& stop, float y) {
    const float left = cards_ + 8, right = width_ - 10;
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
    const float start = rest(0);
    if (start - y > 1) upright(p_, track_, y, start, stroked(Role::data, 3));
    p_.rect({track_ - 8, y - 8, 16, 16}, rounded(edged(Role::data, Role::surface, 1.5f), 3));
    spot({track_ - 12, std::min(y - 12, height() - 24), 24, 24}, "The byte");
  }
};

float MemoryTrip::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
