// SPDX-License-Identifier: Apache-2.0
#include "kernels/registry.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "kernels/device.h"

namespace satscope {
namespace {

TEST(Registry, DescribesEveryAlgorithmOnce) {
  std::set<std::string> ids;
  for (const Algorithm& algorithm : algorithms()) {
    EXPECT_TRUE(ids.insert(algorithm.id).second) << algorithm.id;
    EXPECT_FALSE(algorithm.title.empty());
    EXPECT_FALSE(algorithm.paper.empty());
    EXPECT_FALSE(algorithm.text.empty());
    EXPECT_EQ(find_algorithm(algorithm.id), &algorithm);
    for (const Param& param : algorithm.params) {
      EXPECT_FALSE(param.help.empty()) << param.id;
      EXPECT_EQ(param.parse(to_text(param.fallback)), param.fallback) << "a default must be allowed";
    }
  }
  EXPECT_EQ(find_algorithm("no-such"), nullptr);
}

TEST(Registry, PlansBeginWithThePictureAndEndWithTheTable) {
  for (const Algorithm& algorithm : algorithms())
    for (const TypePair& types : k_type_pairs)
      for (const auto& form : k_forms) {
        const Plan plan = algorithm.plan({.extent = {40, 30}, .types = types, .form = form.value});
        EXPECT_EQ(plan.buffers[static_cast<std::size_t>(plan.picture())].shape, (Extent{40, 30}));
        EXPECT_EQ(plan.buffers.back().shape, table_extent({40, 30}, form.value));
        EXPECT_EQ(plan.buffers.back().type, types.out);
        for (const Pass& pass : plan.passes) {
          EXPECT_TRUE(pass.cpu) << pass.name;
          EXPECT_FALSE(pass.name.empty());
          EXPECT_FALSE(pass.writes.empty()) << pass.name;
          EXPECT_GT(pass.cost.bytes, 0) << pass.name;
        }
      }
}

TEST(Registry, ParametersAreChecked) {
  const Algorithm& algorithm = *find_algorithm("scan-transpose-scan");
  Request request{.extent = {8, 8}};
  request.params["segment"] = std::string("300");
  EXPECT_THROW(algorithm.plan(request), std::invalid_argument);
  request.params = {{"colour", true}};
  EXPECT_THROW(algorithm.plan(request), std::invalid_argument);
  EXPECT_THROW(algorithm.find_param("padding")->parse("maybe"), std::invalid_argument);
  EXPECT_EQ(algorithm.find_param("padding")->parse("off"), ParamValue{false});
}

TEST(Params, NumbersAreCheckedAgainstTheirRange) {
  const Param whole{.id = "r", .fallback = 3.0, .range = Range{.min = 0, .max = 300, .step = 1, .whole = true}, .help = "h"};
  const Param real{.id = "k", .fallback = 0.3, .range = Range{.min = -1, .max = 1, .step = 0.1}, .help = "h"};
  EXPECT_EQ(whole.kind(), "int");
  EXPECT_EQ(real.kind(), "float");
  EXPECT_EQ(whole.parse("300"), ParamValue{300.0});
  EXPECT_EQ(real.parse("-0.25"), ParamValue{-0.25});
  for (const char* bad : {"", "x", "301", "-1", "2.5", "nan", "inf", "3 ", " 3", "3r", "0x3"})
    EXPECT_THROW(whole.parse(bad), std::invalid_argument) << bad;
  for (const char* bad : {"", "1.01", "nan", "-inf", "0,5"}) EXPECT_THROW(real.parse(bad), std::invalid_argument) << bad;
  for (const double value : {0.1, 1.0 / 3, 1e-9, -1.0, 0.30000000000000004})
    EXPECT_EQ(real.parse(to_text(ParamValue{value})), ParamValue{value}) << "a number survives its text";
  EXPECT_EQ(whole.value_in({}), ParamValue{3.0});
  EXPECT_EQ(whole.value_in({{"r", 7.0}}), ParamValue{7.0});
  EXPECT_THROW(whole.value_in({{"r", 7.5}}), std::invalid_argument);
  EXPECT_THROW(whole.value_in({{"r", true}}), std::invalid_argument);
}

TEST(Registry, RefusalsAreSentences) {
  const Algorithm& serial = *find_algorithm("serial");
  EXPECT_EQ(refusal(serial, {.extent = {9000, 9000}}, Machine::cpu), "");
  const std::string why = refusal(serial, {.extent = {9000, 9000}}, Machine::gpu);
  EXPECT_NE(why.find("not supported"), std::string::npos) << why;
  if (!gpu_status().usable) {
    EXPECT_EQ(refusal(serial, {.extent = {9, 9}}, Machine::gpu), gpu_status().reason);
  }
}

}  // namespace
}  // namespace satscope
