#include "core/memory/struct_layout.hpp"

#include <string>

#include "core/memory/measured_h200.hpp"

namespace loom::memory {

int field_offset(StructLayout layout, int fields, int index, int field) {
  return field_bytes * (layout == StructLayout::array_of_structs ? index * fields + field
                                                                 : field * warp_lanes + index);
}

std::uint32_t StructCost::touched(int loads) const {
  std::uint32_t bits = 0;
  for (int load = 0; load < loads; ++load)
    for (const Sector& sector : loads_[static_cast<std::size_t>(load)].sectors())
      bits |= 1u << sector.address / sector_bytes;
  return bits;
}

Result<StructCost> struct_cost(StructLayout layout, const StructOptions& options) {
  const int fields = options.fields;
  if (fields < 1 || fields > most_fields)
    return Error{"'fields': got " + std::to_string(fields) +
                 ", expected a whole number from 1 to 8"};
  if (options.read < 1 || options.read > fields)
    return Error{"'read': got " + std::to_string(options.read) + ", but a struct has " +
                 std::to_string(fields) + (fields == 1 ? " field" : " fields")};
  StructCost cost;
  cost.read_ = options.read;
  for (int field = 0; field < options.read; ++field) {
    WarpAccess access{.width = field_bytes};
    for (int lane = 0; lane < warp_lanes; ++lane)
      access.offsets[static_cast<std::size_t>(lane)] = field_offset(layout, fields, lane, field);
    Request& load = cost.loads_[static_cast<std::size_t>(field)];
    load = *request(access);  // aligned by construction
    cost.requested_ += static_cast<int>(load.sectors().size());
  }
  cost.touched_ = cost.touched(options.read);
  return cost;
}

std::optional<int> measured_first_load(StructLayout layout, int fields) {
  if (fields < 1 || fields > most_fields) return std::nullopt;
  LaneIndices indices;
  for (int lane = 0; lane < warp_lanes; ++lane)
    indices[static_cast<std::size_t>(lane)] = field_offset(layout, fields, lane, 0) / field_bytes;
  return measured_sectors(indices, field_bytes);
}

}  // namespace loom::memory
