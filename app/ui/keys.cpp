// SPDX-License-Identifier: Apache-2.0
#include "app/ui/keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace satscope::app {
namespace {

constexpr Chord plain(int key) { return {.key = key}; }
constexpr Chord ctrl(int key) { return {.key = key, .ctrl = true}; }
constexpr Chord shift(int key) { return {.key = key, .shift = true}; }
constexpr Chord ctrl_shift(int key) { return {.key = key, .ctrl = true, .shift = true}; }
constexpr int function(int number) { return k_key_f1 + number - 1; }

std::vector<Chord> arrows(bool with_ctrl, bool with_shift, bool with_alt) {
  std::vector<Chord> chords;
  for (const int key : {k_key_left, k_key_right, k_key_up, k_key_down})
    chords.push_back({key, with_ctrl, with_shift, with_alt});
  return chords;
}

std::vector<Chord> digits(int from, int to, bool with_ctrl) {
  std::vector<Chord> chords;
  for (int digit = from; digit <= to; ++digit) chords.push_back({.key = '0' + digit, .ctrl = with_ctrl});
  return chords;
}

std::string name_of(int key) {
  switch (key) {
    case k_key_space: return "Space";
    case k_key_escape: return "Esc";
    case k_key_enter: return "Enter";
    case k_key_tab: return "Tab";
    case k_key_backspace: return "Backspace";
    case k_key_delete: return "Delete";
    case k_key_insert: return "Insert";
    case k_key_left: return "Left";
    case k_key_right: return "Right";
    case k_key_up: return "Up";
    case k_key_down: return "Down";
    case k_key_page_up: return "PgUp";
    case k_key_page_down: return "PgDn";
    case k_key_home: return "Home";
    case k_key_end: return "End";
    default: break;
  }
  if (key >= k_key_f1 && key <= k_key_f12) return fmt::format("F{}", key - k_key_f1 + 1);
  return std::string(1, static_cast<char>(key));
}

std::string modifiers(const Chord& chord) {
  return fmt::format("{}{}{}", chord.ctrl ? "Ctrl+" : "", chord.alt ? "Alt+" : "", chord.shift ? "Shift+" : "");
}

}  // namespace

std::string to_text(const Chord& chord) { return modifiers(chord) + name_of(chord.key); }

std::string_view title_of(Where where) {
  switch (where) {
    case Where::anywhere: return "Program";
    case Where::box: return "Box";
    case Where::view: return "View";
    case Where::colours: return "Colours and numbers";
    case Where::source: return "Source and algorithm";
    case Where::steps: return "Steps";
    case Where::stages: return "Stages";
    case Where::playground: return "Playground";
    case Where::race: return "Race";
  }
  return "";
}

