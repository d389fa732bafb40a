// SPDX-License-Identifier: Apache-2.0
// The current step in three lines: the idea of its phase, what the thread in focus did, and how the machine was used.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/workspaces/steps/trace/flow.h"
#include "app/workspaces/steps/trace/story.h"

namespace satscope::app {

/// Which thread the caption is about.
struct ThreadFocus {
  std::uint32_t step = 0;  ///< number in the trace
  std::uint32_t thread = 0;
  bool operator==(const ThreadFocus&) const = default;
};

/// What becomes of the numbers of the thread in focus. Positions of the player after a step; 0: there is no such step.
struct CaptionUse {
  std::size_t read_in = 0;  ///< the next one that reads what the thread wrote
  int reader = -1;          ///< its block
  std::size_t out_in = 0;   ///< the first one of the block that stores a number made of it in global memory
  bool is_whole = false;    ///< it stores the number itself: nothing was added
  std::uint32_t buffer = 0;
  Known known = Known::nothing;  ///< what it is published as there; nothing: it is not
};

struct StepCaption {
  ThreadFocus focus;
  int block = 0;
  std::string idea, watch;      ///< one sentence each; empty where nothing is known
  std::string this_step;        ///< what the thread in focus did, its sums written out
  std::string this_step_brief;  ///< the same with one number only, where it did more
  std::string machine;
  std::vector<std::uint32_t> into_themselves;  ///< writes of the thread that add to what their place held: numbers in the trace
  CaptionUse use = {};                         ///< only of the caption in force
};

/// The thread that touched the cell in this step, of those that wrote it if any did; the thread that was chosen, if it is busy
/// in the step; else a typical one. block: which one to describe, where more than one took part.
ThreadFocus focus_in(const Trace& trace, const StoryStep& story_step, int block, std::optional<CellAt> cell,
                     std::optional<std::uint32_t> chosen);

/// The next busy thread after the one in focus, or the one before; stays at the ends.
std::uint32_t next_in_focus(const Trace& trace, const ThreadFocus& focus, int direction);

StepCaption caption_of(const Story& story, const StoryStep& story_step, const ThreadFocus& focus);

/// By origins. Walks on through the pass.
CaptionUse use_of(const Story& story, const ThreadFocus& focus);

/// What the thread in focus met on each line of a source: "temp[3] = 5, temp[7]: 9 \u2192 14". source: the path as the trace
/// names it ends with this.
std::map<std::uint32_t, std::string> values_by_line(const Trace& trace, const ThreadFocus& focus, std::string_view source);

/// The phase that a step of the story belongs to, of the filter or of the algorithm; null: not described.
const satscope::Phase* phase_in(const Story& story, const Step& step);

/// How the rows of the numbers lie in segments, each of which is a tree: cut into several, or filled up with zeros; a sentence,
/// empty where a row fills one.
std::string segments_text(const Story& story);

/// How entries that are right as far as their type goes differ from the sums of their pixels, as a sentence without its end;
/// empty where they do not.
std::string inexact_text(const Story& story);

}  // namespace satscope::app
