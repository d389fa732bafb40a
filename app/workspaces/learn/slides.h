// SPDX-License-Identifier: Apache-2.0
// The lesson as slides, from the window. Another process of this program presents it off-screen meanwhile, because ImGui has
// one context at a time.
#pragma once
#include <future>
#include <optional>
#include <stop_token>
#include <string>

#include "app/ui/ui.h"

namespace satscope::app {

/// Where the dialog begins: a name that is free in the folder for pictures.
std::string place_for_slides(const std::string& lesson);

class SlidesWriter {
 public:
  ~SlidesWriter() { stop_.request_stop(); }

  /// lesson: an id or a file. What to say about it.
  Notice begin(const std::string& lesson, const std::string& file, const std::string& theme);
  /// What came of it, once it ends.
  std::optional<Notice> take();
  bool running() const { return written_.valid(); }

 private:
  std::stop_source stop_;
  std::future<Notice> written_;  // after stop_: it is waited for when it goes
};

}  // namespace satscope::app
