// A page of arbitrary bytes, in a site with a small glossary and references.
#include "tests/fuzz/harness.hpp"
#include "tests/fuzz/site.hpp"

void try_input(std::string_view input) {
  loom::fuzz::check_site(loom::fuzz::small_site(std::string(input)));
}
