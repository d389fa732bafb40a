// SPDX-License-Identifier: Apache-2.0
// Reads inputs on a thread of its own, so that the window never waits for a disk.
#pragma once
#include <memory>
#include <string>

#include "app/core/newest_worker.h"
#include "app/sources/files/session_file.h"
#include "app/sources/samples.h"
#include "app/sources/source_transform.h"

namespace satscope::app {

struct LoadedInput {
  std::shared_ptr<const Samples> samples;  ///< transformed; null: the input is one of those below
  std::shared_ptr<const Samples> source;   ///< not transformed
  SourceTransform transform;
  std::string live_input;  ///< gives more than one frame: for open_live
  std::optional<SessionFile> session;
};

class Loader : public NewestWorker<LoadedInput> {
 public:
  /// below: a session opens files below this folder alone; empty: any.
  void request(const std::string& input, const SourceTransform& transform, const std::string& below = {});
  /// Transforms what was read before.
  void request(std::shared_ptr<const Samples> source, const SourceTransform& transform);
};

/// Hands a CUDA file to Steps; its comments may be in any script.
void offer_cuda_file(const std::string& path);

}  // namespace satscope::app
