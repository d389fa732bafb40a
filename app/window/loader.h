// SPDX-License-Identifier: Apache-2.0
// Reads inputs on a thread of its own, so that the window never waits for a disk.
#pragma once
#include <memory>
#include <string>

#include "app/core/newest_worker.h"
#include "app/sources/files/session_file.h"
#include "app/sources/samples.h"

namespace satscope::app {

struct LoadedInput {
  std::shared_ptr<const Samples> samples;  ///< null: the input is one of those below
  std::string live_input;                  ///< gives more than one frame: for open_live
  std::optional<SessionFile> session;
};

class Loader : public NewestWorker<LoadedInput> {
 public:
  /// below: a session opens files below this folder alone; empty: any.
  void request(const std::string& input, const std::string& below = {});
};

}  // namespace satscope::app
