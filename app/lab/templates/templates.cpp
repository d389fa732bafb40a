// SPDX-License-Identifier: Apache-2.0
#include "app/lab/templates/templates.h"

#include <array>
#include <filesystem>

#include "app/core/files/atomic_file.h"
#include "app/lab/templates/template_files.h"
#include "kernels/described.h"

namespace satscope::app::lab {
namespace {

constexpr std::array k_templates{KernelTemplate{"thread-per-row", "A thread for each row"},
                                 KernelTemplate{"hillis-steele", "Recursive doubling (Hillis, Steele)"},
                                 KernelTemplate{"blelloch", "Up-sweep, down-sweep (Blelloch, as Bilgic prints it)"},
                                 KernelTemplate{"warp-scan", "A warp for each row, with shuffles"},
                                 KernelTemplate{"tiled-transpose", "Transpose through a tile"},
                                 KernelTemplate{"spot-1", "Spot the mistake 1: recursive doubling"},
                                 KernelTemplate{"spot-2", "Spot the mistake 2: a thread for each row"},
                                 KernelTemplate{"spot-3", "Spot the mistake 3: a transpose"},
                                 KernelTemplate{"spot-4", "Spot the mistake 4: up-sweep, down-sweep"},
                                 KernelTemplate{"spot-5", "Spot the mistake 5: a warp for each row"},
                                 KernelTemplate{"spot-6", "Spot the mistake 6: a warp in shared memory"},
                                 KernelTemplate{"first-kernel", "A kernel to complete: a thread for each row", true},
                                 KernelTemplate{"odd-sizes", "A mistake with odd sizes: a thread for each row", true},
                                 KernelTemplate{"own-tree", "A scan to complete: up-sweep, down-sweep", true}};

}  // namespace

std::span<const KernelTemplate> kernel_templates() { return k_templates; }

std::string template_source(std::string_view id) {
  std::string_view text = lab_template_text(std::string(known_in(k_templates, "template", id).id) + ".cu");
  text.remove_prefix(text.find('\n') + 1);  // the licence is ours
  return std::string(text);
}

std::string write_template(std::string_view id, const std::string& folder) {
  const std::string text = template_source(id);
  const std::string stem = (std::filesystem::path(folder) / std::string(id)).string();
  return write_file(free_name(stem, ".cu"), text, IfTaken::count_up);
}

}  // namespace satscope::app::lab
