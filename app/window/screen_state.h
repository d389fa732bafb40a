// SPDX-License-Identifier: Apache-2.0
// What a Screen consists of. Internal to app/window/.
#pragma once
#include <imgui.h>

#include <chrono>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/published/papers.h"
#include "app/render/gl_timer.h"
#include "app/session/history.h"
#include "app/ui/open_session.h"
#include "app/ui/panels/camera_watch.h"
#include "app/ui/panels/guide.h"
#include "app/ui/panels/popups.h"
#include "app/ui/panels/presentation.h"
#include "app/ui/panels/terms.h"
#include "app/ui/ui.h"
#include "app/ui/views/view_cache.h"
#include "app/ui/workspace.h"
#include "app/window/loader.h"
#include "app/window/relief.h"
#include "app/window/screen.h"
#include "app/window/state_file.h"

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

struct Screen::State final : WindowServices, Performer {
  State(const WindowOptions& chosen, const Settings& remembered, Host& its_host);

  WindowOptions options;
  Settings settings;
  Host& host;
  GuiContext gui;
  Session session;
  Interaction doing;
  History history;
  ViewCache painted;
  Frame frame;
  CameraWatch sources;
  std::vector<std::unique_ptr<Workspace>> workspaces;  ///< in the order of their kinds
  FrameGapTimes drawn{k_longest_gap};                  ///< frames of the window
  ReliefRule relief;
  GlTimer draw_timer;
  Loader loader;
  Popups popups;
  Terms terms;
  Guide guide;
  Presentation presentation;
  double presented_since = 0;  ///< seconds
  double clock_height = 0;     ///< of the lecturer, as drawn last
  Area stage;                  ///< that a class sees, as drawn last
  StateFile state_file;
  InputQueue input;

  std::shared_ptr<const Samples> samples;  ///< of session.edit.input
  struct Pending {
    Edit edit;                                         ///< becomes the session's when its input is there
    bool place_box;                                    ///< the box is ours to choose
    bool is_new;                                       ///< opened by the user: worth remembering
    std::shared_ptr<OpenedSession> session = nullptr;  ///< which this picture is of; null: of the one there is
    bool keeps_view = false;
  };
  std::optional<Pending> pending;
  bool history_started = false;
  bool box_due = true;  ///< a live source gets its box with its first frame

  Fonts fonts;
  double styled_scale = 0;
  const Palette* styled = nullptr;

  static constexpr double k_longest_gap = 0.25;  ///< seconds; nothing moves if no frame is due for longer

  std::vector<ViewSpec> views;
  std::map<std::string, Area> controls;
  std::vector<LetteredText> lettered;
  std::vector<ActionRequest> requests;
  Extent framebuffer;
  double now = 0, last_drawn = 0;
  static constexpr int k_frames_after_change = 3;  ///< because: ImGui needs a few frames to settle
  int frames_due = k_frames_after_change;
  bool animating = false, quit = false, sums_known = false;
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
  std::future<Notice> written_aside;

  Workspace& shown_workspace() const;
  Companion* companion() const;  ///< that is open; null: none is
  Extent shown_extent() const { return shown_workspace().shown(frame).extent; }

  // screen_state.cpp
  void renew_style();
  void take_loaded();
  void read_keys(const std::vector<Press>& presses);
  void dispatch_requests();
  Ui make_ui();
  void draw_gui(double width, double height);
  bool shows_guide();
  void keep_box_inside();
  void watch();
  void check_agreement();
  void take_screenshot();
  bool settled() const override;
  Extent expected_extent() const;
  Wanted wanted() const;
  std::optional<Box> pixels_wanted() const;

  // presenting.cpp
  double scale_in_force() const;
  const Palette& palette() const;
  void present(bool with_window);  ///< with_window: opens or closes that of the class
  bool leave_class();              ///< false: something else is to be left first, or there is no class
  void draw_for_lecturer(Ui& ui, const Area& area);

  // drawing.cpp
  bool nobody_looks() const;  ///< at the frames of a live source
  void begin_drawing();
  void paint_views();
  void end_drawing();
  double painting_ms = 0, uploading_ms = 0;  ///< of the frame that is being drawn
  std::chrono::steady_clock::time_point drawing_began;
  nlohmann::json rates() const;  ///< how fast frames follow each other

  // sessions.cpp
  void begin_with_document();  ///< options.input, at the start; what goes wrong is a message
  void take_session(const SessionFile& file, const std::string& below = {});
  void become(OpenedSession& opened);
  void show_paper_item(const PaperItem& item);
  void remember_input(const std::string& words);
  std::string session_text(const std::string& place);
  void save_session(std::string file);
  std::string session_place;  ///< the file of the session that is open; empty: it has none

  // live.cpp
  void take_live_input(const Pending& request, const std::string& asked);
  void follow_source();
  void keep_still();
  std::string reported_trouble;

  // history.cpp
  bool can_undo() const;
  bool can_redo() const;
  void note_changes();
  void undo();
  void redo();
  Edit edit_for_history() const;
  void drop_drags();  ///< as if they had not begun

  // actions.cpp
  bool animates() const override { return host.animates(); }
  bool has_popup() const override;
  void set_clipboard(const std::string& text) override { host.set_clipboard(text.c_str()); }
  bool write_aside(std::function<Notice()> write) override;
  void play_or_pause() override;

  // services.cpp
  nlohmann::json state() override;
  void show(const nlohmann::json& members, const std::string& below) override;
  void change(const nlohmann::json& members) override;
  void remember_lesson(const std::string& id, const LessonProgress& progress) override;

  // actions.cpp
  void perform(const ActionRequest& request);
  void open(const std::string& name);
  void paste();
  void apply(const Edit& wanted);
  void leave();
  void zoom_by(double factor);
  void set_scale(double scale);
  void next_panel();
  void pan(const Chord& chord);
  void change_box(const Chord& chord, int by, bool resizes);
  void place_box();
  void zoom_to_box();
  void go_live_or_still();
  void choose_algorithm(std::size_t number);
  void ask_where_to_save(const std::string& file);
  void fold_side_panel();
  void change_theme();
  void take_normal_scale();
  static std::vector<ActionRow> actions();
  void range_from_box();
  Area view_area() const;
};

}  // namespace satscope::app
