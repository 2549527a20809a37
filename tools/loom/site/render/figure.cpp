#include "tools/loom/site/render/figure.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tools/loom/base/hash.hpp"
#include "tools/loom/base/parallel.hpp"
#include "tools/loom/site/read/facts.hpp"
#include "tools/loom/site/render/far.hpp"
#include "tools/loom/site/render/html.hpp"
#include "tools/loom/site/render/sentence.hpp"
#include "tools/loom/site/render/standalone.hpp"
#include "tools/loom/site/resolve/ids.hpp"
#include "tools/loom/text/number.hpp"
#include "tools/loom/text/words.hpp"
#include "web/scene/decimal.hpp"
#include "web/scene/format.hpp"
#include "web/scene/measure.hpp"
#include "web/scene/svg_painter.hpp"

namespace loom::site {
namespace {

using scene::Parameter;

class Writer {
 public:
  explicit Writer(const Figure& figure)
      : figure_(figure),
        state_(*figure.state),
        scene_(state_.description()),
        title_(title_of(figure)),
        id_(escaped(figure.id)),
        covered_(figure.seal.parts(state_)) {}

  FigureMarkup run() {
    const std::string level = std::to_string(figure_.heading_level);
    const int steps = state_.scene().steps();
    FigureMarkup markup;
    out_ += "<figure class=\"scene\" id=\"" + id_ + "\"" + attribute("data-scene", scene_.id) +
            attribute("data-group", scene_.group) +
            attribute("data-query", state_.values().query()) + " data-step=\"" +
            std::to_string(state_.step()) + "\" data-steps=\"" + std::to_string(steps) + "\"" +
            attribute("aria-labelledby", title_id(figure_.id)) + ">\n";
    out_ += "<figcaption class=\"scene-head\"><h" + level + attribute("id", title_id(figure_.id)) +
            ">" + escaped(title_) + "</h" + level + "><p class=\"question\">" +
            escaped(scene_.question) + "</p></figcaption>\n";
    // The parts that answer the hand stay on the screen while the hand is at the controls:
    // bench.css.
    out_ += "<div class=\"bench\"><div class=\"view\"" + far_attribute(figure_) + ">\n";
    out_ += "<div class=\"picture\">";
    markup.before_picture = std::exchange(out_, {});
    markup.narrow = picture(markup, "narrow", scene::narrow_width);
    markup.wide = picture(markup, "wide", scene::wide_width);
    out_ += "</div>\n";
    if (steps > 0 && figure_.controls.empty()) timeline(steps);
    sentence();
    out_ +=
        "<p class=\"problem\" role=\"alert\" hidden></p></div>\n<p class=\"note\" "
        "hidden></p>\n</div>\n";
    out_ += "<div class=\"hands\">";
    controls();
    out_ += "</div>\n";
    markup.after_picture = std::exchange(out_, {});
    out_ += "</div>\n<div class=\"scene-foot\">\n";
    helps();
    data();
    // The link comes first: a phone shows only the beginning of this line.
    const std::string query = state_.query();
    out_ += "<p class=\"source\"><a class=\"permalink\" href=\"#" + id_ +
            (query.empty() ? "" : "?" + escaped(query)) +
            "\">Link to this state</a> <button type=\"button\" data-do=\"copy\"" +
            named("Copy link") + ">Copy</button> · Computed by <code>" + escaped(scene_.simulator) +
            "</code>";
    markup.before_sources = std::move(out_);
    markup.after_sources = "</p>\n<button type=\"button\" data-do=\"again\"" +
                           named("Start again") + " hidden>Start again</button></div>\n</figure>\n";
    return markup;
  }

 private:
  // A page has many buttons of the same kind, so each names its figure.
  std::string named(std::string_view what) const {
    return attribute("aria-label", std::string(what) + ": " + std::string(title_));
  }
  std::string control_id(const Parameter& p) const {
    return escaped(site::control_id(figure_.id, p.key));
  }
  std::string help_id(const Parameter& p) const {
    return escaped(site::help_id(figure_.id, p.key));
  }

  void controls() {
    if (scene_.parameters.empty()) return;
    // Presets are not part of the form: on a wide screen they are below the picture (bench.css).
    if (figure_.controls.empty() && !scene_.presets.empty()) {
      out_ += "<div class=\"presets\" role=\"group\"" + named("Presets") + ">";
      for (const scene::Preset& preset : scene_.presets)
        out_ += "<button type=\"button\" class=\"preset\"" + attribute("data-query", preset.query) +
                ">" + escaped(preset.label) + "</button>";
      out_ += "</div>\n";
    }
    out_ += "<form class=\"controls\" autocomplete=\"off\">\n";
    for (const Parameter& parameter : scene_.parameters)
      if (shown(parameter)) control(parameter);
    out_ += "</form>\n";
  }

