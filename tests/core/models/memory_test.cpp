#include "core/models/memory.hpp"

#include <cmath>
#include <string>

#include "core/numerics/gguf.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::models::memory) {

using namespace loom;
using namespace loom::models;

namespace {

Parts weights_of(const char* shape, const char* format) {
  return weights(*find_shape(shape), *find_weight_format(format));
}

double bits_per_weight(const char* shape, const char* format) {
  return 8. * static_cast<double>(weights_of(shape, format).total()) /
         static_cast<double>(parameters(*find_shape(shape)).total());
}

double cache_of(const char* shape, const char* format, long long context, int batch) {
  return cache_bytes(*find_shape(shape), *find_cache_format(format), context, batch);
}

}  // namespace

TEST_CASE("weights: Llama 3.1 8B as llama-quantize's table has it, to the last digit") {
  const struct {
    const char* id;
    double bits, gib;
  } rows[] = {
      {"q2_k", 3.1593, 2.95},   {"q4_k_s", 4.6672, 4.36}, {"q4_k_m", 4.8944, 4.58},
      {"q5_k_m", 5.7036, 5.33}, {"q6_k", 6.5633, 6.14},   {"q8_0", 8.5008, 7.95},
  };
  for (const auto& row : rows) {
    CAPTURE(row.id);
    CHECK(std::abs(bits_per_weight("llama-8b", row.id) - row.bits) <= 0.00005);
    const double gib =
        static_cast<double>(weights_of("llama-8b", row.id).total()) / (1024. * 1024 * 1024);
    CHECK(std::abs(gib - row.gib) <= 0.0051);
  }
}

TEST_CASE("weights: files of Llama 3.1 70B, which carry some MB of vocabulary besides") {
  const struct {
    const char* id;
    double gb;  // as bartowski's Meta-Llama-3.1-70B-Instruct-GGUF lists them
  } rows[] = {{"q8_0", 74.98},   {"q6_k", 57.89},   {"q5_k_m", 49.95},
              {"q4_k_m", 42.52}, {"q4_k_s", 40.35}, {"q3_k_m", 34.27}};
  for (const auto& row : rows) {
    CAPTURE(row.id);
    CHECK(static_cast<double>(weights_of("llama-70b", row.id).total()) / 1e9 + 0.008 ==
          doctest::Approx(row.gb).epsilon(0.0002));
  }
}

