#include "tests/core/cuda/random/type.hpp"

#include <algorithm>
#include <array>

namespace loom::random_kernels {
namespace {

struct Facts {
  std::string_view name;
  int bytes, rank;
  bool is_signed;
};
constexpr std::array<Facts, scalars> all{{{"bool", 1, 1, false},
                                          {"char", 1, 2, true},
                                          {"signed char", 1, 2, true},
                                          {"unsigned char", 1, 2, false},
                                          {"short", 2, 3, true},
                                          {"unsigned short", 2, 3, false},
                                          {"int", 4, 4, true},
                                          {"unsigned int", 4, 4, false},
                                          {"long", 8, 5, true},
                                          {"unsigned long", 8, 5, false},
                                          {"long long", 8, 6, true},
                                          {"unsigned long long", 8, 6, false},
                                          {"float", 4, 7, true},
                                          {"double", 8, 8, true}}};

const Facts& facts(Scalar type) { return all[static_cast<std::size_t>(type)]; }

}  // namespace

std::string_view spelled(Scalar type) { return facts(type).name; }
int bytes(Scalar type) { return facts(type).bytes; }
bool is_real(Scalar type) { return type >= Scalar::f32; }
bool is_signed(Scalar type) { return facts(type).is_signed; }

Scalar unsigned_of(Scalar type) {
  return is_signed(type) ? static_cast<Scalar>(static_cast<int>(type) + 1) : type;
}

Scalar promoted(Scalar type) { return type < Scalar::i32 ? Scalar::i32 : type; }

Scalar common(Scalar a, Scalar b) {
  a = promoted(a);
  b = promoted(b);
  const Scalar wide = facts(a).rank > facts(b).rank ? a : b, other = wide == a ? b : a;
  if (is_real(wide) || facts(wide).rank == facts(other).rank)
    return is_signed(wide) && !is_real(wide) ? other : wide;
  return is_signed(wide) && !is_signed(other) && bytes(wide) == bytes(other) ? unsigned_of(wide)
                                                                             : wide;
}

Range range_of(Scalar type) {
  if (type == Scalar::boolean) return {0, 1};
  const int bits = 8 * bytes(type);
  const Wide one = 1;
  if (is_signed(type)) return {-(one << (bits - 1)), (one << (bits - 1)) - 1};
  return {0, (one << bits) - 1};
}

bool inside(const Range& range, const Range& all_of) {
  return range.low >= all_of.low && range.high <= all_of.high;
}
bool inside(const Range& range, Scalar type) { return inside(range, range_of(type)); }

Range fitted(const Range& range, Scalar type) {
  return inside(range, type) ? range : range_of(type);
}
Range both(const Range& a, const Range& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

Range combined(char operation, const Range& a, const Range& b) {
  if (operation == '+') return {a.low + b.low, a.high + b.high};
  if (operation == '-') return {a.low - b.high, a.high - b.low};
  const Wide most = Wide{1} << 100;
  Range out{most, -most};
  for (const Wide x : {a.low, a.high})
    for (const Wide y : {b.low, b.high}) {
      Wide product = 0;
      if (__builtin_mul_overflow(x, y, &product)) return {-most, most};
      out = both(out, {product, product});
    }
  return out;
}

}  // namespace loom::random_kernels
