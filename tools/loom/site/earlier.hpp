// What earlier builds have computed. A site that is built again after a change of its text starts
// no Node.js for its formulas and draws no figure again: that would take longer than all the rest.
#pragma once

#include <map>
#include <string>

#include "tools/loom/site/render/figure.hpp"
#include "tools/loom/site/resolve/math.hpp"
#include "tools/loom/site/resolve/states.hpp"

namespace loom::site {

struct Earlier {
  Formulas formulas;
  States states;
  // By all that they depend on. A build leaves those that it used.
  std::map<std::string, FigureMarkup> figures;
};

}  // namespace loom::site
