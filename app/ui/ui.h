// SPDX-License-Identifier: Apache-2.0
// What every panel sees: the state it may edit, what there is to show, and a place for its requests. A panel never computes,
// loads or calls OpenGL; it edits the session or asks for an action.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/pipeline/frame.h"
#include "app/session/session.h"
#include "app/session/settings.h"
#include "app/ui/drawing/fonts/fonts.h"
#include "app/ui/drawing/theme.h"
#include "app/ui/keys.h"
#include "app/ui/views/box_drag.h"
#include "app/ui/views/view_spec.h"

struct ImVec2;

namespace satscope::app {

struct CameraBus;
struct InputEvent;

struct Pixel {
  int x = 0, y = 0;
  bool operator==(const Pixel&) const = default;
};

/// A sentence for the user, with one thing to do about it.
struct Notice {
  std::string text;
  std::optional<Action> action;
  std::string action_label;
  bool bad = true;               ///< something failed; else news
  std::string action_text = {};  ///< of the request
  bool passes = false;           ///< news that goes by itself after a while
};

/// What the user is in the middle of: nothing that a session keeps.
struct Interaction {
  std::optional<Pixel> hover;   ///< pixel under the pointer, in either view
  bool hover_in_table = false;  ///< which view the pointer is in
  std::optional<BoxDrag> drag;
  bool panning = false;
  bool changing = false;             ///< a drag or a held key: not yet a step of undo
  bool dragged_once = false;         ///< the newcomer knows how
  std::optional<double> pulse_from;  ///< when the box began to draw attention to itself
  bool drawer = false;               ///< the side panel lies over the views, where the window is narrow
  bool in_panels = false;            ///< arrows, Space and Enter belong to the controls
  bool guided = false;               ///< a lesson says what to do
  bool lecturing = false;            ///< the class looks at a window of its own
  Area lecturers_part;               ///< beside the stage, for what the class need not see; no area: there is none
  bool played = false;               ///< a lesson moves the pointer, before a class
  std::string card;                  ///< of the lesson that is open, with its id; empty: none is
  bool only_read = false;            ///< that card asks nothing: it is about more than the step
  bool asked = false;                ///< a class has not answered yet what a lesson asks
  std::vector<std::string> covered;  ///< members of the state that a lesson asks for: "steps.counted.this_pass.additions"
  std::optional<std::size_t> stop;   ///< steps, or reads of Why?, that come before what a lesson asks for
  bool dialog = false;               ///< of the workspace, over what it shows; Esc closes that first
  bool stopped = false;              ///< the user wanted to go on there
  std::optional<Notice> message;
};

struct GlossaryTerm {
  std::string name;     ///< "bank conflict"
  std::string meaning;  ///< one sentence
  bool operator==(const GlossaryTerm&) const = default;
};

/// A text on the screen whose single letters mean something there: a formula.
struct LetteredText {
  std::string text;
  Area area;  ///< it is in
  std::vector<GlossaryTerm> letters;
};

/// What a panel asks for, carried out between two frames.
struct ActionRequest {
  Action action;
  Chord chord = {};
  std::string text = {};  ///< open: the input
};

class CameraWatch;
class Workspace;

/// What only the whole window can do.
class WindowServices {
 public:
  virtual ~WindowServices() = default;
  virtual bool animates() const = 0;
  virtual bool has_popup() const = 0;
  virtual bool full_screen() const { return false; }
  virtual void set_clipboard(const std::string& text) = 0;
  /// A PNG file. Returns why it is not in the clipboard, a sentence; empty: it is.
  virtual std::string set_clipboard_picture(std::vector<std::byte> png) = 0;
  /// Whether what is shown can be shared by a link, and makes it.
  virtual bool shares() const { return false; }
  virtual void share() {}
  /// Access to the devices of this machine.
  virtual const CameraBus& cameras() const = 0;
  /// Runs `write` on a thread and shows what it says. One at a time: false, and nothing happens, while another one runs.
  virtual bool write_aside(std::function<Notice()> write) = 0;
  /// Freezes the live source or lets it run; what has ended plays again from its beginning.
  virtual void play_or_pause() = 0;
  /// What `--state-out` writes.
  virtual nlohmann::json state() = 0;
  /// Whether all that was asked for is shown.
  virtual bool settled() const = 0;
  /// Begins anew with these members of a session; what they do not say is as at the start of the program.
  /// below: a session that they name opens files below this folder alone; empty: any.
  virtual void show(const nlohmann::json& members, const std::string& below) = 0;
  /// Gives these members of the session other values.
  virtual void change(const nlohmann::json& members) = 0;
  /// As if it came from mouse and keys; such as of a solution that is played before a class.
  virtual void push_input(const InputEvent& event) = 0;
  /// So many cards of a lesson are done, for the next start.
  virtual void remember_lesson(const std::string& id, const LessonProgress& progress) = 0;
};

/// Crops, flips and rotates the source: a SourceTransform as JSON, or one of the texts below.
inline constexpr Action k_transform_source{"transform-source"};
inline constexpr const char *k_crop_to_view = "view", *k_crop_to_box = "box";
/// Asks where to save a lesson as slides, beginning with the file that the request names; then k_save_slides names theme and
/// file.
inline constexpr Action k_ask_slides{"ask-slides"}, k_save_slides{"save-slides"};
/// Shows the folder of the file that the request names.
inline constexpr Action k_show_file{"show-file"};
/// Keeps a preset of Playground for the next start: its name, and its text from the next line on; no text: it goes.
inline constexpr Action k_remember_preset{"remember-preset"};
/// Keeps a choice for the next start: "level", "slides" or "background", and which one, as Settings has them.
inline constexpr Action k_remember_choice{"remember-choice"};
/// A file is there: the whole path, and a button that shows it. It stays until the next message, because the path is needed
/// once the user has turned to the file manager or a terminal.
Notice news_of_file(const std::string& text, const std::string& file);
/// Writes a file and says how that went. write: returns the name that the file got.
Notice saved(const std::function<std::string()>& write);

/// ImGui's, of at least one pixel by one: a narrow window has panels without room, and ImGui takes no button without an area.
bool invisible_button(const char* id, const ImVec2& size, int flags = 0);

struct Ui {
  Session& session;
  const Settings& settings;
  Interaction& doing;
  Frame& frame;
  const std::shared_ptr<const Samples>& samples;  ///< of session.edit.input; null: not read yet
  Workspace& workspace;                           ///< the one that is shown
  CameraWatch& sources;                           ///< what the source panel keeps
  WindowServices& window;
  const Palette& palette;
  const Fonts& fonts;
  bool loading;
  double now;  ///< seconds
  float em;    ///< height of the main font, pixels: the unit of all sizes
  bool can_undo, can_redo;

