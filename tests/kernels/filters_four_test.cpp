// SPDX-License-Identifier: Apache-2.0
// Filters of four channels at once: each channel of the result is the filtered channel alone, and what is no mean refuses.
#include <gtest/gtest.h>

#include "kernels/filters/chain.h"
#include "kernels/registry.h"
#include "kernels/simt/four.h"
#include "kernels/units.h"
#include "tests/kernels/filters_stage.h"

namespace satscope {

const std::vector<DraftOnOneMachine>& drafts_backwards();

namespace {

using namespace testing;
using Rgba = Four<std::uint8_t>;

struct Subject {
  std::string name;
  Machine machine;
  int threads;
};
void PrintTo(const Subject& subject, std::ostream* out) { *out << subject.name; }

class FourChannelFilters : public ::testing::TestWithParam<Subject> {
 protected:
  void SetUp() override {
    if (GetParam().machine == Machine::gpu && !gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  }
  /// What the plan makes of a picture; a radius map is the stage's.
  template <class T>
  std::vector<T> run(const FilterPlan& plan, const Stage& stage, const std::vector<T>& picture) const {
    Engine engine(plan.plan, GetParam().machine, GetParam().threads);
    engine.poison();
    engine.write(plan.plan.picture(), std::as_bytes(std::span(picture)));
    for (const FilterPlan::Input& input : plan.inputs) engine.write(input.buffer, stage.input(input.name));
    engine.run();
    return read_buffer<T>(engine, plan.plan.table());
  }
  /// All channels at once against one after the other, by tables of the algorithm (null: the default).
  void check(const std::vector<ChainLink>& chain, Extent extent, const Algorithm* by, unsigned seed) const {
    const Stage stage(noise(extent, seed));
    const Grey channels[]{noise(extent, seed + 1), noise(extent, seed + 2), noise(extent, seed + 3), noise(extent, seed + 4)};
    std::vector<Rgba> picture(extent.area());
    for (std::size_t i = 0; i < picture.size(); ++i)
      picture[i] = {channels[0].pixels[i], channels[1].pixels[i], channels[2].pixels[i], channels[3].pixels[i]};
    FilterRequest request{.extent = extent, .channels = 4};
    const Algorithm& four = by ? *by : default_algorithm(GetParam().machine);
    const std::vector<Rgba> all = run(chain_plan(chain, request, four), stage, picture);
    request.channels = 1;
    const FilterPlan one = chain_plan(chain, request, four);
    for (int c = 0; c < 4; ++c) {
      std::vector<std::uint8_t> got;
      for (const Rgba& place : all) got.push_back(c == 0 ? place.r : c == 1 ? place.g : c == 2 ? place.b : place.a);
      EXPECT_EQ(got, run(one, stage, channels[c].pixels))
          << to_text(chain) << " on " << extent.width << "x" << extent.height << ", channel " << c << ", tables of " << four.id;
    }
  }
};

/// The filter as the subject runs it: with its kernels' threads from the last to the first, or as it is.
Filter turned(const Filter& filter, const Subject& subject) {
  Filter turned = filter;
  for (std::size_t i = 0; i < filters().size() && subject.name == "backwards"; ++i)
    if (filters()[i].id == filter.id) turned.draft = drafts_backwards()[i];
  return turned;
}

TEST_P(FourChannelFilters, EqualEachChannelAlone) {
  for (const Filter& filter : filters()) {
    if (!filter.by_channel) continue;
    const Filter own = turned(filter, GetParam());
    for (const Params& params : filter_params(filter))
      for (const Extent extent : {Extent{1, 1}, Extent{1, 23}, Extent{23, 1}, Extent{37, 19}, Extent{261, 5}})
        check({{&own, params}}, extent, nullptr, 5);
  }
}

TEST_P(FourChannelFilters, EqualEachChannelAloneWithEveryAlgorithm) {
  for (const Algorithm& tables : algorithms())
    for (const Filter& filter : filters()) {
      const FilterRequest four{.extent = {83, 57}, .channels = 4};
      if (filter.by_channel && refusal(filter, four, tables, GetParam().machine).empty())
        check({{&filter, {}}}, four.extent, &tables, 6);
    }
}

TEST_P(FourChannelFilters, HoldTheLargestSums) {
  for (const Filter& filter : filters()) {
    if (!filter.by_channel || !filter.find_param("r") || filter.id == "box-naive") continue;
    for (const char* border : {"clamp", "mirror", "zero"})
      check({{&filter, {{"r", filter.find_param("r")->range->max}, {"border", std::string(border)}}}}, {19, 13}, nullptr, 7);
  }
}

TEST_P(FourChannelFilters, FollowOneAnother) {
  for (const char* text : {"variable r=9 map=painted; box r=2 border=mirror; gauss sigma=1.5", "box; box-running r=3; box r=1"})
    check(parse_chain(text), {67, 41}, nullptr, 8);
}

INSTANTIATE_TEST_SUITE_P(On, FourChannelFilters,
                         ::testing::Values(Subject{"gpu", Machine::gpu, 0}, Subject{"cpu3", Machine::cpu, 3},
                                           Subject{"backwards", Machine::cpu, 1}),
                         [](const auto& subject) { return subject.param.name; });

TEST(FiltersOfFourChannels, HaveOneRadiusMapForAll) {
  for (const char* map : {"painted", "gradient"}) {
    const FilterRequest four{.extent = {9, 7}, .params = {{"map", std::string(map)}}, .channels = 4};
    const FilterPlan plan = filter_plan(*find_filter("variable"), four, *find_algorithm("serial"));
    for (const Buffer& buffer : plan.plan.buffers)
      EXPECT_EQ(buffer.channels, buffer.name == "radius map" ? 1 : 4) << buffer.name;
  }
}

TEST(FiltersOfFourChannels, CostFourTimesAsMuchButForTheMap) {
  const Algorithm& tables = *find_algorithm("scan-transpose-scan");
  for (const Filter& filter : filters()) {
    if (!filter.by_channel) continue;
    const FilterPlan one = filter_plan(filter, {.extent = {37, 21}}, tables);
    const FilterPlan four = filter_plan(filter, {.extent = {37, 21}, .channels = 4}, tables);
    ASSERT_EQ(one.plan.passes.size(), four.plan.passes.size()) << filter.id;
    for (std::size_t i = 0; i < one.plan.passes.size(); ++i) {
      const Pass &a = one.plan.passes[i], &b = four.plan.passes[i];
      double map = 0;
      for (const auto* buffers : {&a.reads, &a.writes})
        for (const int buffer : *buffers)
          if (const Buffer& about = one.plan.buffers[static_cast<std::size_t>(buffer)]; about.name == "radius map")
            map += static_cast<double>(about.bytes());
      EXPECT_EQ(b.cost.bytes - map, 4 * (a.cost.bytes - map)) << filter.id << ", " << a.name;
      EXPECT_EQ(b.cost.additions, 4 * a.cost.additions) << filter.id << ", " << a.name;
    }
  }
}

TEST(FiltersOfFourChannels, AreRefusedWithASentence) {
  const Algorithm& serial = *find_algorithm("serial");
  const FilterRequest four{.extent = {9, 9}, .channels = 4};
  const auto sentence = [](const std::string& why) { EXPECT_NE(why.find("not supported"), std::string::npos) << why; };
  for (const Filter& filter : filters()) {
    FilterRequest traced = four;
    traced.sizes = filter_trace_sizes().front();
    EXPECT_THROW(traced_filter_plan(filter, traced, serial), std::invalid_argument) << filter.id;
    FilterRequest three = four;
    three.channels = 3;
    sentence(refusal(filter, three, serial, Machine::cpu));
    EXPECT_THROW(filter_plan(filter, three, serial), std::invalid_argument) << filter.id;
    if (filter.by_channel) {
      EXPECT_EQ(refusal(filter, four, serial, Machine::cpu), "");
      continue;
    }
    sentence(refusal(filter, four, serial, Machine::cpu));
    EXPECT_THROW(filter_plan(filter, four, serial), std::invalid_argument) << filter.id;
    EXPECT_THROW(chain_plan(std::vector<ChainLink>{{find_filter("box"), {}}, {&filter, {}}}, four, serial),
                 std::invalid_argument)
        << filter.id;
  }
  for (const Algorithm& tables : algorithms()) {
    if (tables.four_channels) continue;
    sentence(refusal(*find_filter("box"), four, tables, Machine::cpu));
    EXPECT_THROW(filter_plan(*find_filter("box"), four, tables), std::invalid_argument);
  }
}

}  // namespace
}  // namespace satscope
