// The scene contract. A simulator (core/) turns parameters into numbers; a scene turns those
// numbers into a sentence, a table and a picture. The same code runs in the site builder and in
// WebAssembly. It brings along what almost every scene takes from the standard library.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// IWYU pragma: begin_exports
#include "core/result.hpp"
#include "web/scene/format.hpp"
#include "web/scene/nth.hpp"
#include "web/scene/painter.hpp"
#include "web/scene/parameter.hpp"
#include "web/scene/table.hpp"
// IWYU pragma: end_exports

namespace loom::scene {

// Pictures are laid out for these two widths (CSS px) and scaled to the room they get, so that the
// live picture takes exactly the place of the built-in one. Below `narrow_limit` scenes use another
// layout.
inline constexpr float narrow_width = 340, wide_width = 760, narrow_limit = 560;

struct View {
  float width = wide_width;
  int step = 0;        // 0…steps()
  float fraction = 1;  // 1: the step is complete; below: on the way from step − 1, eased
  // What the hotspot under the pointer names, so that the same thing lights up wherever it is
  // drawn; −1: nothing. Hotspots do not depend on it.
  int pointed = -1;
};

class Scene {
 public:
  virtual ~Scene() = default;

  // Runs the simulator once. If the values contradict each other in a way that no single
  // parameter's range can express, they are refused, and the last good state is kept.
  virtual std::optional<Error> set(const Values& values) = 0;

  virtual int steps() const { return 0; }          // length of the timeline; 0: a still
  virtual std::string status(int step) const = 0;  // what the picture shows now, plain sentences
  virtual Table table() const = 0;
  virtual std::vector<Metric> metrics() const { return {}; }
  virtual float height(float width) const = 0;  // CSS px; does not depend on the step
  virtual void draw(Painter& painter, const View& view) const = 0;  // pure
};

// Where a picture goes, and its painter, if any: there is none while only the height is asked for.
struct Sheet {
  View view = {};
  Painter* painter = nullptr;
};

// A scene with a member (or function) `shown`, which the picture is about. picture() draws it, in a
// file of its own, and returns its height (see kit/picture.hpp). The member is not in this class:
// each program would keep a table of virtual functions that nobody calls.
template <class Made>
class Pictured : public Scene {
 public:
  float height(float width) const final { return model().picture({{.width = width}}); }
  void draw(Painter& painter, const View& view) const final { model().picture({view, &painter}); }

 private:
  decltype(auto) model() const {
    const Made& made = static_cast<const Made&>(*this);
    if constexpr (requires { made.shown(); })
      return made.shown();
    else
      return (made.shown);
  }
};

// Keeps a good result; otherwise returns the error, which is a scene's answer to set().
template <class T>
std::optional<Error> keep(T& kept, Result<T> result) {
  if (!result) return result.error();
  kept = std::move(*result);
  return std::nullopt;
}

// The same for a state that was made without a result.
template <class T>
std::optional<Error> keep(T& kept, T&& made) {
  kept = std::forward<T>(made);
  return std::nullopt;
}

// A scene as the registry knows it.
struct Description {
  std::string_view id, page, title, question;
  std::span<const Parameter> parameters;
  std::span<const Preset> presets;
  std::span<const std::string_view> parts;       // names that prose may light up
  std::string_view simulator;                    // repository path of the header that backs it
  std::span<const std::string_view> references;  // ids in references.json
  std::unique_ptr<Scene> (*make)();              // in its default state
  bool opens_at_end = false;    // where a state without a step begins: 0 or steps()
  std::string_view group = {};  // its folder in web/scenes/; filled in by the registry
};

// Every scene of this program, in page order, as listed by web/scenes/GROUP/CMakeLists.txt.
// The same in a few lines: the scene, made in the default state of its parameters, and what else it
// declares.
struct Declared {
  std::span<const Preset> presets = {};
  std::span<const std::string_view> parts = {}, references = {};
  bool opens_at_end = false;
};
template <class Made, const auto& made_parameters>
Description describe(std::string_view id, std::string_view page, std::string_view title,
                     std::string_view question, std::string_view simulator,
                     const Declared& declared = {}) {
  return {.id = id,
          .page = page,
          .title = title,
          .question = question,
          .parameters = made_parameters,
          .presets = declared.presets,
          .parts = declared.parts,
          .simulator = simulator,
          .references = declared.references,
          .make =
              [] {
                std::unique_ptr<Scene> made(new Made);
                (void)made->set(Values(made_parameters));  // defaults are good: every test says so
                return made;
              },
          .opens_at_end = declared.opens_at_end};
}

std::span<const Description> registry();
const Description* find(std::string_view id);  // nullptr when unknown

// A scene with the state a reader can link to: values and a position on the timeline.
//
// What happens to the step when a value changes. A reader who moves a control wants to see the
// result. So the figure goes to the end of the new timeline if the step was at its end, at its
// start, or where a link or the page has put it. A reader who has stepped to a place between start
// and end is comparing the same moment of two states, so that step is kept, as far as the new
// timeline reaches. A state that is loaded is new: it starts at the step that it names, or where
// its scene opens.
class State {
 public:
  explicit State(const Description& description);

  const Description& description() const { return *description_; }
  const Scene& scene() const { return *scene_; }
  const Values& values() const { return values_; }
  int step() const { return step_; }

  // "stride=2&step=3": values on top of the defaults. All or nothing.
  std::optional<Error> load(std::string_view query);
  // One value on top of the current state; "step" is the timeline.
  std::optional<Error> set(std::string_view key, std::string_view text);
  std::optional<Error> seek(int step);
  // "pattern=custom&indices=…": several values on top of the current state, all or nothing.
  std::optional<Error> merge(std::string_view query);
  std::string query() const;

 private:
  int opening() const { return description_->opens_at_end ? scene_->steps() : 0; }
  std::optional<Error> go(std::string_view step);
  std::optional<Error> accept(Values values, std::optional<std::string_view> step);

  const Description* description_;
  std::unique_ptr<Scene> scene_;
  Values values_;
  int step_ = 0;
  bool stepped_ = false;  // by hand or by playing, since the state was loaded
};

}  // namespace loom::scene
