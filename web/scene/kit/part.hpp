// A named part of a picture, as long as a variable lives, so that every return path ends it.
#pragma once

#include <string_view>

#include "web/scene/painter.hpp"

namespace loom::scene {

// Everything drawn meanwhile belongs to the part, which prose can light up. Parts do not nest: the
// next part, or none, replaces the one before.
class Part {
 public:
  Part(Painter& painter, std::string_view name) : p_(painter) { p_.begin(name); }
  ~Part() { end(); }
  void next(std::string_view name) {
    end();
    p_.begin(name);
    open_ = true;
  }
  void end() {
    if (open_) p_.end();
    open_ = false;
  }
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;

 private:
  Painter& p_;
  bool open_ = true;
};

}  // namespace loom::scene
