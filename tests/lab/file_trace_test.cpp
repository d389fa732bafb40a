// SPDX-License-Identifier: Apache-2.0
// What a trace of a user's file says beyond its numbers: the order of its threads, the names of its arrays, and the pixels
// behind a number, of which a large picture keeps fewer boxes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/lab/compiler.h"
#include "app/lab/runtime/events.h"
#include "app/lab/trace/file_algorithm.h"
#include "app/lab/trace/rectangles.h"
#include "kernels/registry.h"
#include "kernels/trace/narration.h"
#include "kernels/trace/tracing.h"

namespace satscope::app::lab {
namespace {

constexpr const char* k_copies = R"(
__global__ void copy(const unsigned char* in, unsigned* out, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = in[threadIdx.x];
}
struct Holder { unsigned* data; };
static void make(unsigned** p, int n) { cudaMalloc((void**)p, n * 4); }
void table(const unsigned char* in, unsigned* out, int w, int h) {
  unsigned char* a;
  Holder b;
  cudaMalloc((void**)&a, w * h);
  cudaMemcpy(a, in, w * h, cudaMemcpyHostToDevice);
  cudaMalloc(reinterpret_cast<void**>(&b.data), w * h * 4);
  copy<<<1, 16>>>(a, b.data, w * h);
  { unsigned* a; make(&a, w * h); cudaFree(a); }
  { unsigned* a; cudaMalloc(&a, w * h * 4); cudaFree(a); }
  cudaMemcpy(out, b.data, w * h * 4, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b.data);
}
)";

Trace trace_of_copies(const TraceOptions& options) {
  const std::string file = testing::TempDir() + "/copies.cu";
  std::ofstream(file) << k_copies;
  const std::vector<std::byte> picture(12, std::byte{3});
  return trace(adopt_file(file), {.extent = {4, 3}, .types = *find_type_pair("8u32u")}, picture, options);
}

std::vector<unsigned> order_of_writes(const TraceOptions& options) {
  const Trace trace = trace_of_copies(options);
  std::vector<unsigned> threads;
  for (const Write& write : trace.writes_of(trace.steps.at(0))) threads.push_back(write.thread);
  return threads;
}

TEST(LabTrace, TheScheduleIsTheOrderOfTheThreads) {
  if (!find_compiler()) GTEST_SKIP() << "there is no C++ compiler";
  const std::vector<unsigned> forward{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, reverse(forward.rbegin(), forward.rend());
  EXPECT_EQ(order_of_writes({}), forward);
  EXPECT_EQ(order_of_writes({.schedule = parse_schedule("reversed:1")}), reverse);
  EXPECT_EQ(order_of_writes({.lockstep = true}), forward);
  const std::vector<unsigned> seven = order_of_writes({.schedule = parse_schedule("random:7")});
  EXPECT_TRUE(std::ranges::is_permutation(seven, forward));
  EXPECT_NE(seven, forward);
  EXPECT_EQ(order_of_writes({.schedule = parse_schedule("random:7")}), seven);
  EXPECT_NE(order_of_writes({.schedule = parse_schedule("random:8")}), seven);
}

TEST(LabTrace, AnArrayHasTheNameOfWhatItWasAllocatedFor) {
  if (!find_compiler()) GTEST_SKIP() << "there is no C++ compiler";
  std::vector<std::string> names;
  for (const TraceBuffer& buffer : trace_of_copies({}).buffers) names.push_back(buffer.name);
  EXPECT_EQ(names, (std::vector<std::string>{"a", "b.data", "p", "a (line 15)"}));
}

// lane 1 adds its pixel and that of lane 0, which it got by a shuffle; both are of a type that holds no larger number
TEST(LabTrace, WhatALaneGotByAShuffleIsATermOfItsSum) {
  if (!find_compiler()) GTEST_SKIP() << "there is no C++ compiler";
  const std::vector<std::byte> picture{std::byte{200}, std::byte{100}, std::byte{7}, std::byte{9}};
  const Trace made =
      trace(adopt_file(SATSCOPE_TEMPLATES "/warp-scan.cu"), {.extent = {4, 1}, .types = *find_type_pair("8u32u")}, picture);
  EXPECT_NE(narrate(made, 0).find("thread 1: 100 + 200 = 300, stored at d_rows[1]"), std::string::npos) << narrate(made, 0);
  EXPECT_GE(made.passes.at(0).counters.additions, 3) << "three lanes add to their pixels";
}

constexpr std::array<std::uint32_t, 3> k_pictures{11, 12, 13};

/// The sums of the box in each picture, from its pixels.
std::vector<std::int64_t> sums_in(Extent extent, int x0, int y0, int x1, int y1) {
  std::vector<std::int64_t> sums;
  for (const std::uint32_t picture : k_pictures) {
    satlab::Pixels pixels(picture);
    std::int64_t sum = 0;
    for (int y = 0; y < extent.height; ++y)
      for (int x = 0; x < extent.width; ++x) {
        const std::int64_t pixel = pixels.next();
        if (x >= x0 && x <= x1 && y >= y0 && y <= y1) sum += pixel;
      }
    sums.push_back(sum);
  }
  return sums;
}

bool finds(Extent extent, int x0, int y0, int x1, int y1) {
  const auto box = Rectangles(extent, k_pictures).with(sums_in(extent, x0, y0, x1, y1));
  return box && box->x0 == x0 && box->y0 == y0 && box->x1 == x1 && box->y1 == y1;
}

TEST(LabRectangles, ALargePictureKeepsThoseAtTheEdgesAndOfOneRowOrColumn) {
  EXPECT_TRUE(finds({32, 32}, 5, 7, 20, 9));
  constexpr Extent k_large{40, 33};
  EXPECT_FALSE(finds(k_large, 5, 7, 20, 9));
  EXPECT_TRUE(finds(k_large, 0, 7, 20, 9));
  EXPECT_TRUE(finds(k_large, 5, 0, 20, 9));
  EXPECT_TRUE(finds(k_large, 5, 7, 20, 7));
  EXPECT_TRUE(finds(k_large, 5, 7, 5, 9));
  EXPECT_TRUE(finds({256, 1}, 3, 0, 255, 0));
  EXPECT_THROW(Rectangles({257, 1}, k_pictures), std::length_error);
}

}  // namespace
}  // namespace satscope::app::lab
