#include "core/layout/coalesce.hpp"

#include <utility>

namespace loom::layout {
namespace {

// Appends a mode; if the mode continues the last one, that one becomes longer.
void append(std::vector<Leaf>& out, const Leaf& leaf) {
  if (leaf.shape == 1) return;
  if (!out.empty() && out.back().shape * out.back().stride == leaf.stride)
    out.back().shape *= leaf.shape;
  else
    out.push_back(leaf);
}

Error too_long(const Layout& layout, const IntTuple& profile) {
  return {"profile " + to_text(profile) + " of " + std::to_string(profile.items.size()) +
          " modes: expected at most " + std::to_string(rank(layout)) + ", as many as " +
          to_text(layout) + " has"};
}

}  // namespace

Layout coalesce(const Layout& layout) {
  if (layout.leaf()) return layout.shape == 1 ? mode(1, 0) : layout;
  std::vector<Leaf> out;
  for (const Leaf& leaf : leaves(layout)) append(out, leaf);
  return flat(out);
}

Result<Layout> coalesce(const Layout& layout, const IntTuple& profile) {
  if (profile.leaf()) return coalesce(layout);
  if (profile.items.size() > static_cast<std::size_t>(rank(layout)))
    return too_long(layout, profile);
  std::vector<Layout> modes;
  for (std::size_t k = 0; k < static_cast<std::size_t>(rank(layout)); ++k) {
    const Layout& part = mode_of(layout, static_cast<int>(k));
    if (k >= profile.items.size()) {
      modes.push_back(part);
      continue;
    }
    Result<Layout> each = coalesce(part, profile.items[k]);
    if (!each) return each;
    modes.push_back(std::move(*each));
  }
  return tuple(std::move(modes));
}

std::vector<Leaf> coalesced_with_tail(const Layout& layout) {
  const std::vector<Leaf> all = leaves(layout);
  std::vector<Leaf> out;
  out.reserve(all.size());
  for (const Leaf& leaf : all) append(out, leaf);
  const Leaf& last = all.back();
  if (last.shape == 1 && (out.empty() || out.back().shape * out.back().stride != last.stride))
    out.push_back(last);
  return out;
}

Layout filter(const Layout& layout) {
  std::vector<Leaf> out;
  for (const Leaf& leaf : leaves(layout))
    if (leaf.stride != 0) append(out, leaf);
  return flat(out);
}

}  // namespace loom::layout
