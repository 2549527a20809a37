#include "web/scene/kit.hpp"
#include "web/scenes/machine/copy_pipeline.hpp"

namespace loom::scenes {

constexpr float gutter = 90, card_width = 300;
constexpr float behind = 116;  // px: the numbers behind the longest bar

struct CopyPipelineDrawing : Picture<CopyPicture> {
  const gemm::CopyPipeline& all_ = s_.pipeline;
  const gemm::CopyPipelineOptions& o_ = s_.pipeline.options;
  float pitch_ = by_width(13, 14), race_ = by_width(12, 18);  // of rows; of the lanes in the card
  float card_height_ = 92 + 2 * race_;
  Rect chart_ = {gutter, 40, width_ - gutter - 24, 34 + pitch_* most_stages};
  float title_ = chart_.bottom() + 36;
  Rect bars_ = {gutter, title_ + by_width(20, 24), width_ - gutter - by_width(2, card_width + 26),
                pitch_*(most_stages + 1)};
  Rect card_ = by_width(Rect{2, bars_.bottom() + 28, width_ - 4, card_height_},
                        Rect{width_ - 2 - card_width, title_ - 10, card_width, card_height_});
  // Shares of the synchronous loop, so that all states have one scale.
  Scale share_ = {bars_.x, bars_.right() - behind, 0, 100};
  // A step ends with a tile's math.
  Gantt gantt_ =
      Gantt(p_, chart_, all_.total,
            now([&](int tiles) { return tiles <= 0 ? 0 : nth(all_.tiles, tiles - 1).math_end; }));

  float height() const { return std::max(bars_.bottom() + 20, card_.bottom() + 2); }
  void draw() {
    legend();
    gantt_.axis();
    in("math", [&] { math(); });
    in("copies", [&] { buffers(); });
    ends();
    gantt_.cursor();
    in("totals", [&] { totals(); });
    in("why", [&] { card(); });
  }

  Lane buffer(int b) const { return {chart_.y + 34 + pitch_ * px(b), by_width(10.5f, 11)}; }

  void legend() {
    Legend legend(p_, {by_width(2, gutter), 11}, 10000, by_width(8, 18));
    legend.add("math", "math", rounded(solid(Role::compute)));
    if (s_.issue() > 0) legend.add("math", "issuing", rounded(solid(Role::lane)));
    legend.add("copies", "copy", rounded(solid(Role::data)));
    legend.add("copies", "ready", solid(Role::data, 0.28f));
    if (!narrow_ || s_.issue() == 0) legend.add("copies", "in use", solid(Role::compute, 0.28f));
    legend.add("math", "waiting", waiting);
  }

  void math() {
    const Lane lane = {chart_.y, 24};
    const int count = o_.tiles, ahead = s_.ahead(), issue = s_.issue();
    gantt_.name(lane, "tensor cores", Weight::semibold);
    int free = issue * std::min(ahead, count);  // since when the block has nothing to do
    for (int i = 0; i < count; ++i) {
      const gemm::TileTimes& tile = nth(all_.tiles, i);
      if (issue > 0) gantt_.work(lane, tile.asked, tile.issued, Role::lane);
      if (ahead == 0) free += issue;
      const int end = tile.math_start - (ahead > 0 && i + ahead < count ? issue : 0);
      gantt_.wait(lane, free, end);
      gantt_.work(lane, tile.math_start, tile.math_end, Role::compute, integer(i));
      free = tile.math_end;
    }
    spot(band(chart_, lane.y, lane.height), drag_x("step", chart_.x, chart_.right(), 0, count),
         "The tensor cores are busy {} of {} cycles. Drag to move through the tiles",
         percent(all_.share(), 1), all_.total);
  }

  // A buffer is filled by a copy, waits, and is read by the math.
  void tile(int index) {
    const gemm::TileTimes& it = nth(all_.tiles, index);
    const Lane lane = buffer(it.buffer);
    gantt_.wait(lane, it.asked, it.copy_start);
    if (it.math_start > it.copy_end) gantt_.ready(lane, it.copy_end, it.math_start, Role::data);
    gantt_.work(lane, it.copy_start, it.copy_end, Role::data, integer(index));
    gantt_.ready(lane, it.math_start, it.math_end, Role::compute);
    if (it.asked >= gantt_.until()) return;
    const float left = gantt_.x(it.asked),
                right = gantt_.x(std::min<double>(it.math_end, gantt_.until()));
    spot({left, lane.y - 2, right - left, pitch_}, seek(index + 1),
         "Tile {}: copied from cycle {} to {}, multiplied from {} to {}", index, it.copy_start,
         it.copy_end, it.math_start, it.math_end);
  }

  void buffers() {
    for (int b = 0; b < most_stages; ++b) {
      const Lane lane = buffer(b);
      const bool used = b <= s_.ahead();
      gantt_.name(lane, "buffer " + integer(b), Weight::regular, used ? Role::ink : Role::muted);
      if (!used) level(p_, lane.middle(), chart_, dashed(Role::grid));
    }
    for (int i = 0; i < o_.tiles; ++i) tile(i);
  }

  void ends() {
    const float y = chart_.y - 12;
    Part part(p_, "fill");
    gantt_.bracket(y, 0, all_.fill, {fill("fill {}", all_.fill), "fill"});
    part.next("drain");
    gantt_.bracket(y, all_.total - all_.drain, all_.total, {fill("drain {}", all_.drain), "drain"});
  }

