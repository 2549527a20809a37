#include <algorithm>

#include "tools/loom/site/render/html.hpp"
#include "tools/loom/site/render/long_names.hpp"
#include "tools/loom/site/render/render.hpp"

namespace loom::site {
namespace {

void wrap(std::string& out, const char* tag, const Node& node) {
  out += std::string("<") + tag + ">";
  render_inlines(out, node.children);
  out += std::string("</") + tag + ">";
}

void link(std::string& out, const Node& node) {
  out += "<a";
  if (!node.more->css.empty()) out += attribute("class", node.more->css);
  out += attribute("href", node.more->href);
  if (!node.more->title.empty()) out += attribute("title", node.more->title);
  out += ">";
  render_inlines(out, node.children);
  out += "</a>";
}

// <u> is the element for text with an unwritten note: numbers.js shows the note.
void number(std::string& out, const Node& node) {
  if (node.more->number < 0) return render_inlines(out, node.children);
  wrap(out, "u", node);
}

// Without a glossary page there is no link, but the definition can still be shown.
void term(std::string& out, const Node& node) {
  const bool linked = !node.more->href.empty();
  out += linked ? "<a class=\"term\"" + attribute("href", node.more->href)
                : "<span class=\"term\" tabindex=\"0\"";
  out += attribute("data-definition", node.more->title) + (node.more->again ? " data-again>" : ">");
  render_inlines(out, node.children);
  out += linked ? "</a>" : "</span>";
}

}  // namespace

void render_inline(std::string& out, const Node& node) {
  switch (node.kind) {
    case Kind::text:
      return escape(out, node.text);
    case Kind::soft_break:
      out += "\n";
      return;
    case Kind::hard_break:
      out += "<br>\n";
      return;
    case Kind::emphasis:
      return wrap(out, "em", node);
    case Kind::strong:
      return wrap(out, "strong", node);
    case Kind::strike:
      return wrap(out, "del", node);
    case Kind::code_span:
      out += "<code>" + breakable(node.text) + "</code>";
      return;
    case Kind::link:
      return link(out, node);
    case Kind::number:
      return number(out, node);
    case Kind::image:
      out += "<img" + attribute("src", node.more->href) + attribute("alt", plain_text(node)) +
             " loading=\"lazy\">";
      return;
    case Kind::math:
      out += node.more->html;
      return;
    case Kind::term:
      return term(out, node);
    case Kind::citation:
      return render_citation(out, node.more->number, node.more->href, node.more->title,
                             node.more->again);
    default:
      return;  // blocks: see blocks.cpp
  }
}

void render_citation(std::string& out, int number, std::string_view href, std::string_view title,
                     bool again) {
  const std::string shown = "[" + std::to_string(number) + "]";
  out += "<a class=\"cite\"" + attribute("href", href) +
         attribute("title", shown + " " + std::string(title)) + (again ? " data-again>" : ">") +
         shown + "</a>";
}

void render_inlines(std::string& out, std::span<const Node> nodes) {
  for (size_t i = 0; i < nodes.size(); ++i) {
    // Browsers break lines between a formula and the comma after it.
    const bool formula =
        nodes[i].kind == Kind::math && i + 1 < nodes.size() && nodes[i + 1].kind == Kind::text;
    const std::string_view after =
        formula ? std::string_view(nodes[i + 1].text) : std::string_view();
    const size_t marks = std::min(after.find_first_not_of(",.;:?!)"), after.size());
    if (marks == 0) {
      render_inline(out, nodes[i]);
      continue;
    }
    out += "<span class=\"together\">";
    out += nodes[i].more->html;
    out += after.substr(0, marks);
    out += "</span>";
    escape(out, after.substr(marks));
    ++i;
  }
}

}  // namespace loom::site
