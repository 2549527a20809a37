// Of an address that asks for more than a figure has, what can be had.
#pragma once

#include <string>
#include <string_view>

#include "web/live/session.hpp"

namespace loom::live {

struct Loaded {
  bool some = true;          // false: the session stays as it was
  std::string problem = {};  // what was refused, for the reader; empty: nothing
};

// Loads a state; where it is refused, all parts of it that are not.
Loaded load_partly(Session& session, std::string_view query);

}  // namespace loom::live
