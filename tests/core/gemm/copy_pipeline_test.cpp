// The copy pipeline against the published recurrences, closed forms, and a replay cycle by cycle.
#include "core/gemm/copy_pipeline.hpp"

#include <algorithm>
#include <deque>
#include <string>

#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::gemm::copy_pipeline) {

using namespace loom::gemm;

namespace {

CopyPipeline run(const CopyPipelineOptions& options) {
  auto pipeline = run_copy_pipeline(options);
  REQUIRE(pipeline);
  return *pipeline;
}

int total(int tiles, int latency, int interval, int compute, int stages, int issue = 0) {
  return run({CopyMode::cp_async, stages, tiles, latency, interval, compute, issue}).total;
}

std::string describe(const CopyPipelineOptions& o) {
  return std::string(o.mode == CopyMode::synchronous ? "synchronous, " : "cp.async, ") +
         std::to_string(o.stages) + " stages, " + std::to_string(o.tiles) + " tiles, l " +
         std::to_string(o.latency) + ", g " + std::to_string(o.interval) + ", C " +
         std::to_string(o.compute) + ", I " + std::to_string(o.issue);
}

template <class Check>
void over_grid(Check check) {
  for (CopyMode mode : {CopyMode::synchronous, CopyMode::cp_async})
    for (int stages : {1, 2, 3, 4, 6})
      for (int tiles : {1, 2, 5, 8, 32})
        for (int latency : {1, 50, 333, 400, 1000})
          for (int interval : {1, 100, 350})
            for (int compute : {1, 50, 150, 400})
              for (int issue : {0, 30, 173})
                check(CopyPipelineOptions{mode, stages, tiles, latency, interval, compute, issue});
}

// One cycle at a time, with hardware's counters instead of lists: memory is a queue; a group counts
// what it still waits for; the block is a position in the textbook loop, written once more here.
struct Replay {
  std::vector<int> math_start, math_end, copy_start, copy_end;
  bool overwritten = false;  // a copy went into a buffer that was still to be read

