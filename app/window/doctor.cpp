// SPDX-License-Identifier: Apache-2.0
// What the doctor says of the window: OpenGL, sharing buffers with CUDA, fonts.
#include <fmt/format.h>

#include <exception>
#include <optional>

#include "app/core/finding.h"
#include "app/render/gl/gl_needs.h"
#include "app/render/gl/offscreen.h"
#include "app/render/interop.h"
#include "app/ui/drawing/fonts/fonts.h"
#include "app/ui/drawing/fonts/system_fonts.h"
#include "app/ui/views/painter_choice.h"

namespace satscope::app {
namespace {

Finding interop_finding() {
  Finding finding{.id = "interop", .title = "CUDA-OpenGL interop", .works = true, .detail = {}, .cure = {}};
  if (const std::string why = interop_refusal(); !why.empty()) {
    finding.works = false;
    finding.detail = why;
    finding.cure = gpu_status().usable ? "start satscope where OpenGL draws with the NVIDIA GPU; until then tables are copied"
                                       : gpu_status().cure;
  } else {
    finding.detail = "CUDA writes into the buffers that OpenGL draws";
  }
  return finding;
}

Finding font_finding() {
  const std::string why = why_no_system_fonts();
  return {.id = "fonts",
          .title = "Fonts",
          .works = true,
          .detail = fmt::format("{}, built in; other scripts {}", k_font_family,
                                why.empty() ? "by the system's fonts" : fmt::format("are not shown: {}", why)),
          .cure = {}};
}

std::vector<Finding> opengl_findings() {
  try {
    const Offscreen context({64, 64});
    std::optional<ViewPainter> shader;
    const PainterChoice choice = choose_painter({}, shader);
    if (!shader) shader.emplace();  // they compile here, wherever they are used
    Finding opengl{.id = "opengl", .title = "OpenGL", .works = true, .detail = {}, .cure = {}};
    opengl.detail = fmt::format("{}, {}, through {}; {} paints the views, because {}", context.renderer(), context.version(),
                                context.platform(), choice.painter == Painter::cpu ? "the CPU" : "OpenGL", choice.reason);
    return {opengl, interop_finding()};
  } catch (const std::exception& problem) {
    return {{.id = "opengl", .title = "OpenGL", .works = false, .detail = problem.what(), .cure = gl_cure()},
            {.id = "interop",
             .title = "CUDA-OpenGL interop",
             .works = false,
             .detail = "without OpenGL there is nothing to share: not supported",
             .cure = gl_cure()}};
  }
}

}  // namespace

std::vector<Finding> window_findings() {
  std::vector<Finding> findings = opengl_findings();
  findings.push_back(font_finding());
  return findings;
}

}  // namespace satscope::app
