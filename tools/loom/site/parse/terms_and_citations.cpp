#include "tools/loom/site/parse/terms_and_citations.hpp"

#include <algorithm>

#include "web/scene/format.hpp"

namespace loom::site {
namespace {

constexpr std::string_view space = " \t\r\n";

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

// Joins lines of the paragraph while a citation is open, with as many spaces as lie between them in
// the source, so that offsets stay true.
void join_open_citations(std::vector<Node>& nodes) {
  for (size_t i = 0; i + 2 < nodes.size();) {
    Node& node = nodes[i];
    const size_t open = node.kind == Kind::text ? node.text.rfind("[@") : std::string::npos;
    const Node& next = nodes[i + 2];
    const size_t end = node.offset + node.text.size();
    if (open == std::string::npos || node.text.find(']', open) != std::string::npos ||
        nodes[i + 1].kind != Kind::soft_break || next.kind != Kind::text || next.offset < end) {
      ++i;
      continue;
    }
    node.text += std::string(next.offset - end, ' ') + next.text;
    nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                nodes.begin() + static_cast<std::ptrdiff_t>(i) + 3);
  }
}

// The citations in "[@a; @b]"; none when it is malformed.
std::vector<Node> read_citation(std::string_view text, size_t offset) {
  std::vector<Node> out;
  size_t at = 1;
  while (at < text.size() && text[at] == '@') {
    const size_t begin = ++at;
    while (at < text.size() && id_character(text[at])) ++at;
    if (at == begin) return {};
    Node citation;
    citation.kind = Kind::citation;
    citation.target = text.substr(begin, at - begin);
    citation.offset = citation.target_offset = offset + begin;
    out.push_back(std::move(citation));
    at = std::min(text.find_first_not_of(space, at), text.size());
    if (text[at] == ']') return out;
    if (text[at] != ';') return {};
    at = std::min(text.find_first_not_of(space, at + 1), text.size());
  }
  return {};
}

struct Leftover {
  std::string_view mark, message;
};

constexpr Leftover leftovers[] = {
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

void split(const Node& node, std::vector<Node>& out, const Source& source,
           Diagnostics& diagnostics) {
  const std::string_view text = node.text;
  size_t done = 0;
  for (size_t open = text.find("[@"); open != text.npos; open = text.find("[@", open + 1)) {
    const size_t close = text.find(']', open);
    const std::string_view whole = text.substr(open, close == text.npos ? close : close - open + 1);
    std::vector<Node> citations;
    if (close != text.npos) citations = read_citation(whole, node.offset + open);
    if (citations.empty()) {
      diagnostics.add(
          source, node.offset + open,
          "malformed citation '" + scene::clipped(whole, 40) + "', expected [@id] or [@id; @id]");
      continue;
    }
    if (open > done) out.push_back(text_node(text.substr(done, open - done), node.offset + done));
    std::move(citations.begin(), citations.end(), std::back_inserter(out));
    done = close + 1;
  }
  if (done < text.size()) out.push_back(text_node(text.substr(done), node.offset + done));
}

}  // namespace

void unescape_pipes(std::string& text) {
  for (size_t at = 0; (at = text.find("\\|", at)) != text.npos; ++at) text.erase(at, 1);
}

void finish_term(Node& term, const Source& source, Diagnostics& diagnostics) {
  if (const size_t pipe = term.target.find('|'); pipe != std::string::npos) {
    term.children = {text_node(term.target.substr(pipe + 1), term.offset)};
    term.target.resize(pipe);
  }
  while (term.target.ends_with('\\')) term.target.pop_back();
  const size_t first = term.target.find_first_not_of(space);
  if (first == std::string::npos) {
    diagnostics.add(source, term.offset, "empty term '[[]]', expected [[term]] or [[term|text]]");
    return;
  }
  term.target = term.target.substr(first, term.target.find_last_not_of(space) - first + 1);
  term.target_offset =
      term.target_offset == static_cast<size_t>(-1) ? term.offset : term.target_offset + first;
}

void finish_text(Node& parent, const Source& source, Diagnostics& diagnostics) {
  std::vector<Node>& nodes = parent.children;
  const bool any = std::any_of(nodes.begin(), nodes.end(), [](const Node& node) {
    return node.kind == Kind::text && node.text.find_first_of("[]$") != std::string::npos;
  });
  if (!any) return;
  join_open_citations(nodes);
  std::vector<Node> out;
  for (Node& node : nodes) {
    const bool plain = node.kind == Kind::text && !node.escaped;
    if (plain) report_leftovers(node, source, diagnostics);
    if (plain && node.text.find("[@") != std::string::npos)
      split(node, out, source, diagnostics);
    else
      out.push_back(std::move(node));
  }
  nodes = std::move(out);
}

}  // namespace loom::site
