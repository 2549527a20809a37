#include <algorithm>
#include <nlohmann/json.hpp>

#include "tools/loom/base/hash.hpp"
#include "tools/loom/site/render/far.hpp"
#include "tools/loom/site/render/gallery.hpp"
#include "tools/loom/site/render/html.hpp"
#include "tools/loom/site/render/moved.hpp"
#include "tools/loom/site/render/own.hpp"
#include "tools/loom/site/render/phases.hpp"
#include "tools/loom/site/render/render.hpp"
#include "tools/loom/site/render/report.hpp"
#include "tools/loom/site/render/ways.hpp"
#include "web/scene/predict.hpp"
#include "web/scene/seal.hpp"

namespace loom::site {
namespace {

class Blocks {
 public:
  Blocks(std::string& out, const Page& page, const Renderer& renderer, Files& files)
      : out_(out), page_(page), renderer_(renderer), files_(files) {}

  // A page's whole text: the part before the first section, and the sections.
  void page() {
    const Node* const end = page_.text.nodes.data() + page_.text.nodes.size();
    const auto next_section = [&](const Node* from) {
      return std::find_if(from, end, [](const Node& node) {
        return node.kind == Kind::heading && node.level == 2;
      });
    };
    const Node* at = next_section(page_.text.nodes.data());
    const Node* const lead = find_lead();
    for (const Node* node = page_.text.nodes.data(); node != at; ++node) {
      render(*node);
      if (node == (lead ? lead : page_.text.nodes.data()))
        render_needs(out_, page_, renderer_.site);
    }
    const Node* const first = at;
    while (at != end) {
      const Node* const next = next_section(at + 1);
      section(at, next, at != first);
      at = next;
    }
  }

  void section(size_t begin, size_t end) { render(page_.text.nodes.subspan(begin, end - begin)); }

  std::string moved_file() {
    const std::string addresses = moved_addresses(page_, renderer_.site);
    return addresses.empty() ? "" : json_text(".places.json", addresses);
  }

  // The questions' answers, for paper, which opens no folds: the print style sheet shows them, and
  // numbers the questions in the same order.
  std::string key() const {
    return key_.empty() ? ""
                        : "<aside class=\"key\"><h2>Answers</h2><ol>\n" + key_ + "</ol></aside>\n";
  }

  // The origins of the page's numbers, in their order: what computed each, and the figure's state.
  std::string numbers_file() {
    if (page_.numbers.empty()) return "";
    nlohmann::json all = nlohmann::json::array();
    for (const NumberMark& each : page_.numbers) all.push_back({each.origins, each.href});
    return json_file(".numbers.json", all);
  }

 private:
  // A heading of level 2 and its section; a phase has a foot. The blocks of all sections but the
  // first wait (css/far.css).
  void section(const Node* heading, const Node* end, bool waits) {
    out_ += "<section>\n";
    for (const Node* node = heading; node != end; ++node) {
      const bool part = node->kind == Kind::heading && node->level == 3;
      if (part && node != heading + 1) render_report_place(out_, page_, renderer_.site);
      const size_t from = out_.size();
      render(*node);
      if (!waits) continue;
      // Into its first tag.
      out_.insert(std::min(out_.find_first_of(" >", from), out_.size()), far_attribute(*node));
    }
    render_report_place(out_, page_, renderer_.site);
    render_phase_end(out_, page_, heading->more->id);
    out_ += "</section>\n";
  }

  // The first picture of a page is in it; the others are files, so that the page's text arrives
  // sooner.
  std::string picture(const Figure& figure, const FigureMarkup& markup) {
    if (&figure == &page_.figures.front()) return markup.picture;
    return picture_beside(figure, markup, renderer_.site, files_);
  }
  std::string json_file(const std::string& kind, const nlohmann::json& content) {
    return json_text(kind, content.dump());
  }
  std::string json_text(const std::string& kind, const std::string& bytes) {
    std::string page = page_.path.empty() ? "index" : page_.path.substr(0, page_.path.size() - 1);
    std::replace(page.begin(), page.end(), '/', '-');
    return beside(hashed_name(page + kind, bytes), bytes);
  }
  // The address of one of the page's files.
  std::string beside(const std::string& name, const std::string& bytes) {
    files_["assets/" + name] = bytes;
    return renderer_.site.base_path + "assets/" + name;
  }
  void render(std::span<const Node> nodes) {
    for (const Node& node : nodes) render(node);
  }

