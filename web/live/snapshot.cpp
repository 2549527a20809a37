#include "web/live/snapshot.hpp"

#include "web/json/text.hpp"
#include "web/scene/format.hpp"
#include "web/scene/query.hpp"

namespace loom::live {
namespace {

std::string written(const text& value) { return json::quoted(value); }
std::string written(number value) { return scene::shortest(value); }
std::string written(flag value) { return value ? "true" : "false"; }

// Elements with commas between them.
class Elements {
 public:
  explicit Elements(char open) : out_(1, open) {}
  void add(const std::string& element) {
    if (out_.size() > 1) out_ += ',';
    out_ += element;
  }
  std::string end(char close) && { return std::move(out_) + close; }

 private:
  std::string out_;
};

std::string written(const flags& values) {
  Elements all('[');
  for (const bool value : values) all.add(written(value));
  return std::move(all).end(']');
}

std::string written(const fields& values) {
  Elements all('{');
  for (const auto& [key, value] : values) all.add(written(key) + ':' + written(value));
  return std::move(all).end('}');
}

}  // namespace

Snapshot snapshot(const Figure& figure) {
  const Session& session = figure.session();
  const scene::State& state = session.state();
  const scene::Scene& scene = state.scene();
  Snapshot all = {
      .query = state.query(),
      .settings = state.values().query(),
      .status = figure.status(),
      .left_out = std::string(state.values().left_out()),
      .steps = static_cast<double>(scene.steps()),
      .step = static_cast<double>(state.step()),
      .playing = session.playing(),
      .sealed = static_cast<double>(figure.sealed() + 1),
      .narrow_height = static_cast<double>(scene.height(scene::narrow_width)),
      .wide_height = static_cast<double>(scene.height(scene::wide_width)),
  };
  for (const scene::Parameter& parameter : state.values().parameters())
    all.values.push_back(
        {std::string(parameter.key), std::string(state.values().text(parameter.key))});
  for (const scene::Preset& preset : state.description().presets)
    all.presets.push_back(scene::shows(state.values(), preset));
  return all;
}

Pointed pointed(const Figure& figure) {
  const scene::Hotspot* hotspot = figure.hovered();
  const scene::Rect rect = hotspot ? hotspot->rect : scene::Rect{};
  return {
      .cursor = static_cast<double>(figure.cursor()),
      .dragging = figure.dragging(),
      .tooltip = std::string(figure.tooltip()),
      .x = static_cast<double>(rect.x),
      .y = static_cast<double>(rect.y),
      .width = static_cast<double>(rect.width),
      .height = static_cast<double>(rect.height),
  };
}

std::string json(const Snapshot& snapshot) {
  Elements all('[');
#define LOOM_SNAPSHOT(type, name) all.add(written(snapshot.name));
#include "web/program/interface.def"
  return std::move(all).end(']');
}

std::string json(const Pointed& pointed) {
  Elements all('[');
#define LOOM_POINTED(type, name) all.add(written(pointed.name));
#include "web/program/interface.def"
  return std::move(all).end(']');
}

}  // namespace loom::live
