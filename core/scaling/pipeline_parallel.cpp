#include "core/scaling/pipeline_parallel.hpp"

#include <algorithm>
#include <string>

#include "core/limits.hpp"
#include "core/scaling/pipeline_orders.hpp"

namespace loom::scaling {
namespace {

std::optional<Error> check_pipeline(const PipelineOptions& options) {
  if (auto error = check_limits(
          {{"stages", static_cast<double>(options.stages), 1, most_pipeline_stages},
           {"microbatches", static_cast<double>(options.microbatches), 1, most_microbatches},
           {"chunks", static_cast<double>(options.chunks), 1, most_pipeline_chunks}}))
    return error;
  for (const auto& [name, time] :
       {std::pair{"forward", options.forward}, std::pair{"backward", options.backward}})
    if (!(time > 0 && time <= most_pass_time))
      return Error{std::string(name) + ": expected a time above 0, up to 1e12"};
  const bool interleaved = options.schedule == PipelineSchedule::interleaved;
  if (!interleaved && options.chunks > 1)
    return Error{"chunks: expected 1, as only the interleaved schedule cuts stages, got " +
                 std::to_string(options.chunks)};
  if (interleaved && options.microbatches % options.stages != 0)
    return Error{"microbatches: expected a multiple of the " + std::to_string(options.stages) +
                 " stages, as the interleaved schedule needs, got " +
                 std::to_string(options.microbatches)};
  if (options.schedule == PipelineSchedule::dual_pipe) {
    if (options.stages % 2 != 0)
      return Error{"stages: expected an even number, as DualPipe needs, got " +
                   std::to_string(options.stages)};
    if (options.microbatches % 2 != 0 || options.microbatches < 2 * options.stages)
      return Error{"microbatches: expected an even number, at least two for each of the " +
                   std::to_string(options.stages) + " stages, as DualPipe needs, got " +
                   std::to_string(options.microbatches)};
  }
  const double halves = options.schedule == PipelineSchedule::zero_bubble ? 3 : 2;
  const double passes = halves * options.stages * options.microbatches * options.chunks;
  if (passes > most_pipeline_passes)
    return Error{"passes of all stages: expected at most " + std::to_string(most_pipeline_passes) +
                 ", got " + std::to_string(static_cast<long long>(passes))};
  return std::nullopt;
}

class Replay {
 public:
  explicit Replay(const PipelineOptions& options)
      : options_(options),
        parts_(pipeline_parts(options)),
        forward_(static_cast<size_t>(parts_) * static_cast<size_t>(options.microbatches), not_yet),
        backward_(forward_) {
    for (int stage = 0; stage < options.stages; ++stage)
      stages_.push_back({pipeline_order(options, stage), 0, {}});
  }

  // Nothing if the stages wait for each other forever, which no order in this file causes.
  std::optional<Pipeline> run() {
    // A stage that has to wait is tried again after the stage that it waits for has gone on.
    for (bool moved = true; moved;) {
      moved = false;
      for (size_t stage = 0; stage < stages_.size(); ++stage)
        while (step(static_cast<int>(stage), stages_[stage])) moved = true;
    }
    Pipeline found;
    for (const Stage& stage : stages_) {
      if (stage.events.size() < stage.order.size()) return std::nullopt;
      found.time = std::max(found.time, stage.now);
    }
    double all = 0;
    for (const Stage& stage : stages_) {
      found.events.insert(found.events.end(), stage.events.begin(), stage.events.end());
      found.idle.push_back(found.time - busy(stage));
      found.held.push_back(held(stage));
      found.peak_activations = std::max(found.peak_activations, found.held.back());
      all += found.idle.back();
    }
    found.bubble = std::max(0.0, all / (found.time * options_.stages));
    return found;
  }

 private:
  static constexpr double not_yet = -1;
  struct Stage {
    std::vector<Pass> order;
    double now = 0;
    std::vector<PipelineEvent> events;
  };

  double& done(std::vector<double>& times, const Pass& pass, int part) {
    return times[static_cast<size_t>(part) * static_cast<size_t>(options_.microbatches) +
                 static_cast<size_t>(pass.microbatch)];
  }

  // When what a pass needs from other parts is there.
  double ready(const Pass& pass) {
    switch (pass.kind) {
      case PassKind::forward:
        return pass.part == 0 ? 0 : done(forward_, pass, pass.part - 1);
      case PassKind::backward_weight:
        return done(backward_, pass, pass.part);
      default:
        return pass.part + 1 == parts_ ? done(forward_, pass, pass.part)
                                       : done(backward_, pass, pass.part + 1);
    }
  }

  double duration(PassKind kind) const {
    if (kind == PassKind::forward) return options_.forward / options_.chunks;
    return options_.backward / (kind == PassKind::backward ? options_.chunks : 2);
  }

  // The next pass of a stage, and the one that is joined to it.
  bool step(int index, Stage& stage) {
    const size_t first = stage.events.size();
    if (first == stage.order.size()) return false;
    const size_t end = first + (stage.order[first].joined ? 2 : 1);
    double start = stage.now, takes = 0;
    for (size_t i = first; i < end; ++i) {
      const double from = ready(stage.order[i]);
      if (from == not_yet) return false;
      start = std::max(start, from);
      takes += duration(stage.order[i].kind);
    }
    stage.now = start + takes;
    for (size_t i = first; i < end; ++i) {
      const Pass& pass = stage.order[i];
      stage.events.push_back(
          {index, pass.kind, pass.microbatch, pass.part, start, stage.now, end - first == 2});
      if (pass.kind != PassKind::backward_weight)
        done(pass.kind == PassKind::forward ? forward_ : backward_, pass, pass.part) = stage.now;
    }
    return true;
  }

  // In the same order in which times are added, so that a stage that never waits is idle for
  // exactly 0.
  double busy(const Stage& stage) const {
    double sum = 0;
    for (size_t i = 0; i < stage.order.size(); ++i) {
      const bool joined = stage.order[i].joined;
      sum += joined ? duration(stage.order[i].kind) + duration(stage.order[i + 1].kind)
                    : duration(stage.order[i].kind);
      i += joined;
    }
    return sum;
  }

  double held(const Stage& stage) const {
    int now = 0, most = 0;
    for (const Pass& pass : stage.order) {
      if (pass.kind == PassKind::forward) most = std::max(most, ++now);
      if (pass.kind == PassKind::backward || pass.kind == PassKind::backward_weight) --now;
    }
    return static_cast<double>(most) / options_.chunks;
  }

  PipelineOptions options_;
  int parts_;
  std::vector<double> forward_, backward_;  // when a part is done with a microbatch
  std::vector<Stage> stages_;
};

}  // namespace

Result<Pipeline> pipeline(const PipelineOptions& options) {
  if (auto error = check_pipeline(options)) return *error;
  std::optional<Pipeline> found = Replay(options).run();
  if (!found) return Error{"the stages wait for each other"};
  return std::move(*found);
}

std::optional<double> pipeline_formula(const PipelineOptions& options) {
  const double p = options.stages, f = options.forward, b = options.backward;
  const double work = options.microbatches * (f + b);
  switch (options.schedule) {
    case PipelineSchedule::zero_bubble:
      if (options.microbatches < options.stages) return std::nullopt;
      return work + (p - 1) * std::max(f, b / 2);
    case PipelineSchedule::dual_pipe:
      if (f != b / 2) return std::nullopt;
      return work + (p / 2 - 1) * (f + b / 2);
    default:
      return work + (p - 1) * (f + b) / options.chunks;
  }
}

}  // namespace loom::scaling
