#include "tools/loom/site/render/figure.hpp"

#include <cmath>
#include <utility>

#include "tools/loom/base/hash.hpp"
#include "tools/loom/base/parallel.hpp"
#include "tools/loom/site/read/facts.hpp"
#include "tools/loom/site/render/controls.hpp"
#include "tools/loom/site/render/far.hpp"
#include "tools/loom/site/render/html.hpp"
#include "tools/loom/site/render/sentence.hpp"
#include "tools/loom/site/render/standalone.hpp"
#include "tools/loom/site/resolve/ids.hpp"
#include "tools/loom/text/number.hpp"
#include "web/scene/format.hpp"
#include "web/scene/query.hpp"
#include "web/scene/svg_painter.hpp"

namespace loom::site {
namespace {

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
    const int steps = state_.scene().steps();
    FigureMarkup markup;
    out_ += "<figure class=\"scene\" id=\"" + id_ + "\"" + attribute("data-scene", scene_.id) +
            attribute("data-group", scene_.group) + attribute("data-query", state_.query()) +
            " data-steps=\"" + std::to_string(steps) + "\"" +
            attribute("aria-labelledby", title_id(figure_.id)) + ">\n";
    markup.before_title = std::exchange(out_, {}) + "<figcaption class=\"scene-head\">";
    markup.title = attribute("id", title_id(figure_.id)) + ">" + escaped(title_);
    out_ += "<p class=\"question\">" + escaped(scene_.question) + "</p></figcaption>\n";
    // The parts that answer the hand stay on the screen while the hand is at the controls:
    // bench.css.
    out_ += "<div class=\"bench\"><div class=\"view\"" + far_attribute(figure_) + ">\n";
    out_ += "<div class=\"picture\">";
    markup.before_picture = std::exchange(out_, {});
    markup.narrow = picture(markup, "narrow", scene::narrow_width);
    markup.wide = picture(markup, "wide", scene::wide_width);
    out_ += "</div>\n";
    if (steps > 0) timeline(steps);
    sentence();
    out_ +=
        "<p class=\"problem\" role=\"alert\" hidden></p></div>\n<p class=\"note\" "
        "hidden></p>\n</div>\n";
    out_ += "<div class=\"hands\">";
    presets();
    if (!scene_.parameters.empty()) out_ += controls(figure_);
    out_ += "</div>\n";
    markup.after_picture = std::exchange(out_, {});
    out_ += "</div>\n<div class=\"scene-foot\">\n";
    out_ += control_helps(figure_);
    data();
    markup.foot = std::exchange(out_, {});
    // The link comes first: a phone shows only the beginning of this line.
    const std::string query = state_.query();
    markup.link =
        "<a class=\"permalink\" aria-label=\"Link to this state\" href=\"#" + id_ +
        (query.empty() ? "" : "?" + escaped(query)) +
        "\">Link<span> to this state</span></a> <button type=\"button\" data-do=\"copy\"" +
        named("Copy link") + ">Copy</button>";
    markup.computed = " · Computed by <code>" + escaped(scene_.simulator) + "</code>";
    markup.after_sources = "</p>\n<button type=\"button\" data-do=\"again\"" +
                           named("Start again") + " hidden>Start again</button></div>\n</figure>\n";
    return markup;
  }

 private:
  // A page has many buttons of the same kind, so each names its figure.
  std::string named(std::string_view what) const {
    return attribute("aria-label", std::string(what) + ": " + std::string(title_));
  }

  // Not part of the form: on a wide screen they are below the picture (bench.css).
  void presets() {
    if (!figure_.controls.empty() || scene_.presets.empty()) return;
    out_ += "<div class=\"presets\" role=\"group\"" + named("Presets") + ">";
    for (const scene::Preset& preset : scene_.presets)
      out_ += "<button type=\"button\" class=\"preset\"" + attribute("data-query", preset.query) +
              " aria-pressed=\"" + (scene::shows(state_.values(), preset) ? "true" : "false") +
              "\"" + asks(preset) + ">" + escaped(preset.label) + "</button>";
    out_ += "</div>\n";
  }

  // Which prediction about the figure asks for what the preset shows: prediction.js.
  std::string asks(const scene::Preset& preset) const {
    scene::State state(scene_);
    if (figure_.seal.empty() || state.load(preset.query)) return "";
    const int question = figure_.seal.answered_by(state);
    return question < 0 ? "" : attribute("data-asks", std::to_string(question));
  }

  void timeline(int steps) {
    const std::string step = std::to_string(state_.step()), last = std::to_string(steps);
    // With few controls it comes when the figure is put to another step than the last.
    const bool comes = !figure_.controls.empty() && state_.step() == steps;
    out_ += std::string("<div class=\"timeline\"") + (comes ? " data-comes hidden>" : ">");
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
    out_ += "</tbody></table></div></details>\n";
  }

  // table.js reads the number from the text if the text says it, else from the attribute.
  void cell(const scene::Column& column, const scene::Cell& cell) {
    const bool exact = !cell.has_number() || says_its_number(column, cell);
    out_ += std::string("<td") + (column.number ? " class=\"number\"" : "") +
            (exact ? "" : attribute("data-value", text::number_text(cell.value))) + ">" +
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
  std::string asked;
  for (const scene::Asked& each : figure.seal.asked())
    asked += "\n" + each.metric + " " + text::number_text(each.value);
  return figure.id + "\n" + figure.title + "\n" + std::string(figure.state->description().id) +
         "\n" + figure.state->query() + "\n" + std::to_string(figure.state->step()) + "\n" +
         joined(figure.controls) + "\n" + std::string(figure.seal.parts(*figure.state)) + "\n" +
         std::string(figure.seal.columns(*figure.state)) + asked;
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

namespace {

std::string added_file(const PictureFile& picture, const Site& site, Files& files) {
  files["assets/" + picture.name] = picture.bytes;
  return site.base_path + "assets/" + picture.name;
}

}  // namespace

const FigureMarkup& FigureRenderer::markup(const Figure& figure) const {
  return known_.at(key_of(figure));
}

std::string picture_beside(const Figure& figure, const FigureMarkup& markup, const Site& site,
                           Files& files) {
  const PictureFile &narrow = markup.narrow, &wide = markup.wide;
  return "<picture><source media=\"(min-width: 41rem)\"" +
         attribute("srcset", added_file(wide, site, files)) + wide.size + "><img loading=\"lazy\"" +
         attribute("alt", title_of(figure)) + narrow.size +
         attribute("src", added_file(narrow, site, files)) + "></picture>";
}

std::string render_take(const Figure& figure, const FigureMarkup& markup, const Site& site,
                        Files& files) {
  return "<details class=\"take\"><summary" +
         attribute("aria-label", "Download: " + std::string(title_of(figure))) +
         ">Download</summary><div><p><a" + attribute("href", added_file(markup.wide, site, files)) +
         attribute("download", figure.id + ".svg") +
         ">The still picture as SVG</a></p></div></details>\n";
}

}  // namespace loom::site
