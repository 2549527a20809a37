// Where the GPUs of a training step lie, and which wires a gather among them takes.
//
// A GPU has a place in each kind of parallelism, and its number counts them from the inside out:
//
//   number = tensor + t · (copy + I · (stage + p · block))
//
// with t tensor-parallel GPUs, p stages, and I = lcm(c, e) copies side by side, so that c GPUs of
// context and e of expert parallelism are neighbors, the smaller group inside the larger; d · c / I
// blocks of data parallelism are outside. GPUs of all blocks and of all I places have the same
// parameters, but of experts' parameters only every e-th place. A node has `node` numbers in a row.
//
// The members of a group are `stride` apart, so a node has ⌊node/stride⌋ places for them. A group
// that fits into these is in one node, as if GPUs that are left over stood idle. Of a larger one,
// gcd(places, members) are in each node: where places and members do not divide, some nodes have
// more, and the node with the fewest is the slowest.
//
// A gather among g GPUs in each of N nodes has two levels. Along each rail, a GPU sends its share
// to those with the same place in other nodes, (N − 1)/(N · g) of the data; inside its node, it
// sends (g − 1)/g. Together this is (n − 1)/n, as in one ring of n = g · N GPUs. A reduce-scatter
// is the same backward, and an all-reduce is both.
// Sources: the order of the groups: Llama 3, arXiv 2407.21783, 3.3.2; two levels: BlueConnect,
// Cho et al., MLSys 2019; rails: reference "nccl-rails".
#pragma once

#include "core/scaling/memory.hpp"

namespace loom::scaling {

struct Group {
  double gpus = 1;     // n
  double in_node = 1;  // g: of them in each node
  double nodes() const { return gpus / in_node; }
};

struct Placement {
  Group tensor, context;
  Group dense, experts;     // those with the same parameters
  double expert_nodes = 1;  // over which the GPUs of an expert-parallel group lie
  // Of the two neighbors of a stage in other chunks, those in other nodes, for the worst stage.
  int neighbors_across = 0;
};

// Of options that training_memory() accepts; node: 1 or more.
Placement placement(const TrainingOptions& options, int node);

// Bytes that a GPU sends to others of its node, and to other nodes.
struct Sent {
  double link = 0, network = 0;
};
Sent gathered(const Group& group, double bytes);

}  // namespace loom::scaling
