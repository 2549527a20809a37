#include "core/cuda/count/traffic.hpp"

#include <algorithm>
#include <bit>

namespace loom::cuda {
namespace {

constexpr std::size_t most_kept = 16;

// The passes that as many lanes of this width need at least: each moves the bytes of all banks.
int passes(std::uint32_t active, int width) {
  constexpr int bytes = memory::bank_count * memory::word_bytes;
  return (std::popcount(active) * width + bytes - 1) / bytes;
}

}  // namespace

Traffic& Traffic::operator+=(const Traffic& other) {
  requests += other.requests;
  sectors += other.sectors;
  sectors_ideal += other.sectors_ideal;
  wavefronts += other.wavefronts;
  wavefronts_ideal += other.wavefronts_ideal;
  bytes += other.bytes;
  atomic_conflicts += other.atomic_conflicts;
  return *this;
}

namespace {

// For the simulators: offsets from a multiple of the unit.
memory::WarpAccess access_of(const Pattern& pattern) {
  memory::WarpAccess out{pattern.width, {}, pattern.active};
  for (std::size_t lane = 0; lane < out.offsets.size(); ++lane)
    out.offsets[lane] = static_cast<std::int64_t>(pattern.distances[lane] + pattern.remainder);
  return out;
}

void find_runs(Pattern& pattern) {
  const auto width = static_cast<std::uint64_t>(pattern.width);
  std::uint64_t misaligned = 0;
  pattern.least = pattern.most = 0;
  pattern.run_count = 0;
  int before = -2;  // the active lane before
  for (int lane = 0; lane < warp_lanes; ++lane) {
    if ((pattern.active >> lane & 1) == 0) continue;
    const std::uint64_t distance = pattern.distances[static_cast<std::size_t>(lane)];
    misaligned |= distance;
    pattern.least = std::min(pattern.least, static_cast<std::int64_t>(distance));
    pattern.most = std::max(pattern.most, static_cast<std::int64_t>(distance));
    if (before == lane - 1) {
      LaneRun& run = pattern.runs[static_cast<std::size_t>(pattern.run_count - 1)];
      const std::uint64_t step = distance - pattern.distances[static_cast<std::size_t>(before)];
      if (step == (run.same ? 0 : width) || (step == 0 && run.count == 1)) {
        run.same = step == 0;
        ++run.count;
        before = lane;
        continue;
      }
    }
    pattern.runs[static_cast<std::size_t>(pattern.run_count++)] = {static_cast<std::uint8_t>(lane),
                                                                   1, false};
    before = lane;
  }
  pattern.aligned = (misaligned & (width - 1)) == 0;
}

}  // namespace

// Which of the patterns that are kept may be the one.
std::size_t Patterns::slot(std::uint64_t remainder, std::uint32_t active) const {
  return (static_cast<std::size_t>(remainder / 4) + ((active * 0x85ebca6bu) >> 28)) &
         (patterns_.size() - 1);
}

// Twice as many, where another one is in the way.
void Patterns::grow() {
  const std::vector<Pattern> before = std::move(patterns_);
  patterns_.assign(2 * before.size(), Pattern{});
  for (const Pattern& each : before)
    if (each.active != 0) patterns_[slot(each.remainder, each.active)] = each;
}

// A known one, or a new one, whose costs are not known yet: false.
bool Patterns::find(const std::uint64_t* places, std::uint64_t offset, std::uint32_t active,
                    int width, std::uint64_t unit, Pattern*& pattern) {
  if (patterns_.empty()) patterns_.resize(1);
  const std::uint64_t first = places[std::countr_zero(active)],
                      remainder = (first + offset) & (unit - 1);
  pattern = &patterns_[slot(remainder, active)];
  if (pattern->active == active && pattern->width == width && pattern->unit == unit &&
      pattern->remainder == remainder) {
    std::uint64_t differ = 0;
    for (std::size_t lane = 0; lane < warp_lanes; ++lane)
      differ |= ((places[lane] - first) ^ pattern->distances[lane]) & pattern->keep[lane];
    if (differ == 0) return true;
  }
  if (pattern->active != 0 && patterns_.size() < most_kept) {
    grow();
    pattern = &patterns_[slot(remainder, active)];
  }
  pattern->active = active;
  pattern->width = width;
  pattern->unit = unit;
  pattern->remainder = remainder;
  pattern->bytes = std::int64_t{width} * std::popcount(active);
  for (std::size_t lane = 0; lane < warp_lanes; ++lane) {
    pattern->keep[lane] = 0 - static_cast<std::uint64_t>(active >> lane & 1);
    pattern->distances[lane] = (places[lane] - first) & pattern->keep[lane];
  }
  find_runs(*pattern);
  return false;
}

const Pattern& Patterns::global(const std::uint64_t* places, std::uint64_t offset,
                                std::uint32_t active, int width) {
  Pattern* pattern;
  if (!find(places, offset, active, width, memory::sector_bytes, pattern)) {
    const Result<memory::Request> found = memory::request(access_of(*pattern));
    pattern->count = found ? static_cast<std::int64_t>(found->sectors().size()) : 0;
    pattern->ideal =
        found ? (found->bytes_used() + memory::sector_bytes - 1) / memory::sector_bytes : 0;
  }
  return *pattern;
}

const Pattern& Patterns::shared(const std::uint64_t* places, std::uint64_t offset,
                                std::uint32_t active, int width, memory::Access kind) {
  Pattern* pattern;
  if (!find(places, offset, active, width, memory::word_bytes, pattern)) {
    const Result<memory::Wavefronts> found = memory::wavefronts(access_of(*pattern), kind);
    pattern->count = found ? found->count() : 0;
    // Lanes that read the same words may need fewer passes than their width alone.
    pattern->ideal = std::min<std::int64_t>(passes(active, width), pattern->count);
  }
  return *pattern;
}

void Patterns::count_global(const Pattern& pattern, Traffic& traffic) {
  ++traffic.requests;
  traffic.sectors += pattern.count;
  traffic.sectors_ideal += pattern.ideal;
  traffic.bytes += pattern.bytes;
}

void Patterns::count_shared(const Pattern& pattern, Traffic& traffic) {
  traffic.wavefronts += pattern.count;
  traffic.wavefronts_ideal += pattern.ideal;
  traffic.bytes += pattern.bytes;
}

int conflicts(const memory::WarpAccess& access) {
  std::array<std::int64_t, warp_lanes> all;
  std::size_t count = 0;
  for (int lane = 0; lane < warp_lanes; ++lane)
    if ((access.active >> lane & 1) != 0)
      all[count++] = access.offsets[static_cast<std::size_t>(lane)];
  std::sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
  int repeated = 0;
  for (std::size_t i = 1; i < count; ++i) repeated += all[i] == all[i - 1];
  return repeated;
}

}  // namespace loom::cuda
