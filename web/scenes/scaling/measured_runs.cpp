#include "web/scenes/scaling/measured_runs.hpp"

#include "core/scaling/collective_fit.hpp"
#include "web/scene/format.hpp"

namespace loom::scenes {

using namespace scene;
using scaling::Collective, scaling::h200::CollectiveRun, scaling::h200::collective_runs;

const CollectiveRun& nearest_run(Collective operation, double bytes) {
  const auto ratio = [&](const CollectiveRun& run) {
    return run.operation == operation ? std::max(run.bytes / bytes, bytes / run.bytes) : 1e300;
  };
  return *std::min_element(
      std::begin(collective_runs), std::end(collective_runs),
      [&](const CollectiveRun& a, const CollectiveRun& b) { return ratio(a) < ratio(b); });
}

Table measured_table(double bandwidth) {
  constexpr struct {
    Collective operation;
    std::string_view name;
  } operations[] = {{Collective::all_reduce, "all-reduce"},
                    {Collective::reduce_scatter, "reduce-scatter"},
                    {Collective::all_gather, "all-gather"},
                    {Collective::all_to_all, "all-to-all"}};
  Table table = headed(text_column("Operation"), Column("Data of a GPU", "B"),
                       text_column("Protocol"), Column("Measured", "µs"), Column("Fitted", "µs"),
                       text_column("In the fit"), Column("Wires alone", "µs"));
  for (const auto& each : operations) {
    const double share = scaling::sent_share(each.operation, scaling::h200::measured_gpus);
    for (const scaling::CollectiveFit& fit :
         scaling::collective_fits(each.operation, collective_runs)) {
      int place = 0;
      for (const CollectiveRun& run : collective_runs) {
        if (run.operation != each.operation || run.bytes < fit.least || run.bytes > fit.most)
          continue;
        const double sent = run.bytes * share;
        table.add({each.name, cell(static_cast<long long>(run.bytes)), fit.way, cell(run.us, 2),
                   cell(fit.fit.seconds(sent) * 1e6, 2), place++ % 2 == 0 ? "yes" : "no",
                   cell(sent / bandwidth * 1e6, 2)});
      }
    }
  }
  return table;
}

void measured_runs(Painter& p, Collective operation, const Scale& bytes, const Scale& seconds,
                   double share) {
  for (const CollectiveRun& run : collective_runs)
    if (run.operation == operation && run.bytes * share >= bytes.from &&
        run.bytes * share <= bytes.to)
      p.circle({bytes(run.bytes * share), seconds(run.us * 1e-6)}, 2, solid(Role::ink));
}

}  // namespace loom::scenes
