// The nearest right name, for error messages.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace loom {

// The candidate with the smallest edit distance (case ignored), or "" when none is near enough to
// be a likely slip: at most a third of the letters differ, and at least one may. Nothing is near a
// name of more than `longest_slip` bytes: that is no slip, and comparing takes time.
inline constexpr size_t longest_slip = 100;
std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates);

// "; did you mean 'NAME'?" or "".
std::string did_you_mean(std::string_view name, std::span<const std::string_view> candidates);

}  // namespace loom
