// 'Predict, then reveal': compares a reader's guess with what the simulator says.
#pragma once

#include <string>

#include "web/scene/table.hpp"

namespace loom::scene {

std::string reveal(const Metric& metric);                // "Useful slots: 80%."
std::string answer(const Metric& metric, double guess);  // how close the guess was, then the same

}  // namespace loom::scene
