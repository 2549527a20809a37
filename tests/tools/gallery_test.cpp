// Figures shown again: all of them as small pictures, and one with fewer controls.
#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"

TESTS_OF(tools::gallery) {

namespace {

using loom::test::Folder;
using loom::test::html_of;

size_t count(const std::string& text, const std::string& what) {
  size_t found = 0;
  for (size_t at = 0; (at = text.find(what, at)) != text.npos; ++at) ++found;
  return found;
}

}  // namespace

TEST_CASE("gallery: every figure of the site is a picture that leads to it") {
  const Folder folder;
  folder.put("content/site.json", R"({"title": "Site", "tagline": "All", "pages": [
    {"file": "index.md", "label": "Start"}, {"file": "library.md", "label": "Kernels"}]})");
  folder.put("content/index.md",
             "# Start\n\n```scene accumulator id=front controls=bits\n```\n\n"
             "```scene online-softmax\n```\n\n## All\n\n```gallery\n```\n");
  folder.put("content/library.md",
             "# Library\n\n```scene accumulator bits=7 title=\"Seven & more\"\n```\n");
  const loom::site::Built built = folder.build();
  REQUIRE(built.mistakes == std::vector<std::string>{});
  const std::string& html = built.files.at("index.html");
  CHECK(html.find("<p class=\"gallery-page\">Kernels</p>") != html.npos);
  CHECK(html.find("<a href=\"#online-softmax\"><img") != html.npos);
  CHECK(html.find("<a href=\"/library/#accumulator\"><img") != html.npos);
  CHECK(html.find("<span class=\"name\">Seven &amp; more</span>") != html.npos);
  CHECK_MESSAGE(count(html, "\"><img loading=\"lazy\" alt=\"\"") == 2,
                "a figure with a choice of controls repeats another");
  for (size_t at = 0; (at = html.find("src=\"/assets/", at)) != html.npos; ++at) {
    const size_t name = at + 6, end = html.find('"', name);
    const std::string picture = built.files.at(html.substr(name, end - name));
    CHECK(picture.starts_with("<svg xmlns="));
    CHECK(picture.find("--ink:#1d1f23;") != picture.npos);
    CHECK_MESSAGE(count(picture, "--ink:") == 2, "one color a theme");
  }
  CHECK(built.files.at("library/index.html").find("gallery") == std::string::npos);
}

TEST_CASE("gallery: a site without one has no pictures of its own but the one to download") {
  const Folder folder;
  folder.put("content/index.md", "# Start\n\n```scene accumulator\n```\n");
  int pictures = 0;
  for (const auto& [name, bytes] : folder.build().files) pictures += name.ends_with(".svg");
  CHECK(pictures == 1);
}

TEST_CASE("figure: offers the controls that its block names, and no presets") {
  const std::string all = html_of("```scene coalescing\n```\n");
  const std::string some = html_of("```scene coalescing controls=stride pattern=strided\n```\n");
  CHECK(count(all, "data-key=") > 3);
  CHECK(count(all, "class=\"preset\"") > 0);
  const size_t left_out = some.find("<template>"), end = some.find("</template>");
  REQUIRE(left_out < end);
  REQUIRE(end != std::string::npos);
  const std::string shown = some.substr(0, left_out) + some.substr(end);
  CHECK(count(shown, "data-key=") == 1);
  CHECK(count(shown, "data-key=\"stride\"") == 1);
  CHECK(count(some, "data-key=") ==
        count(all, "data-key="));  // the others come when they are needed
  CHECK(all.find("<template>") == std::string::npos);
  CHECK(some.find("<div class=\"timeline\" data-comes hidden>") != std::string::npos);
  CHECK(count(some, "class=\"preset\"") == 0);
  CHECK(loom::test::mistakes_of("# Page\n\n```scene coalescing controls=stride,ofset\n```\n") ==
        std::vector<std::string>{"content/index.md:3:37: error: scene 'coalescing': unknown "
                                 "parameter 'ofset' in controls=…; did you mean 'offset'?"});
}

}  // TESTS_OF(tools::gallery)
