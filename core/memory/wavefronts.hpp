// How many turns one warp's access to shared memory takes, and what each turn delivers.
//
// Shared memory has 32 banks, 4 bytes wide: the word w = ⌊a/4⌋ of a byte address a lies in bank w
// mod 32. In one turn, a wavefront in the profiler's words, each bank delivers one word, to every
// lane that wants it. So an access takes
//   wavefronts = Σ over its groups of lanes of the most distinct words that a group wants of a bank
// where the groups, each with at least one active lane, are
//   up to 4 bytes per lane  the warp
//   8 bytes                 two halves:    lanes 0–15, 16–31
//   16 bytes                four quarters: lanes 0–7, 8–15, 16–23, 24–31
// Loads only: if every pair of lanes l and l^1, or every pair l and l^2, of the whole warp names
// one address, two neighboring groups are one (8 bytes: the warp; 16 bytes: two halves). A pair
// with an inactive lane is no obstacle.
//
// An atomic reads and writes its word for one lane at a time: each lane needs a turn of its bank,
// also where others name the same word.
//
// CUDA C++ Programming Guide for the banks; the groups and when they merge are what an H200 does:
// its counters agree for all 1,154 accesses in core/recorded/h200/wavefronts.json. In which order a
// bank delivers its words nothing says; here it is the order of their addresses.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/memory/sectors.hpp"
#include "core/result.hpp"

namespace loom::memory {

inline constexpr int bank_count = 32, word_bytes = 4;

enum class Access { load, store, atomic };

// What one bank does in one turn.
struct Delivery {
  std::int64_t word = 0;    // byte offset / 4, rounded down
  std::uint32_t lanes = 0;  // bit l: lane l gets it (of a store: writes to it)
  std::uint8_t wavefront = 0;
  std::uint8_t group = 0;  // of lanes, counted from 0
  int bank() const { return static_cast<int>(word & (bank_count - 1)); }
};

class Wavefronts {
 public:
  // By wavefront, then bank. A word that two groups want is delivered twice.
  std::span<const Delivery> deliveries() const {
    return {deliveries_.data(), static_cast<std::size_t>(count_)};
  }
  int count() const { return wavefronts_; }
  int groups() const { return groups_; }  // with an active lane
  // Wavefronts beyond the one that each group needs.
  int conflicts() const { return wavefronts_ - groups_; }
  bool merged() const { return merged_; }

 private:
  friend Result<Wavefronts> wavefronts(const WarpAccess& access, Access kind);
  void deliver(std::span<Delivery> wanted);  // of one group, by address

  std::array<Delivery, warp_lanes * 16 / word_bytes> deliveries_{};
  int count_ = 0, wavefronts_ = 0, groups_ = 0;
  bool merged_ = false;
};

// Refuses what request() refuses, in the same words. Offsets count from an address that is a
// multiple of 128.
Result<Wavefronts> wavefronts(const WarpAccess& access, Access kind = Access::load);

// The counts alone, in a tenth of the time, for searches. The access is one that wavefronts()
// takes.
struct TurnCount {
  int wavefronts = 0, groups = 0;
  int conflicts() const { return wavefronts - groups; }
};
TurnCount count_turns(const WarpAccess& access, Access kind = Access::load);

}  // namespace loom::memory
