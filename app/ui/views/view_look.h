// SPDX-License-Identifier: Apache-2.0
// From what there is to show and how it is wanted to the numbers that shaders and host paint by.
#pragma once
#include <optional>

#include "app/pipeline/shown.h"
#include "app/render/look.h"
#include "app/ui/views/view_spec.h"

namespace satscope::app {

/// A view with all that it is painted from.
struct ViewLook {
  TexelLook look;
  unsigned words = 0, results = 0;  ///< GL_TEXTURE_BUFFERs; results: of a filtered frame, else the same
  HostTexels host;                  ///< null where only OpenGL has them
};

/// Empty if there is nothing to show.
std::optional<ViewLook> look_of(const Shown& shown, const ViewSpec& spec);
/// Of views of kind `filtered`.
std::optional<ViewLook> look_of(const Filtered& filtered, const ViewSpec& spec);

}  // namespace satscope::app
