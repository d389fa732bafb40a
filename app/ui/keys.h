// SPDX-License-Identifier: Apache-2.0
// The one table of keys: it drives the input, the key sheet, the bottom line, the tooltips, the menus, and docs/keys.md
// is checked against it. Each workspace adds its own.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/session.h"

namespace satscope::app {

/// A key. Letters, digits and signs are their upper-case ASCII code; the others follow.
enum Key : int {
  k_key_space = ' ',
  k_key_escape = 256,
  k_key_enter,
  k_key_tab,
  k_key_backspace,
  k_key_delete,
  k_key_insert,
  k_key_left,
  k_key_right,
  k_key_up,
  k_key_down,
  k_key_page_up,
  k_key_page_down,
  k_key_home,
  k_key_end,
  k_key_f1,  // F1 ... F12 follow one another
  k_key_f12 = k_key_f1 + 11,
  k_key_count
};

/// A key with the modifiers held. Letters and digits come from the keyboard's layout, signs as they are typed.
struct Chord {
  int key = 0;
  bool ctrl = false;
  bool shift = false;
  bool alt = false;
  bool operator==(const Chord&) const = default;
};

/// "Ctrl+Shift+Z", "F11", "?".
std::string to_text(const Chord& chord);
/// The chord of such a text; none if it is no chord.
std::optional<Chord> chord_of(std::string_view text);

/// What a key, a menu or a button can ask for, known by its id. Those here work in more than one workspace; a workspace has its
/// own beside them.
struct Action {
  std::string_view id;

  constexpr bool operator==(const Action&) const = default;
  /// For `switch`, where two ids of one number would not compile: FNV-1a.
  constexpr operator std::uint32_t() const {
    std::uint32_t hash = 2166136261U;
    for (const char letter : id) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619U;
    return hash;
  }

