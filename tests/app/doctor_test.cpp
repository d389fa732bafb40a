// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <utility>

#include "kernels/device.h"
#include "tests/app/program.h"

namespace satscope::test {
namespace {

using Json = nlohmann::json;

/// By another list of the devices than the program reads.
bool may_have_nvidia_gpu() {
  std::ifstream file("/proc/bus/pci/devices");
  const std::string all{std::istreambuf_iterator<char>(file), {}};
  return all.empty() || all.find("\t10de") != std::string::npos;
}

TEST(Doctor, SaysOnceHowToGetADriverAndOnlyWhereThereIsAGpuForIt) {
  const std::string text = run({"doctor"}).out, cure = "install the NVIDIA driver";
  const std::size_t at = text.find(cure);
  EXPECT_EQ(at, text.rfind(cure));
  if (!may_have_nvidia_gpu()) {
    EXPECT_EQ(at, std::string::npos) << text;
    EXPECT_NE(text.find("this machine has no NVIDIA GPU"), std::string::npos) << text;
  }
}

TEST(Doctor, WhatTheSystemDoesNotSayIsUnknown) {
  std::ifstream file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  std::string governor;
  file >> governor;
  const std::string text = run({"doctor"}).out;
  const std::size_t at = text.find("Steady CPU clock");
  ASSERT_NE(at, std::string::npos);
  const std::string line = text.substr(text.rfind('\n', at) + 1, 8);
  EXPECT_EQ(line, governor.empty() ? "unknown " : governor == "performance" ? "works   " : "no      ") << text;
}

TEST(Doctor, EverythingWorksOrHasAReasonAndACure) {
  std::map<std::string, Json> checks;
  const Json json = run_json({"doctor", "--json"});
  for (const Json& check : json.at("checks")) checks[check.at("id")] = check;
  for (const char* id : {"cuda-toolkit", "cuda-driver", "gpu", "opengl", "interop", "fonts", "ffmpeg", "camera", "screen",
                         "opencv", "npp", "highway", "openimageio", "cascade", "compiler", "threads", "load", "governor"}) {
    ASSERT_TRUE(checks.contains(id)) << id;
    EXPECT_FALSE(checks[id].at("title").get<std::string>().empty()) << id;
    EXPECT_FALSE(checks[id].at("detail").get<std::string>().empty()) << id;
    const bool works = checks[id].at("works").is_null() || checks[id].at("works").get<bool>();
    const bool of_gpu = id == std::string("gpu") || id == std::string("interop") || id == std::string("npp") ||
                        std::string(id).starts_with("cuda-");
    if (!of_gpu || may_have_nvidia_gpu()) {
      EXPECT_TRUE(works || !checks[id].at("cure").get<std::string>().empty()) << id;
    }
  }
  EXPECT_EQ(checks["gpu"].at("works"), gpu_status().usable);
  EXPECT_TRUE(checks["threads"].at("works"));
}

TEST(Doctor, ThreadsAreThoseThatMayBeUsed) {
  const auto threads = [] { return run({"doctor"}).out; };
  setenv("OMP_NUM_THREADS", "1", 1);
  EXPECT_NE(threads().find("1 thread for"), std::string::npos);
  unsetenv("OMP_NUM_THREADS");

  cpu_set_t all, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  CPU_ZERO(&one);
  for (int core = 0; CPU_COUNT(&one) == 0; ++core)
    if (CPU_ISSET(core, &all)) CPU_SET(core, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_NE(threads().find("1 thread for"), std::string::npos);
  sched_setaffinity(0, sizeof all, &all);
}

// what a module is for is on the screen, and whether it works is what the command that needs it says
TEST(Doctor, ModulesAreThereWhereTheirAlgorithmsAre) {
  const Json checks = run_json({"doctor", "--json"}).at("checks");
  const Json algorithms = run_json({"list", "--json"}).at("algorithms");
  const auto of = [](const Json& list, const char* id) {
    const auto found = std::ranges::find_if(list, [&](const Json& one) { return one.at("id") == id; });
    return found == list.end() ? Json::object() : *found;
  };
  for (const auto& [module, algorithm] : {std::pair{"opencv", "opencv"}, std::pair{"highway", "cpu-simd"}}) {
    const Json check = of(checks, module);
    EXPECT_EQ(check.at("works"), of(algorithms, algorithm).at("available")) << module;
    EXPECT_NE(check.at("purpose").get<std::string>().find(algorithm), std::string::npos) << module;
  }
}

TEST(Doctor, ALoadedMachineIsNotQuiet) {
  const auto load_now = [] {
    double load = -1;
    std::ifstream("/proc/loadavg") >> load;
    return load;
  };
  const double before = load_now();
  if (before < 0) GTEST_SKIP() << "no /proc/loadavg here";
  const Json found = run_json({"doctor", "--json"});
  const double after = load_now();
  for (const Json& check : found.at("checks"))
    if (check.at("id") == "load") {
      double said = -1;
      ASSERT_EQ(std::sscanf(check.at("detail").get<std::string>().c_str(), "in the last minute %lf", &said), 1) << check;
      EXPECT_GE(said, std::min(before, after) - 0.06) << "it has one digit";
      EXPECT_LE(said, std::max(before, after) + 0.06);
      const double threads =
          std::stod(check.at("detail").get<std::string>().substr(check.at("detail").get<std::string>().rfind("on ") + 3));
      EXPECT_EQ(check.at("works"), said <= threads + 0.5);
    }
}

TEST(Doctor, TextHasALinePerCheck) {
  const Outcome outcome = run({"doctor"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_NE(outcome.out.find("CPU threads"), std::string::npos);
}

}  // namespace
}  // namespace satscope::test
