// The scene `model-fit`: sentences, table, and a picture that fits for every state.
#include <cmath>

#include "core/device/machine.hpp"
#include "core/models/memory.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scene/format.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::quantization::model_fit) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(model_fit());

const Parameter& parameter(std::string_view key) {
  for (const Parameter& each : subject.description().parameters)
    if (each.key == key) return each;
  return subject.description().parameters[0];
}

// Jamba v0.1, as links have it.
constexpr const char* jamba =
    "model=own&config=num_hidden_layers:32,hidden_size:4096,num_attention_heads:32,"
    "num_key_value_heads:8,intermediate_size:14336,vocab_size:65536,num_experts:16,"
    "num_experts_per_tok:2,first_k_dense_replace:16,mamba_layers:28,layers_without_attention:28,"
    "mamba_d_state:16,mamba_d_conv:4,mamba_expand:2,mamba_dt_rank:256";

std::vector<std::string> grid() {
  std::vector<std::string> queries = {jamba, std::string(jamba) + "&machine=h200&batch=64"};
  for (const models::Shape& shape : models::shapes())
    for (const char* machine : {"rtx4060", "m4-max", "b200", "own&memory=1&bandwidth=1",
                                "own&memory=1024&bandwidth=20000"})
      for (const char* more : {"", "&type=bf16&context=131072&batch=64",
                               "&type=tq2_0&context=1&cache=q4_0", "&type=mxfp4&batch=2"})
        queries.push_back("model=" + std::string(shape.id) + "&machine=" + machine + more);
  return queries;
}

}  // namespace

TEST_CASE("model-fit: the choices are those of the simulator") {
  const auto check = [](std::string_view key, auto all) {
    CAPTURE(key);
    std::span<const Choice> choices = parameter(key).choices;
    REQUIRE(choices.size() == all.size() + (key == "model" ? 1 : 0));  // the reader's own
    for (size_t i = 0; i < all.size(); ++i) {
      CHECK(choices[i].value == all[i].id);
      CHECK(choices[i].label == all[i].name);
    }
  };
  check("model", models::shapes());
  check("type", models::weight_formats());
  check("cache", models::cache_formats());
  const std::span<const Choice> machines = parameter("machine").choices;
  REQUIRE(machines.size() == device::machines().size() + 1);
  for (const device::Machine& machine : device::machines()) {
    const std::string gib = integer(std::llround(machine.memory.value / (1024. * 1024 * 1024)));
    bool offered = false;
    for (const Choice& choice : machines)
      if (choice.value == machine.id) {
        offered = true;
        CHECK(contains(std::string(choice.label), ", " + gib + " GiB"));
      }
    CHECK(offered);
  }
}

TEST_CASE("model-fit: the numbers of its sentences") {
  CHECK(subject.metric_text("", "weights") == "4.58");
  CHECK(subject.metric("", "context") == 28053);
  CHECK(subject.metric_text("", "read") == "5.30");
  CHECK(subject.metric_text("", "speed") == "47.8");
  subject.check_says("", {8, 4060});
  CHECK(subject.metric_text("type=bf16", "weights") == "14.96");
  CHECK(subject.metric("type=bf16", "cache") == 1);
  CHECK(subject.metric_text("type=bf16", "total") == "15.96");
  subject.check_says("type=bf16", {4060, 8});
  CHECK(subject.metric_text("model=mixtral&machine=h100", "weights") == "26.49");
  CHECK(subject.metric("model=mixtral&machine=h100", "cache") == 1);
  CHECK(subject.metric("model=mixtral&machine=h100", "context") == 438321);
  CHECK(subject.metric_text("model=mixtral&machine=h100", "read") == "8.35");
  CHECK(subject.metric_text("model=mixtral&machine=h100", "speed") == "373.5");
  CHECK(subject.metric("model=mixtral&machine=h100", "experts_read") == 2);
  CHECK(subject.metric("model=mixtral&machine=h100", "experts") == 8);
  subject.check_says("model=mixtral&machine=h100", {80, 32768});
  CHECK(subject.metric_text("model=llama-70b&machine=own&memory=12", "weights") == "39.59");
  CHECK(subject.metric("model=llama-70b&machine=own&memory=12", "cache") == 2.5);
  CHECK(subject.metric_text("model=llama-70b&machine=own&memory=12", "total") == "42.09");
  CHECK(subject.metric_text("machine=h100&type=fp8&batch=64", "weights") == "8.46");
  CHECK(subject.metric("machine=h100&type=fp8&batch=64", "cache") == 64);
  CHECK(subject.metric("machine=h100&type=fp8&batch=64", "context") == 9157);
  CHECK(subject.metric_text("machine=h100&type=fp8&batch=64", "read") == "71.48");
  CHECK(subject.metric_text("machine=h100&type=fp8&batch=64", "speed") == "2793.5");
  subject.check_says("machine=h100&type=fp8&batch=64", {80});
  CHECK(subject.metric_text("type=tq2_0&context=1", "weights") == "2.35");
  CHECK(subject.metric("type=tq2_0&context=1", "context") == 46257);
  CHECK(subject.metric_text("type=tq2_0&context=1", "read") == "2.08");
  CHECK(subject.metric_text("type=tq2_0&context=1", "speed") == "121.9");
  subject.check_says("type=tq2_0&context=1", {0.0001, 8, 4060, -1, 0});
  CHECK(subject.metric_text("model=gpt-oss-20b&type=mxfp4&machine=own&context=131072", "weights") ==
        "12.82");
  CHECK(subject.metric_text("model=gpt-oss-20b&type=mxfp4&machine=own&context=131072", "cache") ==
        "3.00");
  CHECK(subject.metric_text("model=gpt-oss-20b&type=mxfp4&machine=own&context=131072", "total") ==
        "15.82");
  CHECK(subject.metric("model=gpt-oss-20b&type=mxfp4&machine=own&context=131072", "context") ==
        138975);
  CHECK(subject.metric_text("model=gpt-oss-20b&type=mxfp4&machine=own&context=131072", "read") ==
        "6.46");
  CHECK(subject.metric_text("model=gpt-oss-20b&type=mxfp4&machine=own&context=131072", "speed") ==
        "13.0");
  CHECK(subject.metric("model=gpt-oss-20b&type=mxfp4&machine=own&context=131072", "experts_read") ==
        4);
  CHECK(subject.metric("model=gpt-oss-20b&type=mxfp4&machine=own&context=131072", "experts") == 32);
}

