#include "tools/loom/site/render/standalone.hpp"

#include "tools/loom/base/embedded.hpp"
#include "web/scene/svg_painter.hpp"

namespace loom::site {
namespace {

// The rules of picture.css for shapes and text, one line each: those that begin with a class.
std::string picture_rules() {
  std::string out;
  const std::string_view sheet = embedded_picture();
  for (size_t at = 0; (at = sheet.find("\n.", at)) != sheet.npos;) {
    const size_t open = sheet.find('{', ++at), close = sheet.find('}', at);
    if (open == sheet.npos || close == sheet.npos) break;
    const std::string_view selector = sheet.substr(at, open - at - 1);
    if (selector.find(' ') == selector.npos && selector != ".picture")
      out += sheet.substr(at, close + 1 - at);
    at = close;
  }
  std::erase(out, '\n');
  return out;
}

// The site's colors for a file that stands alone. Each `--name: light-dark(A, B);` becomes two
// rules, because viewers of SVG files are older than browsers.
std::string standalone_style() {
  std::string_view tokens = embedded_tokens();
  tokens = tokens.substr(0, tokens.find("@media"));  // behind it, what other wishes change
  constexpr std::string_view function = ": light-dark(";
  std::string light, dark;
  for (size_t at = 0; (at = tokens.find(function, at)) != tokens.npos;) {
    const size_t name = tokens.rfind("--", at), comma = tokens.find(',', at),
                 end = tokens.find(')', at);
    if (name == tokens.npos || comma == tokens.npos || end == tokens.npos || comma > end) break;
    const std::string property(tokens.substr(name, at - name));
    at += function.size();
    light += property + ":" + std::string(tokens.substr(at, comma - at)) + ";";
    dark += property + ":" + std::string(tokens.substr(comma + 2, end - comma - 2)) + ";";
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