  float total_x(int cycles) const { return share_(100. * cycles / s_.totals[0]); }

  // A bar as long as the schedule takes; and what an H200 took, as a mark on it and a number at the
  // end. A bar that is cut has a sign behind it.
  void bar(int stages, float least) {
    const Lane lane = {bars_.y + pitch_ * px(stages) + 2, pitch_ - 4};
    const bool here = stages == s_.shown();
    const int total = nth(s_.totals, stages);
    const std::string name = stages == 0 ? "synchronous" : plural(stages, "stage");
    const TextStyle style = here ? strong : label;
    std::string beside;
    float end = total_x(total);
    p_.text({bars_.x - 10, lane.middle()}, name, ended(style));
    p_.rect({bars_.x, lane.y, end - bars_.x, lane.height},
            rounded(solid(Role::compute, here ? 1 : 0.28f)));
    if (total > s_.totals[0]) {
      chevron(p_, {end + 6, lane.middle()}, Toward::right, Role::ink, 4, 5);
      end += 8;
    }
    if (s_.measured && stages > 0) {
      const int took = nth(s_.measured->cycles, stages - 1);
      const float at = total_x(took);
      upright(p_, at, lane.y - 1, lane.y + lane.height + 1, stroked(Role::ink, 2));
      p_.text({bars_.right(), lane.middle()}, integer(took), ended(style));
      beside = fill("; an H200 took {}", took);
      end = std::max(end, at);
    }
    const std::string number = integer(total);
    const float wide = text_width(number, Size::small, Weight::semibold);
    float left = end + 8;
    for (float line : {least, share_(100)})  // not on a line
      if (left < line + 4 && left + wide > line - 4) left = line + 8;
    p_.text({left, lane.middle()}, number, style);
    const bool mode = stages == 0 || s_.synchronous();
    spot(
        {0, lane.y - 2, bars_.right(), pitch_},
        !mode ? choose("stages", stages) : choose("mode", stages == 0 ? "synchronous" : "cp.async"),
        "{}: {} cycles{}", name, total, beside);
  }

  // Total cycles, synchronous and with every number of stages.
  void totals() {
    const float least = total_x(s_.hidden), head = bars_.y - 24;
    p_.text({by_width(2, bars_.x), head}, "Total cycles", strong);
    if (s_.measured) p_.text({bars_.right(), head}, "| measured on H200", ended(label));
    axis_below(p_, {bars_.x, bars_.y, bars_.width - behind, bars_.height}, share_,
               {{0, "0"}, {50, "50"}, {100, "100"}}, "%");
    p_.text({bars_.right(), bars_.bottom() + 14}, "of synchronous", ended(quiet));
    for (int stages = 0; stages <= most_stages; ++stages) bar(stages, least);
    upright(p_, least, bars_.y - 4, bars_.bottom(), dashed(Role::good, 1.5f));
    hold({least, bars_.y - 10}, colored(strong, Role::good), bars_.x, bars_.right(),
         "all copies hidden: {}", s_.hidden);
  }

  // One copy against what the block does meanwhile.
  void race(const Lane& copy, const Lane& math) {
    const int pace = s_.pace(), ahead = s_.ahead(), covered = ahead * pace;
    const double span = std::max(o_.latency, std::min(covered, 2 * o_.latency));
    const Gantt race(p_, {card_.x + 12, copy.y, card_.width - 24, math.y + math.height - copy.y},
                     span, span);
    race.work(copy, 0, o_.latency, Role::data, fill("one copy: {}", o_.latency));
    race.wait(math, covered, o_.latency);
    for (int i = 0; i < ahead && i * pace < span; ++i) {
      const int from = i * pace, begin = from + o_.issue, end = begin + o_.compute;
      race.wait(math, end, std::min<double>(from + pace, span));
      if (o_.issue > 0) race.work(math, from, begin, Role::lane);
      race.work(math, begin + span / 400, std::min<double>(end, span), Role::compute,
                integer(o_.compute));
    }
  }

  void card() {
    const int ahead = s_.ahead(), pace = s_.pace(), missing = o_.latency - ahead * pace;
    scene::card(p_, card_, "While one copy is in flight");
    const float first = card_.y + 29;
    race({first, race_}, {first + race_ + 3, race_});
    const std::string each =
        o_.issue > 0 && pace > o_.interval ? fill("{} + {}", o_.issue, o_.compute) : integer(pace);
    Lines lines(p_, {card_.x + 12, first + 2 * race_ + 16}, 17);
    lines.add(ahead == 0 ? "nothing is multiplied"
                         : fill("{} {} cycles{}", Word(ahead, "tile takes", "tiles take"), each,
                                ahead == 1 ? "" : " each"),
              quiet);
    lines.write(quiet, missing > 0 ? fill("{} too few", Word(missing, "cycle"))
                                   : "enough: the copy is in time");
    lines.write(strong, "1 + {} / {}, rounded up: {}", o_.latency, pace,
                Word(gemm::stages_to_hide(o_), "stage"));
    spot(card_,
         "Stages that hide a copy: one for the math, and one for each tile of math in the "
         "time of a copy");
  }
};

float CopyPicture::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
