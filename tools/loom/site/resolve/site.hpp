// The site between parsing and rendering: pages, their content, and their links.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "tools/loom/site/parse/node.hpp"
#include "tools/loom/site/read/facts.hpp"
#include "tools/loom/site/read/notices.hpp"
#include "tools/loom/site/read/read.hpp"
#include "tools/loom/site/resolve/ids.hpp"
#include "web/scene/scene.hpp"
#include "web/scene/seal.hpp"

namespace loom::site {

struct Heading {
  int level = 0;
  std::string id, text;
};

// What a stretch of text asks of its reader, and the time that it takes: see content/README.md.
struct Load {
  int words = 0, figures = 0, questions = 0;
  Load& operator+=(const Load& other) {
    words += other.words, figures += other.figures, questions += other.questions;
    return *this;
  }
  double minutes() const;  // sections.cpp
};

// The text below one heading, up to the next heading of any level.
struct Part {
  int level = 1;
  std::string id, text;  // of the heading; the first part of a page has no id
  Load load;
  std::vector<std::string> items;  // ids of its figures, quizzes and predictions, in order
};

struct Page;

// A section with all that is below it, or a whole page.
struct Section {
  const Page* page = nullptr;
  std::span<const Part> parts;  // none: there is no such section

  const std::string& id() const { return parts.front().id; }  // "": the whole page
  const std::string& text() const;                            // its heading, or the page's label
  double minutes() const;
};

// What a page needs of a section before it: "bank conflicts".
struct Need {
  Section from;
  std::string words;
};

// A place on a page: a section or a figure. The page's top has no id.
struct Spot {
  std::string id, text;  // text: of the heading, the figure's title
};

// A section '## Phase N: Title' of a page with a block `phases`.
struct Phase {
  int number = 0;
  std::string id, text;            // of its heading
  std::string question;            // its first paragraph, if it begins with one
  std::vector<std::string> items;  // ids of its figures, quizzes and predictions, in order
};

// A scene on a page. States are shared: a thousand figures in the same state are computed once.
struct Figure {
  std::string id;
  std::string title;  // a title of its own, if the scene's would be on the page twice
  std::shared_ptr<const scene::State> state;
  std::vector<int> sources;  // numbers on the page of the references that back the scene
  int heading_level = 3;     // of its title, so that the page's outline has no gaps
  std::vector<std::string>
      controls;      // the only parameters that it offers; empty: all, with presets and timeline
  scene::Seal seal;  // of the predictions about it, which a page opens with
  // The last heading before it, and the section of level 2 that it is in; without text: none.
  Spot heading, section;
};

inline std::string_view title_of(const Figure& figure) {
  return figure.title.empty() ? figure.state->description().title : figure.title;
}

// A number in the text that has an origin.
struct NumberMark {
  std::string origins, href;  // what computed it; the figure's state, or ""
};

// Counts how the numbers of a page's text are accounted for.
struct NumberCount {
  int marked = 0, cited = 0, free = 0;
  NumberCount& operator+=(const NumberCount& other) {
    marked += other.marked, cited += other.cited, free += other.free;
    return *this;
  }
};

constexpr size_t from_frame = static_cast<size_t>(-1);  // the place of an id that every page has

// A section of a page that is a feed, whose heading is a date.
struct Dated {
  std::string id, title;      // of its heading
  std::string date;           // "2026-11-29"
  size_t begin = 0, end = 0;  // its blocks among those of the page, without the heading
};

struct Page {
  const PageFile* file = nullptr;
  std::string path;        // "" for the start page, "library/"
  std::string label;       // in the navigation
  bool listed = false;     // in the navigation
  bool in_footer = false;  // its link stands below every page
  bool lesson = false;     // every number of its text has to be accounted for
  bool feed = false;       // its sections are the entries of feed.xml
  // Of the page of a figure, which the builder has written: the scene.
  const scene::Description* scene = nullptr;
  Tree text;
  std::string title, description;
  std::string card;          // file of its social picture in assets/; "": none
  std::vector<Dated> dated;  // of a feed, the newest first
  std::vector<Heading> rail;
  std::vector<Phase> phases;
  std::vector<std::string> items;  // ids of its figures, quizzes and predictions, in order
  std::unordered_map<std::string, size_t> ids;  // every id on the page, and where it comes from
  std::vector<Figure> figures;
  std::vector<const Reference*> sources;   // in order of first use: number 1 is the first
  std::vector<const Term*> terms;          // each once
  std::vector<Spot> sources_at, terms_at;  // where each of these is used first
  int words_limit = 0;                     // of the words that pace.cpp counts; 0: no limit
  std::vector<Part> parts;                 // of pages that authors have written
  std::optional<std::vector<Need>> needs;  // nothing if nobody has said
  std::vector<NumberMark> numbers;         // in the order of the page
  NumberCount counted;

