// SPDX-License-Identifier: Apache-2.0
// Runs a chain on one frame after the other: owns the engine and what the chain remembers from frame to frame.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "app/pipeline/filter_setup.h"
#include "app/pipeline/upload.h"
#include "kernels/engine.h"

namespace satscope::app {

/// One frame on its way through the chain.
struct FilterWork {
  std::shared_ptr<const FilterSetup> setup;
  SourceFrame frame;
  HostBlock result = nullptr;                ///< RGBA8 words on the host; null while only the GPU has them
  std::vector<double> pass_ms = {};          ///< of the plan's passes
  HostBlock measured = nullptr;              ///< what a measuring filter found, its raw numbers; null: nothing yet
  std::vector<HostBlock> kept = {};          ///< what the GPU still reads
  std::shared_ptr<Upload> upload = nullptr;  ///< the frame on the device, where it goes there by itself
};

/// Used by one thread at a time.
class FilterRunner {
 public:
  FilterRunner(std::shared_ptr<const FilterSetup> setup, HostPool pool);

  /// Goes on with another setup over the same buffers; false if it needs others. Nothing may be running.
  bool adopt(const std::shared_ptr<const FilterSetup>& setup);
  const FilterSetup& setup() const { return *setup_; }
  const Stream& stream() const { return engine_->stream(); }

  /// For the paths copy and cpu: the frame's words become the result's on the host, all done on return. Cancelled early if
  /// progress says so; then the work is worth nothing.
  void make(FilterWork& work, Progress& progress);
  /// For the path interop: enqueues everything. picture and result: RGBA8 words on the device.
  void enqueue(FilterWork& work, void* picture, void* result);
  /// Fills in the times, once the run is finished.
  void finish(FilterWork& work) const;

 private:
  void run(FilterWork& work, Progress* progress);
  void fill_inputs(FilterWork& work);
  void keep_picture();
  void to_machine(int buffer, const HostBlock& from, FilterWork& work);

  std::shared_ptr<const FilterSetup> setup_;
  HostPool pool_;
  std::optional<Engine> engine_;  ///< empty where the chain is empty
  bool has_previous_ = false;
  std::optional<std::shared_ptr<const PaintedMap>> painted_;  ///< that the engine has; empty: none yet
};

/// A painted map over a picture of this size, between its cells linearly: a byte per pixel.
void spread_map(const PaintedMap& map, Extent extent, std::uint8_t* to);

}  // namespace satscope::app
