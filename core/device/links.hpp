// What joins GPUs: rates of a GPU in one direction, in GB/s (10⁹ bytes).
#pragma once

#include <string_view>

#include "core/device/sourced.hpp"

namespace loom::device {

struct Link {
  std::string_view name;
  Sourced rate;
  constexpr double bytes_per_second() const { return rate.value * 1e9; }
};

inline constexpr Link nvlink5 = {"NVLink 5", published(900, "ml-engineering")};
inline constexpr Link nvlink4 = {"NVLink 4", published(450, "ml-engineering")};
inline constexpr Link nvlink_h800 = {"NVLink of the H800", published(200, "deepseek-hw")};
inline constexpr Link pcie5 = {"PCIe 5", published(63, "ml-engineering")};  // 16 lanes
// InfiniBand or Ethernet: a network card for each GPU.
inline constexpr Link network400 = {"400 Gb/s network", derived(50, "ml-engineering")};

}  // namespace loom::device
