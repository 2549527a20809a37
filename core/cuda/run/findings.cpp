#include "core/cuda/run/findings.hpp"

#include "core/cuda/message.hpp"

namespace loom::cuda {

std::string_view name(Fault fault) {
  constexpr std::string_view names[] = {
      "out_of_bounds",      "misaligned",       "uninitialized", "race",
      "barrier_divergence", "inactive_shuffle", "deadlock",      "null",
      "division_by_zero",   "overflow",         "step_limit",    "order_dependent",
      "read_only",          "assertion",        "trap"};
  return names[static_cast<std::size_t>(fault)];
}

Finding* Findings::add(Fault kind, std::int32_t place, std::int64_t subject, long long count) {
  const auto [at, fresh] = known_.try_emplace({kind, place, subject}, all_.size());
  if (!fresh) {
    all_[at->second].count += count;
    return nullptr;
  }
  Finding& made = all_.emplace_back();
  made.kind = kind;
  made.count = count;
  return &made;
}

std::string text(const Index3& index) { return message("(%,%,%)", {index[0], index[1], index[2]}); }

}  // namespace loom::cuda
