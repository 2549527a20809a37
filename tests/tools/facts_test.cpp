// Mistakes in glossary.json, references.json and site.json.
#include "tools/loom/site/read/facts.hpp"

#include <algorithm>

#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"
#include "web/scene/scene.hpp"

TESTS_OF(tools::facts) {

namespace {

using Lines = std::vector<std::string>;

// The mistakes of a site with this file; its page is good.
Lines with(const std::string& name, const std::string& text) {
  const loom::test::Folder folder;
  folder.put("content/index.md", "# Page\n");
  folder.put("references.json", loom::test::small_references());
  folder.put(name, text);
  return folder.mistakes();
}

Lines glossary(const std::string& entries) {
  return with("glossary.json", "[\n" + entries + "\n]\n");
}

Lines references(const std::string& entries) {
  return with("references.json", "[\n" + entries + "\n]\n");
}

}  // namespace

TEST_CASE("facts: malformed JSON") {
  CHECK(with("glossary.json", "[\n  {\"id\": \"a\",}\n]\n") ==
        Lines{"glossary.json:2:14: error: malformed JSON: while parsing object key - unexpected "
              "'}'; expected string literal"});
  CHECK(with("glossary.json", "[{\"id\": tru}]") ==
        Lines{"glossary.json:1:12: error: malformed JSON: while parsing value - invalid literal"});
  const Lines open_string = with("glossary.json", "[\n  {\"id\": \"a,\n   \"term\": \"A\"}\n]\n");
  REQUIRE(open_string.size() == 1);
  CHECK(open_string[0].starts_with("glossary.json:2:13: error: malformed JSON: "));
  CHECK(open_string[0].ends_with("; is a quote missing?"));
  CHECK(with("glossary.json", "[") ==
        Lines{"glossary.json:1:2: error: malformed JSON: while parsing value - unexpected end of "
              "input; expected '[', '{', or a literal"});
  CHECK(with("content/site.json", "") ==
        Lines{"content/site.json:1:1: error: malformed JSON: the file is empty"});
  CHECK(with("glossary.json", std::string(100000, '[')) ==
        Lines{"glossary.json:1:65: error: nested deeper than 64 levels"});
  CHECK(
      with("references.json", "[\"\xFF\"]") ==
      Lines{"references.json:1:3: error: invalid UTF-8 at byte 2, expected a text file in UTF-8"});
  CHECK(with("content/site.json", "{\"title\": \"a\\u0001\"}") ==
        Lines{"content/site.json:1:11: error: a control character in a string, expected text"});
  CHECK(
      with("content/site.json", "{\"title\": \"a\", \"a\\n\\tb\\u0000\\u0085c\": 1}") ==
      Lines{"content/site.json:1:16: error: unknown field 'a  b\uFFFD\uFFFDc' in the site's file, "
            "expected title, tagline, footer, report, pages, ways, moved, numbered, scenes"});
  CHECK(with("content/site.json", "{\"title\": 1e999}") ==
        Lines{"content/site.json:1:15: error: malformed JSON: number overflow parsing '1e999'"});
  // The parser looks for a byte order mark, and stops within the character.
  CHECK(
      with("content/site.json", "\xEF\xB3\xBF{}") ==
      Lines{"content/site.json:1:1: error: malformed JSON: while parsing value - invalid BOM; must "
            "be 0xEF 0xBB 0xBF if given"});
  CHECK(glossary("{\"id\": \"a\", \"id\": \"b\"}") ==
        Lines{"glossary.json:2:13: error: field 'id' is given twice, first in line 2"});
}

TEST_CASE("facts: a file that is no JSON is reported alone") {
  const loom::test::Folder folder;
  folder.put("content/index.md", "# Page\n\nA [[warp]], and [[another]]. See [@fa1].\n\n[a](#b)\n");
  folder.put("references.json", loom::test::small_references());
  folder.put("glossary.json", "[{\"id\": \"warp, \"term\": \"Warp\"}]");
  const Lines mistakes = folder.mistakes();
  REQUIRE(mistakes.size() == 1);
  CHECK(mistakes[0].starts_with("glossary.json:1:18: error: malformed JSON: "));
}

TEST_CASE("facts: each file is read once, and its mistakes are reported once") {
  loom::site::Inputs inputs;
  inputs.glossary = loom::site::Source{"glossary.json", loom::test::small_glossary};
  inputs.site =
      loom::site::Source{"site.json", "{\"title\": \"a\\u0001\", \"moved\": {\"/#a\": \"/#b\"}}"};
  loom::site::Diagnostics diagnostics;
  const auto facts = loom::site::read_facts(inputs, diagnostics);
  REQUIRE(facts);
  CHECK(diagnostics.size() == 1);  // the control character
  CHECK(facts->glossary.size() == 2);
  CHECK(facts->references.empty());
  REQUIRE(facts->site.moved.size() == 1);
  const auto& [from, to] = facts->site.moved[0];
  CHECK(inputs.site->text.substr(from.offset, 5) == "\"/#a\"");
  CHECK(inputs.site->text.substr(to.offset, 5) == "\"/#b\"");

  inputs.references = loom::site::Source{"references.json", "[{]"};
  loom::site::Diagnostics malformed;
  CHECK(!loom::site::read_facts(inputs, malformed));
  CHECK(malformed.size() == 2);
}

TEST_CASE("facts: a page that site.json does not list is warned of") {
  const loom::test::Folder folder;
  folder.put("content/index.md", "# Page\n");
  folder.put("content/more.md", "# More\n");
  const auto warnings = [&](const std::string& site) {
    folder.put("content/site.json", site);
    const loom::site::Built built = folder.build();
    CHECK(built.mistakes.empty());
    return built.warnings;
  };
  CHECK(
      warnings(R"({"title": "T", "pages": [{"file": "index.md"}, {"file": "more.md"}]})").empty());
  CHECK(warnings(R"({"title": "T"})").empty());
  const Lines one = warnings(R"({"title": "T", "pages": [{"file": "index.md"}]})");
  REQUIRE(one.size() == 1);
  CHECK(
      one[0].ends_with("content/more.md: warning: a page that \"pages\" in site.json does not "
                       "list: it is in no navigation, and its numbers are not checked"));
}

TEST_CASE("facts: a site that has every scene has each on the page of its describe()") {
  const std::string lists = R"("pages": [{"file": "index.md", "lesson": false}, )"
                            R"({"file": "formats.md", "lesson": false}])";
  const loom::test::Folder folder;
  folder.put("references.json", loom::test::small_references());
  const auto build = [&](const std::string& index, const std::string& scenes) {
    folder.put("content/index.md", "# Page\n\n" + index);
    folder.put("content/formats.md", "# Formats\n");
    folder.put("content/site.json", "{\"title\": \"T\", " + lists + scenes + "}");
    return folder.build();
  };
  const std::string figure = "```scene coalescing\n```\n";
  const loom::site::Built silent = build(figure, ""), off = build(figure, ", \"scenes\": false");
  CHECK(silent.mistakes == Lines{});
  CHECK(silent.warnings == Lines{});
  CHECK(off.warnings == Lines{});

  const auto all = [](const Lines& lines, const std::string& text) {
    return std::count_if(lines.begin(), lines.end(),
                         [&](const std::string& line) { return line.find(text) != line.npos; });
  };
  const auto of_page = [](std::string_view page) {
    const auto scenes = loom::scene::registry();
    return std::count_if(scenes.begin(), scenes.end(),
                         [&](const auto& scene) { return scene.page == page; });
  };
  const loom::site::Built one = build(figure, ", \"scenes\": true");
  CHECK(all(one.mistakes,
            "content/site.json:1:117: error: page 'attention' of the scene 'kv-cache' (describe() "
            "in web/scenes/attention/kv_cache.cpp), expected a page of the content folder") == 1);
  CHECK(all(one.mistakes, "error: page 'index'") == 0);
  CHECK(all(one.warnings, "index.md: warning: no figure of the scene '") == of_page("index") - 1);
  CHECK(all(one.warnings, "formats.md: warning: no figure of") == of_page("formats"));
  CHECK(all(one.warnings, "no figure of the scene 'coalescing'") == 0);
  // Neither a figure with another name, nor another scene's figure with this one's.
  const std::string message =
      "content/index.md: warning: no figure of the scene 'coalescing', whose describe() names this "
      "page, expected a block ```scene coalescing";
  for (const char* other : {"```scene coalescing id=other\n```\n",
                            "```scene accumulator id=coalescing\n```\n", "Text.\n"})
    CHECK(all(build(other, ", \"scenes\": true").warnings, message) == 1);
}

TEST_CASE("facts: the wrong shape") {
  CHECK(with("glossary.json", " {}") ==
        Lines{"glossary.json:1:2: error: found an object, expected an array of entries"});
  CHECK(
      glossary("3") ==
      Lines{
          "glossary.json:2:1: error: found a number, expected a glossary entry as an object {…}"});
  CHECK(with("content/site.json", "[]") == Lines{"content/site.json:1:1: error: found an array, "
                                                 "expected the site's file as an object {…}"});
  CHECK(with("content/site.json", R"({"title": "T", "pages": {}})") ==
        Lines{"content/site.json:1:25: error: found an object, expected 'pages' as an array"});
}

TEST_CASE("facts: a glossary entry's fields") {
  const std::string good = R"({"id": "a", "term": "A", "category": "C", "definition": "D"})";
  CHECK(glossary(good).empty());
  CHECK(glossary(R"({"id": "a", "term": "A", "category": "C"})") ==
        Lines{"glossary.json:2:1: error: a glossary entry lacks the field 'definition'"});
  CHECK(glossary(
            R"({"id": "a", "term": "A", "category": "C", "definiton": "D", "definition": "D"})") ==
        Lines{"glossary.json:2:43: error: unknown field 'definiton' in a glossary entry, expected "
              "id, term, category, definition, "
              "more, see, cite; did you mean 'definition'?"});
  CHECK(glossary(R"({"id": "a b", "term": "A", "category": "C", "definition": "D"})") ==
        Lines{"glossary.json:2:8: error: 'id' is 'a b', expected letters, digits, '-', '_' and '.' "
              "only"});
  CHECK(glossary(R"({"id": "a", "term": 7, "category": " ", "definition": "D"})") ==
        Lines{"glossary.json:2:21: error: found a number, expected 'term' as a string that is not "
              "empty",
              "glossary.json:2:36: error: found an empty string, expected 'category' as a string "
              "that is not empty"});
  CHECK(glossary(good + ",\n" + good) ==
        Lines{"glossary.json:3:8: error: duplicate id 'a', first in line 2",
              "glossary.json:3:21: error: duplicate term 'A', first in line 2"});
  CHECK(
      glossary(
          R"({"id": "a", "term": "A", "category": "C", "definition": "D", "see": ["b", 3], "cite": ["fa9"]})") ==
      Lines{
          "glossary.json:2:70: error: unknown term 'b' under 'see'; did you mean 'a'?",
          "glossary.json:2:75: error: found a number, expected an id as a string",
          "glossary.json:2:88: error: unknown reference 'fa9' under 'cite'; did you mean 'fa1'?"});
}

TEST_CASE("facts: a reference's fields") {
  CHECK(
      references(
          R"({"id": "a", "title": "A", "authors_short": "B", "year": 2020, "url": "https://a.example/", "group": "G"})")
          .empty());
  CHECK(
      references(
          R"({"id": "a", "title": "A", "authors_short": "B", "year": "2020", "url": "a.example", "group": "G"})") ==
      Lines{"references.json:2:57: error: found the text '2020', expected 'year' as a whole number "
            "from 1800 to 2199",
            "references.json:2:72: error: 'url' is 'a.example', expected an address like "
            "https://example.org/"});
  CHECK(
      references(
          R"({"id": "a", "title": "A", "authors": "B", "year": 2020.5, "url": "https://a.example/", "group": "G"})") ==
      Lines{"references.json:2:1: error: a reference lacks the field 'authors_short'",
            "references.json:2:27: error: unknown field 'authors' in a reference, expected id, "
            "title, authors_short, year, url, "
            "group, note, caveat",
            "references.json:2:51: error: found a number, expected 'year' as a whole number from "
            "1800 to 2199"});
}

TEST_CASE("facts: site.json") {
  CHECK(with("content/site.json",
             R"({"title": "T", "pages": [{"file": "indx.md", "label": "Start"}]})") ==
        Lines{"content/site.json:1:35: error: no page 'indx.md' in the content folder; did you "
              "mean 'index.md'?"});
  CHECK(with("content/site.json",
             R"({"title": "T", "pages": [{"file": "index.md"}, {"file": "index.md"}]})") ==
        Lines{"content/site.json:1:57: error: duplicate page 'index.md', first in line 1"});
  CHECK(with("content/site.json", R"({"titel": "T"})") ==
        Lines{"content/site.json:1:1: error: the site's file lacks the field 'title'",
              "content/site.json:1:2: error: unknown field 'titel' in the site's file, expected "
              "title, tagline, footer, report, pages, ways, moved, numbered, scenes; "
              "did you mean 'title'?"});
  CHECK(with("content/site.json", R"({"title": "T", "pages": ["index.md"]})") ==
        Lines{"content/site.json:1:26: error: found the text 'index.md', expected a page as an "
              "object {…}"});
}

}  // TESTS_OF(tools::facts)
