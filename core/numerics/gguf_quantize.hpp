// Numbers into blocks as GGUF files store them, for the types of core/numerics/gguf_fields.hpp.
//
// Q4_0 and Q8_0 as ggml's reference quantizers, to the byte. The K types plainly: a group's scale
// follows from its extremes, d and dmin from the greatest scale and minimum, and each code is the
// nearest that there is.
// ggml searches many scales for the least weighted error instead (make_qkx2_quants, make_qx_quants
// in src/ggml-quants.c): its root mean squared error on 512 nearly normal numbers is 3 to 10%
// smaller (tests/data/gguf_test.cpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/numerics/gguf_fields.hpp"

namespace loom::numerics {

// Finite numbers below 65504 in size; the last block is filled up with zeros.
std::vector<std::uint8_t> quantize(const BlockLayout& layout, std::span<const float> numbers);

// What weight_value() says of all weights, as many as there are in the bytes' blocks.
std::vector<float> dequantize(const BlockLayout& layout, std::span<const std::uint8_t> bytes);

}  // namespace loom::numerics
