// What each GPU has to store while a transformer is trained.
//
// Per parameter, in bytes:
//
//                 parameters   gradients   optimizer
//   adam_mixed    2            2           12   16-bit weights and gradients; in 32 bits a copy of
//                                               the weights, the mean and the variance
//   sgd           4            4           0    all in 32 bits, no momentum
//   adam_no_copy  2            2           8    the two averages in 32 bits, no copy
//   adam_short    2            4           8    gradients and the copy in 32 bits, averages in 16
//
// Of Ψ parameters, Ψe of them in experts, t · p GPUs have (Ψ − Ψe)/(t·p) each, and t · p · e GPUs
// Ψe/(t·p·e). The first stage of a pipeline also has the token table, the last one the output
// matrix; counted is the larger stage.
//
// ZeRO's stage 1 divides the optimizer's by the number of GPUs that have the same parameters, stage
// 2 the gradients too, stage 3 the parameters too. With d data-parallel groups of c GPUs that share
// their sequences, these are d · c GPUs, and d · c / e for experts.
//
// Activations, of s tokens in each of b sequences of a microbatch, width h, t GPUs of tensor
// parallelism, L/p layers a stage, of which the first stage of a 1F1B pipeline holds p
// microbatches: so L layers' worth. Context parallelism leaves a GPU s/c of the tokens. Per layer
//
//                           whole layers kept          without scores (selective)   inputs only
//   tensor parallel         sbh(10 + 24/t + 5as/(ht))  sbh(10 + 24/t)               2sbh
//   and sequence parallel   sbh/t · (34 + 5as/h)       34sbh/t                      2sbh/t
//
// in bytes: 16-bit activations, masks of dropout of one byte; a is the number of heads.
// `without the scores` is selective recomputation, and also what FlashAttention leaves. Embeddings
// and the last layer are not in it. For other layers than the paper's, `whole` and `cut` replace
// 10h and 24h: bytes of a token that only sequence parallelism divides, and that each of t GPUs has
// a part of. Experts are chosen evenly.
// Sources: ZeRO, arXiv 1910.02054, section 3.1 and table 1; Korthikanti et al., "Reducing
// Activation Recomputation in Large Transformer Models", arXiv 2205.05198, table 2 and section 4.3;
// adam_no_copy and the stages' ends: reference "ultrascale"; adam_short: DeepSeek-V3, arXiv
// 2412.19437, 3.3.3.
#pragma once

#include "core/result.hpp"

namespace loom::scaling {

enum class Optimizer : unsigned char { adam_mixed, sgd, adam_no_copy, adam_short };
enum class Recompute : unsigned char { nothing, selective, everything };

struct TrainingOptions {
  double parameters = 0;  // of the whole model
  int layers = 1, hidden = 1;
  Optimizer optimizer = Optimizer::adam_mixed;
  int zero = 0;                            // stage: 0 to 3
  int data = 1, tensor = 1, pipeline = 1;  // GPUs side by side, each way
  int sequence = 1, microbatch = 1;        // tokens of a sequence, sequences of a microbatch
  Recompute recompute = Recompute::selective;
  bool sequence_parallel = true;  // along with tensor parallelism
  int heads = 0;                  // used where nothing is recomputed
  int context = 1;                // GPUs that share the tokens of a sequence
  int expert = 1;                 // GPUs that share the experts: a divisor of data · context
  double expert_parameters = 0;   // of `parameters`, in experts
  double first_stage = 0, last_stage = 0;  // of `parameters`, of no other stage
  double whole = 0, cut = 0;               // bytes kept of a token in a layer; both 0: as above

  int gpus() const { return data * tensor * pipeline * context; }  // experts use the same
};

// The same model on one GPU.
TrainingOptions undivided(TrainingOptions options);

// Parameters of a GPU before ZeRO divides them.
struct OwnParameters {
  double dense = 0, experts = 0;
};
OwnParameters own_parameters(const TrainingOptions& options);

// Bytes on each GPU; of activations, on those of the first stage.
struct TrainingMemory {
  double parameters = 0, gradients = 0, optimizer = 0, activations = 0;
  double total() const { return parameters + gradients + optimizer + activations; }
};

inline constexpr double most_parameters = 1e15;
inline constexpr int most_parallel = 1 << 20;  // GPUs one way

// Refused: parameters outside 1…1e15, stages of ZeRO outside 0…3, other numbers below 1 or above
// 2^20, more stages of a pipeline than layers, no heads where nothing is recomputed, more
// parameters in experts and at the ends than there are, more GPUs for a sequence than tokens, and
// expert parallelism that does not divide data · context or that has no experts to divide.
Result<TrainingMemory> training_memory(const TrainingOptions& options);

// The same for options that it would not refuse: a search asks often.
TrainingMemory allowed_memory(const TrainingOptions& options);

}  // namespace loom::scaling
