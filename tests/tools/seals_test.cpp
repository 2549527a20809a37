// A prediction asks before the page shows the answer: the number is neither in its figure nor in
// the text around it.
#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"

TESTS_OF(tools::seals) {

using Lines = std::vector<std::string>;

namespace {

const std::string figure = "```scene coalescing pattern=strided stride=2\nLanes.\n```\n\n";
const std::string question =
    "```predict coalescing metric=bytes pattern=strided stride=4\nHow much?\n\n---\n\n"
    "It is [512](=coalescing.bytes?pattern=strided&stride=4).\n```\n\n";

Lines leaks(const std::string& page) { return loom::test::mistakes_of("# Page\n\n" + page); }
Lines one(const std::string& place, const std::string& what) {
  return {"content/index.md:" + place + ": error: " + what};
}
const std::string in_the_text =
    "'512' is what the prediction in line 9 asks for, expected it in its explanation or a fold";

}  // namespace

TEST_CASE("seals: a number that stands in the explanation, in a fold or in another section") {
  CHECK(leaks("## A\n\n" + question + figure) == Lines{});
  CHECK(leaks("## A\n\n" + question + figure + "```fold title=\"More\"\n512 bytes.\n```\n") ==
        Lines{});
  CHECK(leaks("## A\n\n" + question + figure + "## B\n\n512 bytes.\n") == Lines{});
  CHECK(leaks("## A\n\n" + question + figure + "1,512 bytes, 51.2 bytes, `512`, H512.\n") ==
        Lines{});
}

TEST_CASE("seals: the figure must not open in the state asked about") {
  CHECK(leaks("## A\n\n```scene coalescing pattern=strided stride=4\n```\n\n" + question) ==
        one("8:12",
            "figure 'coalescing' opens in a state that answers this question (Bytes fetched: 512 "
            "B.), expected another"));
}

TEST_CASE("seals: no other figure of the scene offers the state asked about") {
  const auto other = [](const std::string& line) {
    return leaks("```scene coalescing id=apart title=\"Apart\" " + line + "\n```\n\n## A\n\n" +
                 figure + question);
  };
  CHECK(other("controls=offset pattern=strided stride=2") == Lines{});
  CHECK(other("controls=stride pattern=sequential") == Lines{});
  CHECK(other("controls=stride pattern=strided stride=2 bytes=8") == Lines{});
  CHECK(other("stride=2") == Lines{});  // many states, of which a reader sees few
  const std::string few = "controls=stride pattern=strided stride=2";
  // A figure further down is not met before the question.
  CHECK(leaks("## A\n\n" + figure + question + "```scene coalescing id=later title=\"Later\" " +
              few + "\n```\n") == Lines{});
  CHECK(other(few) == one("12:12",
                          "figure 'apart' above can be put into the state asked about and is not "
                          "covered, expected a state that it does not offer"));
}

TEST_CASE("seals: a number that the timeline comes to is asked about from there on") {
  const std::string routing = "## A\n\n```scene moe-routing step=2\n```\n\n";
  CHECK(
      leaks(routing + "```predict moe-routing metric=useful experts=8 step=3\nHow much?\n```\n") ==
      one("8:12",
          "the state asked about does not show 'useful' before step 32, expected step=32 or later "
          "behind it"));
  CHECK(
      leaks(routing + "```predict moe-routing metric=useful experts=8 step=32\nHow much?\n```\n") ==
      Lines{});
}

TEST_CASE("seals: the figure must not tell the number as it opens") {
  const auto told = [](const std::string& where) {
    return one(
        "8:12",
        "figure 'coalescing' tells what this question asks for (Bytes fetched: 512 B.) " + where);
  };
  CHECK(leaks("## A\n\n```scene coalescing pattern=strided stride=2 title=\"Why 512?\"\n```\n\n" +
              question) == told("in its title: 'Why 512?'"));
  CHECK(leaks("## A\n\n```scene coalescing pattern=strided stride=2\nThen *512*.\n```\n\n## B\n\n" +
              question) == one("11:12",
                               "figure 'coalescing' tells what this question asks for (Bytes "
                               "fetched: 512 B.) in its caption: 'Then 512.'"));
}

TEST_CASE("seals: the section must not tell the number") {
  CHECK(leaks("## A\n\nIt is 512.\n\n" + question).size() >= 1);
  CHECK(leaks("## A\n\n" + figure + question + "It is *512* bytes.\n") == one("17:8", in_the_text));
  CHECK(leaks("## A\n\n" + figure + question + "- Five hundred and 512.\n") ==
        one("17:20", in_the_text));
  CHECK(leaks("## A\n\n" + figure + question + "| a | b |\n|---|---|\n| c | 512 |\n") ==
        one("19:7", in_the_text));
  CHECK(leaks("## A\n\n" + figure + question +
              "```quiz\nWhy?\n\n- [x] 512\n\n  Yes, 512.\n- [ ] No\n\n  No.\n```\n") ==
        one("20:7", in_the_text));
}

TEST_CASE("seals: a quiz that is being written, beside a prediction") {
  const std::string prediction = "## A\n\n" + figure + question;
  CHECK(leaks(prediction + "```quiz\nWhy?\n\n- [ ]\n- [x] a\n\n  b\n```\n") ==
        one("20:3", "an answer without an explanation, expected an indented paragraph below it"));
  const Lines empty = leaks(prediction + "```quiz\nWhy?\n\n-\n```\n");
  REQUIRE(empty.size() == 3);
  CHECK(empty[2] ==
        one("20:1", "an answer without a box, expected '- [ ] wrong' or '- [x] right'")[0]);
  CHECK(leaks(prediction + "```quiz\n```\n").size() == 1);
}

TEST_CASE("seals: a number's origin must not be the answer's, anywhere on the page") {
  const std::string given_away =
      "computes what a prediction about figure 'coalescing' asks for (bytes), expected it in an "
      "explanation or a fold";
  CHECK(leaks("## A\n\n" + figure + question +
              "## B\n\nHalf is [256](<=coalescing.bytes?pattern=strided&stride=4 / 2>).\n") ==
        one("19:16", given_away));
  CHECK(leaks("## A\n\n" + figure + question +
              "## B\n\nA [link with 512](#coalescing?pattern=strided&stride=4 \"=.bytes\").\n") ==
        one("19:19", given_away));
  CHECK(leaks("## A\n\n" + figure + question +
              "## B\n\nAlso [256](=coalescing.bytes?pattern=strided&stride=2).\n") == Lines{});
}

}  // TESTS_OF(tools::seals)
