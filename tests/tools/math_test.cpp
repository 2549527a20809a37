#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"
#include "tools/loom/base/failure.hpp"

TESTS_OF(tools::math) {

using loom::site::Cache;
using loom::test::Folder;

TEST_CASE("formulas: what an earlier build has rendered takes no Node.js") {
  const Folder folder;
  folder.put("content/index.md", "# A\n\nWith $x$ and $\\nonsense$.\n");
  loom::site::Options options = folder.options();
  Cache cache;
  const std::vector<std::string> mistakes = loom::site::build(options, cache).mistakes;
  REQUIRE(mistakes.size() == 1);
  CHECK(cache.formulas.size() == 2);

  options.math = folder.path("nowhere.mjs");
  CHECK(loom::site::build(options, cache).mistakes == mistakes);
  folder.put("content/index.md", "# A\n\nWith $x$ twice: $x$.\n");
  CHECK(loom::site::build(options, cache).mistakes.empty());
  folder.put("content/index.md", "# A\n\nWith $y$.\n");
  CHECK_THROWS_AS(loom::site::build(options, cache), loom::Failure);
}

TEST_CASE("a site that is built again is the one that is built anew") {
  const Folder folder;
  const auto write = [&](const char* state) {
    folder.put("content/index.md", std::string("# A\n\n```gallery\n```\n\n```scene coalescing ") +
                                       state + "\n```\n\n[There](#coalescing?stride=7).\n");
  };
  Cache cache;
  for (const char* state : {"stride=2", "stride=3", "stride=2", "stride=2 step=1"}) {
    write(state);
    const loom::site::Built anew = loom::site::build(folder.options());
    REQUIRE(anew.mistakes.empty());
    CHECK(loom::site::build(folder.options(), cache).files == anew.files);
    CHECK(cache.figures.size() == 1);
  }
}

}  // TESTS_OF(tools::math)
