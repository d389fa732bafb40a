// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/caption/step_words.h"

#include <fmt/format.h>

#include <cctype>

#include "kernels/plural.h"
#include "kernels/trace/narration.h"

namespace satscope::app {

std::vector<std::string> heading_texts(const Player& player) {
  const Story& story = player.story();
  if (story.steps.empty()) return {};
  const Step& step = story.first_step(player.current() ? *player.current() : story.steps.front());
  const TracePass& pass = story.trace.passes[static_cast<std::size_t>(step.pass)];
  const std::string where = fmt::format("Pass {} of {}: {}", step.pass + 1, story.trace.passes.size(), pass.name);
  const std::string what = player.current() ? step.label : "not begun";
  return {fmt::format("{}  ·  {}  ·  {} of {}", where, what, counted(pass.blocks, "block"), counted(pass.threads, "thread")),
          fmt::format("{}  ·  {}", where, what),
          fmt::format("Pass {} of {}  ·  {}", step.pass + 1, story.trace.passes.size(), what), what};
}

std::string narration_of(const Player& player, int first_block) {
  const Story& story = player.story();
  const StoryStep* story_step = player.current();
  if (!story_step) return "Before the first step. Space plays, Right goes one step.";
  std::uint32_t caption = story_step->first;
  for (std::uint32_t at = story_step->end; at-- > story_step->first;)
    if (story.trace.steps[at].block == first_block) caption = at;
  // without what the heading says already
  const std::string sentence = narrate(story.trace, caption), label = story.trace.steps[caption].label + ": ";
  const std::size_t at = sentence.find(label);
  std::string text = sentence.substr(at == sentence.npos ? 0 : at + label.size());
  if (!text.empty()) text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

}  // namespace satscope::app
