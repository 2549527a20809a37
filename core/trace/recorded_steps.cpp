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
  int name() { return static_cast<int>(number()); }

  // The next span of a list; `last` ends the one before.
  Span span(Ticks& last) {
    const Ticks far = number(), start = last + (far % 2 == 0 ? far / 2 : -(far + 1) / 2);
    return {start, last = start + number()};
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
  Ticks ran = 0, called = 0, operated = 0;
  for (int i = 0; i < step.work; ++i) {
    Work work;
    work.run = bytes.span(ran);
    work.call = bytes.span(called);
    work.name = bytes.name();
    work.kind =
        static_cast<Cause>(recorded::kernel_names[static_cast<std::size_t>(work.name)].kind);
    trace.work.push_back(work);
  }
  for (int i = 0; i < step.operations; ++i) {
    Operation operation;
    operation.span = bytes.span(operated);
    operation.name = bytes.name();
    trace.host.push_back(operation);
  }
  return trace;
}

std::string_view kernel_name(int name) {
  return recorded::kernel_names[static_cast<std::size_t>(name)].name;
}
std::string_view operation_name(int name) {
  return recorded::operation_names[static_cast<std::size_t>(name)];
}

}  // namespace loom::trace
