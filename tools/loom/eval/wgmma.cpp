#include "core/gemm/wgmma.hpp"

#include "core/find.hpp"
#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

constexpr std::string_view places[] = {"shared", "registers"};

constexpr Field wgmma_in[] = {
    {"n", "columns of B, 8 to 256: a multiple of 8, for integers above 24 of 16"},
    {"type", "of A and B: \"bf16\", \"fp16\", \"tf32\", \"e4m3\" or \"int8\""},
    {"a", "where A lies: \"shared\" (the default) or \"registers\"", true},
};
constexpr Field wgmma_out[] = {
    {"k", "columns of A: 32 bytes"},
    {"flops", "2 · 64 · n · k"},
    {"shared_bytes", "read from shared memory"},
    {"math_cycles", "of the tensor cores"},
    {"shared_cycles", "of shared memory"},
    {"cycles", "from one instruction to the next on the same sums"},
    {"bound", "\"tensor cores\", \"shared memory\" or \"registers\": what takes so long"},
    {"peak", "share of the tensor cores' peak, 0 to 1"},
    {"sums", "32-bit registers per thread that hold D"},
};

Json run_wgmma(const Value& fields) {
  std::vector<std::string_view> ids;
  for (const gemm::WgmmaType& type : gemm::wgmma_types()) ids.push_back(type.id);
  const gemm::WgmmaType* type =
      find_by_id(gemm::wgmma_types(), choice(fields["type"], "type", ids));
  gemm::WgmmaShape shape;
  shape.n = static_cast<int>(integer(fields["n"], "n", gemm::least_wgmma_n, gemm::most_wgmma_n));
  shape.a_in_registers = fields.contains("a") && choice(fields["a"], "a", places) == "registers";
  const auto found = gemm::wgmma(*type, shape);
  if (!found) throw Refused("field " + found.error().message);
  return {{"k", found->k},
          {"flops", found->flops},
          {"shared_bytes", found->shared_bytes()},
          {"math_cycles", answer(found->math)},
          {"shared_cycles", answer(found->shared)},
          {"cycles", answer(found->cycles)},
          {"bound", gemm::name(found->bound)},
          {"peak", answer(found->peak_share())},
          {"sums", found->sums}};
}

}  // namespace

const Operation gemm_wgmma = {"gemm.wgmma", "one matrix instruction of a warpgroup of Hopper's",
                              wgmma_in, wgmma_out, run_wgmma};

}  // namespace loom::eval
