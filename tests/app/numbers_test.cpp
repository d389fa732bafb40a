// SPDX-License-Identifier: Apache-2.0
// Numbers as text.
#include <gtest/gtest.h>

#include "app/sources/samples.h"
#include "tests/app/made_files.h"

namespace satscope::app {
namespace {

using test::Folder;

std::vector<double> load(const std::string& content, Extent extent) {
  const Folder folder;
  const Samples samples = load_input(folder.write("a.csv", content));
  EXPECT_EQ(samples.extent, extent);
  EXPECT_TRUE(samples.colours.empty());
  return std::get<std::vector<double>>(samples.values);
}

std::string refused_table(const std::string& content) {
  const Folder folder;
  try {
    load_input(folder.write("a.csv", content));
    return {};
  } catch (const InputError& error) {
    return error.what();
  }
}

const std::vector<double> k_six{1, 2, 3, 4, 5.5, -6};

TEST(Numbers, EverySeparator) {
  EXPECT_EQ(load("1,2,3\n4,5.5,-6\n", {3, 2}), k_six);
  EXPECT_EQ(load("1;2;3\n4;5.5;-6\n", {3, 2}), k_six);
  EXPECT_EQ(load("1 2 3\n4 5.5 -6\n", {3, 2}), k_six);
  EXPECT_EQ(load("1\t2\t3\n4\t5.5\t-6\n", {3, 2}), k_six);
  EXPECT_EQ(load("  1   2 3  \n 4 5.5\t -6", {3, 2}), k_six);
  EXPECT_EQ(load("1 , 2 , 3\n4 , 5.5 , -6 \n", {3, 2}), k_six);
}

TEST(Numbers, LineEndsAndMarks) {
  EXPECT_EQ(load("1,2,3\r\n4,5.5,-6\r\n", {3, 2}), k_six);
  EXPECT_EQ(load("1,2,3\r4,5.5,-6", {3, 2}), k_six);
  EXPECT_EQ(load("\xef\xbb\xbf"
                 "1,2,3\n4,5.5,-6\n\n\n",
                 {3, 2}),
            k_six);
  EXPECT_EQ(load("+1,2e0,3.0\n4,.55e1,-6", {3, 2}), k_six);
  EXPECT_EQ(load("7", {1, 1}), std::vector<double>{7});
  EXPECT_EQ(load("1\n2\n3\n", {1, 3}), (std::vector<double>{1, 2, 3}));
}

TEST(Numbers, BrokenOnesNameThePlace) {
  EXPECT_NE(refused_table("1,2\n3,four\n").find("line 2, column 2: 'four' is not a number"), std::string::npos);
  EXPECT_NE(refused_table("a,b\n1,2\n").find("line 1, column 1"), std::string::npos);
  EXPECT_NE(refused_table("1,2\n3\n").find("line 2, column 2"), std::string::npos);
  EXPECT_NE(refused_table("1,2\n3,4,5\n").find("line 2, column 3"), std::string::npos);
  EXPECT_NE(refused_table("1,,2\n").find("line 1, column 2: a value is missing"), std::string::npos);
  EXPECT_NE(refused_table("1,2,\n").find("line 1, column 3: a value is missing"), std::string::npos);
  EXPECT_NE(refused_table("1,2\n\n3,4\n").find("line 2, column 1"), std::string::npos);
  EXPECT_NE(refused_table("1;2,5\n").find("line 1, column 2: '2,5'"), std::string::npos);
  EXPECT_NE(refused_table("1,nan\n").find("column 2"), std::string::npos);
  EXPECT_NE(refused_table("inf\n").find("column 1"), std::string::npos);
  EXPECT_NE(refused_table("1,1e999\n").find("range of a double"), std::string::npos);
  EXPECT_NE(refused_table("1,0x10\n").find("column 2"), std::string::npos);
  EXPECT_NE(refused_table("1,+-3\n").find("column 2"), std::string::npos);
  EXPECT_NE(refused_table(" \n\n").find("no numbers"), std::string::npos);
  EXPECT_NE(refused_table("").find("empty"), std::string::npos);
}

TEST(Numbers, ASentenceQuotesLittleOfTheFile) {
  // a number of 200,000 digits, a word as long, and a name that cannot be cut in the middle of a letter
  std::string umlauts;
  for (int i = 0; i < 1000; ++i) umlauts += "\xc3\xa4";
  for (const std::string& value : {std::string(200000, '7'), std::string(200000, 'x'), "a" + umlauts}) {
    const std::string why = refused_table("1," + value + "\n");
    EXPECT_NE(why.find("line 1, column 2: '" + value.substr(0, 9)), std::string::npos) << why.substr(0, 300);
    EXPECT_NE(why.find("...'"), std::string::npos) << why.substr(0, 300);
    EXPECT_LT(why.size(), 250U);
    EXPECT_EQ(why.find("\xc3..."), std::string::npos) << "half a letter";
  }
}

TEST(Numbers, ANulDoesNotEndTheSentence) {
  std::string table;
  for (int i = 0; i < 2000; ++i) table += "1,2\n";
  const std::string why = refused_table(table + std::string("3,4\0005\n", 6));
  EXPECT_NE(why.find("line 2001, column 2: '4?5' is not a number"), std::string::npos) << why;
}

}  // namespace
}  // namespace satscope::app
