// How long PyTorch takes on an H200 for operations of a model, in BF16: eager, and compiled
// (core/recorded/h200/operations.json).
#pragma once

#include <span>
#include <string_view>

#include "core/device/roofline.hpp"

namespace loom::device::h200 {

struct MeasuredOperation {
  std::string_view name, size;  // "matrix product", "8,192³"
  Work work;
  double eager_us, compiled_us;

  // The faster of the two.
  bool compiled() const { return compiled_us < eager_us; }
  double us() const { return compiled() ? compiled_us : eager_us; }
};

std::span<const MeasuredOperation> measured_operations();

}  // namespace loom::device::h200
