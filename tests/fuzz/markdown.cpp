// A page of arbitrary bytes, in a site with a small glossary and references. Every second length is
// a lesson, whose numbers and pace are checked, too.
#include "tests/fuzz/harness.hpp"
#include "tests/fuzz/site.hpp"

void try_input(std::string_view input) {
  loom::fuzz::Texts texts = loom::fuzz::small_site(std::string(input));
  if (input.size() % 2 == 1) texts.site = R"({"title": "A", "pages": [{"file": "index.md"}]})";
  loom::fuzz::check_site(texts);
}
