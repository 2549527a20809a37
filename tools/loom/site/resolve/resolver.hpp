// Shared by the parts of the third stage, which resolves many pages at once, each by itself.
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>

#include "tools/loom/base/files.hpp"
#include "tools/loom/numbers/origins.hpp"
#include "tools/loom/site/resolve/site.hpp"
#include "tools/loom/site/resolve/states.hpp"

namespace loom::site {

// Pictures of the content folder, each read once.
class Images {
 public:
  explicit Images(std::string folder) : folder_(std::move(folder)) {}

  // The address that the file will have on the site, or why it is not published: see picture.hpp.
  // Throws Failure if it cannot be read.
  Result<std::string> address(const std::filesystem::path& file);

  Files files;  // hashed name → bytes

 private:
  std::string folder_;  // of the site
  std::mutex mutex_;
  std::map<std::filesystem::path, Result<std::string>> known_;
};

// What resolving one page needs. It may change only that page of the site, because others are
// resolved at the same time.
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

// index.cpp: title, headings, ids, figures in their state. Reports their mistakes.
void index_page(Page& page, Resolver& resolver);

// index.cpp: what a message says besides if a refused value of a fence, "65&bytes=2", has the form
// of a link's; or "".
std::string blank_missing(const Attribute& refused);

// phases.cpp: the name "Phase 2" with which a text begins; nothing if it does not.
struct PhaseName {
  int number;
  size_t length;
};
std::optional<PhaseName> phase_name(std::string_view text);

// phases.cpp: with `items`, the nodes of the page's items in order, the sections '## Phase N:
// Title' of a page whose ids are known, if a block `phases` asks for them. Reports their mistakes.
void index_phases(Page& page, std::span<const Node* const> items, Resolver& resolver);

// describe.cpp: the description of an indexed page for search engines and previews, unless
// site.json gives one: whole sentences of its first paragraph, or of what its figure asks and says.
void describe(Page& page, const Site& site);

// dates.cpp: the sections of a page that is a feed. Reports headings that are no dates, or are not
// in order.
void date_sections(Page& page, Resolver& resolver);

// links.cpp: links, terms, citations, images and predictions, once all pages are indexed.
void link_page(Page& page, Resolver& resolver);

// The numbers of figures with which a page's marked numbers are computed, by their nodes.
using FigureNumbers = std::unordered_map<const Node*, std::vector<numbers::FigureNumber>>;

// numbers.cpp: compares numbers that have an origin with the computed value, and reports those of a
// lesson that nothing accounts for. There a number must be marked, have a citation in its sentence,
// or be free: see content/README.md. It runs once all pages are linked.
FigureNumbers check_numbers(Page& page, Resolver& resolver);

// seals.cpp: before the guess, a prediction's number must not be readable, neither in its figure
// nor in the text around it.
void check_seals(const Page& page, const FigureNumbers& numbers, Resolver& resolver);

// pace.cpp: warns of stretches of a lesson that ask too much of its reader, and of predictions
// without an explanation; counts what each part of a page asks of its reader.
void check_pace(Page& page, Resolver& resolver);

// phase_links.cpp: makes every 'Phase 4' in the text a link to that phase, unless it is one
// already. It runs last, because it splits texts. Warns of a phase that does not exist.
void link_phases(Page& page, Resolver& resolver);

// typeset.cpp: the quotation marks and apostrophes of a page's text. It runs after everything that
// reports a place in a text, because they are longer than those that authors type.
void typeset(Page& page);

// address.cpp: checks the address of a link and sets its href; reports mistakes.
void resolve_address(Node& link, Page& page, Resolver& resolver);

// address.cpp: the href of a picture beside the page; reports mistakes.
void resolve_image(Node& image, Page& page, Resolver& resolver);

// "notes/one.md" → "notes/one/", "index.md" → "".
std::string page_path(const std::string& file_name);

}  // namespace loom::site