  static const Action open, paste, screenshot, save_session, save_session_as, quit, undo, redo, move_box, move_box_far;
  static const Action resize_box, resize_box_far, place_box, remove_box, fit, actual_size, zoom_to_box, zoom_in;
  static const Action zoom_out, pan, go_to_pixel, next_colour_map, auto_range, range_from_box, deramp, numbers;
  static const Action grid, histogram, live, pause, mirror, measure, choose_algorithm, to_steps;
  static const Action workspace, side_panel, next_panel, theme, larger, smaller, normal_size, full_screen;
  static const Action key_sheet, leave, next_term, previous_term, glossary, guide, start_lesson;
  static const Action present, audience, next_point, previous_point, black, spot, lens, pen, few_colours;
  static const Action papers;
};
inline constexpr Action Action::open{"open"};
inline constexpr Action Action::paste{"paste"};
inline constexpr Action Action::screenshot{"screenshot"};
inline constexpr Action Action::save_session{"save-session"};
inline constexpr Action Action::save_session_as{"save-session-as"};
inline constexpr Action Action::quit{"quit"};
inline constexpr Action Action::undo{"undo"};
inline constexpr Action Action::redo{"redo"};
inline constexpr Action Action::move_box{"move-box"};
inline constexpr Action Action::move_box_far{"move-box-far"};
inline constexpr Action Action::resize_box{"resize-box"};
inline constexpr Action Action::resize_box_far{"resize-box-far"};
inline constexpr Action Action::place_box{"place-box"};
inline constexpr Action Action::remove_box{"remove-box"};
inline constexpr Action Action::fit{"fit"};
inline constexpr Action Action::actual_size{"actual-size"};
inline constexpr Action Action::zoom_to_box{"zoom-to-box"};
inline constexpr Action Action::zoom_in{"zoom-in"};
inline constexpr Action Action::zoom_out{"zoom-out"};
inline constexpr Action Action::pan{"pan"};
inline constexpr Action Action::go_to_pixel{"go-to-pixel"};
inline constexpr Action Action::next_colour_map{"next-colour-map"};
inline constexpr Action Action::auto_range{"auto-range"};
inline constexpr Action Action::range_from_box{"range-from-box"};
inline constexpr Action Action::deramp{"de-ramp"};
inline constexpr Action Action::numbers{"numbers"};
inline constexpr Action Action::grid{"grid"};
inline constexpr Action Action::histogram{"histogram"};
inline constexpr Action Action::live{"live"};
inline constexpr Action Action::pause{"pause"};
inline constexpr Action Action::mirror{"mirror"};
inline constexpr Action Action::measure{"measure"};
inline constexpr Action Action::choose_algorithm{"choose-algorithm"};
inline constexpr Action Action::to_steps{"to-steps"};
inline constexpr Action Action::workspace{"workspace"};
inline constexpr Action Action::side_panel{"side-panel"};
inline constexpr Action Action::next_panel{"next-panel"};
inline constexpr Action Action::theme{"theme"};
inline constexpr Action Action::larger{"larger"};
inline constexpr Action Action::smaller{"smaller"};
inline constexpr Action Action::normal_size{"normal-size"};
inline constexpr Action Action::full_screen{"full-screen"};
inline constexpr Action Action::key_sheet{"key-sheet"};
inline constexpr Action Action::leave{"leave"};
inline constexpr Action Action::next_term{"next-term"};
inline constexpr Action Action::previous_term{"previous-term"};
inline constexpr Action Action::glossary{"glossary"};
inline constexpr Action Action::guide{"guide"};
inline constexpr Action Action::papers{"papers"};              // text: the number of an item, to show it
inline constexpr Action Action::start_lesson{"start-lesson"};  // text: an id, or a file
inline constexpr Action Action::present{"present"};
inline constexpr Action Action::audience{"audience"};
inline constexpr Action Action::next_point{"next-point"};
inline constexpr Action Action::previous_point{"previous-point"};
inline constexpr Action Action::black{"black"};
inline constexpr Action Action::spot{"spot"};
inline constexpr Action Action::lens{"lens"};
inline constexpr Action Action::pen{"pen"};
inline constexpr Action Action::few_colours{"few-colours"};

// How the key sheet groups them; a workspace names groups of its own.
inline constexpr std::string_view k_program_keys = "Program", k_box_keys = "Box", k_view_keys = "View",
                                  k_colour_keys = "Colours and numbers", k_source_keys = "Source and algorithm",
                                  k_class_keys = "Before a class";

struct KeyBinding {
  std::vector<Chord> chords;
  Action action;
  std::string_view does;  ///< what it does, as the key sheet says it
  std::string_view group;
  bool repeats = false;       ///< when the key is held
  bool while_typing = false;  ///< also when a text field has the keyboard
  std::string_view of = {};   ///< id of the workspace whose own it is
  bool anywhere = false;      ///< also while another workspace is shown
  bool presenting = false;    ///< only before a class, and there before all others
};

// Chords, for tables of bindings.
constexpr Chord plain(int key) { return {.key = key}; }
constexpr Chord ctrl(int key) { return {.key = key, .ctrl = true}; }
constexpr Chord ctrl_shift(int key) { return {.key = key, .ctrl = true, .shift = true}; }
constexpr Chord shift(int key) { return {.key = key, .shift = true}; }
std::vector<Chord> digits(int from, int to, bool with_ctrl);

/// All of them, each action once: the common ones, then those of each workspace.
const std::vector<KeyBinding>& key_bindings();

const KeyBinding& binding_of(Action action);

/// The keys of a binding in short: "Ctrl+Shift+Arrows", "? or F1".
std::string keys_text(const KeyBinding& binding);
inline std::string keys_text(Action action) { return keys_text(binding_of(action)); }

/// Whether the binding works where the session is.
bool works_in(const KeyBinding& binding, const Session& session);

/// What the chord asks for where the session is. A workspace's own keys come before the common ones.
std::optional<Action> action_of(const Chord& chord, bool typing, bool repeated, const Session& session = {});

}  // namespace satscope::app
