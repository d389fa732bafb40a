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
        const Request request{.extent = {40, 30}, .types = types, .form = form.value};
        if (!algorithm.refusal(request, Machine::cpu).empty()) continue;
        const Plan plan = algorithm.plan(request);
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

// what is made of a library is in the list whether the library is there or not, and says why it cannot run or be traced
TEST(Registry, RivalsAreListedWithTheirReasons) {
  const auto sentence = [](const std::string& why) {
    EXPECT_NE(why.find("not supported"), std::string::npos) << why;
    EXPECT_EQ(why.find('\n'), std::string::npos) << why;
  };
  int outside = 0;
  for (const Algorithm& algorithm : algorithms()) {
    EXPECT_EQ(algorithm.traced(), !algorithm.trace_sizes.empty()) << algorithm.id;
    EXPECT_EQ(algorithm.traced(), algorithm.absence == nullptr) << algorithm.id;
    if (algorithm.traced()) continue;
    ++outside;
    EXPECT_THROW(algorithm.traced_plan({.extent = {4, 4}, .form = algorithm.natural_form}), std::invalid_argument);
    const std::string why = absence(algorithm);
    int machines = 0;
    for (const auto& machine : k_machines) {
      const Request request{.extent = {32, 32}, .form = algorithm.natural_form};
      const std::string of_kind = algorithm.refusal_where_present(request, machine.value);
      if (!of_kind.empty()) {
        sentence(of_kind);
        continue;
      }
      ++machines;
      EXPECT_EQ(algorithm.refusal(request, machine.value), why) << algorithm.id;
    }
    EXPECT_GE(machines, 1) << algorithm.id << " is written for no machine";
    if (!why.empty()) sentence(why);
  }
  EXPECT_GE(outside, 3);
  for (const char* rival : {"opencv", "npp", "cub"}) EXPECT_TRUE(find_algorithm(rival)) << rival;
  for (const Algorithm& algorithm : traced_algorithms()) EXPECT_TRUE(algorithm.untraced.empty());
}

