// The query part of a link to a state: "stride=2&offset=1".
#include "core/text/clipped.hpp"
#include "web/scene/parameter.hpp"

namespace loom::scene {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool unreserved(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
         c == '.' || c == '_' || c == '~' || c == ',' || c == ':' || c == '(' || c == ')';
}

}  // namespace

std::string percent_encode(std::string_view text) {
  constexpr char digits[] = "0123456789ABCDEF";
  std::string out;
  for (char c : text) {
    if (unreserved(c)) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += {'%', digits[byte >> 4], digits[byte & 15]};
    }
  }
  return out;
}

Result<std::string> percent_decode(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
    } else {
      const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
      const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
      if (high < 0 || low < 0)
        return Error{"'" + clipped(text, 40) + "': '%' needs two hexadecimal digits after it"};
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  return out;
}

Result<std::vector<Field>> parse_query(std::string_view query) {
  std::vector<Field> fields;
  while (!query.empty()) {
    const size_t end = query.find('&');
    const std::string_view part = query.substr(0, end);
    query.remove_prefix(end == query.npos ? query.size() : end + 1);
    if (part.empty()) continue;
    const size_t equals = part.find('=');
    if (equals == part.npos) return Error{"'" + clipped(part, 40) + "': expected key=value"};
    Result<std::string> key = percent_decode(part.substr(0, equals));
    Result<std::string> text = percent_decode(part.substr(equals + 1));
    if (!key) return key.error();
    if (!text) return text.error();
    fields.push_back({*key, *text});
  }
  return fields;
}

}  // namespace loom::scene
