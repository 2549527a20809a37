// What Loom adds inside a line: [[terms]] and [@citations].
#pragma once

#include "tools/loom/site/parse/node.hpp"
#include "tools/loom/site/source.hpp"

namespace loom::site {

// "a\|b" in a table's cell is "a|b".
void unescape_pipes(std::string& text);

// Splits "[[target|label]]", which md4c leaves whole in table cells, and reports an empty target.
void finish_term(Node& term, const Source& source, Diagnostics& diagnostics);

// Turns "[@a; @b]" in the text among a node's children into citations. Reports malformed ones, and
// what md4c has left as text although it was surely meant otherwise: "[[", "](" and "$$".
void finish_text(Node& parent, const Source& source, Diagnostics& diagnostics);

}  // namespace loom::site
