// Sums of doubles, digit by digit.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace loom::test {

// An oracle that shares nothing with the code under test: every double is a whole multiple of
// 2^-1074, so sums are schoolbook additions of binary digits, and rounding looks at the digits.
class BigBinary {
 public:
  explicit BigBinary(double value) : digits_(2200, 0), negative_(std::signbit(value)) {
    int exponent = 0;
    auto mantissa =
        static_cast<std::uint64_t>(std::ldexp(std::frexp(std::fabs(value), &exponent), 53));
    for (int place = exponent - 53 + 1074; mantissa != 0; ++place, mantissa >>= 1)
      if (mantissa & 1) {
        const auto at = static_cast<std::size_t>(place);
        digits_[at] = 1;
        low_ = std::min(low_, at);
        high_ = at + 1;
      }
  }

  void add(const BigBinary& other) {
    low_ = std::min(low_, other.low_);
    high_ = std::min(digits_.size(), std::max(high_, other.high_) + 1);
    if (negative_ == other.negative_) {
      int carry = 0;
      for (std::size_t i = low_; i < high_; ++i) {
        const int sum = digits_[i] + other.digits_[i] + carry;
        digits_[i] = sum & 1;
        carry = sum >> 1;
      }
    } else if (smaller_than(other)) {
      BigBinary result = other;
      result.low_ = low_;
      result.high_ = high_;
      result.subtract(*this);
      *this = result;
    } else {
      subtract(other);
    }
  }

  // To `significant` binary digits, nearest, ties to even.
  double rounded(int significant) const {
    int top = static_cast<int>(high_) - 1;
    while (top >= 0 && digits_[static_cast<std::size_t>(top)] == 0) --top;
    if (top < 0) return 0;
    const int last = std::max(0, top - significant + 1);
    std::uint64_t kept = 0;
    for (int i = top; i >= last; --i)
      kept = 2 * kept + static_cast<std::uint64_t>(digits_[static_cast<std::size_t>(i)]);
    bool half = false, below = false;
    for (int i = last - 1; i >= static_cast<int>(low_); --i) {
      if (digits_[static_cast<std::size_t>(i)] == 0) continue;
      (i == last - 1 ? half : below) = true;
    }
    if (half && (below || (kept & 1) != 0)) ++kept;
    const double magnitude = std::ldexp(static_cast<double>(kept), last - 1074);
    return negative_ ? -magnitude : magnitude;
  }

 private:
  bool smaller_than(const BigBinary& other) const {
    for (std::size_t i = high_; i-- > 0;)
      if (digits_[i] != other.digits_[i]) return digits_[i] < other.digits_[i];
    return false;
  }
  void subtract(const BigBinary& smaller) {
    int borrow = 0;
    for (std::size_t i = low_; i < high_; ++i) {
      const int difference = digits_[i] - smaller.digits_[i] - borrow;
      borrow = difference < 0 ? 1 : 0;
      digits_[i] = difference & 1;
    }
  }

  std::vector<int> digits_;
  std::size_t low_ = 2200, high_ = 0;  // all digits that are 1 lie between
  bool negative_;
};

}  // namespace loom::test
