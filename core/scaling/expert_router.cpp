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
  return static_cast<double>(drawn >> 11) * 0x1p-53 + 0x1p-54;  // above 0
}

// −ln u, right to about 10^-11: near 1 by a short series, which is faster.
double exponential(double u) {
  if (u < 0.9) return -natural_logarithm(u);
  const double z = (1 - u) / (1 + u), y = z * z;
  return 2 * z * (1 + y * (1. / 3 + y * (1. / 5 + y * (1. / 7 + y / 9))));
}

}  // namespace

ExpertRouter::ExpertRouter(const ExpertOptions& options)
    : o_(options),
      random_(options.seed),
      drawn_(static_cast<std::size_t>(options.experts)),
      room_(drawn_.size() + 1),
      allowed_(static_cast<std::size_t>(options.nodes), 1) {
  for (int e = 0; e < o_.experts; ++e)
    rates_.push_back(std::exp(-o_.skew * natural_logarithm(1 + static_cast<double>(e))));
  const double of_all = start(0, o_.experts, o_.top_k + 4);
  for (int node = 0; node < o_.nodes; ++node) {
    const double own = start(node * experts_of_node(), experts_of_node(), counted() + 4);
    until_.push_back(o_.most_nodes > 0 ? std::max(of_all, own) : of_all);
  }
  for (int i = 0; i < most_tries; ++i) bounds_.push_back(bounds(std::ldexp(1., i)));
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
  std::size_t count = 0;
  for (std::size_t e = 0; e < drawn_.size(); ++e) {
    room_[count].expert = static_cast<int>(e);
    count += drawn_[e] >= bounds.above[e];
  }
  if (count < static_cast<std::size_t>(o_.top_k)) return false;
  candidates_ = {room_.data(), count};
  for (Candidate& each : candidates_) {
    const auto e = static_cast<std::size_t>(each.expert);
    each.arrival = exponential(unit_of(drawn_[e])) / rates_[e];
  }
  return (o_.most_nodes == 0 || allow_nodes(bounds)) && first_arrivals(bounds, chosen);
}

// The nodes with the greatest sums of scores: the least products of arrivals.
bool ExpertRouter::allow_nodes(const Bounds& bounds) {
  std::vector<std::pair<double, int>> products;
  const auto most = static_cast<std::size_t>(counted());
  auto from = candidates_.begin();
  for (int node = 0; node < o_.nodes; ++node) {
    arrivals_.clear();
    for (; from != candidates_.end() && from->expert / experts_of_node() == node; ++from)
      arrivals_.push_back(from->arrival);
    if (arrivals_.size() < most) return false;
    const auto last = arrivals_.begin() + static_cast<std::ptrdiff_t>(most) - 1;
    std::nth_element(arrivals_.begin(), last, arrivals_.end());
    if (*last * apart >= bounds.until[static_cast<std::size_t>(node)]) return false;
    const double product = std::accumulate(arrivals_.begin(), last + 1, 1., std::multiplies<>());
    if (!(product > 1e-300 && product < 1e300)) return false;
    products.push_back({product, node});
  }
  std::sort(products.begin(), products.end());
  const auto allowed = static_cast<std::size_t>(o_.most_nodes);
  if (allowed < products.size() &&
      products[allowed].first <= products[allowed - 1].first * apart)
    return false;
  for (std::size_t i = 0; i < products.size(); ++i)
    allowed_[static_cast<std::size_t>(products[i].second)] = i < allowed;
  return true;
}

bool ExpertRouter::first_arrivals(const Bounds& bounds, std::vector<int>& chosen) {
  const auto allowed = [&](int expert) {
    return allowed_[static_cast<std::size_t>(expert / experts_of_node())] != 0;
  };
  arrivals_.clear();
  for (const Candidate& each : candidates_)
    if (allowed(each.expert)) arrivals_.push_back(each.arrival);
  const auto count = static_cast<std::size_t>(o_.top_k);
  if (arrivals_.size() < count) return false;
  const auto last = arrivals_.begin() + o_.top_k - 1;
  std::nth_element(arrivals_.begin(), last, arrivals_.end());
  const double until = *last;
  for (std::size_t node = 0; node < allowed_.size(); ++node)
    if (allowed_[node] && until * apart >= bounds.until[node]) return false;
  const auto after = std::min_element(last + 1, arrivals_.end());
  if (after != arrivals_.end() && *after <= until * apart) return false;
  chosen.clear();
  chosen.reserve(count);
  for (const Candidate& each : candidates_)
    if (each.arrival <= until && allowed(each.expert)) chosen.push_back(each.expert);
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
