#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "web/scene/kit.hpp"
#include "web/scenes/layouts/layout.hpp"
#include "web/scenes/layouts/tiles.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr int shades = order_shades;
constexpr std::uint8_t is_chosen = shades;
constexpr Style nobody = {.fill = Role::waste, .texture = Texture::dots};
constexpr Role mode_roles[] = {Role::series_1, Role::series_2, Role::series_3, Role::series_4};

// The further in memory, the stronger.
std::array<Style, shades + 1> ground_styles() {
  std::array<Style, shades + 1> styles;
  for (int i = 0; i < shades; ++i) nth(styles, i) = scenes::shade(i);
  styles[is_chosen] = chosen_element;
  return styles;
}

struct Frame {
  explicit Frame(float picture_width) : narrow(is_narrow(picture_width)), width(picture_width) {
    const float left = narrow ? 22.f : 26.f;
    grid = {left, narrow ? 76.f : 58.f, narrow ? width - left - 4 : 462.f, narrow ? 128.f : 164.f};
    words = narrow ? Point{2, grid.bottom() + 16} : Point{510, grid.y + 8};
    rulers = {narrow ? 66.f : 112.f, grid.bottom() + (narrow ? 98.f : 20.f), 0,
              narrow ? 60.f : 76.f};
    rulers.width = width - 8 - rulers.x;
    memory = {rulers.x, rulers.bottom() + 6, rulers.width, 60};
  }
  float height() const { return memory.bottom() + 20; }

  bool narrow;
  float width;
  Rect grid, rulers, memory;
  Point words;
};

// Memory in rows of as many places as there are elements, so that dragging a stride does not change
// it; where it is long, each box is several places.
struct Strip {
  Strip(const LayoutState& state, const Frame& frame) {
    const auto size = static_cast<unsigned>(state.size());
    columns = static_cast<int>(std::clamp(std::bit_ceil(size), 16u, frame.narrow ? 64u : 128u));
    if (frame.narrow && columns <= 32) columns = 16;
    const auto row = [&] { return columns * each; };
    const auto find = [&] {
      origin = state.least - ((state.least % row()) + row()) % row();
      if (state.least < 0) origin = state.least;
      rows = static_cast<int>((state.most - origin) / row()) + 1;
    };
    for (find(); rows > 24; find()) each *= 2;
    const float high = std::min(24.f, frame.memory.height / static_cast<float>(rows));
    grid = {{frame.memory.x, frame.memory.y, frame.memory.width, high * static_cast<float>(rows)},
            columns,
            rows};
  }
  int box_of(std::int64_t offset) const { return static_cast<int>((offset - origin) / each); }
  int boxes() const { return columns * rows; }

  int columns = 16, rows = 1;
  std::int64_t each = 1, origin = 0;
  Grid grid;
};

// An innermost mode with more than one element.
struct Leg {
  std::string path;  // "0", "1.0"; empty where there is one mode
  std::int64_t stride = 0;
  int step = 1;               // of the index, to its next element
  std::string template_text;  // the layout, with {} for the stride
};

std::string without_stride(const layout::IntTuple& strides, int& left) {
  if (strides.leaf()) return left-- == 0 ? "{}" : std::to_string(strides.value);
  std::string text;
  for (const layout::IntTuple& item : strides.items)
    text += (text.empty() ? "(" : ",") + without_stride(item, left);
  return text + ")";
}

void add_legs(const layout::Layout& layout, const std::string& path, std::vector<Leg>& all) {
  if (layout.leaf()) all.push_back({path, layout.stride, static_cast<int>(layout.shape), ""});
  for (size_t k = 0; k < layout.modes.size(); ++k)
    add_legs(layout.modes[k], path + (path.empty() ? "" : ".") + std::to_string(k), all);
}

std::vector<Leg> legs(const layout::SwizzledLayout& layout) {
  std::vector<Leg> all, moving;
  add_legs(layout.layout, "", all);
  const std::string text = layout::to_text(layout), front = text.substr(0, text.rfind(':') + 1);
  int step = 1;
  for (size_t k = 0; k < all.size(); ++k) {
    Leg& leg = all[k];
    const int shape = leg.step;
    leg.step = step;
    step *= shape;
    if (shape == 1) continue;
    int left = static_cast<int>(k);
    leg.template_text = front + without_stride(layout::stride_of(layout.layout), left);
    moving.push_back(std::move(leg));
  }
  return moving;
}

