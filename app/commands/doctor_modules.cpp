// SPDX-License-Identifier: Apache-2.0
// The doctor's checks of what is optional, and of what disturbs a measurement.
#include <fmt/format.h>

#include <string>
#include <utility>

#include "app/bench/compare.h"
#include "app/bench/machine/system.h"
#include "app/core/finding.h"
#include "app/lab/compiler.h"
#include "app/sources/files/cascade_file.h"
#include "app/sources/loaders.h"
#include "kernels/device.h"
#include "kernels/engine.h"
#include "kernels/plural.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

/// A library that an algorithm calls. package: with which satscope must be built again.
Finding library(const char* id, const char* title, const char* algorithm, const std::string& package, std::string purpose) {
  const std::string why = absence(known_algorithm(algorithm));
  Finding finding{.id = id, .title = title, .works = why.empty(), .detail = why, .cure = {}, .purpose = std::move(purpose)};
  if (finding.works)
    finding.detail = "found";
  else
    finding.cure = why.find("cannot be loaded") != why.npos ? "install the libraries that are named here"
                                                            : "install " + package + " and build satscope on this machine";
  return finding;
}

Finding npp() {
  Finding finding = library("npp", "NPP", "npp", "the NPP library of the CUDA toolkit (libnpp-dev)",
                            "the algorithm npp, NVIDIA's own, in bench and Race on a GPU");
  if (!finding.works && gpu_status().toolkit.empty()) finding.cure = gpu_status().cure;
  return finding;
}

Finding openimageio() {
  const std::string why = why_no_openimageio();
  return {.id = "openimageio",
          .title = "OpenImageIO",
          .works = why.empty(),
          .detail = why.empty() ? "found" : why,
          .cure = why.empty() ? "" : "install libopenimageio-dev and build satscope on this machine",
          .purpose = "TIFF, WebP, EXR and other pictures, with all their bits"};
}

Finding cascade() {
  const std::string file = installed_cascade();
  return {.id = "cascade",
          .title = "Cascade of faces",
          .works = !file.empty(),
          .detail = file.empty() ? "there is no cascade here" : file,
          .cure = file.empty() ? "install the Debian package opencv-data, or name a file of OpenCV's with --cascade" : "",
          .purpose = "satscope faces, and the filter faces"};
}

Finding compiler() {
  const auto found = lab::find_compiler();
  return {.id = "compiler",
          .title = "C++ compiler",
          .works = found.has_value(),
          .detail = found ? found->version : "there is no C++ compiler here",
          .cure = found ? "" : lab::no_compiler(),
          .purpose = "the Lab, satscope check, and CUDA files as algorithms"};
}

Finding load() {
  const double load = machine_load();
  const int threads = host_threads();
  const bool quiet = !is_overloaded(load, threads);
  return {.id = "load",
          .title = "Quiet machine",
          .works = quiet,
          .detail = load < 0 ? "the system does not say its load"
                             : fmt::format("in the last minute {:.1f} threads wanted to run, on {}", load,
                                           counted(threads, "thread")),
          .cure = quiet ? ""
                        : "stop other programs; or compare several runs a side, in turns: bench --compare A1 ... --with B1 ...",
          .known = load >= 0,
          .purpose = "times that can be compared (bench, sweep)"};
}

Finding governor() {
  const std::string governor = frequency_governor();
  const bool steady = governor.empty() || governor == "performance";
  return {.id = "governor",
          .title = "Steady CPU clock",
          .works = steady,
          .detail = governor.empty()
                        ? "the system does not say how it sets the clock"
                        : fmt::format("the governor is {}{}", governor, steady ? "" : ", so the clock follows the load"),
          .cure = steady ? "" : "cpupower frequency-set -g performance, as root",
          .known = !governor.empty(),
          .purpose = "times that can be compared (bench, sweep)"};
}

}  // namespace

std::vector<Finding> module_findings() {
  return {
      library("opencv", "OpenCV", "opencv", "libopencv-imgproc-dev", "the algorithm opencv, cv::integral, in bench and Race"),
      npp(),
      library("highway", "Highway", "cpu-simd", "libhwy-dev", "the algorithm cpu-simd, the fastest without a GPU"),
      openimageio(),
      cascade(),
      compiler()};
}

std::vector<Finding> machine_findings() {
  return {{.id = "threads",
           .title = "CPU threads",
           .works = true,
           .detail = counted(host_threads(), "thread") + " for kernels on the CPU",
           .cure = {}},
          load(),
          governor()};
}

}  // namespace satscope::app
