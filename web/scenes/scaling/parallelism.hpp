// The picture of `parallelism`: what a GPU would store alone and what each of many stores, beside
// its memory; what is sent in a step and how long it takes; and the fastest layouts that fit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/scaling/layouts.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int shown_layouts = 6;
inline constexpr double reached_peak = 0.6;  // by products: our assumption, no measurement
inline constexpr double gib = 1024. * 1024 * 1024;

struct ParallelPicture {
  std::string_view model, gpu;
  scaling::Cluster cluster;
  scaling::StepOptions options;
  scaling::TrainingMemory alone;  // nothing divided
  scaling::TrainingStep step;
  struct Row {
    scaling::StepLayout layout;
    std::string query;  // everything but the data-parallel degree
    int place = 0;      // among those that fit, from 1; 0: further back, or does not fit
  };
  // The fastest that the controls can be set to; the last one is the chosen layout if it is not one
  // of them.
  std::vector<Row> rows;
  int fit = 0, tried = 0;

  int gpus() const { return options.model.gpus(); }
  bool fits() const { return step.memory.total() <= cluster.memory; }
  bool chosen(const Row& row) const;
  struct Sent {
    std::string_view name, letter;  // of the number of GPUs
    const scaling::StepPart* part;
  };
  std::vector<Sent> sent() const;  // by kind
  using Drawing = struct ParallelismDrawing;
  float picture(const scene::Sheet& sheet) const;
};

// What becomes of activations, as its control says it: "kept", "whole" or "again".
std::string_view kept_text(const scaling::TrainingOptions& model);
std::string_view wires_text(const scaling::StepPart& part);      // "NVLink", "network" or "both"
std::string sent_text(const scaling::StepPart& part);            // "1.2 GB over NVLink"
std::string stored_gib(double bytes);                            // in GiB: "4.58", "1,210"
std::string layout_text(const scaling::TrainingOptions& model);  // "data 8, tensor 8, ZeRO 1"

}  // namespace loom::scenes