class Drawing {
 public:
  Drawing(const LayoutState& state, Painter& painter, const View& view)
      : s_(state),
        p_(painter),
        at_(view.width),
        tiles_(state.inner(), at_.grid, {at_.narrow, 56, 40}),
        strip_(state, at_),
        lit_(view.pointed) {
    first_.assign(static_cast<size_t>(strip_.boxes()), -1);
    owners_.assign(static_cast<size_t>(strip_.boxes()), 0);
    for (int i = s_.size(); i-- > 0;) {
      const auto box = static_cast<size_t>(box_of(i));
      first_[box] = i;
      ++owners_[box];
    }
  }

  void run() {
    legend();
    elements();
    order();
    numbers();
    sum();
    strides();
    memory();
  }

 private:
  int box_of(int index) const { return strip_.box_of(nth(s_.offsets, index)); }
  std::uint8_t shade(std::int64_t offset) const {
    return static_cast<std::uint8_t>((offset - s_.least) * shades / s_.places());
  }
  bool lights(int index) const { return lit_ >= 0 && box_of(index) == lit_; }

  void legend() {
    Legend key(p_, {2, 10}, at_.width);
    const auto styles = ground_styles();
    key.add("", "chosen", styles[is_chosen]);
    key.add("elements", "offset: low", styles[0]);
    key.add("elements", "high", styles[shades - 1]);
    key.line("order", "order of indices", {.stroke = Role::muted, .stroke_width = 1.5f});
    if (s_.taken < s_.size())
      key.add("memory", "several elements", {.stroke = Role::ink, .stroke_width = 1.5f});
    else
      key.add("memory", "unused place", nobody);
  }

  void elements() {
    const Part part(p_, "elements");
    const std::string size = fill("{}, {}", {{s_.size(), "element"}, layout::to_text(s_.layout)});
    p_.text({2, at_.grid.y - 26},
            fit({size, std::string(plural(s_.size(), "element"))}, at_.width - 4, Size::small),
            strong);
    std::vector<std::uint8_t> kinds;
    for (int i = 0; i < s_.size(); ++i)
      kinds.push_back(i == s_.at ? is_chosen : shade(nth(s_.offsets, i)));
    tiles_.paint(p_, kinds, ground_styles());
    tiles_.borders(p_);
    tiles_.heads(p_);
    element_hotspots();
  }

  void numbers() {
    const Part part(p_, "elements");
    const std::string low = integer(s_.least), high = integer(s_.most);
    if (s_.size() <= 512 && tiles_.holds(low.size() > high.size() ? low : high))
      for (int i = 0; i < s_.size(); ++i)
        p_.text(tiles_.cell(i).center(), integer(nth(s_.offsets, i)),
                i == s_.at ? on_chosen : centered(label));
    p_.rect(tiles_.cell(s_.at), element_frame);
    for (int i = 0; lit_ >= 0 && i < s_.size(); ++i)
      if (lights(i)) p_.rect(tiles_.cell(i), element_frame);
  }

  void element_hotspots() {
    for (const Tiles::Run& run : tiles_.runs()) {
      const int last = run.first + run.columns * run.rows - 1;
      if (last == run.first) {
        p_.hotspot({.rect = run.rect,
                    .tooltip = fill("{}: index {}, offset {}", {coordinate_text(s_.inner(), last),
                                                                last, nth(s_.offsets, last)}),
                    .action = choose("at", std::to_string(last)),
                    .names = box_of(last)});
        continue;
      }
      const Point from = tiles_.cell(run.first).center(), to = tiles_.cell(last).center();
      const Action action = run.rows > 1 ? drag_y("at", from.y, to.y, run.first, last)
                                         : drag_x("at", from.x, to.x, run.first, last);
      p_.hotspot({run.rect, fill("Indices {} to {}", {run.first, last}), of_entry(action, 0)});
    }
  }