  void render(const Node& node) {
    switch (node.kind) {
      case Kind::paragraph:
        return paragraph(node);
      case Kind::heading:
        return heading(node);
      case Kind::list:
        return list(node);
      case Kind::item:
        return item(node, true);
      case Kind::quote:
        out_ += "<blockquote>\n";
        render(node.children);
        out_ += "</blockquote>\n";
        return;
      case Kind::code:
        return render_code(out_, node);
      case Kind::table:
        return render_table(out_, node);
      case Kind::rule:
        out_ += "<hr>\n";
        return;
      case Kind::scene:
        return figure(node);
      case Kind::quiz:
        return quiz(node);
      case Kind::mnemonic:
        out_ += "<div class=\"mnemonic\" role=\"note\" aria-label=\"Memory aid\">";
        render(node.children);
        out_ += "</div>\n";
        return;
      case Kind::fold:
        out_ += "<details class=\"fold\"><summary>" + escaped(node.more->target) + "</summary>\n";
        render(node.children);
        out_ += "</details>\n";
        return;
      case Kind::predict:
        return predict(node);
      case Kind::glossary:
        return render_glossary(out_, page_, renderer_);
      case Kind::references:
        return render_references(out_, page_, renderer_);
      case Kind::phases:
        return render_phases(out_, page_);
      case Kind::gallery:
        return render_gallery(out_, page_, renderer_, files_);
      case Kind::figures:
        return render_figures(out_, renderer_, files_);
      case Kind::taught:
        return render_taught(out_, node, renderer_.site);
      case Kind::ways:
        return render_ways(out_, renderer_.site);
      case Kind::licenses:
        return render_licenses(out_, renderer_.site);
      default:
        render_inline(out_, node);
    }
  }

  // The paragraph below the title, if there is one.
  const Node* find_lead() const {
    const std::span<const Node> nodes = page_.text.nodes;
    return nodes.size() > 1 && nodes[1].kind == Kind::paragraph ? &nodes[1] : nullptr;
  }

  void inlines(const Node& node) { render_inlines(out_, node.children); }

  void paragraph(const Node& node) {
    out_ += &node == find_lead() ? "<p class=\"lead\">" : "<p>";
    inlines(node);
    out_ += "</p>\n";
  }

  void heading(const Node& node) {
    if (node.level == 1 && page_.scene) return;  // its figure says it
    const std::string tag = "h" + std::to_string(node.level);
    const std::string beside = node.level == 1 ? beside_title() : "";
    if (!beside.empty()) out_ += "<div class=\"title\">";
    out_ += "<" + tag + (node.more->id.empty() ? "" : attribute("id", node.more->id)) + ">";
    inlines(node);
    if (!node.more->id.empty())
      out_ += " <a class=\"anchor\" href=\"#" + escaped(node.more->id) + "\"" +
              attribute("aria-label", "Link to " + plain_text(node)) + ">#</a>";
    out_ += "</" + tag + ">";
    if (!beside.empty()) out_ += beside + "</div>";
    out_ += "\n";
  }

  // How long the page takes. The start page leads into the ways instead, which say it.
  std::string beside_title() const {
    std::string entrance;
    if (page_.path.empty()) render_entrance(entrance, renderer_.site);
    if (!entrance.empty()) return entrance;
    const std::string time = sitting(page_);
    return time.empty() ? "" : "<p class=\"sitting\">" + time + "</p>";
  }

  void list(const Node& node) {
    const std::string tag = node.ordered ? "ol" : "ul";
    out_ += "<" + tag;
    if (node.ordered && node.level != 1) out_ += " start=\"" + std::to_string(node.level) + "\"";
    out_ += ">\n";
    for (const Node& child : node.children) item(child, node.loose);
    out_ += "</" + tag + ">\n";
  }

  // In a tight list md4c itself leaves out the paragraphs.
  void item(const Node& node, bool loose) {
    out_ += "<li>";
    if (node.task != Task::none) out_ += node.task == Task::done ? "☑ " : "☐ ";
    if (loose && !node.children.empty()) out_ += "\n";
    for (const Node& child : node.children)
      if (child.kind < Kind::text)
        render(child);
      else
        render_inline(out_, child);
    out_ += "</li>\n";
  }

  void figure(const Node& node) {
    const Figure& figure = page_.figures[static_cast<size_t>(node.more->number)];
    const FigureMarkup& markup = renderer_.figures.markup(figure);
    const std::string tag = "h" + std::to_string(figure.heading_level);
    out_ += markup.before_title + "<" + tag + markup.title + "</" + tag + ">" +
            markup.before_picture + picture(figure, markup) + markup.after_picture;
    if (!node.children.empty()) {
      // Captions with more than two lines on a phone are folded there: figure.css.
      constexpr size_t two_lines = 100;
      const bool is_long = text_length(node) > two_lines;
      out_ += is_long ? "<div class=\"caption long\">" : "<div class=\"caption\">";
      render(node.children);
      if (is_long)
        out_ +=
            "<button type=\"button\" class=\"more\" data-do=\"more\" aria-label=\"More of the "
            "caption\">more</button>";
      out_ += "</div>\n";
    }
    out_ += markup.foot + render_take(figure, markup, renderer_.site, files_) +
            "<p class=\"source\">" + markup.link;
    const Page* own = renderer_.site.page_of(figure.state->description());
    if (own) out_ += embed_button(figure);
    // Its own page says what computes it, and more.
    const bool elsewhere = own && own != &page_;
    if (!elsewhere) out_ += markup.computed;
    for (const int number : figure.sources) {
      const Reference& reference = *page_.sources[static_cast<size_t>(number) - 1];
      out_ += number == figure.sources.front() ? " · " : "";
      render_citation(out_, number, renderer_.site.source_href(page_, reference), reference.title);
    }
    if (elsewhere) out_ += " · " + link_to_own(figure, *own, renderer_.site);
    out_ += markup.after_sources;
  }

