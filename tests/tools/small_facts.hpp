// A glossary and references for tests of the builder, as texts of JSON files.
#pragma once

#include <string>

namespace loom::test {

// The terms "warp" and "hbm".
extern const char* const small_glossary;

// The references "fa1" and "fa2", and whatever the scenes cite.
std::string small_references();

}  // namespace loom::test
