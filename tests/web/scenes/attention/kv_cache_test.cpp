// The scene `kv-cache`: sentences, table, what fits, and a picture whose bars are bytes.
#include <cmath>

#include "core/models/cached.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scene/format.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::attention::kv_cache) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(kv_cache());

std::span<const Choice> choices(std::string_view key) {
  for (const Parameter& each : subject.description().parameters)
    if (each.key == key) return each.choices;
  return {};
}

// As links have them.
constexpr const char* qwen3_next =
    "model=own&config=num_hidden_layers:48,hidden_size:2048,num_attention_heads:16,"
    "num_key_value_heads:2,head_dim:256,intermediate_size:5120,vocab_size:151936,num_experts:512,"
    "num_experts_per_tok:10,moe_intermediate_size:512,max_position_embeddings:262144,head_norms:1,"
    "linear_layers:36,layers_without_attention:36,linear_num_value_heads:32,"
    "linear_value_head_dim:128,linear_key_head_dim:128,linear_num_key_heads:16,"
    "linear_conv_kernel_dim:4,shared_expert_intermediate_size:512,attn_output_gate:1";
constexpr const char* jamba =
    "model=own&config=num_hidden_layers:32,hidden_size:4096,num_attention_heads:32,"
    "num_key_value_heads:8,intermediate_size:14336,vocab_size:65536,num_experts:16,"
    "num_experts_per_tok:2,first_k_dense_replace:16,mamba_layers:28,layers_without_attention:28,"
    "mamba_d_state:16,mamba_d_conv:4,mamba_expand:2,mamba_dt_rank:256";
// Layers that attend to all, in chunks and with a state.
constexpr const char* chunks =
    "model=own&config=num_hidden_layers:12,hidden_size:512,num_attention_heads:8,"
    "intermediate_size:1024,vocab_size:1000,window_layers:4,attention_chunk_size:256,"
    "mamba_layers:4,layers_without_attention:4,mamba_n_heads:16,mamba_d_head:64,mamba_d_state:128,"
    "mamba_n_groups:1,mamba_d_conv:4";

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const Choice& model : choices("model"))
    for (const char* more :
         {"", "&tokens=1&cache=q4_0&machine=8xh200&weights=4", "&tokens=1048576&machine=rtx4090",
          "&cache=fp8", "&batch=4096&page=128&tokens=100", "&batch=3&page=1&tokens=1"})
      queries.push_back("model=" + std::string(model.value) + more);
  for (const char* model : {qwen3_next, jamba, chunks})
    for (const char* more : {"", "&tokens=1&cache=q4_0&machine=8xh200&weights=4",
                             "&tokens=1048576&machine=rtx4090", "&batch=3&weights=4"})
      queries.push_back(model + std::string(more));
  return queries;
}

}  // namespace

TEST_CASE("kv-cache: the choices are those of the simulators") {
  const std::span<const models::CachedModel> all = models::cached_models();
  REQUIRE(choices("model").size() == all.size() + 2);
  CHECK(choices("model").back().value == "own");
  for (size_t i = 0; i < all.size(); ++i) {
    CHECK(choices("model")[i].value == all[i].id);
    CHECK(choices("model")[i].label == all[i].name);
  }
  REQUIRE(choices("cache").size() == attention::cache_formats().size());
  for (size_t i = 0; i < attention::cache_formats().size(); ++i)
    CHECK(choices("cache")[i].value == attention::cache_formats()[i].id);
}

TEST_CASE("kv-cache: the memory of each GPU is that of its data sheet") {
  const struct {
    std::string machine;
    int gib;
  } sheets[] = {{"rtx4090", 24}, {"rtx5090", 32}, {"a100", 80},    {"h100", 80},
                {"h200", 141},   {"b200", 180},   {"8xh100", 640}, {"8xh200", 1128}};
  REQUIRE(choices("machine").size() == std::size(sheets));
  for (size_t i = 0; i < std::size(sheets); ++i) {
    const Choice& choice = choices("machine")[i];
    CHECK(choice.value == sheets[i].machine);
    CHECK(contains(std::string(choice.label), ", " + integer(sheets[i].gib) + " GiB"));
    CHECK(subject.metric("machine=" + sheets[i].machine, "memory") == sheets[i].gib);
  }
}

