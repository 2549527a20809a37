// A sentence to try attention on. Its numbers are made up, so that a reader can follow each: no
// model was trained. Every word has four features, and what a word looks for, what it offers, and
// what it passes on are those features, put in another order by three small matrices.
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
