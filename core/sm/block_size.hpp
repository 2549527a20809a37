// How long a kernel takes with blocks of another size, by three rules of this project and, on
// request, a fourth. Its whole work stays the same.
//
//   seconds    the largest of these:
//   memory     bytes / what all SMs of an H200 together read from HBM
//   waiting    ⌈blocks / SMs⌉ / resident · one trip to HBM and one to L2: an SM holds `resident`
//              blocks at a time (core/sm/occupancy.hpp), and a block waits once for what it reads
//              and once until what it writes has arrived (Little's law)
//   arithmetic ⌈blocks / SMs⌉ / resident · ⌈resident · warps / 4⌉ · instructions of a warp: warps
//   are
//              dealt to the four sub-partitions in turn, and each issues one instruction a cycle
//   starting   blocks · the time from the start of one block to the next on the whole GPU. No
//   manual
//              names it. It is what the shortest blocks of `add` took (32 threads); that the blocks
//              of 64 to 160 threads take as long is a test.
//
// All four are the least that can be: no queue in front of the memory, no loop or address that
// costs instructions, no block whose last warp keeps the places of the others. So a kernel may take
// longer, and never less: tests/data/block_sizes_test.cpp holds it to that for every time of
// core/recorded/h200/block_sizes.json. Latencies, bandwidth and clock are those of the same chip.
#pragma once

#include <cstdint>

#include "core/result.hpp"
#include "core/sm/occupancy.hpp"

namespace loom::sm {

// Either `threads` in all, divided into blocks, or a fixed number of `blocks` of any size.
struct BlockWork {
  int registers = 0;      // per thread
  int static_shared = 0;  // bytes per block
  std::int64_t threads = 0, blocks = 0;
  double bytes = 0;      // read and written by all
  int instructions = 0;  // of each warp, arithmetic only
};

enum class SizeBound : unsigned char { memory, waiting, arithmetic, starting, cannot_start };

struct BlockSize {
  Occupancy occupancy;  // on compute capability 9.0
  std::int64_t blocks = 0;
  double memory = 0, waiting = 0, arithmetic = 0, starting = 0;  // seconds; 0: not counted
  double seconds = 0;                                            // 0: it cannot start
  SizeBound bound = SizeBound::memory;                           // where equal, the first
};

// Refused: what occupancy() refuses, and work without threads and blocks.
Result<BlockSize> block_size(const BlockWork& work, int threads, bool count_starts);

}  // namespace loom::sm
