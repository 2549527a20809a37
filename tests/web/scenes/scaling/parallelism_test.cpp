// The scene `parallelism`: ZeRO's sixteen bytes, published runs, and a list that a click follows.
#include <string>

#include "core/device/machine.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scene/format.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::scaling::parallelism) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(parallelism());
constexpr double gib = 1024. * 1024 * 1024;

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* model : {"llama-8b", "llama-70b", "llama-405b"})
    for (const char* cut : {"data=1", "data=64&zero=3", "data=8&tensor=8&zero=1",
                            "data=128&tensor=8&pipeline=16&zero=2", "data=1&pipeline=4"})
      for (const char* rest : {"", "&activations=again&gpu=b200", "&sequence=131072"})
        queries.push_back("model=" + std::string(model) + "&" + cut + rest);
  return queries;
}

}  // namespace

TEST_CASE("parallelism: sixteen bytes a parameter, and what the stages of ZeRO leave of them") {
  const double all = 70553706496. / gib;  // parameters of Llama 3.1 70B
  const auto states = [&](const std::string& query) {
    return subject.metric(query, "parameters") + subject.metric(query, "gradients") +
           subject.metric(query, "optimizer");
  };
  CHECK(states("") == doctest::Approx(16 * all));
  CHECK(states("zero=1") == doctest::Approx((4 + 12. / 64) * all));
  CHECK(states("zero=2") == doctest::Approx((2 + 14. / 64) * all));
  CHECK(states("zero=3") == doctest::Approx(16. / 64 * all));
  CHECK(states("data=8&zero=1&tensor=8") == doctest::Approx((4 + 12. / 8) / 8 * all));
}

TEST_CASE("parallelism: the sentence says whether it fits, and why not") {
  const std::string none = subject.status("");
  CHECK(
      none.starts_with("Llama 3.1 70B on 64 H100s (64 × 1 × 1 data × tensor × pipeline, ZeRO 0): "
                       "each would have to store "));
  CHECK(none.find("GiB, but has 80. The optimizer takes 788 GiB.") != std::string::npos);
  const std::string fits = subject.status("zero=3&activations=again");
  CHECK(fits.find("each stores ") != std::string::npos);
  CHECK(fits.find(" GiB of 80. A step of 16,777,216 tokens takes about ") != std::string::npos);
}

TEST_CASE("parallelism: Llama 3 405B's step on 16,384 GPUs, published as 400 TFLOP/s of each") {
  const std::string query = "model=llama-405b&data=128&zero=1&tensor=8&pipeline=16";
  const double operations = 16777216. * (6 * 405853388800. + 6. * 126 * 16384 * 8192), gpus = 16384;
  CHECK(subject.metric(query, "step") ==
        doctest::Approx(operations / gpus / 400e12).epsilon(0.09).scale(0));
}

TEST_CASE(
    "parallelism: every layout of the list fits, the first is the fastest, a click takes it") {
  for (const std::string query : {"", "model=llama-405b&data=1024&tensor=8", "data=8"}) {
    CAPTURE(query);
    State state = subject.load(query);
    double before = 0;
    for (const Mark& mark : record(state.scene(), {}).of(Mark::Kind::hotspot)) {
      if (mark.part != "layouts") continue;
      State there = subject.load(query);
      REQUIRE(!there.merge("data=" + mark.action.value + "&" + std::string(mark.action.also)));
      CHECK(there.scene().status(0).find("each stores") != std::string::npos);
      CHECK(metric(there, "step") >= before);
      CHECK(metric(there, "fit") == metric(state, "fit"));
      before = metric(there, "step");
    }
    CHECK((before > 0) == (metric(state, "fit") > 0));
  }
}

TEST_CASE(
    "parallelism: a pasted model counts as one that is known, and one with experts is refused") {
  const std::string layout = "&data=8&zero=2&tensor=2";  // the text to begin with is Llama 3.1 8B
  for (const char* metric : {"memory", "activations", "tensor", "step", "fit"})
    CHECK(subject.metric("model=own" + layout, metric) ==
          subject.metric("model=llama-8b" + layout, metric));
  State state(subject.description());
  const auto error = state.load(
      "model=own&config=num_hidden_layers:32,hidden_size:4096,num_attention_heads:32,"
      "num_key_value_heads:8,intermediate_size:14336,vocab_size:32000,num_local_experts:8,"
      "num_experts_per_tok:2");
  REQUIRE(error);
  CHECK(error->message ==
        "'Your config.json': got a model with 8 experts, expected one without, such as Llama 3.1 "
        "8B");
}

TEST_CASE("parallelism: what cannot be is refused with the nearest value that can") {
  State state(subject.description());
  CHECK(state.load("model=llama-8b&pipeline=32")->message ==
        "'Pipeline stages': got '32', but a stage needs 2 of the 32 layers; the nearest is "
        "16");
  CHECK(state.load("sequence=131072&data=256")->message ==
        "'Data parallel': got '256', but a step has 128 sequences of 131,072 tokens; the nearest "
        "is 128");
  CHECK(state.load("zero=4"));
  CHECK(state.query() == "");
}

TEST_CASE("parallelism: a pasted model of odd sizes") {
  State state(subject.description());
  const std::string config =
      "model=own&data=1&config=num_attention_heads:1,num_key_value_heads:1,"
      "intermediate_size:64,vocab_size:100,";
  CHECK_FALSE(state.load(config + "num_hidden_layers:1,hidden_size:64"));
  CHECK(state.load(config + "num_hidden_layers:2,hidden_size:63&tensor=2")->message ==
        "'Tensor parallel': got '2', but it has to divide the width 63; the nearest is 1");
}

TEST_CASE("parallelism: GPUs are offered with the memory that they have") {
  for (const Parameter& parameter : subject.description().parameters)
    if (parameter.key == "gpu")
      for (const Choice& choice : parameter.choices) {
        const device::Machine* machine = device::find_machine(choice.value);
        REQUIRE(machine);
        CHECK(choice.label ==
              fill("{}, {} GiB", machine->name, brief(machine->memory.value / gib)));
      }
}

TEST_CASE("parallelism: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
}

}  // TESTS_OF(web::scenes::scaling::parallelism)
