#include "tools/loom/site/resolve/sections.hpp"

#include <algorithm>
#include <cmath>

#include "core/text/nearest.hpp"

namespace loom::site {
namespace {

// Words at an even pace, time to play with a figure, and time to think about a question.
constexpr double words_a_minute = 200, minutes_a_figure = 2, minutes_a_question = 1;

constexpr int in_hours = 120;

// The longer it takes, the less exact it is.
int told(double minutes) {
  constexpr int exact = 10, step = 5, half_hour = 30;
  const int whole = std::max(static_cast<int>(std::floor(minutes + 0.5)), 1);
  if (whole < exact) return whole;
  const int rounded = (whole + step / 2) / step * step;
  return rounded < in_hours ? rounded : (whole + half_hour / 2) / half_hour * half_hour;
}

}  // namespace

double Load::minutes() const {
  return words / words_a_minute + minutes_a_figure * figures + minutes_a_question * questions;
}

const std::string& Section::text() const { return id().empty() ? page->label : parts.front().text; }

double Section::minutes() const {
  Load all;
  for (const Part& part : parts) all += part.load;
  return all.minutes();
}

// What its steps say, so that a reader who adds finds the same.
double Way::Route::minutes() const {
  double sum = 0;
  for (const Section& step : steps) sum += told(step.minutes());
  return sum;
}

SiteAddress split_address(const Site& site, const std::string& address) {
  if (!address.starts_with('/')) return {};
  const size_t hash = std::min(address.find('#'), address.size());
  std::string path = address.substr(1, hash - 1);
  if (!path.empty() && !path.ends_with('/')) path += '/';
  const auto page = site.pages_by_path.find(path);
  return {page == site.pages_by_path.end() ? nullptr : page->second,
          hash < address.size() ? address.substr(hash + 1) : ""};
}

Section find_section(const Page& page, std::string_view id) {
  const auto end = page.parts.end();
  const auto begin = std::find_if(
      page.parts.begin(), end, [&](const Part& part) { return std::string_view(part.id) == id; });
  if (begin == end) return {&page, {}};
  const auto next =
      std::find_if(begin + 1, end, [&](const Part& part) { return part.level <= begin->level; });
  return {&page, {begin, next}};
}

std::string address_of(const Page& page, std::string_view id) {
  std::string path = "/" + page.path;
  if (path.size() > 1) path.pop_back();
  return id.empty() ? path : path + "#" + std::string(id);
}

std::string expected_section(const Site& site, const std::string& address) {
  std::vector<std::string> known;
  for (const Page& page : site.pages)
    for (const Part& part : page.parts) known.push_back(address_of(page, part.id));
  const std::vector<std::string_view> candidates(known.begin(), known.end());
  return "expected the address of a page or section, /page#section" +
         did_you_mean(address, candidates);
}

std::string about(double minutes) {
  const auto counted = [](const std::string& count, const std::string& what) {
    return count + " " + what + (count == "1" ? "" : "s");
  };
  const int whole = told(minutes);
  if (whole < in_hours) return counted(std::to_string(whole), "minute");
  return counted(std::to_string(whole / 60) + (whole % 60 ? ".5" : ""), "hour");
}

}  // namespace loom::site
