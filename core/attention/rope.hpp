// Rotary positions: pairs of a vector's numbers turn by an angle that grows with the position; and
// how the angles are changed so that a model reads further than in training.
//
// Pair i of d/2 turns by p · θ^(−2i/d) at position p, so that ⟨R_m q, R_n k⟩ depends on m − n only.
// Sources: RoFormer, arXiv 2104.09864; position interpolation, arXiv 2306.15595; YaRN, arXiv
// 2309.00071; the formulas of the five scalings as transformers has them, modeling_rope_utils.py
// (5.17; tests/data/torch/rotary.json).
#pragma once

#include <span>
#include <vector>

#include "core/result.hpp"

namespace loom::attention {

struct RopeScaling {
  enum class Kind : unsigned char {
    none,
    linear,   // position interpolation: all frequencies divided by `factor`
    dynamic,  // a larger base, by `length`: NTK-aware. factor 1: the lowest divided by
              // length/original
    yarn,     // slow pairs divided by `factor`, fast ones left alone, a ramp between; a temperature
    llama3,   // the same by wavelength, with a ramp of its own
  };
  // The ramp of YaRN is linear in the index of the pair, as widely used code has it, or in the
  // turns that the pair makes within `original` tokens, as the paper has it. They agree at its
  // ends.
  enum class Ramp : unsigned char { index, turns };

  Kind kind = Kind::none;
  double factor = 1;    // linear, dynamic, yarn, llama3: at least 1
  double original = 0;  // tokens that the model was trained for: dynamic, yarn, llama3
  double length = 0;    // tokens to read: dynamic; what is below `original` counts as that
  double beta_fast = 32, beta_slow = 1;  // yarn: turns at both ends of the ramp
  double low = 1, high = 4;              // llama3: likewise
  Ramp ramp = Ramp::index;
  bool truncate = true;  // whole indices at both ends of the ramp by index; not in gpt-oss
};

struct Rope {
  std::vector<double> frequencies;  // radians per token, one per pair
  double attention_factor = 1;      // on cosine and sine; scores grow by its square
  double base = 0;
};

// Refused: dim that is odd or not in 2…65536, theta that is not above 1 and up to 1e12, and what a
// scaling's parameters do not allow.
Result<Rope> rope(int dim, double theta, const RopeScaling& scaling = {});

// Which two numbers form pair i of d/2: 2i and 2i + 1, as in Meta's checkpoints, or i and i + d/2,
// as in those of Hugging Face. Both are the same except for the order of the rows of W_Q and W_K.
enum class Pairing : unsigned char { adjacent, halves };

struct PairIndices {
  int first = 0, second = 0;
};
PairIndices pair_indices(Pairing pairing, int dim, int pair);

// The vector at a position; it has two numbers for each frequency.
std::vector<double> rotated(const Rope& rope, Pairing pairing, std::span<const double> vector,
                            double position);

// q · k with q at position m and k at n, not scaled by 1/√d.
double rotated_score(const Rope& rope, Pairing pairing, std::span<const double> q,
                     std::span<const double> k, double m, double n);

// Tokens until a pair has made one turn; turns that it makes within so many tokens.
double wavelength(double frequency);
double turns(double frequency, double tokens);

// The order that converts a vector from one pairing to the other: numbers[i] of the result is
// number order[i] of the vector.
std::vector<int> reordered(Pairing from, Pairing to, int dim);

}  // namespace loom::attention
