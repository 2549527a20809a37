#include <algorithm>

#include "tools/loom/site/render/html.hpp"
#include "tools/loom/site/render/render.hpp"
#include "tools/loom/site/resolve/ids.hpp"
#include "tools/loom/text/slug.hpp"
#include "tools/loom/text/strings.hpp"

namespace loom::site {
namespace {

template <class Entry>
using Text = std::string Entry::*;

// The names of groups in order of first appearance.
template <class Entry>
std::vector<std::string> groups(const std::vector<Entry>& entries, Text<Entry> group) {
  std::vector<std::string> names;
  for (const Entry& entry : entries)
    if (std::find(names.begin(), names.end(), entry.*group) == names.end())
      names.push_back(entry.*group);
  return names;
}

// "On A: “Section”, B: “Figure” and 12 more pages.": each link leads to the place that explains the
// word or cites the source.
void used_on(std::string& out, const char* verb, const std::vector<Use>& uses, const Page& here,
             const Site& site) {
  constexpr size_t shown = 12;
  std::vector<Use> others;
  for (const Use& use : uses)
    if (use.page != &here) others.push_back(use);
  if (others.empty()) return;
  out += std::string("<p class=\"used\">") + verb + " ";
  for (size_t i = 0; i < std::min(others.size(), shown); ++i) {
    const auto& [page, spot] = others[i];
    const std::string hash = spot->id.empty() ? "" : "#" + spot->id;
    out += (i > 0 ? ", <a" : "<a") + attribute("href", site.href(*page) + hash) + ">" +
           escaped(page->label) + (spot->text.empty() ? "" : ": “" + escaped(spot->text) + "”") +
           "</a>";
  }
  if (others.size() > shown) out += " and " + std::to_string(others.size() - shown) + " more pages";
  out += "</p>";
}

void see_also(std::string& out, const Term& term, const Site& site) {
  if (term.see.empty()) return;
  out += "<p class=\"see\">See also ";
  for (const Named& name : term.see) {
    const Term& other = *site.terms.at(text::lower_case(name.text));
    out += (&name == &term.see.front() ? "<a" : ", <a") + attribute("href", "#" + other.id) + ">" +
           escaped(other.name) + "</a>";
  }
  out += "</p>";
}

void cited(std::string& out, const Term& term, const Page& page, const Site& site) {
  for (const Named& name : term.cite) {
    const auto found = site.references_by_id.find(name.text);
    if (found == site.references_by_id.end()) continue;  // a site without references.json
    const Reference* reference = found->second;
    const auto number =
        std::find(page.sources.begin(), page.sources.end(), reference) - page.sources.begin() + 1;
    out += " ";
    render_citation(out, static_cast<int>(number), site.source_href(page, *reference),
                    reference->title);
  }
}

void entry(std::string& out, const Term& term, const Page& page, const Renderer& renderer) {
  out += "<div class=\"entry\"" + attribute("id", term.id) + "><dt>" + escaped(term.name) +
         "</dt><dd>" + escaped(term.definition);
  if (!term.more.empty()) out += " " + escaped(term.more);
  cited(out, term, page, renderer.site);
  see_also(out, term, renderer.site);
  if (const auto uses = renderer.uses.terms.find(&term); uses != renderer.uses.terms.end())
    used_on(out, "On", uses->second, page, renderer.site);
  out += "</dd></div>\n";
}

// Title, authors, year: the description in a list of sources.
void describe(std::string& out, const Reference& reference, const std::string& href) {
  out += "<cite><a" + attribute("href", href) + ">" + escaped(reference.title) +
         "</a></cite> <span class=\"by\">" + escaped(reference.authors) + ", " +
         std::to_string(reference.year) + "</span>";
}

void entry(std::string& out, const Reference& reference, const Page& page,
           const Renderer& renderer) {
  out += "<li class=\"entry\"" + attribute("id", reference.id) + ">";
  describe(out, reference, reference.url);
  if (!reference.note.empty()) out += "<p class=\"note\">" + escaped(reference.note) + "</p>";
  if (!reference.caveat.empty()) out += "<p class=\"caveat\">" + escaped(reference.caveat) + "</p>";
  if (const auto uses = renderer.uses.references.find(&reference);
      uses != renderer.uses.references.end())
    used_on(out, "Cited on", uses->second, page, renderer.site);
  out += "</li>\n";
}

// One below the other, each written by `write`.
template <class Entry, class Write>
void group(std::string& out, const std::string& name, const char* list,
           const std::vector<Entry>& entries, Text<Entry> kind, Write write) {
  render_group(out, text::slug(name), name);
  out += std::string("<") + list + ">\n";
  for (const Entry& entry : entries)
    if (entry.*kind == name) write(out, entry);
  out += std::string("</") + list + "></section>\n";
}

}  // namespace

void render_filter(std::string& out, const std::string& what) {
  const std::string id = filter_id(what);
  out += "<div class=\"filterable\"><p class=\"filter\"><label for=\"" + id + "\">Search the " +
         what + "</label> <input type=\"search\" id=\"" + id +
         "\" data-filter> <output class=\"count\" for=\"" + id + "\"></output></p>\n";
}

void render_group(std::string& out, const std::string& id, const std::string& name) {
  out += "<section class=\"group\"" + attribute("aria-labelledby", id) + "><h2" +
         attribute("id", id) + ">" + escaped(name) + " <a class=\"anchor\"" +
         attribute("href", "#" + id) + attribute("aria-label", "Link to " + name) + ">#</a></h2>\n";
}

Uses find_uses(const Site& site) {
  Uses uses;
  for (const Page& page : site.pages) {
    if (page.scene) continue;  // it repeats what the figure's other pages cite
    for (size_t i = 0; i < page.terms.size(); ++i)
      uses.terms[page.terms[i]].push_back({&page, &page.terms_at[i]});
    for (size_t i = 0; i < page.sources.size(); ++i)
      uses.references[page.sources[i]].push_back({&page, &page.sources_at[i]});
  }
  return uses;
}

void render_glossary(std::string& out, const Page& page, const Renderer& renderer) {
  render_filter(out, "glossary");
  const std::vector<Term>& terms = renderer.site.glossary;
  for (const std::string& name : groups(terms, &Term::category))
    group(out, name, "dl", terms, &Term::category,
          [&](std::string& list, const Term& term) { entry(list, term, page, renderer); });
  out += "</div>\n";
}

void render_references(std::string& out, const Page& page, const Renderer& renderer) {
  render_filter(out, "references");
  const std::vector<Reference>& references = renderer.site.references;
  for (const std::string& name : groups(references, &Reference::group))
    group(out, name, "ul", references, &Reference::group,
          [&](std::string& list, const Reference& reference) {
            entry(list, reference, page, renderer);
          });
  out += "</div>\n";
}

void render_licenses(std::string& out, const Site& site) {
  if (site.notices.empty()) return;
  out += "<ul class=\"licenses\">\n";
  for (const Notice& notice : site.notices)
    out += "<li><a" + attribute("href", site.assets.at(notice.asset)) + ">" + escaped(notice.name) +
           "</a> (" + escaped(notice.license) + "): " + escaped(notice.use) + "</li>\n";
  out += "</ul>\n";
}

void render_sources(std::string& out, const Page& page, const Site& site) {
  std::string list;
  for (const Reference* reference : page.sources) {
    list += "<li" + attribute("id", source_id(reference->id)) + ">";
    describe(list, *reference, reference->url);
    if (site.references_page)
      list += "&nbsp;· <a class=\"more\"" +
              attribute("href", site.href(*site.references_page) + "#" + reference->id) +
              attribute("aria-label", "Notes on " + reference->title) + ">notes</a>";
    list += "</li>\n";
  }
  out +=
      "<section class=\"sources\" aria-labelledby=\"sources\"><h2 "
      "id=\"sources\">Sources</h2><ol>\n" +
      list + "</ol></section>\n";
}

void render_numbers_note(std::string& out, const Page& page) {
  const size_t count = page.numbers.size();
  if (count == 0) return;
  out +=
      "<p class=\"numbers-note\">" + std::to_string(count) + (count == 1 ? " number" : " numbers") +
      " of this text are computed by its figures and their simulators, or measured. Point at one "
      "to see where it is from. <button type=\"button\" class=\"show-numbers\" "
      "aria-pressed=\"false\">Underline them all</button></p>\n";
}

}  // namespace loom::site
