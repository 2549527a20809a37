// The picture of `attention-step`: one query, every key it meets, and the weighted sum; beside them
// the weights of all queries.
#pragma once

#include "core/attention/step.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr Choice word_choices[] = {
    {"the", "The"}, {"cat", "cat"}, {"slept", "slept"}, {"because", "because"},
    {"it", "it"},   {"was", "was"}, {"tired", "tired"}};

struct AttentionStep {
  bool sentence = true;            // otherwise the reader's own matrices
  std::vector<std::string> words;  // a name for each key; of own queries "query 1"
  std::vector<std::string> asking;
  std::vector<std::string> features;  // of values and of the output; empty: no names
  attention::Operands operands;
  attention::Step step;
  int query = 0;
  bool scaled = true;

  int keys() const { return operands.k.rows; }
  bool allowed(int key) const { return !masked(query, key); }
  bool masked(int row, int key) const { return std::isinf(step.scores.at(row, key)); }
  double product(int key) const {
    return attention::dot(operands.q.row(query), operands.k.row(key));
  }
  double score(int key) const { return step.scores.at(query, key); }
  double weight(int key) const { return step.weights.at(query, key); }
  int strongest() const { return step.strongest(query); }  // key; −1: no key is allowed
  using Drawing = struct AttentionStepDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
