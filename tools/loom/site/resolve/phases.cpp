#include <algorithm>
#include <cctype>
#include <span>
#include <utility>

#include "tools/loom/site/resolve/resolver.hpp"
#include "tools/loom/text/typeset.hpp"

namespace loom::site {
namespace {

class Collector {
 public:
  Collector(Page& page, std::span<const Node* const> items, Resolver& resolver)
      : page_(page), items_(items), resolver_(resolver) {}

  void run() {
    const Node* list = nullptr;
    for (const Node& node : page_.text.nodes)
      if (node.kind == Kind::phases && list)
        report(node.offset, "a second phases block, the first is in line " +
                                std::to_string(line_of(page_.source(), list->offset)));
      else if (node.kind == Kind::phases)
        list = &node;
    if (!list) return;
    for (const Node& node : page_.text.nodes)
      if (node.kind == Kind::heading && node.level == 2) {
        take_items(node.offset);
        section(node);
      } else if (std::exchange(begins_, false)) {
        ask(node);
      }
    take_items(page_.source().text.size() + 1);
    if (page_.phases.empty() && !broken_)
      report(list->offset, "a phases block on a page without phases, expected '## Phase 0: Title'");
  }

 private:
  void report(size_t offset, std::string message) {
    resolver_.report(page_, offset, std::move(message));
  }

  void section(const Node& node) {
    const auto heading = std::find_if(page_.rail.begin(), page_.rail.end(),
                                      [&](const Heading& h) { return h.id == node.more->id; });
    const auto name = heading == page_.rail.end() ? std::nullopt : phase_name(heading->text);
    open_ = name && heading->text.compare(name->length, 2, ": ") == 0;
    begins_ = false;
    if (!name) return;
    const int number = name->number;
    if (!open_) {
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
    if (text.ends_with('?')) page_.phases.back().question = text::typeset(text);
  }

  // What the reader can try in the section that ends here, also inside lists and quotes.
  void take_items(size_t end) {
    for (; taken_ < items_.size() && items_[taken_]->offset < end; ++taken_)
      if (open_) page_.phases.back().items.push_back(page_.items[taken_]);
  }

  Page& page_;
  const std::span<const Node* const> items_;
  size_t taken_ = 0;  // of the items
  Resolver& resolver_;
  bool open_ = false;    // whether the last heading of a section began a phase
  bool begins_ = false;  // nothing of it has come yet
  bool broken_ = false;  // a heading was to begin one
  int last_ = 0;
};

}  // namespace

std::optional<PhaseName> phase_name(std::string_view text) {
  constexpr std::string_view word = "Phase ";
  constexpr size_t most_digits = 3;
  if (!text.starts_with(word)) return std::nullopt;
  const std::string_view digits = text.substr(word.size(), most_digits);
  PhaseName name{0, word.size()};
  for (size_t i = 0; i < digits.size() && std::isdigit(static_cast<unsigned char>(digits[i])); ++i)
    name = {name.number * 10 + (digits[i] - '0'), name.length + 1};
  return name.length > word.size() ? std::optional(name) : std::nullopt;
}

void index_phases(Page& page, std::span<const Node* const> items, Resolver& resolver) {
  Collector(page, items, resolver).run();
}

}  // namespace loom::site
