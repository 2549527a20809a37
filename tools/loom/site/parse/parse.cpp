#include "tools/loom/site/parse/parse.hpp"

#include "tools/loom/base/parallel.hpp"
#include "tools/loom/site/parse/markdown.hpp"

namespace loom::site {

std::optional<Parsed> parse(const Inputs& inputs, Diagnostics& diagnostics) {
  std::optional<Facts> facts = read_facts(inputs, diagnostics);
  if (!facts) return std::nullopt;
  std::vector<Tree> texts(inputs.pages.size());
  std::vector<Diagnostics> found(inputs.pages.size());
  parallel(texts.size(),
           [&](size_t i) { texts[i] = parse_markdown(inputs.pages[i].source, found[i]); });
  for (Diagnostics& one : found) diagnostics.take(std::move(one));
  return Parsed{std::move(texts), std::move(*facts)};
}

}  // namespace loom::site
