#include "core/gemm/linear_layer.hpp"

#include <cmath>
#include <vector>

#include "tests/doctest.hpp"

TESTS_OF(core::gemm::linear_layer) {

using namespace loom;
using namespace loom::gemm;

namespace {

std::vector<const device::Machine*> with_math() {
  std::vector<const device::Machine*> found;
  for (const device::Machine& machine : device::machines())
    if (machine.sixteen.peak.known()) found.push_back(&machine);
  return found;
}

const device::Machine& machine(const char* id) { return *device::find_machine(id); }
const Scheme& scheme(const char* id) { return *find_scheme(id); }

constexpr Linear square = {4096, 4096}, up = {4096, 14336}, thin = {16384, 256};

}  // namespace

TEST_CASE("roofline: bytes and operations, counted by hand for a small layer") {
  const LinearCost found = linear_cost(machine("h200"), {64, 32}, scheme("w4a16"), 3);
  CHECK(found.flop == 2. * 3 * 64 * 32);
  CHECK(found.weight_bytes == 64 * 32 / 2 + 64 * 32 / 16);  // nibbles, and a byte for each 16
  CHECK(found.input_bytes == 3 * 64 * 2);
  CHECK(found.output_bytes == 3 * 32 * 2);
  const LinearCost four = linear_cost(machine("b200"), {64, 32}, scheme("w4a4"), 3);
  CHECK(four.input_bytes == 3 * (64 / 2 + 64 / 16));
  CHECK(four.output_bytes == found.output_bytes);
}

TEST_CASE("roofline: at batch 1 the weights' bits decide, at large batches the math's format") {
  const auto time = [](const char* id, const char* name, int batch) {
    return linear_cost(machine(id), up, scheme(name), batch).time();
  };
  CHECK(time("h200", "w16a16", 1) / time("h200", "w4a16", 1) ==
        doctest::Approx(16 / 4.5).epsilon(0.01));
  CHECK(time("h200", "w16a16", 1) / time("h200", "w8a8", 1) == doctest::Approx(2).epsilon(0.01));
  CHECK(time("h200", "w16a16", 512) == time("h200", "w4a16", 512));
  CHECK(time("h200", "w16a16", 4096) / time("h200", "w8a8", 4096) ==
        doctest::Approx(2).epsilon(0.001));
  CHECK(time("b200", "w16a16", 4096) / time("b200", "w4a4", 4096) == doctest::Approx(4));
}

TEST_CASE("roofline: without units for 4 bits the next longer format multiplies") {
  CHECK(math(machine("h200"), scheme("w4a4")).name == "FP8");
  CHECK(math(machine("b200"), scheme("w4a4")).name == "FP4");
  CHECK(math(machine("a100"), scheme("w4a4")).name == "INT4");
  CHECK(math(machine("a100"), scheme("w8a8")).name == "INT8");
  for (const device::Machine* each : with_math())
    CHECK(&math(*each, scheme("w4a16")) == &each->sixteen);
}

TEST_CASE("ridge: the known 206 of an H200 in BF16, were there weights only") {
  // Activations of a very wide layer weigh nothing beside its weights.
  const Linear wide = {1 << 20, 1 << 20};
  CHECK(ridge_batch(machine("h200"), wide, scheme("w16a16")) ==
        doctest::Approx(989.4e12 / 4800e9).epsilon(0.001));
  CHECK(ridge_batch(machine("h100"), wide, scheme("w8a8")) ==
        doctest::Approx(1979e12 / 3350e9 / 2).epsilon(0.001));
}

TEST_CASE("ridge: the last batch that waits for memory is below it, the next is above") {
  for (const device::Machine* each : with_math())
    for (const Linear& layer : {square, up, thin})
      for (const Scheme& one : schemes()) {
        CAPTURE(each->name);
        CAPTURE(one.name);
        int batch = 1;
        while (batch < 20000 && !linear_cost(*each, layer, one, batch).bound_by_math()) ++batch;
        const double ridge = ridge_batch(*each, layer, one);
        if (ridge == 0 || ridge >= 20000)
          CHECK(batch == 20000);
        else
          CHECK(batch == std::floor(ridge) + 1);
      }
  CHECK(ridge_batch(machine("b200"), {256, 256}, scheme("w16a16")) == 0);
}

TEST_CASE("roofline: throughput never falls with the batch, nor above the peak") {
  for (const device::Machine* each : with_math())
    for (const Scheme& one : schemes()) {
      double before = 0;
      for (int batch = 1; batch <= 4096; batch *= 2) {
        const double now = linear_cost(*each, up, one, batch).flop_per_second();
        CHECK(now >= before);
        CHECK(now <= math(*each, one).peak.value * 1e12 * (1 + 1e-12));
        before = now;
      }
    }
  CHECK(find_scheme("w2a16") == nullptr);
}

}  // TESTS_OF(core::gemm::linear_layer)
