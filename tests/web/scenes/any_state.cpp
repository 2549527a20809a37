#include "tests/web/scenes/any_state.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/web/scene/recording_painter.hpp"
#include "tests/web/scenes/numbers.hpp"
#include "web/scene/format.hpp"
#include "web/scene/predict.hpp"
#include "web/scene/svg_painter.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

// `odds`: one in that many is an end of the range; 1: all are.
std::string random_number(const Parameter& parameter, bool whole, std::uint32_t odds,
                          Random& random) {
  const double span = parameter.maximum - parameter.minimum;
  switch (random.below(2 * odds)) {
    case 0:
      return shortest(parameter.minimum);
    case 1:
      return shortest(parameter.maximum);
    default:
      break;
  }
  const double value = parameter.minimum + random.unit() * span;
  return shortest(whole ? std::min(std::floor(value + 0.5), parameter.maximum) : value);
}

std::string random_list(Parameter parameter, std::uint32_t odds, Random& random) {
  // Addresses, or elements.
  if (parameter.maximum == 0x1p53 && random.below(2) == 0) parameter.maximum = 1023;
  const auto range = static_cast<std::uint32_t>(parameter.count_max - parameter.count_min + 1);
  const int count = parameter.count_min + static_cast<int>(random.below(range));
  const bool whole = random.below(4) != 0, same = random.below(6) == 0;
  std::string list = random_number(parameter, whole, odds, random);
  const std::string first = list;
  for (int i = 1; i < count; ++i)
    list += "," + (same ? first : random_number(parameter, whole, odds, random));
  return list;
}

// Numbers and codes as /formats takes them, most of them odd.
std::string number_like(Random& random) {
  constexpr std::string_view ids[] = {"fp32", "tf32", "fp16", "bf16", "e4m3",
                                      "e5m2", "e3m2", "e2m3", "e2m1"};
  constexpr std::string_view odd[] = {
      "0",        "-0",          "0x0",        "0x1",       "0x7E",
      "0x7FFF",   "0xFFFFFFFF",  "nan",        "inf",       "-inf",
      "∞",        "+3",          "2^-9",       "-2^-149",   "2^127.999",
      "2^-1000",  "1e300",       "-1e-300",    "3.4028e38", "3.4029e38",
      "65519.99", "65520",       "464",        "465",       "61440",
      "1.2e-38",  "7e-46",       "5.5",        "7.75",      "0.03125",
      "-500",     "1e9",         "0.00009999", "999999.5",  "99999.99999999999",
      "1e15",     "1.000000001", "1e-15",      "16777217",  "0.1",
      "2.2",      "17"};
  constexpr std::string_view digits = "0123456789ABCDEF";
  if (random.below(2) == 0) return std::string(odd[random.below(std::size(odd))]);
  if (random.below(2) == 0) {
    std::string code = std::string(ids[random.below(std::size(ids))]) + "-0x";
    for (auto left = 1 + random.below(8); left > 0; --left) code += digits[random.below(16)];
    return code;
  }
  std::string number = random.below(2) == 0 ? "-" : "";
  number += digits[1 + random.below(9)];
  number += '.';
  for (auto left = 1 + random.below(16); left > 0; --left) number += digits[random.below(10)];
  const int reach = random.below(3) == 0 ? 300 : 40;
  return number + "e" +
         std::to_string(static_cast<int>(random.below(static_cast<std::uint32_t>(2 * reach))) -
                        reach);
}

// An index that a kernel could have; most are valid.
std::string random_expression(Random& random) {
  constexpr std::string_view operands[] = {"lane", "lane",        "tid",  "(lane%8)",     "3",
                                           "32",   "min(lane,7)", "warp", "(lane/4^lane)"};
  constexpr std::string_view operators[] = {"*", "+", "+",  "/", "%",  "^",
                                            "&", "|", "<<", "-", "?2:"};
  constexpr std::string_view layouts[] = {"(8,4):(4,1)", "Sw<3,0,3> o 0 o (8,8):(8,1)", "32:3",
                                          "((2,4),4):((1,16),4)"};
  if (random.below(6) == 0) return std::string(layouts[random.below(std::size(layouts))]);
  std::string text(operands[random.below(std::size(operands))]);
  for (auto left = random.below(4); left > 0; --left) {
    text += operators[random.below(std::size(operators))];
    text += operands[random.below(std::size(operands))];
  }
  return text;
}

std::string random_text(const Parameter& parameter, Random& random) {
  if (parameter.key == "expression" && random.below(6) != 0) return random_expression(random);
  if (random.below(3) != 0) return number_like(random);
  constexpr std::string_view characters = "<>&\"' abc(),:0123\t\n%+=\x7f";
  std::string text;
  for (auto left = random.below(static_cast<std::uint32_t>(parameter.count_max) + 1); left > 0;
       --left)
    text += characters[random.below(static_cast<std::uint32_t>(characters.size()))];
  return text;
}

