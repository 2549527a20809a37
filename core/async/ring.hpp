// A ring of buffers between a producer and a consumer, each buffer with two mbarriers: `full`, at
// which the producer arrives once, with the bytes that the copy engine will bring, and `empty`, at
// which the consumer arrives once. Every event is simulated, on barriers that do what PTX says.
//
// Tile i goes into buffer i mod S, in its lap i / S. The producer waits until phase lap − 1 of
// `empty` has ended (by parity; at first that is the phase before the first, which counts as
// ended), works for `produce` cycles, arrives, and goes on. The copy takes `copy` cycles more; any
// number of copies run at once, and a copy's bytes land together, with the last. With copy = 0 the
// producer itself fills the buffer. The consumer waits until phase lap of `full` has ended, works
// for `consume` cycles, arrives at `empty`. After each hand-over a side is busy for its `loop`
// cycles before it waits again.
//
// What follows, and the tests hold the simulator to: in the long run a tile takes
//   max(produce + producer_loop, consume + consumer_loop, (produce + copy + consume) / S)
// An H200 agrees, tests/data says how far. Sources: PTX ISA, mbarrier; NVIDIA CUTLASS, pipelines.
#pragma once

#include <string>
#include <vector>

#include "core/async/mbarrier.hpp"

namespace loom::async {

inline constexpr int most_ring_stages = 16, most_ring_tiles = 4096, most_ring_cycles = 100'000;

// A rule that the loop may break.
enum class Broken {
  none,
  parity,    // the producer waits as if every buffer had been full once: its parity starts at 0
  release,   // the consumer does not arrive at `empty`
  bytes,     // `full` expects twice the bytes that come: 2 · ring_bytes
  arrivals,  // `empty` expects two arrivals
  waiting,   // the producer does not wait for `empty`
};

struct RingOptions {
  int stages = 3;     // S, 1…most_ring_stages
  int tiles = 8;      // 1…most_ring_tiles
  int produce = 100;  // cycles, 1…most_ring_cycles
  int copy = 300;     // 0…most_ring_cycles
  int consume = 150;  // 1…most_ring_cycles
  Broken broken = Broken::none;
  int producer_loop = 0, consumer_loop = 0;  // 0…most_ring_cycles
};
inline constexpr int ring_bytes = 16384;  // of a tile

// Cycles from the start; never: −1.
struct RingTile {
  int stage = 0;
  int wanted = -1;       // the producer is ready for it, and waits for `empty`
  int claimed = -1;      // the producer begins
  int asked = -1;        // the producer arrives at `full`
  int arrived = -1;      // the last byte arrives: unless a rule is broken, the phase of `full` ends
  int awaited = -1;      // the consumer waits for `full`
  int taken = -1;        // the consumer begins
  int released = -1;     // the consumer is done
  bool spoiled = false;  // another tile's bytes began to come before the consumer was done
  bool aliased = false;  // the consumer's wait was two phases behind
};

struct RingStage {
  enum class Holds { nothing, coming, tile, read };
  Holds holds = Holds::nothing;
  int tile = -1;  // that comes, lies there or is read
  Mbarrier full, empty;
};

struct RingEvent {
  enum class Kind { claim, ask, arrive, take, release, stuck };
  Kind kind;
  int cycle, tile;
  std::vector<RingStage> stages;  // after it
};

// The position of each side when nothing moves any more.
struct RingWait {
  bool waits = false;  // else it is done
  int tile = 0, stage = 0;
};

struct Ring {
  RingOptions options;
  std::vector<RingTile> tiles;
  std::vector<RingStage> fresh;  // before the first event
  std::vector<RingEvent> events;
  int total = 0;                // cycles until the last event
  bool stuck = false;           // deadlock:
  RingWait producer, consumer;  // … and who waits where
  bool overrun = false;         // an arrival too many in a phase, which PTX leaves undefined

  int spoiled() const;  // tiles
};

// Refused: an option outside of its range; wrong bytes without a copy.
Result<Ring> run_ring(const RingOptions& options);

// The closed form above.
double ring_pace(const RingOptions& options);

}  // namespace loom::async
