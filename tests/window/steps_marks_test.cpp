// SPDX-License-Identifier: Apache-2.0
// What is drawn around the numbers of the grids: names of columns and rows, which places a block works on, what holds no pixel.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <ranges>
#include <set>

#include "app/workspaces/steps/settings.h"
#include "app/workspaces/steps/source/source.h"
#include "app/workspaces/steps/source/what.h"
#include "app/workspaces/steps/views/tree_network/network.h"
#include "kernels/registry.h"
#include "tests/window/grid_recording.h"
#include "tests/window/rooms.h"

namespace satscope::app {
namespace {

/// A story of Bilgic's 4 x 3 numbers, painted after some of its steps.
class Painted {
 public:
  explicit Painted(const std::string& id, const std::string& ready = "bilgic", int side = 8, const Params& params = {}) {
    StepsSettings settings;
    settings.source = {.kind = StepsSource::Kind::ready, .side = side, .ready = ready};
    if (const Filter* filter = find_filter(id))
      step_filter(settings, *filter);
    else
      step_algorithm(settings, id);
    for (const auto& [name, value] : params) settings.filter_params[name] = value;
    steps.want(settings, nullptr);
    while (!steps.player()) steps.advance(0);
  }
  const Story& story() { return steps.player()->story(); }
  const Trace& trace() { return story().trace; }
  const GridRecording& at(std::size_t position) {
    steps.player()->go_to(position);
    lay_grids(cache, steps, {0, 0, 1168, 902}, 16);
    drawn.emplace();
    paint_grids(*drawn, steps, cache, ColourMap::cividis, 1);
    return *drawn;
  }
  /// After the story step's step, with the block that took it.
  const GridRecording& at_step(std::size_t story_step) {
    if (!story().together) steps.first_block = step(story_step).block;
    return at(story_step + 1);
  }
  const Step& step(std::size_t story_step) { return story().first_step(story().steps[story_step]); }
  const GridRecording& after(const std::string& label) {
    std::size_t story_step = 0;
    while (story().first_step(story().steps.at(story_step)).label != label) ++story_step;
    return at(story_step + 1);
  }
  const GridPanel& panel(const std::string& name, bool strip = false) {
    return *std::ranges::find_if(cache.layout.panels, [&](const GridPanel& one) {
      return trace().buffers[one.buffer].name == name && (one.role == GridRole::strip) == strip;
    });
  }

