// The number formats that figures offer, and the parameter that chooses one.
#pragma once

#include <span>
#include <string_view>

#include "core/numerics/anatomy.hpp"
#include "web/scene/parameter.hpp"

namespace loom::scene {

using numerics::code_text;

// Ids and names as in numerics::formats(). Wide formats come before narrow ones, so that a figure
// of small formats offers the end of the list: std::span(format_choices).subspan(4) is FP8 and
// below.
inline constexpr Choice format_choices[] = {
    {"fp32", "FP32"},     {"tf32", "TF32"},     {"fp16", "FP16"},
    {"bf16", "BF16"},     {"e4m3", "FP8 E4M3"}, {"e5m2", "FP8 E5M2"},
    {"e3m2", "FP6 E3M2"}, {"e2m3", "FP6 E2M3"}, {"e2m1", "FP4 E2M1"},
};

constexpr Parameter type_parameter(std::string_view initial,
                                   std::span<const Choice> choices = format_choices) {
  return one_of("type", "Format", choices, initial);
}

// The format that a parameter of such choices names.
const numerics::Format& chosen_format(const Values& values, std::string_view key = "type");

}  // namespace loom::scene
