// SPDX-License-Identifier: Apache-2.0
// Kernels to begin with: assets/lab. Each is a CUDA file with table() that runs as it is; some have one mistake, to be found.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace satscope::app::lab {

struct KernelTemplate {
  std::string_view id;     ///< of its file
  std::string_view title;  ///< "A thread for each row"
  bool of_lesson = false;  ///< not for those who begin by themselves
};
std::span<const KernelTemplate> kernel_templates();

/// What opens as a new file from a template: this, and its id.
inline constexpr std::string_view k_new_kernel = "new-kernel:";

/// Throws std::invalid_argument for an unknown id.
std::string template_source(std::string_view id);

/// Writes it into this folder under a name that is free, and returns its path. Throws WriteError.
std::string write_template(std::string_view id, const std::string& folder);

}  // namespace satscope::app::lab
