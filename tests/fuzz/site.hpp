// A site made of texts in memory, and what must hold for the result.
#pragma once

#include <string>

namespace loom::fuzz {

struct Texts {
  std::string page;                         // content/index.md
  std::string glossary, references;         // the JSON files
  std::string site, synonyms, comparisons;  // those of content/, each only if not empty
};

// A small glossary and references, with everything that scenes cite; nothing else.
Texts small_site(std::string page);

// Builds the site. Every mistake must be one line that names a place inside its text; if there are
// none, every page must be whole HTML.
void check_site(const Texts& texts);

}  // namespace loom::fuzz