TEST_CASE("kv-cache: the numbers of its sentences") {
  CHECK(subject.metric("", "token") == 131072);
  CHECK(subject.metric("", "sequence") == 1);
  CHECK(subject.cell("", "Llama 3.1 8B", "Weights") == "15.0");
  CHECK(subject.metric("", "memory") == 80);
  CHECK(subject.cell("", "Llama 3.1 8B", "Sequences that fit") == "65");
  CHECK(subject.metric("model=llama-405b", "sequence") == 3.9375);
  CHECK(subject.metric("model=llama-405b", "memory") == 80);
  subject.check_says("model=llama-405b", {756});
  CHECK(subject.metric("machine=rtx4090&tokens=131072", "token") == 131072);
  CHECK(subject.metric("machine=rtx4090&tokens=131072", "sequence") == 16);
  CHECK(subject.cell("machine=rtx4090&tokens=131072", "Llama 3.1 8B", "Weights") == "15.0");
  CHECK(subject.metric("machine=rtx4090&tokens=131072", "memory") == 24);
  subject.check_says("machine=rtx4090&tokens=131072", {4090});
  {
    const std::string query =
        "model=own&config=num_hidden_layers:10,hidden_size:512,num_attention_heads:8,num_key_value_"
        "heads:1,intermediate_size:1024,vocab_size:1000,sliding_window:128,window_layers:5";
    CHECK(subject.metric(query, "token") == 2560);
    CHECK(subject.metric(query, "memory") == 80);
    CHECK(subject.metric(query, "fit") == 8061);
    subject.check_says(query, {10.2, 43.2});
  }
  CHECK(subject.metric("batch=70", "token") == 131072);
  CHECK(subject.cell("batch=70", "Llama 3.1 8B", "Weights") == "15.0");
  CHECK(subject.metric("batch=70", "memory") == 80);
  CHECK(subject.cell("batch=70", "Llama 3.1 8B", "Sequences that fit") == "65");
}

TEST_CASE("kv-cache: published bytes of a token, and layers of a kind apart") {
  // DeepSeek's hardware paper, arXiv 2505.09343, table 1.
  CHECK(subject.metric("model=deepseek-v3", "token") == 70272);
  CHECK(subject.metric("model=qwen2.5-72b", "token") == 327680);
  CHECK(subject.metric("model=llama-405b", "token") == 516096);
  // 128 heads, each a key of 192 numbers and a value of 128.
  CHECK(subject.metric("model=every-head", "token") == 61 * 128 * (192 + 128) * 2);
  const Rows rows = subject.table("model=gemma3-27b&tokens=131072");
  REQUIRE(rows.size() == models::cached_models().size());
  // (10 × 131,072 + 52 × 1,024) × 2 × 16 × 128 × 2 bytes.
  CHECK(rows[11] == std::vector<std::string>{"Gemma 3 27B", "10 full + 52 window", "496.00",
                                             "10.406", "–", "50.3", "2"});
}

TEST_CASE("kv-cache: an engine's line is compared with what the formula leaves room for") {
  // (80 GiB − 16,060,522,496 B) / 131,072 B.
  const std::string line = "line=GPU%20KV%20cache%20size%3A%20532%2C827%20tokens";
  CHECK(contains(subject.status(line),
                 "Your engine has room for 532,827 tokens, 100% of the 532,827 computed here."));
  State state(subject.description());
  CHECK(state.set("line", "size: many")->message ==
        "'Engine’s line': got 'size: many', expected a line like 'GPU KV cache size: 1,234,567 "
        "tokens'");
}

TEST_CASE("kv-cache: a sequence takes whole pages, unless each token is given out by itself") {
  CHECK(subject.metric("tokens=100&page=1", "sequence") == 100 * 131072. / (1 << 30));
  CHECK(subject.metric("tokens=100", "sequence") == 112 * 131072. / (1 << 30));
  CHECK(subject.metric("tokens=100&page=128&batch=3", "sequence") == 128 * 131072. / (1 << 30));
  // The 16 tokens of the window, from 84 to 99, are in two pages of 16.
  const std::string windows =
      "model=own&tokens=100&config=num_hidden_layers:1,hidden_size:64,num_attention_heads:1,"
      "intermediate_size:64,vocab_size:100,sliding_window:16";
  CHECK(subject.metric(windows, "sequence") == 32 * 256. / (1 << 30));
}

