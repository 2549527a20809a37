// FlashAttention's units: the laws of what waits for what, sums of work in closed form, and how far
// above the published speeds the bound lies.
#include "core/kernels/flash_schedule.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "tests/doctest.hpp"

TESTS_OF(core::kernels::flash_schedule) {

using namespace loom;
using namespace loom::kernels;

namespace {

using Part = FlashPart;

FlashSchedule of(const FlashScheduleOptions& options) {
  auto found = flash_schedule(options);
  REQUIRE(found);
  return *found;
}

}  // namespace

TEST_CASE("flash schedule: no unit does two things, nothing begins before what it needs") {
  for (int version = 1; version <= 4; ++version)
    for (const FlashChip& chip : {flash_h100, flash_b200})
      for (const double emulated : {0.0, 0.25}) {
        CAPTURE(version);
        const FlashSchedule found = of(
            {.version = version, .chip = chip, .steps = 20, .emulated = emulated, .rescaled = 0.5});
        std::map<std::tuple<int, int, Part>, FlashEvent> all;
        std::array<std::vector<FlashEvent>, 4> units;
        for (const FlashEvent& event : found.events) {
          all[{event.stream, event.step, event.part}] = event;
          units[static_cast<size_t>(event.unit)].push_back(event);
        }
        CHECK(all.size() == found.events.size());
        int overlaps = 0, early = 0;
        double last = 0;
        for (auto& unit : units) {
          std::sort(unit.begin(), unit.end(),
                    [](const FlashEvent& a, const FlashEvent& b) { return a.start < b.start; });
          double busy = 0;
          for (size_t i = 0; i < unit.size(); ++i) {
            overlaps += i > 0 && unit[i].start < unit[i - 1].end - 1e-6;
            busy += unit[i].end - unit[i].start;
            last = std::max(last, unit[i].end);
          }
          CHECK(busy / found.cycles ==
                doctest::Approx(found.busy[static_cast<size_t>(&unit - units.data())]));
        }
        CHECK(last == found.cycles);
        const int streams = version == 1 ? 1 : 2;
        for (int stream = 0; stream < streams; ++stream)
          for (int step = 0; step < 20; ++step) {
            const auto at = [&](Part part, int of = -1) {
              return all.find({of < 0 ? stream : of, step, part});
            };
            const auto scores = at(Part::scores), output = at(Part::output);
            REQUIRE(scores != all.end());
            REQUIRE(output != all.end());
            early += scores->second.start < at(Part::load, version < 3 ? -1 : 0)->second.end;
            early += at(Part::maxima)->second.start < scores->second.end;
            early += at(Part::exponentials)->second.start < at(Part::maxima)->second.end;
            for (const Part part : {Part::exponentials, Part::emulated, Part::rescale})
              if (at(part) != all.end()) early += output->second.start < at(part)->second.end;
          }
        CHECK(overlaps == 0);
        CHECK(early == 0);
      }
}

TEST_CASE("flash schedule: products against exponentials, of 128 queries and keys") {
  // 4 · 128³ operations; 128² exponentials at 16 a cycle.
  const auto share = [](const FlashChip& chip, FlashUnit unit) {
    const FlashSchedule found = of({.version = 4, .chip = chip, .steps = 256});
    return found.busy[static_cast<size_t>(unit)] * found.cycles / 512;
  };
  CHECK(share(flash_h100, FlashUnit::tensor) == doctest::Approx(2048));
  CHECK(share(flash_h100, FlashUnit::exponential) == doctest::Approx(1024));
  CHECK(share(flash_b200, FlashUnit::tensor) == doctest::Approx(1024));
  CHECK(share(flash_b200, FlashUnit::exponential) == doctest::Approx(1024));
  // One stream and nothing side by side: the sum of the parts.
  const FlashSchedule one = of({.version = 1, .steps = 10});
  CHECK(one.busy[0] + one.busy[1] + one.busy[2] + one.busy[3] == doctest::Approx(1));
}

TEST_CASE("flash schedule: each version is faster, and what makes it so") {
  double before = 0;
  for (int version = 1; version <= 4; ++version) {
    const double speed = of({.version = version}).tflops;
    CHECK(speed > before);
    CHECK(speed < flash_h100.peak);
    before = speed;
  }
  before = 0;  // on a B200, too
  for (int version = 1; version <= 4; ++version) {
    const double speed = of({.version = version, .chip = flash_b200, .steps = 64}).tflops;
    CHECK(speed > before);
    before = speed;
  }
  const auto fourth = [](double emulated, double rescaled) {
    return of({.version = 4,
               .chip = flash_b200,
               .steps = 64,
               .emulated = emulated,
               .rescaled = rescaled})
        .tflops;
  };
  CHECK(fourth(0.1875, 0.1) > fourth(0, 0.1));
  CHECK(fourth(0, 0.1) >= fourth(0, 1) * 0.99);
  CHECK(fourth(1, 0.1) < fourth(0.5, 0.1));  // then the lanes are what it waits for
  CHECK(of({.version = 4, .chip = flash_b200, .emulated = 1}).bound == FlashUnit::lanes);
  CHECK(of({.version = 3}).bound == FlashUnit::tensor);
}

TEST_CASE("flash schedule: the older instruction takes as many cycles on both chips") {
  const auto cycles = [](const FlashChip& chip) {
    const FlashSchedule found = of({.version = 2, .chip = chip, .steps = 64});
    return found.busy[static_cast<size_t>(FlashUnit::tensor)] * found.cycles;
  };
  CHECK(cycles(flash_b200) == doctest::Approx(cycles(flash_h100)));
}

TEST_CASE("flash schedule: which kernels a chip cannot run") {
  for (const int version : {1, 2}) {
    CHECK(flash_missing(version, flash_h100) == "");
    CHECK(flash_missing(version, flash_b200) == "");
  }
  CHECK(flash_missing(3, flash_h100) == "");
  CHECK(flash_missing(4, flash_b200) == "");
  CHECK(flash_missing(3, flash_b200) == "wgmma");
  CHECK(flash_missing(4, flash_h100) == "Tensor Memory");
}

// Published: 35% of 989 with version 2 on an H100 (arXiv 2407.08608), up to 740 with version 3, up
// to 1613 with version 4 on a B200 (arXiv 2603.05451). The bound is that much above.
TEST_CASE("flash schedule: above what was published, by how much") {
  const auto above = [](const FlashScheduleOptions& options, double published) {
    CHECK(published_flash(options.version, options.chip) == doctest::Approx(published));
    return of(options).tflops / published - 1;
  };
  CHECK(published_flash(1, flash_h100) == 0);
  CHECK(published_flash(4, flash_h100) == 0);
  CHECK(published_flash(3, flash_b200) == 0);
  CHECK(above({.version = 2, .steps = 64}, 0.35 * 989.4) == doctest::Approx(0.79).epsilon(0.05));
  CHECK(above({.version = 3, .steps = 64}, 740) == doctest::Approx(0.16).epsilon(0.2));
  const double last = above(
      {.version = 4, .chip = flash_b200, .steps = 64, .emulated = 0.1875, .rescaled = 0.1}, 1613);
  CHECK(last >= 0);
  CHECK(last < 0.05);
}

TEST_CASE("flash schedule: steps end with their last event, and a unit's share is a sum") {
  for (int version = 1; version <= flash_versions; ++version) {
    const FlashSchedule found = of({.version = version, .steps = 5, .rescaled = 0.5});
    const std::vector<double> ends = found.step_ends();
    REQUIRE(ends.size() == 6);
    CHECK(ends.front() == 0);
    CHECK(ends.back() <= found.cycles);
    CHECK(std::is_sorted(ends.begin(), ends.end()));
    for (int step = 0; step < 5; ++step) {
      int later = 0;  // nothing of a step comes after its end, apart from what is written to memory
      for (const FlashEvent& event : found.events)
        later += event.step == step && event.part == Part::output &&
                 event.end > ends[static_cast<size_t>(step) + 1];
      CHECK(later == 0);
    }
    for (const FlashUnit unit : {FlashUnit::copy, FlashUnit::tensor, FlashUnit::lanes}) {
      CHECK(found.busy_until(unit, found.cycles) ==
            doctest::Approx(found.busy[static_cast<size_t>(unit)]));
      // Cycle by cycle.
      const int half = static_cast<int>(found.cycles / 2);
      int works = 0;
      for (int cycle = 0; cycle < half; ++cycle)
        works += std::any_of(found.events.begin(), found.events.end(), [&](const FlashEvent& each) {
          return each.unit == unit && each.start <= cycle && cycle < each.end;
        });
      CHECK(found.busy_until(unit, half) == doctest::Approx(1.0 * works / half).epsilon(0.02));
    }
  }
}

TEST_CASE("flash schedule: all versions are each by itself") {
  const FlashScheduleOptions options = {.chip = flash_b200, .steps = 64, .emulated = 0.1875};
  const auto all = all_flash_versions(options);
  REQUIRE(all);
  for (int version = 1; version <= flash_versions; ++version) {
    FlashScheduleOptions one = options;
    one.version = version;
    const FlashVersion& each = (*all)[static_cast<size_t>(version) - 1];
    CHECK(each.run.tflops == of(one).tflops);
    CHECK(each.run.events.empty());
    CHECK(each.version == version);
    CHECK(each.published == published_flash(version, flash_b200));
    CHECK(each.missing == flash_missing(version, flash_b200));
  }
  CHECK(all->back().above() == doctest::Approx(all->back().run.tflops / 1613 - 1));
  CHECK(all_flash_versions({.width = 0}).error().message == "width: expected 16 to 256, got 0");
}

TEST_CASE("flash schedule: what is refused") {
  const auto message = [](const FlashScheduleOptions& options) {
    const auto found = flash_schedule(options);
    return found ? "" : found.error().message;
  };
  CHECK(message({.version = 5}) == "version: expected 1 to 4, got 5");
  CHECK(message({.width = 0}) == "width: expected 16 to 256, got 0");
  CHECK(message({.steps = 513}) == "steps: expected 1 to 512, got 513");
  CHECK(message({.emulated = NAN}) == "emulated: expected 0 to 1");
  CHECK(message({.chip = {.lanes = 0}}) == "lanes: expected a rate above 0, up to 1e9");
}

}  // TESTS_OF(core::kernels::flash_schedule)
