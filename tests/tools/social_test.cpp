// What a page says of itself outside: names, descriptions, linked data, and the social picture.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"
#include "tools/loom/base/base64.hpp"
#include "tools/loom/base/failure.hpp"
#include "tools/loom/text/strings.hpp"

TESTS_OF(tools::social) {

using loom::test::Folder;
using nlohmann::json;

namespace {

constexpr const char* site_file = R"({"title": "Loom & Co", "tagline": "All", "pages": [
  {"file": "index.md", "label": "Start"},
  {"file": "library.md", "label": "Kernels", "description": "Its own \"words\"."},
  {"file": "words.md", "label": "Words", "lesson": false}]})";

void fill(const Folder& folder) {
  folder.put("frame.html",
             "{{title}}|{{description}}|{{canonical}}|{{social}}|{{data}}|{{footer}}");
  folder.put("content/site.json", site_file);
  folder.put("glossary.json", loom::test::small_glossary);
  folder.put("references.json", loom::test::small_references());
  folder.put("content/index.md",
             "# Start\n\nA [[warp]] takes steps [@fa1]. Is it " + std::string(160, 'x') + "?\n");
  folder.put("content/library.md", "# A \\</script>\\<b> \\& title\n\nText of a [[warp]].\n");
  folder.put("content/words.md", "# Words\n\nAll of them.\n\n```glossary\n```\n");
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

json data_of(const std::string& page) {
  const std::string begin = "<script type=\"application/ld+json\">", end = "</script>";
  const size_t from = page.find(begin) + begin.size();
  return json::parse(page.substr(from, page.find(end, from) - from));
}

}  // namespace

TEST_CASE("social: whole sentences, and at least one") {
  const auto sentences = loom::text::whole_sentences;
  CHECK(sentences("One. Two? Three!", 100) == "One. Two? Three!");
  CHECK(sentences("One. Two? Three!", 9) == "One. Two?");
  CHECK(sentences("One. Two? Three!", 8) == "One.");
  CHECK(sentences("Version 3.1 is longer. No.", 3) == "Version 3.1 is longer.");
  CHECK_MESSAGE(sentences("ä. ö.", 5) == "ä. ö.", "characters, not bytes");
  CHECK(sentences("no end", 3) == "no end");
  CHECK(sentences("", 3).empty());
}

TEST_CASE("social: base64 and back") {
  for (const std::string bytes : {"", "a", "ab", "abc", "abcd"}) {
    CAPTURE(bytes);
    CHECK(loom::from_base64(loom::to_base64(bytes)) == bytes);
  }
  CHECK(loom::to_base64("abcd") == "YWJjZA==");
  CHECK_FALSE(loom::from_base64("YWJjZA=").has_value());
  CHECK_FALSE(loom::from_base64("YWJ?").has_value());
  CHECK_FALSE(loom::from_base64(" YWJ").has_value());
}

TEST_CASE("social: title, description, and Open Graph's tags") {
  const Folder folder;
  fill(folder);
  const loom::site::Built built = folder.build();
  REQUIRE(built.mistakes == std::vector<std::string>{});
  const std::string start = built.files.at("index.html"),
                    kernels = built.files.at("library/index.html");
  CHECK_MESSAGE(
      start.starts_with("Start · Loom &amp; Co|A warp takes steps.|https://loom.example/|"),
      "no gap of the citation, and no half sentence");
  CHECK(contains(start, "<meta property=\"og:type\" content=\"website\">"));
  CHECK(contains(start, "<meta property=\"og:site_name\" content=\"Loom &amp; Co\">"));
  CHECK(contains(kernels, "|Its own “words”.|"));
  CHECK(contains(
      kernels, "<meta property=\"og:title\" content=\"A &lt;/script&gt;&lt;b&gt; &amp; title\">"));
  CHECK(contains(kernels, "<meta property=\"og:url\" content=\"https://loom.example/library/\">"));
  CHECK_FALSE_MESSAGE(contains(start, "og:image"), "there is no picture without a script for it");
  CHECK_FALSE_MESSAGE(contains(start, "atom+xml"), "and no feed");
  CHECK(contains(built.files.at("404.html"), "<meta name=\"robots\" content=\"noindex\">"));
}

