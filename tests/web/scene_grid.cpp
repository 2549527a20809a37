// Prints every scene over a grid of its parameters: sentences, table, numbers, pictures. The native
// build and the one for WebAssembly must print the same bytes (tests/web/same_output compares
// them).
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "web/scene/format.hpp"
#include "web/scene/scene.hpp"
#include "web/scene/svg_painter.hpp"

namespace loom::scene {
namespace {

constexpr size_t most_states = 80;  // of one scene

// Ends, default, and a few between.
std::vector<std::string> number_values(const Parameter& parameter) {
  std::set<std::string> values = {std::string(parameter.initial)};
  for (double share : {0.0, 0.07, 0.31, 0.5, 0.83, 1.0}) {
    double value = parameter.minimum + share * (parameter.maximum - parameter.minimum);
    if (parameter.kind == Kind::integer) value = std::round(value);
    values.insert(shortest(value));
  }
  return {values.begin(), values.end()};
}

// The default list; the shortest and the longest allowed, of values across the range.
std::vector<std::string> list_values(const Parameter& parameter) {
  std::vector<std::string> values = {std::string(parameter.initial)};
  for (int count : {parameter.count_min, parameter.count_max}) {
    std::string list;
    for (int i = 0; i < count; ++i) {
      const double share = count == 1 ? 0.5 : i * 7 % count / double(count - 1);
      list += (i > 0 ? "," : "") +
              shortest(parameter.minimum + share * (parameter.maximum - parameter.minimum));
    }
    values.push_back(list);
  }
  return values;
}

std::vector<std::string> grid_values(const Parameter& parameter) {
  switch (parameter.kind) {
    case Kind::choice: {
      std::vector<std::string> values;
      for (const Choice& choice : parameter.choices) values.emplace_back(choice.value);
      return values;
    }
    case Kind::toggle:
      return {"off", "on"};
    case Kind::integer:
    case Kind::real:
      return number_values(parameter);
    case Kind::numbers:
      return list_values(parameter);
    case Kind::text:
      return {std::string(parameter.initial), ""};
  }
  return {};
}

uint64_t hash(const std::string& text) {  // FNV-1a
  uint64_t value = 14695981039346656037u;
  for (char c : text) value = (value ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return value;
}

void print_picture(const State& state, float width) {
  const View view{.width = width, .step = state.step()};
  const std::string markup = svg(state.scene(), view, "");
  std::printf("  svg %.0f: %zu bytes, %016llx\n", double(width), markup.size(),
              static_cast<unsigned long long>(hash(markup)));
}

void print_table(const Table& table) {
  for (const Column& column : table.columns)
    std::printf("| %s %s ", shown_head(column).c_str(), column.number ? "#" : "");
  std::printf("|\n");
  for (const std::vector<Cell>& row : table.rows) {
    for (const Cell& cell : row) std::printf("| %s ", cell.shown.c_str());
    std::printf("|\n");
  }
}

void print_state(State& state) {
  const int steps = state.scene().steps();
  std::printf("query '%s', %d steps\n", state.query().c_str(), steps);
  print_table(state.scene().table());
  for (const Metric& metric : state.scene().metrics())
    std::printf("  %s = %s %s\n", std::string(metric.key).c_str(),
                fixed(metric.value, metric.decimals).c_str(), std::string(metric.unit).c_str());
  for (int step : std::set<int>{0, std::min(1, steps), steps / 2, steps}) {
    (void)state.seek(step);
    std::printf("  %d: %s\n", step, state.scene().status(step).c_str());
    print_picture(state, narrow_width);
    print_picture(state, wide_width);
  }
}

// Walks through the product of all parameters' values, or evenly through a part of it if it is too
// large.
void print_scene(const Description& description) {
  std::vector<std::vector<std::string>> values;
  uint64_t product = 1;  // also in wasm, where size_t has 32 bits
  for (const Parameter& parameter : description.parameters) {
    values.push_back(grid_values(parameter));
    product *= values.back().size();
  }
  const uint64_t stride =
      product <= most_states ? 1 : product / most_states | 1;  // odd: meets both values of a toggle
  State state(description);
  for (uint64_t at = 0; at < product; at += stride) {
    std::vector<Field> fields;
    std::string query, refused;
    uint64_t rest = at;
    for (size_t i = 0; i < values.size(); ++i) {
      const std::string& value = values[i][static_cast<size_t>(rest % values[i].size())];
      rest /= values[i].size();
      fields.push_back({std::string(description.parameters[i].key), value});
      query += (i > 0 ? "&" : "") + fields.back().key + "=" + percent_encode(value);
    }
    // All at once, or as many as go together.
    if (state.load(query)) {
      (void)state.load("");
      for (const Field& field : fields)
        if (auto error = state.set(field.key, field.text))
          refused += "  refused: " + error->message + "\n";
    }
    std::printf("%s%s ", refused.c_str(), std::string(description.id).c_str());
    print_state(state);
  }
}

}  // namespace
}  // namespace loom::scene

int main() {
  std::setvbuf(stdout, nullptr, _IOFBF, 1 << 16);
  for (const loom::scene::Description& description : loom::scene::registry())
    loom::scene::print_scene(description);
}
