// Random programs of blocks, or of warps of one block, that read and write some words and tell each
// other by flags. Which words race is computed with a clock for each thread.
#include <algorithm>
#include <array>

#include "core/random.hpp"
#include "tests/core/cuda/kernels.hpp"

TESTS_OF(core::cuda::flags_random) {

using loom::tests::cuda::Kernel;
using loom::tests::cuda::Size;

namespace {

constexpr std::size_t most_threads = 4, words = 3;
using Times = std::array<int, most_threads>;  // what a thread knows of each one's steps

struct Access {
  std::size_t thread;
  Times when;
  bool writes;
};

struct Program {
  std::array<std::string, most_threads> body;
  std::array<std::vector<Access>, words> accesses;
};

// Steps of random threads one after another. A flag is set once, and waited for later than that in
// this order; so the program ends in every order.
Program made(loom::Random& random, std::uint32_t threads, const std::string& fence) {
  Program program;
  std::array<Times, most_threads> clock{};
  std::vector<Times> flags;
  const std::uint32_t steps = 5 + random.below(12);
  for (std::uint32_t step = 0; step < steps; ++step) {
    const std::size_t t = random.below(threads);
    std::string& body = program.body[t];
    ++clock[t][t];
    const std::uint32_t kind = random.below(10);
    if (kind < 6) {
      const std::size_t word = random.below(words);
      const std::string place = "d[" + std::to_string(word) + "]";
      body += kind < 3 ? place + " = " + std::to_string(step + 1) + "; " : "x += " + place + "; ";
      program.accesses[word].push_back({t, clock[t], kind < 3});
    } else if (kind < 8) {
      body += fence + " atomicExch(&f[" + std::to_string(flags.size()) + "], 1); ";
      flags.push_back(clock[t]);
    } else if (!flags.empty()) {
      const std::size_t flag = random.below(static_cast<std::uint32_t>(flags.size()));
      body += "while (*(volatile int*)&f[" + std::to_string(flag) + "] == 0) {} " + fence + " ";
      for (std::size_t i = 0; i < most_threads; ++i)
        clock[t][i] = std::max(clock[t][i], flags[flag][i]);
    }
  }
  return program;
}

bool races(const std::vector<Access>& all) {
  for (std::size_t later = 0; later < all.size(); ++later)
    for (std::size_t i = 0; i < later; ++i) {
      const Access &a = all[i], &b = all[later];
      if (a.thread != b.thread && (a.writes || b.writes) && a.when[a.thread] > b.when[a.thread])
        return true;
    }
  return false;
}

std::string text(const Program& program, std::uint32_t threads, bool blocks) {
  std::string out = blocks ? "__global__ void k(int* d, int* f, int* o) {\n"
                             "  if (threadIdx.x) return;\n  int b = blockIdx.x, x = 0;\n"
                           : "__global__ void k(int*, int*, int* o) {\n"
                             "  __shared__ int d[3], f[16];\n"
                             "  if (threadIdx.x < 16) f[threadIdx.x] = d[threadIdx.x % 3] = 0;\n"
                             "  __syncthreads();\n  if (threadIdx.x % 32) return;\n"
                             "  int b = threadIdx.x / 32, x = 0;\n";
  for (std::uint32_t t = 0; t < threads; ++t)
    out += "  if (b == " + std::to_string(t) + ") { " + program.body[t] + "}\n";
  return out + "  o[b] = x;\n}";
}

void compare(bool blocks, std::uint64_t seed, int programs) {
  loom::Random random(seed);
  int racing = 0;
  for (int i = 0; i < programs; ++i) {
    const std::uint32_t threads = 2 + random.below(3);
    const Program program =
        made(random, threads, blocks ? "__threadfence();" : "__threadfence_block();");
    const std::string source = text(program, threads, blocks);
    CAPTURE(source);
    std::vector<int> d(words), f(16), o(most_threads);
    const auto many = static_cast<int>(threads);
    const std::string found =
        Kernel(source).array(d).array(f).array(o).run(blocks ? Size{many, 32} : Size{1, 32 * many});
    for (std::size_t word = 0; word < words; ++word) {
      const bool expected = races(program.accesses[word]);
      racing += expected;
      CHECK((found.find("d[" + std::to_string(word) + "]") != std::string::npos) == expected);
    }
  }
  CHECK(racing > programs / 2);
}

}  // namespace

TEST_CASE("Flags between blocks: the words that race, and no others") { compare(true, 1, 1500); }
TEST_CASE("Flags between warps: the words that race, and no others") { compare(false, 2, 1500); }

}  // TESTS_OF(core::cuda::flags_random)
