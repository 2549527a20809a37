// The command loom run.
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

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
  CHECK(missing.err == "loom run: cannot read '/nowhere.cu': No such file or directory\n");
}

TEST_CASE("run: an option takes one word, so that the file may stand behind it") {
  const Kernel kernel(scale);
  const std::string file = kernel.folder.path("k.cu").string();
  const std::vector<std::string> rest = {"--arg", "out=[64]", "--arg", "in=[64]:index",
                                         "--arg", "by=2",     "--arg", "n=64"};
  for (const std::vector<std::string>& before : {std::vector<std::string>{"run", "--block", "64"},
                                                 {"run", "--grid", "2,1,1"},
                                                 {"run", "--block=64,1"},
                                                 {"run", "--fmad", "false", "--grid", "2"}}) {
    std::vector<std::string> all = before;
    all.push_back(file);
    all.insert(all.end(), rest.begin(), rest.end());
    const Ran ran = run_loom(all);
    CAPTURE(before);
    CHECK(ran.status == 0);
    CHECK(ran.err == "");
    CHECK(has(ran.out, "out: 63 of 64 elements changed: "));
  }
}

TEST_CASE("run: what an option takes is told with what was given") {
  const Kernel kernel(scale);
  const auto refused = [&](const std::vector<std::string>& options, const std::string& message) {
    const Ran ran = kernel.run(options);
    CAPTURE(options);
    CHECK(ran.status == 2);
    CHECK(ran.out == "");
    CHECK_MESSAGE(has(ran.err, message), ran.err);
  };
  const std::string size = ": expected x, x,y or x,y,z, got '";
  for (const char* option : {"--grid", "--block"}) {
    refused({option, "1,2,3,4"}, option + size + "1,2,3,4'");
    for (const char* empty : {"32,,2", ",2", "32,"})
      refused({option, empty}, std::string(option) +
                                   ": expected a whole number from 0 to 4294967295, got '' in '" +
                                   empty + "'");
  }
  refused({"--fmad", "maybe"}, "--fmad: expected true or false, got 'maybe'\n");
  refused({"--fmad", "flase"},
          "--fmad: expected true or false, got 'flase'; did you mean 'false'?");
  refused({"--order", "x"},
          "--order: expected a whole number from 0 to 18446744073709551615, got 'x'");
  refused({"--order", "-1"},
          "--order: expected a whole number from 0 to 18446744073709551615, got '-1'");
}

TEST_CASE("run: the licenses need no file") {
  const Ran ran = run_loom({"run", "--licenses"});
  CHECK(ran.status == 0);
  CHECK(ran.err == "");
  CHECK(ran.out.starts_with("loom-run contains:\n\n  Loom: MIT"));
  CHECK(has(ran.out, "  CLI11: BSD-3-Clause\n"));
}

TEST_CASE("run: only files are read") {
  const Folder folder;
  REQUIRE(mkfifo(folder.path("pipe").c_str(), 0600) == 0);
  const auto refused = [&](const std::string& path, const std::string& why) {
    const Ran ran = run_loom({"run", path, "--json"});
    CAPTURE(path);
    CHECK(ran.status == 2);
    const std::string message = "cannot read '" + path + "': " + why;
    CHECK(ran.err == "loom run: " + message + "\n");
    CHECK(nlohmann::json::parse(ran.out) == nlohmann::json{{"error", message}});
  };
  refused(folder.path("content").string(), "not a file");
  refused(folder.path("pipe").string(), "not a file");
  refused("/dev/zero", "not a file");
  refused("/proc/self/mem", "Input/output error");
  const std::string large = folder.path("large.cu").string();
  folder.put("large.cu", "");
  REQUIRE(truncate(large.c_str(), 1ll << 40) == 0);
  refused(large, "1099511627776 bytes, expected at most 1073741824");
}

