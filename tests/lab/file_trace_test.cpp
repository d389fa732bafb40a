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
#include <tuple>
#include <vector>

#include "app/lab/compiler.h"
#include "app/lab/runtime/events.h"
#include "app/lab/trace/file_algorithm.h"
#include "app/lab/trace/rectangles.h"
#include "kernels/registry.h"
#include "kernels/trace/effects.h"
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

TEST(LabTrace, KernelsOfAFileWithItsOwnMainAreStepped) {
  if (!find_compiler()) GTEST_SKIP() << "there is no C++ compiler";
  const std::string file = testing::TempDir() + "/own_main.cu";
  std::ofstream(file) << R"(
__global__ void add(const int* a, int* b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[i] + 1;
}
int main() {
  int a[10], *da, *db;
  for (int i = 0; i < 10; ++i) a[i] = 3 * i;
  cudaMalloc(&da, sizeof a);
  cudaMalloc(&db, sizeof a);
  cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
  add<<<3, 4>>>(da, db, 10);
  cudaFree(da);
  cudaFree(db);
}
)";
  const Algorithm& own = adopt_file(file);
  const Request request{.extent = {4, 3}, .types = *find_type_pair("8u32u")};
  EXPECT_NE(own.refusal(request, Machine::cpu).find("its own main()"), std::string::npos);
  const Trace made = trace(own, request, std::vector<std::byte>(12), {});
  EXPECT_FALSE(made.has_table);
  EXPECT_TRUE(made.deadlocks.empty() && made.mistakes.empty());
  ASSERT_EQ(made.steps.size(), 3U);
  std::vector<std::uint64_t> numbers;
  for (const Step& step : made.steps)
    for (const Write& write : made.writes_of(step)) {
      EXPECT_EQ(made.buffers[write.buffer].name, "db");
      numbers.push_back(write.after.bits);
    }
  EXPECT_EQ(numbers, (std::vector<std::uint64_t>{1, 4, 7, 10, 13, 16, 19, 22, 25, 28}));
}

// threads 8 to 11 write outside of an array of 8
TEST(LabTrace, WhatTheProgramPrintedIsKeptOfEachRequest) {
  if (!find_compiler()) GTEST_SKIP() << "there is no C++ compiler";
  const std::string file = testing::TempDir() + "/prints.cu";
  std::string text = k_copies;
  const std::string copies = "  copy<<<";
  text.replace(text.find(copies), copies.size(), "  std::printf(\"%d and %d\\n\", in[0], w);\n" + copies);
  std::ofstream(file) << text;
  const Algorithm& own = adopt_file(file);
  const Request wide{.extent = {4, 3}, .types = *find_type_pair("8u32u")}, narrow{.extent = {2, 1}, .types = wide.types};
  EXPECT_EQ(printed_in_trace(file, wide), std::nullopt);
  for (const auto& [request, value, printed] :
       {std::tuple{wide, 3, "3 and 4\n"}, {narrow, 5, "5 and 2\n"}, {wide, 7, "7 and 4\n"}}) {
    trace(own, request, std::vector<std::byte>(request.extent.area(), static_cast<std::byte>(value)), {});
    EXPECT_EQ(printed_in_trace(file, request), printed);
  }
  EXPECT_EQ(printed_in_trace(file, narrow), "5 and 2\n");
}

TEST(LabTrace, AThreadThatWritesOutsideIsNotIdle) {
  if (!find_compiler()) GTEST_SKIP() << "there is no C++ compiler";
  const std::string file = testing::TempDir() + "/outside.cu";
  std::ofstream(file) << R"(
__global__ void fill(unsigned* out) {
  __shared__ unsigned s[8];
  s[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) out[0] = s[0];
}
void table(const unsigned char* in, unsigned* out, int w, int h) {
  unsigned* d;
  cudaMalloc(&d, w * h * 4);
  fill<<<1, 12>>>(d);
  cudaMemcpy(out, d, w * h * 4, cudaMemcpyDeviceToHost);
  cudaFree(d);
}
)";
  const Trace made =
      trace(adopt_file(file), {.extent = {4, 3}, .types = *find_type_pair("8u32u")}, std::vector<std::byte>(12), {});
  ASSERT_GE(made.steps.size(), 2U);
  EXPECT_EQ(made.passes.at(0).counters.idle_lanes, 11) << "of the second step";
  ASSERT_FALSE(made.mistakes.empty());
  EXPECT_NE(made.mistakes[0].find("Thread 8 writes s[8]"), std::string::npos) << made.mistakes[0];
}

