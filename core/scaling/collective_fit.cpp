#include "core/scaling/collective_fit.hpp"

#include <algorithm>
#include <cmath>

namespace loom::scaling {
namespace {

constexpr double most_ll_send = 16384, channel_send = 65536;
constexpr int most_send_channels = 32;

CollectiveFit fitted(std::span<const h200::CollectiveRun> runs, std::string_view way) {
  const auto timed = [](const h200::CollectiveRun& run) {
    return Timed{run.bytes * sent_share(run.operation, h200::measured_gpus), run.us * 1e-6};
  };
  std::vector<Timed> used;
  for (std::size_t i = 0; i < runs.size(); i += 2) used.push_back(timed(runs[i]));
  CollectiveFit found = {.operation = runs.front().operation,
                         .way = way,
                         .least = runs.front().bytes,
                         .most = runs.back().bytes,
                         .runs = static_cast<int>(runs.size()),
                         .fit = fit_link(used)};
  const auto keep_worse = [](double& worst, double error) {
    if (std::abs(error) > std::abs(worst)) worst = error;
  };
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Timed run = timed(runs[i]);
    const double error = found.fit.seconds(run.sent) / run.seconds - 1;
    keep_worse(found.worst_of_all, error);
    if (i % 2 == 1) keep_worse(found.worst, error);
  }
  return found;
}

}  // namespace

// Minimizes the sum of ((l + s/r − t) / t)² over l and 1/r: two linear equations.
LinkFit fit_link(std::span<const Timed> runs) {
  double ones = 0, sent = 0, squares = 0, times = 0, products = 0;
  for (const Timed& run : runs) {
    const double weight = 1 / (run.seconds * run.seconds);
    ones += weight;
    sent += weight * run.sent;
    squares += weight * run.sent * run.sent;
    times += 1 / run.seconds;
    products += run.sent / run.seconds;
  }
  const double determinant = ones * squares - sent * sent;
  const double slope = (ones * products - sent * times) / determinant;
  return {.latency = (times - slope * sent) / ones, .rate = 1 / slope};
}

std::string_view all_to_all_way(double bytes, int gpus) {
  const double send = bytes / gpus;
  if (send <= most_ll_send) return "sends LL";
  return send <= channel_send * most_send_channels ? "sends Simple" : "sends Simple, all channels";
}

std::vector<CollectiveFit> collective_fits(Collective operation,
                                           std::span<const h200::CollectiveRun> runs) {
  const auto way = [](const h200::CollectiveRun& run) {
    return run.operation == Collective::all_to_all ? all_to_all_way(run.bytes, h200::measured_gpus)
                                                   : run.way;
  };
  std::vector<CollectiveFit> found;
  for (std::size_t i = 0, end = 0; i < runs.size(); i = end) {
    end = i + 1;
    if (runs[i].operation != operation) continue;
    while (end < runs.size() && runs[end].operation == operation && way(runs[end]) == way(runs[i]))
      ++end;
    found.push_back(fitted(runs.subspan(i, end - i), way(runs[i])));
  }
  return found;
}

}  // namespace loom::scaling
