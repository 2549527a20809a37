// Kernels for attention and elementwise chains: kernels.flash_io, .split_kv, .fusion.
#include <algorithm>

#include "core/attention/mask_expression.hpp"
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
    {"block_q",
     "queries of a block, 1 to 1099511627776; \"standard\" has no blocks; may be left out with "
     "'memory'",
     true},
    {"block_k", "keys of a block, likewise", true},
    {"causal",
     "true: blocks that no query sees are left out; \"standard\" computes them all the same; "
     "default false",
     true},
    {"memory",
     "numbers that fit on the chip, 1 to 1099511627776: from it follow blocks that are left out, "
     "of ⌈memory / 4d⌉ keys and as many queries, but at most d",
     true},
    {"mask",
     "not 0 for a query q and a key k that it sees, in b, h (both 0), q and k, with C's operators "
     "over whole numbers: blocks without such a pair are left out, except by \"standard\"; n is "
     "then at most 8192",
     true},
    {"backward", "true: the backward pass, alone; default false", true},
};
constexpr Field flash_io_out[] = {
    {"reads", "elements of one head that are read"},
    {"writes", "elements that are written"},
};

// The given sizes of blocks; from the memory on chip those that are not given.
void read_blocks(const Value& fields, kernels::FlashIoOptions& options) {
  constexpr std::int64_t most = kernels::most_flash_block;
  const bool has_memory = fields.contains("memory");
  kernels::FlashBlocks blocks;
  if (has_memory)
    blocks = kernels::flash_blocks(integer(fields["memory"], "memory", 1, most), options.d);
  const auto size = [&](const char* name, std::int64_t otherwise) -> std::int64_t {
    if (fields.contains(name)) return integer(fields[name], name, 1, most);
    if (has_memory) return otherwise;
    throw Refused("missing field '" + std::string(name) +
                  "', expected 1 to 1099511627776, or 'memory'");
  };
  options.block_q = size("block_q", blocks.queries);
  options.block_k = size("block_k", blocks.keys);
}

void read_mask(const Value& field, kernels::FlashIoOptions& options) {
  if (!field.text())
    throw Refused("field 'mask': expected a text like \"q >= k\", got " + display(field));
  const auto mask = attention::ExpressionMask::parse(*field.text());
  if (!mask) throw Refused("field 'mask': " + mask.error().message);
  if (options.n > attention::most_expression_tokens)
    throw Refused("field 'n': expected 1 to " + std::to_string(attention::most_expression_tokens) +
                  " with 'mask', got " + std::to_string(options.n));
  auto kept = attention::visited_blocks(*mask, static_cast<int>(options.n),
                                        {options.block_q, options.block_k});
  if (!kept) throw Refused("field 'mask': " + kept.error().message);
  if (options.loop != kernels::FlashLoop::standard) options.kept = std::move(*kept);
}

Json run_flash_io(const Value& fields) {
  using kernels::FlashLoop;
  constexpr std::string_view names[] = {"standard", "fa1", "fa2"};  // in the order of FlashLoop
  kernels::FlashIoOptions options;
  options.n = integer(fields["n"], "n", 1, kernels::most_flash_tokens);
  options.d = integer(fields["d"], "d", 1, kernels::most_flash_width);
  const std::string name = choice(fields["loop"], "loop", names);
  options.loop =
      static_cast<FlashLoop>(std::find(std::begin(names), std::end(names), name) - names);
  read_blocks(fields, options);
  if (fields.contains("causal")) options.causal = boolean(fields["causal"], "causal");
  if (fields.contains("mask")) read_mask(fields["mask"], options);
  const bool backward = fields.contains("backward") && boolean(fields["backward"], "backward");
  const kernels::FlashIo found =
      accept(backward ? kernels::flash_backward_io(options) : kernels::flash_io(options));
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

Json run_split_kv(const Value& fields) {
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

Json run_fusion(const Value& fields) {
  std::vector<int> extra;
  for (const Value& each : array(fields["extra"], "extra"))
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
