#include "core/device/measured_h200.hpp"
#include "web/scenes/machine/memory_trip.hpp"

namespace loom::scenes {
namespace {

using device::Level, device::Sourced, device::Standing;

// "7.67 to 8 TB/s"
std::string range(const Sourced& number, double unit, const char* name) {
  std::string text = brief(number.value / unit);
  if (number.standing == Standing::contested) text += " to " + brief(number.high / unit);
  return text + name;
}

std::string size_text(const Sourced& size, Level level) {
  constexpr double kib = 1024;
  if (level == Level::dram) return range(size, 1e9, " GB");
  if (level == Level::l2) return range(size, kib * kib, " MiB");
  return range(size, kib, " KiB per SM");
}

std::string bandwidth_text(const Sourced& rate) {
  if (!rate.known()) return "";
  return rate.value >= 1000 ? range(rate, 1000, " TB/s") : range(rate, 1, " GB/s");
}

// What was measured, if the GPU's own number is a published one.
std::string bandwidth_text(const device::Gpu& gpu, Level level) {
  std::string text = bandwidth_text(gpu.at(level).bandwidth);
  if (level == Level::dram && gpu.id == "h200")
    text += ", " + brief(device::h200::dram_gb_per_s / 1000) + " measured";
  return text;
}

std::string level_name(const device::Gpu& gpu, Level level) {
  switch (level) {
    case Level::registers:
      return "Registers";
    case Level::l1:
      return "Shared memory, L1";
    case Level::l2:
      return "L2 cache";
    case Level::dram:
      break;
  }
  return std::string(gpu.dram);
}

// In the order of Standing.
constexpr std::string_view standings[] = {
    "no agreed figure",         "published",
    "measured on an H200",      "derived from published values",
    "assumed as on older GPUs", "sources disagree"};

std::string standing_text(const Sourced& number) {
  return std::string(nth(standings, number.standing));
}

}  // namespace

double measured_cycles(Level level) {
  using namespace device::h200;
  constexpr double all[] = {register_cycles, shared_cycles, l2_cycles, dram_cycles};
  return all[static_cast<int>(level)];
}

std::string cycles_text(double cycles) {
  const bool whole = cycles >= 100 || std::fabs(cycles - std::round(cycles)) < 0.05;
  return whole ? integer(std::lround(cycles)) : fixed(cycles, 2);
}

std::string scaled_text(double seconds) {
  const long whole = std::lround(seconds);
  if (whole < 60)
    return (seconds < 9.95 ? brief(std::round(seconds * 10) / 10) : integer(whole)) + " s";
  const std::string minutes = integer(whole / 60) + " min";
  return whole % 60 == 0 ? minutes : minutes + " " + integer(whole % 60) + " s";
}

std::string provenance(const device::Gpu& gpu, const LevelText& text) {
  const bool published = text.standing.starts_with("published");
  std::string who = published && !gpu.timed_on.empty() ? std::string(gpu.timed_on) : text.standing;
  if (published && !text.measured.empty()) who += "; H200: " + text.measured;
  return who;
}

LevelText level_text(const device::Gpu& gpu, const memory::Stop& stop) {
  LevelText text;
  const device::LevelNumbers& figures = gpu.at(stop.level);
  text.name = level_name(gpu, stop.level);
  text.size = size_text(figures.size, stop.level);
  text.bandwidth = bandwidth_text(gpu, stop.level);
  const Sourced& latency = memory::latency(gpu, stop.level);
  text.standing = standing_text(latency);
  if (latency.standing == Standing::published && !gpu.timed_on.empty())
    text.standing += fill(", for the {}", std::string(gpu.timed_on));
  text.bandwidth_standing = standing_text(figures.bandwidth);
  if (stop.left) text.latency = cycles_text(*stop.left);
  if (stop.scaled) text.scaled = scaled_text(*stop.scaled);
  if (gpu.capability == "9.0") text.measured = cycles_text(measured_cycles(stop.level));
  return text;
}

}  // namespace loom::scenes
