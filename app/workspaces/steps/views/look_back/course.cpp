// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/look_back/course.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/plural.h"

namespace satscope::app {
namespace {

std::string_view side_of(Direction direction) {
  return direction == Direction::left ? " left" : direction == Direction::up ? " up" : "";
}

/// What a block says or seeks in one buffer of words: when it last does so.
struct Ends {
  std::size_t looks = 0, aggregates = 0, prefixes = 0;  // positions; 0: never
  int count = 0;
};

/// "8 row words as prefixes".
std::string published_text(const LookBack& look_back, const CourseStage& stage) {
  const bool prefix = stage.publishes == Known::prefix;
  return fmt::format("{} as {}{}", counted(stage.count, look_back.words[static_cast<std::size_t>(stage.words)].one),
                     stage.count > 1 ? ""
                     : prefix        ? "a "
                                     : "an ",
                     noun(stage.count, prefix ? "prefix" : "aggregate"));
}

}  // namespace

std::size_t position_of(const Story& story, const BlockMessage& one) {
  const auto after = std::ranges::upper_bound(story.steps, one.message.moment, {}, &StoryStep::first);
  return static_cast<std::size_t>(after - story.steps.begin());
}

std::string CourseStage::name(const LookBack& look_back, bool brief) const {
  if (kind == Kind::own_sums) return brief ? "own sums" : "sum its own tile";
  if (kind == Kind::table) return brief ? "table" : "finish its part of the table";
  const WordBuffer& one = look_back.words[static_cast<std::size_t>(words)];
  std::string text;
  if (looks) text = fmt::format("look{}", side_of(one.direction));
  if (publishes == Known::nothing) return text;
  if (adds && !brief) text += text.empty() ? "add" : ", add";
  const char* letter = publishes == Known::prefix ? "P" : "A";
  return fmt::format("{}{}{}{}s {}", text, text.empty() ? "" : ", ", brief ? "" : "publish ", one.one, letter);
}

std::vector<CourseStage> course_of(const Story& story, const LookBack& look_back, int block) {
  std::size_t first_step = 0, last_step = 0, first_message = 0;
  for (std::size_t at = 0; at < story.steps.size(); ++at) {
    const Step& step = story.first_step(story.steps[at]);
    if (step.pass != look_back.pass || step.block != block) continue;
    if (first_step == 0) first_step = at + 1;
    last_step = at + 1;
  }
  if (last_step == 0) return {};
  std::vector<Ends> ends(look_back.words.size());
  for (const BlockMessage& one : look_back.messages) {
    if (one.block != block) continue;
    const std::size_t at = position_of(story, one);
    if (first_message == 0) first_message = at;
    Ends& end = ends[static_cast<std::size_t>(one.words)];
    if (one.message.kind != Message::Kind::publish) {
      end.looks = at;
    } else {
      (one.message.known == Known::prefix ? end.prefixes : end.aggregates) = at;
    }
  }
  std::vector<CourseStage> course;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const auto words = static_cast<int>(i);
    const int count = look_back.tiles[static_cast<std::size_t>(block)].words[i];
    constexpr auto message_stage = CourseStage::Kind::messages;
    if (ends[i].aggregates > 0)
      course.push_back({message_stage, ends[i].aggregates, words, false, false, Known::aggregate, count});
    if (ends[i].looks > 0 && ends[i].looks != ends[i].prefixes)
      course.push_back({message_stage, ends[i].looks, words, true, false, Known::nothing, 0});
    if (ends[i].prefixes > 0)
      course.push_back(
          {message_stage, ends[i].prefixes, words, ends[i].looks == ends[i].prefixes, ends[i].looks > 0, Known::prefix, count});
  }
  std::ranges::stable_sort(course, {}, &CourseStage::last);
  // the last of its steps before it says or seeks anything
  std::size_t own = 0;
  for (std::size_t at = 0; at < story.steps.size() && (first_message == 0 || at + 1 < first_message); ++at)
    if (const Step& step = story.first_step(story.steps[at]); step.pass == look_back.pass && step.block == block) own = at + 1;
  if (own > 0 && first_message > 0)
    course.insert(course.begin(), CourseStage{CourseStage::Kind::own_sums, own, -1, false, false, Known::nothing, 0});
  if (course.empty() || last_step > course.back().last)
    course.push_back({CourseStage::Kind::table, last_step, -1, false, false, Known::nothing, 0});
  return course;
}

std::size_t stage_at(const std::vector<CourseStage>& course, std::size_t position) {
  const auto found = std::ranges::find_if(course, [&](const CourseStage& stage) { return stage.last >= position; });
  return static_cast<std::size_t>(found - course.begin());
}

std::vector<std::string> why_here(const Story& story, const LookBack& look_back, int block, std::size_t position) {
  const std::vector<CourseStage> course = course_of(story, look_back, block);
  const std::size_t at = stage_at(course, position);
  if (at == course.size()) return {};
  const std::string who = fmt::format("Block {}", block + 1), quiet = " It publishes nothing in this step";
  if (course[at].kind == CourseStage::Kind::table)
    return {who + " has all that it needs of others and finishes its part of the table. It publishes nothing any more.",
            who + " finishes its part of the table. It publishes nothing any more."};
  std::string why = who + " sums its own tile", before;
  if (course[at].kind != CourseStage::Kind::own_sums) {
    const bool has_looked = std::any_of(course.begin(), course.begin() + static_cast<std::ptrdiff_t>(at),
                                        [](const CourseStage& stage) { return stage.looks; });
    if (!has_looked) before = no_tile_before(look_back, block, Direction::left);
    why = fmt::format("{} goes on with {}", before.empty() ? who : "It", has_looked ? "what it has found" : "its own sums");
  }
  // what it works towards
  std::string then;
  const auto next = std::ranges::find_if(course.begin() + static_cast<std::ptrdiff_t>(at), course.end(),
                                         [](const CourseStage& stage) { return stage.publishes != Known::nothing; });
  if (next != course.end()) then = fmt::format("; in step {} it publishes {}", next->last, published_text(look_back, *next));
  return {fmt::format("{}{}: it needs no other block for that.{}{}.", before, why, quiet, then),
          fmt::format("{}{}.{}{}.", before, why, quiet, then), fmt::format("{}{} and publishes nothing.", before, why)};
}

std::string no_tile_before(const LookBack& look_back, int block, Direction direction) {
  const bool known = std::ranges::any_of(look_back.words, [&](const WordBuffer& one) { return one.direction == direction; });
  const LookBackTile& tile = look_back.tiles[static_cast<std::size_t>(block)];
  if (!known || direction == Direction::other || (direction == Direction::left ? tile.column : tile.row) > 0) return {};
  return fmt::format("Block {} has no tile {}. ", block + 1, direction == Direction::left ? "to its left" : "above it");
}

}  // namespace satscope::app
