#include "web/scenes/scaling/measured_runs.hpp"

#include <algorithm>

namespace loom::scenes {

using scaling::Collective, scaling::h200::CollectiveRun, scaling::h200::collective_runs;

const CollectiveRun& nearest_run(Collective operation, double bytes) {
  const auto ratio = [&](const CollectiveRun& run) {
    return run.operation == operation ? std::max(run.bytes / bytes, bytes / run.bytes) : 1e300;
  };
  return *std::min_element(
      std::begin(collective_runs), std::end(collective_runs),
      [&](const CollectiveRun& a, const CollectiveRun& b) { return ratio(a) < ratio(b); });
}

void measured_runs(Painter& p, Collective operation, const Scale& bytes, const Scale& seconds,
                   double share) {
  for (const CollectiveRun& run : collective_runs)
    if (run.operation == operation && run.bytes * share >= bytes.from &&
        run.bytes * share <= bytes.to)
      p.circle({bytes(run.bytes * share), seconds(run.us * 1e-6)}, 2, solid(Role::ink));
}

}  // namespace loom::scenes
