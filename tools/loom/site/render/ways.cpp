#include "tools/loom/site/render/ways.hpp"

#include <algorithm>

#include "tools/loom/site/render/html.hpp"
#include "tools/loom/site/resolve/sections.hpp"

namespace loom::site {
namespace {

std::string href(const Section& section, const Site& site) {
  return site.href(*section.page) + (section.id().empty() ? "" : "#" + section.id());
}

// "a, b and c"
std::string in_prose(const std::vector<std::string>& words) {
  std::string out;
  for (size_t i = 0; i < words.size(); ++i)
    out += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return out;
}

// "tiles and bank conflicts (Home), the TMA (Hopper)": links, gathered by their pages.
std::string needs(const Page& page, const Site& site) {
  std::vector<std::string> pages, links;
  for (size_t i = 0; i < page.needs->size(); ++i) {
    const Need& need = (*page.needs)[i];
    links.push_back("<a" + attribute("href", href(need.from, site)) + ">" + escaped(need.words) +
                    "</a>");
    const bool last = i + 1 == page.needs->size();
    if (!last && (*page.needs)[i + 1].from.page == need.from.page) continue;
    pages.push_back(in_prose(links) + " (" + escaped(need.from.page->label) + ")");
    links.clear();
  }
  return in_prose(pages);
}

// "Needs tiles (Home)."; nothing if nobody has said what the page needs.
std::string needs_sentence(const Page& page, const Site& site) {
  if (!page.needs) return "";
  return page.needs->empty() ? "Needs no other page." : "Needs " + needs(page, site) + ".";
}

// The keys under which progress.js remembers what has been tried of it.
std::string items(const Section& section, const Site& site) {
  std::string all;
  for (const Part& part : section.parts)
    for (const std::string& item : part.items)
      all += (all.empty() ? "" : " ") + site.href(*section.page) + "#" + item;
  return all;
}

void step(std::string& out, const Section& section, const Way::Route& route, const Site& site) {
  const Page& page = *section.page;
  const bool whole = section.id().empty();
  out += "<li" + attribute("data-items", items(section, site)) + "><a" +
         attribute("href", href(section, site)) + ">" +
         escaped(whole ? page.title : section.text()) + "</a> <span class=\"where\">" +
         (whole ? "" : escaped(page.label) + ", ") + about(section.minutes()) +
         "</span> <span class=\"phase-state\"></span>";
  if (whole && page.needs && route.readers.empty())
    out += "<p class=\"needs\">" + needs_sentence(page, site) + "</p>";
  out += "</li>\n";
}

void neighbor(std::string& out, const char* rel, const Page& to, const Site& site) {
  // "Home: Loom", but not "Hopper: Hopper: asynchronous copies"
  const std::string name = to.title.starts_with(to.label) ? to.title : to.label + ": " + to.title;
  out += std::string("<a rel=\"") + rel + "\"" + attribute("href", site.href(to)) + ">" +
         escaped(name) + "</a>";
}

}  // namespace

void render_ways(std::string& out, const Site& site) {
  out += "<div class=\"ways\">\n";
  for (const Way& way : site.ways) {
    out +=
        "<h2" + attribute("id", way.id) + ">" + escaped(way.name) + "</h2>\n<div class=\"way\">\n";
    for (const Way::Route& route : way.routes) {
      const std::string name = "For " + route.readers;
      out += "<section>";
      if (!route.readers.empty())
        out += "<h3" + attribute("id", route.id) + ">" + escaped(name) + "</h3>\n";
      out += "<p>" + (route.goal.empty() ? "" : escaped(route.goal) + " ") +
             "<span class=\"where\">About " + about(route.minutes()) + ".</span></p>\n<ol>\n";
      for (const Section& section : route.steps) step(out, section, route, site);
      out += "</ol></section>\n";
    }
    out += "</div>\n";
  }
  out += "</div>\n";
}

void render_entrance(std::string& out, const Site& site) {
  if (!site.ways_page) return;
  std::vector<std::string> readers;
  for (const Way& way : site.ways)
    for (const Way::Route& route : way.routes)
      if (!route.readers.empty() &&
          std::find(readers.begin(), readers.end(), escaped(route.readers)) == readers.end())
        readers.push_back(escaped(route.readers));
  out += "<div class=\"entrance\">";
  if (!readers.empty()) out += "<p>For " + in_prose(readers) + "</p>";
  out += "<nav aria-label=\"Ways through the site\">";
  for (const Way& way : site.ways)
    out += "<a" + attribute("href", site.href(*site.ways_page) + "#" + way.id) + ">" +
           escaped(way.name) + "</a>";
  out += "</nav></div>";
}

void render_needs(std::string& out, const Page& page, const Site& site) {
  if (page.needs) out += "<p class=\"needs\">" + needs_sentence(page, site) + "</p>\n";
}

void render_next(std::string& out, const Page& page, const Site& site) {
  const Page* first = site.pages.data();
  const auto index = static_cast<size_t>(&page - first);
  const Page* before = index > 0 ? &site.pages[index - 1] : nullptr;
  const Page* after = index + 1 < site.pages.size() ? &site.pages[index + 1] : nullptr;
  const auto other = [&](const Page* there) {  // figures have an order of their own
    return there && !there->scene != !page.scene;
  };
  if (other(before)) before = nullptr;
  if (other(after)) after = nullptr;
  if (!before && !after) return;
  out += "<nav class=\"pager\" aria-label=\"Previous and next page\">";
  if (before) neighbor(out, "prev", *before, site);
  if (after) neighbor(out, "next", *after, site);
  const std::string time = after ? sitting(*after) : "";
  const std::string needed = after ? needs_sentence(*after, site) : "";
  if (page.lesson && !(time + needed).empty())
    out += "<p class=\"needs\">" + time + (time.empty() || needed.empty() ? "" : ". ") + needed +
           "</p>";
  out += "</nav>\n";
}

std::string sitting(const Page& page) {
  if (!page.lesson) return "";
  const size_t figures = page.figures.size();
  return "About " + about(find_section(page, "").minutes()) +
         (figures == 0   ? ""
          : figures == 1 ? ", 1 figure"
                         : ", " + std::to_string(figures) + " figures");
}

}  // namespace loom::site
