// A content folder in a temporary place, for tests of the builder.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/doctest.hpp"
#include "tests/tools/small_facts.hpp"
#include "tools/loom/site/build.hpp"

namespace loom::test {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;

  fs::path path(const std::string& name = "") const { return root_ / name; }
  void put(const std::string& name, const std::string& text) const;
  std::string get(const std::string& name) const;
  static std::string source(const std::string& name);  // a file of the repository
  bool has(const std::string& name) const { return fs::exists(root_ / name); }

  // Every file below a folder, with its bytes.
  std::map<std::string, std::string> files(const std::string& folder) const;

  // content/ built with the repository's own script for formulas, and a frame that is only {{main}}
  // unless there is a frame.html.
  site::Options options() const;
  site::Built build() const { return site::build(options()); }

  // The mistakes of content/, without the folder's own path.
  std::vector<std::string> mistakes() const;

 private:
  fs::path root_;
};

// The mistakes of a site of one page, content/index.md, with a small glossary and references.
std::vector<std::string> mistakes_of(const std::string& page);

// The content of <main> on that page, without its title.
std::string html_of(const std::string& page);

}  // namespace loom::test

template <>
struct doctest::StringMaker<std::vector<std::string>> {
  static String convert(const std::vector<std::string>& lines) {
    std::string all = std::to_string(lines.size()) + " lines\n";
    for (const std::string& line : lines) all += line + "\n";
    return all.c_str();
  }
};
