#include <algorithm>

#include "core/text/clipped.hpp"
#include "core/text/nearest.hpp"
#include "tools/loom/base/parallel.hpp"
#include "tools/loom/numbers/headers.hpp"
#include "tools/loom/numbers/written.hpp"
#include "tools/loom/site/generate/generate.hpp"
#include "tools/loom/text/number.hpp"
#include "tools/loom/text/strings.hpp"
#include "web/scene/format.hpp"
#include "web/scene/scene.hpp"

namespace loom::site {
namespace {

// Text that means nothing to Markdown, in one line.
std::string plain(std::string_view text) {
  constexpr std::string_view marks = "\\`*_{}[]<>|$~&#!^";
  std::string out;
  for (char c : text::collapse(text)) {
    if (marks.find(c) != marks.npos) out += '\\';
    out += c;
  }
  return out;
}

// No name of a file or of a parameter has a backtick.
std::string code(std::string_view text) { return "`" + std::string(text) + "`"; }

// A comment's text, in which names stand between backticks.
std::string prose(std::string_view comment) {
  std::string out;
  for (bool name = false; !comment.empty(); name = !name) {
    const std::string_view part = comment.substr(0, comment.find('`'));
    comment.remove_prefix(std::min(part.size() + 1, comment.size()));
    const bool before = part.starts_with(' ') || part.starts_with('\n'),
               behind = part.ends_with(' ') || part.ends_with('\n');
    out += name ? code(part) : (before ? " " : "") + plain(part) + (behind ? " " : "");
  }
  return out;
}

std::string or_none(std::string_view text) { return text.empty() ? "–" : plain(text); }

// "`a`, `b`"
std::string codes(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + code(name);
  return out;
}

class Writer {
 public:
  Writer(const scene::Description& scene, const Facts& facts)
      : scene_(scene), facts_(facts), made_(scene.make()) {}

  std::string run() {
    out_ = "# " + plain(scene_.title) + "\n\n```scene " + std::string(scene_.id) + "\n```\n\n";
    computes();
    compared();
    out_ += "## Where it is taught\n\n```taught " + std::string(scene_.id) + "\n```\n\n";
    columns();
    numbers();
    parameters();
    return std::move(out_);
  }

 private:
  void computes() {
    out_ += "## What it computes\n\n";
    const std::string comment = numbers::header_comment(scene_.simulator);
    const size_t end = std::min({comment.find("\n\n"), comment.find("\n "), comment.size()});
    const std::string first = prose(std::string_view(comment).substr(0, end));
    const bool more = comment.find_first_not_of('\n', end) != comment.npos;
    if (!first.empty())
      out_ += first + (first.ends_with(':') && more ? " see below." : "") + "\n\n";
    out_ += "The simulator is " + code(scene_.simulator) + ". " +
            (scene_.references.empty() ? "" : "Its sources are at the end of this page. ") +
            "The picture, the sentence and the table show its numbers, and no others.\n\n";
    if (more)
      out_ += "````fold title=\"All that " + std::string(scene_.simulator) +
              " says of itself\"\n```\n" + comment + "```\n````\n\n";
  }

  void compared() {
    out_ += "## What it was compared with\n\n";
    const size_t before = out_.size();
    for (const Comparison& each : facts_.comparisons) {
      const auto is_this = [&](const Named& figure) { return figure.text == scene_.id; };
      if (std::any_of(each.figures.begin(), each.figures.end(), is_this)) compared(each);
    }
    if (out_.size() == before)
      out_ +=
          "No recording and no answers of another program are kept for this simulator. Its tests "
          "compare it with calculations of their own and with laws that it has to keep: " +
          code(test_of_simulator()) + ".\n";
    out_ += "\n";
  }

  void compared(const Comparison& each) {
    out_ += "- **" + plain(each.with) + "**";
    if (each.cases > 0) out_ += ", " + scene::integer(each.cases) + " " + plain(each.what);
    out_ += ": " + plain(each.agreement) + ". ";
    if (!each.files.empty()) out_ += "Kept in " + codes(each.files) + ". ";
    out_ += "Compared by " + codes(each.tests) + ".\n";
  }

  // tests/ mirrors the repository.
  std::string test_of_simulator() const {
    const std::string_view path = scene_.simulator;
    return "tests/" + std::string(path.substr(0, path.rfind('.'))) + "_test.cpp";
  }

  void columns() {
    out_ +=
        "## Its columns\n\nThese are the columns of ‘Show as data’ in the state that the figure "
        "opens in.\n\n"
        "| column | unit | has |\n|---|---|---|\n";
    for (const scene::Column& column : made_->table().columns)
      out_ += "| " + plain(column.name) + " | " + or_none(column.unit) + " | " +
              (column.number ? "numbers" : "words") + " |\n";
    out_ += "\n";
  }

  void numbers() {
    const std::vector<scene::Metric> metrics = made_->metrics();
    if (metrics.empty()) return;
    out_ +=
        "## Its numbers\n\nPages take these numbers from it by name.\n\n"
        "| number | unit | name | at first |\n|---|---|---|--:|\n";
    for (const scene::Metric& metric : metrics)
      out_ += "| " + plain(metric.label) + " | " + or_none(metric.unit) + " | " +
              code(std::string(scene_.id) + "." + std::string(metric.key)) + " | " +
              text::grouped(scene::fixed(metric.value, metric.decimals)) + " |\n";
    out_ += "\n";
  }

  void parameters() {
    constexpr size_t longest = 24;  // of a value
    if (scene_.parameters.empty()) return;
    out_ +=
        "## Its parameters\n\nThe address of a state names the parameters that differ from those "
        "at first.\n\n"
        "| parameter | name | values | at first |\n|---|---|---|---|\n";
    for (const scene::Parameter& each : scene_.parameters)
      out_ += "| " + plain(each.label) + " | " + code(each.key) + " | " +
              plain(scene::expected(each)) + " | " + or_none(clipped(each.initial, longest)) +
              " |\n";
    out_ += "\n";
  }

  const scene::Description& scene_;
  const Facts& facts_;
  std::unique_ptr<scene::Scene> made_;
  std::string out_;
};

}  // namespace

std::vector<PageFile> figure_pages(const Facts& facts) {
  const std::span<const scene::Description> scenes = scene::registry();
  std::vector<PageFile> pages(facts.site.scenes ? scenes.size() : 0);
  parallel(pages.size(), [&](size_t i) {
    const std::string id(scenes[i].id);
    pages[i] = {"figure/" + id + ".md",
                {"the page of the figure '" + id + "'", Writer(scenes[i], facts).run()}};
  });
  return pages;
}

void check_comparisons(const Facts& facts, const Inputs& inputs, Diagnostics& diagnostics) {
  std::vector<std::string_view> ids;
  for (const scene::Description& scene : scene::registry()) ids.push_back(scene.id);
  for (const Comparison& each : facts.comparisons)
    for (const Named& figure : each.figures)
      if (!scene::find(figure.text))
        diagnostics.add(*inputs.comparisons, figure.offset,
                        "unknown figure '" + figure.text +
                            "', expected one that 'loom scene' lists" +
                            did_you_mean(figure.text, ids));
}

}  // namespace loom::site
