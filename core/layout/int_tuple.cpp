#include "core/layout/int_tuple.hpp"

#include <utility>

namespace loom::layout {

IntTuple tuple(std::vector<IntTuple> items) { return {0, std::move(items)}; }

std::string to_text(const IntTuple& tuple) {
  if (tuple.leaf()) return std::to_string(tuple.value);
  std::string out = "(";
  for (const IntTuple& item : tuple.items) {
    if (out.size() > 1) out += ',';
    out += to_text(item);
  }
  return out + ")";
}

}  // namespace loom::layout
