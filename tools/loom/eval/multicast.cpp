#include "core/gemm/multicast.hpp"

#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

constexpr Field multicast_in[] = {
    {"n", "side of the square matrices, 1 to 65536"},
    {"tile", "[rows, columns] of a tile of C and its depth along K, which divide n: 3 numbers"},
    {"cluster", "[down, across]: blocks of a cluster, at most 16; they divide the tiles"},
    {"multicast", "true (the default): each block asks for a part of what it shares", true},
    {"element_bytes", "of A and B, 1 to 16; default 2", true},
};
constexpr Field multicast_out[] = {
    {"asked", "bytes that blocks ask L2 for"},
    {"arriving", "bytes that arrive in the blocks' shared memory"},
    {"from_others", "arriving - asked: what other blocks asked for"},
    {"part_a", "bytes of A that one block asks for at a step along K"},
    {"part_b", "the same of B"},
    {"blocks", "tiles of C"},
    {"steps", "pairs of tiles along K"},
    {"partners", "blocks with which one block shares tiles, and for which it waits"},
};

Json run_multicast(const Value& fields) {
  const auto read = [&](const char* name, size_t i) {
    return static_cast<int>(integer(array(fields[name], name)[i],
                                    std::string(name) + "[" + std::to_string(i) + "]", 1,
                                    gemm::max_side));
  };
  const auto expect = [&](const char* name, size_t size) {
    if (array(fields[name], name).size() != size)
      throw Refused(std::string("field '") + name + "': expected " + std::to_string(size) +
                    " numbers, got " + display(fields[name]));
  };
  const int n = static_cast<int>(integer(fields["n"], "n", 1, gemm::max_side));
  expect("tile", 3);
  expect("cluster", 2);
  const gemm::Tile tile{read("tile", 0), read("tile", 1), read("tile", 2)};
  const gemm::Cluster cluster{read("cluster", 0), read("cluster", 1)};
  const int bytes = fields.contains("element_bytes")
                        ? static_cast<int>(integer(fields["element_bytes"], "element_bytes", 1,
                                                   gemm::max_element_bytes))
                        : 2;
  const bool multicast = !fields.contains("multicast") || boolean(fields["multicast"], "multicast");
  const auto found = accept(gemm::cluster_loads({.m = n, .n = n, .k = n, .element_bytes = bytes},
                                                tile, cluster, multicast));
  return {{"asked", found.asked},
          {"arriving", found.arriving},
          {"from_others", found.from_others()},
          {"part_a", found.part_a},
          {"part_b", found.part_b},
          {"blocks", found.blocks},
          {"steps", found.steps},
          {"partners", cluster.partners()}};
}

}  // namespace

const Operation gemm_multicast = {"gemm.multicast",
                                  "what clusters of blocks ask L2 for, and what arrives",
                                  multicast_in, multicast_out, run_multicast};

}  // namespace loom::eval
