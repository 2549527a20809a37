#include "core/layout/divide.hpp"

#include <utility>

#include "core/layout/complement.hpp"
#include "core/layout/compose.hpp"

namespace loom::layout {
namespace {

struct Split {
  Layout tile, rest;
};

Result<Split> split_whole(const Layout& a, const Layout& tile) {
  Result<Layout> rest = complement(tile, size(a));
  if (!rest) return rest.error();
  Result<Layout> both = compose(a, tuple(std::vector{tile, std::move(*rest)}));
  if (!both) return both.error();
  return Split{std::move(both->modes[0]), std::move(both->modes[1])};
}

std::optional<Error> too_many(const Layout& a, const Tiler& tiler) {
  if (tiler.modes.size() <= static_cast<std::size_t>(rank(a))) return std::nullopt;
  return Error{"divide: a tiler of " + std::to_string(tiler.modes.size()) +
               " modes for a = " + to_text(a) + ", expected at most " + std::to_string(rank(a))};
}

Error in_mode(std::size_t k, const Error& error) {
  return {"mode " + std::to_string(k) + ": " + error.message};
}

// Tiles and rests of all modes, gathered.
Result<Split> split(const Layout& a, const Tiler& tiler) {
  if (!tiler.by_mode()) return split_whole(a, tiler.layout);
  if (auto error = too_many(a, tiler)) return *error;
  std::vector<Layout> tiles, rests;
  for (std::size_t k = 0; k < static_cast<std::size_t>(rank(a)); ++k) {
    const Layout& part = mode_of(a, static_cast<int>(k));
    if (k >= tiler.modes.size()) {
      rests.push_back(part);
      continue;
    }
    Result<Split> each = split(part, tiler.modes[k]);
    if (!each) return in_mode(k, each.error());
    tiles.push_back(std::move(each->tile));
    rests.push_back(std::move(each->rest));
  }
  return Split{tuple(std::move(tiles)), tuple(std::move(rests))};
}

Result<Layout> within_limits(Layout layout) {
  if (auto error = beyond_limits(layout)) return *error;
  return layout;
}

void open(const Layout& layout, std::vector<Layout>& out) {
  if (layout.leaf())
    out.push_back(layout);
  else
    out.insert(out.end(), layout.modes.begin(), layout.modes.end());
}

}  // namespace

Result<Layout> logical_divide(const Layout& a, const Tiler& tiler) {
  if (!tiler.by_mode()) {
    Result<Split> both = split_whole(a, tiler.layout);
    if (!both) return both.error();
    return within_limits(tuple(std::vector{std::move(both->tile), std::move(both->rest)}));
  }
  if (auto error = too_many(a, tiler)) return *error;
  std::vector<Layout> modes;
  for (std::size_t k = 0; k < static_cast<std::size_t>(rank(a)); ++k) {
    const Layout& part = mode_of(a, static_cast<int>(k));
    if (k >= tiler.modes.size()) {
      modes.push_back(part);
      continue;
    }
    Result<Layout> each = logical_divide(part, tiler.modes[k]);
    if (!each) return in_mode(k, each.error());
    modes.push_back(std::move(*each));
  }
  return within_limits(tuple(std::move(modes)));
}

Result<Layout> zipped_divide(const Layout& a, const Tiler& tiler) {
  Result<Split> both = split(a, tiler);
  if (!both) return both.error();
  return within_limits(tuple(std::vector{std::move(both->tile), std::move(both->rest)}));
}

Result<Layout> tiled_divide(const Layout& a, const Tiler& tiler) {
  Result<Split> both = split(a, tiler);
  if (!both) return both.error();
  std::vector<Layout> modes = {std::move(both->tile)};
  open(both->rest, modes);
  return within_limits(tuple(std::move(modes)));
}

Result<Layout> flat_divide(const Layout& a, const Tiler& tiler) {
  Result<Split> both = split(a, tiler);
  if (!both) return both.error();
  std::vector<Layout> modes;
  open(both->tile, modes);
  open(both->rest, modes);
  return within_limits(tuple(std::move(modes)));
}

}  // namespace loom::layout
