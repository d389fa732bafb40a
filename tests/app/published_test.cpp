// SPDX-License-Identifier: Apache-2.0
// The numbers of papers that are compiled in, against what the same papers say elsewhere: a clock, percentages, word lengths.
#include "app/published/published.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "kernels/hardware.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

constexpr int k_sizes = 7;
constexpr std::array<Extent, k_sizes> k_extents{Extent{360, 240},   Extent{720, 576},   Extent{800, 640},  Extent{1280, 720},
                                                Extent{1920, 1080}, Extent{2048, 1536}, Extent{2048, 2048}};
using Numbers = std::array<double, k_sizes>;

/// Of one column of a table of Ehsan et al., by size.
Numbers figures(std::string_view table, std::string_view title, std::string_view what) {
  Numbers numbers{};
  std::size_t found = 0;
  for (const PublishedFigure& figure : published_figures())
    if (figure.source == "Ehsan et al. 2015, " + std::string(table) && figure.title == title && figure.what == what) {
      const auto at = std::ranges::find(k_extents, figure.extent);
      EXPECT_NE(at, k_extents.end());
      numbers.at(static_cast<std::size_t>(at - k_extents.begin())) = figure.value;
      ++found;
    }
  EXPECT_EQ(found, numbers.size()) << table << " " << title << " " << what;
  return numbers;
}

TEST(Published, EveryNumberHasASourceAndADevice) {
  ASSERT_FALSE(published_times().empty());
  const auto check = [](const auto& entry, double value) {
    EXPECT_FALSE(entry.source.empty());
    EXPECT_FALSE(entry.device.empty()) << entry.source;
    EXPECT_FALSE(entry.title.empty()) << entry.source;
    EXPECT_TRUE(entry.year == 0 || (entry.year >= 1984 && entry.year < 2030)) << entry.source << " " << entry.year;
    EXPECT_TRUE(entry.params.empty() || !entry.algorithm.empty()) << entry.source;
    EXPECT_GT(value, 0) << entry.source;
  };
  for (const PublishedTime& time : published_times()) {
    check(time, time.milliseconds);
    EXPECT_GT(time.extent.area(), 0U) << time.source;
  }
  for (const PublishedFigure& figure : published_figures()) {
    check(figure, figure.value);
    EXPECT_FALSE(figure.what.empty()) << figure.source;
  }
}

// Strict as soon as the list has every algorithm of the papers; until then it is a skip that names those that are missing.
TEST(Published, EveryAlgorithmParameterAndTypeIsOfTheList) {
  std::set<std::string> missing;
  const auto check = [&](const auto& entry) {
    if (!entry.types.empty() && !find_type_pair(entry.types)) missing.insert("type " + entry.types);
    if (entry.algorithm.empty()) return;
    const Algorithm* algorithm = find_algorithm(entry.algorithm);
    if (!algorithm) {
      missing.insert(entry.algorithm);
      return;
    }
    for (const auto& [id, value] : entry.params) {
      const Param* param = algorithm->find_param(id);
      ASSERT_TRUE(param) << algorithm->id << " " << id;
      EXPECT_NO_THROW(param->parse(to_text(value))) << algorithm->id << " " << id;
    }
  };
  for (const PublishedTime& time : published_times()) check(time);
  for (const PublishedFigure& figure : published_figures()) check(figure);
  for (const std::string& name : missing) ADD_FAILURE() << "there is no " << name;
}

// M N / n cycles at one clock: of 21 times none can be misread, or no clock fits them all
TEST(Published, TheTimesOfTable2FitOneClock) {
  double least = 0, most = 1e9;
  int count = 0;
  std::set<std::string> algorithms;
  for (const PublishedTime& time : published_times()) {
    if (time.source != "Ehsan et al. 2015, Table 2") continue;
    ++count;
    const auto n = time.params.find("n");
    const double rows = n == time.params.end() ? 1 : std::get<double>(n->second);
    EXPECT_EQ(time.algorithm, rows == 1 ? "serial" : "rows-n");
    const double cycles = static_cast<double>(time.extent.area()) / rows, ms = time.milliseconds;
    const double megahertz = cycles / ms / 1000;
    EXPECT_GE(megahertz, 147.0) << ms;
    EXPECT_LE(megahertz, 147.95) << ms;
    // three decimals, cut off or rounded
    least = std::max(least, cycles / (ms + 0.001) / 1000);
    most = std::min(most, cycles / (ms - 0.0005) / 1000);
  }
  EXPECT_EQ(count, 21);
  EXPECT_LT(least, most) << "no clock fits all of them";
  EXPECT_NEAR((least + most) / 2, k_paper_megahertz, 0.05);
}

