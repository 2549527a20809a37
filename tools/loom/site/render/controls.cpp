#include "tools/loom/site/render/controls.hpp"

#include <algorithm>
#include <cmath>

#include "core/text/word_list.hpp"
#include "tools/loom/site/render/html.hpp"
#include "tools/loom/site/render/long_names.hpp"
#include "tools/loom/site/resolve/ids.hpp"
#include "tools/loom/text/number.hpp"
#include "tools/loom/text/strings.hpp"
#include "web/scene/decimal.hpp"
#include "web/scene/format.hpp"
#include "web/scene/measure.hpp"

namespace loom::site {
namespace {

using scene::Parameter;

class Form {
 public:
  explicit Form(const Figure& figure)
      : figure_(figure), state_(*figure.state), scene_(state_.description()) {}

  std::string controls() {
    out_ += "<form class=\"controls\" autocomplete=\"off\">\n";
    for (const Parameter& parameter : scene_.parameters)
      if (shown(parameter)) control(parameter);
    left_out();
    return out_ + "</form>\n";
  }

  // What the label alone does not say, folded, because it is read once.
  std::string helps() {
    bool any = false;
    for (const Parameter& p : scene_.parameters) {
      if (p.help.empty() || !shown(p)) continue;
      if (!any) out_ += "<details class=\"help\"><summary>The controls</summary><dl>";
      any = true;
      out_ += "<div><dt>" + escaped(p.label) + "</dt><dd id=\"" + help_id(p) + "\">" +
              breakable(p.help) + "</dd></div>";
    }
    return any ? out_ + "</dl></details>\n" : "";
  }

 private:
  // They come when the figure is put into a state that differs from its own in one of them.
  void left_out() {
    if (figure_.controls.empty()) return;
    out_ += "<template>";
    for (const Parameter& parameter : scene_.parameters)
      if (!shown(parameter)) control(parameter);
    out_ += "</template>\n";
  }

  std::string control_id(const Parameter& p) const {
    return escaped(site::control_id(figure_.id, p.key));
  }
  std::string help_id(const Parameter& p) const {
    return escaped(site::help_id(figure_.id, p.key));
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

  // A choice that is wider than a column of a phone takes the room of two.
  void select(const Parameter& p) {
    constexpr float arrow = 36;  // and the room at both ends
    float widest = 0;
    for (const scene::Choice& choice : p.choices)
      widest = std::max(widest, scene::text_width(choice.label, scene::Size::normal));
    out_ += std::string("<div class=\"control choice") +
            (widest + arrow > column_width ? " broad\"" : "\"") + keyed(p) + ">";
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
            described(p) + "><output for=\"" + id + "\" aria-live=\"off\"" + widest(p) + ">" +
            text::grouped(value) + "</output></div>\n";
  }

  // The longest number of a slider, whose room is kept: its label does not break anew when it
  // comes. sliders.css keeps the room of shorter ones.
  static std::string widest(const Parameter& p) {
    constexpr size_t has_room = 3;
    std::vector<std::string> all;
    if (p.spacing == scene::Spacing::even)
      for (double number : {p.minimum, p.minimum + p.step, p.maximum - p.step, p.maximum})
        all.push_back(scene::shortest(number));
    else
      all = scene::slider_stops(p);
    std::string longest;
    for (const std::string& each : all)
      if (each.size() > longest.size()) longest = each;
    longest = text::grouped(longest);
    return longest.size() > has_room ? attribute("data-widest", longest) : std::string();
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
    for (const std::string_view word : words_in(words))
      widest = std::max(widest, scene::text_width(word, scene::Size::small));
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
    return p.help.empty() || !shown(p) ? "" : " aria-describedby=\"" + help_id(p) + "\"";
  }

  const Figure& figure_;
  const scene::State& state_;
  const scene::Description& scene_;
  std::string out_;
};

}  // namespace

std::string controls(const Figure& figure) { return Form(figure).controls(); }
std::string control_helps(const Figure& figure) { return Form(figure).helps(); }

}  // namespace loom::site
