// fuzz_seeds HARNESS REPOSITORY OUT: writes the repository's inputs for a harness, each to a file
// of OUT/HARNESS, and the words in them to OUT/HARNESS.dict.
#include "tests/fuzz/seeds.hpp"

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tools/loom/eval/operation.hpp"
#include "tools/loom/site/read/read.hpp"
#include "web/scene/display_list.hpp"
#include "web/scene/format.hpp"
#include "web/scene/scene.hpp"

namespace {

using namespace loom;
using namespace loom::fuzz;

// The text between `begin` and `end`, at every place in a text.
std::vector<std::string> between(const std::string& text, std::string_view begin,
                                 std::string_view end) {
  std::vector<std::string> out;
  for (size_t at = 0; (at = text.find(begin, at)) != text.npos;) {
    at += begin.size();
    const size_t stop = std::min(text.find(end, at), text.size());
    out.push_back(text.substr(at, stop - at));
    at = stop;
  }
  return out;
}

void replace_between(std::string& text, std::string_view begin, std::string_view end,
                     std::string_view with) {
  for (size_t at = 0; (at = text.find(begin, at)) != text.npos; at += begin.size() + with.size()) {
    const size_t stop = text.find(end, at);
    if (stop == text.npos) return;
    text.replace(at + begin.size(), stop - at - begin.size(), with);
  }
}

// A parameter's ends, choices and default.
std::vector<std::string> values_of(const scene::Parameter& parameter) {
  std::vector<std::string> out = {std::string(parameter.initial)};
  for (const scene::Choice& choice : parameter.choices) out.emplace_back(choice.value);
  if (parameter.kind == scene::Kind::toggle) out.insert(out.end(), {"on", "off"});
  if (parameter.minimum < parameter.maximum)
    out.insert(out.end(), {scene::shortest(parameter.minimum), scene::shortest(parameter.maximum)});
  return out;
}

// As many lines at a time as the harness takes, because drawing the final states takes most of the
// time.
void add_lines(Seeds& seeds, const std::string& scene, const std::vector<std::string>& lines) {
  constexpr size_t most_lines = 8;
  for (size_t i = 0; i < lines.size(); i += most_lines) {
    std::string input = scene;
    for (size_t k = i; k < std::min(i + most_lines, lines.size()); ++k) input += lines[k] + "\n";
    seeds.inputs.insert(input);
  }
}

void query_seeds(Seeds& seeds, const fs::path&) {
  for (const scene::Description& scene : scene::registry()) {
    const std::string name = std::string(scene.id) + "\n";
    seeds.word(name);
    std::vector<std::string> presets = {"=step=1"};
    for (const scene::Preset& preset : scene.presets) presets.emplace_back(preset.query);
    add_lines(seeds, name, presets);
    for (const scene::Parameter& parameter : scene.parameters) {
      const std::string key = std::string(parameter.key) + "=";
      seeds.word(key);
      std::vector<std::string> lines;
      for (const std::string& value : values_of(parameter)) {
        seeds.word(value);
        lines.push_back(
            (lines.size() % 2 == 0 ? "=" + key + value : "+" + key + scene::percent_encode(value)));
      }
      add_lines(seeds, name, lines);
    }
  }
  for (std::string_view word : {"&", "+", "\n=", "\n+", "%2C", "%00", "%FF", "step=", "nan", "inf",
                                "1e308", "0x1p9", "-0", "2^-149"})
    seeds.word(word);
}

// The terms and citations of the harness's small site stand for all others.
void add_page(Seeds& seeds, std::string text) {
  replace_between(text, "[[", "]]", "warp");
  replace_between(text, "[@", "]", "fa1");
  seeds.inputs.insert("# Page\n\n" + text);
}

void markdown_seeds(Seeds& seeds, const fs::path& root) {
  each_file(root / "content", ".md", [&](const std::string& text) {
    for (const std::string& section : between(text, "\n## ", "\n## "))
      add_page(seeds, "## " + section);
    for (const std::string& fence : between(text, "\n```", "\n```\n"))
      add_page(seeds, "```" + fence + "\n```\n");
  });
  const std::string fence(32, '`');
  each_file(root / "tests/spec", ".md", [&](const std::string& text) {
    for (const std::string& example : between(text, fence + " example\n", "\n.\n"))
      add_page(seeds, example);
  });
  for (const scene::Description& scene : scene::registry()) seeds.word(scene.id);
  for (const eval::Operation& operation : eval::operations()) {
    seeds.word("](=eval:" + std::string(operation.name) + ".");
    for (const eval::Field& field : operation.in) seeds.word("&" + std::string(field.name) + "=");
  }
  for (std::string_view word : {"[[",
                                "]]",
                                "[@",
                                "](#",
                                "](/",
                                "[5](=",
                                "](=measured:",
                                "](=core:",
                                "](=example)",
                                " \"=.",
                                "[[[[[[[[",
                                "%FF",
                                "\u202E",
                                "![",
                                "**",
                                "~~",
                                "$$",
                                "```",
                                "~~~~",
                                "\n\n    ",
                                "\n- ",
                                "\n1. ",
                                "\n> ",
                                "\n\n## ",
                                "\n| a | b |\n|---|:-:|\n",
                                "&amp;",
                                "&#",
                                "<b>",
                                "- [ ] ",
                                "- [x] ",
                                "scene ",
                                "quiz",
                                "predict ",
                                "mnemonic",
                                "glossary",
                                "references",
                                "phases",
                                "metric=",
                                "title=\"",
                                "id=",
                                "step=",
                                "Phase 1: ",
                                "warp",
                                "fa1",
                                "\r\n",
                                "\\",
                                "\u00A0",
                                "picture.png",
                                "\n[a]: /b 'c'\n",
                                "\\unknown"})
    seeds.word(word);
}

// Entries in groups of a few, because whole files would be too long.
void json_seeds(Seeds& seeds, const fs::path& root) {
  for (const char* path : {"glossary", "references", "content/comparisons"}) {
    const std::string name = fs::path(path).filename();
    const std::string text = site::read_file(root / (std::string(path) + ".json"));
    for (const std::string& entry : between(text, "\n  {", "},\n"))
      seeds.inputs.insert(name + "\n[{" + entry + "}]");
    for (const std::string& key : between(text, "\"", "\""))
      if (key.size() < 16) seeds.word("\"" + key + "\"");
  }
  const std::string site = site::read_file(root / "content/site.json");
  seeds.inputs.insert("site\n" + site);
  seeds.inputs.insert("site\n{\"title\": \"A\", \"pages\": [{\"file\": \"index.md\"}]}");
  for (const std::string& key : between(site, "\"", "\"")) seeds.word("\"" + key + "\"");
  seeds.inputs.insert(
      "synonyms\n[{\"words\": [\"thread\"], \"leads_to\": [\"/#warp\"], \"means\": \"warp\"}]");
  for (std::string_view word :
       {"glossary\n", "references\n", "comparisons\n", "site\n", "synonyms\n", "\"words\"",
        "\"leads_to\"", "\"means\"", "\\u0000", "\\ud800", "[[", "{\"", "null", "true", "1e999",
        "2024", "\xEF\xBB\xBF"})
    seeds.word(word);
}

// The lines of the tests, and each operation's name and fields.
void eval_seeds(Seeds& seeds, const fs::path& root) {
  each_file(root / "tests/tools", "_test.cpp", [&](const std::string& text) {
    for (const std::string& line : between(text, "R\"(", ")\""))
      if (line.find("\"op\"") != line.npos && line.find('\n') == line.npos)
        seeds.inputs.insert(line);
  });
  for (const eval::Operation& operation : eval::operations()) {
    const std::string name = "\"" + std::string(operation.name) + "\"";
    seeds.word(name);
    seeds.inputs.insert("{\"op\":" + name + "}");
    for (const eval::Field& field : operation.in) {
      seeds.word("\"" + std::string(field.name) + "\":");
      for (const std::string& value : between(std::string(field.what), "\"", "\""))
        seeds.word("\"" + value + "\"");
    }
  }
  for (std::string_view word : {"\"nan\"",
                                "\"inf\"",
                                "\"-inf\"",
                                "\"0x3f800000\"",
                                "\"0x7fc00001\"",
                                "1e300",
                                "5e-324",
                                "9007199254740993",
                                "9223372036854775807",
                                "-1",
                                "null",
                                "true",
                                "[[",
                                "]]",
                                "\\u0000",
                                "\\ud800",
                                "}\n{",
                                "\"(4,8):(8,1)\"",
                                "((2,2),3):((1,8),2)",
                                "Sw<2,0,2> o 0 o ",
                                "_4",
                                "Layout<Shape<_2,_4>,Stride<_4,_1>>",
                                "make_layout(make_shape(2,4))",
                                "Int<4>{}"})
    seeds.word(word);
}

// The inputs of the preprocessor's recording, and layouts.
void expression_seeds(Seeds& seeds, const fs::path& root) {
  const std::string recorded = site::read_file(root / "tests/data/expression/preprocessor.json");
  for (const std::string& text : between(recorded, "\n  [\"", "\""))
    if (text.size() < 64) seeds.inputs.insert(text);
  for (std::string_view text :
       {"(8,4):(4,1)", "Sw<3,3,3> o 0 o (8,64):(64,1)",
        "make_layout(make_shape(8,4), make_stride(4,1))", "if (i < n) out[i] = in[i * stride];",
        "__shared__ float t[32][33]; t[threadIdx.x][(int)row]"})
    seeds.inputs.emplace(text);
  for (std::string_view word :
       {"[",          "]",    "int i = ", "if (", "for (",    "static_cast<int>(",
        "blockDim.x", "lane", "tid",      "warp", "warpSize", "threadIdx.x",
        "min(",       "max(", "<<",       ">>",   "<=",       ">=",
        "==",         "!=",   "&&",       "||",   "0x",       "9223372036854775807",
        "--",         "++",   "Sw<",      " o "})
    seeds.word(word);
}

std::string bytes_of(std::span<const std::uint32_t> words) {
  return {reinterpret_cast<const char*>(words.data()), 4 * words.size()};
}

// Each scene's picture up to where it would be too long: a list may end between two commands
// outside of a part.
void display_list_seeds(Seeds& seeds, const fs::path&) {
  constexpr size_t most_words = 1000;
  for (const scene::Description& description : scene::registry()) {
    const auto drawn = description.make();
    for (float width : {scene::narrow_width, scene::wide_width}) {
      scene::Painter painter;
      drawn->draw(painter, {.width = width});
      const auto list = painter.list();
      size_t end = 2;
      bool in_part = false;
      for (size_t at = 2; at < std::min(list.size(), most_words); at += 1 + (list[at] >> 8)) {
        const auto op = static_cast<scene::display_list::Op>(list[at] & 0xff);
        if (!in_part) end = at;
        if (op == scene::display_list::Op::begin) in_part = true;
        if (op == scene::display_list::Op::end) in_part = false;
        seeds.word(bytes_of(list.subspan(at, 1)));
      }
      seeds.inputs.insert(bytes_of(list.first(end)));
    }
  }
  for (float value : {0.f, 1.f, -1.f, 1e5f, 1e-30f}) {
    std::uint32_t word;
    std::memcpy(&word, &value, 4);
    seeds.word(bytes_of({&word, 1}));
  }
}

// libFuzzer's form: "text", with unprintable bytes as \xAB.
std::string dictionary_line(const std::string& word) {
  std::string out = "\"";
  for (char c : word) {
    char hex[8];
    std::snprintf(hex, sizeof hex, "\\x%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
    if (c == '"' || c == '\\')
      out += std::string("\\") + c;
    else
      out += c >= ' ' && c <= '~' ? std::string(1, c) : hex;
  }
  return out + "\"\n";
}

struct Source {
  std::string_view harness;
  void (*gather)(Seeds&, const fs::path& root);
};
constexpr Source sources[] = {{"display_list", display_list_seeds},
                              {"query", query_seeds},
                              {"markdown", markdown_seeds},
                              {"json", json_seeds},
                              {"eval", eval_seeds},
                              {"expression", expression_seeds},
                              {"cuda_source", cuda_source_seeds},
                              {"cuda_launch", cuda_launch_seeds}};

}  // namespace

int main(int count, char** arguments) {
  const std::string name = count == 4 ? arguments[1] : "";
  for (const Source& source : sources) {
    if (source.harness != name) continue;
    Seeds seeds;
    source.gather(seeds, arguments[2]);
    const fs::path out = fs::path(arguments[3]) / name;
    fs::remove_all(out);
    fs::create_directories(out);
    int number = 0;
    for (const std::string& input : seeds.inputs)
      std::ofstream(out / std::to_string(++number), std::ios::binary) << input;
    std::ofstream dictionary(out.string() + ".dict");
    for (const std::string& word : seeds.words)
      if (!word.empty()) dictionary << dictionary_line(word);
    return seeds.inputs.empty() ? 1 : 0;
  }
  std::fprintf(stderr, "usage: fuzz_seeds HARNESS REPOSITORY OUT\n");
  return 2;
}