  explicit Replay(const CopyPipelineOptions& o) {
    const auto n = static_cast<size_t>(o.tiles);
    math_start.assign(n, -1), math_end.assign(n, -1), copy_start.assign(n, -1),
        copy_end.assign(n, -1);
    const bool synchronous = o.mode == CopyMode::synchronous;
    const int stages = synchronous ? 1 : o.stages, pending = std::max(stages - 2, 0);
    std::deque<int> queue;   // tiles asked for, not accepted
    std::deque<int> groups;  // tile of each open group, −1 when empty; oldest first
    std::vector<char> arrived(n);
    int now = 0, next_copy = 0, accept_at = 0, tile = 0, free_at = 0, prologue = stages - 1;
    enum { fetch, wait, math } next = stages == 1 ? fetch : wait;
    const auto ask = [&] {
      groups.push_back(next_copy < o.tiles ? next_copy : -1);
      if (next_copy < o.tiles) {
        const int before = next_copy - stages;  // the last tenant of the buffer
        if (before >= tile) overwritten = true;
        queue.push_back(next_copy);
        if (!synchronous) free_at = now + o.issue;
      }
      ++next_copy;
    };
    const auto ready = [&] {
      while (!groups.empty() &&
             (groups.front() < 0 || arrived[static_cast<size_t>(groups.front())]))
        groups.pop_front();
      return static_cast<int>(groups.size()) <= pending;
    };
    for (; tile < o.tiles; ++now) {
      for (size_t i = 0; i < n; ++i)
        if (copy_end[i] == now) arrived[i] = 1;
      while (free_at <= now && tile < o.tiles) {
        if (prologue > 0) {
          --prologue;
          ask();
        } else if (next == fetch) {
          next = stages == 1 ? wait : math;
          ask();
        } else if (next == wait) {
          if (!ready()) break;
          next = stages == 1 ? math : fetch;
        } else {
          math_start[static_cast<size_t>(tile)] = now;
          free_at = math_end[static_cast<size_t>(tile)] = now + o.compute;
          ++tile;
          next = stages == 1 ? fetch : wait;
        }
      }
      if (!queue.empty() && now >= accept_at) {
        const auto i = static_cast<size_t>(queue.front());
        queue.pop_front();
        copy_start[i] = now;
        copy_end[i] = now + o.latency;
        accept_at = now + o.interval;
      }
    }
  }
};

CopyPipelineOptions random_options(loom::Random& random, std::uint32_t longest) {
  const auto up_to = [&](std::uint32_t most) { return 1 + static_cast<int>(random.below(most)); };
  const auto cycles = [&] { return up_to(random.below(3) == 0 ? 4 : longest); };
  return {.mode = random.below(5) == 0 ? CopyMode::synchronous : CopyMode::cp_async,
          .stages = up_to(random.below(4) == 0 ? max_stages : 7),
          .tiles = up_to(40),
          .latency = cycles(),
          .interval = cycles(),
          .compute = cycles(),
          .issue = random.below(2) == 0 ? 0 : cycles()};
}

// The program as PTX describes it, group by group: wait_group n waits for every copy of every group
// except the n newest, in whatever order they arrive. Returns what goes wrong, or "".
std::string obey(const CopyPipelineOptions& o) {
  const CopyPipeline pipeline = run(o);
  std::vector<std::vector<int>> groups;     // tiles
  std::vector<int> open;                    // copied, not committed
  std::vector<int> tenant(max_stages, -1);  // tile in each buffer
  std::vector<char> landed(pipeline.tiles.size()), used(pipeline.tiles.size());
  int now = 0, accepts = 0, tile_count = 0;
  for (const Instruction& instruction : pipeline_program(o)) {
    using enum Instruction::Kind;
    const int operand = instruction.operand;
    const auto at = static_cast<size_t>(operand);
    if (instruction.kind == commit) {
      groups.push_back(open);
      open.clear();
    } else if (instruction.kind == wait) {
      for (size_t g = 0; g + at < groups.size(); ++g)
        for (int tile : groups[g]) {
          now = std::max(now, pipeline.tiles[static_cast<size_t>(tile)].copy_end);
          landed[static_cast<size_t>(tile)] = 1;
        }
    } else if (instruction.kind == multiply) {
      if (!landed[at]) return "a tile is multiplied before anyone waited for it";
      if (tenant[static_cast<size_t>(pipeline.tiles[at].buffer)] != operand)
        return "another tile is in the buffer";
      if (pipeline.tiles[at].math_start != now) return "math starts at another time";
      now += o.compute;
      used[at] = 1;
      ++tile_count;
    } else {  // load, copy
      const TileTimes& tile = pipeline.tiles[at];
      int& before = tenant[static_cast<size_t>(tile.buffer)];
      if (before >= 0 && !used[static_cast<size_t>(before)]) return "a buffer is overwritten";
      if (tile.buffer >= o.stages) return "a buffer that is not there";
      before = operand;
      if (tile.asked != now || tile.copy_start != std::max(now, accepts) ||
          tile.copy_end != tile.copy_start + o.latency)
        return "a copy at another time";
      accepts = tile.copy_start + o.interval;
      now = instruction.kind == load ? tile.copy_end : now + o.issue;
      if (instruction.kind == load)
        landed[at] = 1;
      else
        open.push_back(operand);
    }
  }
  if (!open.empty()) return "a copy that no group has";
  return now == pipeline.total && tile_count == o.tiles ? "" : "another end";
}

}  // namespace

TEST_CASE("pipeline: programs obey what PTX says of groups, whatever the numbers") {
  loom::Random random(31);
  for (int round = 0; round < 3000; ++round) {
    const CopyPipelineOptions options = random_options(random, 900);
    const std::string problem = obey(options);
    CHECK_MESSAGE(problem.empty(), describe(options) << ": " << problem);
  }
}

TEST_CASE("pipeline: random numbers agree with the replay cycle by cycle") {
  loom::Random random(32);
  for (int round = 0; round < 400; ++round) {
    const CopyPipelineOptions o = random_options(random, 60);
    const CopyPipeline pipeline = run(o);
    const Replay replay(o);
    bool agree = !replay.overwritten;
    for (size_t i = 0; i < pipeline.tiles.size(); ++i)
      agree = agree && pipeline.tiles[i].copy_start == replay.copy_start[i] &&
              pipeline.tiles[i].math_start == replay.math_start[i] &&
              pipeline.tiles[i].math_end == replay.math_end[i];
    CHECK_MESSAGE(agree, describe(o));
    if (o.mode == CopyMode::synchronous || o.issue > 0 || o.stages < 2) continue;
    // Enough stages: the closed form; fewer never take less.
    const int slower = std::max(o.compute, o.interval);
    const int hidden = o.latency + o.compute + (o.tiles - 1) * slower;
    CHECK_MESSAGE(pipeline.total >= hidden, describe(o));
    if (o.stages >= stages_to_hide(o)) CHECK_MESSAGE(pipeline.total == hidden, describe(o));
  }
}

