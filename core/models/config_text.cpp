#include "core/models/config_text.hpp"

#include <algorithm>

#include "core/json/scanner.hpp"
#include "core/text/clipped.hpp"

namespace loom::models {

std::string_view ConfigText::Entry::string() const {
  return value.size() > 1 && value.front() == '"' ? value.substr(1, value.size() - 2) : value;
}

std::vector<ConfigText::Entry> ConfigText::Entry::items() const {
  std::vector<Entry> found;
  json::Scanner in(value);
  for (bool more = in.open('['); more; more = in.another(']')) {
    const size_t begin = in.at();
    found.push_back({key, in.value(), at + begin, words});
  }
  return found;
}

int ConfigText::Entry::flag() const {
  return value == "true" ? 1 : value == "false" ? 0 : number();
}

int ConfigText::Entry::number() const {
  constexpr size_t most_digits = 9 + 1;
  long long found = 0;
  if (value.empty() || value.size() > most_digits) return -1;
  for (char c : value) {
    if (c < '0' || c > '9') return -1;
    found = found * 10 + (c - '0');
  }
  return found <= 1 << 30 ? static_cast<int>(found) : -1;
}

const ConfigText::Entry* ConfigText::find(std::string_view key) const {
  const Entry* found = nullptr;
  for (const Entry& entry : entries_)
    if (entry.key == key && (!found || entry.words >= found->words)) found = &entry;
  return found;
}

Error ConfigText::error(size_t at, const std::string& what) const {
  const std::string_view before = text_.substr(0, at);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const size_t begin = before.rfind('\n') + 1;  // npos + 1: the first line
  return {std::to_string(line) + ":" + std::to_string(at - begin + 1) + ": " + what};
}

Error ConfigText::refused(const Entry& entry, const std::string& expected) const {
  return error(entry.at, std::string(entry.key) + ": expected " + expected + ", got " +
                             clipped(entry.value, 40));
}

void ConfigText::read_object(json::Scanner& in, bool words) {
  for (bool more = in.open('{'); more; more = in.another('}')) {
    const size_t quote = in.at();
    const std::string_view key = in.key();
    if (key.find('\\') != key.npos)
      in.fail(quote, "expected a key without escapes, got \"" + clipped(key, 40) + "\"");
    if (!words && key == "text_config") {
      std::erase_if(entries_, [](const Entry& entry) { return entry.words; });
      if (in.next() == '{') {
        read_object(in, true);
        continue;
      }
    }
    const size_t begin = in.at();
    entries_.push_back({key, in.value(), begin, words});
  }
}

std::optional<Error> ConfigText::read_json() {
  json::Scanner in(text_);
  read_object(in, false);
  in.end("the last '}'");
  if (const auto& mistake = in.mistake()) return error(mistake->at, mistake->what);
  return std::nullopt;
}

// key:value,key:value
std::optional<Error> ConfigText::read_short() {
  for (size_t at = 0; at < text_.size();) {
    const size_t end = std::min(text_.find(',', at), text_.size());
    const size_t colon = text_.find(':', at);
    if (colon >= end || colon == at)
      return error(at, "expected a config.json from its first '{' on, or key:value");
    entries_.push_back({.key = text_.substr(at, colon - at),
                        .value = text_.substr(colon + 1, end - colon - 1),
                        .at = colon + 1});
    at = end + 1;
  }
  return std::nullopt;
}

Result<ConfigText> ConfigText::read(std::string_view text) {
  ConfigText made(text);
  const char first = json::Scanner(text).next();
  const bool json = first == '\0' || first == '{' || first == '"';
  if (auto error = json ? made.read_json() : made.read_short()) return *error;
  return made;
}

}  // namespace loom::models
