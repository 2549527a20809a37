#include "core/cuda/run/warp.hpp"

#include <algorithm>

namespace loom::cuda {

void Warp::begin(Mask lanes) {
  live = lanes;
  group_count = 1;
  groups[0] = {0, lanes, Wait::no};
  running = 0;
}

bool Warp::settle() {
  const std::int32_t current = running >= 0 && running < group_count ? group().pc : -1;
  // Equal places join. A joined group tries again what part of it waited for.
  for (int i = 0; i < group_count; ++i)
    for (int j = i + 1; j < group_count;) {
      Group &a = groups[static_cast<std::size_t>(i)], &b = groups[static_cast<std::size_t>(j)];
      if (a.pc != b.pc || a.wait == Wait::barrier || b.wait == Wait::barrier) {
        const bool both_wait = a.pc == b.pc && a.wait == b.wait;
        if (!both_wait) {
          ++j;
          continue;
        }
      }
      if (a.wait != b.wait) a.wait = Wait::no;
      a.lanes |= b.lanes;
      b = groups[static_cast<std::size_t>(--group_count)];
    }
  running = -1;
  for (int i = 0; i < group_count; ++i) {
    const Group& each = groups[static_cast<std::size_t>(i)];
    if (each.wait != Wait::no) continue;
    if (unfair > 0 && each.pc == current) {
      running = i;
      return true;
    }
    if (running < 0 || each.pc < group().pc) running = i;
  }
  return running >= 0;
}

std::int32_t Warp::next_stop() const {
  std::int32_t stop = INT_MAX;
  const Group& mine = groups[static_cast<std::size_t>(running)];
  for (int i = 0; i < group_count; ++i) {
    const Group& each = groups[static_cast<std::size_t>(i)];
    if (i != running && each.wait != Wait::barrier && each.pc > mine.pc)
      stop = std::min(stop, each.pc);
  }
  return stop;
}

void Warp::part(Mask taken, std::int32_t pc, std::int32_t next) {
  Group& mine = group();
  if (taken == mine.lanes) {
    mine.pc = pc;
    return;
  }
  if (taken != 0) {
    groups[static_cast<std::size_t>(group_count++)] = {pc, taken, Wait::no};
    mine.lanes &= ~taken;
  }
  mine.pc = next;
}

void Warp::retire(Mask lanes) {
  Group& mine = group();
  live &= ~lanes;
  mine.lanes &= ~lanes;
  if (mine.lanes == 0) {
    mine = groups[static_cast<std::size_t>(--group_count)];
    running = -1;
  }
}

void Warp::give_way() {
  constexpr int turn = 256;
  int best = -1;
  for (int i = 0; i < group_count; ++i) {  // the next higher one, else the lowest
    const Group& each = groups[static_cast<std::size_t>(i)];
    if (i == running || each.wait != Wait::no) continue;
    const auto rank = [&](const Group& g) { return std::pair(g.pc < group().pc, g.pc); };
    if (best < 0 || rank(each) < rank(groups[static_cast<std::size_t>(best)])) best = i;
  }
  if (best < 0) return;
  running = best;
  unfair = turn;
}

namespace {

// What a warp's registers and places look like.
std::uint64_t looks(const Warp& warp) {
  std::uint64_t hash = 0x9e3779b97f4a7c15;
  const auto mix = [&](std::uint64_t value) {
    hash = (hash ^ value) * 0xff51afd7ed558ccd, hash ^= hash >> 29;
  };
  for (const Lanes& lanes : warp.registers)
    for (const std::uint64_t value : lanes.at) mix(value);
  for (int i = 0; i < warp.group_count; ++i) {
    const Group& group = warp.groups[static_cast<std::size_t>(i)];
    mix(static_cast<std::uint64_t>(group.pc) << 32 | group.lanes);
  }
  return hash;
}

}  // namespace

bool Warp::spins(std::int32_t pc) {
  if (stored) {
    stored = false;
    read = false;
    quiet = spins_in_a_row = 0;
    return false;
  }
  constexpr int span = 8;
  ++quiet;
  if (quiet < next_look) return false;
  if (quiet == next_look || jumped_from < 0) {
    jumped_from = pc;
    looked = looks(*this);
    read = wrote = false;
    return false;
  }
  const bool same = pc == jumped_from && looks(*this) == looked;
  if (same || quiet >= next_look + span) {
    next_look = same ? Warp::first_look : std::min(next_look * 16, 1 << 28);
    jumped_from = -1;
    if (same) quiet = Warp::first_look - 1;
  }
  return same;
}

}  // namespace loom::cuda
