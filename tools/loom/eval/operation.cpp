#include "tools/loom/eval/operation.hpp"

#include <array>

namespace loom::eval {
namespace {

void list(std::string& out, std::string_view heading, std::span<const Field> fields) {
  out += "  " + std::string(heading) + "\n";
  for (const Field& field : fields)
    out += "    " + std::string(field.name) + (field.optional ? " (optional)" : "") + ": " +
           std::string(field.what) + "\n";
}

}  // namespace

std::span<const Operation> operations() {
  static const std::array all = {
      attention_step,  attention_mask,  attention_rope, attention_sample,  // attention
      attention_cache, attention_pages,                                    // cache
      layout_fragment,                                                     // fragment
      pipeline,        traffic,                                            // gemm
      online_softmax,  moe_route,                                          // kernels
      sectors,         wavefronts,                                         // memory
      model_memory,    roofline,                                           // models
      accumulate,      decode,          dequantize,     encode,
      number_format,   quantize,        ternary,  // numerics
      occupancy,       schedule,                  // sm
      smooth,                                     // smooth
      range_shares,    tensor_core_dot,           // training
  };
  return all;
}

std::string list_operations() {
  std::string out;
  for (const Operation& operation : operations()) {
    out += std::string(operation.name) + ": " + std::string(operation.what) + "\n";
    list(out, "in", operation.in);
    list(out, "out", operation.out);
  }
  return out;
}

}  // namespace loom::eval
