#include "tools/loom/site/render/later.hpp"

#include <algorithm>
#include <cmath>

#include "tools/loom/site/render/html.hpp"

namespace loom::site {
namespace {

// Measures of the style sheets at the two widths, in CSS px.
struct Measures {
  float line, letters;           // of running text: height, and how many letters fit
  float block, framed, heading;  // distance between blocks, around framed ones, above a heading
  float small;                   // line of tables and code
  float code_letters;            // that fit into a line of a table
  float controls;                // that stand beside each other
  float row;                     // of controls, with the distance to the next
  float picture_width, picture_scale;
};
constexpr Measures narrow{.line = 27.5f,
                          .letters = 42,
                          .block = 20,
                          .framed = 32,
                          .heading = 40,
                          .small = 21,
                          .code_letters = 40,
                          .controls = 2,
                          .row = 66,
                          .picture_width = scene::narrow_width,
                          .picture_scale = 1.09f};
constexpr Measures wide{.line = 29.2f,
                        .letters = 72,
                        .block = 21,
                        .framed = 34,
                        .heading = 43,
                        .small = 23,
                        .code_letters = 80,
                        .controls = 4,
                        .row = 66,
                        .picture_width = scene::wide_width,
                        .picture_scale = 1};

class Estimate {
 public:
  Estimate(const Measures& measures, const Page* page) : m_(measures), page_(page) {}

  float blocks(const Node* first, const Node* last) const {
    float sum = 0;
    for (; first != last; ++first) sum += block(*first);
    return sum;
  }

  float figure(const Figure& figure) const {
    const scene::State& state = *figure.state;
    const scene::Description& scene = state.description();
    const bool beside = m_.controls > 2;  // title and question
    const float padding = 30, title = 30, gap = 12, timeline = 48;
    float sum = padding + title + (beside ? 0 : lines(scene.question.size())) +
                controls(state, figure) + (beside ? 45.f : 78.f) + 4 * gap +
                std::ceil(state.scene().height(m_.picture_width)) * m_.picture_scale +
                lines(state.scene().status(state.step()).size());
    if (state.scene().steps() > 0) sum += timeline;
    return sum + 2 * m_.framed;
  }

  float entries(const std::vector<size_t>& letters, float apart) const {
    float sum = 0;
    for (size_t each : letters) sum += lines(each) + apart;
    return sum;
  }

 private:
  float lines(size_t letters) const {
    return std::ceil(static_cast<float>(letters) / m_.letters + 0.15f) * m_.line;
  }

  float block(const Node& node) const {
    switch (node.kind) {
      case Kind::paragraph:
        return lines(text_length(node)) + m_.block;
      case Kind::heading:
        return node.level == 2 ? 2 * m_.block + lines(text_length(node)) * 1.2f
                               : m_.heading + m_.line;
      case Kind::list:
        return blocks(node) + m_.block;
      case Kind::item:
        return (holds_blocks(node) ? blocks(node) : lines(text_length(node))) + 6;
      case Kind::code:
        return static_cast<float>(std::count(node.text.begin(), node.text.end(), '\n')) * m_.small +
               2 * m_.framed;
      case Kind::table:
        return table(node) + 2 * m_.framed;
      case Kind::scene:
        return figure(page_->figures[static_cast<size_t>(node.more->number)]) + blocks(node);
      case Kind::gallery:
        return gallery();
      case Kind::fold:
        return m_.line + m_.block;
      case Kind::quiz:
      case Kind::predict:
      case Kind::mnemonic:
        return asked(node);
      default:
        return node.kind < Kind::text ? blocks(node) : 0;
    }
  }

  float blocks(const Node& node) const {
    return blocks(node.children.data(), node.children.data() + node.children.size());
  }

  // A row more for each page whose last row is not full.
  float gallery() const {
    const bool two_columns = m_.controls < 3;
    const int columns = two_columns ? 2 : 5, pages = 4;
    const auto rows = static_cast<float>(page_->gallery / columns + pages);
    return rows * (two_columns ? 195.f : 210.f) + pages * 70.f;
  }

  static bool holds_blocks(const Node& node) {
    return !node.children.empty() && node.children.front().kind < Kind::text;
  }

  // Explanations are folded away.
  float asked(const Node& node) const {
    const float padding = node.kind == Kind::mnemonic ? 32 : 42,
                button = node.kind == Kind::mnemonic ? 0 : 56;
    float sum = 2 * m_.framed + padding + button;
    if (node.kind == Kind::predict) sum += m_.line;  // what opens the explanation
    for (const Node& child : node.kind == Kind::predict ? question_of(node) : node.children)
      sum += lines(text_length(child.kind == Kind::answer ? child.children.front() : child)) + 14;
    return sum;
  }

  // A row is as high as its longest cell, which has its part of the width.
  float table(const Node& node) const {
    float sum = 0;
    for (const Node& row : node.children) {
      size_t all = 1, longest = 1;
      for (const Node& cell : row.children) {
        const size_t letters = text_length(cell);
        all += letters;
        longest = std::max(longest, letters);
      }
      const float wrapped = std::ceil(static_cast<float>(all) / m_.code_letters);
      sum += std::min(wrapped, std::ceil(static_cast<float>(longest) / 14)) * m_.small + 17;
    }
    return sum;
  }

  float controls(const scene::State& state, const Figure& figure) const {
    const scene::Description& scene = state.description();
    float sum = scene.presets.empty() || !figure.controls.empty() ? 0 : 48, used = 0;
    for (const scene::Parameter& parameter : scene.parameters) {
      if (!scene::offered(parameter, state.values())) continue;
      if (used == 0 || used + 1 > m_.controls) {
        sum += m_.row;
        used = 0;
      }
      ++used;
      if (!figure.controls.empty()) break;
    }
    return sum;
  }

  const Measures& m_;
  const Page* page_;
};

}  // namespace

Room operator+(Room a, Room b) { return {a.narrow + b.narrow, a.wide + b.wide}; }

Room room(const Node* first, const Node* last, const Page& page) {
  return {Estimate(narrow, &page).blocks(first, last), Estimate(wide, &page).blocks(first, last)};
}

Room room(const std::vector<size_t>& entries, float apart) {
  return {Estimate(narrow, nullptr).entries(entries, apart),
          Estimate(wide, nullptr).entries(entries, apart)};
}

bool first_screens(Room top) { return top.narrow < 1200 || top.wide < 1500; }

std::string laid_out_later(std::string_view name, Room room) {
  const auto whole = [](float px) { return std::to_string(static_cast<long>(std::lround(px))); };
  return " class=\"" + std::string(name) + (name.empty() ? "later\"" : " later\"") +
         " data-narrow=\"" + whole(room.narrow) + "\" data-wide=\"" + whole(room.wide) + "\"";
}

}  // namespace loom::site
