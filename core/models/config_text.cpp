#include "core/models/config_text.hpp"

#include <algorithm>

namespace loom::models {
namespace {

constexpr std::string_view spaces = " \t\r\n";

bool digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

// Reads a text once. The first error ends the reading and stays in `wrong`.
class ConfigReader {
 public:
  explicit ConfigReader(ConfigText& into) : into_(into), text_(into.text_) {}

  std::optional<Error> run() {
    skip();
    if (object(Depth::top)) {
      skip();
      if (at_ < text_.size()) fail("expected nothing behind the last '}'");
    }
    if (wrong_.empty()) return std::nullopt;
    return into_.error(at_, wrong_);
  }

 private:
  enum class Depth { top, words, deeper };  // of an object: the config, its text_config, others

  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip() { at_ = std::min(text_.find_first_not_of(spaces, at_), text_.size()); }

  bool fail(const char* what) {
    wrong_ = what;
    const size_t end = std::min(text_.find_first_of(" \t\r\n,:{}[]\"", at_ + 1), text_.size());
    wrong_ +=
        at_ >= text_.size()
            ? ", got the end"
            : ", got '" + std::string(text_.substr(at_, std::min(end - at_, size_t{20}))) + "'";
    return false;
  }
  bool take(char wanted, const char* what) {
    if (here() != wanted) return fail(what);
    ++at_;
    skip();
    return true;
  }

  // "key": value, … between brackets.
  bool object(Depth depth) {
    if (!take('{', "expected '{'")) return false;
    if (here() == '}') return take('}', "");
    while (true) {
      const size_t key = at_ + 1;
      if (here() != '"') return fail("expected a key in quotes");
      if (!string()) return false;
      const std::string_view name = text_.substr(key, at_ - key - 1);
      skip();
      if (!take(':', "expected ':' behind a key") || !member(name, depth)) return false;
      skip();
      if (here() == '}') return take('}', "");
      if (!take(',', "expected ',' or '}' behind a value")) return false;
    }
  }

  bool member(std::string_view key, Depth depth) {
    if (depth == Depth::top && key == "text_config") {
      std::erase_if(into_.entries_, [](const ConfigText::Entry& entry) { return entry.words; });
      if (here() == '{') return object(Depth::words);
    }
    ConfigText::Entry entry{key, {}, at_, depth == Depth::words};
    if (!value()) return false;
    entry.value = text_.substr(entry.at, at_ - entry.at);
    if (depth != Depth::deeper) into_.entries_.push_back(entry);
    return true;
  }

  bool value() {
    constexpr int deepest = 64;
    if (++level_ > deepest) return fail("expected fewer brackets in each other");
    const bool good = here() == '{'   ? object(Depth::deeper)
                      : here() == '[' ? list()
                      : here() == '"' ? string()
                                      : word();
    --level_;
    return good;
  }

  bool list() {
    take('[', "");
    if (here() == ']') return take(']', "");
    while (true) {
      if (!value()) return false;
      skip();
      if (here() == ']') return take(']', "");
      if (!take(',', "expected ',' or ']' behind a value")) return false;
    }
  }

  bool string() {
    for (++at_; here() != '"'; ++at_) {
      if (at_ >= text_.size() || static_cast<unsigned char>(here()) < ' ')
        return fail("expected the quotes that end a text");
      if (here() == '\\' && !escape()) return false;
    }
    ++at_;
    return true;
  }

  // Stops at its last character.
  bool escape() {
    const size_t begin = at_++;
    if (std::string_view("\"\\/bfnrt").find(here()) != text_.npos) return true;
    const std::string_view digits = text_.substr(std::min(at_ + 1, text_.size()), 4);
    if (here() == 'u' && digits.size() == 4 &&
        digits.find_first_not_of("0123456789abcdefABCDEF") == text_.npos) {
      at_ += digits.size();
      return true;
    }
    at_ = begin;
    return fail("expected an escape of JSON's: \\n, \\\", \\\\, \\u0041 and the like");
  }

  // A number, true, false or null.
  bool word() {
    const size_t end = std::min(text_.find_first_of(" \t\r\n,:{}[]\"", at_), text_.size());
    const std::string_view word = text_.substr(at_, end - at_);
    if (word != "true" && word != "false" && word != "null" && !number(word))
      return fail("expected a value: a number, a text in quotes, true, false, null, a list or {…}");
    at_ = end;
    return true;
  }

  static bool number(std::string_view text) {
    const auto digits = [&] {
      const size_t size = std::min(text.find_first_not_of("0123456789"), text.size());
      text.remove_prefix(size);
      return size > 0;
    };
    if (text.starts_with('-')) text.remove_prefix(1);
    if (text.size() > 1 && text[0] == '0' && digit(text[1])) return false;
    if (!digits()) return false;
    if (text.starts_with('.')) {
      text.remove_prefix(1);
      if (!digits()) return false;
    }
    if (text.starts_with('e') || text.starts_with('E')) {
      text.remove_prefix(1);
      if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
      if (!digits()) return false;
    }
    return text.empty();
  }

  ConfigText& into_;
  std::string_view text_;
  size_t at_ = 0;
  int level_ = 0;
  std::string wrong_;
};

std::string_view ConfigText::Entry::string() const {
  return value.size() > 1 && value.front() == '"' ? value.substr(1, value.size() - 2) : value;
}

std::vector<ConfigText::Entry> ConfigText::Entry::items() const {
  constexpr std::string_view between = ", \t\r\n";
  std::vector<Entry> found;
  for (size_t from = value.find_first_not_of(between, 1); from < value.size() - 1;) {
    size_t end = value.find_first_of(", \t\r\n]", from + 1);
    if (value[from] == '"')
      for (end = from + 1; end < value.size() && value[end++] != '"';)
        if (value[end - 1] == '\\') ++end;
    end = std::min(end, value.size());
    found.push_back({key, value.substr(from, end - from), at + from, words});
    from = value.find_first_not_of(between, end);
  }
  return found;
}

int ConfigText::Entry::number() const {
  if (value == "true") return 1;
  if (value == "false") return 0;
  constexpr size_t most_digits = 9 + 1;
  long long found = 0;
  if (value.empty() || value.size() > most_digits) return -1;
  for (char c : value) {
    if (!digit(c)) return -1;
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
                             std::string(entry.value.substr(0, 40)));
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
  const size_t first = text.find_first_not_of(spaces);
  const bool json = first == text.npos || text[first] == '{' || text[first] == '"';
  if (auto error = json ? ConfigReader(made).run() : made.read_short()) return *error;
  return made;
}

}  // namespace loom::models
