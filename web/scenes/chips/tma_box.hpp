// The picture of `tma-box`: a box of a matrix, and where its rows land in shared memory.
#pragma once

#include "core/memory/tma.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr std::int64_t chunk_bytes = 16;

struct TmaBox {
  memory::TmaLoad load;
  std::optional<memory::TmaRefusal> refused;  // or, if not:
  std::vector<std::int64_t> slots;            // see memory::landed

  // A swizzle moves units of 16 bytes.
  std::int64_t chunks_of_row() const { return load.map.row_bytes() / chunk_bytes; }
  std::int64_t chunks() const { return load.map.bytes() / chunk_bytes; }
  // What threads would compute instead: source and destination, for every 16 bytes.
  std::int64_t addresses() const { return 2 * chunks(); }
  std::int64_t elements_of_chunk() const { return chunk_bytes / load.map.element_bytes; }
  std::int64_t address(std::int64_t row, std::int64_t chunk) const {
    return shared_address(load, row, chunk * elements_of_chunk());
  }
  // The element at this address: its index in the matrix, or one of memory's.
  std::int64_t slot(std::int64_t address) const {
    return nth(slots, address / load.map.element_bytes);
  }
  std::int64_t shared_bytes() const { return load.map.row_step() * load.map.box_height; }
  using Drawing = struct TmaBoxDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