std::string random_value(const Parameter& parameter, std::uint32_t odds, Random& random) {
  switch (parameter.kind) {
    case Kind::choice: {
      const auto count = static_cast<std::uint32_t>(parameter.choices.size());
      return std::string(parameter.choices[random.below(count)].value);
    }
    case Kind::toggle:
      return random.below(2) == 0 ? "off" : "on";
    case Kind::integer:
    case Kind::real:
      return random_number(parameter, parameter.kind == Kind::integer, odds, random);
    case Kind::numbers:
      return random_list(parameter, odds, random);
    case Kind::text:
      return random_text(parameter, random);
  }
  return "";
}

bool is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

// "nan", "-inf" and the like as words of their own. In scenes about number formats, a code can be
// NaN.
bool has_no_number(std::string_view text, std::string_view page = "") {
  constexpr std::string_view none[] = {"nan", "NaN", "NAN", "inf", "Inf", "INF"};
  const bool formats = page == "formats" || page == "quantization";
  const std::string_view allowed = formats ? "NaN" : "";
  const char* const last = text.data() + text.size();
  for (const char *at = text.data(), *end = at; at < last; at = end + 1) {
    for (end = at; end < last && is_letter(*end);) ++end;
    if (end - at != 3) continue;
    const std::string_view word(at, 3);
    if (word != allowed && std::find(std::begin(none), std::end(none), word) != std::end(none))
      return true;
  }
  return false;
}

std::string words_problem(std::string_view text, std::string_view page) {
  if (text.empty()) return "no words";
  if (has_no_number(text, page)) return "a number that is none";
  if (text.find("{}") != text.npos) return "a place that was not filled";
  if (text.find("  ") != text.npos) return "two spaces";
  return "";
}

// The number of a cell, in its column's unit.
Said said(const Column& column, std::string_view text) {
  std::string rest;
  const bool least = text.starts_with("under ") || text.starts_with("over ");
  if (least) text.remove_prefix(text.find(' ') + 1);
  Said found = said_number(text, rest);
  if (column.unit == "s" && rest.starts_with(" min")) {
    std::string end;
    const Said seconds = said_number(rest.size() > 5 ? rest.substr(5) : "0", end);
    return {60 * found.number + seconds.number, 0.5};
  }
  if (rest.starts_with(" to ")) (void)said_number(rest.substr(4), rest);  // the lower end counts
  const struct {
    std::string_view unit, behind;
    double size;
  } sizes[] = {{"B", " KiB", 1024},     {"B", " MiB", 1048576}, {"B", " GB", 1e9},
               {"GB/s", " TB/s", 1000}, {"GB/s", " GB/s", 1},   {"s", " s", 1},
               {"%", "%", 1},           {column.unit, "", 1}};
  for (const auto& each : sizes)
    if (each.unit == column.unit && rest.starts_with(each.behind) &&
        (column.unit_in == UnitIn::head || !each.behind.empty()))
      return {found.number * each.size, found.slack * each.size + (least ? 0.05 : 0)};
  return {};
}

// A column of numbers has a number in every cell, or a text without one; the text agrees with the
// number.
std::string number_problem(const Column& column, const Cell& cell) {
  if (!column.number)
    return cell.has_number() && written_number(cell.shown) != cell.value
               ? "a number that the text does not say"
               : "";
  const Said text = said(column, cell.shown);
  if (!cell.has_number())
    return std::isfinite(text.number) ? "a text with a number, and none behind it" : "";
  // difference_text() has six places before it rounds to fewer.
  const double twice = column.name == "Error" ? 5e-7 : 0;
  if (std::fabs(text.number - cell.value) <= text.slack + twice + 1e-12 * std::fabs(cell.value))
    return "";
  // A code, as hexadecimal digits.
  char* end = nullptr;
  const bool code =
      static_cast<double>(std::strtoll(cell.shown.c_str(), &end, 16)) == cell.value && *end == 0;
  return code ? "" : "a text that does not say the number behind it";
}

std::string table_problem(const Table& table, std::string_view page) {
  if (table.columns.empty()) return "a table without columns";
  for (const Column& column : table.columns)
    if (column.name.empty()) return "a column without a name";
  for (const std::vector<Cell>& row : table.rows) {
    if (row.size() != table.columns.size())
      return "a row of " + std::to_string(row.size()) + " cells below " +
             std::to_string(table.columns.size()) + " columns";
    for (const Cell& cell : row) {
      const Column& column = table.columns[static_cast<size_t>(&cell - row.data())];
      if (const std::string problem = words_problem(cell.shown, page); !problem.empty())
        return problem + " in cell '" + cell.shown + "'";
      if (const std::string problem = number_problem(column, cell); !problem.empty())
        return problem + " in column '" + std::string(column.name) + "': '" + cell.shown +
               "' and " + shortest(cell.value);
    }
  }
  return "";
}

std::string metrics_problem(const Scene& scene, std::string_view page) {
  for (const Metric& metric : scene.metrics()) {
    if (!std::isfinite(metric.value)) return "metric " + std::string(metric.key) + " is no number";
    for (const std::string& text :
         {reveal(metric), answer(metric, metric.value), answer(metric, -1e9)})
      if (const std::string problem = sentence_problem(text, page); !problem.empty())
        return problem + " in '" + text + "'";
  }
  return "";
}

