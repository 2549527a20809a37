// What a book of the site's lessons is made of.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

// The question to tools/book/book.mjs (Book in chapter.mjs), without the folders: the lessons in
// the order of site.json, then glossary and references as appendices.
nlohmann::json book_of(const Site& site);

}  // namespace loom::site
