// Layers that carry a state of fixed size from token to token, instead of keys and values of every
// token: linear attention (Gated DeltaNet), Mamba and Mamba-2. What they keep and how many weights
// they have.
//
// A state has two parts, of each sequence and layer:
//  - the recurrent one, heads × head × size numbers, in float32;
//  - the last inputs of a short convolution, channels × kernel numbers, in 16 bits. Channels are
//    heads × head, and with them keys and queries (linear), or B and C (Mamba-2): 2 × groups ×
//    size.
// So the caches of transformers 5.17 have them in a model of BF16, whole kernel and all. Engines
// differ a little: vLLM keeps one column of the convolution less, and takes other types on demand.
// Sources: references "gated-deltanet", "mamba", "mamba2"; the modeling files of qwen3_next, jamba,
// zamba, zamba2, bamba, nemotron_h in transformers.
#pragma once

namespace loom::models {

struct Recurrent {
  bool linear = false;  // Gated DeltaNet; else Mamba
  int heads = 0;        // of values; 0: the first Mamba, whose channels each stand alone
  int head = 0;         // numbers in one head; of the first Mamba all channels
  int size = 0;         // numbers that each of these is kept with: a key's, or Mamba's state
  int groups = 0;       // heads of keys, or groups of B and C; none in the first Mamba
  int kernel = 0;       // of the convolution, tokens
  int rank = 0;         // of the first Mamba's time step

  constexpr int inner() const { return (heads > 0 ? heads : 1) * head; }
  constexpr int keys() const { return groups * size; }
  constexpr int channels() const { return inner() + 2 * keys(); }
  // Bytes of one sequence in one layer.
  constexpr long long state() const { return 4ll * inner() * size + 2ll * channels() * kernel; }
};

// The weights of such a layer: matrices, and how many numbers are in vectors and convolution.
struct RecurrentWeights {
  struct Matrix {
    long long rows;
    int columns;
  };
  Matrix matrices[4];  // the last two have no rows, except in the first Mamba
  long long vectors;
};
RecurrentWeights recurrent_weights(const Recurrent& layer, int width);

}  // namespace loom::models
