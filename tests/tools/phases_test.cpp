// The block `phases`: the list of a page's phases, their marks in the rail, the foot of each.
#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"

TESTS_OF(tools::phases) {

namespace {

using loom::test::html_of;
using Lines = std::vector<std::string>;

const std::string block = "```phases\n```\n\n";
const std::string quiz = "Why?\n\n- [x] yes\n\n  Because.\n- [ ] no\n\n  Because not.\n```\n\n";

void check_one(const std::string& text, const std::string& expected) {
  CAPTURE(text);
  CHECK(loom::test::mistakes_of("# Page\n\n" + text) == Lines{"content/index.md:" + expected});
}

std::string between(const std::string& html, const std::string& begin, const std::string& end) {
  const size_t from = html.find(begin);
  if (from == html.npos) return "";
  const size_t to = html.find(end, from + begin.size());
  return html.substr(from, to == html.npos ? to : to + end.size() - from);
}

}  // namespace

TEST_CASE("phases: a list of links, each with what can be tried there") {
  const std::string html = html_of(
      block +
      "## Before\n\n```scene online-softmax\n```\n\n## Phase 0: *First* & last\n\n"
      "```predict sum metric=final bits=1\nHow much?\n```\n\n### Deeper\n\n"
      "```scene accumulator id=sum\n```\n\n```quiz\n" +
      quiz + "## Phase 1: Second\n\n```quiz named\n" + quiz + "## After\n\n```quiz\n" + quiz);
  CHECK(between(html, "<ol>", "</ol>") ==
        "<ol>\n"
        "<li data-phase=\"phase-0-first--last\" data-items=\"sum-final sum quiz-1\">"
        "<a href=\"#phase-0-first--last\">Phase 0: First &amp; last "
        "<span class=\"phase-state\"></span></a></li>\n"
        "<li data-phase=\"phase-1-second\" data-items=\"named\">"
        "<a href=\"#phase-1-second\">Phase 1: Second "
        "<span class=\"phase-state\"></span></a></li>\n</ol>");
  CHECK(html.find("<form class=\"predict\" id=\"sum-final\"") != html.npos);
}

TEST_CASE("phases: a phase's first paragraph stands in the list if it asks something") {
  const std::string html = html_of(block +
                                   "## Phase 0: A\n\nHow *many* < $n$?\n\nSo many.\n\n"
                                   "## Phase 1: B\n\nSo many. Why?\n\n## Phase 2: C\n\n"
                                   "None.\n\nWhy?\n\n## Phase 3: D\n\n- Why?\n");
  CHECK(between(html, "<ol>", "</ol>") ==
        "<ol>\n"
        "<li data-phase=\"phase-0-a\" data-items=\"\"><a href=\"#phase-0-a\">Phase 0: A</a>"
        "<p class=\"phase-question\">How many &lt; n?</p></li>\n"
        "<li data-phase=\"phase-1-b\" data-items=\"\"><a href=\"#phase-1-b\">Phase 1: B</a>"
        "<p class=\"phase-question\">So many. Why?</p></li>\n"
        "<li data-phase=\"phase-2-c\" data-items=\"\"><a href=\"#phase-2-c\">Phase 2: C</a></li>\n"
        "<li data-phase=\"phase-3-d\" data-items=\"\"><a href=\"#phase-3-d\">Phase 3: D</a></li>\n"
        "</ol>");
}

TEST_CASE("phases: what stands in lists and quotes counts as well") {
  const std::string html = html_of(block +
                                   "## Phase 0: A\n\n> ```scene accumulator\n> ```\n\n1. ```quiz "
                                   "q\n   Why?\n\n   - [x] yes\n\n     "
                                   "Because.\n   - [ ] no\n\n     Because not.\n   ```\n\n   > "
                                   "```predict accumulator metric=final bits=1\n"
                                   "   > How much?\n   > ```\n");
  CHECK(html.find("data-items=\"accumulator q accumulator-final\"") != html.npos);
}

TEST_CASE("phases: each ends with the way back and on, the last one too") {
  const std::string html = html_of(block + "## Phase 4: A\n\n```quiz a\n" + quiz +
                                   "## Phase 5: B\n\nText.\n\n## Phase 6: C\n\n```quiz c\n" + quiz);
  const std::string line =
      "<p class=\"phase-line\">Phase 4: <span class=\"phase-state\"></span></p>";
  CHECK(between(html, "<div class=\"phase-end\" data-phase=\"phase-4-a\">", "</section>") ==
        "<div class=\"phase-end\" data-phase=\"phase-4-a\">" + line +
            "<p class=\"phase-ways\"><a class=\"after\" href=\"#phase-5-b\">Phase 5: "
            "B</a></p></div>\n</section>");
  // Nothing to try, so nothing to count.
  CHECK(between(html, "<div class=\"phase-end\" data-phase=\"phase-5-b\">", "</section>") ==
        "<div class=\"phase-end\" data-phase=\"phase-5-b\"><p class=\"phase-ways\">"
        "<a class=\"before\" href=\"#phase-4-a\">Phase 4: A</a>"
        "<a class=\"after\" href=\"#phase-6-c\">Phase 6: C</a></p></div>\n</section>");
  CHECK(html.find("data-items=\"\"><a href=\"#phase-5-b\">Phase 5: B</a></li>") != html.npos);
  CHECK(html.find("<p class=\"phase-ways\"><a class=\"before\" href=\"#phase-5-b\">Phase 5: "
                  "B</a></p></div>\n</section>\n") != html.npos);
}

TEST_CASE("phases: the way on leads over those that are not written yet") {
  const std::string html = html_of(block + "## Phase 3: A\n\nText.\n\n## Phase 6: B\n\nText.\n");
  CHECK(html.find("<a class=\"after\" href=\"#phase-6-b\">Phase 6: B</a>") != html.npos);
}

TEST_CASE("phases: marks in the rail") {
  const loom::test::Folder folder;
  folder.put("frame.html", "{{rail}}");
  folder.put("content/index.md", "# Page\n\n" + block + "## Start\n\n## Phase 0: A\n\n```quiz\n" +
                                     quiz + "## Phase 1: B\n");
  const loom::site::Built built = folder.build();
  REQUIRE(built.mistakes.empty());
  CHECK(between(built.files.at("index.html"), "<ol>", "</ol>") ==
        "<ol>\n<li><a href=\"#start\">Start</a></li>\n"
        "<li data-phase=\"phase-0-a\"><a href=\"#phase-0-a\">Phase 0: A</a> "
        "<span class=\"phase-state unseen\"></span></li>\n"
        "<li><a href=\"#phase-1-b\">Phase 1: B</a></li>\n</ol>");
}

TEST_CASE("phases: a page without the block has none") {
  const std::string html = html_of("## Phase 0: A\n\n```quiz\n" + quiz + "## Phase 7\n\nText.\n");
  CHECK(html.find("data-phase") == html.npos);
  CHECK(html.find("phase-end") == html.npos);
}

TEST_CASE("phases: what is tried has a name that stays") {
  const std::string html = html_of(
      "## Sum final\n\n```scene accumulator id=sum\n```\n\n"
      "```predict sum metric=final bits=1\nHow much?\n```\n\n```predict sum "
      "metric=final bits=1\nAnd now?\n```\n");
  CHECK(html.find("<form class=\"predict\" id=\"sum-final-2\" data-figure=\"sum\" "
                  "data-metric=\"final\" data-query=\"bits=1\" "
                  "autocomplete=\"off\"><p>How much?") != html.npos);
  CHECK(html.find("class=\"predict\" id=\"sum-final-3\"") != html.npos);
}

TEST_CASE("mistakes: phases") {
  check_one("## A\n\n" + block,
            "5:4: error: a phases block on a page without phases, expected '## Phase 0: Title'");
  check_one(block + block + "## Phase 0: A\n",
            "6:4: error: a second phases block, the first is in line 3");
  check_one(block + "## Phase 2: A\n\n## Phase 0: B\n",
            "8:4: error: Phase 0 after Phase 2, expected Phase 3 or a later one");
  check_one(block + "## Phase 0: A\n\n## Phase 0: B\n",
            "8:4: error: Phase 0 after Phase 0, expected Phase 1 or a later one");
  check_one(block + "## Phase 0: A\n\n## Phase 1 – B\n",
            "8:4: error: heading 'Phase 1 – B', expected 'Phase 1: Title'");
  check_one(block + "## Phase 0: A\n\n## Phase 1:\n",
            "8:4: error: heading 'Phase 1:', expected 'Phase 1: Title'");
  check_one("```phases\nall\n```\n\n## Phase 0: A\n",
            "4:1: error: text in a 'phases' block, which the builder fills, expected none");
  check_one("```phases 0\n```\n\n## Phase 0: A\n",
            "3:11: error: unknown attribute '0', expected nothing behind 'phases'");
  for (const char* number :
       {"Phase 99999999999: A", "Phase 0:A", "Phase 1 : A", "Phase 0", "Phase 00000: A"})
    CHECK(loom::test::mistakes_of("# Page\n\n" + block + "## " + number + "\n").size() == 1);
  check_one(block + "## Phase 1234: A\n",
            "6:4: error: heading 'Phase 1234: A', expected 'Phase 123: Title'");
  for (const char* none : {"Phase -1: A", "phase 0: A", "Phase0: A", "Phase x: A"})
    check_one(block + "## " + none + "\n",
              "3:4: error: a phases block on a page without phases, expected '## Phase 0: Title'");
  check_one(block + "## A\n\n### Phase 0: B\n",
            "3:4: error: a phases block on a page without phases, expected '## Phase 0: Title'");
  check_one("> ```phases\n> ```\n\n## Phase 0: A\n",
            "3:6: error: a phases block inside a list or quote, expected it outside");
  check_one(block + "- a\n\n  > - ```phases\n  >   ```\n\n## Phase 0: A\n",
            "8:10: error: a phases block inside a list or quote, expected it outside");
  CHECK(loom::test::mistakes_of("# Page\n\n```phases a=\"b c\n```\n\n## Phase 0: A\n") ==
        Lines{"content/index.md:3:11: error: unknown attribute 'a=b c', expected nothing behind "
              "'phases'",
              "content/index.md:3:13: error: '\"' without a closing '\"'"});
  check_one("```phase\n```\n",
            "3:4: error: unknown block or language 'phase'; did you mean 'phases'?");
  CHECK(loom::test::mistakes_of("# Page\n\n" + block +
                                "## Phase 0: A\n\n## Phase diagrams\n\n"
                                "## Phases\n\n## Phase 1: B\n")
            .empty());
}

}  // TESTS_OF(tools::phases)
