// SPDX-License-Identifier: Apache-2.0
#include "app/ui/drawing/page.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <cmath>
#include <stdexcept>

#include "app/render/drawn_pixels.h"
#include "app/ui/drawing/cell_textures.h"
#include "app/ui/drawing/scaled_drawing.h"
#include "app/ui/drawing/svg_drawing.h"
#include "app/ui/drawing/visual_order.h"

namespace satscope::app {
namespace {

/// Makes a context of ImGui current for a while.
class Current {
 public:
  explicit Current(ImGuiContext* context) : before_(ImGui::GetCurrentContext()) { ImGui::SetCurrentContext(context); }
  ~Current() { ImGui::SetCurrentContext(before_); }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

 private:
  ImGuiContext* before_;
};

ImGuiContext* new_context() {
  ImGuiContext* const before = ImGui::GetCurrentContext();
  ImGuiContext* const made = ImGui::CreateContext();
  ImGui::SetCurrentContext(before);
  return made;
}

Extent times(Extent size, double scale) {
  return {static_cast<int>(std::lround(size.width * scale)), static_cast<int>(std::lround(size.height * scale))};
}

}  // namespace

PageFonts::PageFonts(double scale) : context_(new_context()) {
  const Current current(context_);
  ImGui::GetIO().IniFilename = nullptr;
  fonts_ = load_fonts(scale);
}

PageFonts::~PageFonts() {
  const Current current(context_);
  ImGui::DestroyContext(context_);
}

double PageFonts::em() const { return static_cast<double>(fonts_.text->FontSize); }

Palette palette_on(PageGround ground, const Palette& palette) {
  return ground == PageGround::white ? palette_of("white") : palette;
}

std::string SvgPage::document(const Palette& palette, double scale, const std::string& title, const std::string& description,
                              const PagePainter& paint, PageGround ground) const {
  SvgDrawing drawing(palette, fonts_.fonts(), fonts_.em(), size_);
  if (ground == PageGround::transparent) drawing.leave_out_ground();
  paint(drawing);
  return drawing.document(title, description, scale, ground != PageGround::transparent);
}

struct PixelPage::Target {
  explicit Target(Extent size) : pixels(size) {
    if (!ImGui_ImplOpenGL3_Init("#version 330 core"))
      throw std::runtime_error("a page cannot be drawn: that needs OpenGL 3.3, which this context lacks");
  }
  ~Target() { ImGui_ImplOpenGL3_Shutdown(); }
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;
  DrawnPixels pixels;
  CellTextures textures;
};

PixelPage::PixelPage(Extent size, double scale) : pixels_(times(size, scale)), scale_(scale), fonts_(scale) {
  const Current current(fonts_.context());
  target_ = std::make_unique<Target>(pixels_);
}

PixelPage::~PixelPage() {
  const Current current(fonts_.context());
  target_.reset();
}

std::vector<std::uint32_t> PixelPage::draw(const Palette& palette, const PagePainter& paint, PageGround ground) {
  const Current current(fonts_.context());
  const ImVec2 size{static_cast<float>(pixels_.width), static_cast<float>(pixels_.height)};
  ImGui::GetIO().DisplaySize = size;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  ImGui::Begin("page", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoInputs |
                   ImGuiWindowFlags_NoSavedSettings);
  const bool clear = ground == PageGround::transparent;
  // because: the gaps of a grid of textures are filled
  ScreenDrawing screen(palette, fonts_.fonts(), fonts_.em(), clear ? nullptr : &target_->textures);
  if (clear) screen.leave_out_ground();
  ScaledDrawing drawing(screen, scale_, fonts_.em() / scale_);
  paint(drawing);
  put_in_visual_order();
  ImGui::End();
  ImGui::PopStyleVar(2);
  ImGui::Render();
  const auto render = [] { ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData()); };
  return clear ? target_->pixels.painted_on_nothing(render) : target_->pixels.painted(palette.backdrop, render);
}

}  // namespace satscope::app
