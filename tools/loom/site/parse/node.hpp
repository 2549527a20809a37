// A page's text as a tree. Parsing makes it, resolving fills in what other pages know, rendering
// reads it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

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
  // inside a line
  text,
  soft_break,
  hard_break,
  emphasis,
  strong,
  strike,
  code_span,
  link,
  image,
  math,
  term,
  citation,
};

// One word of a fence's first line: "key=value", or "value" alone. Offsets point into the page's
// source.
struct Attribute {
  std::string key, value;
  size_t key_offset = 0, value_offset = 0;
};

enum class Task : uint8_t { none, open, done };
enum class Align : uint8_t { none, left, center, right };

struct Node {
  Kind kind = Kind::text;
  size_t offset = 0;  // in the page's source: for blocks, where the text in them begins
  std::string
      text;  // text, code and code_span: the text; math: TeX; code: its language is `target`
  std::string
      target;  // link, image: address; term, citation: id or name as written; code: language
  size_t target_offset = 0;
  std::string title;                  // link, image
  int level = 0;                      // heading: 1…6; ordered list: its first number
  bool ordered = false;               // list
  bool loose = false;                 // list: paragraphs in its items are shown as such
  bool display = false;               // math
  bool header = false;                // row, cell
  bool escaped = false;               // text that began with a backslash: not part of a citation
  Task task = Task::none;             // item, answer: done is a right answer
  Align align = Align::none;          // cell
  std::vector<Attribute> attributes;  // Loom's own blocks
  std::vector<Node> children;

  // Filled in by resolve:
  std::string id;                             // heading, scene, quiz: in the page
  std::string form;                           // predict: the id of its form; `id` is its figure's
  std::shared_ptr<const scene::State> state;  // predict: what it asks about
  std::string href;                           // link, image, term, citation: where it leads
  std::string html;                           // math: MathML
  std::string css;                            // link: "state", "part" or ""
  int number = 0;  // citation: its number on the page; scene: index into the page's figures
};

// predict: the name of the number it asks for.
std::string metric_of(const Node& predict);

// The text of a node without markup: headings in the rail, image descriptions, descriptions.
std::string plain_text(const Node& node);
size_t text_length(const Node& node);  // of that, in bytes

}  // namespace loom::site
