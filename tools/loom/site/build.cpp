#include "tools/loom/site/build.hpp"

#include <future>

#include "tools/loom/base/embedded.hpp"
#include "tools/loom/site/parse/parse.hpp"
#include "tools/loom/site/read/notices.hpp"
#include "tools/loom/site/render/frame.hpp"
#include "tools/loom/site/render/render.hpp"
#include "tools/loom/site/resolve/formulas.hpp"
#include "tools/loom/site/resolve/listings.hpp"
#include "tools/loom/site/resolve/resolve.hpp"
#include "tools/loom/site/resolve/search.hpp"
#include "tools/loom/site/write/assets.hpp"
#include "tools/loom/site/write/write.hpp"

namespace loom::site {
namespace {

// What the first paint waits for is within each page: a request of its own would take a round trip
// more.
std::map<std::string, std::string> texts_within_pages(HashedAssets& assets,
                                                      const std::string& base) {
  std::map<std::string, std::string> texts;
  for (const char* name : {"loom.css", "theme.js", "embed.css", "embed_theme.js"}) {
    const auto found = assets.names.find(name);
    if (found == assets.names.end()) continue;
    texts[name] = within_page(assets, name, base + "assets/");
    assets.files.erase(found->second);
  }
  return texts;
}

// What Node.js does meanwhile.
struct Scripts {
  Scripts(const Options& options, Cache& cache)
      : formulas(math_script(options.math), cache.formulas),
        listings(highlight_script(options.highlight), cache.listings),
        cards(card_script(options.cards.value_or("")), cache.cards) {}

  Formulas formulas;
  Listings listings;
  Cards cards;
};

Built build(const Inputs& inputs, const Options& options, Diagnostics diagnostics, Cache& cache,
            Scripts& scripts) {
  Built built;
  Files images;
  // At once, or when it is waited for if the system gives no more threads.
  auto hashing = std::async([&] { return hash_assets(inputs.assets); });
  std::optional<Parsed> parsed = parse(inputs, diagnostics);
  if (!parsed) {
    built.mistakes = diagnostics.lines();
    return built;
  }
  scripts.formulas.ask(number_formulas(parsed->texts));
  scripts.listings.ask(number_listings(parsed->texts));
  Diagnostics warnings;
  warn_of_order(inputs, warnings);
  Site site =
      resolve(std::move(*parsed), inputs, options, cache.states, images, diagnostics, warnings);
  HashedAssets assets = hashing.get();
  for (const auto& [name, hashed] : assets.names)
    site.assets[name] = site.base_path + "assets/" + hashed;
  site.notices = read_notices(inputs.assets);
  const auto texts = texts_within_pages(assets, site.base_path);
  const Source embed{"web/shell/embed.html", std::string(embedded_embed_frame())};
  const Frames frames{{inputs.frame, site.assets, texts, diagnostics},
                      {embed, site.assets, texts, diagnostics}};
  built.pages = site.pages.size();
  for (const Page& page : site.pages) built.counted += page.counted;
  built.fixes = diagnostics.fixes();
  built.warnings = warnings.lines("warning");
  // Drawing takes as long as Node.js, so it comes before the answers are waited for.
  std::optional<FigureRenderer> figures;
  if (diagnostics.empty()) figures.emplace(site, cache.figures);
  place_formulas(site, scripts.formulas.answers(), diagnostics);
  site.search = search_entries(site);
  place_synonyms(site, inputs, diagnostics);
  color_listings(site, scripts.listings.answers());
  built.mistakes = diagnostics.lines();
  if (!built.mistakes.empty()) return built;
  DrawnCards cards = draw_cards(site, options, inputs);
  scripts.cards.ask(cards.fresh);
  built.files = render(site, frames, *figures);
  std::erase_if(assets.files, [](const auto& file) { return is_card_font(file.first); });
  for (auto& [name, bytes] : assets.files) built.files["assets/" + name] = std::move(bytes);
  for (auto& [name, bytes] : images) built.files["assets/" + name] = std::move(bytes);
  if (options.compress) compress(built.files);
  place_cards(std::move(cards), scripts.cards.answers(), built.files);  // compressed as they are
  return built;
}

}  // namespace

Built build(const Options& options, Cache& cache) {
  Scripts scripts(options, cache);
  Diagnostics diagnostics;
  // Node.js takes longer to start than this program needs to read and parse a thousand pages.
  const Inputs inputs = read(options, diagnostics, [&] { scripts.formulas.launch(); });
  return build(inputs, options, std::move(diagnostics), cache, scripts);
}

Built build(const Options& options) {
  Cache cache;
  return build(options, cache);
}

Built build(const Inputs& inputs, const Options& options, Diagnostics diagnostics) {
  Cache cache;
  Scripts scripts(options, cache);
  return build(inputs, options, std::move(diagnostics), cache, scripts);
}

}  // namespace loom::site
