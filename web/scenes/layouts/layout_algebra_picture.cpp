#include <algorithm>
#include <array>

#include "core/layout/morphism.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/layouts/layout.hpp"
#include "web/scenes/layouts/layout_algebra.hpp"
#include "web/scenes/layouts/tiles.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr int shades = order_shades, groups = 6;
constexpr std::uint8_t is_chosen = shades + groups, is_plain = is_chosen + 1;
constexpr Role group_roles[groups] = {Role::series_1, Role::series_2, Role::series_3,
                                      Role::series_4, Role::series_5, Role::series_6};
// An element looks alike in all three: by the order of x, else by its tile or copy.
std::array<Style, is_chosen + 1> cell_styles() {
  std::array<Style, is_chosen + 1> styles;
  for (int i = 0; i < shades; ++i) nth(styles, i) = shade(i);
  for (int i = 0; i < groups; ++i)
    nth(styles, shades + i) = {.fill = group_roles[i], .fill_opacity = 0.3f};
  styles[is_chosen] = chosen_element;
  return styles;
}

constexpr float arrows_height = 66, head_height = 54;
// px: eight rows of a tile have room for numbers.
constexpr float narrow_high = head_height + 8 * 16 + arrows_height;

struct Frame {
  explicit Frame(float picture_width) : narrow(is_narrow(picture_width)), width(picture_width) {
    const float gap = narrow ? 8.f : 20.f, third = (width - 4 - 2 * gap) / 3,
                half = (width - 4 - gap) / 2;
    for (int i = 0; i < 3; ++i) {
      const float left = 2 + static_cast<float>(i) * ((narrow ? half : third) + gap);
      boxes[i] = {left, 44, narrow ? half : third, narrow ? narrow_high : 268.f};
    }
    if (narrow) boxes[2] = {2, boxes[0].bottom() + 10, width - 4, narrow_high};
  }
  float height() const { return boxes[2].bottom() + 4; }

  bool narrow;
  float width;
  Rect boxes[3];
};

struct Panel {
  std::string_view part;
  std::string name;
  const layout::Layout* layout;
  std::vector<std::string> texts;  // in its elements
  std::vector<int> x;              // of its elements: the first that belongs to it; −1 none
  int chosen = -1;
  bool repeated = false;  // an element is in several copies, so it has no color of its own
  std::string text = {};  // of the layout, where it is spelled otherwise
};

class Drawing {
 public:
  Drawing(const LayoutAlgebraState& state, Painter& painter, const View& view)
      : s_(state), r_(state.relation), p_(painter), at_(view.width), lit_(view.pointed) {}

  void run() {
    law();
    panel(of_a(), at_.boxes[0]);
    if (s_.has_b || (s_.operation == Operation::complement && r_.result))
      panel(of_b(), at_.boxes[1]);
    if (!r_.offsets.empty()) panel(of_result(), at_.boxes[2]);
  }

 private:
  int count() const { return static_cast<int>(r_.offsets.size()); }
  std::uint8_t kind(int x) const {
    if (x < 0) return is_plain;
    if (!r_.group.empty()) return static_cast<std::uint8_t>(shades + nth(r_.group, x) % groups);
    return static_cast<std::uint8_t>(x * shades / count());
  }
  bool lit_here(const std::vector<int>& indices, int index) const {
    return lit_ >= 0 && lit_ < static_cast<int>(indices.size()) && nth(indices, lit_) == index;
  }

  void law() {
    {
      const Part part(p_, "law");
      const TextStyle style = {.role = r_.result ? Role::good : Role::bad,
                               .size = Size::small,
                               .weight = Weight::semibold};
      p_.text({2, 10}, r_.result ? s_.law() : fill("No layout is {}", {s_.formula()}), style);
    }
    const Part part(p_, "chosen");
    p_.text({2, 29}, s_.chosen().empty() ? "Nothing to show at an index" : s_.chosen(), label);
  }

  Panel of_part(const layout::Layout& layout, const std::vector<int>& indices) const {
    Panel panel;
    panel.layout = &layout;
    for (std::int64_t offset : layout::offsets(layout)) panel.texts.push_back(integer(offset));
    panel.x.assign(panel.texts.size(), -1);
    for (int x = static_cast<int>(indices.size()); x-- > 0;)
      if (const int index = nth(indices, x); index >= 0) nth(panel.x, index) = x;
    if (!indices.empty()) panel.chosen = nth(indices, s_.at);
    return panel;
  }

