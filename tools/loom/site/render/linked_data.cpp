#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tools/loom/site/render/card.hpp"
#include "tools/loom/site/render/social.hpp"
#include "tools/loom/site/resolve/sections.hpp"

namespace loom::site {
namespace {

using Data = nlohmann::ordered_json;  // the type of a thing comes first

// What schema.org calls the page.
const char* type_of(const Page& page, const Site& site) {
  if (page.lesson || page.scene) return "LearningResource";
  if (&page == site.glossary_page) return "DefinedTermSet";
  return page.text.holds(Kind::figures) ? "CollectionPage" : "WebPage";
}

// The page on which a figure is at home, if it is on one.
const Page* home_of(const scene::Description& scene, const Site& site) {
  for (const Page& page : site.pages)
    for (const Figure& figure : page.figures)
      if (&figure.state->description() == &scene && site.at_home(figure, page)) return &page;
  return nullptr;
}

Data part_of(const Page& page, const Site& site) {
  if (const Page* home = page.scene ? home_of(*page.scene, site) : nullptr)
    return {{"@type", type_of(*home, site)}, {"name", home->title}, {"url", site.absolute(*home)}};
  return {{"@type", "WebSite"}, {"name", site.title}, {"url", site.root()}};
}

// The terms of the glossary that no page before this one has.
Data taught(const Page& page, const Uses& uses) {
  Data names = Data::array();
  for (const Term* term : page.terms)
    if (const auto use = uses.terms.find(term);
        use != uses.terms.end() && use->second.front().page == &page)
      names.push_back(term->name);
  return names;
}

// The sections in which the figure is at home: "Sectors".
Data taught(const scene::Description& scene, const Site& site) {
  Data names = Data::array();
  for (const Page& page : site.pages)
    for (const Figure& figure : page.figures)
      if (&figure.state->description() == &scene && site.at_home(figure, page) &&
          !figure.section.text.empty() &&
          std::find(names.begin(), names.end(), figure.section.text) == names.end())
        names.push_back(figure.section.text);
  return names;
}

// Their definitions stand on the page; a second copy would make it two thousand bytes longer.
Data terms(const Page& page, const Site& site) {
  Data all = Data::array();
  for (const Term& term : site.glossary)
    all.push_back({{"@type", "DefinedTerm"},
                   {"name", term.name},
                   {"url", site.absolute(page) + "#" + term.id}});
  return all;
}

// From the start page to this one; a figure's page is below the list of figures.
Data way_to(const Page& page, const Site& site) {
  std::vector<const Page*> way = {&site.pages.front()};
  for (const Page& list : site.pages)
    if (page.scene && list.text.holds(Kind::figures)) way.push_back(&list);
  way.push_back(&page);
  Data items = Data::array();
  for (const Page* step : way)
    items.push_back({{"@type", "ListItem"},
                     {"position", items.size() + 1},
                     {"name", step->title},
                     {"item", site.absolute(*step)}});
  return {{"@type", "BreadcrumbList"}, {"itemListElement", items}};
}

Data thing(const Page& page, const Renderer& renderer) {
  const Site& site = renderer.site;
  Data out = {
      {"@type", type_of(page, site)}, {"name", page.title}, {"description", page.description},
      {"url", site.absolute(page)},   {"inLanguage", "en"}, {"isPartOf", part_of(page, site)}};
  if (!page.card.empty()) out["image"] = card_address(page, site);
  if (page.lesson || page.scene) {
    out["learningResourceType"] = page.scene ? "interactive figure" : "lesson";
    const Data learned = page.scene ? taught(*page.scene, site) : taught(page, renderer.uses);
    if (!learned.empty()) out["teaches"] = learned;
  }
  if (page.lesson)
    out["timeRequired"] =
        "PT" + std::to_string(std::max(1L, std::lround(find_section(page, "").minutes()))) + "M";
  if (!page.dated.empty()) out["dateModified"] = page.dated.front().date;
  if (&page == site.glossary_page) out["hasDefinedTerm"] = terms(page, site);
  return out;
}

}  // namespace

std::string linked_data(const Page& page, const Renderer& renderer) {
  Data data = {{"@context", "https://schema.org"}};
  if (&page == &renderer.site.pages.front())
    data.update(thing(page, renderer));
  else
    data["@graph"] = {thing(page, renderer), way_to(page, renderer.site)};
  std::string text = data.dump();
  // Nothing in a string ends the element or begins a comment.
  for (size_t at = 0; (at = text.find('<', at)) != text.npos;) text.replace(at, 1, "\\u003c");
  return "<script type=\"application/ld+json\">" + text + "</script>";
}

}  // namespace loom::site
