// The five JSON files: glossary.json, references.json; site.json, synonyms.json and
// comparisons.json of content/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/loom/site/read/read.hpp"

namespace loom::site {

// A name in one of the files, with its position for messages.
struct Named {
  std::string text;
  size_t offset = 0;
};

struct Term {
  std::string id, name, category, definition, more;
  std::vector<Named> see, cite;  // terms; references
};

struct Reference {
  std::string id, title, authors, url, group, note, caveat;
  int year = 0;
};

struct SiteFile {
  std::string title, tagline, footer;
  std::string report;  // a web address with {title} and {body}: a form for reports of mistakes
  struct Entry {
    Named file;
    std::string label;
    std::string description;  // for search engines and previews; "": made from the page
    int words = 0;            // limit of its words; 0: no limit
    bool lesson = true;       // every number of its text has to be accounted for
    bool footer = false;      // its link stands below every page, not in the navigation
    bool feed = false;        // its dated sections are the entries of feed.xml
    // What a reader has to know, as addresses before it in the order, "/hopper#tma", and what it is
    // called there, "the TMA". An empty list: nothing. No list: nobody has said.
    std::optional<std::vector<std::pair<Named, Named>>> needs;
  };
  std::vector<Entry> pages;
  struct Route {
    Named readers;  // "programmers"
    std::string goal;
    std::vector<Named> steps;  // addresses of pages and sections
  };
  // A way through the site. Without routes it has every lesson.
  struct Way {
    Named name;       // "An hour"
    int minutes = 0;  // that each of its routes takes; 0: not said
    std::vector<Route> routes;
  };
  std::vector<Way> ways;
  std::vector<std::pair<Named, Named>> moved;  // addresses: "/#old" to "/hopper#new"
  std::vector<std::string> numbered;           // words that a number belongs to: Phase, CUDA
  // The place of "scenes": true: every scene of this program is on the page of its describe().
  std::optional<size_t> scenes;
};

// Search engines and previews show about so many characters of a description.
inline constexpr size_t longest_description = 160;

// Words that readers type for something that the site calls otherwise.
struct Synonym {
  std::vector<Named> words;     // "OOM", "out of memory"
  std::vector<Named> leads_to;  // addresses that answer them: "/attention#kv-cache-what-fits"
  Named means;                  // the site's own words; or ""
};

// Something independent of a figure's simulator, with which a test compares it.
struct Comparison {
  std::vector<Named> figures;  // ids of scenes
  std::string with;            // "the counters of an H200"
  int cases = 0;
  std::string what;                       // what is counted: "loads and stores of one warp"
  std::string agreement;                  // "every count, exactly"
  std::vector<std::string> files, tests;  // of the repository: recordings; tests that compare
};

// What the files say; a file that does not exist says nothing.
struct Facts {
  std::vector<Comparison> comparisons;
  std::vector<Term> glossary;
  std::vector<Reference> references;
  SiteFile site;
  std::vector<Synonym> synonyms;
};

// Reports malformed JSON, missing, unknown and wrong fields, duplicate ids, terms and files.
// Nothing if a file is not JSON: its content is unknown, and reports about names that it should
// define would be wrong.
std::optional<Facts> read_facts(const Inputs& inputs, Diagnostics& diagnostics);

}  // namespace loom::site
