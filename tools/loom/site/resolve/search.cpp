#include "tools/loom/site/resolve/search.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "tools/loom/text/strings.hpp"

namespace loom::site {
namespace {

// What MathML shows, without its tags.
std::string shown(std::string_view html) {
  std::string out;
  for (size_t at = 0; at < html.size();) {
    const size_t open = std::min(html.find('<', at), html.size());
    out += html.substr(at, open - at);
    at = std::min(html.find('>', open), html.size() - 1) + 1;
  }
  return out;
}

class EntryCollector {
 public:
  explicit EntryCollector(const Site& site) : site_(site) {}

  std::vector<SearchEntry> run() {
    for (const Page& page : site_.pages) {
      if (page.scene) continue;  // a figure is found where it is taught
      page_ = &page;
      sections_ = {};
      section("", page.title, 1);
      blocks(page.text.nodes);
    }
    return std::move(entries_);
  }

 private:
  using Found = SearchEntry::Kind;

  void add(Found kind, std::string id, std::string title, int part_of) {
    entries_.push_back({kind, page_, std::move(id), std::move(title), "", part_of, {}});
  }

  void section(std::string id, std::string title, size_t level) {
    int around = -1;
    for (size_t above = 1; above < level; ++above)
      if (sections_[above]) around = *sections_[above];
    for (size_t below = level; below < sections_.size(); ++below) sections_[below].reset();
    sections_[level] = here_ = static_cast<int>(entries_.size());
    add(Found::section, std::move(id), std::move(title), around);
  }

  void line(const std::string& text) { line(text, here_); }
  void line(const std::string& text, int entry) {
    const std::string words = text::collapse(text);
    std::string& all = entries_[static_cast<size_t>(entry)].text;
    if (!words.empty()) all += (all.empty() ? "" : "\n") + words;
  }

  // Blocks, or what is inside a line: a tight list's items may have both.
  void blocks(std::span<const Node> nodes) {
    std::string words;
    for (const Node& node : nodes) {
      if (node.kind >= Kind::text) {
        add_words(words, node);
        continue;
      }
      line(words);
      words.clear();
      block(node);
    }
    line(words);
  }

  void block(const Node& node) {
    switch (node.kind) {
      case Kind::heading:
        if (node.level > 1)
          section(std::string(node.more->id), text::collapse(plain_text(node)),
                  static_cast<size_t>(node.level));
        return;
      case Kind::code:
        return line(std::string(node.text));
      case Kind::row:
        return row(node);
      case Kind::scene:
        return figure(node);
      case Kind::quiz:
        return quiz(node);
      case Kind::predict:
        return blocks(question_of(node));
      case Kind::fold:
        line(std::string(node.more->target));
        return blocks(node.children);
      case Kind::glossary:
        return glossary();
      case Kind::references:
        return references();
      case Kind::licenses:
        for (const Notice& notice : site_.notices) line(notice.name + ": " + notice.use);
        return;
      default:
        blocks(node.children);
    }
  }

  static std::string inside(std::span<const Node> nodes) {
    std::string words;
    for (const Node& node : nodes) add_words(words, node);
    return words;
  }

  static void add_words(std::string& words, const Node& node) {
    switch (node.kind) {
      case Kind::text:
      case Kind::code_span:
        words += node.text;
        return;
      case Kind::soft_break:
      case Kind::hard_break:
        words += ' ';
        return;
      case Kind::math:
        words += shown(node.more->html);
        return;
      case Kind::citation:  // "so [3]." without it is "so."
        if (words.ends_with(' ')) words.pop_back();
        return;
      default:
        for (const Node& child : node.children) add_words(words, child);
    }
  }

  void row(const Node& node) {
    std::string cells;
    for (const Node& cell : node.children)
      cells += (cells.empty() ? "" : " · ") + inside(cell.children);
    line(cells);
  }

  // Its caption belongs to it where it is found, and to the section elsewhere.
  void figure(const Node& node) {
    if (node.more->id.empty()) return;
    const Figure& figure = page_->figures[static_cast<size_t>(node.more->number)];
    const int section = here_;
    if (figure.state && site_.at_home(figure, *page_)) {
      here_ = static_cast<int>(entries_.size());
      add(Found::figure, figure.id, std::string(title_of(figure)), section);
      line(std::string(figure.state->description().question));
    }
    blocks(node.children);
    here_ = section;
  }

  void quiz(const Node& node) {
    if (node.children.empty()) return;
    line(inside(node.children.front().children));
    for (const Node& answer : node.children.subspan(1))
      if (!answer.children.empty()) line(inside(answer.children.front().children));
  }

  void glossary() {
    if (site_.glossary_page != page_) return;
    for (const Term& term : site_.glossary) {
      add(Found::term, term.id, term.name, -1);
      line(term.definition + " " + term.more, static_cast<int>(entries_.size()) - 1);
    }
  }

  void references() {
    if (site_.references_page != page_) return;
    for (const Reference& reference : site_.references) {
      add(Found::reference, reference.id, reference.title, -1);
      const int entry = static_cast<int>(entries_.size()) - 1;
      line(reference.authors + ", " + std::to_string(reference.year), entry);
      line(reference.note + " " + reference.caveat, entry);
    }
  }

  const Site& site_;
  const Page* page_ = nullptr;
  std::vector<SearchEntry> entries_;
  int here_ = 0;                                     // the entry whose text comes next
  std::array<std::optional<int>, 7> sections_ = {};  // the last of each level on this page
};

}  // namespace

std::vector<SearchEntry> search_entries(const Site& site) { return EntryCollector(site).run(); }

}  // namespace loom::site
