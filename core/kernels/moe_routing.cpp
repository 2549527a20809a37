#include "core/kernels/moe_routing.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>

#include "core/numerics/decimal.hpp"

namespace loom::kernels {
namespace {

std::optional<Error> check_range(const char* option, int value, int maximum) {
  if (value >= 1 && value <= maximum) return std::nullopt;
  return Error{std::string(option) + ": got " + std::to_string(value) +
               ", expected a whole number from 1 to " + std::to_string(maximum)};
}

std::optional<Error> check(const MoeOptions& options) {
  if (auto error = check_range("tokens", options.tokens, max_moe_tokens)) return error;
  if (auto error = check_range("experts", options.experts, max_moe_experts)) return error;
  if (options.top_k > options.experts)
    return Error{"top_k: got " + std::to_string(options.top_k) + ", but there are only " +
                 std::to_string(options.experts) + " experts to choose from"};
  if (auto error = check_range("top_k", options.top_k, options.experts)) return error;
  if (auto error = check_range("tile_rows", options.tile_rows, max_tile_rows)) return error;
  if (auto error = check_range("places", options.places, max_places)) return error;
  if (options.capacity_factor &&
      !(*options.capacity_factor > 0 && *options.capacity_factor <= max_capacity_factor))
    return Error{"capacity_factor: got " + numerics::general_text(*options.capacity_factor, 6) +
                 ", expected a number above 0 and up to 1000, or none"};
  return std::nullopt;
}

// r for every token: see the header.
std::vector<int> bit_reversed_order(int tokens) {
  const auto bits = static_cast<int>(std::bit_width(static_cast<unsigned>(tokens - 1)));
  std::vector<int> order;
  order.reserve(static_cast<size_t>(tokens));
  for (int index = 0; index < 1 << bits; ++index) {
    int reversed = 0;
    for (int bit = 0; bit < bits; ++bit) reversed |= (index >> bit & 1) << (bits - 1 - bit);
    if (reversed < tokens) order.push_back(reversed);
  }
  return order;
}

// E·u² = E·(2r+1)²/(2n)² in whole numbers. It stays below E because 2r + 1 < 2n.
int skewed_first(int r, const MoeOptions& options) {
  const std::int64_t odd = 2 * r + 1, twice = 2 * options.tokens;
  return static_cast<int>(options.experts * odd * odd / (twice * twice));
}

// Appends the token's choices in order of preference.
void choose(int token, int r, const MoeOptions& options, std::vector<int>& choices) {
  const int experts = options.experts;
  if (options.routing == Routing::balanced) {
    for (int c = 0; c < options.top_k; ++c)
      choices.push_back((token + c * experts / options.top_k) % experts);
    return;
  }
  const size_t begin = choices.size();
  choices.push_back(skewed_first(r, options));
  if (options.top_k > 1) choices.push_back(choices[begin] != 0 ? 0 : 1 + token / 2 % (experts - 1));
  for (int c = 2; c < options.top_k; ++c) {
    int next = (choices.back() + 1) % experts;
    while (std::find(choices.begin() + static_cast<std::ptrdiff_t>(begin), choices.end(), next) !=
           choices.end())
      next = (next + 1) % experts;
    choices.push_back(next);
  }
}

// All tokens' choices, token by token: token t's c-th is at t·top_k + c.
std::vector<int> choose_all(const MoeOptions& options) {
  const std::vector<int> order = bit_reversed_order(options.tokens);
  std::vector<int> choices;
  choices.reserve(static_cast<size_t>(options.tokens) * static_cast<size_t>(options.top_k));
  for (int token = 0; token < options.tokens; ++token)
    choose(token, order[static_cast<size_t>(token)], options, choices);
  return choices;
}

void place(const MoeOptions& options, MoeRouting& routing) {
  const std::vector<int> choices = choose_all(options);
  std::vector<char> served(static_cast<size_t>(options.tokens), 0);
  routing.assignments.reserve(choices.size());
  for (int choice = 0; choice < options.top_k; ++choice) {
    for (int token = 0; token < options.tokens; ++token) {
      const int expert = choices[static_cast<size_t>(token * options.top_k + choice)];
      ExpertLoad& load = routing.experts[static_cast<size_t>(expert)];
      const bool full = routing.capacity && load.kept == *routing.capacity;
      routing.assignments.push_back({token, choice, expert, full ? -1 : load.kept});
      ++(full ? load.dropped : load.kept);
      if (!full) served[static_cast<size_t>(token)] = 1;
    }
  }
  routing.unserved = static_cast<int>(std::count(served.begin(), served.end(), 0));
}

void cut(ExpertLoad& load, int tile_rows) {
  load.tiles = (load.kept + tile_rows - 1) / tile_rows;
  load.padded = load.tiles * tile_rows - load.kept;
}

void cut_into_tiles(const MoeOptions& options, MoeRouting& routing) {
  for (ExpertLoad& load : routing.experts) {
    cut(load, options.tile_rows);
    routing.kept += load.kept;
    routing.dropped += load.dropped;
    routing.tiles += load.tiles;
    routing.padded += load.padded;
    routing.busiest = std::max(routing.busiest, load.kept);
  }
  routing.slots = routing.tiles * options.tile_rows;
  routing.useful = static_cast<double>(routing.kept) / routing.slots;
}

// Tiles in expert order take the places of a round one after another. A new launch starts a new
// round.
Schedule run(const std::vector<ExpertLoad>& experts, int places, bool grouped) {
  Schedule schedule;
  int place = places;  // the current round is full: there is none yet
  for (int expert = 0; expert < static_cast<int>(experts.size()); ++expert) {
    const int tiles = experts[static_cast<size_t>(expert)].tiles;
    if (tiles > 0 && (!grouped || schedule.launches == 0)) {
      ++schedule.launches;
      place = places;
    }
    for (int tile = 0; tile < tiles; ++tile) {
      if (place == places) {
        ++schedule.rounds;
        place = 0;
      }
      schedule.runs.push_back({expert, tile, schedule.launches - 1, schedule.rounds - 1, place++});
    }
  }
  schedule.idle = schedule.rounds * places - static_cast<int>(schedule.runs.size());
  return schedule;
}

}  // namespace

int moe_capacity(double factor, int tokens, int top_k, int experts) {
  const double exact = factor * tokens * top_k / experts;
  const double whole = std::round(exact);
  const bool is_whole = std::fabs(exact - whole) <= 1e-9 * std::max(1.0, exact);
  return std::max(1, static_cast<int>(is_whole ? whole : std::ceil(exact)));
}

Result<MoeRouting> moe_route(const MoeOptions& options) {
  if (auto error = check(options)) return *error;
  MoeRouting routing;
  routing.options = options;
  routing.experts.resize(static_cast<size_t>(options.experts));
  if (options.capacity_factor)
    routing.capacity =
        moe_capacity(*options.capacity_factor, options.tokens, options.top_k, options.experts);
  place(options, routing);
  cut_into_tiles(options, routing);
  routing.per_expert = run(routing.experts, options.places, false);
  routing.grouped = run(routing.experts, options.places, true);
  return routing;
}

MoeProgress moe_progress(const MoeRouting& routing, int placed) {
  MoeProgress progress;
  progress.experts.resize(routing.experts.size());
  for (int i = 0; i < placed; ++i) {
    const Assignment& assignment = routing.assignments[static_cast<size_t>(i)];
    ExpertLoad& load = progress.experts[static_cast<size_t>(assignment.expert)];
    ++(assignment.kept() ? load.kept : load.dropped);
    ++(assignment.kept() ? progress.kept : progress.dropped);
    progress.busiest = std::max(progress.busiest, load.kept);
  }
  for (ExpertLoad& load : progress.experts) cut(load, routing.options.tile_rows);
  return progress;
}

}  // namespace loom::kernels