TEST_CASE("pipeline: the totals worked out from the recurrences") {
  const int first[] = {4400, 3350, 1900, 1600, 1600, 1600},
            second[] = {11648, 9728, 5056, 3728, 2912, 2648};
  for (int stages = 1; stages <= 6; ++stages) {
    CHECK(total(8, 400, 100, 150, stages) == first[stages - 1]);
    CHECK(total(16, 600, 64, 128, stages) == second[stages - 1]);
  }
  CHECK(run({CopyMode::synchronous, 6, 8, 400, 100, 150}).total == 4400);
}

TEST_CASE("pipeline: every tile follows the recurrences") {
  over_grid([](const CopyPipelineOptions& o) {
    const CopyPipeline pipeline = run(o);
    const bool synchronous = o.mode == CopyMode::synchronous;
    const int s = synchronous ? 1 : o.stages, issue = synchronous ? 0 : o.issue;
    std::vector<int> asked(pipeline.tiles.size()), begun(pipeline.tiles.size());
    // The block comes to the copy of a tile: when it goes on.
    const auto copy = [&](int tile, int now) {
      if (tile >= o.tiles) return now;
      const auto at = static_cast<size_t>(tile);
      asked[at] = now;
      begun[at] = at == 0 ? now : std::max(now, begun[at - 1] + o.interval);
      return now + issue;
    };
    int free = 0;
    for (int j = 0; j < s - 1; ++j) free = copy(j, free);
    bool agree = true;
    for (int i = 0; i < o.tiles; ++i) {
      const auto at = static_cast<size_t>(i);
      if (s == 1) free = copy(i, free);
      free = std::max(free, begun[at] + o.latency);
      if (s > 1) free = copy(i + s - 1, free);
      const TileTimes& tile = pipeline.tiles[at];
      agree = agree && tile.asked == asked[at] && tile.copy_start == begun[at] &&
              tile.copy_end == begun[at] + o.latency && tile.math_start == free &&
              tile.math_end == free + o.compute && tile.buffer == i % s &&
              tile.issued == (synchronous ? tile.copy_end : asked[at] + issue);
      free += o.compute;
    }
    CHECK_MESSAGE((agree && pipeline.total == free), describe(o));
  });
}

TEST_CASE("pipeline: a replay cycle by cycle agrees, and no buffer is overwritten early") {
  over_grid([](const CopyPipelineOptions& o) {
    if (o.tiles > 5 || o.compute > 150 || o.latency > 400) return;
    const CopyPipeline pipeline = run(o);
    const Replay replay(o);
    bool agree = !replay.overwritten;
    for (size_t i = 0; i < pipeline.tiles.size(); ++i) {
      const TileTimes& tile = pipeline.tiles[i];
      agree = agree && tile.copy_start == replay.copy_start[i] &&
              tile.copy_end == replay.copy_end[i] && tile.math_start == replay.math_start[i] &&
              tile.math_end == replay.math_end[i];
    }
    CHECK_MESSAGE(agree, describe(o));
  });
}

TEST_CASE("pipeline: closed forms") {
  over_grid([](const CopyPipelineOptions& o) {
    const CopyPipeline pipeline = run(o);
    const int l = o.latency, g = o.interval, c = o.compute, n = o.tiles;
    const int issue = o.mode == CopyMode::synchronous ? 0 : o.issue;
    const int slower = std::max(c + issue, g), hidden = l + c + (n - 1) * slower;
    CHECK(pipeline.busy == n * c);
    CHECK(pipeline.fill >= l);
    CHECK(pipeline.drain >= c);
    CHECK(pipeline.total >= std::max(l + c + (n - 1) * g, l + n * c));
    if (o.mode == CopyMode::synchronous || o.stages == 1) {
      const int alone = std::max(l, issue) + c;  // but a queued copy hides that it is issued
      if (issue == 0 || alone >= g)
        CHECK_MESSAGE(pipeline.total == (n - 1) * std::max(alone, g) + alone, describe(o));
    } else if (issue > 0) {
      return;
    } else if ((o.stages - 1) * slower >= l) {  // enough stages
      CHECK_MESSAGE(pipeline.total == hidden, describe(o));
    } else if (n > o.stages) {
      CHECK_MESSAGE(pipeline.total > hidden, describe(o));
    }
  });
  // The long run: S − 1 tiles in max((S − 1)·(I + C), (S − 1)·g, l) cycles.
  for (int stages = 2; stages <= 6; ++stages)
    for (int latency : {200, 400, 1000})
      for (int interval : {10, 100, 300})
        for (int compute : {20, 150, 500})
          for (int issue : {0, 40, 250}) {
            const int ahead = stages - 1, few = 60 * ahead, more = 120 * ahead;
            const int rise = total(more, latency, interval, compute, stages, issue) -
                             total(few, latency, interval, compute, stages, issue);
            CHECK(rise == 60 * std::max({ahead * (issue + compute), ahead * interval, latency}));
          }
}