  bool shown(const Parameter& p) const {
    const auto& only = figure_.controls;
    return only.empty() || std::find(only.begin(), only.end(), p.key) != only.end();
  }

  void control(const Parameter& p) {
    switch (p.kind) {
      case scene::Kind::choice:
        return choice(p);
      case scene::Kind::integer:
      case scene::Kind::real:
        return range(p);
      case scene::Kind::toggle:
        return toggle(p);
      case scene::Kind::numbers:
      case scene::Kind::text:
        return text(p);
    }
  }

  // Up to three short choices are joined buttons, which never wrap; longer lists are a select
  // element.
  void choice(const Parameter& p) {
    const float width = buttons_width(p);
    if (width > (p.choices.size() > 3 ? 1 : 2) * column_width) return select(p);
    out_ += std::string("<fieldset class=\"control choice") +
            (width > column_width ? " broad\"" : "\"") + keyed(p) + described(p) + "><legend>" +
            escaped(p.label) + "</legend>";
    for (const scene::Choice& choice : p.choices)
      out_ += "<label><input type=\"radio\" name=\"" + control_id(p) + "\"" +
              attribute("value", choice.value) +
              (state_.values().text(p.key) == choice.value ? " checked" : "") + "><span>" +
              escaped(choice.label) + "</span></label>";
    out_ += "</fieldset>\n";
  }

  // The width of the narrowest column of controls, and of the buttons in it (controls.css), in CSS
  // px.
  static constexpr float column_width = 170;
  static float buttons_width(const Parameter& p) {
    float width = 0;
    for (const scene::Choice& choice : p.choices)
      width += 1.11f * scene::text_width(choice.label, scene::Size::normal) + 24;
    return width;
  }

  void select(const Parameter& p) {
    out_ += "<div class=\"control choice\"" + keyed(p) + ">";
    label(p);
    out_ += "<select id=\"" + control_id(p) + "\"" + attribute("name", p.key) + described(p) + ">";
    for (const scene::Choice& choice : p.choices)
      out_ += "<option" + attribute("value", choice.value) +
              (state_.values().text(p.key) == choice.value ? " selected>" : ">") +
              escaped(choice.label) + "</option>";
    out_ += "</select></div>\n";
  }

  void range(const Parameter& p) {
    const double end = scene::slider_end(p, state_.values());
    const bool beyond = state_.values().real(p.key) > end;
    const std::string id = control_id(p),
                      value = escaped(beyond ? scene::shortest(end) : state_.values().text(p.key));
    const std::string words = label_text(p);
    const bool wordy =
        words.size() > most_in_half || widest_word(words) > widest_in_half || p.maximum >= 1e5;
    out_ += "<div class=\"control range" + std::string(wordy ? " wordy\"" : "\"") + keyed(p) + ">";
    label(p);
    out_ += "<input type=\"range\" id=\"" + id + "\"" + attribute("name", p.key) +
            (p.spacing == scene::Spacing::even
                 ? attribute("min", scene::shortest(p.minimum)) +
                       attribute("max", scene::shortest(end)) +
                       attribute("step", scene::shortest(p.step)) + " value=\"" + value + "\""
                 : stops(p)) +
            described(p) + "><output for=\"" + id + "\" aria-live=\"off\">" + value +
            "</output></div>\n";
  }

  // Positions that stand for the numbers of a list, and beside them the number itself, which may
  // lie between two positions.
  std::string stops(const Parameter& p) const {
    const std::vector<std::string> all = scene::slider_stops(p);
    const std::string_view text = state_.values().text(p.key);
    const double value = state_.values().real(p.key);
    std::string list;
    size_t nearest = 0;
    double least = HUGE_VAL;
    for (size_t i = 0; i < all.size(); ++i) {
      list += (i > 0 ? " " : "") + all[i];
      const double away = std::fabs(scene::decimal(all[i]) - value);
      if (away < least) least = away, nearest = i;
    }
    return " min=\"0\" max=\"" + std::to_string(all.size() - 1) + "\" step=\"1\" value=\"" +
           std::to_string(nearest) + "\"" + attribute("data-stops", list) +
           attribute("data-text", text) + attribute("data-unit", p.unit) +
           attribute("aria-valuetext", p.unit.empty()
                                           ? std::string(text)
                                           : std::string(text) + " " + std::string(p.unit));
  }

