#include "tools/loom/site/render/frame.hpp"

#include <algorithm>
#include <utility>

#include "core/text/nearest.hpp"
#include "tools/loom/base/hash.hpp"

namespace loom::site {
namespace {

constexpr char missing = '\x01';  // marks an asset that is missing; cannot occur in HTML

// Removes the attribute around `at` from its tag.
void drop_attribute(std::string& text, size_t at) {
  const size_t quote = text.rfind('"', at), end = text.find('"', at);
  const size_t begin = quote == text.npos ? text.npos : text.rfind(' ', quote);
  if (begin == text.npos || end == text.npos) return void(text.erase(at, 1));
  text.erase(begin, end + 1 - begin);
}

void drop_element(std::string& text, size_t at) {
  const size_t begin = text.rfind('<', at);
  size_t end = text.find('>', at);
  if (begin == text.npos || end == text.npos) return void(text.erase(at, 1));
  if (text.compare(begin, 6, "<html ") == 0) return drop_attribute(text, at);
  const std::string name = text.substr(begin + 1, text.find_first_of(" >", begin) - begin - 1);
  const std::string closing = "></" + name + ">";
  if (text.compare(end, closing.size(), closing) == 0) end += closing.size() - 1;
  ++end;
  if (begin > 0 && text[begin - 1] == '\n' && end < text.size() && text[end] == '\n') ++end;
  text.erase(begin, end - begin);
}

std::string without_missing(std::string text) {
  for (size_t at; (at = text.find(missing)) != text.npos;) drop_element(text, at);
  constexpr std::string_view empty = "<noscript></noscript>\n";
  for (size_t at; (at = text.find(empty)) != text.npos;) text.erase(at, empty.size());
  return text;
}

}  // namespace

const std::vector<std::string_view>& Frame::placeholders() {
  static const std::vector<std::string_view> all = {
      "title",   "heading", "description", "canonical", "site_title", "tagline", "base",
      "home",    "scenes",  "nav",         "rail",      "figures",    "main",    "footer",
      "numbers", "places",  "report",      "credit",    "social",     "data"};
  return all;
}

Frame::Frame(const Source& source, const std::map<std::string, std::string>& assets,
             const std::map<std::string, std::string>& texts, Diagnostics& diagnostics) {
  std::string text;
  size_t at = 0;
  // Whether it is a placeholder of an asset.
  const auto fill_asset = [&](const std::string& placeholder) {
    const size_t colon = placeholder.find(':');
    const std::string kind = placeholder.substr(0, colon);
    if (colon == placeholder.npos || (kind != "asset" && kind != "text" && kind != "hash"))
      return false;
    const auto& from = kind == "asset" ? assets : texts;
    const auto found = from.find(placeholder.substr(colon + 1));
    if (kind == "hash")
      text += found == from.end() ? "" : policy_hash(found->second);
    else if (found == from.end())
      text += missing;
    else
      text += kind == "text" ? "{{" + placeholder + "}}" : found->second;  // a text may have braces
    return true;
  };
  // Assets come first, because removing an element must not disturb the other placeholders.
  std::vector<std::string_view> names = placeholders();
  for (size_t open; (open = source.text.find("{{", at)) != source.text.npos;) {
    const size_t close = source.text.find("}}", open);
    text += source.text.substr(at, open - at);
    if (close == source.text.npos) {
      diagnostics.add(source, open, "'{{' without '}}'");
      return;
    }
    const std::string placeholder = source.text.substr(open + 2, close - open - 2);
    if (!fill_asset(placeholder)) {
      if (std::find(names.begin(), names.end(), placeholder) != names.end())
        text += "{{" + placeholder + "}}";
      else
        diagnostics.add(
            source, open,
            "unknown placeholder '{{" + placeholder + "}}'" + did_you_mean(placeholder, names));
    }
    at = close + 2;
  }
  text = without_missing(text + source.text.substr(at));
  at = 0;
  std::string before;
  for (size_t open; (open = text.find("{{", at)) != text.npos;) {
    const size_t close = text.find("}}", open);
    const std::string placeholder = text.substr(open + 2, close - open - 2);
    before += text.substr(at, open - at);
    at = close + 2;
    if (placeholder.starts_with("text:"))
      before += texts.at(placeholder.substr(5));
    else
      pieces_.push_back({std::exchange(before, ""), placeholder});
  }
  pieces_.push_back({before + text.substr(at), ""});
}

std::string Frame::fill(const std::map<std::string_view, std::string>& values) const {
  size_t size = 0;
  for (const Piece& piece : pieces_)
    size +=
        piece.text.size() + (piece.placeholder.empty() ? 0 : values.at(piece.placeholder).size());
  std::string out;
  out.reserve(size);
  for (const Piece& piece : pieces_) {
    out += piece.text;
    if (!piece.placeholder.empty()) out += values.at(piece.placeholder);
  }
  return out;
}

}  // namespace loom::site
