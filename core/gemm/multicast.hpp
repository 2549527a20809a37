// What the loads of a tiled matrix product cost L2 when its blocks come in clusters: C (m×n) =
// A (m×k) · B (k×n), a block for each tile of C, which at every step along K needs a tile of A and
// one of B in its shared memory.
//
// Blocks of a cluster's row need the same tile of A, those of a column the same of B. With
// multicast each of them asks for a part, and the copy engine brings that into all that need it:
//
//   asked of L2, per block   tile of A / across + tile of B / down
//   arrives at a block       both tiles whole, with multicast or without
//
// L2's request coalescer also merges reads of the same bytes that come at about the same time, so
// that L2 reads less than it is asked for; that depends on time and is not in the model. An H200's
// counters give exactly these requests and arrivals (core/recorded/h200/multicast.json).
// Source: PTX ISA, cp.async.bulk.tensor with .multicast::cluster (reference "ptx").
#pragma once

#include <cstdint>

#include "core/gemm/traffic.hpp"

namespace loom::gemm {

inline constexpr int most_cluster_blocks = 16;     // of Hopper; such clusters are a kernel's wish
inline constexpr int portable_cluster_blocks = 8;  // on every chip that has clusters

struct Cluster {
  int down = 1, across = 1;  // blocks: rows and columns of tiles
  constexpr int blocks() const { return down * across; }
  // Blocks with which a block shares a tile: all of them have to finish before a buffer is filled
  // again.
  constexpr int partners() const { return down + across - 2; }
};

// How a block gets the parts of its tiles that others requested: not at all, it requests everything
// itself; from the copy engine, which delivers a part to several blocks; or its threads read them
// in the neighbors' shared memory (distributed shared memory), from SM to SM.
enum class Sharing { alone, multicast, neighbors };

struct ClusterLoads {
  std::int64_t blocks = 0, clusters = 0, steps = 0;
  std::int64_t part_a = 0, part_b = 0;   // bytes that a block asks for at each step
  std::int64_t tile_a = 0, tile_b = 0;   // bytes of a tile: what arrives at each step
  std::int64_t asked = 0, arriving = 0;  // bytes of the whole product

  // What other blocks requested: delivered by multicast, or read in their shared memory.
  std::int64_t from_others() const { return arriving - asked; }
  // The part of it that goes from one SM to another; multicast comes from L2.
  std::int64_t between_sms(Sharing way) const {
    return way == Sharing::neighbors ? from_others() : 0;
  }
  double asked_share() const { return static_cast<double>(asked) / static_cast<double>(arriving); }
};

// Refused: what traffic() refuses; sides that are not whole tiles; tiles in a number that is not
// whole clusters; more blocks in a cluster than there may be; a tile that cannot be cut into parts.
Result<ClusterLoads> cluster_loads(const Product& product, const Tile& tile, const Cluster& cluster,
                                   bool multicast);

// How many blocks run at the same time, one on each multiprocessor, on the H200 that was measured.
// Clusters stay within a group of multiprocessors, and the groups have different sizes. 0: not
// measured. Other chips may differ, even of the same kind.
int measured_resident_blocks(int cluster_blocks);

}  // namespace loom::gemm
