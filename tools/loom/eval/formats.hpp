// What a number format is, for `loom eval` and `loom convert`.
#pragma once

#include <vector>

#include "core/numerics/format.hpp"
#include "tools/loom/eval/operation.hpp"

namespace loom::eval {

// The ids of all formats, in their order; the description of a field that takes one.
std::vector<std::string_view> format_ids();
inline constexpr std::string_view format_field =
    "one of fp32, tf32, fp16, bf16, e4m3, e5m2, e4m3fnuz, e5m2fnuz, e3m2, e2m3, e2m1, e8m0, ue4m3";
const numerics::Format& format_of(const Value& fields);  // the description of the field "format"

// The names of the values, in their order.
inline constexpr std::string_view overflow_names[] = {"saturate", "ieee"};
inline constexpr std::string_view rounding_names[] = {"nearest", "zero", "stochastic"};

// The fields that numerics.format answers with.
Json format_facts(const numerics::Format& format);

}  // namespace loom::eval
