// Whether HTML is what the builder means to write.
#pragma once

#include <string>
#include <string_view>

namespace loom::fuzz {

// What is wrong, in words, or "": a tag that is not closed or closes nothing, an attribute without
// quotes or that could run a script, an id given twice, a link to an id that is not there, a stray
// '<', '>' or '&', what is not UTF-8.
std::string html_problem(std::string_view html);

}  // namespace loom::fuzz
