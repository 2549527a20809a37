#include "core/gemm/two_sm.hpp"

#include "core/device/capability.hpp"
#include "core/gemm/wgmma.hpp"

namespace loom::gemm {
namespace {

constexpr int multiply_adds_per_k = 256;  // a cycle and SM, for each element along K

}  // namespace

std::optional<Error> refusal(const TwoSm& product) {
  const auto [sms, n, bits, in_tensor_memory] = product;
  if (sms != 1 && sms != 2) return Error{"sms: expected 1 or 2, got " + std::to_string(sms)};
  if (n < 32 || n > 256 || n % 32 != 0)
    return Error{"n: expected a multiple of 32 from 32 to 256, got " + std::to_string(n)};
  if (bits != 4 && bits != 8 && bits != 16 && bits != 32)
    return Error{"bits: expected 4, 8, 16 or 32, got " + std::to_string(bits)};
  return std::nullopt;
}

Feeding feeding(const TwoSm& product) {
  const int columns = product.n / product.sms;  // of B, that an SM keeps
  const int rows = product.a_in_tensor_memory ? 0 : two_sm_rows;
  Feeding found;
  found.k = step_bytes * 8 / product.bits;
  found.a_bytes = rows * step_bytes;
  found.b_bytes = columns * step_bytes;
  found.a_cycles = found.a_bytes / shared_bytes_per_cycle;
  found.b_cycles = found.b_bytes / shared_bytes_per_cycle;
  found.math_cycles = two_sm_rows * product.n / multiply_adds_per_k;
  found.flops = 2ll * two_sm_rows * product.n * found.k;
  found.stage_a = found.a_bytes * steps_of_stage;
  found.stage_b = found.b_bytes * steps_of_stage;
  if (!product.a_in_tensor_memory)
    found.stages =
        device::find_capability("10.0")->shared_per_block / (found.stage_a + found.stage_b);
  return found;
}

}  // namespace loom::gemm
