#include "web/scene/kit.hpp"
#include "web/scenes/scaling/expert_all_to_all.hpp"
#include "web/scenes/scaling/measured_runs.hpp"

namespace loom::scenes {

constexpr float row = 22;
constexpr double least_sent = 1e3, most_sent = 1e9, least_time = 1e-6, most_time = 1e-2;

struct ExpertAllToAllDrawing : Picture<ExpertPicture> {
  int gpus_ = s_.gpus();
  Rect matrix_ = {34, by_width(56, 62), by_width(170, 296), by_width(170, 296)};
  float left_ = by_width(2, 368);  // of what is below, or beside
  Rect wires_ = {left_, by_width(matrix_.bottom() + 36, 44), width_ - left_ - 2, row * 4};
  Rect ways_ = {left_, wires_.bottom() + by_width(6, 14), wires_.width, row * 2};
  // Within one node there is no network, but room for what was measured.
  bool one_node_ = s_.options.nodes == 1;
  Rect plot_ = {left_ + 54, wires_.y + 2 * row + 40, wires_.width - 68, by_width(66, 72)};
  float beside_ = (one_node_ ? plot_.bottom() + 20 : ways_.bottom()) + 46;
  Rect loads_ = {by_width(width_ - 112, left_ + 4), by_width(matrix_.y + 20, beside_),
                 by_width(108, width_ - left_ - 10),
                 by_width(110, matrix_.bottom() - 22 - beside_)};

  float height() const { return by_width(440, matrix_.bottom() + 12); }
  void draw() {
    in("matrix", [&] { matrix(); });
    in("wires", [&] { wires(); });
    in("computed", [&] { computed(); });
    if (one_node_) measured();
  }

  // Tokens that each GPU (row) has for each other (column), whatever way they take.
  void matrix() {
    std::vector<double> copies;
    double most = 0;
    for (const auto& from_gpu : s_.traffic.copies)
      for (const std::int64_t each : from_gpu)
        copies.push_back(static_cast<double>(each * alike_tokens));
    for (const double each : copies) most = std::max(most, each);
    std::array<double, 5> from{};
    const double step = std::max(alike_tokens * 1., rounded_up(most / 5));
    for (size_t i = 0; i < from.size(); ++i) from[i] = step * static_cast<double>(i) + 1;
    const Grid grid = {matrix_, gpus_, gpus_};
    const Shades shades = {Role::data, from};
    write({2, 11}, quiet,
          by_width("tokens from GPU (row) to GPU (column)",
                   "tokens that GPU (row) has for experts of GPU (column)"));
    color_scale(p_, {2, 31}, "from", shades, "");
    heat_map(p_, grid, copies, shades);
    const Grid nodes = {matrix_, s_.options.nodes, s_.options.nodes};
    nodes.lines(p_, Role::muted);
    const std::vector<std::string> names = numbered(gpus_);
    column_heads(p_, grid, names);
    row_heads(p_, grid, names);
    spot(matrix_, "{} by {} GPUs; the squares on the diagonal are the nodes", gpus_, gpus_);
  }
  static double rounded_up(double value) {
    double unit = alike_tokens;
    while (unit * 8 < value) unit *= 2;
    double found = unit;
    while (found < value) found += unit;
    return found;
  }

