// Quizzes: a question, then a task list of answers, each with its explanation.
#pragma once

#include "tools/loom/site/parse/node.hpp"
#include "tools/loom/site/read/source.hpp"

namespace loom::site {

// Turns the parsed body of a quiz into: children[0] the question (a paragraph), children[1…]
// answers, each with the answer's paragraph first and its explanation after it. Reports missing and
// extra parts.
void check_quiz(Node& quiz, Arena& arena, const Source& source, Diagnostics& diagnostics);

}  // namespace loom::site
