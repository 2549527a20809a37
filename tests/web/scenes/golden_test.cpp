// Every scene's picture and sentences as they were when a person last looked at them. The picture:
// wide in the default state, narrow in the last preset at the end of the timeline. The sentences:
// of the default state, of the presets, and of every further state that golden/ID.txt names by a
// line with its link. `tools/golden` writes both again, and the diff of golden/ shows what has
// changed.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/doctest.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scene/svg_painter.hpp"

TESTS_OF(web::scenes::golden) {

using namespace loom;
using namespace loom::scene;

namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(LOOM_SOURCE_DIR) / "tests/web/scenes/golden";

// One element a line, long paths broken before a move, so that a diff shows what moved.
std::string in_lines(const std::string& svg) {
  constexpr size_t longest = 100;
  std::string out;
  size_t begin = 0;  // of the line that is written
  bool quoted = false;
  for (size_t i = 0; i < svg.size(); ++i) {
    const char c = svg[i];
    const auto next_is = [&](std::string_view text) {
      return svg.compare(i, text.size(), text) == 0;
    };
    if (c == '"') quoted = !quoted;
    const bool element = c == '<' && !next_is("<title") && !next_is("</title") &&
                         !next_is("</text") && !next_is("</rect");
    const bool move = quoted && (c == 'm' || c == 'M') && out.size() - begin > longest && i > 0 &&
                      (svg[i - 1] == 'z' || (svg[i - 1] >= '0' && svg[i - 1] <= '9'));
    if ((element || move) && !out.empty()) {
      out += '\n';
      begin = out.size();
    }
    out += c;
  }
  return out + "\n";
}

constexpr const char *wide_ending = ".svg", *narrow_ending = ".narrow.svg", *words_ending = ".txt";

struct Golden {
  std::string file;
  std::string content;
};

std::string picture(const State& state, float width) {
  const View view{.width = width, .step = state.step()};
  return in_lines(
      svg(state.scene(), view, std::string(state.description().id) + "?" + state.query()));
}

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string sentences(const scenes::Subject& subject, const std::string& kept) {
  std::vector<std::string> queries = {""};
  const auto add = [&](std::string query) {
    if (std::find(queries.begin(), queries.end(), query) == queries.end())
      queries.push_back(std::move(query));
  };
  for (const Preset& preset : subject.description().presets) add(std::string(preset.query));
  std::istringstream lines(kept);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with('?')) add(line.substr(1));
  std::string all;
  for (const std::string& query : queries) all += fill("?{}\n  {}\n", query, subject.status(query));
  return all;
}

std::vector<Golden> goldens(const Description& description) {
  const std::string id(description.id);
  const scenes::Subject subject(description);
  std::vector<Golden> all = {{id + wide_ending, picture(subject.load(""), wide_width)}};
  State state = subject.load(
      description.presets.empty() ? "" : std::string(description.presets.back().query));
  REQUIRE_FALSE(state.seek(state.scene().steps()));
  all.push_back({id + narrow_ending, picture(state, narrow_width)});
  all.push_back({id + words_ending, sentences(subject, read(folder / (id + words_ending)))});
  return all;
}

// "line 7\n  was: …\n  is:  …", or "".
std::string difference(const std::string& before, const std::string& after) {
  std::istringstream was(before), is(after);
  for (int number = 1;; ++number) {
    std::string old_line, new_line;
    const bool had = static_cast<bool>(std::getline(was, old_line)),
               has = static_cast<bool>(std::getline(is, new_line));
    if (!had && !has) return "";
    if (had != has || old_line != new_line)
      return "line " + std::to_string(number) + "\n  was: " + (had ? old_line : "(the end)") +
             "\n  is:  " + (has ? new_line : "(the end)");
  }
}

}  // namespace

TEST_CASE("golden: every scene looks as it did and says what it said") {
  const bool renew = std::getenv("LOOM_RENEW_GOLDEN") != nullptr;
  for (const Description& description : scenes::tried_scenes())
    for (const Golden& golden : goldens(description)) {
      const fs::path file = folder / golden.file;
      if (renew) std::ofstream(file, std::ios::binary) << golden.content;
      const std::string changed = difference(read(file), golden.content);
      CHECK_MESSAGE(changed == "", golden.file << ", " << changed
                                               << "\nIf it should: tools/golden, and look at "
                                                  "`git diff tests/web/scenes/golden`");
    }
  std::set<std::string> files;
  for (const Description& description : registry())
    for (const char* ending : {wide_ending, narrow_ending, words_ending})
      files.insert(std::string(description.id) + ending);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (files.contains(name)) continue;
    if (renew) fs::remove(entry.path());
    CHECK_MESSAGE(renew, name << " belongs to no scene: tools/golden removes it");
  }
}

TEST_CASE("golden: a difference is named by its first line") {
  CHECK(difference("a\nb\n", "a\nb\n") == "");
  CHECK(difference("a\nb\n", "a\nc\n") == "line 2\n  was: b\n  is:  c");
  CHECK(difference("a\n", "a\nc\n") == "line 2\n  was: (the end)\n  is:  c");
  CHECK(difference("", "a\n") == "line 1\n  was: (the end)\n  is:  a");
  CHECK(
      in_lines("<svg a=\"1\"><g><rect x=\"0\"><title>t</title></rect><text>m</text></g></svg>") ==
      "<svg a=\"1\">\n<g>\n<rect x=\"0\"><title>t</title></rect>\n<text>m</text>\n</g>\n</svg>\n");
}

}  // TESTS_OF(web::scenes::golden)
