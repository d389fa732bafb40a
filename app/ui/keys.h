// SPDX-License-Identifier: Apache-2.0
// The one table of keys: it drives the input, the key sheet, the bottom line, the tooltips, the menus, and the README's table
// is checked against it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// Everything that a key, a menu or a button can ask for.
enum class Action : std::uint8_t {
  open,
  paste,
  screenshot,
  quit,
  undo,
  redo,
  move_box,
  move_box_far,
  resize_box,
  resize_box_far,
  place_box,
  remove_box,
  fit,
  actual_size,
  zoom_to_box,
  zoom_in,
  zoom_out,
  pan,
  go_to_pixel,
  next_colour_map,
  auto_range,
  range_from_box,
  deramp,
  numbers,
  grid,
  histogram,
  live,
  pause,
  mirror,
  measure,
  choose_algorithm,
  to_steps,
  play,
  step_forward,
  step_back,
  next_phase,
  previous_phase,
  first_step,
  last_step,
  slower,
  faster,
  steps_view,
  next_stage,
  previous_stage,
  first_stage,
  last_stage,
  original,
  wipe,
  difference,
  radius_down,
  radius_up,
  radius_far_down,
  radius_far_up,
  choose_filter,
  remove_region,
  to_explore,
  save_result,
  race_run,
  race_freeze,
  toggle_entrant,
  budget_down,
  budget_up,
  copy_times,
  save_times,
  workspace,
  side_panel,
  next_panel,
  theme,
  larger,
  smaller,
  normal_size,
  full_screen,
  key_sheet,
  leave,
};

/// Where a key works, as the key sheet groups them.
enum class Where : std::uint8_t { anywhere, box, view, colours, source, steps, stages, playground, race };
std::string_view title_of(Where where);

struct KeyBinding {
  std::vector<Chord> chords;
  Action action;
  std::string_view id;    ///< of the action
  std::string_view does;  ///< what it does, as the key sheet says it
  Where where;
  bool repeats = false;       ///< when the key is held
  bool while_typing = false;  ///< also when a text field has the keyboard
};

/// All of them, each action once, in the order of the key sheet.
const std::vector<KeyBinding>& key_bindings();

const KeyBinding& binding_of(Action action);

/// The keys of a binding in short: "Ctrl+Shift+Arrows", "? or F1".
std::string keys_text(const KeyBinding& binding);
inline std::string keys_text(Action action) { return keys_text(binding_of(action)); }

/// Whether a room's own keys are grouped there: they come before those that work everywhere.
constexpr bool is_room(Where where) { return where >= Where::steps; }

/// Whether a binding works in a room: Explore and Race have a box and a view, Steps its own keys instead, its view of
/// the stages ("stages") a view and keys of its own, and so has the playground, which shows no table.
bool works_in(const KeyBinding& binding, std::string_view room);

/// What the chord asks for in a room. A room's own keys come before those that work everywhere.
std::optional<Action> action_of(const Chord& chord, bool typing, bool repeated, std::string_view room = "explore");

}  // namespace satscope::app
