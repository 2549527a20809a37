// What a run of a kernel gave, as JSON.
#pragma once

#include <span>
#include <string>

#include "core/cuda/run/run.hpp"
#include "core/json/value.hpp"

namespace loom::kernel {

// `types`: of the arguments' elements, as they were spelled.
json::Value answer(const cuda::Code& code, std::span<const std::string> types,
                   const cuda::Outcome& outcome);

}  // namespace loom::kernel
