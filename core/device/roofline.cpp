#include "core/device/roofline.hpp"

#include <algorithm>
#include <string>

namespace loom::device {
namespace {

double real(std::int64_t value) { return static_cast<double>(value); }

std::string formats_of(const Peaks& gpu) {
  std::string out;
  for (const UnitFormat& format : unit_formats)
    if (gpu.rate(format).known()) out += (out.empty() ? "" : ", ") + std::string(format.id);
  return out;
}

}  // namespace

Work vector_add(std::int64_t n) { return {real(n), 3 * real(n)}; }

Work matmul(std::int64_t m, std::int64_t n, std::int64_t k) {
  return {2 * real(m) * real(n) * real(k),
          real(m) * real(k) + real(k) * real(n) + real(m) * real(n)};
}

Work matvec(std::int64_t m, std::int64_t k) { return matmul(m, 1, k); }

Work softmax(std::int64_t rows, std::int64_t columns) {
  const double all = real(rows) * real(columns);
  return {5 * all - 2 * real(rows), 2 * all};  // n numbers take n − 1 comparisons and additions
}

Work layer_norm(std::int64_t rows, std::int64_t columns) {
  const double all = real(rows) * real(columns);
  // Sums of n numbers have n − 1 additions; each row has two quotients, ε, a root and a reciprocal.
  return {7 * all + 3 * real(rows), 2 * all + 2 * real(columns)};
}

Work rms_norm(std::int64_t rows, std::int64_t columns) {
  const double all = real(rows) * real(columns);
  return {4 * all + 3 * real(rows), 2 * all + real(columns)};
}

Work attention(const AttentionSize& size) {
  const double n = real(size.n), heads = real(size.heads) * real(size.batch);
  const double queries = size.decode ? 1 : n;
  const bool skips = size.causal && !size.decode && !size.naive;
  const double pairs = skips ? n * (n + 1) / 2 : queries * n;
  const double between = size.naive ? 4 * queries * n : 0;
  return {4 * pairs * real(size.d) * heads,
          ((2 * queries + 2 * n) * real(size.d) + between) * heads};
}

Work moe(const MoeSize& size) {
  const double copies = real(size.tokens) * real(size.top_k);
  const double expert = 3 * real(size.hidden) * real(size.inner);
  return {2 * copies * expert, std::min(real(size.experts), copies) * expert +
                                   2 * real(size.tokens) * real(size.hidden)};
}

std::string_view name(Bound bound) {
  constexpr std::string_view names[] = {"memory", "compute", "overhead"};
  return names[static_cast<size_t>(bound)];
}

Result<Roof> roofline(const Peaks& gpu, const UnitFormat& format, const Work& work,
                      double overhead) {
  const Sourced& peak = gpu.rate(format);
  if (!peak.known())
    return Error{"format: " + std::string(gpu.name) + " has no units for " +
                 std::string(format.name) + ", expected " + formats_of(gpu)};
  const double rate = peak.value * 1e12, bandwidth = gpu.bandwidth.value * 1e9;
  Roof roof{.flops = work.flops, .bytes = work.numbers * format.bytes};
  roof.intensity = roof.flops / roof.bytes;
  roof.ridge = rate / bandwidth;
  roof.compute = roof.flops / rate;
  roof.memory = roof.bytes / bandwidth;
  roof.seconds = std::max({roof.compute, roof.memory, overhead});
  roof.bound = roof.memory == roof.seconds    ? Bound::memory
               : roof.compute == roof.seconds ? Bound::compute
                                              : Bound::overhead;
  return roof;
}

}  // namespace loom::device
