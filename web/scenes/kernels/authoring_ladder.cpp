// Which rung is each kernel on? Softmax in several languages: who decides what, and its speed.
#include "web/scenes/kernels/authoring_ladder.hpp"

#include <iterator>

#include "core/device/machine.hpp"
#include "web/scene/kit/quantity.hpp"
#include "web/scenes/kernels/authoring_ladder_rungs.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using kernels::h200::LadderRun;

constexpr Choice rung_choices[] = {{"steps", "PyTorch, step by step"},
                                   {"compile", "torch.compile"},
                                   {"library", "PyTorch, softmax"},
                                   {"triton", "Triton"},
                                   {"gluon", "Gluon"},
                                   {"cute", "CUTLASS, CuTe"},
                                   {"cuda", "CUDA C++"},
                                   {"ptx", "CUDA C++ with PTX"}};

static_assert(std::equal(std::begin(rung_choices), std::end(rung_choices), std::begin(ladder_rungs),
                         std::end(ladder_rungs), [](const Choice& choice, const LadderRung& rung) {
                           return choice.value == rung.id;
                         }));

constexpr Choice card_choices[] = {{"code", "Code"}, {"layers", "Layers of CUTLASS"}};
constexpr Parameter parameters[] = {
    one_of("rung", "Rung", rung_choices, "triton", {.help = "You can also click a row"}),
    one_of("show", "Show", card_choices, "code", {.when = "rung=cute"}),
};
// A part for each rung's speed, so that a question about one hides only this.
constexpr std::string_view parts[] = {"control", "code",  "steps", "compile", "library",
                                      "triton",  "gluon", "cute",  "cuda"};
constexpr std::string_view references[] = {"triton", "cutlass", "cuda-guide", "h200-sheet"};

class AuthoringLadderScene final : public Pictured<AuthoringLadderScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    shown.chosen = values.choice("rung");
    shown.layers = values.text("rung") == "cute" && values.text("show") == "layers";
    others_.clear();
    for (int i = 0; i < rung_count; ++i)
      if (i != shown.chosen) others_.append(nth(ladder_rungs, i).part()).append(", ");
    shown.published = device::find_machine("h200")->bandwidth.value;
    return std::nullopt;
  }

  std::string status(int) const override {
    const LadderRung& rung = nth(ladder_rungs, shown.chosen);
    const LadderRun& run = rung.run();
    return fill("Rung {}, {}: you decide {}; {}. ", rung.rung,
                nth(rung_choices, shown.chosen).label, rung.you, rung.rest) +
           fill("Softmax of {} × {} BF16 numbers: {} of code, {} on an H200, {} of its {}.",
                kernels::h200::ladder_rows, kernels::h200::ladder_columns, Word(run.lines, "line"),
                prefixed(run.us * 1e-6, "s"), percent(shown.share(run), 1),
                prefixed(shown.published * 1e9, "B/s"));
  }

  Table table() const override {
    Table table{{{"Rung"},
                 {"Written in", false},
                 {"You decide", false},
                 {"Lines"},
                 {"Time", "µs"},
                 {"Rate", "GB/s"},
                 {"Of bandwidth", "%", UnitIn::cells}}};
    for (int i = 0; i < rung_count; ++i) {
      const LadderRung& rung = nth(ladder_rungs, i);
      const LadderRun& run = rung.run();
      table.add({rung.rung, nth(rung_choices, i).label, rung.you, cell(run.lines), cell(run.us, 1),
                 cell(run.gb_per_s(), integer(std::llround(run.gb_per_s()))),
                 percent_cell(shown.share(run), 1)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    constexpr std::string_view columns = "Time, Rate, Of bandwidth";
    constexpr double close = 0.12;  // the two lowest rungs are closer
    const auto told = [&](const Metric& metric) {
      return metric.told_in(others_, columns, "rung").told_near(close);
    };
    const LadderRun& run = nth(ladder_rungs, shown.chosen).run();
    return {told({"share", "Of the bandwidth", 100 * shown.share(run), 1, "%"}),
            {"lines", "Lines of code", run.lines},
            {"rows", "Rows of the matrix", kernels::h200::ladder_rows},
            told({"time", "Time", run.us, 1, "µs"}),
            told({"rate", "Rate", run.gb_per_s(), 0, "GB/s"})};
  }

  LadderChart shown;

 private:
  std::string others_;  // parts of the rungs that are not chosen
};

}  // namespace

Description authoring_ladder() {
  return describe<AuthoringLadderScene, parameters>(
      "authoring-ladder", "library", "The authoring ladder", "How much do you decide yourself?",
      "core/kernels/measured_ladder.hpp", {.parts = parts, .references = references});
}

}  // namespace loom::scenes
