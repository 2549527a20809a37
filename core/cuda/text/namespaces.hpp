// Namespaces, before anything is parsed: names that several of them declare become different words.
#pragma once

#include <list>
#include <string>
#include <vector>

#include "core/cuda/text/token.hpp"

namespace loom::cuda {

// Where two namespaces, or one and the file, declare the same name, each use becomes the word
// "A::name" of what it means there. Kernels, and names that members have, too, stay as they are.
// `made` holds the new words.
void tell_namespaces_apart(std::vector<Token>& tokens, std::list<std::string>& made);

}  // namespace loom::cuda
