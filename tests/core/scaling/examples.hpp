// A cluster and models that several tests of training steps ask about.
#pragma once

#include "core/scaling/training_step.hpp"
#include "tests/doctest.hpp"

namespace loom::scaling {

inline constexpr Cluster h100 = {.node = 8,
                                 .memory = 80 * 1024. * 1024 * 1024,
                                 .peak = 989e12,
                                 .efficiency = 0.6,
                                 .link = 450e9,
                                 .network = 50e9};

inline TrainingStep of(const StepOptions& options, const Cluster& cluster = h100) {
  const auto found = training_step(options, cluster);
  REQUIRE(found);
  return *found;
}

// Llama 3 70B, a step of 4.2 million tokens.
inline StepOptions llama_70b() {
  return {.model = {.parameters = 70.6e9, .layers = 80, .hidden = 8192, .sequence = 8192},
          .batch = 512,
          .chunks = 2};
}

// Llama 3 405B as it was trained: 8,192 or 16,384 GPUs, 16 million tokens a step.
inline StepOptions llama_405b(int data) {
  return {.model = {.parameters = 405.85e9,
                    .layers = 126,
                    .hidden = 16384,
                    .zero = 1,
                    .data = data,
                    .tensor = 8,
                    .pipeline = 16,
                    .sequence = 8192},
          .batch = 2048,
          .chunks = 2};
}

// Mixtral 8x7B with twelve experts, a number that is no power of two.
inline StepOptions mixture() {
  return {.model = {.parameters = 47e9,
                    .layers = 32,
                    .hidden = 4096,
                    .sequence = 4096,
                    .expert_parameters = 45e9},
          .batch = 96,
          .chunks = 2,
          .routing = {.count = 12, .active = 2, .layers = 32},
          .used = 13e9};
}

}  // namespace loom::scaling
