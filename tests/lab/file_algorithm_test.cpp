// SPDX-License-Identifier: Apache-2.0
// A user's file in the list of algorithms follows its newest version.
#include "app/lab/trace/file_algorithm.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "app/lab/check.h"
#include "app/lab/compiler.h"
#include "kernels/adopted.h"
#include "kernels/engine.h"
#include "kernels/registry.h"

namespace satscope::app::lab {
namespace {

/// A program of one thread. exclusive: row and column of a pixel are not in its sum.
std::string program(const std::string& in, const std::string& out, bool exclusive) {
  return fmt::format(R"(
__global__ void sums(const {0}* in, {1}* out, int w, int h) {{
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {{
      {1} sum = 0;
      for (int j = 0; j < y + {2}; ++j)
        for (int i = 0; i < x + {2}; ++i) sum += in[j * w + i];
      out[y * w + x] = sum;
    }}
}}
void table(const {0}* in, {1}* out, int w, int h) {{
  {0}* d_in;
  {1}* d_out;
  cudaMalloc(&d_in, w * h * sizeof({0}));
  cudaMalloc(&d_out, w * h * sizeof({1}));
  cudaMemcpy(d_in, in, w * h * sizeof({0}), cudaMemcpyHostToDevice);
  sums<<<1, 1>>>(d_in, d_out, w, h);
  cudaMemcpy(out, d_out, w * h * sizeof({1}), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
}}
)",
                     in, out, exclusive ? 0 : 1);
}

TEST(LabFile, TypesAndFormAreThoseOfItsNewestVersion) {
  if (!find_compiler()) GTEST_SKIP() << "there is no C++ compiler";
  const std::string file = testing::TempDir() + "/follows.cu";
  const auto save = [&](const std::string& text) { std::ofstream(file, std::ios::trunc) << text; };
  save(program("unsigned char", "unsigned", false));
  const Algorithm& first = adopt_file(file);
  EXPECT_EQ(types_of(first).id, "8u32u");
  EXPECT_EQ(first.natural_form, Form::inclusive);
  EXPECT_EQ(changes_of(first), 0);

  save(program("float", "float", true));
  const Algorithm& second = adopt_file(file);
  EXPECT_EQ(&first, &second);
  EXPECT_EQ(types_of(second).id, "32f32f");
  EXPECT_EQ(second.natural_form, Form::exclusive);
  EXPECT_EQ(changes_of(second), 1);
  adopt_file(file);
  EXPECT_EQ(changes_of(second), 1);  // the same text

  // saved, and not adopted again
  save(program("int", "int", false));
  Request request{.extent = {3, 2}, .types = *find_type_pair("32s32s"), .form = Form::inclusive};
  Engine engine(second.plan(request), Machine::cpu);
  const std::vector<std::int32_t> picture{1, -2, 3, 4, 5, 6};
  engine.write(0, std::as_bytes(std::span(picture)));
  engine.run();
  EXPECT_EQ(read_buffer<std::int32_t>(engine, 1), (std::vector<std::int32_t>{1, -1, 2, 5, 8, 17}));
  EXPECT_EQ(types_of(second).id, "32s32s");

  const int before = changes_of(second);
  for (int tries = 0; tries < 2; ++tries) {  // what shows its table must not show that of the text before; once is enough
    save("this is no program");
    EXPECT_THROW(adopt_file(file), std::runtime_error);
    EXPECT_EQ(changes_of(second), before + 1);
  }
}

TEST(LabFile, IsPlannedWithoutACompilerUntilItIsSavedAgain) {
  if (!find_compiler()) GTEST_SKIP() << "there is no C++ compiler";
  const std::string file = testing::TempDir() + "/plans.cu";
  std::ofstream(file) << program("unsigned char", "unsigned", false);
  const Algorithm& adopted = adopt_file(file);
  const Request request{.extent = {3, 2}, .types = *find_type_pair("8u32u"), .form = Form::inclusive};
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/nowhere", 1);
  EXPECT_EQ(adopted.plan(request).passes.size(), 1U);
  ::setenv("PATH", path.c_str(), 1);
  std::ofstream(file) << "this is no program";
  const auto why = [&]() -> std::string {
    try {
      adopted.plan(request);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return {};
  };
  const std::string first = why();
  EXPECT_NE(first.find("plans.cu"), std::string::npos) << first;
  ::setenv("PATH", "/nowhere", 1);
  EXPECT_EQ(why(), first) << "the compiler was asked again";
  ::setenv("PATH", path.c_str(), 1);
}

TEST(LabFile, AReportSaysWhichSizesWereTriedInWhichOrders) {
  CheckReport report;
  for (const int side : {8, 9})
    for (const char* order : {"forward", "lockstep"}) report.runs.push_back({.width = side, .height = 2, .order = order});
  report.runs.push_back({.width = 1100, .height = 4, .order = "forward"});
  EXPECT_EQ(report.tried(), (std::vector<std::string>{"8x2, 9x2: forward, lockstep", "1100x4: forward"}));
}

}  // namespace
}  // namespace satscope::app::lab
