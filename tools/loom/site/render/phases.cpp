#include "tools/loom/site/render/phases.hpp"

#include <algorithm>

#include "tools/loom/site/render/html.hpp"

namespace loom::site {
namespace {

// The place where progress.js writes what has been done. Nothing if there is nothing to do.
std::string state(const Phase& phase) {
  return phase.items.empty() ? "" : " <span class=\"phase-state\"></span>";
}

std::string question(const Phase& phase) {
  return phase.question.empty() ? ""
                                : "<p class=\"phase-question\">" + escaped(phase.question) + "</p>";
}

void link_to(std::string& out, const char* name, const Phase& phase) {
  out += std::string("<a class=\"") + name + "\"" + attribute("href", "#" + phase.id) + ">" +
         escaped(phase.text) + "</a>";
}

}  // namespace

void render_phases(std::string& out, const Page& page) {
  out +=
      "<nav class=\"phases\" aria-label=\"Phases\"><p class=\"continue\" hidden>Continue where you "
      "were: <a href=\"#\"></a></p><ol>\n";
  for (const Phase& phase : page.phases) {
    std::string items;
    for (const std::string& item : phase.items) items += (items.empty() ? "" : " ") + item;
    out += "<li" + attribute("data-phase", phase.id) + attribute("data-items", items) + "><a" +
           attribute("href", "#" + phase.id) + ">" + escaped(phase.text) + state(phase) + "</a>" +
           question(phase) + "</li>\n";
  }
  out +=
      "</ol><div class=\"phases-foot\"><p>The marks show what you have tried: figures that you "
      "have "
      "changed or played to their end, predictions that you have made, and quizzes that you have "
      "answered, right or wrong. <span class=\"kept\">Only this browser remembers it.</span></p>"
      "<button type=\"button\" class=\"forget\">Forget my progress</button></div>"
      "<p class=\"unseen\" role=\"status\"></p></nav>\n";
}

void render_phase_end(std::string& out, const Page& page, std::string_view id) {
  const auto phase = std::find_if(page.phases.begin(), page.phases.end(),
                                  [&](const Phase& each) { return each.id == id; });
  if (phase == page.phases.end()) return;
  out += "<div class=\"phase-end\"" + attribute("data-phase", id) + ">";
  if (!phase->items.empty())
    out += "<p class=\"phase-line\">Phase " + std::to_string(phase->number) + ":" + state(*phase) +
           "</p>";
  out += "<p class=\"phase-ways\">";
  if (phase != page.phases.begin()) link_to(out, "before", phase[-1]);
  if (phase + 1 != page.phases.end()) link_to(out, "after", phase[1]);
  out += "</p></div>\n";
}

}  // namespace loom::site
