#include "core/layout/morphism.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/layouts/layout.hpp"
#include "web/scenes/layouts/layout_algebra.hpp"
#include "web/scenes/layouts/tiles.hpp"

namespace loom::scenes {
namespace {

constexpr int shades = order_shades, groups = 6;
constexpr std::uint8_t is_chosen = shades + groups, is_plain = is_chosen + 1;
constexpr Role group_roles[groups] = {Role::series_1, Role::series_2, Role::series_3,
                                      Role::series_4, Role::series_5, Role::series_6};
// An element looks alike in all three: by the order of x, else by its tile or copy.
std::array<Style, is_chosen + 1> cell_styles() {
  std::array<Style, is_chosen + 1> styles;
  for (int i = 0; i < shades; ++i) nth(styles, i) = shade(i);
  for (int i = 0; i < groups; ++i) nth(styles, shades + i) = solid(group_roles[i], 0.3f);
  styles[is_chosen] = chosen_element;
  return styles;
}

constexpr float arrows_height = 66, head_height = 54;
// px: eight rows of a narrow picture's tile have room for numbers.
constexpr float narrow_high = head_height + 8 * 16 + arrows_height, wide_high = 268;

struct Panel {
  std::string_view part;
  std::string name;
  const layout::Layout* layout;
  std::vector<std::string> texts = {};  // in its elements
  std::vector<int> x = {};              // of its elements: the first that belongs to it; −1 none
  int chosen = -1;
  bool repeated = false;  // an element is in several copies, so it has no color of its own
  std::string text = {};  // of the layout, where it is spelled otherwise
};

}  // namespace

struct LayoutAlgebraDrawing : Picture<LayoutAlgebraState> {
  const Relation& r_ = s_.relation;
  float gap_ = by_width(8, 20), half_ = (width_ - 4 - gap_) / 2,
        wide_ = by_width(half_, (width_ - 4 - 2 * gap_) / 3);
  Rect a_ = {2, 44, wide_, by_width(narrow_high, wide_high)};
  Rect b_ = {2 + (wide_ + gap_), a_.y, a_.width, a_.height};
  Rect result_ = by_width(Rect{2, a_.bottom() + 10, width_ - 4, narrow_high},
                          Rect{2 + 2 * (wide_ + gap_), a_.y, a_.width, a_.height});
  int count_ = static_cast<int>(r_.offsets.size());
  int lit_ = view_.pointed;  // the x that the pointer is over

  float height() const { return result_.bottom() + 4; }
  void draw() {
    law();
    panel(of_a(), a_);
    if (s_.has_b || (s_.operation == Operation::complement && r_.result)) panel(of_b(), b_);
    if (count_ > 0) panel(of_result(), result_);
  }

  std::uint8_t kind(int x) const {
    return static_cast<std::uint8_t>(x < 0              ? is_plain
                                     : r_.group.empty() ? x * shades / count_
                                                        : shades + nth(r_.group, x) % groups);
  }
  bool is_result(const Panel& panel) const { return panel.layout == &r_.shown; }

  void law() {
    Part part(p_, "law");
    p_.text({2, 10}, r_.result ? s_.law() : fill("No layout is {}", s_.formula()),
            colored(strong, r_.result ? Role::good : Role::bad));
    part.next("chosen");
    p_.text({2, 29}, s_.chosen().empty() ? "Nothing to show at an index" : s_.chosen(), label);
  }

  Panel of_part(std::string_view part, std::string name, const layout::Layout& layout,
                const std::vector<int>& indices) const {
    Panel panel{part, std::move(name), &layout};
    for (std::int64_t offset : layout::offsets(layout)) panel.texts.push_back(integer(offset));
    panel.x.assign(panel.texts.size(), -1);
    for (int x = static_cast<int>(indices.size()); x-- > 0;)
      if (const int index = nth(indices, x); index >= 0) nth(panel.x, index) = x;
    if (!indices.empty()) panel.chosen = nth(indices, s_.at);
    return panel;
  }

  Panel of_a() const {
    Panel panel = of_part("a", "A", s_.a, r_.in_a);
    panel.repeated = !r_.group.empty() && s_.operation != Operation::logical_divide &&
                     s_.operation != Operation::zipped_divide;
    return panel;
  }

