// Integer tuples: a whole number, or a tuple of integer tuples. Shapes, strides and coordinates.
//
// CuTe documentation, "CuTe Layouts".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace loom::layout {

struct IntTuple {
  std::int64_t value = 0;       // of a number
  std::vector<IntTuple> items;  // of a tuple: never empty

  bool leaf() const { return items.empty(); }
  bool operator==(const IntTuple&) const = default;
};

inline IntTuple number(std::int64_t value) { return {value, {}}; }
IntTuple tuple(std::vector<IntTuple> items);  // items: not empty

// As it is written: 4, (4,8), ((2,4),8), and (8) for the tuple of one.
std::string to_text(const IntTuple& tuple);

}  // namespace loom::layout
