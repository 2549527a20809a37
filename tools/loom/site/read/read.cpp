#include "tools/loom/site/read/read.hpp"

#include <algorithm>
#include <mutex>

#include "tools/loom/base/embedded.hpp"
#include "tools/loom/base/failure.hpp"
#include "tools/loom/base/parallel.hpp"
#include "tools/loom/text/strings.hpp"
#include "tools/loom/text/utf8.hpp"

namespace loom::site {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// What a browser shows with these characters is not what is written (CVE-2021-42574), in code as in
// prose.
void warn_of_order(const Source& source, Diagnostics& warnings) {
  struct Name {
    std::string_view character, name;
  };
  constexpr Name names[] = {
      {"\u202A", "U+202A LEFT-TO-RIGHT EMBEDDING"},    {"\u202B", "U+202B RIGHT-TO-LEFT EMBEDDING"},
      {"\u202C", "U+202C POP DIRECTIONAL FORMATTING"}, {"\u202D", "U+202D LEFT-TO-RIGHT OVERRIDE"},
      {"\u202E", "U+202E RIGHT-TO-LEFT OVERRIDE"},     {"\u2066", "U+2066 LEFT-TO-RIGHT ISOLATE"},
      {"\u2067", "U+2067 RIGHT-TO-LEFT ISOLATE"},      {"\u2068", "U+2068 FIRST STRONG ISOLATE"},
      {"\u2069", "U+2069 POP DIRECTIONAL ISOLATE"}};
  const std::string_view text = source.text;
  for (size_t at = 0; (at = text.find('\xE2', at)) != text.npos; ++at)
    for (const auto& [character, name] : names)
      if (text.substr(at).starts_with(character))
        warnings.add(source, at,
                     "the invisible character " + std::string(name) +
                         ", which changes the order of the text that is shown, expected none");
}

bool hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

// A README.md tells authors of its folder; readers do not see it.
bool is_page(const fs::path& path) {
  return path.extension() == ".md" && path.filename() != "README.md";
}

Source read_source(const fs::path& path, Diagnostics& diagnostics) {
  return text_source(path.string(), read_file(path), diagnostics);
}

void check_name(const std::string& name, const Source& source, Diagnostics& diagnostics) {
  for (const fs::path& part : fs::path(name))
    if (!text::is_id(part.string()))
      diagnostics.add(
          source.path,
          "the name '" + part.string() +
              "' becomes part of an address, expected letters, digits, '-', '_' and '.' only");
}

// Whether what the path leads to, through all links, is in the folder, which has none.
bool leads_into(const fs::path& folder, const fs::path& path) {
  const fs::path end = fs::canonical(path);
  return std::mismatch(folder.begin(), folder.end(), end.begin(), end.end()).first == folder.end();
}

// Links are followed within the folder: what lies elsewhere was not written for readers. A link
// that leads nowhere, or in a circle, is a Failure like any missing file.
void read_content(const fs::path& folder, Inputs& inputs, Diagnostics& diagnostics,
                  const std::function<void()>& formulas) {
  if (!fs::is_directory(folder)) throw Failure("no content folder '" + folder.string() + "'");
  const fs::path own = fs::canonical(folder);
  const auto all = fs::directory_options::follow_directory_symlink;
  for (auto entry = fs::recursive_directory_iterator(folder, all);
       entry != fs::recursive_directory_iterator(); ++entry) {
    if (hidden(entry->path())) {
      entry.disable_recursion_pending();
      continue;
    }
    if (entry->is_symlink() && entry->exists() && !leads_into(own, entry->path())) {
      diagnostics.add(entry->path().string(),
                      "a link to '" + fs::canonical(entry->path()).string() +
                          "', expected one to a file or folder in '" + folder.string() + "'");
      entry.disable_recursion_pending();
      continue;
    }
    if (entry->is_directory()) continue;
    if (!entry->is_regular_file())
      throw Failure("cannot read '" + entry->path().string() + "': neither a file nor a folder");
    const std::string name = entry->path().lexically_relative(folder).generic_string();
    if (name == "site.json") {
      inputs.site = read_source(entry->path(), diagnostics);
    } else if (name == "synonyms.json") {
      inputs.synonyms = read_source(entry->path(), diagnostics);
    } else if (name == "comparisons.json") {
      inputs.comparisons = read_source(entry->path(), diagnostics);
    } else if (is_page(entry->path())) {
      inputs.pages.push_back({name, {}});
    } else {
      inputs.files.emplace(name, entry->path());
    }
  }
  std::sort(inputs.pages.begin(), inputs.pages.end(),
            [](const PageFile& a, const PageFile& b) { return a.name < b.name; });
  std::vector<Diagnostics> found(inputs.pages.size());
  std::once_flag once;
  parallel(inputs.pages.size(), [&](size_t i) {
    PageFile& page = inputs.pages[i];
    page.source = read_source(folder / page.name, found[i]);
    check_name(page.name, page.source, found[i]);
    if (page.source.text.find('$') != std::string::npos) std::call_once(once, formulas);
  });
  for (Diagnostics& one : found) diagnostics.take(std::move(one));
  if (inputs.pages.empty())
    throw Failure("no pages (*.md except README.md) in '" + folder.string() + "'");
}

std::optional<Source> read_if_there(const std::optional<fs::path>& named, const fs::path& content,
                                    const char* name, Diagnostics& diagnostics) {
  const fs::path path = facts_path(named, content, name);
  if (!named && !fs::exists(path)) return std::nullopt;
  return read_source(path, diagnostics);
}

void read_assets(const fs::path& folder, Inputs& inputs) {
  if (!fs::is_directory(folder)) throw Failure("no assets folder '" + folder.string() + "'");
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (hidden(entry.path())) continue;
    if (!entry.is_regular_file())
      throw Failure("'" + entry.path().string() + "' in the assets folder is not a file");
    inputs.assets.emplace(entry.path().filename().string(), read_file(entry.path()));
  }
}

