#include "core/attention/cache.hpp"

#include <set>

#include "core/models/memory.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::attention::cache) {

using namespace loom;
using namespace loom::attention;

namespace {

const CacheFormat& format(const char* id) { return *find_cache_format(id); }

}  // namespace

TEST_CASE("cache: page by page, token by token") {
  Random random(1);
  const auto below = [&](int bound) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(bound)));
  };
  for (int trial = 0; trial < 2000; ++trial) {
    LayerKind kind{.layers = 1 + below(9), .kv_heads = 1 + below(4), .head = 1 + below(9)};
    if (below(2)) kind.window = 1 + below(50);
    const int tokens = below(120), page = 1 + below(20), batch = 1 + below(5);
    const Result<CacheCost> cost = cache_cost({&kind, 1}, format("bf16"), tokens, batch, page);
    REQUIRE(cost);
    std::set<int> pages;
    for (int token = 0; token < tokens; ++token)
      if (kind.window == 0 || token > tokens - 1 - kind.window) pages.insert(token / page);
    const int slots = static_cast<int>(pages.size()) * page;
    CHECK(cost->kinds[0].tokens == slots);
    CHECK(cost->bytes == 2. * batch * slots * 2 * kind.layers * kind.kv_heads * kind.head);
    CHECK(cost->per_token == 2. * 2 * kind.layers * kind.kv_heads * kind.head);
  }
}

TEST_CASE("cache: formats carry their scales") {
  const LayerKind heads{.layers = 1, .kv_heads = 8, .head = 128},
      latent{.layers = 1, .latent = 512, .rotary = 64};
  CHECK(token_bytes(heads, format("bf16")) == 4096);
  CHECK(token_bytes(heads, format("fp8")) == 2048);
  CHECK(token_bytes(heads, format("q8_0")) == 2048 * 34 / 32);
  CHECK(token_bytes(heads, format("q4_0")) == 2048 * 18 / 32);
  CHECK(token_bytes(latent, format("bf16")) == 1152);
  CHECK(token_bytes(latent, format("fp8")) == 512 + 4 * 4 + 64 * 2);  // FlashMLA: 656
  // As DeepSeek-V3.2 keeps it, with the indexer's key and scale: 48,068 bytes in 61 layers.
  const LayerKind indexed{.layers = 61, .latent = 512, .rotary = 64, .extra_bytes = 132};
  CHECK(cache_cost({&indexed, 1}, format("fp8"), 1)->bytes == 48068);
  // Blocks of llama.cpp are those in which weights are counted.
  for (const models::CacheFormat& other : models::cache_formats())
    if (const CacheFormat* own = find_cache_format(other.id))
      CHECK(own->heads.of(32) == other.heads.of(32));
  CHECK(find_cache_format("fp64") == nullptr);
}

TEST_CASE("cache: one sequence more does not fit") {
  Random random(2);
  const LayerKind kinds[] = {{.layers = 12, .kv_heads = 8, .head = 64},
                             {.layers = 12, .kv_heads = 8, .head = 64, .window = 128}};
  for (int trial = 0; trial < 500; ++trial) {
    const long long tokens = 1 + random.below(100000), page = 1 + random.below(64);
    const double memory = 1e9 + 80e9 * random.unit();
    const long long fit = sequences_that_fit(kinds, format("bf16"), tokens, memory, page);
    if (fit > 0) CHECK(cache_cost(kinds, format("bf16"), tokens, fit, page)->bytes <= memory);
    CHECK(cache_cost(kinds, format("bf16"), tokens, fit + 1, page)->bytes > memory);
  }
  CHECK(sequences_that_fit(kinds, format("bf16"), 0, 1e9) == most_cached_tokens);
  CHECK(sequences_that_fit(kinds, format("bf16"), 100, -1) == 0);
}

TEST_CASE("cache: a state is there once for each sequence, at any length and in any format") {
  const LayerKind kinds[] = {{.layers = 12, .kv_heads = 2, .head = 256},
                             {.layers = 36, .state = 2162688}};
  for (const CacheFormat& each : cache_formats())
    for (const long long tokens : {0, 1, 1000, 1 << 20})
      for (const long long page : {1, 16}) {
        const auto all = cache_cost(kinds, each, tokens, 3, page),
                   heads = cache_cost({kinds, 1}, each, tokens, 3, page);
        CHECK(all->state == 36. * 2162688);
        CHECK(all->per_token == heads->per_token);
        CHECK(all->bytes == heads->bytes + 3 * all->state);
        CHECK(all->kinds[1].tokens == 0);
      }
  CHECK(sequences_that_fit(kinds, format("bf16"), 0, 36. * 2162688 * 5 + 1) == 5);
}

TEST_CASE("cache: the line that vLLM prints") {
  CHECK(*engine_tokens("GPU KV cache size: 1,234,567 tokens") == 1234567);
  CHECK(*engine_tokens("INFO 08-01 kv_cache_utils.py:716] GPU KV cache size: 16 tokens, and") ==
        16);
  for (const char* line :
       {"", "GPU KV cache size:", "GPU KV cache size: tokens", "GPU KV cache size: 1.5 tokens",
        "GPU KV cache size: ,1 tokens", "GPU KV cache size: 12 GiB",
        "GPU KV cache size: 99999999999999999999 tokens", "1,234,567 tokens"})
    CHECK_FALSE(engine_tokens(line));
}

TEST_CASE("cache: what is refused") {
  const LayerKind kind{.layers = 1, .kv_heads = 1, .head = 1};
  const auto error = [&](long long tokens, long long batch, long long page) {
    return cache_cost({&kind, 1}, format("bf16"), tokens, batch, page).error().message;
  };
  CHECK(error(-1, 1, 1) == "tokens: expected 0 to 1099511627776, got -1");
  CHECK(error(1, 0, 1) == "batch: expected 1 to 1073741824, got 0");
  CHECK(error(1, 1, 0) == "page: expected 1 to 1073741824, got 0");
}

}  // TESTS_OF(core::attention::cache)
