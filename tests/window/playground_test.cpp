// SPDX-License-Identifier: Apache-2.0
// The playground without a window: who gets which part of it, what happens to a chain, handles, brush and the window of a
// pixel.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

#include "app/core/json.h"
#include "app/session/fields.h"
#include "app/session/session.h"
#include "app/workspaces/playground/chain/chain_edit.h"
#include "app/workspaces/playground/chain/presets.h"
#include "app/workspaces/playground/focus.h"
#include "app/workspaces/playground/hovered_window.h"
#include "app/workspaces/playground/layout.h"
#include "app/workspaces/playground/paint.h"
#include "kernels/border.h"
#include "kernels/filters/chain.h"
#include "kernels/registry.h"
#include "tests/window/parts.h"

namespace satscope::app {
namespace {

// ---------------------------------------------------------------- layout

TEST(PlaygroundLayout, PartsNeverOverlapAndStayInside) {
  for (const LayoutCase& at : layout_cases())
    for (const bool race : {false, true}) {
      const Shell shell = at.shell(playground_side(at.columns()));
      const PlaygroundParts parts = playground_parts(shell.middle, at.columns(), at.em, race);
      expect_apart(at, shell, {parts.canvas, parts.budget, parts.bar, parts.race, parts.chain});
      EXPECT_FALSE(overlap(shell.side, parts.chain)) << "nor does the drawer";
    }
}

TEST(PlaygroundLayout, KeepsTheChainInSight) {
  const auto parts_in = [](const LayoutCase& at, bool race = false) {
    return playground_parts(at.shell(playground_side(at.columns())).middle, at.columns(), at.em, race);
  };
  for (const auto& [width, height, em] : {std::tuple{1280.0, 720.0, 16.0}, {1280.0, 720.0, 32.0}, {1920.0, 1080.0, 32.0}}) {
    const PlaygroundParts parts = parts_in({width, height, em, {}});
    EXPECT_TRUE(parts.chain_docked);
    EXPECT_GE(parts.chain.width, 15 * em);
    EXPECT_GE(parts.canvas.width, 20 * em);
    EXPECT_GE(parts.canvas.height, 10 * em);
    EXPECT_GT(parts.budget.height, 0);
    EXPECT_GT(parts.bar.height, 0);
  }
  EXPECT_TRUE(playground_side(80).docked);
  const LayoutCase narrow{400, 600, 16, {.drawer = true}};
  EXPECT_FALSE(parts_in(narrow).chain_docked);
  EXPECT_EQ(narrow.shell(playground_side(narrow.columns())).side.width, 400) << "the drawer has it then";
  EXPECT_GT(parts_in({1280, 720, 16, {}}, true).race.height, 0);
}

// ---------------------------------------------------------------- the chain

PlaygroundEdit chain_of(const std::string& text) {
  PlaygroundEdit edit;
  edit.chain.clear();
  for (const ChainLink& link : parse_chain(text)) edit.chain.push_back({.filter = link.filter->id, .params = link.params});
  return edit;
}

std::string ids_of(const PlaygroundEdit& edit) {
  std::string text;
  for (const ChainEntry& entry : edit.chain) text += entry.filter + " ";
  return text;
}

TEST(Chain, EntriesCanBeMovedAndWhatPointsAtThemFollows) {
  for (int from = 0; from < 4; ++from)
    for (int to = 0; to < 4; ++to)
      for (int watched = 0; watched < 4; ++watched) {
        PlaygroundEdit edit = chain_of("box r=1; box r=2; box r=3; box r=4");
        PlaygroundView view{.chosen = watched};
        edit.solo = watched;
        const ChainEntry moved = edit.chain[static_cast<std::size_t>(from)],
                         followed = edit.chain[static_cast<std::size_t>(watched)];
        move_filter(edit, view, from, to);
        ASSERT_EQ(edit.chain.size(), 4U);
        EXPECT_EQ(edit.chain[static_cast<std::size_t>(to)], moved);
        EXPECT_EQ(edit.chain[static_cast<std::size_t>(view.chosen)], followed) << from << " to " << to;
        EXPECT_EQ(edit.solo, view.chosen);
        std::set<double> radii;
        for (const ChainEntry& entry : edit.chain) radii.insert(std::get<double>(entry.params.at("r")));
        EXPECT_EQ(radii.size(), 4U) << "none is lost";
      }
}

TEST(Chain, GrowsShrinksAndGoesSolo) {
  PlaygroundEdit edit = chain_of("motion");
  PlaygroundView view;
  add_filter(edit, view, "box");
  EXPECT_EQ(ids_of(edit), "box motion ") << "nothing can follow what measures";
  EXPECT_EQ(view.chosen, 0);
  add_filter(edit, view, "lens");
  EXPECT_EQ(ids_of(edit), "box lens motion ");
  toggle_solo(edit, 1);
  EXPECT_EQ(to_text(chain_in_force(edit)), "lens");
  remove_filter(edit, view, 0);
  EXPECT_EQ(edit.solo, 0) << "follows its entry";
  EXPECT_EQ(to_text(chain_in_force(edit)), "lens");
  remove_filter(edit, view, 0);
  EXPECT_EQ(edit.solo, -1);
  toggle_filter(edit, view, "motion");
  EXPECT_EQ(to_text(chain_in_force(edit)), "") << "it was there: now it is off";
  toggle_filter(edit, view, "motion");
  toggle_filter(edit, view, "gauss");
  EXPECT_EQ(to_text(chain_in_force(edit)), "gauss; motion");
  remove_filter(edit, view, 1);
  remove_filter(edit, view, 0);
  remove_filter(edit, view, 0);
  EXPECT_EQ(chosen_place(edit, view), -1);
  EXPECT_EQ(chosen_entry(edit, view), nullptr);
}

TEST(Chain, PutsFiltersAtTheEndButBeforeWhatMeasures) {
  const auto ids = [](const PlaygroundEdit& edit) {
    std::string text;
    for (const ChainEntry& entry : edit.chain) text += (text.empty() ? "" : " ") + entry.filter;
    return text;
  };
  PlaygroundEdit edit;
  PlaygroundView view;
  edit.solo = 0;
  add_filter(edit, view, "gauss");
  EXPECT_EQ(view.chosen, 1);
  EXPECT_EQ(edit.solo, -1) << "what was added is in force";
  add_filter(edit, view, "motion");
  EXPECT_EQ(view.chosen, 2);
  add_filter(edit, view, "lens");
  EXPECT_EQ(view.chosen, 2);
  add_filter(edit, view, "motion");
  EXPECT_EQ(view.chosen, 3);
  EXPECT_EQ(ids(edit), "box gauss lens motion");
  edit.chain[2].params["r"] = 9.0;
  edit.chain[2].on = false;
  make_chain(edit, view, "lens");
  EXPECT_EQ(edit.chain, (std::vector<ChainEntry>{{.filter = "lens", .params = {{"r", 9.0}}}}));
  make_chain(edit, view, "motion");
  EXPECT_EQ(ids(edit), "motion");
  PlaygroundEdit empty;
  empty.chain.clear();
  add_filter(empty, view, "box");
  EXPECT_EQ(view.chosen, 0);
}

TEST(Chain, AnotherFilterTakesThePlaceOfTheChosenOne) {
  PlaygroundEdit edit = chain_of("box; gauss; motion");
  PlaygroundView view{.chosen = 1};
  edit.chain[1].on = false;
  edit.solo = 0;
  replace_filter(edit, view, "lens");
  EXPECT_EQ(ids_of(edit), "box lens motion ");
  EXPECT_TRUE(edit.chain[1].on);
  EXPECT_EQ(edit.solo, -1);
  EXPECT_EQ(view.chosen, 1);
  edit.chain[1].params["r"] = 9.0;
  replace_filter(edit, view, "lens");
  EXPECT_EQ(edit.chain[1].params, (Params{{"r", 9.0}})) << "it is there";
  replace_filter(edit, view, "motion");
  EXPECT_EQ(ids_of(edit), "box motion ") << "what measures comes last";
  EXPECT_EQ(view.chosen, 1);
  replace_filter(edit, view, "bradley");
  EXPECT_EQ(ids_of(edit), "box bradley ");
  PlaygroundEdit empty;
  empty.chain.clear();
  replace_filter(empty, view, "box");
  EXPECT_EQ(ids_of(empty), "box ");
}

TEST(Chain, TheWheelGoesThroughAllRadiiAndBack) {
  for (const Filter& filter : filters()) {
    const Param* param = radius_param_of(filter);
    if (!param) continue;
    double value = param->range->min;
    std::vector<double> way{value};
    for (int turns = 0; value < param->range->max; ++turns) {
      ASSERT_LT(turns, 200) << filter.id << " " << param->id;
      const double next = widened(*param, value, 1);
      ASSERT_GT(next, value) << filter.id << " at " << value;
      EXPECT_NO_THROW(param->parse(to_text(ParamValue(next)))) << filter.id;
      way.push_back(value = next);
    }
    EXPECT_EQ(value, param->range->max);
    const std::size_t some = std::min<std::size_t>(way.size() - 2, 30);
    for (std::size_t i = some; i > 0; --i) EXPECT_EQ(widened(*param, way[i], -1), way[i - 1]) << filter.id << " at " << way[i];
    EXPECT_EQ(widened(*param, param->range->min, -3), param->range->min);
    EXPECT_EQ(moved_by(*param, param->range->min, 10), param->range->min + 10 * param->range->step);
  }
  EXPECT_EQ(radius_param_of(*find_filter("gauss"))->id, "sigma");
  EXPECT_EQ(radius_param_of(*find_filter("motion")), nullptr);
}

// ---------------------------------------------------------------- presets

TEST(Presets, AreChainsThatCanBeMade) {
  std::set<std::string_view> ids;
  for (const Preset& preset : presets()) {
    EXPECT_TRUE(ids.insert(preset.id).second);
    EXPECT_FALSE(preset.about.empty());
    const std::vector<ChainLink> chain = parse_chain(preset.chain);
    EXPECT_FALSE(chain.empty());
    PlaygroundEdit edit = chain_of("box");
    PlaygroundView view;
    apply_preset(preset, {640, 360}, edit, view);
    EXPECT_EQ(edit.chain.size(), chain.size());
    const FilterRequest request{.extent = {64, 36}, .regions = std::max(1, static_cast<int>(edit.regions.size()))};
    EXPECT_NO_THROW(chain_plan(chain_in_force(edit), request, algorithms().front())) << preset.id;
    for (const Box& box : edit.regions) EXPECT_EQ(refusal(box, {640, 360}), "") << preset.id;
    EXPECT_EQ(preset.buttons, !edit.regions.empty());
    apply_preset(preset, {1, 1}, edit, view);
    for (const Box& box : edit.regions) EXPECT_EQ(refusal(box, {1, 1}), "") << preset.id;
  }
  EXPECT_GE(ids.size(), 6U);
}

TEST(PlaygroundSession, KeepsItsSettings) {
  Session session;
  session.part<PlaygroundView>().brush = 7;
  session.part<PlaygroundView>().rings_at = 33;
  session.part<PlaygroundView>().wipe_at = 0.25;
  EXPECT_EQ(session_from_json(to_json(session), session).part<PlaygroundView>(), session.part<PlaygroundView>());
  EXPECT_EQ(read_part<PlaygroundView>(to_json(session)["playground"]), session.part<PlaygroundView>());
}

// ---------------------------------------------------------------- brush

TEST(Brush, PaintsWhereItWasAndErasesAgain) {
  for (const Extent picture : {Extent{640, 480}, {256, 256}, {31, 997}, {1, 1}}) {
    const Stroke stroke{
        {picture.width * 0.3, picture.height * 0.4}, {picture.width * 0.6, picture.height * 0.5}, 0.2 * picture.width};
    const auto map = painted_over(nullptr, picture, stroke);
    const double cell = std::hypot(1.0 * picture.width, 1.0 * picture.height) / PaintedMap::k_side;
    for (int j = 0; j <= 20; ++j)
      for (int i = 0; i <= 20; ++i) {
        const int x = std::min(picture.width - 1, i * picture.width / 20),
                  y = std::min(picture.height - 1, j * picture.height / 20);
        // the distance by walking along the stroke
        double least = 1e9;
        for (int k = 0; k <= 1000; ++k)
          least = std::min(least, std::hypot(x + 0.5 - (stroke.from.x + k / 1000.0 * (stroke.to.x - stroke.from.x)),
                                             y + 0.5 - (stroke.from.y + k / 1000.0 * (stroke.to.y - stroke.from.y))));
        if (least < stroke.radius / 2 - cell) {
          EXPECT_EQ(map_at(*map, picture, x, y), 255);
        }
        if (least > std::max(stroke.radius, cell) + cell) {
          EXPECT_EQ(map_at(*map, picture, x, y), 0) << x << "," << y;
        }
      }
    Stroke away = stroke;
    away.erases = true;
    const auto erased = painted_over(map.get(), picture, away);
    const int x = static_cast<int>(stroke.from.x), y = static_cast<int>(stroke.from.y);
    EXPECT_EQ(map_at(*map, picture, x, y), 255);
    EXPECT_EQ(map_at(*erased, picture, x, y), 0);
  }
}

TEST(Brush, OutsideOfThePictureIsFine) {
  const auto map = painted_over(nullptr, {100, 50}, {{-500, -500}, {-400, 700}, 30});
  EXPECT_EQ(map->bytes, PaintedMap{}.bytes);
  const auto edge = painted_over(nullptr, {100, 50}, {{-5, 25}, {-5, 25}, 20});
  EXPECT_EQ(map_at(*edge, {100, 50}, 0, 25), 255);
}

// ---------------------------------------------------------------- handles

TEST(Focus, HandlesGoWhereTheyAreDragged) {
  for (const Extent picture : {Extent{640, 480}, {101, 301}, {1, 1}}) {
    ChainEntry entry{.filter = "variable"};
    const Point to{0.3 * picture.width, 0.8 * picture.height};
    move_focus(entry, picture, to);
    const auto focus = focus_of(entry, picture);
    ASSERT_TRUE(focus);
    EXPECT_TRUE(focus->moves);
    EXPECT_NEAR(focus->centre.x, picture.width > 1 ? to.x : 0.5, 0.006 * picture.width);
    EXPECT_NEAR(focus->centre.y, picture.height > 1 ? to.y : 0.5, 0.006 * picture.height);
    for (const char* map : {"tilt-shift", "gradient"}) {
      entry.params["map"] = std::string(map);
      for (int degrees = -175; degrees <= 180; degrees += 5) {
        const double turn = degrees * std::numbers::pi / 180;
        const Point middle = focus_of(entry, picture)->centre;
        turn_focus(entry, picture, {middle.x + 50 * std::cos(turn), middle.y + 50 * std::sin(turn)});
        const auto turned = focus_of(entry, picture);
        // the handle points to where it was dragged
        EXPECT_NEAR(std::cos(std::atan2(turned->turn.y - middle.y, turned->turn.x - middle.x) - turn), 1, 1e-3)
            << map << degrees;
        EXPECT_NO_THROW(find_filter("variable")->find_param("angle")->value_in(entry.params));
      }
    }
  }
  EXPECT_FALSE(focus_of({.filter = "box"}, {10, 10}));
  EXPECT_FALSE(focus_of({.filter = "variable", .params = {{"map", std::string("painted")}}}, {10, 10}));
  EXPECT_FALSE(focus_of({.filter = "variable"}, {0, 0}));
}

// ---------------------------------------------------------------- the window of a pixel

TEST(HoveredWindow, EveryFilterWithARadiusHasOne) {
  for (const Filter& filter : filters()) {
    const auto window = hovered_window({.filter = filter.id, .params = {}}, {23, 17}, nullptr, 3, 2);
    EXPECT_EQ(window.has_value(), filter.find_param("r") != nullptr) << filter.id;
    if (window) {
      EXPECT_FALSE(texts_of(*window).empty()) << filter.id;
    }
  }
}

TEST(HoveredWindow, CountsPixelsByTheDefinition) {
  const Extent picture{23, 17};
  for (const char* border : {"clip", "clamp", "mirror", "zero"})
    for (const int r : {0, 1, 5, 40})
      for (int y = 0; y < picture.height; y += 4)
        for (int x = 0; x < picture.width; x += 3) {
          const ChainEntry entry{.filter = "box", .params = {{"r", double(r)}, {"border", std::string(border)}}};
          const auto window = hovered_window(entry, picture, nullptr, x, y);
          ASSERT_TRUE(window);
          std::int64_t inside = 0, sum = 0;  // of pixels (i + 1) (j + 1), whose P is the product of two triangular numbers
          for (int j = y - r; j <= y + r; ++j)
            for (int i = x - r; i <= x + r; ++i)
              if (i >= 0 && j >= 0 && i < picture.width && j < picture.height) ++inside, sum += (i + 1) * (j + 1);
          const std::int64_t all = (2 * r + 1) * (2 * r + 1);
          EXPECT_EQ(window->pixels, border == std::string("clip") ? inside : all);
          EXPECT_EQ(window->leaves, inside < all);
          if (inside == all && x > r && y > r) {
            EXPECT_EQ(window->reads, 4);
          }
          const auto corners = corners_of(*window, picture);
          ASSERT_EQ(corners.empty(), window->leaves && (border == std::string("clamp") || border == std::string("mirror")));
          if (corners.empty()) continue;
          EXPECT_EQ(std::ranges::count_if(corners, &WindowCorner::read), window->reads);
          for (const auto& [letter, X, Y, read] : corners)
            sum -= (letter == 'A' || letter == 'D' ? 1 : -1) * X * (X + 1) / 2 * Y * (Y + 1) / 2;
          EXPECT_EQ(sum, 0) << border << r << " at " << x << ", " << y;
        }
}

TEST(HoveredWindow, SaysWhatIsRead) {
  const ChainEntry box{.filter = "box", .params = {{"r", 12.0}}};
  EXPECT_EQ(texts_of(*hovered_window(box, {100, 100}, nullptr, 50, 50)).front(), "(2·12+1)² = 625 pixels: 4 reads");
  EXPECT_EQ(texts_of(*hovered_window(box, {100, 100}, nullptr, 0, 0)).front(),
            "13 × 13 = 169 pixels, clipped at the edge: 1 read");
  const ChainEntry sauvola{.filter = "sauvola", .params = {{"r", 2.0}}};
  EXPECT_EQ(texts_of(*hovered_window(sauvola, {100, 100}, nullptr, 50, 50)).front(),
            "(2·2+1)² = 25 pixels: 4 reads of each of 2 tables");
  const ChainEntry naive{.filter = "box-naive", .params = {{"r", 3.0}}};
  EXPECT_EQ(hovered_window(naive, {100, 100}, nullptr, 50, 50)->reads, 49);
  EXPECT_TRUE(corners_of(*hovered_window(naive, {100, 100}, nullptr, 50, 50), {100, 100}).empty());
  EXPECT_FALSE(hovered_window({.filter = "gauss"}, {100, 100}, nullptr, 50, 50)) << "its windows are several";
}

TEST(HoveredWindow, FollowsTheRadiusMap) {
  const ChainEntry tilt{.filter = "variable", .params = {{"r", 24.0}}};
  EXPECT_EQ(hovered_window(tilt, {200, 200}, nullptr, 100, 100)->radius, 0) << "in the sharp band";
  EXPECT_EQ(hovered_window(tilt, {200, 200}, nullptr, 100, 2)->radius, 24) << "far from it";
  const ChainEntry painted{.filter = "variable", .params = {{"r", 24.0}, {"map", std::string("painted")}}};
  EXPECT_EQ(hovered_window(painted, {200, 200}, nullptr, 100, 100)->radius, 0) << "nothing was painted";
  const auto map = painted_over(nullptr, {200, 200}, {{100, 100}, {100, 100}, 40});
  EXPECT_EQ(hovered_window(painted, {200, 200}, map.get(), 100, 100)->radius, 24);
  EXPECT_EQ(hovered_window(painted, {200, 200}, map.get(), 10, 10)->radius, 0);
}

}  // namespace
}  // namespace satscope::app
