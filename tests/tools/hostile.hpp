// `loom eval`, asked with lines that mean harm.
#pragma once

#include <string>

#include "tests/doctest.hpp"
#include "tools/loom/eval/operation.hpp"

namespace loom::test {

// The answer to one line: one line too, and what is said of its success is true.
eval::Json strict_answer(const std::string& line);

// Its error and nothing beside it; "answered …" when there is none.
std::string error(const std::string& line);

// The one that a line asks for.
const eval::Operation& operation(const eval::Json& line);

// The line with the text of one value replaced: what no JSON library would write.
std::string with(const eval::Json& line, const std::string& field, const std::string& text);

}  // namespace loom::test
