// SPDX-License-Identifier: Apache-2.0
// Numbers as text.
#include <gtest/gtest.h>

#include <cmath>

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

TEST(Numbers, OtherTextIsNoCsv) {
  const Folder folder;
  const auto refused = [&](const char* name, const char* content) -> std::string {
    try {
      load_input(folder.write(name, content));
      return "";
    } catch (const InputError& error) {
      return error.what();
    }
  };
  for (const char* content : {"# A title\n\nText.\n", "- a\n- b\n", "{\"a\": 1}\n", "1.a 2\n", "info\n"})
    for (const char* name : {"a.md", "a.json", "noending"})
      EXPECT_NE(refused(name, content).find("has an unknown format; an input is PNG"), std::string::npos) << name << content;
  EXPECT_NE(refused("a.txt", "# A title\n").find("line 1, column 1: '#' is not a number"), std::string::npos);
  EXPECT_NE(refused("noending", "1,2\n3,four\n").find("line 2, column 2: 'four' is not a number"), std::string::npos);
  for (const char* content : {"1,2\n", " +1;2\n", "\n7\n", "-1.5e3 2\n"})
    EXPECT_EQ(refused("noending", content).find("unknown format"), std::string::npos) << content;
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

/// An array file, by the text of the format's description. elements: as they lie in memory.
template <class T>
std::string npy(const std::string& descr, const std::string& shape, const std::vector<T>& elements,
                const std::string& order = "False", int version = 1) {
  const std::string text = "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
  std::string file = "\x93NUMPY";
  file.push_back(static_cast<char>(version));
  file.push_back('\0');
  file.push_back(static_cast<char>(text.size()));
  file.append(version == 1 ? 1 : 3, '\0');
  file += text;
  return file.append(reinterpret_cast<const char*>(elements.data()), elements.size() * sizeof(T));
}

Samples array(const std::string& content) {
  const Folder folder;
  return load_input(folder.write("a.npy", content));
}

std::string refused_array(const std::string& content) {
  try {
    array(content);
    return {};
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(Npy, EveryTypeKeepsItsValues) {
  EXPECT_EQ(std::get<std::vector<std::uint8_t>>(array(npy<std::uint8_t>("|u1", "(2, 3)", {0, 1, 2, 3, 254, 255})).values),
            (std::vector<std::uint8_t>{0, 1, 2, 3, 254, 255}));
  EXPECT_EQ(std::get<std::vector<std::uint16_t>>(array(npy<std::uint16_t>("<u2", "(1, 2)", {256, 65535})).values),
            (std::vector<std::uint16_t>{256, 65535}));
  const auto doubles = [](const std::string& content) { return std::get<std::vector<double>>(array(content).values); };
  EXPECT_EQ(doubles(npy<std::uint32_t>("<u4", "(1, 2)", {7, 4294967295})), (std::vector<double>{7, 4294967295}));
  EXPECT_EQ(doubles(npy<std::int32_t>("<i4", "(2, 1)", {-5, 2147483647})), (std::vector<double>{-5, 2147483647}));
  EXPECT_EQ(doubles(npy<float>("<f4", "(1, 2)", {0.5F, -3e38F})), (std::vector<double>{0.5, static_cast<double>(-3e38F)}));
  EXPECT_EQ(doubles(npy<double>("<f8", "(1, 2)", {0.1, 1e300})), (std::vector<double>{0.1, 1e300}));
  EXPECT_EQ(array(npy<double>("<f8", "(3, 2)", {1, 2, 3, 4, 5, 6}, "False", 2)).extent, (Extent{2, 3}));
}

TEST(Npy, WhatNumpyMakesByItselfIsRead) {
  const auto doubles = [](const std::string& content) { return std::get<std::vector<double>>(array(content).values); };
  constexpr std::int64_t k_most = 9007199254740992;  // 2^53
  EXPECT_EQ(doubles(npy<std::int64_t>("<i8", "(1, 3)", {k_most, -k_most, 7})), (std::vector<double>{0x1p53, -0x1p53, 7}));
  EXPECT_EQ(doubles(npy<std::uint64_t>("<u8", "(1, 1)", {7})), std::vector<double>{7});
  EXPECT_EQ(doubles(npy<std::int16_t>("<i2", "(1, 2)", {-32768, 1})), (std::vector<double>{-32768, 1}));
  EXPECT_EQ(doubles(npy<std::int8_t>("|i1", "(1, 2)", {-128, 1})), (std::vector<double>{-128, 1}));
  EXPECT_EQ(std::get<std::vector<std::uint8_t>>(array(npy<std::uint8_t>("|b1", "(1, 2)", {0, 1})).values),
            (std::vector<std::uint8_t>{0, 1}));
  // columns one after the other: 1 3 5, 2 4 6 are the rows
  EXPECT_EQ(doubles(npy<double>("<f8", "(2, 3)", {1, 2, 3, 4, 5, 6}, "True")), (std::vector<double>{1, 3, 5, 2, 4, 6}));
  EXPECT_EQ(std::get<std::vector<std::uint8_t>>(array(npy<std::uint8_t>("|u1", "(2, 2)", {1, 2, 3, 4}, "True")).values),
            (std::vector<std::uint8_t>{1, 3, 2, 4}));
}

TEST(Npy, ThreeOrFourBytesAreAColour) {
  const Samples samples = array(npy<std::uint8_t>("|u1", "(1, 2, 3)", {10, 20, 30, 255, 0, 0}));
  EXPECT_EQ(samples.extent, (Extent{2, 1}));
  EXPECT_EQ(samples.colours, (std::vector<std::uint32_t>{0xFF1E140A, 0xFF0000FF}));
  // (299 * 10 + 587 * 20 + 114 * 30) / 1000 = 18.15; 76.245
  EXPECT_EQ(std::get<std::vector<std::uint8_t>>(samples.values), (std::vector<std::uint8_t>{18, 76}));
}

TEST(Npy, WhatCannotBeReadSaysWhy) {
  const std::vector<std::uint8_t> six{1, 2, 3, 4, 5, 6};
  const auto has = [](const std::string& said, const char* part) { EXPECT_NE(said.find(part), std::string::npos) << said; };
  has(refused_array(npy("|u1", "(2, 1, 3)", six, "True")), "numpy.ascontiguousarray");
  has(refused_array(npy<double>(">f8", "(1, 1)", {1})),
      "'>f8'; bool, int and uint of 8 to 64 bits, float32 and float64 are supported, in little-endian order: save "
      "a.astype('<f8'), which --type 64f64f sums");
  has(refused_array(npy<std::uint16_t>("<f2", "(1, 1)", {1})), "'<f2'");
  has(refused_array(npy<double>("<c16", "(1, 1)", {1, 2})),
      "its elements are complex ('<c16'): save a.real or a.imag for one part, or abs(a) for the magnitude");
  has(refused_array(npy<std::int64_t>("<i8", "(1, 2)", {1, 9007199254740993})),
      "9007199254740993 at x = 1, y = 0; whole numbers are read from -2^53 to 2^53");
  has(refused_array(npy<std::uint64_t>("<u8", "(1, 1)", {~std::uint64_t{0}})), "18446744073709551615 at x = 0, y = 0");
  has(refused_array(npy("|u1", "(6,)", six)), "its shape is (6); it must be (height, width)");
  has(refused_array(npy<float>("<f4", "(1, 1, 3)", {1, 2, 3})), "its shape is (1, 1, 3)");
  has(refused_array(npy("|u1", "(0, 3)", std::vector<std::uint8_t>{})), "3x0 pixels");
  has(refused_array(npy("|u1", "(2, 4)", six)), "6 bytes of elements instead of 8");
  has(refused_array(npy("|u1", "(1, 3)", six)), "6 bytes of elements instead of 3");
  has(refused_array(npy<float>("<f4", "(1, 2)", {1, std::nanf("")})), "nan at x = 1, y = 0");
  has(refused_array(npy("|u1", "(2, 3)", six, "False", 9)), "version 9");
  const std::string whole = npy("|u1", "(2, 3)", six);
  for (std::size_t size = 6; size < whole.size(); ++size) EXPECT_NE(refused_array(whole.substr(0, size)), "") << size;
  has(refused_array(npy("|u1", "(99999999999999999999, 3)", six)), "whole numbers");
  has(refused_array(npy("|u1", "(99999999, 99999999)", six)), "16777216");
}

}  // namespace
}  // namespace satscope::app
