#include "core/numerics/dot_data.hpp"

#include "core/numerics/convert.hpp"
#include "core/random.hpp"

namespace loom::numerics {

std::vector<float> dot_data(DotData data, const Format& format, std::uint64_t seed, int count) {
  Random random(seed);
  std::vector<float> numbers(static_cast<std::size_t>(count));
  for (float& number : numbers) {
    double value = seed < 2000 ? 0.1 : 1;
    if (data == DotData::positive) value = random.unit();
    if (data == DotData::normal) {
      value = 0;
      for (int i = 0; i < 12; ++i) value += random.unit();
      value -= 6;
    }
    number = static_cast<float>(value);
  }
  std::vector<std::uint16_t> codes(numbers.size());
  encode_all(format, numbers, Overflow::saturate, codes);
  decode_all(format, codes, numbers);
  return numbers;
}

}  // namespace loom::numerics
