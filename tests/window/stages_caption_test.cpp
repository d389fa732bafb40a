// SPDX-License-Identifier: Apache-2.0
// Entries of stages taken apart: whatever is said of an entry must be what the pass read and left on an engine, which knows
// nothing of traces.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/sources/samples.h"
#include "app/workspaces/steps/views/stages/caption.h"
#include "kernels/engine.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

/// A stage of a small picture of noise, as an engine holds it.
struct Held {
  const Algorithm& algorithm;
  Request request;
  std::vector<std::byte> pixels;
  std::vector<PlanStage> stages;

  Held(const std::string& id, Extent extent)
      : algorithm(*find_algorithm(id)),
        request{.extent = extent},
        pixels(pixels_as(load_input(fmt::format("pattern:noise:{}x{}:3", extent.width, extent.height)), Scalar::u8)),
        stages(stages_of(algorithm, request)) {}

  /// What a buffer holds when so many passes are done.
  std::vector<std::byte> content(const StageBuffer& buffer, std::size_t passes) const {
    Engine engine(algorithm.plan(request), Machine::cpu, 1);
    engine.write(engine.plan().picture(), pixels);
    if (passes > 0) engine.run(passes);
    std::vector<std::byte> bytes(engine.plan().buffers[static_cast<std::size_t>(buffer.buffer)].packed_bytes());
    engine.read(buffer.buffer, bytes);
    return bytes;
  }
  static StageNumbers::At numbers(std::vector<std::byte> bytes, const StageBuffer& buffer) {
    return [bytes = std::move(bytes), shape = buffer.shape, type = buffer.type](Pixel at) -> std::optional<Value> {
      if (at.x < 0 || at.y < 0 || at.x >= shape.width || at.y >= shape.height) return std::nullopt;
      return TableView{bytes, shape, Form::inclusive, type}.element(at.x, at.y);
    };
  }
  StageNumbers numbers_at(const PlanStage& stage) const {
    return {numbers(content(stage, stage.passes), stage), numbers(content(stage.before, stage.passes - 1), stage.before),
            numbers(pixels, stages.front())};
  }
  StageTrace trace() const { return StageTrace(algorithm, request, request.extent, pixels); }
};

std::string caption_text(const StageTrace& trace, const Held& held, std::size_t pass, std::optional<Pixel> at = {}) {
  const PlanStage& stage = held.stages[pass];
  const auto caption = stage_caption(trace, stage, held.numbers_at(stage), at);
  return caption ? caption->texts.front() : std::string();
}

TEST(StageCaption, SaysWhatAPassReadForAnEntry) {
  const Held held("scan-transpose-scan", {8, 8});
  const StageTrace trace = held.trace();
  const auto pixel = [&](int x, int y) { return static_cast<int>(held.pixels[static_cast<std::size_t>(y * 8 + x)]); };
  const int sum = pixel(0, 3) + pixel(1, 3) + pixel(2, 3);
  EXPECT_EQ(caption_text(trace, held, 1, Pixel{3, 3}),
            fmt::format("scanned rows, column 3, row 3: {} + {} + {} = {}; the sum of columns 0 to 2, row 3 of picture, "
                        "without its own number (exclusive).",
                        pixel(0, 3), pixel(1, 3), pixel(2, 3), sum));
  EXPECT_EQ(caption_text(trace, held, 1, Pixel{0, 3}),
            "scanned rows, column 0, row 3: 0, put there: no number lies before it.");
  EXPECT_EQ(caption_text(trace, held, 2, Pixel{5, 3}),
            fmt::format("scanned rows, transposed, column 5, row 3: {}, copied from scanned rows, column 3, row 5; column "
                        "and row are swapped.",
                        pixel(0, 5) + pixel(1, 5) + pixel(2, 5)));
  int table = 0;
  for (int y = 0; y <= 4; ++y)
    for (int x = 0; x <= 2; ++x) table += pixel(x, y);
  EXPECT_EQ(caption_text(trace, held, 4, Pixel{2, 4}),
            fmt::format("table, column 2, row 4: {}, copied from scanned columns, column 5, row 3; column and row swapped, and "
                        "each 1 less: the zeros stay behind.",
                        table));
}

