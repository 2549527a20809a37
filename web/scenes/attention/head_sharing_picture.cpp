#include <algorithm>

#include "web/scene/kit.hpp"
#include "web/scene/kit/quantity.hpp"
#include "web/scenes/attention/head_sharing.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr int most_rows = 7;  // 64 heads, halved until one is left
constexpr float queries_y = 22, box_high = 22, keys_y = 66, rule = 118, row_high = 28;

struct Layout {
  explicit Layout(float picture_width)
      : narrow(is_narrow(picture_width)), width(picture_width), list(narrow ? 176.f : 158.f) {}

  float height() const { return list + row_high * most_rows + 4; }

  bool narrow;
  float width, list;
};

class Drawing {
 public:
  Drawing(const HeadSharingState& state, Painter& painter, float width)
      : s_(state), p_(painter), at_(width) {
    for (const HeadSharingState::Row& row : s_.rows)
      most_ = std::max({most_, row.us, row.run ? row.run->fastest_us() : 0.});
  }

  void run() {
    heads();
    key();
    times();
  }

 private:
  void heads();
  void key();
  void times();
  void does(const BarRows& rows, const HeadSharingState::Row& row) const;

  std::string share(const HeadSharingState::Row& row) const {
    return percent(row.run->gb_per_s() / s_.gb_per_s, 0);
  }

  const HeadSharingState& s_;
  Painter& p_;
  const Layout at_;
  double most_ = 0;  // µs
};

// Query heads above, the keys and values that they read below, as wide as those who share them.
void Drawing::heads() {
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
    p_.line({box.center().x, box.bottom()}, {box.center().x, keys_y - 8}, {.stroke = Role::muted});
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

void Drawing::key() {
  p_.line({2, rule}, {at_.width - 2, rule}, {.stroke = Role::grid});
  Legend legend(p_, {2, rule + 20}, at_.width);
  legend.add(
      "time",
      fill(at_.narrow ? "one layer's reads at {}" : "one layer's reads for the next token, at {}",
           {prefixed(s_.gb_per_s * 1e9, "B/s")}),
      {.fill = Role::data});
  if (s_.row().run || s_.rows.front().run)
    legend.line("measured", "measured on an H200", {.stroke = Role::ink, .stroke_width = 2});
}

void Drawing::times() {
  const float right = at_.width - 2, name = at_.narrow ? 62 : 128;
  const float measured = at_.narrow ? 58 : 120;
  const float behind = text_width("55.9 µs", Size::small, Weight::semibold);
  const Part part(p_, "time");
  BarRows rows(p_, {2, at_.list, right - 2, row_high}, 2 + name,
               right - name - measured - behind - 16);
  for (size_t i = 0; i < s_.rows.size(); ++i) {
    const HeadSharingState::Row& row = s_.rows[i];
    rows.next(i == s_.chosen);
    rows.name(
        fill(at_.narrow ? "{}" : "{} ({})",
             {{row.sharing.kv_heads, at_.narrow ? "head" : "KV head"}, sharing_name(row.sharing)}));
    if (row.run) rows.mark(row.run->fastest_us() / most_);
    rows.bar(row.us / most_, {.fill = Role::data, .fill_opacity = i == s_.chosen ? 1.f : 0.55f},
             decode_time(row.us));
    if (row.run)
      rows.cell(right - 6, at_.narrow ? decode_time(row.run->fastest_us())
                                      : fill("{}, {} of it",
                                             {decode_time(row.run->fastest_us()), share(row)}));
    does(rows, row);
  }
}

void Drawing::does(const BarRows& rows, const HeadSharingState::Row& row) const {
  std::string tooltip =
      fill("{}: {} read in {}",
           {{row.sharing.kv_heads, "KV head"}, binary_bytes(row.cost.bytes), decode_time(row.us)});
  if (row.run)
    tooltip += fill(", measured {}, {} of the bandwidth",
                    {decode_time(row.run->fastest_us()), share(row)});
  const int group = row.sharing.group();
  rows.does(tooltip, row.sharing.kv_heads == 1 ? choose("share", "all")
                     : group <= 16             ? choose("share", integer(group))
                                               : Action{});
}

}  // namespace

float head_sharing_height(float width) { return Layout(width).height(); }

void draw_head_sharing(const HeadSharingState& state, Painter& painter, const View& view) {
  Drawing(state, painter, view.width).run();
}

}  // namespace loom::scenes
