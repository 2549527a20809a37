// Quotation marks and apostrophes of prose: typed straight, shown curly. Code keeps its own.
#pragma once

#include <string>
#include <string_view>

namespace loom::text {

// What stands before a mark decides whether it opens or closes. The texts of one paragraph follow
// each other, with other things between them.
class Typesetter {
 public:
  std::string set(std::string_view text);
  // Passes what stays as it is.
  void pass(std::string_view text);

 private:
  bool opens_ = true;
};

// A text that stands alone.
inline std::string typeset(std::string_view text) { return Typesetter().set(text); }

}  // namespace loom::text
