#include "web/scene/query.hpp"

#include <utility>

#include "core/text/clipped.hpp"
#include "core/text/hex.hpp"
#include "core/text/word_list.hpp"

namespace loom::scene {
namespace {

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

std::vector<std::string_view> query_parts(std::string_view query) {
  std::vector<std::string_view> parts = words_in(query, '&');
  std::erase(parts, "");
  return parts;
}

Result<std::vector<Field>> parse_query(std::string_view query) {
  std::vector<Field> fields;
  for (const std::string_view part : query_parts(query)) {
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

std::string query_of(std::span<const Field> fields) {
  std::string query;
  for (const Field& field : fields)
    query += (query.empty() ? "" : "&") + field.key + "=" + percent_encode(field.text);
  return query;
}

Result<Named> named(std::span<const Parameter> parameters, std::string_view query) {
  Result<std::vector<Field>> fields = parse_query(query);
  if (!fields) return fields.error();
  Named named{Values(parameters), std::nullopt};
  for (const Field& field : *fields) {
    if (field.key == "step")
      named.step = field.text;
    else if (auto error = named.values.set(field.key, field.text))
      return *error;
  }
  named.values.follow(*fields);
  return named;
}

bool shows(const Values& values, const Preset& preset) {
  const Result<Named> wanted = named(values.parameters(), preset.query);
  return wanted && wanted->values == values;
}

}  // namespace loom::scene
