#include "core/gemm/linear_layer.hpp"

#include "core/find.hpp"

namespace loom::gemm {
namespace {

constexpr Scheme scheme_table[] = {{"w16a16", "W16A16", 16, 16},
                                   {"w4a16", "W4A16", 4, 16},
                                   {"w8a8", "W8A8", 8, 8},
                                   {"w4a4", "W4A4", 4, 4}};

constexpr double bytes_of(int bits) { return bits == 4 ? 4.5 / 8 : bits / 8.; }
constexpr double output_bytes = 2;

}  // namespace

std::span<const Scheme> schemes() { return scheme_table; }

const Scheme* find_scheme(std::string_view id) { return find_by_id<Scheme>(scheme_table, id); }

const device::Math& math(const device::Machine& machine, const Scheme& scheme) {
  const int bits = scheme.math_bits();
  if (bits <= 4 && machine.four.peak.known()) return machine.four;
  if (bits <= 8 && machine.eight.peak.known()) return machine.eight;
  return machine.sixteen;
}

LinearCost linear_cost(const device::Machine& machine, const Linear& layer, const Scheme& scheme,
                       int batch) {
  const double weights = static_cast<double>(layer.inputs) * layer.outputs;
  LinearCost found = {.flop = 2. * batch * weights,
                      .weight_bytes = weights * bytes_of(scheme.weight_bits),
                      .input_bytes = batch * bytes_of(scheme.activation_bits) * layer.inputs,
                      .output_bytes = batch * output_bytes * layer.outputs};
  found.memory = found.bytes() / (machine.bandwidth.value * 1e9);
  found.math = found.flop / (math(machine, scheme).peak.value * 1e12);
  return found;
}

double ridge_batch(const device::Machine& machine, const Linear& layer, const Scheme& scheme) {
  // For each token, math must take longer than moving the token's numbers.
  const LinearCost one = linear_cost(machine, layer, scheme, 1);
  const double share = one.weight_bytes / one.bytes();
  const double gained = one.math - one.memory * (1 - share);
  return gained > 0 ? one.memory * share / gained : 0;
}

}  // namespace loom::gemm
