// SPDX-License-Identifier: Apache-2.0
// Where the parts of Steps and its grids lie: inside of what they are given, and none over another.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "app/workspaces/steps/settings.h"
#include "app/workspaces/steps/source/source.h"
#include "app/workspaces/steps/source/what.h"
#include "app/workspaces/steps/steps.h"
#include "app/workspaces/steps/views/grids/layout.h"
#include "kernels/registry.h"
#include "tests/window/parts.h"
#include "tests/window/rooms.h"

namespace satscope::app {
namespace {

bool inside(const Area& part, const Area& whole) {
  constexpr double k_touch = 0.01;
  return part.x >= whole.x - k_touch && part.y >= whole.y - k_touch && part.right() <= whole.right() + k_touch &&
         part.bottom() <= whole.bottom() + k_touch;
}
std::string text_of(const Area& area) { return fmt::format("({}, {}, {}, {})", area.x, area.y, area.width, area.height); }

TEST(StepsParts, NeverOverlapAndStayInside) {
  for (const LayoutCase& at : layout_cases()) {
    const Shell shell = at.shell({.docked = at.columns() >= 70});
    const StepsParts parts = steps_parts(shell.middle, at.em);
    expect_apart(at, shell, {parts.heading, parts.canvas, parts.transport, parts.explain});
  }
}

/// Picture and table have their numbers.
void expect_numbers(const Story& story, const StepsLayout& layout, const std::string& where) {
  for (const int buffer : {0, story.trace.table}) {
    const bool numbered = std::any_of(layout.panels.begin(), layout.panels.end(), [&](const GridPanel& panel) {
      return panel.buffer == static_cast<std::uint32_t>(buffer) && panel.number_size > 0;
    });
    EXPECT_TRUE(numbered) << story.trace.buffers[static_cast<std::size_t>(buffer)].name << " has no numbers, " << where;
  }
}

// 16 numbers beside a tree have half of the width of a class window, 1280 pixels in letters of 24
TEST(StepsLayout, ShowsAClassTheDigitsOf16Numbers) {
  StoryRequest wanted;
  wanted.samples = samples_of({.kind = StepsSource::Kind::typed, .typed = "3 1 7 0 4 1 6 3 2 5 0 1 4 2 3 1\n"}, nullptr);
  wanted.algorithm = "scan-transpose-scan";
  wanted.params = {{"padding", false}};
  wanted.size = 1;
  const auto story = make_story(wanted);
  constexpr double k_em = 24;
  int seen = 0;
  for (const VisibleBuffers& visible : visible_buffers_of(*story)) {
    if (visible.pass > 0) continue;
    const StepsLayout layout = layout_steps(*story, visible, {0, 0, 638, 380}, TypeSize::for_class(k_em), {});
    for (const GridPanel& temp : layout.panels) {
      if (temp.title.find("temp") == std::string::npos || temp.block != 0) continue;
      EXPECT_EQ(temp.columns, 16);
      EXPECT_GE(temp.number_size, 0.85 * k_em - 1);
      EXPECT_LE(2 * 0.6 * temp.number_size, temp.cell_width()) << "of two digits";
      ++seen;
    }
  }
  EXPECT_GE(seen, 4);
}

class EveryPass : public testing::TestWithParam<std::string> {};

TEST_P(EveryPass, HasGridsThatNeitherOverlapNorLeaveTheCanvas) {
  StepsSettings settings;
  const Filter* filter = find_filter(GetParam());
  if (filter)
    step_filter(settings, *filter);
  else
    step_algorithm(settings, GetParam());
  const std::size_t sizes = filter ? filter_trace_sizes().size() : find_algorithm(GetParam())->trace_sizes.size();
  for (std::size_t size = 0; size < sizes; ++size)
    for (const int side : {4, 8, 16, 32}) {
      StoryRequest wanted;
      wanted.samples = samples_of({.kind = StepsSource::Kind::ready, .side = side, .ready = "noise"}, nullptr);
      wanted.algorithm = settings.algorithm;
      wanted.filter = settings.filter;
      wanted.filter_params = settings.filter_params;
      wanted.size = size;
      const auto story = make_story(wanted);
      const std::vector<VisibleBuffers> phases_buffers = visible_buffers_of(*story);
      for (const auto& [width, height, em] :
           {std::tuple{1280.0, 720.0, 16.0}, {1920.0, 1080.0, 16.0}, {1280.0, 720.0, 32.0}, {1920.0, 1080.0, 32.0}}) {
        const Area area = steps_parts(shell_of(width, height, em, {}, {.docked = width / em >= 70}).middle, em).canvas;
        for (const VisibleBuffers& visible : phases_buffers)
          for (const bool all : {false, true}) {
            const StepsLayout layout = layout_steps(*story, visible, area, em, {0, all});
            const std::string where = fmt::format("{} size {} side {} pass {} {} area {}, {}", GetParam(), size, side,
                                                  visible.pass, visible.phase, text_of(area), all ? "all blocks" : "one block");
            EXPECT_TRUE(layout.fits) << where;
            if (em == 16 && side <= (height > 720 ? 16 : 8)) expect_numbers(*story, layout, where);
            EXPECT_LE(layout.blocks, layout.all_blocks);
            std::vector<Area> areas;
            for (const GridPanel& panel : layout.panels) {
              areas.push_back(panel.area);
              EXPECT_TRUE(inside(panel.cells, panel.area)) << where;
              EXPECT_TRUE(panel.number_size == 0 || panel.number_size >= 0.6 * em) << where;
            }
            for (const LaneRow& row : layout.lanes) areas.push_back(row.area);
            for (const GridLabel& label : layout.labels) areas.push_back(label.area);
            for (std::size_t i = 0; i < areas.size(); ++i) {
              ASSERT_TRUE(inside(areas[i], area)) << text_of(areas[i]) << " in " << where;
              for (std::size_t j = 0; j < i; ++j)
                ASSERT_FALSE(overlap(areas[i], areas[j]))
                    << text_of(areas[i]) << " and " << text_of(areas[j]) << " in " << where;
            }
          }
      }
    }
}

std::vector<std::string> all_ids() {
  std::vector<std::string> list = ids_of(traced_algorithms());
  for (const std::string& filter : ids_of(filters())) list.push_back(filter);
  return list;
}
INSTANTIATE_TEST_SUITE_P(Steps, EveryPass, testing::ValuesIn(all_ids()), NamedById());

/// What takes part in a phase, as one box.
Area stage_of(const StepsLayout& layout) {
  Area box{1e9, 1e9, 0, 0};
  double right = 0, bottom = 0;
  for (const GridPanel& panel : layout.panels) {
    if (panel.role == GridRole::strip || !panel.active) continue;
    box.x = std::min(box.x, panel.cells.x);
    box.y = std::min(box.y, panel.cells.y);
    right = std::max(right, panel.cells.right());
    bottom = std::max(bottom, panel.cells.bottom());
  }
  return {box.x, box.y, right - box.x, bottom - box.y};
}

TEST(StepsGrid, OfBilgicsExampleFillsTheCanvas) {
  for (const std::string& id : ids_of(traced_algorithms())) {
    StoryRequest wanted;
    wanted.samples = samples_of({.kind = StepsSource::Kind::ready, .ready = "bilgic"}, nullptr);
    wanted.algorithm = id;
    const auto story = make_story(wanted);
    const Area area = steps_parts(shell_of(1920, 1080, 16, {}, {.docked = true}).middle, 16).canvas;
    for (const VisibleBuffers& visible : visible_buffers_of(*story)) {
      const StepsLayout layout = layout_steps(*story, visible, area, 16, {});
      const Area stage = stage_of(layout);
      const std::string where =
          fmt::format("{} pass {} {}: {} of {}", id, visible.pass, visible.phase, text_of(stage), text_of(area));
      const bool lone_cells = std::all_of(layout.panels.begin(), layout.panels.end(), [](const GridPanel& panel) {
        return panel.role == GridRole::strip || !panel.active || panel.places <= 2;
      });
      if (lone_cells) continue;
      EXPECT_TRUE(stage.width >= 0.6 * area.width || stage.height >= 0.6 * area.height) << where;
      // alone all of that; what shares the canvas with others a part
      constexpr std::array k_shares{0.6, 0.5, 0.4, 0.3};
      std::size_t others = 0;
      for (const GridPanel& panel : layout.panels) others += panel.role != GridRole::strip && panel.active;
      for (const GridPanel& panel : layout.panels) {
        if (panel.role == GridRole::strip || !panel.active || panel.columns != 4 || panel.rows != 3) continue;
        // with the names of its rows and columns, which belong to it
        const double share =
            std::max((panel.cells.width + panel.margin) / area.width, (panel.cells.height + panel.heads) / area.height);
        EXPECT_GE(share, k_shares[std::min(others, k_shares.size()) - 1]) << where;
      }
    }
  }
}

TEST(StepsGrid, FindsThePlaceUnderAPoint) {
  GridPanel panel;
  panel.columns = 4;
  panel.rows = 3;
  panel.places = 10;
  panel.cells = {100, 50, 80, 30};
  EXPECT_EQ(panel.place_at({101, 51}), 0);
  EXPECT_EQ(panel.place_at({179, 59}), 3);
  EXPECT_EQ(panel.place_at({121, 75}), 9);
  EXPECT_EQ(panel.place_at({170, 75}), -1) << "beyond the last element";
  EXPECT_EQ(panel.place_at({99, 51}), -1);
  const Area cell = panel.cell(5);
  EXPECT_EQ(cell.x, 120);
  EXPECT_EQ(cell.y, 60);
}

}  // namespace
}  // namespace satscope::app
