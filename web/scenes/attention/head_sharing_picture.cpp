#include <algorithm>

#include "web/scene/kit.hpp"
#include "web/scene/kit/quantity.hpp"
#include "web/scenes/attention/head_sharing.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr int most_rows = 7;  // 64 heads, halved until one is left
constexpr float queries_y = 22, box_high = 22, keys_y = 66, rule = 116, row_high = 25;

struct Layout {
  explicit Layout(float picture_width)
      : narrow(is_narrow(picture_width)),
        width(picture_width),
        heads(narrow ? 174.f : 156.f),
        list(heads + (narrow ? 28.f : 12.f)),
        share(width - 8),
        measured(narrow ? width - 6 : share - 104),
        computed(measured - (narrow ? 62.f : 74.f)) {}

  float height() const { return list + row_high * most_rows + 4; }

  bool narrow;
  float width, heads, list;         // y of the columns' heads and of the first row
  float share, measured, computed;  // right ends of columns
};

class Drawing {
 public:
  Drawing(const HeadSharingState& state, Painter& painter, float width)
      : s_(state), p_(painter), at_(width) {
    double most = 0;
    for (const HeadSharingState::Row& row : s_.rows)
      most = std::max({most, row.us, row.run ? row.run->fastest_us() : 0.});
    time_ = {at_.narrow ? 64.f : 130.f, at_.computed - (at_.narrow ? 54.f : 74.f), 0, most};
  }

  void run() {
    heads();
    key();
    times();
    measured();
  }

 private:
  std::string share(const HeadSharingState::Row& row) const {
    return percent(row.run->gb_per_s() / s_.gb_per_s, 0);
  }

  // Query heads above, the keys and values that they read below, as wide as those who share them.
  void heads() {
    const attention::HeadSharing& sharing = s_.row().sharing;
    const Part part(p_, "heads");
    p_.text({2, 9}, fill("{} of one token", {{sharing.heads, "query head"}}), label);
    const float wide = (at_.width - 4) / static_cast<float>(sharing.heads);
    const float apart = wide > 8 ? 1.f : 0.5f;
    std::vector<Rect> queries, keys;
    for (int head = 0; head < sharing.heads; ++head) {
      const Rect box{2 + wide * static_cast<float>(head) + apart, queries_y, wide - 2 * apart,
                     box_high};
      queries.push_back(box);
      p_.line({box.center().x, box.bottom()}, {box.center().x, keys_y - 8},
              {.stroke = Role::muted});
    }
    p_.rects(queries, {.fill = Role::lane});
    const float all = wide * static_cast<float>(sharing.group());
    for (int kv = 0; kv < sharing.kv_heads; ++kv) {
      const Rect box{2 + all * static_cast<float>(kv) + apart, keys_y, all - 2 * apart, box_high};
      keys.push_back(box);
      if (sharing.group() > 1)
        p_.line({box.x + wide / 2, keys_y - 8}, {box.right() - wide / 2, keys_y - 8},
                {.stroke = Role::muted});
      p_.line({box.center().x, keys_y - 8}, {box.center().x, keys_y}, {.stroke = Role::muted});
    }
    p_.rects(keys, {.fill = Role::data});
    p_.text({2, keys_y + box_high + 13},
            fill(at_.narrow ? "{} of keys and values ({})"
                            : "{} of keys and values of every token so far ({})",
                 {{sharing.kv_heads, "head"}, sharing_name(sharing)}),
            label);
  }

  void key() {
    p_.line({2, rule}, {at_.width - 2, rule}, {.stroke = Role::grid});
    Legend legend(p_, {2, rule + 16}, at_.width);
    legend.add("time",
               at_.narrow ? "one layer's reads at full bandwidth"
                          : fill("one layer's reads for the next token at {}, the full bandwidth",
                                 {prefixed(s_.gb_per_s * 1e9, "B/s")}),
               {.fill = Role::data});
    if (at_.narrow) legend.next_line();
    legend.line("measured", "measured on an H200", {.stroke = Role::ink, .stroke_width = 2});
  }

