// random_kernels COUNT [SEED] [COMPILER]: so many random kernels, run by the simulator and,
// compiled as plain C++, thread by thread. Their memory must be equal bit for bit, and the
// simulator must find nothing wrong. A failing program alone (COUNT 1) is made smaller and printed.
//
// random_kernels --show SEED prints one.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tests/core/cuda/random/oracle.hpp"
#include "tests/tries.hpp"

namespace loom::random_kernels {
namespace {

constexpr std::uint64_t at_once = 250;  // in a file for the compiler

struct Totals {
  long long programs = 0, statements = 0, threads = 0, waiting = 0, failed = 0;
  long long idle = 0;  // programs that leave memory as it was
};

void print(const Program& program) {
  std::printf("%s// <<<(%u, %u, %u), (%u, %u, %u)>>>\n", program.text.c_str(), program.grid[0],
              program.grid[1], program.grid[2], program.block[0], program.block[1],
              program.block[2]);
}

void batch(std::uint64_t seed, std::uint64_t count, const std::string& compiler, Totals& totals) {
  std::vector<Program> programs;
  for (std::uint64_t i = 0; i < count; ++i) programs.push_back(random_program(seed + i));
  const auto compiled = Compiled::make(programs, compiler);
  if (!compiled) {  // one of them is no C++: all count as failed
    totals.failed += static_cast<long long>(count);
    return;
  }
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const Program& program = programs[i];
    ++totals.programs;
    totals.statements += program.statements;
    totals.threads += program.threads();
    totals.waiting += program.meets;
    const Memory expected = compiled->run(i, program);
    Memory before;
    for (const Given& each : program.given) before.push_back(each.bytes);
    totals.idle += before == expected;
    const Verdict verdict = judge(program, simulate(program), expected);
    if (verdict.kind.empty()) continue;
    std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed + i), verdict.text.c_str());
    if (++totals.failed <= 1 && count == 1) print(reduced(program, compiler, verdict.kind));
    std::fflush(stdout);
  }
}

int usage() {
  std::fprintf(stderr,
               "usage: random_kernels COUNT [SEED] [COMPILER], or random_kernels --show SEED\n");
  return 2;
}

}  // namespace
}  // namespace loom::random_kernels

int main(int count, char** arguments) {
  using namespace loom::random_kernels;
  if (count == 3 && std::strcmp(arguments[1], "--show") == 0) {
    print(random_program(std::strtoull(arguments[2], nullptr, 10)));
    return 0;
  }
  const int asked = count > 1 ? std::atoi(arguments[1]) : 0;
  if (asked < 1 || count > 4) return usage();
  const auto all = static_cast<std::uint64_t>(loom::tries(asked));
  const std::uint64_t seed = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 0;
  const std::string compiler = count > 3 ? arguments[3] : "g++ -O0";
  Totals totals;
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t done = 0; done < all; done += at_once) {
    if (done > 0 && done % 10000 == 0)
      std::printf("%lld programs, %lld failed\n", totals.programs, totals.failed);
    std::fflush(stdout);
    batch(seed + done, std::min(at_once, all - done), compiler, totals);
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  std::printf(
      "%lld programs (in %lld of them threads wait for each other), %lld statements, %lld threads, "
      "%lld failed, %.0f s\n",
      totals.programs, totals.waiting, totals.statements, totals.threads, totals.failed,
      took.count());
  // Programs that do nothing would prove nothing.
  const bool busy = 10 * totals.idle <= totals.programs && totals.waiting > 0;
  if (!busy) std::printf("too few of the programs do something: %lld do not\n", totals.idle);
  return totals.failed == 0 && (busy || all < 100) ? 0 : 1;
}