  StepsState steps;
  StepsGridCache cache;
  std::optional<GridRecording> drawn;
};

/// All of the lines lie on the rim of the area, and all of the rim is drawn.
void expect_outlined(const GridRecording& drawn, const Area& area, const std::string& where) {
  double length = 0;
  for (const auto& [a, b] : drawn.outlines) {
    const auto on = [&](Point p) {
      const bool inside = p.x > area.x - 1 && p.x < area.right() + 1 && p.y > area.y - 1 && p.y < area.bottom() + 1;
      return inside && (std::abs(p.x - area.x) < 1 || std::abs(p.x - area.right()) < 1 || std::abs(p.y - area.y) < 1 ||
                        std::abs(p.y - area.bottom()) < 1);
    };
    if (on(a) && on(b)) length += std::hypot(b.x - a.x, b.y - a.y);
  }
  EXPECT_NEAR(length, 2 * (area.width + area.height), 1) << where;
}

TEST(PartOfABlock, IsOutlinedInThePictureAndWhereItIsWritten) {
  Painted painted("scan-transpose-scan");
  painted.steps.first_block = 1;  // a block scans a row
  const GridRecording& up = painted.after("up-sweep d=2");
  for (const char* name : {"picture", "scanned rows"}) {
    const GridPanel& panel = painted.panel(name, true);
    const double high = panel.cell_height();
    expect_outlined(up, {panel.cells.x, panel.cells.y + high, panel.cells.width, high}, name);
  }
  const GridRecording& load = painted.after("load");
  const GridPanel& picture = painted.panel("picture");
  expect_outlined(load, {picture.cells.x, picture.cells.y + picture.cell_height(), picture.cells.width, picture.cell_height()},
                  "the large picture");
  painted.steps.all_blocks = true;
  EXPECT_TRUE(painted.after("up-sweep d=2").outlines.empty()) << "all are shown";
}

/// Its tiles have 4 rows of 5 places, the last of which is padding; the picture has 3 rows of 4.
TEST(Filler, IsHatchedWhereNoPixelIs) {
  Painted painted("scan-transpose-scan");
  const auto hatched = [&](const GridRecording& drawn, const Area& cell) {
    return std::ranges::any_of(drawn.hatches, [&](Point p) { return cell.contains(p); });
  };
  const GridRecording& load = painted.after("load");  // 2 1 3 1 . 0 0 0 0 and three places that are not used
  const GridPanel& temp = painted.panel("temp");
  for (std::size_t place = 0; place < temp.places; ++place) EXPECT_EQ(hatched(load, temp.cell(place)), place > 3) << place;
  // an exclusive table begins with the sum of nothing, which is a result
  const GridRecording& end = painted.at(painted.story().step_count());
  const GridPanel& table = painted.panel("table");
  for (std::size_t place = 0; place < table.places; ++place) EXPECT_FALSE(hatched(end, table.cell(place))) << place;
}

/// Of the first row of Bilgic's numbers: 2 1 3 1 0 0 0 0 becomes 0 2 3 6, which is stored at rows(0, 0) ... rows(3, 0).
TEST(NetworkOfASweep, HasALineForEachBarrierAndNamesItsOutputs) {
  Painted painted("scan-transpose-scan");
  const auto network_after = [&](const std::string& label) {
    painted.after(label);
    Network network;
    lay_network(network, painted.steps);
    GridRecording drawn;
    paint_network(drawn, painted.steps, network, {0, 0, 1168, 902}, 1);
    return drawn;
  };
  const GridRecording swap = network_after("down-sweep d=4");
  ASSERT_EQ(swap.ways.size(), 12U) << "four pairs: one number goes to the left, two are added on the right";
  const auto line =
      std::ranges::find_if(std::views::reverse(swap.barriers), [&](double y) { return y < swap.ways[0].first.y; });
  ASSERT_NE(line, swap.barriers.rend());
  for (const auto& [from, to] : swap.ways) {
    EXPECT_GT(from.y, *line + 2) << "what goes over begins below the barrier";
    EXPECT_EQ(std::ranges::count_if(swap.barriers, [&](double y) { return y > from.y && y < to.y; }), 0);
  }
  for (const GridRecording::Words& number : swap.numbers)
    for (const double barrier : swap.barriers)
      EXPECT_TRUE(barrier < number.area.y || barrier > number.area.bottom()) << number.text << " lies on a barrier";
  const GridRecording store = network_after("store");
  double last = 0;
  for (int x = 0; x < 4; ++x) {
    const auto name = std::ranges::find(store.names, fmt::format("({}, 0)", x), &std::pair<Point, std::string>::second);
    ASSERT_NE(name, store.names.end()) << x;
    EXPECT_GT(name->first.x, last);
    last = name->first.x;
    const auto above = std::ranges::find_if(store.numbers, [&](const GridRecording::Words& one) {
      return one.text == std::to_string(std::array{0, 2, 3, 6}[static_cast<std::size_t>(x)]) &&
             std::abs(one.area.middle().x - name->first.x - 0.5 * store.width_of(name->second, Face::small, 0)) < 2 &&
             name->first.y > one.area.bottom() && name->first.y < one.area.bottom() + 16;
    });
    EXPECT_NE(above, store.numbers.end()) << "its number is above (" << x << ", 0)";
  }
  EXPECT_EQ(std::ranges::count(store.names, "scanned rows", &std::pair<Point, std::string>::second), 1);
}

/// What a shape covers of the letters: some points of a triangle are in the box of a number's digits.
bool covers(const std::array<Point, 3>& head, const GridRecording::Words& number) {
  const Area box{number.area.x, number.area.y + 0.16 * number.area.height, number.area.width, 0.7 * number.area.height};
  constexpr int k_parts = 8;
  for (int i = 0; i <= k_parts; ++i)
    for (int j = 0; i + j <= k_parts; ++j) {
      const double a = static_cast<double>(i) / k_parts, b = static_cast<double>(j) / k_parts, c = 1 - a - b;
      if (box.contains({a * head[0].x + b * head[1].x + c * head[2].x, a * head[0].y + b * head[1].y + c * head[2].y}))
        return true;
    }
  return false;
}

/// How long two arrows lie on one another, in straight parts along rows and columns.
double together(const std::vector<Point>& one, const std::vector<Point>& other) {
  double length = 0;
  for (std::size_t i = 1; i < one.size(); ++i)
    for (std::size_t j = 1; j < other.size(); ++j)
      for (double Point::*along : {&Point::x, &Point::y}) {
        double Point::*across = along == &Point::x ? &Point::y : &Point::x;
        const auto straight = [&](Point a, Point b) { return std::abs(a.*across - b.*across) < 0.5; };
        if (!straight(one[i - 1], one[i]) || !straight(other[j - 1], other[j])) continue;
        if (std::abs(one[i].*across - other[j].*across) > 2) continue;
        const auto [a, b] = std::minmax(one[i - 1].*along, one[i].*along);
        const auto [c, d] = std::minmax(other[j - 1].*along, other[j].*along);
        length += std::max(0.0, std::min(b, d) - std::max(a, c));
      }
  return length;
}

class Arrows : public testing::TestWithParam<std::string> {};

TEST_P(Arrows, EndBesideNumbersAndLieSideBySide) {
  Painted painted(GetParam());
  std::size_t heads = 0;
  for (std::size_t story_step = 0; story_step < painted.story().step_count(); ++story_step) {
    const Step& step = painted.step(story_step);
    const GridRecording& drawn = painted.at_step(story_step);
    const std::string where = fmt::format("{} step {}: {}", GetParam(), story_step + 1, step.label);
    for (const auto& head : drawn.triangles)
      for (const GridRecording::Words& number : drawn.numbers)
        EXPECT_FALSE(covers(head, number)) << number.text << ", " << where;
    double room = 1e9;  // height of the least numbers
    for (const GridPanel& panel : painted.cache.layout.panels)
      if (panel.role != GridRole::strip && panel.active) room = std::min(room, panel.number_size);
    // because: a thread of a filter reads a dozen numbers along one line, and there are five tracks beside large numbers
    const std::size_t most = painted.story().of_filter() ? 3 : 9;
    constexpr double k_large = 36;
    for (std::size_t i = 0; i < drawn.arrows.size() && drawn.arrows.size() <= most && room >= k_large; ++i)
      for (std::size_t j = 0; j < i; ++j) EXPECT_LT(together(drawn.arrows[i], drawn.arrows[j]), 16) << where;
    heads += drawn.heads.size();
    if (HasFailure()) return;
  }
  EXPECT_GT(heads, 0U);
}

class Names : public testing::TestWithParam<std::string> {};

/// By the names that words and code use: thread t of registers, place [i], (x, y).
TEST_P(Names, StandAboveTheColumnsAndBesideTheRows) {
  Painted painted(GetParam());
  std::size_t checked = 0;
  for (std::size_t story_step = 0; story_step < painted.story().step_count(); ++story_step) {
    const Step& step = painted.step(story_step);
    const GridRecording& drawn = painted.at_step(story_step);
    for (const GridPanel& panel : painted.cache.layout.panels) {
      if (panel.role == GridRole::strip || !panel.active || panel.number_size <= 0) continue;
      const TraceBuffer& buffer = painted.trace().buffers[panel.buffer];
      const std::string where = fmt::format("{} of {}, {}", buffer.name, GetParam(), step.label);
      const auto stands = [&](const std::string& words, const Area& area) {
        return std::ranges::any_of(drawn.names, [&](const auto& one) {
          const Point middle{one.first.x + drawn.width_of(one.second, Face::small, 0) / 2, one.first.y + 7};
          return one.second == words && area.contains(middle);
        });
      };
      const bool threads = buffer.space == Space::registers, axes = buffer.space == Space::global && buffer.shape.height > 1;
      const Area cell = panel.cell(0), above{cell.x, panel.area.y, cell.width, cell.y - panel.area.y};
      const std::vector<std::string> firsts =
          threads ? std::vector<std::string>{"t0"}
          : axes  ? std::vector<std::string>{"x=0", "0"}
                  : std::vector<std::string>{panel.rows > 1 && !panel.upright ? "+0" : "[0]", "0"};
      const bool one_column = panel.columns == 1 && panel.rows > 1;  // its rows are all that there is to name
      EXPECT_TRUE(one_column || std::ranges::any_of(firsts, [&](const auto& name) { return stands(name, above); })) << where;
      for (int row = 1; row < panel.rows && cell.height >= 14; ++row) {
        const Area beside{panel.area.x, cell.y + row * cell.height, cell.x - panel.area.x, cell.height};
        const std::string name = axes            ? std::to_string(row)
                                 : panel.upright ? fmt::format("+{}", row)
                                 : threads       ? fmt::format("[{}]", row)
                                                 : fmt::format("[{}]", row * panel.columns);
        EXPECT_TRUE(stands(name, beside)) << name << " beside " << where;
      }
      ++checked;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(checked, 0U);
}

/// BRLT's totals of a row of the picture: each goes on to the next one, from left to right, as the row does; carry is
/// beside.
TEST(TotalsOfARow, AreAChainFromLeftToRight) {
  Painted painted("brlt-scanrow", "noise", 16);
  const Story& story = painted.story();
  std::vector<std::size_t> story_steps;
  for (std::size_t story_step = 0; story_step < story.step_count(); ++story_step)
    if (painted.step(story_step).label == "scan totals" && painted.step(story_step).pass == 0)
      story_steps.push_back(story_step);
  ASSERT_EQ(story_steps.size(), 2U) << "16 columns are two tiles of 8";
  for (const std::size_t story_step : story_steps) {
    const GridRecording& drawn = painted.at_step(story_step);
    const GridPanel &total = painted.panel("total"), &carry = painted.panel("carry");
    const Step& step = painted.step(story_step);
    const std::uint32_t thread = painted.steps.caption()->focus.thread;
    const auto row = static_cast<std::uint32_t>(painted.trace().buffers[total.buffer].row);
    std::vector<std::uint64_t> read;  // carry, then the totals, in the order of the code
    std::uint64_t carried = 0;
    for (const Read& one : painted.trace().reads_of(step))
      if (one.thread == thread) read.push_back(one.value.bits);
    for (const Write& one : painted.trace().writes_of(step))
      if (one.thread == thread && one.buffer == carry.buffer) carried = one.after.bits;
    const auto parts = static_cast<std::uint32_t>(read.size() - 1);
    ASSERT_GT(parts, 2U);
    std::vector<CellAt> chain{{carry.buffer, thread}};
    for (std::uint32_t k = 0; k < parts; ++k) {
      chain.push_back({total.buffer, k * row + thread});
      EXPECT_NEAR(total.cell(chain.back().index).y, carry.cell(thread).y, 1) << "one row of the picture, one row of the grid";
      if (k > 0) {
        EXPECT_GT(total.cell(chain.back().index).x, total.cell(chain[k].index).x);
      }
    }
    chain.push_back(chain[0]);
    std::multiset<std::pair<CellAt, CellAt>> links, expected;
    for (std::size_t i = 1; i < chain.size(); ++i) expected.insert({chain[i - 1], chain[i]});
    for (const auto& arrow : drawn.arrows) {
      const auto from = place_under(painted.cache, arrow.front()), to = place_under(painted.cache, arrow.back());
      ASSERT_TRUE(from && to);
      links.insert({*from, *to});
    }
    EXPECT_EQ(links, expected);
    std::uint64_t sum = read[0];
    for (std::uint32_t k = 0; k < parts; ++k) {
      const std::string words = fmt::format("{} + {}", sum, read[k + 1]);
      EXPECT_EQ(std::ranges::count(drawn.names, words, &std::pair<Point, std::string>::second), 1) << words;
      sum += read[k + 1];
    }
    EXPECT_EQ(sum, carried);
    const bool last = story_step == story_steps.back();
    const std::string& caption = painted.steps.caption()->this_step;
    EXPECT_EQ(caption.ends_with(fmt::format(" No later step reads carry[{}].", thread)), last) << caption;
  }
}

/// On the diagonal a transpose leaves a number in its place.
TEST(Transposes, AreNamedForANumberThatChangesItsPlace) {
  Painted painted("scan-transpose-scan", "noise");
  int caption = 0;
  for (std::size_t story_step = 0; story_step < painted.story().step_count(); ++story_step) {
    const Step& step = painted.step(story_step);
    if (step.label != "transpose, write columns") continue;
    painted.at_step(story_step);
    const ThreadFocus focus = painted.steps.caption()->focus;
    for (const Write& write : painted.trace().writes_of(painted.trace().steps[focus.step]))
      if (write.thread == focus.thread) {
        const auto width = static_cast<std::uint32_t>(painted.trace().buffers[write.buffer].shape.width);
        EXPECT_NE(write.index % width, write.index / width) << "pass " << step.pass + 1;
        EXPECT_NE(write.after.bits, 0U);
        ++caption;
      }
  }
  EXPECT_EQ(caption, 2);
}

/// Words of a legend in an area this wide.
std::set<std::string> legend_of(const Painted& painted, double width) {
  GridRecording drawn;
  paint_grid_legend(drawn, {0, 0, width, 24}, 10, painted.cache, painted.steps);
  std::set<std::string> words;
  for (const auto& [at, text] : drawn.names) {
    EXPECT_LT(at.x + drawn.width_of(text, Face::small, 0), width) << text;
    words.insert(text);
  }
  return words;
}

TEST(WrongEntries, OfAFileHaveACornerFromTheStepThatWritesThem) {
  Painted painted("serial");
  const auto story = std::make_shared<Story>(painted.story());
  for (Write& write : story->trace.writes)
    if (write.buffer == static_cast<std::uint32_t>(story->trace.table) && (write.index == 6 || write.index == 9))
      write.after.pixels = 0;
  story->trace.of_file = true;
  story->trace.result_matches = story->trace.provenance_exact = false;
  painted.steps.show(story);
  EXPECT_EQ(painted.at(6).bad, 0);
  EXPECT_EQ(painted.at(7).bad, 1);
  EXPECT_EQ(painted.at(12).bad, 2);
}

TEST(LegendOfGrids, HasBothOfAPairOrNone) {
  Painted painted("scan-transpose-scan", "noise");
  painted.after("up-sweep d=4");
  bool dropped = false;
  for (double width = 40; width < 1200; width += 10) {
    const std::set<std::string> words = legend_of(painted, width);
    EXPECT_EQ(words.contains("read"), words.contains("written")) << width;
    EXPECT_EQ(words.contains("thread busy"), words.contains("idle")) << width;
    dropped |= words.contains("read") && !words.contains("idle");
  }
  EXPECT_TRUE(dropped) << "no width was too narrow";
  for (const char* word : {"read", "written", "empty or filler", "thread busy", "idle", "bank", "block 1 works here"})
    EXPECT_TRUE(legend_of(painted, 1200).contains(word)) << word;
}

/// A window of 21 x 21 pixels is more than a reader could see as arrows.
TEST(MoreArrowsThanCanBeSeen, AreLeftOutAndTheLegendSaysSo) {
  constexpr std::uint32_t k_side = 24, k_x = 12, k_y = 12;
  for (const auto& [radius, drawn] : {std::pair{9, true}, {10, false}}) {
    Painted painted("box-naive", "noise", k_side, {{"r", static_cast<double>(radius)}});
    const Trace& trace = painted.trace();
    const auto result = static_cast<std::uint32_t>(trace.table);
    const CellAt middle{result, k_y * k_side + k_x};
    std::size_t arrows = 0, story_step = 0;
    for (std::size_t i = 0; i < painted.story().step_count(); ++i)
      for (std::uint32_t at = painted.story().steps[i].first; at < painted.story().steps[i].end; ++at)
        for (const Write& write : trace.writes_of(trace.steps[at]))
          if (write.buffer == middle.buffer && write.index == middle.index) {
            story_step = i;
            painted.steps.first_block = trace.steps[at].block;
            std::set<std::uint32_t> places;
            for (const Read& read : trace.reads_of(trace.steps[at]))
              if (read.thread == write.thread) places.insert(read.index);
            ASSERT_EQ(places.size(), static_cast<std::size_t>((2 * radius + 1) * (2 * radius + 1)));
            arrows = places.size();
          }
    painted.steps.hover = middle;
    const GridRecording& grids = painted.at(story_step + 1);
    EXPECT_EQ(grids.arrows.size(), drawn ? arrows : 0);
    const std::set<std::string> words = legend_of(painted, 1600);
    EXPECT_EQ(words.contains(fmt::format("{} arrows left out", arrows)), !drawn);
    EXPECT_EQ(words.contains("arrows of other threads left out"), drawn);
  }
}

std::vector<std::string> ids_with_grids() {
  std::vector<std::string> list = ids_of(traced_algorithms());
  for (const std::string& filter : ids_of(filters())) list.push_back(filter);
  return list;
}
INSTANTIATE_TEST_SUITE_P(Steps, Arrows, testing::ValuesIn(ids_with_grids()), NamedById());
INSTANTIATE_TEST_SUITE_P(Steps, Names, testing::ValuesIn(ids_with_grids()), NamedById());

}  // namespace
}  // namespace satscope::app