TEST_CASE("weights: other published sizes") {
  // Change of perplexity beside size, for Llama 3 8B (formats of the quantize tool's help).
  const auto gib = [](const char* shape, const char* format) {
    return static_cast<double>(weights_of(shape, format).total()) / (1024. * 1024 * 1024);
  };
  CHECK(gib("llama-8b", "q4_0") == doctest::Approx(4.34).epsilon(0.002));
  CHECK(gib("llama-8b", "q3_k_m") == doctest::Approx(3.74).epsilon(0.002));
  // gpt-oss-20b's card: a checkpoint of 12.8 GiB.
  CHECK(std::abs(gib("gpt-oss-20b", "mxfp4") - 12.8) < 0.05);
  CHECK(weights_of("llama-8b", "bf16").total() == 2 * 8'030'261'248);
  // Twice 32 layers of FP8 matrices, and two tables in BF16.
  CHECK(weights_of("llama-8b", "fp8").total() ==
        32ll * (4096 * (4096 + 1024) * 2 + 3 * 4096 * 14336) +
            2 * (2ll * 128256 * 4096 + 65 * 4096));
}

TEST_CASE("weights: Q4_K_M gives 16 of 32 layers more bits, and 40 of 80") {
  // All other tensors of the layer being the same, the file tells how many.
  const auto layers = [](const char* id) {
    const Shape& shape = *find_shape(id);
    const long long down = 1ll * shape.width * shape.ffn;
    return (weights_of(id, "q4_k_m").feed_forward - shape.layers * down * 3 / 256 * 144) /
           (down / 256 * (210 - 144));
  };
  CHECK(layers("llama-8b") == 16);
  CHECK(layers("llama-70b") == 40);
}

TEST_CASE("weights: rows that blocks of 256 do not fill take blocks of 32") {
  // gpt-oss: q, k, v, gate, up, down have rows of 2,880; Q2_K becomes Q4_0, its Q4_K Q5_0.
  const Shape& shape = *find_shape("gpt-oss-20b");
  const long long rows = 24ll * 2880;
  CHECK(weights_of("gpt-oss-20b", "q2_k").attention ==
        rows * (4096 + 512) / 32 * 18 + rows * 512 / 32 * 22 + rows * 4096 / 256 * 110);
  CHECK(weights_of("gpt-oss-20b", "q2_k").head == 201088ll * 2880 / 32 * 34);
  CHECK(shape.width % 256 != 0);
}

TEST_CASE("weights: a model with 8 experts keeps keys and values in Q8_0") {
  const long long k = 32ll * 4096 * 1024, q = 4 * k;
  CHECK(weights_of("mixtral", "q4_k_m").attention ==
        2 * k / 32 * 34 + q / 256 * 144 + q / 256 * 176);
  CHECK(weights_of("mixtral", "q4_0").attention == 2 * k / 32 * 34 + 2 * q / 32 * 18);
}

TEST_CASE("weights: a token table that is also the output matrix is there once, as the latter") {
  const Parts parts = weights_of("llama-1b", "q4_k_m");
  CHECK(parts.embedding == 0);
  CHECK(parts.head == 128256ll * 2048 / 256 * 210);
  CHECK(weights_of("llama-1b", "tq2_0").head == parts.head);
  CHECK(weights_of("llama-8b", "tq2_0").embedding == 128256ll * 4096 / 256 * 144);
}

TEST_CASE("weights: blocks are as large as those that are decoded") {
  for (const WeightFormat& format : weight_formats()) {
    CAPTURE(format.id);
    CHECK(find_weight_format(format.id) == &format);
    const std::string base(format.id.substr(0, 4));  // "q4_k_m" is made of "q4_k"
    if (const numerics::BlockType* type = numerics::find_block_type(base)) {
      CHECK(format.base.values == type->values);
      CHECK(format.base.bytes == type->bytes);
    }
  }
  CHECK(find_weight_format("q4_k") == nullptr);
  CHECK(find_cache_format("fp64") == nullptr);
}

TEST_CASE("weights: fewer bits in the list are fewer bytes, but for files beside checkpoints") {
  for (const Shape& shape : shapes()) {
    long long before = 1ll << 60;
    for (const WeightFormat& format : weight_formats()) {
      if (format.rule == WeightFormat::Rule::checkpoint) continue;
      // Where rows are not filled, Q4_K takes Q5_0's room and Q3_K that of Q4_0.
      if (shape.width % 256 != 0) continue;
      CAPTURE(shape.id);
      CAPTURE(format.id);
      const long long total = weights(shape, format).total();
      CHECK(total < before);
      before = total;
    }
  }
}

TEST_CASE("cache: key and value of every layer, KV head and token") {
  CHECK(cache_of("llama-8b", "fp16", 1, 1) == 128 * 1024);
  CHECK(cache_of("llama-8b", "fp16", 8192, 1) == 1024. * 1024 * 1024);
  CHECK(cache_of("llama-8b", "fp8", 8192, 3) == 1.5 * 1024 * 1024 * 1024);
  CHECK(cache_of("llama-8b", "q8_0", 1000, 1) == cache_of("llama-8b", "fp16", 1000, 1) * 17 / 32);
  CHECK(cache_of("llama-8b", "q4_0", 1000, 1) == cache_of("llama-8b", "fp16", 1000, 1) * 9 / 32);
  CHECK(cache_of("llama-70b", "fp16", 1, 1) == 320 * 1024);
  // Half of gpt-oss's layers look 128 tokens back.
  for (long long context : {1, 100, 128, 129, 4096}) {
    double kept = 0;
    for (long long layer = 0; layer < 24; ++layer)
      for (long long token = 0; token < context; ++token)
        if (layer % 2 == 0 || token >= context - 128) kept += 2 * 8 * 64 * 2;
    CHECK(cache_of("gpt-oss-20b", "fp16", context, 1) == kept);
  }
}

TEST_CASE("longest context: one token more does not fit") {
  for (const Shape& shape : shapes())
    for (const char* format : {"bf16", "q4_k_m"})
      for (const CacheFormat& cache : cache_formats())
        for (double memory : {1e9, 8e9, 24e9, 141e9})
          for (int batch : {1, 7}) {
            const Parts parts = weights(shape, *find_weight_format(format));
            const long long longest = longest_context(shape, parts, cache, batch, memory);
            const auto fits = [&](long long context) {
              return static_cast<double>(parts.total()) +
                         cache_bytes(shape, cache, context, batch) <=
                     memory;
            };
            CHECK((longest == 0 || fits(longest)));
            CHECK(!fits(longest + 1));
          }
}

TEST_CASE("reads: a dense model reads all but the token table, a mixture what is chosen") {
  const Parts dense = parameters(*find_shape("llama-8b"));
  for (int batch : {1, 64})
    CHECK(read_bytes(*find_shape("llama-8b"), dense, batch) ==
          static_cast<double>(dense.total() - dense.embedding));
  const Shape& mixtral = *find_shape("mixtral");
  const Parts parts = parameters(mixtral);
  const double fixed = static_cast<double>(parts.total() - parts.embedding - parts.feed_forward),
               experts = static_cast<double>(parts.feed_forward);
  CHECK(read_bytes(mixtral, parts, 1) == doctest::Approx(fixed + experts / 4));
  // Two tokens choose 2 of 8 each: on average 2 + 2 · 6/8 experts.
  CHECK(read_bytes(mixtral, parts, 2) == doctest::Approx(fixed + experts * 3.5 / 8));
  CHECK(read_bytes(mixtral, parts, 1000) == doctest::Approx(fixed + experts));
}

TEST_CASE("tokens a second: 15 GB in BF16 at 3.35 TB/s, and what the cache costs") {
  const Shape& shape = *find_shape("llama-8b");
  const double read = read_bytes(shape, weights_of("llama-8b", "bf16"), 1);
  CHECK(tokens_per_second(read, 0, 1, 3350) == doctest::Approx(3350e9 / (2 * 7'504'924'672.)));
  CHECK(tokens_per_second(read, read, 1, 3350) ==
        doctest::Approx(tokens_per_second(read, 0, 1, 3350) / 2));
  CHECK(tokens_per_second(read, 0, 8, 3350) ==
        doctest::Approx(8 * tokens_per_second(read, 0, 1, 3350)));
}

}  // TESTS_OF(core::models::memory)
