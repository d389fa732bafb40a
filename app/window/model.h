// SPDX-License-Identifier: Apache-2.0
// What all parts of the window share. Internal to app/window/.
#pragma once
#include <algorithm>
#include <functional>
#include <future>
#include <memory>
#include <vector>

#include "app/ui/panels/guide.h"
#include "app/ui/panels/popups.h"
#include "app/ui/panels/presentation.h"
#include "app/ui/panels/terms.h"
#include "app/ui/ui.h"
#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"
#include "app/window/screen.h"

namespace satscope::app {

struct WindowModel {
  /// Begins with what the options ask for; nothing is loaded yet.
  WindowModel(const WindowOptions& chosen, const Settings& remembered, Host& its_host, Painter painter);

  WindowOptions options;
  Settings settings;
  Host& host;
  Session session;
  Interaction doing;
  Frame frame;
  std::vector<std::unique_ptr<Workspace>> workspaces;  ///< in the order of their kinds
  // over the workspaces
  Popups popups;
  Terms terms;
  Guide guide;
  Presentation presentation;

  double now = 0, presented_since = 0;  ///< seconds
  std::string lesson_presented;         ///< the lesson whose time goes on; empty: none
  /// Whether the time since then is shown somewhere.
  bool shows_time() const { return session.presenting && (doing.lecturing || doing.guided); }
  static constexpr int k_frames_after_change = 3;  ///< because: ImGui needs a few frames to settle
  int frames_due = k_frames_after_change;
  void draw_soon(int frames = 1) { frames_due = std::max(frames_due, frames); }
  /// With one thing to do about it: to open something else.
  void say_what_failed(const std::string& sentence) {
    doing.message = Notice{sentence, WindowAction::open, "Open another ..."};
  }
  void say(const std::string& sentence) { doing.message = Notice{sentence, std::nullopt, {}}; }

  Workspace& shown_workspace() const;
  /// That is open; null: none is.
  Companion* companion() const;
  /// Pixels whose numbers a workspace waits for.
  std::optional<Box> pixels_wanted() const;
  bool has_popup() const;
  /// Whether the line for newcomers is to be seen. A lesson guides by itself.
  bool shows_guide(const Ui& ui);
  /// As if the drags that are going on had not begun.
  void drop_drags();

  /// Runs `write` on a thread; what it says becomes the message. One at a time: false, and nothing happens, while another runs.
  bool write_aside(std::function<Notice()> write);
  bool writes_aside() const { return written_aside_.valid(); }
  void take_written();
  void wait_for_written() const;

 private:
  std::future<Notice> written_aside_;
};

}  // namespace satscope::app
