#include "tools/loom/site/parse/markdown.hpp"

#include <optional>

#include "core/text/clipped.hpp"
#include "tools/loom/site/parse/attribute_places.hpp"
#include "tools/loom/site/parse/entities.hpp"
#include "tools/loom/site/parse/fences.hpp"
#include "tools/loom/site/parse/kinds.hpp"
#include "tools/loom/site/parse/lines.hpp"
#include "tools/loom/site/parse/md4c_reader.hpp"
#include "tools/loom/site/parse/terms_and_citations.hpp"
#include "tools/loom/text/strings.hpp"

namespace loom::site {
namespace {

constexpr size_t deepest_markdown = 64;

// Receives md4c's events. md4c does not report positions, but it passes pointers into the text that
// it reads.
class TreeBuilder : Md4cReader<TreeBuilder> {
  friend Md4cReader<TreeBuilder>;

 public:
  TreeBuilder(const TextMap& map, bool nested, Tree& tree, const Source& source,
              Diagnostics& diagnostics)
      : map_(map),
        nested_(nested),
        tree_(tree),
        source_(source),
        diagnostics_(diagnostics),
        body_(tree.arena),
        cursor_(map.source_offset(0)) {}

  std::span<Node> build() {
    open_.push_back({});
    MD_PARSER parser = {};
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
      return pass(self, [&](TreeBuilder& builder) { return builder.enter(type, detail); });
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
      return pass(self, [&](TreeBuilder& builder) { return builder.leave(type, detail); });
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
      return pass(self, [&](TreeBuilder& builder) { return builder.enter(type, detail); });
    };
    parser.leave_span = [](MD_SPANTYPE, void*, void* self) {
      return pass(self, [](TreeBuilder& builder) { return builder.pop(); });
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* self) {
      return pass(self, [&](TreeBuilder& builder) { return builder.text(type, {text, size}); });
    };
    parse(map_.text(), parser);
    // If md4c has given up, blocks are still open; their content is left out.
    if (open_.size() > 1) children_.resize(open_[1].first);
    return tree_.arena.copy<Node>(children_);
  }

 private:
  // The place of a piece of text in the source, if md4c has not transformed the text.
  size_t offset_of(const char* text) const {
    const size_t at = offset_in(map_.text(), text);
    return at == nowhere ? nowhere : map_.source_offset(at);
  }

  int push(Kind kind) {
    if (open_.size() > deepest_markdown) {
      diagnostics_.add(source_, next_mark(),
                       "nested deeper than " + std::to_string(deepest_markdown) + " levels");
      return 1;
    }
    open_.push_back({tree_.make(kind, nowhere), children_.size()});
    return 0;
  }

  int pop() {
    // md4c 0.4.8 leaves more spans than it entered if a formula begins inside an address.
    if (open_.size() < 2) {
      diagnostics_.add(source_, cursor_,
                       "the Markdown cannot be followed from here, expected '%24' for a '$' in an "
                       "address");
      return 1;
    }
    auto [node, first] = open_.back();
    open_.pop_back();
    if (node.offset == nowhere) {
      const bool placed =
          node.more && !node.more->target.empty() && node.more->target_offset != nowhere;
      node.offset = placed ? node.more->target_offset : next_mark();
      if (!placed) cursor_ = node.offset;
    }
    finish(node, first);
    tree_.note(node.kind);
    Node& parent = open_.back().node;
    if (parent.offset == nowhere) parent.offset = node.offset;
    children_.push_back(node);
    return 0;
  }

