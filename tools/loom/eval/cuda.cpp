#include <ctime>

#include "core/cuda/lower/compile.hpp"
#include "core/cuda/run/run.hpp"
#include "tools/loom/eval/cuda_answer.hpp"
#include "tools/loom/eval/cuda_arguments.hpp"
#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

constexpr Field run_in[] = {
    {"source", "CUDA C++"},
    {"kernel", "its name; may be left out if there is one kernel", true},
    {"grid", "[x, y, z] or fewer numbers: blocks; default 1", true},
    {"block", "[x, y, z] or fewer numbers: threads; default 1", true},
    {"shared", "bytes of dynamic shared memory; default 0", true},
    {"arguments",
     "an array with an entry for each parameter: {type, values} for a pointer (structs and vectors "
     "flattened; null for what was never written), {type, count} for an array that nothing was "
     "written to, or {type, value} for a number; 'type' is the element's, as C++ spells it"},
    {"fmad", "true: products and sums are contracted as nvcc does by default; default false", true},
    {"order", "a seed for another order of blocks and warps; results that change are a finding",
     true},
    {"chip", "compute capability of the chip whose rules count; default \"9.0\"", true},
    {"steps", "the most steps; default 20000000, which take about a second", true},
    {"trace", "{block: [x, y, z], warp, most}: what one warp does, in steps", true},
};
constexpr Field run_out[] = {
    {"arguments", "{values} that the kernel left in memory; null for numbers"},
    {"lines",
     "per executed line: line, executed (by warps), lanes (active on average), divergent, "
     "global_requests, "
     "global_sectors, global_ideal (the distinct bytes of a request, in sectors, rounded up; "
     "hardware's counts a byte once for each lane that names it), shared_wavefronts, shared_ideal, "
     "bytes, atomic_conflicts"},
    {"findings",
     "kind, line, column, message, count, and where known block, thread, object, other"},
    {"total", "the same counts for all lines"},
    {"printed", "what printf wrote"},
    {"steps", "of the trace: line, lanes, changes (variable, values by lane), accesses"},
};

cuda::Index3 three(const Json& fields, const char* name) {
  cuda::Index3 out{1, 1, 1};
  if (!fields.contains(name)) return out;
  const Json list = fields[name].is_array() ? fields[name] : Json::array({fields[name]});
  if (list.empty() || list.size() > 3)
    throw Refused(std::string("field '") + name + "': expected 1 to 3 numbers");
  for (std::size_t i = 0; i < list.size(); ++i)
    out[i] = static_cast<std::uint32_t>(
        integer(list[i], std::string(name) + "[" + std::to_string(i) + "]", 0, 0xffffffffll));
  return out;
}

cuda::TraceRequest trace_request(const Json& trace) {
  if (!trace.is_object())
    throw Refused("field 'trace': expected {block, warp}, got " + display(trace));
  cuda::TraceRequest out;
  out.block = {0, 0, 0};
  if (trace.contains("block")) {
    out.block = three(trace, "block");
    for (std::size_t i = trace["block"].is_array() ? trace["block"].size() : 1; i < 3; ++i)
      out.block[i] = 0;
  }
  if (trace.contains("warp"))
    out.warp = static_cast<int>(integer(trace["warp"], "trace.warp", 0, 31));
  if (trace.contains("most"))
    out.most = static_cast<std::size_t>(integer(trace["most"], "trace.most", 0, 100'000));
  return out;
}

void set_limits(const Json& fields, cuda::Launch& launch) {
  if (fields.contains("steps")) {
    launch.limits.steps = integer(fields["steps"], "steps", 1, 1ll << 40);
    return;
  }
  // The count decides, so that the answer is the same everywhere; the clock only stops what is
  // slower than all that was measured.
  launch.limits.steps = 20'000'000;
  const std::clock_t begin = std::clock();
  launch.go_on = [begin](long long) {
    return static_cast<double>(std::clock() - begin) < 1.4 * CLOCKS_PER_SEC;
  };
}

Json run_cuda(const Json& fields) {
  if (!fields["source"].is_string())
    throw Refused("field 'source': expected a text, got " + display(fields["source"]));
  cuda::CompileOptions options;
  if (fields.contains("kernel")) {
    if (!fields["kernel"].is_string())
      throw Refused("field 'kernel': expected a name, got " + display(fields["kernel"]));
    options.kernel = fields["kernel"].get<std::string>();
  }
  options.arguments = argument_types(fields["arguments"]);
  options.fmad = fields.contains("fmad") && boolean(fields["fmad"], "fmad");
  cuda::Launch launch;
  launch.grid = three(fields, "grid");
  launch.block = three(fields, "block");
  if (fields.contains("shared"))
    launch.dynamic_shared = integer(fields["shared"], "shared", 0, 1ll << 40);
  if (fields.contains("order"))
    launch.order = static_cast<std::uint64_t>(integer(fields["order"], "order", 0, 1ll << 53));
  if (fields.contains("chip"))
    launch.capability = fields["chip"].is_string() ? fields["chip"].get<std::string>() : "";
  if (fields.contains("trace")) launch.trace = trace_request(fields["trace"]);
  const cuda::Code code =
      accept(cuda::compile(fields["source"].get_ref<const std::string&>(), options));
  launch.arguments = read_arguments(fields["arguments"], code, place_of(code));
  set_limits(fields, launch);
  return answer(code, fields["arguments"], accept(cuda::run(code, launch)));
}

}  // namespace

const Operation cuda_run = {"cuda.run",
                            "runs a kernel in CUDA C++, and counts what each line costs", run_in,
                            run_out, run_cuda};

}  // namespace loom::eval
