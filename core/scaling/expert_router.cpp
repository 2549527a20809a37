#include "core/scaling/expert_router.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/logarithm.hpp"

namespace loom::scaling {
namespace {

// Of arrivals, far above their rounding errors. Closer ones are compared by their scores.
constexpr double apart = 1 + 1e-8;
constexpr int most_tries = 4;

double unit_of(std::uint64_t drawn) {
  return static_cast<double>(static_cast<std::int64_t>(drawn >> 11)) * 0x1p-53 + 0x1p-54;
}

// −ln u, right to about 10^-10: near 1 by a short series, which is faster.
double exponential(double u) {
  if (u < 0.8) return -natural_logarithm(u);
  const double z = (1 - u) / (1 + u), y = z * z;
  return 2 * z * (1 + y * (1. / 3 + y * (1. / 5 + y * (1. / 7 + y / 9))));
}

}  // namespace

ExpertRouter::ExpertRouter(const ExpertOptions& options)
    : o_(options),
      random_(options.seed),
      drawn_(static_cast<std::size_t>(options.experts)),
      candidates_(drawn_.size() + 1),
      arrivals_(drawn_.size()),
      sorted_(drawn_.size()),
      ends_(static_cast<std::size_t>(options.nodes)),
      allowed_(ends_.size(), 1) {
  for (int e = 0; e < o_.experts; ++e) {
    const double power = o_.skew * natural_logarithm(1 + static_cast<double>(e));
    rates_.push_back(std::exp(-power));
    means_.push_back(std::exp(power));
  }
  const double of_all = start(0, o_.experts, o_.top_k + 4);
  for (int node = 0; node < o_.nodes; ++node) {
    const double own = start(node * experts_of_node(), experts_of_node(), counted() + 4);
    until_.push_back(o_.most_nodes > 0 ? std::max(of_all, own) : of_all);
  }
  for (double times = 1; std::ssize(bounds_) < most_tries; times *= 1.75)
    bounds_.push_back(bounds(times));
}

int ExpertRouter::counted() const {
  return o_.most_nodes > 0 ? std::clamp(o_.top_k / o_.most_nodes, 1, experts_of_node()) : 0;
}

// Until when about `wanted` of these experts arrive.
double ExpertRouter::start(int first, int count, double wanted) const {
  const auto rates = rates_.begin() + first;
  wanted = std::min(wanted, 0.9 * count);
  double until = wanted / std::accumulate(rates, rates + count, 0.);
  for (int i = 0; i < 3; ++i) {
    double expected = 0;
    for (int e = 0; e < count; ++e) expected += 1 - std::exp(-until * rates[e]);
    until *= wanted / expected;
  }
  return until;
}

ExpertRouter::Bounds ExpertRouter::bounds(double times) const {
  Bounds found;
  for (const double until : until_) found.until.push_back(until * times);
  for (int e = 0; e < o_.experts; ++e) {
    const double until = found.until[static_cast<std::size_t>(e / experts_of_node())],
                 u = std::exp(-until * rates_[static_cast<std::size_t>(e)]);
    // A little lower, so that rounding leaves none out.
    found.above.push_back(static_cast<std::uint64_t>(std::max(0., u * 0x1p53 - 4)) << 11);
  }
  return found;
}

std::vector<int> ExpertRouter::next() {
  for (std::uint64_t& drawn : drawn_) drawn = random_.next();
  std::vector<int> chosen;
  for (const Bounds& each : bounds_)
    if (choose(each, chosen)) return chosen;
  return by_scores();
}

// False if these bounds leave too few candidates, or scores have to decide.
bool ExpertRouter::choose(const Bounds& bounds, std::vector<int>& chosen) {
  const auto each = static_cast<std::size_t>(experts_of_node());
  const std::uint64_t *drawn = drawn_.data(), *above = bounds.above.data();
  int* candidates = candidates_.data();
  std::size_t count = 0, e = 0;
  for (std::size_t& end : ends_) {
    for (const std::size_t last = e + each; e < last; ++e) {
      candidates[count] = static_cast<int>(e);
      count += drawn[e] >= above[e];
    }
    end = count;
  }
  if (count < static_cast<std::size_t>(o_.top_k)) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const auto expert = static_cast<std::size_t>(candidates_[i]);
    arrivals_[i] = exponential(unit_of(drawn_[expert])) * means_[expert];
  }
  return (o_.most_nodes == 0 || allow_nodes(bounds)) && first_arrivals(bounds, chosen);
}

