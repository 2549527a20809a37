// loom eval, cuda.run: source text in, memory, counts and findings out.
#include "tests/tools/ask.hpp"

TESTS_OF(tools::eval_cuda) {

using loom::test::ask;
using loom::test::Json;

namespace {

using List = std::vector<Json>;  // which braces always make an array of

Json run(const std::string& source, const List& grid, const List& block, const List& arguments,
         const Json& more = Json::object()) {
  Json fields = {{"op", "cuda.run"},
                 {"source", source},
                 {"grid", grid},
                 {"block", block},
                 {"arguments", arguments}};
  fields.update(more);
  return ask(fields.dump());
}
Json array(const char* type, const Json& values) { return {{"type", type}, {"values", values}}; }
Json number(const char* type, const Json& value) { return {{"type", type}, {"value", value}}; }

}  // namespace

TEST_CASE("eval: cuda.run copies an array, and counts its line") {
  const Json values = {1.5, -0.0, 3e-45, "inf"};
  const Json out =
      run("__global__ void copy(float* out, const float* in, int n) {\n"
          "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
          "  if (i < n)\n"
          "    out[i] = in[i];\n"
          "}\n",
          {2}, {2}, {{{"type", "float"}, {"count", 4}}, array("float", values), number("int", 4)});
  REQUIRE(out.contains("arguments"));
  CHECK(out["findings"] == Json::array());
  CHECK(out["arguments"][0]["values"].dump() == "[1.5,-0.0,2.802596928649634e-45,\"inf\"]");
  CHECK(out["arguments"][2].is_null());
  bool found = false;
  for (const Json& line : out["lines"])
    if (line["line"] == 4) {
      found = true;
      CHECK(line["executed"] == 2);
      CHECK(line["lanes"] == 2);
      CHECK(line["global_requests"] == 4);
      CHECK(line["global_sectors"] == 4);
      CHECK(line["global_ideal"] == 4);
      CHECK(line["shared_wavefronts"] == 0);
    }
  CHECK(found);
}

TEST_CASE("eval: cuda.run takes structs, vectors, halves and every integer") {
  const Json out =
      run("struct Pair { char c; double d; };\n"
          "__global__ void k(Pair* p, float4* v, __half* h, unsigned long long* u, bool* b) {\n"
          "  p[0].c += 1; p[0].d *= 2; v[0].w = v[0].x; h[0] = __hadd(h[0], h[0]); u[0] += 1; b[0] "
          "= !b[0];\n"
          "}\n",
          {1}, {1},
          {array("Pair", {-5, 0.25, 7, 8}), array("float4", {1, 2, 3, 4}), array("__half", {0.1}),
           array("unsigned long long", {18446744073709551614u}), array("bool", {true})});
  REQUIRE_MESSAGE(out.contains("arguments"), out.dump());
  CHECK(out["arguments"][0]["values"] == Json({-4, 0.5, 7, 8.0}));
  CHECK(out["arguments"][1]["values"] == Json({1, 2, 3, 1}));
  CHECK(out["arguments"][2]["values"] == Json::array({0.199951171875}));
  CHECK(out["arguments"][3]["values"] == Json::array({18446744073709551615u}));
  CHECK(out["arguments"][4]["values"] == Json::array({0}));
}

TEST_CASE("eval: cuda.run finds what is wrong, with its place, and the run goes on") {
  const Json out = run("__global__ void k(int* x) {\n  x[threadIdx.x + 1] = 1;\n}\n", {1}, {4},
                       {array("int", {0, 0, 0, 0})});
  REQUIRE(out["findings"].size() == 1);
  const Json& found = out["findings"][0];
  CHECK(found["kind"] == "out_of_bounds");
  CHECK(found["line"] == 2);
  CHECK(found["object"] == "x[4]");
  CHECK(found["thread"] == Json({3, 0, 0}));
  CHECK(found["count"] == 1);
  CHECK(out["arguments"][0]["values"] == Json({0, 1, 1, 1}));
}

TEST_CASE("eval: cuda.run ends what never ends") {
  const Json out =
      run("__global__ void k(int* x) { while (true) x[0] += 1; }", {1}, {1}, {array("int", {0})});
  REQUIRE(out["findings"].size() == 1);
  CHECK(out["findings"][0]["kind"] == "step_limit");
}

TEST_CASE("eval: cuda.run says where a launch or a source is wrong") {
  const std::string source = "\n__global__ void k(int* x, float f) {}";
  const Json x = array("int", {1}), f = number("float", 1);
  CHECK(run(source, {0}, {1}, {x, f})["error"] == "2:17: grid x: expected 1 to 2147483647, got 0");
  CHECK(run(source, {1}, {1}, {x})["error"] == "2:17: expected 2 arguments for 'k', got 1");
  CHECK(run(source, {1}, {1}, {f, f})["error"] ==
        "2:17: argument 1, 'x': expected an array of int, got a number");
  CHECK(run(source, {1}, {1}, {array("float", {1}), f})["error"] ==
        "2:17: argument 1, 'x': expected int, got float");
  CHECK(
      run(source, {1}, {1}, {array("int", {0.5}), f})["error"] ==
      "2:17: field 'arguments[0].values[0]': expected a whole number that fits its type, got 0.5");
  const Json wrong = run("\n__global__ void k(int* x) { x[0] = 1 }", {1}, {1}, {x});
  REQUIRE(wrong.contains("error"));
  CHECK(wrong["error"].get<std::string>().starts_with("2:"));
  CHECK(ask(R"({"op": "cuda.run", "source": "__global__ void k() {}", "arguments": 3})")["error"]
            .get<std::string>()
            .find("arguments") != std::string::npos);
  CHECK(run(source, {1, 1, 1, 1}, {1}, {x, f})["error"].get<std::string>().find("'grid'") !=
        std::string::npos);
}

TEST_CASE("eval: cuda.run traces a warp") {
  const Json out =
      run("__global__ void k(int* x) {\n  int i = threadIdx.x;\n  if (i < 2)\n    i = i + 10;\n  "
          "x[0] = 5;\n}\n",
          {1}, {4}, {array("int", {0})}, {{"trace", {{"block", {0, 0, 0}}, {"warp", 0}}}});
  REQUIRE(out.contains("steps"));
  std::vector<int> lines;
  for (const Json& step : out["steps"]) {
    lines.push_back(step["line"]);
    if (step["line"] == 4) {
      CHECK(step["lanes"] == Json({0, 1}));
      REQUIRE(step["variables"].size() > 0);
      CHECK(step["variables"][0]["name"] == "i");
      CHECK(step["variables"][0]["values"][1] == 11);
      CHECK(step["variables"][0]["values"][2].is_null());
    }
    if (step["line"] == 5) CHECK(step["accesses"][0]["kind"] == "store");
  }
  CHECK(std::is_sorted(lines.begin(), lines.end()));
  CHECK(lines.back() >= 5);

  // A variable is not there behind its scope, whatever its register holds.
  const Json scoped =
      run("__global__ void k(int* x) {\n  int t = threadIdx.x;\n  for (int j = 0; j < 2; j++)\n"
          "    x[t] += j;\n  x[7 - t] = 7;\n}\n",
          {1}, {4}, {array("int", Json::array({0, 0, 0, 0, 0, 0, 0, 0}))},
          {{"trace", {{"block", {0, 0, 0}}, {"warp", 0}}}});
  for (const Json& step : scoped["steps"])
    if (step["line"] == 5) CHECK(step["variables"].empty());
}

TEST_CASE("eval: cuda.run deduces a template's types from the arguments") {
  const std::string source =
      "template <typename T, typename U> __global__ void k(T* a, U n) { a[0] = n; }";
  const Json out =
      run(source, {1}, {1}, {array("float4", {1, 2, 3, 4}), number("int", 7)}, {{"kernel", "k"}});
  CHECK(out["error"].get<std::string>().find("cannot convert") != std::string::npos);
  CHECK(run(source, {1}, {1},
            {array("double", {1}), number("float", 0.5)})["arguments"][0]["values"] ==
        Json::array({0.5}));
}

TEST_CASE("eval: cuda.run takes an array's elements number by number") {
  const List arguments{array("float", Json::array({0, 0, 0, 0, 0, 0}))};
  const Json out = run("__global__ void k(float (*a)[4]) { a[1][1] = 2; }", {1}, {1}, arguments);
  CHECK(out["findings"] == Json::array());
  CHECK(out["arguments"][0]["values"] == Json::array({0.0, 0.0, 0.0, 0.0, 0.0, 2.0}));
}

TEST_CASE("eval: cuda.run names two threads of a race, and ends an endless loop at its steps") {
  const auto endless = [] {
    return run("__global__ void k(int* a) { while (true) a[0]++; }", {1}, {32},
               {array("int", Json::array({0}))}, {{"steps", 100000}});
  };
  const Json out = endless();
  REQUIRE(out["findings"].size() == 2);
  CHECK(out["findings"][0]["kind"] == "race");
  CHECK(out["findings"][0]["thread"] != out["findings"][0]["other"]["thread"]);
  CHECK(out["findings"][1]["kind"] == "step_limit");
  CHECK(out == endless());
}

TEST_CASE("eval: cuda.run's trace has a variable's first value") {
  const Json out = run("__global__ void k(int* a) { int i = threadIdx.x * 2;\n a[i] = i; }", {1},
                       {2}, {array("int", Json::array({0, 0, 0}))}, {{"trace", Json::object()}});
  REQUIRE(out["steps"].size() == 2);
  CHECK(out["steps"][0]["variables"][0]["name"] == "i");
  CHECK(out["steps"][0]["variables"][0]["values"][1] == 2);
}

}  // TESTS_OF(tools::eval_cuda)
