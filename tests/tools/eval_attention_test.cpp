// loom eval, `attention.step`, `.mask`, `.rope`, `.cache`, `.sample` and `.pages`.
#include <cmath>

#include "tests/tools/ask.hpp"

TESTS_OF(tools::eval_attention) {

using loom::test::ask;
using loom::test::Json;

namespace {

Json attention(const std::string& operation, const std::string& fields) {
  return ask("{\"op\": \"attention." + operation + "\", " + fields + "}");
}

std::string error(const std::string& operation, const std::string& fields) {
  return attention(operation, fields).value("error", "none");
}

void near(const Json& found, const std::vector<double>& wanted, double tolerance = 0.0000006) {
  REQUIRE(found.size() == wanted.size());
  for (size_t i = 0; i < wanted.size(); ++i)
    CHECK(std::abs(found[i].get<double>() - wanted[i]) < tolerance);
}

}  // namespace

TEST_CASE("eval: attention.step") {
  const Json found = attention(
      "step",
      R"("q": [[1,0],[0,1],[1,1]], "k": [[1,0],[0,1],[1,1]], "v": [[1,2],[3,4],[5,6]], "causal": true)");
  near(found["weights"][1], {0.330238, 0.669762, 0});
  near(found["weights"][2], {0.248255, 0.248255, 0.503490});
  near(found["out"][0], {1, 2});
  near(found["out"][1], {2.339523, 3.339523});
  near(found["out"][2], {3.510470, 4.510470});
  CHECK(found["scores"][0][1] == "-inf");
  CHECK(found["scores"][2][2].get<double>() == doctest::Approx(std::sqrt(2)));
  // A scale of one's own, and all keys.
  CHECK(attention("step",
                  R"("q": [[2]], "k": [[3],[5]], "v": [[1],[1]], "causal": false, "scale": 0.5)")
            ["scores"] == Json({{3.0, 5.0}}));
  // The last query stands at the last key; one before every key answers zeros.
  const Json few = attention("step", R"("q": [[1],[1]], "k": [[1]], "v": [[7]], "causal": true)");
  CHECK(few["scores"] == Json({{"-inf"}, {1.0}}));
  CHECK(few["weights"] == Json({{0.0}, {1.0}}));
  CHECK(few["out"] == Json({{0.0}, {7.0}}));
}

TEST_CASE("eval: attention.step refuses with a reason") {
  CHECK(error("step", R"("q": [[1],[1,2]], "k": [[1]], "v": [[1]], "causal": true)") ==
        "field 'q[1]': expected 1 numbers, as in the first row, got 2");
  CHECK(error("step", R"("q": [[1]], "k": [[1,2]], "v": [[1]], "causal": true)") ==
        "k: expected rows of 1 numbers, as q has, got 2");
  CHECK(error("step", R"("q": [[1]], "k": [[1]], "v": [[1],[2]], "causal": true)") ==
        "v: expected 1 rows, as k has, got 2");
  CHECK(error("step", R"("q": [], "k": [[1]], "v": [[1]], "causal": true)") ==
        "field 'q': expected rows of at least one number, got none");
  CHECK(error("step", R"("q": [["inf"]], "k": [[1]], "v": [[1]], "causal": true)") ==
        "field 'q[0][0]': expected a finite number, got \"inf\"");
  CHECK(error("step", R"("q": [[1e200]], "k": [[1e200]], "v": [[1]], "causal": true)")
            .starts_with("scores: a sum leaves the range"));
  // Few bytes that ask for much.
  std::string long_row = "1", column = "[1]";
  for (int i = 1; i < 3000; ++i) {
    long_row += ",1";
    column += ",[1]";
  }
  CHECK(error("step", "\"q\": [" + column + "], \"k\": [[1]], \"v\": [[" + long_row +
                          "]], \"causal\": false") ==
        "numbers in the sums: expected 1 to 4194304, got 9000000");
}

TEST_CASE("eval: attention.mask") {
  CHECK(attention("mask", R"("mask": "full", "n": 7)") == Json({{"pairs", 49}}));
  CHECK(attention("mask", R"("mask": "causal", "n": 1000, "block": 128)") ==
        Json({{"pairs", 500500}, {"full", 21}, {"partial", 15}, {"skipped", 28}}));
  const struct {
    const char* fields;
    int pairs;
  } rows[] = {
      {R"("mask": "window", "n": 6, "window": 2)", 6 + 5 + 5},
      {R"("mask": "causal_window", "n": 6, "window": 2)", 6 + 5},
      {R"("mask": "sinks_window", "n": 6, "window": 2, "sinks": 1)", 6 + 5 + 4},
      {R"("mask": "documents", "n": 6, "cuts": [1, 4])", 1 + 9 + 4},
      {R"("mask": "documents", "n": 6, "cuts": [0, 1, 4, 6])", 1 + 9 + 4},
      {R"("mask": "causal_documents", "n": 6, "cuts": [1, 4])", 1 + 6 + 3},
      {R"("mask": "prefix", "n": 6, "prefix": 3)", 21 + 2 + 1},
  };
  for (const auto& row : rows) CHECK(attention("mask", row.fields)["pairs"] == row.pairs);
  CHECK(attention("mask", R"("mask": "causal", "n": 1048576)")["pairs"] == 549756338176);
}

TEST_CASE("eval: attention.mask by an expression") {
  const std::string mask = "\"mask\": \"expression\", \"expression\": ";
  CHECK(attention("mask", mask + R"("q >= k", "n": 1000, "block": 128, "b": 0, "h": 0)") ==
        attention("mask", R"("mask": "causal", "n": 1000, "block": 128)"));
  CHECK(attention("mask", mask + R"("q >= k && q - k < 2", "n": 6)") == Json({{"pairs", 11}}));
  CHECK(attention("mask", mask + R"("h == 3 && b == 2", "n": 6, "h": 3, "b": 2)")["pairs"] == 36);
  CHECK(attention("mask", mask + R"("1", "n": 130, "block": 128)") ==
        Json({{"pairs", 16900}, {"full", 1}, {"partial", 3}, {"skipped", 0}}));
  CHECK(attention("mask",
                  mask + R"("q / 100 == k / 100 && q >= k", "n": 8192, "block": 128)")["pairs"] ==
        81 * 5050 + 92 * 93 / 2);
  CHECK(error("mask", mask + R"("q / k", "n": 6)") ==
        "field 'expression': column 3: a division by zero, at b = 0, h = 0, q = 0, k = 0");
  CHECK(
      error("mask", mask + R"("q >= kv", "n": 6)") ==
      "field 'expression': column 6: unknown name 'kv', expected a number, '(' or one of b, h, q, "
      "k, min, max; did you mean 'k'?");
  CHECK(error("mask", mask + R"("q >= k", "n": 8193)") ==
        "field 'n': expected a whole number from 1 to 8192, got 8193");
  CHECK(error("mask", mask + R"("q >= k", "n": 8, "block": 0)").starts_with("field 'block': "));
  CHECK(error("mask", mask + R"("q >= k", "n": 8, "h": -1)").starts_with("field 'h': "));
  CHECK(error("mask", mask + R"(7, "n": 8)") ==
        "field 'expression': expected a text like \"q >= k\", got 7");
  CHECK(error("mask", R"("mask": "expression", "n": 8)") ==
        "missing field 'expression', which the mask \"expression\" needs");
}

TEST_CASE("eval: attention.mask refuses with a reason") {
  CHECK(error("mask", R"("mask": "casual", "n": 4)").ends_with("; did you mean 'causal'?"));
  CHECK(error("mask", R"("mask": "window", "n": 4)") ==
        "missing field 'window', which the mask \"window\" needs");
  CHECK(error("mask", R"("mask": "sinks_window", "n": 4, "window": 2)") ==
        "missing field 'sinks', which the mask \"sinks_window\" needs");
  CHECK(error("mask", R"("mask": "documents", "n": 4, "cuts": [3, 2])") ==
        "field 'cuts[1]': expected a whole number from 3 to 4, got 2");
  CHECK(error("mask", R"("mask": "full", "n": 0)") ==
        "field 'n': expected a whole number from 1 to 1048576, got 0");
  CHECK(error("mask", R"("mask": "full", "n": 1048576, "block": 1)").starts_with("block: "));
}

TEST_CASE("eval: attention.rope") {
  near(attention("rope", R"("dim": 4, "theta": 10000, "scaling": "none")")["inv_freq"], {1, 0.01},
       1e-15);
  const Json linear =
      attention("rope", R"("dim": 4, "theta": 10000, "scaling": "linear", "factor": 4)");
  near(linear["inv_freq"], {0.25, 0.0025}, 1e-15);
  CHECK(linear["attention_factor"] == 1);
  const std::string llama =
      R"("dim": 128, "theta": 500000, "scaling": "llama3", "original": 8192, "low": 1, "high": 4, )";
  const Json scaled = attention("rope", llama + "\"factor\": 8")["inv_freq"];
  CHECK(scaled[0] == 1);
  CHECK(scaled[63].get<double>() ==
        doctest::Approx(std::pow(500000., -126. / 128) / 8).epsilon(1e-13));
  CHECK(attention("rope", R"("dim": 64, "theta": 10000, "scaling": "yarn", "factor": 40,
                              "original": 4096)")["attention_factor"]
            .get<double>() == doctest::Approx(0.1 * std::log(40) + 1));
  // Dynamic: nothing happens within the trained length, which is read when no other is given.
  const std::string dynamic =
      R"("dim": 8, "theta": 10000, "scaling": "dynamic", "factor": 2, "original": 4096)";
  const Json plain = attention("rope", R"("dim": 8, "theta": 10000, "scaling": "none")");
  CHECK(attention("rope", dynamic) == plain);
  CHECK(attention("rope", dynamic + ", \"length\": 100") == plain);
  CHECK(attention("rope", dynamic + ", \"length\": 8192")["inv_freq"][3].get<double>() ==
        doctest::Approx(0.001 / 3));  // 2 · 2 − 1 times slower
}

TEST_CASE("eval: attention.rope refuses with a reason") {
  CHECK(error("rope", R"("dim": 7, "theta": 10000, "scaling": "none")") ==
        "field 'dim': expected an even number, got 7");
  CHECK(error("rope", R"("dim": 4, "theta": 10000, "scaling": "linear")") ==
        "missing field 'factor', which the scaling \"linear\" needs");
  CHECK(error("rope", R"("dim": 4, "theta": 10000, "scaling": "yarn", "factor": 2)") ==
        "missing field 'original', which the scaling \"yarn\" needs");
  CHECK(error("rope", R"("dim": 4, "theta": 10000, "scaling": "ntk")")
            .starts_with("field 'scaling'"));
  CHECK(error("rope", R"("dim": 4, "theta": 1, "scaling": "none")").starts_with("theta: "));
  CHECK(error("rope", R"("dim": 4, "theta": 1e4, "scaling": "linear", "factor": 0.5)") ==
        "field 'factor': expected a number from 1 to 1e12, got 0.5");
}

TEST_CASE("eval: attention.cache") {
  const auto cache = [](const std::string& fields) { return attention("cache", fields); };
  // Llama 3.1 8B: 128 KiB a token.
  const Json llama = cache(
      R"("layers": 32, "kv_heads": 8, "head_dim": 128, "bytes": 2, "tokens": 8192, "batch": 3)");
  CHECK(llama["bytes_per_token"] == 131072);
  CHECK(llama["bytes"] == 3221225472);
  // DeepSeek-V3: 70.272 KB, whatever its heads.
  const Json latent =
      cache(R"("layers": 61, "bytes": 2, "tokens": 10, "latent": 512, "rotary": 64)");
  CHECK(latent["bytes_per_token"] == 70272);
  CHECK(latent["bytes"] == 702720);
  CHECK(cache(R"("layers": 61, "kv_heads": 128, "head_dim": 128, "bytes": 2, "tokens": 10,
                 "latent": 512, "rotary": 64)") == latent);
  // Two of three layers look back on 4 tokens and on 1,000.
  const Json windows = cache(
      R"("layers": 3, "kv_heads": 1, "head_dim": 1, "bytes": 0.5, "tokens": 10, "windows": [4, null, 1000])");
  CHECK(windows["bytes_per_token"] == 3);
  CHECK(windows["bytes"] == 4 + 10 + 10);
  CHECK(cache(R"("layers": 1, "kv_heads": 1, "head_dim": 1, "bytes": 2, "tokens": 0)")["bytes"] ==
        0);
}

TEST_CASE("eval: attention.cache refuses with a reason") {
  const std::string plain =
      R"("layers": 2, "kv_heads": 8, "head_dim": 128, "bytes": 2, "tokens": 1)";
  CHECK(error("cache", R"("layers": 2, "kv_heads": 8, "bytes": 2, "tokens": 1)") ==
        "missing field 'head_dim', which a cache without 'latent' needs");
  CHECK(error("cache", plain + R"(, "windows": [128])") ==
        "field 'windows': expected one for each of the 2 layers, 0 or null where it sees all, got "
        "1");
  CHECK(error("cache", plain + R"(, "windows": [128, -1])").starts_with("field 'windows[1]'"));
  CHECK(error("cache", plain + R"(, "rotary": 64)") ==
        "field 'rotary': expected a 'latent' beside it");
  CHECK(error("cache", plain + R"(, "batch": 0)").starts_with("field 'batch'"));
}

TEST_CASE("eval: attention.sample") {
  const auto sample = [](const std::string& fields) {
    return attention("sample", R"("logits": [2, 1, 0.5, 0, -1])" + fields)["probabilities"];
  };
  near(sample(""), {0.563021, 0.207124, 0.125627, 0.076197, 0.028031});
  near(sample(R"(, "temperature": 2)"), {0.374545, 0.227173, 0.176922, 0.137787, 0.083572});
  near(sample(R"(, "top_k": 2)"), {0.731059, 0.268941, 0, 0, 0});
  near(sample(R"(, "top_p": 0.8)"), {0.628532, 0.231224, 0.140244, 0, 0});
  near(sample(R"(, "min_p": 0.3)"), {0.731059, 0.268941, 0, 0, 0});
  CHECK(sample(R"(, "top_k": 0)") == sample(""));
  CHECK(sample(R"(, "top_k": 99, "top_p": 1, "min_p": 0)") == sample(""));
  // The temperature comes first, so that top-p cuts more.
  CHECK(sample(R"(, "temperature": 0.5, "top_p": 0.8)") == Json({1.0, 0.0, 0.0, 0.0, 0.0}));
  CHECK(attention("sample", R"("logits": ["-inf", 0])")["probabilities"] == Json({0.0, 1.0}));
}

TEST_CASE("eval: attention.sample refuses with a reason") {
  CHECK(error("sample", R"("logits": [])") == "logits: expected 1 to 1048576 numbers, got 0");
  CHECK(error("sample", R"("logits": ["-inf"])") == "logits: expected at least one that is not −∞");
  CHECK(error("sample", R"("logits": [1], "temperature": 0)") ==
        "field 'temperature': expected a number above 0, up to 1e300, got 0");
  CHECK(error("sample", R"("logits": [1], "top_k": 1.5)").starts_with("field 'top_k'"));
  CHECK(error("sample", R"("logits": [1], "top_p": 1.5)") ==
        "field 'top_p': expected a number from 0 to 1, got 1.5");
  CHECK(error("sample", R"("logits": [1], "min_p": -0.1)").starts_with("field 'min_p'"));
}

TEST_CASE("eval: attention.pages") {
  const auto pages = [](const std::string& requests, const std::string& policy) {
    return attention("pages",
                     "\"requests\": " + requests + R"(, "page": 16, "policy": ")" + policy + "\"");
  };
  CHECK(pages("[5, 17, 33]", "paged") == Json({{"allocated", 96}, {"used", 55}, {"waste", 41}}));
  CHECK(pages("[5, 17, 33]", "contiguous") ==
        Json({{"allocated", 99}, {"used", 55}, {"waste", 44}}));
  CHECK(pages("[16, 32]", "paged")["waste"] == 0);
  // 20 tokens shared: one whole page stands once, the piece behind it is copied.
  CHECK(pages(R"([{"tokens": 40, "shared": 20}, {"tokens": 30, "shared": 20}])", "paged") ==
        Json({{"allocated", 64}, {"used", 54}, {"waste", 10}}));
  // The whole request is shared: nothing is taken for it.
  CHECK(pages(R"([{"tokens": 40, "shared": 20}, {"tokens": 20, "shared": 20}])", "paged")["used"] ==
        40);
  CHECK(pages(R"([{"tokens": 40}, {"tokens": 30}])", "paged") == pages("[40, 30]", "paged"));
}

TEST_CASE("eval: attention.pages refuses with a reason") {
  const auto refused = [](const std::string& requests) {
    return error("pages", "\"requests\": " + requests + R"(, "page": 16, "policy": "paged")");
  };
  CHECK(refused("[]") == "field 'requests': expected 1 to 65536, got 0");
  CHECK(refused("[0]") == "field 'requests[0]': expected a whole number from 1 to 16777216, got 0");
  CHECK(refused("[1, 16777216]") ==
        "field 'requests': expected at most 16777216 tokens together, got 16777217");
  CHECK(refused(R"([{"tokens": 4, "shared": 5}])") ==
        "field 'requests[0].shared': expected a whole number from 0 to 4, got 5");
  CHECK(refused(R"([{"token": 4}])") ==
        "field 'requests[0]': expected \"tokens\" and \"shared\", got \"token\"");
  CHECK(refused(R"([{"shared": 4}])").starts_with("field 'requests[0]': expected \"tokens\""));
  CHECK(error("pages", R"("requests": [1], "page": 0, "policy": "paged")")
            .starts_with("field 'page'"));
  CHECK(error("pages", R"("requests": [1], "page": 1, "policy": "page")")
            .ends_with("; did you mean 'paged'?"));
}

}  // TESTS_OF(tools::eval_attention)
