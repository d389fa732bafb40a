// SPDX-License-Identifier: Apache-2.0
// A workspace describes itself here, and the window asks nothing else: to add one, write a folder in app/workspaces/ and
// a line in its list, and the workspace has its tab, keys, menus, side panel, bottom line, session, undo and state file.
#pragma once
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/pipeline/frame.h"
#include "app/session/window_options.h"
#include "app/ui/keys.h"
#include "app/ui/shell.h"
#include "app/ui/ui.h"

namespace satscope::app {

class Drawing;
class InputQueue;
struct Lesson;
class Workspace;

/// What one may do next, once a workspace was used for the first time.
struct NextThing {
  std::string_view label, about;
  Action action;
  Chord chord = {};
  std::string_view text = {};  ///< of the request
};

/// Paints a small picture.
using Sketch = std::function<void(Drawing& drawing, const Area& area)>;
/// Of the session's picture and its box. Throws InputError.
Sketch picture_sketch(const Session& session);

/// What is known of a workspace before any window is open.
struct WorkspaceKind {
  std::string_view id, title, about;
  /// Its own, and actions of the window that mean something else to it: it is asked first.
  std::vector<ActionRow> actions;
  std::unique_ptr<Workspace> (*make)();
  /// Whether an action of the window works there now; null: all do.
  bool (*takes)(const ActionRow& row, const Session& session) = nullptr;
  /// What it adds to the menus File and Help wherever the session is; none: nothing.
  void (*add_file_items)(Ui& ui) = nullptr;
  void (*add_help_items)(Ui& ui) = nullptr;
  /// A JSON document that is no session, as the members of one that shows it; none: not its kind of document. Throws
  /// std::runtime_error with a sentence.
  std::optional<nlohmann::json> (*opens)(const nlohmann::json& document, const std::string& name) = nullptr;
  /// What it shows of a session, in small; null, or empty for this session: nothing. Throws std::exception with a sentence.
  Sketch (*sketch)(const Session& session) = nullptr;
  /// Writes a lesson as a web page (make_lesson_page in app/window/window.h); null: another workspace does.
  std::string (*write_lesson_page)(const Lesson& lesson, const std::string& file, const std::string& out) = nullptr;
  /// Whether a newcomer sees less of it at first (Settings::level).
  bool has_levels = false;
  /// Whether it measures, so that its results come in real time alone.
  bool measures = false;
  /// What one can do there, a sentence; from the longest to the shortest.
  std::vector<std::string_view> welcome = {};
  /// Likewise, over its picture, until a newcomer has done something.
  std::vector<std::string> over_picture = {};
  /// What next, likewise, and the buttons behind it.
  std::vector<std::string_view> next_texts = {};
  std::vector<NextThing> next = {};
};

/// All of them, in the order of their tabs and keys.
const std::vector<WorkspaceKind>& workspaces();
/// The one that the session is in; the first where that is unknown.
const WorkspaceKind& kind_of(const Session& session);

/// Text of the bottom line: a key and what it does.
struct Hint {
  std::string keys;
  std::string_view does;
  Action action = {};               ///< that a click asks for
  std::optional<Chord> chord = {};  ///< as with this key; none: a click does nothing
};
/// An action of one key can also be clicked.
Hint hint(Action action, std::string_view does);

/// "1.5×", and the rate of a live source.
std::string zoom_text(const Ui& ui);

/// The picture in the middle of the window.
struct ShownPicture {
  bool ready = false;
  Extent extent;
  std::string problem;  ///< why nothing else will come; empty: something will, or is there
};

/// A session as it begins, with the parts of all workspaces. Throws std::logic_error if two of them have one member.
Session whole_session();

/// What accompanies all workspaces while it is open, as a lesson does: it is asked for actions first.
class Companion {
 public:
  /// The width that it takes beside every workspace, in heights of the main font.
  virtual double aside() const = 0;
  virtual void draw_aside(Ui& ui, const Area& area) = 0;
  /// The height of its caption for a class under every stage, pixels.
  virtual double caption() const = 0;
  virtual void draw_caption(Ui& ui, const Area& area) = 0;
  /// Whether the window shows what it speaks of; else its keys step something that the user chose.
  virtual bool leads() const = 0;
  /// Whether it waits for an answer, whose digits are typed anywhere.
  virtual bool takes_digits() const = 0;
  /// Whether it is where it begins.
  virtual bool at_beginning() const = 0;

