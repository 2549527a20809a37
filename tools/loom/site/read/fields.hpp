// Reads JSON objects field by field, and reports what is wrong with them.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/loom/site/read/facts.hpp"
#include "tools/loom/site/read/json.hpp"

namespace loom::site {

class Fields {
 public:
  // `what` the object is, for messages: "a page".
  Fields(const Json& object, std::string what, const Source& source, Diagnostics& diagnostics);

  // A non-empty string.
  std::string text(const std::string& key, bool required = true);
  std::string id(const std::string& key);
  int year(const std::string& key);

  // With at least a word each; `what` each of them is, for messages: "an id".
  std::vector<Named> names(const std::string& key, const std::string& what = "an id",
                           bool required = false);
  std::vector<Named> addresses(const std::string& key, bool required = false);
  std::vector<std::string> texts(const std::string& key);
  bool flag(const std::string& key, bool otherwise);

  // {"a": "b"}; `what` each "b" is, for messages.
  std::vector<std::pair<Named, Named>> pairs(const std::string& key, const std::string& what);

  int count(const std::string& key);  // a whole number; 0 where there is none

  // Calls `each` with every object of an array, and reports its unknown fields.
  void objects(const std::string& key, const std::string& what,
               const std::function<void(Fields&)>& each);

  bool has(std::string_view key) const;

  // The position of the field's value; of the object's start if there is none.
  size_t offset(std::string_view key) const;

  // Call it last: reports every field that was not asked for.
  void finish();

  void report(size_t offset, std::string message);

 private:
  const Json* find(const std::string& key, bool required);
  std::vector<Named> list(const std::string& key, const std::string& what, bool required,
                          bool (*good)(const std::string&));
  void wrong(const Json& value, const std::string& expected);

  const Json& object_;
  std::string what_;
  const Source& source_;
  Diagnostics& diagnostics_;
  std::vector<std::string> asked_;
};

// Calls `each` with every entry of a file that is an array of objects.
void for_entries(const Json& json, const Source& source, Diagnostics& diagnostics,
                 const std::string& what, const std::function<void(Fields&)>& each);

// Reports a second use of the same name.
class Unique {
 public:
  Unique(const Source& source, std::string what) : source_(source), what_(std::move(what)) {}

  void add(Fields& fields, const std::string& name, size_t offset);

 private:
  const Source& source_;
  std::string what_;
  std::map<std::string, size_t> first_;
};

bool is_web_address(std::string_view url);

}  // namespace loom::site
