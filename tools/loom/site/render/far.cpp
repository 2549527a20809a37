#include "tools/loom/site/render/far.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tools/loom/base/embedded.hpp"
#include "tools/loom/site/render/html.hpp"
#include "tools/loom/site/render/screens.hpp"
#include "tools/loom/site/render/sentence.hpp"
#include "tools/loom/site/render/style_sheet.hpp"
#include "web/scene/measure.hpp"

namespace loom::site {
namespace {

constexpr float small_px = 12, browser_px = 16;

// The tokens of css/tokens.css that decide how high text is.
struct Tokens {
  float line = token("--line", ""), between_items = token("--between", "em"),
        indent = token("--indent", "em");
};
const Tokens& tokens() {
  static const Tokens all;
  return all;
}

// The heights of css/far_heights.css, in rem: of step 0 and so on.
const std::vector<float>& steps() {
  static const std::vector<float> heights = [] {
    std::vector<float> all;
    for (const StyleRule& rule : style_rules(embedded_far_heights()))
      if (rule.condition.empty()) all.push_back(number_in(declarations(rule).at(0), "rem"));
    return all;
  }();
  return heights;
}

float width_of(std::string_view text, float px) {
  return scene::text_width(text, scene::Size::small) * px / small_px;
}

// Lines are a little shorter than the column, as they end between words.
float lines_of(float width, float column) {
  constexpr float filled = 0.96f;
  return std::max(1.f, std::ceil(width / (column * filled)));
}

float text_rem(const Node& node, const Screen& screen, float indent = 0) {
  return lines_of(width_of(plain_text(node), screen.rem), screen.column - indent) * tokens().line;
}

float list_rem(const Node& list, const Screen& screen) {
  const auto& [line, between, indent] = tokens();
  float sum = -between;
  for (const Node& item : list.children)
    sum += text_rem(item, screen, indent * screen.rem) + between;
  return sum;
}

float code_rem(const Node& code) {
  constexpr float line = 1.28f, edges = 2, head = 1.4f;
  const bool has_head = !code.more->target.empty();
  return line * static_cast<float>(lines_of(code)) + edges + (has_head ? head : 0);
}

// A row of a stacked table is a line for its first cell, and a head and a line for the others.
float stacked_row_rem(const Node& row, const Screen& screen) {
  constexpr float gap = 16, first = 1.2f, others = 2.25f, edges = 1.2f;
  float width = 0;
  for (size_t i = 1; i < row.children.size(); ++i)
    width += std::max(60.f, width_of(plain_text(row.children[i]), 0.86f * screen.rem)) + gap;
  return first + others * lines_of(width, screen.column) + edges;
}

float table_rem(const Node& table, const Screen& screen, bool stacked) {
  if (stacked && screen.stacks) {
    float sum = 0;
    for (const Node& row : table.children)
      if (!row.header) sum += stacked_row_rem(row, screen);
    return sum;
  }
  constexpr float line = 1.29f, padding = 0.85f, between = 30;
  float sum = 0;
  for (const Node& row : table.children) {
    float width = 0;
    for (const Node& cell : row.children)
      width += width_of(plain_text(cell), 0.9f * screen.rem) + between;
    sum += lines_of(width, screen.tables) * line + padding;
  }
  return sum;
}

// The nearest in ratio.
size_t step_of(float rem) {
  const std::vector<float>& heights = steps();
  size_t step = 0;
  while (step + 1 < heights.size() && rem * rem > heights[step] * heights[step + 1]) ++step;
  return step;
}

std::string steps_of(float narrow_rem, float wide_rem) {
  return attribute("data-far",
                   std::to_string(step_of(narrow_rem)) + " " + std::to_string(step_of(wide_rem)));
}

template <class Height>
std::string attribute_of(Height height) {
  return steps_of(height(phone()), height(desk()));
}

}  // namespace

const Screen& phone() {
  static const Screen screen = [] {
    constexpr float column = 356;  // measured
    return Screen{token("--text", "rem") * browser_px, column, column, true};
  }();
  return screen;
}

const Screen& desk() {
  static const Screen screen = [] {
    constexpr float tables = 1000;  // measured
    const float rem = token("--text", "rem", "@media (min-width: 48rem)") * browser_px;
    return Screen{rem, token("--column", "rem") * rem, tables, false};
  }();
  return screen;
}

std::string far_attribute(const Node& block) {
  switch (block.kind) {
    case Kind::paragraph:
      return attribute_of([&](const Screen& screen) { return text_rem(block, screen); });
    case Kind::list:
      return attribute_of([&](const Screen& screen) { return list_rem(block, screen); });
    case Kind::code:
      return attribute_of([&](const Screen&) { return code_rem(block); });
    case Kind::mnemonic:
      return attribute_of([&](const Screen& screen) {
        float width = 0;
        for (const Node& child : block.children)
          width += width_of(plain_text(child), 1.22f * screen.rem);
        return 2 + 1.7f * lines_of(width, screen.column - 36);
      });
    case Kind::table:
      return attribute_of(
          [&](const Screen& screen) { return table_rem(block, screen, is_wide_table(block)); });
    default:
      return "";
  }
}

// Beside a wide picture are the controls, below a narrow one.
std::string far_attribute(const Figure& figure) {
  constexpr float line = 1.24f, timeline = 2, presets = 2.2f, controls_row = 2.75f, gaps = 0.5f;
  constexpr float narrow_scale = 1.086f;  // of the picture on a phone
  const scene::State& state = *figure.state;
  const scene::Scene& scene = state.scene();
  const bool all = figure.controls.empty();
  const float others = (all && scene.steps() > 0 ? timeline : 0) +
                       (all && !state.description().presets.empty() ? presets : 0) + gaps;
  int count = 0;
  for (const scene::Parameter& p : state.description().parameters)
    count += (all || std::find(figure.controls.begin(), figure.controls.end(), p.key) !=
                         figure.controls.end()) &&
             scene::offered(p, state.values());
  const Lines lines = likely_lines(figure);
  return steps_of(scene.height(scene::narrow_width) * narrow_scale / phone().rem +
                      line * static_cast<float>(lines.narrow) + others +
                      controls_row * static_cast<float>((count + 1) / 2),
                  scene.height(scene::wide_width) / desk().rem +
                      line * static_cast<float>(lines.wide) + others);
}

// One in a row on a phone, six on a wide screen: gallery.css.
std::string far_gallery(int pictures) {
  constexpr float narrow_row = 6.45f, wide_row = 12.3f;
  return steps_of(narrow_row * static_cast<float>(pictures),
                  wide_row * static_cast<float>((pictures + 5) / 6));
}

}  // namespace loom::site
