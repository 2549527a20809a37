// The index of the search, and the synonyms that authors write for it.
#include <nlohmann/json.hpp>

#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"

TESTS_OF(tools::search) {

namespace {

using Json = nlohmann::json;
using Lines = std::vector<std::string>;
using loom::test::Folder;

Json index_of(const Folder& folder) {
  const loom::site::Built built = folder.build();
  CHECK(built.mistakes == Lines{});
  for (const auto& [name, bytes] : built.files)
    if (name.starts_with("assets/search.")) return Json::parse(bytes);
  return nullptr;
}

// The index of a site of one page, "Page", with a small glossary and references.
Json index_of(const std::string& text) {
  const Folder folder;
  folder.put("glossary.json", loom::test::small_glossary);
  folder.put("references.json", loom::test::small_references());
  folder.put("content/index.md", "# Page\n\n" + text);
  return index_of(folder);
}

// The entry with that id, as [kind, page, id, title, text, section around it, synonyms].
Json entry(const Json& index, const std::string& id) {
  for (const Json& each : index["entries"])
    if (each[2] == id) return each;
  return nullptr;
}

Lines synonym_mistakes(const std::string& entries) {
  const Folder folder;
  folder.put("content/index.md", "# Page\n\n## Colors\n\nA color.\n");
  folder.put("content/synonyms.json", "[\n" + entries + "\n]\n");
  return folder.mistakes();
}

}  // namespace

TEST_CASE("search: every section is an entry with its own text, within the section around it") {
  const Json index =
      index_of("Top *text*.\n\n## One & two\n\nFirst.\n\n- a\n\n  b\n- c\n\n### Part\n\nSecond.\n");
  CHECK(index["pages"] == Json::parse(R"([["", "Page"]])"));
  CHECK(index["entries"] == Json::parse(R"([
    ["section", 0, "", "Page", "Top text.", -1, []],
    ["section", 0, "one--two", "One & two", "First.\na\nb\nc", 0, []],
    ["section", 0, "part", "Part", "Second.", 1, []]])"));
}

TEST_CASE("search: code, cells of tables, formulas and folds are found as the page shows them") {
  const Json index = index_of(
      "## A\n\n```cpp\n__shfl_down_sync(1,\n  2);\n```\n\n| a `b.sum` | c |\n|---|---|\n| 1 | 2 "
      "|\n\nSo $x \\times 2$ [@fa1].\n\n```fold title=\"More\"\nFolded [[warp]].\n```\n");
  CHECK(entry(index, "a")[4] ==
        "__shfl_down_sync(1, 2);\na b.sum · c\n1 · 2\nSo x×2.\nMore\nFolded warp.");
}

TEST_CASE("search: an excerpt tells no answer before the guess") {
  const Json index = index_of(
      "## A\n\n```scene coalescing pattern=strided stride=2\nCaption.\n```\n\n"
      "```predict coalescing metric=bytes pattern=strided stride=5 bytes=2\nHow "
      "many?\n\n---\n\nSecret one.\n```\n\n"
      "```quiz\nWhich?\n\n- [x] This.\n\n  Secret two.\n- [ ] That.\n\n  Secret three.\n```\n");
  CHECK(entry(index, "a")[4] == "How many?\nWhich?\nThis.\nThat.");
  CHECK(index.dump().find("Secret") == std::string::npos);
}

TEST_CASE("search: a figure is found once, with its question and its caption") {
  const Folder folder;
  folder.put("references.json", loom::test::small_references());
  const std::string figure = "```scene coalescing title=\"A title\"\nCaption.\n```\n";
  folder.put("content/index.md", "# Page\n\n## A\n\n" + figure);
  folder.put("content/other.md", "# Other\n\n## B\n\n" + figure);
  const Json index = index_of(folder);
  const Json found = entry(index, "coalescing");
  CHECK(found[0] == "figure");
  CHECK(found[1] == 0);
  CHECK(found[3] == "A title");
  CHECK(found[4] == "How many bytes does one warp’s load really fetch?\nCaption.");
  CHECK(index["entries"][found[5].get<size_t>()][2] == "a");
  CHECK(entry(index, "b")[4] == "Caption.");
}

TEST_CASE("search: terms and references are found where their lists are") {
  const Json index = index_of("```glossary\n```\n\n```references\n```\n");
  CHECK(entry(index, "hbm") ==
        Json::parse(R"(["term", 0, "hbm", "HBM", "Large, distant memory. 3.35 TB/s.", -1, []])"));
  CHECK(entry(index, "fa2") == Json::parse(R"(["reference", 0, "fa2", "FlashAttention-2",
    "Dao, 2023\nRates differ.", -1, []])"));
  CHECK(entry(index_of("No lists.\n"), "hbm") == nullptr);
}

TEST_CASE("search: synonyms belong to the entries that they lead to, or stand for other words") {
  const Folder folder;
  folder.put("content/index.md", "# Page\n\n## Colors\n\nA color.\n");
  folder.put("content/more.md", "# More\n\n## Here\n");
  folder.put("content/synonyms.json",
             R"([{"words": ["hue", "RGB 1"], "leads_to": ["/#colors", "/more", "/more#here"]},
                 {"words": ["colour", "Farbe"], "means": "A color"}])");
  const Json index = index_of(folder), words = Json::parse(R"(["hue", "RGB 1"])");
  CHECK(index["means"] == Json::parse(R"([["colour", "A color"], ["Farbe", "A color"]])"));
  size_t led = 0;
  for (const Json& each : index["entries"]) led += each[6] == words;
  CHECK(led == 3);
  CHECK(entry(index, "colors")[6] == words);
}