// lane 1 adds its pixel and that of lane 0, which it got by a shuffle; both are of a type that holds no larger number
TEST(LabTrace, WhatALaneGotByAShuffleIsATermOfItsSum) {
  if (!find_compiler()) GTEST_SKIP() << "there is no C++ compiler";
  const std::vector<std::byte> picture{std::byte{200}, std::byte{100}, std::byte{7}, std::byte{9}};
  const Trace made =
      trace(adopt_file(SATSCOPE_TEMPLATES "/warp-scan.cu"), {.extent = {4, 1}, .types = *find_type_pair("8u32u")}, picture);
  const std::string second = describe_thread(made, made.steps.at(1), 1);
  EXPECT_NE(second.find("thread 1: 100 + 200 = 300, stored in given"), std::string::npos) << second;
  const std::string at_the_end = describe_thread(made, made.steps.at(4), 1);
  EXPECT_NE(at_the_end.find("100 + 200 = 300"), std::string::npos) << at_the_end;
  EXPECT_NE(at_the_end.find("d_rows[1]"), std::string::npos) << at_the_end;
  EXPECT_GE(made.passes.at(0).counters.additions, 3) << "three lanes add to their pixels";
}

// shfl_up by 1, 2, 4, 8 and 16: lane t reads the sum of lane t - d, or keeps its own
TEST(LabTrace, AShuffleIsAReadOfTheLaneThatGives) {
  if (!find_compiler()) GTEST_SKIP() << "there is no C++ compiler";
  const std::vector<std::byte> picture{std::byte{200}, std::byte{100}, std::byte{7}, std::byte{9}};
  const Trace made =
      trace(adopt_file(SATSCOPE_TEMPLATES "/warp-scan.cu"), {.extent = {4, 1}, .types = *find_type_pair("8u32u")}, picture);
  const auto buffer = [&](const char* name) {
    const auto found = std::ranges::find(made.buffers, name, &TraceBuffer::name);
    EXPECT_EQ(found->space, Space::registers);
    return static_cast<std::uint32_t>(found - made.buffers.begin());
  };
  const std::uint32_t given = buffer("given"), got = buffer("got");
  std::uint32_t shuffles = 0;
  for (const Step& step : made.steps) {
    const auto reads = made.reads_of(step);
    const auto of_registers = std::ranges::count(reads, given, &Read::buffer);
    if (of_registers == 0) continue;
    const std::uint32_t d = 1U << shuffles++;
    EXPECT_EQ(of_registers, d > 16 ? 31 : 32 - d) << "a step has one shuffle of a warp";
    if (d > 16) continue;
    for (const Read& read : reads) {
      if (read.buffer != given) continue;
      EXPECT_EQ(read.index, read.thread - d);
    }
    for (const Write& write : made.writes_of(step)) {
      if (write.buffer != got || write.index != 3 || d != 4) continue;
      EXPECT_EQ(write.after.bits, 316U) << "lane 3 gets its own sum";
    }
    const std::string text = describe_thread(made, step, 3);
    if (d == 1) {
      EXPECT_NE(text.find("lane 3 reads 7 from lane 2"), std::string::npos) << text;
    }
    if (d == 2) {
      EXPECT_EQ(typical_thread(made, step), 2U) << "the first lane that adds and gets the number of another one";
      EXPECT_NE(text.find("lane 3 reads 300 from lane 1"), std::string::npos) << text;
    }
  }
  EXPECT_EQ(shuffles, 6U) << "five of the scan, one of the carry";
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
