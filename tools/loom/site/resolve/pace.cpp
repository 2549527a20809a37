// What strains the reader of a lesson: see content/README.md. These are warnings, not mistakes.
#include <algorithm>
#include <unordered_set>

#include "tools/loom/site/resolve/resolver.hpp"
#include "tools/loom/text/strings.hpp"
#include "tools/loom/text/typeset.hpp"

namespace loom::site {
namespace {

// Counts for a section, which begins with a heading of any level.
constexpr int words_before_the_first = 60, words_without_one = 250, new_terms = 3;
constexpr long code_lines = 20;

bool asks_or_shows(Kind kind) {
  return kind == Kind::scene || kind == Kind::quiz || kind == Kind::predict;
}

class Pace {
 public:
  Pace(Page& page, Resolver& resolver) : page_(page), resolver_(resolver) {}

  void run() {
    page_.parts.emplace_back();
    for (const Node& node : page_.text.nodes) block(node);
    end_stretch();
    end_section();
    int words = 0;
    for (const Part& part : page_.parts) words += part.load.words;
    const int limit = page_.words_limit;
    if (limit > 0 && words > limit)
      warn(0, "the page has " + std::to_string(words) + " words, expected at most " +
                  std::to_string(limit));
  }

 private:
  void warn(size_t offset, std::string message) {
    if (!page_.lesson) return;
    resolver_.warnings.add(page_.source(), offset, std::move(message));
  }

  Load& here() { return page_.parts.back().load; }

  void block(const Node& node) {
    if (asks_or_shows(node.kind)) return element(node);
    switch (node.kind) {
      case Kind::heading:
        return heading(node);
      case Kind::fold:
      case Kind::table:
        note_terms(node);
        return;
      case Kind::code:
        return code(node);
      case Kind::paragraph:
        return text(node);
      default:
        break;
    }
    // The items of a tight list contain their text directly.
    const bool inline_text = !node.children.empty() && node.children.front().kind >= Kind::text;
    if (inline_text) return text(node);
    for (const Node& child : node.children) block(child);
  }

  void heading(const Node& node) {
    const std::string text = text::collapse(plain_text(node));
    if (node.level > 1)
      page_.parts.push_back({node.level, std::string(node.more->id), text::typeset(text), {}, {}});
    here().words += text::count_words(text);
    if (node.level == 1) return;
    end_stretch();
    end_section();
    heading_ = &node;
  }

  // Its own words do not count as a stretch without a figure.
  void element(const Node& node) {
    end_stretch();
    seen_ = true;
    note_terms(node);
    const bool asks = node.kind == Kind::predict;
    page_.parts.back().items.emplace_back(asks ? node.more->form : node.more->id);
    if (node.kind == Kind::scene) {
      ++here().figures;
      return;
    }
    ++here().questions;
    // The explanation of a prediction is folded.
    if (asks && explanation_of(node).empty())
      warn(node.offset, "a prediction without an explanation, expected it behind a line '---'");
    for (const Node& child : asks ? question_of(node) : node.children)
      here().words += text::count_words(plain_text(child));
  }

  void text(const Node& node) {
    const int count = text::count_words(plain_text(node));
    if (stretch_ == 0) stretch_begin_ = node.offset;
    here().words += count;
    stretch_ += count;
    if (!seen_) before_first_ += count;
    note_terms(node);
  }

  void code(const Node& node) {
    const auto lines = std::count(node.text.begin(), node.text.end(), '\n');
    const bool whole_program = node.text.find("int main(") != node.text.npos;
    if (lines > code_lines && !whole_program)
      warn(node.offset, "code of " + std::to_string(lines) + " lines, expected at most " +
                            std::to_string(code_lines) + ", or a fold around it");
  }

  void note_terms(const Node& node) {
    if (node.kind == Kind::term && terms_.insert(text::lower_case(node.more->target)).second)
      section_terms_.emplace_back(node.more->target);
    for (const Node& child : node.children) note_terms(child);
  }

  void end_stretch() {
    if (stretch_ > words_without_one)
      warn(stretch_begin_,
           std::to_string(stretch_) +
               " words without a figure, a prediction or a quiz, expected at most " +
               std::to_string(words_without_one));
    stretch_ = 0;
  }

  void end_section() {
    if (heading_) {
      const std::string name = "'" + plain_text(*heading_) + "'";
      if (before_first_ > words_before_the_first)
        warn(heading_->offset,
             "the section " + name + " has " +
                 (seen_ ? std::to_string(before_first_) + " words before its first " : "no ") +
                 "figure, prediction or quiz, expected one within " +
                 std::to_string(words_before_the_first) + " words");
      if (section_terms_.size() > new_terms) warn(heading_->offset, too_many_terms(name));
    }
    before_first_ = 0;
    seen_ = false;
    section_terms_.clear();
  }

  std::string too_many_terms(const std::string& name) const {
    std::string list;
    for (const std::string& term : section_terms_) list += (list.empty() ? "" : ", ") + term;
    return "the section " + name + " has " + std::to_string(section_terms_.size()) +
           " new terms, expected at most " + std::to_string(new_terms) + ": " + list;
  }

  Page& page_;
  Resolver& resolver_;
  const Node* heading_ = nullptr;
  int stretch_ = 0, before_first_ = 0;
  size_t stretch_begin_ = 0;
  bool seen_ = false;  // a figure, prediction or quiz in this section
  std::unordered_set<std::string> terms_;
  std::vector<std::string> section_terms_;
};

}  // namespace

void check_pace(Page& page, Resolver& resolver) { Pace(page, resolver).run(); }

}  // namespace loom::site
