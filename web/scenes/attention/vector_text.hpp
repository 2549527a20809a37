// A vector as the sentences and tables of attention write it.
#pragma once

#include <span>
#include <string>

namespace loom::scenes {

std::string vector_text(std::span<const double> numbers);  // "(1, 0, 0.5)"

}  // namespace loom::scenes
