// Arbitrary text as a source in CUDA C++: either code, or an error that begins with its place.
#include "core/cuda/lower/compile.hpp"
#include "core/cuda/lower/kernels.hpp"
#include "tests/fuzz/harness.hpp"

namespace {

using loom::fuzz::expect;

bool has_place(const std::string& message) {
  const std::size_t colon = message.find(':'), second = message.find(": ", colon + 1);
  if (colon == std::string::npos || second == std::string::npos || colon == 0) return false;
  return message.find_first_not_of("0123456789:") > second;
}

}  // namespace

void try_input(std::string_view input) {
  const auto kernels = loom::cuda::kernels_of(input);
  if (!kernels) return expect(has_place(kernels.error().message), "an error without its place");
  for (const auto& kernel : *kernels) {
    std::string name = kernel.name;
    for (std::size_t i = 0; i < kernel.templates.size(); ++i)
      name += (i == 0 ? "<" : ", ") + std::string(kernel.templates[i] ? "float" : "4");
    if (!kernel.templates.empty()) name += ">";
    const auto code = loom::cuda::compile(input, {name, true});
    if (code)
      expect(!code->instructions.empty() && !loom::cuda::listing(*code).empty(),
             "code without instructions");
    else
      expect(has_place(code.error().message), "an error without its place");
  }
}
