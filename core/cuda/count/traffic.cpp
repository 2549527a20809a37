#include "core/cuda/count/traffic.hpp"

#include <algorithm>
#include <bit>

namespace loom::cuda {
namespace {

constexpr std::size_t kept = 8;

// Groups of lanes with an active one: the passes that the width alone needs.
int groups(std::uint32_t active, int width) {
  const int lanes = std::min(warp_lanes, warp_lanes * memory::word_bytes / width);
  int count = 0;
  for (int first = 0; first < warp_lanes; first += lanes) {
    const std::uint32_t group = lanes == warp_lanes ? ~0u : ((1u << lanes) - 1) << first;
    count += (active & group) != 0;
  }
  return count;
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

bool Patterns::find(const memory::WarpAccess& access, std::int64_t unit, Entry*& entry) {
  if (entries_.empty()) entries_.resize(kept);
  const std::int64_t first =
      access.offsets[static_cast<std::size_t>(std::countr_zero(access.active))];
  const std::int64_t remainder = first & (unit - 1);
  std::array<std::int64_t, warp_lanes> distances;
  for (std::size_t lane = 0; lane < distances.size(); ++lane) {
    const std::int64_t active =
        -static_cast<std::int64_t>(access.active >> lane & 1);  // all ones, or 0
    distances[lane] = (access.offsets[lane] - first) & active;
  }
  entry = &entries_[static_cast<std::size_t>(remainder / 4) % kept];
  if (entry->active == access.active && entry->width == access.width && entry->unit == unit &&
      entry->remainder == remainder) {
    std::int64_t differ = 0;
    for (std::size_t lane = 0; lane < distances.size(); ++lane)
      differ |= distances[lane] ^ entry->distances[lane];
    if (differ == 0) return true;
  }
  entry->active = access.active;
  entry->width = access.width;
  entry->unit = unit;
  entry->remainder = remainder;
  entry->distances = distances;
  return false;
}

void Patterns::global(const memory::WarpAccess& access, Traffic& traffic) {
  Entry* entry;
  if (!find(access, memory::sector_bytes, entry)) {
    const Result<memory::Request> found = memory::request(access);
    entry->count = found ? static_cast<std::int64_t>(found->sectors().size()) : 0;
    entry->ideal =
        found ? (found->bytes_used() + memory::sector_bytes - 1) / memory::sector_bytes : 0;
  }
  ++traffic.requests;
  traffic.sectors += entry->count;
  traffic.sectors_ideal += entry->ideal;
  traffic.bytes += std::int64_t{access.width} * std::popcount(access.active);
}

void Patterns::shared(const memory::WarpAccess& access, memory::Access kind, Traffic& traffic) {
  Entry* entry;
  if (!find(access, memory::word_bytes, entry)) {
    const Result<memory::Wavefronts> found = memory::wavefronts(access, kind);
    entry->count = found ? found->count() : 0;
    // Lanes that read the same words may need fewer passes than their width alone.
    entry->ideal = std::min<std::int64_t>(groups(access.active, access.width), entry->count);
  }
  traffic.wavefronts += entry->count;
  traffic.wavefronts_ideal += entry->ideal;
  traffic.bytes += std::int64_t{access.width} * std::popcount(access.active);
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
