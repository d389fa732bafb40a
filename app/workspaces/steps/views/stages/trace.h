// SPDX-License-Identifier: Apache-2.0
// What an entry of a stage was made of: the entries that its pass read for it. From a trace of the algorithm on the upper left
// corner of the picture, with the sizes of the real machine.
#pragma once
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/core/newest_worker.h"
#include "app/pipeline/frame.h"
#include "app/ui/ui.h"
#include "kernels/trace/trace.h"

namespace satscope::app {

/// An entry that a pass read.
struct StageTerm {
  std::string buffer;
  Pixel at;
  int times = 1;  ///< that it counts; never 0
  Value traced;   ///< its number in the trace
};

/// Whether the first column and row of a buffer sum no pixel: an exclusive scan begins with the sum before the first one.
struct EmptySides {
  bool column = false, row = false;
};

class StageTrace {
 public:
  /// corner: raw elements of so large a picture. Throws std::invalid_argument if none can be traced.
  StageTrace(const Algorithm& algorithm, const Request& request, Extent corner, std::span<const std::byte> pixels);

  /// Of an entry as the stage's pass left it, row by row; empty: the kernel put a 0 there. Nothing: it is not known, or more
  /// than a sum.
  std::optional<std::vector<StageTerm>> terms_of(const PlanStage& stage, Pixel at) const;
  /// The entry of the stage that shows most of its pass: a sum of few numbers, or one that moved, without a 0.
  std::optional<Pixel> typical(const PlanStage& stage) const;
  /// Of a buffer after so many passes of the stage's plan.
  EmptySides empty_sides(const StageBuffer& buffer, const PlanStage& stage, bool after) const;

 private:
  using Content = std::vector<Cell>;
  using Place = std::pair<std::uint32_t, std::uint32_t>;  // buffer, index
  struct Pass {
    std::string name;
    OriginId first_origin = 0;
    std::map<std::uint32_t, Content> left = {};  ///< of the buffers that it writes
    std::map<std::uint32_t, Pixel> typical = {};
  };
  std::optional<std::size_t> pass_of(const PlanStage& stage) const;
  std::optional<std::uint32_t> number_of(const std::string& buffer) const;
  const Content* content_of(std::uint32_t buffer, std::size_t passes) const;
  bool take_apart(OriginId whole, OriginId first, std::map<Place, StageTerm>& into) const;
  std::optional<std::vector<StageTerm>> terms_of(const Pass& pass, std::uint32_t buffer, Pixel at) const;
  void find_typical(Pass& pass) const;

  Trace trace_;
  std::vector<Pass> passes_;
};

/// The trace that belongs to what a frame shows; made in another thread.
class StageTracer {
 public:
  /// Asks for another one where the algorithm, its request or the numbers in the corner have changed.
  void want(const Frame& frame);
  /// Takes what is ready; true: there is something new to say.
  bool advance();
  bool busy() const { return maker_.busy(); }
  /// Null: there is none, or not yet.
  const StageTrace* trace() const { return trace_.get(); }

 private:
  struct Asked {
    std::string algorithm, type;
    Params params;
    Extent picture;
    std::vector<double> pixels;
    bool operator==(const Asked&) const = default;
  };
  NewestWorker<std::shared_ptr<const StageTrace>> maker_;
  std::shared_ptr<const StageTrace> trace_;
  std::optional<Asked> asked_;
  std::uint64_t serial_ = 0;  ///< of what the frame showed when it was looked at last
};

}  // namespace satscope::app
