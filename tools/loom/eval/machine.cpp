#include <algorithm>
#include <optional>

#include "core/device/measured_h200.hpp"
#include "core/device/roofline.hpp"
#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

constexpr Field peaks_in[] = {
    {"gpu", "\"v100\", \"a100\", \"h100\", \"h200\", \"b200\", \"rtx4090\", \"rtx5090\""},
    {"format", "\"fp32\", \"tf32\", \"fp16\", \"bf16\", \"fp8\", \"int8\", \"fp4\""},
    {"operation",
     "with its sizes, whole numbers from 1: vector_add (n), matmul (m, n, k), matvec "
     "(m, k), softmax, layer_norm, rms_norm (rows, columns), attention_naive, "
     "attention_fused (n, d), moe (tokens, experts, top_k, hidden, inner)"},
    {"n", "numbers; columns of B and C; tokens", true},
    {"m", "rows of A and C", true},
    {"k", "columns of A, rows of B", true},
    {"rows", "of the matrix", true},
    {"columns", "of the matrix", true},
    {"d", "numbers of a head", true},
    {"heads", "of attention; default 1", true},
    {"batch", "sequences; default 1", true},
    {"causal", "true: a query takes the keys up to itself; default false", true},
    {"phase", "\"prefill\" (the default: n queries) or \"decode\" (one)", true},
    {"tokens", "of the layer", true},
    {"experts", "of the layer", true},
    {"top_k", "experts of a token, at most 'experts'", true},
    {"hidden", "numbers of a token", true},
    {"inner", "numbers between an expert's projections", true},
    {"overhead",
     "seconds of a launch, 0 to 1; default: what a kernel of a CUDA graph takes on an H200, "
     "5.012e-7",
     true},
};
constexpr Field peaks_out[] = {
    {"flops", "operations"},
    {"bytes", "from and to memory"},
    {"intensity", "flops / bytes"},
    {"ridge", "FLOPs per byte: peak / bandwidth"},
    {"bound", "\"memory\", \"compute\" or \"overhead\""},
    {"seconds", "the longest of the three"},
};

// Sizes that only some operations take.
class Sizes {
 public:
  explicit Sizes(const Value& fields) : fields_(fields) {}

  std::int64_t required(const char* name) { return read(name, std::nullopt); }
  std::int64_t either(const char* name, std::int64_t otherwise) { return read(name, otherwise); }
  bool flag(const char* name) {
    taken_.push_back(name);
    return fields_.contains(name) && boolean(fields_[name], name);
  }
  bool decode() {
    constexpr std::string_view phases[] = {"prefill", "decode"};
    taken_.push_back("phase");
    return fields_.contains("phase") && choice(fields_["phase"], "phase", phases) == "decode";
  }

  // Called after all were read: a field that is left belongs to another operation.
  void refuse_others(const std::string& operation) const {
    for (const auto& [name, value] : *fields_.object()) {
      if (name == "op" || name == "gpu" || name == "format" || name == "operation" ||
          name == "overhead" || std::ranges::find(taken_, name) != taken_.end())
        continue;
      std::string expected;
      for (const std::string& one : taken_) expected += (expected.empty() ? "" : ", ") + one;
      throw Refused("field '" + name + "': " + operation + " has none, expected " + expected);
    }
  }

 private:
  std::int64_t read(const char* name, std::optional<std::int64_t> otherwise) {
    taken_.push_back(name);
    if (fields_.contains(name)) return integer(fields_[name], name, 1, device::max_roofline_size);
    if (!otherwise)
      throw Refused("field '" + std::string(name) + "': missing, expected a whole number from 1");
    return *otherwise;
  }

  const Value& fields_;
  std::vector<std::string> taken_;
};

device::Work attention(Sizes& sizes, bool naive) {
  device::AttentionSize size = {.n = sizes.required("n"), .d = sizes.required("d"), .naive = naive};
  size.heads = sizes.either("heads", 1);
  size.batch = sizes.either("batch", 1);
  size.causal = sizes.flag("causal");
  size.decode = sizes.decode();
  return device::attention(size);
}

device::Work moe(Sizes& sizes) {
  device::MoeSize size = {.tokens = sizes.required("tokens"), .experts = sizes.required("experts")};
  size.top_k = sizes.required("top_k");
  if (size.top_k > size.experts)
    throw Refused("field 'top_k': expected at most 'experts', " + std::to_string(size.experts) +
                  ", got " + std::to_string(size.top_k));
  size.hidden = sizes.required("hidden");
  size.inner = sizes.required("inner");
  return device::moe(size);
}

device::Work work(const std::string& operation, Sizes& sizes) {
  const auto matrix = [&](device::Work of(std::int64_t, std::int64_t)) {
    const std::int64_t rows = sizes.required("rows");
    return of(rows, sizes.required("columns"));
  };
  if (operation == "vector_add") return device::vector_add(sizes.required("n"));
  if (operation == "softmax") return matrix(device::softmax);
  if (operation == "layer_norm") return matrix(device::layer_norm);
  if (operation == "rms_norm") return matrix(device::rms_norm);
  if (operation == "moe") return moe(sizes);
  if (operation == "attention_naive" || operation == "attention_fused")
    return attention(sizes, operation == "attention_naive");
  const std::int64_t m = sizes.required("m");
  if (operation == "matvec") return device::matvec(m, sizes.required("k"));
  const std::int64_t n = sizes.required("n");
  return device::matmul(m, n, sizes.required("k"));
}

Json run_peaks(const Value& fields) {
  constexpr std::string_view operations[] = {"vector_add",      "matmul",          "matvec",
                                             "softmax",         "layer_norm",      "rms_norm",
                                             "attention_naive", "attention_fused", "moe"};
  const device::Peaks& gpu = named(fields["gpu"], "gpu", device::all_peaks());
  const device::UnitFormat& format =
      named(fields["format"], "format", std::span<const device::UnitFormat>(device::unit_formats));
  const std::string operation = choice(fields["operation"], "operation", operations);
  Sizes sizes(fields);
  const device::Work found = work(operation, sizes);
  sizes.refuse_others(operation);
  const double overhead = fields.contains("overhead")
                              ? within(fields["overhead"], "overhead", 0, 1, "seconds from 0 to 1")
                              : device::h200::graph_launch;
  const device::Roof roof = accept(device::roofline(gpu, format, found, overhead));
  return {{"flops", answer(roof.flops)},         {"bytes", answer(roof.bytes)},
          {"intensity", answer(roof.intensity)}, {"ridge", answer(roof.ridge)},
          {"bound", device::name(roof.bound)},   {"seconds", answer(roof.seconds)}};
}

}  // namespace

const Operation machine_roofline = {"machine.roofline",
                                    "what bounds an operation: arithmetic, bytes, or its launch",
                                    peaks_in, peaks_out, run_peaks};

}  // namespace loom::eval
