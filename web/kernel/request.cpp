#include "web/kernel/request.hpp"

#include <algorithm>

#include "core/cuda/lower/compile.hpp"
#include "core/cuda/message.hpp"
#include "core/warp.hpp"
#include "web/kernel/arguments.hpp"

namespace loom::kernel {

const json::Field request_fields[11] = {
    {"source", "CUDA C++"},
    {"kernel",
     "its name, with its namespace if several have it; may be left out if there is one kernel",
     true},
    {"grid", "[x, y, z] or fewer numbers: blocks; default 1", true},
    {"block", "[x, y, z] or fewer numbers: threads; default 1", true},
    {"shared", "bytes of dynamic shared memory; default 0", true},
    {"arguments",
     "an array with an entry for each parameter: {type, values} for a pointer (structs and vectors "
     "flattened; null for what was never written), {type, count} for an array that nothing was "
     "written to, or {type, value} for a number; 'type' is the element's, as C++ spells it; whole "
     "numbers may be texts"},
    {"fmad", "true: products and sums are contracted as nvcc does by default; default false", true},
    {"order", "a seed for another order of blocks and warps; results that change are a finding",
     true},
    {"chip", "compute capability of the chip whose rules count; default \"9.0\"", true},
    {"steps", "the most steps; default 20000000, which take about a second", true},
    {"trace", "{block: [x, y, z], warp, most}: what one warp does, in steps", true},
};
const json::Field answer_fields[6] = {
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

namespace {

using json::Value;

constexpr json::Field trace_fields[] = {
    {"block", "", true}, {"warp", "", true}, {"most", "", true}};

// Reads fields one after another; the first error stays, and what follows reads nothing.
class Reader {
 public:
  explicit Reader(const Value& fields) : fields_(fields) {}

  const std::optional<Error>& error() const { return error_; }
  bool has(std::string_view name) const { return !error_ && fields_.contains(name); }
  const Value& operator[](std::string_view name) const { return fields_[name]; }

  std::string text(const char* name, const char* expected) {
    if (!has(name)) return "";
    if (const std::string* found = (*this)[name].text()) return *found;
    error_ = json::refusal(name, expected, (*this)[name]);
    return "";
  }

  long long integer(const Value& value, const std::string& where, long long least, long long most) {
    if (error_) return least;
    const auto found = json::read_integer(value, where, least, most);
    if (!found) error_ = found.error();
    return found ? *found : least;
  }
  long long integer(const char* name, long long otherwise, long long least, long long most) {
    return has(name) ? integer((*this)[name], name, least, most) : otherwise;
  }

  bool boolean(const char* name) {
    if (!has(name)) return false;
    const auto found = json::read_boolean((*this)[name], name);
    if (!found) error_ = found.error();
    return found && *found;
  }

  // A number, or up to three; `others` are left out.
  cuda::Index3 three(const Value& value, const char* name, std::uint32_t others) {
    cuda::Index3 out{others, others, others};
    const Value::Array* list = value.array();
    const std::size_t count = list ? list->size() : 1;
    if (!error_ && (count < 1 || count > 3))
      error_ = Error{cuda::message("field '%': expected 1 to 3 numbers", {name})};
    for (std::size_t i = 0; i < count && !error_; ++i)
      out[i] = static_cast<std::uint32_t>(
          integer(list ? (*list)[i] : value, cuda::message("%[%]", {name, i}), 0, 0xffffffffll));
    return out;
  }
  cuda::Index3 three(const char* name) {
    return has(name) ? three((*this)[name], name, 1) : cuda::Index3{1, 1, 1};
  }

  cuda::TraceRequest trace(const cuda::Launch& launch) {
    cuda::TraceRequest out;
    out.block = {0, 0, 0};
    const Value& trace = (*this)["trace"];
    if (!trace.object()) {
      error_ = json::refusal("trace", "{block, warp}", trace);
      return out;
    }
    error_ = json::check_members(trace, "trace", trace_fields);
    if (const Value* block = trace.find("block")) out.block = three(*block, "trace.block", 0);
    if (const Value* warp = trace.find("warp"))
      out.warp = static_cast<int>(integer(*warp, "trace.warp", 0, 31));
    if (const Value* most = trace.find("most"))
      out.most = static_cast<std::size_t>(integer(*most, "trace.most", 0, 20'000));
    for (std::size_t i = 0; i < 3 && !error_; ++i)
      if (out.block[i] >= launch.grid[i])
        error_ = Error{"field 'trace.block': the grid has no such block"};
    const std::uint64_t threads =
        std::uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
    if (!error_ && static_cast<std::uint64_t>(out.warp) * warp_lanes >= threads)
      error_ = Error{"field 'trace.warp': the block has no such warp"};
    return out;
  }

 private:
  const Value& fields_;
  std::optional<Error> error_;
};

std::optional<Error> check(const Value& fields) {
  if (!fields.object())
    return Error{cuda::message("expected an object, got %", {json::display(fields)})};
  return json::check_members(fields, "cuda.run", request_fields);
}

void read_launch(Reader& reader, cuda::Launch& launch) {
  constexpr long long default_steps = 20'000'000;
  launch.grid = reader.three("grid");
  launch.block = reader.three("block");
  launch.dynamic_shared = reader.integer("shared", 0, 0, 1ll << 40);
  if (reader.has("order"))
    launch.order = static_cast<std::uint64_t>(reader.integer("order", 0, 0, 1ll << 53));
  if (reader.has("chip")) launch.capability = reader.text("chip", "a compute capability");
  launch.limits.steps = reader.integer("steps", default_steps, 1, 1ll << 40);
  if (reader.has("trace")) launch.trace = reader.trace(launch);
}

}  // namespace

namespace {

Result<std::unique_ptr<Request>> read(const Value& fields, std::string& place) {
  if (const auto error = check(fields)) return *error;
  Reader reader(fields);
  auto out = std::make_unique<Request>();
  const std::string source = reader.text("source", "a text");
  cuda::CompileOptions options;
  options.kernel = reader.text("kernel", "a name");
  options.fmad = reader.boolean("fmad");
  if (reader.error()) return *reader.error();
  const Value& arguments = reader["arguments"];
  options.arguments = argument_types(arguments);
  Result<cuda::Code> code = cuda::compile(source, options);
  if (!code) return code.error();
  place = cuda::place_of(*code);
  read_launch(reader, out->launch);
  if (reader.error()) return *reader.error();
  out->code = std::move(*code);
  auto made = read_arguments(arguments, out->code);
  if (!made) return made.error();
  out->launch.arguments = std::move(*made);
  for (const cuda::ArgumentType& each : options.arguments) out->types.push_back(each.type);
  return out;
}

// "LINE:COLUMN: …"
bool has_place(std::string_view message) {
  for (const int part : {0, 1}) {
    const std::size_t digits = std::min(message.find_first_not_of("0123456789"), message.size());
    if (digits == 0 || !message.substr(digits).starts_with(part == 0 ? ":" : ": ")) return false;
    message.remove_prefix(digits + 1);
  }
  return true;
}

}  // namespace

Result<std::unique_ptr<Request>> read_request(const Value& fields) {
  std::string place = "1:1: ";
  auto out = read(fields, place);
  if (out || has_place(out.error().message)) return out;
  return Error{place + out.error().message};
}

}  // namespace loom::kernel
