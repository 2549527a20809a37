#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tools/loom/site/render/card.hpp"
#include "tools/loom/site/render/social.hpp"
#include "tools/loom/site/resolve/sections.hpp"

namespace loom::site {
namespace {

using Data = nlohmann::ordered_json;  // the type of a thing comes first

// An object is made as one: null that becomes an object aborts when memory ends (nlohmann/json
// 3.11.2).
Data named(const char* type, const std::string& name) {
  Data out = Data::object();
  out["@type"] = type;
  out["name"] = name;
  return out;
}

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
  const Page* home = page.scene ? home_of(*page.scene, site) : nullptr;
  Data out = home ? named(type_of(*home, site), home->title) : named("WebSite", site.title);
  out["url"] = home ? site.absolute(*home) : site.root();
  return out;
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
  for (const Term& term : site.glossary) {
    Data& entry = all.emplace_back(named("DefinedTerm", term.name));
    entry["url"] = site.absolute(page) + "#" + term.id;
  }
  return all;
}

// From the start page to this one; a figure's page is below the list of figures.
Data way_to(const Page& page, const Site& site) {
  std::vector<const Page*> way = {&site.pages.front()};
  for (const Page& list : site.pages)
    if (page.scene && list.text.holds(Kind::figures)) way.push_back(&list);
  way.push_back(&page);
  Data out = Data::object();
  out["@type"] = "BreadcrumbList";
  Data& items = out["itemListElement"] = Data::array();
  for (const Page* step : way) {
    Data item = Data::object();
    item["@type"] = "ListItem";
    item["position"] = items.size() + 1;
    item["name"] = step->title;
    item["item"] = site.absolute(*step);
    items.push_back(std::move(item));
  }
  return out;
}

Data thing(const Page& page, const Renderer& renderer) {
  const Site& site = renderer.site;
  Data out = named(type_of(page, site), page.title);
  out["description"] = page.description;
  out["url"] = site.absolute(page);
  out["inLanguage"] = "en";
  out["isPartOf"] = part_of(page, site);
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
  Data data = Data::object();
  data["@context"] = "https://schema.org";
  if (&page == &renderer.site.pages.front()) {
    data.update(thing(page, renderer));
  } else {
    Data& graph = data["@graph"] = Data::array();
    graph.push_back(thing(page, renderer));
    graph.push_back(way_to(page, renderer.site));
  }
  std::string text = data.dump();
  // Nothing in a string ends the element or begins a comment.
  for (size_t at = 0; (at = text.find('<', at)) != text.npos;) text.replace(at, 1, "\\u003c");
  return "<script type=\"application/ld+json\">" + text + "</script>";
}

}  // namespace loom::site
