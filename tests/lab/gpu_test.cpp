// SPDX-License-Identifier: Apache-2.0
// A user's file on a GPU, as far as a machine without one shows it: nvcc compiles it with the program that times it, and that
// program, shut in, ends with a sentence.
#include "app/lab/gpu/gpu_program.h"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <string>

#include "app/lab/compiler.h"
#include "app/lab/trace/file_algorithm.h"
#include "kernels/adopted.h"
#include "kernels/device.h"
#include "kernels/measure.h"
#include "kernels/not_supported.h"

namespace satscope::app::lab {
namespace {

LabProgram built_for_cpu(const std::string& file) {
  const auto compiler = find_compiler();
  Built built = build({.file = file}, compiler.value());
  return std::move(built.program.value());
}

std::string sentence_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const NotSupported& why) {
    return why.what();
  }
  return {};
}

TEST(LabGpu, NvccCompilesTemplates) {
  if (!found_nvcc()) GTEST_SKIP() << "there is no nvcc";
  if (!find_compiler()) GTEST_SKIP() << "there is no C++ compiler";
  const std::vector<std::byte> picture(64);
  for (const char* name : {"hillis-steele", "blelloch", "warp-scan"}) {
    const LabProgram program = built_for_cpu(std::string(SATSCOPE_TEMPLATES) + "/" + name + ".cu");
    const std::string made = built_for_gpu(program, *found_nvcc(), "sm_90", {});
    EXPECT_TRUE(std::ifstream(made).good()) << made;
    if (gpu_status().usable) continue;  // there it runs
    const GpuRunner runner(made, {8, 8}, picture, {});
    EXPECT_NE(sentence_of([&] { runner.table(256); }).find("it makes no table: no GPU can be used"), std::string::npos) << name;
    EXPECT_NE(sentence_of([&] { runner.times(2, 5); }).find("it cannot be timed: no GPU can be used"), std::string::npos)
        << name;
  }
}

TEST(LabGpu, ErrorsOfNvccAreSentences) {
  if (!found_nvcc()) GTEST_SKIP() << "there is no nvcc";
  const std::string file = testing::TempDir() + "/only_nvcc.cu";
  std::ofstream(file) << "void on_the_host() {}\n__global__ void k() { on_the_host(); }\n"
                         "void table(const unsigned char*, unsigned*, int, int) { k<<<1, 1>>>(); }\n";
  if (!find_compiler()) GTEST_SKIP() << "there is no C++ compiler";
  const LabProgram program = built_for_cpu(file);
  const std::string why = sentence_of([&] { built_for_gpu(program, *found_nvcc(), "sm_90", {}); });
  EXPECT_NE(why.find("only_nvcc.cu"), std::string::npos) << why;
  EXPECT_NE(why.find("not supported"), std::string::npos) << why;
  EXPECT_NE(why.find("on_the_host"), std::string::npos) << why;
}

TEST(LabGpu, OnTheGpuItIsMeasuredOrRefused) {
  if (!find_compiler()) GTEST_SKIP() << "there is no C++ compiler";
  const Algorithm& algorithm = adopt_file(std::string(SATSCOPE_TEMPLATES) + "/hillis-steele.cu");
  const OwnGpuProcess* const own = own_process_of(algorithm, Machine::gpu);
  ASSERT_TRUE(own);
  EXPECT_FALSE(own_process_of(algorithm, Machine::cpu));
  const Request request{.extent = {60, 40}};
  if (!why_no_gpu_program().empty()) {
    EXPECT_EQ(own->refusal(request), why_no_gpu_program());
    EXPECT_EQ(why_not_timed(algorithm, request, Machine::gpu), why_no_gpu_program());
    EXPECT_NE(own->refusal(request).find("not supported"), std::string::npos);
    GTEST_SKIP() << why_no_gpu_program();
  }
  const std::vector<std::byte> picture(60 * 40, std::byte{7});
  const Measured measured = own->measure(request, picture, {.samples = 5});
  EXPECT_TRUE(measured.comparison.correct) << measured.comparison.mismatches;
  EXPECT_EQ(measured.times.count(), 5);
  EXPECT_EQ(measured.with_copies.count(), 5);
  EXPECT_GT(measured.with_copies.median(), measured.times.median());
  EXPECT_FALSE(measured.one_by_one);
}

TEST(LabGpu, TimesAreReadWithCare) {
  const GpuTimes times = times_in(R"({"how": "graph", "sets": 3, "kernels_ms": [0.5, 0.25], "with_copies_ms": [2]})");
  EXPECT_EQ(times.kernels_ms, (std::vector<double>{0.5, 0.25}));
  EXPECT_EQ(times.with_copies_ms, (std::vector<double>{2}));
  EXPECT_EQ(times.sets, 3);
  EXPECT_FALSE(times.by_events);
  EXPECT_TRUE(times_in(R"({"how": "events", "sets": 1, "kernels_ms": [1], "with_copies_ms": [2]})").by_events);
  for (const char* wrong : {"", "[]", "{}", R"({"how": "graph", "sets": 3, "kernels_ms": [], "with_copies_ms": [2]})",
                            R"({"how": "graph", "sets": 3, "kernels_ms": [-1], "with_copies_ms": [2]})",
                            R"({"how": "graph", "sets": 3, "kernels_ms": ["1"], "with_copies_ms": [2]})",
                            R"({"how": 1, "sets": 3, "kernels_ms": [1], "with_copies_ms": [2]})"})
    EXPECT_THROW(times_in(wrong), std::runtime_error) << wrong;
}

}  // namespace
}  // namespace satscope::app::lab