  void toggle(const Parameter& p) {
    out_ += "<div class=\"control toggle\"" + keyed(p) + "><label><input type=\"checkbox\"" +
            attribute("name", p.key) + (state_.values().toggle(p.key) ? " checked" : "") +
            described(p) + "><span>" + escaped(p.label) + "</span></label></div>\n";
  }

  // Lists and long texts take the room of two controls.
  void text(const Parameter& p) {
    constexpr int long_text = 200;  // bytes
    out_ += std::string("<div class=\"control text") +
            (p.kind == scene::Kind::numbers ? " numbers\""
             : p.count_max >= long_text     ? " broad\""
                                            : "\"") +
            keyed(p) + ">";
    label(p);
    if (p.reader || p.lines > 1) return area(p);
    out_ += "<input type=\"text\" id=\"" + control_id(p) + "\"" + attribute("name", p.key) +
            attribute("value", state_.values().text(p.key)) + described(p) +
            " spellcheck=\"false\"></div>\n";
  }

  // A text of many lines, and a note about the parts of it that had no use.
  void area(const Parameter& p) {
    out_ += "<textarea rows=\"" + std::to_string(p.lines) + "\" id=\"" + control_id(p) + "\"" +
            attribute("name", p.key) + described(p) + " spellcheck=\"false\">" +
            escaped(state_.values().text(p.key)) + "</textarea>";
    if (p.reader)
      out_ +=
          "<details class=\"left-out\" hidden><summary>What is not used</summary><p></p></details>";
    out_ += "</div>\n";
  }

  std::string keyed(const Parameter& p) const {
    std::string text = attribute("data-key", p.key);
    if (!p.most.empty())
      text +=
          attribute("data-most", p.most) + attribute("data-maximum", scene::shortest(p.maximum));
    if (p.when.empty()) return text;
    return text + attribute("data-when", p.when) +
           (scene::offered(p, state_.values()) ? "" : " hidden");
  }

  // The most letters of a label that half of the column beside a picture can hold, and the width
  // that a word has there beside two digits: the label breaks only between words.
  static constexpr std::size_t most_in_half = 24;
  static constexpr float widest_in_half = 76;  // px

  static float widest_word(std::string_view words) {
    float widest = 0;
    for (std::size_t from = 0; from < words.size();) {
      const std::size_t end = std::min(words.find(' ', from), words.size());
      widest =
          std::max(widest, scene::text_width(words.substr(from, end - from), scene::Size::small));
      from = end + 1;
    }
    return widest;
  }

  static std::string label_text(const Parameter& p) {
    // "Mantissa bits" already says that it counts bits.
    const bool said = text::lower_case(p.label).find(text::lower_case(p.unit)) != std::string::npos;
    return std::string(p.label) + (said ? "" : " (" + std::string(p.unit) + ")");
  }

  void label(const Parameter& p) {
    out_ += "<label for=\"" + control_id(p) + "\">" + escaped(label_text(p)) + "</label>";
  }

  std::string described(const Parameter& p) const {
    return p.help.empty() ? "" : " aria-describedby=\"" + help_id(p) + "\"";
  }

  // What the label alone does not say, folded, because it is read once.
  void helps() {
    bool any = false;
    for (const Parameter& p : scene_.parameters) {
      if (p.help.empty() || !shown(p)) continue;
      if (!any) out_ += "<details class=\"help\"><summary>The controls</summary><dl>";
      any = true;
      out_ += "<div><dt>" + escaped(p.label) + "</dt><dd id=\"" + help_id(p) + "\">" +
              escaped(p.help) + "</dd></div>";
    }
    if (any) out_ += "</dl></details>\n";
  }

  void timeline(int steps) {
    const std::string step = std::to_string(state_.step()), last = std::to_string(steps);
    out_ += "<div class=\"timeline\">";
    for (const auto& [action, name] : {std::pair{"reset", "Back to the start"},
                                       {"back", "Step back"},
                                       {"play", "Play"},
                                       {"forward", "Step forward"}})
      out_ += std::string("<button type=\"button\" data-do=\"") + action + "\"" + named(name) +
              "></button>";
    out_ += "<input type=\"range\" autocomplete=\"off\" class=\"scrub\"" + named("Step") +
            " min=\"0\" max=\"" + last + "\" value=\"" + step +
            "\"><output class=\"step\" aria-live=\"off\">" + step + " / " + last +
            "</output><button type=\"button\" data-do=\"speed\"" + named("1× speed") +
            ">1×</button></div>\n";
  }

