#include "tools/loom/site/render/frame.hpp"

#include <algorithm>

#include "web/scene/nearest.hpp"

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

const std::vector<std::string_view>& Frame::places() {
  static const std::vector<std::string_view> all = {
      "title", "heading", "description", "canonical", "site_title", "tagline",
      "base",  "home",    "scenes",      "nav",       "rail",       "figures",
      "main",  "footer",  "numbers",     "places",    "report"};
  return all;
}

Frame::Frame(const Source& source, const std::map<std::string, std::string>& assets,
             Diagnostics& diagnostics) {
  std::string text;
  size_t at = 0;
  const auto fill_asset = [&](const std::string& place) {
    const auto asset = assets.find(place.substr(6));
    text += asset == assets.end() ? std::string(1, missing) : asset->second;
  };
  // Assets come first, because removing an element must not disturb the other places.
  std::vector<std::string_view> names = places();
  for (size_t open; (open = source.text.find("{{", at)) != source.text.npos;) {
    const size_t close = source.text.find("}}", open);
    text += source.text.substr(at, open - at);
    if (close == source.text.npos) {
      diagnostics.add(source, open, "'{{' without '}}'");
      return;
    }
    const std::string place = source.text.substr(open + 2, close - open - 2);
    if (place.starts_with("asset:"))
      fill_asset(place);
    else if (std::find(names.begin(), names.end(), place) != names.end())
      text += "{{" + place + "}}";
    else
      diagnostics.add(source, open,
                      "unknown place '{{" + place + "}}'" + scene::did_you_mean(place, names));
    at = close + 2;
  }
  text = without_missing(text + source.text.substr(at));
  at = 0;
  for (size_t open; (open = text.find("{{", at)) != text.npos;) {
    const size_t close = text.find("}}", open);
    pieces_.push_back({text.substr(at, open - at), text.substr(open + 2, close - open - 2)});
    at = close + 2;
  }
  pieces_.push_back({text.substr(at), ""});
}

std::string Frame::fill(const std::map<std::string_view, std::string>& values) const {
  size_t size = 0;
  for (const Piece& piece : pieces_)
    size += piece.text.size() + (piece.place.empty() ? 0 : values.at(piece.place).size());
  std::string out;
  out.reserve(size);
  for (const Piece& piece : pieces_) {
    out += piece.text;
    if (!piece.place.empty()) out += values.at(piece.place);
  }
  return out;
}

}  // namespace loom::site
