// The picture of `cluster-multicast`: the shared memories of a cluster's blocks, which block asked
// for which part, and what that costs for a whole product.
#pragma once

#include "core/gemm/measured_multicast.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct ClusterMulticast {
  gemm::Product product;
  gemm::Tile tile;
  gemm::Cluster cluster;
  gemm::Sharing way = gemm::Sharing::multicast;
  gemm::ClusterLoads alone, cut;  // each for itself; each asking for parts

  const gemm::ClusterLoads& loads_of(gemm::Sharing each) const {
    return each == gemm::Sharing::alone ? alone : cut;
  }
  const gemm::ClusterLoads& loads() const { return loads_of(way); }
  bool parts() const { return way != gemm::Sharing::alone; }
  // Blocks that have to finish with a buffer before it is filled again.
  int partners() const { return parts() ? cluster.partners() : 0; }

  // What an H200's L2 read for this; nullptr: not measured.
  const gemm::h200::MeasuredMulticast* measured() const;
  // Blocks that run at the same time on the whole chip.
  int resident() const { return gemm::measured_resident_blocks(cluster.blocks()); }
  std::int64_t rounds(int at_once) const { return (alone.blocks + at_once - 1) / at_once; }
  using Drawing = struct ClusterMulticastDrawing;
  float picture(const Sheet& sheet) const;
};

inline constexpr int all_multiprocessors = 132;

}  // namespace loom::scenes
