#include <algorithm>

#include "tools/loom/base/parallel.hpp"
#include "tools/loom/site/render/feed.hpp"
#include "tools/loom/site/render/frame.hpp"
#include "tools/loom/site/render/html.hpp"
#include "tools/loom/site/render/manifest.hpp"
#include "tools/loom/site/render/own.hpp"
#include "tools/loom/site/render/render.hpp"
#include "tools/loom/site/render/report.hpp"
#include "tools/loom/site/render/social.hpp"
#include "tools/loom/site/render/ways.hpp"

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

// The site's line below each page, and links to the pages that the navigation leaves out. No line
// of them begins with a dot.
std::string footer(const Site& site) {
  std::string links;
  for (const Page& page : site.pages)
    if (page.in_footer)
      links += (links.empty() ? "<p><a" : "&nbsp;· <a") + attribute("href", site.href(page)) + ">" +
               escaped(page.label) + "</a>";
  if (site.feed())
    links +=
        (links.empty() ? "<p><a" : "&nbsp;· <a") + attribute("href", feed_href(site)) + ">Feed</a>";
  return (site.footer.empty() ? "" : "<p>" + escaped(site.footer) + "</p>") +
         (links.empty() ? "" : links + "</p>");
}

// The page of a figure begins with it.
bool lists_figures(const Page& page) { return !page.scene && !page.figures.empty(); }

// A list beside the text if there is room, else behind a button.
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
  if (lists_figures(page))
    out +=
        "<button type=\"button\" class=\"rail-figures\" popovertarget=\"page_figures\">Figures of "
        "this page</button>";
  return out + "</div></nav>";
}

// A way from the top of the page to its figures in a few keys: figure_list.js. Without scripts the
// links alone work.
std::string figure_list(const Page& page) {
  if (!lists_figures(page)) return "";
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

}  // namespace

std::string credit_of(const Site& site) {
  return site.title + (site.footer.empty() ? "" : ". " + site.footer);
}

namespace {

// The values that are the same in every page's frame.
std::map<std::string_view, std::string> common(const Site& site) {
  return {{"site_title", escaped(site.title)},
          {"tagline", escaped(site.tagline)},
          {"base", escaped(site.base_path)},
          {"scenes", escaped(programs(site))},
          {"home", escaped(site.href(site.pages.front()))},
          {"footer", footer(site)},
          {"credit", escaped(credit_of(site))}};
}

using Values = std::map<std::string_view, std::string>;

std::string render_page(const Page& page, const Site& site, const Frame& frame, Values values,
                        const Renderer& renderer, Files& files) {
  values["title"] = escaped(title_outside(page, site));
  values["heading"] = escaped(page.title);
  values["description"] = escaped(page.description);
  values["canonical"] = escaped(site.absolute(page));
  values["social"] = social_tags(page, site);
  values["data"] = linked_data(page, renderer);
  values["nav"] = navigation(site, &page);
  values["rail"] = rail(page);
  values["figures"] = figure_list(page);
  Main main = render_main(page, renderer, files);
  values["main"] = std::move(main.html);
  values["places"] = escaped(main.moved);
  values["numbers"] = escaped(main.numbers);
  values["report"] = page.lesson ? escaped(report_pattern(page, site)) : "";
  return frame.fill(values);
}

// A figure for a frame on another site's page. Search engines are told of its own page.
std::string embed_page(const Page& own, const Frame& frame, Values values, const Renderer& renderer,
                       Files& files) {
  const Site& site = renderer.site;
  values["title"] = escaped(title_outside(own, site));
  values["description"] = escaped(own.description);
  values["canonical"] = escaped(site.absolute(own));
  values["main"] = render_embed(own, renderer, files);
  for (const char* unused :
       {"heading", "social", "data", "nav", "rail", "figures", "places", "numbers", "report"})
    values[unused];
  return frame.fill(values);
}

// A page that is shown at addresses of other pages.
std::string stand_in(const std::string& file, const std::string& heading,
                     const std::string& description, const std::string& main, const Site& site,
                     const Frame& frame, Values values) {
  values["title"] = escaped(heading + " · " + site.title);
  values["heading"] = escaped(heading);
  values["description"] = escaped(description);
  values["canonical"] = escaped(site.root() + file);
  values["social"] = "<meta name=\"robots\" content=\"noindex\">";
  values["data"] = "";
  values["nav"] = navigation(site, nullptr);
  values["rail"] = "";
  values["figures"] = "";
  values["places"] = values["numbers"] = values["report"] = "";
  values["main"] = "<h1>" + escaped(heading) + "</h1>\n<p class=\"lead\">" + escaped(description) +
                   "</p>\n" + main;
  return frame.fill(values);
}

std::string not_found_page(const Site& site, const Frame& frame, const Values& values) {
  std::string main =
      "<p><a" + attribute("href", site.href(site.pages.front())) + ">Go to the start</a></p>\n";
  render_entrance(main, site);
  return stand_in("404.html", "Page not found", "There is no page at this address.", main, site,
                  frame, values);
}

// The worker puts the kept pages into its empty list.
std::string offline_page(const Site& site, const Frame& frame, const Values& values) {
  return stand_in(
      "offline.html", "Not kept on this device",
      "There is no connection, and no page of this address is kept on this device. The pages that "
      "are kept:",
      "<ul class=\"kept\"></ul>\n<p><a href=\"\">Try again</a></p>\n", site, frame, values);
}

std::string sitemap(const Site& site) {
  std::string out =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset "
      "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";
  for (const Page& page : site.pages)
    out += "<url><loc>" + escaped(site.absolute(page)) + "</loc>" +
           (page.dated.empty() ? "" : "<lastmod>" + page.dated.front().date + "</lastmod>") +
           "</url>\n";
  return out + "</urlset>\n";
}

}  // namespace

Files render(const Site& site, const Frames& frames, const FigureRenderer& figures) {
  const Uses uses = find_uses(site);
  const Renderer renderer{site, uses, figures};
  const Values values = common(site);
  std::vector<Files> pages(site.pages.size());
  parallel(pages.size(), [&](size_t i) {
    const Page& page = site.pages[i];
    pages[i][page.path + "index.html"] =
        render_page(page, site, frames.page, values, renderer, pages[i]);
    if (page.scene)
      pages[i]["embed/" + std::string(page.scene->id) + "/index.html"] =
          embed_page(page, frames.embed, values, renderer, pages[i]);
  });
  Files files;
  for (Files& page : pages) files.merge(page);
  files["404.html"] = not_found_page(site, frames.page, values);
  files["offline.html"] = offline_page(site, frames.page, values);
  files["sitemap.xml"] = sitemap(site);
  files["manifest.webmanifest"] = web_manifest(site);
  if (const Page* feed = site.feed()) files["feed.xml"] = render_feed(*feed, renderer, files);
  files["robots.txt"] = "User-agent: *\nAllow: /\nSitemap: " + site.root() + "sitemap.xml\n";
  return files;
}

}  // namespace loom::site