  void sentence() {
    const Lines likely = likely_lines(figure_);
    out_ += "<div class=\"says\"><p class=\"status\"" +
            attribute("data-narrow", std::to_string(likely.narrow)) +
            attribute("data-wide", std::to_string(likely.wide)) + ">" +
            escaped(state_.scene().status(state_.step())) + "</p>\n";
  }

  static std::string whole(float px) { return std::to_string(static_cast<int>(std::ceil(px))); }

  // Adds it to the markup; the same as a file.
  PictureFile picture(FigureMarkup& markup, std::string_view name, float width) {
    scene::Painter painter({}, covered_);
    state_.scene().draw(painter, {.width = width, .step = state_.step()});
    const float height = state_.scene().height(width);
    PictureFile file{
        "",
        standalone(scene::svg(painter.list(), width, height, title_, scene::Hotspots::left_out)),
        attribute("width", whole(width)) + attribute("height", whole(height))};
    std::string drawn = scene::svg(painter.list(), width, height, title_);
    file.name = hashed_name(figure_.id + "." + std::string(name) + ".svg", file.bytes);
    constexpr std::string_view space_name =
        " xmlns=\"http://www.w3.org/2000/svg\"";  // not needed inside HTML
    if (const size_t at = drawn.find(space_name); at != drawn.npos)
      drawn.erase(at, space_name.size());
    drawn.insert(4, " class=\"" + std::string(name) + "\"");
    markup.picture += drawn;
    return file;
  }

  void data() {
    const scene::Table table = scene::covered(state_.scene().table(), figure_.seal.columns(state_));
    out_ +=
        "<details class=\"data\"><summary>Show as data</summary><div class=\"scroll\" "
        "tabindex=\"0\" role=\"group\"" +
        attribute("aria-label", std::string(title_) + ": data") + "><table><thead><tr>";
    for (const scene::Column& column : table.columns)
      out_ += std::string("<th scope=\"col\"") + (column.number ? " class=\"number\"" : "") +
              (column.unit_in == scene::UnitIn::cells ? attribute("data-unit", column.unit) : "") +
              ">" + escaped(scene::shown_head(column)) + "</th>";
    out_ += "</tr></thead><tbody>";
    for (const auto& row : table.rows) {
      out_ += "<tr>";
      for (size_t i = 0; i < row.size(); ++i) cell(table.columns[i], row[i]);
      out_ += "</tr>";
    }
    out_ +=
        "</tbody></table></div><p class=\"downloads\"><button type=\"button\" "
        "data-do=\"csv\"" +
        named("CSV") +
        ">CSV</button> "
        "<button type=\"button\" data-do=\"json\"" +
        named("JSON") + ">JSON</button></p></details>\n";
  }

  // table.js reads the number from the text if the text says it, else from the attribute.
  void cell(const scene::Column& column, const scene::Cell& cell) {
    const bool told = !cell.has_number() || says_its_number(column, cell);
    out_ += std::string("<td") + (column.number ? " class=\"number\"" : "") +
            (told ? "" : attribute("data-value", text::number_text(cell.value))) + ">" +
            escaped(cell.shown) + "</td>";
  }

  const Figure& figure_;
  const scene::State& state_;
  const scene::Description& scene_;
  std::string_view title_;
  std::string id_;
  std::string covered_;  // parts of the picture
  std::string out_;
};

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ",") + word;
  return out;
}

// What the markup depends on.
std::string key_of(const Figure& figure) {
  return figure.id + "\n" + figure.title + "\n" + std::string(figure.state->description().id) +
         "\n" + figure.state->query() + "\n" + std::to_string(figure.state->step()) + "\n" +
         std::to_string(figure.heading_level) + "\n" + joined(figure.controls) + "\n" +
         std::string(figure.seal.parts(*figure.state)) + "\n" +
         std::string(figure.seal.columns(*figure.state));
}

}  // namespace

FigureRenderer::FigureRenderer(const Site& site, DrawnFigures& known) : known_(known) {
  DrawnFigures before = std::exchange(known, {});
  std::vector<std::pair<const Figure*, FigureMarkup*>> fresh;
  for (const Page& page : site.pages)
    for (const Figure& figure : page.figures) {
      const std::string key = key_of(figure);
      if (known.contains(key)) continue;
      if (auto old = before.extract(key))
        known.insert(std::move(old));
      else
        fresh.emplace_back(&figure, &known[key]);
    }
  parallel(fresh.size(), [&](size_t i) { *fresh[i].second = Writer(*fresh[i].first).run(); });
}

const FigureMarkup& FigureRenderer::markup(const Figure& figure) const {
  return known_.at(key_of(figure));
}

}  // namespace loom::site
