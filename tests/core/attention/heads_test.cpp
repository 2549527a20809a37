#include "core/attention/heads.hpp"

#include "core/models/cached.hpp"
#include "core/random.hpp"
#include "tests/core/attention/random_matrix.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::attention::heads) {

using namespace loom;
using namespace loom::attention;

TEST_CASE("heads: sharing is attention with every KV head repeated for its group") {
  Random random(1);
  for (int heads : {1, 2, 4, 6})
    for (int kv_heads : possible_kv_heads(heads)) {
      const HeadSharing sharing{heads, kv_heads, 3}, alone{heads, heads, 3};
      std::vector<Matrix> queries, keys, values, repeated_keys, repeated_values;
      for (int h = 0; h < heads; ++h) queries.push_back(test::random_matrix(4, 3, random));
      for (int g = 0; g < kv_heads; ++g) {
        keys.push_back(test::random_matrix(5, 3, random));
        values.push_back(test::random_matrix(5, 2, random));
        for (int copy = 0; copy < heads / kv_heads; ++copy) {
          repeated_keys.push_back(keys.back());
          repeated_values.push_back(values.back());
        }
      }
      const auto shared = attend_shared(sharing, queries, keys, values, {}),
                 own = attend_shared(alone, queries, repeated_keys, repeated_values, {});
      REQUIRE(shared);
      REQUIRE(own);
      for (size_t h = 0; h < static_cast<size_t>(heads); ++h)
        CHECK((*shared)[h].out == (*own)[h].out);
    }
}

TEST_CASE("heads: each KV head serves as many") {
  for (int heads : {1, 8, 12, 64})
    for (int kv_heads : possible_kv_heads(heads)) {
      std::vector<int> served(static_cast<size_t>(kv_heads));
      for (int h = 0; h < heads; ++h)
        ++served[static_cast<size_t>(kv_head_of({heads, kv_heads, 1}, h))];
      for (int count : served) CHECK(count == heads / kv_heads);
    }
  CHECK(possible_kv_heads(12) == std::vector<int>{1, 2, 3, 4, 6, 12});
}

TEST_CASE("heads: a byte of the cache serves as many operations as heads share it") {
  const auto intensity = [](const char* id) {
    const models::CachedModel& model = *models::find_cached_model(id);
    const HeadSharing sharing{model.heads, model.kinds[0].kv_heads, model.kinds[0].head};
    return decode_cost(sharing, 8192)->intensity();
  };
  CHECK(intensity("llama2-7b") == 1);
  CHECK(intensity("llama-70b") == 8);
  CHECK(intensity("qwen3-235b") == 16);
  const DecodeCost cost = *decode_cost({32, 8, 128}, 1000);
  CHECK(cost.flop == 4. * 32 * 128 * 1000);
  CHECK(cost.bytes == 4. * 8 * 128 * 1000);
  CHECK(decode_cost({32, 8, 128}, 1000, 1)->intensity() == 8);
}

TEST_CASE("heads: what is refused") {
  CHECK(decode_cost({32, 5, 128}, 1).error().message ==
        "kv_heads: expected a divisor of the 32 query heads, got 5");
  CHECK(decode_cost({32, 0, 128}, 1).error().message == "kv_heads: expected 1 to 65536, got 0");
  CHECK(decode_cost({32, 8, 128}, 0).error().message ==
        "tokens: expected 1 to 1000000000000, got 0");
  CHECK_FALSE(decode_cost({32, 8, 128}, 1, 0));
  CHECK_FALSE(attend_shared({2, 1, 1}, {Matrix(1, 1)}, {Matrix(1, 1)}, {Matrix(1, 1)}, {}));
  CHECK(attend_shared({1, 1, 1}, {Matrix(1, 1)}, {Matrix(1, 2)}, {Matrix(1, 1)}, {})
            .error()
            .message.starts_with("head 0: k: "));
}

}  // TESTS_OF(core::attention::heads)
