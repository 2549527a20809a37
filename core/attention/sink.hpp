// Why the first token has to stay: a head that needs no token puts its attention on the first one,
// whose value is close to zero. A cache that evicts that token makes the softmax spread this
// attention over the others.
//
// The numbers are made up: every score is normal, the sink's is `pull` higher, its value is 0 and
// all others are normal. Sources: StreamingLLM, arXiv 2309.17453 (first tokens); gpt-oss (a learned
// logit, which needs no token).
#pragma once

#include <cstdint>
#include <vector>

#include "core/attention/step.hpp"

namespace loom::attention {

struct SinkOptions {
  enum class Kind : unsigned char {
    none,          // the cache is a window
    first_tokens,  // it also keeps the first `sinks` tokens
    learned,       // the model has a logit of its own to put attention on; the cache is a window
  };
  Kind kind = Kind::none;
  int tokens = 24, window = 8, sinks = 4;
  double pull = 4;
  std::uint64_t seed = 1;
};

struct SinkRow {
  Softmax full, kept;  // over all tokens so far; over those in the cache, 0 for what is not
  double full_out = 0, out = 0;
  // Σ |weight| · |value| relative to that of the full cache: 1 if nothing changes.
  double loudness = 1;
};

struct SinkRun {
  std::vector<double> values;  // of each token
  std::vector<SinkRow> rows;   // one for each token
};

// Refused: tokens outside 1…1024, window or sinks outside 1…1024, a pull outside −50…50.
Result<SinkRun> sink_run(const SinkOptions& options);

}  // namespace loom::attention
