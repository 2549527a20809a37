// What strains the reader of a lesson: warnings, which a strict check treats as mistakes.
#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"
#include "tests/tools/program.hpp"
#include "tools/loom/text/strings.hpp"

TESTS_OF(tools::pace) {

using namespace loom;
using Lines = std::vector<std::string>;

namespace {

std::string words(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "word ";
  return text + "\n\n";
}
constexpr const char* figure = "```scene coalescing\n```\n\n";

Lines warnings(const std::string& page, const std::string& limit = "") {
  test::Folder folder;
  folder.put("content/index.md", "# Page\n\n" + page);
  folder.put("content/site.json",
             "{\"title\": \"T\", \"pages\": [{\"file\": \"index.md\"" + limit + "}]}");
  folder.put("glossary.json", test::small_glossary);
  folder.put("references.json", test::small_references());
  const site::Built built = folder.build();
  CHECK(built.mistakes == Lines{});
  Lines out;
  for (const std::string& line : built.warnings) out.push_back(line.substr(line.find("content/")));
  return out;
}

}  // namespace

TEST_CASE("words as a reader counts them") {
  CHECK(loom::text::count_words("Two words, and 3 – or 4.5!") == 6);
  CHECK(loom::text::count_words(" \n – … ") == 0);
}

TEST_CASE("a section shows or asks something early, and again and again") {
  CHECK(warnings("## A\n\n" + words(60) + figure + words(250)) == Lines{});
  CHECK(warnings("## A\n\n" + words(59)) == Lines{});
  CHECK(
      warnings("## A\n\n" + words(61) + figure) ==
      Lines{"content/index.md:3:4: warning: the section 'A' has 61 words before its first figure, "
            "prediction or quiz, expected one within 60 words"});
  CHECK(warnings("## A\n\n" + words(100)) ==
        Lines{"content/index.md:3:4: warning: the section 'A' has no figure, prediction or quiz, "
              "expected one within 60 words"});
  CHECK(warnings("## A\n\n" + std::string(figure) + words(251)) ==
        Lines{"content/index.md:8:1: warning: 251 words without a figure, a prediction or a quiz, "
              "expected at most 250"});
}

TEST_CASE("an explanation of a prediction is folded: it counts no words, and has to be there") {
  const std::string block =
      "```predict coalescing metric=bytes pattern=strided stride=3\nHow much?\n";
  const std::string figures = "## A\n\n" + std::string(figure);
  CHECK(warnings(figures + block + "\n---\n\n" + words(300) + "```\n") == Lines{});
  CHECK(warnings(figures + block + "```\n") ==
        Lines{"content/index.md:8:4: warning: a prediction without an explanation, expected it "
              "behind a line '---'"});
}

TEST_CASE("long code is folded, long pages have a limit, folds and tables do not count") {
  std::string code = "```cuda\n";
  for (int i = 0; i < 21; ++i) code += "x;\n";
  code += "```\n";
  CHECK(warnings(code) == Lines{"content/index.md:3:4: warning: code of 21 lines, expected at most "
                                "20, or a fold around it"});
  CHECK(warnings("````fold title=\"All\"\n" + code + words(300) + "````\n") == Lines{});
  CHECK(warnings(words(40), ", \"words\": 30") ==
        Lines{"content/index.md:1:1: warning: the page has 41 words, expected at most 30"});
}

TEST_CASE("a strict check fails for a warning, a plain one does not") {
  test::Folder folder;
  folder.put("content/index.md", "# Page\n\n## A\n\n" + words(80));
  folder.put("content/site.json", R"({"title": "T", "pages": [{"file": "index.md"}]})");
  const std::string content = folder.path("content").string();
  const test::Ran plain = test::run_loom({"check", "--content", content});
  CHECK(plain.status == 0);
  CHECK(plain.out == "1 page, no mistakes; 1 warning\n");
  const test::Ran strict = test::run_loom({"check", "--content", content, "--strict"});
  CHECK(strict.status == 1);
  CHECK(strict.out == "1 page; 1 warning, a mistake under --strict\n");
}

}  // TESTS_OF(tools::pace)