TEST_CASE("mistakes: synonyms") {
  const std::string file = "content/synonyms.json:2:";
  CHECK(synonym_mistakes(R"({"words": ["hue"], "means": "color", "lead_to": []})") ==
        Lines{file + "38: error: unknown field 'lead_to' in an entry of synonyms, expected words, "
                     "leads_to, means; did you mean 'leads_to'?"});
  CHECK(synonym_mistakes(R"({"words": ["hue"]})") ==
        Lines{file + "11: error: synonyms that lead nowhere, expected 'leads_to' or 'means'"});
  CHECK(synonym_mistakes(R"({"words": ["hue"], "leads_to": []})") ==
        Lines{file + "11: error: synonyms that lead nowhere, expected 'leads_to' or 'means'"});
  CHECK(synonym_mistakes("3") ==
        Lines{file + "1: error: found a number, expected an entry of synonyms as an object {…}"});
  CHECK(synonym_mistakes(R"({"words": [], "means": "color"})") ==
        Lines{file + "11: error: found an array, expected at least a word in 'words'"});
  CHECK(synonym_mistakes(R"({"means": "color"})") ==
        Lines{file + "1: error: an entry of synonyms lacks the field 'words'"});
  CHECK(synonym_mistakes(R"({"words": ["?"], "means": "color"})") ==
        Lines{file + "12: error: found the text '?', expected a word as a string"});
  CHECK(synonym_mistakes(R"({"words": ["hue"], "leads_to": ["/#colours"]})") ==
        Lines{file + "33: error: '/#colours' under 'leads_to', expected the address of a page, "
                     "section, figure, term or reference; did you mean '/#colors'?"});
  CHECK(synonym_mistakes(R"({"words": ["hue"], "means": "a pigment"})") ==
        Lines{file + "29: error: 'pigment' under 'means', expected words of this site's texts"});
  CHECK(synonym_mistakes(R"({"words": ["hue", "Hue"], "means": "color"})") ==
        Lines{file + "19: error: duplicate synonym 'Hue', first in line 2"});
}

TEST_CASE("mistakes: a page with the address of a file of the site") {
  for (const std::string name : {"404.html", "sw.js", "offline.html", "manifest.webmanifest"}) {
    const Folder folder;
    folder.put("content/index.md", "# Page\n");
    folder.put("content/" + name + ".md", "# Search\n");
    CHECK(folder.mistakes() == Lines{"content/" + name +
                                     ".md: error: has the address of a file of "
                                     "the site: /" +
                                     name + "/"});
  }
}

}  // TESTS_OF(tools::search)
