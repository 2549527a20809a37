// A reader's own kernel, as people write it, against amounts in plain numbers.
#include "web/scenes/peaks/roofline_own.hpp"

#include <random>
#include <string>
#include <utility>

#include "tests/doctest.hpp"

TESTS_OF(web::scenes::peaks::roofline_own) {

using namespace loom;
using scenes::OwnRun;
using scenes::read_own_run;

namespace {

OwnRun good(const std::string& text) {
  CAPTURE(text);
  const auto run = read_own_run(text);
  REQUIRE(run);
  REQUIRE(run->has_value());
  return **run;
}

bool is(const std::string& text, double flops, double bytes, double seconds) {
  const OwnRun run = good(text);
  return run.flops == doctest::Approx(flops).epsilon(1e-12) &&
         run.bytes == doctest::Approx(bytes).epsilon(1e-12) &&
         run.seconds * 1e9 == doctest::Approx(seconds * 1e9).epsilon(1e-12);
}

std::string refusal(const std::string& text) {
  const auto run = read_own_run(text);
  CAPTURE(text);
  REQUIRE_FALSE(run);
  return run.error().message;
}

}  // namespace

TEST_CASE("roofline's own kernel: as people write it") {
  CHECK(is("100 GFLOP 2GB 1ms", 1e11, 2e9, 1e-3));
  CHECK(is("1ms, 2 GB, 100 GFLOPs", 1e11, 2e9, 1e-3));
  CHECK(is("100gflop2gb1ms", 1e11, 2e9, 1e-3));
  CHECK(is("2 GiB 1.5 TFLOPs 30 us", 1.5e12, 2147483648., 30e-6));
  CHECK(is("512 KiB; 3 MFLOP; 800ns", 3e6, 524288, 8e-7));
  CHECK(is("1,234,567 bytes 8 FLOP 3 µs", 8, 1234567, 3e-6));
  CHECK(is("1e3GB 1EFLOP 2 sec", 1e18, 1e12, 2));
  CHECK(is("2.5e-3 s\n4 MB\t7 PFLOPs", 7e15, 4e6, 2.5e-3));
  CHECK(is("7 kB 1 KFLOP 1 s", 1e3, 7e3, 1));
  CHECK(is("7 gb 1 tflops 1 s", 1e12, 7e9, 1));
}

TEST_CASE("roofline's own kernel: three plain numbers stay what they were") {
  CHECK(is("5e11 5e9 1.6e-3", 5e11, 5e9, 1.6e-3));
  CHECK(is("1e9,1e9,0.001", 1e9, 1e9, 1e-3));
  CHECK(is("100,200,300", 100, 200, 300));
  CHECK(read_own_run("")->has_value() == false);
  CHECK(read_own_run(" \n")->has_value() == false);
}

TEST_CASE("roofline's own kernel: any order, and blanks or none, mean the same") {
  const std::string parts[] = {"100GFLOP", "2GB", "1ms"}, spaced[] = {"100 GFLOP", "2 GB", "1 ms"};
  const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (const auto& order : orders)
    for (const char* between : {" ", "", ", ", "; ", "  \t"})
      for (const auto* all : {parts, spaced})
        CHECK(
            is(all[order[0]] + between + all[order[1]] + between + all[order[2]], 1e11, 2e9, 1e-3));
}

TEST_CASE("roofline's own kernel: a mistake is named with its column") {
  CHECK(refusal("100 GFLOP 2 GX 1ms") ==
        "column 13: unknown unit 'GX', expected FLOP, B or s, or these with a prefix; did you mean "
        "'GB'?");
  CHECK(refusal("100 GFLOP/s 2 GB 1 ms") ==
        "column 5: 'GFLOP/s' is a rate, expected an amount, such as 100 GFLOP or 2 GB");
  CHECK(refusal("100 GFLOPS 2 GB 1 ms").starts_with("column 5: 'GFLOPS' is a rate"));
  CHECK(refusal("100 GFLOP 2 Gbps 1 ms").starts_with("column 13: 'Gbps' is a rate"));
  CHECK(refusal("2 Gb 1 GFLOP 1 s").starts_with("column 3: unknown unit 'Gb'"));
  CHECK(refusal("1 ms 2 ms 3 GB") == "column 6: '2 ms' after '1 ms': expected a time only once");
  CHECK(refusal("1 GFLOP 2 GB") ==
        "column 13: expected FLOPs, bytes and a time, such as 100 GFLOP 2 GB 1 ms, got no time");
  CHECK(refusal("1 µs 2 GB 5") ==
        "column 11: '5' has no unit, expected one such as GFLOP, GB or ms");
  CHECK(refusal("1e9 -2e9 1") == "column 5: got '-2e9', expected a number from 1e-12 to 1e24");
  CHECK(refusal("fast") == "column 1: got 'fast', expected a number and a unit, such as 2 GB");
  CHECK(refusal("1 2 3 4") ==
        "column 7: got more than three quantities, expected FLOPs, bytes and a time");
  CHECK(refusal("0 GB 1 s 1 FLOP").starts_with("column 1: got '0 GB'"));
  CHECK(refusal("1..2 GB").starts_with("column 1: got '1..2'"));
}

TEST_CASE("roofline's own kernel: no text makes it fail in another way") {
  static constexpr std::string_view pieces[] = {"1", "e",  "E",    "9",  ".",   ",",
                                                " ", "GB", "FLOP", "ms", "µs",  "-",
                                                "+", "\n", "\xC2", "/",  "GiB", ";"};
  std::mt19937 random(3);
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (auto n = random() % 12; n > 0; --n) text += pieces[random() % std::size(pieces)];
    const auto run = read_own_run(text);
    if (!run)
      CHECK(run.error().message.starts_with("column "));
    else if (run->has_value())
      CHECK((**run).flops > 0);
  }
}

}  // TESTS_OF(web::scenes::peaks::roofline_own)
