#include <algorithm>

#include "web/scene/kit.hpp"
#include "web/scenes/attention/masks.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using attention::Mask;

constexpr float strip = 12;

struct Layout {
  float width;
  bool narrow = is_narrow(width);
  float row = narrow ? 24.f : 37.f;
  Rect square = {narrow ? 54.f : 64.f, narrow ? 34.f : 38.f, side(), side()};
  float kept = square.bottom() + (narrow ? 20.f : 24.f);
  float reach = kept + (narrow ? 17.f : 24.f);  // tops of the strips
  Point list = {narrow ? 2.f : 366.f, narrow ? reach + strip + 16 : 30.f};

  float side() const { return narrow ? 148 : 256; }
  float height() const { return narrow ? list.y + 12 + row * mask_kinds + 2 : reach + strip + 22; }
};

class Drawing {
 public:
  Drawing(const MasksState& state, Painter& painter, float width)
      : s_(state), p_(painter), at_{width}, grid_{at_.square, s_.tokens, s_.tokens} {}

  void run() {
    pairs();
    edges();
    strips();
    counts();
  }

 private:
  float x(double token) const { return at_.square.x + grid_.wide() * static_cast<float>(token); }
  Rect columns(const attention::Range& keys, float y, float high) const {
    return {x(keys.begin), y, grid_.wide() * static_cast<float>(keys.size()), high};
  }

  // The square, row after row of queries.
  void pairs() {
    const Part part(p_, "pairs");
    p_.text({at_.square.x, 10}, fill("keys 0 to {} → (filled: computed)", {s_.tokens - 1}), quiet);
    p_.text({2, at_.square.y + 6}, at_.narrow ? "query" : "queries", quiet);
    p_.text({2, at_.square.y + 22}, "↓", quiet);
    p_.rect(at_.square, {.fill = Role::grid, .fill_opacity = 0.25f});
    std::vector<Rect> seen, mine;
    std::vector<attention::Range> found;
    for (int query = 0; query < s_.tokens; ++query) {
      found.clear();
      attention::seen_keys(s_.row().masks, s_.extent(), query, found);
      for (const attention::Range& keys : found)
        (query == s_.query ? mine : seen)
            .push_back(columns(keys, at_.square.y + grid_.high() * static_cast<float>(query),
                               grid_.high()));
    }
    p_.rects(seen, {.fill = Role::data, .fill_opacity = 0.5f});
    p_.rects(mine, {.fill = Role::data});
    if (s_.tokens <= 32) grid_.lines(p_, Role::surface);
    const Rect row = grid_.cells(0, s_.query, s_.tokens);
    p_.rect(row, {.stroke = Role::lane, .stroke_width = 2});
    p_.text({at_.square.x - 6, std::clamp(row.center().y, at_.square.y + 40, at_.square.bottom())},
            integer(s_.query), ended(strong));
    p_.hotspot({at_.square, "Drag to choose the query",
                drag_y("query", at_.square.y + grid_.high() / 2,
                       at_.square.bottom() - grid_.high() / 2, 0, s_.tokens - 1)});
  }

  // What a hand takes of the mask: knobs on the square's upper and lower side.
  void edges() {
    const Mask& mask = s_.row().masks.first;
    const Part part(p_, "pairs");
    const float top = at_.square.y - 9;
    switch (mask.kind) {
      case Mask::Kind::sinks_window:
        edge("sinks", mask.sinks, top, "Drag: the first tokens that stay");
        [[fallthrough]];
      case Mask::Kind::causal_window: {
        knob(p_, {x(s_.tokens - mask.window), at_.square.bottom() + 9}, at_.width,
             fill("A window of {}. Drag its edge", {{mask.window, "token"}}),
             drag_x("window", x(s_.tokens - 1), x(0), 1, s_.tokens));
        return;
      }
      case Mask::Kind::prefix:
        return edge("prefix", mask.prefix, top, "Drag the end of the prefix");
      case Mask::Kind::block_sparse:
        return edge("block", mask.block, top, "Drag the end of the block");
      case Mask::Kind::causal_documents:
        for (size_t i = 0; i < mask.cuts.size(); ++i)
          knob(p_, {x(mask.cuts[i]), top}, at_.width,
               fill("A document begins at {}. Drag its edge", {mask.cuts[i]}),
               of_entry(drag_x("cuts", x(1), x(s_.tokens), 1, s_.tokens), static_cast<int>(i)));
        return;
      default:
        return;
    }
  }

