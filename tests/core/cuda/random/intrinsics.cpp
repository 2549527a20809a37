// CUDA's functions of integers.
#include <algorithm>

#include "tests/core/cuda/random/generator.hpp"

namespace loom::random_kernels {
namespace {

struct Intrinsic {
  const char* name;
  Scalar result, takes;
  int count;
  int most = 0;        // of its results; 0: all of the type
  bool exact = false;  // others of this name take other types
};
constexpr Scalar i32 = Scalar::i32, u32 = Scalar::u32, i64 = Scalar::i64, u64 = Scalar::u64;
constexpr Intrinsic all[] = {{"__popc", i32, u32, 1, 32},
                             {"__popcll", i32, u64, 1, 64},
                             {"__clz", i32, i32, 1, 32},
                             {"__clzll", i32, i64, 1, 64},
                             {"__ffs", i32, i32, 1, 32},
                             {"__ffsll", i32, i64, 1, 64},
                             {"__brev", u32, u32, 1},
                             {"__brevll", u64, u64, 1},
                             {"__byte_perm", u32, u32, 3},
                             {"__funnelshift_l", u32, u32, 3},
                             {"__funnelshift_r", u32, u32, 3},
                             {"__funnelshift_lc", u32, u32, 3},
                             {"__funnelshift_rc", u32, u32, 3},
                             {"__mulhi", i32, i32, 2},
                             {"__umulhi", u32, u32, 2},
                             {"__mul64hi", i64, i64, 2},
                             {"__umul64hi", u64, u64, 2},
                             {"__hadd", i32, i32, 2, 0, true},
                             {"__rhadd", i32, i32, 2},
                             {"__uhadd", u32, u32, 2},
                             {"__urhadd", u32, u32, 2},
                             {"__usad", u32, u32, 3},
                             {"__umul24", u32, u32, 2},
                             {"__mul24", i32, i32, 2},
                             {"__dp4a", u32, u32, 3, 0, true},
                             {"min", i32, i32, 2, 0, true},
                             {"max", i32, i32, 2, 0, true},
                             {"min", u32, u32, 2, 0, true},
                             {"max", u64, u64, 2, 0, true},
                             {"min", i64, i64, 2, 0, true},
                             {"umax", u32, u32, 2},
                             {"llmin", i64, i64, 2}};

}  // namespace

Expression Generator::intrinsic(int depth) {
  if (chance(20)) return number_of_bits(depth);
  if (chance(8)) {  // of a number whose opposite exists
    const Expression of = tamed(integer(depth - 1), 2147483647);
    const Scalar type = promoted(of.type);
    if (type == Scalar::i32)
      return {"abs(" + at(of, assignment_level) + ")", type, {0, 2147483647}};
    return of;
  }
  const Intrinsic& chosen = all[below(static_cast<int>(std::size(all)))];
  std::string text;
  const auto one = [&] {
    Expression of = as(chosen.takes, depth - 1);
    if (chosen.exact) {
      if (!is_real(of.type))
        of = cast(of, chosen.takes);
      else
        of = cast({of.text, of.type, {}, of.level}, chosen.takes);
    }
    text += (text.empty() ? "" : ", ") + at(of, assignment_level);
  };
  if (chosen.count == 1)
    one();
  else
    unsequenced(one, [&] {
      if (chosen.count == 2)
        one();
      else
        unsequenced(one, one);
    });
  const Range range = chosen.most ? Range{0, chosen.most} : range_of(chosen.result);
  return {std::string(chosen.name) + "(" + text + ")", chosen.result, range};
}

}  // namespace loom::random_kernels
