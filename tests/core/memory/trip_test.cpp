#include "core/memory/trip.hpp"

#include "tests/doctest.hpp"

TESTS_OF(core::memory::trip) {

using namespace loom;
using namespace loom::memory;
using device::Level;

TEST_CASE("trip: what is behind and what is ahead add up, on every GPU") {
  for (const device::Gpu& gpu : device::gpus()) {
    CAPTURE(gpu.name);
    const Trip stops = trip(gpu);
    double left = 1e9;
    std::optional<double> whole;
    for (size_t i = 0; i < stops.size(); ++i) {
      const Stop& stop = stops[i];
      CHECK(static_cast<int>(stop.level) == 3 - static_cast<int>(i));
      if (!stop.left) {
        CHECK(stop.level == Level::dram);
        CHECK_FALSE(stop.elapsed);
        CHECK_FALSE(stop.scaled);
        continue;
      }
      CHECK(*stop.left < left);  // every stop is nearer
      left = *stop.left;
      if (!whole) whole = stop.left;
      CHECK(*stop.elapsed + *stop.left == doctest::Approx(*whole));
      CHECK(*stop.scaled == doctest::Approx(*stop.left / *stops[3].left));
    }
    CHECK(*stops[3].scaled == 1);
  }
}

TEST_CASE("trip: an H100, by hand") {
  const Trip stops = trip(*device::find_gpu("h100"));
  CHECK(stops[0].left == 479);
  CHECK(stops[0].elapsed == 0);
  CHECK(stops[1].left == 263);
  CHECK(stops[1].elapsed == 216);
  CHECK(stops[2].left == 29);
  CHECK(stops[2].elapsed == 450);
}

TEST_CASE("trip: where no figure for shared memory is known, the L1 cache stands in") {
  const device::Gpu& b200 = *device::find_gpu("b200");
  CHECK_FALSE(b200.at(Level::l1).latency.known());
  CHECK(latency(b200, Level::l1).value == 39);
  const Trip stops = trip(b200);
  CHECK_FALSE(stops[0].left);
  CHECK(stops[1].elapsed == 0);
}

}  // TESTS_OF(core::memory::trip)
