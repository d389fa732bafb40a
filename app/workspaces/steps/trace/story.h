// SPDX-License-Identifier: Apache-2.0
// A trace made ready to be shown: its steps in the order in which they are shown, gathered into story steps (what one press of
// a key does) and phases. Plain data; made by `make_story`, which may take a while.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "app/sources/samples.h"
#include "app/workspaces/steps/trace/filter.h"
#include "app/workspaces/steps/trace/padding.h"
#include "app/workspaces/steps/trace/touches.h"
#include "app/workspaces/steps/trace/visible_buffers.h"
#include "kernels/exact.h"
#include "kernels/trace/apart.h"
#include "kernels/trace/fibers.h"
#include "kernels/trace/replay.h"
#include "kernels/trace/trace.h"
#include "kernels/trace/tracing.h"

namespace satscope::app {

/// Everything that a story depends on.
struct StoryRequest {
  Samples samples;
  std::string algorithm;    ///< id; of a filter: what makes its tables
  Params params;            ///< of the algorithm
  std::string filter = {};  ///< id of the filter that is stepped; empty: the algorithm is
  Params filter_params = {};
  int passes = 0;        ///< of the algorithm, that are shown; 0: all
  std::size_t size = 0;  ///< number in the trace sizes of what is stepped
  Form form = Form::inclusive;
  std::string type;        ///< id of a TypePair; empty: what the numbers need
  bool together = true;    ///< all blocks of a pass take each step at once
  Schedule schedule = {};  ///< of blocks that exchange numbers; of no matter to others
  std::set<Barrier> deleted_barriers = {};
  bool nameless = false;      ///< an algorithm whose names are to be guessed
  std::stop_token stop = {};  ///< of a file of the user's: ends its runs
};

/// Steps [first, end) of one pass that do one thing.
struct StoryPhase {
  std::string name;  ///< "up-sweep", "transpose, read rows"
  int pass = 0;
  std::size_t first = 0, end = 0;
};

/// The least and the greatest number that a buffer ever holds.
struct Extremes {
  double least = 0, most = 0;
};

/// Whether the machines agree on this picture.
struct CrossCheck {
  enum class State : std::uint8_t { agree, differ, unknown } state = State::unknown;
  std::string text;  ///< what was compared, or the first entry that differs
};

/// What the last pass of a story hands on that does not go up to the table.
struct PassCheck {
  std::string buffer;
  std::size_t right = 0, all = 0;  ///< values that are the sums of their pixels, of those written
};

/// What became of the table without some barriers, with threads apart, beside what it should be. Where the table hides it, or
/// is not made: of what a pass hands on.
struct FailingRun {
  ApartTable table;         ///< in the first order that shows it
  std::vector<Cell> right;  ///< the same entries with all barriers in place
};

/// What a story of a filter knows more. In one of an algorithm the id is empty.
struct FilterFacts {
  std::string id, title;
  FilterRequest request;
  std::string made_up;          ///< what the filter reads beside the picture; a sentence, or empty
  std::string reads;            ///< per pixel, in the filter's words
  double reads_by_formula = 0;  ///< per pixel whose windows lie within the picture
  CountedReads counted;
  std::vector<std::string> table_makers;  ///< ids of the algorithms that can make its tables
};

struct Story {
  /// Its own: no other story of this process has it, also not one that lies where this one lay. 0: not made by make_story.
  std::uint64_t number = 0;
  std::string picture_name, algorithm_id, algorithm_title;
  bool nameless = false;  ///< its names are taken out: the algorithm is to be guessed
  Request request;        ///< of the table; of a filter: of those that it reads
  FilterFacts filter;
  Sizes sizes;                          ///< of the machine that what is stepped was traced on
  int banks = 32;                       ///< of shared memory, by which conflicts are counted
  std::vector<Sizes> all_sizes;         ///< of what is stepped, as settings number them
  Trace trace;                          ///< its steps in the order shown
  std::vector<std::string> passes;      ///< names of all, also of those that are not shown
  std::vector<std::uint32_t> given{0};  ///< buffers that are filled from the start: the picture, a filter's other inputs
  bool has_words = false;               ///< through which blocks publish sums; a single block publishes nothing
  bool together = true;                 ///< false also where the blocks of a pass wait for one another
  std::vector<StoryStep> steps;
  std::vector<StoryPhase> phases;
  std::map<std::size_t, Touches> large_steps;  ///< what those did to memory that access it very often, by number
  std::vector<KeyFrame> key_frames;            ///< of the trace
  std::vector<Extremes> extremes;              ///< by buffer
  SharedUses shared_uses;
  std::vector<VisibleBuffers> phases_buffers;
  std::vector<bool> counted_zeros;                       ///< by origin: of a zero that is a result
  std::vector<std::vector<std::uint32_t>> first_writes;  ///< by buffer and place: steps done when it first holds a value
  std::vector<Cost> costs;                               ///< by pass: as the paper counts
  std::optional<Hardware> hardware = {};                 ///< of the algorithm that is stepped, if it describes an engine
  CrossCheck cross_check;
  std::optional<TableCheck> check = {};      ///< of an algorithm's table
  std::optional<PassCheck> pass_check = {};  ///< none: all passes are shown, up to the table
  std::set<Barrier> deleted_barriers;
  std::optional<FailingRun> failing_run;  ///< none: no order that was tried shows that a barrier is missing
  /// Of a run that fails because barriers are missing, where the trace is that of threads run apart: the run with all of them.
  std::shared_ptr<const Story> right = nullptr;
  std::size_t first_wrong = 0;  ///< steps up to the first number that the right run never has in that place

