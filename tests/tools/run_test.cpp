// The command loom run.
#include <nlohmann/json.hpp>

#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"
#include "tests/tools/program.hpp"

TESTS_OF(tools::run) {

using loom::test::Folder;
using loom::test::Ran;
using loom::test::run_loom;

namespace {

constexpr const char* scale =
    "__global__ void scale(float* out, const float* in, float by, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) out[i] = by * in[i];\n"
    "}\n";

struct Kernel {
  Folder folder;
  explicit Kernel(const std::string& source) { folder.put("k.cu", source); }
  Ran run(std::vector<std::string> more) const {
    more.insert(more.begin(), {"run", folder.path("k.cu").string()});
    return run_loom(more);
  }
};
bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

}  // namespace

TEST_CASE("run: counts at the margin, and what changed") {
  const Kernel kernel(scale);
  const Ran ran = kernel.run({"--grid", "2", "--block", "64", "--arg", "in=float[128]:index",
                              "--arg", "out=float[128]", "--arg", "by=2", "--arg", "n=128"});
  CHECK(ran.status == 0);
  CHECK(ran.err == "");
  CHECK(has(ran.out,
            "        4    32                    32                  3    if (i < n) out[i] = by * "
            "in[i];\n"));
  CHECK(has(ran.out, "No findings.\n"));
  CHECK(has(ran.out, "out: 127 of 128 elements changed: [1] 2, [2] 4, "));  // [0] was 0 before
}

TEST_CASE("run: findings have exit status 1, in text, JSON and SARIF") {
  const Kernel kernel(scale);
  const std::vector<std::string> launch = {"--grid",       "2",     "--block",   "64",    "--arg",
                                           "in=[128]:one", "--arg", "out=[100]", "--arg", "by=2",
                                           "--arg",        "n=128"};
  const auto with = [&](const char* option) {
    std::vector<std::string> all = launch;
    if (option[0] != '\0') all.push_back(option);
    return kernel.run(all);
  };
  CHECK(with("").status == 1);
  CHECK(has(with("").out, "k.cu:3:"));
  CHECK(has(with("").out,
            "out_of_bounds: thread (36,0,0) of block (1,0,0): writes 4 bytes at out[100], but "
            "there are 100 elements (28 times)\n"));
  const auto json = nlohmann::json::parse(with("--json").out);
  CHECK(json["findings"][0]["kind"] == "out_of_bounds");
  CHECK(json["arguments"][0]["values"].size() == 100);
  const auto sarif = nlohmann::json::parse(with("--sarif").out);
  CHECK(sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] ==
        3);
  CHECK(sarif["runs"][0]["tool"]["driver"]["rules"][0]["id"] == "out_of_bounds");
}

TEST_CASE("run: SARIF names both files and where the other side of a race is") {
  const Kernel kernel(
      "__global__ void k(int* o) {\n  __shared__ int s[64];\n  s[threadIdx.x] = 1;\n"
      "  o[threadIdx.x] = s[63 - threadIdx.x];\n}\n");
  kernel.folder.put("a b.cu", "__global__ void k(int* o) { o[threadIdx.x] = 1 / o[64]; }\n");
  const Ran ran = kernel.run({"--block", "64", "--arg", "o=int[64]:zero", "--sarif", "--against",
                              kernel.folder.path("a b.cu").string()});
  CHECK(ran.status == 1);
  const auto results = nlohmann::json::parse(ran.out)["runs"][0]["results"];
  const auto place = [](const nlohmann::json& location) { return location["physicalLocation"]; };
  bool race = false, other = false;
  for (const auto& each : results) {
    race |= each["ruleId"] == "race" && each["relatedLocations"].size() == 1;
    other |= has(place(each["locations"][0])["artifactLocation"]["uri"], "a%20b.cu");
  }
  CHECK((race && other));
}

TEST_CASE("run: two versions side by side") {
  const Kernel kernel(scale);
  kernel.folder.put(
      "other.cu", std::string(scale).replace(std::string(scale).find("in[i]"), 5, "in[n - 1 - i]"));
  const Ran ran = kernel.run({"--block", "32", "--arg", "[32]", "--arg", "[32]:index", "--arg", "1",
                              "--arg", "32", "--against", kernel.folder.path("other.cu").string()});
  CHECK(ran.status == 0);
  CHECK(has(ran.out, "in[n - 1 - i]"));
  CHECK(has(ran.out, " | "));
  CHECK(has(ran.out, "out differs in 32 of 32 elements: [0] 0 and 31, [1] 1 and 30, "));
  kernel.folder.put("same.cu", scale);
  CHECK(has(kernel
                .run({"--arg", "[32]", "--arg", "[32]:index", "--arg", "1", "--arg", "32",
                      "--against", kernel.folder.path("same.cu").string()})
                .out,
            "Both leave the same in memory.\n"));
}

TEST_CASE("run: what cannot run has exit status 2, and says what was expected") {
  const Kernel kernel(scale);
  const auto refused = [&](const std::vector<std::string>& more, const std::string& message) {
    const Ran ran = kernel.run(more);
    CAPTURE(message);
    CHECK(ran.status == 2);
    CHECK(ran.out == "");
    CHECK_MESSAGE(has(ran.err, message), ran.err);
  };
  refused({}, "missing --arg 'out=float[COUNT]:index'");
  refused({"--arg", "x=1"}, "--arg x=1: 'scale' has no parameter 'x'");
  refused({"--arg", "[4]", "--arg", "[4]:best", "--arg", "1", "--arg", "1"},
          "an array begins with index, zero, one, random(SEED), none or a list of numbers");
  refused({"--arg", "out=int[4]"}, "--arg out: expected float, got int");
  refused({"--arg", "[4]", "--arg", "[4]:1,2", "--arg", "1", "--arg", "1", "--block", "2000"},
          "k.cu:1:17: block x: expected 1 to 1024, got 2000");
  refused({"--kernel", "other"}, "other");
  refused({"--arg", "byy=1"}, "'scale' has no parameter 'byy'; did you mean 'by'?");
  refused({"--arg", "[4]", "--arg", "[2]:1,2,3", "--arg", "1", "--arg", "1"},
          "--arg in: expected at most 2 numbers, got 3");
  refused({"--arg", "[4]", "--arg", "[4]", "--arg", "1", "--arg", "1.5"},
          "--arg n: expected a whole number, got '1.5'");
  refused({"--arg", "[4]", "--arg", "[4]", "--arg", "1", "--arg", "1", "--chip", "7.7"},
          "unknown compute capability '7.7', expected one of ");
  refused({"--json", "--sarif"}, "--sarif");
  refused({"--steps", "0"}, "--steps");
  const Ran as_json = kernel.run({"--kernel", "other", "--json"});
  CHECK(as_json.status == 2);
  CHECK(nlohmann::json::parse(as_json.out)["error"].get<std::string>().find("other") !=
        std::string::npos);
  const Ran missing = run_loom({"run", "/nowhere.cu"});
  CHECK(missing.status == 2);
  CHECK(missing.err == "/nowhere.cu: cannot be read\n");
  CHECK(run_loom({"run", kernel.folder.path(".").string()}).status == 2);
}

}  // TESTS_OF(tools::run)
