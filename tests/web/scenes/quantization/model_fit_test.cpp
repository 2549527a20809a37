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

TEST_CASE("model-fit: sentences") {
  const struct {
    const char *query, *sentence;
  } rows[] = {
      {"",
       "Llama 3.1 8B in Q4_K_M: 4.58 GiB of weights and 1.00 GiB of KV cache fit into the 8 GiB of "
       "the RTX 4060. Longest context: 28,053 tokens. Each token reads 5.30 GiB: at most 47.8 "
       "tokens a second."},
      {"type=bf16",
       "Llama 3.1 8B in BF16: 14.96 GiB of weights and 1.00 GiB of KV cache need 15.96 GiB; the "
       "RTX 4060 has 8. Q6_K would fit."},
      {"model=mixtral&machine=h100",
       "Mixtral 8x7B in Q4_K_M: 26.49 GiB of weights and 1.00 GiB of KV cache fit into the 80 GiB "
       "of the H100. Longest context: 438,321 tokens. Trained on 32,768. Each token reads 8.35 "
       "GiB: at most 374 tokens a second. A layer reads 2 of its 8 experts."},
      {"model=llama-70b&machine=own&memory=12",
       "Llama 3.1 70B in Q4_K_M: 39.59 GiB of weights and 2.50 GiB of KV cache need 42.09 GiB; "
       "your machine has 12. No format here would fit."},
      {"machine=h100&type=fp8&batch=64",
       "Llama 3.1 8B in FP8: 8.46 GiB of weights and 64.00 GiB of KV cache fit into the 80 GiB of "
       "the H100. Longest context: 9,157 tokens. Each step reads 71.48 GiB for 64 tokens: at most "
       "2,793 tokens a second."},
      {"type=tq2_0&context=1",
       "Llama 3.1 8B in TQ2_0: 2.35 GiB of weights and 0.0001 GiB of KV cache fit into the 8 GiB "
       "of the RTX 4060. Longest context: 46,257 tokens. Each token reads 2.08 GiB: at most 122 "
       "tokens a second. TQ2_0 is for models trained with weights −1, 0 and 1."},
      {"model=gpt-oss-20b&type=mxfp4&machine=own&context=131072",
       "gpt-oss 20B in MXFP4: 12.82 GiB of weights and 3.00 GiB of KV cache fit into the 16 GiB of "
       "your machine. Longest context: 138,975 tokens. Trained on 131,072. Each token reads 6.46 "
       "GiB: at most 13.0 tokens a second. A layer reads 4 of its 32 experts."},
  };
  for (const auto& row : rows) CHECK(subject.status(row.query) == row.sentence);
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
