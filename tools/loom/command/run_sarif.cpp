#include <nlohmann/json.hpp>
#include <set>

#include "tools/loom/command/run_text.hpp"

namespace loom::command {
namespace {

using Sarif = nlohmann::ordered_json;

// A path as a relative reference: what a URI has no letters for is written as %20.
std::string sarif_uri(const std::string& path) {
  constexpr std::string_view plain = "-._~/";
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if ((c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') ||
        plain.find(c) != plain.npos) {
      out += c;
      continue;
    }
    constexpr std::string_view digits = "0123456789ABCDEF";
    out += {'%', digits[byte >> 4], digits[byte & 15]};
  }
  return out;
}

Sarif sarif_location(const std::string& file, const cuda::Place& place) {
  return {
      {"physicalLocation",
       {{"artifactLocation", {{"uri", sarif_uri(file)}}},
        {"region",
         {{"startLine", std::max(1, place.line)}, {"startColumn", std::max(1, place.column)}}}}}};
}

Sarif sarif_result(const cuda::Finding& finding, const std::string& file) {
  Sarif result = {{"ruleId", cuda::name(finding.kind)},
                  {"level", "error"},
                  {"message", {{"text", finding.message}}},
                  {"locations", Sarif::array({sarif_location(file, finding.place)})},
                  {"occurrenceCount", finding.count}};
  if (finding.other_place) {
    Sarif other = sarif_location(file, *finding.other_place);
    other["message"] = {{"text", "the other access"}};
    result["relatedLocations"] = Sarif::array({other});
  }
  return result;
}

}  // namespace

std::string as_sarif(const std::vector<const KernelRun*>& runs) {
  Sarif results = Sarif::array(), rules = Sarif::array();
  std::set<cuda::Fault> kinds;
  for (const KernelRun* run : runs)
    for (const cuda::Finding& each : run->outcome.findings) {
      results.push_back(sarif_result(each, run->file));
      if (kinds.insert(each.kind).second) rules.push_back({{"id", cuda::name(each.kind)}});
    }
  const Sarif out = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", Sarif::array({{{"tool", {{"driver", {{"name", "loom run"}, {"rules", rules}}}}},
                              {"results", results}}})}};
  return out.dump(2, ' ', false, Sarif::error_handler_t::replace) + "\n";
}

}  // namespace loom::command
