// What a load by Hopper's tensor copy engine (TMA) accepts and refuses, and what it writes to
// shared memory: cp.async.bulk.tensor.2d, a box of a matrix, described by a tensor map.
//
// A tensor map is refused by cuTensorMapEncodeTiled, a load by a fault of the instruction: the
// rules, in the order in which they are asked, are those of TmaRule.
// Rows of the box follow each other in shared memory. With a swizzle of S bytes each row takes S
// bytes, also where it has fewer: the rest is not written. Elements outside of the matrix are
// zeros. The byte of the box at address a of shared memory (from a multiple of 1024) lies at
//   a ^ ((a >> 3) & (S − 16))
// whatever address the box begins at. The barrier counts all bytes of the box, those of outside
// elements included, and none of what is not written.
//
// PTX ISA (Tensors; cp.async.bulk.tensor) and the driver API's cuTensorMapEncodeTiled; where they
// are silent, what an H200 and its driver did: they agree for all 772 tensor maps and 563 loads of
// core/recorded/h200/tma.json.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loom::memory {

// The arguments of cuTensorMapEncodeTiled, without interleaving and with element strides of 1.
struct TensorMap {
  std::int64_t element_bytes = 2;        // 1, 2, 4 or 8
  std::int64_t width = 64, height = 64;  // of the matrix, in elements
  std::int64_t pitch = 128;              // bytes from one row of the matrix to the next
  std::int64_t box_width = 64, box_height = 8;
  std::int64_t swizzle = 0;  // bytes: 0 (none), 32, 64 or 128
  std::int64_t address = 0;  // of the matrix's first element

  // Bytes of a row of the box, and from one to the next in shared memory.
  std::int64_t row_bytes() const { return box_width * element_bytes; }
  std::int64_t row_step() const { return row_bytes() < swizzle ? swizzle : row_bytes(); }
  std::int64_t bytes() const { return row_bytes() * box_height; }  // what expect_tx is told
};

struct TmaLoad {
  TensorMap map;
  std::int64_t x = 0, y = 0;     // of the box's first element; may lie outside of the matrix
  std::int64_t destination = 0;  // in shared memory, bytes from a multiple of 1024
};

// 32-bit coordinates, and the sides of a box.
inline constexpr std::int64_t tma_least_coordinate = -(std::int64_t{1} << 31),
                              tma_most_coordinate = -tma_least_coordinate - 1,
                              tma_most_side = std::int64_t{1} << 32, tma_most_box_side = 256;

// In bytes: what columns of a box begin and end at multiples of; what its destination is a multiple
// of; the widest swizzle.
inline constexpr std::int64_t tma_unit = 16, tma_alignment = 128, tma_most_swizzle = 128;

enum class TmaRule {
  element_bytes,  // 1, 2, 4 or 8
  swizzle,        // 0, 32, 64 or 128
  address,        // a multiple of 16
  width,          // 1 to 2^32 elements
  height,
  pitch,        // a multiple of 16; it may be less than a row, and 0
  pitch_range,  // 0 to 2^40 − 1
  box_width,    // 1 to 256 elements
  box_height,
  row_bytes,       // a multiple of 16
  row_in_swizzle,  // at most the swizzle, if there is one
  // Of the load:
  destination,  // a multiple of 128, with and without a swizzle
  x_bytes,      // x · element_bytes: a multiple of 16, negative or not; y is free
  // 32 bits with a sign; so are those of the box's last element, unless that is outside anyway
  x_range,
  y_range,
};

struct TmaRefusal {
  TmaRule rule;
  std::int64_t found;     // what the rule is about
  std::int64_t expected;  // a multiple of this, or at most this, or the nearest end of its range

  // Whether the instruction refuses it, and not cuTensorMapEncodeTiled.
  bool by_load() const { return rule >= TmaRule::destination; }
};
// "a row of the box has 24 bytes, expected a multiple of 16"
std::string to_text(const TmaRefusal& refusal);

// The first rule that is broken, if any. Every number has an absolute value of at most 2^53.
std::optional<TmaRefusal> refusal(const TensorMap& map);
std::optional<TmaRefusal> refusal(const TmaLoad& load);

// Where an element of the box lies in shared memory, in bytes from the multiple of 1024 that
// `destination` counts from. Of a load that is not refused.
std::int64_t shared_address(const TmaLoad& load, std::int64_t row, std::int64_t column);

inline constexpr std::int64_t tma_zero = -1, tma_not_written = -2;

// What each element of shared memory holds, from the multiple of 1024 that `destination` counts
// from to the end of the box's last row step: y · width + x of its source, or one of the above.
// Where rows of the matrix overlap, x and y are those that the box asks for. Of a load that is not
// refused; whether so much shared memory exists is not asked.
std::vector<std::int64_t> landed(const TmaLoad& load);

}  // namespace loom::memory
