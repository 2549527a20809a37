// The ids that the builder itself gives to elements. index.cpp reserves them against headings,
// figures and quizzes; code that writes such an id takes its name from here.
#pragma once

#include <string>
#include <string_view>

namespace loom::site {

// Of every page, in web/shell/page.html, build.cpp, lists.cpp, and of web/shell/js/page:
// tooltip.js, search.js.
inline constexpr std::string_view frame_ids[] = {"main",         "sources",  "page_sections",
                                                 "page_figures", "page_tip", "page_search"};

// Of a figure's title, a parameter's control, and its explanation.
inline std::string title_id(const std::string& figure) { return figure + "-title"; }
inline std::string control_id(const std::string& figure, std::string_view parameter) {
  return figure + "_" + std::string(parameter);
}
inline std::string help_id(const std::string& figure, std::string_view parameter) {
  return control_id(figure, parameter) + "_help";
}

// Of a page's source, in the list that ends the page. No slug has an underscore.
inline std::string source_id(const std::string& reference) { return "sources_" + reference; }

// Of a line of a listing, counted from 1. No slug has a capital letter.
inline std::string line_id(const std::string& listing, int line) {
  return listing + "-L" + std::to_string(line);
}

// Of a page's figures, on a page that lists all figures. No slug has an underscore.
inline std::string figures_id(const std::string& path) {
  return "figures_" + (path.empty() ? "home" : path.substr(0, path.size() - 1));
}

// Of the search box of "glossary" or "references".
inline std::string filter_id(const std::string& list) { return list + "-filter"; }

}  // namespace loom::site