const std::vector<KeyBinding>& key_bindings() {
  using enum Action;
  using enum Where;
  static const std::vector<KeyBinding> table{
      {arrows(false, false, false), move_box, "move-box", "move the box by 1 pixel", box, true},
      {arrows(true, false, false), move_box_far, "move-box-far", "move the box by 10 pixels", box, true},
      {arrows(false, true, false), resize_box, "resize-box", "resize the box by 1 pixel", box, true},
      {arrows(true, true, false), resize_box_far, "resize-box-far", "resize the box by 10 pixels", box, true},
      {{plain('B')}, place_box, "place-box", "put a box into the middle of the view", box},
      {{plain(k_key_enter)}, to_steps, "to-steps", "take the pixels under the cursor, or of the box, to Steps", box},
      {{plain(k_key_delete)}, remove_box, "remove-box", "remove the box", box},
      {{ctrl('Z')}, undo, "undo", "undo: box, algorithm, filters, entrants, source; in Steps its settings", anywhere, true},
      {{ctrl_shift('Z'), ctrl('Y')}, redo, "redo", "redo", anywhere, true},

      {{plain('F')}, fit, "fit", "fit the picture into the view", view},
      {{ctrl('0')}, actual_size, "actual-size", "one pixel of the picture per pixel of the screen", view},
      {{plain('Z')}, zoom_to_box, "zoom-to-box", "zoom to the box", view},
      {{plain('+'), plain('=')}, zoom_in, "zoom-in", "zoom in", view, true},
      {{plain('-')}, zoom_out, "zoom-out", "zoom out", view, true},
      {arrows(false, false, true), pan, "pan", "pan the view", view, true},
      {{ctrl('G')}, go_to_pixel, "go-to-pixel", "go to a pixel", view},

      {{plain('V')}, next_colour_map, "next-colour-map", "next colour map", colours},
      {{plain('A')}, auto_range, "auto-range", "range from all of the table, and follow it", colours},
      {{shift('A')}, range_from_box, "range-from-box", "range from the box", colours},
      {{plain('R')}, deramp, "de-ramp", "take the ramp out of the table", colours},
      {{plain('N')}, numbers, "numbers", "numbers in large pixels", colours},
      {{plain('G')}, grid, "grid", "grid between large pixels", colours},
      {{plain('H')}, histogram, "histogram", "histogram in the range bar", colours},

      {{ctrl('O')}, open, "open", "open a picture", source},
      {{ctrl('V')}, paste, "paste", "open the file that the clipboard names", source},
      {{plain('K')}, live, "live", "start or stop the live source", source},
      {{plain(k_key_space)}, pause, "pause", "freeze or run the live source", source},
      {{plain('M')}, mirror, "mirror", "mirror the live source", source},
      {{plain('T')}, measure, "measure", "compute and time the table again", source},
      {digits(1, 9, false), choose_algorithm, "choose-algorithm", "choose an algorithm of the list", source},

      {{plain(k_key_space)}, play, "play", "play or pause", steps},
      {{plain(k_key_right)}, step_forward, "step-forward", "one step on", steps, true},
      {{plain(k_key_left)}, step_back, "step-back", "one step back", steps, true},
      {{plain(k_key_page_down), shift(k_key_right)}, next_phase, "next-phase", "next phase", steps, true},
      {{plain(k_key_page_up), shift(k_key_left)}, previous_phase, "previous-phase", "previous phase", steps, true},
      {{plain(k_key_home)}, first_step, "first-step", "to the start", steps},
      {{plain(k_key_end)}, last_step, "last-step", "to the result", steps},
      {{plain(',')}, slower, "slower", "play slower", steps, true},
      {{plain('.')}, faster, "faster", "play faster", steps, true},
      {{plain('W')}, steps_view, "steps-view", "grids, network, look-back or stages", steps},

      {{plain(k_key_right), plain(k_key_page_down)}, next_stage, "next-stage", "the buffer after the next pass", stages, true},
      {{plain(k_key_left), plain(k_key_page_up)},
       previous_stage,
       "previous-stage",
       "the buffer before this pass",
       stages,
       true},
      {{plain(k_key_home)}, first_stage, "first-stage", "the picture, before the first pass", stages},
      {{plain(k_key_end)}, last_stage, "last-stage", "the table, after the last pass", stages},

      {{plain('S')}, original, "original", "hold: the picture before the filters", playground},
      {{plain('X')}, wipe, "wipe", "wipe: left of the handle the original", playground},
      {{plain('D')}, difference, "difference", "the difference between result and original", playground},
      {{plain('[')}, radius_down, "radius-down", "radius of the chosen filter - 1", playground, true},
      {{plain(']')}, radius_up, "radius-up", "radius of the chosen filter + 1", playground, true},
      {{plain('{')}, radius_far_down, "radius-far-down", "radius - 10 (Shift+[ on many keyboards)", playground, true},
      {{plain('}')}, radius_far_up, "radius-far-up", "radius + 10 (Shift+] on many keyboards)", playground, true},
      {digits(1, 9, false), choose_filter, "choose-filter", "add a filter of the shelf, or turn it on or off", playground},
      {{plain(k_key_delete)}, remove_region, "remove-region", "remove the rectangle that was touched last", playground},
      {{shift(k_key_enter)}, to_explore, "to-explore", "freeze and open in Explore", playground},
      {{ctrl('E')}, save_result, "save-result", "save the result as a picture", playground},

      {{plain(k_key_space)}, race_run, "race-run", "run or pause the race", race},
      {{shift(k_key_space)}, race_freeze, "race-freeze", "freeze or run the live source", race},
      {digits(1, 9, false), toggle_entrant, "toggle-entrant", "let an algorithm of the list enter, or take it out", race},
      {{plain(',')}, budget_down, "budget-down", "less time for the race in each frame", race, true},
      {{plain('.')}, budget_up, "budget-up", "more time for the race in each frame", race, true},
      {{ctrl('C')}, copy_times, "copy-times", "copy the times as text", race},
      {{ctrl('E')}, save_times, "save-times", "save the times as JSON", race},

      {{ctrl('S')}, screenshot, "screenshot", "save a picture of the window", anywhere},
      {digits(1, 4, true), workspace, "workspace", "the workspaces Explore, Steps, Playground and Race", anywhere},
      {{ctrl('B')}, side_panel, "side-panel", "show or fold the side panel", anywhere},
      {{plain(k_key_tab), plain(function(6))},
       next_panel,
       "next-panel",
       "to the controls and back (then arrows, Space)",
       anywhere},
      {{plain('L')}, theme, "theme", "light or dark", anywhere},
      {{ctrl('+'), ctrl('='), ctrl_shift('+'), ctrl_shift('=')}, larger, "larger", "everything larger", anywhere, true},
      {{ctrl('-')}, smaller, "smaller", "everything smaller", anywhere, true},
      {{ctrl_shift('0')}, normal_size, "normal-size", "everything at the monitor's size", anywhere},
      {{plain(function(11))}, full_screen, "full-screen", "full screen", anywhere, false, true},
      {{plain('?'), plain(function(1))}, key_sheet, "key-sheet", "all keys", anywhere},
      {{plain(k_key_escape)}, leave, "leave", "leave or cancel (never quits)", anywhere, false, true},
      {{ctrl('Q')}, quit, "quit", "quit", anywhere, false, true},
  };
  return table;
}

