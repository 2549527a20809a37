// A transformer as its training sees it: parameters by place, bytes that a layer keeps of a token,
// and what a token uses.
//
// Of a token, a layer keeps in 16 bits what its backward pass needs: the inputs of both norms, of
// attention and of the feed-forward part; queries, keys, values and attention's result; of a gated
// feed-forward part both halves and their product, of one without a gate its two. With experts it
// keeps these of each chosen one, and the expert's input and output. Latents (MLA) are kept beside
// the heads that come out of them. Scores are not kept.
//
// DeepSeek-V3 sends a token to experts in at most four nodes, with a byte a number (arXiv
// 2412.19437, 2.1.2 and 3.3.2).
#pragma once

#include "core/models/shape.hpp"
#include "core/result.hpp"
#include "core/scaling/training_step.hpp"

namespace loom::scaling {

// Of sequences of so many tokens; everything about the cluster is left at 1. Layers with a window
// attend to no more than that. Refuses layers that have no attention or no feed-forward part, or
// share one.
Result<StepOptions> trained(const models::Shape& shape, int sequence);

}  // namespace loom::scaling
