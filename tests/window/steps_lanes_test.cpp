// SPDX-License-Identifier: Apache-2.0
// Threads over steps, and sectors of global memory: both are what the trace recorded and counted while it ran.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>

#include "app/ui/drawing/page.h"
#include "app/workspaces/steps/compare/pair.h"
#include "app/workspaces/steps/export/page.h"
#include "app/workspaces/steps/source/source.h"
#include "app/workspaces/steps/steps.h"
#include "app/workspaces/steps/views/lanes/lanes.h"
#include "app/workspaces/steps/views/sectors/sectors.h"
#include "kernels/registry.h"
#include "tests/window/look_back_tiles.h"
#include "tests/window/rooms.h"

namespace satscope::app {
namespace {

std::shared_ptr<const Story> noise_story(const std::string& algorithm, std::size_t size = 0, const char* ready = "noise") {
  StoryRequest wanted;
  wanted.samples = samples_of({.kind = StepsSource::Kind::ready, .side = 8, .ready = ready}, nullptr);
  wanted.algorithm = algorithm;
  wanted.size = size;
  return make_story(wanted);
}

/// Threads that read or write in a step.
std::set<std::uint32_t> busy_in(const Trace& trace, const Step& step) {
  std::set<std::uint32_t> busy;
  for (const Read& read : trace.reads_of(step)) busy.insert(read.thread);
  for (const Write& write : trace.writes_of(step)) busy.insert(write.thread);
  return busy;
}

/// Idle, waiting and absent lanes differ as their definitions say.
void expect_reasons(const Lanes& lanes, const std::string& where) {
  const auto warp = static_cast<std::size_t>(lanes.warp), threads = static_cast<std::size_t>(lanes.threads);
  for (std::size_t i = 0; i < lanes.steps.size(); ++i)
    for (std::size_t thread = 0; thread < threads; ++thread) {
      const auto works = [&](std::size_t step) {  // any thread in the warp of this thread
        bool any = false;
        for (std::size_t t = thread / warp * warp; t < std::min(threads, (thread / warp + 1) * warp); ++t)
          any = any || lanes.steps[step].lanes[t] == LaneDoes::works;
        return any;
      };
      std::size_t next = i;  // step of its own or barrier, whatever comes first
      while (next < lanes.steps.size() && !works(next) && !lanes.steps[next].barrier) ++next;
      const LaneDoes does = lanes.steps[i].lanes[thread];
      const bool held = next < lanes.steps.size() && !works(next);
      if (does != LaneDoes::works) {
        ASSERT_EQ(does, works(i) ? LaneDoes::idle
                        : held   ? LaneDoes::waits
                                 : LaneDoes::skips)
            << where << " step " << i << " thread " << thread;
      }
    }
}

class LanesOf : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Steps, LanesOf, testing::ValuesIn(ids_of(traced_algorithms())), NamedById());

TEST_P(LanesOf, AreBusyWhereTheTraceSaysSo) {
  const std::size_t sizes = find_algorithm(GetParam())->trace_sizes.size();
  for (const std::size_t size : std::set<std::size_t>{0, sizes - 1}) {
    const auto story = noise_story(GetParam(), size);
    StepsState steps;
    steps.show(story);
    Lanes lanes;
    std::map<std::pair<int, int>, bool> seen;  // by pass and block
    std::vector<std::int64_t> idle(story->trace.passes.size());
    for (std::size_t story_step = 0; story_step < story->step_count(); ++story_step)
      for (std::uint32_t at = story->steps[story_step].first; at < story->steps[story_step].end; ++at) {
        const Step& step = story->trace.steps[at];
        const bool first = !std::exchange(seen[{step.pass, step.block}], true);
        if (!first && at % 7 != 0) continue;  // the rest is the same
        steps.player()->go_to(story_step + 1);
        steps.first_block = step.block;
        lay_lanes(lanes, steps);
        const std::string where = fmt::format("{} size {} pass {} block {}", GetParam(), size, step.pass, step.block);
        ASSERT_EQ(lanes.block, step.block) << where;
        ASSERT_TRUE(lanes.now) << where;
        EXPECT_EQ(lanes.steps[*lanes.now].story_step, story_step) << where;
        if (!first) continue;
        for (const LaneStep& one : lanes.steps) {
          const Step& traced = story->trace.steps[one.step];
          const auto busy = busy_in(story->trace, traced);
          ASSERT_EQ(one.busy, static_cast<int>(busy.size())) << where;
          for (std::uint32_t thread = 0; thread < one.lanes.size(); ++thread)
            ASSERT_EQ(one.lanes[thread] == LaneDoes::works, busy.contains(thread)) << where << " thread " << thread;
          EXPECT_EQ(one.barrier, traced.barrier_after) << where;
          idle[static_cast<std::size_t>(step.pass)] += lanes.threads - one.busy;
        }
        expect_reasons(lanes, where);
      }
    for (std::size_t pass = 0; pass < idle.size(); ++pass)
      EXPECT_EQ(idle[pass], story->trace.passes[pass].counters.idle_lanes) << GetParam() << " pass " << pass;
  }
}

TEST_P(LanesOf, TouchTheSectorsThatTheTraceCounted) {
  const std::size_t sizes = find_algorithm(GetParam())->trace_sizes.size();
  for (const std::size_t size : std::set<std::size_t>{0, sizes - 1}) {
    const auto story = noise_story(GetParam(), size);
    const Trace& trace = story->trace;
    StepsState steps;
    steps.show(story);
    Sectors sectors;
    std::vector<std::int64_t> sums(trace.passes.size());
    for (std::size_t story_step = 0; story_step < story->step_count(); ++story_step) {
      std::int64_t of_step = 0;
      for (std::uint32_t at = story->steps[story_step].first; at < story->steps[story_step].end; ++at) {
        const Step& step = trace.steps[at];
        steps.player()->go_to(story_step + 1);
        steps.first_block = step.block;
        lay_sectors(sectors, steps);
        ASSERT_EQ(sectors.block, step.block);
        std::multiset<std::pair<std::uint32_t, std::uint64_t>> drawn, touched;  // buffer and byte
        for (const SectorInstruction& one : sectors.instructions) {
          const std::size_t bytes = element_bytes(trace.buffers[one.buffer]);
          std::set<std::uint64_t> wanted;
          for (const Sector& sector : one.sectors)
            for (const SectorElement& element : sector.elements) {
              EXPECT_EQ(element.at.index * bytes / 32, sector.number) << "an element lies in its sector";
              drawn.emplace(one.buffer, element.at.index * bytes);
              wanted.insert(element.at.index);
            }
          EXPECT_EQ(one.wanted, static_cast<std::int64_t>(wanted.size() * bytes));
          EXPECT_LE(one.least(), static_cast<std::int64_t>(one.sectors.size()));
          of_step += static_cast<std::int64_t>(one.sectors.size());
        }
        const auto gather = [&](const auto& accesses) {
          for (const auto& one : accesses)
            if (trace.buffers[one.buffer].space == Space::global)
              touched.emplace(one.buffer, one.index * element_bytes(trace.buffers[one.buffer]));
        };
        gather(trace.reads_of(step));
        gather(trace.writes_of(step));
        ASSERT_EQ(drawn, touched) << GetParam() << " step " << at;
      }
      EXPECT_EQ(of_step, sectors.of_this_step);
      sums[static_cast<std::size_t>(story->first_step(story->steps[story_step]).pass)] += of_step;
    }
    for (std::size_t pass = 0; pass < sums.size(); ++pass)
      EXPECT_EQ(sums[pass], trace.passes[pass].counters.sectors) << GetParam() << " pass " << pass;
  }
}

/// One step of 32 threads, each of which reads the element at its number times `stride`.
Sectors sectors_of_stride(std::uint32_t stride, std::uint32_t first = 0) {
  auto story = std::make_shared<Story>();
  story->number = 1'000'000 + stride;
  Trace& trace = story->trace;
  trace.files = {"hand.h"};
  trace.passes.push_back({.name = "by hand", .blocks = 1, .threads = 32, .counters = {}});
  trace.buffers.push_back({.name = "in", .shape = {4096, 1}, .start = std::vector<Cell>(4096)});
  for (std::uint32_t thread = 0; thread < 32; ++thread)
    trace.reads.push_back({.buffer = 0, .index = first + thread * stride, .thread = thread, .line = 1, .file = 0, .value = {}});
  trace.steps.push_back({.label = "read", .threads = 32, .reads = 32});
  story->steps.push_back({0, 1});
  story->phases.push_back({"read", 0, 0, 1});
  StepsState steps;
  steps.show(story);
  steps.player()->go_to(1);
  Sectors sectors;
  lay_sectors(sectors, steps);
  return sectors;
}

TEST(Sectors, ByHand) {
  struct {
    std::uint32_t stride, first;
    std::size_t sectors;
    std::int64_t least, wanted;
  } const cases[] = {{1, 0, 4, 4, 128}, {1, 3, 5, 4, 128}, {2, 0, 8, 4, 128}, {64, 0, 32, 4, 128}, {0, 9, 1, 1, 4}};
  for (const auto& [stride, first, count, least, wanted] : cases) {
    const Sectors sectors = sectors_of_stride(stride, first);
    ASSERT_EQ(sectors.instructions.size(), 1U);
    const SectorInstruction& one = sectors.instructions[0];
    EXPECT_EQ(one.sectors.size(), count) << "stride " << stride;
    EXPECT_EQ(one.least(), least) << "stride " << stride;
    EXPECT_EQ(one.wanted, wanted) << "stride " << stride;
    EXPECT_EQ(one.stride, 4 * stride);
    EXPECT_EQ(one.lanes.size(), 32U);
  }
}

/// A page drawn after a thousand jumps is that of a player that went there at once.
void expect_no_memory_of_jumps(const std::function<std::unique_ptr<Pages>()>& make, std::size_t steps,
                               const std::string& what) {
  const SvgPage paper({1280, 720});
  const auto drawn = [&](Pages& pages, std::size_t position) {
    return paper.document(palette_of("dark"), 1, "", "", [&](Drawing& drawing) {
      pages.paint(drawing, {0, 0, 1280, 720}, position, 1);
    });
  };
  const auto pages = make();
  std::mt19937 random(11);
  std::set<std::string> seen;
  for (int jump = 0; jump < 1000; ++jump) {
    const std::size_t position = random() % (steps + 1);
    if (jump % 50 != 49) {
      (void)pages->caption(position);
      if (jump % 10 != 0) continue;
    }
    const std::string jumped = drawn(*pages, position);
    seen.insert(jumped);
    if (jump % 50 != 49) continue;
    ASSERT_EQ(jumped, drawn(*make(), position)) << what << " step " << position;
  }
  EXPECT_GT(seen.size(), std::min<std::size_t>(steps, 10)) << what << ": each step looks otherwise";
}

/// Two views side by side, each of them beside the next.
TEST(StepsViews, AreTheSameAfterAThousandJumps) {
  struct {
    const char *algorithm, *ready;
    std::vector<std::string> views;
  } const cases[] = {
      {"scan-transpose-scan", "row", ids_of_step_views(false)},
      {"single-pass", "noise", {"look-back", "lanes", "sectors", "banks"}},
  };
  for (const auto& [algorithm, ready, views] : cases) {
    const auto story = noise_story(algorithm, 0, ready);
    for (std::size_t i = 0; i < views.size(); ++i) {
      const PageLook look{.view = &step_view(views[i]), .beside = &step_view(views[(i + 1) % views.size()])};
      expect_no_memory_of_jumps([&] { return std::make_unique<StepsPage>(story, look); }, story->step_count(),
                                fmt::format("{} {} beside {}", algorithm, look.view->id, look.beside->id));
    }
  }
}

TEST(StepsViews, OfTwoAtOnceAreTheSameAfterAThousandJumps) {
  const auto first = noise_story("scan-transpose-scan", 0, "row"), second = noise_story("serial", 0, "row");
  for (const std::string& view : ids_of_step_views(false)) {
    const auto course = course_of(run_costs(*first), run_costs(*second), view == "grids" ? PairLink::work : PairLink::step);
    expect_no_memory_of_jumps(
        [&] { return std::make_unique<PairPages>(first, second, course, PageLook{.view = &step_view(view)}); },
        course.size() - 1, fmt::format("two at once, {}", view));
  }
}

/// What the pointer finds is inside the view, and a cell that it selects exists.
TEST(StepsViews, HaveShapesForThePointer) {
  const Area area{40, 30, 1100, 640};
  const SvgPage paper({1280, 720});
  StepsState steps;
  make_tiles(steps, "random:1");
  const auto story = steps.player()->shared_story();
  for (const StepViewKind& kind : step_views()) {
    if (kind.of_frame()) continue;
    StepViews views;
    std::size_t shapes = 0, cells = 0;
    for (const std::size_t position : {story->step_count() / 3, story->step_count() / 2, story->step_count()}) {
      steps.player()->go_to(position);
      OriginId made = 1;
      for (std::size_t k = 0; k < position; ++k)
        for (std::uint32_t at = story->steps[k].first; at < story->steps[k].end; ++at)
          made = std::max(made, story->trace.steps[at].first_origin + story->trace.steps[at].origins);
      ViewScene scene;
      paper.document(palette_of("dark"), 1, "", "", [&](Drawing& drawing) {
        const PaintLook look{.type = TypeSize(drawing.em), .scene = &scene};
        views.of(kind).lay(steps, area, look);
        views.of(kind).paint(drawing, steps, area, look);
      });
      for (const ViewShape& shape : scene.shapes) {
        ++shapes;
        if (shape.value) {
          EXPECT_LT(shape.value->origin, made) << kind.id << " shows a number before it is there";
        }
        EXPECT_TRUE(shape.area.x >= area.x - 1 && shape.area.right() <= area.right() + 1 && shape.area.y >= area.y - 1 &&
                    shape.area.bottom() <= area.bottom() + 1)
            << kind.id << " step " << position;
        const ViewShape* found = scene.at(shape.area.middle());
        ASSERT_NE(found, nullptr) << kind.id;
        if (const auto cell = views.of(kind).cell_at(steps, *found, shape.area.middle())) {
          ++cells;
          ASSERT_LT(cell->buffer, story->trace.buffers.size()) << kind.id;
          EXPECT_LT(cell->index, story->trace.buffers[cell->buffer].shape.area()) << kind.id;
        }
      }
    }
    EXPECT_GT(shapes, 3U) << kind.id;
    EXPECT_EQ(cells > 0, kind.id != "look-back" && kind.id != "traffic") << kind.id;
  }
}

TEST(StepsViews, StandSideBySideOrAboveEachOther) {
  for (const Area& area : {Area{10, 20, 1200, 400}, Area{10, 20, 600, 500}, Area{0, 0, 31, 47}}) {
    const auto [first, second] = two_areas(area, 16);
    EXPECT_EQ(first.x, area.x);
    EXPECT_EQ(first.y, area.y);
    EXPECT_EQ(second.right(), area.right());
    EXPECT_EQ(second.bottom(), area.bottom());
    EXPECT_TRUE(first.right() < second.x || first.bottom() < second.y);
  }
  StepsSettings settings;
  settings.beside = "grids";
  EXPECT_FALSE(shown_beside(settings, false)) << "twice the same is one view";
  settings.beside = "look-back";
  EXPECT_FALSE(shown_beside(settings, false)) << "no look-back to see";
  EXPECT_EQ(shown_beside(settings, true), find_step_view("look-back"));
  settings.beside.clear();
  std::vector<std::string> second;
  for (choose_next_beside(settings, false); !settings.beside.empty(); choose_next_beside(settings, false))
    second.push_back(settings.beside);
  std::vector<std::string> others = ids_of_step_views(false);
  ASSERT_GT(others.size(), 3U);
  EXPECT_EQ(others[0], settings.view);
  others.erase(others.begin());
  EXPECT_EQ(second, others);
  settings.beside = others[0];
  choose_next_view(settings, false);
  EXPECT_EQ(settings.view, others[1]) << "the one before it is seen already";
}

}  // namespace
}  // namespace satscope::app
