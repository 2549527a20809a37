#include "web/live/snapshot.hpp"

#include "core/json/text.hpp"
#include "web/scene/format.hpp"
#include "web/scene/query.hpp"

namespace loom::live {
namespace {

// Appends values, with commas between them.
class Writer {
 public:
  void add(const text& value) { element(json::quoted(value)); }
  void add(number value) { element(scene::shortest(value)); }
  void add(flag value) { element(value ? "true" : "false"); }
  void add(const flags& values) {
    begin('[');
    for (const flag value : values) add(value);
    end(']');
  }
  void add(const fields& values) {
    begin('{');
    for (const scene::Field& field : values) {
      add(field.key);
      out_ += ':';
      add(field.text);
    }
    end('}');
  }

  void begin(char bracket) { element({&bracket, 1}); }
  void end(char bracket) { out_ += bracket; }
  std::string take() { return std::move(out_); }

 private:
  void element(std::string_view written) {
    if (!out_.empty() && std::string_view("[{:").find(out_.back()) == std::string_view::npos)
      out_ += ',';
    out_ += written;
  }

  std::string out_;
};

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
  Writer all;
  all.begin('[');
#define LOOM_SNAPSHOT(type, name) all.add(snapshot.name);
#include "web/program/interface.def"
  all.end(']');
  return all.take();
}

std::string json(const Pointed& pointed) {
  Writer all;
  all.begin('[');
#define LOOM_POINTED(type, name) all.add(pointed.name);
#include "web/program/interface.def"
  all.end(']');
  return all.take();
}

}  // namespace loom::live