 protected:
  ~Companion() = default;
};

/// What undo steps through where it is not the session's `edit`.
class OwnHistory {
 public:
  virtual bool can_undo() const = 0;
  virtual bool can_redo() const = 0;
  virtual void undo(Session& session) = 0;
  virtual void redo(Session& session) = 0;
  /// Once per frame: remembers what was changed, unless it is still being changed.
  virtual void note(Session& session, bool still_changing) = 0;

 protected:
  ~OwnHistory() = default;
};

/// One for each kind and window. `ui` is the window as it is now; it is drawn into in `draw` and `draw_side` alone.
class Workspace : public Performer {
 public:
  /// Gives the session its parts, as the command line wants them.
  virtual void begin(Session& /*session*/, const WindowOptions& /*options*/) {}

  /// Puts what else it knows into its parts, before the session is written.
  virtual void keep(Session& /*session*/) const {}
  /// Another session was opened: takes what `keep` put there.
  virtual void opened(Session& /*session*/) {}

  // What is drawn.

  virtual SideShape side(double columns) const { return {columns >= 56, 17}; }
  /// Before a frame of the window, shown or not.
  virtual void begin_frame() {}
  /// Whether what one can do there was done: then the guide says what next.
  virtual bool used(const Ui& /*ui*/) const { return false; }
  /// The middle of the window.
  virtual void draw(Ui& ui, const Shell& shell) = 0;
  /// The side panel, in the current window of ImGui.
  virtual void draw_side(Ui& ui, const Shell& shell) = 0;
  /// Windows of ImGui in the middle that hold controls, in the order in which the keyboard visits them.
  virtual std::vector<const char*> panels() const { return {}; }
  virtual void add_file_items(Ui& /*ui*/) const {}
  virtual void add_view_items(Ui& /*ui*/) const {}
  /// The left part of the bottom line, the most useful first.
  virtual std::vector<Hint> hints(const Ui& ui) const = 0;
  /// The right end of the bottom line, from the longest to the shortest.
  virtual std::vector<std::string> hover_texts(const Ui& ui) const;
  /// The status corner, from the longest to the shortest.
  virtual std::vector<std::string> status_texts(const Ui& ui) const;
  /// What the mouse does, for the key sheet.
  virtual std::string_view mouse_text(const Session& session) const = 0;

  // What of the frame it shows.

  /// Adds to what the frame is asked for, while it is shown.
  virtual void want(const Session& /*session*/, Wanted& /*wanted*/) const {}
  /// Pixels whose numbers it waits for, shown or not; the frame makes a table for them.
  virtual std::optional<Box> pixels_wanted() const { return std::nullopt; }
  /// Whether it shows anything of the frame, or counts it; else a live source waits.
  virtual bool uses_frames(const Session& /*session*/) const { return true; }
  /// Whether its frames are also sent to a camera, so that a live source goes on while the window is minimised.
  virtual bool works_unseen() const { return false; }
  /// Boxes of the picture whose sums it shows, beside that of the session.
  virtual std::vector<Box> boxes_read(const Session& /*session*/, Extent /*picture*/) const { return {}; }
  /// Whether picture, table and box are shown.
  virtual bool shows_table() const { return true; }
  virtual ShownPicture shown(const Frame& frame) const;
  /// The control over which the view is: where zooming by keys happens.
  virtual std::string_view view() const { return "view:picture"; }
  /// The id of the filter that is worked on; empty: none is.
  virtual std::string filter_at_hand(const Session& /*session*/) const { return {}; }

  // What it does.

  /// After each step of the frame, shown or not. True if there is something new to draw.
  virtual bool step(Ui& /*ui*/) { return false; }
  /// When `step` wants to be called although nothing happens, seconds; 0: never.
  virtual double due_at(double /*now*/) const { return 0; }
  /// Whether what it shows first is there, and nothing is on its way.
  virtual bool settled() const { return true; }
  /// The program ends: completes the files that are being written. What became of them, a sentence; empty: there is nothing to
  /// say.
  virtual std::string finish() { return {}; }
  /// The action that freezes the live source there.
  virtual Action freeze() const;
  /// Keys that do something while they are held.
  virtual void read_held_keys(Ui& /*ui*/, const InputQueue& /*input*/, bool /*typing*/) {}
  /// Gives back what the drag that is going on has changed; false: none is.
  virtual bool drop_drag(Session& /*session*/) { return false; }

  // What only some have; null: not now.

  virtual Companion* companion() { return nullptr; }
  /// Null: undo steps through the session.
  virtual OwnHistory* own_history(const Session& /*session*/) { return nullptr; }

  /// Adds to its member of the state file, which holds its part of the session already.
  virtual void report(const Ui& /*ui*/, nlohmann::json& /*into*/) const {}
};

}  // namespace satscope::app
