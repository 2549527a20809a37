// Which experts each token takes: see all_to_all.hpp for the scores.
//
// A score is −ln a, where a = −ln u · (1 + e)^skew is when expert e would arrive at its own rate,
// so the highest scores are the earliest arrivals. Only experts that may be among them are looked
// at closer: those whose u is above a bound. Where arrivals are so close to each other that
// rounding could decide, the scores themselves do.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "core/scaling/all_to_all.hpp"

namespace loom::scaling {

class ExpertRouter {
 public:
  explicit ExpertRouter(const ExpertOptions& options);  // that expert_traffic() takes

  std::vector<int> next();  // the experts of the next token, ascending

 private:
  // The drawn numbers above which an expert arrives before `until`.
  struct Bounds {
    std::vector<double> until;         // of each node's experts
    std::vector<std::uint64_t> above;  // of each expert
  };

  int experts_of_node() const { return o_.experts / o_.nodes; }
  int counted() const;  // highest scores of a node that are summed up
  double start(int first, int count, double wanted) const;
  Bounds bounds(double times) const;
  bool choose(const Bounds& bounds, std::vector<int>& chosen);
  bool allow_nodes(const Bounds& bounds);
  bool first_arrivals(const Bounds& bounds, std::vector<int>& chosen);
  std::vector<int> by_scores();
  void allow_by_scores(const std::vector<double>& scores);

  const ExpertOptions& o_;
  Random random_;
  std::vector<double> rates_, means_;  // of each expert's arrival
  std::vector<double> until_;          // of each node
  std::vector<Bounds> bounds_;         // of the first try, and of those after it
  std::vector<std::uint64_t> drawn_;
  // Experts that may be among the chosen, and their arrivals; where each node's end.
  std::vector<int> candidates_;
  std::vector<double> arrivals_, sorted_;
  std::vector<std::size_t> ends_;
  std::vector<char> allowed_;  // nodes
  std::vector<std::pair<double, std::size_t>> products_;
};

}  // namespace loom::scaling
