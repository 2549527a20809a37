// Constants of the simulators that pages quote, by name.
#pragma once

#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace loom::numbers {

Result<double> constant(std::string_view name);
std::vector<std::string_view> constant_names();

}  // namespace loom::numbers
