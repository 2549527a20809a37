// A site of texts that are in no file, and what must hold of what comes out.
#pragma once

#include <string>

namespace loom::fuzz {

struct Texts {
  std::string page;                        // content/index.md
  std::string glossary, references, site;  // the JSON files; content/site.json only if not empty
};

// A small glossary and references, which have all that scenes cite; no site.json.
Texts small_site(std::string page);

// Builds the site. Every mistake must be one line that names a place inside its text; without
// mistakes every page must be whole HTML.
void check_site(const Texts& texts);

}  // namespace loom::fuzz
