// `loom eval`: the simulators without a page. An operation takes a JSON object and answers with
// another.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/json/fields.hpp"

namespace loom::eval {

using Json = nlohmann::ordered_json;

// Why a line cannot be answered: names the field, what was expected, and what was found.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using json::Field, json::Value;

struct Operation {
  std::string_view name;
  std::string_view what;
  std::span<const Field> in, out;
  Json (*run)(
      const Value& fields);  // throws Refused; gets only declared fields, and all required ones
};

// Every operation, by subject. This one list serves running, checking fields, and `--list`.
std::span<const Operation> operations();

extern const Operation attention_mask, attention_rope, attention_sample,
    attention_step;                                       // attention.cpp
extern const Operation cuda_run;                          // cuda.cpp
extern const Operation attention_cache, attention_pages;  // cache.cpp
extern const Operation layout_fragment;                   // fragment.cpp
extern const Operation gemm_block_scaled;                 // block_scaled.cpp
extern const Operation gemm_climb, pipeline, traffic;     // gemm.cpp
extern const Operation gemm_multicast;                    // multicast.cpp
extern const Operation gemm_wgmma;                        // wgmma.cpp
extern const Operation online_softmax, moe_route;         // kernels.cpp
extern const Operation layout_evaluate, layout_coalesce, layout_filter, layout_complement,
    layout_left_inverse, layout_right_inverse, layout_swizzle;  // layout.cpp
extern const Operation layout_compose, layout_logical_divide, layout_zipped_divide,
    layout_tiled_divide, layout_flat_divide, layout_logical_product, layout_blocked_product,
    layout_raked_product;                                                   // layout_pairs.cpp
extern const Operation machine_roofline;                                    // machine.cpp
extern const Operation sectors, wavefronts;                                 // memory.cpp
extern const Operation model_memory, roofline;                              // models.cpp
extern const Operation accumulate, decode, dequantize, encode, quantize;    // numerics.cpp
extern const Operation number_format;                                       // formats.cpp
extern const Operation ternary;                                             // ternary.cpp
extern const Operation divergence, occupancy, schedule;                     // sm.cpp
extern const Operation smooth;                                              // smooth.cpp
extern const Operation range_shares, tensor_core_dot;                       // training.cpp
extern const Operation tensor_memory;                                       // tensor_memory.cpp
extern const Operation tma_load;                                            // tma.cpp
extern const Operation kernels_flash_io, kernels_fusion, kernels_split_kv;  // flash.cpp
extern const Operation scaling_all_reduce, scaling_memory, scaling_pipeline,
    scaling_ring;                                            // scaling.cpp
extern const Operation scaling_collective, scaling_forward;  // collectives.cpp

// What `loom eval --list` prints.
std::string list_operations();

}  // namespace loom::eval
