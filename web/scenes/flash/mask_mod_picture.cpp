#include "core/text/clipped.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/flash/mask_mod.hpp"

namespace loom::scenes {

constexpr Style block_styles[] = {solid(Role::grid, 0.4f), solid(Role::data, 0.4f),
                                  solid(Role::data)};
constexpr std::string_view block_names[] = {"skipped", "partial", "full"};
constexpr double most_score = 40;

struct MaskModDrawing : Picture<MaskModState> {
  float side_ = by_width(162, 256);
  Rect square_ = {by_width(42, 44), by_width(44, 56), side_, side_};
  // Right of the square the counts, then the times; narrow, the times are below.
  Rect counts_ = by_width(Rect{216, 44, 122, 60}, Rect{344, 40, 414, 66});
  Rect times_ = by_width(Rect{2, 254, 336, 54}, Rect{344, 136, 414, 66});
  Rect scores_ = by_width(Rect{34, 342, 290, 48}, Rect{376, 258, 364, 70});
  Grid grid_ = {square_, s_.side(), s_.side()};

  float height() const { return scores_.bottom() + by_width(28, 44); }
  void draw() {
    expression();
    blocks();
    counts();
    times();
    scores();
  }

  void expression() {
    const Part part(p_, "blocks");
    const TextStyle code = {.size = Size::small, .weight = Weight::mono};
    std::string text = s_.text;
    for (size_t size = 120; text_width(text, code.size, code.weight) > width_ - 8 && size > 8;
         size -= 4)
      text = clipped(s_.text, size);
    p_.text({2, 10}, text, code);
  }

  void blocks() {
    const Part part(p_, "blocks");
    write({square_.x, square_.y - 12}, quiet, "keys 0 to {} →", s_.tokens - 1);
    p_.text({2, square_.y + 6}, "q ↓", quiet);
    std::vector<std::uint8_t> kinds;
    for (const attention::BlockKind kind : s_.found.kinds)
      kinds.push_back(static_cast<std::uint8_t>(kind));
    // Blocks that hang over the edge are cut there.
    const float full = side_ * px(s_.side()) * px(s_.block) / px(s_.tokens);
    const Grid whole = {{square_.x, square_.y, full, full}, s_.side(), s_.side()};
    // Many blocks: those of one kind that are neighbors are one rectangle.
    const bool apart = s_.side() <= 32;
    std::vector<Rect> cells[3];
    for (int i = 0, end = 0; i < static_cast<int>(kinds.size()); i = end) {
      const std::uint8_t kind = nth(kinds, i);
      const int column = i % s_.side();
      do ++end;
      while (!apart && end % s_.side() != 0 && nth(kinds, end) == kind);
      Rect cell = whole.cells(column, i / s_.side(), end - i);
      cell.width = std::min(cell.right(), square_.right()) - cell.x;
      cell.height = std::min(cell.bottom(), square_.bottom()) - cell.y;
      // The last ones can be thinner than the gap.
      const float gap = apart ? std::min(0.5f, std::min(cell.width, cell.height) / 4) : 0;
      cells[kind].push_back(inset(cell, gap));
    }
    for (int kind = 0; kind < 3; ++kind) p_.rects(cells[kind], nth(block_styles, kind));
    const float y = square_.y + side_ * (px(s_.q) + 0.5f) / px(s_.tokens);
    level(p_, y, square_.x - 3, square_.right() + 3, stroked(Role::lane, 2));
    p_.text({square_.x - 5, std::clamp(y, square_.y + 24, square_.bottom() - 4)}, integer(s_.q),
            ended(colored(strong, Role::lane)));
    Action drag = of_entry(drag_y("at", square_.y, square_.bottom(), 0, s_.tokens - 1), 2);
    spot(square_, drag, "Drag to choose the query whose scores are shown");
    const std::string seen = fill("b = {}, h = {}", s_.b, s_.h);
    p_.text({square_.x, square_.bottom() + 12}, seen, quiet);
  }