TEST(Published, TheTimesOfTable3FitItsClock) {
  constexpr double k_megahertz = 146.71;  // the text's maximum frequency of the design
  int count = 0;
  for (const PublishedTime& time : published_times()) {
    if (time.source != "Ehsan et al. 2015, Table 3") continue;
    ++count;
    EXPECT_EQ(time.algorithm, "column-difference");
    EXPECT_NEAR(time.milliseconds, static_cast<double>(time.extent.area()) / 2 / k_megahertz / 1000, 0.001);
  }
  EXPECT_EQ(count, k_sizes);
}

// the first number of "a x b" is the number of rows: with the other one 1280 x 720 would save 35.7 %
TEST(Published, TheMemorySavedInTable3IsThatOfTheWordLengths) {
  const Numbers saved = figures("Table 3", "Memory-efficient", "internal memory saved against the other recursions");
  for (std::size_t i = 0; i < k_sizes; ++i) {
    const double rows = k_extents[i].width, columns = k_extents[i].height;
    const double percent = 100 * (1 - std::ceil(std::log2(rows * 255)) / std::ceil(std::log2(rows * columns * 255)));
    EXPECT_NEAR(saved[i], percent, 0.1) << rows << " x " << columns;
  }
}

// in print they agree to 0.01, but for the LUTs at 2048 x 2048: 19448 should be 19443 by both of its percentages
TEST(Published, TheResourcesSavedInTable3AreThoseOfTable1) {
  for (const std::string what : {"slice registers", "LUTs"}) {
    const Numbers two = figures("Table 1", "2-Rows Parallel", what), own = figures("Table 3", "Memory-efficient", what),
                  saved = figures("Table 3", "Memory-efficient", what + " saved against 2 rows");
    for (std::size_t i = 0; i < k_sizes; ++i) EXPECT_NEAR(saved[i], 100 * (1 - own[i] / two[i]), 0.02) << what << " " << i;
  }
}

// Beside each number the tables print how many percent of the chip it is, cut off or rounded.
TEST(Published, ResourcesArePrintedShares) {
  struct Column {
    std::string table, title, what;
    double whole;  ///< of the chip; in Table 4 what all its shares have in common
    Numbers percent;
  };
  constexpr double k_chip = 150720, k_of_table_4 = 151320;
  const std::vector<Column> columns{
      {"Table 1", "Serial", "slice registers", k_chip, {6.00, 12.92, 14.36, 23.97, 36.97, 40.80, 50.98}},
      {"Table 1", "Serial", "LUTs", k_chip, {2.29, 4.87, 5.41, 8.90, 13.73, 15.13, 18.91}},
      {"Table 1", "2-Rows Parallel", "slice registers", k_chip, {6.02, 12.94, 14.39, 24.07, 36.99, 40.82, 51.01}},
      {"Table 1", "2-Rows Parallel", "LUTs", k_chip, {2.39, 4.97, 5.49, 8.98, 13.81, 15.18, 18.97}},
      {"Table 1", "4-Rows Parallel", "slice registers", k_chip, {6.05, 13.13, 14.57, 24.23, 37.77, 41.70, 52.11}},
      {"Table 1", "4-Rows Parallel", "LUTs", k_chip, {2.51, 5.12, 5.64, 9.13, 13.97, 15.36, 19.20}},
      {"Table 3", "Memory-efficient", "slice registers", k_chip, {4.18, 8.73, 9.68, 16.36, 24.64, 26.33, 32.91}},
      {"Table 3", "Memory-efficient", "LUTs", k_chip, {1.85, 3.67, 4.01, 6.54, 9.69, 10.32, 12.89}},
      {"Table 4", "Software only", "LUTs", k_of_table_4, {5.61, 26.97, 33.3, 47.09, 60.98, 76.61, 85.32}},
      {"Table 4", "Serial engine", "LUTs", k_of_table_4, {7.9, 31.82, 38.69, 52.52, 66.67, 81.51, 91.63}},
      {"Table 4", "4-rows engine", "LUTs", k_of_table_4, {8.12, 32.07, 38.92, 52.85, 66.97, 81.86, 91.90}}};
  for (const Column& column : columns) {
    const Numbers numbers = figures(column.table, column.title, column.what);
    for (std::size_t i = 0; i < k_sizes; ++i)
      EXPECT_NEAR(100 * numbers[i] / column.whole, column.percent[i], 0.025)
          << column.table << " " << column.title << " " << column.what << " " << i;
  }
}

