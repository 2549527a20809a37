#include "web/scene/kit.hpp"
#include "web/scenes/positions/no_position.hpp"

namespace loom::scenes {

constexpr float row = 24;
constexpr int narrow_rows = (signal_formats + 1) / 2;  // of formats, in two columns

struct NoPositionDrawing : Picture<NoPositionRun> {
  float left_ = by_width(2, 404);  // of what is below, or beside
  Rect mask_ = {24, by_width(38, 44), by_width(144, 228), by_width(144, 228)};
  Rect signal_ = {mask_.right() + 14, mask_.y, by_width(88, 92), mask_.height};
  Rect steps_ = {by_width(66, 470), by_width(mask_.bottom() + 32, mask_.y),
                 width_ - by_width(66, 470) - 10, by_width(76, 118)};
  Rect formats_ = {left_, steps_.bottom() + by_width(63, 68), width_ - left_ - 2, row};
  Grid grid_ = {mask_, s_.tokens, s_.tokens};

  float height() const { return formats_.y + row * by_width(narrow_rows, signal_formats) + 4; }
  void draw() {
    mask();
    in("signal", [&] { signal(); });
    steps();
    in("formats", [&] { formats(); });
  }

  // Whom each token sees, all alike; the first token, which alone has the feature, stands out.
  void mask() {
    p_.text({2, 10}, "what each row sees:", quiet);
    const Part part(p_, "mask");
    std::vector<std::uint8_t> kinds;
    for (int i = 0; i < s_.tokens; ++i)
      for (int j = 0; j < s_.tokens; ++j) kinds.push_back(!s_.sees(i, j) ? 0 : j == 0 ? 1 : 2);
    const Style styles[] = {{}, solid(Role::data), solid(Role::compute, 0.25f)};
    paint_cells(p_, grid_, kinds, styles, 1);
    grid_.lines(p_);
    const std::vector<std::string> names = numbered(s_.tokens, 1);
    column_heads(p_, grid_, names);
    row_heads(p_, grid_, names);
  }

  // What each row reads of the first token's feature.
  void signal() {
    p_.text({signal_.x, 10}, "share of token 1", quiet);
    for (int i = 0; i < s_.tokens; ++i) {
      const double share = nth(s_.signal, i);
      const int seen = nth(s_.seen, i);
      const Rect line{signal_.x, grid_.cells(0, i).y, signal_.width, grid_.high()};
      const float wide = line.width * px(share);
      if (share > 0)
        p_.rect({line.x, line.y + 1, std::max(1.f, wide), line.height - 2}, solid(Role::data));
      const bool readable_row = grid_.high() >= 12 || i % 2 == 0;
      if (readable_row && wide + 34 < signal_.width + 30)
        p_.text({line.x + wide + 6, line.center().y}, share > 0 ? fill("1/{}", seen) : "0", label);
      spot({mask_.x, line.y, line.right() - mask_.x, line.height}, "Token {} sees {}", i + 1,
           Word(seen, "token"));
    }
  }

  // What tokens around n read: exact, and as the format holds it.
  void steps() {
    const int from = s_.from(), to = s_.to();
    const double least = s_.counts() ? s_.exact(to) : 0,
                 most = s_.counts() ? 1. / from : 2 * s_.exact(from);
    const Scale x{steps_.x + 6, steps_.right() - 12, px(from), px(to)},
        y{steps_.bottom() - 8, steps_.y + 8, least, most};
    write({left_, steps_.y - by_width(15, 34)}, quiet,
          "what token n reads, exact and in {} ({}from 0)", s_.format->name,
          least > 0 ? "not " : "");
    const Part part(p_, "steps");
    level(p_, steps_.bottom(), steps_, stroked(Role::grid));
    for (int n : {from, (from + to) / 2, to})
      p_.text({x(n), steps_.bottom() + 14}, integer(n),
              centered(n == s_.n && s_.counts() ? strong : quiet));
    write({steps_.x - 8, y(1. / s_.share(from))}, ended(quiet), "1/{}", s_.share(from));
    p_.text({steps_.x - 8, y(least)}, least > 0 ? fill("1/{}", to) : "0", ended(quiet));
    for (int n = from; n <= to; ++n) {
      const float at = y(s_.held(n));
      const bool same = n > from && s_.held(n) == s_.held(n - 1);
      if (same) level(p_, at, x(n - 1), x(n), stroked(Role::bad, 3));
      p_.circle({x(n), at}, 3.5f, solid(same ? Role::bad : Role::compute));
    }
    curve(p_, dashed(Role::ink), to - from + 1,
          [&](int i) { return placed(x, y, from + i, s_.exact(from + i)); });
    Legend legend(p_, {left_, steps_.bottom() + 31}, width_);
    legend.line("", "exact", dashed(Role::ink));
    legend.point("", "told apart", solid(Role::compute));
    legend.line("", "one number for several", stroked(Role::bad, 3));
  }

  // Where each format stops counting. Bars: logarithmic, an equal length for an equal factor.
  void formats() {
    p_.text({left_, formats_.y - 13}, "first token equal to the next (logarithmic)", quiet);
    const float from = left_ + 78, full = formats_.right() - from - 52;
    const Scale length{0, 1, 1, 8192, true};
    BarRows rows(p_, formats_, from, full);
    BarCells cells(
        p_, {{left_ - 2, formats_.y, formats_.width + 4, row * narrow_rows}, 2, narrow_rows});
    for (size_t i = 0; i < signal_formats; ++i) {
      const long long first = s_.first_confused[i];
      const std::string name(signal_choices[i].label), number = integer(first);
      const float share = length(static_cast<double>(first));
      const Style style = solid(Role::compute, i == s_.chosen ? 1.f : 0.5f);
      const auto show = [&](auto& table, const auto& words) {
        table.next(i == s_.chosen);
        words();
        table.does(choose("type", signal_choices[i].value), "{} confuses token {} with the next",
                   name, first);
      };
      if (narrow_)
        show(cells, [&] { cells.words({name}, number), cells.bar(0, share, style); });
      else
        show(rows, [&] { rows.name(name), rows.bar(share, style, number); });
    }
  }
};

float NoPositionRun::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
