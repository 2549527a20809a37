// A page that is a feed: its sections begin with dates, the newest first.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "core/text/nearest.hpp"
#include "core/text/word_list.hpp"
#include "tools/loom/site/resolve/resolver.hpp"
#include "tools/loom/text/strings.hpp"

namespace loom::site {
namespace {

namespace chrono = std::chrono;

constexpr std::string_view months[] = {"January",   "February", "March",    "April",
                                       "May",       "June",     "July",     "August",
                                       "September", "October",  "November", "December"};

// −1 for what is no number of at most four digits.
int whole_number(std::string_view text) {
  if (text.empty() || text.size() > 4) return -1;
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return -1;
    value = 10 * value + (c - '0');
  }
  return value;
}

std::string iso(const chrono::year_month_day& date) {
  char out[16];
  std::snprintf(out, sizeof out, "%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return out;
}

class Dates {
 public:
  Dates(Page& page, Resolver& resolver) : page_(page), resolver_(resolver) {}

  void run() {
    const std::span<Node> nodes = page_.text.nodes;
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].kind != Kind::heading || nodes[i].level != 2) continue;
      if (!page_.dated.empty()) page_.dated.back().end = i;
      begin(nodes[i], i + 1);
    }
    if (page_.dated.empty())
      resolver_.report(page_, 0, "a page that is a feed, without a section '## November 29, 2026'");
    else
      page_.dated.back().end = nodes.size();
  }

 private:
  void begin(const Node& heading, size_t first) {
    const std::string title = text::collapse(plain_text(heading));
    const std::string date = read(heading, title);
    if (!date.empty() && !page_.dated.empty() && !page_.dated.back().date.empty() &&
        date >= page_.dated.back().date)
      report(heading, "'" + title + "' below '" + page_.dated.back().title +
                          "' on a page that is a feed, expected the newest date first");
    page_.dated.push_back({std::string(heading.more->id), title, date, first, first});
  }

  // "November 29, 2026" → "2026-11-29"; "" with a report if it is no date.
  std::string read(const Node& heading, const std::string& title) {
    const std::vector<std::string_view> words = words_in(title, ' ');
    const std::string expected =
        "heading '" + title +
        "' on a page that is a feed, expected a date like 'November 29, 2026'";
    const auto refuse = [&](const std::string& why) {
      report(heading, expected + why);
      return std::string();
    };
    if (words.size() != 3 || !words[1].ends_with(',')) return refuse("");
    const auto month = std::find(std::begin(months), std::end(months), words[0]);
    const int day = whole_number(words[1].substr(0, words[1].size() - 1)),
              year = whole_number(words[2]);
    if (month == std::end(months)) return refuse(did_you_mean(words[0], months));
    if (day < 0 || year < 0 || words[2].size() != 4) return refuse("");
    const chrono::year_month_day date(
        chrono::year(year), chrono::month(static_cast<unsigned>(month - std::begin(months)) + 1),
        chrono::day(static_cast<unsigned>(day)));
    if (!date.ok()) return refuse("; there is no such day");
    return iso(date);
  }

  void report(const Node& heading, std::string message) {
    resolver_.report(page_, heading.offset, std::move(message));
  }

  Page& page_;
  Resolver& resolver_;
};

}  // namespace

void date_sections(Page& page, Resolver& resolver) { Dates(page, resolver).run(); }

}  // namespace loom::site