  void edge(std::string_view key, int value, float y, std::string tooltip) {
    const int most = key == "sinks" ? 16 : key == "block" ? 32 : s_.tokens;
    const int least = key == "block" ? 1 : 0, to = std::min(most, s_.tokens);
    knob(p_, {x(value), y}, at_.width, std::move(tooltip), drag_x(key, x(least), x(to), least, to));
  }

  // Below each key: whether it is kept, and whether the last token can know of it.
  void strips() {
    const MasksState::Row& row = s_.row();
    p_.begin("kept");
    p_.text({at_.square.x - 6, at_.kept + strip / 2}, "kept", ended(label));
    std::vector<Rect> kept;
    for (const attention::Range& keys : row.kept) kept.push_back(columns(keys, at_.kept, strip));
    p_.rect({at_.square.x, at_.kept, at_.square.width, strip}, {.stroke = Role::grid});
    p_.rects(kept, {.fill = Role::data});
    p_.text({at_.square.right() + 6, at_.kept + strip / 2}, integer(row.kept_count()), strong);
    p_.end();
    const Part part(p_, "reach");
    p_.text({at_.square.x - 6, at_.reach + strip / 2}, "reach", ended(label));
    p_.rect({at_.square.x, at_.reach, at_.square.width, strip}, {.stroke = Role::grid});
    for (const attention::Range& keys : row.reached)
      p_.rect(columns(keys, at_.reach, strip),
              {.fill = Role::lane, .stroke = Role::lane, .texture = Texture::hatch});
    p_.text({at_.square.right() + 6, at_.reach + strip / 2}, integer(row.reach()), strong);
    const std::string through = fill("through {}", {{s_.layers, "layer"}});
    if (at_.narrow)  // behind the number
      p_.text({at_.square.right() + 28, at_.reach + strip / 2}, through, quiet);
    else
      p_.text({at_.square.x, at_.reach + strip + 12}, "of the last token, " + through, quiet);
  }

  void counts() {
    const Part part(p_, "counts");
    const float right = at_.width - 2, name = at_.narrow ? 92 : 100;
    const float reach = right - 4, kept = reach - (at_.narrow ? 40 : 50);
    const float numbers = kept - (at_.narrow ? 36 : 46);
    p_.text({at_.list.x + name, at_.list.y}, "pairs", quiet);
    p_.text({kept, at_.list.y}, "kept", ended(quiet));
    p_.text({reach, at_.list.y}, "reach", ended(quiet));
    BarRows rows(p_, {at_.list.x, at_.list.y + 12, right - at_.list.x, at_.row}, at_.list.x + name,
                 numbers - at_.list.x - name - 40);
    for (int kind = 0; kind < mask_kinds; ++kind) {
      const MasksState::Row& row = nth(s_.rows, kind);
      const bool here = kind == s_.chosen;
      rows.next(here);
      rows.name(fill("{}{}", {mask_name(kind), here && s_.joined ? " +" : ""}));
      rows.bar(static_cast<double>(row.pairs) / static_cast<double>(s_.all()),
               {.fill = Role::data, .fill_opacity = here ? 1.f : 0.5f}, integer(row.pairs));
      rows.cell(kept, integer(row.kept_count()));
      rows.cell(reach, integer(row.reach()));
      rows.does(fill("{}: {} of {} pairs", {mask_name(kind), row.pairs, s_.all()}),
                choose("mask", std::string(mask_id(kind))));
    }
  }

  const MasksState& s_;
  Painter& p_;
  const Layout at_;
  const Grid grid_;
};

}  // namespace

float MasksState::height(float width) const { return Layout{width}.height(); }

void MasksState::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
