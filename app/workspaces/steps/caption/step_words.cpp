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

std::string phase_text(const Player& player) {
  const Story& story = player.story();
  if (!player.current()) return "Before the first step";
  const StoryPhase& phase = story.phases[static_cast<std::size_t>(player.story_phase())];
  std::string text = phase.name;
  if (const std::size_t steps = phase.end - phase.first; steps > 1)
    text += fmt::format(", step {} of {}", player.position() - phase.first, steps);
  const std::vector<TracePass>& passes = story.trace.passes;
  const std::string& pass = passes[static_cast<std::size_t>(phase.pass)].name;
  if (!text.starts_with(pass) && passes.size() > 1) text = pass + ", " + text;
  if (passes.size() > 1) text = fmt::format("pass {} of {}: {}", phase.pass + 1, passes.size(), text);
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
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
