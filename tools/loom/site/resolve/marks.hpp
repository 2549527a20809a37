// Numbers of the text that say where they are from.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tools/loom/numbers/written.hpp"
#include "tools/loom/site/resolve/resolver.hpp"

namespace loom::site {

// Compares each with the computed value, and counts it.
class Marks {
 public:
  Marks(Page& page, Resolver& resolver) : page_(page), resolver_(resolver), site_(resolver.site) {}

  // [256](=ORIGIN). `shown`: the page shows the origin.
  void number(Node& node, bool shown);

  // [32 sectors](#coalescing?stride=8 "=.sectors"): a visible link that contains a number.
  void link(Node& node);

  FigureNumbers take_figures() { return std::move(figures_); }

 private:
  // A number's text in the source.
  struct Label {
    size_t begin = 0;
    std::string_view text;
  };

  void report(size_t offset, std::string message) {
    resolver_.report(page_, offset, std::move(message));
  }
  void free(const Label& label);
  void cited(const Node& node, std::string_view id, const Label& label);
  std::optional<Label> label_of(const Node& node);
  NumberMark check(const Node& node, std::string_view origins, const Label& label,
                   const numbers::FigureNumber& state);
  void check_one(const Node& node, std::string_view origin, const Label& label,
                 const numbers::Written& written, const numbers::FigureNumber& state,
                 NumberMark& mark);
  Result<std::shared_ptr<const scene::State>> state_of(std::string_view name,
                                                       const std::string& query);
  std::string address(const numbers::FigureNumber& from) const;

  Page& page_;
  Resolver& resolver_;
  const Site& site_;
  FigureNumbers figures_;
};

}  // namespace loom::site
