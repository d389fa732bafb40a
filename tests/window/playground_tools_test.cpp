// SPDX-License-Identifier: Apache-2.0
// The playground without a window: templates, examples, the handle of a focus on the ground, windows that are no squares.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <iterator>
#include <numbers>
#include <span>
#include <sstream>
#include <thread>

#include "app/core/json.h"
#include "app/session/fields.h"
#include "app/session/session.h"
#include "app/sources/samples.h"
#include "app/ui/panels/glossary.h"
#include "app/workspaces/playground/chain/chain_edit.h"
#include "app/workspaces/playground/chain/examples.h"
#include "app/workspaces/playground/faces/face_finder.h"
#include "app/workspaces/playground/faces/feature_tool.h"
#include "app/workspaces/playground/faces/found_count.h"
#include "app/workspaces/playground/faces/template_tool.h"
#include "app/workspaces/playground/focus.h"
#include "app/workspaces/playground/hovered_window.h"
#include "app/workspaces/playground/model.h"
#include "app/workspaces/playground/paint.h"
#include "kernels/engine.h"
#include "kernels/filters/chain.h"
#include "kernels/filters/luma_pass.h"
#include "kernels/registry.h"
#include "tests/app/made_files.h"

namespace satscope::app {
namespace {

ChainEntry entry_of(const std::string& text) {
  const ChainLink link = parse_chain(text).front();
  return {.filter = link.filter->id, .params = link.params};
}

// ---------------------------------------------------------------- templates

// the example's coins, counted by eye: nine with a 5; and rectangles lit by hand
TEST(Template, ThePlacesThatLookLikeItAreCounted) {
  const Extent picture{40, 20}, window{6, 4};
  std::vector<std::uint32_t> source(picture.area()), result;
  for (std::size_t i = 0; i < source.size(); ++i)
    source[i] = 0xFF000000U | 0x010101U * static_cast<std::uint32_t>(40 + i % 200);
  for (const std::uint32_t word : source) result.push_back(0xFF000000U | 0x010101U * ((word & 0xFF) / 4));
  const auto light = [&](int left, int top, int width, int height) {
    for (int y = top; y < top + height; ++y)
      for (int x = left; x < left + width; ++x)
        result[static_cast<std::size_t>(y * picture.width + x)] = source[static_cast<std::size_t>(y * picture.width + x)];
  };
  EXPECT_EQ(places_found(source, result, picture, window), 0);
  light(1, 1, 6, 4);
  light(20, 2, 8, 5);   // windows at six places that touch
  light(33, 15, 5, 4);  // smaller than the window
  EXPECT_EQ(places_found(source, result, picture, window), 2);
  light(7, 5, 6, 4);  // corner to corner with the first
  EXPECT_EQ(places_found(source, result, picture, window), 3);
  EXPECT_EQ(places_found(source, result, picture, {41, 4}), 0);
}

TEST(Template, LiesInTheMiddleUntilItIsCutElsewhere) {
  ChainEntry entry = entry_of("correlation w=20 h=10");
  EXPECT_TRUE(takes_template(entry));
  EXPECT_FALSE(takes_template(entry_of("box")));
  EXPECT_EQ(template_box(entry, {100, 60}), (Box{40, 25, 20, 10}));
  set_template(entry, {5, 7, 30, 12});
  EXPECT_EQ(template_box(entry, {100, 60}), (Box{5, 7, 30, 12}));
  EXPECT_EQ(template_box(entry, {20, 10}), (Box{0, 0, 20, 10})) << "what is larger than the picture is cut";
  EXPECT_EQ(template_box(entry, {31, 60}), (Box{1, 7, 30, 12})) << "what leaves it is moved into it";
  EXPECT_FALSE(template_box(entry_of("correlation from=kept"), {100, 60}));
  EXPECT_FALSE(template_box(entry, {0, 0}));
}

TEST(Template, IsNeverLargerThanTheFilterTakesAndStaysWhereItWasBegun) {
  EXPECT_EQ(template_sized({10, 10, 30, 40}, {10, 10}), (Box{10, 10, 30, 40}));
  EXPECT_EQ(template_sized({10, 10, 200, 100}, {10.5, 10.5}), (Box{10, 10, 64, 64})) << "to the right and down";
  EXPECT_EQ(template_sized({10, 10, 200, 100}, {209.5, 109.5}), (Box{146, 46, 64, 64})) << "to the left and up";
  const double most = find_filter("correlation")->find_param("w")->range->max;
  EXPECT_EQ(template_sized({0, 0, 1000, 1000}, {0, 0}).width, most);
  EXPECT_EQ(template_label({0, 0, 63, 63}), "template");
  EXPECT_EQ(template_label({0, 0, 64, 20}), "template, at most 64 \u00d7 64 pixels");
  EXPECT_EQ(template_label({0, 0, 20, 64}), "template, at most 64 \u00d7 64 pixels");
}

TEST(Template, IsKeptAsTheFrameHadIt) {
  constexpr Extent extent{9, 7};
  std::vector<std::uint32_t> words;
  for (std::uint32_t i = 0; i < extent.area(); ++i) words.push_back(0xFF000000U | (i * 2654435761U >> 8));
  const SourceFrame frame{.extent = extent, .rgba = PixelBlock(reinterpret_cast<std::byte*>(words.data()), [](std::byte*) {})};
  PlaygroundEdit edit;
  ChainEntry entry = entry_of("correlation");
  set_template(entry, {2, 3, 4, 2});
  keep_template(edit, entry, frame);
  ASSERT_TRUE(edit.cut);
  EXPECT_EQ(edit.cut->extent, (Extent{4, 2}));
  for (int y = 0; y < 2; ++y)
    for (int x = 0; x < 4; ++x)
      EXPECT_EQ(edit.cut->pixels[static_cast<std::size_t>(4 * y + x)],
                luma_of(words[static_cast<std::size_t>((3 + y) * 9 + 2 + x)]));
  EXPECT_EQ(std::get<std::string>(entry.params.at("from")), "kept");

  EXPECT_EQ(fitted(*edit.cut, {4, 2}), edit.cut->pixels);
  EXPECT_EQ(fitted(*edit.cut, {2, 1}), (std::vector<std::uint8_t>{edit.cut->pixels[0], edit.cut->pixels[1]}));
  EXPECT_EQ(fitted(*edit.cut, {6, 3}).back(), edit.cut->pixels.back()) << "its edge goes on";

  edit.chain = {entry};
  const PlaygroundEdit again = read_part<PlaygroundEdit>(written(edit));
  EXPECT_EQ(again, edit);
  EXPECT_EQ(*again.cut, *edit.cut);
}

TEST(Template, InASessionIsChecked) {
  for (const char* broken : {"3", "{}", R"({"w": 2, "h": 1, "pixels": [1]})", R"({"w": 0, "h": 1, "pixels": []})",
                             R"({"w": 1, "h": 1, "pixels": [256]})", R"({"w": 1, "h": 1, "pixels": [-1]})",
                             R"({"w": 65, "h": 1, "pixels": []})", R"({"w": 1, "h": 1, "pixels": "no"})"}) {
    const auto json = nlohmann::json::parse(std::string(R"({"template": )") + broken + "}");
    EXPECT_THROW(read_part<PlaygroundEdit>(json), std::runtime_error) << broken;
  }
}

// ---------------------------------------------------------------- a feature laid by hand

TEST(Feature, LiesInTheMiddleUntilItIsLaidElsewhere) {
  PlaygroundEdit edit;
  ChainEntry entry = entry_of("haar kind=three-across w=10 h=8");
  EXPECT_FALSE(laid_feature(edit, entry_of("box"), {100, 60}));
  EXPECT_FALSE(laid_feature(edit, entry, {0, 0}));
  EXPECT_EQ(laid_feature(edit, entry, {100, 60})->box, (Box{35, 26, 30, 8}));
  lay_feature(edit, entry, {5, 7, 46, 21});
  EXPECT_EQ(laid_feature(edit, entry, {100, 60})->box, (Box{5, 7, 45, 21}));
  EXPECT_EQ(laid_feature(edit, entry, {100, 60})->part(2), (Box{35, 7, 15, 21}));
  EXPECT_EQ(laid_feature(edit, entry, {47, 60})->box.x, 2) << "what leaves the picture is moved into it";
  edit.chain = {entry};
  EXPECT_EQ(read_part<PlaygroundEdit>(written(edit)), edit);
  for (const char* broken : {"3", "[1]", "[-1, 2]", "[1, 99999999999]", R"(["a", "b"])"})
    EXPECT_THROW(read_part<PlaygroundEdit>(nlohmann::json::parse(fmt::format(R"({{"feature": {}}})", broken))),
                 std::runtime_error)
        << broken;
}

// the number beside it is the one that the filter's map shows in its middle; at the edges of the picture entries are zero,
// unread
TEST(Feature, GivesByHandWhatTheMapShows) {
  constexpr Extent extent{23, 17};
  std::vector<std::uint32_t> words;
  std::vector<std::uint8_t> luma;
  for (std::uint32_t i = 0; i < extent.area(); ++i) {
    words.push_back(0xFF000000U | (i * 2654435761U >> 8));
    luma.push_back(static_cast<std::uint8_t>(luma_of(words.back())));
  }
  const SourceFrame frame{.extent = extent, .rgba = PixelBlock(reinterpret_cast<std::byte*>(words.data()), [](std::byte*) {})};
  for (const char* text : {"haar kind=two-across w=4 h=3", "haar kind=three-down w=5 h=2", "haar kind=four w=3 h=4 weight3=2",
                           "haar kind=four w=40 h=30 border=mirror"}) {
    ChainEntry entry = entry_of(std::string(text) + " gain=1");
    const FilterPlan plan =
        filter_plan(*find_filter("haar"), {.extent = extent, .params = entry.params}, default_algorithm(Machine::cpu));
    Engine engine(plan.plan, Machine::cpu);
    engine.write(plan.plan.picture(), std::as_bytes(std::span(luma)));
    engine.run();
    const auto map = read_buffer<std::uint8_t>(engine, plan.plan.table());
    for (const auto& [x, y] : {std::pair{0, 0}, {6, 4}, {11, 9}}) {
      PlaygroundEdit edit;
      edit.feature_at = {x, y};
      const LaidFeature feature = *laid_feature(edit, entry, extent);
      const FeatureValue found = value_of(feature, frame);
      const Box& box = feature.box;
      const int column = box.x + box.width / 2, row = box.y + box.height / 2;
      double plus = 0, minus = 0;
      for (const int weight : feature.form.weights) (weight > 0 ? plus : minus) += std::abs(weight);
      const double most = 255.0 * feature.form.width * feature.form.height * std::max(plus, minus);
      EXPECT_EQ(map[static_cast<std::size_t>(row * extent.width + column)],
                std::floor(128.5 + 127 * static_cast<double>(found.value) / most))
          << text << " at " << x << ", " << y;
      if (box.width > extent.width) continue;
      const int inner = std::string_view(text).find("two") != std::string_view::npos     ? 6
                        : std::string_view(text).find("three") != std::string_view::npos ? 8
                                                                                         : 9;
      EXPECT_EQ(x > 0, found.reads == inner) << text << ": " << found.reads;
    }
  }
}

// ---------------------------------------------------------------- the finder of faces

/// A cascade of one stage: windows whose left half is lighter than their right half pass.
std::string edge_cascade(const test::Folder& folder) {
  return folder.write(
      "edge.xml",
      "<?xml version=\"1.0\"?><opencv_storage><cascade><stageType>BOOST</stageType><featureType>HAAR</featureType>"
      "<height>8</height><width>8</width><stages><_><stageThreshold>0.5</stageThreshold><weakClassifiers><_>"
      "<internalNodes>0 -1 0 0.</internalNodes><leafValues>-1. 1.</leafValues></_></weakClassifiers></_></stages>"
      "<features><_><rects><_>0 0 8 8 -1.</_><_>0 0 4 8 2.</_></rects></_></features></cascade></opencv_storage>");
}

/// Light on the left of column 8, dark on the right; 16 x 8.
SourceFrame edge_frame(std::uint32_t light, std::uint32_t dark) {
  SourceFrame frame{.extent = {16, 8}, .rgba = heap_block(16 * 8 * 4)};
  for (std::size_t i = 0; i < 16 * 8; ++i) frame.words()[i] = 0xFF000000U | (i % 16 < 8 ? light : dark) * 0x010101U;
  return frame;
}

void settle(FaceFinder& finder, const std::optional<FaceRequest>& asked, const SourceFrame& frame) {
  for (int i = 0; i < 2000; ++i) {
    finder.step(asked, frame);
    if (!finder.busy()) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  FAIL() << "it never ends";
}

TEST(FaceFinder, FindsInTheNewestFrameWithoutWaiting) {
  const test::Folder folder;
  FaceRequest asked{.cascade = edge_cascade(folder), .params = {{"neighbours", 0.0}, {"smallest", 0.0}}};
  FaceFinder finder;
  EXPECT_FALSE(finder.found());
  settle(finder, asked, edge_frame(200, 40));
  ASSERT_TRUE(finder.found()) << finder.problem();
  const auto boxes = [&](const Params& params = {}) { return faces::boxes_to_hide(params, finder.found()->faces, {16, 8}); };
  EXPECT_EQ(boxes(), (std::vector<Box>{{2, 0, 8, 8}, {4, 0, 8, 8}, {6, 0, 8, 8}}));
  EXPECT_EQ(boxes({{"margin", 20.0}}), (std::vector<Box>{{0, 0, 12, 8}, {2, 0, 12, 8}, {4, 0, 12, 8}}))
      << "2 pixels on each side";
  EXPECT_EQ(finder.found()->cells, (Extent{16, 8}));
  EXPECT_EQ(windows_left(finder.found()->detection, 0), 5);
  EXPECT_EQ(windows_left(finder.found()->detection, 1), 3);
  const auto counted = [&](int from) {
    const auto words = coloured_map(*finder.found(), from);
    return std::ranges::count_if(words, [](std::uint32_t word) { return word != 0; });
  };
  EXPECT_EQ(counted(0), 3);
  EXPECT_EQ(counted(1), 3);
  EXPECT_EQ(counted(2), 0);
  const SourceFrame turned = edge_frame(40, 200);
  settle(finder, asked, turned);
  EXPECT_TRUE(boxes().empty());
  EXPECT_EQ(finder.found()->frame.rgba, turned.rgba) << "boxes come with the frame in which they were found";
  EXPECT_GE(finder.age_ms(), finder.found()->ms);
  EXPECT_FALSE(finder.step(asked, turned)) << "the same frame is not looked at again";
  EXPECT_FALSE(finder.busy());
  asked.params["neighbours"] = 1.0;
  finder.step(asked, turned);
  EXPECT_TRUE(finder.busy()) << "but for another request";
  settle(finder, std::nullopt, turned);
  EXPECT_FALSE(finder.found()) << "nothing is kept";
}

TEST(FaceFinder, SaysWhatIsWrongWithACascade) {
  const test::Folder folder;
  FaceFinder finder;
  settle(finder, FaceRequest{.cascade = "/no/such/cascade.xml", .params = {}}, edge_frame(200, 40));
  EXPECT_FALSE(finder.found());
  EXPECT_NE(finder.problem().find("cascade.xml"), std::string::npos) << finder.problem();
  settle(finder, FaceRequest{.cascade = edge_cascade(folder), .params = {}}, edge_frame(200, 40));
  EXPECT_EQ(finder.problem(), "");
}

TEST(FaceFinder, IsAskedByTheFirstFilterInForce) {
  PlaygroundEdit edit;
  PlaygroundView view{.cascade = "mine.xml"};
  EXPECT_FALSE(face_request(edit, view));
  edit.chain = {entry_of("box"), entry_of("faces parts=3 factor=1.3 neighbours=7 smallest=20")};
  EXPECT_EQ(face_request(edit, view), (FaceRequest{"mine.xml", {{"factor", 1.3}, {"neighbours", 7.0}, {"smallest", 20.0}}}));
  edit.chain.push_back(entry_of("faces smallest=9"));
  edit.chain[1].params["hide"] = std::string("nothing");
  EXPECT_EQ(face_request(edit, view)->params, (Params{{"smallest", 9.0}})) << "what hides goes before what only shows";
  edit.chain.pop_back();
  edit.chain[1].on = false;
  EXPECT_FALSE(face_request(edit, view));
  EXPECT_EQ(read_part<PlaygroundView>(written(view)), view);
}

// ---------------------------------------------------------------- examples

TEST(Examples, ThereIsOneForEachFilterThatIsNoRival) {
  for (const Filter& filter : filters()) {
    const FilterExample* example = example_of(filter.id);
    EXPECT_EQ(example != nullptr, filter.rival_of.empty()) << filter.id;
    if (!example) continue;
    const std::vector<ChainLink> chain = parse_chain(example->filter);
    ASSERT_EQ(chain.size(), 1U);
    EXPECT_EQ(chain[0].filter->id, filter.id);
    EXPECT_FALSE(example->title.empty());
    ChainEntry entry = entry_of(filter.id);
    set_up(entry, *example);
    EXPECT_EQ(entry.params, chain[0].params);
  }
}

TEST(Examples, ChangeTheirPicturesSoThatOneSeesIt) {
  for (const FilterExample& example : filter_examples()) {
    if (!example.input.starts_with("pattern:")) continue;
    const ChainLink link = parse_chain(example.filter).front();
    const Samples samples = load_input(std::string(example.input));
    ASSERT_FALSE(samples.colours.empty()) << example.input;
    const auto& luma = std::get<std::vector<std::uint8_t>>(samples.values);
    const FilterPlan plan = filter_plan(*link.filter, {.extent = samples.extent, .params = link.params, .faces = 1},
                                        default_algorithm(Machine::cpu));
    Engine engine(plan.plan, Machine::cpu);
    engine.write(plan.plan.picture(), std::as_bytes(std::span(luma)));
    const std::array<std::int32_t, 4> found{470, 110, 350, 350};  // the face, where the finder sees it
    for (const FilterPlan::Input& input : plan.inputs)
      if (input.name == "faces") engine.write(input.buffer, std::as_bytes(std::span(found)));
    engine.run();
    const auto result = read_buffer<std::uint8_t>(engine, plan.plan.table());
    double apart = 0;
    for (std::size_t i = 0; i < luma.size(); ++i) apart += std::abs(int{luma[i]} - int{result[i]});
    EXPECT_GT(apart / static_cast<double>(luma.size()), 1.5) << example.filter;
  }
}

// a coin of the kind that was cut out lights up wherever it lies, in the shade too, and no other does
TEST(Examples, TheCoinThatWasCutOutIsFoundInLightAndShade) {
  const FilterExample& example = *example_of("correlation");
  ChainLink link = parse_chain(example.filter).front();
  link.params["show"] = std::string("match");
  const Samples samples = load_input(std::string(example.input));
  const auto& luma = std::get<std::vector<std::uint8_t>>(samples.values);
  const FilterPlan plan =
      filter_plan(*link.filter, {.extent = samples.extent, .params = link.params}, default_algorithm(Machine::cpu));
  Engine engine(plan.plan, Machine::cpu);
  engine.write(plan.plan.picture(), std::as_bytes(std::span(luma)));
  engine.run();
  const auto result = read_buffer<std::uint8_t>(engine, plan.plan.table());
  int light = 0, shade = 0;  // places that match nearly wholly
  for (int y = 40; y < 680; ++y)
    for (int x = 40; x < 1240; ++x) {
      if (result[static_cast<std::size_t>(y * 1280 + x)] < 190) continue;
      (x < 640 ? light : shade) += 1;
    }
  EXPECT_GT(light, 8);
  EXPECT_GT(shade, 5);
  EXPECT_LT(light + shade, 3000) << "spots, not areas";
}

// ---------------------------------------------------------------- the focus on a ground

TEST(FocusOnTheGround, GoesWhereItIsDraggedAndTurns) {
  for (const Extent picture : {Extent{640, 480}, Extent{101, 301}}) {
    ChainEntry entry = entry_of("depth");
    for (const double part : {0.1, 0.5, 0.9}) {
      move_focus(entry, picture, {0.5 * picture.width, part * picture.height});
      // near is below: at the lower edge the depth is 0
      EXPECT_NEAR(std::get<double>(entry.params.at("focus")), 100 * (1 - part), 1);
      const auto focus = focus_of(entry, picture);
      ASSERT_TRUE(focus && focus->moves);
      EXPECT_NEAR(focus->centre.y, part * picture.height, 0.011 * picture.height);
      // what lies there is sharp: the radius is 0
      const Filter& depth = *find_filter("depth");
      const FilterRequest request{.extent = picture, .params = entry.params};
      EXPECT_EQ(depth.radius_at(request, picture.width / 2, static_cast<int>(focus->centre.y), 0), 0);
    }
    turn_focus(entry, picture, {focus_of(entry, picture)->centre.x + 50, focus_of(entry, picture)->centre.y + 50});
    EXPECT_EQ(std::get<double>(entry.params.at("angle")), 45);
  }
  EXPECT_FALSE(focus_of(entry_of("depth map=painted"), {10, 10}));
}

// ---------------------------------------------------------------- windows that are no squares

TEST(HoveredWindow, OfALineIsTheLine) {
  const auto window = hovered_window(entry_of("motion-blur r=10 angle=0"), {100, 80}, nullptr, 50, 40);
  ASSERT_TRUE(window && window->line);
  EXPECT_EQ(window->pixels, 21);
  EXPECT_EQ(window->line->first.x, 40.5);
  EXPECT_EQ(window->line->second.x, 60.5);
  EXPECT_EQ(window->line->first.y, window->line->second.y);
  EXPECT_EQ(texts_of(*window).front(), "a line of 21 pixels: 4 reads");
  const auto upward = hovered_window(entry_of("motion-blur r=10 angle=90"), {100, 80}, nullptr, 50, 40);
  EXPECT_EQ(upward->line->first.x, upward->line->second.x);
  const auto slanted = hovered_window(entry_of("motion-blur r=10 angle=45"), {100, 80}, nullptr, 50, 40);
  EXPECT_LT(slanted->line->second.y, slanted->line->first.y) << "to the right and upward";
}

TEST(HoveredWindow, OfADiscSaysItsPixels) {
  const auto text = [](const char* filter) {
    return texts_of(*hovered_window(entry_of(filter), {200, 200}, nullptr, 100, 2)).front();
  };
  // far is above; the disc of radius 20 in rows: 2 * 8 + 1 of 41, 2 * 7 of 2 * 16 + 1, 2 * 5 of 2 * 10 + 1
  const auto window = hovered_window(entry_of("depth r=20 focus=0 sharp=0"), {200, 200}, nullptr, 100, 0);
  EXPECT_EQ(window->radius, 20);
  EXPECT_EQ(window->pixels, 17 * 41 + 14 * 33 + 10 * 21);
  EXPECT_NE(text("depth r=20 focus=0").find("21 reads"), std::string::npos) << text("depth r=20 focus=0");
  EXPECT_NE(text("depth r=20 focus=0 kernel=tent").find("a tent over"), std::string::npos);
  EXPECT_NE(text("depth r=20 focus=90 sharp=0 kernel=box").find("pixels"), std::string::npos);
  const auto map = painted_over(nullptr, {200, 200}, {{100, 100}, {100, 100}, 40});
  const ChainEntry painted = entry_of("depth r=24 focus=0 sharp=0 map=painted");
  EXPECT_EQ(hovered_window(painted, {200, 200}, map.get(), 100, 100)->radius, 24);
  EXPECT_EQ(hovered_window(painted, {200, 200}, nullptr, 100, 100)->radius, 0);
}

TEST(HoveredWindow, SaysAllTablesOfAnIntegralHistogram) {
  EXPECT_EQ(texts_of(*hovered_window(entry_of("median r=2"), {100, 100}, nullptr, 50, 50)).front(),
            "(2·2+1)² = 25 pixels: 4 reads of each of 16 tables");
  EXPECT_EQ(hovered_window(entry_of("histogram bins=32"), {100, 100}, nullptr, 50, 50)->tables, 32U);
  EXPECT_EQ(hovered_window(entry_of("guided"), {100, 100}, nullptr, 50, 50)->tables, 4U);
  EXPECT_EQ(hovered_window(entry_of("guided fast=true"), {100, 100}, nullptr, 50, 50)->reads, 9);
}

// ---------------------------------------------------------------- the race

TEST(RaceFamily, IsThatOfTheChosenFilterIfItHasRivals) {
  Session session;
  PlaygroundEdit& edit = session.edit.part<PlaygroundEdit>();
  const auto raced = [&](const std::string& chain, int chosen) {
    edit.chain.clear();
    for (const ChainLink& link : parse_chain(chain)) edit.chain.push_back({.filter = link.filter->id, .params = link.params});
    session.part<PlaygroundView>().chosen = chosen;
    return raced_filter(session);
  };
  EXPECT_EQ(raced("box; median", 0), "box");
  EXPECT_EQ(raced("box; median", 1), "median");
  EXPECT_EQ(raced("box; median-sliding", 1), "median");
  EXPECT_EQ(raced("gauss; motion-blur", 0), "motion-blur") << "the first in the chain that has rivals";
  EXPECT_EQ(raced("gauss", 0), "box");
  for (const Filter& filter : filters())
    if (!filter.rival_of.empty()) {
      // racers share all parameters besides the radius
      const Filter& first = *find_filter(filter.rival_of);
      for (const Param& param : first.params) EXPECT_NE(filter.find_param(param.id), nullptr) << filter.id << " " << param.id;
    }
}

/// Without marks, "2r + 1" as "2r+1".
std::vector<std::string> words_in(std::string text) {
  for (std::size_t at = 0; (at = text.find(" + ")) != text.npos;) text.replace(at, 3, "+");
  std::erase_if(text, [](char c) { return std::string_view(".,;:").find(c) != std::string_view::npos; });
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

// because: over a slider the tip and the meaning of the glossary's term in its label are shown together
TEST(PlaygroundTips, DoNotRepeatTheGlossary) {
  constexpr std::size_t k_run = 5;
  for (const Filter& filter : filters())
    for (const Param& param : filter.params)
      for (const GlossaryTerm& term : glossary()) {
        const std::vector<std::string> help = words_in(param.help), meaning = words_in(term.meaning);
        for (std::size_t i = 0; i + k_run <= help.size(); ++i)
          EXPECT_TRUE(std::ranges::search(meaning, std::span(help).subspan(i, k_run)).empty())
              << filter.id << " " << param.id << ": " << param.help << "\n"
              << term.name << ": " << term.meaning;
      }
}

}  // namespace
}  // namespace satscope::app
