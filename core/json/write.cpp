#include <algorithm>
#include <cmath>

#include "core/json/number.hpp"
#include "core/json/text.hpp"
#include "core/text/utf8.hpp"

namespace loom::json {
namespace {

class Writer {
 public:
  explicit Writer(Large large) : large_(large) {}

  void value(const Value& value) {
    if (const auto* members = value.object()) return object(*members);
    if (const auto* list = value.array()) return array(*list);
    if (const auto* text = value.text())
      out += quoted(*text);
    else if (const auto* yes = value.boolean())
      out += *yes ? "true" : "false";
    else if (const auto* number = value.real())
      out += std::isfinite(*number) ? decimal(*number) : "null";
    else if (const auto* whole = value.integer())
      integer(std::to_string(*whole), *whole < -script_holds || *whole > script_holds);
    else if (const auto* natural = value.natural())
      integer(std::to_string(*natural), *natural > script_holds);
    else
      out += "null";
  }

  std::string out;

 private:
  static constexpr std::int64_t script_holds = std::int64_t{1} << 53;

  void integer(const std::string& digits, bool large) {
    out += large && large_ == Large::text ? quoted(digits) : digits;
  }

  void array(const Value::Array& list) {
    const char* before = "[";
    for (const Value& each : list) {
      out += before;
      value(each);
      before = ",";
    }
    out += list.empty() ? "[]" : "]";
  }

  void object(const Value::Object& members) {
    const char* before = "{";
    for (const auto& [name, its] : members) {
      out += before;
      out += quoted(name);
      out += ':';
      value(its);
      before = ",";
    }
    out += members.empty() ? "{}" : "}";
  }

  Large large_;
};

}  // namespace

std::string quoted(std::string_view text) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const auto byte = static_cast<unsigned char>(c);
    const std::size_t length = utf8::sequence(text, i);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      out += "\\u00";
      out += digits[byte >> 4];
      out += digits[byte & 15];
    } else if (length == 0) {
      out += "\uFFFD";
    } else {
      out += text.substr(i, length);
    }
    i += std::max<std::size_t>(length, 1);
  }
  return out + '"';
}

std::string write(const Value& value, Large large) {
  Writer writer(large);
  writer.value(value);
  return std::move(writer.out);
}

}  // namespace loom::json
