#include "web/scene/kit.hpp"
#include "web/scenes/chips/cluster_multicast.hpp"

namespace loom::scenes {

using gemm::Sharing;

constexpr float title_high = 26, l2_title = 24, l2_high = 34, fact_high = 20;
constexpr float name_high = 16, least_beside = 80;
constexpr int forms = 3, names_tiles = 2;  // of a block's name; those before it name the tiles
constexpr int first_tile_name = gemm::most_cluster_blocks,
              most_in_line = 12;  // tiles in L2

constexpr Style own = solid(Role::data), brought = solid(Role::data, 0.3f),
                read = solid(Role::lane, 0.6f),  // in a neighbor's memory
    mark = stroked(Role::ink, 2);

static std::string size(std::int64_t bytes) { return binary_bytes(bytes); }

struct ClusterMulticastDrawing : Picture<ClusterMulticast> {
  const int down_ = s_.cluster.down, across_ = s_.cluster.across, pointed_ = view_.pointed;
  Rect cells_ = {2, title_high, by_width(width_ - 4, 392), by_width(116, 208)};
  float legend_ = cells_.bottom() + 16;
  Rect l2_ = {2, legend_ + 12 + l2_title, cells_.width, l2_high};
  float left_ = by_width(2, 424), bars_ = by_width(l2_.bottom() + 18, 10);
  float bar_pitch_ = by_width(33, 42), key_ = bars_ + 26 + bar_pitch_ * 3;
  float lines_ = key_ + by_width(20, 32);
  const int form_ = form_of_names();

  float height() const {
    return std::max(l2_.bottom() + 4, lines_ + fact_high * by_width(1, 3) + 10);
  }
  void draw() {
    write({2, 10}, label,
          form_ < names_tiles ? "What each block needs: a tile of A and one of B"
                              : fill("Blocks 0,0 to {},{}: block i,j uses tiles Ai and Bj",
                                     down_ - 1, across_ - 1));
    for (int row = 0; row < down_; ++row)
      for (int column = 0; column < across_; ++column) block(row, column);
    legend();
    in("l2", [&] { l2(); });
    bars();
    numbers();
  }

  Rect cell_of(int row, int column) const {
    return inset(Grid{cells_, across_, down_}.cells(column, row), 1.5f);
  }
  static float edge_of(const Rect& cell) {
    return std::min(5.f, std::min(cell.width, cell.height) / 7);
  }
  // A block's name stands above its tiles, or before them where the block is low.
  static bool above(const Rect& room) { return room.height > 2 * name_high; }
  static std::string name(int form, int row, int column) {
    constexpr std::string_view written[forms] = {"block {},{}: A{} and B{}", "{},{}: A{}, B{}",
                                                 "{},{}"};
    return fill(written[form], row, column, row, column);
  }
  float longest_name(int form) const {
    return text_width(name(form, down_ - 1, across_ - 1), Size::small);
  }

  // Parts of a tile, and which of them the block asks for itself; all where there is no multicast.
  int pieces(bool is_a) const { return !s_.parts() ? 1 : is_a ? across_ : down_; }
  int own_piece(bool is_a, int row, int column) const {
    return !s_.parts() ? 0 : is_a ? column : row;
  }
  bool reads() const { return s_.way == Sharing::neighbors; }

