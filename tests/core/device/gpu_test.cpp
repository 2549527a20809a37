#include "core/device/gpu.hpp"

#include "core/device/capability.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::device::gpu) {

using namespace loom::device;

namespace {

void check(const Sourced& number, double least, double most) {
  if (!number.known()) {
    CHECK(number.value == 0);
    CHECK(number.source == "");
    return;
  }
  CHECK(number.value >= least);
  CHECK(number.value <= most);
  CHECK((number.standing == Standing::measured) == number.source.empty());
  if (number.standing == Standing::contested)
    CHECK(number.high > number.value);
  else
    CHECK(number.high == 0);
}

}  // namespace

TEST_CASE("gpus: every number has a source, and lies where its kind of memory lies") {
  CHECK(gpus().size() == 5);
  for (const Gpu& gpu : gpus()) {
    CAPTURE(gpu.name);
    CHECK(find_gpu(gpu.id) == &gpu);
    const Capability* capability = find_capability(gpu.capability);
    REQUIRE(capability);
    CHECK(capability->chips.find(gpu.name) != std::string_view::npos);
    CHECK(gpu.at(Level::registers).size.value == registers_per_sm * 4);
    CHECK(gpu.at(Level::l1).size.value == capability->pool_kib * 1024);
    check(gpu.at(Level::registers).latency, 3, 5);
    check(gpu.at(Level::l1).latency, 15, 40);
    check(gpu.l1_latency, 25, 45);
    check(gpu.at(Level::l2).latency, 150, 330);
    check(gpu.at(Level::dram).latency, 350, 1000);
    check(gpu.at(Level::l2).size, 5e6, 2e8);
    check(gpu.at(Level::dram).size, 1e10, 2e11);
    double faster = 1e9;
    for (const LevelNumbers& level : gpu.levels) {
      check(level.bandwidth, 500, 1e6);
      if (!level.bandwidth.known()) continue;
      CHECK(level.bandwidth.value < faster);
      faster = level.bandwidth.value;
    }
  }
  CHECK(find_gpu("h800") == nullptr);
}

}  // TESTS_OF(core::device::gpu)
