// SPDX-License-Identifier: Apache-2.0
// Plots of known data on a surface that writes down what is drawn.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>

#include "app/plot/axis.h"
#include "app/plot/draw.h"
#include "app/plot/write.h"

namespace satscope::app {
namespace {

/// Letters are 0.6 of their height wide.
class Noted final : public PlotSurface {
 public:
  struct Line {
    std::vector<PlotPlace> places;
    PlotLine look;
  };
  struct Mark {
    PlotPlace middle;
    std::uint32_t colour;
    bool filled;
    std::string tip;
  };
  struct Text {
    double left, right, top, bottom;
    std::string words;
  };
  std::vector<Line> lines;
  std::vector<std::vector<PlotPlace>> bands;
  std::vector<Mark> marks;
  std::vector<Text> texts;
  std::vector<std::size_t> named_curves;

  void line(std::span<const PlotPlace> places, const PlotLine& look) override {
    lines.push_back({{places.begin(), places.end()}, look});
  }
  void band(std::span<const PlotPlace> places, std::uint32_t, double) override {
    bands.emplace_back(places.begin(), places.end());
  }
  void mark(std::span<const PlotPlace> outline, std::uint32_t colour, bool filled, std::string_view tip) override {
    PlotPlace middle{};
    for (const PlotPlace& place : outline) {
      middle.x += place.x / static_cast<double>(outline.size());
      middle.y += place.y / static_cast<double>(outline.size());
    }
    marks.push_back({middle, colour, filled, std::string(tip)});
  }
  void text(PlotPlace at, std::string_view words, std::uint32_t, double height, int end, bool strong) override {
    const double width = width_of(words, height, strong), left = at.x - (end < 0 ? 0 : end > 0 ? width : width / 2);
    texts.push_back({left, left + width, at.y - height / 2, at.y + height / 2, std::string(words)});
  }
  void named(PlotPlace, PlotPlace, std::size_t series) override { named_curves.push_back(series); }
  double width_of(std::string_view words, double height, bool) const override {
    return 0.6 * height * static_cast<double>(std::ranges::count_if(words, [](char c) { return (c & 0xC0) != 0x80; }));
  }

