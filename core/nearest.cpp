#include "core/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace loom {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Optimal string alignment: insert, delete, replace, or swap two neighbors.
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  std::iota(above.begin(), above.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
          lower(a[i - 2]) == lower(b[j - 1]))
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates) {
  std::string_view best;
  if (name.size() > longest_slip) return best;
  size_t best_distance = std::max<size_t>(1, name.size() / 3) + 1;
  for (std::string_view candidate : candidates) {
    if (candidate.size() >= name.size() + best_distance ||
        name.size() >= candidate.size() + best_distance)
      continue;
    const size_t distance = edit_distance(name, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view name, std::span<const std::string_view> candidates) {
  const std::string_view best = nearest(name, candidates);
  return best.empty() ? "" : "; did you mean '" + std::string(best) + "'?";
}

}  // namespace loom
