// How a Hopper tensor core adds: start + a₀b₀ + a₁b₁ + … in one instruction, narrower than float32.
//
// 1. A product's exponent is the sum of its operands' exponents (a subnormal operand has that of
//    the smallest normal number; a product with a zero has none). The start's is its own, at
//    least −126.
// 2. Start and products are cut toward zero to multiples of 2^(greatest exponent − alignment bits),
//    all together. What lies below does not count, however many there are.
// 3. They are added exactly, and the sum is cut toward zero to `result_bits` behind its leading
//    one. A sum beyond float32 (only BF16's reach so far) is infinite, and stays so: not measured.
//
// Source: measured on an H200, to the bit (core/recorded/h200/accumulation.json). The 14
// significant bits of FP8 sums were first described in the DeepSeek-V3 Technical Report (2024),
// section 3.3.2.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loom::numerics {

struct TensorCore {
  std::string_view operand;  // id of the operands' format
  int products;              // of one instruction
  int alignment_bits, result_bits;
  int least_exponent;  // of the operands' format: that of its smallest normal number
};

inline constexpr TensorCore hopper_e4m3 = {"e4m3", 32, 13, 13, -6},
                            hopper_e5m2 = {"e5m2", 32, 13, 13, -14},
                            hopper_fp16 = {"fp16", 16, 25, 23, -14},
                            hopper_bf16 = {"bf16", 16, 25, 23, -126};

// One instruction. `a` and `b` have at most `products` numbers, of one count, finite and exact in
// the operands' format; `start` is a float32, no NaN.
float multiply_add(const TensorCore& unit, float start, std::span<const float> a,
                   std::span<const float> b);

// The exponent from which an instruction's cut is measured (steps 1 and 2); it need not be that of
// the value. INT_MIN if start and all products are zero.
int greatest_exponent(const TensorCore& unit, float start, std::span<const float> a,
                      std::span<const float> b);

// What one instruction adds, and what its cut removes.
struct InstructionSum {
  int greatest = 0;  // greatest_exponent()
  double exact = 0;  // start + all products, which a double holds exactly
  double shown = 0;  // the product that loses most; where none does, the largest one
  double lost = 0;   // of that product, below 2^(greatest − alignment bits); ≥ 0
};
InstructionSum instruction_sum(const TensorCore& unit, float start, std::span<const float> a,
                               std::span<const float> b);

// A whole dot product, instruction after instruction. After every `interval` elements the sum is
// added to a float32 register, rounded to nearest even, and begins anew at zero; 0: never.
// `interval` is a multiple of `products`.
float dot(const TensorCore& unit, std::span<const float> a, std::span<const float> b, int interval);

// The state of dot() after an instruction.
struct PartialSum {
  float promoted = 0, running = 0;  // the float32 register's, the tensor core's
  float value() const { return promoted + running; }
};

// One instruction of dot(): the tensor core's sum before and after it, and what it added.
struct Instruction {
  double before = 0, after = 0;
  InstructionSum sum;
  int cut = 0;  // exponent: of products, what lies below 2^cut is lost
  double lost() const { return sum.exact - after; }
};
// `sums`: the state after every instruction, as partial_sums() has it for this interval.
Instruction instruction_of(const TensorCore& unit, std::span<const float> a,
                           std::span<const float> b, int interval, std::span<const PartialSum> sums,
                           std::size_t index);

// The exact sum of the products of each `every` elements with all before them. Exact for products
// that are multiples of 2⁻³² and sums below 2²⁰, as those of numbers in 8 bits are.
std::vector<double> exact_dots(std::span<const float> a, std::span<const float> b,
                               std::size_t every);

// The digits of a finite number without its sign, from 2^first down to 2^last: those that a cut at
// 2^cut leaves, and those that it removes. Blanks stand for zeros before the first one and before
// 2^0; a point follows 2^0.
struct CutDigits {
  std::string kept, lost;
};
CutDigits cut_digits(double value, int first, int cut, int last);

// dot() with each of these intervals: for each, the state after every instruction.
std::vector<std::vector<PartialSum>> partial_sums(const TensorCore& unit, std::span<const float> a,
                                                  std::span<const float> b,
                                                  std::span<const int> intervals);

}  // namespace loom::numerics