  std::vector<ViewSpec>& views;           ///< filled by the canvas, painted below the interface
  std::map<std::string, Area>& controls;  ///< where things are, in framebuffer pixels, for scripts; `in:ID`: the
                                          ///< closed list that has the control
  std::vector<LetteredText>& lettered;    ///< that are drawn in this frame
  std::vector<ActionRequest>& requests;
  bool& animating;  ///< set by who needs another frame soon

  void ask(Action action) { requests.push_back({action}); }
  void open(std::string input);

  /// Ends a control: remembers where the last item is as `id`, and explains it where the pointer rests.
  void control(std::string_view id, std::string_view tip = {}, std::optional<Action> action = std::nullopt);
};

/// The first of `texts` that is no wider than `width` in the current font, from the longest to the shortest; empty if none is.
std::string first_that_fits(const std::vector<std::string>& texts, float width);

/// The text on one line, cut with " ..." behind where it is wider than `width` pixels in this font.
std::string cut_to_fit(const ImFont& font, std::string_view text, float width);

/// A caption over a group of controls.
void caption(const Ui& ui, std::string_view text);

/// Text in a colour of the palette.
void coloured_text(Rgb colour, std::string_view text);

/// A colour for ImGui's draw lists.
unsigned packed(Rgb colour, float alpha = 1);

/// What a part of the window is on. The window has the colour of panels, so only those that lie over others are filled:
/// in software filling costs more than all text.
enum class Ground : std::uint8_t { clear, panel, scrolling, over_others };
/// Opens a part of the window that fills `area`; end it with ImGui::End.
void begin_area(const char* name, const Area& area, Ground ground, int more_flags = 0);

}  // namespace satscope::app
