#include "tools/loom/site/source.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace loom::site {
namespace {

bool continues(char c) { return (c & 0xC0) == 0x80; }

unsigned byte(std::string_view text, size_t i) { return static_cast<unsigned char>(text[i]); }

// Length of the well-formed sequence at `i` (Unicode 15, table 3-7), or 0.
size_t sequence(std::string_view text, size_t i) {
  const unsigned first = byte(text, i);
  if (first < 0x80) return 1;
  const size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                        : (first & 0xF0) == 0xE0         ? 3
                        : first >= 0xF0 && first <= 0xF4 ? 4
                                                         : 0;
  if (length == 0 || i + length > text.size()) return 0;
  for (size_t k = 1; k < length; ++k)
    if (!continues(text[i + k])) return 0;
  const unsigned second = byte(text, i + 1);
  if (first == 0xE0 && second < 0xA0) return 0;  // overlong
  if (first == 0xED && second > 0x9F) return 0;  // surrogate
  if (first == 0xF0 && second < 0x90) return 0;  // overlong
  if (first == 0xF4 && second > 0x8F) return 0;  // beyond U+10FFFF
  return length;
}

// The place behind `text`, which begins at `position`.
Position advance(Position position, std::string_view text) {
  const auto newlines = std::count(text.begin(), text.end(), '\n');
  if (newlines > 0) {
    position = {position.line + static_cast<int>(newlines), 1};
    text.remove_prefix(text.rfind('\n') + 1);
  }
  position.column += static_cast<int>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); }));
  return position;
}

}  // namespace

int line_of(const Source& source, size_t offset) {
  const auto end =
      source.text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, source.text.size()));
  return 1 + static_cast<int>(std::count(source.text.begin(), end, '\n'));
}

Position locate(const Source& source, size_t offset) {
  return advance({}, std::string_view(source.text).substr(0, offset));
}

size_t invalid_utf8(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const size_t length = sequence(text, i);
    if (length == 0) return i;
    i += length;
  }
  return std::string_view::npos;
}

size_t control_character(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    const unsigned code = byte(text, i);
    const bool c1 =
        code == 0xC2 && i + 1 < text.size() && byte(text, i + 1) < 0xA0;  // U+0080…U+009F
    if (c1 || code == 0x7F || (code < 0x20 && code != '\t' && code != '\n' && code != '\r'))
      return i;
  }
  return std::string_view::npos;
}

void Diagnostics::add(const Source& source, size_t offset, std::string message) {
  if (source.unreadable) return;
  entries_.push_back({source.path, place(source, offset), false, std::move(message)});
}

Position Diagnostics::place(const Source& source, size_t offset) {
  offset = std::min(offset, source.text.size());
  if (source.path != last_.path || offset < last_.offset) last_ = {source.path, 0, {}};
  last_.position = advance(
      last_.position, std::string_view(source.text).substr(last_.offset, offset - last_.offset));
  last_.offset = offset;
  return last_.position;
}

void Diagnostics::add(std::string path, std::string message) {
  entries_.push_back({std::move(path), {}, true, std::move(message)});
}

void Diagnostics::take(Diagnostics&& others) {
  std::move(others.entries_.begin(), others.entries_.end(), std::back_inserter(entries_));
}

std::vector<std::string> Diagnostics::lines() const {
  std::vector<const Entry*> sorted;
  for (const Entry& entry : entries_) sorted.push_back(&entry);
  const auto key = [](const Entry* e) {
    return std::tie(e->path, e->position.line, e->position.column, e->message);
  };
  std::sort(sorted.begin(), sorted.end(),
            [&](const Entry* a, const Entry* b) { return key(a) < key(b); });
  std::vector<std::string> out;
  for (const Entry* e : sorted) {
    std::string line = e->path;
    if (!e->whole_file)
      line += ":" + std::to_string(e->position.line) + ":" + std::to_string(e->position.column);
    line += ": error: " + e->message;
    if (out.empty() || out.back() != line) out.push_back(std::move(line));
  }
  return out;
}

}  // namespace loom::site
