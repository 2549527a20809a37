#include "core/gemm/copy_pipeline.hpp"

#include <algorithm>

namespace loom::gemm {
namespace {

using Kind = Instruction::Kind;

// The state of memory and of the groups while a program runs.
class Machine {
 public:
  explicit Machine(const CopyPipelineOptions& options) {
    pipeline_.options = options;
    pipeline_.tiles.resize(static_cast<size_t>(options.tiles));
  }

  void execute(const Instruction& instruction) {
    const int operand = instruction.operand;
    switch (instruction.kind) {
      case Kind::load:
        now_ = tile(operand).issued = request(operand);
        break;
      case Kind::copy:
        arrived_ = std::max(arrived_, request(operand));
        now_ = tile(operand).issued = now_ + pipeline_.options.issue;
        break;
      case Kind::commit:
        groups_.push_back(arrived_);
        break;
      case Kind::wait:
        wait(operand);
        break;
      case Kind::multiply:
        multiply(tile(operand));
        break;
    }
  }

  CopyPipeline finish() {
    const CopyPipelineOptions& options = pipeline_.options;
    pipeline_.total = now_;
    pipeline_.busy = options.tiles * options.compute;
    pipeline_.fill = pipeline_.tiles.front().math_start;
    pipeline_.drain = now_ - pipeline_.tiles.back().copy_end;
    return std::move(pipeline_);
  }

 private:
  TileTimes& tile(int index) { return pipeline_.tiles[static_cast<size_t>(index)]; }

  int request(int index) {
    const CopyPipelineOptions& options = pipeline_.options;
    TileTimes& times = tile(index);
    times.buffer = options.mode == CopyMode::cp_async ? index % options.stages : 0;
    times.asked = now_;
    times.copy_start = std::max(now_, accepts_);
    times.copy_end = times.copy_start + options.latency;
    accepts_ = times.copy_start + options.interval;
    return times.copy_end;
  }

  void wait(int pending) {
    const int closed = static_cast<int>(groups_.size()) - pending;
    if (closed > 0) now_ = std::max(now_, groups_[static_cast<size_t>(closed - 1)]);
  }

  void multiply(TileTimes& times) {
    times.math_start = now_;
    times.math_end = now_ += pipeline_.options.compute;
  }

  int now_ = 0;
  int accepts_ = 0;          // when memory takes the next tile
  int arrived_ = 0;          // when all copies so far are there
  std::vector<int> groups_;  // when each is complete: not before the groups before it
  CopyPipeline pipeline_;
};

}  // namespace

std::vector<Instruction> pipeline_program(const CopyPipelineOptions& options) {
  std::vector<Instruction> program;
  const auto copy = [&](int tile) {
    if (tile < options.tiles) program.push_back({Kind::copy, tile});
    program.push_back({Kind::commit, 0});
  };
  const bool synchronous = options.mode == CopyMode::synchronous, single = options.stages == 1;
  const int ahead = options.stages - 1;
  for (int i = 0; !synchronous && i < ahead; ++i) copy(i);
  for (int i = 0; i < options.tiles; ++i) {
    if (synchronous) {
      program.push_back({Kind::load, i});
    } else {
      if (single) copy(i);
      program.push_back({Kind::wait, std::max(ahead - 1, 0)});
      if (!single) copy(i + ahead);
    }
    program.push_back({Kind::multiply, i});
  }
  return program;
}

Result<CopyPipeline> run_copy_pipeline(const CopyPipelineOptions& options) {
  const struct {
    const char* name;
    int value, minimum, maximum;
  } limits[] = {{"stages", options.stages, 1, max_stages},
                {"tiles", options.tiles, 1, max_pipeline_tiles},
                {"latency", options.latency, 1, max_pipeline_cycles},
                {"interval", options.interval, 1, max_pipeline_cycles},
                {"compute", options.compute, 1, max_pipeline_cycles},
                {"issue", options.issue, 0, max_pipeline_cycles}};
  for (const auto& limit : limits)
    if (limit.value < limit.minimum || limit.value > limit.maximum)
      return Error{std::string(limit.name) + ": expected a whole number from " +
                   std::to_string(limit.minimum) + " to " + std::to_string(limit.maximum)};
  Machine machine(options);
  for (const Instruction& instruction : pipeline_program(options)) machine.execute(instruction);
  return machine.finish();
}

int stages_to_hide(const CopyPipelineOptions& options) {
  const int slower = std::max(options.issue + options.compute, options.interval);
  return 1 + (options.latency + slower - 1) / slower;
}

}  // namespace loom::gemm
