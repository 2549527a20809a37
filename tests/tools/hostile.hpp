// `loom eval`, asked with lines that mean harm.
#pragma once

#include <string>
#include <vector>

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

// Of a good line that gives every field: its answer has the fields that the list promises, in its
// order; each field missing, twice, of another type or out of every range is refused by its name.
// `needed`: optional ones that this line's choices need.
void check_hostile_fields(const eval::Json& line, const std::vector<std::string>& needed = {});

}  // namespace loom::test
