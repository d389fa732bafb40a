// SPDX-License-Identifier: Apache-2.0
// What a Screen consists of. Internal to app/window/.
#pragma once
#include <imgui.h>

#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/render/gl_timer.h"
#include "app/session/history.h"
#include "app/ui/camera_watch.h"
#include "app/ui/popups.h"
#include "app/ui/ui.h"
#include "app/ui/view_cache.h"
#include "app/window/loader.h"
#include "app/window/screen.h"
#include "app/window/state_file.h"
#include "app/workspaces/playground/room.h"
#include "app/workspaces/race/room.h"
#include "app/workspaces/steps/steps.h"

namespace satscope::app {

/// ImGui with its OpenGL backend.
class GuiContext {
 public:
  GuiContext();
  ~GuiContext();
  GuiContext(const GuiContext&) = delete;
  void make_current() const { ImGui::SetCurrentContext(context_); }

 private:
  ImGuiContext* context_;
};

struct Screen::State {
  State(const WindowOptions& chosen, const Settings& remembered, Host& its_host);

  WindowOptions options;
  Settings settings;
  Host& host;
  GuiContext gui;
  Session session;
  Interaction doing;
  History history;
  StepsHistory steps_history;  ///< begins with the first story
  bool steps_history_started = false;
  Frame frame;
  StepsRoom steps;
  CameraWatch sources;
  PlaygroundRoom playground;
  RaceWorkspaceRoom race;
  ViewPainter painter;
  ViewCache painted;
  GlTimer draw_timer;
  Loader loader;
  Popups popups;
  StateFile state_file;
  InputQueue input;

  std::shared_ptr<const Samples> samples;  ///< of session.edit.input
  struct Pending {
    Edit edit;       ///< becomes the session's when its input is there
    bool place_box;  ///< the box is ours to choose
    bool is_new;     ///< opened by the user: worth remembering
  };
  std::optional<Pending> pending;
  bool history_started = false;
  bool box_due = true;  ///< a live source gets its box with its first frame

  Fonts fonts;
  double styled_scale = 0;
  std::string styled_theme;

  std::vector<ViewSpec> views;
  std::map<std::string, Area> controls;
  std::vector<Wish> wishes;
  Extent framebuffer;
  double now = 0, last_drawn = 0;
  int frames_due = 3;  ///< ImGui needs a few frames to settle after each change
  bool animating = false, quit = false, sum_known = false;
  bool drew_settled = false;  ///< the last frame drawn was of a settled state
  double key_until = 0;       ///< a held key counts as held until then; 0: none is
  double check_due_at = 0;    ///< when the next check of agreement may begin; 0: none is due
  int panel = -1;             ///< which panel the keyboard is in
  std::string shown_progress;

  struct Checked {
    std::uint64_t serial = 0;
    double at = -1e9;
  } checked;

  std::optional<std::string> screenshot_wanted;
  std::future<Notice> screenshot_done;

  // window_screen.cpp
  void renew_style();
  void take_loaded();
  void read_keys(const std::vector<Press>& presses);
  void grant_wishes();
  Ui make_ui();
  void draw_gui(double width, double height);
  void keep_box_inside();
  void watch();
  void check_agreement();
  void take_screenshot();
  bool settled() const;
  Extent expected_extent() const;
  Wanted wanted() const;

  // window_live.cpp
  void take_live_input(const Pending& wish, const std::string& asked);
  void follow_source();
  void fit_regions();
  Extent regions_in;  ///< the picture that the rectangles of the playground were made for
  std::string told_trouble;

  // window_steps.cpp
  /// Carries out what Steps and the change to another workspace are asked for; false: not theirs.
  bool perform_steps(const Wish& wish);
  bool step_steps();  ///< asks, plays; true if there is something new to draw
  void take_live_patch();
  void go_to_stage(int stage);
  std::optional<Box> live_patch;  ///< pixels of the live frame that are on their way to Steps
  /// The table that is shown when a patch is asked for where filters are: not of the frame on the screen.
  std::optional<std::uint64_t> stale_table;
  int stale_steps = 0;  ///< that have been waited for another one

  // window_playground.cpp
  bool in_playground() const { return session.workspace == "playground"; }
  bool perform_playground(const Wish& wish);  ///< false: not its
  void read_held_keys(bool typing);
  Extent shown_extent() const;  ///< of the picture that the workspace shows
  void save_result(const std::string& file);

  // window_race.cpp
  bool perform_race(const Wish& wish);  ///< false: not its
  void save_race(const std::string& file);

  // window_history.cpp
  bool can_undo() const;
  bool can_redo() const;
  bool in_steps() const;                 ///< undo and redo are those of the steps
  void note_steps(bool still_changing);  ///< remembers what was changed there
  void undo();
  void redo();
  Edit edit_for_history() const;
  void drop_drags();  ///< as if they had not begun

  // window_actions.cpp
  void play_or_pause();
  void perform(const Wish& wish);
  void open(const std::string& name);
  void apply(const Edit& wanted);
  void leave();
  void zoom_by(double factor);
  void set_scale(double scale);
  void next_panel();
  void arrow(const Chord& chord, Action action);
  void range_from_box();
  Area view_area() const;
  /// A name in the working directory that is not taken: the stem with a number, and what it ends with.
  static std::string free_name(std::string_view stem, std::string_view ending = ".png");
  bool any_popup() const;
};

}  // namespace satscope::app