  // A tile of A in rows, or of B in columns, cut into parts.
  void tile(const Rect& box, bool is_a, int row, int column) {
    const int count = pieces(is_a);
    const Grid grid{box, is_a ? 1 : count, is_a ? count : 1};
    std::vector<Rect> others;
    for (int i = 0; i < count; ++i)
      if (i != own_piece(is_a, row, column)) others.push_back(grid.cell(i));
    if (!others.empty()) {
      const Part part(p_, reads() ? "neighbors" : "brought");
      p_.rects(others, reads() ? read : brought);
    }
    const Part part(p_, "own");
    p_.rect(grid.cell(own_piece(is_a, row, column)), own);
    p_.rect(box, stroked(Role::data));
    // What the pointed block asked for, wherever it arrives; or the pointed tile.
    const bool whole = pointed_ == first_tile_name + (is_a ? row : down_ + column);
    if (whole) p_.rect(box, stroked(Role::ink, 2));
    if (pointed_ < 0 || pointed_ >= s_.cluster.blocks()) return;
    const int from_row = pointed_ / across_, from_column = pointed_ % across_;
    const bool reached = s_.parts() ? (is_a ? from_row == row : from_column == column)
                                    : from_row == row && from_column == column;
    if (reached) p_.rect(grid.cell(own_piece(is_a, from_row, from_column)), stroked(Role::ink, 2));
  }

  // As much as the last block, whose name is the longest, has room for; else `forms`.
  int form_of_names() const {
    const Rect cell = cell_of(0, 0), room = inset(cell, edge_of(cell));
    int form = 0;
    for (; form < forms; ++form)
      if (room.height >= name_high - 2 &&
          room.width >= longest_name(form) + (above(room) ? 0.f : least_beside))
        break;
    return form;
  }

  void block(int row, int column) {
    const Rect cell = cell_of(row, column);
    Part part(p_, "blocks");
    p_.rect(cell, edged(Role::surface, Role::muted));
    part.end();
    const float edge = edge_of(cell);
    Rect room = inset(cell, edge);
    if (form_ < forms) {
      const float across = above(room) ? 0 : longest_name(form_) + 8,
                  down = above(room) ? name_high : 0;
      p_.text({room.x, above(room) ? room.y + 7 : room.center().y}, name(form_, row, column),
              quiet);
      room = {room.x + across, room.y + down, room.width - across, room.height - down};
    }
    const float half = (room.width - edge) / 2;
    const Rect a = {room.x, room.y, half, room.height},
               b = {room.x + half + edge, room.y, half, room.height};
    tile(a, true, row, column);
    tile(b, false, row, column);
    spot_of(row * across_ + column, cell, Action(), "Block {},{} requests {} of A and {} of B", row,
            column, size(s_.loads().part_a), size(s_.loads().part_b));
  }

  void legend() {
    Legend legend(p_, {2, legend_}, cells_.right());
    legend.add("own", "the block’s own request", own);
    if (reads())
      legend.add("neighbors", by_width("read from a neighbor", "read from a neighbor’s SM"), read);
    else
      legend.add("brought", by_width("another’s request", "another block’s request"), brought);
  }

  // The tiles that the cluster needs at a step, and how often each is asked for.
  void l2() {
    const int tiles = down_ + across_;
    const bool many = tiles > most_in_line;
    const auto asked = [&](int needed) { return s_.parts() ? 1 : needed; };
    write({2, l2_.y - 12}, label,
          many ? fill("L2: tiles of this step; A’s requested {}×, B’s {}×", asked(across_),
                      asked(down_))
               : "L2: tiles of this step, and the requests for each");
    const Grid grid{l2_, many ? (tiles + 1) / 2 : tiles, many ? 2 : 1};
    for (int i = 0; i < tiles; ++i) {
      const bool is_a = i < down_;
      const int index = is_a ? i : i - down_, needed = is_a ? across_ : down_,
                times = asked(needed);
      const std::string name = fill("{}{}", is_a ? "A" : "B", index);
      const Rect box = inset(grid.cell(i), 1.5f);
      p_.rect(box, edged(Role::surface, Role::data));
      if (pointed_ == first_tile_name + i) p_.rect(box, stroked(Role::ink, 2));
      const bool roomy = box.width > 56, bad = times > 1;
      const TextStyle style = centered(colored(label, bad ? Role::bad : Role::ink));
      if (many)
        p_.text(box.center(), name, style);
      else if (roomy)
        write(box.center(), style, "{}: {}×", name, times);
      else {
        p_.text({box.center().x, box.center().y - 7}, name, centered(quiet));
        write({box.center().x, box.center().y + 8}, style, "{}×", times);
      }
      spot_of(first_tile_name + i, box, Action(), "Tile {}: needed by {}, requested {}", name,
              Word(needed, "block"), Word(times, "time"));
    }
  }

