// First stage: reads everything that a build needs from disk into memory.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/loom/base/read_file.hpp"
#include "tools/loom/site/read/options.hpp"
#include "tools/loom/site/read/source.hpp"

namespace loom::site {

struct PageFile {
  std::string name;  // in the content folder: "library.md", "notes/one.md"
  Source source;
};

struct Inputs {
  std::vector<PageFile> pages;  // sorted by name
  std::map<std::string, std::filesystem::path>
      files;  // everything else in the content folder, by name there
  std::optional<Source> site, synonyms, comparisons, glossary, references;
  Source frame;
  std::map<std::string, std::string> assets;  // name → bytes
  std::map<std::string, std::string> cards;   // the same of an earlier output's social pictures
};

// Throws Failure if a named folder or file does not exist or cannot be read. Reports pages and JSON
// files that are not UTF-8, and page names that cannot be part of an address. If a page may contain
// a formula, `formulas` is called once, from any thread.
Inputs read(
    const Options& options, Diagnostics& diagnostics,
    const std::function<void()>& formulas = [] {});

// Whether what a page says is unknown: reports about it would be wrong.
bool any_unreadable(const Inputs& inputs);

// An author's file: without a byte order mark, and reported if it is not text in UTF-8.
Source text_source(std::string path, std::string bytes, Diagnostics& diagnostics);

// Warns of invisible characters that change the order in which a text is shown.
void warn_of_order(const Inputs& inputs, Diagnostics& warnings);

// The path of glossary.json or references.json: `named` if given, or beside the content folder.
std::filesystem::path facts_path(const std::optional<std::filesystem::path>& named,
                                 const std::filesystem::path& content, const char* name);

using loom::read_file;

}  // namespace loom::site
