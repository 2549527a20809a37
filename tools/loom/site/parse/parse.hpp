// Second stage: the pages' texts as trees, and what the JSON files say.
#pragma once

#include <optional>
#include <vector>

#include "tools/loom/site/parse/node.hpp"
#include "tools/loom/site/read/facts.hpp"

namespace loom::site {

struct Parsed {
  std::vector<Tree> texts;  // one for each page, in order; then of the generated ones
  // What the builder writes as an author would: generate/generate.hpp.
  std::vector<PageFile> generated;
  Facts facts;
};

// Reports the mistakes that each file has by itself. Nothing if a JSON file is not JSON.
std::optional<Parsed> parse(const Inputs& inputs, Diagnostics& diagnostics);

}  // namespace loom::site
