#include "tools/loom/site/read/source.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "core/text/utf8.hpp"
#include "tools/loom/text/utf8.hpp"

namespace loom::site {
namespace {

// The place behind `text`, which begins at `position`.
Position advance(Position position, std::string_view text) {
  const auto newlines = std::count(text.begin(), text.end(), '\n');
  if (newlines > 0) {
    position = {position.line + static_cast<int>(newlines), 1};
    text.remove_prefix(text.rfind('\n') + 1);
  }
  position.column += static_cast<int>(utf8::count(text));
  return position;
}

// A quotation in a message may contain anything, so it is shown as one line of text.
std::string one_line(std::string_view message) {
  std::string out;
  for (size_t i = 0; i < message.size();) {
    const size_t length = text::sequence(message, i);
    const std::string_view character = message.substr(i, std::max<size_t>(length, 1));
    if (length == 1 && std::string_view(" \t\n\r").find(character) != std::string_view::npos)
      out += ' ';
    else if (length == 0 || text::control_character(character) == 0)
      out += "\uFFFD";
    else
      out += character;
    i += character.size();
  }
  return out;
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

void Diagnostics::add(const Source& source, size_t offset, std::string_view message) {
  if (source.unreadable) return;
  entries_.push_back({source.path, position(source, offset), false, one_line(message)});
}

Position Diagnostics::position(const Source& source, size_t offset) {
  offset = text::character_start(source.text, offset);
  if (source.path != last_.path || offset < last_.offset) last_ = {source.path, 0, {}};
  last_.position = advance(
      last_.position, std::string_view(source.text).substr(last_.offset, offset - last_.offset));
  last_.offset = offset;
  return last_.position;
}

void Diagnostics::add(std::string path, std::string_view message) {
  entries_.push_back({std::move(path), {}, true, one_line(message)});
}

void Diagnostics::take(Diagnostics&& others) {
  std::move(others.entries_.begin(), others.entries_.end(), std::back_inserter(entries_));
  std::move(others.fixes_.begin(), others.fixes_.end(), std::back_inserter(fixes_));
}

std::vector<std::string> Diagnostics::lines(std::string_view severity) const {
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
    line.append(": ").append(severity).append(": ").append(e->message);
    if (out.empty() || out.back() != line) out.push_back(std::move(line));
  }
  return out;
}

}  // namespace loom::site
