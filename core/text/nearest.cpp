#include "core/text/nearest.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace loom {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Of a candidate that is not skipped for its length.
constexpr size_t longest_candidate = longest_slip + longest_slip / 3;
using Row = std::array<std::uint8_t, longest_candidate + 1>;

// Optimal string alignment: insert, delete, replace, or swap two neighbors. `enough` stands for
// that distance and all above it.
size_t edit_distance(std::string_view a, std::string_view b, size_t enough) {
  std::array<Row, 3> rows;
  for (size_t j = 0; j <= b.size(); ++j) rows[0][j] = static_cast<std::uint8_t>(j);
  size_t least_above = 0;
  for (size_t i = 1; i <= a.size(); ++i) {
    Row& row = rows[i % 3];
    const Row &above = rows[(i - 1) % 3], &before = rows[(i + 1) % 3];
    size_t least = row[0] = static_cast<std::uint8_t>(i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      int best = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
          lower(a[i - 2]) == lower(b[j - 1]))
        best = std::min(best, before[j - 2] + 1);
      row[j] = static_cast<std::uint8_t>(best);
      least = std::min<size_t>(least, row[j]);
    }
    if (std::min(least, least_above) >= enough) return enough;
    least_above = least;
  }
  return rows[a.size() % 3][b.size()];
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
    const size_t distance = edit_distance(name, candidate, best_distance);
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
