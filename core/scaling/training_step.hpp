// What a training step of a transformer sends and how long it takes on a cluster.
//
// Bytes are those that a GPU sends in a step, in m = batch / (d · b) microbatches of b sequences of
// s tokens, with d, t, p, c and e GPUs of data, tensor, pipeline, context and expert parallelism, L
// layers of width h, and 16-bit weights, gradients and activations:
//
//   tensor     m · L/p · 4 all-reduces of 2sbh/c bytes, two forward and two backward, and two more
//              where everything is computed again
//   pipeline   2mv · 2sbh/(tc), of a stage in the middle with v chunks: forward to the next chunk
//              and backward to the one before, each chunk in another stage
//   context    m · L/p · 3 gathers, or as much in a ring, of 2sb/t bytes for each of the numbers
//              that a layer keeps of a token as keys and values: forward, backward, and their
//              gradients; one more where everything is computed again
//   expert     m · Le/p · 4 all-to-alls of the Le layers with experts, out and back, forward and
//              backward; two more where everything is computed again. Each of sb/(tc) tokens takes
//              2h bytes, or fewer on the way out, once to each GPU that it needs, where the group
//              is in a node, and else once to each node, from where NVLink takes it on
//   data       with G = 2 bytes for each parameter of the GPU, and (n − 1)/n of it a gather or a
//              reduce-scatter among the n = dc GPUs that have them, or dc/e for experts:
//              ZeRO 0, 1  2G once         2  (m + 1)G: gradients are divided after each microbatch
//              ZeRO 3     3mG: weights are gathered twice for each microbatch as well
//
// A ring all-reduce sends 2(n − 1)/n of its data. Sums and gathers of groups that have several GPUs
// in each of several nodes send as many bytes, but in two levels: most over the links of the node,
// the rest over the network, and the two take turns (placement.hpp, which also says where a group's
// GPUs lie). An all-to-all uses both wires at once, as in all_to_all.hpp: the slower one counts. Of
// a pipeline, the stage that has most neighbors in other nodes counts: all wait for it.
//
// The step time is an estimate. It is the sum of
//
//   compute    tokens · (6Ψ + 6Las) operations of Ψ parameters that a token uses and causal
//              attention of width a, a third more where everything is computed again, at
//              `efficiency` of the peak, alike on all GPUs
//   bubble     (compute + tensor + context + expert) · (p − 1)/(vm), a 1F1B pipeline with v chunks
//              in a stage: a stage waits for as long as another one works
//   tensor, pipeline, context, expert
//              all of their bytes: nothing else is computed meanwhile
//   data       what is not hidden by the backward pass of the last microbatch (ZeRO 0 and 1), by
//              all backward passes (2), or by the whole computation (3)
//
// Latencies, the optimizer, and the loading of data are not in it. Memory is that of memory.hpp,
// except that a stage holds no more than m microbatches, and with v > 1 chunks p + (p − 1)/v, as in
// pipeline_parallel.hpp. Where m is no multiple of p there is no interleaving: v counts as 1.
// Sources: ZeRO, arXiv 1910.02054, 7; Megatron-LM, arXiv 1909.08053, 3, and
// 2104.04473, 2.2 and 3.2; the order of the groups and the gathers of keys: Llama 3, arXiv
// 2407.21783, 3.3.2; experts and nodes: DeepSeek-V3, arXiv 2412.19437, 3.2.
#pragma once

#include "core/result.hpp"
#include "core/scaling/memory.hpp"

namespace loom::scaling {

struct Cluster {
  int node = 8;           // GPUs that are linked directly
  double memory = 1;      // bytes of a GPU
  double peak = 1;        // operations a second of a GPU, 16-bit
  double efficiency = 1;  // share of the peak that products reach, 0…1
  double link = 1;        // bytes a second of a GPU, in one direction, inside a node
  double network = 1;     // … and between nodes
};

// How tokens choose experts: evenly, `active` different ones of `count`.
struct Routing {
  int count = 0, active = 0;  // no experts: 0
  int layers = 0;             // with experts
  int nodes = 0;              // that a token may choose experts in; 0: all
  double bytes_out = 2;       // of a number on its way to an expert; it comes back in 16 bits
};

struct StepOptions {
  TrainingOptions model;
  int batch = 1;   // sequences in a step, of all GPUs
  int chunks = 1;  // of a stage: v
  Routing routing = {};
  double used = 0;         // parameters that a token uses; 0: all
  double attention = 0;    // its width a; 0: the model's
  double keys_values = 0;  // numbers of a token's keys and values in a layer; 0: 2h
};

struct StepPart {
  double link_bytes = 0;     // that a GPU sends inside its node
  double network_bytes = 0;  // … and to other nodes
  double seconds = 0;        // on the wires
  double exposed = 0;        // of these, what nothing hides
  double bytes() const { return link_bytes + network_bytes; }
};

struct TrainingStep {
  TrainingMemory memory;
  int microbatches = 1;  // of a GPU
  StepPart data, tensor, pipeline, context, expert;
  double compute = 0, bubble = 0;  // seconds
  double idle = 0;                 // the bubble as a share of what it waits for: (p − 1)/(vm)
  double operations = 0;           // of the whole step, without what is computed again
  double seconds() const {
    return compute + bubble + data.exposed + tensor.exposed + pipeline.exposed + context.exposed +
           expert.exposed;
  }
};

// Groups of GPUs other than its own that a token is sent to, when the experts are spread over
// `groups` ≥ 1 equal groups: the number expected. A token that may choose experts in some groups
// only takes those with the highest scores, and is counted as needing all of them.
double groups_reached(const Routing& routing, double groups, double most);

// Refused: what training_memory() refuses; a batch that does not divide into microbatches of the
// data-parallel GPUs; tensor parallelism that does not divide the width; numbers of the cluster
// that are not above 0; chunks below 1 or more than there are layers in a stage; context
// parallelism that does not divide the sequence; expert parallelism that does not divide the
// experts; and a routing that is not one.
Result<TrainingStep> training_step(const StepOptions& options, const Cluster& cluster);

// The same for options that it would not refuse: a search asks often.
TrainingStep allowed_step(const StepOptions& options, const Cluster& cluster);

}  // namespace loom::scaling
