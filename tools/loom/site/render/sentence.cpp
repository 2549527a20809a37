#include "tools/loom/site/render/sentence.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "core/text/word_list.hpp"
#include "web/scene/format.hpp"
#include "web/scene/measure.hpp"

namespace loom::site {
namespace {

using scene::State;

// The width of a line of `.status`, in em, at 390 and 1280 CSS px (figure.css). measure.hpp never
// measures too small; `wider` says by how much it exceeds the true width.
constexpr float narrow_em = 22.7f, wide_em = 45.5f, wider = 1.03f;

float em(std::string_view text) {
  constexpr auto size = scene::Size::normal;
  return scene::text_width(text, size) / static_cast<float>(size) / wider;
}

int broken(std::string_view sentence, float room) {
  int count = 1;
  float used = 0;
  const float blank = em(" ");
  for (const std::string_view each : words_in(sentence)) {
    const float word = em(each);
    if (used > 0 && used + blank + word > room) {
      ++count;
      used = word;
    } else {
      used += (used > 0 ? blank : 0) + word;
    }
  }
  return count;
}

int middle(std::vector<int>& all) {
  const auto at = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  std::nth_element(all.begin(), at, all.end());
  return *at;
}

}  // namespace

Lines lines(std::string_view sentence) {
  return {broken(sentence, narrow_em), broken(sentence, wide_em)};
}

Lines likely_lines(const Figure& figure) {
  constexpr int looks = 64;
  std::vector<int> narrow, wide;
  const auto look = [&](const State& state, int step) {
    const Lines now = lines(state.scene().status(step));
    narrow.push_back(now.narrow);
    wide.push_back(now.wide);
    return now;
  };
  const Lines opening = look(*figure.state, figure.state->step());
  const int steps = figure.state->scene().steps(), every = std::max(1, steps / looks);
  for (int step = 0; step < steps; step += every) look(*figure.state, step);
  if (figure.controls.empty())
    for (const scene::Preset& preset : figure.state->description().presets) {
      State state(figure.state->description());
      if (!state.load(preset.query)) look(state, state.step());
    }
  return {std::max(opening.narrow, middle(narrow)), std::max(opening.wide, middle(wide))};
}

}  // namespace loom::site