// The nodes with the greatest sums of scores: the least products of arrivals.
bool ExpertRouter::allow_nodes(const Bounds& bounds) {
  const auto most = static_cast<std::size_t>(counted()),
             allowed = static_cast<std::size_t>(o_.most_nodes);
  products_.clear();
  std::size_t first = 0;
  for (std::size_t node = 0; node < ends_.size(); ++node) {
    const std::size_t count = ends_[node] - first;
    if (count < most) return false;
    std::copy_n(arrivals_.data() + first, count, sorted_.data());
    std::sort(sorted_.data(), sorted_.data() + count);
    first = ends_[node];
    if (sorted_[most - 1] * apart >= bounds.until[node]) return false;
    double product = 1;
    for (std::size_t i = 0; i < most; ++i) product *= sorted_[i];
    if (!(product > 1e-300 && product < 1e300)) return false;
    products_.push_back({product, node});
  }
  std::sort(products_.begin(), products_.end());
  if (allowed < products_.size() &&
      products_[allowed].first <= products_[allowed - 1].first * apart)
    return false;
  for (std::size_t i = 0; i < products_.size(); ++i) allowed_[products_[i].second] = i < allowed;
  return true;
}

// The earliest among the allowed nodes.
bool ExpertRouter::first_arrivals(const Bounds& bounds, std::vector<int>& chosen) {
  const auto wanted = static_cast<std::size_t>(o_.top_k);
  const auto each_allowed = [&](auto use) {
    std::size_t i = 0;
    for (std::size_t node = 0; node < ends_.size(); i = ends_[node++])
      for (; allowed_[node] && i < ends_[node]; ++i) use(i);
  };
  std::size_t count = 0;
  each_allowed([&](std::size_t i) { sorted_[count++] = arrivals_[i]; });
  if (count < wanted) return false;
  std::sort(sorted_.data(), sorted_.data() + count);
  const double last = sorted_[wanted - 1];
  for (std::size_t node = 0; node < ends_.size(); ++node)
    if (allowed_[node] && last * apart >= bounds.until[node]) return false;
  if (wanted < count && sorted_[wanted] <= last * apart) return false;
  chosen.reserve(wanted);
  each_allowed([&](std::size_t i) {
    if (arrivals_[i] <= last) chosen.push_back(candidates_[i]);
  });
  return true;
}

std::vector<int> ExpertRouter::by_scores() {
  std::vector<double> scores;
  for (std::size_t e = 0; e < drawn_.size(); ++e)
    scores.push_back(-natural_logarithm(-natural_logarithm(unit_of(drawn_[e]))) -
                     o_.skew * natural_logarithm(1 + static_cast<double>(e)));
  if (o_.most_nodes > 0) allow_by_scores(scores);
  std::vector<int> order;
  for (int e = 0; e < o_.experts; ++e)
    if (allowed_[static_cast<std::size_t>(e / experts_of_node())]) order.push_back(e);
  const auto last = order.begin() + o_.top_k;
  std::partial_sort(order.begin(), last, order.end(), [&](int a, int b) {
    const double x = scores[static_cast<std::size_t>(a)], y = scores[static_cast<std::size_t>(b)];
    return x != y ? x > y : a < b;
  });
  order.erase(last, order.end());
  std::sort(order.begin(), order.end());
  return order;
}

void ExpertRouter::allow_by_scores(const std::vector<double>& scores) {
  std::vector<std::pair<double, int>> sums;
  for (int node = 0; node < o_.nodes; ++node) {
    const auto first = scores.begin() + node * experts_of_node();
    std::vector<double> own(first, first + experts_of_node());
    std::partial_sort(own.begin(), own.begin() + counted(), own.end(), std::greater<>());
    sums.push_back({-std::accumulate(own.begin(), own.begin() + counted(), 0.0), node});
  }
  std::sort(sums.begin(), sums.end());
  for (std::size_t i = 0; i < sums.size(); ++i)
    allowed_[static_cast<std::size_t>(sums[i].second)] = static_cast<int>(i) < o_.most_nodes;
}

}  // namespace loom::scaling
