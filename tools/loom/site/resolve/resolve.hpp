// Third stage: what a page can only know together with scenes, glossary, references and other
// pages.
#pragma once

#include "tools/loom/site/resolve/math.hpp"
#include "tools/loom/site/resolve/states.hpp"
#include "tools/loom/site/site.hpp"

namespace loom::site {

// What resolving one page needs, and what it finds out about the whole site.
struct Resolver {
  Site& site;
  const Inputs& inputs;
  States& states;
  Diagnostics& diagnostics;
  std::vector<std::pair<Page*, Node*>> math = {};       // every formula
  std::map<std::string, std::string> image_files = {};  // hashed name → bytes

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

// address.cpp: checks the address of a link and sets its href; what is wrong is reported.
void resolve_address(Node& link, Page& page, Resolver& resolver);

// address.cpp: the href of a picture beside the page; what is wrong is reported.
void resolve_image(Node& image, Page& page, Resolver& resolver);

// "notes/one.md" → "notes/one/", "index.md" → "".
std::string page_path(const std::string& file_name);

}  // namespace loom::site