  Panel of_a() const {
    Panel panel = of_part(s_.a, r_.in_a);
    panel.part = "a";
    panel.repeated = !r_.group.empty() && s_.operation != Operation::logical_divide &&
                     s_.operation != Operation::zipped_divide;
    panel.name = "A";
    return panel;
  }

  Panel of_b() const {
    Panel panel = of_part(s_.b, r_.in_b);
    panel.part = s_.has_b ? "b" : "result";
    panel.name = s_.has_b ? "B" : "R = " + s_.formula();
    if (!s_.by_mode) return panel;
    // What each mode's tiler says, not their sum.
    panel.name = "B, mode by mode";
    for (const layout::Layout& mode : s_.b.modes)
      panel.text += (panel.text.empty() ? "<" : ", ") + layout::to_text(mode);
    panel.text += ">";
    for (size_t index = 0; index < panel.texts.size(); ++index) {
      std::string text;
      auto left = static_cast<std::int64_t>(index);
      for (const layout::Layout& mode : s_.b.modes) {
        text += fill("{}{}", {text.empty() ? "" : ",", mode(left % layout::size(mode))});
        left /= layout::size(mode);
      }
      panel.texts[index] = text;
    }
    return panel;
  }

  Panel of_result() const {
    Panel panel;
    panel.part = "result";
    panel.name = s_.operation == Operation::complement ? "A and R together"
                 : r_.result                           ? "R = " + s_.formula()
                                                       : "The offsets of " + s_.formula();
    panel.layout = &r_.shown;
    for (std::int64_t offset : r_.offsets) panel.texts.push_back(integer(offset));
    for (int x = 0; x < count(); ++x) panel.x.push_back(x);
    panel.chosen = s_.at;
    return panel;
  }

  void panel(const Panel& panel, const Rect& box) {
    const float left = at_.narrow ? 20 : 22;
    const Tiles tiles(*panel.layout,
                      {box.x + left, box.y + head_height, box.width - left - 2,
                       box.height - head_height - arrows_height},
                      {at_.narrow, 40, at_.narrow ? 26.f : 30.f});
    {
      const Part part(p_, panel.part);
      head(panel, box);
      elements(panel, tiles);
      if (panel.layout == &r_.shown && r_.misfit) misfit(tiles);
      hotspots(panel, tiles);
    }
    if (panel.layout != &r_.shown || r_.result)
      arrows(panel, {box.x + left, tiles.box().bottom() + 8, box.width - left - 2, arrows_height});
  }

  void head(const Panel& panel, const Rect& box) {
    p_.text({box.x, box.y + 8}, fit({panel.name, "R", "…"}, box.width, Size::small), strong);
    const bool none = panel.layout == &r_.shown && !r_.result;
    const std::string text = panel.text.empty() ? layout::to_text(*panel.layout) : panel.text;
    p_.text({box.x, box.y + 26},
            none ? std::string("no strides give them")
                 : fit({text, fill("{}…", {text.substr(0, 14)}), "…"}, box.width - 2, Size::small),
            none ? TextStyle{.role = Role::bad, .size = Size::small} : quiet);
  }

  void elements(const Panel& panel, const Tiles& tiles) {
    std::vector<std::uint8_t> kinds;
    for (int i = 0; i < tiles.count(); ++i)
      kinds.push_back(i == panel.chosen ? is_chosen
                      : panel.repeated  ? is_plain
                                        : kind(nth(panel.x, i)));
    tiles.paint(p_, kinds, cell_styles());
    if (panel.layout == &r_.shown) beyond(tiles);
    tiles.borders(p_);
    tiles.heads(p_);
    const auto longest = std::max_element(
        panel.texts.begin(), panel.texts.end(),
        [](const std::string& a, const std::string& b) { return a.size() < b.size(); });
    if (tiles.count() <= 512 && tiles.holds(*longest))
      for (int i = 0; i < tiles.count(); ++i)
        p_.text(tiles.cell(i).center(), nth(panel.texts, i),
                i == panel.chosen ? on_chosen : centered(label));
    if (panel.chosen >= 0) p_.rect(tiles.cell(panel.chosen), element_frame);
    const std::vector<int>& indices = panel.part == "a"       ? r_.in_a
                                      : panel.layout == &s_.b ? r_.in_b
                                                              : panel.x;
    for (int i = 0; lit_ >= 0 && i < tiles.count(); ++i)
      if (lit_here(indices, i)) p_.rect(tiles.cell(i), element_frame);
  }

