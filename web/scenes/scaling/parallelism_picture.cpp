#include "web/scene/kit.hpp"
#include "web/scenes/scaling/parallelism.hpp"

namespace loom::scenes {

using scaling::StepPart, scaling::TrainingMemory;

constexpr Style parameters_style = solid(Role::data), gradients_style = solid(Role::series_3),
                optimizer_style = solid(Role::lane), activations_style = solid(Role::compute);

struct ParallelismDrawing : Picture<ParallelPicture> {
  static constexpr int kinds = 5;                                       // of what is sent
  float row_ = by_width(20, 22), left_ = by_width(2, 118), tall_ = 20;  // of the two bars of memory
  int most_ = narrow_ ? shown_layouts - 1 : shown_layouts;
  float alone_y_ = by_width(66, 46), each_y_ = alone_y_ + by_width(40, 28);
  float bar_ = width_ - left_ - by_width(12, 140);
  // Bytes in bar_: all that each GPU would have to store, but not more than 17 times what it has.
  double full_ = std::max(s_.cluster.memory * 1.25,
                          std::min(s_.step.memory.total() * 1.03, s_.cluster.memory * 17));
  float below_ = each_y_ + tall_ + by_width(26, 48);
  Rect wire_ = {2, below_ + 12, by_width(width_ - 4, 336), by_width(17, 22) * kinds};
  Rect time_ = {2, wire_.bottom() + by_width(24, 34), wire_.width, by_width(14, 18)};
  Rect rows_ = {by_width(2, 364), by_width(time_.bottom() + 44, below_ + 12),
                by_width(width_ - 4, width_ - 366), row_* static_cast<float>(most_)};

  float height() const { return std::max(rows_.bottom(), time_.bottom() + 44) + 4; }
  void draw() {
    legend();
    in("memory", [&] { limit(); });
    memory("alone", "on one GPU", s_.alone, alone_y_);
    memory("memory", s_.gpus() == 1 ? "as it is cut" : "on each GPU", s_.step.memory, each_y_);
    in("wire", [&] { wire(); });
    in("time", [&] { time(); });
    in("layouts", [&] { layouts(); });
  }

  void legend() {
    Legend legend(p_, {2, 11}, width_, by_width(8, 16));
    legend.add("memory", "parameters", parameters_style);
    legend.add("memory", "gradients", gradients_style);
    legend.add("memory", "optimizer", optimizer_style);
    legend.add("memory", "activations", activations_style);
  }

  // The line that nothing may cross.
  void limit() {
    const float at = left_ + bar_ * px(s_.cluster.memory / full_);
    const Style line = stroked(Role::ink, 1.5f);
    if (narrow_)  // not through the words between the bars
      upright(p_, at, alone_y_ - 2, alone_y_ + tall_ + 2, line);
    upright(p_, at, by_width(each_y_ - 2, alone_y_ - 6), each_y_ + tall_ + by_width(4, 6), line);
    hold({at, alone_y_ - by_width(27, 14)}, strong, left_, left_ + bar_, "{}: {} GiB", s_.gpu,
         brief(s_.cluster.memory / gib));
  }

  void memory(std::string_view name, std::string_view title, const TrainingMemory& kept, float y) {
    const Part part(p_, name);
    const double total = kept.total();
    const bool fits = total <= s_.cluster.memory;
    const std::string sum = fill("{} GiB", stored_gib(total));
    if (narrow_)
      write({2, y - 11}, label, "{}: {}", title, sum);
    else
      p_.text({2, y + tall_ / 2}, title, label);
    const Rect frame = {left_, y, bar_, tall_};
    stack_of(p_, frame, full_,
             {{kept.parameters, parameters_style},
              {kept.gradients, gradients_style},
              {kept.optimizer, optimizer_style},
              {kept.activations, activations_style}});
    if (total > full_)
      chevron(p_, {frame.right() + 8, y + tall_ / 2}, Toward::right, Role::bad, 4, tall_ / 2 - 2);
    // Yes or no, as a sign and as a number.
    const Point sign =
        by_width(Point{width_ - 22, y - 11}, Point{frame.right() + 18, y + tall_ / 2});
    verdict(p_, sign, fits);
    if (!narrow_)
      p_.text({sign.x + 18, sign.y}, sum, colored(strong, fits ? Role::good : Role::bad));
    spot(frame, "{}: parameters {} GiB, gradients {}, optimizer {}, activations {}", title,
         stored_gib(kept.parameters), stored_gib(kept.gradients), stored_gib(kept.optimizer),
         stored_gib(kept.activations));
  }