TEST_CASE("kv-cache: a pasted config.json is kept in short, and what is wrong is said") {
  State state(subject.description());
  REQUIRE_FALSE(state.set("model", "own"));
  const std::string before = state.scene().status(0);
  REQUIRE_FALSE(state.set("config", R"({"num_hidden_layers": 36, "hidden_size": 4096,
    "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128, "vocab_size": 151936,
    "intermediate_size": 12288, "rope_theta": 1000000, "bos_token_id": 151643})"));
  CHECK(state.values().left_out() == "rope_theta, bos_token_id");
  CHECK(state.query() ==
        "model=own&config=num_hidden_layers:36,hidden_size:4096,num_attention_heads:32,"
        "num_key_value_heads:8,intermediate_size:12288,vocab_size:151936");
  CHECK(contains(state.scene().status(0), "Your model keeps 144 KiB per token"));
  REQUIRE_FALSE(state.set("tokens", "4096"));
  CHECK(state.values().left_out() == "rope_theta, bos_token_id");
  CHECK(state.set("config", "{\n\"hidden_size\" 5}")->message ==
        "'Your config.json': 2:15: expected ':' behind a key, got '5'");
  CHECK(subject.load("model=own").scene().status(0) == before);
}

TEST_CASE("kv-cache: a state stands beside the cache, and no token makes it larger") {
  CHECK(subject.status(std::string(qwen3_next) + "&machine=h200&weights=8") ==
        "Your model keeps 24.0 KiB per token in BF16: 266 MiB for a sequence of 8,192 tokens. "
        "State: 74.2 MiB per sequence (36 linear layers). With 74.2 GiB of weights, the 141 GiB of "
        "H200 hold 256 such sequences.");
  CHECK(contains(subject.status(jamba), "State: 15.8 MiB per sequence (28 Mamba layers)."));
  // 36 · (32 · 128 · 128 · 4 + 8,192 · 4 · 2) bytes, in the second column about them.
  for (const char* tokens : {"&tokens=1", "&tokens=1048576", "&batch=7"}) {
    const std::string query = std::string(qwen3_next) + tokens;
    CHECK(subject.metric(query, "token") == 24576);
    CHECK(subject.metric(query, "state") == 77856768);
    const Table table = subject.load(query).scene().table();
    CHECK(full_head(table.columns[2]) == "A token (KiB)");
    CHECK(full_head(table.columns[4]) == "State (MiB)");
    const auto& own = table.rows.back();
    CHECK(own[0].shown == "Your model");
    CHECK(own[1].shown == "12 full + 36 linear");
    CHECK(own[2].value == 24);
    CHECK(own[4].value == 77856768. / (1 << 20));
  }
  CHECK(subject.metric(std::string(qwen3_next) + "&page=1", "sequence") ==
        doctest::Approx((8192 * 24576. + 77856768) / (1 << 30)));
  CHECK(subject.table("")[3][4] == "–");
  CHECK(subject.metric("", "state") == 0);
}

TEST_CASE("kv-cache: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
  const float wide = subject.load("").scene().height(wide_width);
  for (const std::string& query : grid())
    CHECK(subject.load(query).scene().height(wide_width) == wide);
}

TEST_CASE("kv-cache: bars are as long as the bytes, and a click on a row takes its model") {
  const State state = subject.load("tokens=131072");
  const RecordingPainter painter = record(state.scene(), {});
  std::vector<float> bars;
  std::vector<std::string> clicked;
  for (const Mark& mark : painter.marks()) {
    if (mark.part != "models") continue;
    if (mark.kind == Mark::Kind::rect && mark.style.fill == Role::data)
      bars.push_back(mark.box.width);
    if (mark.kind == Mark::Kind::hotspot) {
      CHECK(mark.box.height >= 24);
      clicked.push_back(mark.action.value);
    }
  }
  const Rows rows = subject.table("tokens=131072");
  REQUIRE(bars.size() == rows.size());
  REQUIRE(clicked.size() == rows.size());
  for (size_t i = 0; i < bars.size(); ++i) {
    CHECK(bars[i] / bars[0] ==
          doctest::Approx(std::stod(rows[i][3]) / std::stod(rows[0][3])).epsilon(0.02));
    CHECK(clicked[i] == models::cached_models()[i].id);
  }
}

}  // TESTS_OF(web::scenes::attention::kv_cache)
