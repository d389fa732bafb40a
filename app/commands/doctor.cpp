// SPDX-License-Identifier: Apache-2.0
// satscope doctor: what works on this machine, what does not, why, and how to fix it.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string_view>
#include <utility>

#include "app/commands/shared/options.h"
#include "app/commands/shared/output.h"
#include "app/core/finding.h"
#include "kernels/engine.h"

namespace satscope::app {
namespace {

/// Whether there is an NVIDIA GPU, with or without a driver; true also where the system does not list its devices.
bool may_have_nvidia_gpu() {
  std::error_code error;
  const std::filesystem::path devices = "/sys/bus/pci/devices";
  if (gpu_status().usable || std::filesystem::exists("/dev/dxg", error)) return true;  // of WSL, which has no such list
  bool any = false;
  for (const auto& entry : std::filesystem::directory_iterator(devices, error)) {
    std::string vendor, kind;
    std::ifstream(entry.path() / "vendor") >> vendor;
    std::ifstream(entry.path() / "class") >> kind;
    any = true;
    if (vendor == "0x10de" && kind.starts_with("0x03")) return true;  // NVIDIA, display
  }
  return !any;
}

std::vector<Finding> cuda_findings() {
  const GpuStatus& gpu = gpu_status();
  Finding toolkit{"cuda-toolkit", "CUDA toolkit", !gpu.toolkit.empty(), "", ""};
  Finding driver{"cuda-driver", "CUDA driver", !gpu.driver.empty(), "", ""};
  Finding device{"gpu", "GPU", gpu.usable, "", ""};
  toolkit.detail = toolkit.works ? fmt::format("built with CUDA {}", gpu.toolkit) : gpu.reason;
  driver.detail = driver.works    ? fmt::format("supports CUDA {}", gpu.driver)
                  : toolkit.works ? gpu.reason
                                  : "not checked: the program was built without CUDA";
  device.detail = device.works
                      ? fmt::format("{}, compute capability {}.{}, {} multiprocessors, {:.1f} GB, {:.0f} MB of L2", gpu.device,
                                    gpu.major, gpu.minor, gpu.multiprocessors, static_cast<double>(gpu.memory_bytes) / 1e9,
                                    static_cast<double>(gpu.l2_bytes) / 1e6)
                      : gpu.reason;
  if (!may_have_nvidia_gpu()) device.detail = "this machine has no NVIDIA GPU; the CPU computes";
  for (Finding* finding : {&toolkit, &driver, &device})
    if (!finding->works) finding->cure = gpu.cure;
  return {toolkit, driver, device};
}

#ifndef SATSCOPE_GUI
std::vector<Finding> window_findings_of_no_window() {
  std::vector<Finding> list;
  for (const auto& [id, title] :
       {std::pair{"opengl", "OpenGL"}, std::pair{"interop", "CUDA-OpenGL interop"}, std::pair{"fonts", "Fonts"}})
    list.push_back(
        {id, title, false, "not supported: this satscope was built without a window", "rebuild with -DSATSCOPE_GUI=ON"});
  return list;
}
#endif

std::vector<Finding> all_findings() {
  std::vector<Finding> list = cuda_findings();
#ifdef SATSCOPE_GUI
  const std::vector<Finding> window = window_findings();
#else
  const std::vector<Finding> window = window_findings_of_no_window();
#endif
  list.insert(list.end(), window.begin(), window.end());
  for (const auto& more : {media_findings(), module_findings(), machine_findings()})
    list.insert(list.end(), more.begin(), more.end());
  const std::string& of_gpu = gpu_status().cure;  // said once, and only where there is a GPU
  const std::string_view otherwise = may_have_nvidia_gpu() ? "as above" : "";
  bool said = otherwise.empty();
  for (Finding& finding : list) {
    if (finding.works || of_gpu.empty() || finding.cure != of_gpu) continue;
    if (std::exchange(said, true)) finding.cure = otherwise;
  }
  return list;
}

}  // namespace

Task declare_doctor(CLI::App& parser) {
  const auto json = std::make_shared<bool>(false);
  parser.add_flag("--json", *json, "print JSON instead of text");
  parser.footer("What does not work here is no failure: the exit code is 0.");
  return [json] {
    const std::vector<Finding> findings = all_findings();
    if (*json) {
      Json checks = Json::array();
      for (const Finding& f : findings)
        checks.push_back({{"id", f.id},
                          {"title", f.title},
                          {"works", f.known ? Json(f.works) : Json(nullptr)},
                          {"detail", f.detail},
                          {"purpose", f.purpose},
                          {"cure", f.cure}});
      return print_json(Json{{"checks", checks}});
    }
    std::string text;
    for (const Finding& f : findings) {
      text += fmt::format("{:<8}{:<21}{}\n", !f.known ? "unknown" : f.works ? "works" : "no", f.title, one_line(f.detail));
      if (!f.purpose.empty()) text += fmt::format("{:<29}for {}\n", "", f.purpose);
      if (!f.cure.empty()) text += fmt::format("{:<29}to fix: {}\n", "", f.cure);
    }
    print(text);
  };
}

}  // namespace satscope::app
