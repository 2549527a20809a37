// What a browser keeps of a published site: the list of files, the worker, the manifest.
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"
#include "tools/loom/base/hash.hpp"

TESTS_OF(tools::kept) {

namespace {

using Json = nlohmann::json;
using loom::test::Folder;
using Names = std::set<std::string>;

// A site of three pages, with assets as tools/assets names them.
void put_site(const Folder& folder) {
  folder.put("references.json", loom::test::small_references());
  folder.put("content/site.json", R"({"title": "Site", "tagline": "About looms", "pages": [
    {"file": "index.md", "label": "Start"}, {"file": "figures.md", "label": "Figures"}, {"file": "plain.md", "label": "Plain"}]})");
  folder.put("content/index.md", "# Start\n\nText.\n\n![A plot](<my plot.svg>)\n");
  folder.put("content/my plot.svg", "<svg/>");
  folder.put("content/figures.md", "# All figures\n\n```scene coalescing\nCaption.\n```\n");
  folder.put("content/plain.md", "# Plain & simple\n\nText.\n");
  folder.put("assets/loom.css", "@font-face{src:url(text.woff2)}");
  folder.put("assets/text.woff2", "font");
  folder.put("assets/loom.js", "1");
  folder.put("assets/sw.js", "worker()");
  folder.put("assets/offline.js", "import('./offline.css')");
  folder.put("assets/offline.css", "p{}");
  folder.put("assets/search.js", "2");
  folder.put("assets/runtime.js", "3");
  folder.put("assets/take.js", "5");
  folder.put("assets/kernel.js", "import('./kernel.wasm')");
  folder.put("assets/kernel.wasm", "4");
  for (const char* group : {"machine", "kernels"})
    folder.put("assets/scenes-" + std::string(group) + ".wasm", group);
  for (const char* icon : {"icon-192.png", "icon-maskable-512.png"})
    folder.put("assets/" + std::string(icon), icon);
}

loom::site::Built built_of(const Folder& folder, bool published,
                           const std::string& base_url = "https://loom.example/") {
  loom::site::Options options = folder.options();
  options.frame.reset();  // the real one
  options.assets = folder.path("assets");
  options.published = published;
  options.base_url = base_url;
  loom::site::Built built = loom::site::build(options);
  REQUIRE(built.mistakes == std::vector<std::string>{});
  return built;
}

// The path in sw.js, and what is there.
std::string list_path(const loom::Files& files) {
  const std::string& worker = files.at("sw.js");
  const size_t begin = worker.find('"') + 1;
  return worker.substr(begin, worker.find('"', begin) - begin);
}

std::string without_hash(const std::string& name) {
  return name.substr(0, name.find('.')) + name.substr(name.rfind('.'));
}

Names needed_by(const Json& list, const std::string& path) {
  Names names;
  for (const Json& page : list["pages"])
    if (page[0] == path)
      for (const size_t file : page[4])
        names.insert(without_hash(list["files"][file][0].get<std::string>()));
  return names;
}

}  // namespace

TEST_CASE("kept: the list has each file once, with its size, and of pages their hashes") {
  const Folder folder;
  put_site(folder);
  const loom::site::Built built = built_of(folder, true);
  const std::string path = list_path(built.files);
  CHECK(path == "assets/" + loom::hashed_name("files.json", built.files.at(path)));
  CHECK(built.files.at("sw.js").ends_with("worker()"));
  const Json list = Json::parse(built.files.at(path));
  Names names;
  for (const Json& file : list["files"]) {
    const std::string name = file[0];
    CHECK(names.insert(name).second);
    const bool picture = name.find("%20") != name.npos;
    const std::string& bytes =
        built.files.at("assets/" + (picture ? "my plot" + name.substr(9) : name));
    CHECK(file[1] == bytes.size());
    CHECK(name.find(loom::content_hash(bytes)) != name.npos);
    CHECK_FALSE(name.ends_with(".br"));
    CHECK_FALSE(name.ends_with(".gz"));
  }
  CHECK(list["pages"].size() == 4);
  for (const Json& page : list["pages"]) {
    const std::string file = page[0];
    const std::string& html = built.files.at(file == "offline.html" ? file : file + "index.html");
    CHECK(page[2] == loom::content_hash(html));
    CHECK(page[3] == html.size());
  }
  CHECK(list["pages"][2][1] == "Plain & simple");
  CHECK(list["pages"][3][1] == "");
}

