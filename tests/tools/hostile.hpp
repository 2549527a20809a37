// `loom eval` with malicious lines.
#pragma once

#include <string>
#include <vector>

#include "tests/doctest.hpp"
#include "tools/loom/eval/operation.hpp"

namespace loom::test {

// The answer to one line. Checks that it is one line, too, and that its success is reported
// correctly.
eval::Json strict_answer(const std::string& line);

// Its error, which must be alone; "answered …" if there is none.
std::string error(const std::string& line);

// The operation that a line asks for.
const eval::Operation& operation(const eval::Json& line);

// The line with the text of one value replaced by something that no JSON library would write.
std::string with(const eval::Json& line, const std::string& field, const std::string& text);

// Takes a good line that gives every field. Its answer has the fields that the list promises, in
// that order. Each field that is missing, given twice, of another type or out of every range is
// refused by its name. `needed`: optional fields that this line's choices need.
void check_hostile_fields(const eval::Json& line, const std::vector<std::string>& needed = {});

}  // namespace loom::test
