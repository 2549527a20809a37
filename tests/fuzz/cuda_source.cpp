// Arbitrary text as a source in CUDA C++: either code, or an error that begins with its place.
#include <algorithm>

#include "core/cuda/lower/compile.hpp"
#include "core/cuda/lower/kernels.hpp"
#include "tests/fuzz/harness.hpp"
#include "tests/fuzz/place.hpp"

namespace {

using loom::fuzz::expect;
using loom::fuzz::has_place;

// Each kernel is compiled by itself, from the whole source: the first ones are enough.
constexpr std::size_t most_kernels = 8;

}  // namespace

void try_input(std::string_view input) {
  const auto kernels = loom::cuda::kernels_of(input);
  if (!kernels) return expect(has_place(kernels.error().message), "an error without its place");
  for (std::size_t k = 0; k < std::min(most_kernels, kernels->size()); ++k) {
    const auto& kernel = (*kernels)[k];
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
