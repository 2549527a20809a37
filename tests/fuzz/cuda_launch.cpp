// Launches of kernels by the operation cuda.run: each is answered in full, or refused with the
// place in the source.
#include "core/cuda/lower/kernels.hpp"
#include "core/json/text.hpp"
#include "tests/fuzz/harness.hpp"
#include "tests/fuzz/launch.hpp"
#include "tests/fuzz/place.hpp"
#include "tools/loom/eval/operation.hpp"

namespace {

using namespace loom::fuzz;
using loom::eval::Json;

Json list_of(const std::uint8_t (&axes)[3]) {
  Json out = Json::array();
  for (const std::uint8_t axis : axes) out.push_back(picked(sizes, axis));
  return out;
}

// Numbers from the first on, one more each where they count; a zero step repeats it.
Json numbers(const Json& first, long long count, bool counts) {
  Json out = Json::array();
  for (long long i = 0; i < count; ++i) {
    if (counts && first.is_number_integer() && first.is_number_unsigned() && first < 256)
      out.push_back(first.get<long long>() + i % 100);
    else
      out.push_back(first);
  }
  return out;
}

Json argument(const ArgumentBytes& bytes) {
  constexpr long long most = 4096;
  Json out = {{"type", std::string(picked(types, bytes.type))}};
  const Json first = Json::parse(picked(values, bytes.value));
  const auto form = static_cast<Form>(bytes.form % 8 % static_cast<int>(Form::last));
  const long long count = std::min(most, picked(sizes, bytes.form / 8u));
  switch (form) {
    case Form::number:
      out["value"] = first;
      break;
    case Form::numbers:
      out["value"] = numbers(first, count % 9, false);
      break;
    case Form::unwritten:
      out["count"] = picked(sizes, bytes.form / 8u) % 1'000'000;
      break;
    case Form::null:
      out["values"] = nullptr;
      break;
    default:
      out["values"] = numbers(first, count, true);
      for (std::size_t i = 0; form == Form::holes && i < out["values"].size(); i += 3)
        out["values"][i] = nullptr;
  }
  return out;
}

// The name of one of the source's kernels.
std::string kernel_of(const LaunchBytes& launch) {
  const auto kernels = loom::cuda::kernels_of(launch.source);
  return kernels && !kernels->empty() ? picked(*kernels, launch.kernel).name : "";
}

Json question_of(const LaunchBytes& launch) {
  Json out = {{"source", std::string(launch.source)},
              {"grid", list_of(launch.grid)},
              {"block", list_of(launch.block)},
              {"shared", picked(sizes, launch.shared)},
              {"fmad", (launch.options & 1) != 0},
              {"chip", std::string(picked(chips, launch.options / 8u))},
              {"arguments", Json::array()},
              {"steps", 20'000}};
  if (const std::string kernel = kernel_of(launch); !kernel.empty()) out["kernel"] = kernel;
  if ((launch.options & 2) != 0) out["order"] = launch.options;
  if ((launch.options & 4) != 0) out["trace"] = {{"warp", 0}, {"most", 50}};
  for (const ArgumentBytes& each : launch.arguments) out["arguments"].push_back(argument(each));
  return out;
}

void check_arguments(const Json& question, const Json& answer) {
  const Json& asked = question["arguments"];
  expect(answer["arguments"].is_array() && answer["arguments"].size() == asked.size(),
         "not an entry for each argument");
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const Json& left = answer["arguments"][i];
    if (asked[i].contains("value"))
      expect(left.is_null(), "a number that has values");
    else
      expect(left.is_object() && left["values"].is_array(), "an array without values");
    if (asked[i].contains("values") && asked[i]["values"].is_array())
      expect(left["values"].size() == asked[i]["values"].size(), "an array of another length");
  }
}

void check_lines(const Json& lines) {
  expect(lines.is_array(), "no lines");
  long long before = 0;
  for (const Json& line : lines) {
    expect(line["line"] > before, "lines that do not ascend");
    before = line["line"];
    expect(line["executed"] > 0 && line["lanes"] > 0 && line["lanes"] <= 32,
           "a line that no lane executed");
    for (const char* count : {"divergent", "global_requests", "global_sectors", "global_ideal",
                              "shared_wavefronts", "shared_ideal"})
      expect(line[count].is_number_integer() && line[count] >= 0, "a count that is none", count);
    expect(line["global_sectors"] >= line["global_ideal"] &&
               line["shared_wavefronts"] >= line["shared_ideal"],
           "fewer than is possible");
  }
}

void check_findings(const Json& findings) {
  expect(findings.is_array(), "no findings");
  for (const Json& finding : findings) {
    expect(finding["kind"].is_string() && finding["line"] >= 1 && finding["column"] >= 1 &&
               finding["count"] >= 1 && finding["message"].is_string() && finding["message"] != "",
           "a finding that is not complete", finding.dump());
    if (finding["kind"] == "race")
      expect(finding.contains("other") ||
                 finding["message"].get<std::string>().find("another thread") != std::string::npos,
             "a race of one", finding.dump());
  }
}

}  // namespace

void try_input(std::string_view input) {
  const Json question = question_of(LaunchBytes::of(input));
  const auto line = loom::json::read(question.dump(-1, ' ', false, Json::error_handler_t::replace));
  expect(bool(line), "a request that is no JSON");
  Json answer;
  try {
    answer = loom::eval::cuda_run.run(*line);
  } catch (const loom::eval::Refused& refused) {
    return expect(has_place(refused.what()), "an error without its place", refused.what());
  }
  check_arguments(question, answer);
  check_lines(answer["lines"]);
  check_findings(answer["findings"]);
  (void)answer.dump(-1, ' ', false, Json::error_handler_t::replace);
}