// A link leads back to the same state.
std::string link_problem(const State& state, State& other) {
  const std::string query = state.query();
  if (const auto error = other.load(query)) return "link refused: " + error->message;
  if (other.query() != query) return "link comes back as " + other.query();
  if (!(other.values() == state.values())) return "link loses a value";
  if (other.step() != state.step()) return "link loses the step";
  if (other.scene().status(other.step()) != state.scene().status(state.step()))
    return "link says something else";
  return "";
}

std::string mark_problem(const Mark& mark, std::string_view page) {
  const bool worded = mark.kind == Mark::Kind::text || mark.kind == Mark::Kind::hotspot;
  const bool code = mark.text_style.weight == Weight::mono;  // has braces and spaces of its own
  return worded && !code ? words_problem(mark.text, page) : "";
}

std::string picture_problem(const State& state, const View& view) {
  const RecordingPainter painter = record(state.scene(), view);
  const float height = state.scene().height(view.width);
  std::string problem = layout_problem(state.description(), painter, height, view);
  if (!problem.empty()) return problem;
  if (!(height > 0 && height < 4000)) return "height " + std::to_string(height);
  for (const Mark& mark : painter.marks())
    if (problem = mark_problem(mark, state.description().page); !problem.empty())
      return problem + " in '" + mark.text + "'";
  return "";
}

}  // namespace

std::string random_query(const Description& description, Random& random) {
  std::string query;
  const std::uint32_t odds = random.below(4) == 0 ? 1 : 4;
  for (const Parameter& parameter : description.parameters)
    if (random.below(3) != 0)
      query += (query.empty() ? "" : "&") + std::string(parameter.key) + "=" +
               percent_encode(random_value(parameter, odds, random));
  return query;
}

std::string sentence_problem(std::string_view text, std::string_view page) {
  if (text.empty()) return "no words";
  if (text.back() != '.') return "no period at the end";
  if (text.find(" .") != text.npos || text.find("..") != text.npos) return "a stray period";
  return words_problem(text, page);
}

std::string markup_problem(std::string_view svg) {
  std::vector<std::string_view> open;
  for (size_t at = 0; at < svg.size();) {
    if (svg[at] != '<') {
      const size_t end = std::min(svg.find('<', at), svg.size());
      const std::string_view text = svg.substr(at, end - at);
      if (text.find('>') != text.npos) return "a stray '>'";
      for (size_t i = 0; (i = text.find('&', i)) != text.npos; ++i)
        if (text.find(';', i) == text.npos) return "a stray '&'";
      at = end;
      continue;
    }
    const size_t end = svg.find('>', at);
    if (end == svg.npos) return "a tag without an end";
    std::string_view tag = svg.substr(at + 1, end - at - 1);
    at = end + 1;
    if (tag.empty() || tag.find('<') != tag.npos) return "a stray '<'";
    if (tag[0] == '/') {
      if (open.empty() || open.back() != tag.substr(1))
        return "</" + std::string(tag.substr(1)) + "> closes nothing";
      open.pop_back();
      continue;
    }
    const bool alone = tag.back() == '/';
    if (alone) tag.remove_suffix(1);
    const std::string_view name = tag.substr(0, tag.find(' '));
    tag.remove_prefix(name.size());
    while (!tag.empty()) {
      const size_t quote = tag.find("=\"");
      const size_t close = quote == tag.npos ? quote : tag.find('"', quote + 2);
      if (close == tag.npos || tag[0] != ' ')
        return "an attribute of <" + std::string(name) + "> without quotes";
      const std::string_view key = tag.substr(1, quote - 1),
                             value = tag.substr(quote + 2, close - quote - 2);
      if (has_no_number(value) && key != "aria-label")
        return "<" + std::string(name) + " " + std::string(key) + "=\"" + std::string(value) +
               "\">";
      tag.remove_prefix(close + 1);
    }
    if (!alone) open.push_back(name);
  }
  return open.empty() ? "" : "<" + std::string(open.back()) + "> is not closed";
}

std::string state_problem(const State& state, Random& random) {
  State other(state.description());
  return state_problem(state, random, other);
}

std::string state_problem(const State& state, Random& random, State& other) {
  const std::string_view page = state.description().page;
  const Scene& scene = state.scene();
  const std::string status = scene.status(state.step());
  std::string problem = sentence_problem(status, page);
  if (!problem.empty()) return problem + " in '" + status + "'";
  for (const std::string& found : {table_problem(scene.table(), page), metrics_problem(scene, page),
                                   link_problem(state, other)})
    if (!found.empty()) return found;
  for (float width : {narrow_width, wide_width}) {
    View view{.width = width, .step = state.step()};
    problem = picture_problem(state, view);
    if (problem.empty()) problem = markup_problem(svg(scene, view, state.description().title));
    if (problem.empty()) {  // on its way
      view.fraction = random.below(4) == 0 ? 0.f : static_cast<float>(random.unit());
      problem = picture_problem(state, view);
    }
    if (!problem.empty())
      return problem + ", " + std::to_string(static_cast<int>(width)) + " px, fraction " +
             std::to_string(view.fraction);
  }
  return "";
}

}  // namespace loom::scenes
