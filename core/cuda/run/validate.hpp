// Whether code is sound, so that running it needs no checks: registers, jumps, types, widths.
#pragma once

#include <optional>

#include "core/cuda/code.hpp"
#include "core/result.hpp"

namespace loom::cuda {

std::optional<Error> unsound(const Code& code);

}  // namespace loom::cuda
