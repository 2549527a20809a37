// Array of structs or struct of arrays: what one warp fetches when lane l reads some fields of
// struct l.
//
// A struct has `fields` fields of 4 bytes; the warp reads the first `read` of them, one load
// instruction per field.
//   array of structs  field f of struct s at byte 4·(s·fields + f)
//   struct of arrays  field f of struct s at byte 4·(f·32 + s): the 32 structs of this warp, field
//   by field
// Each load's sectors are those of core/memory/sectors.hpp. A sector that two loads touch is
// fetched from memory once, if the cache keeps it between them: `sectors_fetched` counts it once,
// `sectors_requested` for every load.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>

#include "core/memory/sectors.hpp"
#include "core/result.hpp"

namespace loom::memory {

inline constexpr int field_bytes = 4, most_fields = 8;

enum class StructLayout { array_of_structs, struct_of_arrays };

struct StructOptions {
  int fields = 4;  // 1…most_fields
  int read = 1;    // 1…fields
};

class StructCost {
 public:
  std::span<const Request> loads() const {
    return {loads_.data(), static_cast<std::size_t>(read_)};
  }  // of field 0, 1, …
  int sectors_requested() const { return requested_; }
  int sectors_fetched() const { return std::popcount(touched_); }
  int bytes_fetched() const { return sector_bytes * sectors_fetched(); }
  int bytes_useful() const { return read_ * field_bytes * warp_lanes; }
  double moved_per_useful() const { return static_cast<double>(bytes_fetched()) / bytes_useful(); }

  // Bit i: sector i of the structs' memory, bytes 32·i…32·i + 31, is touched by one of the first
  // `loads` loads.
  std::uint32_t touched(int loads) const;

 private:
  friend Result<StructCost> struct_cost(StructLayout layout, const StructOptions& options);

  std::array<Request, most_fields> loads_{};
  int read_ = 0, requested_ = 0;
  std::uint32_t touched_ = 0;  // 8 fields × 4 bytes × 32 structs are 32 sectors
};

// Byte offset of a field in the memory of one warp's 32 structs.
int field_offset(StructLayout layout, int fields, int index, int field);

// Refused: fields outside 1…8, read outside 1…fields. The message names the option.
Result<StructCost> struct_cost(StructLayout layout, const StructOptions& options);

// Sectors that an H200 fetched for the load of field 0: see measured_h200.hpp. Nothing for fields
// outside 1…8.
std::optional<int> measured_first_load(StructLayout layout, int fields);

}  // namespace loom::memory
