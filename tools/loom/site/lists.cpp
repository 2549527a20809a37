#include <algorithm>

#include "tools/loom/site/html.hpp"
#include "tools/loom/site/render.hpp"
#include "tools/loom/site/slug.hpp"

namespace loom::site {
namespace {

// The names of groups in order of first appearance.
template <class Entry>
std::vector<std::string> groups(const std::vector<Entry>& entries, std::string Entry::*group) {
  std::vector<std::string> names;
  for (const Entry& entry : entries)
    if (std::find(names.begin(), names.end(), entry.*group) == names.end())
      names.push_back(entry.*group);
  return names;
}

void begin_list(std::string& out, const std::string& what) {
  const std::string id = what + "-filter";
  out += "<div class=\"filterable\"><p class=\"filter\"><label for=\"" + id + "\">Search the " +
         what + "</label> <input type=\"search\" id=\"" + id +
         "\" data-filter> <output class=\"count\" for=\"" + id + "\"></output></p>\n";
}

void begin_group(std::string& out, const std::string& name) {
  const std::string id = escaped(slug(name));
  out += "<section class=\"group\" aria-labelledby=\"" + id + "\"><h2 id=\"" + id + "\">" +
         escaped(name) + " <a class=\"anchor\" href=\"#" + id + "\"" +
         attribute("aria-label", "Link to " + name) + ">#</a></h2>\n";
}

// "On A, B and 12 more pages."
void used_on(std::string& out, const char* verb, const std::vector<const Page*>& pages,
             const Page& here, const Site& site) {
  constexpr size_t shown = 12;
  std::vector<const Page*> others;
  for (const Page* page : pages)
    if (page != &here) others.push_back(page);
  if (others.empty()) return;
  out += std::string("<p class=\"used\">") + verb + " ";
  for (size_t i = 0; i < std::min(others.size(), shown); ++i)
    out += (i > 0 ? ", <a" : "<a") + attribute("href", site.href(*others[i])) + ">" +
           escaped(others[i]->label) + "</a>";
  if (others.size() > shown) out += " and " + std::to_string(others.size() - shown) + " more pages";
  out += "</p>";
}

void see_also(std::string& out, const Term& term, const Site& site) {
  if (term.see.empty()) return;
  out += "<p class=\"see\">See also ";
  for (const Named& name : term.see) {
    const Term& other = *site.terms.at(lower_case(name.text));
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
    const Page* list = site.references_page;
    out += " ";
    render_citation(out, static_cast<int>(number),
                    list ? site.href(*list) + "#" + reference->id : "#sources", reference->title);
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

// Title, authors, year: what a list of sources says about one.
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

}  // namespace

Uses find_uses(const Site& site) {
  Uses uses;
  for (const Page& page : site.pages) {
    for (const Term* term : page.terms) uses.terms[term].push_back(&page);
    for (const Reference* reference : page.sources) uses.references[reference].push_back(&page);
  }
  return uses;
}

void render_glossary(std::string& out, const Page& page, const Renderer& renderer) {
  begin_list(out, "glossary");
  for (const std::string& group : groups(renderer.site.glossary, &Term::category)) {
    begin_group(out, group);
    out += "<dl>\n";
    for (const Term& term : renderer.site.glossary)
      if (term.category == group) entry(out, term, page, renderer);
    out += "</dl></section>\n";
  }
  out += "</div>\n";
}

void render_references(std::string& out, const Page& page, const Renderer& renderer) {
  begin_list(out, "references");
  for (const std::string& group : groups(renderer.site.references, &Reference::group)) {
    begin_group(out, group);
    out += "<ul>\n";
    for (const Reference& reference : renderer.site.references)
      if (reference.group == group) entry(out, reference, page, renderer);
    out += "</ul></section>\n";
  }
  out += "</div>\n";
}

bool has_sources(const Page& page, const Site& site) {
  return !page.sources.empty() && site.references_page != &page;
}

void render_sources(std::string& out, const Page& page, const Site& site) {
  out +=
      "<section class=\"sources\" aria-labelledby=\"sources\"><h2 "
      "id=\"sources\">Sources</h2><ol>\n";
  for (const Reference* reference : page.sources) {
    out += "<li>";
    describe(out, *reference,
             site.references_page ? site.href(*site.references_page) + "#" + reference->id
                                  : reference->url);
    out += "</li>\n";
  }
  out += "</ol></section>\n";
}

}  // namespace loom::site
