// The picture of `head-sharing`: which query heads read which keys and values, and how long one
// layer reads for a new token with every number of KV heads, predicted and measured.
#pragma once

#include "core/attention/heads.hpp"
#include "core/attention/measured_decode.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct HeadSharingState {
  struct Row {
    attention::HeadSharing sharing;
    attention::DecodeCost cost;  // of all sequences
    double token_bytes = 0;      // keys and values of one token, in one layer
    double us = 0;               // to read them at the published bandwidth
    const attention::h200::DecodeRun* run = nullptr;
    double share() const { return us / run->fastest_us(); }  // of the published bandwidth
    int share_decimals() const { return share() < 0.1 ? 1 : 0; }
  };

  std::vector<Row> rows;  // from a KV head for each query head to one for all
  size_t chosen = 0;
  int context = 0, batch = 1;
  double gb_per_s = 0;  // published

  const Row& row() const { return rows[chosen]; }
  using Drawing = struct HeadSharingDrawing;
  float picture(const Sheet& sheet) const;
};

std::string sharing_name(const attention::HeadSharing& sharing);  // "MHA", "GQA", "MQA"
std::string decode_time(double us);                               // "124 µs", "1.84 ms"

}  // namespace loom::scenes
