#include "tests/fuzz/html.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "tools/loom/text/utf8.hpp"

namespace loom::fuzz {
namespace {

constexpr std::string_view empty_elements[] = {"br",   "hr",   "img",    "input",
                                               "link", "meta", "source", "wbr"};
// A browser ends an open paragraph when one of these begins.
constexpr std::string_view blocks[] = {
    "p",  "div", "ul", "ol", "dl", "table", "figure",   "form",    "section", "nav", "h1",
    "h2", "h3",  "h4", "h5", "h6", "pre",   "fieldset", "details", "hr",      "li",  "blockquote"};
// These cannot be nested in themselves.
constexpr std::string_view unnested[] = {"a", "button", "form", "label", "main"};
constexpr std::string_view references[] = {"for", "aria-labelledby", "aria-describedby"};

template <class List>
bool among(std::string_view name, const List& list) {
  return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

bool is_name(std::string_view text) {
  return !text.empty() && text[0] >= 'a' && text[0] <= 'z' &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '-' || c == ':';
         });
}

class Checker {
 public:
  explicit Checker(std::string_view html) : rest_(html) {}

  std::string problem() {
    if (text::invalid_utf8(rest_) != rest_.npos) return "invalid UTF-8";
    if (text::control_character(rest_) != rest_.npos) return "a control character";
    constexpr std::string_view begin = "<!DOCTYPE html>";
    if (rest_.starts_with(begin)) rest_.remove_prefix(begin.size());
    while (problem_.empty() && !rest_.empty()) rest_[0] == '<' ? tag() : text();
    if (problem_.empty() && !open_.empty()) wrong("<" + open_.back() + "> is not closed");
    for (const std::string& id : wanted_)
      if (!ids_.contains(id)) wrong("no element has the id '" + id + "'");
    return problem_;
  }

 private:
  void wrong(std::string what) {
    if (problem_.empty()) problem_ = std::move(what);
  }

  void text() {
    const std::string_view text = rest_.substr(0, rest_.find('<'));
    rest_.remove_prefix(text.size());
    check_text(text);
  }

  void check_text(std::string_view text) {
    if (text.find('>') != text.npos) wrong("a stray '>' in '" + std::string(text) + "'");
    for (size_t at = 0; (at = text.find('&', at)) != text.npos; ++at) {
      const std::string_view name = text.substr(at + 1, text.find(';', at) - at - 1);
      const std::string_view number = name.substr(name.starts_with('#') ? 1 : 0);
      if (name.size() > 8 || !std::all_of(number.begin(), number.end(), ::isalnum) ||
          text.find(';', at) == text.npos || number.empty())
        wrong("a stray '&' in '" + std::string(text) + "'");
    }
  }

  void tag() {
    const size_t end = rest_.find('>');
    if (end == rest_.npos) return wrong("a tag without an end");
    std::string_view inside = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    if (inside.starts_with('/')) return close(inside.substr(1));
    const bool alone = inside.ends_with('/');
    if (alone) inside.remove_suffix(1);
    const std::string name(inside.substr(0, inside.find(' ')));
    inside.remove_prefix(name.size());
    if (!is_name(name)) return wrong("<" + name + "> is no element");
    if (alone && !among("svg", open_)) return wrong("<" + name + "/> outside of a picture");
    if (among(name, blocks) && among("p", open_)) wrong("<" + name + "> in a paragraph");
    if (among(name, unnested) && among(name, open_)) wrong("<" + name + "> in another");
    attributes(name, inside);
    if (!alone && !among(name, empty_elements)) open_.push_back(name);
    if (name == "script" || name == "style") raw(name);
  }

  // Text that knows no entities: up to the end of its element, whatever stands there.
  void raw(const std::string& name) {
    const size_t end = rest_.find("</" + name);
    if (end == rest_.npos) return wrong("<" + name + "> is not closed");
    rest_.remove_prefix(end);
  }

  void close(std::string_view name) {
    if (open_.empty() || open_.back() != name)
      return wrong("</" + std::string(name) + "> closes nothing");
    open_.pop_back();
  }

  void attributes(const std::string& element, std::string_view text) {
    std::set<std::string_view> seen;
    while (problem_.empty() && !text.empty()) {
      if (text[0] != ' ') return wrong("<" + element + std::string(text) + ">");
      text.remove_prefix(1);
      const std::string_view name = text.substr(0, text.find_first_of(" ="));
      text.remove_prefix(name.size());
      if (!is_name(name) || name.starts_with("on") || !seen.insert(name).second)
        return wrong("<" + element + "> has an attribute '" + std::string(name) + "'");
      if (!text.starts_with('=')) continue;
      const size_t end = text.starts_with("=\"") ? text.find('"', 2) : text.npos;
      if (end == text.npos) return wrong("an attribute of <" + element + "> without quotes");
      value(name, text.substr(2, end - 2));
      text.remove_prefix(end + 1);
    }
  }

  void value(std::string_view name, std::string_view value) {
    if (value.find('<') != value.npos) wrong("a stray '<' in '" + std::string(value) + "'");
    check_text(value);
    if (name == "id" && (value.empty() || !ids_.emplace(value).second))
      wrong("the id '" + std::string(value) + "' a second time");
    if (among(name, references))
      wanted_.emplace(value);
    else if (name == "href" && value.starts_with('#') && value.find_first_of("?/") == value.npos)
      wanted_.emplace(value.substr(1));
    if (name == "href" || name == "src")
      for (std::string_view scheme : {"javascript:", "data:", "vbscript:"})
        if (value.starts_with(scheme)) wrong("an address '" + std::string(value) + "'");
  }

  std::string_view rest_;
  std::vector<std::string> open_;
  std::set<std::string> ids_, wanted_;
  std::string problem_;
};

}  // namespace

std::string html_problem(std::string_view html) { return Checker(html).problem(); }

}  // namespace loom::fuzz
