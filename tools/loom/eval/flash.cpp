// Kernels for attention and elementwise chains: kernels.flash_io, .split_kv, .fusion.
#include <algorithm>

#include "core/kernels/flash_io.hpp"
#include "core/kernels/fusion.hpp"
#include "core/kernels/split_kv.hpp"
#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

constexpr Field flash_io_in[] = {
    {"n", "queries, and as many keys, 1 to 4194304"},
    {"d", "numbers of a query, key or value, 1 to 16384"},
    {"loop",
     "\"standard\" (scores and weights go through memory), \"fa1\" (keys outside, queries inside) "
     "or "
     "\"fa2\" (queries outside, keys inside)"},
    {"block_q", "queries of a block, 1 to 1099511627776; \"standard\" has no blocks"},
    {"block_k", "keys of a block, likewise"},
    {"causal",
     "true: blocks that no query sees are left out; \"standard\" computes them all the same; "
     "default false",
     true},
};
constexpr Field flash_io_out[] = {
    {"reads", "elements of one head that are read"},
    {"writes", "elements that are written"},
};

Json run_flash_io(const Json& fields) {
  using kernels::FlashLoop;
  constexpr std::string_view names[] = {"standard", "fa1", "fa2"};  // in the order of FlashLoop
  kernels::FlashIoOptions options;
  options.n = integer(fields["n"], "n", 1, kernels::most_flash_tokens);
  options.d = integer(fields["d"], "d", 1, kernels::most_flash_width);
  const std::string name = choice(fields["loop"], "loop", names);
  options.loop =
      static_cast<FlashLoop>(std::find(std::begin(names), std::end(names), name) - names);
  options.block_q = integer(fields["block_q"], "block_q", 1, kernels::most_flash_block);
  options.block_k = integer(fields["block_k"], "block_k", 1, kernels::most_flash_block);
  if (fields.contains("causal")) options.causal = boolean(fields["causal"], "causal");
  const kernels::FlashIo found = accept(kernels::flash_io(options));
  return {{"reads", found.reads}, {"writes", found.writes}};
}

constexpr Field split_kv_in[] = {
    {"scores", "one number for each key; \"-inf\" for a masked one"},
    {"values", "one finite number for each key"},
    {"splits",
     "parts of the keys, 1 to 65536; the first ones get a key more where they do not divide"},
};
constexpr Field split_kv_out[] = {
    {"merged",
     "softmax-weighted mean of the values, merged from the parts' means by their log-sum-exp; "
     "\"nan\" where every key is masked"},
};

Json run_split_kv(const Json& fields) {
  const std::vector<double> scores = numbers(fields["scores"], "scores"),
                            values = numbers(fields["values"], "values");
  const auto splits =
      static_cast<int>(integer(fields["splits"], "splits", 1, kernels::most_splits));
  return {{"merged", answer(accept(kernels::split_kv({scores, values}, splits)).merged)}};
}

constexpr Field fusion_in[] = {
    {"n", "elements of each tensor, 1 to 9007199254740992"},
    {"width", "bytes of an element, 1 to 16"},
    {"extra",
     "array with a number for each operation of the chain, in order: how many tensors it reads "
     "besides the result of the one before, 0 to 64; a residual is one"},
    {"bandwidth", "bytes a second, above 0, up to 1e18"},
    {"launch", "seconds that a kernel takes besides its bytes, 0 to 1e6; default 0", true},
};
constexpr Field fusion_out[] = {
    {"unfused", "a kernel for each operation: bytes, launches, seconds"},
    {"fused", "one kernel for all of them: bytes, launches, seconds"},
};

Json run_fusion(const Json& fields) {
  std::vector<int> extra;
  for (const Json& each : array(fields["extra"], "extra"))
    extra.push_back(static_cast<int>(integer(each, "extra[" + std::to_string(extra.size()) + "]", 0,
                                             kernels::most_extra_tensors)));
  kernels::FusionOptions options;
  options.elements = integer(fields["n"], "n", 1, 1ll << 53);
  options.width = static_cast<int>(integer(fields["width"], "width", 1, 16));
  options.extra = extra;
  options.bandwidth = within(fields["bandwidth"], "bandwidth", std::numeric_limits<double>::min(),
                             1e18, "a number above 0, up to 1e18");
  if (fields.contains("launch"))
    options.launch = within(fields["launch"], "launch", 0, 1e6, "a number from 0 to 1e6");
  if (extra.empty() || extra.size() > kernels::most_fused_operations)
    throw Refused("field 'extra': expected 1 to 1000 operations, got " + display(fields["extra"]));
  const kernels::Fusion found = accept(kernels::fusion(options));
  const auto cost = [](const kernels::FusionCost& each) {
    return Json({{"bytes", answer(each.bytes)},
                 {"launches", each.launches},
                 {"seconds", answer(each.seconds)}});
  };
  return {{"unfused", cost(found.unfused)}, {"fused", cost(found.fused)}};
}

}  // namespace

const Operation kernels_flash_io = {"kernels.flash_io",
                                    "what attention of one head reads from memory and writes to it",
                                    flash_io_in, flash_io_out, run_flash_io};
const Operation kernels_split_kv = {"kernels.split_kv",
                                    "attention of one query over keys in parts, and their merge",
                                    split_kv_in, split_kv_out, run_split_kv};
const Operation kernels_fusion = {"kernels.fusion",
                                  "a chain of elementwise operations, one by one and as one kernel",
                                  fusion_in, fusion_out, run_fusion};

}  // namespace loom::eval
