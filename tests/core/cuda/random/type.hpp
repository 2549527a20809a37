// The arithmetic types of C++ as the generator of random kernels needs them: what an operation's
// type is, and which values it can have.
#pragma once

#include <cstdint>
#include <string_view>

namespace loom::random_kernels {

enum class Scalar : std::uint8_t {
  boolean,
  character,
  i8,
  u8,
  i16,
  u16,
  i32,
  u32,
  long_,
  unsigned_long,
  i64,
  u64,
  f32,
  f64
};
inline constexpr int scalars = 14, integers = 12;

__extension__ using Wide = __int128;
struct Range {
  Wide low = 0, high = 0;
};

std::string_view spelled(Scalar type);  // "unsigned int"
int bytes(Scalar type);
bool is_real(Scalar type);
bool is_signed(Scalar type);
Scalar unsigned_of(Scalar type);  // of int and wider types
Scalar promoted(Scalar type);
Scalar common(Scalar a, Scalar b);  // what two operands are converted to

Range range_of(Scalar type);  // of an integer
bool inside(const Range& range, const Range& all);
bool inside(const Range& range, Scalar type);
Range fitted(const Range& range, Scalar type);  // after a conversion to an integer
Range both(const Range& a, const Range& b);     // what holds all values of either

// What a + b, a - b, a * b can be; wider than any type where it does not fit 128 bits.
Range combined(char operation, const Range& a, const Range& b);

}  // namespace loom::random_kernels
