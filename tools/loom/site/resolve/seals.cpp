#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <vector>

#include "tools/loom/numbers/written.hpp"
#include "tools/loom/site/resolve/resolver.hpp"
#include "tools/loom/text/strings.hpp"
#include "web/scene/display_list.hpp"
#include "web/scene/format.hpp"
#include "web/scene/predict.hpp"

namespace loom::site {
namespace {

using numbers::Written;

// The number that a prediction asks for, and the forms in which a text would give it away.
class Sought {
 public:
  explicit Sought(const scene::Metric& metric) : unit_(text::lower_case(metric.unit)) {
    shown_ =
        std::round(metric.value * std::pow(10, metric.decimals)) / std::pow(10, metric.decimals);
    std::string text = scene::fixed(metric.value, metric.decimals);
    if (metric.decimals > 0) text.erase(text.find_last_not_of('0') + 1);
    const auto digits =
        std::count_if(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    long_ = digits > 1;
    count_ = digits < 3 && static_cast<size_t>(digits) == text.size();
  }

  // Whether the number has enough digits that it is not in the text by chance.
  bool is_long() const { return long_; }

  bool equals(const Written& written) const {
    return written.share == 0 &&
           std::fabs(written.value - shown_) <= 1e-9 * std::max(1.0, std::fabs(shown_));
  }

  // In a figure, also a number with its unit, and a rounded one. A tooltip names what it belongs
  // to, such as lane 24 of a warp, so a short count there gives nothing away.
  bool can_be_read_in(const std::string& text, bool tooltip = false) const {
    for (const Written& written : numbers::find_numbers(text)) {
      if (long_ && !(tooltip && count_) && equals(written)) return true;
      if (written.share == 0 && has_unit(text, written.end) && numbers::says(written, shown_))
        return true;
    }
    return false;
  }

 private:
  bool has_unit(const std::string& text, size_t at) const {
    if (at < text.size() && text[at] == ' ') ++at;
    if (unit_.empty() || text::lower_case(text.substr(std::min(at, text.size()))).find(unit_) != 0)
      return false;
    const size_t end = at + unit_.size();
    return end >= text.size() || !std::isalpha(static_cast<unsigned char>(text[end]));
  }

  double shown_ = 0;
  std::string unit_;
  bool long_ = false;
  bool count_ = false;  // with one or two digits
};

// Everything that can be read in a picture.
class Reading final : public scene::Renderer {
 public:
  std::set<std::string> texts, tooltips;

  void rect(const scene::Rect&, const scene::Style&) override {}
  void line(scene::Point, scene::Point, const scene::Style&) override {}
  void path(std::span<const scene::Point>, bool, const scene::Style&) override {}
  void circle(scene::Point, float, const scene::Style&) override {}
  void text(scene::Point, std::string_view text, const scene::TextStyle&) override {
    texts.emplace(text);
  }
  void begin(std::string_view, bool) override {}
  void end() override {}
  void hotspot(const scene::Rect&, std::string_view tooltip) override { tooltips.emplace(tooltip); }
};

// The text between two headings that is not folded.
struct Unfolded {
  std::vector<const Node*> words;  // texts and formulas
  std::vector<const Node*> predictions;
};

class Seals {
 public:
  Seals(const Page& page, const FigureNumbers& numbers, Resolver& resolver)
      : page_(page), numbers_(numbers), resolver_(resolver) {}

  void run() {
    if (!page_.text.holds(Kind::predict)) return;
    for (const Node& node : page_.text.nodes) {
      if (node.kind == Kind::heading) sections_.emplace_back();
      collect(node);
    }
    for (const Unfolded& section : sections_)
      for (const Node* prediction : section.predictions) check(*prediction, section);
  }

 private:
  void report(size_t offset, std::string message) {
    resolver_.report(page_, offset, std::move(message));
  }

  void collect(const Node& node) {
    if (sections_.empty()) sections_.emplace_back();
    switch (node.kind) {
      case Kind::fold:
      case Kind::code:
      case Kind::code_span:
      case Kind::citation:
        return;
      case Kind::scene:
        captions_.push_back(&node);
        break;
      case Kind::predict:
        sections_.back().predictions.push_back(&node);
        for (const Node& child : question_of(node)) collect(child);
        return;
      case Kind::answer:  // of a quiz: why it is right or wrong comes after the choice
        if (!node.children.empty()) collect(node.children.front());
        return;
      case Kind::text:
      case Kind::math:
        sections_.back().words.push_back(&node);
        return;
      case Kind::number:
      case Kind::link:
        marked_.push_back(&node);
        break;
      default:
        break;
    }
    for (const Node& child : node.children) collect(child);
  }

