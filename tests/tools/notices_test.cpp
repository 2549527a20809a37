// The licenses of what others have made: a list of texts among the assets.
#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"
#include "tools/loom/base/failure.hpp"

TESTS_OF(tools::notices) {

namespace {

using loom::test::Folder;

// A page with the list, and these assets.
loom::site::Built built(const std::map<std::string, std::string>& assets) {
  const Folder folder;
  folder.put("content/index.md", "# Licenses\n\nAll.\n\n```licenses\n```\n");
  loom::site::Options options = folder.options();
  for (const auto& [name, text] : assets) folder.put("assets/" + name, text);
  if (!assets.empty()) options.assets = folder.path("assets");
  return loom::site::build(options);
}

}  // namespace

TEST_CASE("notices: each leads to its text, by name") {
  const loom::site::Built site = built({
      {"license-two.txt", "Name: Two\nLicense: MIT\nUse: a & b\nFrom: two 2.0\n\nName: no\n"},
      {"license-one.txt", "Name: One\nLicense: Zlib\nUse: draws\nFrom: one 1.0\n\nText\n"},
      {"loom.js", "0"},
  });
  REQUIRE(site.mistakes == std::vector<std::string>{});
  std::string one, two;
  for (const auto& [name, bytes] : site.files) {
    if (name.starts_with("assets/license-one.")) one = name;
    if (name.starts_with("assets/license-two.")) two = name;
  }
  CHECK(site.files.at("index.html")
            .find("<ul class=\"licenses\">\n<li><a href=\"/" + one +
                  "\">One</a> (Zlib): draws</li>\n<li><a href=\"/" + two +
                  "\">Two</a> (MIT): a &amp; b</li>\n</ul>") != std::string::npos);
  CHECK(site.files.at(one).ends_with("\n\nText\n"));
}

TEST_CASE("notices: a site without assets has no list") {
  const loom::site::Built site = built({});
  CHECK(site.mistakes == std::vector<std::string>{});
  CHECK(site.files.at("index.html").find("licenses\">") == std::string::npos);
}

TEST_CASE("notices: a text that does not say what it is about is named") {
  CHECK_THROWS_WITH_AS(
      built({{"license-one.txt", "Name: One\nUse: draws\n\nLicense: Zlib\n"}}),
      "the asset 'license-one.txt' has no line 'License: …' before its first empty line",
      loom::Failure);
}

}  // TESTS_OF(tools::notices)
