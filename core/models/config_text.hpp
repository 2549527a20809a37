// The entries of a config.json, or of its short form, without a tree: the reader downloads this.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace loom::json {
class Scanner;
}

namespace loom::models {

class ConfigText {
 public:
  struct Entry {
    std::string_view key, value;  // as they are in the text, the key without quotes
    size_t at = 0;                // where the value begins
    bool words = false;           // in "text_config"

    bool is_list() const { return value.starts_with('['); }
    std::vector<Entry> items() const;  // of a list, each with the list's key
    std::string_view string() const;   // without quotes
    int number() const;                // whole; −1: it is none
    int flag() const;                  // the same, where true is 1 and false is 0
  };

  // Refused, with "line:column: " before it: what is no JSON object, and no list of key:value.
  // Views into the text, which must outlive it.
  static Result<ConfigText> read(std::string_view text);

  const std::vector<Entry>& entries() const { return entries_; }
  // The entry in "text_config", or else the one outside; if there are several, the last, as in
  // Python's json; nullptr: there is none.
  const Entry* find(std::string_view key) const;

  Error error(size_t at, const std::string& what) const;
  Error refused(const Entry& entry, const std::string& expected) const;  // its value

 private:
  explicit ConfigText(std::string_view text) : text_(text) {}
  std::optional<Error> read_json();
  void read_object(json::Scanner& in, bool words);
  std::optional<Error> read_short();

  std::string_view text_;
  std::vector<Entry> entries_;
};

}  // namespace loom::models
