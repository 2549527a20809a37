// The 32 lanes of a warp at the top of a picture, and their handles.
#pragma once

#include "core/memory/access_pattern.hpp"
#include "core/memory/own_index.hpp"
#include "core/warp.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

// The lanes are in two staggered rows if the pitch is too small for one, so that they keep their
// order and a line from each goes straight down between two others.
struct WarpLanes {
  float left = 0, pitch = 0;  // of lane 0's column, and of all of them

  // Lane 0's box begins at `from`, lane 31's ends at `to`.
  static WarpLanes between(float from, float to) {
    const float size = to - from < 640 ? 18.f : 20.f, pitch = (to - from - size) / 31;
    return {from + (size - pitch) / 2, pitch};
  }

  static constexpr float top = 20;
  bool staggered() const { return pitch < 20; }
  float size() const { return staggered() ? 18.f : 20.f; }
  float bottom() const { return top + (staggered() ? 2 * size() + 3 : size()); }
  float x(int lane) const { return left + pitch * (static_cast<float>(lane) + 0.5f); }
  Rect box(int lane) const {
    const float row = staggered() ? static_cast<float>(lane % 2) : 0.f;
    return {x(lane) - size() / 2, top + row * (size() + 3), size(), size()};
  }
  // A line from a lane's box straight down, then across to `end`, with a head there. It is thicker
  // while it is in use.
  void route(Painter& painter, int lane, Point end, Role role, bool thick) const;
  // `current` is what changes now; the rest of `served` is done; the others wait.
  void draw(Painter& painter, std::uint32_t served, std::uint32_t current) const;
};

// A parameter of scenes whose lanes can read anything: the list of the elements that the lanes
// read, up to `last`. Offered while `when` says so.
constexpr Parameter lanes_parameter(std::string_view key, std::string_view label, double last,
                                    std::string_view help, std::string_view when) {
  return number_list(key, label,
                     "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,"
                     "29,30,31",
                     {0, last}, {memory::warp_lanes, memory::warp_lanes},
                     {.help = help, .when = when});
}

// The same as a text: core/memory/own_index.hpp. A link need not set the choice beside it.
constexpr Parameter expression_parameter(std::string_view help, std::string_view when) {
  return free_text("expression", "Your index", "lane % 8 * 32 + lane / 8", 600,
                   {.help = help, .when = when, .leads = true, .lines = 2});
}
inline constexpr std::string_view expression_help =
    "Which element a thread accesses: an index such as threadIdx.x * 4, a line such as "
    "out[i] = in[i * stride]; or a layout such as (8,4):(4,1).";
// The values of its names, and which access of a line is shown.
constexpr Parameter names_parameter(std::string_view when) {
  return free_text("names", "List of names", memory::usual_names, 400,
                   {.help = "What the names in your code mean. The first warp of block 0 is shown; "
                            "blockDim is 32 × 32 unless you set blockDim.x, blockDim.y.",
                    .when = when,
                    .lines = 2});
}
constexpr Parameter nth_parameter(std::string_view when) {
  return whole_number("nth", "Access", "1", {1, 6},
                      {.help = "Of a line with several: which one, from the left.", .when = when});
}
inline constexpr Choice own_index = {"expression", "Your own index"};

// What the three parameters say, as elements 0…last. An error message names the control.
struct OwnAccess {
  memory::LaneIndices elements{};
  // "in[i * stride], access 2 of 2", "t[x][y], with rows of 32"; "" if only an index was given
  std::string words;
};
Result<OwnAccess> own_access(const Values& values, int last, bool rows_known = false);

// The text of a `numbers` parameter, and back. Refuses numbers that are not whole; the message
// names the parameter's label.
std::string index_list(const memory::LaneIndices& indices);
Result<std::array<std::int64_t, memory::warp_lanes>> lane_numbers(const Values& values,
                                                                  std::string_view key);
Result<memory::LaneIndices> lane_indices(const Values& values, std::string_view key);

}  // namespace loom::scenes