TEST_CASE("model-fit: a state is in the cache, and no context changes it") {
  CHECK(subject.status(std::string(jamba) + "&machine=h200&type=bf16") ==
        "Your model in BF16: 96.06 GiB of weights and 0.14 GiB of KV cache fit into the 141 GiB of "
        "the H200. Longest context: 2,944,362 tokens. Each token reads 22.20 GiB: at most 201 "
        "tokens a second. A layer reads 2 of its 16 experts. 0.02 GiB of the KV cache are the "
        "state of 28 layers, at any context.");
  // 28 · (8,192 · 16 · 4 + 8,192 · 4 · 2) bytes, and of every token 4 · 2 · 8 · 128 · 2.
  const double gib = 1 << 30, state = 28 * (8192 * 16 * 4 + 8192 * 4 * 2);
  for (const int context : {1, 8192, 131072})
    CHECK(subject.metric(std::string(jamba) + "&batch=3&context=" + std::to_string(context),
                         "cache") == doctest::Approx(3 * (state + context * 16384.) / gib));
}

TEST_CASE("model-fit: the table has the published bits per weight, and a row for each format") {
  const Rows rows = subject.table("");
  REQUIRE(rows.size() == models::weight_formats().size());
  CHECK(rows[5] == std::vector<std::string>{"Q4_K_M", "4.8944", "4.58", "1.00", "5.58", "yes",
                                            "28,053", "47.8"});
  CHECK(subject.metric("", "bits") == doctest::Approx(4.8944).epsilon(0.00001));
  CHECK(subject.metric("", "cache") == 1);
  CHECK(subject.metric("model=qwen3-30b", "experts") == 128);
  CHECK(subject.metric("model=qwen3-30b", "experts_read") == 8);
  CHECK(subject.metric("machine=own&memory=16&bandwidth=272", "speed") ==
        doctest::Approx(subject.metric("", "speed")));
  for (const Metric& metric : subject.load("type=bf16").scene().metrics())
    CHECK(metric.key != "speed");
}

TEST_CASE("model-fit: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
}

TEST_CASE("model-fit: every bar ends on the memory's side that its verdict says") {
  for (const std::string& query : grid()) {
    CAPTURE(query);
    const State state = subject.load(query);
    const RecordingPainter painter = record(state.scene(), {});
    float line = 0;
    for (const Mark& mark : painter.marks())
      if (mark.kind == Mark::Kind::line && mark.part == "memory")
        line = mark.box.x + mark.box.width / 2;
    // What is beyond the line is drawn in another color, in the list once for each that does not
    // fit.
    int beyond = 0, refused = 0;
    for (const Mark& mark : painter.marks()) {
      if (mark.kind != Mark::Kind::rect || mark.part != "formats") continue;
      if (mark.style.fill == Role::bad) {
        ++beyond;
        CHECK(mark.box.right() > line);
      }
    }
    for (const auto& row : state.scene().table().rows) refused += row[5].shown == "no";
    CHECK(beyond == refused);
  }
}

TEST_CASE("model-fit: a click on a row takes its format, a drag on the cache changes the context") {
  const State state = subject.load("");
  const RecordingPainter painter = record(state.scene(), {});
  int rows = 0;
  for (const Mark& spot : painter.of(Mark::Kind::hotspot)) {
    CHECK(spot.box.height >= 24);
    if (spot.action.kind == Action::Kind::set) {
      CHECK(spot.action.key == "type");
      CHECK(spot.action.value == models::weight_formats()[static_cast<size_t>(rows++)].id);
    }
    if (spot.action.kind != Action::Kind::drag_x) continue;
    // At the cache's present end, the drag gives the present context.
    const Action& drag = spot.action;
    float end = 0;
    for (const Mark& mark : painter.marks())
      if (mark.part == "cache" && mark.kind == Mark::Kind::rect && mark.style.fill == Role::lane)
        end = mark.box.right();
    const double context =
        static_cast<double>((end - drag.from_px) / (drag.to_px - drag.from_px)) * drag.to_value;
    CHECK(context == doctest::Approx(8192).epsilon(0.01));
  }
  CHECK(rows == 13);
}

TEST_CASE("model-fit: the picture says yes or no, of the chosen format and of every other") {
  for (float width : {narrow_width, wide_width}) {
    const auto says = [&](const char* query, const char* words) {
      for (const Mark& mark :
           record(subject.load(query).scene(), {.width = width}).of(Mark::Kind::text))
        if (mark.part == "memory" && contains(mark.text, words)) return true;
      return false;
    };
    const bool narrow = width == narrow_width;
    CHECK(says("", "it fits"));
    CHECK(says("type=bf16", narrow ? "too large" : "No, it does not fit"));
    CHECK_FALSE(says("type=bf16", "it fits"));
  }
}

}  // TESTS_OF(web::scenes::quantization::model_fit)