TEST_CASE("kept: a page needs what it shows, what its scripts fetch, and what that names") {
  const Folder folder;
  put_site(folder);
  for (const char* base : {"https://loom.example/", "https://loom.example/loom/"}) {
    const loom::site::Built built = built_of(folder, true, base);
    const Json list = Json::parse(built.files.at(list_path(built.files)));
    const Names always = {"loom.js",     "text.woff2", "offline.js",
                          "offline.css", "search.js",  "search.json"};
    CHECK(needed_by(list, "plain/") == always);
    CHECK(needed_by(list, "offline.html") == always);
    Names start = always;
    start.insert({"my%20plot.svg", "index.json"});  // which says where the figure is
    CHECK(needed_by(list, "") == start);
    Names figures = always;
    figures.insert({"runtime.js", "scenes-machine.wasm", "take.js", "coalescing.svg"});
    CHECK(needed_by(list, "figures/") == figures);
  }
}

TEST_CASE("kept: the address of the list changes with any page or asset that is kept") {
  const Folder folder;
  put_site(folder);
  const std::string first = list_path(built_of(folder, true).files);
  CHECK(list_path(built_of(folder, true).files) == first);
  folder.put("content/plain.md", "# Plain & simple\n\nTaxt.\n");
  const std::string second = list_path(built_of(folder, true).files);
  CHECK(second != first);
  folder.put("assets/scenes-machine.wasm", "mechine");
  CHECK(list_path(built_of(folder, true).files) != second);
}

TEST_CASE("kept: nothing of a site that is being written, or without the worker's script") {
  const Folder folder;
  put_site(folder);
  const auto has_none = [](const loom::Files& files) {
    for (const auto& [name, bytes] : files) {
      CHECK(name != "sw.js");
      CHECK_FALSE(name.starts_with("assets/files."));
      CHECK_FALSE(name.starts_with("assets/sw."));
    }
  };
  const loom::site::Built built = built_of(folder, false);
  has_none(built.files);
  CHECK(built.files.at("index.html").find("data-offline") == std::string::npos);
  CHECK(built_of(folder, true).files.at("index.html").find("data-offline=\"/assets/offline.") !=
        std::string::npos);
  std::filesystem::remove(folder.path("assets/sw.js"));
  has_none(built_of(folder, true).files);
}

TEST_CASE("kept: the manifest has the site's path and its icons") {
  const Folder folder;
  put_site(folder);
  const loom::site::Built built = built_of(folder, true, "https://loom.example/loom/");
  const Json manifest = Json::parse(built.files.at("manifest.webmanifest"));
  CHECK(manifest["name"] == "Site");
  CHECK(manifest["start_url"] == "/loom/");
  CHECK(manifest["scope"] == "/loom/");
  const std::string icon = loom::hashed_name("icon-192.png", "icon-192.png"),
                    cut = loom::hashed_name("icon-maskable-512.png", "icon-maskable-512.png");
  CHECK(manifest["icons"] == Json::array({{{"src", "/loom/assets/" + icon},
                                           {"sizes", "192x192"},
                                           {"type", "image/png"},
                                           {"purpose", "any"}},
                                          {{"src", "/loom/assets/" + cut},
                                           {"sizes", "512x512"},
                                           {"type", "image/png"},
                                           {"purpose", "maskable"}}}));
  CHECK(built.files.at("plain/index.html")
            .find("<link rel=\"manifest\" href=\"/loom/manifest.webmanifest\">") !=
        std::string::npos);
}

}  // TESTS_OF(tools::kept)
