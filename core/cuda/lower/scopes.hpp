// What a Lowerer notes as long as a part of the tree is read. Part of lowerer.hpp.
#pragma once

#include "core/cuda/lower/limits.hpp"
#include "core/cuda/lower/lowerer.hpp"  // IWYU pragma: keep

namespace loom::cuda {

struct Lowerer::Deeper {
  explicit Deeper(Lowerer& in, const Place& place) : of(in) {
    if (++of.depth_ > deepest_lowering)
      of.fail(place, "calls, statements and expressions are nested too deeply here");
  }
  ~Deeper() { --of.depth_; }
  Lowerer& of;
};

// While it lives, what is computed becomes an index, if there is a node.
struct Lowerer::Indexing {
  Indexing(Lowerer& in, const Node* node) : of(in), before(in.indexing_) {
    if (!node) return;
    of.note_indexing(node);
    of.indexing_ = true;
  }
  Indexing(Lowerer& in, bool also) : of(in), before(in.indexing_) { of.indexing_ |= also; }
  ~Indexing() { of.indexing_ = before; }
  Lowerer& of;
  bool before;
};

// Names are looked up in this activation as long as it lives.
struct Lowerer::Inside {
  Inside(Lowerer& in, Activation& activation) : of(in) {
    if (static_cast<int>(of.active_.size()) > most_calls + 16)
      of.fail({}, "templates and calls are nested too deeply here");
    of.active_.push_back(&activation);
  }
  ~Inside() { of.active_.pop_back(); }
  Lowerer& of;
};

}  // namespace loom::cuda
