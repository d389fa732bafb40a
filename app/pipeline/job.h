// SPDX-License-Identifier: Apache-2.0
// From what the interface wants to a job with nothing left open, or a sentence why there is none.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "app/core/display_path.h"
#include "app/core/painter.h"
#include "app/pipeline/stage.h"
#include "app/pipeline/wanted.h"
#include "kernels/filters/words_plan.h"

namespace satscope::app {

/// How to make what is shown of frames of one size: a table, perhaps with a stage of it, or the result of a chain of filters.
struct Job {
  Extent extent;
  Machine machine = Machine::cpu;
  DisplayPath path = DisplayPath::cpu;
  int reduction = 1;      ///< every so many pixels one is drawn
  std::string note = {};  ///< what is done otherwise than asked; may be empty

  // a table
  const Algorithm* algorithm = nullptr;
  int changes = 0;  ///< as Wanted
  Request request = {};
  std::optional<PlanStage> stage = {};  ///< the buffer that is looked at; then the passes are timed one by one
  int stage_reduction = 1, before_reduction = 1;

  // or a chain
  std::optional<ChainRequest> chain = {};
  WordsPlan words = {};  ///< nothing in it where the chain is empty
  bool colour = true;
  std::string remark = {};

  /// What the stage's pass finds is looked at too, unless it is the picture.
  bool looks_before() const { return stage && !stage->before_is_picture; }
  /// The picture is shown as it is.
  bool passes_on() const { return chain && chain->chain.empty(); }
  Plan plan() const { return chain ? words.plan : algorithm->plan(request); }
  /// Of the elements of the result on the screen: a table's entries, or RGBA8 words.
  Scalar result_type() const { return chain ? Scalar::u32 : request.types.out; }
};

struct Decision {
  std::shared_ptr<const Job> job;  ///< null: `message` says why
  std::string message;             ///< also about what is done otherwise than asked
};

/// extent: of the picture; there is neither job nor message without one. path: the best one that works here. most_words: what
/// one buffer of the screen can hold. A chain that cannot run becomes an empty one, and the message says why.
Decision decide(const Wanted& wanted, std::optional<Extent> extent, DisplayPath path, std::size_t most_words);

/// Whether both ask for the same table of the same source; how a live source moves and the stage are not part of that.
bool same_table(const Wanted& a, const Wanted& b);

/// How tables and results reach the screen on this machine.
struct PathChoice {
  DisplayPath path;
  std::string reason;  ///< a sentence
};
/// The best that works here, tried with the current OpenGL context. Throws std::runtime_error if `forced` cannot run. A painter
/// on the host needs tables there.
PathChoice choose_path(std::optional<DisplayPath> forced, Painter painter);

/// "Tesla T4", or "CPU, 2 threads"; without a number "CPU, up to 8 threads".
std::string device_name(Machine machine, int threads = 0);

}  // namespace satscope::app
