#include "core/gemm/tensor_memory.hpp"

#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

constexpr Field tensor_memory_in[] = {
    {"m", "rows of the tile, of both SMs where they are a pair: 64, 128 or 256"},
    {"n", "columns of the tile: a multiple of 16 to 256, or of 8 where an SM alone has 64 rows"},
    {"buffers", "tiles of sums under way at a time: 1 to 4"},
    {"pair", "true: two SMs multiply together (cta_group::2), each with half the rows", true},
    {"scales", "of a row of A and of a column of B that are kept at a time: 0 (default) to 16",
     true},
};
constexpr Field tensor_memory_out[] = {
    {"columns", "of the 512 that FP32 sums and scales take, in each SM"},
    {"allocated", "columns that have to be allocated: a power of two from 32; null: too many"},
    {"fits", "whether there are so many"},
};

Json run_tensor_memory(const Value& fields) {
  gemm::Accumulators sums;
  const auto read = [&](const char* name, int& into) {
    if (fields.contains(name)) into = static_cast<int>(integer(fields[name], name, 0, 1 << 20));
  };
  read("m", sums.m);
  read("n", sums.n);
  read("buffers", sums.buffers);
  read("scales", sums.scales);
  if (fields.contains("pair") && boolean(fields["pair"], "pair")) sums.sms = 2;
  if (const auto refused = refusal(sums)) {
    const std::size_t colon = refused->message.find(':');
    throw Refused("field '" + refused->message.substr(0, colon) + "'" +
                  refused->message.substr(colon));
  }
  const gemm::TmemNeed need = tmem_need(sums);
  return {{"columns", need.used()},
          {"allocated", need.fits() ? Json(need.allocated) : Json()},
          {"fits", need.fits()}};
}

}  // namespace

const Operation tensor_memory = {"gemm.tensor_memory",
                                 "how much of a Blackwell SM's tensor memory a tile's sums take",
                                 tensor_memory_in, tensor_memory_out, run_tensor_memory};

}  // namespace loom::eval
