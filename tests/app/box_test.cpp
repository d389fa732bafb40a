// SPDX-License-Identifier: Apache-2.0
// satscope box: four reads against the double loop of the definition.
#include <gtest/gtest.h>

#include "app/sources/samples.h"
#include "tests/app/made_files.h"
#include "tests/app/program.h"

namespace satscope::test {
namespace {

using Json = nlohmann::json;

std::uint64_t sum_of(const app::Samples& picture, int x, int y, int w, int h) {
  std::uint64_t sum = 0;
  for (int row = y; row < y + h; ++row)
    for (int column = x; column < x + w; ++column) sum += static_cast<std::uint64_t>(picture.value(column, row));
  return sum;
}

Json box(const std::string& input, int x, int y, int w, int h, const std::vector<std::string>& also = {}) {
  std::vector<std::string> words{"box",   input, std::to_string(x), std::to_string(y), std::to_string(w), std::to_string(h),
                                 "--json"};
  words.insert(words.end(), also.begin(), also.end());
  return run_json(words);
}

const std::vector<std::string> k_in_floats{"--type", "32f32f"};

TEST(Box, TheTypeOfTheTableCanBeChosen) {
  const std::string input = "pattern:noise:61x47:5";
  const app::Samples picture = app::load_input(input);
  for (const char* type : {"8u32u", "8u64u", "32f32f", "64f64f", "8u32f"}) {
    const Json json = run_json({"box", input, "13", "7", "20", "31", "--type", type, "--json"});
    EXPECT_EQ(json.at("type"), type);
    EXPECT_EQ(json.at("sum").get<double>(), static_cast<double>(sum_of(picture, 13, 7, 20, 31))) << type;
  }
  expect_refused({"box", input, "0", "0", "1", "1", "--type", "9u"}, k_usage, {"9u", "8u32u"});
}

TEST(Box, SumsAsTheDefinition) {
  const std::string input = "pattern:noise:61x47:5";
  const app::Samples picture = app::load_input(input);
  for (const auto& [x, y, w, h] : {std::array{0, 0, 61, 47}, {0, 0, 1, 1}, {60, 46, 1, 1}, {13, 7, 20, 31}, {0, 5, 61, 1}}) {
    const Json json = box(input, x, y, w, h);
    const std::uint64_t expected = sum_of(picture, x, y, w, h);
    EXPECT_EQ(json.at("sum"), expected);
    EXPECT_DOUBLE_EQ(json.at("mean").get<double>(), static_cast<double>(expected) / (w * h));
    EXPECT_EQ(json.at("type"), "8u32u");
    EXPECT_EQ(json.at("exact"), true);
    EXPECT_EQ(json.at("true_sum"), expected);
    EXPECT_EQ(json.at("why"), "");
    const Json& reads = json.at("reads");
    ASSERT_EQ(reads.size(), 4U);
    const int at[4][2] = {{x, y}, {x + w, y}, {x, y + h}, {x + w, y + h}};
    const int signs[4] = {1, -1, -1, 1};
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(reads[i].at("corner"), std::string(1, static_cast<char>('A' + i)));
      EXPECT_EQ(reads[i].at("x"), at[i][0]);
      EXPECT_EQ(reads[i].at("y"), at[i][1]);
      EXPECT_EQ(reads[i].at("value"), sum_of(picture, 0, 0, at[i][0], at[i][1]));
      EXPECT_EQ(reads[i].at("sign"), signs[i]);
    }
  }
}

TEST(Box, BeyondThirtyTwoBits) {
  // 4105 * 4104 * 255 is above 2^32; one column less stays below
  const Json json = box("pattern:white:4105x4104", 0, 0, 4105, 4104);
  EXPECT_EQ(json.at("sum"), 4105ULL * 4104 * 255);
  EXPECT_EQ(json.at("type"), "8u64u");
  // a small box far from the corner: its reads are large even if its sum is not
  const Json far = box("pattern:white:4105x4104", 4104, 4103, 1, 1);
  EXPECT_EQ(far.at("sum"), 255);
  EXPECT_EQ(far.at("reads")[3].at("value"), 4105ULL * 4104 * 255);
  EXPECT_EQ(box("pattern:white:4105x4104", 0, 0, 10, 10).at("type"), "8u32u");
}

TEST(Box, OtherNumbersThanBytesAreFloats) {
  const Folder folder;
  const std::string input = folder.write("a.csv", "1.5,2\n-3,1000\n");
  const Json json = box(input, 0, 0, 2, 2);
  EXPECT_EQ(json.at("type"), "32f32f");
  EXPECT_DOUBLE_EQ(json.at("sum").get<double>(), 1000.5);
  EXPECT_EQ(json.at("rounded_pixels"), 0);
  const std::string rounded = folder.write("b.csv", "0.1,16777217,2\n");
  EXPECT_EQ(box(rounded, 0, 0, 1, 1).at("rounded_pixels"), 2);
  EXPECT_NE(run({"box", rounded, "0", "0", "1", "1"}).err.find("2 pixels are already rounded"), std::string::npos);
  EXPECT_EQ(box(folder.write("c.csv", "1,2\n3,255\n"), 0, 0, 2, 2).at("type"), "8u32u")
      << "whole bytes, however they are written";
}

// the sums by hand; 65535 is the largest of 16 bits
TEST(Box, WholeNumbersAreSummedExactly) {
  const Folder folder;
  struct Row {
    const char *numbers, *type;
    int pixels;
    double sum;
  };
  for (const Row& row : {Row{"16777216,1,1\n", "32s32s", 3, 16777218},
                         {"-3,1000,-2147483648\n", "32s32s", 2, 997},
                         {"2147483647,1\n", "32u32u", 2, 2147483648},
                         {"4294967295,1\n", "64f64f", 2, 4294967296},
                         {"-2147483648,-1\n", "64f64f", 2, -2147483649.0},
                         {"9007199254740991,1\n", "64f64f", 2, 9007199254740992.0},
                         {"65535,65535\n", "32s32s", 2, 131070},
                         {"4294967295,4294967295,7\n", "32u32u", 1, 4294967295}}) {
    const std::string input = folder.write("a.csv", row.numbers);
    const Json json = box(input, 0, 0, row.pixels, 1);
    EXPECT_EQ(json.at("type"), row.type) << row.numbers;
    EXPECT_EQ(json.at("sum").get<double>(), row.sum) << row.numbers;
    EXPECT_EQ(json.at("exact"), true) << row.numbers;
    EXPECT_NE(run({"box", input, "0", "0", std::to_string(row.pixels), "1"}).out.find(std::string("(") + row.type + ", exact)"),
              std::string::npos);
  }
  // an entry wraps around, the box does not
  EXPECT_EQ(box(folder.write("b.csv", "2147483647,2147483647,5\n"), 2, 0, 1, 1).at("sum"), 5);
  const std::string odd = folder.write("c.csv", "16777216,0.5\n");
  EXPECT_EQ(box(odd, 0, 0, 2, 1).at("type"), "32f32f");
  EXPECT_NE(run({"box", odd, "0", "0", "2", "1"}).out.find("(32f32f, rounded)"), std::string::npos);
  EXPECT_NE(run({"box", odd, "0", "0", "2", "1"}).err.find("this sum is rounded"), std::string::npos);
}

TEST(Box, ARoundedSumStandsBesideThatOfThePixels) {
  const Folder folder;
  const std::string input = folder.write("a.csv", "16777216,1,1\n");  // 2^24 + 1 has no float
  const Json both = box(input, 0, 0, 2, 1, k_in_floats);
  EXPECT_EQ(both.at("sum"), 16777216.0);
  EXPECT_EQ(both.at("exact"), false);
  EXPECT_EQ(both.at("true_sum"), 16777217.0);
  EXPECT_EQ(both.at("error"), 1.0);
  EXPECT_GE(both.at("table_error"), 1.0);
  EXPECT_NE(both.at("why").get<std::string>().find("32-bit floats"), std::string::npos) << both;
  EXPECT_EQ(box(input, 1, 0, 1, 1, k_in_floats).at("true_sum"), 1.0) << "a single pixel, far from the corner";
  EXPECT_EQ(box(input, 0, 0, 1, 1, k_in_floats).at("exact"), true);
  const Outcome outcome = run({"box", input, "0", "0", "2", "1", "--type", "32f32f"});
  EXPECT_NE(outcome.out.find("the pixels sum to 16777217, mean 8.38861e+06: the table is off by 1, because 32-bit floats"),
            std::string::npos)
      << outcome.out;
}

// 2^31 - 1 is the sum of 2 pixels of at most 2^30 - 1
TEST(Box, ASumThatWrapsAroundNamesATypeThatHoldsIt) {
  const Folder folder;
  const std::string input = folder.write("a.csv", "1073741823,1073741823,2\n");
  const Outcome outcome = run({"box", input, "0", "0", "3", "1", "--type", "32s32s"});
  EXPECT_NE(outcome.out.find("(32s32s, wrapped around)"), std::string::npos) << outcome.out;
  EXPECT_NE(
      outcome.out.find("\nthe pixels sum to 2147483648, mean 7.15828e+08: the table is off by 4294967296, because 32s32s "
                       "holds sums below 2^31, which a box of more than 2 pixels can reach; --type 64f64f holds larger sums\n"),
      std::string::npos)
      << outcome.out;
}

TEST(Box, ASumOfRoundedPixelsIsNotExact) {
  const Folder folder;
  const std::string input = folder.write("a.csv", "16777217,16777217\n16777217,16777217\n");
  const Json json = box(input, 0, 0, 2, 2, k_in_floats);
  EXPECT_EQ(json.at("sum"), 67108864.0);
  EXPECT_EQ(json.at("true_sum"), 67108868.0);
  EXPECT_EQ(json.at("exact"), false);
  EXPECT_EQ(json.at("error"), 4.0);
  EXPECT_EQ(json.at("table_error"), 4.0);
  EXPECT_EQ(json.at("rounded_pixels"), 4);
  EXPECT_EQ(box(folder.write("b.csv", "2,16777217\n"), 0, 0, 1, 1, k_in_floats).at("exact"), true)
      << "its pixel is not rounded";
  const Outcome outcome = run({"box", input, "0", "0", "2", "2", "--type", "32f32f"});
  EXPECT_NE(outcome.out.find("the pixels sum to 67108868, mean 1.67772e+07: the table is off by 4"), std::string::npos)
      << outcome.out;
}

TEST(Box, FloatsThatOverflowAreRefusedWithTheTrueSum) {
  const Folder folder;
  const std::string input = folder.write("a.csv", "3e38,3e38,3e38\n");
  expect_refused({"box", input, "0", "0", "2", "1", "--type", "32f32f"}, k_failed, {"overflow", "sum to 6e+38", "3.403e+38"});
  expect_refused({"box", input, "1", "0", "2", "1", "--type", "32f32f", "--json"}, k_failed, {"overflow", "sum to 6e+38"});
}

TEST(Box, TextSaysTheLine) {
  const Outcome outcome = run({"box", "pattern:white:10x10", "1", "2", "3", "4"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("D - B - C + A = 6120 - 2040 - 1530 + 510 = 3060\n"), std::string::npos) << outcome.out;
}

TEST(Box, NotWhollyInside) {
  for (const std::vector<std::string>& b : {std::vector<std::string>{"-1", "0", "2", "2"},
                                            {"0", "-1", "2", "2"},
                                            {"9", "0", "2", "2"},
                                            {"0", "7", "1", "2"},
                                            {"0", "0", "11", "1"},
                                            {"10", "0", "1", "1"},
                                            {"2147483647", "0", "2147483647", "1"}})
    expect_refused({"box", "pattern:zero:10x8", b[0], b[1], b[2], b[3]}, k_failed, {"10", "8"});
  expect_refused({"box", "pattern:zero:10x8", "0", "0", "0", "1"}, k_failed, {"at least 1"});
  expect_refused({"box", "pattern:zero:10x8", "0", "0", "1", "-1"}, k_failed, {"at least 1"});
}

TEST(Box, MisspeltNumbersAreUsage) {
  for (const std::string word : {"a", "1.5", "", "1e3", "99999999999", "0x1", "1 "})
    expect_refused({"box", "pattern:zero:10x8", "0", word, "1", "1"}, k_usage);
}

}  // namespace
}  // namespace satscope::test
