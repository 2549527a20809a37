#include <algorithm>
#include <set>
#include <utility>

#include "core/text/nearest.hpp"
#include "core/text/word_list.hpp"
#include "tools/loom/site/resolve/ids.hpp"
#include "tools/loom/site/resolve/resolver.hpp"
#include "tools/loom/text/slug.hpp"
#include "tools/loom/text/strings.hpp"
#include "tools/loom/text/typeset.hpp"
#include "web/scene/query.hpp"

namespace loom::site {
namespace {

class Indexer {
 public:
  Indexer(Page& page, Resolver& resolver) : page_(page), resolver_(resolver) {}

  void run() {
    for (std::string_view id : frame_ids) page_.ids.emplace(id, from_frame);
    for (const Reference& reference : resolver_.site.references)
      page_.ids.emplace(source_id(reference.id), from_frame);
    check_title();
    for (Node& node : page_.text.nodes) visit(node);
    for (Node* quiz : unnamed_quizzes_) name_quiz(*quiz);
    for (Node* prediction : predictions_) name_prediction(*prediction);
    for (const auto& [node, section] : unnamed_listings_) name_listing(*node, section);
    for (const Node* item : items_)
      page_.items.emplace_back(item->kind == Kind::predict ? item->more->form : item->more->id);
    index_phases(page_, items_, resolver_);
    if (page_.feed) date_sections(page_, resolver_);
    if (page_.label.empty()) page_.label = page_.title;
  }

 private:
  void report(size_t offset, std::string message) {
    resolver_.report(page_, offset, std::move(message));
  }

  void check_title() {
    const auto is_title = [](const Node& node) {
      return node.kind == Kind::heading && node.level == 1;
    };
    const auto title = std::find_if(page_.text.nodes.begin(), page_.text.nodes.end(), is_title);
    if (title == page_.text.nodes.end()) {
      report(0, "a page without a title, expected '# Title' as its first line");
      return;
    }
    if (title != page_.text.nodes.begin())
      report(page_.text.nodes.front().offset, "text before the title, expected '# Title' first");
    page_.title = text::collapse(plain_text(*title));
  }

  bool claim(const std::string& id, size_t offset, const std::string& what) {
    const auto [first, fresh] = page_.ids.emplace(id, offset);
    if (fresh) return true;
    report(offset,
           "duplicate id '" + id + "' of " + what + ", " +
               (first->second == from_frame
                    ? "which every page has"
                    : "first in line " + std::to_string(line_of(page_.source(), first->second))));
    return false;
  }

  void visit(Node& node) {
    if (node.kind == Kind::scene || node.kind == Kind::quiz || node.kind == Kind::predict)
      items_.push_back(&node);
    switch (node.kind) {
      case Kind::heading:
        return heading(node);
      case Kind::scene:
        return figure(node);
      case Kind::quiz:
        quiz(node);
        break;
      case Kind::predict:
        predictions_.push_back(&node);
        break;
      case Kind::code:
        listing(node);
        break;
      case Kind::glossary:
        return glossary(node);
      case Kind::references:
        return references(node);
      case Kind::figures:
        claim(filter_id("figures"), node.offset, "the figures' search box");
        break;
      case Kind::taught:
        return taught(node);
      case Kind::ways:
        return ways(node);
      default:
        break;
    }
    if (node.kind >= Kind::text) return;
    for (Node& child : node.children) {
      // The list is about the whole page, so it belongs to none of its parts.
      if (child.kind == Kind::phases)
        report(child.offset, "a phases block inside a list or quote, expected it outside");
      visit(child);
    }
  }

  void heading(Node& node) {
    const std::string text = text::collapse(plain_text(node));
    if (node.level == 1 && level_ > 0)
      report(node.offset, "a second title '# " + text + "', expected '## …'");
    if (level_ > 0 && node.level > level_ + 1)
      report(node.offset, "heading of level " + std::to_string(node.level) +
                              " below one of level " + std::to_string(level_) +
                              ", expected level " + std::to_string(level_ + 1) + " or less");
    level_ = node.level;
    if (node.level == 1) return;
    const std::string id = text::slug(text);
    heading_ = {id, text::typeset(text)};
    if (node.level == 2) section_ = heading_;
    node.more->id = page_.text.arena.copy(id);
    if (id.empty())
      return report(node.offset,
                    "heading '" + text + "' without letters or digits, which has no address");
    claim(id, node.offset, "the heading '" + text + "'");
    if (node.level == 2) page_.rail.push_back({2, id, heading_.text});
  }

  void section(const std::string& text, size_t offset) {
    level_ = 2;
    const std::string id = text::slug(text);
    if (id.empty())
      return report(offset, "group '" + text + "' without letters or digits, which has no address");
    claim(id, offset, "the group '" + text + "'");
    page_.rail.push_back({2, id, text::typeset(text)});
  }

  void quiz(Node& node) {
    if (node.more->id.empty()) return unnamed_quizzes_.push_back(&node);
    const std::string id(node.more->id);
    if (!text::is_id(id))
      report(node.more->target_offset,
             "quiz id '" + id + "', expected letters, digits, '-', '_' and '.' only");
    claim(id, node.more->target_offset, "a quiz");
  }

