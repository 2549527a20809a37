#include "tools/loom/numbers/headers.hpp"

#include <algorithm>

namespace loom::numbers {

std::string header_comment(std::string_view path) {
  const auto all = headers();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Header& each) { return each.path == path; });
  std::string out;
  if (found == all.end()) return out;
  for (std::string_view rest = found->comment; !rest.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    line.remove_prefix(std::min<size_t>(line.starts_with("// ") ? 3 : 2, line.size()));
    out.append(line).append("\n");
  }
  return out;
}

}  // namespace loom::numbers
