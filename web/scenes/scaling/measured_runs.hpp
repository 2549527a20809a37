// Runs of NCCL between two H200s, as figures show them beside their model.
#pragma once

#include <functional>

#include "core/scaling/measured_collectives.hpp"
#include "web/scene/kit.hpp"
#include "web/scene/table.hpp"

namespace loom::scenes {

// The run whose bytes are nearest, as a ratio.
const scaling::h200::CollectiveRun& nearest_run(scaling::Collective operation, double bytes);

// All runs of all operations, beside what the two numbers of their protocol say and what the wires
// need at `bandwidth`, bytes a second in one direction.
scene::Table measured_table(double bandwidth);

// A dot for each run that the scale of bytes shows. `share`: of the bytes of each GPU, what the
// scale counts.
void measured_runs(scene::Painter& p, scaling::Collective operation, const scene::Scale& bytes,
                   const scene::Scale& seconds, double share = 1);

}  // namespace loom::scenes
