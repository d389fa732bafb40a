// SPDX-License-Identifier: Apache-2.0
// The buffers between the passes on their way to the screen: what is shown is what a fresh engine holds after as many passes
// over the pixels that the frame says it shows.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>

#include "app/render/interop.h"
#include "kernels/device.h"
#include "kernels/engine.h"
#include "kernels/registry.h"
#include "tests/window/render_stage.h"

namespace satscope::app::testing {
namespace {

std::vector<std::byte> pixels_of(const Frame& frame, Scalar type) {
  std::vector<std::byte> bytes;
  const auto [width, height] = frame.shown().picture;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const double number = frame.pixel(x, y).value();
      if (type == Scalar::u8) {
        bytes.push_back(static_cast<std::byte>(number));
        continue;
      }
      const auto real = static_cast<float>(number);
      const auto* raw = reinterpret_cast<const std::byte*>(&real);
      bytes.insert(bytes.end(), raw, raw + sizeof real);
    }
  return bytes;
}

/// What the pass of the stage found: a fresh engine holds it when the pass has not run yet.
void expect_shows_before(const Frame& frame, const Algorithm& algorithm, const Request& request, std::size_t passes) {
  const ShownStage& shown = frame.shown().stage;
  const StageBuffer& before = shown.stage.before;
  Engine engine(algorithm.plan(request), Machine::cpu, 1);
  engine.poison();
  engine.write(engine.plan().picture(), pixels_of(frame, request.types.in));
  if (passes > 1) engine.run(passes - 1);
  const Buffer& buffer = engine.plan().buffers[static_cast<std::size_t>(before.buffer)];
  ASSERT_EQ(before.shape, buffer.shape);
  ASSERT_EQ(before.name, buffer.name);
  const auto& reads = passes > 0 ? engine.plan().passes[passes - 1].reads : std::vector<int>{engine.plan().picture()};
  EXPECT_TRUE(reads.empty() || std::ranges::find(reads, before.buffer) != reads.end()) << before.name;
  if (reads.empty()) return;  // nothing reads what is there
  std::vector<std::byte> expected(buffer.packed_bytes());
  engine.read(before.buffer, expected);
  EXPECT_EQ(shown.stage.before_is_picture, before.buffer == engine.plan().picture());
  if (!shown.stage.before_is_picture) {
    const auto on_screen = words_of_before(shown);
    EXPECT_EQ(std::memcmp(on_screen.data(), expected.data(), expected.size()), 0) << "the screen's buffer differs";
  }
  const TableView view{expected, buffer.shape, Form::inclusive, buffer.type};
  int wrong = 0;
  for (int y = 0; y < buffer.shape.height; ++y)
    for (int x = 0; x < buffer.shape.width; ++x) wrong += frame.before_entry(x, y) != std::optional(view.element(x, y));
  EXPECT_EQ(wrong, 0) << "entries of " << before.name;
  EXPECT_FALSE(frame.before_entry(0, buffer.shape.height));
}

/// Compares the texture and every entry that the frame has of the stage. Needs reduction 1.
void expect_shows_stage(const Frame& frame, const Algorithm& algorithm, const Request& request, std::size_t passes) {
  const ShownStage& shown = frame.shown().stage;
  ASSERT_TRUE(shown.ready);
  ASSERT_EQ(shown.reduction, 1);
  ASSERT_EQ(shown.stage.passes, passes);
  SCOPED_TRACE(algorithm.id + " " + std::string(request.types.id) + " after " + std::to_string(passes) +
               " passes: " + shown.stage.name);
  Engine engine(algorithm.plan(request), Machine::cpu, 1);
  engine.poison();
  engine.write(engine.plan().picture(), pixels_of(frame, request.types.in));
  engine.run(passes);
  const Buffer& buffer = engine.plan().buffers[static_cast<std::size_t>(shown.stage.buffer)];
  ASSERT_EQ(shown.stage.shape, buffer.shape);
  ASSERT_EQ(shown.stage.type, buffer.type);
  ASSERT_EQ(shown.texels, buffer.shape);
  std::vector<std::byte> expected(buffer.packed_bytes());
  engine.read(shown.stage.buffer, expected);

  const std::vector<std::uint32_t> on_screen = words_of_stage(shown);
  EXPECT_EQ(std::memcmp(on_screen.data(), expected.data(), expected.size()), 0) << "the screen's buffer differs";
  const TableView view{expected, buffer.shape, Form::inclusive, buffer.type};
  int wrong = 0;
  for (int y = 0; y < buffer.shape.height; ++y)
    for (int x = 0; x < buffer.shape.width; ++x)
      if (frame.stage_entry(x, y) != std::optional(view.element(x, y)) && ++wrong < 5)
        ADD_FAILURE() << "the frame has another entry at " << x << ", " << y;
  EXPECT_EQ(wrong, 0);
  EXPECT_FALSE(frame.stage_entry(buffer.shape.width, 0));
  expect_shows_before(frame, algorithm, request, passes);
  EXPECT_FALSE(frame.stage_entry(0, -1));
}

void expect_passes_timed(const Frame& frame, const Algorithm& algorithm, const Request& request) {
  const Plan plan = algorithm.plan(request);
  const FrameStatus& status = frame.status();
  ASSERT_EQ(status.passes.size(), plan.passes.size());
  ASSERT_EQ(status.stages.size(), plan.passes.size() + 1);
  for (std::size_t i = 0; i < plan.passes.size(); ++i) {
    const PassTimes& pass = status.passes[i];
    EXPECT_EQ(pass.name, plan.passes[i].name);
    EXPECT_EQ(pass.cost.bytes, plan.passes[i].cost.bytes);
    EXPECT_GT(pass.measured, 0);
    EXPECT_GT(pass.median_ms, 0);
    EXPECT_LE(pass.p10_ms, pass.median_ms);
    EXPECT_LE(pass.median_ms, pass.p90_ms);
  }
}

void check_stills(Frame& frame, std::optional<Machine> machine) {
  Wanted wanted;
  wanted.machine = machine;
  for (const Extent extent : {Extent{1, 1}, {131, 67}, {1033, 517}}) {
    wanted.still = noise(extent, 5);
    for (const std::string type : {"8u32u", "8u64u", "32f32f"})
      for (const Algorithm& algorithm : algorithms()) {
        wanted.algorithm = algorithm.id;
        wanted.type = type;
        const Request request{.extent = extent, .types = *find_type_pair(type)};
        if (!algorithm.refusal(request, Machine::cpu).empty() || !algorithm.refusal(request, Machine::gpu).empty()) continue;
        // because: there the fresh engine, which is the CPU's, rounds in another order
        if (machine != Machine::cpu && algorithm.order_varies && is_float(request.types.out)) continue;
        const std::size_t passes = algorithm.plan(request).passes.size();
        for (std::size_t stage = 0; stage <= passes; ++stage) {
          wanted.stage = stage;
          frame.want(wanted);
          ASSERT_NO_FATAL_FAILURE(settle(frame));
          EXPECT_EQ(frame.status().message, "");
          ASSERT_NO_FATAL_FAILURE(expect_shows_stage(frame, algorithm, request, stage));
          EXPECT_TRUE(frame.padded(extent.width, extent.height)) << "the table is known beside its stages";
        }
        expect_passes_timed(frame, algorithm, request);
      }
  }
}

void check_live(Frame& frame, std::optional<Machine> machine) {
  Wanted wanted;
  wanted.machine = machine;
  wanted.live.words = "synthetic:161x97";
  wanted.type = "8u32u";
  for (const Algorithm& algorithm : algorithms()) {
    wanted.algorithm = algorithm.id;
    const Request request{.extent = {161, 97}};
    if (!refusal(algorithm, request, machine.value_or(gpu_status().usable ? Machine::gpu : Machine::cpu)).empty()) continue;
    if (!algorithm.refusal(request, Machine::cpu).empty()) continue;  // because: the fresh engine is the CPU's
    for (std::size_t stage = 0; stage <= algorithm.plan(request).passes.size(); ++stage) {
      wanted.stage = stage;
      wanted.live.paused = false;
      frame.want(wanted);
      for (int frames = 0; frames < 3; ++frames) {
        const std::uint64_t serial = frame.shown().serial;
        advance_until(frame, [&] {
          return frame.shown().serial > serial && frame.status().algorithm == algorithm.id && frame.shown().stage.ready &&
                 frame.shown().stage.stage.passes == stage;
        });
        ASSERT_NO_FATAL_FAILURE(expect_shows_stage(frame, algorithm, request, stage));
        const auto reference = reference_of(frame);
        const auto table = words_of_table(frame.shown());
        for (std::size_t y = 0; y < 97; ++y)
          for (std::size_t x = 0; x < 161; ++x)
            ASSERT_EQ(table[y * 161 + x], reference[(y + 1) * 162 + x + 1]) << "the table is of another frame";
      }
    }
    wanted.live.paused = true;
    wanted.stage = 1;
    frame.want(wanted);
    ASSERT_NO_FATAL_FAILURE(settle(frame));
    ASSERT_NO_FATAL_FAILURE(expect_shows_stage(frame, algorithm, request, 1));
    expect_shows_reference(frame);
    expect_passes_timed(frame, algorithm, request);
  }
}

class Stages : public OnStage {
 protected:
  ~Stages() override { unsetenv("SATSCOPE_TEXEL_LIMIT"); }
};

TEST_F(Stages, OfStillsAreWhatAFreshEngineHolds) {
  Frame frame(DisplayPath::cpu);
  check_stills(frame, Machine::cpu);
}

TEST_F(Stages, OfLiveFramesBelongToThem) {
  Frame frame(DisplayPath::cpu);
  check_live(frame, Machine::cpu);
}

TEST_F(Stages, BeyondTheLastAreTheTable) {
  Frame frame(DisplayPath::cpu);
  Wanted wanted;
  wanted.still = noise({40, 30}, 1);
  wanted.algorithm = "brlt-scanrow";
  wanted.stage = 99;
  frame.want(wanted);
  settle(frame);
  EXPECT_EQ(frame.shown().stage.stage.passes, 2U);
  EXPECT_TRUE(frame.shown().stage.stage.is_table);
  EXPECT_EQ(frame.shown().stage.texture, frame.shown().table_texture);
}

TEST_F(Stages, ThatAreNoLongerWantedCostNothing) {
  Frame frame(DisplayPath::cpu);
  Wanted wanted;
  wanted.still = noise({40, 30}, 1);
  frame.want(wanted);
  settle(frame);
  EXPECT_FALSE(frame.shown().stage.ready);
  EXPECT_EQ(frame.status().passes.front().measured, 0) << "the times of passes were not asked for";
  wanted.stage = 1;
  frame.want(wanted);
  settle(frame);
  EXPECT_TRUE(frame.shown().stage.ready);
  const std::uint64_t serial = frame.shown().serial;
  wanted.stage.reset();
  frame.want(wanted);
  EXPECT_FALSE(frame.active()) << "the table that is there will do";
  settle(frame);
  EXPECT_EQ(frame.shown().serial, serial);
  expect_shows_reference(frame);
}

TEST_F(Stages, BeyondTheLimitEveryNthIsDrawnAndEntriesStayExact) {
  setenv("SATSCOPE_TEXEL_LIMIT", "1000", 1);
  Frame frame(DisplayPath::cpu);
  Wanted wanted;
  wanted.still = noise({100, 70}, 9);
  wanted.algorithm = "brlt-scanrow";
  for (const std::size_t stage : {0, 1}) {
    wanted.stage = stage;
    frame.want(wanted);
    settle(frame);
    const ShownStage& shown = frame.shown().stage;
    ASSERT_TRUE(shown.ready);
    EXPECT_EQ(shown.reduction, 3);
    const Extent texels = stage == 0 ? Extent{34, 24} : Extent{24, 34};
    EXPECT_EQ(shown.texels, texels);
    EXPECT_EQ(shown.stage.turned(), stage == 1);
    const auto words = words_of_stage(shown);
    for (int j = 0; j < texels.height; ++j)
      for (int i = 0; i < texels.width; ++i) {
        const auto place = static_cast<std::size_t>(j * texels.width + i);
        const std::uint32_t drawn = stage == 0 ? words[place / 4] >> (8 * (place % 4)) & 0xff : words[place];
        ASSERT_EQ(Value{std::uint64_t{drawn}}, frame.stage_entry(3 * i, 3 * j)) << i << ", " << j;
      }
  }
}

TEST_F(Stages, KnowWhichWayTheyLieAlsoInSquares) {
  const Algorithm& algorithm = *find_algorithm("scan-transpose-scan");
  for (const Extent extent : {Extent{64, 64}, {1, 1}, {1280, 720}}) {
    const std::vector<PlanStage> stages = stages_of(algorithm, {.extent = extent});
    EXPECT_FALSE(stages.front().turned());
    EXPECT_FALSE(stages.back().turned());
    EXPECT_TRUE(stages.back().is_table);
    for (const PlanStage& stage : stages) {
      if (stage.name == "scanned rows" || stage.name == "picture") {
        EXPECT_FALSE(stage.turned()) << stage.name;
      }
      if (stage.name == "scanned rows, transposed" || stage.name == "scanned columns") {
        EXPECT_TRUE(stage.turned()) << stage.name;
      }
      if (stage.name == "row segment sums") {
        EXPECT_EQ(stage.across, Along::neither);
        EXPECT_EQ(stage.down, Along::y);
      }
    }
  }
}

class StagesOnGpu : public OnStage, public ::testing::WithParamInterface<DisplayPath> {
 protected:
  void SetUp() override {
    if (!gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
    if (GetParam() == DisplayPath::interop)
      if (const std::string why = interop_refusal(); !why.empty()) GTEST_SKIP() << why;
    frame_.emplace(GetParam());
  }
  std::optional<Frame> frame_;
};

TEST_P(StagesOnGpu, OfStillsAreWhatAFreshEngineHolds) { check_stills(*frame_, std::nullopt); }
TEST_P(StagesOnGpu, OfLiveFramesBelongToThem) { check_live(*frame_, std::nullopt); }

INSTANTIATE_TEST_SUITE_P(Paths, StagesOnGpu, ::testing::Values(DisplayPath::interop, DisplayPath::copy),
                         [](const auto& path) { return std::string(id_of(path.param)); });

}  // namespace
}  // namespace satscope::app::testing
