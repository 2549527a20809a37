// What each header of core/ says at its head: what it computes, by which rules, from which source.
// The comments are compiled in, because a site is built without the repository.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace loom::numbers {

struct Header {
  std::string_view path;     // "core/memory/sectors.hpp"
  std::string_view comment;  // its first comment, with its slashes
};

std::span<const Header> headers();

// The comment of a header without slashes; "" if there is none. Its first paragraph ends before an
// empty or indented line.
std::string header_comment(std::string_view path);

}  // namespace loom::numbers
