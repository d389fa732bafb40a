// SPDX-License-Identifier: Apache-2.0
// Reads inputs on a thread of its own, so that the window never waits for a disk. The newest request wins.
#pragma once
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/sources/samples.h"

namespace satscope::app {

class Loader {
 public:
  struct Loaded {
    std::string input;
    bool live = false;                       ///< it gives more than one frame: for open_live, and nothing is loaded
    std::shared_ptr<const Samples> samples;  ///< null: `error` says why
    std::string error;                       ///< a sentence
  };

  Loader();
  ~Loader();
  Loader(const Loader&) = delete;

  void request(const std::string& input);
  /// What was requested is not wanted any more.
  void forget();
  bool busy() const;
  /// What the newest request has led to, once.
  std::optional<Loaded> take();

 private:
  void work();

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<std::string> next_;
  bool working_ = false;
  bool unwanted_ = false;  ///< what it works at
  bool ending_ = false;
  std::optional<Loaded> done_;
  std::thread thread_;
};

}  // namespace satscope::app