  /// Lines of a curve's colour within the plot, without those of the names beside it.
  std::vector<Line> of_curve(int look, double right) const {
    std::vector<Line> found;
    for (const Line& one : lines)
      if (one.look.colour == plot_colours("light").curves[static_cast<std::size_t>(look)] && one.places.front().x < right)
        found.push_back(one);
    return found;
  }
  bool has(std::string_view words) const {
    return std::ranges::any_of(texts, [&](const Text& one) { return one.words == words; });
  }
};

constexpr Extent k_size{900, 560};
constexpr double k_em = 15, k_names_from = 700;  // where names may begin, from the left

Noted drawn(const Plot& plot, Extent size = k_size) {
  Noted noted;
  draw_plot(plot, noted, plot_colours("light"), size, k_em);
  return noted;
}

Plot logarithmic(std::vector<PlotSeries> series) {
  return {.title = "Time", .notes = {"A note."}, .x = {"pixels", true}, .y = {"ms", true}, .series = std::move(series)};
}

/// Texts stay within the picture and do not meet.
void expect_tidy(const Noted& noted, Extent size, const std::string& what) {
  for (std::size_t i = 0; i < noted.texts.size(); ++i) {
    const Noted::Text& a = noted.texts[i];
    EXPECT_GE(a.left, 0) << what << ": " << a.words;
    EXPECT_LE(a.right, size.width + 0.01) << what << ": " << a.words;
    EXPECT_GE(a.top, 0) << what << ": " << a.words;
    EXPECT_LE(a.bottom, size.height + 0.01) << what << ": " << a.words;
    for (std::size_t k = 0; k < i; ++k) {
      const Noted::Text& b = noted.texts[k];
      EXPECT_FALSE(a.left < b.right && b.left < a.right && a.top < b.bottom - 0.01 && b.top < a.bottom - 0.01)
          << what << ": '" << a.words << "' meets '" << b.words << "'";
    }
  }
}

TEST(Plot, TicksAreRoundNumbers) {
  EXPECT_EQ(linear_ticks(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(linear_ticks(3, 4, 4).size(), 3U);  // 3, 3.5, 4
  EXPECT_EQ(linear_ticks(-1, 1, 4), (std::vector<double>{-1, -0.5, 0, 0.5, 1}));
  EXPECT_EQ(tick_text(0), "0");
  EXPECT_EQ(tick_text(0.002), "0.002");
  EXPECT_EQ(tick_text(2000), "2000");
  EXPECT_EQ(tick_text(20000), "20k");
  EXPECT_EQ(tick_text(4e6), "4M");
  EXPECT_EQ(value_text(0.00057412), "0.0005741");
  EXPECT_EQ(value_text(12.3), "12.3");
  EXPECT_EQ(value_text(1204.6), "1,205");
  const PlotAxis log{"", true}, linear{"", false};
  for (const PlotAxis& axis : {log, linear})
    for (const double lo : {0.00031, 0.9, 7.0, 12345.0})
      for (const double times : {1.0, 1.01, 1.7, 30.0, 1e9})
        for (const int most : {2, 5, 12}) {
          const auto ticks = Scale(axis, lo, lo * times).ticks(most);
          EXPECT_GE(ticks.size(), 1U) << lo << " x " << times;
          EXPECT_LE(ticks.size(), static_cast<std::size_t>(2 * most + 8)) << lo << " x " << times << " " << most;
          for (const auto& tick : ticks) EXPECT_TRUE(Scale(axis, lo, lo * times).share(tick.value) >= 0) << tick.text;
        }
}

TEST(Plot, TicksEndWhateverTheRangeIs) {
  const double huge = std::numeric_limits<double>::max(), tiny = std::numeric_limits<double>::denorm_min();
  const PlotAxis log{"", true}, linear{"", false};
  for (const PlotAxis& axis : {log, linear})
    for (const auto& [lo, hi] : std::vector<std::pair<double, double>>{
             {tiny, huge}, {tiny, tiny}, {huge, huge}, {1, huge}, {tiny, 1}, {-huge, huge}, {1e16, 1e16 + 2}}) {
      const Scale scale(axis, lo, hi);
      EXPECT_LE(scale.ticks(12).size(), 40U) << lo << " " << hi;
      EXPECT_TRUE(std::isfinite(scale.share(1))) << lo << " " << hi;
    }
  EXPECT_LE(log_ticks(tiny, huge).size(), 700U);
  EXPECT_LE(linear_ticks(-huge, huge, 5).size(), 6U);
}

TEST(Plot, PlacesAreThoseOfTheAxes) {
  const Noted noted = drawn(logarithmic({{.name = "a", .points = {{1, 1}, {10, 10}, {100, 100}}}}));
  const auto lines = noted.of_curve(0, k_names_from);
  ASSERT_EQ(lines.size(), 1U);
  const auto& at = lines[0].places;
  ASSERT_EQ(at.size(), 3U);
  EXPECT_NEAR(at[1].x, (at[0].x + at[2].x) / 2, 1e-6) << "10 lies in the middle of 1 and 100";
  EXPECT_NEAR(at[1].y, (at[0].y + at[2].y) / 2, 1e-6);
  EXPECT_LT(at[2].y, at[0].y) << "more is further up";
  Plot plot = logarithmic({{.name = "a", .points = {{0, 0}, {5, 5}, {20, 20}}}});
  plot.x.log = plot.y.log = false;
  const auto straight = drawn(plot).of_curve(0, k_names_from).at(0).places;
  EXPECT_NEAR((straight[1].x - straight[0].x) / (straight[2].x - straight[0].x), 0.25, 1e-6);
}

TEST(Plot, WhatIsNotKnownIsAGap) {
  const double nan = k_not_known;
  const Noted noted =
      drawn(logarithmic({{.name = "a", .points = {{1, 1}, {2, 2}, {4, nan}, {8, 8}, {16, 16}, {32, -1}, {64, 0}}}}));
  const auto lines = noted.of_curve(0, k_names_from);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].places.size(), 2U);
  EXPECT_EQ(lines[1].places.size(), 2U);
  EXPECT_EQ(noted.marks.size(), 4U + 1) << "and the one beside the name";
  for (const auto& one : noted.lines)
    for (const PlotPlace& place : one.places) EXPECT_TRUE(std::isfinite(place.x) && std::isfinite(place.y));
}

TEST(Plot, OneSampleStandsInTheMiddle) {
  const Noted noted = drawn(logarithmic({{.name = "a", .points = {{4e6, 3, 2, 4, "2000x2000"}}}}));
  ASSERT_EQ(noted.marks.size(), 2U);
  EXPECT_EQ(noted.marks[0].tip, "a, 2000x2000: 3 (2 to 4)");
  const auto bars = noted.of_curve(0, k_names_from);
  ASSERT_EQ(bars.size(), 1U) << "its spread is a bar";
  EXPECT_NEAR(bars[0].places[0].x, noted.marks[0].middle.x, 1e-6);
  EXPECT_LT(bars[0].places[0].y, noted.marks[0].middle.y);
  EXPECT_GT(bars[0].places[1].y, noted.marks[0].middle.y);
  expect_tidy(noted, k_size, "one sample");
}

TEST(Plot, BandsGoAroundTheSpread) {
  const Noted noted = drawn(logarithmic({{.name = "a", .points = {{1, 10, 1, 100}, {10, 10, 1, 100}, {100, 10, 10, 10}}}}));
  ASSERT_EQ(noted.bands.size(), 1U);
  const auto& edge = noted.bands[0];
  ASSERT_EQ(edge.size(), 6U);
  const auto line = noted.of_curve(0, k_names_from).at(0).places;
  for (const std::size_t i : {0U, 1U, 2U}) {  // there above, back below
    EXPECT_NEAR(edge[i].x, line[i].x, 1e-6);
    EXPECT_NEAR(edge[5 - i].x, line[i].x, 1e-6);
    EXPECT_NEAR(edge[i].y + edge[5 - i].y, 2 * line[i].y, 1e-6);
    EXPECT_EQ(edge[i].y < line[i].y - 1, i < 2);
  }
}

TEST(Plot, NothingIsAnEmptyPlot) {
  for (const Plot& plot :
       {logarithmic({}), logarithmic({{.name = "a"}}), logarithmic({{.name = "a", .points = {{1, k_not_known}}}})}) {
    const Noted noted = drawn(plot);
    EXPECT_TRUE(noted.has("Time"));
    for (const Noted::Text& text : noted.texts)
      EXPECT_EQ(text.words.find_first_of("0123456789"), std::string::npos) << "'" << text.words << "' is of no point";
    expect_tidy(noted, k_size, "empty");
    EXPECT_NE(plot_svg(plot, k_size, "dark").find("</svg>"), std::string::npos);
  }
}

TEST(Plot, TenThousandPointsAreALine) {
  PlotSeries series{.name = "a"};
  for (int i = 1; i <= 10'000; ++i) series.points.push_back({1.0 * i, 2.0 + std::sin(i), 1.0, 4.0});
  const Plot plot = logarithmic({series});
  const auto began = std::chrono::steady_clock::now();
  const std::string svg = plot_svg(plot, k_size, "light");
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(5));
  EXPECT_LT(svg.size(), 1'000'000U);
  const Noted noted = drawn(plot);
  ASSERT_EQ(noted.of_curve(0, k_names_from).size(), 1U);
  EXPECT_EQ(noted.of_curve(0, k_names_from)[0].places.size(), 10'000U);
  ASSERT_EQ(noted.bands.size(), 1U);
  EXPECT_EQ(noted.bands[0].size(), 20'000U);
  EXPECT_EQ(noted.marks.size(), 1U) << "only the one beside the name: marks would cover the line";
}

TEST(Plot, KindsLookDifferent) {
  const std::vector<PlotPoint> points{{1, 1}, {10, 2}};
  const Noted noted = drawn(logarithmic({{.name = "m", .kind = PlotKind::measured, .look = 0, .points = points},
                                         {.name = "e", .kind = PlotKind::emulated, .look = 1, .points = points},
                                         {.name = "p", .kind = PlotKind::published, .look = 2, .points = points},
                                         {.name = "b", .kind = PlotKind::bound, .points = points}}));
  EXPECT_FALSE(noted.of_curve(0, k_names_from).at(0).look.dashed);
  EXPECT_TRUE(noted.of_curve(1, k_names_from).at(0).look.dashed);
  EXPECT_TRUE(noted.of_curve(2, k_names_from).empty()) << "what is printed has no line";
  for (const Noted::Mark& mark : noted.marks) EXPECT_EQ(mark.filled, mark.colour != plot_colours("light").curves[2]);
  EXPECT_TRUE(std::ranges::none_of(noted.marks, [](const auto& mark) { return mark.colour == plot_colours("light").bound; }));
}

TEST(Plot, TextsNeverMeet) {
  for (const Extent size : {Extent{320, 320}, Extent{640, 400}, Extent{900, 560}, Extent{1600, 900}})
    for (const int count : {0, 1, 8, 17, 60}) {
      Plot plot = logarithmic({});
      plot.title = "Time of one table over a rather long title that no narrow picture has room for";
      plot.notes = {"A first sentence that is long enough to need more than one line in a narrow picture.", "A second one.",
                    "A_word_without_any_blank_that_is_longer_than_a_narrow_picture_is_wide_and_has_to_be_cut_somewhere"};
      for (int i = 0; i < count; ++i)
        plot.series.push_back({.name = fmt::format("Algorithm number {}, with a long name, GPU", i),
                               .look = i,
                               .points = {{100, 0.01 * (i + 1)}, {1e7, 3.0 * (i + 1)}}});
      expect_tidy(drawn(plot, size), size, fmt::format("{}x{}, {} curves", size.width, size.height, count));
      plot.x = {"types", false, {"8u32u", "32f32f", "a long name of a choice", "64f64f"}};
      expect_tidy(drawn(plot, size), size, "names");
    }
  Plot many = logarithmic({});
  for (int i = 0; i < 60; ++i) many.series.push_back({.name = fmt::format("{}", i), .look = i, .points = {{1, 1}}});
  EXPECT_TRUE(std::ranges::any_of(drawn(many).texts, [](const auto& text) { return text.words.ends_with(" more"); }));
}

/// Linear light of a colour, and how it looks to a person who lacks one kind of cones (Viénot, Brettel and Mollon 1999).
std::array<double, 3> seen(std::uint32_t colour, int lacks) {
  std::array<double, 3> c{};
  for (int i = 0; i < 3; ++i) {
    const double v = (colour >> (16 - 8 * i) & 255U) / 255.0;
    c[static_cast<std::size_t>(i)] = v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  }
  const auto [r, g, b] = c;
  if (lacks == 0) return c;
  if (lacks == 1) return {0.11238 * r + 0.88762 * g, 0.11238 * r + 0.88762 * g, 0.00401 * r - 0.00401 * g + b};
  return {0.29275 * r + 0.70725 * g, 0.29275 * r + 0.70725 * g, -0.02234 * r + 0.02234 * g + b};
}

double luminance_of(std::uint32_t colour) {
  const auto [r, g, b] = seen(colour, 0);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

TEST(Plot, WhatIsHiddenKeepsItsName) {
  Plot plot = logarithmic(
      {{.name = "low", .points = {{1, 1}, {10, 2}}}, {.name = "high", .look = 1, .points = {{1, 1000}, {10, 2000}}}});
  EXPECT_TRUE(drawn(plot).has("1000"));
  plot.series[1].hidden = true;
  const Noted noted = drawn(plot);
  EXPECT_TRUE(noted.has("high"));
  EXPECT_TRUE(noted.of_curve(1, k_names_from).empty());
  EXPECT_EQ(noted.of_curve(0, k_names_from).size(), 1U);
  EXPECT_FALSE(noted.has("1000")) << "the axes fit what is shown";
  EXPECT_EQ(noted.named_curves, (std::vector<std::size_t>{0, 1})) << "both can be pressed";
}

TEST(Plot, APlaceOnXIsMarked) {
  Plot plot = logarithmic({{.name = "a", .points = {{1, 1}, {100, 2}}}});
  const std::size_t without = drawn(plot).lines.size();
  plot.marked = 10;
  const Noted noted = drawn(plot);
  ASSERT_EQ(noted.lines.size(), without + 1);
  const std::vector<PlotPlace> ends = noted.of_curve(0, k_names_from).at(0).places;
  const auto between = [&](const Noted::Line& line) {
    return line.places.size() == 2 && line.places[0].x == line.places[1].x &&
           std::abs(line.places[0].x - (ends[0].x + ends[1].x) / 2) < 1e-9 && line.look.colour == plot_colours("light").ink;
  };
  EXPECT_EQ(std::ranges::count_if(noted.lines, between), 1) << "10 is in the middle of 1 and 100";
  plot.marked = 1000;
  EXPECT_EQ(drawn(plot).lines.size(), without) << "beyond the axis";
}

TEST(Plot, SmallOnesAreTidyToo) {
  for (const Extent size : {Extent{110, 60}, Extent{200, 70}, Extent{300, 100}, Extent{300, 140}, Extent{600, 200}}) {
    Plot plot{.title = {}, .x = {"radius", true}, .y = {.title = {}, .log = true, .unit = "ms"}};
    for (int i = 0; i < 4; ++i)
      plot.series.push_back(
          {.name = fmt::format("racer {}: out from 42", i), .look = i, .points = {{1, 0.1}, {300, 40.0 * (i + 1)}}});
    const Noted noted = drawn(plot, size);
    expect_tidy(noted, size, fmt::format("{}x{}", size.width, size.height));
    EXPECT_EQ(noted.of_curve(0, size.width).empty(), false) << size.width << "x" << size.height;
  }
}

TEST(Plot, ColoursCanBeDistinguished) {
  for (const char* theme : {"light", "dark"}) {
    const PlotColours& colours = plot_colours(theme);
    const auto contrast = [&](std::uint32_t colour) {
      const double a = luminance_of(colour), b = luminance_of(colours.ground);
      return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
    };
    EXPECT_GE(contrast(colours.ink), 7) << theme;
    EXPECT_GE(contrast(colours.quiet), 4.5) << theme;
    for (const std::uint32_t colour : colours.curves) EXPECT_GE(contrast(colour), 3) << theme << fmt::format(" {:06x}", colour);
    // the first four are what most plots have; later ones also differ by their marks
    for (int lacks = 0; lacks < 3; ++lacks)
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t k = 0; k < i; ++k) {
          const auto a = seen(colours.curves[i], lacks), b = seen(colours.curves[k], lacks);
          double apart = 0;
          for (std::size_t c = 0; c < 3; ++c)
            apart = std::max(apart, std::abs(std::cbrt(std::max(0.0, a[c])) - std::cbrt(std::max(0.0, b[c]))));
          EXPECT_GT(apart, 0.12) << theme << " " << i << " and " << k << ", seen without cones " << lacks;
        }
  }
}

TEST(Plot, TablesHaveEveryNumber) {
  const Plot plot{.title = "T",
                  .x = {"n", false},
                  .y = {"ms", true},
                  .series = {{.name = "a, \"b\"", .points = {{1, 0.1, 0.05, 0.2, "1"}, {2, k_not_known}, {3, 1.0 / 3}}},
                             {.name = "p", .kind = PlotKind::published, .points = {{4, 7, k_not_known, k_not_known, "2x2"}}}}};
  EXPECT_EQ(plot_csv(plot),
            "series,kind,at,x,y,low,high\n"
            "\"a, \"\"b\"\"\",measured,1,1,0.1,0.05,0.2\n"
            "\"a, \"\"b\"\"\",measured,,3,0.3333333333333333,,\n"
            "p,published,2x2,4,7,,\n");
  const Json json = plot_json(plot);
  EXPECT_EQ(json.at("series").size(), 2U);
  EXPECT_TRUE(json.at("series")[0].at("points")[1].at("y").is_null());
  EXPECT_EQ(json.at("series")[1].at("kind"), "published");
  EXPECT_EQ(json.at("y").at("log"), true);
  EXPECT_NE(plot_svg(plot, k_size, "light").find("a, &quot;b&quot;, 1: 0.1 (0.05 to 0.2)</title>"), std::string::npos);
}

}  // namespace
}  // namespace satscope::app
