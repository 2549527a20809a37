#include <ctime>

#include "tools/loom/eval/fields.hpp"
#include "tools/loom/eval/plain.hpp"
#include "web/kernel/answer.hpp"
#include "web/kernel/request.hpp"

namespace loom::eval {
namespace {

Json run_cuda(const Json& fields) {
  const auto request = accept(kernel::read_request(plain(fields)));
  // The count of steps decides, so that the answer is the same everywhere; the clock only stops
  // what is slower than all that was measured.
  const std::clock_t begin = std::clock();
  if (!fields.contains("steps"))
    request->launch.go_on = [begin](long long) {
      return static_cast<double>(std::clock() - begin) < 1.4 * CLOCKS_PER_SEC;
    };
  const cuda::Outcome outcome = accept(cuda::run(request->code, request->launch));
  return from_plain(kernel::answer(request->code, request->types, outcome));
}

}  // namespace

const Operation cuda_run = {"cuda.run",
                            "runs a kernel in CUDA C++, and counts what each line costs",
                            kernel::request_fields, kernel::answer_fields, run_cuda};

}  // namespace loom::eval