// Their names change with everything that they are drawn from.
void read_cards(const fs::path& folder, Inputs& inputs) {
  std::error_code none;  // the first build
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, none)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("card-") && name.ends_with(".png") && entry.is_regular_file())
      inputs.cards.emplace(name, read_file(entry.path()));
  }
}

}  // namespace

fs::path facts_path(const std::optional<fs::path>& named, const fs::path& content,
                    const char* name) {
  if (named) return *named;
  fs::path folder = content.lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  if (folder == "." || folder == "..") folder = fs::absolute(folder).lexically_normal();
  return folder.parent_path() / name;
}

Source text_source(std::string path, std::string bytes, Diagnostics& diagnostics) {
  Source source{std::move(path), std::move(bytes)};
  const size_t bad = text::invalid_utf8(source.text),
               control = text::control_character(source.text);
  if (bad != std::string_view::npos)
    diagnostics.add(
        source, bad,
        "invalid UTF-8 at byte " + std::to_string(bad) + ", expected a text file in UTF-8");
  else if (control != std::string_view::npos)
    diagnostics.add(source, control,
                    "control character at byte " + std::to_string(control) + ", expected text");
  source.unreadable = bad != std::string_view::npos || control != std::string_view::npos;
  if (source.unreadable) source.text.clear();
  if (source.text.starts_with(byte_order_mark)) source.text.erase(0, byte_order_mark.size());
  return source;
}

bool any_unreadable(const Inputs& inputs) {
  return std::any_of(inputs.pages.begin(), inputs.pages.end(),
                     [](const PageFile& page) { return page.source.unreadable; });
}

void warn_of_order(const Inputs& inputs, Diagnostics& warnings) {
  for (const PageFile& page : inputs.pages) warn_of_order(page.source, warnings);
  for (const std::optional<Source>* file :
       {&inputs.site, &inputs.synonyms, &inputs.comparisons, &inputs.glossary, &inputs.references})
    if (*file) warn_of_order(**file, warnings);
}

Inputs read(const Options& options, Diagnostics& diagnostics,
            const std::function<void()>& formulas) try {
  Inputs inputs;
  read_content(options.content, inputs, diagnostics, formulas);
  inputs.glossary = read_if_there(options.glossary, options.content, "glossary.json", diagnostics);
  inputs.references =
      read_if_there(options.references, options.content, "references.json", diagnostics);
  if (options.frame)
    inputs.frame = read_source(*options.frame, diagnostics);
  else
    inputs.frame = {"web/shell/page.html", std::string(embedded_frame())};
  if (options.assets) read_assets(*options.assets, inputs);
  if (options.cards && options.earlier) read_cards(*options.earlier / "assets", inputs);
  return inputs;
} catch (const fs::filesystem_error& error) {
  throw Failure("cannot read '" + error.path1().string() + "': " + error.code().message());
}

}  // namespace loom::site
