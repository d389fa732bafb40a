// SPDX-License-Identifier: Apache-2.0
// How much memory there is, from files that this test writes; and that what would take most of it is refused before it costs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "app/sources/samples.h"
#include "kernels/host_memory.h"
#include "tests/app/made_files.h"

namespace satscope::app {
namespace {

using test::Folder;

constexpr std::size_t k_mega = std::size_t{1} << 20;

/// A machine of 8000 MB whose process is in these groups.
struct Memories {
  explicit Memories(const std::string& in) {
    put("proc/meminfo", "MemTotal:       16384000 kB\nMemFree:          100000 kB\nMemAvailable:    8192000 kB\n");
    put("proc/self/cgroup", in);
  }
  void put(const std::string& name, const std::string& content) const {
    std::filesystem::create_directories((folder.path() / name).parent_path());
    folder.write(name, content);
  }
  std::size_t megabytes() const { return available_host_memory(folder.file("proc"), folder.file("groups")) / k_mega; }
  Folder folder;
};

TEST(HostMemory, IsWhatTheSystemHasAvailable) {
  EXPECT_EQ(Memories("").megabytes(), 8000U);
  EXPECT_EQ(Memories("0::/\n").megabytes(), 8000U);
  const Folder nothing;
  EXPECT_EQ(available_host_memory(nothing.file("proc"), nothing.file("groups")), k_unlimited_memory);
}

TEST(HostMemory, GroupsLimitIt) {
  const Memories machine("0::/outer/inner\n");
  machine.put("groups/outer/inner/memory.max", "max\n");
  machine.put("groups/outer/inner/memory.current", "1048576\n");
  EXPECT_EQ(machine.megabytes(), 8000U);
  // 1000 MB, of which 600 are used, 200 of those for files that can be given back
  machine.put("groups/outer/memory.max", fmt::format("{}\n", 1000 * k_mega));
  machine.put("groups/outer/memory.current", fmt::format("{}\n", 600 * k_mega));
  machine.put("groups/outer/memory.stat", fmt::format("anon 5\ninactive_file {}\n", 200 * k_mega));
  EXPECT_EQ(machine.megabytes(), 600U);
  machine.put("groups/outer/inner/memory.max", fmt::format("{}\n", 51 * k_mega));
  EXPECT_EQ(machine.megabytes(), 50U);
  machine.put("groups/outer/inner/memory.max", "1000\n");
  EXPECT_EQ(machine.megabytes(), 0U) << "more is used than is allowed";
}

TEST(HostMemory, AContainerSeesItsOwnGroupAtTheTop) {
  const Memories machine("0::/docker/0123\n");
  machine.put("groups/memory.max", fmt::format("{}\n", 512 * k_mega));
  machine.put("groups/memory.current", fmt::format("{}\n", 12 * k_mega));
  EXPECT_EQ(machine.megabytes(), 500U);
}

TEST(HostMemory, GroupsOfTheFirstVersion) {
  const Memories machine("5:cpu,cpuacct:/x\n4:memory:/x\n1:name=systemd:/x\n");
  machine.put("groups/memory/x/memory.limit_in_bytes", fmt::format("{}\n", 300 * k_mega));
  machine.put("groups/memory/x/memory.usage_in_bytes", fmt::format("{}\n", 100 * k_mega));
  EXPECT_EQ(machine.megabytes(), 200U);
  machine.put("groups/memory/x/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(machine.megabytes(), 8000U) << "no limit";
}

/// What is refused of an input that takes so many bytes when it is worked on; empty if nothing is.
std::string refused_with(double bytes, const std::string& input) {
  try {
    load_input(input, [&](Extent) { return bytes; });
    return {};
  } catch (const InputError& error) {
    return error.what();
  }
}

/// The same with a share of the machine's memory.
std::string refused_at(double share, const std::string& input) {
  return refused_with(share * static_cast<double>(available_host_memory()), input);
}

TEST(RequiredMemory, WhatTakesLongIsDoneOnlyIfOneInsists) {
  constexpr double k_large = 9e9;
  if (0.5 * static_cast<double>(available_host_memory()) < k_large) GTEST_SKIP() << "this system has too little memory for it";
  const std::string sentence = refused_with(k_large, "pattern:white:8x8");
  EXPECT_NE(sentence.find("takes about 26 s"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("--allow-large"), std::string::npos) << sentence;
  allow_large();
  EXPECT_EQ(refused_with(k_large, "pattern:white:8x8"), "");
  allow_large(false);
}

TEST(RequiredMemory, MostOfTheMachineIsTakenOnlyIfOneInsists) {
  if (available_host_memory() == k_unlimited_memory) GTEST_SKIP() << "this system does not say how much memory it has";
  const Folder folder;
  const std::string png = folder.write("a.png", test::make_png(4, 2, 8, 0, "abcdefgh"));
  const std::string pgm = folder.write("a.pgm", "P5 2 1 255\nab"), csv = folder.write("a.csv", "1,2\n3,4\n");
  for (const std::string& input : {png, pgm, csv, std::string("pattern:white:8x8")}) {
    EXPECT_EQ(refused_with(std::min(1e9, 0.3 * static_cast<double>(available_host_memory())), input), "") << input;
    EXPECT_NE(refused_at(0.75, input).find("--allow-large"), std::string::npos) << input;
    EXPECT_NE(refused_at(0.75, input).find(input), std::string::npos) << input;
    EXPECT_NE(refused_at(1.5, input).find("GB are free"), std::string::npos) << input;
    allow_large();
    EXPECT_EQ(refused_at(0.75, input), "") << input;
    EXPECT_NE(refused_at(1.5, input).find("GB are free"), std::string::npos) << input;
    allow_large(false);
  }
}

TEST(RequiredMemory, IsJudgedBeforeAnythingIsMade) {
  const auto began = std::chrono::steady_clock::now();
  EXPECT_NE(refused_at(1.5, "pattern:noise:60000x40000"), "");
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(1));
}

}  // namespace
}  // namespace satscope::app
