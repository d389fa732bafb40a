// SPDX-License-Identifier: Apache-2.0
// Paper for drawings that are not in the window: fonts of its own, as text (SVG) or as pixels.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/drawing/drawing.h"
#include "app/ui/drawing/fonts/fonts.h"
#include "app/ui/drawing/page_ground.h"
#include "kernels/types.h"

struct ImGuiContext;

namespace satscope::app {

/// Fonts at a scale, in a context of ImGui of their own; the current one stays current.
class PageFonts {
 public:
  explicit PageFonts(double scale);
  ~PageFonts();
  PageFonts(const PageFonts&) = delete;
  PageFonts& operator=(const PageFonts&) = delete;

  const Fonts& fonts() const { return fonts_; }
  double em() const;  ///< height of the main font
  ImGuiContext* context() const { return context_; }

 private:
  ImGuiContext* context_;
  Fonts fonts_;
};

using PagePainter = std::function<void(Drawing&)>;

/// The colours on such a ground: of white paper those of the light theme, else the palette's own.
Palette palette_on(PageGround ground, const Palette& palette);

/// A page as an SVG document. size: of the page; its main font is k_font_pixels high.
class SvgPage {
 public:
  explicit SvgPage(Extent size) : size_(size), fonts_(1) {}
  std::string document(const Palette& palette, double scale, const std::string& title, const std::string& description,
                       const PagePainter& paint, PageGround ground = PageGround::seen) const;

 private:
  Extent size_;
  PageFonts fonts_;
};

/// A page as pixels, by OpenGL in the context that is current.
class PixelPage {
 public:
  /// size: of the page, as for SvgPage; it has `scale` times as many pixels. Throws std::runtime_error with a sentence.
  PixelPage(Extent size, double scale);
  ~PixelPage();
  PixelPage(const PixelPage&) = delete;
  PixelPage& operator=(const PixelPage&) = delete;

  Extent pixels() const { return pixels_; }
  /// RGBA8 words, pixels().area() of them.
  std::vector<std::uint32_t> draw(const Palette& palette, const PagePainter& paint, PageGround ground = PageGround::seen);

 private:
  struct Target;
  Extent pixels_;
  double scale_;
  PageFonts fonts_;
  std::unique_ptr<Target> target_;
};

}  // namespace satscope::app