  // Tiles that reach over A's end.
  void beyond(const Tiles& tiles) {
    if (r_.group.empty() || tiles.cell(0).height < 5 || tiles.cell(0).width < 5) return;
    for (int x = 0; x < count(); ++x)
      if (nth(r_.in_a, x) < 0 && x != s_.at)
        p_.rect(tiles.cell(x), {.fill = Role::waste, .texture = Texture::dots});
  }

  void misfit(const Tiles& tiles) {
    const Rect cell = tiles.cell(static_cast<int>(*r_.misfit));
    p_.rect(cell, {.stroke = Role::bad, .stroke_width = 2.5f});
    cross(p_, {cell.right() - 5, cell.y + 5}, Role::bad, std::min({3.f, cell.width, cell.height}));
  }

  void hotspots(const Panel& panel, const Tiles& tiles) {
    for (const Tiles::Run& run : tiles.runs()) {
      const int last = run.first + run.columns * run.rows - 1, x = nth(panel.x, last);
      if (last == run.first) {
        p_.hotspot({.rect = run.rect,
                    .tooltip = fill("{}: index {}, {}", {coordinate_text(*panel.layout, last), last,
                                                         nth(panel.texts, last)}),
                    .action = x < 0 ? Action{} : choose("at", std::to_string(x)),
                    .names = x});
        continue;
      }
      const Point from = tiles.cell(run.first).center(), to = tiles.cell(last).center();
      const Action action = run.rows > 1 ? drag_y("at", from.y, to.y, run.first, last)
                                         : drag_x("at", from.x, to.x, run.first, last);
      p_.hotspot({run.rect, fill("Indices {} to {}", {run.first, last}),
                  panel.layout == &r_.shown ? of_entry(action, 0) : Action{}});
    }
  }

  // The categorical account: the shape's entries above, and the tuple that memory is counted in
  // below, fastest first.
  void arrows(const Panel& panel, const Rect& box) {
    const auto morphism = layout::morphism(*panel.layout);
    if (!morphism || morphism->domain.empty()) return;
    const auto most = std::max(morphism->domain.size(), morphism->codomain.size());
    const float pitch = 34;
    if (static_cast<float>(most) * pitch > box.width) return;
    const Part part(p_, "arrows");
    const auto entry = [&](float y, size_t k, std::int64_t number, Role role) {
      const Rect frame = {box.x + static_cast<float>(k) * pitch, y, 28, 16};
      p_.rect(frame, {.stroke = role, .stroke_width = 1.5f, .radius = 3});
      p_.text(frame.center(), fit({integer(number), "…"}, 26, Size::small), centered(label));
      return frame.center().x;
    };
    std::vector<float> below;
    for (size_t k = 0; k < morphism->codomain.size(); ++k) {
      const bool met =
          std::count(morphism->to.begin(), morphism->to.end(), static_cast<int>(k)) > 0;
      below.push_back(entry(box.y + 44, k, morphism->codomain[k], met ? Role::data : Role::grid));
    }
    for (size_t k = 0; k < morphism->domain.size(); ++k) {
      const float x = entry(box.y, k, morphism->domain[k], Role::lane);
      if (const int to = morphism->to[k]; to >= 0)
        arrow(p_, {x, box.y + 17}, {nth(below, to), box.y + 43}, Role::muted);
    }
    const float beside = box.x + static_cast<float>(most) * pitch + 4;
    if (panel.part != "a" || beside + 112 > box.right()) return;
    p_.text({beside, box.y + 8}, "the shape, and what", quiet);
    p_.text({beside, box.y + 52}, "memory counts in", quiet);
  }

  const LayoutAlgebraState& s_;
  const Relation& r_;
  Painter& p_;
  const Frame at_;
  const int lit_;  // the x that the pointer is over
};

}  // namespace

float LayoutAlgebraState::height(float width) const { return Frame(width).height(); }

void LayoutAlgebraState::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view).run();
}

}  // namespace loom::scenes
