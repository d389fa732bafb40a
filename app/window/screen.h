// SPDX-License-Identifier: Apache-2.0
// The window without a window: session, frame and interface over whatever OpenGL context is current. The desktop window and
// the off-screen shot both drive it, and so do tests.
#pragma once
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/session.h"
#include "app/session/settings.h"
#include "app/ui/input.h"
#include "app/ui/views/view_transform.h"
#include "app/window/window.h"

namespace satscope::app {

struct CameraBus;
struct Interaction;

/// What only a desktop window can do. The defaults do nothing.
class Host {
 public:
  virtual ~Host() = default;
  virtual double monitor_scale() { return 1; }
  virtual bool animates() const { return false; }
  /// Whether its user may be new.
  virtual bool greets() const { return false; }
  /// The clipboard's text, or the names of the files in it.
  virtual std::string clipboard() { return {}; }
  /// The clipboard's picture, as a PNG file; empty: it holds none.
  virtual std::vector<std::byte> clipboard_picture() { return {}; }
  virtual void set_clipboard(const char* /*text*/) {}
  /// A PNG file. Returns why it is not in the clipboard, a sentence; empty: it is.
  virtual std::string set_clipboard_picture(std::vector<std::byte> /*png*/) { return "here no picture can be copied"; }
  /// Asks for a file by the system's own dialog, and gives it to Screen::open. False: there is none, and ours is shown.
  virtual bool ask_for_file() { return false; }
  /// Opens the folder of a file in the desktop's program for that. Returns why it cannot, a sentence; empty: it did.
  virtual std::string show_folder_of(const std::string& /*file*/) { return {}; }
  /// Access to the devices of this machine.
  virtual const CameraBus& cameras() const;
  virtual void toggle_full_screen() {}
  virtual bool full_screen() const { return false; }
  /// Opens or closes a second window, which shows the class `Screen::stage()`. Returns why it cannot, a sentence; empty: it
  /// did.
  virtual std::string show_audience(bool /*shown*/) { return {}; }
  virtual bool audience() const { return false; }
  /// The pixels of that window, for which the stage is laid out; no area: the stage is as large as this window has room.
  virtual Extent audience_extent() const { return {}; }
  virtual void remember(const Settings& /*settings*/) {}
  /// Whether what is shown can be shared by a link; then `share` makes one of the text of a session file.
  virtual bool shares() const { return false; }
  virtual void share(const std::string& /*session*/) {}
};

class Screen {
 public:
  /// Needs a current OpenGL 3.3 context for its whole life. Throws std::runtime_error if something asked for cannot run.
  Screen(const WindowOptions& options, const Settings& settings, Host& host);
  ~Screen();
  Screen(const Screen&) = delete;

  InputQueue& input();
  /// A file that was dropped on the window, or an input of any kind.
  void open(const std::string& input);
  /// The text of a session file at this place that opens what is shown now. Throws std::runtime_error with a sentence.
  std::string session_text(const std::string& place);
  /// Makes the next steps draw, as after a change of the window's size.
  void redraw();

  /// Moves everything on; `now` in seconds. True if there is something new to draw. visible: whether it would be seen.
  bool step(double now, bool visible = true);
  /// Draws into the current framebuffer of this size in pixels (at least 1x1).
  void draw(Extent framebuffer, double now);
  /// Of the frame that was drawn last the pictures alone, into the same framebuffer; ImGui still knows the rest. Returns where
  /// those are that the rest is drawn over.
  std::vector<Area> draw_pictures();
  /// What handing the drawn picture to the window system took.
  void swapped(double milliseconds);
  /// The program ends: completes the files that are being written, without a display. What became of them, a sentence; empty:
  /// there is nothing to say.
  std::string finish();
  /// Seconds until `step` should be called although nothing happens; negative: never.
  double next_step_in() const;
  /// Whether frames are also sent to a camera, so that steps go on while the window is minimised.
  bool works_unseen() const;

  /// Whether everything asked for is done and drawn.
  bool settled() const;
  bool quit_wanted() const;
  std::string title() const;  ///< of the window
  /// What a class sees of the window that was drawn last, in its pixels; no area: black.
  Area stage() const;
  /// ImGui's number of the pointer's shape.
  int pointer_shape() const;

  const Session& session() const;
  /// What `--state-out` writes.
  nlohmann::json state();
  const Interaction& doing() const;

  /// Carries out an action as its key does.
  void perform(Action action, Chord chord = {}, const std::string& text = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace satscope::app
