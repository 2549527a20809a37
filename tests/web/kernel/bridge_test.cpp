// The program for kernels as the page's worker sees it: requests in, slices, answers out.
#include <algorithm>
#include <string>

#include "core/cuda/lower/compile.hpp"
#include "core/json/text.hpp"
#include "tests/doctest.hpp"
#include "web/kernel/answer.hpp"
#include "web/kernel/request.hpp"
#include "web/program/interface.hpp"

#ifdef __EMSCRIPTEN__
#include <cstdlib>
extern "C" void out_of_memory() { std::abort(); }
#endif

TESTS_OF(web::kernel::bridge) {

using namespace loom;
using json::Value;

namespace {

void send(const std::string& text) {
  std::copy(text.begin(), text.end(), loom_input(static_cast<int>(text.size())));
}
std::string reply() { return {loom_reply(), static_cast<std::size_t>(loom_reply_size())}; }

// The answer, and how many slices it took.
std::string run(const std::string& request, int slice, int* slices = nullptr) {
  send(request);
  bool running = loom_begin();
  for (int count = 1; running; ++count) {
    running = loom_go(slice);
    if (slices) *slices = count;
  }
  return reply();
}

double progress(program::Progress what) { return loom_progress(static_cast<int>(what)); }

std::string request(const std::string& source, const std::string& more) {
  return "{\"source\":" + json::quoted(source) + "," + more + "}";
}

// Blocks that wait for each other, a race, and numbers of 64 bits.
const std::string meeting = request(
    "__global__ void meet(int* arrived, unsigned long long* out, int n) {\n"
    "  __shared__ int last;\n"
    "  if (threadIdx.x == 0) {\n"
    "    last = atomicAdd(arrived, 1);\n"
    "    while (atomicAdd(arrived, 0) < n) {}\n"
    "  }\n"
    "  __syncthreads();\n"
    "  for (int i = 0; i < 50; ++i) out[threadIdx.x] += (1ull << 60) / (last + threadIdx.x + 1);\n"
    "}\n",
    R"("grid":[8],"block":[64],"order":7,"arguments":[{"type":"int","values":[0]},)"
    R"({"type":"unsigned long long","count":64},{"type":"int","value":8}])");

}  // namespace

TEST_CASE("kernel: a run in slices is the same run") {
  int one = 0, many = 0;
  const std::string whole = run(meeting, 1 << 30, &one), slices = run(meeting, 1, &many);
  CHECK(whole == slices);
  CHECK(one >= 2);  // of another order, and of the usual one
  CHECK(many > 16);
  const auto answer = json::read(whole);
  REQUIRE(answer);
  CHECK(!answer->find("error"));
  for (const char* name : {"arguments", "lines", "findings", "total"}) CHECK(answer->find(name));
  CHECK(whole.find("\"race\"") != whole.npos);
  // Through the same contract without slices; only large numbers are spelled in another way.
  auto made = kernel::read_request(*json::read(meeting));
  REQUIRE(made);
  const auto outcome = cuda::run((*made)->code, (*made)->launch);
  REQUIRE(outcome);
  CHECK(json::write(kernel::answer((*made)->code, (*made)->types, *outcome), json::Large::text) ==
        whole);
}

TEST_CASE("kernel: it says how far it is, and a run that is forgotten leaves nothing") {
  send(meeting);
  REQUIRE(loom_begin());
  using program::Progress;
  CHECK(progress(Progress::blocks) == 16);
  CHECK(progress(Progress::most_steps) == 40'000'000);
  double steps = 0, blocks = 0;
  for (int i = 0; i < 30 && loom_go(1); ++i) {
    CHECK(progress(Progress::steps) >= steps);
    CHECK(progress(Progress::blocks_done) >= blocks);
    steps = progress(Progress::steps);
    blocks = progress(Progress::blocks_done);
  }
  CHECK(steps > 0);
  CHECK(blocks > 0);
  loom_end();
  CHECK(progress(Progress::steps) == 0);
  CHECK(!loom_go(1));
  CHECK(reply() == R"({"error":"there is no run"})");
}

TEST_CASE("kernel: what is wrong is an answer") {
  const std::string no_arguments = R"("arguments":[])";
  CHECK(run("", 1).starts_with(R"({"error":"malformed JSON at byte 1)"));
  CHECK(run("[]", 1) == R"({"error":"1:1: expected an object, got an array of 0"})");
  CHECK(run("{}", 1).starts_with(R"({"error":"1:1: missing field 'source')"));
  CHECK(run(R"({"source":3,"arguments":[]})", 1) ==
        R"({"error":"1:1: field 'source': expected a text, got 3"})");
  CHECK(run(request("__global__ void k() { x = 1; }", no_arguments), 1)
            .starts_with(R"({"error":"1:23: )"));
  CHECK(run(request("\n__global__ void k() {}", no_arguments + R"(,"grid":[0])"), 1) ==
        R"({"error":"2:17: grid x: expected 1 to 2147483647, got 0"})");
  CHECK(run(request("__global__ void k() {}", no_arguments + R"(,"grids":[1])"), 1)
            .find("did you mean") != std::string::npos);
  CHECK(run(request("__global__ void k() {}", no_arguments + R"(,"grid":[1,2,3,4])"), 1) ==
        R"({"error":"1:17: field 'grid': expected 1 to 3 numbers"})");
  CHECK(run(request("__global__ void k(float* x) {}", R"("arguments":[{"type":"float"}])"), 1)
            .find("'values' for an array") != std::string::npos);
  CHECK(run(request("__global__ void k(float* x) {}",
                    R"("arguments":[{"type":"float","values":[1],"count":2}])"),
            1)
            .find("one of 'values'") != std::string::npos);
  CHECK(run(request("__global__ void k(float* x) {}",
                    R"("arguments":[{"type":"float","value":[1],"vlaues":2}])"),
            1)
            .find("did you mean 'values'") != std::string::npos);
  CHECK(run(request("__global__ void k(double* x) {}",
                    R"("arguments":[{"type":"double","count":67108864}])"),
            1)
            .find("all arrays may have 268435456") != std::string::npos);
  CHECK(run(request("__global__ void k() {}", no_arguments + R"(,"trace":{"block":[1],"warp":0})"),
            1) == R"({"error":"1:17: field 'trace.block': the grid has no such block"})");
  CHECK(run(request("__global__ void k() {}", no_arguments + R"(,"trace":{"warp":1})"), 1) ==
        R"({"error":"1:17: field 'trace.warp': the block has no such warp"})");
  const std::string endless =
      run(request("__global__ void k(int* a) { while (true) a[0] += 1; }",
                  R"("steps":5000,"arguments":[{"type":"int","values":[0]}])"),
          100);
  CHECK(endless.find("step_limit") != std::string::npos);
}

TEST_CASE("kernel: numbers that a script has no spelling for come and go as texts") {
  const std::string answer =
      run(request("__global__ void k(double* d, long long* i, __half* h) {\n"
                  "  i[1] = i[0] + 1; d[3] = 1 / d[0]; h[1] = h[0];\n"
                  "}",
                  R"("arguments":[{"type":"double","values":["-0","nan","inf",0]},)"
                  R"({"type":"long long","values":["-9223372036854775808","-0"]},)"
                  R"({"type":"__half","values":[0.1,null]}])"),
          1000);
  CHECK(answer.starts_with(R"({"arguments":[{"values":[-0.0,"nan","inf","-inf"]},)"
                           R"({"values":["-9223372036854775808","-9223372036854775807"]},)"
                           R"({"values":[0.0999755859375,0.0999755859375]}])"));
  CHECK(run(request("__global__ void k(int i) {}", R"("arguments":[{"type":"int","value":"12x"}])"),
            1)
            .find("whole number that fits") != std::string::npos);
}

TEST_CASE("kernel: a type may have the source's names, a kernel its namespace") {
  const std::string source =
      "typedef double real; namespace x { __global__ void k(real* a) { a[0] = 1; } }\n"
      "namespace y { __global__ void k(real* a) { a[0] = 2; } __global__ void k(int* a) { a[0] = "
      "3; "
      "} }";
  const auto left = [&](const std::string& kernel, const std::string& type) {
    return run(request(source, "\"kernel\":\"" + kernel + R"(","arguments":[{"type":")" + type +
                                   R"(","values":[0]}])"),
               1)
        .substr(0, 46);
  };
  CHECK(left("x::k", "real").starts_with(R"({"arguments":[{"values":[1)"));
  CHECK(left("y::k", "double").starts_with(R"({"arguments":[{"values":[2)"));
  CHECK(left("k", "int").starts_with(R"({"arguments":[{"values":[3)"));
  CHECK(left("k", "real") == R"({"error":"1:1: 3 kernels are called 'k' (x::k,)");
}

}  // TESTS_OF(web::kernel::bridge)
