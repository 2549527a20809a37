#include "tests/tools/folder.hpp"

#include <cstdlib>
#include <fstream>

#include "tools/loom/base/failure.hpp"

namespace loom::test {

Folder::Folder() {
  std::string name = fs::temp_directory_path() / "loom-test-XXXXXX";
  if (!mkdtemp(name.data())) throw Failure("cannot create a folder like " + name);
  root_ = name;
  fs::create_directories(root_ / "content");
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(root_, ignored);
}

void Folder::put(const std::string& name, const std::string& text) const {
  fs::create_directories((root_ / name).parent_path());
  std::ofstream(root_ / name, std::ios::binary) << text;
}

std::string Folder::source(const std::string& name) {
  return site::read_file(LOOM_SOURCE_DIR "/" + name);
}

std::string Folder::get(const std::string& name) const { return site::read_file(root_ / name); }

std::map<std::string, std::string> Folder::files(const std::string& folder) const {
  std::map<std::string, std::string> out;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root_ / folder))
    if (entry.is_regular_file())
      out[entry.path().lexically_relative(root_ / folder).string()] = site::read_file(entry.path());
  return out;
}

site::Options Folder::options() const {
  site::Options options;
  options.content = root_ / "content";
  options.math = LOOM_SOURCE_DIR "/tools/math.cjs";
  options.highlight = LOOM_SOURCE_DIR "/tools/highlight.cjs";
  options.base_url = "https://loom.example/";
  if (!has("frame.html")) put("frame.html", "{{main}}");
  options.frame = root_ / "frame.html";
  return options;
}

std::vector<std::string> Folder::mistakes() const {
  std::vector<std::string> out = build().mistakes;
  const std::string own = root_.string() + "/";
  for (std::string& line : out)
    for (size_t at; (at = line.find(own)) != line.npos;) line.erase(at, own.size());
  return out;
}

namespace {

void fill(const Folder& folder, const std::string& page) {
  folder.put("content/index.md", page);
  folder.put("glossary.json", small_glossary);
  folder.put("references.json", small_references());
}

}  // namespace

std::vector<std::string> mistakes_of(const std::string& page) {
  const Folder folder;
  fill(folder, page);
  return folder.mistakes();
}

std::string html_of(const std::string& page) {
  const Folder folder;
  fill(folder, "# Page\n\n" + page);
  const site::Built built = folder.build();
  std::string out;
  for (const std::string& mistake : built.mistakes)
    out += mistake.substr(mistake.find("index.md")) + "\n";
  if (!built.mistakes.empty()) return out;
  out = built.files.at("index.html");
  return out.substr(out.find("</h1>\n") + 6);
}

}  // namespace loom::test
