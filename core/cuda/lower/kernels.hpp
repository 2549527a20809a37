// The kernels of a source, for choosing one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/cuda/code.hpp"
#include "core/result.hpp"

namespace loom::cuda {

struct KernelName {
  std::string name;
  Place place;
  std::vector<bool> templates;  // of each template parameter without a default: is it a type?
};

Result<std::vector<KernelName>> kernels_of(std::string_view source);

}  // namespace loom::cuda
