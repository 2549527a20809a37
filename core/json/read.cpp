#include <algorithm>
#include <limits>

#include "core/json/fields.hpp"
#include "core/json/number.hpp"
#include "core/json/scanner.hpp"
#include "core/json/text.hpp"
#include "core/text/hex.hpp"
#include "core/text/utf8.hpp"

namespace loom::json {
namespace {

constexpr std::size_t most_members = 100;

// Four hexadecimal digits.
std::uint32_t code_unit(std::string_view digits) {
  std::uint32_t code = 0;
  for (const char c : digits.substr(0, 4))
    code = code << 4 | static_cast<std::uint32_t>(hex_digit(c));
  return code;
}

// Nothing: it has more than 64 bits, or is −0, and becomes a double.
std::optional<Value> integer(std::string_view digits, bool minus) {
  std::uint64_t value = 0;
  for (const char c : digits) {
    const auto next = static_cast<std::uint64_t>(c - '0');
    if (value > (~std::uint64_t{0} - next) / 10) return std::nullopt;
    value = 10 * value + next;
  }
  if (!minus) return value;
  if (value == 0 || value > std::uint64_t{1} << 63) return std::nullopt;
  return static_cast<std::int64_t>(0 - value);
}

long long exponent_of(std::string_view text) {
  const bool minus = text.starts_with('-');
  long long size = 0;
  for (const char c : text.substr(minus || text.starts_with('+') ? 1 : 0))
    size = std::min(10 * size + (c - '0'), 1'000'000'000ll);
  return minus ? -size : size;
}

// Makes values of what the scanner finds.
class Reader {
 public:
  explicit Reader(std::string_view text) : in_(text) {}

  Result<Value> run() {
    Value made = value();
    in_.end("the value");
    if (const auto& mistake = in_.mistake())
      return Error{"malformed JSON at byte " + std::to_string(mistake->at + 1) + ": " +
                   mistake->what};
    return made;
  }

 private:
  Value value() {
    const std::size_t begin = in_.at();
    switch (in_.next()) {
      case '{':
        return object();
      case '[': {
        Value::Array made;
        for (bool more = in_.open('['); more; more = in_.another(']')) made.push_back(value());
        return made;
      }
      case '"':
        return unescaped(in_.text(), begin + 1);
      default: {
        const std::string_view word = in_.word();
        if (word.empty() || word == "null") return {};
        if (word == "true" || word == "false") return word == "true";
        return number(word, begin);
      }
    }
  }

  Value object() {
    Value::Object made;
    for (bool more = in_.open('{'); more; more = in_.another('}')) {
      const std::size_t begin = in_.at();
      std::string name = unescaped(in_.key(), begin + 1);
      const auto same = [&](const auto& each) { return each.first == name; };
      if (std::any_of(made.begin(), made.end(), same))
        in_.fail(begin, "the key " + display(name) + " is given twice");
      if (made.size() == most_members)
        in_.fail(begin, "an object of more than " + std::to_string(most_members) + " members");
      made.emplace_back(std::move(name), value());
    }
    return made;
  }

  // `begin`: where the text stands, for messages.
  std::string unescaped(std::string_view text, std::size_t begin) {
    constexpr std::string_view letters = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
    std::string out;
    for (std::size_t from = 0;;) {
      const std::size_t slash = std::min(text.find('\\', from), text.size());
      out += text.substr(from, slash - from);
      if (slash == text.size()) return out;
      const char letter = text[slash + 1];
      from = slash + 2;
      if (letter != 'u') {
        out += meant[letters.find(letter)];
        continue;
      }
      std::uint32_t code = code_unit(text.substr(from));
      from += 4;
      if (code >= 0xd800 && code < 0xe000) {
        const std::string_view second = text.substr(from);
        const std::uint32_t low = second.starts_with("\\u") ? code_unit(second.substr(2)) : 0;
        if (code >= 0xdc00 || low < 0xdc00 || low > 0xdfff) {
          in_.expected(begin + slash, "both halves of a surrogate pair");
          return {};
        }
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        from += 6;
      }
      utf8::append(out, code);
    }
  }

  Value number(std::string_view word, std::size_t begin) {
    const bool minus = word.starts_with('-');
    if (minus) word.remove_prefix(1);
    const std::size_t e = std::min(word.find_first_of("eE"), word.size());
    const std::size_t point = std::min(word.find('.'), e);
    if (point == word.size())
      if (auto exact = integer(word, minus)) return std::move(*exact);
    std::string digits(word.substr(0, point));
    long long exponent = e < word.size() ? exponent_of(word.substr(e + 1)) : 0;
    if (point < e) {
      digits += word.substr(point + 1, e - point - 1);
      exponent -= static_cast<long long>(e - point - 1);
    }
    const double size = nearest(digits, exponent);
    if (size == std::numeric_limits<double>::infinity())
      in_.expected(begin, "a number within double precision");
    return minus ? -size : size;
  }

  Scanner in_;
};

}  // namespace

Result<Value> read(std::string_view text) { return Reader(text).run(); }

}  // namespace loom::json