  Panel of_b() const {
    Panel panel =
        of_part(s_.has_b ? "b" : "result", s_.has_b ? "B" : "R = " + s_.formula(), s_.b, r_.in_b);
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
        text += fill("{}{}", text.empty() ? "" : ",", mode(left % layout::size(mode)));
        left /= layout::size(mode);
      }
      panel.texts[index] = text;
    }
    return panel;
  }

  Panel of_result() const {
    Panel panel{"result",
                s_.operation == Operation::complement ? "A and R together"
                : r_.result                           ? "R = " + s_.formula()
                                                      : "The offsets of " + s_.formula(),
                &r_.shown};
    for (std::int64_t offset : r_.offsets) panel.texts.push_back(integer(offset));
    for (int x = 0; x < count_; ++x) panel.x.push_back(x);
    panel.chosen = s_.at;
    return panel;
  }

  void panel(const Panel& panel, const Rect& box) {
    const float left = box.x + by_width(20, 22), wide = box.width - by_width(20, 22) - 2;
    const Tiles tiles(*panel.layout,
                      {left, box.y + head_height, wide, box.height - head_height - arrows_height},
                      {narrow_, 40, by_width(26, 30)});
    Part part(p_, panel.part);
    head(panel, box);
    elements(panel, tiles);
    if (is_result(panel) && r_.misfit) {
      const int misfit = static_cast<int>(*r_.misfit);
      const Rect cell = tiles.cell(misfit);
      p_.rect(cell, stroked(Role::bad, 2.5f));
      cross(p_, {cell.right() - 5, cell.y + 5},
            misfit == panel.chosen ? Role::surface : Role::bad,  // the chosen one is dark
            std::min({3.f, cell.width, cell.height}));
    }
    hotspots(panel, tiles);
    part.end();
    if (!is_result(panel) || r_.result)
      arrows(panel, {left, tiles.box().bottom() + 8, wide, arrows_height});
  }

  void head(const Panel& panel, const Rect& box) {
    fitted({box.x, box.y + 8}, box.width, strong, {panel.name, "R", "…"});
    const Point at = {box.x, box.y + 26};
    if (is_result(panel) && !r_.result)
      return p_.text(at, "no strides give them", colored(label, Role::bad));
    const std::string text = panel.text.empty() ? layout::to_text(*panel.layout) : panel.text;
    fitted(at, box.width - 2, quiet, {text, fill("{}…", text.substr(0, 14)), "…"});
  }

  void elements(const Panel& panel, const Tiles& tiles) {
    const auto kind_of = [&](int i) {
      return i == panel.chosen ? is_chosen : panel.repeated ? is_plain : kind(nth(panel.x, i));
    };
    tiles.paint(p_, list_of(tiles.count(), kind_of), cell_styles());
    const bool large = tiles.cell(0).height >= 5 && tiles.cell(0).width >= 5;
    // Tiles that reach over A's end.
    for (int x = 0; is_result(panel) && !r_.group.empty() && large && x < count_; ++x)
      if (nth(r_.in_a, x) < 0 && x != s_.at) p_.rect(tiles.cell(x), wasted);
    tiles.borders(p_);
    tiles.heads(p_);
    const auto longest = std::max_element(
        panel.texts.begin(), panel.texts.end(),
        [](const std::string& a, const std::string& b) { return a.size() < b.size(); });
    const int each = tiles.numbered(*longest);
    for (int i = 0; each > 0 && tiles.count() <= 512 && i < tiles.count(); ++i)
      if (i == panel.chosen || tiles.column(i) % each == 0)
        p_.text(tiles.cell(i).center(), nth(panel.texts, i),
                i == panel.chosen ? on_chosen : centered(label));
    if (panel.chosen >= 0) p_.rect(tiles.cell(panel.chosen), element_frame);
    const std::vector<int>& indices = panel.part == "a"       ? r_.in_a
                                      : panel.layout == &s_.b ? r_.in_b
                                                              : panel.x;
    if (lit_ < 0 || lit_ >= std::ssize(indices)) return;
    if (const int i = nth(indices, lit_); i >= 0 && i < tiles.count())
      p_.rect(tiles.cell(i), element_frame);
  }

  void hotspots(const Panel& panel, const Tiles& tiles) {
    for (const Tiles::Run& run : tiles.runs()) {
      const int last = run.last(), x = nth(panel.x, last);
      if (last == run.first)
        spot_of(x, run.rect, x < 0 ? Action{} : choose("at", x), "{}: index {}, {}",
                coordinate_text(*panel.layout, last), last, nth(panel.texts, last));
      else
        spot(run.rect, is_result(panel) ? tiles.drag_along(run) : Action{}, "Indices {} to {}",
             run.first, last);
    }
  }

  // The categorical account: the shape's entries above, and the tuple that memory is counted in
  // below, fastest first.
  void arrows(const Panel& panel, const Rect& box) {
    const auto morphism = layout::morphism(*panel.layout);
    if (!morphism || morphism->domain.empty()) return;
    const auto most = std::max(morphism->domain.size(), morphism->codomain.size());
    const float pitch = 34;
    if (px(most) * pitch > box.width) return;
    const Part part(p_, "arrows");
    const auto entry = [&](float y, size_t k, std::int64_t number, Role role) {
      const Rect frame = {box.x + px(k) * pitch, y, 28, 16};
      p_.rect(frame, rounded(stroked(role, 1.5f), 3));
      fitted(frame.center(), 26, centered(label), {integer(number), "…"});
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
    const float beside = box.x + px(most) * pitch + 4;
    if (panel.part != "a" || beside + 112 > box.right()) return;
    p_.text({beside, box.y + 8}, "the shape, and what", quiet);
    p_.text({beside, box.y + 52}, "memory counts in", quiet);
  }
};

float LayoutAlgebraState::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
