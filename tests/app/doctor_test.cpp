// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sched.h>

#include <cstdlib>
#include <map>

#include "kernels/device.h"
#include "tests/app/program.h"

namespace satscope::test {
namespace {

using Json = nlohmann::json;

TEST(Doctor, EverythingWorksOrHasAReasonAndACure) {
  std::map<std::string, Json> checks;
  const Json json = run_json({"doctor", "--json"});
  for (const Json& check : json.at("checks")) checks[check.at("id")] = check;
  for (const char* id :
       {"cuda-toolkit", "cuda-driver", "gpu", "opengl", "interop", "fonts", "ffmpeg", "camera", "screen", "threads"}) {
    ASSERT_TRUE(checks.contains(id)) << id;
    EXPECT_FALSE(checks[id].at("title").get<std::string>().empty()) << id;
    EXPECT_FALSE(checks[id].at("detail").get<std::string>().empty()) << id;
    EXPECT_TRUE(checks[id].at("works").get<bool>() || !checks[id].at("cure").get<std::string>().empty()) << id;
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

TEST(Doctor, TextHasALinePerCheck) {
  const Outcome outcome = run({"doctor"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_NE(outcome.out.find("CPU threads"), std::string::npos);
}

}  // namespace
}  // namespace satscope::test
