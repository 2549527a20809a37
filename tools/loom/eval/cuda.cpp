#include <ctime>

#include "tools/loom/eval/fields.hpp"
#include "web/kernel/answer.hpp"
#include "web/kernel/request.hpp"

namespace loom::eval {
namespace {

Json json_of(const Value& value) {
  if (const bool* yes = value.boolean()) return *yes;
  if (const auto* natural = value.natural()) return *natural;
  if (const auto* integer = value.integer()) return *integer;
  if (const double* real = value.real()) return *real;
  if (const std::string* text = value.text()) return *text;
  Json out;
  if (const auto* list = value.array()) {
    out = Json::array();
    for (const Value& each : *list) out.push_back(json_of(each));
  } else if (const auto* members = value.object()) {
    out = Json::object();
    for (const auto& [name, its] : *members) out[name] = json_of(its);
  }
  return out;
}

Json run_cuda(const Value& fields) {
  const auto request = accept(kernel::read_request(fields));
  // The count of steps decides, so that the answer is the same everywhere; the clock only stops
  // what is slower than all that was measured.
  const std::clock_t begin = std::clock();
  if (!fields.contains("steps"))
    request->launch.go_on = [begin](long long) {
      return static_cast<double>(std::clock() - begin) < 1.4 * CLOCKS_PER_SEC;
    };
  const cuda::Outcome outcome = accept(cuda::run(request->code, request->launch));
  return json_of(kernel::answer(request->code, request->types, outcome));
}

}  // namespace

const Operation cuda_run = {"cuda.run",
                            "runs a kernel in CUDA C++, and counts what each line costs",
                            kernel::request_fields, kernel::answer_fields, run_cuda};

}  // namespace loom::eval
