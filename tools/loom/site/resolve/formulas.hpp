// Formulas on their way from the pages' trees to Node.js and back.
#pragma once

#include <span>
#include <vector>

#include "tools/loom/site/resolve/math.hpp"
#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

// The formulas of a site, without duplicates. Their nodes get the numbers.
std::vector<Formula> number_formulas(std::span<const Tree> texts);

// Gives each formula's node its MathML, and reports those that are refused. The answers must live
// as long as the site.
void place_formulas(Site& site, const Formulas::Answers& answers, Diagnostics& diagnostics);

}  // namespace loom::site