  void quiz(const Node& node) {
    const std::string id = escaped(node.more->id);
    int right = 0;
    for (const Node& answer : node.children) right += answer.task == Task::done;
    const char* type = right == 1 ? "radio" : "checkbox";
    out_ += "<form class=\"quiz\" id=\"" + id + "\" autocomplete=\"off\"><fieldset><legend>";
    inlines(node.children.front());
    out_ += "</legend>\n";
    for (size_t i = 1; i < node.children.size(); ++i) {
      out_ += std::string("<label class=\"answer\"><input type=\"") + type + "\" name=\"" + id +
              (right == 1 ? "" : "_" + std::to_string(i)) + "\" value=\"" + std::to_string(i - 1) +
              "\"><span>";
      inlines(node.children[i].children.front());
      out_ += "</span></label>\n";
    }
    out_ +=
        "</fieldset><p class=\"buttons\"><button type=\"submit\" class=\"check\">Check</button></p>"
        "<p class=\"verdict\" role=\"status\"></p>\n<details "
        "class=\"answers\"><summary>Answers</summary><ol>\n";
    std::string key;
    for (size_t i = 1; i < node.children.size(); ++i) {
      const size_t from = out_.size();
      why(node.children[i]);
      if (node.children[i].task != Task::done) continue;
      const std::string letter(1, static_cast<char>('a' + i - 1));
      key += "<div><b>" + letter + ")</b> " + unmarked(out_.substr(from)) + "</div>";
    }
    out_ += "</ol></details></form>\n";
    key_ += "<li>" + key + "</li>\n";
  }

  void why(const Node& answer) {
    const bool right = answer.task == Task::done;
    out_ += right ? "<li class=\"why\" data-correct=\"true\"><b>Right.</b> "
                  : "<li class=\"why\" data-correct=\"false\"><b>Wrong.</b> ";
    const std::span<const Node> blocks = answer.children;
    if (blocks.size() == 2 && blocks[1].kind == Kind::paragraph)
      inlines(blocks[1]);
    else
      for (size_t i = 1; i < blocks.size(); ++i) render(blocks[i]);
    out_ += "</li>\n";
  }

  // What why() writes begins with "Right", which a key need not say. A number is marked once on a
  // page, because scripts count the marks.
  static std::string unmarked(std::string html) {
    constexpr std::string_view right = "<b>Right.</b> ";
    if (const size_t at = html.find(right); at != html.npos) html.erase(0, at + right.size());
    if (html.ends_with("</li>\n")) html.resize(html.size() - 6);
    for (std::string_view tag : {"<u>", "</u>"})
      for (size_t at; (at = html.find(tag)) != html.npos;) html.erase(at, tag.size());
    return html;
  }

  void predict(const Node& node) {
    const std::string_view key = metric_of(node);
    const std::vector<scene::Metric> metrics = node.more->state->scene().metrics();
    const scene::Metric metric = *scene::find_metric(metrics, key);  // links.cpp has checked it
    out_ += "<form class=\"predict\"" + attribute("id", node.more->form) +
            attribute("data-figure", node.more->id) + attribute("data-metric", key) +
            (node.more->href.empty() ? "" : attribute("data-query", node.more->href)) +
            " autocomplete=\"off\">";
    render(question_of(node));
    out_ += "<p class=\"guess\"><label>Your guess <input type=\"number\" step=\"any\"></label>" +
            (metric.unit.empty() ? "" : " " + escaped(metric.unit)) +
            " <button type=\"submit\">Compare</button></p>";
    out_ +=
        "<p class=\"answer\" role=\"status\"></p><details "
        "class=\"reveal\"><summary>Show me</summary><p class=\"told\">" +
        escaped(scene::reveal(metric)) + "</p>\n";
    const size_t from = out_.size();
    render(explanation_of(node));
    key_ += "<li><p>" + escaped(scene::reveal(metric)) + "</p>\n" + unmarked(out_.substr(from)) +
            "</li>\n";
    out_ += "</details></form>\n";
  }

  std::string& out_;
  std::string key_;
  const Page& page_;
  const Renderer& renderer_;
  Files& files_;
};

}  // namespace

std::string render_section(const Page& page, size_t begin, size_t end, const Renderer& renderer,
                           Files& files) {
  std::string out;
  Blocks(out, page, renderer, files).section(begin, end);
  return out;
}

Main render_main(const Page& page, const Renderer& renderer, Files& files) {
  std::string out;
  Blocks blocks(out, page, renderer, files);
  blocks.page();
  if (renderer.site.has_sources(page)) render_sources(out, page, renderer.site);
  render_numbers_note(out, page);
  out += blocks.key();
  render_next(out, page, renderer.site);
  render_page_report(out, page, renderer.site);
  return {std::move(out), blocks.moved_file(), blocks.numbers_file()};
}

}  // namespace loom::site
