#include "core/scaling/pipeline_orders.hpp"

#include <algorithm>

namespace loom::scaling {
namespace {

using Passes = std::vector<Pass>;

// All forward passes, then all backward ones, the last microbatch first.
Passes gpipe_order(const PipelineOptions& options, int stage) {
  Passes order;
  for (int i = 0; i < options.microbatches; ++i) order.push_back({PassKind::forward, i, stage});
  for (int i = options.microbatches; i-- > 0;) order.push_back({PassKind::backward, i, stage});
  return order;
}

// Forward passes until the last stage can send gradients back; then in turn; then what is left.
// With chunks the i-th pass is of the chunk and microbatch that Megatron-LM has there: the stages'
// number of microbatches through the first chunk, the same through the second, and so on.
Passes alternating_order(const PipelineOptions& options, int stage) {
  const int p = options.stages, v = options.chunks;
  const int all = options.microbatches * v;
  const int ahead = v == 1 ? p - stage - 1 : (p - stage - 1) * 2 + (v - 1) * p;
  const auto pass = [&](PassKind kind, int i) {
    if (v == 1) return Pass{kind, i, stage};
    const int chunk = i % (p * v) / p;
    return Pass{kind, i / (p * v) * p + i % p,
                (kind == PassKind::forward ? chunk : v - 1 - chunk) * p + stage};
  };
  Passes order;
  int forward = 0;
  for (; forward < std::min(ahead, all); ++forward)
    order.push_back(pass(PassKind::forward, forward));
  for (int backward = 0; backward < all; ++backward) {
    if (forward < all) order.push_back(pass(PassKind::forward, forward++));
    order.push_back(pass(PassKind::backward, backward));
  }
  return order;
}

// 1F1B, where stage s puts off the weights' gradients of s microbatches: so no stage holds more
// than the first, and what is put off fills the end.
Passes zero_bubble_order(const PipelineOptions& options, int stage) {
  const int m = options.microbatches;
  Passes order;
  int forward = 0, weight = 0;
  for (; forward < std::min(m, options.stages - stage); ++forward)
    order.push_back({PassKind::forward, forward, stage});
  for (int backward = 0; backward < m; ++backward) {
    order.push_back({PassKind::backward_input, backward, stage});
    const bool more = forward < m;
    if (!more || backward + 1 - weight > stage)
      order.push_back({PassKind::backward_weight, weight++, stage});
    if (more) order.push_back({PassKind::forward, forward++, stage});
  }
  while (weight < m) order.push_back({PassKind::backward_weight, weight++, stage});
  return order;
}

// The eight steps of DualPipe's reference code. Direction 0 is the one that enters at the nearer
// end of the pipeline.
class DualPipeOrder {
 public:
  DualPipeOrder(const PipelineOptions& options, int stage)
      : stages_(options.stages), stage_(stage), each_(options.microbatches / 2) {}

  Passes make() {
    const int half = stages_ / 2, near = std::min(stage_, stages_ - 1 - stage_);
    const int outside = half - near - 1;  // stages nearer to the middle
    for (int i = 0; i < 2 * outside; ++i) forward(0);
    for (int i = 0; i < near + 1; ++i) {
      forward(0);
      forward(1);
    }
    for (int i = 0; i < outside; ++i) {
      input(1);
      weight();
      forward(1);
    }
    for (int i = 0; i < each_ - stages_ + near + 1; ++i) {
      forward(0, i > 0 || outside > 0);  // the two in the middle do not join their first
      backward(1);
      forward(1, true);
      backward(0);
    }
    for (int i = 0; i < outside; ++i) {
      backward(1);
      forward(1, true);
      backward(0);
    }
    bool split = false;
    for (int i = 0; i < near + 1; ++i) {
      const bool begins = i == (near + 1) / 2;
      if (begins && near % 2 == 1) split = true;
      gradient(1, split);
      if (begins && near % 2 == 0) split = true;
      gradient(0, split);
    }
    for (int i = 0; i < outside; ++i) {
      weight();
      input(0);
    }
    for (int i = 0; i < near + 1; ++i) weight();
    return std::move(order_);
  }

 private:
  Pass of(PassKind kind, int direction, int microbatch) const {
    const bool second = (direction == 1) != (stage_ >= stages_ / 2);
    return {kind, microbatch + (second ? each_ : 0), second ? stages_ - 1 - stage_ : stage_};
  }
  void forward(int direction, bool joined = false) {
    order_.push_back(of(PassKind::forward, direction, forward_[direction]++));
    order_.back().joined = joined;
  }
  void backward(int direction) {
    order_.push_back(of(PassKind::backward, direction, backward_[direction]++));
  }
  void input(int direction) {
    order_.push_back(of(PassKind::backward_input, direction, backward_[direction]++));
    put_off_.push_back(order_.back());
  }
  void gradient(int direction, bool split) { split ? input(direction) : backward(direction); }
  void weight() {  // of the gradients that were put off, the first
    order_.push_back(put_off_[weights_++]);
    order_.back().kind = PassKind::backward_weight;
  }

  int stages_, stage_, each_;
  int forward_[2] = {}, backward_[2] = {};
  std::size_t weights_ = 0;
  Passes order_, put_off_;
};

}  // namespace

std::vector<Pass> pipeline_order(const PipelineOptions& options, int stage) {
  switch (options.schedule) {
    case PipelineSchedule::gpipe:
      return gpipe_order(options, stage);
    case PipelineSchedule::zero_bubble:
      return zero_bubble_order(options, stage);
    case PipelineSchedule::dual_pipe:
      return DualPipeOrder(options, stage).make();
    default:
      return alternating_order(options, stage);
  }
}

int pipeline_parts(const PipelineOptions& options) { return options.stages * options.chunks; }

}  // namespace loom::scaling
