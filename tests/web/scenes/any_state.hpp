// What must hold for every scene in every state, and random states to check.
#pragma once

#include <string>
#include <string_view>

#include "core/random.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

// A query of values. Each parameter is at its default in a third of the cases; in a quarter of the
// queries every number is an end of its range. All are legal except some texts.
std::string random_query(const scene::Description& description, Random& random);

// What is wrong, in words, or "": a sentence that is empty or has no period, a place that was not
// filled, NaN in place of a number. On /formats "NaN" is an ordinary word.
std::string sentence_problem(std::string_view text, std::string_view page = "");

// … a tag that is not closed, an attribute without quotes, a stray '<' or '&', NaN in place of a
// number.
std::string markup_problem(std::string_view svg);

// … in the words, the table, the metrics and the link of a state, and in its picture at both
// widths, with the step on its way and complete. `random` chooses how far.
std::string state_problem(const scene::State& state, Random& random);
// The link is tried in `other`, any state of the scene.
std::string state_problem(const scene::State& state, Random& random, scene::State& other);

}  // namespace loom::scenes
