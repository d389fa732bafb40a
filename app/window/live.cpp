// SPDX-License-Identifier: Apache-2.0
// The live source of the window: how it begins, what it says, and which camera is remembered.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/sources/live/live_open.h"
#include "app/ui/inputs.h"
#include "app/window/screen_state.h"

namespace satscope::app {

/// What moves is opened by the frame; the picture behind it stays what it was.
void Screen::State::take_live_input(const Pending& loaded, const std::string& asked) {
  const bool any_camera = asked == k_camera && !settings.camera.empty();
  const std::string& words = any_camera ? settings.camera : asked;  // the camera of last time
  if (any_camera) session.mode = settings.camera_mode;
  const std::string still = samples ? session.edit.input : std::string(k_example_input);
  session.edit = loaded.edit;
  session.edit.input = still;
  session.edit.source = words;
  session.edit.live = true;
  box_due = loaded.place_box;
  session.view.fitted = true;
  if (loaded.is_new) {
    remember_input(words);
    doing.message.reset();
  }
  if (!samples) {  // because: a stopped source leaves something to see
    pending = Pending{session.edit, false, false};
    loader.request(still);
  }
}

/// A stranger's lesson that is checked must not watch anybody, nor play what lies elsewhere.
void Screen::State::keep_still() {
  if (!options.rehearses || !session.edit.live || words_behind(session.edit.source, k_synthetic)) return;
  doing.message = Notice{
      fmt::format("'{}' stays off: the check of a lesson opens pictures and the synthetic camera alone", session.edit.source),
      std::nullopt,
      {}};
  session.edit.live = false;
  session.edit.source = k_synthetic;
}

/// Once per step: says what went wrong, and remembers a camera that works.
void Screen::State::follow_source() {
  if (sources.look(now)) frames_due = std::max(frames_due, 2);
  const SourceStatus& status = frame.status().source;
  if (status.trouble != reported_trouble) {
    if (doing.message && doing.message->text == reported_trouble) doing.message.reset();
    reported_trouble = status.trouble;
    if (!reported_trouble.empty()) {
      const bool goes_on = status.feed.phase == Phase::running || status.feed.phase == Phase::opening;
      doing.message = goes_on ? Notice{reported_trouble, std::nullopt, {}}
                              : Notice{reported_trouble, WindowAction::open, "Open another ..."};
    }
    frames_due = 3;
  }
  if (status.feed.phase == Phase::failed && status.feed.delivered == 0 && session.edit.live) {
    // because: a window over a source that never gave anything would be a dead end
    session.edit.live = false;
    session.edit.source = k_synthetic;
    reported_trouble.clear();
    if (!samples && !pending) {
      pending = Pending{session.edit, true, false};
      loader.request(session.edit.input);
    }
  }
  const bool camera = words_behind(session.edit.source, k_camera).has_value();
  if (!camera || status.feed.phase != Phase::running || !status.feed.description.leaves_mark) return;
  if (settings.camera == session.edit.source && settings.camera_mode == session.mode) return;
  settings.camera = session.edit.source;
  settings.camera_mode = session.mode;
  host.remember(settings);
}

}  // namespace satscope::app