  const Source& source() const { return file->source; }
  const Figure* find_figure(std::string_view id) const {
    for (const Figure& figure : figures)
      if (figure.id == id) return &figure;
    return nullptr;
  }
  // The scene of a figure of the page by its id, or any scene.
  const scene::Description* described(std::string_view name) const {
    const Figure* figure = find_figure(name);
    return figure && figure->state ? &figure->state->description() : scene::find(name);
  }
};

// "/hopper#id": without an id the page itself.
struct SiteAddress {
  const Page* page = nullptr;
  std::string id;
};

// An address that has moved.
struct Moved {
  SiteAddress from, to;
};

// One way through the site, with the steps of each kind of readers.
struct Way {
  std::string id, name;  // "an-hour", "An hour"
  struct Route {
    std::string id, readers, goal;  // for no readers in particular: of a way with all lessons
    std::vector<Section> steps;
    double minutes() const;
  };
  std::vector<Route> routes;
};

// What the search of the site can find.
struct SearchEntry {
  enum class Kind { section, figure, term, reference } kind = Kind::section;
  const Page* page = nullptr;
  std::string id;  // on the page; "" is its top
  std::string title, text;
  int part_of = -1;                   // the entry of the section around it
  std::vector<std::string> synonyms;  // for which it is an answer
};

struct Site {
  std::string title = "Loom", tagline, footer;
  std::string base_path = "/";        // "/" or "/loom/"
  std::string origin;                 // "https://example.org"
  std::string report;                 // where mistakes are reported, with {title} and {body}; or ""
  std::vector<std::string> numbered;  // words that a number belongs to: Phase, CUDA
  std::vector<PageFile> generated;    // what the builder has written as an author would
  std::vector<Page> pages;            // in reading order, then those of figures
  std::vector<Term> glossary;
  std::vector<Reference> references;
  std::vector<Moved> moved;
  std::vector<Synonym> synonyms;
  std::vector<Way> ways;
  std::vector<SearchEntry> search;      // once all of the text is there
  const Page* glossary_page = nullptr;  // the page with the glossary block, if there is one
  const Page* references_page = nullptr;
  const Page* ways_page = nullptr;
  std::unordered_map<std::string, const Term*> terms;  // by id and by name, in lower case
  std::unordered_map<std::string_view, const Reference*> references_by_id;
  std::unordered_map<std::string, const Page*> pages_by_path;  // "library/"
  std::map<std::string, std::string> assets;  // by name: the address of the hashed file
  std::vector<Notice> notices;                // of what others have made among the assets

  // The first page that has the figure, because several may have it.
  const Page* home_of(const Figure& figure) const {
    for (const Page& page : pages)
      for (const Figure& other : page.figures)
        if (other.id == figure.id && other.controls.empty()) return &page;
    return nullptr;
  }

  // Whether this is the place of a figure in lists of the site's figures.
  bool at_home(const Figure& figure, const Page& page) const {
    return !page.scene && figure.controls.empty() && home_of(figure) == &page;
  }

  // The figures with all their controls that no page before this one has.
  std::vector<const Figure*> first_figures(const Page& page) const {
    std::vector<const Figure*> first;
    for (const Figure& figure : page.figures)
      if (at_home(figure, page)) first.push_back(&figure);
    return first;
  }

  // The page of a scene, if the site has one.
  const Page* page_of(const scene::Description& scene) const {
    for (const Page& page : pages)
      if (page.scene == &scene) return &page;
    return nullptr;
  }

  std::string href(const Page& page) const { return base_path + page.path; }

  // "https://example.org/loom/library/", as other sites need it.
  std::string absolute(const Page& page) const { return origin + href(page); }
  std::string root() const { return origin + base_path; }

  // The page whose dated sections are a feed, if there is one.
  const Page* feed() const {
    for (const Page& page : pages)
      if (page.feed) return &page;
    return nullptr;
  }

  // Whether a list of sources ends the page.
  bool has_sources(const Page& page) const {
    return !page.sources.empty() && references_page != &page;
  }

  // Where a citation leads: to the source at the end of its own page.
  std::string source_href(const Page& page, const Reference& reference) const {
    return "#" + (references_page == &page ? reference.id : source_id(reference.id));
  }
};

}  // namespace loom::site
