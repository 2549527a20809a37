#include "core/device/measured_operations.hpp"

namespace loom::device::h200 {

std::span<const MeasuredOperation> measured_operations() {
#include "core/recorded/operations.inc"
  return all;
}

}  // namespace loom::device::h200