  // All amounts of a product in one unit.
  std::string amount(std::int64_t bytes) const {
    const bool large = s_.alone.arriving >= std::int64_t{1} << 30;
    return brief(static_cast<double>(bytes) / (large ? 1 << 30 : 1 << 20)) +
           (large ? " GiB" : " MiB");
  }

  // What arrives, by where it comes from: one length, whatever the way.
  void bar(Sharing way) {
    constexpr std::string_view names[] = {"each alone", "multicast", "from neighbors"};
    constexpr std::string_view values[] = {"off", "on", "neighbors"};
    constexpr std::string_view does[] = {"Each block requests its own tiles",
                                         "Blocks share tiles by multicast",
                                         "Blocks read the others’ parts from their shared memory"};
    const auto i = static_cast<size_t>(way);
    const gemm::ClusterLoads& loads = s_.loads_of(way);
    const std::int64_t between = loads.between_sms(way);
    const float y = bars_ + 26 + bar_pitch_ * px(i), right = width_ - 2;
    const TextStyle& style = way == s_.way ? strong : label;
    // L2 may look things up more than once.
    const double whole = 1.05 * static_cast<double>(loads.arriving);
    const Rect frame = {left_, y + 10, right - left_, 12};
    Part part(p_, "asked");
    p_.text({left_, y}, names[i], style);
    write({right, y}, ended(style), "{} from L2, {} SM to SM", amount(loads.asked),
          between ? amount(between) : "0");
    Stack stack(p_, frame, whole);
    stack.add(static_cast<double>(loads.asked), own);
    if (!between) stack.add(static_cast<double>(loads.from_others()), brought);
    spot(band(frame, y - 9, 32), choose("multicast", values[i]), does[i]);
    if (between) {
      part.next("neighbors");
      stack.add(static_cast<double>(between), read);
    }
    const auto* measured = s_.measured();
    if (!measured) return;
    part.next("measured");
    upright(p_, frame.x + frame.width * px(static_cast<double>(measured->bytes(way)) / whole),
            frame.y - 3, frame.bottom() + 3, mark);
  }

  // The whole product: what L2 is asked for, and what SMs send each other, in each of the ways.
  void bars() {
    write({left_, bars_}, label, "The whole product, {} × {}: {} arrive", s_.product.m,
          s_.product.n, amount(s_.alone.arriving));
    for (const Sharing way : {Sharing::alone, Sharing::multicast, Sharing::neighbors}) bar(way);
    Legend key(p_, {left_, key_}, width_);
    key.add("asked", "from L2", own);
    key.add("asked", "copied", brought);
    key.add("neighbors", "SM to SM", read);
    if (s_.measured()) key.tick("measured", "measured", mark);
  }

  void numbers() {
    const float right = width_ - 2;
    Lines lines(p_, {left_, lines_}, fact_high);
    const int resident = s_.resident();
    if (!narrow_) {  // a narrow picture leaves to the sentence what that has
      const Part part(p_, "blocks");
      lines.add("bytes per block and step", right, size(s_.alone.tile_a + s_.alone.tile_b));
      lines.add("others that a block waits for", right, fill("{}", s_.partners()));
    }
    const Part part(p_, "idle");
    spot({left_, lines.next().y - 9, right - left_, 18},
         "As one H200 reported (cudaOccupancyMaxActiveClusters); other chips differ");
    lines.add("SMs with a block", right, fill("{} of {}", resident, all_multiprocessors),
              resident < all_multiprocessors ? strong : label);
    lines.add(fill("rounds of {} blocks", resident), right, fill("{}", s_.rounds(resident)));
  }
};

float ClusterMulticast::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