TEST_CASE("pipeline: more stages never take longer") {
  over_grid([](const CopyPipelineOptions& options) {
    if (options.mode == CopyMode::synchronous || options.stages > 1) return;
    CopyPipelineOptions o = options;
    int before = run(o).total;
    for (o.stages = 2; o.stages <= 64; ++o.stages) {
      const int now = run(o).total;
      CHECK(now <= before);
      before = now;
    }
  });
}

TEST_CASE(
    "pipeline: the first number of stages that hides the latency is the one that the rule names") {
  over_grid([](const CopyPipelineOptions& options) {
    CopyPipelineOptions o = options;
    o.stages = stages_to_hide(o);
    if (o.mode == CopyMode::synchronous || options.stages > 1 || o.stages > max_stages - 1) return;
    // A tile's share of a run that is longer by as many tiles as can be under way.
    const auto pace = [&](int stages) {
      o.stages = stages;
      o.tiles = 70;
      const int few = run(o).total;
      o.tiles += std::max(1, stages - 1);
      return static_cast<double>(run(o).total - few) / std::max(1, stages - 1);
    };
    const int enough = o.stages;
    const double least = std::max(o.issue + o.compute, o.interval);
    CHECK_MESSAGE(pace(enough) == least, describe(o));
    if (enough > 2) CHECK_MESSAGE(pace(enough - 1) > least, describe(o));
  });
  CHECK(stages_to_hide({CopyMode::cp_async, 2, 8, 400, 100, 150}) == 4);
  CHECK(stages_to_hide({CopyMode::cp_async, 2, 8, 400, 100, 150, 50}) == 3);
}

TEST_CASE("pipeline: the program has as many commits as waits can count") {
  const auto text = [](const CopyPipelineOptions& o) {
    std::string out;
    for (const Instruction& i : pipeline_program(o)) {
      using enum Instruction::Kind;
      out += i.kind == load     ? "load "
             : i.kind == copy   ? "copy "
             : i.kind == commit ? "commit"
             : i.kind == wait   ? "wait "
                                : "multiply ";
      if (i.kind != commit) out += std::to_string(i.operand);
      out += "; ";
    }
    return out;
  };
  CHECK(text({CopyMode::synchronous, 3, 2}) == "load 0; multiply 0; load 1; multiply 1; ");
  CHECK(text({CopyMode::cp_async, 1, 2}) ==
        "copy 0; commit; wait 0; multiply 0; copy 1; commit; wait 0; multiply 1; ");
  CHECK(text({CopyMode::cp_async, 3, 3}) ==
        "copy 0; commit; copy 1; commit; wait 1; copy 2; commit; multiply 0; wait 1; commit; "
        "multiply 1; wait 1; commit; multiply 2; ");
}

TEST_CASE("pipeline: refuses what it cannot simulate") {
  CHECK(run_copy_pipeline({.stages = 0}).error().message ==
        "stages: expected a whole number from 1 to 64");
  CHECK_FALSE(run_copy_pipeline({.stages = 65}));
  CHECK(run_copy_pipeline({.tiles = 0}).error().message ==
        "tiles: expected a whole number from 1 to 4096");
  CHECK_FALSE(run_copy_pipeline({.latency = 0}));
  CHECK(run_copy_pipeline({.issue = -1}).error().message ==
        "issue: expected a whole number from 0 to 100000");
  CHECK_FALSE(run_copy_pipeline({.compute = 0}));
  CHECK(run_copy_pipeline({.compute = 100'001}).error().message ==
        "compute: expected a whole number from 1 to 100000");
  CHECK_FALSE(run_copy_pipeline({.interval = 0}));
  CHECK(run_copy_pipeline({CopyMode::synchronous, 1, 4096, 100'000, 100'000, 100'000})->total ==
        819'200'000);
  CHECK(run_copy_pipeline({CopyMode::cp_async, 64, 4096, 100'000, 100'000, 100'000, 100'000})
            ->total == 64 * 100'000 + (4096 - 63) * 200'000 + 63 * 100'000 - 100'000);
}

}  // TESTS_OF(core::gemm::copy_pipeline)