  // How long the busiest GPU needs for each kind of wire, and both ways between nodes.
  void wires() {
    const float from = left_ + by_width(100, 118), end = wires_.right() - 6, full = end - from - 62;
    const double most = largest(
        s_.traffic.wires, [](double each) { return each; }, std::max(s_.directly, s_.handed_on));
    p_.text({from, wires_.y - 11}, "time of the busiest GPU", quiet);
    BarRows rows(p_, {wires_.x, wires_.y, wires_.width, row}, from, full);
    for (size_t i = 0; i < (one_node_ ? 2 : 4); ++i) {
      const double seconds = s_.traffic.wires[i];
      rows.next(false, wire_names[i]);
      rows.bar(most > 0 ? seconds / most : 0, solid(i < 2 ? Role::lane : Role::data),
               prefixed(seconds, "s"));
      rows.does("{}: {} for the GPU that has most", wire_names[i], prefixed(seconds, "s"));
    }
    if (one_node_) return;
    BarRows ways(p_, {ways_.x, ways_.y, ways_.width, row}, from, full);
    const auto way = [&](bool hand_on, std::string_view name, double seconds) {
      ways.next(s_.options.hand_on == hand_on, name);
      ways.bar(most > 0 ? seconds / most : 0,
               solid(Role::compute, s_.options.hand_on == hand_on ? 1.f : 0.5f),
               prefixed(seconds, "s"));
      ways.does(choose("way", hand_on ? "node" : "gpu"), "{}: the slowest wire takes {}", name,
                prefixed(seconds, "s"));
    };
    way(false, "to each GPU", s_.directly);
    way(true, "once a node", s_.handed_on);
  }

  // What each GPU has to compute; all wait for the one with most.
  void computed() {
    const double most = static_cast<double>(s_.traffic.computed);
    const double mean = most / s_.traffic.imbalance;
    const Scale y{loads_.bottom(), loads_.y, 0, std::max(most, 2 * mean)};
    p_.text({by_width(loads_.x, left_ + 4), loads_.y - by_width(14, 18)},
            by_width("computed by GPU", "tokens that each GPU computes"), quiet);
    level(p_, loads_.bottom(), loads_, stroked(Role::grid));
    const float wide = loads_.width / px(gpus_);
    std::vector<Rect> bars;
    for (int gpu = 0; gpu < gpus_; ++gpu) {
      const float top = y(static_cast<double>(nth(s_.traffic.gpus, gpu).computed));
      bars.push_back({loads_.x + wide * px(gpu) + 0.5f, top, wide - 1, loads_.bottom() - top});
    }
    p_.rects(bars, solid(Role::compute));
    level(p_, y(mean), loads_, dashed(Role::ink));
    write({loads_.x, loads_.bottom() + 13}, quiet,
          by_width("most: {}×", "GPU 0 to {}; dashed: mean; most: {}×"),
          narrow_ ? Word(times()) : Word(gpus_ - 1), times());
    spot(loads_, "The busiest GPU computes {} tokens, {} times the mean",
         s_.traffic.computed * alike_tokens, times());
  }

  // What the rate alone says of NVLink, and what was measured.
  void measured() {
    const Part part(p_, "measured");
    const Scale x = {plot_.x, plot_.right(), least_sent, most_sent, true};
    const Scale y = {plot_.bottom(), plot_.y, least_time, most_time, true};
    axis_left(p_, plot_, y, {{1e-6, "1 µs"}, {1e-4, "100 µs"}, {1e-2, "10 ms"}});
    axis_below(p_, plot_, x, {{1e3, "1 kB"}, {1e5, "100 kB"}, {1e7, "10 MB"}, {1e9, "1 GB"}});
    write({left_, plot_.y - 18}, quiet,
          by_width("time by bytes sent, log; dots: NCCL, two H200s",
                   "time by bytes sent, log; line: this figure; dots: NCCL, two H200s"));
    const double rate = s_.options.link;
    p_.line({x(least_time * rate), y(least_time)}, {x(most_sent), y(most_sent / rate)},
            stroked(Role::lane, 1.5f));
    measured_runs(
        p_, scaling::Collective::all_to_all, x, y,
        scaling::sent_share(scaling::Collective::all_to_all, scaling::h200::measured_gpus));
    const double sent = s_.traffic.wires[0] * rate;
    upright(p_, x(sent), plot_.y - 8, plot_.bottom(), stroked(Role::ink, 1.5f));
    spot(plot_, "The busiest GPU sends {} over NVLink: {} at the rate of this figure",
         prefixed(sent, "B"), prefixed(s_.traffic.wires[0], "s"));
  }

  std::string times() const { return fixed(s_.traffic.imbalance, 2); }
};

float ExpertPicture::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
