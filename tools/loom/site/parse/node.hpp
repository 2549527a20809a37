// A page's text as a tree. Parsing creates it, resolving adds what other pages know, and rendering
// reads it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/loom/site/parse/arena.hpp"
#include "tools/loom/site/parse/text_map.hpp"

namespace loom::scene {
class State;
}

namespace loom::site {

enum class Kind : uint8_t {
  // blocks
  paragraph,
  heading,
  list,
  item,
  quote,
  code,
  table,
  row,
  cell,
  rule,
  // blocks of Loom's own
  scene,
  quiz,
  answer,
  mnemonic,
  fold,
  predict,
  glossary,
  references,
  phases,
  gallery,
  figures,
  taught,
  ways,
  licenses,
  // inside a line
  text,
  soft_break,
  hard_break,
  emphasis,
  strong,
  strike,
  code_span,
  link,
  number,  // [256](=where.from)
  image,
  math,
  term,
  citation,
};

// One word of a fence's first line: "key=value", or "value" alone. Offsets point into the page's
// source.
struct Attribute {
  std::string_view key, value;
  size_t key_offset = 0, value_offset = 0;
};

enum class Task : uint8_t { none, open, done };
enum class Align : uint8_t { none, left, center, right };

// The words of a listing: pieces that make up its text, with the letter of each one's role in
// web/shell/css/code.css. A blank is plain text.
struct Colors {
  std::vector<size_t> lengths;
  std::string roles;
};

// Data that only a few kinds have: headings, code and Loom's own blocks, formulas, links, images,
// terms, citations.
struct More {
  std::string_view
      target;  // link, image: address; term, citation: id or name as written; code: language
  size_t target_offset = 0;
  std::string_view title;                 // link, image; number: its reason
  std::span<const Attribute> attributes;  // Loom's own blocks
  std::span<const TextPiece> pieces;      // math: where its lines stand in the source

  // Filled in by resolve:
  std::string_view id;                  // heading, scene, quiz, listing: in the page
  std::string_view form;                // predict: the id of its form; `id` is its figure's
  const scene::State* state = nullptr;  // predict: what it asks about
  std::string_view href;                // link, image, term, citation: where it leads
  std::string_view css;                 // link: "state", "part" or ""
  std::string_view html;                // math: its MathML
  const Colors* colors = nullptr;       // code: its words; none: plain text
  bool again = false;  // term, citation: one before it in this section has its note
  int number = 0;  // citation: its number on the page; scene: index into the page's figures; math:
                   // index into the site's formulas; number: index into the page's, or −1
};

// A site has hundreds of thousands of nodes. Texts point into the source, or into the tree's arena.
struct Node {
  Kind kind = Kind::text;
  bool ordered = false;       // list
  bool loose = false;         // list: paragraphs in its items are shown as such
  bool display = false;       // math
  bool header = false;        // row, cell
  bool escaped = false;       // text that began with a backslash: not part of a citation
  Task task = Task::none;     // item, answer: done is a right answer
  Align align = Align::none;  // cell
  int level = 0;              // heading: 1…6; ordered list: its first number
  size_t offset = 0;          // in the page's source: for blocks, where the text in them begins
  std::string_view text;      // text, code and code_span: the text; math: TeX
  std::span<Node> children;
  More* more = nullptr;  // of the kinds that have it
};

// A page's text, and the memory of all its parts.
struct Tree {
  explicit Tree(size_t source_size = 0) : arena(2 * source_size) {}

  Arena arena;
  std::span<Node> nodes;
  std::vector<Node*> formulas;  // without those in the descriptions of images
  std::vector<Node*> listings;  // code whose language is known
  uint64_t kinds = 0;           // a bit for each Kind

  bool holds(Kind kind) const { return (kinds >> static_cast<int>(kind) & 1) != 0; }
  void note(Kind kind) { kinds |= uint64_t{1} << static_cast<int>(kind); }

  Node make(Kind kind, size_t offset);  // including what its kind has
};

// For predict: the name of the number that it asks for.
std::string_view metric_of(const Node& predict);
// For predict: its paragraphs before and after the rule.
std::span<Node> question_of(const Node& predict);
std::span<Node> explanation_of(const Node& predict);

// For code: how many lines it has.
int lines_of(const Node& code);

// Where a byte of the text of a text or a formula stands in the page's source.
size_t source_offset(const Node& words, size_t at);

// Fills `formulas` and `listings` of a tree.
void collect_for_scripts(Tree& tree);

// The text of a node without markup: headings in the rail, image descriptions, descriptions.
std::string plain_text(const Node& node);
size_t text_length(const Node& node);  // of that, in bytes

}  // namespace loom::site
