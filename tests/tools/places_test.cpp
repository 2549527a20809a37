// The places of mistakes where Markdown hides them: md4c copies an address with '&' or '\', and
// says nothing about a block without text.
#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"

TESTS_OF(tools::places) {

namespace {

using Lines = std::vector<std::string>;

// The places of the mistakes of a page whose text begins in line 3: "3:7".
Lines places(const std::string& text) {
  Lines out;
  for (const std::string& mistake : loom::test::mistakes_of("# Page\n\n" + text)) {
    const size_t from = mistake.find(".md:") + 4;
    out.push_back(mistake.substr(from, mistake.find(": ", from) - from));
  }
  return out;
}

}  // namespace

TEST_CASE("places: an address that md4c copies") {
  CHECK(places("[a](#no?x=1&y=2)\n") == Lines{"3:5"});
  CHECK(places("[a](<#no?x=1&amp;y=\\_>)\n") == Lines{"3:6"});
  // Its definition stands elsewhere, and another address is near.
  CHECK(places("[a][r] and [x](https://example.org/).\n\n[r]: #no?x=1&y=2\n") == Lines{"5:6"});
  CHECK(
      places("[256][o] and [32](=core:warp_lanes)\n\n[o]: =coalescing.bytes?stride=2&offset=0\n") ==
      Lines{"3:2"});
  // Names of links that differ only in such signs.
  CHECK(places("[a][b&c]\n\n[b%c]: /\n[b\\c]: /?x=1&y=2\n[b&c]: #no?x=1&y=2\n") == Lines{"7:8"});
  // An image is within the link's text.
  CHECK(places("[![a](x.png)](#no?x=1&y=2)\n") == Lines{"3:7", "3:15"});
  CHECK(places("![](x.png)![](y&z.png)\n") == Lines{"3:5", "3:5", "3:15", "3:15"});
  CHECK(places("[`](` `](#no)` and **b**](#no?x=1&y=2)\n") == Lines{"3:27"});
  CHECK(places("- a\n\n  > [a\n  > b](#no?x=1&y=2)\n") == Lines{"6:8"});
  CHECK(places("| a |\n|---|\n| [[no\\|a&b]] and [a](#no\\_b) |\n") == Lines{"5:5", "5:23"});
  // It has no place if it is empty or has an escaped backtick. The link's text leads to it.
  CHECK(places("[a](#no\\`) `b`\n") == Lines{"3:5"});
  CHECK(places("[a]()\n") == Lines{"3:5"});
  CHECK(places("[*a*]() [b](#a)\n## A\n") == Lines{"3:3"});
}

TEST_CASE("places: the first line of a fence that md4c copies") {
  const std::string fence = "```scene accumulator title=\"a\\_&amp;\" bits=70\n```\n";
  CHECK(places(fence) == Lines{"3:44"});
  CHECK(places("[r]: /b \"```scene\"\n\n" + fence) == Lines{"5:44"});
  CHECK(places("- a\n\n  ```scene accumulator title=\"&\" bits=70\n  ```\n") == Lines{"5:39"});
}

TEST_CASE("places: blocks without text") {
  CHECK(places("##\n\n##\n") == Lines{"3:1", "5:1"});
  CHECK(places("## A ##\n\nSee [A](#a)\n\n##\n\nB\n") == Lines{"7:1"});
  CHECK(places("```scene accumulator\n---\n\n***\n```\n") == Lines{"4:1", "6:1"});
  CHECK(places("```text\n```\n\n##\n\n    code\n\n##\n") == Lines{"6:1", "10:1"});
  CHECK(places("```quiz\nWhich?\n\n- [x] A\n\n  ~~~\n  code\n  ~~~\n-\n-\n```\n") ==
        Lines{"11:1", "12:1"});
  CHECK(places("| a |\n|---|\n\n##\n") == Lines{"6:1"});
}

}  // TESTS_OF(tools::places)