  bool of_filter() const { return !filter.id.empty(); }
  const std::string& title() const { return of_filter() ? filter.title : algorithm_title; }
  std::size_t step_count() const { return steps.size(); }
  /// The steps done after this many story steps.
  std::size_t steps_after(std::size_t step_number) const { return step_number == 0 ? 0 : steps[step_number - 1].end; }
  const Step& first_step(const StoryStep& story_step) const { return trace.steps[story_step.first]; }
  /// The story step's step of this block, as a number in the trace; where the block takes no part, that of another one.
  std::uint32_t step_in(const StoryStep& story_step, int block) const {
    std::uint32_t found = story_step.first;
    for (std::uint32_t at = story_step.first; at < story_step.end; ++at)
      if (trace.steps[at].block == block) found = at;
    return found;
  }
};

/// Runs the request on machine Traced, and on the others for the cross-check. Throws std::invalid_argument or InputError with a
/// sentence.
std::shared_ptr<const Story> make_story(const StoryRequest& request);

/// Orders the steps of every pass so that all its blocks take the same step at the same time, and gathers these into story
/// steps; where some value would differ from what was recorded, where blocks exchange numbers, because who finds what is
/// a matter of the order, or not `together`, each step is a story step. Returns whether the blocks could be brought together.
bool gather_steps(Trace& trace, bool together, std::vector<StoryStep>& steps);
/// Steps of a run with threads apart: threads that do the same one after the other are one.
std::vector<StoryStep> steps_of_apart(const Trace& trace);
/// The steps of `failing` up to the first write of a number that `right` never writes to the same place; 0: there is none.
std::size_t first_wrong_step(const Trace& failing, const std::vector<StoryStep>& steps, const Trace& right);
/// Phases of these steps, in order, covering all; sets Step::phase.
std::vector<StoryPhase> phases_of(const Trace& trace, std::vector<StoryStep>& steps);

/// "warp 4, block 4, segment 8, tile 4": what of it the algorithm has.
std::string to_text(const Sizes& sizes);

/// An entry of the table, and the position in the story behind the step that writes it last.
struct WrongEntry {
  CellAt at;
  std::size_t position = 0;
};
/// Where the table becomes wrong: its entries that do not sum exactly their pixels, row by row, of those that some step writes.
std::vector<WrongEntry> wrong_entries(const Story& story);

}  // namespace satscope::app
