// SPDX-License-Identifier: Apache-2.0
// Makes stories on a thread of its own. The newest wish wins, and nobody waits.
#pragma once
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "app/workspaces/steps/story.h"

namespace satscope::app {

class StoryBuilder {
 public:
  struct Built {
    std::shared_ptr<const Story> story;  ///< null: `problem` says why
    std::string problem;
  };

  StoryBuilder() = default;
  ~StoryBuilder();  ///< waits for the story that is being made
  StoryBuilder(const StoryBuilder&) = delete;

  void request(StoryRequest wanted);  ///< what was asked before is dropped
  bool busy() const { return work_.valid() || next_.has_value(); }
  /// What was asked for last, once it is there.
  std::optional<Built> take();

 private:
  void start();
  std::future<Built> work_;
  std::optional<StoryRequest> next_;
};

}  // namespace satscope::app
