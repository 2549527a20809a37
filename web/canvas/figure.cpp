#include "web/canvas/figure.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>

#include "web/canvas/actions.hpp"

namespace loom::canvas {
namespace {

constexpr float touch_target = 24, drag_slop = 3;  // CSS pixels

}  // namespace

Figure::Figure(const scene::Description& description, Stage& stage)
    : live_(description), stage_(stage), context_(ImGui::CreateContext(stage.atlas())) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.DeltaTime = 1.f / 60;                  // Dear ImGui's own animations and repeats are not used
  io.ConfigInputTrickleEventQueue = false;  // every pointer event gets a frame of its own
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  ImGuiStyle& style = ImGui::GetStyle();
  style.WindowPadding = {0, 0};
  style.WindowBorderSize = 0;
  style.WindowMinSize = {1, 1};
  style.AntiAliasedLinesUseTex = false;  // the glyphs' image has no lines in it
}

Figure::~Figure() { ImGui::DestroyContext(context_); }

void Figure::resize(float scene_width, float scale, int width, int height, float density) {
  constexpr int most = 16384;
  scene_width_ = scene_width < scene::narrow_limit ? scene::narrow_width : scene::wide_width;
  width_ = std::clamp(width, 1, most);
  height_ = std::clamp(height, 1, most);
  density_ = std::clamp(density, 0.1f, 20.f);
  scale_ = std::clamp(scale, 0.01f, 100.f);
  live_.touch();
}

// One frame of Dear ImGui: a single window without any trimmings, as large as the picture.
template <class Content>
void Figure::frame(const Content& content) {
  ImGui::SetCurrentContext(context_);
  const ImVec2 size = {static_cast<float>(width_), static_cast<float>(height_)};
  ImGui::GetIO().DisplaySize = size;
  ImGui::NewFrame();
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  ImGui::Begin("picture", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollWithMouse);
  content();
  ImGui::End();
}

// False when the glyphs' image was full.
bool Figure::paint() {
  const scene::View view = live_.view(scene_width_);
  ImGuiPainter painter(*ImGui::GetWindowDrawList(), stage_.glyphs(), stage_.palette(), scale_,
                       view.highlight, hotspots_);
  live_.state().scene().draw(painter, view);
  return !painter.lacks_glyphs();
}

bool Figure::draw() {
  (void)live_.take_dirty();
  bool changed = false;
  for (bool grow : {false, true}) {
    bool complete = false;
    frame([&] {
      complete = paint();
      changed |= buttons();
    });
    ImGui::Render();
    if (complete) break;
    stage_.glyphs().clear(grow);  // first without the other pictures' glyphs, then larger
    stage_.fit_atlas();
  }
  if (stage_.drawing()) stage_.show(width_, height_);
  return changed;
}

bool Figure::point(float x, float y, bool down, bool touch) {
  ImGui::SetCurrentContext(context_);
  touch_ = touch;
  ImGuiIO& io = ImGui::GetIO();
  io.AddMousePosEvent(x, y);
  io.AddMouseButtonEvent(ImGuiMouseButton_Left, down);
  return pass();
}

bool Figure::leave() {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
  io.AddMouseButtonEvent(ImGuiMouseButton_Left, false);
  return pass();
}

// Only the buttons: between two pictures the hotspots stay where they are.
bool Figure::pass() {
  bool changed = false;
  frame([&] { changed = buttons(); });
  ImGui::EndFrame();
  return changed;
}

// The last one drawn lies on top, so it comes first. Where a finger hits none, the nearest small
// ones reach out.
bool Figure::buttons() {
  hovered_ = held_ = -1;
  if (carrying_) return carry();
  bool changed = false;
  const auto count = static_cast<int>(hotspots_.size());
  for (int i = count; i-- > 0;) changed |= button(i, 0);
  if (!touch_) return changed;
  for (int i = count; i-- > 0;) {
    const scene::Hotspot& hotspot = hotspots_[static_cast<size_t>(i)];
    const float side = std::min(hotspot.rect.width, hotspot.rect.height) * scale_;
    const float missing = touch_target * density_ - side;
    if (hotspot.action.kind != scene::Action::Kind::none && missing > 0)
      changed |= button(count + i, missing / 2);
  }
  return changed;
}

bool Figure::button(int id, float margin) {
  const auto count = static_cast<int>(hotspots_.size());
  const int index = id % count;
  const scene::Hotspot& hotspot = hotspots_[static_cast<size_t>(index)];
  const ImVec2 size = {std::max(1.f, hotspot.rect.width * scale_ + 2 * margin),
                       std::max(1.f, hotspot.rect.height * scale_ + 2 * margin)};
  ImGui::SetCursorScreenPos({hotspot.rect.x * scale_ - margin, hotspot.rect.y * scale_ - margin});
  ImGui::PushID(id);
  const bool pressed = ImGui::InvisibleButton("hot", size);
  const bool hovered = context_->HoveredId == ImGui::GetItemID(), active = ImGui::IsItemActive();
  ImGui::PopID();
  if (hovered || active) hovered_ = index;
  if (ImGui::IsItemActivated()) grip_ = hotspot.action;
  if (active && is_drag(grip_)) {
    held_ = index;
    carrying_ = grip_.kind == scene::Action::Kind::drag_onto;
    return !carrying_ && live_.drag(grip_, mouse());
  }
  return pressed && live_.click(hotspot.action);
}

// What is carried may change which hotspots there are, so it is followed by name.
bool Figure::carry() {
  carrying_ = ImGui::IsMouseDown(ImGuiMouseButton_Left);
  if (!carrying_) return false;
  for (int i = 0; i < static_cast<int>(hotspots_.size()); ++i) {
    const scene::Action& action = hotspots_[static_cast<size_t>(i)].action;
    if (action.kind == grip_.kind && action.key == grip_.key && action.index == grip_.index)
      hovered_ = held_ = i;
  }
  // Pressing alone moves nothing, nor does a picture that changes below a resting pointer.
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  if (moved.x == 0 && moved.y == 0) return false;
  if (!ImGui::IsMouseDragging(ImGuiMouseButton_Left, drag_slop * density_)) return false;
  const std::optional<int> place = place_at(hotspots_, grip_.key, mouse());
  return place && live_.drop(grip_, *place);
}

scene::Point Figure::mouse() const {
  const ImVec2 at = ImGui::GetIO().MousePos;
  return {at.x / scale_, at.y / scale_};
}

const scene::Hotspot* Figure::hovered() const {
  return hovered_ >= 0 ? &hotspots_[static_cast<size_t>(hovered_)] : nullptr;
}

Cursor Figure::cursor() const {
  const scene::Hotspot* hotspot = hovered();
  switch (hotspot ? hotspot->action.kind : scene::Action::Kind::none) {
    case scene::Action::Kind::none:
      return Cursor::plain;
    case scene::Action::Kind::set:
      return Cursor::press;
    case scene::Action::Kind::drag_x:
      return Cursor::drag_x;
    case scene::Action::Kind::drag_y:
      return Cursor::drag_y;
    case scene::Action::Kind::drag_onto:
      return Cursor::grab;
  }
  return Cursor::plain;
}

bool Figure::has_vertical_drag() const {
  return std::any_of(hotspots_.begin(), hotspots_.end(), [](const scene::Hotspot& hotspot) {
    return hotspot.action.kind >= scene::Action::Kind::drag_y;
  });
}

}  // namespace loom::canvas
