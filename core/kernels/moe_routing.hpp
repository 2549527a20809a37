// Mixture-of-experts routing: which token's copy goes to which row of which expert's matrix, and
// what the tiles of a matrix multiply over those rows waste.
//
// A router picks `top_k` experts per token; nothing here is random, so that a picture can be linked
// to. With n tokens t = 0…n−1, E experts and choices c = 0…k−1:
//   balanced  expert (t + ⌊c·E/k⌋) mod E. For k = 2 the second choice is half the experts further
//   on. skewed    first choice min(E−1, ⌊E·u²⌋) with u = (r + ½)/n, where r is t's place in
//   bit-reversed
//             order: with b = ⌈log2 n⌉, reverse the b bits of 0, 1, 2, … and skip results ≥ n; r is
//             the t-th that is left (a permutation of 0…n−1; for n = 2^b the b-bit reversal of t
//             itself). Second choice: expert 0 unless it was the first, else 1 + (⌊t/2⌋ mod (E−1)).
//             Later choices: the next expert after the one before, wrapping, that the token does
//             not have yet.
// Placement: all first choices in token order, then all second choices, and so on; each takes the
// next free slot of its expert. Capacity is ⌈factor·n·k/E⌉ slots per expert; a full expert drops
// the copy. Tiles: an expert's kept rows are cut into tiles of `tile_rows`; the last one is padded
// to full height. Sources: Shazeer et al., arXiv 1701.06538 (top-k gating); GShard, arXiv
// 2006.16668 (capacity, first choices before second ones); Switch Transformers, arXiv 2101.03961
// (capacity factor, top-1); MegaBlocks, arXiv 2211.15841 (dropping against padding, grouped
// multiplies).
#pragma once

#include <optional>
#include <vector>

#include "core/result.hpp"

namespace loom::kernels {

inline constexpr int max_moe_tokens = 4096, max_moe_experts = 256, max_tile_rows = 1024,
                     max_places = 1024;
inline constexpr double max_capacity_factor = 1000;

enum class Routing { balanced, skewed };

struct MoeOptions {
  int tokens = 32;  // 1…max_moe_tokens
  int experts = 4;  // 1…max_moe_experts
  int top_k = 1;    // 1…experts
  Routing routing = Routing::balanced;
  std::optional<double> capacity_factor;  // above 0, up to max_capacity_factor; none: no limit
  int tile_rows = 8;                      // 1…max_tile_rows
  int places = 4;                         // tiles that the machine works on at once, 1…max_places
};

// One token's copy on its way to one expert.
struct Assignment {
  int token, choice, expert;  // choice 0 is the token's first
  int slot;                   // row in the expert's matrix, counted from 0; −1 when dropped
  bool kept() const { return slot >= 0; }
};

// Rows of one expert's matrix.
struct ExpertLoad {
  int kept = 0, dropped = 0;
  int tiles = 0;   // ⌈kept/tile_rows⌉
  int padded = 0;  // tiles·tile_rows − kept
};

// One tile's turn on the machine. Rounds and places count from 0.
struct TileRun {
  int expert, tile, launch, round, place;
};

// When the tiles run. A round is the time of one tile; the machine runs `places` tiles per round,
// and a launch begins when the one before has left the machine. Both ways of packing have the same
// tiles, with their padding. They differ in the places left idle at the end of every launch.
struct Schedule {
  int launches = 0;
  int rounds = 0;
  int idle = 0;  // rounds·places − tiles
  std::vector<TileRun> runs;
};

struct MoeRouting {
  MoeOptions options;
  std::vector<Assignment> assignments;  // in placement order: tokens·top_k of them
  std::vector<ExpertLoad> experts;
  std::optional<int> capacity;           // slots per expert
  int kept = 0, dropped = 0;             // kept + dropped = tokens·top_k
  int unserved = 0;                      // tokens of which every copy was dropped
  int tiles = 0, slots = 0, padded = 0;  // slots = tiles·tile_rows = kept + padded
  int busiest = 0;                       // rows kept by the expert that keeps most
  double useful = 0;                     // kept/slots
  Schedule per_expert;  // one launch per expert with rows: Σ ⌈tiles_e/places⌉ rounds
  Schedule grouped;     // one launch for all: ⌈tiles/places⌉ rounds
};

// Refused: an option outside its range; more choices than experts. The message names the option.
Result<MoeRouting> moe_route(const MoeOptions& options);

// The state after the first `placed` assignments, 0…assignments.size(). A tile opens with its first
// row; `padded` counts the rows still free in open tiles.
struct MoeProgress {
  std::vector<ExpertLoad> experts;
  int kept = 0, dropped = 0, busiest = 0;
};
MoeProgress moe_progress(const MoeRouting& routing, int placed);

// ⌈factor·tokens·top_k/experts⌉, at least 1. A product within 10⁻⁹ of a whole number counts as that
// number: 1.1·40/4 is 11 slots, not 12, although 1.1 is not exact in binary. Options must be in
// range.
int moe_capacity(double factor, int tokens, int top_k, int experts);

}  // namespace loom::kernels
