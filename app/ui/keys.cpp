// SPDX-License-Identifier: Apache-2.0
#include "app/ui/keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "app/ui/workspace.h"

namespace satscope::app {
namespace {

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

std::vector<Chord> arrows(bool ctrl, bool shift, bool alt) {
  std::vector<Chord> chords;
  for (const int key : {k_key_left, k_key_right, k_key_up, k_key_down}) chords.push_back({key, ctrl, shift, alt});
  return chords;
}

bool run_in(const std::vector<ActionRow>& table, Performer& performer, Ui& ui, const ActionRequest& request) {
  const auto row = std::ranges::find(table, request.action, &ActionRow::action);
  return row != table.end() && row->run(performer, ui, request);
}

const std::vector<ActionRow>& all_actions() {
  static const std::vector<ActionRow> all = [] {
    std::vector<ActionRow> rows = window_actions();
    for (const WorkspaceKind& workspace : workspaces())
      for (ActionRow row : workspace.actions) {
        row.of = workspace.id;
        rows.push_back(std::move(row));
      }
    std::erase_if(rows, [](const ActionRow& row) { return row.keys.empty(); });
    return rows;
  }();
  return all;
}

const ActionRow& row_of(Action action) {
  for (const ActionRow& row : all_actions())
    if (row.action == action) return row;
  throw std::logic_error(fmt::format("no row with keys has the action '{}'", action.id));
}

std::string keys_text(const ActionRow& row) {
  const Chord& first = row.keys.front();
  if (row.keys.size() == 4 && first.key == k_key_left) return modifiers(first) + "Arrows";
  if (row.keys.size() > 1 && first.key == '1') return fmt::format("{} ... {}", to_text(first), to_text(row.keys.back()));
  if (row.keys.size() == 2 && !first.ctrl) return fmt::format("{} or {}", to_text(first), to_text(row.keys.back()));
  return to_text(first);
}

bool works_in(const ActionRow& row, const Session& session) {
  if (row.when.presenting) return session.presenting;
  if (row.when.anywhere) return true;
  const WorkspaceKind& workspace = kind_of(session);
  if (row.of.empty()) return !workspace.takes || workspace.takes(row, session);
  return row.of == workspace.id && (!row.when.enabled || row.when.enabled(session));
}

bool passes_text_field(const Chord& chord) {
  static const std::set<int> edits{'A',
                                   'C',
                                   'V',
                                   'X',
                                   'Y',
                                   'Z',
                                   k_key_left,
                                   k_key_right,
                                   k_key_up,
                                   k_key_down,
                                   k_key_home,
                                   k_key_end,
                                   k_key_backspace,
                                   k_key_delete};
  return chord.ctrl && !edits.contains(chord.key);
}

std::optional<Action> action_of(const Chord& chord, bool typing, bool repeated, const Session& session) {
  std::optional<Action> found;
  for (const ActionRow& row : all_actions()) {
    if (typing && !row.when.while_typing) continue;
    if (std::ranges::find(row.keys, chord) == row.keys.end()) continue;
    if (!works_in(row, session)) continue;
    const bool takes = !repeated || row.when.repeats;
    // because: a clicker knows nothing of workspaces, and a press that was held too long is still one
    if (row.when.presenting) return takes ? std::optional(row.action) : std::nullopt;
    if (takes && (!found || !row.of.empty())) found = row.action;
  }
  return found;
}

}  // namespace satscope::app