  void name_quiz(Node& node) {
    std::string id;
    do id = "quiz-" + std::to_string(++quizzes_);
    while (!page_.ids.emplace(id, node.offset).second);
    node.more->id = page_.text.arena.copy(id);
  }

  void listing(Node& node) {
    if (node.more->target.empty()) return;
    const std::string id(node.more->id);
    if (id.empty()) return unnamed_listings_.push_back({&node, heading_.id});
    if (!text::is_id(id))
      report(node.more->target_offset,
             "listing id '" + id + "', expected letters, digits, '-', '_' and '.' only");
    if (claim(id, node.more->target_offset, "a listing"))
      claim_lines(node, node.more->target_offset);
  }

  void claim_lines(const Node& node, size_t offset) {
    for (int line = lines_of(node); line > 0; --line)
      claim(line_id(std::string(node.more->id), line), offset, "a listing's line");
  }

  // "a-first-kernel-code": text above its section does not change a listing's address.
  void name_listing(Node& node, const std::string& section) {
    const std::string name = section.empty() ? "code" : section + "-code";
    std::string id = name;
    for (int again = 2; !page_.ids.emplace(id, node.offset).second; ++again)
      id = name + "-" + std::to_string(again);
    node.more->id = page_.text.arena.copy(id);
    claim_lines(node, node.offset);
  }

  // "accumulator-final": a prediction keeps its name, and so the reader's answer, when others are
  // added before it.
  void name_prediction(Node& node) {
    const std::string metric(metric_of(node));
    const std::string name = std::string(node.more->target) + (metric.empty() ? "" : "-" + metric);
    std::string form = name;
    for (int again = 2; !page_.ids.emplace(form, node.offset).second; ++again)
      form = name + "-" + std::to_string(again);
    node.more->form = page_.text.arena.copy(form);
  }

  void figure(Node& node) {
    if (node.more->target.empty()) return;  // reported by the parser
    const scene::Description* description = scene::find(node.more->target);
    Figure figure;
    figure.id = node.more->target;
    figure.heading_level = page_.scene ? 1 : level_ < 2 ? 2 : 3;
    figure.heading = heading_;
    figure.section = section_;
    size_t id_offset = node.more->target_offset;
    read_names(node, figure, id_offset);
    if (!description) {
      unknown_scene(node, figure);
    } else {
      read_controls(node, *description, figure);
      const std::string query = read_state(node, *description);
      Result<std::shared_ptr<const scene::State>> state = resolver_.states.get(*description, query);
      if (!state) {
        report(state_offset(node),
               "scene '" + std::string(node.more->target) + "': " + state.error().message);
        state = resolver_.states.get(*description, "");
      }
      if (state) figure.state = *state;
    }
    if (!text::is_id(figure.id))
      report(id_offset,
             "figure id '" + figure.id + "', expected letters, digits, '-', '_' and '.' only");
    if (claim(figure.id, id_offset, "a figure")) claim_parts(figure, id_offset);
    node.more->id = page_.text.arena.copy(figure.id);
    node.more->number = static_cast<int>(page_.figures.size());
    page_.figures.push_back(std::move(figure));
  }

  void claim_parts(const Figure& figure, size_t offset) {
    claim(title_id(figure.id), offset, "a figure's title");
    if (!figure.state) return;
    for (const scene::Parameter& parameter : figure.state->description().parameters) {
      claim(control_id(figure.id, parameter.key), offset, "a figure's control");
      if (!parameter.help.empty())
        claim(help_id(figure.id, parameter.key), offset, "the help of a figure's control");
    }
  }

  void taught(const Node& node) {
    const std::string_view name = node.more->target;
    if (!name.empty() && !scene::find(name)) unknown_scene(node.more->target_offset, name);
  }

  // The figure gets the id of the scene that was meant, so that links to that scene are right, and
  // messages do not suggest the wrong name.
  void unknown_scene(const Node& node, Figure& figure) {
    const std::string_view name = node.more->target;
    const std::string meant = unknown_scene(node.more->target_offset, name);
    if (figure.id == name && !meant.empty() && !page_.ids.contains(meant)) figure.id = meant;
  }

  // Reports it; returns the nearest right name.
  std::string unknown_scene(size_t offset, std::string_view name) {
    std::vector<std::string_view> ids;
    for (const scene::Description& scene : scene::registry()) ids.push_back(scene.id);
    report(offset, "unknown scene '" + std::string(name) +
                       "', expected one that 'loom scene' lists" + did_you_mean(name, ids));
    return std::string(nearest(name, ids));
  }

  void read_names(const Node& node, Figure& figure, size_t& id_offset) {
    std::set<std::string_view> seen;
    for (const Attribute& attribute : node.more->attributes) {
      if (!seen.insert(attribute.key).second)
        report(attribute.key_offset, "'" + std::string(attribute.key) + "' is given twice");
      if (attribute.key == "title") {
        figure.title = text::collapse(attribute.value);
        if (figure.title.empty())
          report(attribute.value_offset, "a title without words, expected title=\"…\"");
      }
      if (attribute.key != "id") continue;
      figure.id = attribute.value;
      id_offset = attribute.value_offset;
    }
  }

