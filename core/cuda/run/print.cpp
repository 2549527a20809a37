// printf of a kernel.
#include "core/cuda/run/access.hpp"
#include "core/cuda/run/format.hpp"
#include "core/cuda/run/machine.hpp"

namespace loom::cuda {
namespace {

struct Conversion {
  std::string flags;  // with width and precision
  char letter = 0;    // 0: there is none
  std::size_t end = 0;
};

// Of the text from its '%' on. Lengths (l, ll, h, z) are the arguments' own. `star` gives a width
// that is an argument.
template <class Star>
Conversion conversion_at(const std::string& text, std::size_t at, Star star) {
  Conversion out;
  std::size_t i = at + 1;
  while (i < text.size() &&
         std::string_view("-+ #0123456789.*").find(text[i]) != std::string_view::npos) {
    if (text[i] == '*')
      out.flags += star();
    else
      out.flags += text[i];
    ++i;
  }
  while (i < text.size() && std::string_view("lhzjtL").find(text[i]) != std::string_view::npos) ++i;
  if (i < text.size()) out.letter = text[i++];
  if (out.flags.size() > 12) out.flags.clear();  // a width beyond sense
  out.end = i;
  return out;
}

double number(std::uint64_t bits, Type type) {
  switch (type) {
    case Type::f32:
      return static_cast<double>(value_in<float>(bits));
    case Type::f64:
      return value_in<double>(bits);
    case Type::f16:
    case Type::bf16:
      return half_value(bits, type);
    case Type::u64:
      return static_cast<double>(bits);
    default:
      return static_cast<double>(static_cast<std::int64_t>(bits));
  }
}

// Toward zero; the least number where it does not fit.
std::uint64_t whole(double value) {
  constexpr double end = 0x1p63;
  return value >= -end && value < end ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value))
                                      : std::uint64_t{1} << 63;
}

// What %s shows: a text of the code, or the characters at an address.
std::string string_at(const Step& step, int lane, std::uint64_t bits) {
  const auto& texts = step.machine.code.texts;
  if (bits == 0) return "(null)";
  if (bits < texts.size()) return texts[static_cast<std::size_t>(bits)].text;
  const int kind = window::kind(bits);
  const Region region = kind == 2   ? step.block.shared_region()
                        : kind == 3 ? frame_region(step, lane)
                                    : step.machine.memory.region(bits);
  std::string out;
  for (std::uint64_t at = bits - region.base;; ++at) {
    if (bits < region.base || at >= region.size) {
      report_bad(step, lane, region.base + at, 1, false);
      return out;
    }
    if (region.bytes[at] == 0 || out.size() >= step.machine.launch.limits.printed) return out;
    out += static_cast<char>(region.bytes[at]);
  }
}

std::string converted(const Step& step, int lane, const Conversion& conversion, std::uint64_t bits,
                      Type type) {
  const char letter = conversion.letter;
  switch (letter) {
    case 'd':
    case 'i':
      return format_integer(conversion.flags, 'd',
                            is_float(type) ? whole(number(bits, type)) : bits);
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      return format_integer(conversion.flags, letter,
                            size_of(type) == 8 ? bits : bits & 0xffffffff);
    case 'c':
      return format_text(conversion.flags, std::string(1, static_cast<char>(bits)));
    case 'p':
      return bits ? format_integer("#", 'x', bits) : "(nil)";
    case 's':
      return format_text(conversion.flags, string_at(step, lane, bits));
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return format_real(conversion.flags, letter, number(bits, type));
    default:
      return "%" + conversion.flags + conversion.letter;
  }
}

}  // namespace

void print(const Step& step) {
  const Instruction& i = step.instruction();
  const Code& code = step.machine.code;
  const Text& format = code.texts[static_cast<std::size_t>(i.imm)];
  std::string& out = step.machine.printed;
  step.warp.stored = true;
  ++step.machine.changes;
  for_lanes(step.lanes, [&](int lane) {
    std::size_t used = 0;
    for (std::size_t at = 0; at < format.text.size();) {
      if (out.size() >= step.machine.launch.limits.printed) return;
      const char c = format.text[at];
      if (c != '%') {
        out += c;
        ++at;
        continue;
      }
      const auto left = [&] { return used < i.count && used < format.types.size(); };
      const auto next = [&] { return step.warp[i.a + static_cast<Register>(used++)][lane]; };
      const Conversion conversion = conversion_at(format.text, at, [&] {
        return left() ? std::to_string(static_cast<int>(next())) : std::string();
      });
      at = conversion.end;
      if (conversion.letter == '%' || conversion.letter == 0) {
        out += '%';
      } else if (left()) {
        const Type type = format.types[used];
        out += converted(step, lane, conversion, next(), type);
      } else {
        out += "%" + conversion.flags + conversion.letter;
      }
    }
  });
}

}  // namespace loom::cuda
