// What a figure hides until its reader has guessed: see 'Predictions' in content/README.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "web/scene/scene.hpp"

namespace loom::scene {

// A number that a prediction asks for.
struct Asked {
  std::string metric;
  double value = 0;
  std::optional<Values> values = std::nullopt;  // of the state that is asked about
};

const Metric* find_metric(const std::vector<Metric>& metrics, std::string_view key);

// What a question about a state asks for; nothing if the scene has no such metric.
std::optional<Asked> asked_of(const State& state, std::string_view metric);

// Whether a state shows the number that is asked for, as the page rounds it, or one that its metric
// calls close; and whether some step of it does.
bool answers(const State& state, const Asked& asked);
bool leads_to(const State& state, const Asked& asked);

// "?" in the cells of these columns.
Table covered(Table table, std::string_view columns);

// The questions about a figure that its reader has not answered.
class Seal {
 public:
  // Replaces the sentence; picture and rows are left out.
  static constexpr std::string_view sentence = "This state answers the question: guess first.";

  void ask(Asked asked) {
    asked_.push_back(std::move(asked));
    told_ = {};
  }
  void lift() {
    asked_.clear();
    told_ = {};
  }

  bool empty() const { return asked_.empty(); }
  const std::vector<Asked>& asked() const { return asked_; }
  // Which question the state answers, in the order of asking; −1: none.
  int answered_by(const State& state) const;
  bool hides(const State& state) const { return answered_by(state) >= 0; }
  // In states that are not hidden: what shows the number nevertheless. See Metric.
  std::string_view parts(const State& state) const { return told_in(state).parts; }
  std::string_view columns(const State& state) const { return told_in(state).columns; }

  // The sentence and table as the reader may see them. A table has the number before the timeline
  // comes to it.
  std::string status(const State& state) const;
  Table table(const State& state) const;

 private:
  struct Told {
    std::string state, parts, columns;
  };
  const Told& told_in(const State& state) const;

  std::vector<Asked> asked_;
  mutable Told told_;  // of the state that was asked about last: to find out takes other states
};

}  // namespace loom::scene