TEST_CASE("social: linked data says what a page is, and stays within its element") {
  const Folder folder;
  fill(folder);
  const loom::site::Built built = folder.build();
  const json start = data_of(built.files.at("index.html"));
  CHECK(start["@context"] == "https://schema.org");
  CHECK(start["@type"] == "LearningResource");
  CHECK(start["teaches"] == json({"Warp"}));
  CHECK(start["isPartOf"]["name"] == "Loom & Co");
  CHECK(start["isPartOf"]["url"] == "https://loom.example/");
  CHECK(start["timeRequired"] == "PT1M");

  const json kernels = data_of(built.files.at("library/index.html"))["@graph"];
  CHECK(kernels[0]["name"] == "A </script><b> & title");
  CHECK_MESSAGE(!kernels[0].contains("teaches"), "the page before it has the word");
  CHECK(kernels[1]["@type"] == "BreadcrumbList");
  CHECK(kernels[1]["itemListElement"][0]["item"] == "https://loom.example/");
  CHECK(kernels[1]["itemListElement"][1]["name"] == kernels[0]["name"]);

  const json words = data_of(built.files.at("words/index.html"))["@graph"][0];
  CHECK(words["@type"] == "DefinedTermSet");
  CHECK(words["hasDefinedTerm"][0]["@type"] == "DefinedTerm");
  CHECK(words["hasDefinedTerm"][0]["url"] == "https://loom.example/words/#warp");
}

TEST_CASE("social: a description that is too long, and a second feed") {
  const Folder folder;
  folder.put("content/index.md", "# A\n");
  folder.put("content/b.md", "# B\n");
  folder.put("content/site.json",
             "{\"title\": \"T\", \"pages\": [\n{\"file\": \"index.md\", \"feed\": true, "
             "\"description\": \"" +
                 std::string(161, 'x') + "\"},\n{\"file\": \"b.md\", \"feed\": true}]}");
  const std::vector<std::string> mistakes = folder.mistakes();
  REQUIRE(mistakes.size() == 4);
  CHECK(mistakes[2] ==
        "content/site.json:2:51: error: a description of 161 characters, expected at most 160");
  CHECK(mistakes[3] ==
        "content/site.json:3:26: error: a second feed, expected one page with \"feed\": true");
}

TEST_CASE("social: pictures come from the script, and have names that change with them") {
  const Folder folder;
  fill(folder);
  folder.put("assets/card-regular.otf", "a font");
  const auto script = [&](const std::string& answer) {
    folder.put("cards.cjs",
               "require('fs').readFileSync(0, 'utf8').trim().split('\\n').forEach((line) => { "
               "const { svg, "
               "fonts } = JSON.parse(line); console.log(JSON.stringify(" +
                   answer + ")); });");
  };
  loom::site::Options options = folder.options();
  options.assets = folder.path("assets");
  options.cards = folder.path("cards.cjs");
  const std::string signature = "'\\x89PNG\\r\\n\\x1a\\n'";
  script("{ png: Buffer.from(" + signature + " + svg + fonts, 'latin1').toString('base64') }");
  const loom::Files files = loom::site::build(options).files;
  const std::string start = files.at("index.html"),
                    begin = "<meta property=\"og:image\" content=\"https://loom.example/";
  const size_t at = start.find(begin);
  REQUIRE(at != start.npos);
  const size_t from = at + begin.size();
  const std::string name = start.substr(from, start.find('"', from) - from);
  CHECK(name.starts_with("assets/card-index."));
  const std::string picture = files.at(name);
  CHECK(picture.starts_with("\x89PNG"));
  CHECK(contains(picture, ">Loom &amp; Co</text>"));
  CHECK(contains(picture, ">Start</text>"));
  CHECK(contains(picture, "A warp takes steps.</text>"));
  CHECK_MESSAGE(!contains(picture, "var("), "its renderer knows no custom properties");
  CHECK(contains(picture, folder.path("assets/card-regular.otf").string()));
  CHECK(contains(start, "<meta property=\"og:image:alt\" content=\"Start: A warp takes steps.\">"));
  CHECK(contains(start, "<meta name=\"twitter:card\" content=\"summary_large_image\">"));
  CHECK_MESSAGE(std::none_of(files.begin(), files.end(),
                             [](const auto& file) { return file.first.ends_with(".otf"); }),
                "no page loads the font");

  // An earlier output has the picture already, but not those that have changed since.
  options.earlier = folder.path("earlier");
  folder.put("earlier/" + name, "known");
  CHECK(loom::site::build(options).files.at(name) == "known");
  folder.put("assets/card-regular.otf", "another font");
  CHECK_FALSE(loom::site::build(options).files.contains(name));

  script("{ error: 'no such color' }");
  CHECK_THROWS_WITH_AS(loom::site::build(options),
                       doctest::Contains("content/index.md': no such color"), loom::Failure);
  script("{ png: 'AAAA' }");
  CHECK_THROWS_WITH_AS(loom::site::build(options),
                       doctest::Contains("did not answer every picture"), loom::Failure);
}

}  // TESTS_OF(tools::social)
