#include <nlohmann/json.hpp>

#include "tools/loom/command/run_text.hpp"

namespace loom::command {

std::string as_sarif(const KernelRun& run) {
  using Value = nlohmann::ordered_json;
  Value results = Value::array();
  for (const cuda::Finding& each : run.outcome.findings) {
    const Value region = {{"startLine", std::max(1, each.place.line)},
                          {"startColumn", std::max(1, each.place.column)}};
    Value result = {
        {"ruleId", cuda::name(each.kind)},
        {"level", "error"},
        {"message", {{"text", each.message}}},
        {"locations",
         {{{"physicalLocation", {{"artifactLocation", {{"uri", run.file}}}, {"region", region}}}}}},
        {"occurrenceCount", each.count}};
    if (each.other_place) {
      const Value other = {{"startLine", std::max(1, each.other_place->line)},
                           {"startColumn", std::max(1, each.other_place->column)}};
      result["relatedLocations"] = {
          {{"physicalLocation", {{"artifactLocation", {{"uri", run.file}}}, {"region", other}}},
           {"message", {{"text", "the other access"}}}}};
    }
    results.push_back(result);
  }
  const Value out = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", {{{"tool", {{"driver", {{"name", "loom run"}}}}}, {"results", results}}}}};
  return out.dump(2, ' ', false, Value::error_handler_t::replace) + "\n";
}

}  // namespace loom::command