  // From element 0 to the chosen one.
  void order() {
    const Part part(p_, "order");
    std::vector<Point> path;
    const Rect zero = tiles_.cell(0);
    const float aside = std::min(5.f, zero.width / 2);
    // A jump, to where the next mode counts on, is quieter than a step to a neighbor.
    const auto line = [&](bool jump) {
      if (path.size() > 1)
        p_.path(path, false, {.stroke = jump ? Role::grid : Role::muted, .stroke_width = 1.5f});
      path.erase(path.begin(), path.end() - 1);
    };
    for (int i = 0; i <= s_.at; ++i) {
      const Rect cell = tiles_.cell(i);
      const Point next = {cell.x + aside, cell.center().y};
      const bool jump =
          i > 0 && std::abs(next.x - path.back().x) + std::abs(next.y - path.back().y) >
                       1.3f * (next.x == path.back().x ? zero.height : zero.width);
      if (jump) line(false);
      path.push_back(next);
      if (jump) line(true);
    }
    const Point last = path.back();
    line(false);
    p_.circle({zero.x + aside, zero.center().y}, 2.5f, {.fill = Role::muted});
    p_.circle(last, 2.5f, {.fill = Role::muted});
  }

  void sum() {
    const Part part(p_, "sum");
    const float room = at_.width - 4 - at_.words.x;
    Lines lines(p_, at_.words, at_.narrow ? 16 : 19);
    lines.add(
        fit({fill("Element {}: index {}", {s_.coordinate(), s_.at}), fill("Index {}", {s_.at})},
            room, Size::small),
        strong);
    const std::string swizzle = layout::to_text(s_.layout.swizzle);
    const std::int64_t before = s_.layout.offset + s_.inner()(s_.at);
    std::string sum = s_.sum();
    if (!s_.layout.swizzle.identity()) sum.resize(sum.find(','));
    lines.add(fit({sum, fill("sum = {}", {before})}, room, Size::small));
    if (!s_.layout.swizzle.identity())
      lines.add(fill("{}({}) = {}", {swizzle, before, s_.offset()}));
    const std::int64_t empty = s_.places() - s_.taken;
    lines.add(
        fill("cosize {}, rank {}, depth {}",
             {layout::cosize(s_.layout), layout::rank(s_.inner()), layout::depth(s_.inner())}),
        quiet);
    if (empty > 0) lines.add(plural(empty, "place") + " unused", quiet);
    if (s_.taken < s_.size())
      lines.add(fill("{} elements share {}", {s_.size(), {s_.taken, "place"}}), quiet);
  }

  void strides() {
    const Part part(p_, "strides");
    std::vector<Leg> shown = legs(s_.layout);
    if (shown.size() > std::size(mode_roles)) shown.resize(std::size(mode_roles));
    if (shown.empty()) return;
    p_.text({2, at_.rulers.y},
            at_.narrow ? "Strides: how far to a mode's next element"
                       : "Strides: how far in memory to the next element of a mode. Drag one",
            strong);
    const float pitch = std::min(24.f, (at_.rulers.height - 12) / static_cast<float>(shown.size()));
    float y = at_.rulers.y + 12 + pitch / 2;
    for (size_t i = 0; i < shown.size(); ++i, y += pitch) {
      stride(shown[i], mode_roles[i], y);
      step(shown[i], mode_roles[i], 3 * static_cast<float>(i / 2));
    }
  }

  // One of them: from an element to the next as far as in memory below, and from element 0 in the
  // grid.
  void stride(const Leg& leg, Role role, float y) {
    const Grid& grid = strip_.grid;
    const float from = grid.cell(0).center().x, pitch = grid.wide();
    const double per_place = static_cast<double>(pitch) / static_cast<double>(strip_.each);
    const std::int64_t most = strip_.each * (strip_.columns - 1);
    const std::int64_t shown = std::clamp<std::int64_t>(leg.stride, 0, most);
    const float to = from + static_cast<float>(static_cast<double>(shown) * per_place);
    const std::string name = leg.path.empty() ? "stride" : "mode " + leg.path;
    p_.text({2, y},
            fit({fill("{}: stride {}", {name, leg.stride}), fill("{}: {}", {name, leg.stride}),
                 fill("{}: {}", {leg.path, leg.stride}), integer(leg.stride), "…"},
                at_.rulers.x - 6, Size::small),
            label);
    p_.line({from, y - 5}, {from, y + 5}, {.stroke = role, .stroke_width = 2});
    p_.line({from, y}, {to, y}, {.stroke = role, .stroke_width = 2});
    knob(p_, {to, y}, role);
    Action action = drag_x("layout", from, grid.cell(strip_.columns - 1).center().x, 0,
                           static_cast<double>(most));
    action.value = leg.template_text;
    const float half = least_grip / 2 + 2;
    p_.hotspot({{std::clamp(to - half, 0.f, at_.width - 2 * half), y - half, 2 * half, 2 * half},
                fill("Drag: the stride of {}", {leg.path.empty() ? "the mode" : name}),
                action});
  }

