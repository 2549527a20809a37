// doctest's main(), and --at-least=N: a run of fewer test cases fails. doctest reports success when
// a filter matches nothing, so a group whose folder was renamed would be empty without notice.
#define DOCTEST_CONFIG_IMPLEMENT
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/doctest.hpp"

namespace {

unsigned cases = 0;  // that match the filters

struct Counter final : doctest::IReporter {
  explicit Counter(const doctest::ContextOptions&) {}
  void test_run_end(const doctest::TestRunStats& stats) override {
    cases = stats.numTestCasesPassingFilters;
  }
  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_case_start(const doctest::TestCaseData&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}
};

REGISTER_LISTENER("counter", 1, Counter);

unsigned least_of(int count, char** arguments) {
  constexpr std::string_view name = "--at-least=";
  unsigned least = 0;
  for (int i = 1; i < count; ++i)
    if (const std::string_view argument = arguments[i]; argument.starts_with(name))
      least = static_cast<unsigned>(std::atoi(argument.substr(name.size()).data()));
  return least;
}

}  // namespace

int main(int count, char** arguments) {
  doctest::Context context(count, arguments);
  const int result = context.run();
  const unsigned least = least_of(count, arguments);
  if (least > 0 && std::getenv("LOOM_SCENE")) {
    std::puts("ERROR: LOOM_SCENE is set, so the tests of all scenes tried only one");
    return 1;
  }
  if (result != 0 || context.shouldExit() || cases >= least) return result;
  std::printf("ERROR: %u test cases, expected %u or more: do the filters still match the files?\n",
              cases, least);
  return 1;
}
