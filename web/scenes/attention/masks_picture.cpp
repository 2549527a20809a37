#include "web/scene/kit.hpp"
#include "web/scenes/attention/masks.hpp"

namespace loom::scenes {

constexpr float strip = 12;

struct MasksDrawing : Picture<MasksState> {
  const MasksState::Row& mask_ = s_.row();
  float row_ = by_width(24, 37), side_ = by_width(148, 256);
  Rect square_ = {by_width(54, 64), by_width(34, 38), side_, side_};
  float kept_ = square_.bottom() + by_width(20, 24);
  float reach_ = kept_ + by_width(17, 24);  // tops of the strips
  Point list_ = by_width(Point{2, reach_ + strip + 16}, Point{366, 30});
  Grid grid_ = {square_, s_.tokens, s_.tokens};

  float height() const { return by_width(list_.y + 14 + row_ * mask_kinds, reach_ + strip + 22); }
  void draw() {
    in("pairs", [&] { pairs(); });
    in("pairs", [&] { edges(); });
    strips();
    in("counts", [&] { counts(); });
  }

  float x(double token) const { return square_.x + grid_.wide() * px(token); }
  Rect columns(const attention::Range& keys, float y, float high) const {
    return {x(keys.begin), y, grid_.wide() * px(keys.size()), high};
  }

  // The square, row after row of queries.
  void pairs() {
    write({square_.x, 10}, quiet, "keys 0 to {} → (filled: computed)", s_.tokens - 1);
    p_.text({2, square_.y + 6}, by_width("query", "queries"), quiet);
    p_.text({2, square_.y + 22}, "↓", quiet);
    p_.rect(square_, solid(Role::grid, 0.25f));
    std::vector<Rect> seen, mine;
    std::vector<attention::Range> found;
    for (int query = 0; query < s_.tokens; ++query) {
      attention::seen_keys(mask_.masks, s_.extent(), query, found);
      for (const attention::Range& keys : found)
        (query == s_.query ? mine : seen)
            .push_back(columns(keys, square_.y + grid_.high() * px(query), grid_.high()));
    }
    p_.rects(seen, solid(Role::data, 0.5f));
    p_.rects(mine, solid(Role::data));
    if (s_.tokens <= 32) grid_.lines(p_, Role::surface);
    const Rect row = grid_.cells(0, s_.query, s_.tokens);
    p_.rect(row, stroked(Role::lane, 2));
    p_.text({square_.x - 6, std::clamp(row.center().y, square_.y + 40, square_.bottom())},
            integer(s_.query), ended(strong));
    const float half = grid_.high() / 2;
    spot(square_, drag_y("query", square_.y + half, square_.bottom() - half, 0, s_.tokens - 1),
         "Drag to choose the query");
  }

  // What a hand takes of the mask: knobs on the square's upper and lower side.
  void edges() {
    using enum attention::Mask::Kind;
    const attention::Mask& mask = mask_.masks.first;
    switch (mask.kind) {
      case sinks_window:
        edge("sinks", mask.sinks, 0, 16, "Drag: the first tokens that stay");
        [[fallthrough]];
      case causal_window:
        return drag_knob({x(s_.tokens - mask.window), square_.bottom() + 9},
                         drag_x("window", x(s_.tokens - 1), x(0), 1, s_.tokens),
                         "A window of {}. Drag its edge", Word(mask.window, "token"));
      case prefix:
        return edge("prefix", mask.prefix, 0, s_.tokens, "Drag the end of the prefix");
      case block_sparse:
        return edge("block", mask.block, 1, 32, "Drag the end of the block");
      case causal_documents:
        for (size_t i = 0; i < mask.cuts.size(); ++i)
          drag_knob({x(mask.cuts[i]), square_.y - 9},
                    of_entry(drag_x("cuts", x(1), x(s_.tokens), 1, s_.tokens), static_cast<int>(i)),
                    "A document begins at {}. Drag its edge", mask.cuts[i]);
        return;
      default:
        return;
    }
  }

  void edge(std::string_view key, int value, int least, int most, std::string_view tooltip) {
    const int to = std::min(most, s_.tokens);
    drag_knob({x(value), square_.y - 9}, drag_x(key, x(least), x(to), least, to), tooltip);
  }

  // Below each key: whether it is kept, and whether the last token can know of it.
  void strips() {
    const auto frame = [&](float top, std::string_view name) {
      p_.text({square_.x - 6, top + strip / 2}, name, ended(label));
      p_.rect(band(square_, top, strip), stroked(Role::grid));
    };
    const float behind = square_.right() + 6;
    Part part(p_, "kept");
    std::vector<Rect> kept;
    for (const attention::Range& keys : mask_.kept) kept.push_back(columns(keys, kept_, strip));
    frame(kept_, "kept");
    p_.rects(kept, solid(Role::data));
    p_.text({behind, kept_ + strip / 2}, integer(mask_.kept_count()), strong);
    part.next("reach");
    frame(reach_, "reach");
    for (const attention::Range& keys : mask_.reached)
      p_.rect(columns(keys, reach_, strip), textured(Role::lane, Texture::hatch));
    p_.text({behind, reach_ + strip / 2}, integer(mask_.reach()), strong);
    write(by_width(Point{behind + 22, reach_ + strip / 2}, Point{square_.x, reach_ + strip + 12}),
          quiet, by_width("through {}", "of the last token, through {}"), Word(s_.layers, "layer"));
  }

  void counts() {
    const float right = width_ - 2, from = list_.x + by_width(92, 100), reach = right - 4;
    const float kept = reach - by_width(40, 50), numbers = kept - by_width(36, 46);
    column_names(p_, list_.y, {{from, "pairs", Align::start}, {kept, "kept"}, {reach, "reach"}});
    BarRows rows(p_, {list_.x, list_.y + 12, right - list_.x, row_}, from, numbers - from - 40);
    for (int kind = 0; kind < mask_kinds; ++kind) {
      const MasksState::Row& row = nth(s_.rows, kind);
      const auto& [id, name] = mask_choices[kind];
      const bool here = kind == s_.chosen;
      rows.next(here, fill("{}{}", name, here && s_.joined ? " +" : ""));
      rows.bar(s_.share(row), solid(Role::data, here ? 1.f : 0.5f), integer(row.pairs));
      rows.cell(kept, integer(row.kept_count()));
      rows.cell(reach, integer(row.reach()));
      rows.does(choose("mask", id), "{}: {} of {} pairs", name, row.pairs, s_.all());
    }
  }
};

float MasksState::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
