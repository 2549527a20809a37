#include "tools/loom/site/build.hpp"

#include <future>

#include "tools/loom/base/embedded.hpp"
#include "tools/loom/base/hash.hpp"
#include "tools/loom/site/parse/parse.hpp"
#include "tools/loom/site/read/notices.hpp"
#include "tools/loom/site/render/book.hpp"
#include "tools/loom/site/render/frame.hpp"
#include "tools/loom/site/render/kept.hpp"
#include "tools/loom/site/render/render.hpp"
#include "tools/loom/site/render/search_index.hpp"
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
std::map<std::string, std::string> texts_within_pages(HashedAssets& assets, const Site& site) {
  std::map<std::string, std::string> texts;
  for (const char* name : {"loom.css", "theme.js", "embed.css", "embed_theme.js"}) {
    const auto found = assets.names.find(name);
    if (found == assets.names.end()) continue;
    texts[name] = within_page(assets, name, site.base_path + "assets/");
    // print.css writes the addresses of links to other pages with it.
    if (found->first.ends_with(".css"))
      texts[name] += "@media print{:root{--origin:\"" + site.origin + "\"}}";
    assets.files.erase(found->second);
  }
  return texts;
}

std::string take(HashedAssets& assets, const std::string& name) {
  const auto found = assets.names.find(name);
  if (found == assets.names.end()) return "";
  std::string bytes = std::move(assets.files.extract(found->second).mapped());
  assets.names.erase(found);
  return bytes;
}

// The script of the worker that keeps the site. Only of a published site is anything kept: then the
// pages have the script that starts it.
std::string take_worker(HashedAssets& assets, bool published) {
  std::string script = take(assets, "sw.js");  // an address without a hash
  if (published) return script;
  take(assets, "offline.js");
  return "";
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
  const std::string worker = take_worker(assets, options.published);
  for (const auto& [name, hashed] : assets.names)
    site.assets[name] = site.base_path + "assets/" + hashed;
  site.notices = read_notices(inputs.assets);
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
  // What has mistakes might not even be UTF-8.
  std::string index = diagnostics.empty() ? search_index(site) : "";
  const std::string index_name = hashed_name("search.json", index);
  site.assets["search.json"] = site.base_path + "assets/" + index_name;
  assets.files[index_name] = std::move(index);
  const auto texts = texts_within_pages(assets, site);
  const Source embed{"web/shell/embed.html", std::string(embedded_embed_frame())};
  const Frames frames{{inputs.frame, site.assets, texts, diagnostics},
                      {embed, site.assets, texts, diagnostics}};
  built.mistakes = diagnostics.lines();
  if (!built.mistakes.empty()) return built;
  built.book = book_of(site);
  DrawnCards cards = draw_cards(site, options, inputs);
  scripts.cards.ask(cards.fresh);
  built.files = render(site, frames, *figures);
  std::erase_if(assets.files, [](const auto& file) { return is_card_font(file.first); });
  for (auto& [name, bytes] : assets.files) built.files["assets/" + name] = std::move(bytes);
  for (auto& [name, bytes] : images) built.files["assets/" + name] = std::move(bytes);
  if (!worker.empty()) add_worker(built.files, site, assets.mentions, worker);
  place_cards(std::move(cards), scripts.cards.answers(), built.files);  // not kept by the worker
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