  // What a GPU sends in a step, by kind; bars: seconds on the wire.
  void wire() {
    const auto all = s_.sent();
    const double most = largest(all, [](const auto& each) { return each.part->seconds; });
    const float bytes = wire_.x + 128, end = wire_.right() - 4;
    p_.text({2, below_ - 2}, "each GPU sends in a step", quiet);
    p_.text({end, below_ - 2}, "time on the wire", ended(quiet));
    BarRows rows(p_, {wire_.x, wire_.y, wire_.width, wire_.height / kinds}, bytes + 70,
                 end - bytes - 124);
    for (const auto& [name, letter, part_of] : all) {
      const StepPart& each = *part_of;
      rows.next(false, fill("{} ({})", name, letter));
      rows.cell(bytes, each.bytes() > 0 ? prefixed(each.bytes(), "B") : "–");
      if (each.bytes() <= 0) continue;
      p_.text({bytes + 6, rows.middle()}, wires_text(each),
              each.network_bytes > 0 ? strong : quiet);
      rows.bar(each.seconds / most, solid(Role::data));
      rows.cell(end, prefixed(each.seconds, "s"));
      rows.does("{} parallelism: {}, {}. The step waits for {}", name, sent_text(each),
                prefixed(each.seconds, "s"),
                each.exposed > 0 ? prefixed(each.exposed, "s") : "none of it");
    }
  }

  // The step: computing, waiting in the pipeline, and what of the wire nothing hides.
  void time() {
    const scaling::TrainingStep& step = s_.step;
    const double whole = step.seconds(), wire = whole - step.compute - step.bubble;
    write({2, time_.y - 11}, s_.fits() ? strong : label, "a step{}: about {}",
          s_.fits() ? "" : ", if it fitted", prefixed(whole, "s"));
    const Style styles[] = {solid(Role::compute), waiting, solid(Role::data)};
    stack_of(p_, time_, whole,
             {{step.compute, styles[0]}, {step.bubble, styles[1]}, {wire, styles[2]}});
    Legend legend(p_, {2, time_.bottom() + 13}, wire_.right() + 20, 9);
    legend.write("", styles[0], "compute {}", percent(step.compute / whole, 0));
    legend.write("", styles[1], "bubble {}", percent(step.bubble / whole, 0));
    legend.write("", styles[2], "wire {}", percent(wire / whole, 0));
    spot(time_, "Estimated: {} of the peak while computing, {} of bubble, {} on the wire",
         percent(s_.cluster.efficiency, 0), prefixed(step.bubble, "s"), prefixed(wire, "s"));
  }

  // The fastest that fit, of all ways to divide the model over as many GPUs, and the chosen one.
  void layouts() {
    const float y = rows_.y - 14, end = rows_.right() - 4;
    if (!narrow_)
      write({rows_.x + 4, y - 18}, label, "{} of {} ways to use {} fit. The fastest:", s_.fit,
            s_.tried, Word(s_.gpus(), "GPU"));
    column_names(p_, y, {{column(0), "d"}, {column(1), "t"}, {column(2), "p"}});
    column_names(p_, y, {{column(3), "c"}, {column(4), "e"}, {column(5), "ZeRO"}});
    column_names(p_, y, {{size_right(), "GiB"}, {end, "step"}});
    const float from = size_right() + by_width(6, 8);
    BarRows rows(p_, {rows_.x, rows_.y, rows_.width, row_}, from, end - from - 52);
    if (s_.fit == 0) rows.next(false, "None fits: more GPUs, or shorter sequences");
    const double most =
        largest(s_.rows, [](const auto& each) { return each.layout.step.seconds(); });
    const int last = std::min(most_, static_cast<int>(s_.rows.size())) - 1;
    for (int i = 0; i < last; ++i) layout(rows, nth(s_.rows, i), end, most);
    layout(rows, s_.chosen(s_.rows.back()) ? s_.rows.back() : nth(s_.rows, last), end, most);
  }

  float column(size_t i) const {
    constexpr float narrow[] = {36, 50, 70, 90, 118, 154}, wide[] = {38, 60, 86, 112, 140, 178};
    return rows_.x + (narrow_ ? narrow : wide)[i];
  }
  float size_right() const { return rows_.x + by_width(238, 270); }

  void layout(BarRows& rows, const ParallelPicture::Row& each, float end, double most) {
    const scaling::TrainingOptions& m = each.layout.options.model;
    const double total = each.layout.step.memory.total(), seconds = each.layout.step.seconds();
    const bool chosen = s_.chosen(each);
    rows.next(chosen);
    const int all[] = {m.data, m.tensor, m.pipeline, m.context, m.expert, m.zero};
    for (size_t i = 0; i < std::size(all); ++i) rows.cell(column(i), integer(all[i]));
    p_.text({column(std::size(all) - 1) + by_width(5, 8), rows.middle()}, kept_text(m), quiet);
    if (total > s_.cluster.memory)
      p_.text({size_right(), rows.middle()}, stored_gib(total), ended(colored(strong, Role::bad)));
    else
      rows.cell(size_right(), stored_gib(total));
    rows.bar(seconds / most, solid(Role::compute, chosen ? 1.f : 0.5f));
    rows.cell(end, prefixed(seconds, "s"));
    Action use = choose("data", m.data);
    use.also = each.query;
    rows.does(use, "{}, activations {}: {} GiB, a step of {}{}", layout_text(m), kept_text(m),
              stored_gib(total), prefixed(seconds, "s"),
              total > s_.cluster.memory ? ". It does not fit" : "");
  }
};

float ParallelPicture::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
