#include "tools/loom/site/read/fields.hpp"

#include <algorithm>
#include <cmath>

#include "core/text/nearest.hpp"
#include "tools/loom/text/strings.hpp"

namespace loom::site {
namespace {

bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\n") == std::string::npos;
}

void each_object(const std::vector<Json>& items, const Source& source, Diagnostics& diagnostics,
                 const std::string& what, const std::function<void(Fields&)>& each) {
  for (const Json& item : items) {
    Fields fields(item, what, source, diagnostics);
    each(fields);
    if (item.kind == Json::Kind::object) fields.finish();
  }
}

}  // namespace

Fields::Fields(const Json& object, std::string what, const Source& source, Diagnostics& diagnostics)
    : object_(object), what_(std::move(what)), source_(source), diagnostics_(diagnostics) {
  if (object.kind != Json::Kind::object) wrong(object, what_ + " as an object {…}");
}

std::string Fields::text(const std::string& key, bool required) {
  const Json* value = find(key, required);
  if (!value) return "";
  if (value->kind == Json::Kind::string && !is_blank(value->text)) return value->text;
  wrong(*value, "'" + key + "' as a string that is not empty");
  return "";
}

std::string Fields::id(const std::string& key) {
  const std::string value = text(key);
  if (!value.empty() && !text::is_id(value))
    report(offset(key),
           "'" + key + "' is '" + value + "', expected letters, digits, '-', '_' and '.' only");
  return value;
}

int Fields::year(const std::string& key) {
  const Json* value = find(key, true);
  if (!value) return 0;
  if (value->kind == Json::Kind::number && value->number == std::floor(value->number) &&
      value->number >= 1800 && value->number < 2200)
    return static_cast<int>(value->number);
  wrong(*value, "'" + key + "' as a whole number from 1800 to 2199");
  return 0;
}

std::vector<Named> Fields::list(const std::string& key, const std::string& what, bool required,
                                bool (*good)(const std::string&)) {
  std::vector<Named> out;
  const Json* value = find(key, required);
  if (!value) return out;
  if (value->kind != Json::Kind::array) {
    wrong(*value, "'" + key + "' as an array, each item " + what);
    return out;
  }
  if (required && value->items.empty()) wrong(*value, "at least " + what + " in '" + key + "'");
  for (const Json& item : value->items)
    if (item.kind == Json::Kind::string && good(item.text))
      out.push_back({item.text, item.offset});
    else
      wrong(item, what + " as a string");
  return out;
}

std::vector<Named> Fields::names(const std::string& key, const std::string& what, bool required) {
  return list(key, what, required,
              [](const std::string& text) { return text::count_words(text) > 0; });
}

std::vector<Named> Fields::addresses(const std::string& key, bool required) {
  return list(key, "an address", required, [](const std::string& text) { return !is_blank(text); });
}

std::vector<std::string> Fields::texts(const std::string& key) {
  std::vector<std::string> out;
  for (Named& name : names(key, "a word")) out.push_back(std::move(name.text));
  return out;
}

bool Fields::flag(const std::string& key, bool otherwise) {
  const Json* value = find(key, false);
  if (!value) return otherwise;
  if (value->kind == Json::Kind::boolean) return source_.text[value->offset] == 't';
  wrong(*value, "'" + key + "' as true or false");
  return otherwise;
}

std::vector<std::pair<Named, Named>> Fields::pairs(const std::string& key,
                                                   const std::string& what) {
  std::vector<std::pair<Named, Named>> out;
  const Json* value = find(key, false);
  if (value && value->kind != Json::Kind::object) wrong(*value, "'" + key + "' as an object {…}");
  for (const Member& each : value ? value->members : std::vector<Member>{})
    if (each.value.kind == Json::Kind::string && !is_blank(each.value.text))
      out.push_back({{each.key, each.offset}, {each.value.text, each.value.offset}});
    else
      wrong(each.value, what + " as a string");
  return out;
}

int Fields::count(const std::string& key) {
  const Json* value = find(key, false);
  if (!value) return 0;
  if (value->kind == Json::Kind::number && value->number == std::floor(value->number) &&
      value->number > 0 && value->number < 1e9)
    return static_cast<int>(value->number);
  wrong(*value, "'" + key + "' as a whole number above 0");
  return 0;
}

void Fields::objects(const std::string& key, const std::string& what,
                     const std::function<void(Fields&)>& each) {
  const Json* value = find(key, false);
  if (!value) return;
  if (value->kind != Json::Kind::array) return wrong(*value, "'" + key + "' as an array");
  each_object(value->items, source_, diagnostics_, what, each);
}

bool Fields::has(std::string_view key) const {
  return std::any_of(object_.members.begin(), object_.members.end(),
                     [&](const Member& member) { return member.key == key; });
}

size_t Fields::offset(std::string_view key) const {
  for (const Member& member : object_.members)
    if (member.key == key) return member.value.offset;
  return object_.offset;
}

void Fields::finish() {
  const std::vector<std::string_view> candidates(asked_.begin(), asked_.end());
  for (const Member& member : object_.members) {
    if (std::find(asked_.begin(), asked_.end(), member.key) != asked_.end()) continue;
    std::string list;
    for (const std::string& key : asked_) list += (list.empty() ? "" : ", ") + key;
    report(member.offset, "unknown field '" + member.key + "' in " + what_ + ", expected " + list +
                              did_you_mean(member.key, candidates));
  }
}

void Fields::report(size_t offset, std::string message) {
  diagnostics_.add(source_, offset, std::move(message));
}

const Json* Fields::find(const std::string& key, bool required) {
  asked_.push_back(key);
  for (const Member& member : object_.members)
    if (member.key == key) return &member.value;
  if (required && object_.kind == Json::Kind::object)
    report(object_.offset, what_ + " lacks the field '" + key + "'");
  return nullptr;
}

void Fields::wrong(const Json& value, const std::string& expected) {
  const bool empty = value.kind == Json::Kind::string && is_blank(value.text);
  const std::string found = value.kind == Json::Kind::string
                                ? (empty ? "an empty string" : "the text '" + value.text + "'")
                                : std::string(name(value.kind));
  report(value.offset, "found " + found + ", expected " + expected);
}

void for_entries(const Json& json, const Source& source, Diagnostics& diagnostics,
                 const std::string& what, const std::function<void(Fields&)>& each) {
  if (json.kind != Json::Kind::array)
    return diagnostics.add(
        source, json.offset,
        "found " + std::string(name(json.kind)) + ", expected an array of entries");
  each_object(json.items, source, diagnostics, what, each);
}

void Unique::add(Fields& fields, const std::string& name, size_t offset) {
  if (name.empty()) return;
  const auto [first, fresh] = first_.emplace(text::lower_case(name), offset);
  if (!fresh)
    fields.report(offset, "duplicate " + what_ + " '" + name + "', first in line " +
                              std::to_string(line_of(source_, first->second)));
}

bool is_web_address(std::string_view url) {
  for (std::string_view scheme : {"https://", "http://"})
    if (url.starts_with(scheme))
      return url.size() > scheme.size() && url.find_first_of(" \t\n\"<>\\") == url.npos;
  return false;
}

}  // namespace loom::site
