#include "core/numerics/gguf_quantize.hpp"

#include <algorithm>
#include <cmath>

#include "core/numerics/convert.hpp"
#include "core/numerics/format.hpp"

namespace loom::numerics {
namespace {

using enum BlockPart;

int to_half(float value) {
  return static_cast<int>(
      encode(*find_format("fp16"), static_cast<double>(value), Overflow::saturate));
}

int nearest(float value, int least, int most) {
  return static_cast<int>(
      std::clamp(std::nearbyint(value), static_cast<float>(least), static_cast<float>(most)));
}

// The number with the largest absolute value, with its sign.
float extreme(std::span<const float> numbers) {
  float most = 0;
  for (float number : numbers)
    if (std::fabs(number) > std::fabs(most)) most = number;
  return most;
}

class Block {
 public:
  Block(const BlockLayout& layout, std::span<const float> numbers, std::uint8_t* bytes)
      : layout_(layout), x_(numbers), bytes_(bytes) {}

  void quantize() {
    if (layout_.scale_bits == 0) return legacy();
    for (int g = 0; g < layout_.groups(); ++g) measure(g);
    // The greatest scale has the greatest code; signed ones go further down than up.
    const int bits = layout_.scale_bits, top = 1 << (bits - 1);
    least_ = layout_.minimums ? 0 : -top;
    most_ = layout_.minimums ? (1 << bits) - 1 : top - 1;
    const float d_of =
        extreme(std::span(step_, groups())) / static_cast<float>(layout_.minimums ? most_ : least_);
    const int d_code = to_half(d_of);
    const int dmin_code = to_half(extreme(std::span(low_, groups())) / static_cast<float>(most_));
    store(0, d, d_code);
    store(0, dmin, dmin_code);
    for (int g = 0; g < layout_.groups(); ++g) fill(g, from_half(d_code), from_half(dmin_code));
  }

 private:
  size_t groups() const { return static_cast<size_t>(layout_.groups()); }
  std::span<const float> group(int g) const {
    const auto size = static_cast<size_t>(layout_.group);
    return x_.subspan(static_cast<size_t>(g) * size, size);
  }
  void store(int weight, BlockPart part, int value) {
    store_part(layout_, bytes_, weight, part, value);
  }

  // Codes come from the exact scale, which is rounded only to be stored.
  void legacy() {
    const bool bytes = layout_.code_bits == 8;
    const float most = extreme(x_), scale = bytes ? std::fabs(most) / 127 : most / -8;
    // A scale whose inverse is infinite is zero in FP16 anyway.
    const float inverse = std::isfinite(1 / scale) ? 1 / scale : 0;
    store(0, d, to_half(scale));
    for (int i = 0; i < layout_.values; ++i) {
      const float scaled = x_[static_cast<size_t>(i)] * inverse;
      store(i, code, static_cast<int>(bytes ? std::round(scaled) : std::min(15.f, scaled + 8.5f)));
    }
  }

  // The best step for a group of weights, and its minimum.
  void measure(int g) {
    const std::span<const float> x = group(g);
    if (layout_.minimums) {
      const float low = std::min(0.f, *std::min_element(x.begin(), x.end()));
      const float high = std::max(low, *std::max_element(x.begin(), x.end()));
      step_[g] = (high - low) / static_cast<float>((1 << layout_.code_bits) - 1);
      low_[g] = -low;
    } else {
      step_[g] = extreme(x) / static_cast<float>(-layout_.code_zero);
    }
  }

  void fill(int g, float d_value, float dmin_value) {
    const int first = g * layout_.group;
    const int scaled = d_value != 0 ? nearest(step_[g] / d_value, least_, most_) : 0;
    const int low = dmin_value != 0 ? nearest(low_[g] / dmin_value, 0, most_) : 0;
    store(first, scale, scaled + layout_.scale_zero);
    store(first, minimum, low);
    const float step = d_value * static_cast<float>(scaled),
                from = dmin_value * static_cast<float>(low);
    for (int i = first; i < first + layout_.group; ++i) {
      const float exact = step != 0 ? (x_[static_cast<size_t>(i)] + from) / step : 0;
      const int zero = layout_.code_zero;
      store(i, code, nearest(exact, -zero, (1 << layout_.code_bits) - 1 - zero) + zero);
    }
  }

  const BlockLayout& layout_;
  std::span<const float> x_;
  std::uint8_t* bytes_;
  float step_[16] = {}, low_[16] = {};
  int least_ = 0, most_ = 0;
};

}  // namespace

std::vector<std::uint8_t> quantize(const BlockLayout& layout, std::span<const float> numbers) {
  const auto size = static_cast<size_t>(layout.values), bytes = static_cast<size_t>(layout.bytes);
  const size_t blocks = (numbers.size() + size - 1) / size;
  std::vector<float> whole(numbers.begin(), numbers.end());
  whole.resize(blocks * size);
  std::vector<std::uint8_t> out(blocks * bytes);
  for (size_t i = 0; i < blocks; ++i)
    Block(layout, std::span(whole).subspan(i * size, size), &out[i * bytes]).quantize();
  return out;
}

std::vector<float> dequantize(const BlockLayout& layout, std::span<const std::uint8_t> bytes) {
  std::vector<float> values;
  for (size_t at = 0; at < bytes.size(); at += static_cast<size_t>(layout.bytes))
    for (int i = 0; i < layout.values; ++i)
      values.push_back(weight_value(layout, weight_parts(layout, &bytes[at], i)));
  return values;
}

}  // namespace loom::numerics
