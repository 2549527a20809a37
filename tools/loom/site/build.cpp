#include "tools/loom/site/build.hpp"

#include <algorithm>
#include <future>

#include "tools/loom/site/parallel.hpp"
#include "tools/loom/site/parse/markdown.hpp"
#include "tools/loom/site/read/json.hpp"
#include "tools/loom/site/render/formulas.hpp"
#include "tools/loom/site/render/frame.hpp"
#include "tools/loom/site/render/report.hpp"
#include "tools/loom/site/text/html.hpp"
#include "tools/loom/site/write/assets.hpp"

namespace loom::site {
namespace {

std::string navigation(const Site& site, const Page* current) {
  std::string out;
  for (const Page& page : site.pages)
    if (page.listed)
      out += "<li><a" + attribute("href", site.href(page)) +
             (&page == current ? " aria-current=\"page\">" : ">") + escaped(page.label) +
             "</a></li>";
  return out;
}

// A list beside the text where there is room, else behind a button.
std::string rail(const Page& page) {
  if (page.rail.size() < 2) return "";
  std::string out =
      "<nav class=\"rail\" aria-label=\"On this page\"><button type=\"button\" class=\"rail-open\" "
      "popovertarget=\"page_sections\">"
      "<span class=\"rail-label\">On this page</span><span class=\"rail-now\"></span></button>"
      "<div class=\"rail-sections\" id=\"page_sections\" popover><ol>\n";
  for (const Heading& heading : page.rail) {
    const bool phase = std::any_of(page.phases.begin(), page.phases.end(), [&](const Phase& each) {
      return each.id == heading.id && !each.items.empty();
    });
    out += "<li" + (phase ? attribute("data-phase", heading.id) : "") + "><a href=\"#" +
           escaped(heading.id) + "\">" + escaped(heading.text) + "</a>" +
           (phase ? " <span class=\"phase-state unseen\"></span>" : "") + "</li>\n";
  }
  out += "</ol>";
  if (!page.figures.empty())
    out +=
        "<button type=\"button\" class=\"rail-figures\" popovertarget=\"page_figures\">Figures of "
        "this page</button>";
  return out + "</div></nav>";
}

// The way from the top of the page to its figures, in few keys: figure_list.js, which links alone
// do without.
std::string figure_list(const Page& page) {
  if (page.figures.empty()) return "";
  std::string out =
      "<button class=\"skip\" type=\"button\" popovertarget=\"page_figures\">Figures of this "
      "page</button>\n<nav class=\"figure-list\" id=\"page_figures\" popover "
      "aria-label=\"Figures of this page\"><ol>\n";
  for (const Figure& figure : page.figures)
    out += "<li><a href=\"#" + escaped(figure.id) +
           (&figure == &page.figures.front() ? "\" autofocus>" : "\">") +
           escaped(title_of(figure)) + "</a></li>\n";
  return out + "</ol></nav>";
}

// The programs of the groups of scenes: "machine=/assets/scenes-machine.….wasm formats=…".
std::string programs(const Site& site) {
  constexpr std::string_view before = "scenes-", after = ".wasm";
  std::string out;
  for (const auto& [name, address] : site.assets) {
    if (!name.starts_with(before) || !name.ends_with(after)) continue;
    const size_t length = name.size() - before.size() - after.size();
    out += (out.empty() ? "" : " ") + name.substr(before.size(), length) + "=" + address;
  }
  return out;
}

// What every page's frame says alike.
std::map<std::string_view, std::string> common(const Site& site) {
  return {{"site_title", escaped(site.title)},
          {"tagline", escaped(site.tagline)},
          {"base", escaped(site.base_path)},
          {"scenes", escaped(programs(site))},
          {"home", escaped(site.href(site.pages.front()))},
          {"footer", site.footer.empty() ? "" : "<p>" + escaped(site.footer) + "</p>"}};
}

using Values = std::map<std::string_view, std::string>;

std::string render_page(const Page& page, const Site& site, const Frame& frame, Values values,
                        const Renderer& renderer, Files& files) {
  values["title"] = escaped(page.path.empty() ? page.title : page.title + " · " + site.title);
  values["heading"] = escaped(page.title);
  values["description"] = escaped(page.description);
  values["canonical"] = escaped(site.origin + site.href(page));
  values["nav"] = navigation(site, &page);
  values["rail"] = rail(page);
  values["figures"] = figure_list(page);
  Main main = render_main(page, renderer, files);
  values["main"] = std::move(main.html);
  values["places"] = escaped(main.places);
  values["numbers"] = escaped(main.numbers);
  values["report"] = page.lesson ? escaped(report_pattern(page, site)) : "";
  return frame.fill(values);
}

std::string not_found_page(const Site& site, const Frame& frame, Values values) {
  values["title"] = escaped("Page not found · " + site.title);
  values["heading"] = "Page not found";
  values["description"] = "There is no page at this address.";
  values["canonical"] = escaped(site.origin + site.base_path + "404.html");
  values["nav"] = navigation(site, nullptr);
  values["rail"] = "";
  values["figures"] = "";
  values["places"] = values["numbers"] = values["report"] = "";
  values["main"] =
      "<h1>Page not found</h1>\n<p class=\"lead\">There is no page at this address.</p>\n<p><a" +
      attribute("href", site.href(site.pages.front())) + ">Go to the start</a></p>\n";
  return frame.fill(values);
}

void report_formulas(const Site& site, const MathProcess::Answers& answers,
                     Diagnostics& diagnostics) {
  for (const Page& page : site.pages)
    for (const Node* node : page.text.formulas) {
      const Rendered& answer = *answers[static_cast<size_t>(node->more->number)];
      if (!answer.error.empty())
        diagnostics.add(page.source(), node->offset + answer.at,
                        "formula '" + std::string(node->text) + "': " + answer.error);
    }
}

// Where the pages hold formulas, there are places for them.
Files render(const Site& site, const Frame& frame, Earlier& earlier) {
  const Uses uses = find_uses(site);
  const Renderer renderer{site, uses, {site, earlier.figures}};
  const Values values = common(site);
  std::vector<Files> pages(site.pages.size());
  parallel(pages.size(), [&](size_t i) {
    pages[i][site.pages[i].path + "index.html"] =
        render_page(site.pages[i], site, frame, values, renderer, pages[i]);
  });
  Files files;
  for (Files& page : pages) files.merge(page);
  files["404.html"] = not_found_page(site, frame, values);
  return files;
}

void add_formulas(Files& files, const Site& site, const MathProcess::Answers& answers) {
  std::vector<std::string*> pages;
  for (const Page& page : site.pages)
    if (!page.text.formulas.empty()) pages.push_back(&files.at(page.path + "index.html"));
  parallel(pages.size(), [&](size_t i) { *pages[i] = fill_places(std::move(*pages[i]), answers); });
}

std::string sitemap(const Site& site) {
  std::string out =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset "
      "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";
  for (const Page& page : site.pages)
    out += "<url><loc>" + escaped(site.origin + site.href(page)) + "</loc></url>\n";
  return out + "</urlset>\n";
}

}  // namespace

std::vector<Tree> parse(const Inputs& inputs, Diagnostics& diagnostics) {
  std::vector<Tree> texts(inputs.pages.size());
  std::vector<Diagnostics> found(inputs.pages.size());
  parallel(texts.size(),
           [&](size_t i) { texts[i] = parse_markdown(inputs.pages[i].source, found[i]); });
  for (Diagnostics& one : found) diagnostics.take(std::move(one));
  return texts;
}

namespace {

// Of a file that is no JSON nothing is known, and every mention of what it holds would be wrong.
bool well_formed(const Inputs& inputs, Diagnostics& diagnostics) {
  bool good = true;
  for (const std::optional<Source>* file : {&inputs.glossary, &inputs.references, &inputs.site})
    good = (!*file || parse_json(**file, diagnostics)) && good;
  return good;
}

Built build(const Inputs& inputs, const Options& options, Diagnostics diagnostics, Earlier& earlier,
            MathProcess& math) {
  Built built;
  if (!well_formed(inputs, diagnostics)) {
    built.mistakes = diagnostics.lines();
    return built;
  }
  Files images;
  auto hashing = std::async(std::launch::async, [&] { return hash_assets(inputs.assets); });
  std::vector<Tree> texts = parse(inputs, diagnostics);
  math.ask(number_formulas(texts));
  Diagnostics warnings;
  Site site =
      resolve(std::move(texts), inputs, options, earlier.states, images, diagnostics, warnings);
  HashedAssets assets = hashing.get();
  for (const auto& [name, hashed] : assets.names)
    site.assets[name] = site.base_path + "assets/" + hashed;
  const Frame frame(inputs.frame, site.assets, diagnostics);
  built.pages = site.pages.size();
  for (const Page& page : site.pages) built.counted += page.counted;
  built.fixes = diagnostics.fixes();
  built.warnings = warnings.lines("warning");
  if (diagnostics.empty()) built.files = render(site, frame, earlier);
  report_formulas(site, math.answers(), diagnostics);
  built.mistakes = diagnostics.lines();
  if (!built.mistakes.empty()) {
    built.files.clear();
    return built;
  }
  add_formulas(built.files, site, math.answers());
  for (auto& [name, bytes] : assets.files) built.files["assets/" + name] = std::move(bytes);
  for (auto& [name, bytes] : images) built.files["assets/" + name] = std::move(bytes);
  built.files["sitemap.xml"] = sitemap(site);
  built.files["robots.txt"] =
      "User-agent: *\nAllow: /\nSitemap: " + site.origin + site.base_path + "sitemap.xml\n";
  if (options.compress) compress(built.files);
  return built;
}

}  // namespace

Built build(const Options& options) {
  Earlier none;
  Earlier& earlier = options.earlier ? *options.earlier : none;
  MathProcess math(options.math, earlier.formulas);
  Diagnostics diagnostics;
  // Node.js takes longer to start than we to read and parse a thousand pages.
  const Inputs inputs = read(options, diagnostics, [&] { math.start(); });
  return build(inputs, options, std::move(diagnostics), earlier, math);
}

Built build(const Inputs& inputs, const Options& options, Diagnostics diagnostics) {
  Earlier none;
  Earlier& earlier = options.earlier ? *options.earlier : none;
  MathProcess math(options.math, earlier.formulas);
  return build(inputs, options, std::move(diagnostics), earlier, math);
}

}  // namespace loom::site
