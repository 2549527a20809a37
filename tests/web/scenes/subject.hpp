// The scene under test, and checks that every scene's test uses.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/doctest.hpp"
#include "tests/tries.hpp"
#include "tests/web/scene/recording_painter.hpp"
#include "tests/web/scenes/numbers.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

// The scenes that a test of all scenes tries: each of them, or only the one that the environment
// variable LOOM_SCENE names.
std::span<const scene::Description> tried_scenes();

// Those of these groups. Fails if the program has no scene of them.
std::vector<const scene::Description*> tried_scenes(std::initializer_list<std::string_view> groups);

// The scene of that name alone; all without a name; none if there is no such scene.
std::span<const scene::Description> chosen(std::span<const scene::Description> all,
                                           const char* name);

using Rows = std::vector<std::vector<std::string>>;

Rows shown(const scene::Table& table);  // its cells as the page shows them
double metric(const scene::State& state, const std::string& key);
// The same as pages show it, without its unit: "3.94".
std::string metric_text(const scene::State& state, const std::string& key);

class Subject {
 public:
  // A state points at its description; the registered one exists for the whole program.
  explicit Subject(const scene::Description& description)
      : description_(*scene::find(description.id)) {}

  const scene::Description& description() const { return description_; }

  scene::State load(const std::string& query) const;

  // The sentence at the step that the query names, or where the scene opens. Whole sentences are
  // kept in golden/*.txt; a test asks for numbers.
  std::string status(const std::string& query) const;
  // Checks that it says these numbers, in this order, among others: for what is neither a metric
  // nor in the table.
  void check_says(const std::string& query, const Numbers& expected) const;

  std::vector<std::string> offered(const std::string& key) const;  // the values of a choice
  std::vector<std::string> columns() const;  // of the default's table, as the page shows them
  Rows table(const std::string& query) const { return shown(load(query).scene().table()); }
  double metric(const std::string& query, const std::string& key) const {
    return scenes::metric(load(query), key);
  }
  std::string metric_text(const std::string& query, const std::string& key) const {
    return scenes::metric_text(load(query), key);
  }
  // What the table says in that column, in the row that begins with those words.
  std::string cell(const std::string& query, const std::string& row,
                   const std::string& column) const;

  // Checks that the state's pictures fit, at both widths, at rest and on the way, and that its
  // sentences are whole: at the first and last two steps, and at every `stride`-th.
  void check_pictures(const std::string& query, int stride) const;
  void check_pictures(const std::vector<std::string>& queries, int stride) const {
    for (size_t i = 0; i < queries.size(); i += one_of_so_many) check_pictures(queries[i], stride);
  }

  // At each width, the pictures of all states have the same height.
  void check_one_height(const std::vector<std::string>& queries) const;

  // Drags the hotspot that writes the parameter to its place for each of the values, one after
  // another, at both widths: the drag must set that value.
  void check_drag(const std::string& query, const std::string& key,
                  const std::vector<std::string>& values) const;

 private:
  const scene::Description& description_;
};

// Fails for a problem of a scene ("" means none), once for each cause, however many states show it:
// `place` is the first of them.
void check_once(std::string_view scene, const std::string& problem, const std::string& place);
// Whether it is the scene's first problem with that cause: the text before a colon or comma,
// without numbers.
bool is_first(std::string_view scene, std::string_view problem);

bool contains(const std::string& text, const std::string& part);

// How many rectangles of a part have this color.
int filled(const scene::RecordingPainter& painter, const std::string& part, scene::Role role);

// "0,1,5", as the text of a parameter of numbers.
std::string list(const std::vector<int>& numbers);

}  // namespace loom::scenes
