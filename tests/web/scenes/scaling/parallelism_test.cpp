// The scene `parallelism`: ZeRO's sixteen bytes, published runs and bars, and a list that a click
// follows.
#include <cmath>
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
  for (const char* model : {"llama-8b", "llama-405b", "mixtral", "deepseek-v3"})
    for (const char* cut :
         {"data=1", "data=64&zero=3&expert=8", "data=8&tensor=8&zero=1&context=16",
          "data=128&tensor=8&pipeline=16&zero=2", "data=1&pipeline=4&activations=whole"})
      for (const char* rest :
           {"", "&gpu=b200&tokens=4", "&sequence=131072", "&show=train&gpu=h800&optimizer=sgd"})
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
  CHECK(none.starts_with("Llama 3.1 70B on 64 H100s (data 64, ZeRO 0): each would have to store "));
  CHECK(none.find("GiB, but has 80. The optimizer takes 788 GiB.") != std::string::npos);
  const std::string fits = subject.status("zero=3&activations=again");
  CHECK(fits.find("each stores ") != std::string::npos);
  CHECK(fits.find(" GiB of 80. A step of 16,777,216 tokens takes about ") != std::string::npos);
}

// Llama 3: table 4 of arXiv 2407.21783. DeepSeek-V3: 2.664 million hours of an H800 for 14.8
// trillion tokens, arXiv 2412.19437, table 1 and 4.1, and a batch of 15,360 sequences of
// 4,096, 4.2.
TEST_CASE("parallelism: the steps of published runs") {
  const std::string llama = "model=llama-405b&zero=1&tensor=8&pipeline=16&data=";
  const auto published = [](double sequence, double gpus, double tflops) {
    return 16777216. * (6 * 405853388800. + 6. * 126 * 16384 * sequence) / gpus / (tflops * 1e12);
  };
  const struct {
    std::string query;
    double seconds, error;
  } runs[] = {
      {llama + "64", published(8192, 8192, 430), 0.02},
      {llama + "128", published(8192, 16384, 400), 0.13},
      {llama + "8&context=16&sequence=131072", published(131072, 16384, 380), 0.08},
      {"model=deepseek-v3&gpu=h800&optimizer=short&sequence=4096&tokens=63&data=128&zero=1&"
       "pipeline=16&expert=64",
       15360. * 4096 / 14.8e12 * 2.664e6 * 3600 / 2048, 0.07},
  };
  for (const auto& run : runs) {
    CAPTURE(run.query);
    CHECK(std::abs(subject.metric(run.query, "step") / run.seconds - 1 - run.error) < 0.01);
  }
  CHECK(subject.metric(runs[2].query, "gpus") == 16384);
  CHECK(subject.metric(runs[3].query, "gpus") == 2048);
  CHECK(subject.metric(runs[3].query, "microbatches") == 120);
}

TEST_CASE("parallelism: a row names its wires, and the tooltip and the table their bytes") {
  const auto said = [&](const std::string& query) {
    std::string text;
    for (const Mark& mark : record(subject.load(query).scene(), {}).of(Mark::Kind::hotspot))
      if (mark.text.find(" parallelism: ") != std::string::npos) text += mark.text + "; ";
    return text;
  };
  CHECK(said("") ==
        "data parallelism: 247 GB over NVLink and 30.9 GB over the network, 1.17 s. The step waits "
        "for none of it; ");
  CHECK(said("data=8&zero=1&tensor=8") ==
        "data parallelism: 30.9 GB over the network, 617 ms. The step waits for 93.5 ms; tensor "
        "parallelism: 19.2 TB over NVLink, 42.8 s. The step waits for 42.8 s; ");
  const Rows rows = subject.table("");
  CHECK(subject.columns()[4] == "Of it over the network (GB)");
  CHECK(rows[5] ==
        std::vector<std::string>{"Sent: data", "–", "–", "277.8", "30.87", "1.166", "0"});
}

// Reference "ultrascale": bars of an 8B model in GiB, per 1,024 tokens.
TEST_CASE("parallelism: nanotron's bars, from the model's own tensors") {
  const std::string model = "model=llama-8b&optimizer=nocopy&sequence=4096&data=1";
  const auto is = [](double value) { return doctest::Approx(value).epsilon(0.05).scale(0); };
  CHECK(subject.metric(model, "parameters") == is(14.957));
  CHECK(subject.metric(model, "optimizer") == is(59.828));
  CHECK(subject.metric(model, "activations") == doctest::Approx(17));
  CHECK(subject.metric(model + "&tensor=2&activations=whole", "activations") == is(11));
  CHECK(subject.metric(model + "&tensor=2&context=4&activations=whole", "activations") == is(2.75));
  CHECK(subject.metric(model + "&pipeline=8", "parameters") == is(2.6035));
}

