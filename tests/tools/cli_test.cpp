// The real program: output, exit statuses, help.
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"
#include "tests/tools/program.hpp"
#include "web/scene/scene.hpp"

TESTS_OF(tools::cli) {

using loom::test::Folder;
using loom::test::Ran;
using loom::test::run_loom;

namespace {

void check_usage_error(const std::vector<std::string>& arguments, const std::string& message) {
  const Ran ran = run_loom(arguments);
  CAPTURE(arguments);
  CHECK(ran.status == 2);
  CHECK(ran.out == "");
  CHECK_MESSAGE(ran.err.find(message) != std::string::npos, ran.err);
}

}  // namespace

TEST_CASE("cli: every command has help") {
  for (const char* command : {"build", "check", "serve", "scene", "eval", "convert", "run"}) {
    const Ran ran = run_loom({command, "--help"});
    CAPTURE(command);
    CHECK(ran.status == 0);
    CHECK(ran.out.find("Usage: loom " + std::string(command)) != std::string::npos);
    CHECK(ran.out.find("Exit status: 0") != std::string::npos);
    CHECK(ran.err == "");
  }
  CHECK(run_loom({"--help"}).out.find("serve") != std::string::npos);
  const std::string build = run_loom({"build", "--help"}).out;
  for (const char* required : {"--out DIR REQUIRED ", "--base-url URL REQUIRED "})
    CHECK(build.find(required) != build.npos);
}

TEST_CASE("cli: a config.json of one's own, with layers that keep a state, or of an unknown kind") {
  const Folder folder;
  const std::string before =
      R"({"num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 4, "vocab_size": 100,
  "intermediate_size": 128, "mamba_d_state": 16, "mamba_d_conv": 4, "mamba_expand": 2,
  "layer_types": ["attention", ")";
  folder.put("good.json", before + "mamba\"]}");
  folder.put("bad.json", before + "foo_attention\"]}");
  folder.put("short.json", before.substr(0, before.rfind(',')) + "]}");
  for (const char* scene : {"kv-cache", "model-fit"}) {
    const auto run = [&](const char* file) {
      return run_loom({"scene", scene, "--model", "own", "--config", folder.path(file).string()});
    };
    CAPTURE(scene);
    const Ran good = run("good.json");
    CHECK(good.status == 0);
    CHECK(good.out.starts_with("Your model "));
    // 128 · 16 float32 and 128 · 4 numbers of 16 bits.
    if (scene == std::string("kv-cache")) {
      CHECK(good.out.find(" State: 9.00 KiB per sequence (1 Mamba layer).") != good.out.npos);
      CHECK(good.out.find("\nYour model  ") != good.out.npos);
    }
    CHECK(run("bad.json").status == 2);
    CHECK(run("bad.json")
              .err.find("'Your config.json': 3:32: layer_types: expected "
                        "full_attention, ") != std::string::npos);
    CHECK(run("bad.json").err.find(", got \"foo_attention\"") != std::string::npos);
    CHECK(run("short.json")
              .err.find("3:18: layer_types: expected 2 entries, as num_hidden_layers "
                        "says, got 1") != std::string::npos);
  }
}

TEST_CASE("cli: a command line that cannot be followed has status 2") {
  check_usage_error({}, "subcommand");
  check_usage_error({"biuld"},
                    "loom: unknown command 'biuld', expected build, check, serve, scene, eval, "
                    "convert, number or run; "
                    "did you mean 'build'?");
  check_usage_error({"build"}, "--out is required");
  check_usage_error(
      {"build", "--content", "x", "--out", "y", "--base-url", "https://a.example/", "--compres"},
      "--compres; did you mean '--compress'?");
  check_usage_error({"serve", "--prot", "3"}, "; did you mean '--port'?");
  check_usage_error({"check", "--content", "/nowhere/at/all"},
                    "no content folder '/nowhere/at/all'");
  check_usage_error({"serve", "--content", "x", "--port", "99999999"},
                    "--port: expected a whole number from 1 to 65535, got '99999999'");
  check_usage_error({"eval", "--lst"}, "--lst");
}

TEST_CASE("cli: the content is that of the folder one is in, unless said otherwise") {
  const Folder folder;
  folder.put("content/index.md", "# Page\n\nText.\n");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const Ran good = run_loom({"check"});
  std::filesystem::current_path(folder.path("content"));
  const Ran none = run_loom({"check"});
  std::filesystem::current_path(before);
  CHECK(good.out == "1 page, no mistakes\n");
  CHECK(none.status == 2);
  CHECK(none.err == "loom check: no content folder 'content'\n");
}

TEST_CASE("cli: loom scene lists scenes and their parameters") {
  const Ran ran = run_loom({"scene"});
  CHECK(ran.status == 0);
  for (const loom::scene::Description& scene : loom::scene::registry()) {
    CHECK(ran.out.find(std::string(scene.id) + " (page ") != std::string::npos);
    for (const loom::scene::Parameter& parameter : scene.parameters)
      CHECK(ran.out.find("  --" + std::string(parameter.key) + " ") != std::string::npos);
  }
  const Ran help = run_loom({"scene", "accumulator", "--help"});
  CHECK(help.status == 0);
  CHECK(help.out.find("a whole number from 1 to 23; default 3") != std::string::npos);
  for (const loom::scene::Description& scene : loom::scene::registry()) {
    const std::string text = run_loom({"scene", std::string(scene.id), "--help"}).out;
    CAPTURE(text);
    for (const loom::scene::Metric& metric : scene.make()->metrics())
      CHECK(text.find("\n  " + std::string(metric.key) + "  " + std::string(metric.label) + "\n") !=
            text.npos);
    for (std::string_view part : scene.parts)
      CHECK(text.find("\n  " + std::string(part) + "\n") != text.npos);
    for (const loom::scene::Preset& preset : scene.presets)
      CHECK(text.find("\n  " + std::string(preset.query) + "  " + std::string(preset.label) +
                      "\n") != text.npos);
  }
}

TEST_CASE("cli: loom scene prints a state as text, JSON, CSV and SVG") {
  const Ran text = run_loom({"scene", "online-softmax", "--step", "4"});
  CHECK(text.status == 0);
  CHECK(text.out.find("   3       6.0  6.0    0.368  1.72  14.054\n") != std::string::npos);

  const nlohmann::json json = nlohmann::json::parse(
      run_loom({"scene", "moe-routing", "--routing=skewed", "--capacity", "on", "--format", "json"})
          .out);
  CHECK(json.size() == 6);
  CHECK(json["scene"] == "moe-routing");
  CHECK(json["parameters"] == nlohmann::json({{"routing", "skewed"},
                                              {"topk", "1"},
                                              {"experts", "4"},
                                              {"capacity", true},
                                              {"factor", 1.25},
                                              {"packing", "per-expert"}}));
  CHECK(json["status"].get<std::string>().size() > 20);
  CHECK(json["steps"] == 32);
  CHECK(json["table"]["columns"] ==
        nlohmann::json({"Expert", "Kept tokens", "Tiles", "Padded slots", "Dropped"}));
  CHECK(json["table"]["rows"][0] == nlohmann::json({"E0", 10, 2, 6, 6}));
  CHECK(json["table"]["shown"][0] == nlohmann::json({"E0", "10", "2", "6", "6"}));
  CHECK(nlohmann::json::parse(
            run_loom({"scene", "online-softmax", "--format", "json"}).out)["parameters"]["scores"]
            .size() == 16);

  CHECK(run_loom({"scene", "moe-routing", "--format", "csv"}).out ==
        "Expert,Kept tokens,Tiles,Padded "
        "slots,Dropped\r\nE0,8,1,0,0\r\nE1,8,1,0,0\r\nE2,8,1,0,0\r\nE3,8,1,0,0\r\n");

  const Ran cells = run_loom({"scene", "memory-trip", "--gpu", "b200", "--format", "csv"});
  CHECK(cells.out.starts_with("Tier,Size (B),Latency (cycles),Bandwidth (GB/s),"));

  const Ran svg = run_loom({"scene", "accumulator", "--format", "svg", "--width", "340"});
  CHECK(svg.out.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 340 "));
  CHECK(svg.out.ends_with("</svg>\n"));
  CHECK(svg.out.find("--lane:#3a49b8;") != std::string::npos);
  CHECK(svg.out.find("@media(prefers-color-scheme:dark){svg{--ink:#ece9e2;") != std::string::npos);
  CHECK(svg.out.find(".f-lane {") != std::string::npos);
}

TEST_CASE("cli: loom scene refuses what a scene does not have, with the nearest name") {
  check_usage_error({"scene", "acumulator"}, "unknown scene 'acumulator', expected one of ");
  check_usage_error({"scene", "acumulator"}, "; did you mean 'accumulator'?");
  check_usage_error({"scene", "accumulator", "--bitz", "3"},
                    "unknown option '--bitz', expected one of --format, --step, --width, --help, "
                    "--bits, --terms; did you mean '--bits'?");
  check_usage_error({"scene", "accumulator", "--bits", "70"},
                    "'Mantissa bits': got '70', expected a whole number from 1 to 23");
  check_usage_error({"scene", "accumulator", "--bits", "-1"},
                    "'Mantissa bits': got '-1', expected a whole number from 1 to 23");
  check_usage_error({"scene", "accumulator", "--bits"}, "--bits");
  check_usage_error({"scene", "accumulator", "--bits", "3", "--bits", "4"}, "--bits");
  check_usage_error({"scene", "accumulator", "--step", "65"},
                    "'step': got '65', expected a whole number from 0 to 64");
  check_usage_error({"scene", "accumulator", "--format", "pgn"},
                    "--format: expected text, json, csv or svg, got 'pgn'");
  check_usage_error({"scene", "accumulator", "--format", "cvs"}, "; did you mean 'csv'?");
  check_usage_error({"scene", "accumulator", "--width", "1e9"}, "--width");
  check_usage_error({"scene", "accumulator", "--width", "nan"}, "--width");
  check_usage_error({"scene", "accumulator", "extra"}, "extra");
  check_usage_error({"scene", "online-softmax", "--scores", "1,2,x"}, "entry 3 is 'x'");
  check_usage_error({"scene", "online-softmax", "--scores", "1,2\n--values"},
                    "entry 3 is '--values'");
  check_usage_error({"scene", std::string(100000, 'x')}, "unknown scene");
}

TEST_CASE("cli: output that cannot be written is told") {
  if (!std::filesystem::exists("/dev/full")) return;
  const Ran ran = run_loom({"scene", "accumulator"}, "", "/dev/full");
  CHECK(ran.status == 2);
  CHECK(ran.err == "loom: cannot write to standard output\n");
}

TEST_CASE("cli: loom eval reads lines and answers lines") {
  const Ran good = run_loom(
      {"eval"}, "{\"op\": \"numerics.accumulate\", \"mantissa_bits\": 3, \"terms\": [1, 2]}\n");
  CHECK(good.status == 0);
  CHECK(good.out == "{\"sums\":[1.0,3.0]}\n");
  const Ran bad = run_loom(
      {"eval"}, "{}\n{\"op\": \"numerics.accumulate\", \"mantissa_bits\": 3, \"terms\": [1]}\n");
  CHECK(bad.status == 1);
  CHECK(bad.out.ends_with("}\n{\"sums\":[1.0]}\n"));
  CHECK(run_loom({"eval"}, "").status == 0);
  const Ran list = run_loom({"eval", "--list"});
  CHECK(list.status == 0);
  CHECK(list.out.find("numerics.accumulate: ") != std::string::npos);
}

TEST_CASE("cli: loom build and loom check") {
  const Folder folder;
  folder.put("content/index.md", "# Page\n\nText.\n");
  const std::string content = folder.path("content").string(), out = folder.path("out").string();
  const std::vector<std::string> build = {
      "build", "--content", content, "--out", out, "--base-url", "https://loom.example/"};
  Ran ran = run_loom({"check", "--content", content});
  CHECK(ran.status == 0);
  CHECK(ran.out == "1 page, no mistakes\n");
  CHECK(!folder.has("out"));
  ran = run_loom(build);
  CHECK(ran.status == 0);
  CHECK(ran.out == "1 page written to " + out + "\n");
  CHECK(folder.has("out/index.html"));
  const auto before = folder.files("out");

  folder.put("content/index.md", "# Page\n\n[[x]]\n\n<b>\n");
  for (const std::vector<std::string>& command : {build, {"check", "--content", content}}) {
    ran = run_loom(command);
    CHECK(ran.status == 1);
    CHECK(ran.out == "");
    CHECK(ran.err == content + "/index.md:3:3: error: term 'x', but there is no glossary.json\n" +
                         content +
                         "/index.md:5:1: error: raw HTML '<b>', expected Markdown; put code in "
                         "backticks\n2 mistakes; nothing was written\n");
    CHECK(folder.files("out") == before);
  }
}

TEST_CASE("cli: input that cannot be read has status 2") {
  const Folder folder;
  const Ran eval = run_loom({"eval"}, "", "", folder.path().string());
  CHECK(eval.status == 2);
  CHECK(eval.err == "loom eval: cannot read standard input: Is a directory\n");
  const std::string large = folder.path("large.json").string();
  folder.put("large.json", "");
  REQUIRE(truncate(large.c_str(), 1ll << 40) == 0);
  const Ran scene = run_loom({"scene", "kv-cache", "--model", "own", "--config", large});
  CHECK(scene.status == 2);
  CHECK(scene.err == "loom scene: cannot read '" + large +
                         "': 1099511627776 bytes, expected at most 1073741824\n");
  folder.put("content/index.md", "# Page\n\nText.\n");
  const Ran check =
      run_loom({"check", "--content", folder.path("content").string(), "--glossary", "/dev/zero"});
  CHECK(check.status == 2);
  CHECK(check.err == "loom check: cannot read '/dev/zero': not a file\n");
}

#ifndef LOOM_SANITIZE  // which reserves all addresses
TEST_CASE("cli: memory that the system does not give") {
  const Folder folder;
  folder.put("content/large.md", "");
  REQUIRE(truncate(folder.path("content/large.md").c_str(), 500 << 20) == 0);
  rlimit before;
  REQUIRE(getrlimit(RLIMIT_AS, &before) == 0);
  rlimit less = before;
  less.rlim_cur = 400 << 20;
  REQUIRE(setrlimit(RLIMIT_AS, &less) == 0);
  const Ran ran = run_loom({"check", "--content", folder.path("content").string()});
  REQUIRE(setrlimit(RLIMIT_AS, &before) == 0);
  CHECK(ran.status == 2);
  CHECK(ran.err == "loom check: out of memory\n");
}
#endif

}  // TESTS_OF(tools::cli)
