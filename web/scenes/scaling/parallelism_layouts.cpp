#include <algorithm>
#include <cmath>
#include <numeric>

#include "web/scene/format.hpp"
#include "web/scenes/scaling/parallelism.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using scaling::Recompute, scaling::StepLayout, scaling::TrainingOptions;

bool settable(const TrainingOptions& m) {
  const auto is = [](int degree, int most) {
    return degree <= 1 << (most - 1) && (degree & (degree - 1)) == 0;
  };
  return is(m.data, data_degrees) && is(m.tensor, tensor_degrees) &&
         is(m.pipeline, pipeline_degrees) && is(m.context, context_degrees) &&
         is(m.expert, expert_degrees);
}

std::string query(const TrainingOptions& m) {
  return fill("zero={}&tensor={}&pipeline={}&context={}&expert={}&activations={}", m.zero, m.tensor,
              m.pipeline, m.context, m.expert,
              m.recompute == Recompute::everything ? "again" : "kept");
}

}  // namespace

std::optional<Error> refusal(const ParallelPicture& next) {
  const auto refuse = [](std::string_view control, int given, std::string_view why, int nearest) {
    return Error{fill("'{}': got '{}', but {}; the nearest is {}", control, given, why, nearest)};
  };
  const TrainingOptions& m = next.options.model;
  const int chunks = next.options.chunks, batch = next.options.batch,
            experts = next.options.routing.count;
  int most = 1;
  while (2 * most * chunks <= m.layers) most *= 2;
  if (m.pipeline * chunks > m.layers)
    return refuse("Pipeline stages", m.pipeline,
                  fill("a stage needs {} of the {}", chunks, Word(m.layers, "layer")), most);
  if (m.hidden % m.tensor != 0)
    return refuse("Tensor parallel", m.tensor, fill("it has to divide the width {}", m.hidden),
                  std::gcd(m.hidden, m.tensor));
  if (batch % m.data != 0)
    return refuse("Data parallel", m.data,
                  fill("a step has {} of {} tokens", Word(batch, "sequence"), m.sequence),
                  std::gcd(batch, m.data));
  if (m.context * scaling::least_context_tokens > m.sequence)
    return refuse(
        "Context parallel", m.context,
        fill("a GPU needs {} of the {} tokens", scaling::least_context_tokens, m.sequence),
        m.sequence / scaling::least_context_tokens);
  if (experts % m.expert != 0)
    return refuse("Expert parallel", m.expert, fill("the model has {}", Word(experts, "expert")),
                  std::gcd(experts, m.expert));
  if (m.data * m.context % m.expert != 0)
    return refuse("Expert parallel", m.expert,
                  fill("only {} can share experts",
                       Word(m.data * m.context, "data and context parallel GPU")),
                  m.data * m.context);
  return std::nullopt;
}

void find_fastest(ParallelPicture& next) {
  constexpr int looked_at = 256;               // most of them can be set
  scaling::StepOptions shared = next.options;  // norms too: it costs nothing
  shared.model.sequence_parallel = true;
  const scaling::FoundLayouts found =
      scaling::fitting_layouts(shared, next.cluster, next.gpus(), looked_at);
  next.fit = found.fit;
  next.tried = found.tried;
  int place = 0;
  bool chosen = false;
  for (const StepLayout& layout : found.fastest) {
    ++place;
    if (std::ssize(next.rows) == shown_layouts) break;
    if (!settable(layout.options.model)) continue;
    next.rows.push_back({layout, query(layout.options.model), place});
    chosen = chosen || next.chosen(next.rows.back());
  }
  if (chosen) return;
  if (std::ssize(next.rows) == shown_layouts) next.rows.pop_back();
  next.rows.push_back({{next.options, next.step}, query(next.options.model), 0});
}

int ParallelPicture::gpus() const {
  const TrainingOptions& m = options.model;
  return m.data * m.tensor * m.pipeline * m.context;
}

bool ParallelPicture::chosen(const Row& row) const {
  const TrainingOptions &a = row.layout.options.model, &b = options.model;
  return a.data == b.data && a.tensor == b.tensor && a.pipeline == b.pipeline &&
         a.context == b.context && a.expert == b.expert && a.zero == b.zero &&
         a.recompute == b.recompute && kept_text(a) == kept_text(b);
}

std::vector<ParallelPicture::Sent> ParallelPicture::sent() const {
  return {{"data", "d", &step.data},
          {"tensor", "t", &step.tensor},
          {"pipeline", "p", &step.pipeline},
          {"context", "c", &step.context},
          {"expert", "e", &step.expert}};
}

std::string_view kept_text(const TrainingOptions& m) {
  if (m.recompute == Recompute::everything) return "again";
  return m.sequence_parallel ? "kept" : "whole";
}

std::string stored_gib(double bytes) {
  const double found = bytes / gib;
  return found < 100 ? fixed(found, found < 10 ? 2 : 1) : integer(std::llround(found));
}

std::string layout_text(const TrainingOptions& m) {
  std::string text = fill("data {}", m.data);
  const auto add = [&](std::string_view name, int degree) {
    if (degree > 1) text += fill(", {} {}", name, degree);
  };
  add("tensor", m.tensor);
  add("pipeline", m.pipeline);
  add("context", m.context);
  add("expert", m.expert);
  return text + fill(", ZeRO {}", m.zero);
}

}  // namespace loom::scenes
