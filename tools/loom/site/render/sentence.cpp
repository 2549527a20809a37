#include "tools/loom/site/render/sentence.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "web/scene/format.hpp"
#include "web/scene/measure.hpp"

namespace loom::site {
namespace {

using scene::Parameter;
using scene::State;

// Room for a line of `.status`, in em, at 390 and 1280 CSS px (figure.css). Widths are measured
// never too small (measure.hpp); `wider` is by how much.
constexpr float narrow_em = 20.7f, wide_em = 46.8f, wider = 1.03f;

float em(std::string_view text) {
  constexpr auto size = scene::Size::normal;
  return scene::text_width(text, size) / static_cast<float>(size) / wider;
}

int broken(std::string_view sentence, float room) {
  int count = 1;
  float used = 0;
  const float blank = em(" ");
  while (!sentence.empty()) {
    const size_t end = std::min(sentence.find(' '), sentence.size());
    const float word = em(sentence.substr(0, end));
    if (used > 0 && used + blank + word > room) {
      ++count;
      used = word;
    } else {
      used += (used > 0 ? blank : 0) + word;
    }
    sentence.remove_prefix(std::min(end + 1, sentence.size()));
  }
  return count;
}

void raise(Lines& most, const State& state) {
  constexpr int looks = 64;
  const int steps = state.scene().steps(), every = std::max(1, steps / looks);
  const auto look = [&](int step) {
    const Lines now = lines(state.scene().status(step));
    most = {std::max(most.narrow, now.narrow), std::max(most.wide, now.wide)};
  };
  for (int step = 0; step < steps; step += every) look(step);
  look(steps);
}

// What a hand can put the control to at once: each choice, or either end.
std::vector<std::string> ends(const Parameter& p) {
  std::vector<std::string> all;
  switch (p.kind) {
    case scene::Kind::choice:
      for (const scene::Choice& choice : p.choices) all.emplace_back(choice.value);
      break;
    case scene::Kind::toggle:
      all = {"off", "on"};
      break;
    case scene::Kind::integer:
    case scene::Kind::real:
      all = {scene::shortest(p.minimum), scene::shortest(p.maximum)};
      break;
    case scene::Kind::numbers:
    case scene::Kind::text:
      break;
  }
  return all;
}

}  // namespace

Lines lines(std::string_view sentence) {
  return {broken(sentence, narrow_em), broken(sentence, wide_em)};
}

Lines most_lines(const Figure& figure) {
  const State& own = *figure.state;
  const scene::Description& scene = own.description();
  Lines most;
  raise(most, own);
  if (figure.controls.empty())
    for (const scene::Preset& preset : scene.presets) {
      State state(scene);
      if (!state.load(preset.query)) raise(most, state);
    }
  for (const Parameter& p : scene.parameters) {
    const auto& only = figure.controls;
    if (!scene::offered(p, own.values())) continue;
    if (!only.empty() && std::find(only.begin(), only.end(), p.key) == only.end()) continue;
    for (const std::string& text : ends(p)) {
      State state(scene);
      if (!state.load(own.query()) && !state.set(p.key, text)) raise(most, state);
    }
  }
  return most;
}

}  // namespace loom::site