  void step(const Leg& leg, Role role, float aside) {
    const Rect zero = tiles_.cell(0), next = tiles_.cell(leg.step);
    if (zero.width < 16 || zero.height < 14) return;
    if (next.x == zero.x) {
      const float x = zero.right() - 5 - aside;
      arrow(p_, {x, zero.y + zero.height * 0.7f}, {x, next.y + next.height * 0.35f}, role);
    } else if (next.y == zero.y) {
      const float y = zero.bottom() - 4 - aside;
      arrow(p_, {zero.x + zero.width * 0.7f, y}, {next.x + next.width * 0.3f, y}, role);
    }
  }

  void memory() {
    const Part part(p_, "memory");
    std::vector<std::uint8_t> kinds;
    for (int box = 0; box < strip_.boxes(); ++box) {
      const int first = nth(first_, box);
      const std::int64_t offset = strip_.origin + box * strip_.each;
      const bool beyond = offset > s_.most;
      kinds.push_back(box == box_of(s_.at) ? is_chosen
                      : first >= 0         ? shade(nth(s_.offsets, first))
                      : beyond             ? shades + 2
                                           : shades + 1);
    }
    std::array<Style, shades + 2> styles;
    std::copy_n(ground_styles().begin(), shades + 1, styles.begin());
    styles[shades + 1] = nobody;
    paint_cells(p_, strip_.grid, kinds, styles);
    if (strip_.grid.high() >= 6) strip_.grid.lines(p_);
    std::vector<std::string> names;
    for (int row = 0; row < strip_.rows; ++row)
      names.push_back(integer(strip_.origin + row * strip_.columns * strip_.each));
    row_heads(p_, strip_.grid, names);
    for (int box = 0; box < strip_.boxes(); ++box) place(box);
    p_.rect(strip_.grid.cell(box_of(s_.at)), element_frame);
    if (lit_ >= 0 && lit_ < strip_.boxes()) p_.rect(strip_.grid.cell(lit_), element_frame);
    p_.text({strip_.grid.box.x, strip_.grid.box.bottom() + 12},
            strip_.each > 1
                ? fill("Memory: each box is {}", {{strip_.each, "place"}})
                : std::string(at_.narrow ? "Memory: index of each place's element"
                                         : "Memory: the index of the element at each place"),
            quiet);
  }

  void place(int box) {
    const Rect cell = strip_.grid.cell(box);
    const int first = nth(first_, box), owners = nth(owners_, box);
    if (first < 0) return;
    const bool several = owners > 1 && strip_.each == 1;
    if (several && cell.height >= 5)
      p_.rect(inset(cell, 1), {.stroke = Role::ink, .stroke_width = 1.5f});
    if (cell.width < 8 || cell.height < 5) return;
    const std::string text =
        fit({several ? fill("{}×", {owners}) : integer(first)}, cell.width - 0.5f, Size::small);
    if (!text.empty() && cell.height >= 14 && strip_.each == 1)
      p_.text(cell.center(), text, box == box_of(s_.at) ? on_chosen : centered(label));
    p_.hotspot({.rect = cell,
                .tooltip = several ? fill("{} elements, the first {}",
                                          {owners, coordinate_text(s_.inner(), first)})
                                   : coordinate_text(s_.inner(), first),
                .action = choose("at", std::to_string(first)),
                .names = box});
  }

  const LayoutState& s_;
  Painter& p_;
  const Frame at_;
  const Tiles tiles_;
  const Strip strip_;
  const int lit_;                    // the box of memory that the pointer is over, or an element's
  std::vector<int> first_, owners_;  // of a box: its first element, and how many
};

}  // namespace

float LayoutState::height(float width) const { return Frame(width).height(); }

void LayoutState::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view).run();
}

}  // namespace loom::scenes