TEST(Registry, OpenCvTakesWhatItsFunctionMakes) {
  const Algorithm& opencv = *find_algorithm("opencv");
  const auto says = [&](const char* types, Form form, Machine machine) {
    return opencv.refusal_where_present({.extent = {8, 8}, .types = *find_type_pair(types), .form = form}, machine);
  };
  EXPECT_EQ(says("8u32s", Form::padded, Machine::cpu), "");
  EXPECT_EQ(says("8u32s", Form::inclusive, Machine::cpu), "cv::integral makes padded tables; inclusive ones are not supported");
  EXPECT_EQ(says("8u64u", Form::padded, Machine::cpu), "cv::integral has no tables of 8u64u: not supported");
  EXPECT_EQ(says("8u32s", Form::padded, Machine::gpu), "cv::integral runs on the CPU; on the GPU it is not supported");
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
  const Param whole{
      .id = "r", .fallback = 3.0, .range = ParamRange{.min = 0, .max = 300, .step = 1, .whole = true}, .help = "h"};
  const Param real{.id = "k", .fallback = 0.3, .range = ParamRange{.min = -1, .max = 1, .step = 0.1}, .help = "h"};
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

/// What parsing says of a text; empty if it is allowed.
std::string complaint(const Param& param, const char* text) {
  try {
    param.parse(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

TEST(Params, WholeNumbersGoByTheStepOfTheirRange) {
  const Param even{
      .id = "n", .fallback = 4.0, .range = ParamRange{.min = 2, .max = 256, .step = 2, .whole = true}, .help = "h"};
  for (const char* good : {"2", "4", "254", "256"}) EXPECT_EQ(complaint(even, good), "");
  EXPECT_EQ(complaint(even, "7"), "parameter n must be an even number from 2 to 256, not '7'");
  for (const char* bad : {"0", "1", "3", "255", "257", "258", "2.5", "-2", "nan"})
    EXPECT_EQ(complaint(even, bad), std::string("parameter n must be an even number from 2 to 256, not '") + bad + "'");
  EXPECT_THROW(even.value_in({{"n", 3.0}}), std::invalid_argument);

  const auto text = [](double min, double max, double step, bool whole = true) {
    return ParamRange{.min = min, .max = max, .step = step, .whole = whole}.text();
  };
  EXPECT_EQ(text(1, 9, 2), "an odd number from 1 to 9");
  EXPECT_EQ(text(-3, 2, 2), "an odd number from -3 to 1") << "a last number that is not allowed is not said";
  EXPECT_EQ(text(8, 100, 8), "a multiple of 8 from 8 to 96");
  EXPECT_EQ(text(3, 30, 5), "a whole number from 3 to 28 in steps of 5");
  EXPECT_EQ(text(1, 6, 1), "a whole number from 1 to 6");
  EXPECT_EQ(text(0.5, 3, 0.5, false), "a number from 0.5 to 3");
  const ParamRange fives{.min = 3, .max = 30, .step = 5, .whole = true};
  for (int number = -50; number <= 80; ++number)
    EXPECT_EQ(fives.contains(number), number >= 3 && number <= 28 && number % 5 == 3) << number;
  EXPECT_EQ(fives.nearest(-100), 3);
  EXPECT_EQ(fives.nearest(15), 13);
  EXPECT_EQ(fives.nearest(16), 18);
  EXPECT_EQ(fives.nearest(1000), 28);
}

TEST(Params, MayBeANumberOrAChoice) {
  const Param threads{.id = "threads",
                      .fallback = std::string("auto"),
                      .choices = {"auto"},
                      .range = ParamRange{.min = 1, .max = 65536, .step = 1, .whole = true},
                      .help = "h"};
  EXPECT_EQ(threads.kind(), "int");
  EXPECT_EQ(threads.parse("auto"), ParamValue{std::string("auto")});
  EXPECT_EQ(threads.parse("1"), ParamValue{1.0});
  EXPECT_EQ(threads.parse("65536"), ParamValue{65536.0});
  for (const auto& [bad, meant] : {std::pair{"", ""},
                                   {"0", ""},
                                   {"65537", ""},
                                   {"1.5", ""},
                                   {"Auto", "; did you mean auto?"},
                                   {"true", ""},
                                   {"auto ", "; did you mean auto?"}})
    EXPECT_EQ(complaint(threads, bad),
              std::string("parameter threads must be a whole number from 1 to 65536, or auto, not '") + bad + "'" + meant);
  EXPECT_EQ(threads.value_in({}), ParamValue{std::string("auto")});
  EXPECT_EQ(threads.value_in({{"threads", 128.0}}), ParamValue{128.0});
  EXPECT_EQ(threads.value_in({{"threads", std::string("128")}}), ParamValue{128.0}) << "a number may come as its text";
  EXPECT_THROW(threads.value_in({{"threads", true}}), std::invalid_argument);
  Param more = threads;
  more.choices = {"auto", "all"};
  EXPECT_EQ(more.allowed(), "a whole number from 1 to 65536, or one of auto, all");

  Algorithm algorithm{};
  algorithm.params = {threads, more};
  algorithm.params[1].id = "n";
  algorithm.params[1].fallback = 7.0;
  const Request usual{.extent = {1, 1}}, reported{.extent = {1, 1}, .params = {{"threads", 9.0}, {"n", std::string("all")}}};
  EXPECT_EQ(whole_unless_choice(algorithm, usual.params, "threads"), std::nullopt);
  EXPECT_EQ(choice(algorithm, usual.params, "threads"), "auto");
  EXPECT_EQ(whole(algorithm, usual.params, "n"), 7);
  EXPECT_EQ(whole_unless_choice(algorithm, reported.params, "threads"), 9);
  EXPECT_EQ(whole_unless_choice(algorithm, reported.params, "n"), std::nullopt);
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

TEST(RegistersOfATile, AreFewWhereFewRowsAreScanned) {
  for (const char* id : {"brlt-scanrow", "scanrow-brlt"}) {
    const auto blocks = [&](Extent extent, const Params& params) {
      const Plan plan = find_algorithm(id)->plan({.extent = extent, .params = params});
      return std::pair{plan.passes.at(0).blocks, plan.passes.at(1).blocks};
    };
    // a block has as many rows as a thread has registers; 40 columns are the rows of the second pass
    EXPECT_EQ(blocks({40, 4096}, {}), std::pair(std::int64_t{256}, std::int64_t{3})) << id;
    EXPECT_EQ(blocks({40, 4097}, {}), std::pair(std::int64_t{129}, std::int64_t{3})) << id;
    EXPECT_EQ(blocks({40, 4096}, {{"registers", std::string("32")}}), std::pair(std::int64_t{128}, std::int64_t{2})) << id;
    EXPECT_EQ(blocks({40, 4097}, {{"registers", std::string("16")}}), std::pair(std::int64_t{257}, std::int64_t{3})) << id;
  }
}

}  // namespace
}  // namespace satscope
