// What a run of a kernel gave, as JSON.
#pragma once

#include "core/cuda/run/run.hpp"
#include "tools/loom/eval/operation.hpp"

namespace loom::eval {

// "LINE:COLUMN: " of the kernel.
std::string place_of(const cuda::Code& code);

// `arguments`: as they were asked for, or null.
Json answer(const cuda::Code& code, const Json& arguments, const cuda::Outcome& outcome);

Json counts(const cuda::LineCounts& line);
Json finding(const cuda::Finding& finding);

}  // namespace loom::eval