  // The node's children, from `first` on, move into the tree.
  void finish(Node& node, size_t first) {
    if (node.kind == Kind::term) {
      if (const std::optional<Node> label = finish_term(node, source_, diagnostics_)) {
        children_.resize(first);
        children_.push_back(*label);
      }
    }
    node.children = finish_text(std::span(children_).subspan(first), tree_, source_, diagnostics_);
    children_.resize(first);
    if ((node.kind == Kind::link || node.kind == Kind::image) &&
        node.more->target_offset == nowhere)
      node.more->target_offset = address_after_text(node);
    if (node.kind == Kind::link && node.more->target.starts_with('=')) node.kind = Kind::number;
    if (node.kind == Kind::code_span && in_cell())
      node.text = without_escaped_pipes(node.text, tree_.arena);
    if (node.kind == Kind::math) {
      node.text = body_.text();
      node.more->pieces = tree_.arena.copy(body_.pieces());
    }
    if (node.kind == Kind::code) finish_fence(node, body_, nested_, tree_, source_, diagnostics_);
    body_.clear();  // finish_fence() changes the kind
  }

  // Of an address that has no place: it is empty, or has an escaped backtick.
  size_t address_after_text(const Node& node) const {
    const bool text = !node.children.empty() && node.children.back().kind == Kind::text;
    return text && source_.text.compare(cursor_, 2, "](") == 0 ? cursor_ + 2 : node.offset;
  }

  bool in_cell() const {
    return std::ranges::any_of(open_, [](const Open& o) { return o.node.kind == Kind::cell; });
  }

  // Where what has no text of its own begins, such as an empty item of a list.
  size_t next_mark() const {
    return std::min(source_.text.find_first_not_of(text::spaces, cursor_), source_.text.size());
  }

  // Marks are all that is left of the line at the cursor.
  void end_line() { cursor_ = std::min(source_.text.find('\n', cursor_), source_.text.size()); }
  // Of the next attribute among md4c's events.
  size_t attribute_offset(const MD_ATTRIBUTE& attribute) {
    const size_t index = attributes_++;
    if (attribute.size == 0) return nowhere;
    if (const size_t offset = offset_of(attribute.text); offset != nowhere) return offset;
    if (!attribute_offsets_) attribute_offsets_ = attribute_offsets(map_.text());
    const size_t at = index < attribute_offsets_->size() ? (*attribute_offsets_)[index] : nowhere;
    return at == nowhere ? nowhere : map_.source_offset(at);
  }

  void set_target(const MD_ATTRIBUTE& attribute) {
    More& more = *top().more;
    more.target = decode(attribute);
    more.target_offset = attribute_offset(attribute);
  }

  // md4c's own copies are temporary.
  std::string_view lasting(std::string_view text) {
    return offset_of(text.data()) == nowhere ? tree_.arena.copy(text) : text;
  }

  std::string_view decode(const MD_ATTRIBUTE& attribute) {
    std::string_view out;
    for (unsigned i = 0; attribute.size > 0 && attribute.substr_offsets[i] < attribute.size; ++i) {
      const unsigned begin = attribute.substr_offsets[i], end = attribute.substr_offsets[i + 1];
      const std::string_view piece(attribute.text + begin, end - begin);
      // In an address "&x" may be the next field of a query, so only real entities are decoded.
      const std::optional<std::string> entity =
          attribute.substr_types[i] == MD_TEXT_ENTITY ? decode_entity(piece) : std::nullopt;
      out = tree_.arena.join(out, entity ? tree_.arena.copy(*entity) : lasting(piece));
    }
    return out;
  }