  // A bar for each row, to one scale of time, and its number in a column.
  void times() {
    const Part part(p_, "time");
    scale();
    p_.text({at_.computed, at_.heads}, "computed", ended(quiet));
    BarRows rows(p_, {2, at_.list, at_.width - 4, row_high}, time_.from_px,
                 time_.to_px - time_.from_px);
    for (size_t i = 0; i < s_.rows.size(); ++i) {
      const HeadSharingState::Row& row = s_.rows[i];
      rows.next(i == s_.chosen);
      rows.name(fill(
          at_.narrow ? "{}" : "{} ({})",
          {{row.sharing.kv_heads, at_.narrow ? "head" : "KV head"}, sharing_name(row.sharing)}));
      rows.bar(row.us / time_.to,
               {.fill = Role::data, .fill_opacity = i == s_.chosen ? 1.f : 0.55f});
      rows.cell(at_.computed, decode_time(row.us));
      does(rows, row);
    }
  }

  // What was measured across the bars, and in columns beside what is computed.
  void measured() {
    const Part part(p_, "measured");
    p_.text({at_.measured, at_.heads}, "measured", ended(quiet));
    if (!at_.narrow)
      p_.text({at_.share, at_.heads}, fill("of {}", {prefixed(s_.gb_per_s * 1e9, "B/s")}),
              ended(quiet));
    BarRows rows(p_, {2, at_.list, at_.width - 4, row_high}, time_.from_px,
                 time_.to_px - time_.from_px);
    for (size_t i = 0; i < s_.rows.size(); ++i) {
      const HeadSharingState::Row& row = s_.rows[i];
      rows.next();
      const TextStyle style = ended(!row.run ? quiet : i == s_.chosen ? strong : label);
      if (row.run) {
        rows.mark(row.run->fastest_us() / time_.to);
        p_.text({at_.measured, rows.middle()}, decode_time(row.run->fastest_us()), style);
        if (!at_.narrow) p_.text({at_.share, rows.middle()}, share(row), style);
      } else {
        p_.text({at_.narrow ? at_.measured : at_.share, rows.middle()},
                at_.narrow ? "no run" : "not measured", style);
      }
    }
  }

  // Above the bars, as the number of rows changes.
  void scale() {
    const bool micro = time_.to < 1000;
    const Scale shown{time_.from_px, time_.to_px, 0, micro ? time_.to : time_.to / 1000};
    const float bottom = at_.list + row_high * static_cast<float>(s_.rows.size());
    std::vector<Tick> all = ticks(shown, at_.narrow ? 3 : 4);
    const float y = at_.list - 12;
    for (Tick& tick : all) {
      p_.line({shown(tick.value), at_.list}, {shown(tick.value), bottom}, {.stroke = Role::grid});
      p_.text({shown(tick.value), y},
              &tick == &all.back() ? fill(micro ? "{} µs" : "{} ms", {tick.text}) : tick.text,
              centered(quiet));
    }
  }

  void does(const BarRows& rows, const HeadSharingState::Row& row) const {
    std::string tooltip = fill(
        "{}: {} read in {}",
        {{row.sharing.kv_heads, "KV head"}, binary_bytes(row.cost.bytes), decode_time(row.us)});
    if (row.run)
      tooltip += fill(", measured {}, {} of the bandwidth",
                      {decode_time(row.run->fastest_us()), share(row)});
    else
      tooltip += ", not measured";
    const int group = row.sharing.group();
    rows.does(tooltip, row.sharing.kv_heads == 1 ? choose("share", "all")
                       : group <= 16             ? choose("share", integer(group))
                                                 : Action{});
  }

  const HeadSharingState& s_;
  Painter& p_;
  const Layout at_;
  Scale time_;  // µs
};

}  // namespace

float HeadSharingState::height(float width) const { return Layout(width).height(); }

void HeadSharingState::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
