// SPDX-License-Identifier: Apache-2.0
// The sums of the thread that a look-back describes: against the pixels, the accesses of the trace, and what is drawn of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>

#include "app/workspaces/steps/views/look_back/inset.h"
#include "app/workspaces/steps/views/look_back/pen.h"
#include "app/workspaces/steps/views/look_back/sums.h"
#include "tests/window/grid_recording.h"
#include "tests/window/look_back_tiles.h"

namespace satscope::app {
namespace {

/// "4 \u00d7 0" is none.
double value_of(const std::string& text) { return text.find("\u00d7") != text.npos ? 0 : std::stod(text); }

/// Each position of the player with a few threads.
template <class Act>
void each_selected(StepsState& steps, Act act) {
  for (std::size_t position = 1; position <= steps.player()->story().step_count(); ++position) {
    steps.player()->go_to(position);
    steps.first_block = steps.player()->story().first_step(*steps.player()->current()).block;
    for (const std::uint32_t thread : {0U, 5U}) {
      steps.thread = thread;
      act(position);
    }
  }
}

TEST(LookBackSums, AddUp) {
  int sums = 0, long_ones = 0;
  for (const char* order : {"random:1", "ticket"}) {
    StepsState steps;
    make_tiles(steps, order);
    each_selected(steps, [&](std::size_t position) {
      for (const SelectedSum& sum : selected_sums(steps)) {
        EXPECT_EQ(sum.terms.empty(), sum.kind == SelectedSum::Kind::put) << position;
        EXPECT_FALSE(sum.place.empty()) << position;
        double all = 0;
        for (const SumTerm& term : sum.terms) {
          EXPECT_FALSE(term.place.empty()) << position;
          all += (term.minus ? -1 : 1) * value_of(term.value);
        }
        if (sum.kind == SelectedSum::Kind::put || sum.kind == SelectedSum::Kind::made) continue;
        EXPECT_EQ(all, value_of(sum.value)) << position << " " << sum.place;
        ++sums;
        long_ones += sum.terms.size() > 4;
      }
    });
  }
  EXPECT_GT(sums, 500);
  EXPECT_GT(long_ones, 8);
}

/// What a sum says that it covers is what it is the sum of.
TEST(LookBackSums, CoverThePixelsThatTheyName) {
  StepsState steps;
  make_tiles(steps, "ticket");
  const TraceBuffer& picture = steps.player()->story().trace.buffers[0];
  int checked = 0, of_columns = 0;
  each_selected(steps, [&](std::size_t position) {
    for (const SelectedSum& sum : selected_sums(steps)) {
      if (sum.covers.empty()) continue;
      if (sum.covers == "no pixel") {
        EXPECT_EQ(value_of(sum.value), 0) << position;
        continue;
      }
      std::string plain;
      for (std::size_t i = 0; i < sum.covers.size(); ++i)
        if (sum.covers.compare(i, 3, "\u2013") == 0) {
          plain += '-';
          i += 2;
        } else {
          plain += sum.covers[i];
        }
      const auto range = [&](std::string_view one, int& first, int& last) {
        const std::size_t at = plain.find(one);
        ASSERT_NE(at, plain.npos) << sum.covers;
        const std::size_t digits = plain.find_first_of("0123456789", at);
        first = last = std::stoi(plain.substr(digits));
        const std::size_t end = plain.find_first_not_of("0123456789", digits);
        if (end != plain.npos && plain[end] == '-') last = std::stoi(plain.substr(end + 1));
      };
      int left = 0, right = 0, top = 0, bottom = 0;
      range("col", left, right);
      range("row", top, bottom);
      double all = 0;
      for (int y = top; y <= bottom; ++y)
        for (int x = left; x <= right; ++x)
          all += to_double(number(picture.start[static_cast<std::size_t>(y * picture.shape.width + x)], picture.type));
      EXPECT_EQ(all, value_of(sum.value)) << position << " " << sum.covers << " " << sum.place;
      ++checked;
      of_columns += left == right && top < bottom;
    }
  });
  EXPECT_GT(checked, 500);
  EXPECT_GT(of_columns, 20) << "sums of one column";
}

/// The first step that reads what was written, and the first number of the block that leaves it and has pixels of this one.
TEST(LookBackSums, AreForTheStepsThatUseThem) {
  StepsState steps;
  make_tiles(steps, "random:1");
  const Trace& trace = steps.player()->story().trace;
  int read = 0, published = 0, stored = 0;
  each_selected(steps, [&](std::size_t position) {
    const StepCaption& caption = *steps.caption();
    const CaptionUse& use = caption.use;
    const Step& step = trace.steps[caption.focus.step];
    // what a thread publishes is for others, so its other places do not count then
    const auto messages = trace.messages_of(step);
    const auto published_to = [&](std::uint32_t buffer) {
      return std::ranges::any_of(messages, [&](const Message& one) {
        return one.kind == Message::Kind::publish && one.thread == caption.focus.thread && one.buffer == buffer;
      });
    };
    const auto publishes = std::ranges::any_of(messages, [&](const Message& one) { return published_to(one.buffer); });
    const auto touches = [&](std::size_t at) {
      return std::ranges::any_of(trace.reads_of(trace.steps[at]), [&](const Read& one) {
        return std::ranges::any_of(trace.writes_of(step), [&](const Write& write) {
          return write.thread == caption.focus.thread && write.buffer == one.buffer && write.index == one.index &&
                 (!publishes || published_to(write.buffer));
        });
      });
    };
    if (use.read_in > 0) {
      ASSERT_GT(use.read_in, position);
      EXPECT_TRUE(touches(use.read_in - 1)) << position;
      EXPECT_EQ(trace.steps[use.read_in - 1].block, use.reader);
      for (std::size_t at = position; at + 1 < use.read_in; ++at) EXPECT_FALSE(touches(at)) << position << " " << at;
      ++read;
    }
    if (use.out_in > 0) {
      ASSERT_GT(use.out_in, position);
      EXPECT_EQ(trace.steps[use.out_in - 1].block, caption.block);
      ++(use.known == Known::nothing ? stored : published);
    }
  });
  EXPECT_GT(read, 100);
  EXPECT_GT(published, 20);
  EXPECT_GT(stored, 20);
}

/// Each part of a newcomer's sum is that of the pixels which its name says, left of the tile, above it or in it.
TEST(LookBackSums, HavePartsThatANewcomerCanName) {
  int sums = 0, grouped = 0;
  std::map<std::string, int> names;
  for (const char* order : {"random:1", "random:2", "random:3", "ticket"}) {
    StepsState steps;
    make_tiles(steps, order);
    each_selected(steps, [&](std::size_t position) {
      const auto sum = plain_sum(steps);
      if (!sum) return;
      double all = 0;
      for (const SumTerm& term : sum->terms) {
        all += (term.minus ? -1 : 1) * value_of(term.value);
        EXPECT_EQ(term.place.find_first_of("[]"), term.place.npos) << term.place << " " << position;
        ++names[term.place.substr(0, term.place.find(" tile "))];
      }
      EXPECT_EQ(all, value_of(sum->value)) << position;
      EXPECT_EQ(sum->place.find('['), sum->place.npos) << sum->place;
      ++sums;
      grouped += sum->terms.size() < selected_sums(steps).front().terms.size();
    });
  }
  EXPECT_GT(sums, 100);
  EXPECT_GT(grouped, 10);
  for (const char* name : {"own sum", "own pixels", "left of the tile", "prefix up to", "aggregate of"})
    EXPECT_GT(names[name], 0) << name;
}

/// As the legend says: a prefix has all that lies before the tile in its direction, an aggregate nothing of that.
TEST(LookBackSums, OfAggregatesAreWithoutWhatLiesBeforeTheTile) {
  StepsState steps;
  make_tiles(steps, "random:1");
  const Trace& trace = steps.player()->story().trace;
  const LookBack& look_back = *steps.look_back();
  int aggregates = 0, prefixes = 0;
  for (const Step& step : trace.steps)
    for (const Message& message : trace.messages_of(step)) {
      if (message.kind != Message::Kind::publish) continue;
      const auto words = std::ranges::find(look_back.words, message.buffer, &WordBuffer::buffer);
      const bool left = words->direction == Direction::left;
      // of one step that first publishes an aggregate and then a prefix, the prefix is the last
      const Write* last = nullptr;
      for (const Write& write : trace.writes_of(step))
        if (write.buffer == message.buffer && write.index == message.index) last = &write;
      ASSERT_NE(last, nullptr);
      const Box box = pixels_of(trace, last->after).bounds, &tile = look_back.tiles[static_cast<std::size_t>(step.block)].box;
      const int first = left ? box.x : box.y, edge = left ? tile.x : tile.y;
      EXPECT_EQ(first, message.known == Known::prefix ? 0 : edge) << step.label << " of block " << step.block + 1;
      ++(message.known == Known::prefix ? prefixes : aggregates);
    }
  EXPECT_GT(aggregates, 16);
  EXPECT_GT(prefixes, 16);
}

/// Of the words that a thread publishes or reads. Beside each kind in the legend is a bar.
TEST(LookBackInset, DrawsWordsInTheColoursOfTheLegend) {
  StepsState steps;
  make_tiles(steps, "random:1");
  std::map<char, Rgb> colours;
  {
    GridRecording drawn;
    Pen pen(drawn);
    for (const LegendItem& item : look_back_legend(pen, drawn.em, false)) {
      if (!item.text.starts_with("P ") && !item.text.starts_with("A ")) continue;
      drawn.rects.clear();
      item.draw(pen, {0, 0, 20, 10});
      const auto bar = std::ranges::find_if(drawn.rects, [](const auto& rect) { return rect.first.width > 0; });
      ASSERT_NE(bar, drawn.rects.end());
      colours[item.text.front()] = bar->second;
    }
  }
  ASSERT_EQ(colours.size(), 2U);
  ASSERT_FALSE(GridRecording::is(colours['A'], colours['P']));
  std::map<char, int> seen;
  each_selected(steps, [&](std::size_t position) {
    GridRecording drawn;
    paint_inset(drawn, steps, {0, 0, 700, 500}, TypeSize(drawn.em));
    for (const GridRecording::Words& one : drawn.numbers) {
      const char kind = one.text.back();
      if (!colours.contains(kind)) continue;
      const auto ground = std::find_if(drawn.rects.rbegin(), drawn.rects.rend(),
                                       [&](const auto& rect) { return rect.first.contains(one.area.middle()); });
      ASSERT_NE(ground, drawn.rects.rend()) << one.text;
      EXPECT_TRUE(GridRecording::is(ground->second, colours[kind])) << one.text << " in step " << position;
      ++seen[kind];
    }
  });
  EXPECT_GT(seen['A'], 10);
  EXPECT_GT(seen['P'], 10);
}

/// Where there is room, the first of them is in the picture, number by number.
TEST(LookBackInset, WritesOutTheSumOfTheSelectedThread) {
  StepsState steps;
  make_tiles(steps, "ticket");
  for (const Area& area : {Area{0, 0, 700, 500}, Area{0, 0, 460, 300}})
    each_selected(steps, [&](std::size_t position) {
      const std::vector<SelectedSum> sums = selected_sums(steps);
      if (sums.empty() || sums.front().terms.size() > 4) return;
      GridRecording drawn;
      ASSERT_NE(paint_inset(drawn, steps, area, TypeSize(drawn.em)), InsetShows::nothing) << position;
      std::vector<std::string> texts;
      for (const SumTerm& term : sums.front().terms) texts.push_back(term.value);
      texts.push_back(sums.front().value);
      auto from = drawn.numbers.begin();
      for (const std::string& text : texts) {
        from = std::find_if(from, drawn.numbers.end(), [&](const GridRecording::Words& one) { return one.text == text; });
        ASSERT_NE(from, drawn.numbers.end()) << text << " in step " << position << ", " << area.width;
        EXPECT_TRUE(area.contains(from->area.middle())) << text << " in step " << position;
        ++from;
      }
    });
}

}  // namespace
}  // namespace satscope::app