  void counts() {
    const Part part(p_, "counts");
    if (!narrow_)
      write({counts_.x, counts_.y - 14}, strong, "{} of {} × {}", Word(s_.cells(), "block"),
            s_.block, s_.block);
    const float row = counts_.height / 3;
    BarRows rows(p_, {counts_.x, counts_.y, counts_.width, row}, counts_.x + by_width(68, 84),
                 by_width(14, 200));
    for (const int kind : {2, 1, 0}) {
      rows.next(false, nth(block_names, kind));
      const double share = static_cast<double>(s_.count(kind)) / static_cast<double>(s_.cells());
      if (narrow_) {
        const float y = rows.middle();
        p_.rect({counts_.x + 58, y - 6, 12, 12}, rounded(nth(block_styles, kind)));
        p_.text({counts_.right(), y}, integer(s_.count(kind)), ended(strong));
      } else {
        const Rect frame = rows.frame();
        if (s_.count(kind) == 0)
          p_.text({frame.x, frame.center().y}, "none", quiet);
        else
          rows.bar(share, nth(block_styles, kind),
                   fill("{}, {}", s_.count(kind), percent(share, 1)));
      }
    }
    if (narrow_) {
      Lines lines(p_, {counts_.x, counts_.bottom() + 22}, 18);
      lines.add("block mask", quiet);
      lines.write(label, "{} B", s_.bytes());
      lines.add("every pair", quiet);
      lines.add(binary_bytes(1.0 * s_.tokens * s_.tokens), label);
    }
  }

  // Of the same product on an H100, at its roof.
  void times() {
    const Part part(p_, "time");
    write({times_.x, times_.y - by_width(12, 14)}, strong,
          by_width("H100 at its roof, 4 sequences",
                   "Time at an H100’s roof, 4 sequences of 32 heads"));
    const device::Roof* roofs[] = {&s_.all, &s_.blocks, &s_.pairs};
    static constexpr std::string_view names[] = {"every pair", "these blocks", "pairs alone"};
    BarRows rows(p_, {times_.x, times_.y, times_.width, times_.height / 3}, times_.x + 90,
                 times_.width - by_width(206, 214));
    for (int i = 0; i < 3; ++i) {
      const device::Roof& roof = *nth(roofs, i);
      rows.next(i == 1, nth(names, i));
      rows.bar(roof.seconds / s_.all.seconds, solid(Role::compute, i == 1 ? 1 : 0.5f),
               fill("{}, {}", prefixed(roof.seconds, "s"), device::name(roof.bound)));
    }
    if (!narrow_)
      write({times_.x, times_.bottom() + 14}, quiet,
            "Block mask: {} bytes. A mask of all pairs: {}.", s_.bytes(),
            binary_bytes(1.0 * s_.tokens * s_.tokens));
  }

  void scores() {
    const Part part(p_, "scores");
    const Scale x = {scores_.x, scores_.right(), 0, 1.0 * s_.tokens},
                y = {scores_.bottom(), scores_.y, -most_score, most_score};
    const std::string cap = brief(attention::score_cap);
    const std::string formulas[] = {"score", fill("score - |q - k| / {}", 2 << (s_.h % 8)),
                                    fill("{} tanh(score / {})", cap, cap), "score + bias[q - k]"};
    Legend legend(p_, {scores_.x - 32, scores_.y - 16}, width_, 10);
    legend.line("", by_width("an example’s score", "scores of an example"), stroked(Role::muted));
    legend.line("", nth(formulas, static_cast<int>(s_.score)), stroked(Role::data, 2));
    axis_left(p_, scores_, y, {{-40, "−40"}, {0, "0"}, {40, "40"}});
    p_.rect(scores_, stroked(Role::grid));
    const int points = 200;
    const auto key = [&](int i) { return static_cast<std::int64_t>(i) * (s_.tokens - 1) / points; };
    const auto raw = [&](std::int64_t k) {
      return attention::example_score(static_cast<double>(k) / s_.tokens);
    };
    curve(p_, stroked(Role::muted), points + 1, [&](int i) {
      return Point{x(static_cast<double>(key(i))), y(raw(key(i)))};
    });
    // Where the query sees keys; elsewhere the score becomes −∞.
    std::vector<Point> run;
    const auto end = [&] {
      if (run.size() > 1)
        p_.path(run, false, stroked(Role::data, 2));
      else if (!run.empty())  // a key between two gaps
        p_.circle(run[0], 2, solid(Role::data));
      run.clear();
    };
    for (int i = 0; i <= points; ++i) {
      const std::int64_t k = key(i);
      if (nth(s_.seen, static_cast<int>(k)) == 0) {
        end();
        continue;
      }
      run.push_back(
          {x(static_cast<double>(k)), y(attention::modified(s_.score, raw(k), s_.q, k, s_.h))});
    }
    end();
    write({scores_.right(), scores_.bottom() + 14}, ended(quiet), "keys of query {}; gaps: masked",
          s_.q);
  }
};

float MaskModState::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
