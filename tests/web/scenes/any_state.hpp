// What holds of every scene in every state, and random states to ask it of.
#pragma once

#include <string>
#include <string_view>

#include "core/random.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

// A query of values, each parameter at its default in a third of the cases; in a quarter of the
// queries every number is an end of its range. All are legal but some texts.
std::string random_query(const scene::Description& description, Random& random);

// What is wrong, in words, or "": a sentence that is empty or has no period, a place that was not
// filled, a number that is none. On /formats "NaN" is a word like others.
std::string sentence_problem(std::string_view text, std::string_view page = "");

// … a tag that is not closed, an attribute without quotes, a stray '<' or '&', a number that is
// none.
std::string markup_problem(std::string_view svg);

// … in the words, the table, the metrics and the link of a state, and in its picture at both widths
// with the step on its way and complete. `random` chooses how far.
std::string state_problem(const scene::State& state, Random& random);
// The link is tried in `other`, any state of the scene.
std::string state_problem(const scene::State& state, Random& random, scene::State& other);

}  // namespace loom::scenes
