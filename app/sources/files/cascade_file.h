// SPDX-License-Identifier: Apache-2.0
// Cascades in OpenCV's XML: the layout of opencv_traincascade and the older one of haartraining.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "kernels/faces/cascade.h"

namespace satscope::app {

/// Throws InputError with a sentence for a file that is no cascade, is broken, or has tilted features. name: for sentences.
faces::Cascade cascade_from_text(std::string_view text, const std::string& name);
faces::Cascade load_cascade(const std::string& file);

/// What to do where there is none.
inline constexpr std::string_view k_no_cascade =
    "there is no cascade here, so finding faces is not supported; install the Debian package opencv-data, or name an XML file "
    "of "
    "OpenCV's haarcascades";

/// The frontal faces that the Debian package opencv-data brings; empty if it is not installed.
std::string installed_cascade();

}  // namespace satscope::app
