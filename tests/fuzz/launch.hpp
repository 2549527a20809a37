// A launch of a kernel as bytes: 10 bytes of sizes and options, 3 of each argument, then the
// source. A byte picks an entry of a table, so that most inputs are launches that somebody could
// ask for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace loom::fuzz {

// Blocks, threads, elements and bytes.
inline constexpr long long sizes[] = {1,
                                      2,
                                      3,
                                      4,
                                      5,
                                      7,
                                      8,
                                      16,
                                      31,
                                      32,
                                      33,
                                      48,
                                      64,
                                      96,
                                      100,
                                      128,
                                      200,
                                      256,
                                      512,
                                      1000,
                                      1024,
                                      1025,
                                      2048,
                                      4096,
                                      48 << 10,
                                      65535,
                                      65536,
                                      100'000,
                                      2'147'483'647,
                                      0};
inline constexpr std::string_view types[] = {"int",
                                             "unsigned int",
                                             "float",
                                             "double",
                                             "char",
                                             "unsigned char",
                                             "signed char",
                                             "short",
                                             "bool",
                                             "long",
                                             "unsigned long",
                                             "long long",
                                             "unsigned long long",
                                             "unsigned short",
                                             "__half",
                                             "__half2",
                                             "__nv_bfloat16",
                                             "float2",
                                             "float3",
                                             "float4",
                                             "int2",
                                             "int4",
                                             "uchar4",
                                             "double2",
                                             "void",
                                             "size_t",
                                             "uint32_t",
                                             "int8_t",
                                             "S",
                                             "T*",
                                             "",
                                             "no such type"};
inline constexpr std::string_view chips[] = {"9.0", "9.0", "7.5", "8.6", "10.0", "12.0", "1.0", ""};
enum class Form : std::uint8_t { number, numbers, array, unwritten, null, holes, last };
// Where a number or an array's first element begins, and how the next ones follow.
inline constexpr const char* values[] = {"0",    "1",       "2",          "-1",
                                         "32",   "255",     "256",        "0.5",
                                         "1e30", "1e-40",   "2147483647", "-2147483648",
                                         "-0.0", "\"nan\"", "\"inf\"",    "18446744073709551615"};

template <class Table, class Value>
std::uint8_t index_in(const Table& table, const Value& value, std::uint8_t otherwise = 0) {
  const auto at = std::find(std::begin(table), std::end(table), value);
  return at == std::end(table) ? otherwise : static_cast<std::uint8_t>(at - std::begin(table));
}

struct ArgumentBytes {
  std::uint8_t type = 0, form = 0, value = 0;  // form: Form, and 8 times the number of elements
};

struct LaunchBytes {
  std::uint8_t grid[3] = {}, block[3] = {}, shared = index_in(sizes, 0);
  std::uint8_t options = 0;  // 1 fmad, 2 order, 4 trace, from 8 on the chip
  std::uint8_t kernel = 0;   // of the source: which
  std::vector<ArgumentBytes> arguments;
  std::string_view source;

  std::string text() const {
    std::string out;
    const auto put = [&](std::uint8_t byte) { out += static_cast<char>(byte); };
    for (const auto axis : grid) put(axis);
    for (const auto axis : block) put(axis);
    put(shared);
    put(options);
    put(kernel);
    put(static_cast<std::uint8_t>(arguments.size()));
    for (const ArgumentBytes& each : arguments) put(each.type), put(each.form), put(each.value);
    return out + std::string(source);
  }

  static LaunchBytes of(std::string_view text) {
    constexpr std::size_t most_arguments = 12;
    LaunchBytes out;
    const auto take = [&] {
      if (text.empty()) return std::uint8_t{0};
      const auto byte = static_cast<std::uint8_t>(text[0]);
      text.remove_prefix(1);
      return byte;
    };
    for (auto& axis : out.grid) axis = take();
    for (auto& axis : out.block) axis = take();
    out.shared = take();
    out.options = take();
    out.kernel = take();
    out.arguments.resize(take() % (most_arguments + 1));
    for (ArgumentBytes& each : out.arguments) {
      each.type = take();
      each.form = take();
      each.value = take();
    }
    out.source = text;
    return out;
  }
};

template <class Table>
const auto& picked(const Table& table, std::size_t number) {
  return table[number % std::size(table)];
}

}  // namespace loom::fuzz
