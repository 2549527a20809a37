#include <algorithm>

#include "core/text/nearest.hpp"
#include "tools/loom/site/resolve/resolver.hpp"
#include "tools/loom/text/strings.hpp"
#include "tools/loom/text/typeset.hpp"
#include "web/scene/query.hpp"

namespace loom::site {
namespace {

class Linker {
 public:
  Linker(Page& page, Resolver& resolver) : page_(page), resolver_(resolver), site_(resolver.site) {}

  void run() {
    for (Node& node : page_.text.nodes) visit(node);
  }

 private:
  void report(size_t offset, std::string message) {
    resolver_.report(page_, offset, std::move(message));
  }

  void visit(Node& node) {
    switch (node.kind) {
      case Kind::link:
        return link(node);
      case Kind::image:
        return image(node);
      case Kind::term:
        term(node);
        break;
      case Kind::citation:
        citation(node);
        break;
      case Kind::predict:
        prediction(node);
        break;
      case Kind::heading:
        if (!node.more->id.empty())
          here_ = {std::string(node.more->id), text::typeset(text::collapse(plain_text(node)))};
        noted_.clear();
        break;
      case Kind::scene:
        return scene(node);
      case Kind::glossary:
        glossary();
        break;
      default:
        break;
    }
    if (node.kind == Kind::quiz || node.kind == Kind::fold) return apart(node);
    for (Node& child : node.children) visit(child);
  }

  // No notes stand beside what is in a box, so they wait for the text below it.
  void apart(Node& node) {
    const std::vector<const void*> noted = noted_;
    for (Node& child : node.children) visit(child);
    noted_ = noted;
  }

  bool again(const void* what) {
    const bool found = std::find(noted_.begin(), noted_.end(), what) != noted_.end();
    if (!found) noted_.push_back(what);
    return found;
  }

  // A figure's caption belongs to the figure.
  void scene(Node& node) {
    const Spot section = here_;
    if (!node.more->id.empty()) {
      const Figure& shown = page_.figures[static_cast<size_t>(node.more->number)];
      if (shown.state) here_ = {shown.id, std::string(title_of(shown))};
    }
    figure(node);
    apart(node);
    here_ = section;
  }

  void link(Node& node) {
    resolve_address(node, page_, resolver_);
    if (node.children.empty() || text_length(node) == 0) report(node.offset, "a link without text");
    in_link_ = true;
    for (Node& child : node.children) visit(child);
    in_link_ = false;
  }

  void image(Node& node) {
    if (plain_text(node).find_first_not_of(" \n") == std::string::npos)
      report(node.more->target_offset,
             "an image without a description, expected '![what it shows](" +
                 std::string(node.more->target) + ")'");
    resolve_image(node, page_, resolver_);
  }

  void outside_links(const Node& node, const std::string& what) {
    if (in_link_) report(node.offset, what + " inside a link, expected plain text");
  }

  void term(Node& node) {
    outside_links(node, "a term");
    if (node.more->target.empty()) return;
    const auto found = site_.terms.find(text::lower_case(node.more->target));
    if (found == site_.terms.end()) return unknown_term(node);
    const Term& term = *found->second;
    node.more->title = page_.text.arena.copy(text::typeset(term.name) + ": " + term.definition);
    node.more->again = again(&term);
    if (site_.glossary_page)
      node.more->href = page_.text.arena.copy(site_.href(*site_.glossary_page) + "#" + term.id);
    if (std::find(page_.terms.begin(), page_.terms.end(), &term) != page_.terms.end()) return;
    page_.terms.push_back(&term);
    page_.terms_at.push_back(here_);
  }

  void unknown_term(const Node& node) {
    const std::string target(node.more->target);
    if (!resolver_.inputs.glossary)
      return report(node.more->target_offset,
                    "term '" + target + "', but there is no glossary.json");
    std::vector<std::string_view> names;
    for (const Term& term : site_.glossary) names.insert(names.end(), {term.name, term.id});
    report(node.more->target_offset, "unknown term '" + target + "', expected an id or name in " +
                                         resolver_.inputs.glossary->path +
                                         did_you_mean(target, names));
  }

  void citation(Node& node) {
    outside_links(node, "a citation");
    const auto found = site_.references_by_id.find(node.more->target);
    if (found == site_.references_by_id.end()) return unknown_reference(node);
    node.more->number = cite(*found->second);
    node.more->title = found->second->title;
    node.more->again = again(found->second);
    node.more->href = page_.text.arena.copy(site_.source_href(page_, *found->second));
  }

  void unknown_reference(const Node& node) {
    const std::string target(node.more->target);
    if (!resolver_.inputs.references)
      return report(node.more->target_offset,
                    "citation '" + target + "', but there is no references.json");
    std::vector<std::string_view> ids;
    for (const Reference& reference : site_.references) ids.push_back(reference.id);
    report(node.more->target_offset, "unknown reference '" + target + "', expected an id in " +
                                         resolver_.inputs.references->path +
                                         did_you_mean(target, ids));
  }

