#include "tools/loom/site/parse/terms_and_citations.hpp"

#include <algorithm>

#include "core/text/clipped.hpp"
#include "tools/loom/site/parse/md4c_reader.hpp"
#include "tools/loom/text/strings.hpp"

namespace loom::site {
namespace {

bool id_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.' || c == ':';
}

Node text_node(std::string_view text, size_t offset) {
  Node node;
  node.kind = Kind::text;
  node.text = text;
  node.offset = offset;
  return node;
}

// Whether a citation is still open at the end of a text to which `more` was added.
bool still_open(bool open, std::string_view more) {
  const size_t begin = more.rfind("[@");
  if (begin == more.npos) return open && more.find(']') == more.npos;
  return more.find(']', begin) == more.npos;
}

// Joins lines of the paragraph while a citation is open, with as many spaces as there are between
// them in the source, so that offsets stay correct.
void join_open_citations(std::vector<Node>& nodes, Arena& arena) {
  size_t count = 0;
  for (size_t i = 0; i < nodes.size();) {
    Node node = nodes[i++];
    bool open = node.kind == Kind::text && still_open(false, node.text);
    std::string joined;
    size_t end = node.offset + node.text.size();
    while (open && i + 1 < nodes.size()) {
      const Node& next = nodes[i + 1];
      if (nodes[i].kind != Kind::soft_break || next.kind != Kind::text || next.offset < end) break;
      if (joined.empty()) joined = node.text;
      joined.append(next.offset - end, ' ').append(next.text);
      open = still_open(open, next.text);
      end = next.offset + next.text.size();
      i += 2;
    }
    if (!joined.empty()) node.text = arena.copy(joined);
    nodes[count++] = node;
  }
  nodes.resize(count);
}

// The citations in "[@a; @b]"; empty if it is malformed.
std::vector<Node> read_citation(std::string_view text, size_t offset, Tree& tree) {
  std::vector<Node> out;
  size_t at = 1;
  while (at < text.size() && text[at] == '@') {
    const size_t begin = ++at;
    while (at < text.size() && id_character(text[at])) ++at;
    if (at == begin) return {};
    const Node citation = tree.make(Kind::citation, offset + begin);
    citation.more->target = text.substr(begin, at - begin);
    citation.more->target_offset = offset + begin;
    out.push_back(citation);
    at = std::min(text.find_first_not_of(text::spaces, at), text.size());
    if (text[at] == ']') return out;
    if (text[at] != ';') return {};
    at = std::min(text.find_first_not_of(text::spaces, at + 1), text.size());
  }
  return {};
}

struct Leftover {
  std::string_view mark, message;
};

constexpr Leftover leftovers[] = {
    {"][", "'][' that ends no link, expected a line '[name]: address' for the name behind it"},
    {"[^",
     "'[^' of a footnote, which is not supported; expected the note in the text, or a citation "
     "[@id]"},
    {"[[", "'[[' that begins no term, expected [[term]] or [[term|text]] on one line"},
    {"](", "'](' that ends no link; a link's text can hold neither a term nor another link"},
    {"$$",
     "'$$' without its other half in the same paragraph; no line of a formula may begin like a "
     "list"},
};

void report_leftovers(const Node& node, const Source& source, Diagnostics& diagnostics) {
  for (const auto& [mark, message] : leftovers)
    if (const size_t at = node.text.find(mark); at != std::string::npos)
      diagnostics.add(source, node.offset + at, std::string(message));
}

void split(const Node& node, std::vector<Node>& out, Tree& tree, const Source& source,
           Diagnostics& diagnostics) {
  const std::string_view text = node.text;
  size_t done = 0, close = 0;
  for (size_t open = text.find("[@"); open != text.npos; open = text.find("[@", open + 1)) {
    if (close <= open) close = text.find(']', open);  // looked for once, however many are open
    const std::string_view whole = text.substr(open, close == text.npos ? close : close - open + 1);
    std::vector<Node> citations;
    if (close != text.npos) citations = read_citation(whole, node.offset + open, tree);
    if (citations.empty()) {
      diagnostics.add(
          source, node.offset + open,
          "malformed citation '" + clipped(whole, 40) + "', expected [@id] or [@id; @id]");
      continue;
    }
    if (open > done) out.push_back(text_node(text.substr(done, open - done), node.offset + done));
    out.insert(out.end(), citations.begin(), citations.end());
    done = close + 1;
  }
  if (done < text.size()) out.push_back(text_node(text.substr(done), node.offset + done));
}

bool has_any(std::string_view text, std::string_view characters) {
  return std::any_of(characters.begin(), characters.end(),
                     [&](char c) { return text.find(c) != text.npos; });
}

}  // namespace

std::string_view without_escaped_pipes(std::string_view text, Arena& arena) {
  if (text.find("\\|") == text.npos) return text;
  std::string out(text);
  for (size_t at = 0; (at = out.find("\\|", at)) != out.npos; ++at) out.erase(at, 1);
  return arena.copy(out);
}

std::optional<Node> finish_term(Node& term, const Source& source, Diagnostics& diagnostics) {
  std::string_view& target = term.more->target;
  std::optional<Node> label;
  if (const size_t pipe = target.find('|'); pipe != target.npos) {
    const size_t begin = term.more->target_offset;
    const size_t bar = begin == nowhere ? begin : source.text.find('|', begin);
    label = text_node(target.substr(pipe + 1), bar == std::string::npos ? term.offset : bar + 1);
    target = target.substr(0, pipe);
  }
  while (target.ends_with('\\')) target.remove_suffix(1);
  const size_t first = target.find_first_not_of(text::spaces);
  if (first == target.npos) {
    diagnostics.add(source, term.offset, "empty term '[[]]', expected [[term]] or [[term|text]]");
    return label;
  }
  target = target.substr(first, target.find_last_not_of(text::spaces) - first + 1);
  size_t& offset = term.more->target_offset;
  offset = offset == nowhere ? term.offset : offset + first;
  return label;
}

std::span<Node> finish_text(std::span<Node> children, Tree& tree, const Source& source,
                            Diagnostics& diagnostics) {
  const bool any = std::any_of(children.begin(), children.end(), [](const Node& node) {
    return node.kind == Kind::text && has_any(node.text, "[]$");
  });
  if (!any) return tree.arena.copy<Node>(children);
  std::vector<Node> nodes(children.begin(), children.end()), out;
  join_open_citations(nodes, tree.arena);
  for (const Node& node : nodes) {
    const bool plain = node.kind == Kind::text && !node.escaped;
    if (plain) report_leftovers(node, source, diagnostics);
    if (plain && node.text.find("[@") != node.text.npos)
      split(node, out, tree, source, diagnostics);
    else
      out.push_back(node);
  }
  return tree.arena.copy<Node>(out);
}

}  // namespace loom::site