  void check(const Node& node, const Unfolded& section) {
    const Figure* figure = page_.find_figure(node.more->id);
    const scene::State* state = node.more->state;
    if (!figure || !figure->state || !state) return;
    const std::vector<scene::Metric> metrics = state->scene().metrics();
    const scene::Metric* metric = scene::find_metric(metrics, metric_of(node));
    if (!metric) return;
    const Sought sought(*metric);
    opening(node, *figure, *metric, sought);
    for (const Figure& other : page_.figures)
      if (&other != figure && page_.ids.at(other.id) < node.offset && can_show(other, *state))
        report(node.more->target_offset,
               "figure '" + other.id +
                   "' above can be put into the state asked about and is not covered, expected a "
                   "state that it does not offer");
    for (const Node* marked : marked_)
      if (const auto found = numbers_.find(marked); found != numbers_.end())
        for (const numbers::FigureNumber& from : found->second)
          given_away(*marked, from, *figure, *state, *metric);
    if (!sought.is_long()) return;
    for (const Node* words : section.words)
      for (const Written& written : numbers::find_numbers(words->text))
        if (sought.equals(written))
          report(source_offset(*words, written.begin),
                 "'" + std::string(words->text.substr(written.begin, written.end - written.begin)) +
                     "' is what the prediction in line " + line_of_node(node) +
                     " asks for, expected it in its explanation or a fold");
  }

  // Whether the few controls of a figure lead to the state: its reader comes through all of them.
  static bool can_show(const Figure& figure, const scene::State& state) {
    if (!figure.state || figure.controls.empty()) return false;
    if (&figure.state->description() != &state.description()) return false;
    for (const scene::Parameter& p : state.description().parameters) {
      const bool offered =
          std::find(figure.controls.begin(), figure.controls.end(), p.key) != figure.controls.end();
      if (!offered && figure.state->values().text(p.key) != state.values().text(p.key))
        return false;
    }
    return true;
  }

  std::string line_of_node(const Node& node) const {
    return std::to_string(line_of(page_.source(), node.offset));
  }

  void opening(const Node& node, const Figure& figure, const scene::Metric& metric,
               const Sought& sought) {
    const size_t at = node.more->target_offset;
    const scene::State& state = *figure.state;
    const std::string of_figure = "figure '" + figure.id + "' ";
    const scene::Asked asked{std::string(metric.key), metric.value};
    if (!scene::answers(*node.more->state, asked))
      report(at, "the state asked about does not show '" + asked.metric + "' before step " +
                     std::to_string(metric.from_step) +
                     ", expected step=" + std::to_string(metric.from_step) + " or later behind it");
    if (scene::answers(state, asked))
      return report(at, of_figure + "opens in a state that answers this question (" +
                            scene::reveal(metric) + "), expected another");
    const auto look = [&](const std::string& text, const char* place) {
      if (sought.can_be_read_in(text))
        report(at, of_figure + "tells what this question asks for (" + scene::reveal(metric) +
                       ") " + place + ": '" + text + "'");
    };
    const scene::Description& scene = state.description();
    look(std::string(title_of(figure)), "in its title");
    look(std::string(scene.question), "in its own question");
    look(state.scene().status(state.step()), "in its sentence");
    if (figure.controls.empty())
      for (const scene::Preset& preset : scene.presets)
        look(std::string(preset.label), "in the label of a preset");
    for (const Node* caption : captions_)
      if (caption->more->id == figure.id)
        for (const Node& child : caption->children) look(plain_text(child), "in its caption");
    const Reading picture = read(figure);
    for (const std::string& text : picture.texts) look(text, "in its picture");
    for (const std::string& text : picture.tooltips)
      if (sought.can_be_read_in(text, true)) look(text, "in a tooltip of its picture");
    for (const scene::Column& column : state.scene().table().columns)
      look(std::string(column.name), "in the head of a column");
  }

  // The picture at both widths.
  static Reading read(const Figure& figure) {
    const scene::State& state = *figure.state;
    Reading reading;
    for (const float width : {scene::narrow_width, scene::wide_width}) {
      scene::Painter painter({}, figure.seal.parts(state));
      state.scene().draw(painter, {.width = width, .step = state.step()});
      (void)scene::replay(painter.list(), reading);
    }
    return reading;
  }

  void given_away(const Node& marked, const numbers::FigureNumber& from, const Figure& figure,
                  const scene::State& asked, const scene::Metric& metric) {
    if (from.name != metric.key) return;
    const scene::Description* scene = page_.described(from.figure);
    if (scene != &figure.state->description()) return;
    const auto state = resolver_.states.get(*scene, from.query);
    if (!state || !((*state)->values() == asked.values())) return;
    report(marked.more->target_offset, "computes what a prediction about figure '" + figure.id +
                                           "' asks for (" + std::string(metric.key) +
                                           "), expected it in an explanation or a fold");
  }

  const Page& page_;
  const FigureNumbers& numbers_;
  Resolver& resolver_;
  std::vector<Unfolded> sections_;
  std::vector<const Node*> captions_;
  std::vector<const Node*> marked_;  // numbers that can be read before the guess
};

}  // namespace

void check_seals(const Page& page, const FigureNumbers& numbers, Resolver& resolver) {
  Seals(page, numbers, resolver).run();
}

}  // namespace loom::site