  int enter(MD_BLOCKTYPE type, void* detail) {
    if (type == MD_BLOCK_DOC || type == MD_BLOCK_THEAD || type == MD_BLOCK_TBODY) {
      in_head_ = type == MD_BLOCK_THEAD;
      return 0;
    }
    if (const int full = push(kind_of(type))) return full;
    in_html_block_ = type == MD_BLOCK_HTML;
    html_reported_ = false;
    Node& node = top();
    switch (type) {
      case MD_BLOCK_H:
        node.level = static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
        break;
      case MD_BLOCK_UL:
        node.loose = !static_cast<MD_BLOCK_UL_DETAIL*>(detail)->is_tight;
        break;
      case MD_BLOCK_OL: {
        const auto* list = static_cast<MD_BLOCK_OL_DETAIL*>(detail);
        node.ordered = true;
        node.loose = !list->is_tight;
        node.level = static_cast<int>(list->start);
        break;
      }
      case MD_BLOCK_LI: {
        const auto* item = static_cast<MD_BLOCK_LI_DETAIL*>(detail);
        if (!item->is_task) break;
        node.task = item->task_mark == ' ' ? Task::open : Task::done;
        node.offset = cursor_ = map_.source_offset(item->task_mark_offset) - 1;
        break;
      }
      case MD_BLOCK_CODE:
        enter_code(*static_cast<MD_BLOCK_CODE_DETAIL*>(detail));
        break;
      case MD_BLOCK_TR:
        node.header = in_head_;
        break;
      case MD_BLOCK_TH:
      case MD_BLOCK_TD:
        node.header = type == MD_BLOCK_TH;
        node.align = static_cast<Align>(static_cast<MD_BLOCK_TD_DETAIL*>(detail)->align);
        break;
      default:
        break;
    }
    return 0;
  }

  // The first line of a fence as the source has it: md4c leaves out what escapes.
  void enter_code(const MD_BLOCK_CODE_DETAIL& code) {
    Node& node = top();
    const size_t offset = attribute_offset(code.info);
    if (offset == nowhere) return void(node.more->target = decode(code.info));
    const size_t end = std::min(source_.text.find_first_of("\r\n", offset), source_.text.size());
    node.more->target = std::string_view(source_.text).substr(offset, end - offset);
    node.offset = offset;
    cursor_ = end;
  }

  int leave(MD_BLOCKTYPE type, void* detail) {
    if (type == MD_BLOCK_THEAD) {  // the marks below it
      cursor_ = next_mark();
      end_line();
    }
    if (type == MD_BLOCK_DOC || type == MD_BLOCK_THEAD || type == MD_BLOCK_TBODY) return 0;
    if (const int failed = pop()) return failed;
    if (type != MD_BLOCK_TH && type != MD_BLOCK_TD) end_line();
    const Node& block = children_.back();
    const char mark =
        type == MD_BLOCK_CODE ? static_cast<MD_BLOCK_CODE_DETAIL*>(detail)->fence_char : '\0';
    if (mark != '\0') cursor_ = behind_fence(source_, cursor_, mark, block.offset, diagnostics_);
    if (type == MD_BLOCK_TR && !block.header)
      check_cells(source_, cursor_, block.children.size(), diagnostics_);
    return 0;
  }

  int enter(MD_SPANTYPE type, void* detail) {
    if (const int full = push(kind_of(type))) return full;
    switch (type) {
      case MD_SPAN_A: {
        const auto* link = static_cast<MD_SPAN_A_DETAIL*>(detail);
        set_target(link->href);
        top().more->title = decode(link->title);
        break;
      }
      case MD_SPAN_IMG: {
        const auto* image = static_cast<MD_SPAN_IMG_DETAIL*>(detail);
        set_target(image->src);
        top().more->title = decode(image->title);
        break;
      }
      case MD_SPAN_WIKILINK:
        set_target(static_cast<MD_SPAN_WIKILINK_DETAIL*>(detail)->target);
        break;
      case MD_SPAN_LATEXMATH_DISPLAY:
        top().display = true;
        break;
      default:
        break;
    }
    return 0;
  }

