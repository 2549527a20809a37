#include <cctype>

#include "tools/loom/site/resolve/resolver.hpp"

namespace loom::site {
namespace {

bool joins_a_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// Finds 'Phase 4' in a text.
struct Mention {
  size_t begin = std::string_view::npos, end = 0;
  int number = 0;
};

Mention next_mention(std::string_view text, size_t from) {
  for (size_t at; (at = text.find('P', from)) != text.npos; from = at + 1) {
    const auto name = phase_name(text.substr(at));
    if (!name || (at > 0 && joins_a_word(text[at - 1]))) continue;
    const size_t end = at + name->length;
    const std::string_view after = text.substr(end);
    if (!after.empty() && joins_a_word(after[0])) continue;
    if (after.size() > 1 && after[0] == '.' && is_digit(after[1])) continue;
    return {at, end, name->number};
  }
  return {};
}

class PhaseLinker {
 public:
  PhaseLinker(Page& page, Resolver& resolver) : page_(page), resolver_(resolver) {
    for (const Page& other : resolver.site.pages)
      if (!home_ && !other.phases.empty()) home_ = &other;
  }

  void run() {
    if (!home_) return;
    for (Node& node : page_.text.nodes) {
      if (node.kind == Kind::heading && node.level <= 2) section_ = node.more->id;
      visit(node);
    }
  }

 private:
  void visit(Node& node) {
    switch (node.kind) {
      // Nodes that are already links, or whose words are not prose.
      case Kind::heading:
      case Kind::link:
      case Kind::number:
      case Kind::term:
      case Kind::citation:
      case Kind::image:
        return;
      case Kind::quiz:
      case Kind::answer:  // a click on an answer chooses it
        for (Node& child : node.children)
          if (&child != node.children.data()) visit(child);
        return;
      default:
        break;
    }
    for (Node& child : node.children) visit(child);
    divide(node);
  }

  // Inserts links between the pieces of a node's texts.
  void divide(Node& parent) {
    std::vector<Node> pieces;
    bool divided = false;
    for (const Node& child : parent.children) {
      if (child.kind == Kind::text)
        divided |= divide(child, pieces);
      else
        pieces.push_back(child);
    }
    if (divided) parent.children = page_.text.arena.copy(std::span<const Node>(pieces));
  }

  bool divide(const Node& text, std::vector<Node>& pieces) {
    size_t done = 0;
    for (Mention m; (m = next_mention(text.text, m.end)).begin != std::string_view::npos;) {
      const Phase* phase = find(m.number, text.offset + m.begin);
      if (!phase || (home_ == &page_ && phase->id == section_)) continue;  // the reader is there
      if (m.begin > done) pieces.push_back(piece(text, done, m.begin));
      pieces.push_back(link(piece(text, m.begin, m.end), *phase));
      done = m.end;
    }
    if (done < text.text.size() || done == 0) pieces.push_back(piece(text, done, text.text.size()));
    return done > 0;
  }

  static Node piece(const Node& text, size_t begin, size_t end) {
    Node node = text;
    node.text = text.text.substr(begin, end - begin);
    node.offset = text.offset + begin;
    return node;
  }

  Node link(const Node& words, const Phase& phase) {
    Node node = page_.text.make(Kind::link, words.offset);
    const std::string page = home_ == &page_ ? "" : resolver_.site.href(*home_);
    node.more->href = page_.text.arena.copy(page + "#" + phase.id);
    node.children = page_.text.arena.copy(std::span<const Node>(&words, 1));
    return node;
  }

  const Phase* find(int number, size_t offset) {
    for (const Phase& phase : home_->phases)
      if (phase.number == number) return &phase;
    resolver_.warnings.add(page_.source(), offset,
                           "'Phase " + std::to_string(number) + "', expected one from Phase " +
                               std::to_string(home_->phases.front().number) + " to Phase " +
                               std::to_string(home_->phases.back().number) + " of " +
                               home_->source().path);
    return nullptr;
  }

  Page& page_;
  Resolver& resolver_;
  const Page* home_ = nullptr;  // the page with the phases
  std::string_view section_;    // the id of the heading that the text is below
};

}  // namespace

void link_phases(Page& page, Resolver& resolver) { PhaseLinker(page, resolver).run(); }

}  // namespace loom::site
