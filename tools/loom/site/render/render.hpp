// Fourth stage: HTML. render() is the stage; everything else is shared by its parts.
#pragma once

#include <span>
#include <string>

#include "tools/loom/base/files.hpp"
#include "tools/loom/site/parse/node.hpp"
#include "tools/loom/site/render/figure.hpp"
#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

struct Frames;  // frame.hpp

// pages.cpp: the site's pages, their pictures and other files; sitemap.xml, robots.txt and
// manifest.webmanifest.
Files render(const Site& site, const Frames& frames, const FigureRenderer& figures);

// Where the site mentions a term or a reference: for each page the first place.
// Filled after all pages are resolved.
struct Use {
  const Page* page;
  const Spot* spot;
};
struct Uses {
  std::map<const Term*, std::vector<Use>> terms;
  std::map<const Reference*, std::vector<Use>> references;
};
Uses find_uses(const Site& site);

// The site's name and its line on licenses and sources, for what leaves the site.
std::string credit_of(const Site& site);

struct Renderer {
  const Site& site;
  const Uses& uses;
  const FigureRenderer& figures;
};

// The inside of <main>: the page's text, its sources, links to its neighbors.
struct Main {
  std::string html;
  std::string moved;    // address of the file with its moved addresses; "": none
  std::string numbers;  // address of the file with the origins of its numbers; "": none
};
// Pictures and other files that the page shows are added to `files`.
Main render_main(const Page& page, const Renderer& renderer, Files& files);

// The blocks of a page from `begin` to before `end`, as HTML.
std::string render_section(const Page& page, size_t begin, size_t end, const Renderer& renderer,
                           Files& files);

// spans.cpp: inline content
void render_inline(std::string& out, const Node& node);
void render_inlines(std::string& out, std::span<const Node> nodes);
// code.cpp: a listing with its colors and the addresses of its lines; other code as it is
void render_code(std::string& out, const Node& code);
// tables.cpp: a table of the text
void render_table(std::string& out, const Node& table);
// lists.cpp: the whole glossary, all references, all licenses, a page's sources
void render_glossary(std::string& out, const Page& page, const Renderer& renderer);
void render_references(std::string& out, const Page& page, const Renderer& renderer);
void render_licenses(std::string& out, const Site& site);
// The beginning of a list with a search box (filter.js), which ends with </div>; and of a group of
// its entries, which ends with </section>.
void render_filter(std::string& out, const std::string& what);
void render_group(std::string& out, const std::string& id, const std::string& name);
void render_sources(std::string& out, const Page& page, const Site& site);
void render_numbers_note(std::string& out, const Page& page);  // a note on how to see their origins

// A citation: "[3]" with the reference's title as tooltip.
void render_citation(std::string& out, int number, std::string_view href, std::string_view title,
                     bool again = false);  // its note stands beside the text already

}  // namespace loom::site