TEST_CASE("run: sizes that no memory holds") {
  const Kernel kernel(scale);
  const auto refused = [&](const std::vector<std::string>& more, const std::string& message) {
    std::vector<std::string> all = {"--arg", "in=[4]", "--arg", "by=1", "--arg", "n=1"};
    all.insert(all.end(), more.begin(), more.end());
    const Ran ran = kernel.run(all);
    CAPTURE(message);
    CHECK(ran.status == 2);
    CHECK(ran.out == "");
    CHECK_MESSAGE(has(ran.err, message), ran.err);
  };
  refused({"--arg", "out=float[18446744073709551615]"},
          "--arg out: expected 0 to 268435456 elements, got '18446744073709551615'");
  refused({"--arg", "out=float[-1]"}, "expected 0 to 268435456 elements, got '-1'");
  const std::string large = "18446744073709551615";
  for (const char* option : {"--grid", "--block"})
    refused({"--arg", "out=[4]", option, large},
            std::string(option) + ": expected a whole number from 0 to 4294967295, got '" + large);
  refused({"--arg", "out=[4]", "--grid", "1,x"}, "--grid: expected a whole number");
  refused({"--arg", "out=[4]", "--shared", large},
          "--shared: expected a whole number from 0 to 9223372036854775807, got '" + large);
  refused({"--arg", "out=[4]", "--steps", large},
          "--steps: expected a whole number from 1 to 9223372036854775807, got '" + large);
  refused({"--arg", "out=[4]", "--shared", "9223372036854775807"},
          "k.cu:1:17: shared memory of a block: expected at most 232448 bytes for compute "
          "capability 9.0, got 9223372036854775807");
}

TEST_CASE("run: arrays of more bytes than the limit, all together") {
  const Kernel kernel(
      "struct Big { double x[512]; };\n__global__ void k(Big* a, Big* b) { a[0].x[0] = 1; }\n");
  const Ran one = kernel.run({"--arg", "a=[268435456]", "--arg", "b=[1]"});
  CHECK(one.status == 2);
  CHECK(has(one.err,
            "--arg a: 268435456 elements take 1099511627776 bytes, and there is room for "
            "4294967296\n"));
  const Ran both = kernel.run({"--arg", "a=[16]", "--arg", "b=[1048575]"});
  CHECK(both.status == 2);
  CHECK(has(both.err, "--arg b: 1048575 elements take 4294963200 bytes, and there is room for "));
}

TEST_CASE("run: printf of bytes that are not UTF-8") {
  const Kernel kernel("__global__ void k() { if (threadIdx.x == 0) printf(\"a\\xff\\n\"); }\n");
  const Ran json = kernel.run({"--json"});
  CHECK(json.status == 0);
  CHECK(nlohmann::json::parse(json.out)["printed"] == "a\uFFFD\n");
  CHECK(has(kernel.run({}).out, "printf:\na\xff\n"));
}

TEST_CASE("run: two kernels of one name") {
  const Kernel kernel(
      "__global__ void k(int* a) { a[0] = 1; }\n__global__ void k(int* a) { a[0] = 2; }\n");
  const Ran ran = kernel.run({"--kernel", "k", "--arg", "a=int[1]"});
  CHECK(ran.status == 2);
  CHECK_MESSAGE(has(ran.err, "k.cu:2:17: the kernel 'k' is defined twice"), ran.err);
}

#ifndef LOOM_SANITIZE  // which reserves all addresses
TEST_CASE("run: memory that the system does not give") {
  const Kernel kernel("__global__ void k(float* a) { a[0] = 1; }\n");
  rlimit before;
  REQUIRE(getrlimit(RLIMIT_AS, &before) == 0);
  rlimit less = before;
  less.rlim_cur = 500 << 20;
  REQUIRE(setrlimit(RLIMIT_AS, &less) == 0);
  const Ran ran = kernel.run({"--arg", "a=[100000000]", "--json"});
  REQUIRE(setrlimit(RLIMIT_AS, &before) == 0);
  CHECK(ran.status == 2);
  CHECK(ran.err == "loom run: out of memory\n");
  CHECK(ran.out == "{\"error\":\"out of memory\"}\n");
}
#endif

}  // TESTS_OF(tools::run)
