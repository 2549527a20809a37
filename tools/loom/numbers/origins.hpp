// Where a number of the text comes from, and what it is.
//
//   coalescing.bytes?stride=2            a metric of a figure, or of a scene, in that state
//   gemm-climb.tma.tflops?n=8192         a field of its table: row and column, by their heads
//   measured:snippets.coalesced-copy.ms  what an H200 measured: core/recorded/h200/snippets.json
//   published:modular.steps.tma.tflops   what others published: core/recorded/published/
//   eval:sm.divergence.warp_instructions?then=8&otherwise=8&lanes=0   what `loom eval` answers
//   core:warp_lanes                      a constant of the simulators: constants.cpp
//
// Paths are those of pick.hpp. For 'measured', 'published', and after the fields of 'eval', a query
// selects rows.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "web/scene/scene.hpp"

namespace loom::numbers {

// A scene in a state, by the name that a page gives to its figure. Callable from any thread.
using FindState = std::function<Result<std::shared_ptr<const scene::State>>(
    std::string_view figure, const std::string& query)>;

// A figure's number: what the figure of the page has to show when the reader clicks on it.
struct FigureNumber {
  std::string figure, query;
  std::string name;  // "bytes"
};

struct Answer {
  double value = 0;
  std::string origins;                // what computed it, for readers: one line for each origin
  std::vector<FigureNumber> figures;  // the figures' numbers that it is from
  bool measured = false;
};

// `link`: the state for an origin that begins with '.'; there is none if figure is "".
Result<Answer> answer(std::string_view expression, const FindState& find,
                      const FigureNumber& link = {});

}  // namespace loom::numbers
