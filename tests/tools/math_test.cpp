#include "tools/loom/site/resolve/math.hpp"

#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"

using loom::site::Formulas;
using loom::test::Folder;

TEST_CASE("formulas: what an earlier build has rendered takes no Node.js") {
  const Folder folder;
  folder.put("content/index.md", "# A\n\nWith $x$ and $\\nonsense$.\n");
  loom::site::Options options = folder.options();
  options.formulas = std::make_shared<Formulas>();
  const std::vector<std::string> mistakes = loom::site::build(options).mistakes;
  REQUIRE(mistakes.size() == 1);
  CHECK(options.formulas->known.size() == 2);

  options.math = folder.path("nowhere.mjs");
  CHECK(loom::site::build(options).mistakes == mistakes);
  folder.put("content/index.md", "# A\n\nWith $x$ twice: $x$.\n");
  CHECK(loom::site::build(options).mistakes.empty());
  folder.put("content/index.md", "# A\n\nWith $y$.\n");
  CHECK_THROWS_AS(loom::site::build(options), loom::site::Failure);
}
