#include <nlohmann/json.hpp>

#include "tools/loom/command/run_text.hpp"

namespace loom::command {

std::string as_sarif(const KernelRun& run) {
  using Json = nlohmann::ordered_json;
  Json results = Json::array();
  for (const cuda::Finding& each : run.outcome.findings) {
    const Json region = {{"startLine", std::max(1, each.place.line)},
                         {"startColumn", std::max(1, each.place.column)}};
    Json result = {
        {"ruleId", cuda::name(each.kind)},
        {"level", "error"},
        {"message", {{"text", each.message}}},
        {"locations",
         {{{"physicalLocation", {{"artifactLocation", {{"uri", run.file}}}, {"region", region}}}}}},
        {"occurrenceCount", each.count}};
    if (each.other_place) {
      const Json other = {{"startLine", std::max(1, each.other_place->line)},
                          {"startColumn", std::max(1, each.other_place->column)}};
      result["relatedLocations"] = {
          {{"physicalLocation", {{"artifactLocation", {{"uri", run.file}}}, {"region", other}}},
           {"message", {{"text", "the other access"}}}}};
    }
    results.push_back(result);
  }
  const Json out = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", {{{"tool", {{"driver", {{"name", "loom run"}}}}}, {"results", results}}}}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace loom::command