  // controls=stride,offset
  void read_controls(const Node& node, const scene::Description& description, Figure& figure) {
    std::vector<std::string_view> keys;
    for (const scene::Parameter& parameter : description.parameters) keys.push_back(parameter.key);
    for (const Attribute& attribute : node.more->attributes) {
      if (attribute.key != "controls") continue;
      size_t at = attribute.value_offset;
      for (const std::string_view key : words_in(attribute.value, ',')) {
        figure.controls.emplace_back(key);
        if (std::find(keys.begin(), keys.end(), key) == keys.end())
          report(at, "scene '" + std::string(description.id) + "': unknown parameter '" +
                         figure.controls.back() + "' in controls=…" + did_you_mean(key, keys));
        at += key.size() + 1;
      }
    }
  }

  // Checks every attribute separately, so that a message can point at it. Valid attributes form the
  // query.
  std::string read_state(const Node& node, const scene::Description& description) {
    std::vector<scene::Field> fields;
    scene::Values values(description.parameters);
    for (const Attribute& attribute : node.more->attributes) {
      if (attribute.key == "id" || attribute.key == "title" || attribute.key == "controls")
        continue;
      if (attribute.key != "step" && !accepts(values, attribute, description)) continue;
      fields.push_back({std::string(attribute.key), std::string(attribute.value)});
    }
    return scene::query_of(fields);
  }

  bool accepts(scene::Values& values, const Attribute& attribute,
               const scene::Description& description) {
    const auto error = values.set(attribute.key, attribute.value);
    if (!error) return true;
    const bool known = std::any_of(
        description.parameters.begin(), description.parameters.end(),
        [&](const scene::Parameter& parameter) { return parameter.key == attribute.key; });
    report(known ? attribute.value_offset : attribute.key_offset,
           "scene '" + std::string(description.id) + "': " + error->message +
               blank_missing(attribute));
    return false;
  }

  // Values that are valid one by one can be refused only because of their step, or because of their
  // combination.
  static size_t state_offset(const Node& node) {
    for (const Attribute& attribute : node.more->attributes)
      if (attribute.key == "step") return attribute.value_offset;
    return node.more->target_offset;
  }

  void glossary(const Node& node) {
    const Site& site = resolver_.site;
    if (!resolver_.inputs.glossary)
      return report(node.offset, "a glossary block, but there is no glossary.json");
    if (site.glossary_page != &page_ || std::exchange(has_glossary_, true))
      return second(node, "glossary", *site.glossary_page);
    claim(filter_id("glossary"), node.offset, "the glossary's search box");
    std::set<std::string> categories;
    for (const Term& term : site.glossary) {
      if (categories.insert(term.category).second) section(term.category, node.offset);
      if (!term.id.empty()) claim(term.id, node.offset, "the term '" + term.name + "'");
    }
  }

  void references(const Node& node) {
    const Site& site = resolver_.site;
    if (!resolver_.inputs.references)
      return report(node.offset, "a references block, but there is no references.json");
    if (site.references_page != &page_ || std::exchange(has_references_, true))
      return second(node, "references", *site.references_page);
    claim(filter_id("references"), node.offset, "the references' search box");
    std::set<std::string> groups;
    for (const Reference& reference : site.references) {
      if (groups.insert(reference.group).second) section(reference.group, node.offset);
      if (!reference.id.empty())
        claim(reference.id, node.offset, "the reference '" + reference.title + "'");
    }
  }

  void ways(const Node& node) {
    const Site& site = resolver_.site;
    if (site.ways.empty())
      return report(node.offset, "a ways block, but site.json has no \"ways\"");
    if (site.ways_page != &page_ || std::exchange(has_ways_, true))
      return second(node, "ways", *site.ways_page);
    for (const Way& way : site.ways) {
      section(way.name, node.offset);
      for (const Way::Route& route : way.routes)
        if (!route.id.empty()) claim(route.id, node.offset, "the way for " + route.readers);
    }
  }

  void second(const Node& node, const std::string& what, const Page& first) {
    report(node.offset, "a second " + what + " block, the first is in " + first.source().path);
  }

  Page& page_;
  Resolver& resolver_;
  int level_ = 0;  // of the last heading
  Spot heading_, section_;
  int quizzes_ = 0;
  bool has_glossary_ = false, has_ways_ = false, has_references_ = false;
  std::vector<Node*> unnamed_quizzes_, predictions_;
  std::vector<std::pair<Node*, std::string>> unnamed_listings_;  // with their sections
  std::vector<const Node*> items_;  // what a reader does: figures, quizzes, predictions
};

}  // namespace

void index_page(Page& page, Resolver& resolver) { Indexer(page, resolver).run(); }

std::string blank_missing(const Attribute& refused) {
  const size_t mark = refused.value.find('&');
  if (mark == refused.value.npos || refused.value.find('=', mark) == refused.value.npos) return "";
  return "; in a block's first line blanks separate parameters, not '&'";
}

}  // namespace loom::site
