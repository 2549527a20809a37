#include "core/device/peaks.hpp"

#include "core/device/machine.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::device::peaks) {

using namespace loom::device;

TEST_CASE("peaks: every number has a source, and those of the machines are the machines'") {
  const auto rate = [](const Peaks& gpu, std::string_view id) {
    for (const UnitFormat& format : unit_formats)
      if (format.id == id) return gpu.rate(format).value;
    return -1.;
  };
  int shared = 0;
  for (const Peaks& gpu : all_peaks()) {
    CAPTURE(gpu.name);
    CHECK(gpu.bandwidth.known());
    for (const Sourced& number : gpu.rates) CHECK(number.known() == !number.source.empty());
    const Machine* machine = find_machine(gpu.id);
    if (!machine) continue;
    ++shared;
    CHECK(gpu.name == machine->name);
    const Sourced& bandwidth = machine->bandwidth;  // of a contested one, NVIDIA's is the higher
    CHECK(gpu.bandwidth.value == (bandwidth.high > 0 ? bandwidth.high : bandwidth.value));
    CHECK(rate(gpu, "bf16") == machine->sixteen.peak.value);
    CHECK(rate(gpu, machine->eight.name == "FP8" ? "fp8" : "int8") == machine->eight.peak.value);
    if (machine->four.name == "FP4") CHECK(rate(gpu, "fp4") == machine->four.peak.value);
  }
  CHECK(shared == 6);
}

TEST_CASE("peaks: narrower formats are never slower") {
  for (const Peaks& gpu : all_peaks()) {
    CAPTURE(gpu.name);
    double before = 0;
    for (const UnitFormat& format : unit_formats) {
      const Sourced& rate = gpu.rate(format);
      if (!rate.known()) continue;
      CHECK(rate.value >= before);
      before = rate.value;
    }
  }
}

}  // TESTS_OF(core::device::peaks)
