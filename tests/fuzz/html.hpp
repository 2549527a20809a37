// Whether HTML has the form that the builder intends.
#pragma once

#include <string>
#include <string_view>

namespace loom::fuzz {

// What is wrong, in words, or "": a tag that is not closed or closes nothing, an attribute without
// quotes or that could run a script, a duplicate id, a link to a missing id, a stray '<', '>' or
// '&', bytes that are not UTF-8.
std::string html_problem(std::string_view html);

}  // namespace loom::fuzz
