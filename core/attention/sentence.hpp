// A sentence to try attention on. Its numbers are invented, so that a reader can follow each of
// them; no model was trained. Every word has four features. What a word looks for, offers and
// passes on are those features, reordered by three small matrices.
#pragma once

#include <span>
#include <string_view>

#include "core/attention/matrix.hpp"

namespace loom::attention {

struct Sentence {
  std::span<const std::string_view> words;
  std::span<const std::string_view> features;  // their names
  Matrix embeddings;                           // a row for each word
  Matrix w_q, w_k, w_v;  // features × features; q = embeddings · w_q, and so on
};

// "The cat slept because it was tired": "it" looks for a thing that lives.
const Sentence& example_sentence();

}  // namespace loom::attention