const KeyBinding& binding_of(Action action) {
  for (const KeyBinding& binding : key_bindings())
    if (binding.action == action) return binding;
  throw std::logic_error("an action without a key");
}

std::string keys_text(const KeyBinding& binding) {
  const Chord& first = binding.chords.front();
  if (binding.chords.size() == 4 && first.key == k_key_left) return modifiers(first) + "Arrows";
  if (binding.chords.size() > 1 && first.key == '1')
    return fmt::format("{} ... {}", to_text(first), to_text(binding.chords.back()));
  if (binding.chords.size() == 2 && !first.ctrl) return fmt::format("{} or {}", to_text(first), to_text(binding.chords.back()));
  return to_text(first);
}

bool works_in(const KeyBinding& binding, std::string_view room) {
  switch (binding.where) {
    case Where::box: return room == "explore" || room == "race" || (room == "playground" && binding.action == Action::to_steps);
    case Where::view: return room != "steps" && !(room == "playground" && binding.action == Action::zoom_to_box);
    case Where::colours: return room != "playground" || binding.action == Action::grid;
    case Where::playground: return room == "playground";
    case Where::race: return room == "race";
    case Where::steps: return room == "steps" || (room == "stages" && binding.action == Action::steps_view);
    case Where::stages: return room == "stages";
    default: return true;
  }
}

std::optional<Action> action_of(const Chord& chord, bool typing, bool repeated, std::string_view room) {
  std::optional<Action> found;
  for (const KeyBinding& binding : key_bindings()) {
    if (!works_in(binding, room)) continue;
    if ((typing && !binding.while_typing) || (repeated && !binding.repeats)) continue;
    if (std::find(binding.chords.begin(), binding.chords.end(), chord) == binding.chords.end()) continue;
    if (!found || is_room(binding.where)) found = binding.action;
  }
  return found;
}

}  // namespace satscope::app
