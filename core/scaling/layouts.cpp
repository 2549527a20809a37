#include "core/scaling/layouts.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <tuple>

namespace loom::scaling {
namespace {

// A layout that fits, without what follows from it.
struct Found {
  double seconds, memory;
  int data, tensor, pipeline, context, expert;
  std::uint8_t zero;
  Recompute recompute;
  int order;
};

class Search {
 public:
  Search(const StepOptions& options, const Cluster& cluster, int gpus)
      : o_(options), cluster_(cluster), gpus_(gpus) {
    const int experts = o_.model.expert_parameters > 0 ? o_.routing.count : 0;
    for (int e = 2; e <= std::min(experts, gpus); ++e)
      if (experts % e == 0) expert_degrees_.push_back(e);
  }

  void run() {
    TrainingOptions& m = o_.model;
    for (m.tensor = 1; m.tensor <= std::min(gpus_, cluster_.node); ++m.tensor) {
      if (gpus_ % m.tensor != 0 || m.hidden % m.tensor != 0) continue;
      const int left = gpus_ / m.tensor;
      for (m.pipeline = 1; m.pipeline * o_.chunks <= m.layers; ++m.pipeline)
        if (left % m.pipeline == 0) contexts(left / m.pipeline);
    }
  }

  FoundLayouts fastest(int most) {
    const auto end = found_.begin() + std::min<std::ptrdiff_t>(most, std::ssize(found_));
    std::partial_sort(found_.begin(), end, found_.end(), [](const Found& a, const Found& b) {
      return std::tie(a.seconds, a.memory, a.order) < std::tie(b.seconds, b.memory, b.order);
    });
    FoundLayouts all{tried_, static_cast<int>(found_.size()), {}};
    for (auto each = found_.begin(); each != end; ++each) {
      take(*each);
      all.fastest.push_back({o_, allowed_step(o_, cluster_)});
    }
    return all;
  }

 private:
  void contexts(int left) {
    TrainingOptions& m = o_.model;
    const int most = std::max(1, m.sequence / least_context_tokens);
    for (m.context = 1; m.context <= std::min(left, most); ++m.context) {
      if (left % m.context != 0 || m.sequence % m.context != 0) continue;
      m.data = left / m.context;
      if (m.data > o_.batch / m.microbatch || o_.batch % (m.data * m.microbatch) != 0) continue;
      for (const int expert : expert_degrees_) {
        m.expert = expert;
        if (left % expert == 0) stages(left);
      }
    }
  }

  void stages(int copies) {
    TrainingOptions& m = o_.model;
    for (m.zero = 0; m.zero <= (copies > 1 ? 3 : 0); ++m.zero)
      for (const Recompute recompute : {Recompute::selective, Recompute::everything}) {
        m.recompute = recompute;
        const TrainingStep step = allowed_step(o_, cluster_);
        const double memory = step.memory.total();
        if (memory <= cluster_.memory)
          found_.push_back({step.seconds(), memory, m.data, m.tensor, m.pipeline, m.context,
                            m.expert, static_cast<std::uint8_t>(m.zero), m.recompute, tried_});
        ++tried_;
      }
  }

  void take(const Found& f) {
    TrainingOptions& m = o_.model;
    std::tie(m.data, m.tensor, m.pipeline, m.context, m.expert) =
        std::tie(f.data, f.tensor, f.pipeline, f.context, f.expert);
    m.zero = f.zero;
    m.recompute = f.recompute;
  }

  StepOptions o_;
  Cluster cluster_;
  int gpus_, tried_ = 0;
  std::vector<int> expert_degrees_ = {1};
  std::vector<Found> found_;
};

}  // namespace

std::optional<Misfit> misfit(const StepOptions& o) {
  using Of = Misfit::Of;
  const TrainingOptions& m = o.model;
  const int experts = o.routing.count, copies = m.data * m.context;
  int stages = 1;
  while (2 * stages * o.chunks <= m.layers) stages *= 2;
  if (m.pipeline * o.chunks > m.layers) return Misfit{Of::layers, stages};
  if (m.hidden % m.tensor != 0) return Misfit{Of::width, std::gcd(m.hidden, m.tensor)};
  if (o.batch % m.data != 0) return Misfit{Of::batch, std::gcd(o.batch, m.data)};
  if (m.context * least_context_tokens > m.sequence)
    return Misfit{Of::tokens, m.sequence / least_context_tokens};
  if (experts % m.expert != 0) return Misfit{Of::experts, std::gcd(experts, m.expert)};
  if (copies % m.expert != 0) return Misfit{Of::copies, std::gcd(experts, copies)};
  return std::nullopt;
}

FoundLayouts fitting_layouts(const StepOptions& options, const Cluster& cluster, int gpus,
                             int most) {
  StepOptions alone = options;
  alone.model = undivided(options.model);
  alone.model.recompute = Recompute::selective;
  if (gpus < 1 || gpus > 1 << 30 || !training_step(alone, cluster)) return {};
  Search search(options, cluster, gpus);
  search.run();
  return search.fastest(most);
}

}  // namespace loom::scaling
