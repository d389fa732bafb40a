// SPDX-License-Identifier: Apache-2.0
// The figures of the papers, as sessions: each opens at the step that its title names, with the numbers that the figure's
// idea asks for. The numbers here come from the definitions of scan and table alone.
#include <gtest/gtest.h>

#include <fmt/ranges.h>

#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "app/sources/files/session_file.h"
#include "app/sources/samples.h"
#include "app/ui/open_session.h"
#include "app/ui/workspace.h"
#include "app/workspaces/steps/place.h"
#include "app/workspaces/steps/player.h"
#include "app/workspaces/steps/settings.h"
#include "app/workspaces/steps/source/source.h"
#include "app/workspaces/steps/source/what.h"
#include "app/workspaces/steps/trace/story.h"
#include "app/workspaces/storage/settings.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

using Numbers = std::vector<std::int64_t>;

/// A figure as it opens: its story at its step.
class Opened {
 public:
  explicit Opened(const std::string& name) {
    const OpenedSession opened = open_session(session_behind("figure:" + name), whole_session());
    EXPECT_EQ(opened.reported, "");
    EXPECT_EQ(opened.session.workspace, "steps");
    title = opened.file.title;
    const auto& settings = opened.session.part<StepsSettings>();
    const Samples samples = samples_of(settings.source, nullptr);
    width = samples.extent.width;
    for (int y = 0; y < samples.extent.height; ++y)
      for (int x = 0; x < width; ++x) picture.push_back(static_cast<std::int64_t>(samples.value(x, y)));
    player = std::make_unique<Player>(make_story({.samples = samples,
                                                  .algorithm = settings.algorithm,
                                                  .params = settings.params,
                                                  .size = size_of_machine(settings, samples.extent),
                                                  .form = form_of(settings),
                                                  .type = settings.type,
                                                  .together = settings.together,
                                                  .schedule = parse_schedule(settings.order)}));
    player->go_to(opened.session.part<StepsPlace>().step);
  }

  const Story& story() const { return player->story(); }
  std::string label() const { return story().first_step(*player->current()).label; }
  int pass() const { return story().first_step(*player->current()).pass; }
  /// What the buffer of this name holds now; of several the one of this pass and block.
  Numbers holds(const std::string& name, int of_pass = -1, int block = -1) const {
    const auto& buffers = story().trace.buffers;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      if (buffers[i].name != name || buffers[i].pass != of_pass || buffers[i].block != block) continue;
      Numbers numbers;
      for (const Cell& cell : player->replay().content(static_cast<std::uint32_t>(i)))
        numbers.push_back(static_cast<std::int64_t>(to_double(number(cell, buffers[i].type))));
      return numbers;
    }
    ADD_FAILURE() << "no buffer " << name;
    return {};
  }
  std::size_t threads_at_work() const {
    std::set<std::uint32_t> threads;
    for (const Write& write : story().trace.writes_of(story().first_step(*player->current()))) threads.insert(write.thread);
    return threads.size();
  }
  /// Additions by the warps that hold numbers: of as many threads as there are numbers.
  std::size_t additions_until_now() const {
    const Trace& trace = story().trace;
    std::size_t count = 0;
    for (std::size_t step = 0; step < player->replay().done(); ++step)
      if (trace.steps[step].label.starts_with("warp scan"))
        for (const Write& write : trace.writes_of(trace.steps[step])) count += write.thread < static_cast<std::uint32_t>(width);
    return count;
  }

  std::string title;
  int width = 0;
  Numbers picture;
  std::unique_ptr<Player> player;
};

Numbers exclusive(const Numbers& numbers) {
  Numbers sums(numbers.size());
  std::exclusive_scan(numbers.begin(), numbers.end(), sums.begin(), std::int64_t{0});
  return sums;
}
Numbers inclusive(const Numbers& numbers) {
  Numbers sums(numbers.size());
  std::inclusive_scan(numbers.begin(), numbers.end(), sums.begin());
  return sums;
}
Numbers part(const Numbers& numbers, std::size_t first, std::size_t count) {
  return {numbers.begin() + static_cast<std::ptrdiff_t>(first), numbers.begin() + static_cast<std::ptrdiff_t>(first + count)};
}
/// The table of a picture, by the definition.
Numbers table_of(const Numbers& picture, int width) {
  const int height = static_cast<int>(picture.size()) / width;
  Numbers table;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      std::int64_t sum = 0;
      for (int v = 0; v <= y; ++v)
        for (int u = 0; u <= x; ++u) sum += picture[static_cast<std::size_t>(v * width + u)];
      table.push_back(sum);
    }
  return table;
}
void expect_said(const Opened& figure, const std::string& words) {
  EXPECT_NE(figure.title.find(words), std::string::npos) << figure.title << " does not say " << words;
}
void expect_said(const Opened& figure, std::int64_t number) { expect_said(figure, std::to_string(number)); }

