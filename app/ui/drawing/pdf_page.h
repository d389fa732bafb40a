// SPDX-License-Identifier: Apache-2.0
// What ImGui drew, as a page of a PDF: letters stay letters, shapes stay shapes, and only pictures are pixels.
#pragma once
#include <cstdint>
#include <span>

#include "app/ui/views/view_transform.h"
#include "kernels/types.h"

struct ImDrawData;

namespace satscope::app {

class PdfFile;

/// The pictures of a frame alone, without letters and shapes.
struct PagePictures {
  Extent extent;                          ///< of the frame
  std::span<const std::uint32_t> pixels;  ///< RGBA8 words, top row first
  std::span<const Area> below;            ///< where pictures are that all else is drawn over
};

/// Adds a page. ground: its colour. Edges that fade for a screen are sharp; lines must be without textures
/// (ImGuiStyle::AntiAliasedLinesUseTex).
void add_page(PdfFile& file, const ImDrawData& drawn, Rgb ground, const PagePictures& pictures);

}  // namespace satscope::app
