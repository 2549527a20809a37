// Loom's own inline markup: [[terms]] and [@citations].
#pragma once

#include <optional>

#include "tools/loom/site/parse/node.hpp"
#include "tools/loom/site/read/source.hpp"

namespace loom::site {

// "a\|b" in a table's cell is "a|b".
std::string_view without_escaped_pipes(std::string_view text, Arena& arena);

// Splits "[[target|label]]", which md4c leaves whole in table cells, and reports an empty target.
// The label as a text node, if there is one.
std::optional<Node> finish_term(Node& term, const Source& source, Diagnostics& diagnostics);

// The final children of a node, in the arena: "[@a; @b]" in their text becomes citations. Reports
// malformed ones, and markup that md4c left as text although the author surely meant otherwise:
// "[[", "](" and "$$".
std::span<Node> finish_text(std::span<Node> children, Tree& tree, const Source& source,
                            Diagnostics& diagnostics);

}  // namespace loom::site
