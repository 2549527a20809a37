// The five JSON files. The first line says which file the rest is.
#include "tests/fuzz/harness.hpp"
#include "tests/fuzz/site.hpp"

void try_input(std::string_view input) {
  using loom::fuzz::Texts;
  Texts texts = loom::fuzz::small_site("# Page\n\n```glossary\n```\n\n```references\n```\n");
  const std::string_view name = loom::fuzz::take_line(input);
  const auto file = name == "glossary"      ? &Texts::glossary
                    : name == "references"  ? &Texts::references
                    : name == "synonyms"    ? &Texts::synonyms
                    : name == "comparisons" ? &Texts::comparisons
                                            : &Texts::site;
  texts.*file = input;
  loom::fuzz::check_site(texts);
}
