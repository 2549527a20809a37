// The picture of `memory-trip`: the levels of memory, drawn as far below the math as their latency
// says, on a logarithmic scale, and a byte that climbs from one to the next.
#pragma once

#include "core/memory/trip.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct MemoryTrip {
  const device::Gpu* gpu = nullptr;
  memory::Trip trip;
  using Drawing = struct MemoryTripDrawing;
  float picture(const Sheet& sheet) const;
};

// One level in words and numbers as the page has them; "" where there is no figure.
struct LevelText {
  std::string name;       // "L2 cache"
  std::string size;       // "50 MiB"
  std::string latency;    // "263"
  std::string scaled;     // "1 min 5 s"
  std::string bandwidth;  // "7.22 TB/s", "4.8 TB/s, 4.55 measured"
  std::string standing;   // of the latency: "published", "measured", …
  std::string bandwidth_standing;
  std::string measured;  // on an H200, if the GPU has the same SM: "283"
};
// "published", "PCIe card; H200: 659": where the latency comes from, in a few words.
std::string provenance(const device::Gpu& gpu, const LevelText& text);
LevelText level_text(const device::Gpu& gpu, const memory::Stop& stop);

double measured_cycles(device::Level level);  // on an H200
std::string cycles_text(double cycles);       // "4.06", "263"
std::string scaled_text(double seconds);      // "7.1 s", "1 min 5 s"

}  // namespace loom::scenes
