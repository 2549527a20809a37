#include <algorithm>
#include <cctype>

#include "tools/loom/site/resolve/resolver.hpp"

namespace loom::site {
namespace {

constexpr std::string_view phase_word = "Phase ";

// The number in "Phase 2: Tiles"; -1 if the heading is not a phase. `whole` says whether a title
// follows.
int phase_number(const std::string& text, bool& whole) {
  constexpr size_t most_digits = 3;
  if (!text.starts_with(phase_word)) return -1;
  size_t at = phase_word.size();
  int number = 0;
  for (; at < text.size() && at < phase_word.size() + most_digits &&
         std::isdigit(static_cast<unsigned char>(text[at]));
       ++at)
    number = number * 10 + (text[at] - '0');
  whole = at > phase_word.size() && text.compare(at, 2, ": ") == 0;
  return at > phase_word.size() ? number : -1;
}

class Collector {
 public:
  Collector(Page& page, Resolver& resolver) : page_(page), resolver_(resolver) {}

  void run() {
    const Node* list = nullptr;
    for (const Node& node : page_.text.nodes)
      if (node.kind != Kind::phases)
        refuse_inside(node);
      else if (list)
        report(node.offset, "a second phases block, the first is in line " +
                                std::to_string(line_of(page_.source(), list->offset)));
      else
        list = &node;
    if (!list) return;
    for (const Node& node : page_.text.nodes)
      if (node.kind == Kind::heading && node.level == 2) {
        section(node);
      } else if (open_) {
        if (begins_) ask(node);
        begins_ = false;
        collect(node);
      }
    if (page_.phases.empty() && !broken_)
      report(list->offset, "a phases block on a page without phases, expected '## Phase 0: Title'");
  }

 private:
  void report(size_t offset, std::string message) {
    resolver_.report(page_, offset, std::move(message));
  }

  // The list is about the whole page, so it belongs to none of its parts.
  void refuse_inside(const Node& node) {
    for (const Node& child : node.children) {
      if (child.kind == Kind::phases)
        report(child.offset, "a phases block inside a list or quote, expected it outside");
      refuse_inside(child);
    }
  }

  void section(const Node& node) {
    const auto heading = std::find_if(page_.rail.begin(), page_.rail.end(),
                                      [&](const Heading& h) { return h.id == node.more->id; });
    bool whole = false;
    const int number = heading == page_.rail.end() ? -1 : phase_number(heading->text, whole);
    open_ = number >= 0 && whole;
    if (number < 0) return;
    if (!whole) {
      broken_ = true;
      return report(node.offset, "heading '" + heading->text + "', expected 'Phase " +
                                     std::to_string(number) + ": Title'");
    }
    // Phases in between may not be written yet.
    if (!page_.phases.empty() && number <= last_)
      report(node.offset, "Phase " + std::to_string(number) + " after Phase " +
                              std::to_string(last_) + ", expected Phase " +
                              std::to_string(last_ + 1) + " or a later one");
    last_ = number;
    begins_ = true;
    page_.phases.push_back({number, heading->id, heading->text, "", {}});
  }

  void ask(const Node& first) {
    std::string text = first.kind == Kind::paragraph ? plain_text(first) : "";
    if (text.ends_with('?')) page_.phases.back().question = std::move(text);
  }

  // What the reader can try in the open phase, also inside lists and quotes.
  void collect(const Node& node) {
    if (node.kind == Kind::scene || node.kind == Kind::quiz)
      return page_.phases.back().items.push_back(std::string(node.more->id));
    if (node.kind == Kind::predict)
      return page_.phases.back().items.push_back(std::string(node.more->form));
    for (const Node& child : node.children) collect(child);
  }

  Page& page_;
  Resolver& resolver_;
  bool open_ = false;    // whether the last heading of a section began a phase
  bool begins_ = false;  // nothing of it has come yet
  bool broken_ = false;  // a heading was to begin one
  int last_ = 0;
};

}  // namespace

void index_phases(Page& page, Resolver& resolver) { Collector(page, resolver).run(); }

}  // namespace loom::site
