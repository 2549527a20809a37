// First stage: everything a build needs, from disk into memory.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

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
  std::optional<Source> site, glossary, references;
  Source frame;
  std::map<std::string, std::string> assets;  // name → bytes
};

// Throws Failure when a folder or file that was named is not there or cannot be read.
// Reports pages and JSON files that are not UTF-8, and page names that cannot be part of an
// address. When there is a page that may hold a formula, `formulas` is called, once, from any
// thread.
Inputs read(
    const Options& options, Diagnostics& diagnostics,
    const std::function<void()>& formulas = [] {});

// A file of an author: without a byte order mark, and reported when it is not text in UTF-8.
Source text_source(std::string path, std::string bytes, Diagnostics& diagnostics);

// Where glossary.json or references.json is looked for: where `named` says, or beside the content
// folder.
std::filesystem::path facts_path(const std::optional<std::filesystem::path>& named,
                                 const std::filesystem::path& content, const char* name);

std::string read_file(const std::filesystem::path& path);  // throws Failure

}  // namespace loom::site