const std::map<std::string, std::function<void()>> k_checks{
    {"bilgic-1",
     [] {
       const Opened figure("bilgic-1");
       EXPECT_EQ(figure.story().algorithm_id, "scan-transpose-scan");
       EXPECT_TRUE(figure.label().starts_with("up-sweep"));
       // node k of a tree over 8 leaves holds the sum of the leaves below it
       const Numbers& leaf = figure.picture;
       const auto sum = [&](std::size_t first, std::size_t count) { return inclusive(part(leaf, first, count)).back(); };
       EXPECT_EQ(part(figure.holds("temp", 0, 0), 0, 8),
                 (Numbers{leaf[0], sum(0, 2), leaf[2], sum(0, 4), leaf[4], sum(4, 2), leaf[6], sum(0, 8)}));
       expect_said(figure, sum(0, 8));
       expect_said(figure, "up-sweep");
     }},
    {"bilgic-2",
     [] {
       const Opened figure("bilgic-2");
       EXPECT_TRUE(figure.label().starts_with("down-sweep"));
       EXPECT_EQ(part(figure.holds("temp", 0, 0), 0, 8), exclusive(figure.picture));
       expect_said(figure, fmt::format("{}", fmt::join(exclusive(figure.picture), " ")));
     }},
    {"bilgic-3",
     [] {
       const Opened figure("bilgic-3");
       EXPECT_EQ(figure.label(), "add back");
       EXPECT_EQ(figure.picture.size(), 20U);
       const Numbers before = exclusive(figure.picture);
       EXPECT_EQ(figure.holds("scanned rows"), before);
       EXPECT_EQ(figure.holds("row segment sums"), (Numbers{0, before[8], before[16]}));
       expect_said(figure, fmt::format("{} and {}", before[8], before[16]));
     }},
    {"chen-2a",
     [] {
       const Opened figure("chen-2a");
       EXPECT_EQ(figure.label(), "warp scan, stage 6");
       EXPECT_EQ(part(figure.holds("data", 0, 0), 0, 1).front(), figure.picture.front());
       EXPECT_EQ(figure.additions_until_now(), 7U);
       expect_said(figure, "7 stages and 7 additions");
     }},
    {"chen-2b",
     [] {
       const Opened figure("chen-2b");
       EXPECT_EQ(figure.label(), "warp scan, stage 2");
       EXPECT_EQ(figure.additions_until_now(), (8U - 1) + (8 - 2) + (8 - 4)) << "N - 2^k in stage k";
       expect_said(figure, "3 stages and 17 additions");
     }},
    {"chen-2c",
     [] {
       const Opened figure("chen-2c");
       EXPECT_EQ(figure.label(), "warp scan, stage 2");
       EXPECT_EQ(figure.additions_until_now(), 8U * 3 / 2) << "N log2(N) / 2";
       expect_said(figure, "3 stages and 12 additions");
     }},
    {"chen-3b",
     [] {
       const Opened figure("chen-3b");
       EXPECT_EQ(figure.story().algorithm_id, "brlt-scanrow");
       EXPECT_EQ(figure.label(), "serial scan");
     }},
    {"chen-3c",
     [] {
       const Opened figure("chen-3c");
       EXPECT_EQ(figure.label(), "add and store");
       EXPECT_EQ(figure.pass(), 0);
       const Numbers sums = figure.holds("row sums, transposed");
       const Numbers row = inclusive(part(figure.picture, 0, 8));
       for (std::size_t x = 0; x < 8; ++x) EXPECT_EQ(sums[x * 4], row[x]) << "the first row is the first column";
       expect_said(figure, row.back());
     }},
    {"chen-4",
     [] {
       const Opened figure("chen-4");
       EXPECT_EQ(figure.story().algorithm_id, "scanrow-column");
       EXPECT_EQ(figure.label(), "carry in");
       const Numbers row = inclusive(part(figure.picture, 0, 5));
       const Numbers carry = figure.holds("carry", 0, 0);
       EXPECT_EQ(carry.front(), row[3]) << "the sum of the first four";
       expect_said(figure, fmt::format("{} + {} = {}", row[3], figure.picture[4], row[4]));
     }},
    {"chen-5",
     [] {
       const Opened figure("chen-5");
       EXPECT_EQ(figure.pass(), 1);
       const Numbers table = table_of(figure.picture, figure.width);
       EXPECT_EQ(figure.holds("table"), table);
       expect_said(figure, table.back());
     }},
    {"ehsan-2",
     [] {
       const Opened figure("ehsan-2");
       EXPECT_EQ(figure.story().algorithm_id, "serial");
       const Numbers row = inclusive(part(figure.picture, 5, 3)), table = table_of(figure.picture, 5);
       EXPECT_EQ(figure.holds("row sum", 0, 0), (Numbers{row[2]}));
       EXPECT_EQ(figure.holds("table")[7], table[7]);
       expect_said(figure, fmt::format("{} + {} = {}", row[1], figure.picture[7], row[2]));
       expect_said(figure, fmt::format("{} + {} = {}", row[2], table[2], table[7]));
     }},
    {"ehsan-3",
     [] {
       const Opened figure("ehsan-3");
       EXPECT_EQ(figure.story().algorithm_id, "wavefront");
       EXPECT_EQ(figure.threads_at_work(), 5U);
       const Numbers table = table_of(figure.picture, 5), now = figure.holds("table");
       for (std::size_t y = 0; y < 5; ++y)
         for (std::size_t x = 0; x < 5; ++x) EXPECT_EQ(now[y * 5 + x], x + y <= 4 ? table[y * 5 + x] : 0) << x << ' ' << y;
       expect_said(figure, "5 entries");
     }},
    {"ehsan-4",
     [] {
       const Opened figure("ehsan-4");
       const Numbers now = figure.holds("row sums");
       EXPECT_EQ(figure.threads_at_work(), 3U);
       EXPECT_EQ(figure.holds("table")[10], table_of(figure.picture, 5)[10]);
       EXPECT_EQ(figure.holds("table")[15], 0) << "the fourth row has not begun";
       expect_said(figure, fmt::format("with {}", figure.picture[10]));
     }},
    {"ehsan-13",
     [] {
       const OpenedSession opened = open_session(session_behind("figure:ehsan-13"), whole_session());
       EXPECT_EQ(opened.reported, "");
       EXPECT_EQ(opened.session.workspace, "storage");
       const Samples samples = load_input(opened.session.edit.input);
       const Coding coding = coding_of(opened.session.edit.part<StorageEdit>().chosen(), samples.extent);
       EXPECT_EQ(samples.extent, (Extent{9, 9}));
       int kept = 0;
       for (int y = 0; y < 9; ++y)
         for (int x = 0; x < 9; ++x) {
           const bool in_cross = x == 1 || x == 4 || x == 7 || y == 1 || y == 4 || y == 7;
           EXPECT_EQ(coding.keeps(x, y), in_cross) << x << ' ' << y;
           kept += in_cross ? 1 : 0;
         }
       EXPECT_NE(opened.file.title.find(fmt::format("{} of 81", kept)), std::string::npos) << opened.file.title;
       EXPECT_TRUE(coding.lossless());
     }},
};

