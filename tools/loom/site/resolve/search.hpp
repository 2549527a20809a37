// What the search of the site finds, once formulas are placed, and the words that lead there.
#pragma once

#include <vector>

#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

// Sections, figures, terms and references, in the order of the pages. Explanations of quizzes and
// predictions are left out: an excerpt must not tell an answer before the guess.
std::vector<SearchEntry> search_entries(const Site& site);

// synonyms.cpp: gives the entries of site.search their synonyms. Reports those that lead nowhere.
void place_synonyms(Site& site, const Inputs& inputs, Diagnostics& diagnostics);

}  // namespace loom::site