  int text(MD_TEXTTYPE type, std::string_view text) {
    const size_t offset =
        type == MD_TEXT_BR || type == MD_TEXT_SOFTBR ? nowhere : offset_of(text.data());
    if (offset != nowhere) cursor_ = offset + text.size();
    Node& parent = top();
    // Releases of md4c differ in the line end after '$$'.
    if (parent.kind == Kind::math && body_.text().empty() && text == " ") return 0;
    if (parent.offset == nowhere && offset != nowhere) parent.offset = offset;
    if (parent.kind == Kind::code || parent.kind == Kind::math) {
      if (offset == nowhere)
        body_.append(tree_.arena.copy(text));
      else
        body_.append(text, offset);
      return 0;
    }
    if (parent.kind == Kind::code_span) {
      parent.text = tree_.arena.join(parent.text, lasting(text));
      return 0;
    }
    switch (type) {
      case MD_TEXT_NULLCHAR:
        append("\xEF\xBF\xBD", offset);
        break;
      case MD_TEXT_BR:
        append(Kind::hard_break);
        break;
      case MD_TEXT_SOFTBR:
        append(Kind::soft_break);
        break;
      case MD_TEXT_ENTITY:
        append_entity(text, offset);
        break;
      case MD_TEXT_HTML:
        refuse_html(text, offset);
        break;
      default:
        append(text, offset);
    }
    return 0;
  }

  void append(Kind kind) { children_.push_back(tree_.make(kind, cursor_)); }

  void append(std::string_view text, size_t offset) {
    if (offset == nowhere) {
      offset = cursor_;
      text = tree_.arena.copy(text);
    }
    const bool escaped = offset > 0 && source_.text[offset - 1] == '\\';
    if (!escaped && children_.size() > open_.back().first) {
      Node& last = children_.back();
      if (last.kind == Kind::text && !last.escaped && last.offset + last.text.size() == offset) {
        last.text = tree_.arena.join(last.text, text);
        return;
      }
    }
    append(Kind::text);
    children_.back().text = text;
    children_.back().offset = offset;
    children_.back().escaped = escaped;
  }

  void append_entity(std::string_view text, size_t offset) {
    const std::optional<std::string> decoded = decode_entity(text);
    if (!decoded)
      diagnostics_.add(source_, offset == nowhere ? cursor_ : offset, unknown_entity(text));
    append(Kind::text);  // counted separately: its length differs from that in the source
    children_.back().text = tree_.arena.copy(decoded ? *decoded : text);
    children_.back().escaped = true;
  }

  void refuse_html(std::string_view text, size_t offset) {
    // A block of HTML arrives in pieces, and a pair of tags is one mistake.
    const size_t first = text.find_first_not_of(" \t\n");
    if (html_reported_ || first == text.npos || text.substr(first).starts_with("</")) return;
    html_reported_ = in_html_block_;
    const std::string_view shown = text.substr(first, text.find_first_of(" \t\n", first) - first);
    diagnostics_.add(
        source_, (offset == nowhere ? cursor_ : offset) + first,
        "raw HTML '" + clipped(shown, 30) + "', expected Markdown; put code in backticks");
  }

  // An open block or span, and where its children begin.
  struct Open {
    Node node;
    size_t first = 0;
  };
  Node& top() { return open_.back().node; }

  const TextMap& map_;
  bool nested_;  // the text is the body of a block
  Tree& tree_;
  const Source& source_;
  Diagnostics& diagnostics_;
  std::vector<Open> open_;                                // first the document
  std::vector<Node> children_;                            // of everything that is open
  TextMap body_;                                          // of the code or formula being read
  size_t cursor_;                                         // after the last text with a known place
  size_t attributes_ = 0;                                 // that have been entered
  std::optional<std::vector<size_t>> attribute_offsets_;  // of all, once one was copied
  bool in_head_ = false;                                  // of a table
  bool in_html_block_ = false, html_reported_ = false;
};

}  // namespace

std::span<Node> parse_markdown(const TextMap& body, Tree& tree, const Source& source,
                               Diagnostics& diagnostics) {
  return TreeBuilder(body, true, tree, source, diagnostics).build();
}

Tree parse_markdown(const Source& source, Diagnostics& diagnostics) {
  Tree tree(source.text.size());
  TextMap whole(tree.arena);
  whole.append(source.text, 0);
  tree.nodes = TreeBuilder(whole, false, tree, source, diagnostics).build();
  if (tree.holds(Kind::math) || tree.holds(Kind::code)) collect_for_scripts(tree);
  return tree;
}

}  // namespace loom::site
