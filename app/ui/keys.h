// SPDX-License-Identifier: Apache-2.0
// Keys, and the tables of actions: a row says of an action all that there is to say. Keys, key sheet, bottom line, tooltips,
// menus and the clicker read it, and docs/keys.md is checked against it. The window has a table, and so has each workspace.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
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

/// What a key, a menu or a button can ask for, known by its id. What is said about it is a row of a table (`ActionRow`).
struct Action {
  std::string_view id;
  constexpr bool operator==(const Action&) const = default;
};

struct ActionRequest;
struct Ui;

/// Who carries actions out: a workspace, or the window itself.
class Performer {
 public:
  virtual ~Performer() = default;
};

/// What an action does: a lambda without captures that takes, in this order and as far as it needs them, its performer as the
/// class that it is, the Ui and the request. One that returns false leaves the request to the next performer.
class Run {
 public:
  template <class F>
  requires std::is_empty_v<F>
  constexpr Run(F /*body*/) : run_(call<F, FirstParameter<F>>) {}

  bool operator()(Performer& performer, Ui& ui, const ActionRequest& request) const { return run_(performer, ui, request); }

 private:
  template <class C, class R, class First, class... More>
  static First first_of(R (C::*)(First, More...) const);
  template <class F>
  using FirstParameter = decltype(first_of(&F::operator()));

  template <class F, class Self>
  static bool call(Performer& performer, Ui& ui, const ActionRequest& request) {
    auto& self = dynamic_cast<std::remove_reference_t<Self>&>(performer);
    const auto done = [&](auto&... more) {
      if constexpr (std::is_same_v<std::invoke_result_t<F, Self, decltype(more)...>, bool>) return F{}(self, more...);
      F{}(self, more...);
      return true;
    };
    if constexpr (std::is_invocable_v<F, Self, Ui&, const ActionRequest&>)
      return done(ui, request);
    else if constexpr (std::is_invocable_v<F, Self, Ui&>)
      return done(ui);
    else
      return done();
  }

  bool (*run_)(Performer&, Ui&, const ActionRequest&);
};

// How the key sheet groups them; a workspace names groups of its own.
inline constexpr std::string_view k_program_keys = "Program", k_box_keys = "Box", k_view_keys = "View",
                                  k_colour_keys = "Colours and numbers", k_source_keys = "Source and algorithm",
                                  k_class_keys = "Before a class";

/// All that is said about an action: keys, key sheet, menus and docs/keys.md read it here. One without keys is asked for by
/// buttons; in the table of a workspace it may also be an action of the window that means something else there.
struct ActionRow {
  Action action;
  std::vector<Chord> keys;
  std::string_view group, text;  ///< what it does, as the key sheet says it
  Run run;
  struct When {
    bool repeats = false;                       ///< when the key is held
    bool while_typing = false;                  ///< also when a text field has the keyboard
    bool anywhere = false;                      ///< of a workspace: also while another one is shown
    bool presenting = false;                    ///< only before a class, and there before all others
    bool (*enabled)(const Session&) = nullptr;  ///< of a workspace: whether it works now; null: always
  } when = {};
  std::string_view of = {};  ///< id of the workspace whose own it is
};

/// Where the rows of a table belong.
struct ActionGroup {
  std::string_view title;
  ActionRow::When when = {};
  constexpr ActionGroup held() const {
    ActionGroup repeated = *this;
    repeated.when.repeats = true;
    return repeated;
  }
};
inline ActionRow row(Action action, std::vector<Chord> keys, const ActionGroup& group, std::string_view text, Run run) {
  return {action, std::move(keys), group.title, text, run, group.when};
}
/// One without keys.
inline ActionRow row(Action action, Run run) { return {action, {}, {}, {}, run}; }

/// Runs the row of this action, if the table has one. False: nothing was done.
bool run_in(const std::vector<ActionRow>& table, Performer& performer, Ui& ui, const ActionRequest& request);

/// Whether a chord means the same while a text field has the keyboard: it has Ctrl, and edits no text.
bool passes_text_field(const Chord& chord);

// Chords, for tables of actions.
constexpr Chord plain(int key) { return {.key = key}; }
constexpr Chord ctrl(int key) { return {.key = key, .ctrl = true}; }
constexpr Chord ctrl_shift(int key) { return {.key = key, .ctrl = true, .shift = true}; }
constexpr Chord shift(int key) { return {.key = key, .shift = true}; }
constexpr int function_key(int number) { return k_key_f1 + number - 1; }
std::vector<Chord> digits(int from, int to, bool with_ctrl);
/// The four arrows, with these modifiers held.
std::vector<Chord> arrows(bool ctrl, bool shift, bool alt);

/// Those of the window itself; the window defines it.
const std::vector<ActionRow>& window_actions();

/// All that have keys, each action once: those of the window, then those of each workspace.
const std::vector<ActionRow>& all_actions();

const ActionRow& row_of(Action action);

/// The keys of an action in short: "Ctrl+Shift+Arrows", "? or F1".
std::string keys_text(const ActionRow& row);
inline std::string keys_text(Action action) { return keys_text(row_of(action)); }

/// Whether the action works where the session is.
bool works_in(const ActionRow& row, const Session& session);

/// What the chord asks for where the session is. A workspace's own keys come before the common ones.
std::optional<Action> action_of(const Chord& chord, bool typing, bool repeated, const Session& session = {});

}  // namespace satscope::app
