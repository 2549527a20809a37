#include "web/scene/kit.hpp"
#include "web/scenes/attention/head_sharing.hpp"

namespace loom::scenes {

constexpr int most_rows = 7;  // 64 heads, halved until one is left
constexpr float queries_y = 22, box_high = 22, keys_y = 66, rule = 116, row_high = 25;

struct HeadSharingDrawing : Picture<HeadSharingState> {
  using Row = HeadSharingState::Row;
  float heads_ = by_width(174, 156), list_ = heads_ + by_width(28, 12);  // columns' heads, rows
  float share_ = width_ - 8, measured_ = by_width(width_ - 6, share_ - 104),
        computed_ = measured_ - by_width(62, 74);  // right ends of columns
  Scale time_ = {by_width(64, 130), computed_ - by_width(54, 74), 0, most()};  // µs

  float height() const { return list_ + row_high * most_rows + 4; }
  void draw() {
    in("heads", [&] { heads(); });
    key();
    in("time", [&] { times(); });
    in("measured", [&] { measured(); });
  }

  double most() const {
    return largest(s_.rows, [](const Row& row) {
      return std::max(row.us, row.run ? row.run->fastest_us() : 0.);
    });
  }
  std::string share(const Row& row) const { return percent(row.share(), row.share_decimals()); }
  std::string bandwidth() const { return prefixed(s_.gb_per_s * 1e9, "B/s"); }
  BarRows table() const {
    return {p_, {2, list_, width_ - 4, row_high}, time_.from_px, time_.to_px - time_.from_px};
  }

  // Query heads above, the keys and values that they read below, as wide as those who share them.
  void heads() {
    const attention::HeadSharing& sharing = s_.row().sharing;
    write({2, 9}, label, "{} of one token", Word(sharing.heads, "query head"));
    const float wide = (width_ - 4) / px(sharing.heads), all = wide * px(sharing.group());
    const float apart = wide > 8 ? 1.f : 0.5f, joint = keys_y - 8;
    std::vector<Rect> queries, keys;
    for (int head = 0; head < sharing.heads; ++head) {
      const Rect box{2 + wide * px(head) + apart, queries_y, wide - 2 * apart, box_high};
      queries.push_back(box);
      upright(p_, box.center().x, box.bottom(), joint, stroked(Role::muted));
    }
    p_.rects(queries, solid(Role::lane));
    for (int kv = 0; kv < sharing.kv_heads; ++kv) {
      const Rect box{2 + all * px(kv) + apart, keys_y, all - 2 * apart, box_high};
      keys.push_back(box);
      if (sharing.group() > 1)
        level(p_, joint, box.x + wide / 2, box.right() - wide / 2, stroked(Role::muted));
      upright(p_, box.center().x, joint, keys_y, stroked(Role::muted));
    }
    p_.rects(keys, solid(Role::data));
    write(
        {2, keys_y + box_high + 13}, label,
        by_width("{} of keys and values ({})", "{} of keys and values of every token so far ({})"),
        Word(sharing.kv_heads, "head"), sharing_name(sharing));
  }

  void key() {
    level(p_, rule, 2, width_ - 2, stroked(Role::grid));
    Legend legend(p_, {2, rule + 16}, width_);
    legend.write("time", solid(Role::data),
                 by_width("one layer’s reads at full bandwidth",
                          "one layer’s reads for the next token at {}, the full bandwidth"),
                 bandwidth());
    if (narrow_) legend.next_line();
    legend.tick("measured", "measured on an H200", stroked(Role::ink, 2));
  }

  // A bar for each row, to one scale of time, and its number in a column.
  void times() {
    scale();
    p_.text({computed_, heads_}, "computed", ended(quiet));
    BarRows rows = table();
    for (size_t i = 0; i < s_.rows.size(); ++i) {
      const Row& row = s_.rows[i];
      rows.next(i == s_.chosen, fill(by_width("{}", "{} ({})"),
                                     Word(row.sharing.kv_heads, by_width("head", "KV head")),
                                     sharing_name(row.sharing)));
      rows.bar(row.us / time_.to, solid(Role::data, i == s_.chosen ? 1.f : 0.55f));
      rows.cell(computed_, decode_time(row.us));
      does(rows, row);
    }
  }

  // What was measured across the bars, and in columns beside what is computed.
  void measured() {
    p_.text({measured_, heads_}, "measured", ended(quiet));
    if (!narrow_) write({share_, heads_}, ended(quiet), "of {}", bandwidth());
    BarRows rows = table();
    for (size_t i = 0; i < s_.rows.size(); ++i) {
      const Row& row = s_.rows[i];
      rows.next();
      const TextStyle style = ended(!row.run ? quiet : i == s_.chosen ? strong : label);
      if (!row.run) {
        write({by_width(measured_, share_), rows.middle()}, style,
              by_width("no run", "not measured"));
        continue;
      }
      rows.mark(row.run->fastest_us() / time_.to);
      p_.text({measured_, rows.middle()}, decode_time(row.run->fastest_us()), style);
      if (!narrow_) p_.text({share_, rows.middle()}, share(row), style);
    }
  }

  // Above the bars, as the number of rows changes.
  void scale() {
    const bool micro = time_.to < 1000;
    const Scale shown{time_.from_px, time_.to_px, 0, micro ? time_.to : time_.to / 1000};
    const std::vector<Tick> all = ticks(shown, narrow_ ? 3 : 4);
    for (const Tick& tick : all) {
      const float x = shown(tick.value);
      upright(p_, x, list_, list_ + row_high * px(s_.rows.size()), stroked(Role::grid));
      write({x, list_ - 12}, centered(quiet), "{}{}", tick.text,
            &tick != &all.back() ? ""
            : micro              ? " µs"
                                 : " ms");
    }
  }

  void does(const BarRows& rows, const Row& row) const {
    const int heads = row.sharing.kv_heads, group = row.sharing.group();
    rows.does(heads == 1    ? choose("share", "all")
              : group <= 16 ? choose("share", group)
                            : Action{},
              fill("{}: {} read in {}, ", Word(heads, "KV head"), binary_bytes(row.cost.bytes),
                   decode_time(row.us)) +
                  (row.run ? fill("measured {}, {} of the bandwidth",
                                  decode_time(row.run->fastest_us()), share(row))
                           : "not measured"));
  }
};

float HeadSharingState::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
