// Numbers that share a scale: the microscaling (MX) formats and NVFP4.
//
// MX (OCP Microscaling Formats 1.0, section 6.3): blocks of 32 share a power of two, an E8M0 code.
//   X = 2^(floor(log2 greatest size) − emax), its exponent held to −127…127; element = v / X,
//   rounded to nearest even, saturating. emax is the exponent of the element format's greatest
//   number. A block of zeros has scale code 0. One with a NaN or an infinity has scale code 0xff
//   and zeros for elements: all of it decodes to NaN.
// NVFP4 (NVIDIA, "Pretraining Large Language Models with NVFP4", appendix B): blocks of 16 share an
//   E4M3 code, and all numbers a float32 tensor scale t = greatest size / (448 · 6).
//   s = E4M3((greatest of the block / 6) / t), saturating; element = E2M1(v / (s · t)), with the
//   rounded s. A block of zeros, or one so small that s is zero, has zeros for elements; a tensor
//   of zeros has t = 1. A block with a NaN or an infinity has scale code 0x7f; such numbers do not
//   count for t.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace loom::numerics {

struct BlockScheme {
  std::string_view id, name;  // "mxfp4", "MXFP4"
  std::string_view element;   // a format's id; "": an integer of 8 bits over 64 (MXINT8)
  int element_bits, block;    // block: numbers that share a scale
  bool tensor_scale;          // NVFP4: E4M3 scales under a tensor scale; otherwise E8M0

  double bits_per_value() const { return element_bits + 8.0 / block; }
};

// mxfp4, mxfp6_e2m3, mxfp6_e3m2, mxfp8_e4m3, mxfp8_e5m2, mxint8, nvfp4.
std::span<const BlockScheme> block_schemes();

// nullptr: there is none of that id.
const BlockScheme* find_block_scheme(std::string_view id);

// How an MX scale is rounded.
enum class ScaleRule {
  floor,     // the standard's: the greatest number may saturate
  round_up,  // the next power of two where it would (NVIDIA's recipes): none saturates
};

struct BlockQuantized {
  double tensor_scale = 1;
  std::vector<std::uint8_t> scales;  // one code per block
  std::vector<std::uint8_t> codes;   // one per number
  std::vector<double> values;        // what they decode to: scale · element, exactly
};

// NVFP4's t for numbers of this greatest size: a float32; 1 for zeros.
double tensor_scale_for(double greatest);

// The last block may be short. `tensor_scale`, for NVFP4: a given one, positive and finite, instead
// of the numbers' own.
BlockQuantized quantize(const BlockScheme& scheme, std::span<const float> numbers,
                        ScaleRule rule = ScaleRule::floor,
                        std::optional<double> tensor_scale = std::nullopt);

// The value of an element's code, without its scale.
double decode_element(const BlockScheme& scheme, std::uint8_t code);
// The largest of them: what a number divided by its scale is held to.
double greatest_element(const BlockScheme& scheme);

// The value of a scale's code; NVFP4: under the tensor scale.
double decode_scale(const BlockScheme& scheme, std::uint8_t code, double tensor_scale);

}  // namespace loom::numerics
