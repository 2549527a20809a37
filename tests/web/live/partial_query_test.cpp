#include "web/live/partial_query.hpp"

#include "tests/doctest.hpp"
#include "tests/web/live/fake_scene.hpp"

TESTS_OF(web::live::partial_query) {

using namespace loom::live;
using loom::tests::fake_scene;

TEST_CASE("what is right is loaded as it is") {
  Session live(fake_scene());
  const Loaded loaded = load_partly(live, "color=blue&step=1");
  CHECK(loaded.some);
  CHECK(loaded.problem.empty());
  CHECK(live.state().query() == "color=blue&step=1");
}

TEST_CASE(
    "of an address that is refused, all that is not refused is loaded, and the rest is named") {
  Session live(fake_scene());
  const Loaded loaded = load_partly(live, "length=999&color=blue&x&length=9");
  CHECK(loaded.some);
  CHECK(loaded.problem.find("Left out of the link: ") == 0);
  CHECK(loaded.problem.find("got '999'") != std::string::npos);
  CHECK(loaded.problem.find("; 'x': expected key=value") != std::string::npos);
  CHECK(live.state().values().query() == "color=blue&length=9");
}

TEST_CASE("parts that need each other stay when another is wrong") {
  Session live(fake_scene());
  const Loaded loaded = load_partly(live, "step=8&length=9&nothing=1");
  CHECK(loaded.some);
  CHECK(loaded.problem.find("Left out of the link: ") == 0);
  CHECK(loaded.problem.find("'nothing'") != std::string::npos);
  CHECK(loaded.problem.find("step") == std::string::npos);
  CHECK(live.state().query() == "length=9&step=8");
}

TEST_CASE("an address of which nothing is left changes nothing") {
  Session live(fake_scene());
  REQUIRE_FALSE(live.load("length=9"));
  for (const std::string_view query : {"note=a%8", "length=-1&x", "&x&"}) {
    CAPTURE(query);
    const Loaded loaded = load_partly(live, query);
    CHECK_FALSE(loaded.some);
    CHECK(loaded.problem.find("Left out") == std::string::npos);
    CHECK_FALSE(loaded.problem.empty());
    CHECK(live.state().values().query() == "length=9");
  }
}

}  // TESTS_OF(web::live::partial_query)