  // The number of a reference on this page, in order of first use.
  int cite(const Reference& reference) {
    const auto begin = page_.sources.begin(), end = page_.sources.end();
    const auto found = std::find(begin, end, &reference);
    const auto number = static_cast<int>(found - begin) + 1;
    if (found != end) return number;
    page_.sources.push_back(&reference);
    page_.sources_at.push_back(here_);
    return number;
  }

  // A scene adds its own references. A site without references.json leaves them out.
  void figure(const Node& node) {
    if (node.more->id.empty() || !resolver_.inputs.references) return;
    Figure& figure = page_.figures[static_cast<size_t>(node.more->number)];
    if (!figure.state) return;
    for (std::string_view id : figure.state->description().references) {
      const auto found = site_.references_by_id.find(id);
      if (found != site_.references_by_id.end())
        figure.sources.push_back(cite(*found->second));
      else if (!page_.scene)  // the authors' pages say so
        report(node.more->target_offset, "scene '" + std::string(node.more->target) + "' cites '" +
                                             std::string(id) + "', which is not in " +
                                             resolver_.inputs.references->path);
    }
  }

  // The glossary's own citations count as citations on its page.
  void glossary() {
    if (site_.glossary_page != &page_) return;
    for (const Term& term : site_.glossary)
      for (const Named& name : term.cite)
        if (const auto found = site_.references_by_id.find(name.text);
            found != site_.references_by_id.end())
          cite(*found->second);
  }

  void prediction(Node& node) {
    if (node.more->target.empty()) return;
    const auto found = std::find_if(page_.figures.begin(), page_.figures.end(),
                                    [&](const Figure& f) { return f.id == node.more->target; });
    Figure* figure = found == page_.figures.end() ? nullptr : &*found;
    if (!figure) {
      std::vector<std::string_view> ids;
      for (const Figure& other : page_.figures) ids.push_back(other.id);
      return report(node.more->target_offset, "unknown figure '" + std::string(node.more->target) +
                                                  "', expected a figure of this page" +
                                                  did_you_mean(node.more->target, ids));
    }
    node.more->id = figure->id;  // the page keeps it
    if (!figure->state) return;
    node.more->state = figure->state.get();
    const bool good = asked_state(node, *figure);
    for (const Attribute& attribute : node.more->attributes)
      if (attribute.key == "metric") metric(attribute, *figure, *node.more->state);
    if (const auto asked = scene::asked_of(*node.more->state, metric_of(node)))
      figure->seal.ask(*asked);
    if (!good) node.more->state = nullptr;
  }

  // A prediction may ask about another state than the figure's first one. False if that state is
  // refused.
  bool asked_state(Node& node, const Figure& figure) {
    const Attribute* first = nullptr;
    std::vector<scene::Field> fields;
    for (const Attribute& attribute : node.more->attributes) {
      if (attribute.key == "metric") continue;
      if (!first) first = &attribute;
      fields.push_back({std::string(attribute.key), std::string(attribute.value)});
    }
    if (!first) return true;
    const std::string query = scene::query_of(fields);
    node.more->href = page_.text.arena.copy(query);
    const auto state = resolver_.states.get(figure.state->description(), query);
    if (!state) {
      std::string hint;
      for (const Attribute& attribute : node.more->attributes)
        if (hint.empty()) hint = blank_missing(attribute);
      report(first->key_offset, "figure '" + figure.id + "': " + state.error().message + hint);
      return false;
    }
    node.more->state = state->get();
    return true;
  }

  void metric(const Attribute& attribute, const Figure& figure, const scene::State& state) {
    std::vector<std::string> keys;
    for (const scene::Metric& metric : state.scene().metrics()) keys.emplace_back(metric.key);
    if (std::find(keys.begin(), keys.end(), attribute.value) != keys.end()) return;
    std::string list;
    for (const std::string& key : keys) list += (list.empty() ? "" : ", ") + key;
    const std::vector<std::string_view> candidates(keys.begin(), keys.end());
    report(attribute.value_offset, "unknown metric '" + std::string(attribute.value) +
                                       "' of figure '" + figure.id + "', expected one of " + list +
                                       did_you_mean(attribute.value, candidates));
  }

  Page& page_;
  Resolver& resolver_;
  const Site& site_;
  Spot here_;                       // the section or figure that is being visited
  std::vector<const void*> noted_;  // terms and sources that this section has named
  bool in_link_ = false;
};

}  // namespace

void link_page(Page& page, Resolver& resolver) { Linker(page, resolver).run(); }

}  // namespace loom::site
