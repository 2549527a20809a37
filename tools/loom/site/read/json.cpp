#include "tools/loom/site/read/json.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "tools/loom/text/strings.hpp"
#include "tools/loom/text/utf8.hpp"

namespace loom::site {
namespace {

using Parser = nlohmann::json;

// Passes characters to the parser and records how far it has read.
class Tracking {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Tracking(const char* at, const char** furthest) : at_(at), furthest_(furthest) {}
  reference operator*() const { return *at_; }
  Tracking& operator++() {
    *furthest_ = ++at_;
    return *this;
  }
  Tracking operator++(int) {
    const Tracking before = *this;
    ++*this;
    return before;
  }
  bool operator==(const Tracking& other) const { return at_ == other.at_; }
  bool operator!=(const Tracking& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** furthest_;
};

constexpr size_t deepest_json = 64;

class Builder : public Parser::json_sax_t {
 public:
  Builder(const Source& source, Diagnostics& diagnostics)
      : source_(source), diagnostics_(diagnostics), read_(source.text.data()) {}

  std::optional<Json> build() {
    const char* begin = source_.text.data();
    const char* end = begin + source_.text.size();
    if (!Parser::sax_parse(Tracking(begin, &read_), Tracking(end, &read_), this))
      return std::nullopt;
    return std::move(root_);
  }

  bool null() override { return scalar(Json::Kind::null); }
  bool boolean(bool) override { return scalar(Json::Kind::boolean); }
  bool number_integer(number_integer_t value) override {
    return number(static_cast<double>(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return number(static_cast<double>(value));
  }
  bool number_float(number_float_t value, const string_t&) override { return number(value); }
  bool string(string_t& value) override {
    Json* json = put(Json::Kind::string);
    json->text = value;
    if (text::control_character(value) != value.npos)
      diagnostics_.add(source_, json->offset, "a control character in a string, expected text");
    return true;
  }
  bool binary(binary_t&) override { return false; }

  bool start_object(size_t) override { return open(Json::Kind::object); }
  bool start_array(size_t) override { return open(Json::Kind::array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& value) override {
    const size_t offset = token_start();
    for (const Member& member : open_.back()->members) {
      if (member.key != value) continue;
      diagnostics_.add(source_, offset,
                       "field '" + value + "' is given twice, first in line " +
                           std::to_string(line_of(source_, member.offset)));
      return false;
    }
    open_.back()->members.push_back({value, offset, {}});
    after_token();
    return true;
  }

  bool parse_error(size_t byte, const std::string&, const Parser::exception& error) override {
    std::string what = error.what();
    if (source_.text.find_first_not_of(text::spaces) == std::string::npos)
      what = "the file is empty";  // releases of the library word this differently
    if (what.starts_with('['))
      what.erase(0, what.find(' ') + 1);  // "[json.exception.out_of_range.406] "
    if (const size_t cut = what.find("; last read"); cut != what.npos) what.resize(cut);
    if (const size_t cut = what.find("syntax error while parsing"); cut != what.npos)
      what.erase(0, cut + 13);
    const bool ends_line = what.find("U+000A") != what.npos || what.find("U+000D") != what.npos;
    if (ends_line) what += "; is a quote missing?";
    diagnostics_.add(source_, byte == 0 ? 0 : byte - 1, "malformed JSON: " + what);
    return false;
  }

 private:
  // The token just read began after the last one, its separators and spaces.
  size_t token_start() const {
    return std::min(source_.text.find_first_not_of(" \t\r\n,:", last_), source_.text.size());
  }
  void after_token() { last_ = static_cast<size_t>(read_ - source_.text.data()); }

  bool scalar(Json::Kind kind) {
    put(kind);
    return true;
  }

  bool number(double value) {
    Json* json = put(Json::Kind::number);
    json->number = value;
    // The parser reads one character past a number to see its end.
    last_ = std::min(source_.text.find_first_not_of("0123456789+-.eE", json->offset),
                     source_.text.size());
    return true;
  }

  Json* put(Json::Kind kind) {
    Json* json = &root_;
    if (!open_.empty()) {
      Json& parent = *open_.back();
      json = parent.kind == Json::Kind::array ? &parent.items.emplace_back()
                                              : &parent.members.back().value;
    }
    json->kind = kind;
    json->offset = token_start();
    after_token();
    return json;
  }

  bool open(Json::Kind kind) {
    Json* json = put(kind);
    if (open_.size() == deepest_json) {
      diagnostics_.add(source_, json->offset,
                       "nested deeper than " + std::to_string(deepest_json) + " levels");
      return false;
    }
    open_.push_back(json);
    return true;
  }

  bool close() {
    open_.pop_back();
    after_token();
    return true;
  }

  const Source& source_;
  Diagnostics& diagnostics_;
  const char* read_;  // how far the parser has read
  size_t last_ = 0;   // behind the last token
  Json root_;
  std::vector<Json*>
      open_;  // arrays and objects being read: only the innermost grows, so these stay valid
};

}  // namespace

std::optional<Json> parse_json(const Source& source, Diagnostics& diagnostics) {
  return Builder(source, diagnostics).build();
}

std::string_view name(Json::Kind kind) {
  switch (kind) {
    case Json::Kind::null:
      return "null";
    case Json::Kind::boolean:
      return "true or false";
    case Json::Kind::number:
      return "a number";
    case Json::Kind::string:
      return "a string";
    case Json::Kind::array:
      return "an array";
    case Json::Kind::object:
      return "an object";
  }
  return "";
}

}  // namespace loom::site
