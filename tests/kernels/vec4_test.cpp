// SPDX-License-Identifier: Apache-2.0
// Tables of four channels at once: each channel is the table of that channel alone, on every machine, type, form and size.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "kernels/engine.h"
#include "kernels/reference.h"
#include "kernels/registry.h"
#include "kernels/simt/vec4.h"
#include "kernels/trace/tracing.h"
#include "tests/kernels/all_params.h"
#include "tests/kernels/all_sizes.h"
#include "tests/kernels/pictures.h"

namespace satscope {

namespace {

using testing::Content;
using testing::draw;
using testing::edge_extents;

constexpr int k_channels = 4;

/// Noise in all channels of every place.
std::vector<std::byte> draw_four(Extent extent, Scalar type, Content content) {
  return draw({extent.width * k_channels, extent.height}, type, content, 23);
}

/// One channel alone of elements of this many bytes.
std::vector<std::byte> channel_of(const std::vector<std::byte>& all, std::size_t size, std::size_t channel) {
  std::vector<std::byte> one(all.size() / k_channels);
  for (std::size_t i = 0; i < one.size() / size; ++i)
    std::memcpy(&one[i * size], &all[(i * k_channels + channel) * size], size);
  return one;
}

std::vector<std::byte> run(const Plan& plan, Machine machine, int threads, const std::vector<std::byte>& picture) {
  Engine engine(plan, machine, threads);
  engine.write(plan.picture(), picture);
  engine.poison();
  engine.run();
  std::vector<std::byte> table(plan.buffers.back().packed_bytes());
  engine.read(plan.table(), table);
  return table;
}

struct Subject {
  std::string name;
  Machine machine;
  int threads;
};
void PrintTo(const Subject& subject, std::ostream* out) { *out << subject.name; }

class FourChannels : public ::testing::TestWithParam<Subject> {
 protected:
  void SetUp() override {
    if (GetParam().machine == Machine::gpu && !gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  }
  std::vector<std::byte> table(std::size_t index, const Request& request, const std::vector<std::byte>& picture) const {
    return run(algorithms()[index].plan(request), GetParam().machine, GetParam().threads, picture);
  }
  void check(std::size_t index, Request request, Content content) const {
    const Algorithm& algorithm = algorithms()[index];
    request.channels = k_channels;
    if (!algorithm.refusal(request, GetParam().machine).empty()) return;
    const auto picture = draw_four(request.extent, request.types.in, content);
    const auto all = table(index, request, picture);
    std::string name = fmt::format("{} {} {} {}x{}", algorithm.id, request.types.id, id_of(request.form), request.extent.width,
                                   request.extent.height);
    for (const auto& [id, value] : request.params) name += fmt::format(" {}={}", id, to_text(value));
    EXPECT_TRUE(compare_with_reference(algorithm, request, picture, all).correct) << name;
    Request one = request;
    one.channels = 1;
    for (std::size_t c = 0; c < k_channels; ++c) {
      const auto pixels = channel_of(picture, size_of(request.types.in), c);
      const auto sums = channel_of(all, size_of(request.types.out), c);
      const Comparison result = compare_with_reference(algorithm, one, pixels, sums);
      EXPECT_TRUE(result.correct) << name << ", channel " << c << "\n" << result.mismatches;
      // one source for both makes the same additions, and if their order is fixed floats are the same bit for bit
      if ((algorithm.traced() && !algorithm.order_varies) || !is_float(request.types.out)) {
        EXPECT_EQ(sums, table(index, one, pixels)) << name << ", channel " << c;
      }
    }
  }
};

TEST_P(FourChannels, EqualEachChannelAloneAtEdgeSizes) {
  for (std::size_t i = 0; i < algorithms().size(); ++i) {
    std::size_t turn = 0;
    for (const Extent extent : edge_extents())
      for (const auto& [types, form] : testing::combinations(turn++))
        check(i, {.extent = extent, .types = types, .form = form}, Content::noise);
  }
}

TEST_P(FourChannels, EqualEachChannelAloneForAllParameters) {
  for (std::size_t i = 0; i < algorithms().size(); ++i) {
    std::size_t turn = 0;
    for (const Params& params : testing::all_params(algorithms()[i])) {
      for (const Extent extent : {Extent{1, 1}, Extent{513, 67}, Extent{67, 1030}})
        for (const auto& [types, form] : testing::combinations(turn++))
          check(i, {.extent = extent, .types = types, .form = form, .params = params}, Content::noise);
      ++turn;  // because: a turn for each size would give it the same types and forms again
    }
  }
}

// more segments in a row than one scan of sums takes at once
TEST_P(FourChannels, EqualEachChannelAloneOnVeryLongLines) {
  for (std::size_t i = 0; i < algorithms().size(); ++i) {
    Params params;
    if (const Param* segment = algorithms()[i].find_param("segment")) params["segment"] = segment->choices.front();
    for (const Extent extent : {Extent{70001, 2}, Extent{2, 70001}})
      check(i, {.extent = extent, .params = params}, Content::noise);
  }
}

INSTANTIATE_TEST_SUITE_P(On, FourChannels, ::testing::Values(Subject{"gpu", Machine::gpu, 0}, Subject{"cpu3", Machine::cpu, 3}),
                         [](const auto& subject) { return subject.param.name; });

TEST(FourChannelsOnGpuAndCpu, AgreeAfterEveryPass) {
  if (!gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  for (const Algorithm& algorithm : algorithms())
    for (const TypePair& types : k_type_pairs)
      for (const Extent extent : {Extent{1, 1}, Extent{33, 31}, Extent{700, 531}}) {
        const Request request{.extent = extent, .types = types, .form = Form::padded, .channels = k_channels};
        if (!algorithm.refusal(request, Machine::gpu).empty()) continue;
        if (algorithm.order_varies && is_float(types.out)) continue;
        const Plan plan = algorithm.plan(request);
        const auto picture = draw_four(extent, types.in, Content::whole_noise);
        for (std::size_t passes = 1; passes <= plan.passes.size(); ++passes) {
          Engine gpu(plan, Machine::gpu), cpu(plan, Machine::cpu, 2);
          for (Engine* engine : {&gpu, &cpu}) {
            engine->write(plan.picture(), picture);
            engine->poison();
            engine->run(passes);
          }
          for (const int buffer : plan.passes[passes - 1].writes) {
            std::vector<std::byte> a(plan.buffers[static_cast<std::size_t>(buffer)].packed_bytes()), b(a.size());
            gpu.read(buffer, a);
            cpu.read(buffer, b);
            ASSERT_EQ(a, b) << algorithm.id << " " << types.id << " after " << plan.passes[passes - 1].name;
          }
        }
      }
}

TEST(FourChannelsOfABuffer, CountInItsBytes) {
  const Request request{.extent = {37, 21}, .form = Form::padded};
  for (const Algorithm& algorithm : algorithms()) {
    if (!algorithm.four_channels) continue;
    Request four = request;
    four.channels = k_channels;
    const Plan one = algorithm.plan(request), all = algorithm.plan(four);
    ASSERT_EQ(all.buffers.size(), one.buffers.size());
    bool words = false;
    for (std::size_t i = 0; i < all.buffers.size(); ++i) {
      if (!all.buffers[i].words) {
        EXPECT_EQ(all.buffers[i].packed_bytes(), 4 * one.buffers[i].packed_bytes()) << all.buffers[i].name;
      }
      words |= all.buffers[i].words;
    }
    ASSERT_EQ(all.passes.size(), one.passes.size());
    for (std::size_t i = 0; i < all.passes.size() && !words; ++i) {  // with words tiles are of another size
      EXPECT_EQ(all.passes[i].cost.bytes, 4 * one.passes[i].cost.bytes) << all.passes[i].name;
      EXPECT_EQ(all.passes[i].cost.additions, 4 * one.passes[i].cost.additions) << all.passes[i].name;
    }
    Engine engine(all, Machine::cpu, 1);
    const std::vector<std::byte> grey(37 * 21), colour(37 * 21 * 4, std::byte{9});
    EXPECT_THROW(engine.write(all.picture(), grey), std::invalid_argument);
    engine.write(all.picture(), colour);
    engine.run();
    EXPECT_THROW(read_buffer<std::uint32_t>(engine, all.table()), std::invalid_argument);
    const auto table = read_buffer<vec4<std::uint32_t>>(engine, all.table());
    ASSERT_EQ(table.size(), 38U * 22);
    constexpr std::uint32_t sum = 9 * 37 * 21;
    EXPECT_EQ(table.back(), (vec4<std::uint32_t>{sum, sum, sum, sum}));
  }
}

TEST(FourChannelsOfABuffer, LieAsTheWordsOfAPicture) {
  static_assert(sizeof(vec4<std::uint8_t>) == 4 && alignof(vec4<std::uint8_t>) == 4);
  static_assert(sizeof(vec4<float>) == 16 && alignof(vec4<float>) == 16);
  const std::uint32_t word = 0x04030201;
  vec4<std::uint8_t> place;
  std::memcpy(&place, &word, sizeof place);
  EXPECT_EQ(place, (vec4<std::uint8_t>{1, 2, 3, 4}));
}

TEST(FourChannelsRefused, WithASentence) {
  const auto sentence = [](const std::string& why) {
    EXPECT_NE(why.find("not supported"), std::string::npos) << why;
    EXPECT_EQ(why.find('\n'), std::string::npos);
  };
  const Request four{.extent = {9, 9}, .channels = k_channels};
  int with = 0;
  for (const Algorithm& algorithm : algorithms()) {
    with += algorithm.four_channels;
    if (algorithm.four_channels) {
      EXPECT_EQ(algorithm.refusal(four, Machine::cpu), "");
      EXPECT_NO_THROW(algorithm.plan(four));
    } else {
      sentence(refusal(algorithm, four, Machine::cpu));
      EXPECT_THROW(algorithm.plan(four), std::invalid_argument);
    }
    for (const int channels : {-4, 0, 2, 3, 5}) {
      Request odd = four;
      odd.channels = channels;
      sentence(refusal(algorithm, odd, Machine::cpu));
      EXPECT_THROW(algorithm.plan(odd), std::invalid_argument);
    }
    Request squares = four;
    squares.types = *find_type_pair("8u64u-sq");
    sentence(refusal(algorithm, squares, Machine::cpu));
    EXPECT_THROW(algorithm.plan(squares), std::invalid_argument);
    if (!algorithm.traced()) continue;
    Request traced = four;
    traced.sizes = algorithm.trace_sizes.front();
    EXPECT_THROW(algorithm.traced_plan(traced), std::invalid_argument);
    traced.channels = 1;
    EXPECT_NO_THROW(trace(algorithm, traced, std::vector<std::byte>(four.extent.area())));
  }
  EXPECT_GE(with, 1);
}

TEST(DefaultAlgorithms, TakeEveryRequest) {
  for (const auto& machine : k_machines)
    for (const TypePair& types : k_type_pairs)
      for (const auto& form : k_forms)
        for (const int channels : {1, k_channels})
          if (channels == 1 || sums_four_channels(types)) {
            const Request request{.extent = {9, 9}, .types = types, .form = form.value, .channels = channels};
            EXPECT_EQ(default_algorithm(machine.value).refusal(request, machine.value), "") << types.id << " " << channels;
          }
  EXPECT_EQ(default_algorithm(Machine::gpu).id, "single-pass");
}

// one number that is off in one channel is found, and reported with its channel
TEST(FourChannelsCompared, ShowWhichOneIsWrong) {
  const Algorithm& serial = *find_algorithm("serial");
  for (const char* type : {"8u32u", "32f32f"}) {
    const Request request{.extent = {13, 7}, .types = *find_type_pair(type), .channels = k_channels};
    const auto picture = draw_four(request.extent, request.types.in, Content::noise);
    auto table = run(serial.plan(request), Machine::cpu, 1, picture);
    EXPECT_TRUE(compare_with_reference(serial, request, picture, table).correct);
    const std::size_t element = (13 * 2 + 5) * k_channels + 2;
    table[element * 4 + 3] ^= std::byte{1};
    const Comparison result = compare_with_reference(serial, request, picture, table);
    EXPECT_FALSE(result.correct);
    EXPECT_GT(result.max_error, 0);
    EXPECT_NE(result.mismatches.find("B: (5, 2) is "), std::string::npos) << result.mismatches;
    EXPECT_EQ(result.wrong, std::vector<std::size_t>{element});
  }
}

}  // namespace
}  // namespace satscope
