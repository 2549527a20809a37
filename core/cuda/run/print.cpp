// printf of a kernel.
#include <cstdio>

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

template <class... Values>
std::string formatted(const std::string& format, Values... values) {
  char buffer[1200];  // a double of 310 digits, and a width of up to 3
  const int length = std::snprintf(buffer, sizeof buffer, format.c_str(), values...);
  return std::string(buffer, static_cast<std::size_t>(std::min(
                                 std::max(length, 0), static_cast<int>(sizeof buffer) - 1)));
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

std::string converted(const Code& code, const Conversion& conversion, std::uint64_t bits,
                      Type type) {
  const std::string start = "%" + conversion.flags;
  switch (conversion.letter) {
    case 'd':
    case 'i':
      return formatted(start + "lld", is_float(type) ? static_cast<long long>(number(bits, type))
                                                     : static_cast<long long>(bits));
    case 'u':
    case 'o':
    case 'x':
    case 'X': {
      const std::uint64_t value = size_of(type) == 8 ? bits : bits & 0xffffffff;
      return formatted(start + "ll" + conversion.letter, static_cast<unsigned long long>(value));
    }
    case 'c':
      return formatted(start + "c", static_cast<int>(bits & 0xff));
    case 'p':
      return bits ? formatted("0x%llx", static_cast<unsigned long long>(bits)) : "(nil)";
    case 's':
      return bits < code.texts.size()
                 ? formatted(start + "s", code.texts[static_cast<std::size_t>(bits)].text.c_str())
                 : "(null)";
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return formatted(start + conversion.letter, number(bits, type));
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
        out += converted(code, conversion, next(), type);
      } else {
        out += "%" + conversion.flags + conversion.letter;
      }
    }
  });
}

}  // namespace loom::cuda
