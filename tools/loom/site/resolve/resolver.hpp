// What the parts of the third stage share: resolving one page after the other, many at once.
#pragma once

#include <filesystem>
#include <mutex>

#include "tools/loom/site/resolve/site.hpp"
#include "tools/loom/site/resolve/states.hpp"

namespace loom::site {

// Pictures of the content folder, each read once.
class Images {
 public:
  explicit Images(std::string folder) : folder_(std::move(folder)) {}

  // Where the site will have that file. Throws Failure when it cannot be read.
  const std::string& address(const std::filesystem::path& file);

  Files files;  // hashed name → bytes

 private:
  std::string folder_;  // of the site
  std::mutex mutex_;
  std::map<std::filesystem::path, std::string> known_;
};

// What resolving one page needs. Of the site it may change that page alone: others are resolved at
// the same time.
struct Resolver {
  const Site& site;
  const Inputs& inputs;
  States& states;
  Images& images;
  Diagnostics &diagnostics, &warnings;

  void report(const Page& page, size_t offset, std::string message) {
    diagnostics.add(page.source(), offset, std::move(message));
  }
};

// index.cpp: title, headings, ids, figures in their state. Reports what is wrong with each of them.
void index_page(Page& page, Resolver& resolver);

// phases.cpp: the sections '## Phase N: Title' of a page whose ids are known, where a block
// `phases` asks for them. Reports what is wrong with them.
void index_phases(Page& page, Resolver& resolver);

// links.cpp: links, terms, citations, images and predictions, once all pages are indexed.
void link_page(Page& page, Resolver& resolver);

// numbers.cpp: numbers that say where they are from, compared with what is there; once all pages
// are linked.
void check_numbers(Page& page, Resolver& resolver);

// loose_numbers.cpp: the numbers of a lesson's text that nothing accounts for. A number is marked,
// has a citation in its sentence, or is free: see README.md.
void check_loose_numbers(Page& page, Resolver& resolver);

// seals.cpp: a prediction's number must not be readable before its guess, neither in its figure nor
// in the text around it; once all pages are linked.
void check_seals(Page& page, Resolver& resolver);

// pace.cpp: warns of stretches of a lesson that ask too much of its reader, and of predictions
// without an explanation; counts its words, and the minutes that it takes.
void check_pace(Page& page, Resolver& resolver);

// phase_links.cpp: makes every 'Phase 4' of the text a link to that phase, where it is not one
// already; last, because it divides texts. Warns of a phase that is nowhere.
void link_phases(Page& page, Resolver& resolver);

// address.cpp: checks the address of a link and sets its href; what is wrong is reported.
void resolve_address(Node& link, Page& page, Resolver& resolver);

// address.cpp: the href of a picture beside the page; what is wrong is reported.
void resolve_image(Node& image, Page& page, Resolver& resolver);

// "notes/one.md" → "notes/one/", "index.md" → "".
std::string page_path(const std::string& file_name);

}  // namespace loom::site
