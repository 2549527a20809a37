#include "core/device/machine.hpp"

#include "core/device/gpu.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::device::machine) {

using namespace loom::device;

TEST_CASE("machines: every number has a source, and those of the GPUs are the GPUs'") {
  int shared = 0;
  for (const Machine& machine : machines()) {
    CAPTURE(machine.name);
    CHECK(find_machine(machine.id) == &machine);
    for (const Sourced* number : {&machine.memory, &machine.bandwidth, &machine.sixteen.peak,
                                  &machine.eight.peak, &machine.four.peak})
      CHECK(number->known() == !number->source.empty());
    CHECK(machine.memory.known());
    CHECK(machine.bandwidth.known());
    if (const Gpu* gpu = find_gpu(machine.id)) {
      ++shared;
      CHECK(machine.name == gpu->name);
      constexpr double gib = 1024. * 1024 * 1024 / 1e9;
      CHECK(machine.memory.value == doctest::Approx(gpu->at(Level::dram).size.value * gib));
      CHECK(machine.memory.high == doctest::Approx(gpu->at(Level::dram).size.high * gib));
      CHECK(machine.bandwidth.value == gpu->at(Level::dram).bandwidth.value);
      CHECK(machine.bandwidth.high == gpu->at(Level::dram).bandwidth.high);
    }
  }
  CHECK(shared == 4);
  CHECK(find_machine("h800") == nullptr);
}

TEST_CASE("machines: half the bits are at least twice as fast, up to rounding in print") {
  for (const Machine& machine : machines()) {
    CAPTURE(machine.name);
    const double sixteen = machine.sixteen.peak.value, eight = machine.eight.peak.value,
                 four = machine.four.peak.value;
    if (eight > 0) CHECK(eight >= 1.99 * sixteen);
    if (four > 0) CHECK(four >= 1.99 * eight);
    CHECK((sixteen > 0) == (eight > 0));
    for (const Math* math : {&machine.sixteen, &machine.eight, &machine.four})
      CHECK(math->peak.known() == !math->name.empty());
  }
}

TEST_CASE("machines: the tensor cores' rate is that of their clock") {
  // Multiply-adds per SM and cycle, as in gpu.cpp's notes: 1.41, 1.83 and 1.86 GHz.
  CHECK(find_machine("a100")->sixteen.peak.value ==
        doctest::Approx(108 * 1024 * 2 * 1.41e-3).epsilon(0.002));
  CHECK(find_machine("h100")->sixteen.peak.value ==
        doctest::Approx(132 * 4096 * 2 * 1.83e-3 / 2).epsilon(0.002));
  CHECK(find_machine("b200")->sixteen.peak.value ==
        doctest::Approx(148 * 8192 * 2 * 1.86e-3 / 2).epsilon(0.005));
}

}  // TESTS_OF(core::device::machine)
