// What the builder takes from the content folder: links, files that cannot be read, characters that
// hide.
#include <sys/stat.h>

#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"
#include "tests/tools/program.hpp"
#include "tools/loom/base/failure.hpp"

TESTS_OF(tools::read) {

using loom::test::Folder;
using Lines = std::vector<std::string>;
namespace fs = std::filesystem;

TEST_CASE("read: what cannot be read does not go unnoticed") {
  const Folder folder;
  folder.put("content/index.md", "# A\n");
  const auto refused = [&](const char* why) {
    CHECK_THROWS_WITH_AS(folder.build(), doctest::Contains(why), loom::Failure);
    fs::remove(folder.path("content/odd.md"));
  };
  fs::create_symlink("nowhere", folder.path("content/odd.md"));
  refused("content/odd.md': neither a file nor a folder");
  fs::create_symlink("odd.md", folder.path("content/odd.md"));
  refused("content/odd.md': Too many levels of symbolic links");
  fs::create_directory_symlink(".", folder.path("content/odd.md"));
  refused("Too many levels of symbolic links");
  REQUIRE(mkfifo(folder.path("content/odd.md").c_str(), 0600) == 0);
  refused("content/odd.md': neither a file nor a folder");
  REQUIRE(mkfifo(folder.path("pipe").c_str(), 0600) == 0);
  loom::site::Options options = folder.options();
  options.glossary = folder.path("pipe");
  CHECK_THROWS_WITH_AS(loom::site::build(options), doctest::Contains("pipe': not a file"),
                       loom::Failure);
}

TEST_CASE("read: a README.md is for authors, and no page") {
  const Folder folder;
  folder.put("content/index.md", "# A\n");
  folder.put("content/README.md", "[[no such term]]\n");
  folder.put("content/notes/README.md", "## No title\n");
  folder.put("content/site.json", R"({"title": "T", "pages": [{"file": "index.md"}]})");
  const loom::site::Built built = folder.build();
  CHECK(built.mistakes == Lines{});
  CHECK(built.warnings == Lines{});
  CHECK(built.pages == 1);
  folder.put("content/index.md", "# A\n\n[How to](README.md)\n");
  folder.put("content/site.json", R"({"title": "T", "pages": [{"file": "README.md"}]})");
  CHECK(folder.mistakes() ==
        Lines{"content/index.md:3:10: error: 'README.md' is a file, expected a page; only pictures "
              "are taken from the content folder",
              "content/site.json:1:35: error: no page 'README.md' in the content folder"});
  fs::remove(folder.path("content/index.md"));
  CHECK_THROWS_WITH_AS(folder.build(), doctest::Contains("no pages (*.md except README.md) in '"),
                       loom::Failure);
}

TEST_CASE("read: links within the content folder are followed") {
  const Folder folder;
  folder.put("content/index.md", "# A\n\n![A plot](more/plot.svg)\n");
  folder.put("content/notes/b.md", "# B\n");
  folder.put("content/notes/plot.svg", "<svg/>");
  fs::create_directory_symlink("notes", folder.path("content/more"));
  fs::create_symlink("notes/../more/b.md", folder.path("content/c.md"));
  const loom::site::Built built = folder.build();
  CHECK(built.mistakes == Lines{});
  for (const char* page : {"notes/b/index.html", "more/b/index.html", "c/index.html"})
    CHECK(built.files.contains(page));
  // The folder itself may be reached by a link.
  fs::create_directory_symlink("content", folder.path("elsewhere"));
  loom::site::Options options = folder.options();
  options.content = folder.path("elsewhere");
  CHECK(loom::site::build(options).mistakes == Lines{});
}

TEST_CASE("read: links that lead out of the content folder are refused") {
  const Folder folder;
  folder.put("content/index.md", "# A\n");
  folder.put("outside/b.md", "# B\n");
  folder.put("contents/b.md", "# B\n");  // a name that begins with the folder's
  folder.put("outside/deep/plot.svg", "<svg/>");
  fs::create_symlink("b.md", folder.path("outside/chain.md"));
  const auto check = [&](const fs::path& target, const char* name, const std::string& end) {
    CAPTURE(name);
    fs::create_symlink(target, folder.path("content/" + std::string(name)));
    CHECK(folder.mistakes() == Lines{"content/" + std::string(name) + ": error: a link to '" + end +
                                     "', expected one to a file or folder in 'content'"});
    fs::remove(folder.path("content/" + std::string(name)));
  };
  check("../outside/b.md", "one.md", "outside/b.md");
  check("../contents/b.md", "one.md", "contents/b.md");
  check(folder.path("outside/chain.md"), "one.md", "outside/b.md");
  check("../outside/deep/plot.svg", "plot.svg", "outside/deep/plot.svg");
  check("../outside", "more", "outside");
  check("..", "more", folder.path().lexically_normal().parent_path().string());
  check("../outside/b.md", "site.json", "outside/b.md");
  fs::create_directory(folder.path("content/notes"));
  check("../../outside", "notes/more", "outside");
  // A chain that leaves the folder at its end.
  fs::create_symlink("../outside/b.md", folder.path("content/.way"));
  check(".way", "one.md", "outside/b.md");
  // Files that the command names are read wherever they are.
  folder.put("outside/glossary.json", loom::test::small_glossary);
  fs::create_symlink("outside/glossary.json", folder.path("glossary.json"));
  fs::create_symlink("outside/glossary.json", folder.path("named.json"));
  CHECK(folder.mistakes() == Lines{});
  loom::site::Options options = folder.options();
  options.glossary = folder.path("named.json");
  CHECK(loom::site::build(options).mistakes == Lines{});
}

TEST_CASE("read: nothing is published by the name of a picture") {
  const Folder folder;
  folder.put("secret", "root:x:0:0\n");
  folder.put("content/index.md", "# A\n\n![A plot](plot.png)\n");
  fs::create_symlink(folder.path("secret"), folder.path("content/plot.png"));
  CHECK(folder.mistakes() ==
        Lines{"content/index.md:3:11: error: no image 'plot.png' in the content folder",
              "content/plot.png: error: a link to 'secret', expected one to a file or folder in "
              "'content'"});
  fs::remove(folder.path("content/plot.png"));
  folder.put("content/plot.png", "root:x:0:0\n");
  CHECK(folder.mistakes() == Lines{"content/index.md:3:11: error: 'plot.png' is no picture, "
                                   "expected a PNG, JPEG, GIF, WebP, AVIF or SVG file"});
}

TEST_CASE("read: invisible characters that change the order of text are warned of") {
  const Folder folder;
  folder.put("content/index.md",
             "# A\n\nä\u202Eb\u202C\n\n```cpp\n/*\u2066 } */\n```\n\nPlain —“”…\u200E\n");
  folder.put("content/site.json", "{\"title\": \"A\u2069\"}");
  const auto warning = [](const std::string& place, const std::string& name) {
    return place + ": warning: the invisible character " + name +
           ", which changes the order of the text that is shown, expected none";
  };
  loom::site::Built built = folder.build();
  CHECK(built.mistakes == Lines{});
  for (std::string& line : built.warnings) line.erase(0, line.find("content/"));
  CHECK(built.warnings ==
        Lines{warning("content/index.md:3:2", "U+202E RIGHT-TO-LEFT OVERRIDE"),
              warning("content/index.md:3:4", "U+202C POP DIRECTIONAL FORMATTING"),
              warning("content/index.md:6:3", "U+2066 LEFT-TO-RIGHT ISOLATE"),
              warning("content/site.json:1:13", "U+2069 POP DIRECTIONAL ISOLATE")});
  const std::string content = folder.path("content").string();
  CHECK(loom::test::run_loom({"check", "--content", content}).status == 0);
  CHECK(loom::test::run_loom({"check", "--content", content, "--strict"}).status == 1);
}

TEST_CASE("read: each of these characters is warned of, and no other of their block") {
  const Folder folder;
  std::string page = "# A\n\n";
  for (int code = 0x2000; code < 0x2070; ++code)
    if (code != 0x2028 && code != 0x2029 && code != 0x2065)
      page += {static_cast<char>(0xE0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 63)),
               static_cast<char>(0x80 | (code & 63))};
  folder.put("content/index.md", page + "\n");
  CHECK(folder.build().warnings.size() == 5 + 4);
}

}  // TESTS_OF(tools::read)
