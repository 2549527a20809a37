// Writes down what one warp does (trace.hpp).
#pragma once

#include <optional>

#include "core/cuda/run/trace.hpp"

namespace loom::cuda {

struct Step;

class Recorder {
 public:
  explicit Recorder(const std::optional<TraceRequest>& request) : request_(request) {}
  bool watches(const std::array<std::uint32_t, 3>& block, int warp) const {
    return request_ && request_->block == block && request_->warp == warp;
  }
  void record(const Step& step);  // after the instruction
  std::optional<Trace> take() { return request_ ? std::optional(std::move(trace_)) : std::nullopt; }

 private:
  std::optional<TraceRequest> request_;
  Trace trace_;
};

}  // namespace loom::cuda
