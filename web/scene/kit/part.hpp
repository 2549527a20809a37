// A named part of a picture as long as a variable lives, so that no way out forgets its end.
#pragma once

#include <string_view>

#include "web/scene/painter.hpp"

namespace loom::scene {

// Everything drawn meanwhile belongs to the part, which prose can light up. Parts do not nest.
class Part {
 public:
  Part(Painter& painter, std::string_view name) : p_(painter) { p_.begin(name); }
  ~Part() { p_.end(); }
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;

 private:
  Painter& p_;
};

}  // namespace loom::scene
