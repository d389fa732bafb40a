// SPDX-License-Identifier: Apache-2.0
// Reads inputs on a thread of its own, so that the window never waits for a disk.
#pragma once
#include <memory>
#include <string>

#include "app/core/newest_worker.h"
#include "app/sources/samples.h"

namespace satscope::app {

struct LoadedInput {
  std::shared_ptr<const Samples> samples;  ///< null: the input gives more than one frame
  std::string live_input;                  ///< then this is for open_live
};

class Loader : public NewestWorker<LoadedInput> {
 public:
  void request(const std::string& input);
};

}  // namespace satscope::app
