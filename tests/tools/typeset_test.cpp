#include "tools/loom/text/typeset.hpp"

#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"

TESTS_OF(tools::typeset) {

using loom::text::typeset;
using loom::text::Typesetter;

TEST_CASE("typeset: what stands before a mark decides whether it opens or closes") {
  CHECK(typeset("A warp's 'lane', the kernels' end") == "A warp’s ‘lane’, the kernels’ end");
  CHECK(typeset("She says \"it's 'one'\".") == "She says “it’s ‘one’”.");
  CHECK(typeset("'a' (\"b\") c/'d' 'e'\n'f'") == "‘a’ (“b”) c/‘d’ ‘e’\n‘f’");
  CHECK(typeset("\"'a' b\"") == "“‘a’ b”");
  CHECK(typeset("5 ‘as it is’ −’ 𝄞'") == "5 ‘as it is’ −’ 𝄞’");
  CHECK(typeset("").empty());
}

TEST_CASE("typeset: texts of a paragraph follow each other") {
  Typesetter setter;
  CHECK(setter.set("The '") == "The ‘");
  setter.pass("code");
  CHECK(setter.set("' of ") == "’ of ");
  CHECK(setter.set("'all'") == "‘all’");
}

TEST_CASE("typeset: prose of every kind is set, code stays as it was typed") {
  const std::string html = loom::test::html_of(
      "## The warp's 'lane'\n"
      "\n"
      "It's `don't`'s *'both'* \"sides\", the [reader's](#the-warps-lane) `\"own\"`.\n"
      "\n"
      "```text\n'as' it's\n```\n");
  const auto has = [&](const std::string& part) {
    CHECK_MESSAGE(html.find(part) != html.npos, part << " in " << html);
  };
  has("<h2 id=\"the-warps-lane\">The warp’s ‘lane’");
  has("It’s <code>don't</code>’s <em>‘both’</em> “sides”");
  has(">reader’s</a> <code>&quot;own&quot;</code>.");
  has("'as' it's");
}

}  // TESTS_OF(tools::typeset)
