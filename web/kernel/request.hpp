// `cuda.run`: a source in CUDA C++, a launch and its arguments; memory, counts and findings come
// back (web/kernel/answer.hpp). `loom eval` and the browser's program share this.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/cuda/run/run.hpp"
#include "core/json/fields.hpp"
#include "core/result.hpp"

namespace loom::kernel {

extern const json::Field request_fields[11], answer_fields[6];

// What is to run.
struct Request {
  cuda::Code code;
  cuda::Launch launch;
  std::vector<std::string> types;  // of the arguments' elements, as they are spelled
};

// Refused: fields that are wrong, a source that does not compile, arguments that do not fit.
Result<std::unique_ptr<Request>> read_request(const json::Value& fields);

}  // namespace loom::kernel
