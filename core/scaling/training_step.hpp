// What a training step of a dense transformer sends and how long it takes on a cluster, and all the
// ways to lay it out there.
//
// Bytes are those that a GPU sends in a step, in m = batch / (d · b) microbatches of b sequences of
// s tokens, with d, t and p GPUs of data, tensor and pipeline parallelism, L layers of width h, and
// 16-bit weights, gradients and activations:
//
//   tensor     m · L/p · 4 all-reduces of 2sbh bytes, two forward and two backward, and two more
//              where everything is computed again
//   pipeline   2mv · 2sbh / t, of a stage in the middle with v chunks: forward to the next chunk
//              and backward to the one before, each chunk in another stage
//   data       with G = 2Ψ/(tp), and (d − 1)/d of it a gather or a reduce-scatter:
//              ZeRO 0, 1  2G once         2  (m + 1)G: gradients are divided after each microbatch
//              ZeRO 3     3mG: weights are gathered twice for each microbatch as well
//
// A ring all-reduce sends 2(n − 1)/n of its data. Groups lie in the cluster from the inside out:
// tensor, pipeline, data. A group that fits into a node with all that is inside it uses the links
// of the node, others use the network.
//
// The step time is an estimate. It is the sum of
//
//   compute    tokens · (6Ψ + 6Lhs) operations, causal attention, a third more where everything is
//              computed again, at `efficiency` of the peak, alike on all GPUs
//   bubble     compute · (p − 1)/(vm), a 1F1B pipeline with v chunks in a stage
//   tensor     all of its bytes: nothing else is computed meanwhile
//   pipeline   all of its bytes
//   data       what is not hidden by the backward pass of the last microbatch (ZeRO 0 and 1), by
//              all backward passes (2), or by the whole computation (3)
//
// Latencies, the optimizer, and the loading of data are not in it. Memory is that of memory.hpp,
// except that a stage holds no more than m microbatches, and with v > 1 chunks p + (p − 1)/v, as in
// pipeline_parallel.hpp. Where m is no multiple of p there is no interleaving: v counts as 1.
// Sources: ZeRO, arXiv 1910.02054, 7; Megatron-LM, arXiv 1909.08053, 3, and
// 2104.04473, 2.2 and 3.2; the order of the groups: Llama 3, arXiv 2407.21783, 3.3.2.
#pragma once

#include <vector>

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

struct StepOptions {
  TrainingOptions model;
  int batch = 1;   // sequences in a step, of all GPUs
  int chunks = 1;  // of a stage: v
};

struct StepPart {
  double bytes = 0;  // that a GPU sends
  bool over_network = false;
  double seconds = 0;  // on the wire
  double exposed = 0;  // of these, what nothing hides
};

struct TrainingStep {
  TrainingMemory memory;
  int microbatches = 1;  // of a GPU
  StepPart data, tensor, pipeline;
  double compute = 0, bubble = 0;  // seconds
  double operations = 0;           // of the whole step, without what is computed again
  double seconds() const {
    return compute + bubble + data.exposed + tensor.exposed + pipeline.exposed;
  }
};

// Refused: what training_memory() refuses; a batch that does not divide into microbatches of the
// data-parallel GPUs; tensor parallelism that does not divide the width; numbers of the cluster
// that are not above 0; chunks below 1 or more than there are layers in a stage.
Result<TrainingStep> training_step(const StepOptions& options, const Cluster& cluster);

struct StepLayout {
  StepOptions options;
  TrainingStep step;
};

// Every way to use exactly `gpus` GPUs: all products of data, tensor and pipeline degrees, stages 0
// to 3 of ZeRO where data > 1, and with and without computing everything again; tensor parallelism
// stays in a node. Of those that fit into memory, the fastest first; equal times in the order of
// less memory. `tried`, if given, gets the number of ways that training_step() accepts.
std::vector<StepLayout> fitting_layouts(const StepOptions& options, const Cluster& cluster,
                                        int gpus, int* tried = nullptr);

}  // namespace loom::scaling
