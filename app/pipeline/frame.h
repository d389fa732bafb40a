// SPDX-License-Identifier: Apache-2.0
// The one place where source -> engine -> OpenGL buffer happens. The interface says what it wants; the frame never waits,
// and says what there is to show.
#pragma once
#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/core/display_path.h"
#include "app/core/painter.h"
#include "app/pipeline/frame_source.h"
#include "app/pipeline/painted_map.h"
#include "app/pipeline/shown.h"
#include "app/pipeline/template_cut.h"
#include "app/pipeline/times.h"
#include "app/sources/samples.h"
#include "kernels/exact.h"
#include "kernels/filter.h"
#include "kernels/plan.h"
#include "kernels/table.h"

namespace satscope::app {

/// Asks for a chain of filters over the frame instead of its table.
struct ChainRequest {
  std::vector<ChainLink> chain;  ///< in order; empty: the picture as it is
  bool colour = true;            ///< as PlaygroundEdit
  std::vector<Box> regions = {};
  /// Of a chain that hides faces: the frame that was searched last, which alone is shown, and what is hidden of it. Without one
  /// all of the picture is covered.
  std::optional<SourceFrame> searched = {};
  std::vector<Box> faces = {};
  bool black = false;  ///< nothing of the picture may be seen: a chain that would hide faces cannot run
  std::shared_ptr<const PaintedMap> painted = {};
  std::shared_ptr<const TemplateCut> cut = {};  ///< null: none was kept
  bool hides_faces() const;
  bool operator==(const ChainRequest& other) const;
};

/// What the interface asks for. A change of any member starts new work; the newest wins.
struct Wanted {
  std::shared_ptr<const Samples> still;  ///< the picture; ignored when live
  LiveRequest live;                      ///< the live source; no words: the picture
  std::string algorithm;                 ///< id; empty: the machine's default
  std::string type;                      ///< id; empty: 8u32u, or 8u64u where a box of this picture can reach 2^32
  Params params;
  std::optional<Machine> machine;  ///< empty: the GPU where it is usable
  /// How many passes have run when a buffer is looked at; more than there are: all. Then the passes are timed one by one.
  /// Empty: only the table is wanted.
  std::optional<std::size_t> stage;
  /// A chain of filters instead of the table.
  std::optional<ChainRequest> filters;

  bool is_live() const { return !live.words.empty(); }
};

/// For the status corner.
struct FrameStatus {
  Machine machine = Machine::cpu;
  DisplayPath path = DisplayPath::cpu;
  std::string path_reason;          ///< why this path, a sentence
  std::string device;               ///< GPU's name, or the CPU threads
  std::string algorithm, type;      ///< ids in force
  Request request;                  ///< of the table that is shown
  std::optional<double> median_ms;  ///< of the last tables, at most 60
  int measured = 0;
  std::time_t last_measured = 0;  ///< time of day of the last one
  std::vector<PlanStage> stages;  ///< before the first pass, and after each
  std::vector<PassTimes> passes;  ///< of the algorithm in force
  double frames_per_second = 0;   ///< shown, of the live source, within the last second
  FrameGaps gaps;                 ///< between those shown
  Relief relief;                  ///< as `relieve` said
  SourceStatus source;            ///< the live one
  bool reduced = false;           ///< what is summed are 8-bit values of a source that has more
  Extent live_extent;             ///< of its newest frame; no area before the first
  Budget budget;                  ///< where the time of a live frame goes
  bool busy = false;
  double progress = 0;  ///< 0 ... 1, negative if not known
  std::string message;  ///< a sentence about what could not be done or is shown reduced; empty if all is well
  enum class Agreement { unknown, agree, differ } agreement = Agreement::unknown;
  std::string agreement_text;             ///< what was compared with what, and what came of it
  std::optional<TableCheck> table_check;  ///< of the whole table; of a live one now and then
};

/// How far the sum of a box, read from a table, can be trusted.
struct SumTruth {
  enum class State : std::uint8_t {
    exact,    ///< it is the sum of the pixels
    pending,  ///< these are being summed
    wrong,    ///< it is not, see below
    unknown,  ///< it may be off; a live source does not stand still to be summed
  } state = State::pending;
  Value sum;             ///< of the pixels in 64 bits; where it is wrong
  double mean = 0;       ///< likewise
  double error = 0;      ///< absolute; not a number where the table gives none
  std::string why = {};  ///< a clause, with the box size from which it can be wrong; empty where it is exact

  bool doubtful() const { return state == State::wrong || state == State::unknown; }
};

class Frame {
 public:
  /// Needs a current OpenGL 3.3 context for its whole life. Throws std::runtime_error if `forced` cannot run here. For a
  /// painter on the host nothing is uploaded to OpenGL.
  explicit Frame(std::optional<DisplayPath> forced, Painter painter = Painter::opengl);
  ~Frame();

  void want(const Wanted& wanted);  ///< cheap when nothing changed
  void measure();                   ///< computes the table again
  void cancel();                    ///< drops slow work; what is shown stays
  /// While it holds, no new live frame is taken: it would not be seen, or the window needs the time.
  void hold(bool held);
  void relieve(const Relief& relief);  ///< for the status

  /// Once per drawn frame: takes what is finished, starts what is wanted. Never waits. True if `shown` changed.
  bool advance();
  /// Whether something will change without further input, so that the window must go on calling advance.
  bool active() const;

  const Shown& shown() const;        ///< the newest table
  const Filtered& filtered() const;  ///< the newest result of a chain of filters
  const FrameStatus& status() const;
  FrameSource& source();                            ///< to seek in it
  void note(Station station, double milliseconds);  ///< what panels and drawing took, for the budget

  /// The frame that is shown in small, for thumbnails: every n-th pixel, so that no side is longer than this. Empty while there
  /// is none. Only the frame itself, no result.
  std::optional<PictureWords> small_frame(int longest_side) const;
  /// The same frame as a whole; nothing is copied, and its pixels are not written any more.
  std::optional<SourceFrame> whole_frame() const;
  /// The result as a whole, unmirrored, for a file; on the GPU this waits. Empty while there is none.
  std::optional<PictureWords> snapshot();
  /// Says which pixel `filtered_pixel` will be asked for; known with the next frame at the latest.
  void watch_pixel(int x, int y);
  std::optional<FilteredPixel> filtered_pixel(int x, int y) const;

  /// Says which entries of P the interface will read: x ... x + width, y ... y + height of this box, and the four corners of
  /// the others. Values are then known at the latest one frame later, and belong to what is shown.
  void watch(const Box& visible, std::vector<Box> boxes);
  std::optional<double> pixel(int x, int y) const;  ///< the number that entered the table
  std::optional<Value> padded(int X, int Y) const;  ///< P(X, Y)
  std::optional<BoxSum> box_sum(const Box& box) const;
  /// Known where box_sum is; only the pixels of watched boxes are summed.
  std::optional<SumTruth> box_truth(const Box& box) const;
  std::optional<Value> stage_entry(int x, int y) const;   ///< column x, row y of the stage's buffer
  std::optional<Value> before_entry(int x, int y) const;  ///< of what the stage's pass found

  /// Compares every entry of the table with the 64-bit definition, in the background; the answer is in `status`.
  void check_agreement();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace satscope::app