TEST_CASE("parallelism: a layer's tensors, one by one") {
  // Mixtral: two of eight experts.
  const double h = 4096, ffn = 14336;
  double bytes = 2 * (h + h) + 2 * (h + h);    // inputs of both norms, and what comes out of them
  bytes += 2 * h + 2 * (1024 + 1024) + 2 * h;  // queries, keys and values, and the result
  bytes += 2 * (2 * h + 2 * 3 * ffn + 2 * h);  // of an expert: input, gate, up, product, output
  CHECK(subject.metric("model=mixtral&data=1&sequence=2048", "activations") * gib ==
        doctest::Approx(32 * 2048 * bytes));
  // All but the token's own experts are parameters that it does not use.
  const double all = subject.metric("model=mixtral&data=1", "parameters") * gib / 2;
  const double expert = 32 * 3 * h * ffn;
  const double used = all - 6 * expert, attention = 6. * 32 * 4096 * 8192;
  CHECK(subject.metric("model=mixtral&data=1", "compute") ==
        doctest::Approx(16777216 * (6 * used + attention) / 0.6 / 989.4e12).epsilon(1e-3));
  // Eight GPUs share the experts, and eight all the rest.
  const double rest = all - 8 * expert;
  CHECK(subject.metric("model=mixtral&data=8&expert=8", "parameters") * gib ==
        doctest::Approx(2 * (rest + expert)));
}

TEST_CASE(
    "parallelism: every layout of the list fits, the first is the fastest, a click takes it") {
  for (const std::string query :
       {"", "model=llama-405b&data=1024&tensor=8", "data=8", "model=mixtral&data=32",
        "model=deepseek-v3&data=64&pipeline=16&zero=1"}) {
    CAPTURE(query);
    State state = subject.load(query);
    double before = 0;
    int chosen = 0;
    for (const Mark& mark : record(state.scene(), {}).of(Mark::Kind::hotspot)) {
      if (mark.part != "layouts") continue;
      State there = subject.load(query);
      REQUIRE(!there.merge("data=" + mark.action.value + "&" + std::string(mark.action.also)));
      CHECK(metric(there, "fit") == metric(state, "fit"));
      if (there.query() == state.query()) {
        ++chosen;
        continue;
      }
      CHECK(there.scene().status(0).find("each stores") != std::string::npos);
      CHECK(metric(there, "step") >= before);
      before = metric(there, "step");
    }
    CHECK(chosen == 1);
    CHECK((before > 0) == (metric(state, "fit") > 0));
  }
}

TEST_CASE("parallelism: a pasted model counts as one that is known") {
  const std::string layout = "&data=8&zero=2&tensor=2";  // the text to begin with is Llama 3.1 8B
  for (const char* metric : {"memory", "activations", "tensor", "step", "fit"})
    CHECK(subject.metric("model=own" + layout, metric) ==
          subject.metric("model=llama-8b" + layout, metric));
  const std::string mixtral =
      "&config=num_hidden_layers:32,hidden_size:4096,num_attention_heads:32,num_key_value_heads:8,"
      "intermediate_size:14336,vocab_size:32000,num_local_experts:8,num_experts_per_tok:2";
  for (const char* metric : {"memory", "activations", "expert", "step", "fit"})
    CHECK(subject.metric("model=own&expert=4" + layout + mixtral, metric) ==
          subject.metric("model=mixtral&expert=4" + layout, metric));
  State state(subject.description());
  const auto error = state.load(
      "model=own&config=num_hidden_layers:32,hidden_size:4096,num_attention_heads:32,"
      "num_key_value_heads:8,intermediate_size:14336,vocab_size:32000,"
      "layers_without_attention:8");
  REQUIRE(error);
  CHECK(error->message ==
        "'Your config.json': expected attention and a feed-forward part in every layer, as in "
        "Llama 3.1 8B");
}

TEST_CASE("parallelism: experts that a model does not have cannot be divided") {
  CHECK(subject.metric("expert=8", "expert") == 0);
  CHECK(subject.metric("expert=8", "memory") == subject.metric("", "memory"));
  CHECK(subject.metric("model=mixtral&expert=8&data=64", "expert") > 0);
}

TEST_CASE("parallelism: what cannot be is refused with the nearest value that can") {
  State state(subject.description());
  CHECK(state.load("model=llama-8b&pipeline=32")->message ==
        "'Pipeline stages': got '32', but a stage needs 2 of the 32 layers; the nearest is "
        "16");
  CHECK(state.load("sequence=131072&data=256")->message ==
        "'Data parallel': got '256', but a step has 128 sequences of 131,072 tokens; the nearest "
        "is 128");
  CHECK(state.load("sequence=2048&context=32")->message ==
        "'Context parallel': got '32', but a GPU needs 128 of the 2,048 tokens; the nearest is 16");
  CHECK(state.load("model=mixtral&expert=16")->message ==
        "'Expert parallel': got '16', but the model has 8 experts; the nearest is 8");
  CHECK(state.load("model=mixtral&data=2&context=2&expert=8")->message ==
        "'Expert parallel': got '8', but only 4 data and context parallel GPUs can share experts; "
        "the nearest is 4");
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
        // An H800 has the memory of an H100.
        const bool slower = choice.value == "h800";
        const device::Machine* machine = device::find_machine(slower ? "h100" : choice.value);
        REQUIRE(machine);
        CHECK(choice.label == fill("{}, {} GiB", slower ? "H800" : machine->name,
                                   brief(machine->memory.value / gib)));
      }
}

TEST_CASE("parallelism: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
}

}  // TESTS_OF(web::scenes::scaling::parallelism)
