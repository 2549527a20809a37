#include "tools/loom/site/parse/parse.hpp"

#include "tools/loom/base/parallel.hpp"
#include "tools/loom/site/parse/figure_page.hpp"
#include "tools/loom/site/parse/markdown.hpp"
#include "web/scene/scene.hpp"

namespace loom::site {

std::optional<Parsed> parse(const Inputs& inputs, Diagnostics& diagnostics) {
  Parsed parsed;
  std::optional<Facts> facts = read_facts(inputs, diagnostics);
  if (!facts) return std::nullopt;
  parsed.facts = std::move(*facts);
  const std::span<const scene::Description> scenes = scene::registry();
  if (parsed.facts.site.scenes) parsed.generated.resize(scenes.size());
  const size_t written = inputs.pages.size(), all = written + parsed.generated.size();
  parsed.texts.resize(all);
  std::vector<Diagnostics> found(all);
  parallel(all, [&](size_t i) {
    if (i >= written)
      parsed.generated[i - written] = figure_page(scenes[i - written], parsed.facts);
    const PageFile& page = i < written ? inputs.pages[i] : parsed.generated[i - written];
    parsed.texts[i] = parse_markdown(page.source, found[i]);
  });
  for (Diagnostics& one : found) diagnostics.take(std::move(one));
  return parsed;
}

}  // namespace loom::site
