// Runs of NCCL between two H200s, as figures show them beside their model.
#pragma once

#include <functional>
#include <string>

#include "core/scaling/measured_collectives.hpp"
#include "web/scene/kit.hpp"

namespace loom::scenes {

// The run whose bytes are nearest, as a ratio.
const scaling::h200::CollectiveRun& nearest_run(scaling::Collective operation, double bytes);

// A dot for each run that the scale of bytes shows. `share`: of the bytes of each GPU, what the
// scale counts.
void measured_runs(Painter& p, scaling::Collective operation, const Scale& bytes,
                   const Scale& seconds, double share = 1);

}  // namespace loom::scenes
