// How many numbers a second are converted on one core: FP32 to each format and back, to blocks and
// groups that share a scale, and to and from the blocks of GGUF files.
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/numerics/block_scale.hpp"
#include "core/numerics/convert.hpp"
#include "core/numerics/gguf.hpp"
#include "core/numerics/gguf_quantize.hpp"
#include "core/numerics/group_scale.hpp"
#include "core/numerics/ternary.hpp"
#include "core/random.hpp"
#include "tools/measure/rate.hpp"

namespace loom {
namespace {

using measure::rate;

constexpr std::size_t count = std::size_t{1} << 14;  // stays in the cache: this is about arithmetic
constexpr const char* unit = "numbers";

// Sizes of 2^−20 to 2^20, both signs: zeros, subnormals and overflow occur.
std::vector<float> numbers() {
  Random random(1);
  std::vector<float> values(count);
  for (float& value : values)
    value = static_cast<float>(
        std::ldexp(random.unit() - 0.5, static_cast<int>(random.below(41)) - 20));
  return values;
}

void conversions(const numerics::Format& format, const std::vector<float>& values) {
  const std::string name(format.name);
  std::vector<std::uint16_t> codes(count);
  std::vector<float> decoded(count);
  rate(("encode " + name).c_str(), unit, count, [&] {
    numerics::encode_all(format, values, numerics::Overflow::saturate, codes);
    return codes[0];
  });
  rate(("decode " + name).c_str(), unit, count, [&] {
    numerics::decode_all(format, codes, decoded);
    return static_cast<std::int64_t>(decoded[0] != 0);
  });
}

void run() {
  const std::vector<float> values = numbers();
  for (const numerics::Format& format : numerics::formats())
    if (format.bits() <= 16) conversions(format, values);
  for (const numerics::BlockScheme& scheme : numerics::block_schemes())
    rate(("quantize " + std::string(scheme.name)).c_str(), unit, count,
         [&] { return numerics::quantize(scheme, values).codes[0]; });
  for (const numerics::BlockLayout& layout : numerics::block_layouts())
    rate(("quantize " + std::string(layout.id)).c_str(), unit, count,
         [&] { return numerics::quantize(layout, values)[0]; });
  const std::vector<double> exact(values.begin(), values.end());
  for (int bits : {4, 8})
    for (int group : {0, 32})
      rate(("quantize INT" + std::to_string(bits) + (group ? " in groups of 32" : " per tensor"))
               .c_str(),
           unit, count,
           [&] { return numerics::quantize({.bits = bits, .group = group}, exact).codes[0]; });
  rate("ternarize", unit, count,
       [&] { return numerics::ternarize(exact, numerics::TernaryScale::absmean).trits[0]; });
  for (const numerics::BlockType& type : numerics::block_types()) {
    // Scales and minimums made of zeros and ones are neither NaN nor infinite.
    std::vector<std::uint8_t> bytes(count / static_cast<std::size_t>(type.values) *
                                    static_cast<std::size_t>(type.bytes));
    Random random(2);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.below(256) & 0x3b);
    rate(("dequantize " + std::string(type.id)).c_str(), unit, count,
         [&] { return static_cast<std::int64_t>((*numerics::dequantize(type, bytes))[0] != 0); });
  }
}

}  // namespace
}  // namespace loom

int main(int count, char** arguments) {
  loom::measure::take_options(count, arguments);
  loom::run();
}
