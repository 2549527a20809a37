#include "core/trace/recorded_steps.hpp"

namespace loom::trace {

namespace {

struct KernelName {
  std::string_view name;
  int kind;  // of Cause
};

// Tables: recorded_steps, kernel_names, operation_names; step_bytes, where
// core/recorded/tables/trace.mjs has put the spans.
namespace recorded {
#include "core/recorded/steps.inc"
}  // namespace recorded

static_assert(recorded::tick_ns == 32, "tick_us says how long a tick is");

class Bytes {
 public:
  explicit Bytes(std::size_t at) : at_(at) {}

  Ticks number() {
    Ticks all = 0;
    for (int shift = 0;; shift += 7) {
      const std::uint8_t byte = recorded::step_bytes[at_++];
      all += Ticks{byte & 127} << shift;
      if (byte < 128) return all;
    }
  }
  std::vector<int> names(int count) {
    std::vector<int> all;
    for (int i = 0; i < count; ++i) all.push_back(static_cast<int>(number()));
    return all;
  }
  std::vector<Span> spans(int count) {
    std::vector<Span> all(static_cast<std::size_t>(count));
    for (Span& span : all) span.start = number();
    Ticks last = 0;
    for (Span& span : all) {
      const Ticks far = span.start;
      span.start = last + (far % 2 == 0 ? far / 2 : -(far + 1) / 2);
      last = span.end = span.start + number();
    }
    return all;
  }

 private:
  std::size_t at_;
};

}  // namespace

std::span<const RecordedStep> recorded_steps() { return recorded::recorded_steps; }

const RecordedStep* find_step(std::string_view task, int batch, std::string_view way) {
  for (const RecordedStep& step : recorded::recorded_steps)
    if (step.task == task && step.batch == batch && step.way == way) return &step;
  return nullptr;
}

Trace trace_of(const RecordedStep& step) {
  Trace trace{.length = step.profiled};
  Bytes bytes(static_cast<std::size_t>(step.begin));
  const std::vector<Span> runs = bytes.spans(step.work), calls = bytes.spans(step.work);
  const std::vector<int> kernels = bytes.names(step.work);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto kind = recorded::kernel_names[static_cast<std::size_t>(kernels[i])].kind;
    trace.work.push_back({calls[i], runs[i], kernels[i], static_cast<Cause>(kind)});
  }
  const std::vector<Span> operated = bytes.spans(step.operations);
  const std::vector<int> operators = bytes.names(step.operations);
  for (std::size_t i = 0; i < operated.size(); ++i)
    trace.host.push_back({operated[i], operators[i]});
  return trace;
}

std::string_view kernel_name(int name) {
  return recorded::kernel_names[static_cast<std::size_t>(name)].name;
}
std::string_view operation_name(int name) {
  return recorded::operation_names[static_cast<std::size_t>(name)];
}

}  // namespace loom::trace
