// The recordings, compiled in: core/recorded/.
#pragma once

#include <span>
#include <string_view>

namespace loom::numbers {

struct Recording {
  std::string_view folder, name, text;  // "h200", "snippets", JSON
};

std::span<const Recording> recordings();

}  // namespace loom::numbers