// "approximately 3.6 times and 5.3 times speed up with respect to" the serial engine and to software alone
TEST(Published, TheTimesOfTable4AreThoseOfTheText) {
  const std::string what = "time of the whole program";
  const Numbers software = figures("Table 4", "Software only", what), serial = figures("Table 4", "Serial engine", what),
                four = figures("Table 4", "4-rows engine", what);
  for (std::size_t i = 0; i < k_sizes; ++i) {
    EXPECT_NEAR(serial[i] / four[i], 3.6, 0.1) << i;
    EXPECT_NEAR(software[i] / four[i], 5.5, 0.2) << i;
    if (i == 0) continue;
    EXPECT_NEAR(four[i] / static_cast<double>(k_extents[i].area()) * 1e6, 0.89, 0.03) << "each pixel costs the same";
  }
}

// what a paper says of its figure, and no more
TEST(Published, EachFigureIsFiledUnderWhatThePaperMade) {
  for (const PublishedTime& time : published_times()) {
    if (time.source.starts_with("Bilgic")) {
      EXPECT_EQ(time.title, "Scan, transpose, scan") << "the paper leaves the table transposed";
      EXPECT_NE(time.note.find("leaves the table transposed"), std::string::npos);
    }
    if (time.source.starts_with("Messom")) {
      EXPECT_EQ(time.algorithm, "") << "Ehsan et al. do not say how it sums";
      EXPECT_EQ(time.year, 0) << "nor when";
      EXPECT_NE(time.note.find("Known here only from Ehsan"), std::string::npos);
    }
  }
  for (const PublishedFigure& figure : published_figures()) {
    if (figure.source.starts_with("Angioloni")) {
      EXPECT_TRUE(figure.note.starts_with("At best")) << figure.note;
    }
    if (figure.source.starts_with("Bilgic") && figure.value == 8 && figure.unit == "x") {
      EXPECT_EQ(figure.source, "Bilgic et al. 2010, abstract") << "section V-A does not print it";
    }
  }
}

TEST(Published, HeadlinesAreThoseOfTheTexts) {
  const auto time = [](std::string_view paper, Extent extent) {
    std::multiset<double> found;
    for (const PublishedTime& one : published_times())
      if (one.source.starts_with(paper) && one.extent == extent) found.insert(one.milliseconds);
    return found;
  };
  using Times = std::multiset<double>;
  EXPECT_EQ(time("Bilgic", {2048, 2048}), Times{5.5});
  EXPECT_EQ(time("Messom", {2048, 1024}), Times{74.1});
  EXPECT_EQ(time("Hensley", {1024, 1024}), Times{36.2});
  EXPECT_EQ(time("Ehsan et al. 2015, Section 6", {2048, 2048}), Times{9.562});
  // "more than 7 times" of Messom's by 2 rows at 2048 x 1536, and "more than 9", "18 times" of Hensley's, are by these too
  const auto ehsan = time("Ehsan et al. 2015, Table 2", {2048, 1536});
  EXPECT_TRUE(74.1 / *std::next(ehsan.begin()) > 6.9 && ehsan.size() == 3);
  std::map<std::string, double> speed_ups;
  for (const PublishedFigure& figure : published_figures())
    if (figure.unit == "x") {
      EXPECT_EQ(figure.what.rfind("speed-up against ", 0), 0U) << figure.what;
      speed_ups[figure.source + figure.types + figure.what.substr(16)] = figure.value;
    }
  EXPECT_EQ(speed_ups.size(), 7U);
  EXPECT_EQ(speed_ups["Chen et al. 2018, abstract OpenCV 3.4.1"], 2.3);
  EXPECT_EQ(speed_ups["Chen et al. 2018, abstract NPP"], 3.2);
  EXPECT_EQ(speed_ups["Bilgic et al. 2010, abstract the sequential CPU implementation"], 8);
  EXPECT_EQ(speed_ups["Angioloni and Pegoraro, section 2.2.1 their serial program"], 8);
}

}  // namespace
}  // namespace satscope::app
