// What one warp-wide load really fetches from global memory.
//
// Memory moves in sectors of 32 bytes; four of them make a 128-byte cache line. For a load of
// `width` bytes per lane from the byte offsets o(l):
//   sectors  the set { ⌊a/32⌋ } over all bytes a of all active lanes, [o(l), o(l) + width)
//   lines    the set { ⌊a/128⌋ } over the same bytes
// Neither the order of the lanes nor how many name a byte matters: across the whole warp a sector
// is fetched once, and 8- or 16-byte loads, which the hardware works off in halves or quarters of
// the warp, count no sector twice. Offsets are relative to any address that is a multiple of 128.
// Sources: CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory"; an H200, whose
// counters give exactly these sets for the 1,049 loads and stores recorded in
// core/recorded/h200/sectors.json.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>

#include "core/result.hpp"
#include "core/warp.hpp"

namespace loom::memory {

using loom::warp_lanes;

inline constexpr int sector_bytes = 32, line_bytes = 128;

struct WarpAccess {
  int width = 4;                                   // bytes per lane: 1, 2, 4, 8 or 16
  std::array<std::int64_t, warp_lanes> offsets{};  // of each lane, in bytes; multiples of `width`
  std::uint32_t active = ~0u;                      // bit l: lane l takes part
};

struct Sector {
  std::int64_t address = 0;  // offset of its first byte, a multiple of 32
  std::uint32_t lanes = 0;   // bit l: lane l reads from it
  std::uint32_t used = 0;    // bit b: some lane reads its byte b
  int bytes_used() const { return std::popcount(used); }
  int bytes_wasted() const { return sector_bytes - bytes_used(); }
};

// One request. A lane's bytes never straddle two sectors (they are aligned and at most 16), so
// there are at most as many sectors as active lanes.
class Request {
 public:
  std::span<const Sector> sectors() const {
    return {sectors_.data(), static_cast<std::size_t>(count_)};
  }  // by address
  int lines() const { return lines_; }
  int bytes_requested() const { return requested_; }  // width × active lanes
  int bytes_used() const { return used_; }            // distinct bytes that are read
  int bytes_fetched() const { return sector_bytes * count_; }

  // Share of the fetched bytes that some lane reads: at most 1. Without an active lane nothing is
  // fetched or wasted: 1.
  double efficiency() const {
    return count_ == 0 ? 1 : static_cast<double>(used_) / bytes_fetched();
  }
  // Bytes requested for each byte fetched, as profilers also report it: above 1 where lanes share
  // bytes.
  double nominal_efficiency() const {
    return count_ == 0 ? 1 : static_cast<double>(requested_) / bytes_fetched();
  }

 private:
  friend Result<Request> request(const WarpAccess& access);

  std::array<Sector, warp_lanes> sectors_{};
  int count_ = 0, lines_ = 0, requested_ = 0, used_ = 0;
};

// Why the hardware would not do this access: a width that no load has, or a misaligned address (an
// active lane's offset is not a multiple of the width). The message names 'width' or
// 'offsets[lane]'.
std::optional<Error> refused(const WarpAccess& access);

// Refuses such accesses, too.
Result<Request> request(const WarpAccess& access);

}  // namespace loom::memory
