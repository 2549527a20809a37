// Bytes of attention: against loop nests that touch every element, and the closed forms.
#include "core/kernels/flash_io.hpp"

#include <cmath>
#include <tuple>

#include "core/random.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::kernels::flash_io) {

using namespace loom;
using namespace loom::kernels;

namespace {

using Loop = FlashLoop;

FlashIo of(const FlashIoOptions& options) {
  const auto found = flash_io(options);
  REQUIRE(found);
  return *found;
}

// A memory that counts, and loops as the papers write them.
struct Counted {
  std::int64_t reads = 0, writes = 0, d = 0;

  void load(std::int64_t rows, std::int64_t width) {
    for (std::int64_t i = 0; i < rows; ++i) reads += width;
  }
  void store(std::int64_t rows, std::int64_t width) {
    for (std::int64_t i = 0; i < rows; ++i) writes += width;
  }
};

// Rows begin … begin + block, but none behind n.
int rows_of(int begin, int block, int n) {
  int rows = 0;
  for (int i = begin; i < begin + block && i < n; ++i) ++rows;
  return rows;
}

bool seen(const FlashIoOptions& o, int query, int key) {
  const int n = static_cast<int>(o.n), bq = static_cast<int>(o.block_q),
            bk = static_cast<int>(o.block_k), columns = (n + bk - 1) / bk;
  if (!o.kept.empty() && !o.kept[static_cast<size_t>(query / bq * columns + key / bk)])
    return false;
  for (int i = query; i < query + bq && i < n; ++i)  // any pair of the block
    for (int j = key; j < key + bk && j < n; ++j)
      if ((!o.causal || j <= i) && (o.window == 0 || (i - j < o.window && j - i < o.window)))
        return true;
  return false;
}

Counted walk(const FlashIoOptions& o, bool backward = false) {
  Counted memory;
  auto left = o.outer;
  const int n = static_cast<int>(o.n), bq = static_cast<int>(o.block_q),
            bk = static_cast<int>(o.block_k);
  const std::int64_t d = o.d;
  const bool fa1 = o.loop == Loop::fa1;
  if (backward) {
    if (!fa1) {
      memory.load(n, 2 * d);
      memory.store(n, 1);
    }
    for (int j = 0; j < n && left-- > 0; j += bk) {
      memory.load(rows_of(j, bk, n), 2 * d);
      for (int i = 0; i < n; i += bq) {
        if (!seen(o, i, j)) continue;
        memory.load(rows_of(i, bq, n), d);           // Q
        if (fa1) memory.load(rows_of(i, bq, n), d);  // O
        memory.load(rows_of(i, bq, n), d);           // dO
        memory.load(rows_of(i, bq, n), d);           // dQ
        memory.load(rows_of(i, bq, n), 2);
        memory.store(rows_of(i, bq, n), d);
      }
      memory.store(rows_of(j, bk, n), 2 * d);
    }
  } else if (fa1) {
    for (int j = 0; j < n && left-- > 0; j += bk) {
      memory.load(rows_of(j, bk, n), d);
      memory.load(rows_of(j, bk, n), d);
      for (int i = 0; i < n; i += bq) {
        if (!seen(o, i, j)) continue;
        memory.load(rows_of(i, bq, n), d);
        memory.load(rows_of(i, bq, n), d + 2);
        memory.store(rows_of(i, bq, n), d + 2);
      }
    }
  } else {
    for (int i = 0; i < n && left-- > 0; i += bq) {
      memory.load(rows_of(i, bq, n), d);
      for (int j = 0; j < n; j += bk) {
        if (!seen(o, i, j)) continue;
        memory.load(rows_of(j, bk, n), d);
        memory.load(rows_of(j, bk, n), d);
      }
      memory.store(rows_of(i, bq, n), d + 1);
    }
  }
  return memory;
}

}  // namespace

