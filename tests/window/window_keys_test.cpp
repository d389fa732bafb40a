// SPDX-License-Identifier: Apache-2.0
// The key table, and the queue that keys and mouse come through.
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>

#include "app/ui/keys.h"

namespace satscope::app {
namespace {

constexpr Chord plain(int key) { return {.key = key}; }
constexpr Chord ctrl(int key) { return {.key = key, .ctrl = true}; }

TEST(Keys, NoChordDoesTwoThings) {
  const auto own = [](const KeyBinding& binding) { return is_room(binding.where); };
  // Steps, its stages and the playground have keys of their own, which come before the others
  for (const std::optional<Where> room :
       {std::optional<Where>{}, std::optional(Where::steps), std::optional(Where::stages), std::optional(Where::playground)}) {
    std::set<std::string> seen;
    for (const KeyBinding& binding : key_bindings()) {
      if (room ? binding.where != *room : own(binding)) continue;
      for (const Chord& chord : binding.chords) EXPECT_TRUE(seen.insert(to_text(chord)).second) << to_text(chord);
    }
  }
}

TEST(Keys, EachWorkspaceHasItsOwn) {
  EXPECT_EQ(action_of(plain(k_key_space), false, false, "explore"), Action::pause);
  EXPECT_EQ(action_of(plain(k_key_space), false, false, "steps"), Action::play);
  EXPECT_EQ(action_of(plain(k_key_right), false, true, "steps"), Action::step_forward);
  EXPECT_EQ(action_of({.key = k_key_right, .shift = true}, false, false, "steps"), Action::next_phase);
  EXPECT_EQ(action_of(plain(k_key_page_up), false, false, "steps"), Action::previous_phase);
  EXPECT_EQ(action_of(plain(k_key_page_up), false, false, "explore"), std::nullopt);
  EXPECT_EQ(action_of(plain(k_key_enter), false, false, "explore"), Action::to_steps);
  EXPECT_EQ(action_of(plain(k_key_delete), false, false, "steps"), std::nullopt) << "there is no box to remove";
  EXPECT_EQ(action_of(plain(k_key_space), false, false, "stages"), Action::pause);
  EXPECT_EQ(action_of(plain(k_key_right), false, true, "stages"), Action::next_stage);
  EXPECT_EQ(action_of(plain(k_key_home), false, false, "stages"), Action::first_stage);
  EXPECT_EQ(action_of(plain('F'), false, false, "stages"), Action::fit);
  EXPECT_EQ(action_of(plain('F'), false, false, "steps"), std::nullopt);
  EXPECT_EQ(action_of(plain('W'), false, false, "stages"), Action::steps_view);
  EXPECT_EQ(action_of(plain('.'), false, false, "stages"), std::nullopt) << "nothing is played there";
  EXPECT_EQ(action_of(plain('S'), false, false, "playground"), Action::original);
  EXPECT_EQ(action_of(plain('S'), false, false, "explore"), std::nullopt);
  EXPECT_EQ(action_of(plain('3'), false, false, "playground"), Action::choose_filter);
  EXPECT_EQ(action_of(plain('3'), false, false, "explore"), Action::choose_algorithm);
  EXPECT_EQ(action_of(plain(']'), false, true, "playground"), Action::radius_up);
  EXPECT_EQ(action_of(plain(k_key_space), false, false, "playground"), Action::pause);
  EXPECT_EQ(action_of(plain(k_key_enter), false, false, "playground"), Action::to_steps);
  EXPECT_EQ(action_of({.key = k_key_enter, .shift = true}, false, false, "playground"), Action::to_explore);
  EXPECT_EQ(action_of(plain(k_key_delete), false, false, "playground"), Action::remove_region);
  EXPECT_EQ(action_of(plain('F'), false, false, "playground"), Action::fit);
  EXPECT_EQ(action_of(plain('R'), false, false, "playground"), std::nullopt) << "there is no table";
  EXPECT_EQ(action_of(plain(k_key_left), false, false, "playground"), std::nullopt) << "there is no box";
  for (const char* room : {"explore", "stages", "playground"})
    EXPECT_EQ(action_of(plain('M'), false, false, room), Action::mirror);
  for (const char* workspace : {"explore", "steps", "stages", "playground"})
    EXPECT_EQ(action_of(ctrl('2'), false, false, workspace), Action::workspace);
}

TEST(Keys, EveryActionHasOneBindingWithAKeyAndAnExplanation) {
  std::set<std::string_view> ids;
  for (int action = 0; action <= static_cast<int>(Action::leave); ++action) {
    int bindings = 0;
    for (const KeyBinding& binding : key_bindings()) {
      if (binding.action != static_cast<Action>(action)) continue;
      ++bindings;
      EXPECT_FALSE(binding.chords.empty()) << binding.id;
      EXPECT_FALSE(binding.does.empty()) << binding.id;
      EXPECT_FALSE(keys_text(binding).empty()) << binding.id;
      EXPECT_TRUE(ids.insert(binding.id).second) << binding.id;
    }
    EXPECT_EQ(bindings, 1) << "action number " << action;
  }
}

TEST(Keys, EveryChordLeadsToItsAction) {
  for (const KeyBinding& binding : key_bindings())
    for (const Chord& chord : binding.chords)
      EXPECT_EQ(action_of(chord, false, false,
                          binding.where == Where::steps        ? "steps"
                          : binding.where == Where::stages     ? "stages"
                          : binding.where == Where::playground ? "playground"
                          : binding.where == Where::race       ? "race"
                                                               : "explore"),
                binding.action)
          << to_text(chord);
}

TEST(Keys, DoWhatUsersExpect) {
  EXPECT_EQ(action_of(ctrl('O'), false, false), Action::open);
  EXPECT_EQ(action_of(ctrl('Z'), false, false), Action::undo);
  EXPECT_EQ(action_of({.key = 'Z', .ctrl = true, .shift = true}, false, false), Action::redo);
  EXPECT_EQ(action_of(plain('F'), false, false), Action::fit);
  EXPECT_EQ(action_of(plain('?'), false, false), Action::key_sheet);
  EXPECT_EQ(action_of(plain(k_key_f1), false, false), Action::key_sheet);
  EXPECT_EQ(action_of(ctrl('0'), false, false), Action::actual_size);
  EXPECT_EQ(action_of(plain(k_key_left), false, false), Action::move_box);
  EXPECT_EQ(action_of({.key = k_key_left, .shift = true}, false, false), Action::resize_box);
  EXPECT_EQ(action_of(ctrl('X'), false, false), std::nullopt);
}

TEST(Keys, OnlyOneChordQuitsAndItIsNotEsc) {
  EXPECT_EQ(keys_text(Action::quit), "Ctrl+Q");
  EXPECT_EQ(binding_of(Action::quit).chords.size(), 1U);
  EXPECT_EQ(action_of(plain(k_key_escape), false, false), Action::leave);
}

TEST(Keys, LettersAndArrowsAreTextWhileTyping) {
  for (const KeyBinding& binding : key_bindings())
    for (const Chord& chord : binding.chords) {
      const bool types_or_edits = chord.key < k_key_f1 && chord.key != k_key_escape && !(chord.ctrl && chord.key == 'Q');
      if (types_or_edits) {
        EXPECT_EQ(action_of(chord, true, false), std::nullopt) << to_text(chord);
      }
    }
  EXPECT_EQ(action_of(plain(k_key_escape), true, false), Action::leave);
}

TEST(Keys, AHeldKeyRepeatsOnlyWhereThatHelps) {
  EXPECT_EQ(action_of(plain(k_key_right), false, true), Action::move_box);
  EXPECT_EQ(action_of(plain('K'), false, true), std::nullopt);
  EXPECT_EQ(action_of(plain(k_key_space), false, true), std::nullopt);
}

TEST(Keys, AreWrittenAsOnTheKeyboard) {
  EXPECT_EQ(to_text({.key = 'Z', .ctrl = true, .shift = true}), "Ctrl+Shift+Z");
  EXPECT_EQ(to_text(plain(k_key_f12)), "F12");
  EXPECT_EQ(keys_text(Action::resize_box_far), "Ctrl+Shift+Arrows");
  EXPECT_EQ(keys_text(Action::key_sheet), "? or F1");
  EXPECT_EQ(keys_text(Action::choose_algorithm), "1 ... 9");
  EXPECT_EQ(keys_text(Action::workspace), "Ctrl+1 ... Ctrl+4");
  EXPECT_EQ(keys_text(Action::step_back), "Left");
  EXPECT_EQ(keys_text(Action::next_phase), "PgDn or Shift+Right");
}

}  // namespace
}  // namespace satscope::app
