#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"
#include "tools/loom/site/earlier.hpp"

TESTS_OF(tools::math) {

using loom::site::Earlier;
using loom::test::Folder;

TEST_CASE("formulas: what an earlier build has rendered takes no Node.js") {
  const Folder folder;
  folder.put("content/index.md", "# A\n\nWith $x$ and $\\nonsense$.\n");
  loom::site::Options options = folder.options();
  options.earlier = std::make_shared<Earlier>();
  const std::vector<std::string> mistakes = loom::site::build(options).mistakes;
  REQUIRE(mistakes.size() == 1);
  CHECK(options.earlier->formulas.known.size() == 2);

  options.math = folder.path("nowhere.mjs");
  CHECK(loom::site::build(options).mistakes == mistakes);
  folder.put("content/index.md", "# A\n\nWith $x$ twice: $x$.\n");
  CHECK(loom::site::build(options).mistakes.empty());
  folder.put("content/index.md", "# A\n\nWith $y$.\n");
  CHECK_THROWS_AS(loom::site::build(options), loom::site::Failure);
}

TEST_CASE("a site that is built again is the one that is built anew") {
  const Folder folder;
  const auto write = [&](const char* state) {
    folder.put("content/index.md", std::string("# A\n\n```gallery\n```\n\n```scene coalescing ") +
                                       state + "\n```\n\n[There](#coalescing?stride=7).\n");
  };
  loom::site::Options again = folder.options();
  again.earlier = std::make_shared<Earlier>();
  for (const char* state : {"stride=2", "stride=3", "stride=2", "stride=2 step=1"}) {
    write(state);
    const loom::site::Built anew = loom::site::build(folder.options());
    REQUIRE(anew.mistakes.empty());
    CHECK(loom::site::build(again).files == anew.files);
    CHECK(again.earlier->figures.size() == 1);
  }
}

}  // TESTS_OF(tools::math)
