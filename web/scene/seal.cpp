#include "web/scene/seal.hpp"

#include <cmath>

#include "web/scene/format.hpp"

namespace loom::scene {
namespace {

void append(std::string& list, std::string_view more) {
  if (more.empty()) return;
  if (!list.empty()) list += ", ";
  list += more;
}

bool is(const Metric& metric, const Asked& asked) {
  if (std::abs(metric.value - asked.value) <= metric.close * std::abs(asked.value)) return true;
  return fixed(metric.value, metric.decimals) == fixed(asked.value, metric.decimals);
}

}  // namespace

const Metric* find_metric(const std::vector<Metric>& metrics, std::string_view key) {
  for (const Metric& metric : metrics)
    if (metric.key == key) return &metric;
  return nullptr;
}

std::optional<Asked> asked_of(const State& state, std::string_view metric) {
  const std::vector<Metric> metrics = state.scene().metrics();
  const Metric* found = find_metric(metrics, metric);
  if (!found) return std::nullopt;
  return Asked{std::string(metric), found->value, state.values()};
}

bool answers(const State& state, const Asked& asked) {
  const std::vector<Metric> metrics = state.scene().metrics();
  const Metric* metric = find_metric(metrics, asked.metric);
  return metric && state.step() >= metric->from_step && is(*metric, asked);
}

bool leads_to(const State& state, const Asked& asked) {
  const std::vector<Metric> metrics = state.scene().metrics();
  const Metric* metric = find_metric(metrics, asked.metric);
  return metric && is(*metric, asked);
}

namespace {

// Whether the metric's parts show the state that the question is about.
bool reaches(const State& state, const Metric& metric, const Asked& asked) {
  if (metric.over.empty() || !asked.values) return true;
  State other(state.description());
  if (other.load(state.values().query())) return true;
  for (const Parameter& parameter : state.description().parameters)
    if (lists(metric.over, parameter.key))
      if (other.set(parameter.key, asked.values->text(parameter.key))) return true;
  return leads_to(other, asked);
}

}  // namespace

Table covered(Table table, std::string_view columns) {
  for (size_t i = 0; i < table.columns.size(); ++i)
    if (lists(columns, table.columns[i].name))
      for (auto& row : table.rows) row[i] = {.shown = "?"};
  return table;
}

int Seal::answered_by(const State& state) const {
  for (size_t i = 0; i < asked_.size(); ++i)
    if (answers(state, asked_[i])) return static_cast<int>(i);
  return -1;
}

const Seal::Told& Seal::told_in(const State& state) const {
  if (asked_.empty()) return told_;
  std::string query = "?" + state.values().query();
  if (told_.state == query) return told_;
  told_ = {.state = std::move(query)};
  const std::vector<Metric> metrics = state.scene().metrics();
  for (const Asked& asked : asked_) {
    const Metric* metric = find_metric(metrics, asked.metric);
    if (!metric || (metric->parts.empty() && metric->columns.empty())) continue;
    if (!reaches(state, *metric, asked)) continue;
    append(told_.parts, metric->parts);
    append(told_.columns, metric->columns);
  }
  return told_;
}

std::string Seal::status(const State& state) const {
  return hides(state) ? std::string(sentence) : state.scene().status(state.step());
}

Table Seal::table(const State& state) const {
  Table table = covered(state.scene().table(), columns(state));
  for (const Asked& asked : asked_)
    if (leads_to(state, asked)) table.rows.clear();
  return table;
}

}  // namespace loom::scene
