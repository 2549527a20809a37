#include "tools/loom/site/parse/parse.hpp"

#include "tools/loom/base/parallel.hpp"
#include "tools/loom/site/generate/generate.hpp"
#include "tools/loom/site/parse/markdown.hpp"

namespace loom::site {

std::optional<Parsed> parse(const Inputs& inputs, Diagnostics& diagnostics) {
  Parsed parsed;
  std::optional<Facts> facts = read_facts(inputs, diagnostics);
  if (!facts) return std::nullopt;
  check_comparisons(*facts, inputs, diagnostics);
  parsed.generated = figure_pages(*facts);
  parsed.facts = std::move(*facts);
  const size_t written = inputs.pages.size(), all = written + parsed.generated.size();
  parsed.texts.resize(all);
  std::vector<Diagnostics> found(all);
  parallel(all, [&](size_t i) {
    const PageFile& page = i < written ? inputs.pages[i] : parsed.generated[i - written];
    parsed.texts[i] = parse_markdown(page.source, found[i]);
  });
  for (Diagnostics& one : found) diagnostics.take(std::move(one));
  return parsed;
}

}  // namespace loom::site
