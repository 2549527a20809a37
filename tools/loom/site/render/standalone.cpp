#include "tools/loom/site/render/standalone.hpp"

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

// The site's colors for a file that stands alone. Each `--name: light-dark(A, B)` becomes two
// rules, because viewers of SVG files are older than browsers.
std::string standalone_style() {
  std::string light, dark;
  for (const StyleRule& rule : style_rules(embedded_tokens())) {
    if (!rule.condition.empty()) continue;  // what other wishes change
    for (const StyleDeclaration& each : declarations(rule))
      if (const auto colors = light_dark(each)) {
        light.append(each.property).append(":").append(colors->light).append(";");
        dark.append(each.property).append(":").append(colors->dark).append(";");
      }
  }
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

std::string standalone(std::string svg) {
  static const std::string rules = "<style>" + standalone_style() + "</style>";
  svg.insert(svg.find('>') + 1, rules);
  return svg + "\n";
}

}  // namespace loom::site
