#include "core/cuda/run/order.hpp"

#include <algorithm>

#include "core/cuda/run/memory.hpp"

namespace loom::cuda {

std::uint32_t Order::stretch(Clock& clock) {
  if (clock.stretch != 0 && (!fences_ || stretches_[clock.stretch].tick == tick_))
    return clock.stretch;
  if (stretches_.size() > most_stretches) return 0;
  stretches_.push_back({clock.block, clock.epoch, clock.syncs, tick_});
  return clock.stretch = static_cast<std::uint32_t>(stretches_.size() - 1);
}

bool Order::told(const Stretch& past, int thread, const Clock& clock) const {
  if (crowded_) return clock.seen > past.tick;
  if (!clock.knows) return false;
  const bool near = past.block == clock.block;
  auto each =
      std::lower_bound(clock.knows->begin(), clock.knows->end(), past.block,
                       [](const Release& a, std::uint32_t block) { return a.block < block; });
  for (; each != clock.knows->end() && each->block == past.block; ++each)
    if (past.tick < (near ? each->fenced : each->fenced_for_all) &&
        (past.epoch < each->epoch || each->warp == thread / warp_lanes))
      return true;
  return false;
}

bool Order::before(std::uint32_t stretch, int thread, const Clock& clock, int lane) const {
  const Stretch& past = stretches_[stretch];
  if (past.block == clock.block) {
    if (past.epoch != clock.epoch) return true;
    if (thread / warp_lanes == clock.warp) {
      const int other = thread % warp_lanes;
      if (other == lane || past.syncs < clock.all_synced) return true;
      if (!clock.lane_synced.empty() &&
          past.syncs < clock.lane_synced[static_cast<std::size_t>(warp_lanes * lane + other)])
        return true;
    }
  }
  return fences_ && told(past, thread, clock);
}

// What one warp of the block knows, all know.
void Order::barrier(const std::vector<Clock*>& warps) {
  Clock known;
  for (const Clock* warp : warps) {
    known.fenced = std::max(known.fenced, warp->fenced);
    known.fenced_for_all = std::max(known.fenced_for_all, warp->fenced_for_all);
    known.seen = std::max(known.seen, warp->seen);
    known.knows = joined(known.knows, warp->knows);
  }
  for (Clock* warp : warps) {
    warp->fenced = known.fenced;
    warp->fenced_for_all = known.fenced_for_all;
    warp->seen = known.seen;
    warp->knows = known.knows;
    ++warp->epoch;
    warp->stretch = 0;
  }
}

// Accesses before the sync have a stretch with `syncs` below the new count.
void Order::sync(Clock& clock, Mask mask, Mask live) {
  ++clock.syncs;
  clock.stretch = 0;
  if ((live & ~mask) == 0) {
    clock.all_synced = clock.syncs;
    clock.lane_synced.clear();
    return;
  }
  constexpr auto lanes = static_cast<std::size_t>(warp_lanes);
  if (clock.lane_synced.empty()) clock.lane_synced.assign(lanes * lanes, 0);
  std::array<std::uint32_t, lanes> known{};
  for_lanes(mask, [&](int lane) {
    for (std::size_t other = 0; other < lanes; ++other)
      known[other] =
          std::max(known[other], clock.lane_synced[lanes * static_cast<std::size_t>(lane) + other]);
    known[static_cast<std::size_t>(lane)] = clock.syncs;
  });
  for_lanes(mask, [&](int lane) {
    std::copy(known.begin(), known.end(),
              clock.lane_synced.begin() + static_cast<std::ptrdiff_t>(lanes) * lane);
  });
}

void Order::fence(Clock& clock, bool for_block) {
  clock.fenced = ++tick_;
  if (!for_block) clock.fenced_for_all = tick_;
}

namespace {

// Shared memory lies at the same addresses in each block.
std::uint64_t word_of(const Clock& clock, std::uint64_t address) {
  address &= ~std::uint64_t{3};
  if (window::kind(address) != 2) return address;
  return (address ^ std::uint64_t{clock.block} << 32) | std::uint64_t{1} << 63;
}

bool earlier(const Release& a, const Release& b) {
  return a.block != b.block ? a.block < b.block : a.warp < b.warp;
}
bool is_newer(const Release& a, const Release& b) {
  return a.fenced > b.fenced || a.epoch > b.epoch;
}

// Whether `all` has each of the releases, or a later one of its warp.
bool contains(const std::vector<Release>& all, const std::vector<Release>& some) {
  auto at = all.begin();
  for (const Release& each : some) {
    while (at != all.end() && earlier(*at, each)) ++at;
    if (at == all.end() || earlier(each, *at) || is_newer(each, *at)) return false;
  }
  return true;
}

}  // namespace

Knowledge Order::joined(const Knowledge& mine, const Knowledge& other) {
  constexpr std::size_t most_known = 1u << 23;
  if (!other || other == mine || crowded_) return mine;
  if (!mine || contains(*other, *mine)) return other;
  if (contains(*mine, *other)) return mine;
  auto made = std::make_shared<std::vector<Release>>();
  made->reserve(mine->size() + other->size());
  auto a = mine->begin(), b = other->begin();
  while (a != mine->end() || b != other->end()) {
    const bool first = b == other->end() || (a != mine->end() && !earlier(*b, *a));
    const bool both = first && b != other->end() && !earlier(*a, *b);
    made->push_back(both && is_newer(*b, *a) ? *b : first ? *a : *b);
    if (first) ++a;
    if (!first || both) ++b;
  }
  crowded_ = (known_ += made->size()) > most_known;
  return made;
}

void Order::atomic(Clock& clock, std::uint64_t address) {
  if (!fences_) return;
  acquire(clock, address);
  if (clock.fenced == 0) return;
  clock.knows = joined(clock.knows, std::make_shared<const std::vector<Release>>(
                                        1, Release{clock.block, clock.warp, clock.epoch,
                                                   clock.fenced, clock.fenced_for_all}));
  messages_[word_of(clock, address)] = {clock.knows, ++tick_};
}

void Order::acquire(Clock& clock, std::uint64_t address) {
  const auto found = messages_.find(word_of(clock, address));
  if (found == messages_.end()) return;
  clock.seen = std::max(clock.seen, found->second.tick);
  if (found->second.knows == clock.joined) return;
  clock.joined = found->second.knows;
  clock.knows = joined(clock.knows, clock.joined);
}

}  // namespace loom::cuda
