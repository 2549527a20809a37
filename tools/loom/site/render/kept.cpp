#include "tools/loom/site/render/kept.hpp"

#include <cctype>
#include <nlohmann/json.hpp>
#include <string_view>

#include "tools/loom/base/hash.hpp"
#include "web/scene/parameter.hpp"

namespace loom::site {
namespace {

using Json = nlohmann::json;
using Names = std::set<std::string>;

constexpr std::string_view folder = "assets/";

// The assets by their names as addresses have them.
using Assets = std::map<std::string, const std::string*>;

bool name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) ||
         std::string_view("-_.~%").find(c) != std::string_view::npos;
}

// The assets whose addresses stand in a page, behind its <html …>, which names what might be
// fetched one day. An address with the site's origin is for others: a picture for social networks.
Names assets_in(const std::string& html, const std::string& base_path, const Assets& assets) {
  Names found;
  const std::string before = base_path + std::string(folder);
  size_t at = html.find('>', html.find("<html"));
  while ((at = html.find(before, at)) != html.npos) {
    const bool whole = !name_character(html[at - 1]);
    at += before.size();
    size_t end = at;
    while (end < html.size() && name_character(html[end])) ++end;
    const std::string name = html.substr(at, end - at);
    if (whole && assets.contains(name)) found.insert(name);
  }
  return found;
}

// What scripts of every page fetch when it is needed.
const Names on_any_page = {"offline.js", "search.js", "search.json"};
// And those of a page with figures, beside the programs of its groups.
const Names with_figures = {"runtime.js",          "take.js",        "painter.js",
                            "canvas.js",           "canvas.wasm",    "canvas-regular.otf",
                            "canvas-semibold.otf", "canvas-mono.ttf"};

Names fetched_later(const Page& page) {
  Names names = on_any_page;
  if (!page.figures.empty()) names.insert(with_figures.begin(), with_figures.end());
  for (const Figure& figure : page.figures)
    names.insert("scenes-" + std::string(figure.state->description().group) + ".wasm");
  return names;
}

class List {
 public:
  List(const Files& files, const Site& site, const Mentions& mentions)
      : files_(files), site_(site), mentions_(mentions) {
    for (const auto& [path, bytes] : files)
      if (path.starts_with(folder))
        assets_[scene::percent_encode(path.substr(folder.size()))] = &bytes;
  }

  std::string run() {
    for (const Page& page : site_.pages)
      add(page.path, page.title, page.path + "index.html", fetched_later(page));
    add("offline.html", "", "offline.html", on_any_page);
    std::map<std::string, size_t> places;
    Json files = Json::array(), pages = Json::array();
    for (const std::string& name : all_) {
      places[name] = files.size();
      files.push_back({name, assets_.at(name)->size()});
    }
    for (const Entry& entry : entries_) {
      Json needed = Json::array();
      for (const std::string& name : entry.needed) needed.push_back(places.at(name));
      pages.push_back(
          {entry.path, entry.title, content_hash(*entry.html), entry.html->size(), needed});
    }
    return Json{{"files", files}, {"pages", pages}}.dump();
  }

 private:
  struct Entry {
    std::string path, title;
    const std::string* html;
    Names needed;
  };

  void add(const std::string& path, const std::string& title, const std::string& file,
           const Names& later) {
    const std::string& html = files_.at(file);
    Names needed;
    for (const std::string& name : assets_in(html, site_.base_path, assets_)) need(name, needed);
    const size_t begin = site_.base_path.size() + folder.size();
    for (const std::string& name : later)
      if (const auto asset = site_.assets.find(name); asset != site_.assets.end())
        need(asset->second.substr(begin), needed);
    entries_.push_back({path, title, &html, std::move(needed)});
  }

  // With what it names itself.
  void need(const std::string& name, Names& needed) {
    if (!needed.insert(name).second) return;
    all_.insert(name);
    const auto others = mentions_.find(name);
    if (others == mentions_.end()) return;
    for (const std::string& other : others->second) need(other, needed);
  }

  const Files& files_;
  const Site& site_;
  const Mentions& mentions_;
  Assets assets_;
  std::vector<Entry> entries_;
  Names all_;
};

}  // namespace

void add_worker(Files& files, const Site& site, const Mentions& mentions,
                const std::string& script) {
  const std::string list = List(files, site, mentions).run();
  const std::string address = std::string(folder) + hashed_name("files.json", list);
  files["sw.js"] = "self.list=\"" + address + "\";\n" + script;
  files[address] = list;
}

}  // namespace loom::site
