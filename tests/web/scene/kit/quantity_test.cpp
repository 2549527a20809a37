// Numbers with units.
#include "web/scene/kit/quantity.hpp"

#include "tests/doctest.hpp"

TESTS_OF(web::scene::kit::quantity) {

using namespace loom::scene;

TEST_CASE("kit: a number stands before its unit") {
  CHECK(quantity(7.042, "µs") == "7.04 µs");
  CHECK(quantity(1340, "TFLOP/s") == "1,340 TFLOP/s");
  CHECK(quantity(2.5, "×") == "2.50×");
  CHECK(quantity(12.34, "%") == "12.3%");
  CHECK(quantity(44.2, "") == "44.2");
}

TEST_CASE("kit: the prefix leaves one to three digits in front") {
  CHECK(prefixed(7.04e-6, "s") == "7.04 µs");
  CHECK(prefixed(4.8e12, "B/s") == "4.80 TB/s");
  CHECK(prefixed(0, "s") == "0.000 s");
  CHECK(prefixed(999.4, "FLOP/s") == "999 FLOP/s");
  CHECK(prefixed(999.6, "FLOP/s") == "1.00 kFLOP/s");
  CHECK(prefixed(1000, "FLOP/s") == "1.00 kFLOP/s");
  CHECK(prefixed(0.9996, "s") == "1.00 s");
  CHECK(prefixed(0.5, "s") == "500 ms");
  CHECK(prefixed(3e-12, "s") == "3.00 ps");
  CHECK(prefixed(2e18, "FLOP/s") == "2,000 PFLOP/s");
  CHECK(scaled(2.5e6, "B").value == 2.5);
  CHECK(scaled(2.5e6, "B").unit == "MB");
}

}  // TESTS_OF(web::scene::kit::quantity)
