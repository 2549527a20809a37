#include "tools/loom/site/render/formulas.hpp"

#include <charconv>

#include "tools/loom/base/parallel.hpp"

namespace loom::site {
namespace {

constexpr char place_begin = '\x01', place_end = '\x02';  // cannot occur in HTML

std::string fill_places(std::string html, const MathProcess::Answers& answers) {
  size_t at = html.find(place_begin);
  if (at == html.npos) return html;
  std::string out;
  size_t done = 0;
  for (; at != html.npos; at = html.find(place_begin, done)) {
    out.append(html, done, at - done);
    size_t number = 0;
    const auto digits = std::from_chars(html.data() + at + 1, html.data() + html.size(), number);
    out += answers.at(number)->html;
    done = static_cast<size_t>(digits.ptr - html.data()) + 1;
  }
  return out.append(html, done);
}

}  // namespace

void keep_place(std::string& out, const Node& formula) {
  out += place_begin + std::to_string(formula.more->number) + place_end;
}

void fill_formulas(Files& files, const Site& site, const MathProcess::Answers& answers) {
  std::vector<std::string*> pages;
  for (const Page& page : site.pages)
    if (!page.text.formulas.empty()) pages.push_back(&files.at(page.path + "index.html"));
  parallel(pages.size(), [&](size_t i) { *pages[i] = fill_places(std::move(*pages[i]), answers); });
}

}  // namespace loom::site