TEST(Figures, EachIsCheckedAndNamesItsPaperAndNumber) {
  std::set<std::string> known, checked;
  for (const Figure& figure : figures()) {
    const std::string name = figure.input.substr(k_figure_prefix.size());
    known.insert(name);
    const std::size_t dash = name.find('-');
    const std::map<std::string, std::string> papers{{"bilgic", "Bilgic 2010"}, {"chen", "Chen 2018"}, {"ehsan", "Ehsan 2015"}};
    EXPECT_TRUE(
        figure.title.starts_with(fmt::format("{}, Figure {}: ", papers.at(name.substr(0, dash)), name.substr(dash + 1))))
        << figure.title;
  }
  for (const auto& [name, check] : k_checks) checked.insert(name);
  EXPECT_EQ(known, checked);
}

TEST(Figures, ShowWhatTheirTitlesSay) {
  for (const auto& [name, check] : k_checks) {
    SCOPED_TRACE(name);
    check();
  }
}

TEST(Figures, OpenInTheWindowWithTheirTitle) {
  Stage stage({.workspace = "explore"});
  for (const Figure& figure : figures()) {
    stage.screen().open(figure.input);
    stage.settle();
    EXPECT_EQ(stage.state()["message"], figure.title);
    if (stage.state()["workspace"] == "storage") {
      EXPECT_EQ(stage.state()["storage"]["wrong_entries"], 0) << figure.title;
    } else {
      EXPECT_EQ(stage.state()["workspace"], "steps");
      EXPECT_TRUE(stage.steps()["result_matches"]) << figure.title;
      EXPECT_GT(stage.steps()["step"], 0);
    }
    EXPECT_EQ(stage.state()["session_file"], "") << "ours is not written over";
    stage.shot(figure.input.substr(k_figure_prefix.size()));
  }
  for (const std::string input : stage.state()["recent"]) EXPECT_FALSE(input.starts_with(k_figure_prefix)) << input;
}

}  // namespace
}  // namespace satscope::app
