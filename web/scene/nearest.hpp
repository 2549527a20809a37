// The nearest right name, for error messages.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace loom::scene {

// The candidate with the smallest edit distance (case ignored), or "" when none is near enough to
// be a likely slip: at most a third of the letters differ, and at least one may.
std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates);

// "; did you mean 'NAME'?" or "".
std::string did_you_mean(std::string_view name, std::span<const std::string_view> candidates);

}  // namespace loom::scene