TEST_CASE("flash io: loops over every row of every block, random sizes and masks") {
  Random random(7);
  for (int i = 0; i < tries(600); ++i) {
    FlashIoOptions o;
    o.n = 1 + random.below(40);
    o.d = 1 + random.below(9);
    o.loop = random.below(2) == 0 ? Loop::fa1 : Loop::fa2;
    o.block_q = 1 + random.below(20);
    o.block_k = 1 + random.below(50);
    o.causal = random.below(2) == 0;
    if (random.below(3) == 0) {
      const auto blocks = ((o.n - 1) / o.block_q + 1) * ((o.n - 1) / o.block_k + 1);
      for (std::int64_t block = 0; block < blocks; ++block) o.kept.push_back(random.below(2) == 0);
    }
    if (random.below(3) == 0) o.window = 1 + random.below(30);
    if (random.below(3) == 0) o.outer = random.below(12);
    CAPTURE(o.n);
    CAPTURE(o.window);
    CAPTURE(o.outer);
    CAPTURE(o.block_q);
    CAPTURE(o.block_k);
    CAPTURE(o.causal);
    const Counted counted = walk(o);
    const FlashIo found = of(o);
    CHECK(found.reads == counted.reads);
    CHECK(found.writes == counted.writes);
    const Counted back = walk(o, true);
    const auto backward = flash_backward_io(o);
    REQUIRE(backward);
    CHECK(backward->reads == back.reads);
    CHECK(backward->writes == back.writes);
    if (o.outer == most_flash_outer) CHECK(backward->blocks == found.blocks);
  }
}

TEST_CASE("flash io: kernels of standard attention, with mask and dropout beside") {
  // The setting of FlashAttention's figure 2: 64 sequences, 16 heads, 1,024 tokens, heads of 64.
  FlashIoOptions o{.n = 1024, .d = 64, .loop = Loop::standard};
  const auto gb = [](std::int64_t elements) {
    return 2 * 64 * 16 * static_cast<double>(elements) / 1e9;
  };
  const auto both = [&] { return flash_io(o)->total() + flash_backward_io(o)->total(); };
  CHECK(both() == 11 * o.n * o.n + 12 * o.n * o.d);
  CHECK(gb(both()) == doctest::Approx(25.23).epsilon(0.001));
  o.separate_mask = true;
  CHECK(both() == 13 * o.n * o.n + 12 * o.n * o.d);
  o.separate_dropout = true;
  CHECK(both() == 18 * o.n * o.n + 12 * o.n * o.d);
  CHECK(gb(both()) == doctest::Approx(40.3).epsilon(0.002));  // measured: 40.3
  for (const bool backward : {false, true}) {
    const auto kernels = standard_kernels(o, backward);
    CHECK(flash_outer(o, backward) == static_cast<std::int64_t>(kernels.size()));
    std::int64_t sum = 0;
    for (o.outer = 0; o.outer <= static_cast<std::int64_t>(kernels.size()); ++o.outer) {
      const auto so_far = backward ? flash_backward_io(o) : flash_io(o);
      CHECK(so_far->total() == sum);
      if (o.outer < static_cast<std::int64_t>(kernels.size())) {
        const auto& kernel = kernels[static_cast<size_t>(o.outer)];
        sum += kernel.reads + kernel.writes;
      }
    }
    o.outer = most_flash_outer;
  }
}

