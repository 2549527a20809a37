// A model as its training sees it: against tensors and pairs that are counted one by one.
#include "core/scaling/trained_model.hpp"

#include <algorithm>
#include <string_view>

#include "core/find.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::scaling::trained_model) {

using namespace loom;
using namespace loom::scaling;

namespace {

const models::Shape* shape(std::string_view id) {
  return find_by_id<models::Shape>(models::all_shapes(), id);
}

}  // namespace

TEST_CASE("a trained model: the tensors that a layer of Llama 3.1 8B keeps of a token") {
  const auto found = trained(*shape("llama-8b"), 8192);
  REQUIRE(found);
  const int inputs[] = {4096, 4096, 4096, 4096};  // of norms, attention, feed-forward part
  const int cut[] = {4096,  1024,  1024, 4096,    // q, k, v, the result
                     14336, 14336, 14336};        // gate, up, product
  double whole = 0, divided = 0;
  for (const int numbers : inputs) whole += 2 * numbers;
  for (const int numbers : cut) divided += 2 * numbers;
  CHECK(found->model.whole == whole);
  CHECK(found->model.cut == divided);
  CHECK(found->model.layers == 32);
  CHECK(found->model.parameters == 8030261248.);  // published: model.safetensors.index.json
  CHECK(found->used == found->model.parameters);
  CHECK(found->keys_values == 2048);
  CHECK(found->attention == 4096);
}

TEST_CASE("a trained model: layers with a window, against the pairs that they see") {
  const models::Shape& windowed = *shape("gpt-oss-20b");
  REQUIRE(windowed.windowed > 0);
  constexpr int tokens = 8192;
  double all = 0, seen = 0;
  for (int query = 0; query < tokens; ++query) {
    all += query + 1;
    seen += std::min(query + 1, windowed.window);
  }
  const int width = windowed.heads * windowed.head, others = windowed.layers - windowed.windowed;
  const double expected = width * (others + windowed.windowed * seen / all) / windowed.layers;
  const auto found = trained(windowed, tokens);
  REQUIRE(found);
  CHECK(found->attention == doctest::Approx(expected).epsilon(0.01).scale(0));
}

TEST_CASE("a trained model: a token uses the experts that it chooses") {
  const auto mixtral = trained(*shape("mixtral"), 4096);
  REQUIRE(mixtral);
  CHECK(mixtral->model.parameters == 46702792704.);
  CHECK(mixtral->used == doctest::Approx(mixtral->model.parameters - 6. * 32 * 3 * 4096 * 14336));
  CHECK(mixtral->routing.count == 8);
  const auto deepseek = trained(*shape("deepseek-v3"), 4096);
  REQUIRE(deepseek);
  CHECK(deepseek->used == doctest::Approx(37e9).epsilon(0.02).scale(0));  // arXiv 2412.19437
  CHECK(deepseek->routing.nodes == 4);
}

TEST_CASE("a trained model: layers of other kinds are refused") {
  int refused = 0;
  for (const models::Shape& each : models::all_shapes()) {
    const bool other = each.no_attention + each.no_ffn + each.states + each.blocks > 0;
    CHECK(!trained(each, 4096) == other);
    refused += other;
  }
  CHECK(refused > 0);
}

}  // TESTS_OF(core::scaling::trained_model)
