// The kit's pieces: where they are, what they draw, what can be dragged.
#include <array>
#include <cmath>

#include "tests/doctest.hpp"
#include "tests/web/scene/recording_painter.hpp"
#include "web/scene/kit.hpp"

TESTS_OF(web::scene::kit::pieces) {

using namespace loom::scene;
using doctest::Approx;

TEST_CASE("kit: arrow heads point where they are told") {
  const auto head = [](Toward toward) {
    RecordingPainter painter;
    arrow_head(painter, {100, 50}, toward, Role::lane, 8, 3);
    return painter.marks().at(0).box;
  };
  CHECK(head(Toward::right).x == 92);
  CHECK(head(Toward::right).right() == 100);
  CHECK(head(Toward::left).x == 100);
  CHECK(head(Toward::down).bottom() == 50);
  CHECK(head(Toward::up).y == 50);
  CHECK(head(Toward::up).height == 8);
  CHECK(head(Toward::up).width == 6);
}

TEST_CASE("kit: an arrow ends at its tip, at any angle, and nowhere is no arrow") {
  for (double turn = 0; turn < 6.3; turn += 0.3) {
    RecordingPainter painter;
    const Point tip = {100 + 40 * static_cast<float>(std::cos(turn)),
                       100 + 40 * static_cast<float>(std::sin(turn))};
    arrow(painter, {100, 100}, tip, Role::ink, 2);
    REQUIRE(painter.marks().size() == 2);
    const Rect head = painter.marks()[1].box;
    CHECK(tip.x >= head.x - 0.01f);
    CHECK(tip.x <= head.right() + 0.01f);
    CHECK(tip.y >= head.y - 0.01f);
    CHECK(tip.y <= head.bottom() + 0.01f);
    CHECK(std::max(head.width, head.height) < 12);
  }
  RecordingPainter painter;
  arrow(painter, {5, 5}, {5, 5}, Role::ink);
  CHECK(painter.marks().empty());
  arrow(painter, {5, 5}, {8, 5}, Role::ink);  // too short for a line
  CHECK(painter.marks().size() == 1);
}

TEST_CASE("kit: crosses, brackets, chevrons") {
  RecordingPainter painter;
  cross(painter, {50, 50}, Role::bad, 4);
  REQUIRE(painter.marks().size() == 2);
  CHECK(painter.marks()[0].box.center().x == 50);
  bracket(painter, 10, 90, 20, -5, {.stroke = Role::lane});
  const Rect box = painter.marks()[2].box;
  CHECK(box.center().x == 50);
  CHECK(box.center().y == 17.5f);
  chevron(painter, {30, 30}, Toward::right, Role::bad, 4, 10);
  CHECK(painter.marks()[3].style.fill == Role::none);
}

TEST_CASE("kit: lines as long as a box is wide or high") {
  RecordingPainter painter;
  const Rect box = {10, 20, 40, 30};
  upright(painter, 12, box, stroked(Role::ink));
  level(painter, 45, box, stroked(Role::ink));
  REQUIRE(painter.marks().size() == 2);
  const Rect up = painter.marks()[0].box, along = painter.marks()[1].box;
  CHECK(up.center().x == 12);
  CHECK(up.center().y == 35);
  CHECK(up.height >= 30);
  CHECK(along.center().x == 30);
  CHECK(along.center().y == 45);
  CHECK(along.width >= 40);
}

TEST_CASE("kit: yes is a check mark, no a cross in its place") {
  RecordingPainter yes, no;
  verdict(yes, {10, 20}, true);
  verdict(no, {10, 20}, false);
  REQUIRE(yes.marks().size() == 1);
  REQUIRE(no.marks().size() == 2);
  CHECK(yes.marks()[0].style.stroke == Role::good);
  CHECK(no.marks()[0].style.stroke == Role::bad);
  CHECK(yes.marks()[0].box.center().x == 15.5f);
  CHECK(std::fabs(yes.marks()[0].box.center().x - no.marks()[0].box.center().x) < 1);
}

TEST_CASE("kit: even columns, whole groups") {
  CHECK(even_columns(16, 8) == 8);
  CHECK(even_columns(18, 8) == 6);
  CHECK(even_columns(16, 16, 4) == 16);
  CHECK(even_columns(18, 16, 5) == 10);
  CHECK(even_columns(16, 8, 5) == 8);  // two groups of five would take ten
  CHECK(even_columns(3, 8, 5) == 3);
  for (int count = 1; count <= 40; ++count)
    for (int most = -1; most <= 20; ++most)
      for (int group = 1; group <= 9; ++group) {
        const int columns = even_columns(count, most, group), room = std::max(1, most);
        CHECK(columns >= 1);
        CHECK(columns <= std::min(room, count));
        CHECK((count + columns - 1) / columns == (count + room - 1) / room);  // as few rows
      }
}

TEST_CASE("kit: a legend breaks into lines before it passes its right end") {
  RecordingPainter painter;
  Legend legend(painter, {10, 11}, 260);
  legend.add("copies", "copy", {.fill = Role::data});
  legend.line("", "a line with a long name", {.stroke = Role::ink});
  legend.point("measured", "measured on an H200", hollow);
  legend.words("and words");
  const auto texts = painter.of(Mark::Kind::text);
  REQUIRE(texts.size() == 4);
  for (const Mark& mark : texts) CHECK(mark.box.right() <= 260);
  CHECK(texts[0].box.center().y == texts[1].box.center().y);
  CHECK(texts[2].box.center().y == Approx(texts[0].box.center().y + 20));
  CHECK(texts[2].box.x == texts[0].box.x);
  CHECK(texts[0].part == "copies");
  CHECK(texts[1].part == "");
  CHECK_FALSE(painter.problem());
  CHECK(Legend::width("copy") == Approx(texts[0].box.right() - 10));
  CHECK(legend.next().y == texts[3].box.center().y);
}

TEST_CASE("kit: bar rows") {
  RecordingPainter painter;
  BarRows rows(painter, {0, 100, 300, 24}, 80, 150);
  rows.next();
  rows.name("naive");
  rows.cell(76, "1");
  rows.bar(0.5, {.fill = Role::data}, "half");
  rows.does(choose("tile", "1"), "{} of {}", 1, 2);
  rows.next(true, "tiled");
  rows.mark(0.9);
  rows.bar(1e-9, {.fill = Role::data}, "little");
  rows.next();
  rows.bar(0, {.fill = Role::data}, "nothing");
  rows.next();
  rows.bar(7, {.fill = Role::data});
  const auto rects = painter.of(Mark::Kind::rect);
  REQUIRE(rects.size() == 4);  // two bars, the ground of the chosen row, the bar that was held
  CHECK(rects[0].box.x == 80);
  CHECK(rects[0].box.width == 75);
  CHECK(rects[0].box.center().y == 112);
  CHECK(rects[1].box.y == 124);
  CHECK(rects[2].box.width == 1);
  CHECK(rects[3].box.right() == 230);
  const auto texts = painter.of(Mark::Kind::text);
  CHECK(texts[1].box.right() == Approx(76));
  CHECK(texts[2].box.x == Approx(161));
  CHECK(texts[3].text_style.weight == Weight::semibold);
  CHECK(texts[4].box.x == Approx(80 + 150 * 0.9 + 6));  // behind the mark
  CHECK(texts[5].box.x == 86);
  const Mark spot = painter.of(Mark::Kind::hotspot)[0];
  CHECK(spot.box.y == 100);
  CHECK(spot.text == "1 of 2");
  CHECK(spot.action.key == "tile");
}

TEST_CASE("kit: a stack of amounts that are known is the same as one built up") {
  RecordingPainter one, other;
  Stack stack(one, {10, 20, 100, 8}, 50);
  stack.add(20, solid(Role::data));
  stack.add(0, solid(Role::lane));
  stack.add(40, solid(Role::bad));
  stack_of(other, {10, 20, 100, 8}, 50,
           {{20, solid(Role::data)}, {0, solid(Role::lane)}, {40, solid(Role::bad)}});
  REQUIRE(one.marks().size() == 3);
  REQUIRE(other.marks().size() == 3);
  for (size_t i = 0; i < 3; ++i) CHECK(one.marks()[i].box.right() == other.marks()[i].box.right());
}

TEST_CASE("kit: boxes beside, below and around each other") {
  constexpr Rect box = {10, 20, 30, 40};
  CHECK(below(box, 5, 7).y == 65);
  CHECK(below(box, 5, 7).width == 30);
  CHECK(beside(box, 5, 7).x == 45);
  CHECK(beside(box, 5, 7).height == 40);
  CHECK(band(box, 25, 7).x == 10);
  CHECK(band(box, 25, 7).bottom() == 32);
  CHECK(around({10, 20}, 3).x == 7);
  CHECK(around({10, 20}, 3).bottom() == 23);
}

TEST_CASE("kit: the way along points, at even speed") {
  const Point way[] = {{0, 0}, {30, 0}, {30, 0}, {30, 10}};
  CHECK(along(way, 0).x == 0);
  CHECK(along(way, 0.5f).x == Approx(20));
  CHECK(along(way, 0.75f).x == Approx(30));
  CHECK(along(way, 0.875f).y == Approx(5));
  CHECK(along(way, 1).y == Approx(10));
  CHECK(between({0, 10}, {10, 30}, 0.25f).y == Approx(15));
}

TEST_CASE("kit: cells with a bar fill one column after the other, and their names keep clear") {
  RecordingPainter painter;
  BarCells cells(painter, {{0, 100, 300, 48}, 2, 2});
  cells.next();
  cells.words({"a model of a very long name", "a model"}, "1,024 MiB");
  cells.bar(0, 0.5, {.fill = Role::data});
  cells.bar(0.5, 7, {.fill = Role::lane});
  cells.next(true);
  cells.words({"below"}, "2");
  cells.number(100, "3");
  cells.bar(0, 1e-9, {.fill = Role::data});
  cells.bar(0.5, 0.5, {.fill = Role::bad});  // nothing
  cells.next();
  cells.words({"beside"}, "4");
  cells.does("Beside", choose("model", "beside"));
  const auto texts = painter.of(Mark::Kind::text);
  REQUIRE(texts.size() == 7);
  CHECK(texts[0].text == "a model");
  CHECK(texts[1].box.right() == Approx(145));
  CHECK(texts[2].box.x == texts[0].box.x);
  CHECK(texts[2].box.center().y == Approx(texts[0].box.center().y + 24));
  CHECK(texts[2].text_style.weight == Weight::semibold);
  CHECK(texts[4].box.right() == Approx(105));
  CHECK(texts[5].box.x == Approx(texts[0].box.x + 150));
  CHECK(texts[5].box.center().y == texts[0].box.center().y);
  const auto rects = painter.of(Mark::Kind::rect);
  REQUIRE(rects.size() == 4);  // two bars, the ground of the chosen one, the least bar
  CHECK(rects[0].box.x == 5);
  CHECK(rects[0].box.right() == rects[1].box.x);
  CHECK(rects[1].box.right() == 145);
  CHECK(rects[1].box.bottom() < 124);
  CHECK(rects[2].box.y == 124);
  CHECK(rects[3].box.width == 1);
  const auto spots = painter.of(Mark::Kind::hotspot);
  REQUIRE(spots.size() == 1);
  CHECK(spots[0].box.x == 150);
  CHECK(spots[0].box.height == 24);
  CHECK_FALSE(painter.problem());
}

TEST_CASE("kit: a stack adds up and stays in its frame") {
  RecordingPainter painter;
  Stack stack(painter, {10, 20, 100, 12}, 50);
  CHECK(stack.add(10, {.fill = Role::data}).right() == 30);
  CHECK(stack.add(0, {.fill = Role::waste}).width == 0);
  CHECK(stack.add(-5, {.fill = Role::waste}).x == 30);
  CHECK(stack.add(20, {.fill = Role::lane}).x == 30);
  CHECK(stack.add(1000, {.fill = Role::bad}).right() == 110);
  CHECK(stack.add(1, {.fill = Role::bad}).width == 0);  // all of it is beyond
  CHECK(painter.of(Mark::Kind::rect).size() == 4);
  RecordingPainter little;
  Stack thin(little, {10, 20, 100, 12}, 50);
  CHECK(thin.add(1e-6, {.fill = Role::data}).width == 1);  // seen, however little
}

TEST_CASE("kit: a grid's cells tile it, and its lines are one element") {
  const Grid grid{{10, 20, 80, 40}, 8, 4};
  CHECK(grid.cell(0).x == 10);
  CHECK(grid.cell(9).x == 20);
  CHECK(grid.cell(9).y == 30);
  CHECK(grid.cell(31).right() == 90);
  CHECK(grid.cell(31).bottom() == 60);
  CHECK(grid.cells(2, 1, 3, 2).width == 30);
  CHECK(grid.cells(8, 0).x == 90);  // beside it
  RecordingPainter painter;
  grid.lines(painter);
  CHECK(painter.of(Mark::Kind::rect).size() == 9 + 5);
}

TEST_CASE("kit: cells of a kind are joined along a row, and never across its end") {
  RecordingPainter painter;
  const Grid grid{{0, 0, 40, 20}, 4, 2};
  const std::uint8_t kinds[] = {0, 0, 1, 0, 0, 9, 1, 1};
  const Style styles[] = {{.fill = Role::data}, {.fill = Role::lane}};
  paint_cells(painter, grid, kinds, styles);
  const auto rects = painter.of(Mark::Kind::rect);
  REQUIRE(rects.size() == 5);
  CHECK(rects[0].box.width == 20);
  CHECK(rects[1].box.x == 30);
  CHECK(rects[2].box.y == 10);  // the row's end divides it from the one before
  CHECK(rects[4].box.width == 20);
  CHECK(rects[4].style.fill == Role::lane);
  RecordingPainter apart;
  paint_cells(apart, grid, kinds, styles, 1);
  CHECK(apart.marks().size() == 7);
  CHECK(apart.marks()[0].box.width == 8);
}

TEST_CASE("kit: shades grow stronger, and a heat map of 64 × 64 paints every cell once") {
  const double from[] = {0.1, 0.3, 1};
  const Shades shades{Role::bad, from};
  CHECK(shades.of(0.05) == -1);
  CHECK(shades.of(0.1) == 0);
  CHECK(shades.of(0.99) == 1);
  CHECK(shades.of(50) == 2);
  CHECK(shades.style(0).fill_opacity == Approx(0.22));
  CHECK(shades.style(2).fill_opacity == 1);
  const double one[] = {5.};
  CHECK(Shades{Role::bad, one}.style(0).fill_opacity == Approx(0.22));

  std::vector<double> values;
  for (int i = 0; i < 64 * 64; ++i) values.push_back(i % 7 * 0.2);
  RecordingPainter painter;
  heat_map(painter, {{0, 0, 640, 640}, 64, 64}, values, shades);
  float area = 0;
  for (const Mark& mark : painter.marks())
    if (mark.style.fill != Role::none) area += mark.box.width * mark.box.height;
  int shown = 0;
  for (double value : values) shown += shades.of(value) >= 0;
  CHECK(area == Approx(100 * shown));
}

TEST_CASE("kit: the color scale prints every number, and ends where it says") {
  const double from[] = {0.1, 0.3, 1};
  RecordingPainter painter;
  const float end = color_scale(painter, {10, 8}, "error from", {Role::bad, from}, "σ");
  const auto texts = painter.of(Mark::Kind::text);
  REQUIRE(texts.size() == 4);
  CHECK(texts[1].text == "0.1");
  CHECK(texts[3].text == "1 σ");
  CHECK(texts[3].box.right() == Approx(end));
  CHECK(painter.of(Mark::Kind::rect).size() == 3);
}

TEST_CASE("kit: heads stand over their columns and beside their rows, as many as have room") {
  const Grid roomy{{50, 50, 320, 200}, 8, 4}, dense{{50, 50, 128, 128}, 64, 64};
  RecordingPainter painter;
  CHECK(numbered(3, 5) == std::vector<std::string>{"5", "6", "7"});
  column_heads(painter, roomy, numbered(8));
  row_heads(painter, roomy, numbered(4));
  const auto all = painter.of(Mark::Kind::text);
  REQUIRE(all.size() == 12);
  CHECK(all[0].box.center().x == Approx(roomy.cell(0).center().x));
  CHECK(all[11].box.right() == Approx(44));
  RecordingPainter crowded;
  column_heads(crowded, dense, numbered(64));
  row_heads(crowded, dense, numbered(64));
  const auto some = crowded.of(Mark::Kind::text);
  CHECK(some.size() < 24);
  for (size_t i = 1; i < some.size(); ++i) {
    const bool beside = some[i].box.x >= some[i - 1].box.right() + 3,
               below = some[i].box.y >= some[i - 1].box.bottom() || some[i].box.x < 50;
    CHECK((beside || below));
  }
}

TEST_CASE("kit: what a hand takes is at least a finger wide, and inside") {
  RecordingPainter painter;
  const Action action = drag_x("alpha", 0, 100, 0, 1);
  knob(painter, {3, 50}, 100, "Drag", action);
  knob(painter, {99, 50}, 100, "Drag", action);
  edge_handle(painter, 2, {0, 20, 100, 60}, "Drag", action);
  for (const Mark& mark : painter.of(Mark::Kind::hotspot)) {
    CHECK(mark.box.x >= 0);
    CHECK(mark.box.right() <= 100);
    CHECK(mark.box.width >= least_grip);
    CHECK(mark.box.height >= least_grip);
    CHECK(mark.action.key == "alpha");
  }
  RecordingPainter plain;
  knob(plain, {3, 50}, Role::data);
  CHECK(plain.of(Mark::Kind::hotspot).empty());
}

TEST_CASE("kit: a value's bar goes from the middle to its value") {
  const Rect box = {10, 20, 30, 40};
  const auto bar = [&](double value) {
    RecordingPainter painter;
    value_bar(painter, box, value, 2, {.fill = Role::data});
    return painter.marks().at(0).box;
  };
  CHECK(bar(1).y == 30);
  CHECK(bar(1).bottom() == 40);
  CHECK(bar(-2).y == 40);
  CHECK(bar(-2).bottom() == 60);
  CHECK(bar(99).y == 20);
  CHECK(bar(0).height == 1);
  const Action action = drag_value("weights", 7, box, 2);
  CHECK(action.index == 7);
  CHECK(action.from_px == 60);
  CHECK(action.from_value == -2);
}

TEST_CASE("kit: panels stand beside each other, or one below the other") {
  const PanelSizes sizes{.first_height = 100, .second_height = 60, .second_width = 200};
  const Panels wide = panels(wide_width, 10, sizes), narrow = panels(narrow_width, 10, sizes);
  CHECK_FALSE(wide.narrow);
  CHECK(wide.second.right() == wide_width - 2);
  CHECK(wide.first.right() + 28 == wide.second.x);
  CHECK(wide.second.y == 10);
  CHECK(wide.bottom() == 110);
  CHECK(narrow.narrow);
  CHECK(narrow.first.width == narrow_width - 4);
  CHECK(narrow.second.y == 130);
  CHECK(narrow.bottom() == 190);
  const Panels halves = panels(wide_width, 0, {.first_height = 1, .second_height = 1, .gap = 20});
  CHECK(halves.first.width == halves.second.width);
  CHECK(halves.second.x - halves.first.right() == Approx(20));
}

}  // TESTS_OF(web::scene::kit::pieces)
