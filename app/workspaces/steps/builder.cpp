// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/builder.h"

#include <chrono>
#include <utility>

namespace satscope::app {

StoryBuilder::~StoryBuilder() {
  if (work_.valid()) work_.wait();
}

void StoryBuilder::request(StoryRequest wanted) {
  next_ = std::move(wanted);
  if (!work_.valid()) start();
}

void StoryBuilder::start() {
  work_ = std::async(std::launch::async, [wanted = *std::exchange(next_, std::nullopt)]() -> Built {
    try {
      return {make_story(wanted), {}};
    } catch (const std::exception& problem) {
      return {nullptr, problem.what()};
    }
  });
}

std::optional<StoryBuilder::Built> StoryBuilder::take() {
  if (!work_.valid() || work_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
  Built built = work_.get();
  if (!next_) return built;
  start();  // because: what is ready is no longer wanted
  return std::nullopt;
}

}  // namespace satscope::app