TEST_CASE("flash io: closed forms") {
  // 2 bytes an element, in MB: 8 N² + 8 N d.
  for (const auto& [n, d, megabytes] :
       {std::tuple{1024, 64, 8.9}, std::tuple{4096, 128, 138.4}, std::tuple{16384, 128, 2164.3}}) {
    const double bytes =
        2.0 * static_cast<double>(of({.n = n, .d = d, .loop = Loop::standard}).total());
    CHECK(bytes == 8.0 * n * n + 8.0 * n * d);
    CHECK(bytes / 1e6 == doctest::Approx(megabytes).epsilon(0.005));
  }
  const FlashIo second = of({.n = 4096, .d = 128, .loop = Loop::fa2});
  CHECK(second.reads == 4096 * 128 + 32 * 2 * 4096 * 128);
  CHECK(second.writes == 4096 * 129);
  CHECK(second.blocks == 32 * 32);
  const FlashIo first = of({.n = 4096, .d = 128, .loop = Loop::fa1});
  CHECK(first.reads == 2 * 4096 * 128 + 32 * (2 * 4096 * 128 + 2 * 4096));
  CHECK(first.writes == 32 * (4096 * 128 + 2 * 4096));
  // One block of everything: each tensor once.
  CHECK(of({.n = 100, .d = 8, .block_q = 4096, .block_k = 1000000}).reads == 3 * 100 * 8);
  // Causal: 32 rows of blocks of which row r meets r + 1.
  CHECK(of({.n = 4096, .d = 128, .causal = true}).blocks == 32 * 33 / 2);
  CHECK(of({.n = 4096, .d = 128, .loop = Loop::standard, .causal = true}).total() ==
        of({.n = 4096, .d = 128, .loop = Loop::standard}).total());
}

TEST_CASE("flash io: the order of the loops, the size of the blocks, the bounds") {
  const auto total = [](Loop loop, std::int64_t n, std::int64_t block) {
    return of({.n = n, .d = 64, .loop = loop, .block_q = block, .block_k = block}).total();
  };
  for (const std::int64_t n : {512, 4096, 65536}) {
    CHECK(total(Loop::fa2, n, 128) < total(Loop::fa1, n, 128));
    CHECK(total(Loop::fa2, n, 256) < total(Loop::fa2, n, 128));
    CHECK(total(Loop::fa1, n, 128) < total(Loop::standard, n, 128));
  }
  // Twice the memory on chip, about half the accesses, and always a small multiple of the bound.
  const std::int64_t n = 1 << 16, d = 64;
  double before = 0;
  for (std::int64_t m = 1 << 13; m <= 1 << 18; m *= 2) {
    const FlashBlocks blocks = flash_blocks(m, d);
    const auto io =
        of({.n = n, .d = d, .loop = Loop::fa1, .block_q = blocks.queries, .block_k = blocks.keys});
    const double times =
        static_cast<double>(io.total()) / flash_bound(n, d, static_cast<double>(m));
    CHECK(times > 4);
    CHECK(times < 16);
    if (before > 0)
      CHECK(static_cast<double>(io.total()) / before == doctest::Approx(0.5).epsilon(0.05));
    before = static_cast<double>(io.total());
  }
  CHECK(flash_blocks(51200, 64).keys == 200);
  CHECK(flash_blocks(51200, 64).queries == 64);
  CHECK(flash_blocks(51200, 128).queries == 100);
  CHECK(standard_bound(1024, 64) == 1024.0 * 64 + 1024 * 1024);
}

TEST_CASE("flash io: what is refused") {
  const auto message = [](const FlashIoOptions& options) {
    const auto found = flash_io(options);
    return found ? "" : found.error().message;
  };
  CHECK(message({.n = 0}) == "n: expected 1 to 4194304, got 0");
  CHECK(message({.d = -1}) == "d: expected 1 to 16384, got -1");
  CHECK(message({.block_q = 0}) == "block_q: expected 1 to 1099511627776, got 0");
  CHECK(message({.n = 256, .kept = {true}}) == "kept: expected 2 times 2 blocks, got 1");
  CHECK(message({.n = 64, .loop = Loop::standard, .kept = {true}}) ==
        "kept: standard attention computes all, expected fa1 or fa2");
  // The largest of all: exact in 64 bits.
  const FlashIo most =
      of({.n = most_flash_tokens, .d = most_flash_width, .block_q = 1, .block_k = 1});
  CHECK(most.reads == most_flash_tokens * most_flash_width * (1 + 2 * most_flash_tokens));
}

}  // TESTS_OF(core::kernels::flash_io)
