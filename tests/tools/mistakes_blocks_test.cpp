// Mistakes of form in a page's blocks, and in the text as such.
#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"

TESTS_OF(tools::mistakes_blocks) {

namespace {

using Lines = std::vector<std::string>;

void check_one(const std::string& text, const std::string& expected) {
  CAPTURE(text);
  CHECK(loom::test::mistakes_of("# Page\n\n" + text) == Lines{"content/index.md:" + expected});
}

}  // namespace

TEST_CASE("mistakes: quizzes") {
  const std::string right = "- [x] yes\n\n  Because.\n", wrong = "- [ ] no\n\n  Because not.\n";
  CHECK(loom::test::mistakes_of("# Page\n\n```quiz\nWhy?\n\n" + right + wrong + "```\n").empty());
  check_one(
      "```quiz\n" + right + wrong + "```\n",
      "3:4: error: a quiz without a question, expected a paragraph and then a list of answers");
  check_one(
      "```quiz\n```\n",
      "3:4: error: a quiz without a question, expected a paragraph and then a list of answers");
  check_one("```quiz\nWhy?\n```\n",
            "3:4: error: a quiz without answers, expected one paragraph and then a list of '- [ ] "
            "wrong' and '- [x] right'");
  check_one("```quiz\nWhy?\n\nReally, why?\n\n" + right + wrong + "```\n",
            "6:1: error: a quiz without answers, expected one paragraph and then a list of '- [ ] "
            "wrong' and '- [x] right'");
  check_one("```quiz\nWhy?\n\n" + wrong + wrong + "```\n",
            "3:4: error: a quiz without a right answer, expected at least one '- [x]'");
  check_one("```quiz\nWhy?\n\n" + right + "```\n",
            "3:4: error: a quiz with one answer, expected at least two");
  check_one(
      "```quiz\nWhy?\n\n" + right + "- [ ] no\n```\n",
      "9:3: error: an answer without an explanation, expected an indented paragraph below it");
  check_one("```quiz\nWhy?\n\n" + right + "- no\n\n  Because not.\n```\n",
            "9:3: error: an answer without a box, expected '- [ ] wrong' or '- [x] right'");
  check_one("```quiz\nWhy?\n\n" + right + wrong + "\nAnd then?\n```\n",
            "13:1: error: text behind a quiz's answers, expected the end of the block, or an "
            "explanation that is indented below its answer");
  check_one("```quiz\nWhy?\n\n- [x] yes\n\nBecause.\n\n" + wrong + "```\n",
            "8:1: error: text behind a quiz's answers, expected the end of the block, or an "
            "explanation that is indented below its answer");
  check_one("```quiz one\nWhy?\n\n" + right + wrong + "```\n\n```quiz one\nWhy?\n\n" + right +
                wrong + "```\n",
            "14:9: error: duplicate id 'one' of a quiz, first in line 3");
  check_one("```quiz one two\nWhy?\n\n" + right + wrong + "```\n",
            "3:13: error: unknown attribute 'two', expected 'quiz' or 'quiz ID'");
  check_one("```quiz ö\nWhy?\n\n" + right + wrong + "```\n",
            "3:9: error: quiz id 'ö', expected letters, digits, '-', '_' and '.' only");
}

TEST_CASE("mistakes: inside a fence, inside a list, inside a quote") {
  check_one("- item\n\n  > ```mnemonic\n  > A [[wrap]].\n  > ```\n",
            "6:9: error: unknown term 'wrap', expected an id or name in glossary.json; did you "
            "mean 'Warp'?");
}

TEST_CASE("mistakes: folds") {
  check_one("```fold\nText.\n```\n",
            "3:4: error: fold without a title, expected 'fold title=\"…\"'");
  check_one("```fold title=\"More\"\n```\n", "3:4: error: empty fold, expected text");
  check_one("```fold title=\"More\" open\nText.\n```\n",
            "3:22: error: unknown attribute 'open', expected 'fold title=\"…\"' alone");
  CHECK(loom::test::html_of("```fold title=\"More & more\"\n- One.\n```\n") ==
        "<details class=\"fold\"><summary>More &amp; more</summary>\n<ul>\n<li>One.</li>\n</ul>\n"
        "</details>\n");
}

TEST_CASE("mistakes: mnemonics") {
  check_one("```mnemonic\n```\n", "3:4: error: empty mnemonic, expected a sentence to remember");
  check_one("```mnemonic\n\n   \n```\n",
            "3:4: error: empty mnemonic, expected a sentence to remember");
  check_one("```mnemonic one\nText.\n```\n",
            "3:13: error: unknown attribute 'one', expected nothing behind 'mnemonic'");
}

TEST_CASE("mistakes: code") {
  check_one(
      "```cuda lines=3\nint i;\n```\n",
      "3:9: error: unknown attribute 'lines=3', expected the name of a language, and id=NAME");
  check_one("```scnee accumulator\n```\n",
            "3:4: error: unknown block or language 'scnee'; did you mean 'scene'?");
  check_one("```mnemnic\nText.\n```\n",
            "3:4: error: unknown block or language 'mnemnic'; did you mean 'mnemonic'?");
  check_one("```mnemo\nText.\n```\n",
            "3:4: error: unknown block or language 'mnemo'; did you mean 'mnemonic'?");
  check_one("```cudaa\nint i;\n```\n",
            "3:4: error: unknown block or language 'cudaa'; did you mean 'cuda'?");
  check_one("```c\nint i;\n```\n",
            "3:4: error: unknown block or language 'c', expected one of cuda, cpp, ptx, python, "
            "json, shell, console, text");
  check_one("- a\n\n  ```pyhton id=a\n  x\n  ```\n",
            "5:6: error: unknown block or language 'pyhton'; did you mean 'python'?");
  CHECK(loom::test::mistakes_of("# Page\n\n```cpp\nint i;\n```\n\n```\nx\n```\n").empty());
}

TEST_CASE("mistakes: the addresses of listings and their lines") {
  check_one("```text id=a&b\nx\n```\n",
            "3:12: error: listing id 'a&b', expected letters, digits, '-', '_' and '.' only");
  check_one("```text id=\nx\n```\n", "3:12: error: an empty id, expected id=NAME");
  check_one("``` id=a\nx\n```\n",
            "3:5: error: unknown block or language 'id=a', expected one of "
            "cuda, cpp, ptx, python, json, shell, console, text");
  check_one("```text id=a\nx\n```\n\n```text id=a\nx\n```\n",
            "7:12: error: duplicate id 'a' of a listing, first in line 3");
  check_one("```text id=a\nx\n```\n\n```text id=a-L1\nx\n```\n",
            "7:12: error: duplicate id 'a-L1' of a listing, first in line 3");
  CHECK(loom::test::mistakes_of("# Page\n\n[Line 2](#code-L2).\n\n```text\nx\ny\n```\n").empty());
  check_one("[Line 3](#code-L3).\n\n```text\nx\ny\n```\n",
            "3:10: error: unknown heading or id '#code-L3' on this page; did you mean 'code-L1'?");
}

TEST_CASE("mistakes: blocks in blocks") {
  check_one("````quiz\nWhy?\n\n- [x] a\n\n  ```mnemonic\n  b\n  ```\n- [ ] c\n\n  d\n````\n",
            "8:6: error: a 'mnemonic' block inside another block, expected it outside");
}

TEST_CASE("mistakes: blocks without an end") {
  const std::string ticks = ": error: a block without an end, expected a line '```' below its text";
  check_one("```cpp\nint i;\n", "3:4" + ticks);
  check_one("```cpp\nint i;\n``\n", "3:4" + ticks);
  check_one("```\nint i;\n", "4:1" + ticks);
  check_one("````cpp\n```\n",
            "3:5: error: a block without an end, expected a line '```' below its text");
  check_one("```cpp\n", "3:4" + ticks);
  check_one("- ```cpp\n  int i;\n\nText.\n", "3:6" + ticks);
  check_one("> ~~~cpp\n> int i;\n\nText.\n",
            "3:6: error: a block without an end, expected a line '~~~' below its text");
  for (const char* closed : {"```cpp\n```\n", "```\n```\n", "```\n\n\n```  \n", "~~~\na\n~~~~\n",
                             "> ```cpp\n> a\n> ```\n", "- > ```cpp\n  > a\n  >\n  > ```\n",
                             "1. a\n\n   ```cpp\n   \tb\n   ```\n", "    code\n\nText.\n"})
    CHECK_MESSAGE(loom::test::mistakes_of("# Page\n\n" + std::string(closed)).empty(), closed);
}

TEST_CASE("mistakes: rows of tables") {
  const std::string head = "| a | b |\n|---|---|\n",
                    two = ": error: a cell too many, expected 2 in a row, as in the table's first";
  check_one(head + "| 1 | 2 | 3 |\n", "5:11" + two);
  check_one(head + "| 1 | 2 | **3** | 4 |\n", "5:13" + two);
  check_one(head + "|  |  | `3` |\n", "5:10" + two);
  check_one("> " + head.substr(0, 10) + "> |---|---|\n> | 1 | 2 | 3 |\n", "5:13" + two);
  check_one("a | b\n---|---\n1 | 2 | 3\n", "5:9" + two);
  for (const char* row : {"| 1 | 2 |", "| 1 |", "1 | 2", "| 1 | 2 | |", "| `a|b` | 2 |",
                          "| 1\\|2 | 3 |", "| [[warp\\|a warp]] | 2 |"})
    CHECK_MESSAGE(loom::test::mistakes_of("# Page\n\n" + head + row + "\n").empty(), row);
}

TEST_CASE("mistakes: raw HTML") {
  check_one("A <b>bold</b> word.\n",
            "3:3: error: raw HTML '<b>', expected Markdown; put code in backticks");
  check_one("<div class=\"x\">\ntext\n</div>\n",
            "3:1: error: raw HTML '<div', expected Markdown; put code in backticks");
  check_one("Text.\n\n<!-- comment -->\n",
            "5:1: error: raw HTML '<!--', expected Markdown; put code in backticks");
  check_one("A&nbps;b\n",
            "3:2: error: unknown character reference '&nbps;', expected the character itself; did "
            "you mean '&nbsp;'?");
  check_one("A&#xD800;b\n",
            "3:2: error: unknown character reference '&#xD800;', expected the character itself");
}

TEST_CASE("mistakes: formulas") {
  check_one("The sum $\\fraq{a}{b}$.\n",
            "3:10: error: formula '\\fraq{a}{b}': Unsupported function name: \\fraq");
  check_one("The sum $a + \\fraq{a}{b}$.\n",
            "3:14: error: formula 'a + \\fraq{a}{b}': Unsupported function name: \\fraq");
  check_one("$$\n\\frac{a}{b\n$$\n",
            "5:1: error: formula '\\frac{a}{b ': Unexpected end of input in a macro argument, "
            "expected '}'");
  check_one("$$\na \\\\\n- b\n\nText.\n",
            "3:1: error: '$$' without its other half in the same paragraph; no line of a formula "
            "may begin like a list");
  check_one("$\\color{red} x$\n",
            "3:2: error: formula '\\color{red} x': needs the inline style 'color:#ff0000;', which "
            "the pages do not allow");
}

TEST_CASE("mistakes: blocks that the builder fills") {
  check_one("```glossary\nwarp\n```\n",
            "4:1: error: text in a 'glossary' block, which the builder fills, expected none");
  check_one("```references all\n```\n",
            "3:15: error: unknown attribute 'all', expected nothing behind 'references'");
  check_one("```glossary\n```\n\n```glossary\n```\n",
            "6:4: error: a second glossary block, the first is in content/index.md");
  check_one("## Warp\n\n```glossary\n```\n",
            "5:4: error: duplicate id 'warp' of the term 'Warp', first in line 3");
}

TEST_CASE("mistakes: without glossary.json and references.json") {
  const loom::test::Folder folder;
  folder.put("content/index.md",
             "# Page\n\nA [[warp]] [@fa1].\n\n```glossary\n```\n\n```references\n```\n");
  CHECK(folder.mistakes() ==
        Lines{"content/index.md:3:5: error: term 'warp', but there is no glossary.json",
              "content/index.md:3:14: error: citation 'fa1', but there is no references.json",
              "content/index.md:5:4: error: a glossary block, but there is no glossary.json",
              "content/index.md:8:4: error: a references block, but there is no references.json"});
}

TEST_CASE("mistakes: terms and citations inside links") {
  check_one("## A\n\n[a **[@fa1]**](#a)\n",
            "5:8: error: a citation inside a link, expected plain text");
}

TEST_CASE("mistakes: text that is not text") {
  check_one("Caf\xE9\n", "3:4: error: invalid UTF-8 at byte 11, expected a text file in UTF-8");
  check_one("\xC3\xA9\xED\xA0\x80\n",
            "3:2: error: invalid UTF-8 at byte 10, expected a text file in UTF-8");
  check_one(std::string("a\0b\n", 4), "3:2: error: control character at byte 9, expected text");
}

TEST_CASE("mistakes: columns count characters") {
  check_one("Größe — [[wrap]]\n",
            "3:11: error: unknown term 'wrap', expected an id or name in glossary.json; did you "
            "mean 'Warp'?");
}

TEST_CASE("mistakes: nesting has an end") {
  check_one(std::string(100, '>') + " deep\n", "3:1: error: nested deeper than 64 levels");
}

TEST_CASE("mistakes: of all files in one run, sorted") {
  const loom::test::Folder folder;
  folder.put("glossary.json", loom::test::small_glossary);
  folder.put("content/b.md", "# B\n\n[[x]]\n\n[[y]]\n");
  folder.put("content/a.md", "No title.\n");
  folder.put("content/c/d.md", "# D\n\n## E\n\n[e](#f)\n");
  CHECK(
      folder.mistakes() ==
      Lines{
          "content/a.md:1:1: error: a page without a title, expected '# Title' as its first line",
          "content/b.md:3:3: error: unknown term 'x', expected an id or name in glossary.json",
          "content/b.md:5:3: error: unknown term 'y', expected an id or name in glossary.json",
          "content/c/d.md:5:5: error: unknown heading or id '#f' on this page; did you mean 'e'?"});
}

TEST_CASE("mistakes: names of pages") {
  const loom::test::Folder folder;
  folder.put("content/my page.md", "# Page\n");
  folder.put("content/a.md", "# A\n");
  folder.put("content/a/index.md", "# A\n");
  folder.put("content/404.html.md", "# B\n");
  folder.put("content/a/index.html.md", "# C\n");
  CHECK(
      folder.mistakes() ==
      Lines{"content/404.html.md: error: has the address of a file of the site: /404.html/",
            "content/a/index.html.md: error: has the address of a file of the site: /a/index.html/",
            "content/a/index.md: error: has the same address as content/a.md: /a/",
            "content/my page.md: error: the name 'my page.md' becomes part of an address, expected "
            "letters, digits, '-', '_' and '.' only"});
}

}  // TESTS_OF(tools::mistakes_blocks)
