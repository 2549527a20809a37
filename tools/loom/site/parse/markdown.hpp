// Markdown to a tree: CommonMark with tables, strike-through, [[terms]], [@citations] and $math$.
#pragma once

#include "tools/loom/site/parse/node.hpp"
#include "tools/loom/site/parse/text_map.hpp"
#include "tools/loom/site/read/source.hpp"

namespace loom::site {

// Mistakes of form are reported: raw HTML, unknown entities, malformed citations and terms,
// mistakes in Loom's own blocks, nesting deeper than 64 levels.
Tree parse_markdown(const Source& source, Diagnostics& diagnostics);

// The body of a block, which is parsed as Markdown.
std::span<Node> parse_markdown(const TextMap& body, Tree& tree, const Source& source,
                               Diagnostics& diagnostics);

}  // namespace loom::site
