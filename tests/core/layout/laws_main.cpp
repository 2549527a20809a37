// layout_laws CASES: checks every law on that many random cases; see tests/tries.hpp.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "tests/core/layout/laws.hpp"
#include "tests/tries.hpp"

namespace loom::laws {
namespace {

// Whether no law is broken. A law whose cases are nearly all refused proves nothing, so at least a
// tenth must have an answer.
bool ask(const Law& law, std::int64_t cases) {
  std::int64_t counts[3] = {};
  Random random(20);
  const auto start = std::chrono::steady_clock::now();
  for (std::int64_t i = 0; i < cases; ++i) {
    std::string about;
    const Verdict verdict = law.check(random, about);
    ++counts[static_cast<std::size_t>(verdict)];
    if (verdict == Verdict::broken && counts[2] <= 5) std::printf("  broken: %s\n", about.c_str());
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  std::printf("%-28s %9lld held %9lld refused %6lld broken %7.1f s\n", law.name,
              static_cast<long long>(counts[0]), static_cast<long long>(counts[1]),
              static_cast<long long>(counts[2]), took.count());
  return counts[2] == 0 && counts[0] >= cases / 10;
}

}  // namespace
}  // namespace loom::laws

int main(int count, char** arguments) {
  using namespace loom::laws;
  const int asked = count == 2 ? std::atoi(arguments[1]) : 0, cases = loom::tries(asked);
  if (asked < 1) {
    std::fprintf(stderr, "usage: layout_laws CASES\n");
    return 2;
  }
  bool good = true;
  for (const auto& gather : {laws_of_one, laws_of_recast, laws_of_compose, laws_of_divide})
    for (const Law& law : gather()) good = ask(law, cases) && good;
  return good ? 0 : 1;
}
