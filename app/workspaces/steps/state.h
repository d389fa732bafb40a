// SPDX-License-Identifier: Apache-2.0
// The workspace Steps at work: asks for stories as the settings want them, plays the one there is, and keeps what the
// current step did, for the views that draw it.
#pragma once
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "app/core/newest_worker.h"
#include "app/workspaces/steps/caption/caption.h"
#include "app/workspaces/steps/player.h"
#include "app/workspaces/steps/settings.h"
#include "app/workspaces/steps/trace/filter_window.h"
#include "app/workspaces/steps/trace/flow.h"
#include "app/workspaces/steps/trace/story.h"
#include "app/workspaces/steps/views/look_back/look_back.h"

namespace satscope::app {

/// The story that the settings ask for, of these numbers.
StoryRequest story_request(const StepsSettings& settings, Samples samples, const std::set<Barrier>& deleted_barriers);

/// All places of a buffer, to go through.
struct PlacesNow {
  std::span<const Cell> cells;
  std::span<const std::uint32_t> first_writes, numbers;  ///< numbers: of `uses`, + 1; 0: the current step did nothing there
  std::span<const CellUse> uses;
  std::size_t done = 0, before = 0;  ///< steps, with the current story step and without it

  /// What the current step did in a place; null: nothing.
  const CellUse* touch(std::size_t place) const { return numbers[place] == 0 ? nullptr : &uses[numbers[place] - 1]; }
  /// Whether the place holds a value yet, after the steps done.
  bool holds_value(std::size_t place) const { return first_writes[place] <= done; }
  /// Whether it held one before the current step.
  bool held_value(std::size_t place) const { return first_writes[place] <= before; }
};

class StepsState {
 public:
  bool motion = false;                  ///< values may slide
  std::optional<std::size_t> start_at;  ///< the position of the next story
  std::optional<int> start_block;       ///< its first block that is drawn
  std::set<Barrier> deleted_barriers;
  bool nameless = false;          ///< the algorithm is to be guessed
  std::optional<CellAt> hover;    ///< under the pointer
  std::optional<CellAt> chosen;   ///< whose history is shown
  bool hides_hover = false;       ///< a lesson moves the pointer, before a class
  bool covers_conflicts = false;  ///< a lesson asks for turns or bank conflicts
  /// The cell that all views light.
  const std::optional<CellAt>& lit() const { return hover && !hides_hover ? hover : chosen; }
  int first_block = 0;                  ///< of those that are drawn
  bool all_blocks = false;              ///< are drawn, not one alone
  bool all_arrows = false;              ///< of all threads, not only of the selected one
  bool banks = true;                    ///< a place of shared memory shows the colour of its bank
  std::optional<std::uint32_t> thread;  ///< that was selected
  std::string problem;                  ///< why there is no story as asked; a sentence
  unsigned attempts = 0;                ///< to make a story

  /// As a session keeps them, and undo: the same before and after the story with their lines is there.
  std::set<Barrier> deleted_by_phase() const;
  /// One barrier of the story is out, the next one after that which was; none after the last.
  void take_out_next_barrier();
  /// A deleted barrier is of one kernel: another algorithm begins with all of its own.
  void drop_barriers_of_others(const StepsSettings& settings);
  /// Asks for a new story where something changed. picture: what patches are cut from, may be null.
  void want(const StepsSettings& settings, const std::shared_ptr<const Samples>& picture);
  /// Takes what is ready and plays on. True if there is something new to draw.
  bool advance(double now);
  /// Shows this story, before its first step.
  void show(std::shared_ptr<const Story> story);
  bool building() const { return maker_.busy(); }

  Player* player() { return player_ ? player_.get() : nullptr; }
  const Player* player() const { return player_ ? player_.get() : nullptr; }
  /// Whether blocks of the story exchange numbers.
  bool has_messages() const { return player_ && has_block_messages(player_->story().trace); }
  /// Whether values are sliding now.
  bool sliding(double now) const { return player_ && player_->arrived(now) < 1; }

  PlacesNow places(std::uint32_t buffer) const;
  const CellUse* touch(CellAt cell) const { return places(cell.buffer).touch(cell.index); }
  /// All that it did; nothing before the first.
  const Touches& touches() const;
  bool holds_value(CellAt cell) const { return places(cell.buffer).holds_value(cell.index); }
  bool held_value(CellAt cell) const { return places(cell.buffer).held_value(cell.index); }
  Cell cell(CellAt cell) const { return player_->replay().content(cell.buffer)[cell.index]; }
  /// The blocks of the pass that the player is in, as tiles; null: they exchange nothing.
  const LookBack* look_back() const;
  /// What they have published by now, and who looks at whom in the current step. Only where there is a look-back.
  const LookBackNow& look_back_now() const;
  /// The current step in words, about the thread under the pointer, the chosen one or a typical one; null before the first.
  const StepCaption* caption() const;
  /// Of the pixel of a filter's result that is under the pointer or chosen, else of the one that the selected thread writes.
  const FilterWindow* window() const;
  /// Whether barriers are missing and there is a run that fails and a right one; which of them is stepped; the other one.
  bool has_two_runs() const { return failing_ != nullptr; }
  bool steps_the_failing_run() const { return failing_ && player_ && &player_->story() == failing_.get(); }
  void swap_runs();
  /// No cell, and no other thread than the first one.
  void select_nothing() {
    hover.reset();
    chosen.reset();
    thread.reset();
  }
  /// Selects the next busy thread, or the one before.
  void move_focus(int direction);
  /// Where values went in the current step, in blocks first ... end - 1.
  const std::vector<Flow>& flows(int first, int end) const;
  /// Whether there are more than `flows` last described.
  bool has_more_flows() const { return now_.cut; }

 private:
  void renew() const;
  void go_to_start();
  /// Shows the story from this position.
  void play(std::shared_ptr<const Story> story, std::size_t position);

  NewestWorker<std::shared_ptr<const Story>> maker_;
  std::optional<StepsSettings> asked_;
  std::set<Barrier> asked_barriers_;
  bool asked_nameless_ = false;
  std::shared_ptr<const Samples> asked_picture_;
  std::unique_ptr<Player> player_;
  std::shared_ptr<const Story> failing_;  ///< of the two runs of a kernel without some barriers; else null

  // of the current step; made when first asked for
  struct Now {
    std::size_t position = static_cast<std::size_t>(-1);
    const Touches* of_story = nullptr;  ///< of a large step
    Touches own = {};                   ///< of another one
    int first = -1, end = -1;
    std::vector<Flow> flows;
    bool cut = false;  ///< there are more of them
  };
  mutable Now now_;
  mutable CellNumbers numbers_;  // of the places that it touches

  // made when first asked for
  struct Windowed {
    std::size_t position = static_cast<std::size_t>(-1);
    std::uint64_t story = 0;
    CellAt result;
    std::optional<FilterWindow> window;
  };
  mutable Windowed windowed_;

  // made when first asked for
  struct Captioned {
    std::size_t position = static_cast<std::size_t>(-1);
    std::uint64_t story = 0;
    std::optional<CellAt> hover;
    std::optional<std::uint32_t> thread;
    int block = -1;
    StepCaption caption;
  };
  mutable Captioned caption_;

  // made when first asked for
  struct BlockMessages {
    std::uint64_t story = 0;  // its number
    int pass = -1;
    std::optional<LookBack> blocks;
    std::size_t position = static_cast<std::size_t>(-1);
    LookBackNow now;
  };
  mutable BlockMessages block_messages_;
};

}  // namespace satscope::app
