#include "tools/loom/site/resolve/marks.hpp"

#include <algorithm>
#include <cmath>

#include "core/text/nearest.hpp"

namespace loom::site {
namespace {

using numbers::Written;

// Reasons for which a number needs no origin: "[1,024](=example)". content/README.md explains each.
constexpr std::string_view reasons[] = {"definition", "example", "name", "question", "setting"};

bool is_reason(std::string_view word) {
  return std::find(std::begin(reasons), std::end(reasons), word) != std::end(reasons);
}

std::vector<std::string_view> split(std::string_view origins) {
  std::vector<std::string_view> out;
  while (true) {
    const size_t end = origins.find("; ");
    out.push_back(origins.substr(0, end));
    if (end == origins.npos) return out;
    origins.remove_prefix(end + 2);
  }
}

}  // namespace

void Marks::number(Node& node, bool shown) {
  node.more->number = -1;
  const std::string_view origin = node.more->target.substr(1);
  const std::optional<Label> label = label_of(node);
  if (!label) return;
  if (is_reason(origin)) return free(*label);
  if (origin.starts_with("cited:")) return cited(node, origin.substr(6), *label);
  NumberMark mark = check(node, origin, *label, {});
  if (!shown || mark.origins.empty()) return;
  node.more->number = static_cast<int>(page_.numbers.size());
  page_.numbers.push_back(std::move(mark));
}

void Marks::free(const Label& label) {
  const auto count = static_cast<int>(numbers::find_numbers(label.text).size());
  if (count == 0) report(label.begin, "no number in '" + std::string(label.text) + "'");
  page_.counted.free += count;
}

void Marks::cited(const Node& node, std::string_view id, const Label& label) {
  const auto found = site_.references_by_id.find(id);
  const auto& sources = page_.sources;
  if (found == site_.references_by_id.end() ||
      std::find(sources.begin(), sources.end(), found->second) == sources.end()) {
    std::vector<std::string_view> ids;
    for (const Reference* each : sources) ids.push_back(each->id);
    report(node.more->target_offset,
           "'" + std::string(id) + "' is cited nowhere on this page" + did_you_mean(id, ids));
  }
  page_.counted.cited += static_cast<int>(numbers::find_numbers(label.text).size());
}

void Marks::link(Node& node) {
  const std::string_view target = node.more->target;
  const size_t hash = target.find('#'), mark = target.find('?', hash);
  numbers::FigureNumber state;
  if (hash != target.npos && mark != target.npos) {
    state.figure = target.substr(hash + 1, mark - hash - 1);
    state.query = target.substr(mark + 1);
  }
  if (const std::optional<Label> label = label_of(node))
    (void)check(node, node.more->title.substr(1), *label, state);
  node.more->title = {};
  node.more->number = 1;
}

// The source text between '[' and ']('. Nothing if the link's address stands elsewhere, as in
// "[256][origin]", which is reported.
std::optional<Marks::Label> Marks::label_of(const Node& node) {
  const std::string_view text = page_.source().text;
  const std::string_view before = text.substr(0, node.more->target_offset);
  const size_t end = before.find_last_not_of(" \t\r\n<"), begin = text.rfind('[', node.offset);
  if (begin < end && end != text.npos && before.substr(0, end + 1).ends_with("]("))
    return Label{begin + 1, text.substr(begin + 1, end - begin - 2)};
  report(node.offset, "a number whose origin stands apart, expected [256](=ORIGIN)");
  return std::nullopt;
}

NumberMark Marks::check(const Node& node, std::string_view origins, const Label& label,
                        const numbers::FigureNumber& state) {
  const std::vector<std::string_view> all = split(origins);
  std::vector<Written> written = numbers::find_numbers(label.text);
  if (written.size() != all.size()) std::erase_if(written, [](auto& w) { return !w.counts(); });
  if (written.size() != all.size() && label.text.find('$') != label.text.npos)
    std::erase_if(written, [](auto& w) { return w.decimals == 0 && std::abs(w.value) < 10; });
  NumberMark mark;
  if (written.size() != all.size()) {
    report(node.more->target_offset, "'" + std::string(label.text) + "' has " +
                                         std::to_string(written.size()) + " numbers and " +
                                         std::to_string(all.size()) +
                                         " origins, expected one origin for each number");
    return mark;
  }
  for (size_t i = 0; i < all.size(); ++i) check_one(node, all[i], label, written[i], state, mark);
  return mark;
}

void Marks::check_one(const Node& node, std::string_view origin, const Label& label,
                      const Written& written, const numbers::FigureNumber& state,
                      NumberMark& mark) {
  ++page_.counted.marked;
  const auto find = [this](std::string_view figure, const std::string& query) {
    return state_of(figure, query);
  };
  const Result<numbers::Answer> answer = numbers::answer(origin, find, state);
  if (!answer) return report(node.more->target_offset, answer.error().message);
  if (!mark.origins.empty()) mark.origins += "\n";
  mark.origins += answer->origins;
  for (const numbers::FigureNumber& from : answer->figures) {
    figures_[&node].push_back(from);
    if (mark.href.empty()) mark.href = address(from);
  }
  if (numbers::says(written, answer->value)) return;
  const std::string right = numbers::corrected(label.text, written, answer->value);
  const std::string_view typed = label.text.substr(written.begin, written.end - written.begin);
  report(label.begin + written.begin, "the text says " + std::string(typed) + ", computed " +
                                          right + " (" + std::string(origin) + ")");
  resolver_.diagnostics.fix(
      {page_.source().path, label.begin + written.begin, label.begin + written.end, right});
}

Result<std::shared_ptr<const scene::State>> Marks::state_of(std::string_view name,
                                                            const std::string& query) {
  if (const scene::Description* scene = page_.described(name))
    return resolver_.states.get(*scene, query);
  std::vector<std::string_view> names;
  for (const Figure& figure : page_.figures) names.push_back(figure.id);
  for (const scene::Description& scene : scene::registry()) names.push_back(scene.id);
  std::string free;
  for (const std::string_view reason : reasons) {
    names.push_back(reason);
    free.append(free.empty() ? "" : ", ").append(reason);
  }
  return Error{"unknown figure, expected one of this page, a scene, or why the number is free (" +
               free + ")" + did_you_mean(name, names)};
}

// Where the number can be seen: on this page, or on the first page with such a figure.
std::string Marks::address(const numbers::FigureNumber& from) const {
  const std::string query = from.query.empty() ? "" : "?" + from.query;
  if (page_.find_figure(from.figure)) return "#" + from.figure + query;
  const auto of_scene = [&](const Page& page) -> const Figure* {
    for (const Figure& figure : page.figures)
      if (figure.state && figure.state->description().id == from.figure && figure.controls.empty())
        return &figure;
    return nullptr;
  };
  if (const Figure* here = of_scene(page_)) return "#" + here->id + query;
  for (const Page& page : site_.pages)
    if (const Figure* there = of_scene(page)) return site_.href(page) + "#" + there->id + query;
  return "";
}

}  // namespace loom::site
