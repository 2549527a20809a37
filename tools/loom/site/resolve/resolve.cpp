#include "tools/loom/site/resolve/resolve.hpp"

#include <algorithm>
#include <set>

#include "core/text/nearest.hpp"
#include "tools/loom/base/failure.hpp"
#include "tools/loom/base/parallel.hpp"
#include "tools/loom/site/resolve/resolver.hpp"
#include "tools/loom/site/resolve/sections.hpp"
#include "tools/loom/site/resolve/ways.hpp"
#include "tools/loom/text/strings.hpp"
#include "tools/loom/text/typeset.hpp"

namespace loom::site {
namespace {

constexpr size_t longest_navigation =
    12;  // for sites without a site.json: a thousand links on a thousand pages help nobody

// Splits the address that the site will have. "https://example.org/loom" → origin and "/loom/".
void set_base(Site& site, const std::string& url) {
  const size_t scheme = url.find("://");
  if (!(url.starts_with("https://") || url.starts_with("http://")) || scheme + 3 == url.size() ||
      url[scheme + 3] == '/' || url.find_first_of(" \"<>#?") != url.npos)
    throw Failure("base URL '" + url + "', expected an address like https://example.org/loom/");
  const size_t path = url.find('/', scheme + 3);
  site.origin = url.substr(0, path);
  site.base_path = path == url.npos ? "/" : url.substr(path);
  if (!site.base_path.ends_with('/')) site.base_path += '/';
}

std::vector<std::string_view> page_names(const Inputs& inputs) {
  std::vector<std::string_view> names;
  for (const PageFile& file : inputs.pages) names.push_back(file.name);
  return names;
}

// Reading order: the order of site.json, then the other pages by name. Of each Page only `file` is
// set.
std::vector<Page> order_pages(const SiteFile& listed, const Inputs& inputs,
                              Diagnostics& diagnostics, Diagnostics& warnings) {
  std::vector<Page> pages;
  std::set<const PageFile*> taken;
  const auto add = [&](const PageFile& file, std::string label, bool in_navigation,
                       const SiteFile::Entry* entry = nullptr) {
    if (!taken.insert(&file).second) return;
    Page page;
    page.file = &file;
    page.path = page_path(file.name);
    page.label = std::move(label);
    page.listed = in_navigation;
    if (entry) {
      page.in_footer = entry->footer;
      page.lesson = entry->lesson;
      page.feed = entry->feed;
      page.words_limit = entry->words;
      page.description = entry->description;
    }
    pages.push_back(std::move(page));
  };
  for (const SiteFile::Entry& entry : listed.pages) {
    const auto file = std::find_if(inputs.pages.begin(), inputs.pages.end(),
                                   [&](const PageFile& f) { return f.name == entry.file.text; });
    if (file != inputs.pages.end())
      add(*file, entry.label, !entry.footer, &entry);
    else if (!entry.file.text.empty())
      diagnostics.add(*inputs.site, entry.file.offset,
                      "no page '" + entry.file.text + "' in the content folder" +
                          did_you_mean(entry.file.text, page_names(inputs)));
  }
  for (const PageFile& file : inputs.pages)
    if (!listed.pages.empty() && !taken.contains(&file))
      warnings.add(
          file.source.path,
          "a page that \"pages\" in site.json does not list: it is in no navigation, and its "
          "numbers are not checked");
  // The start page comes first, whatever its name.
  for (const PageFile& file : inputs.pages)
    if (file.name == "index.md") add(file, "", listed.pages.empty());
  for (const PageFile& file : inputs.pages)
    add(file, "", listed.pages.empty() && pages.size() < longest_navigation);
  return pages;
}

// The builder's own pages follow those of the authors, and are in no navigation.
void add_figure_pages(Site& site, std::span<Tree> texts) {
  for (size_t i = 0; i < site.generated.size(); ++i) {
    Page page;
    page.file = &site.generated[i];
    page.path = page_path(page.file->name);
    page.scene = &scene::registry()[i];
    page.text = std::move(texts[i]);
    site.pages.push_back(std::move(page));
  }
}

void index_terms(Site& site) {
  for (const Term& term : site.glossary) site.terms.emplace(text::lower_case(term.name), &term);
  for (const Term& term : site.glossary) site.terms[text::lower_case(term.id)] = &term;
  for (const Reference& reference : site.references)
    site.references_by_id.emplace(reference.id, &reference);
}

// "see" and "cite" of glossary entries.
void check_glossary(const Site& site, const Inputs& inputs, Diagnostics& diagnostics) {
  std::vector<std::string_view> term_ids, reference_ids;
  for (const Term& term : site.glossary) term_ids.push_back(term.id);
  for (const Reference& reference : site.references) reference_ids.push_back(reference.id);
  for (const Term& term : site.glossary) {
    for (const Named& name : term.see)
      if (!site.terms.contains(text::lower_case(name.text)))
        diagnostics.add(
            *inputs.glossary, name.offset,
            "unknown term '" + name.text + "' under 'see'" + did_you_mean(name.text, term_ids));
    for (const Named& name : term.cite)
      if (inputs.references && !site.references_by_id.contains(name.text))
        diagnostics.add(*inputs.glossary, name.offset,
                        "unknown reference '" + name.text + "' under 'cite'" +
                            did_you_mean(name.text, reference_ids));
  }
}

void index_paths(Site& site, Diagnostics& diagnostics) {
  const auto taken = [](const std::string& path) {  // by a file that the builder writes itself
    for (const char* file : {"404.html/", "assets/", "feed.xml/", "manifest.webmanifest/",
                             "offline.html/", "robots.txt/", "sitemap.xml/", "sw.js/"})
      if (path.starts_with(file)) return true;
    return path.starts_with("index.html/") || path.find("/index.html/") != path.npos;
  };
  for (const Page& page : site.pages) {
    if (taken(page.path))
      diagnostics.add(page.source().path, "has the address of a file of the site: /" + page.path);
    const auto [first, fresh] = site.pages_by_path.emplace(page.path, &page);
    if (!fresh)
      diagnostics.add(page.source().path, "has the same address as " +
                                              first->second->source().path + ": /" + page.path);
  }
}

void index_moved(Site& site, const SiteFile& file, const Inputs& inputs, Diagnostics& diagnostics) {
  for (const auto& [from, to] : file.moved) {
    Moved moved{split_address(site, from.text), split_address(site, to.text)};
    const auto there = [](const SiteAddress& address) {
      return address.page->ids.contains(address.id);
    };
    if (!moved.from.page || there(moved.from))
      diagnostics.add(*inputs.site, from.offset,
                      "'" + from.text + "' under 'moved', expected an address /page#id " +
                          (moved.from.page ? "that is no more" : "of a page of this site"));
    else if (!moved.to.page || !there(moved.to))
      diagnostics.add(
          *inputs.site, to.offset,
          "'" + to.text + "' under 'moved', expected the address of a heading or figure");
    else
      site.moved.push_back(std::move(moved));
  }
}

// A site that shows every scene of this program has each on the page that its describe() names.
void check_scenes(const Site& site, const Source& file, size_t wanted, Diagnostics& diagnostics,
                  Diagnostics& warnings) {
  std::vector<std::string> names;
  for (const Page& page : site.pages)
    names.push_back(page.file->name.substr(0, page.file->name.rfind(".md")));
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  for (const scene::Description& scene : scene::registry()) {
    const auto named = std::find(names.begin(), names.end(), scene.page);
    const std::string id(scene.id), page(scene.page);
    if (named == names.end()) {
      std::string stem = id;
      std::replace(stem.begin(), stem.end(), '-', '_');
      diagnostics.add(file, wanted,
                      "page '" + page + "' of the scene '" + id + "' (describe() in web/scenes/" +
                          std::string(scene.group) + "/" + stem +
                          ".cpp), expected a page of the content folder" +
                          did_you_mean(page, candidates));
      continue;
    }
    const Page& there = site.pages[static_cast<size_t>(named - names.begin())];
    const Figure* figure = there.find_figure(id);
    if (!figure || (figure->state && figure->state->description().id != id))
      warnings.add(there.source().path, "no figure of the scene '" + id +
                                            "', whose describe() names this page, expected a "
                                            "block ```scene " +
                                            id);
  }
}

// A page with a block `figures` lists them by page: these are its sections.
void list_figures(Site& site) {
  for (Page& list : site.pages) {
    if (!list.text.holds(Kind::figures)) continue;
    for (const Page& page : site.pages)
      if (!site.first_figures(page).empty()) {
        const std::string id = figures_id(page.path);
        list.ids.emplace(id, from_frame);
        list.rail.push_back({2, id, page.label});
      }
  }
}

const Page* first_with(Kind kind, const Site& site) {
  for (const Page& page : site.pages)
    if (page.text.holds(kind)) return &page;
  return nullptr;
}

}  // namespace

Site resolve(Parsed parsed, const Inputs& inputs, const Options& options, States& states,
             Files& image_files, Diagnostics& diagnostics, Diagnostics& warnings) {
  Site site;
  set_base(site, options.base_url);
  site.glossary = std::move(parsed.facts.glossary);
  site.references = std::move(parsed.facts.references);
  site.synonyms = std::move(parsed.facts.synonyms);
  const SiteFile& file = parsed.facts.site;
  if (!file.title.empty()) site.title = file.title;
  site.tagline = file.tagline;
  site.numbered = file.numbered;
  site.report = file.report;
  site.footer = file.footer.empty() ? file.tagline : file.footer;
  site.pages = order_pages(file, inputs, diagnostics, warnings);
  for (Page& page : site.pages)
    page.text = std::move(parsed.texts[static_cast<size_t>(page.file - inputs.pages.data())]);
  site.generated = std::move(parsed.generated);
  add_figure_pages(site, std::span(parsed.texts).subspan(inputs.pages.size()));
  index_terms(site);
  index_paths(site, diagnostics);
  check_glossary(site, inputs, diagnostics);

  if (inputs.glossary) site.glossary_page = first_with(Kind::glossary, site);
  if (inputs.references) site.references_page = first_with(Kind::references, site);
  site.ways_page = first_with(Kind::ways, site);
  site.ways = name_ways(file);
  Images images(site.base_path + "assets/");
  std::vector<Diagnostics> found(site.pages.size()), warned(site.pages.size());
  const auto each_page = [&](auto work) {
    parallel(site.pages.size(), [&](size_t i) {
      Resolver resolver{site, inputs, states, images, found[i], warned[i]};
      work(site.pages[i], resolver);
    });
  };
  each_page(index_page);
  list_figures(site);
  each_page([&](Page& page, Resolver&) { describe(page, site); });
  each_page(link_page);
  each_page([](Page& page, Resolver& resolver) {
    check_seals(page, check_numbers(page, resolver), resolver);
    if (!page.scene) check_pace(page, resolver);
  });
  each_page(link_phases);
  each_page([](Page& page, Resolver&) { typeset(page); });
  for (Term& term : site.glossary) term.name = text::typeset(term.name);
  index_moved(site, file, inputs, diagnostics);
  place_needs(site, file, inputs, diagnostics);
  place_ways(site, file, inputs, diagnostics, warnings);
  if (file.scenes) check_scenes(site, *inputs.site, *file.scenes, diagnostics, warnings);
  for (Diagnostics& one : found) diagnostics.take(std::move(one));
  for (Diagnostics& one : warned) warnings.take(std::move(one));
  states.forget_unused();
  for (Page& page : site.pages)
    if (site.has_sources(page)) page.rail.push_back({2, "sources", "Sources"});
  image_files = std::move(images.files);
  return site;
}

}  // namespace loom::site
