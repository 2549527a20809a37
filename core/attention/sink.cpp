#include "core/attention/sink.hpp"

#include <cmath>

#include "core/limits.hpp"
#include "core/random.hpp"

namespace loom::attention {
namespace {

using SinkKind = SinkOptions::Kind;

std::optional<Error> check(const SinkOptions& o) {
  return check_limits({{"tokens", static_cast<double>(o.tokens), 1, 1024},
                       {"window", static_cast<double>(o.window), 1, 1024},
                       {"sinks", static_cast<double>(o.sinks), 1, 1024},
                       {"pull", o.pull, -50, 50}});
}

double weighted(const Softmax& softmax, std::span<const double> values) {
  return dot(softmax.weights, values.first(softmax.weights.size()));
}

double loudness(const Softmax& softmax, std::span<const double> values) {
  double sum = 0;
  for (size_t i = 0; i < softmax.weights.size(); ++i)
    sum += softmax.weights[i] * std::abs(values[i]);
  return sum;
}

}  // namespace

Result<SinkRun> sink_run(const SinkOptions& options) {
  if (auto error = check(options)) return *error;
  const bool learned = options.kind == SinkKind::learned;
  const Masks masks = {{.kind = Mask::Kind::sinks_window,
                        .window = options.window,
                        .sinks = options.kind == SinkKind::first_tokens ? options.sinks : 0}};
  const double sink = learned ? options.pull : no_sink;

  Random random(options.seed);
  SinkRun run;
  for (int i = 0; i < options.tokens; ++i) run.values.push_back(random.normal());
  if (!learned) run.values[0] = 0;
  std::vector<Range> seen;
  for (int i = 0; i < options.tokens; ++i) {
    std::vector<double> scores, kept(static_cast<size_t>(i) + 1, no_sink);
    for (int j = 0; j <= i; ++j) scores.push_back(random.normal());
    if (!learned) scores[0] += options.pull;
    seen_keys(masks, {options.tokens, options.tokens}, i, seen);
    for (Range range : seen)
      std::copy(scores.begin() + range.begin, scores.begin() + range.end,
                kept.begin() + range.begin);
    SinkRow row{softmax(scores, sink), softmax(kept, sink)};
    row.full_out = weighted(row.full, run.values);
    row.out = weighted(row.kept, run.values);
    const double before = loudness(row.full, run.values);
    if (before > 0) row.loudness = loudness(row.kept, run.values) / before;
    run.rows.push_back(std::move(row));
  }
  return run;
}

}  // namespace loom::attention
