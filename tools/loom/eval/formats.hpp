// What a number format is, for `loom eval` and `loom convert`.
#pragma once

#include <vector>

#include "core/numerics/format.hpp"
#include "tools/loom/eval/operation.hpp"

namespace loom::eval {

// The ids of all formats, in their order.
std::vector<std::string_view> format_ids();

// The fields that numerics.format answers with.
Json format_facts(const numerics::Format& format);

}  // namespace loom::eval
