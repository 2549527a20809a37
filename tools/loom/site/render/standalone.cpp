#include "tools/loom/site/render/standalone.hpp"

#include <map>

#include "tools/loom/base/embedded.hpp"
#include "tools/loom/site/render/style_sheet.hpp"
#include "web/scene/svg_painter.hpp"

namespace loom::site {
namespace {

// The rules of picture.css for shapes and text: those of one class.
std::string picture_rules() {
  std::string out;
  for (const StyleRule& rule : style_rules(embedded_picture()))
    if (rule.condition.empty() && rule.selector.starts_with('.') &&
        rule.selector.find(' ') == rule.selector.npos && rule.selector != ".picture")
      out += rule.text;
  std::erase(out, '\n');
  return out;
}

// What a color is in each theme: `each(name, colors)`.
template <class Each>
void for_colors(Each each) {
  for (const StyleRule& rule : style_rules(embedded_tokens())) {
    if (!rule.condition.empty()) continue;  // what other wishes change
    for (const StyleDeclaration& one : declarations(rule))
      if (const auto colors = light_dark(one)) each(one.property, *colors);
  }
}

std::string light_style() {
  std::map<std::string_view, std::string_view> values = {{"--mono", "\"JetBrains Mono\""}};
  for_colors([&](std::string_view name, const LightDark& colors) { values[name] = colors.light; });
  constexpr std::string_view before = "var(";
  std::string rules = picture_rules();
  for (size_t at = 0; (at = rules.find(before, at)) != rules.npos;) {
    const size_t begin = at + before.size(), end = rules.find(')', begin);
    rules.replace(at, end + 1 - at, values.at(rules.substr(begin, end - begin)));
  }
  return rules;
}

// The site's colors for a file that stands alone. Each `--name: light-dark(A, B)` becomes two
// rules, because viewers of SVG files are older than browsers.
std::string standalone_style() {
  std::string light, dark;
  for_colors([&](std::string_view name, const LightDark& colors) {
    light.append(name).append(":").append(colors.light).append(";");
    dark.append(name).append(":").append(colors.dark).append(";");
  });
  return "svg{background:var(--surface);font-family:Inter,Arial,\"Liberation "
         "Sans\",sans-serif;--mono:\"JetBrains "
         "Mono\",monospace;" +
         light + "}@media(prefers-color-scheme:dark){svg{" + dark + "}}" + picture_rules();
}

}  // namespace

std::string standalone_picture(const scene::State& state, float width) {
  const std::string label =
      std::string(state.description().title) + ". " + state.scene().status(state.step());
  return standalone(scene::svg(state.scene(), {.width = width, .step = state.step()}, label));
}

const std::string& light_rules() {
  static const std::string rules = light_style();
  return rules;
}

std::string standalone(std::string svg) {
  static const std::string rules = "<style>" + standalone_style() + "</style>";
  svg.insert(svg.find('>') + 1, rules);
  return svg + "\n";
}

}  // namespace loom::site
