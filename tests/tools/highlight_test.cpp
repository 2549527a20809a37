#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"
#include "tools/loom/base/failure.hpp"
#include "tools/loom/site/parse/languages.hpp"

TESTS_OF(tools::highlight) {

using loom::site::Cache;
using loom::test::Folder;

namespace {

std::string listing(std::string_view language, const std::string& code) {
  return "```" + std::string(language) + "\n" + code + "\n```\n";
}

}  // namespace

TEST_CASE("every language has colors, but for plain text") {
  for (const loom::site::Language& language : loom::site::languages) {
    CAPTURE(language.name);
    const std::string html = loom::test::html_of(listing(language.name, "$ 1 \"a\""));
    CHECK(html.find("<p>" + std::string(language.label) + "</p>") != html.npos);
    CHECK((html.find("<span class=") != html.npos) == loom::site::is_colored(language.name));
  }
}

TEST_CASE("listings: what an earlier build has colored takes no Node.js") {
  const Folder folder;
  folder.put("content/index.md", "# A\n\n" + listing("cpp", "int x;") + listing("ptx", "ret;"));
  loom::site::Options options = folder.options();
  Cache cache;
  const loom::Files first = loom::site::build(options, cache).files;
  CHECK(cache.listings.size() == 2);
  CHECK(cache.formulas.empty());

  options.highlight = folder.path("nowhere.cjs");
  CHECK(loom::site::build(options, cache).files == first);
  folder.put("content/index.md", "# A\n\n" + listing("ptx", "ret;") + listing("ptx", "ret;"));
  CHECK(loom::site::build(options, cache).mistakes.empty());
  folder.put("content/index.md", "# A\n\n" + listing("ptx", "exit;"));
  CHECK_THROWS_WITH_AS(loom::site::build(options, cache),
                       doctest::Contains("nowhere.cjs' to color code"), loom::Failure);
  folder.put("content/index.md", "# A\n\n" + listing("text", "exit;") + "```\nplain\n```\n");
  CHECK(loom::site::build(options, cache).mistakes.empty());
}

TEST_CASE("listings: an answer that does not fit its code stops the build") {
  const Folder folder;
  folder.put("content/index.md", "# A\n\n" + listing("cpp", "int x;"));
  loom::site::Options options = folder.options();
  options.highlight = folder.path("other.cjs");
  const auto answer = [&](const std::string& line) {
    folder.put("other.cjs", "process.stdin.on('data', () => console.log('" + line + "'))");
    return loom::site::build(options).mistakes.empty();
  };
  CHECK(answer(R"({"lengths": [3, 4], "roles": "t "})"));
  for (const char* wrong :
       {R"({"lengths": [3, 3], "roles": "t "})", R"({"lengths": [7], "roles": "t "})",
        R"({"lengths": [7], "roles": "<"})", R"({"lengths": 7, "roles": "t"})",
        R"({"lengths": [-1, 8], "roles": "tt"})", R"({"error": "no"})", "7", "x"}) {
    CAPTURE(wrong);
    CHECK_THROWS_WITH_AS(
        answer(wrong), doctest::Contains("other.cjs' did not answer every listing"), loom::Failure);
  }
}

TEST_CASE("listings: the library that is not installed is named, with the way to it") {
  const Folder folder;
  folder.put("content/index.md", "# A\n\n" + listing("cpp", "int x;"));
  for (const char* name : {"highlight.cjs", "highlight/languages.cjs", "highlight/ptx.cjs"})
    folder.put(name, folder.source("tools/" + std::string(name)));
  loom::site::Options options = folder.options();
  options.highlight = folder.path("highlight.cjs");
  const std::string place = folder.path().parent_path().string();
  CHECK_THROWS_WITH_AS(loom::site::build(options),
                       ("no npm package 'prismjs' beside '" + options.highlight.string() +
                        "', which colors code: run tools/setup, or npm ci --prefix '" + place + "'")
                           .c_str(),
                       loom::Failure);
}

}  // TESTS_OF(tools::highlight)
