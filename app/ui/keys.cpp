// SPDX-License-Identifier: Apache-2.0
#include "app/ui/keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "app/ui/workspace.h"

namespace satscope::app {
namespace {

constexpr int function(int number) { return k_key_f1 + number - 1; }

std::vector<Chord> arrows(bool with_ctrl, bool with_shift, bool with_alt) {
  std::vector<Chord> chords;
  for (const int key : {k_key_left, k_key_right, k_key_up, k_key_down})
    chords.push_back({key, with_ctrl, with_shift, with_alt});
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

std::optional<Chord> chord_of(std::string_view text) {
  for (int modifiers = 0; modifiers < 8; ++modifiers)
    for (int key = k_key_space; key < k_key_count; ++key) {
      const Chord chord{key, (modifiers & 1) != 0, (modifiers & 2) != 0, (modifiers & 4) != 0};
      const bool named = key >= k_key_escape || (key < 127 && !(key >= 'a' && key <= 'z'));
      if (named && to_text(chord) == text) return chord;
    }
  return std::nullopt;
}

std::vector<Chord> digits(int from, int to, bool with_ctrl) {
  std::vector<Chord> chords;
  for (int digit = from; digit <= to; ++digit) chords.push_back({.key = '0' + digit, .ctrl = with_ctrl});
  return chords;
}

const std::vector<KeyBinding>& key_bindings() {
  static const std::vector<KeyBinding> table = [] {
    std::vector<KeyBinding> all{
        {arrows(false, false, false), Action::move_box, "move the box by 1 pixel", k_box_keys, true},
        {arrows(true, false, false), Action::move_box_far, "move the box by 10 pixels", k_box_keys, true},
        {arrows(false, true, false), Action::resize_box, "resize the box by 1 pixel", k_box_keys, true},
        {arrows(true, true, false), Action::resize_box_far, "resize the box by 10 pixels", k_box_keys, true},
        {{plain('B'), shift('B')}, Action::place_box, "put a box into the middle of the view", k_box_keys},
        {{plain(k_key_enter)}, Action::to_steps, "take the pixels under the cursor, or of the box, to Steps", k_box_keys},
        {{plain(k_key_delete)}, Action::remove_box, "remove the box", k_box_keys},
        {{ctrl('Z')},
         Action::undo,
         "undo: box, algorithm, filters, entrants, source; in Steps its settings",
         k_program_keys,
         true},
        {{ctrl_shift('Z'), ctrl('Y')}, Action::redo, "redo", k_program_keys, true},
        {{plain('F')}, Action::fit, "fit the picture into the view", k_view_keys},
        {{ctrl('0')}, Action::actual_size, "one pixel of the picture per pixel of the screen", k_view_keys},
        {{plain('Z')}, Action::zoom_to_box, "zoom to the box", k_view_keys},
        {{plain('+'), plain('=')}, Action::zoom_in, "zoom in", k_view_keys, true},
        {{plain('-')}, Action::zoom_out, "zoom out", k_view_keys, true},
        {arrows(false, false, true), Action::pan, "pan the view", k_view_keys, true},
        {{ctrl('G')}, Action::go_to_pixel, "go to a pixel", k_view_keys},
        {{plain('V')}, Action::next_colour_map, "next colour map", k_colour_keys},
        {{plain('A')}, Action::auto_range, "range from all of the table, and follow it", k_colour_keys},
        {{shift('A')}, Action::range_from_box, "range from the box", k_colour_keys},
        {{plain('R')}, Action::deramp, "take the ramp out of the table", k_colour_keys},
        {{plain('N')}, Action::numbers, "numbers in large pixels", k_colour_keys},
        {{plain('G')}, Action::grid, "grid between large pixels", k_colour_keys},
        {{plain('H')}, Action::histogram, "histogram in the range bar", k_colour_keys},
        {{ctrl('O')}, Action::open, "open a picture or a session", k_source_keys},
        {{ctrl('V')}, Action::paste, "open the file that the clipboard names", k_source_keys},
        {{plain('K')}, Action::live, "start or stop the live source", k_source_keys},
        {{plain(k_key_space)}, Action::pause, "freeze or run the live source", k_source_keys},
        {{plain('M')}, Action::mirror, "mirror the live source", k_source_keys},
        {{plain('T')}, Action::measure, "compute and time the table again", k_source_keys},
        {digits(1, 9, false), Action::choose_algorithm, "choose an algorithm of the list", k_source_keys},
        {{ctrl('S')}, Action::screenshot, "save a picture of the window", k_program_keys},
        {{ctrl_shift('S')}, Action::save_session, "save the session: all settings, and where you are", k_program_keys},
        {{{.key = 'S', .ctrl = true, .alt = true}},
         Action::save_session_as,
         "save the session as another file",
         k_program_keys},
        {digits(1, static_cast<int>(workspaces().size()), true), Action::workspace, "change to another workspace",
         k_program_keys},
        {{ctrl('B')}, Action::side_panel, "show or fold the side panel", k_program_keys},
        {{plain(k_key_tab), plain(function(6))},
         Action::next_panel,
         "to the controls and back (then arrows, Space)",
         k_program_keys},
        {{plain('L')}, Action::theme, "light or dark", k_program_keys},
        {{ctrl('+'), ctrl('='), ctrl_shift('+'), ctrl_shift('=')}, Action::larger, "everything larger", k_program_keys, true},
        {{ctrl('-')}, Action::smaller, "everything smaller", k_program_keys, true},
        {{ctrl_shift('0')}, Action::normal_size, "everything at the monitor's size", k_program_keys},
        {{plain(function(11))}, Action::full_screen, "full screen", k_program_keys, false, true},
        {{plain('?'), plain(function(1))}, Action::key_sheet, "all keys", k_program_keys},
        {{plain(function(2))}, Action::next_term, "explain a term; again: the next on the screen", k_program_keys, false, true},
        {{shift(function(2))}, Action::previous_term, "the term before", k_program_keys, false, true},
        {{ctrl(function(2))}, Action::glossary, "the glossary", k_program_keys},
        {{ctrl(function(3))}, Action::papers, "the papers: what they show, live", k_program_keys},
        {{plain(function(3))}, Action::guide, "what one can do here, and what next", k_program_keys},
        {{plain(function(5))}, Action::present, "present: large type and the stage alone", k_class_keys, false, true},
        {{ctrl(function(5))}, Action::audience, "a window for the class; notes and time stay here", k_class_keys, false, true},
        {{plain(k_key_escape)}, Action::leave, "leave or cancel (never quits)", k_program_keys, false, true},
        {{ctrl('Q')}, Action::quit, "quit", k_program_keys, false, true},
    };
    // what a clicker sends, then what draws attention
    std::vector<KeyBinding> of_class{
        {{plain(k_key_page_down)}, Action::next_point, "go on: the next card, step or read", k_class_keys, true},
        {{plain(k_key_page_up)}, Action::previous_point, "go back", k_class_keys, true},
        {{plain('B'), plain('.')}, Action::black, "black; again: the stage", k_class_keys},
        {{plain('O')}, Action::spot, "a spot at the pointer", k_class_keys},
        {{plain('I')}, Action::lens, "a lens at the pointer", k_class_keys},
        {{plain('U')}, Action::pen, "a pen: drag to underline; marks vanish", k_class_keys},
        {{shift('L')}, Action::few_colours, "few colours, for a weak projector", k_class_keys},
    };
    for (KeyBinding& binding : of_class) {
      binding.presenting = true;
      all.push_back(std::move(binding));
    }
    for (const WorkspaceKind& workspace : workspaces())
      for (KeyBinding binding : workspace.keys()) {
        binding.of = workspace.id;
        all.push_back(std::move(binding));
      }
    return all;
  }();
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

bool works_in(const KeyBinding& binding, const Session& session) {
  const WorkspaceKind& workspace = kind_of(session);
  if (binding.presenting) return session.presenting;
  if (binding.anywhere) return true;
  return (binding.of.empty() || binding.of == workspace.id) && workspace.works(binding, session);
}

std::optional<Action> action_of(const Chord& chord, bool typing, bool repeated, const Session& session) {
  std::optional<Action> found;
  // because: a clicker knows nothing of workspaces
  const auto first = [&session](const KeyBinding& binding) { return binding.presenting && session.presenting; };
  for (const KeyBinding& binding : key_bindings()) {
    if ((typing && !binding.while_typing) || (repeated && !binding.repeats)) continue;
    if (std::find(binding.chords.begin(), binding.chords.end(), chord) == binding.chords.end()) continue;
    if (!works_in(binding, session)) continue;
    if (first(binding)) return binding.action;
    if (!found || !binding.of.empty()) found = binding.action;
  }
  return found;
}

}  // namespace satscope::app