TEST(StageCaption, SaysNothingThatTheShownNumbersDoNotAddUpTo) {
  const Held held("scan-transpose-scan", {8, 8});
  const StageTrace trace = held.trace();
  StageNumbers numbers = held.numbers_at(held.stages[1]);
  ASSERT_TRUE(stage_caption(trace, held.stages[1], numbers, std::nullopt));
  const StageNumbers::At right = numbers.after;
  numbers.after = [&](Pixel at) -> std::optional<Value> { return std::get<std::uint64_t>(*right(at)) + 1; };
  EXPECT_FALSE(stage_caption(trace, held.stages[1], numbers, std::nullopt)) << "another picture's numbers";
}

TEST(StageCaption, SaysWhyABufferIsLargerThanThePicture) {
  const Held held("scan-transpose-scan", {8, 8});
  const StageTrace trace = held.trace();
  const auto text = [&](std::size_t pass, bool after) {
    const PlanStage& stage = held.stages[pass];
    const StageBuffer& buffer = after ? stage : stage.before;
    const auto texts = side_texts(buffer, {8, 8}, trace.empty_sides(buffer, stage, after));
    return texts.empty() ? std::string() : texts.front();
  };
  EXPECT_EQ(text(1, false), "8 columns (0 to 7) × 8 rows (0 to 7), u8");
  EXPECT_EQ(text(1, true),
            "9 columns (0 to 8) × 8 rows (0 to 7), u32; one column more than the picture has columns: column n sums the first "
            "n numbers, so "
            "column 0 is 0");
  EXPECT_EQ(text(2, false), text(1, true));
  EXPECT_EQ(text(2, true),
            "8 columns (0 to 7) × 9 rows (0 to 8), u32; a row here is a column of the picture; one row more than the picture "
            "has columns: row n "
            "sums the first n numbers, so row 0 is 0");
  EXPECT_EQ(text(held.stages.size() - 1, true), "8 columns (0 to 7) × 8 rows (0 to 7), u32");
}

/// Of every algorithm that is traced: of each pass something is said, and of each entry only what is true.
class StageCaptionOf : public testing::TestWithParam<std::string> {};

TEST_P(StageCaptionOf, IsTrueOfEveryEntry) {
  for (const Extent extent : {Extent{8, 8}, Extent{21, 13}}) {
    const Held held(GetParam(), extent);
    const StageTrace trace = held.trace();
    for (std::size_t pass = 1; pass < held.stages.size(); ++pass) {
      const PlanStage& stage = held.stages[pass];
      SCOPED_TRACE(fmt::format("{}x{}, pass {}, {}, of {} into {}", extent.width, extent.height, pass, stage.pass,
                               stage.before.name, stage.name));
      const StageNumbers numbers = held.numbers_at(stage);
      const auto typical = stage_caption(trace, stage, numbers, std::nullopt);
      ASSERT_TRUE(typical);
      int caption = 0;
      for (int y = 0; y < stage.shape.height; ++y)
        for (int x = 0; x < stage.shape.width; ++x) {
          const auto terms = trace.terms_of(stage, {x, y});
          if (!terms) continue;
          ++caption;
          const auto one = stage_caption(trace, stage, numbers, Pixel{x, y});
          ASSERT_TRUE(one) << "column " << x << ", row " << y << " is not what its terms add up to";
        }
      EXPECT_GT(caption, 0);
    }
  }
}

std::vector<std::string> traced_ids() {
  std::vector<std::string> ids;
  for (const Algorithm& algorithm : traced_algorithms()) ids.push_back(algorithm.id);
  return ids;
}
INSTANTIATE_TEST_SUITE_P(All, StageCaptionOf, testing::ValuesIn(traced_ids()), [](const auto& made) {
  std::string name = made.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace satscope::app
