// SPDX-License-Identifier: Apache-2.0
// The key table, and the queue that keys and mouse come through.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "app/ui/keys.h"
#include "app/workspaces/explore/four_reads.h"
#include "app/workspaces/playground/keys.h"
#include "app/workspaces/steps/keys.h"
#include "app/workspaces/steps/settings.h"

namespace satscope::app {
namespace {

/// In a workspace; "stages" is a view of Steps.
Session in(std::string_view place) {
  Session session;
  const bool stages = place == "stages";
  session.workspace = stages ? "steps" : place;
  if (stages) session.part<StepsSettings>().view = StepsView::stages;
  return session;
}

TEST(Keys, NoChordDoesTwoThings) {
  // a workspace has keys of its own, which come before the others; before those come the keys before a class
  std::set<std::pair<std::string_view, std::string>> seen;
  for (const KeyBinding& binding : key_bindings())
    for (const Chord& chord : binding.chords)
      EXPECT_TRUE(seen.emplace(binding.of.empty() && !binding.presenting ? binding.of : binding.group, to_text(chord)).second)
          << to_text(chord);
}

TEST(Keys, EachWorkspaceHasItsOwn) {
  EXPECT_EQ(action_of(plain(k_key_space), false, false, in("explore")), Action::pause);
  EXPECT_EQ(action_of(plain(k_key_space), false, false, in("steps")), StepsAction::play);
  EXPECT_EQ(action_of(plain(k_key_right), false, true, in("steps")), StepsAction::step_forward);
  EXPECT_EQ(action_of({.key = k_key_right, .shift = true}, false, false, in("steps")), StepsAction::next_phase);
  EXPECT_EQ(action_of(plain(k_key_page_up), false, false, in("steps")), StepsAction::previous_phase);
  EXPECT_EQ(action_of(plain(k_key_page_up), false, false, in("explore")), std::nullopt);
  EXPECT_EQ(action_of(plain(k_key_enter), false, false, in("explore")), Action::to_steps);
  EXPECT_EQ(action_of(plain(k_key_delete), false, false, in("steps")), StepsAction::next_barrier)
      << "there is no box to remove";
  EXPECT_EQ(action_of(plain(k_key_space), false, false, in("stages")), StepsAction::play_stages) << "a picture stands still";
  EXPECT_EQ(action_of(plain(k_key_right), false, true, in("stages")), StepsAction::next_stage);
  EXPECT_EQ(action_of(plain(k_key_home), false, false, in("stages")), StepsAction::first_stage);
  EXPECT_EQ(action_of(plain('F'), false, false, in("stages")), Action::fit);
  EXPECT_EQ(action_of(plain('F'), false, false, in("steps")), std::nullopt);
  EXPECT_EQ(action_of(plain('W'), false, false, in("stages")), StepsAction::view);
  EXPECT_EQ(action_of(plain('>'), false, false, in("stages")), StepsAction::stages_faster);
  EXPECT_EQ(action_of(plain('D'), false, false, in("stages")), std::nullopt) << "there is one story at most";
  EXPECT_EQ(action_of(plain('S'), false, false, in("playground")), PlaygroundAction::original);
  EXPECT_EQ(action_of(plain('S'), false, false, in("explore")), std::nullopt);
  EXPECT_EQ(action_of(plain('3'), false, false, in("playground")), PlaygroundAction::choose_filter);
  EXPECT_EQ(action_of(plain('3'), false, false, in("explore")), Action::choose_algorithm);
  EXPECT_EQ(action_of(plain(']'), false, true, in("playground")), PlaygroundAction::radius_up);
  EXPECT_EQ(action_of(plain(k_key_space), false, false, in("playground")), Action::pause);
  EXPECT_EQ(action_of(plain(k_key_enter), false, false, in("playground")), Action::to_steps);
  EXPECT_EQ(action_of({.key = k_key_enter, .shift = true}, false, false, in("playground")), PlaygroundAction::to_explore);
  EXPECT_EQ(action_of(plain(k_key_delete), false, false, in("playground")), PlaygroundAction::remove_region);
  EXPECT_EQ(action_of(plain('F'), false, false, in("playground")), Action::fit);
  EXPECT_EQ(action_of(plain('R'), false, false, in("playground")), std::nullopt) << "there is no table";
  EXPECT_EQ(action_of(plain(k_key_left), false, false, in("playground")), PlaygroundAction::previous_feature)
      << "there is no box";
  for (const char* room : {"explore", "stages", "playground"})
    EXPECT_EQ(action_of(plain('M'), false, false, in(room)), Action::mirror);
  for (const char* workspace : {"explore", "steps", "stages", "playground"})
    EXPECT_EQ(action_of(ctrl('2'), false, false, in(workspace)), Action::workspace);
}

TEST(Keys, EveryActionHasOneBindingWithAKeyAndAnExplanation) {
  std::set<std::string_view> ids;
  for (const KeyBinding& binding : key_bindings()) {
    EXPECT_FALSE(binding.chords.empty()) << binding.action.id;
    EXPECT_FALSE(binding.does.empty()) << binding.action.id;
    EXPECT_FALSE(binding.group.empty()) << binding.action.id;
    EXPECT_FALSE(keys_text(binding).empty()) << binding.action.id;
    EXPECT_TRUE(ids.insert(binding.action.id).second) << binding.action.id;
    EXPECT_EQ(&binding_of(binding.action), &binding);
  }
  for (const Action common : {Action::open, Action::move_box, Action::fit, Action::pause, Action::leave})
    EXPECT_TRUE(ids.contains(common.id)) << common.id;
}

TEST(Keys, EveryChordLeadsToItsAction) {
  for (const KeyBinding& binding : key_bindings()) {
    Session where = in(binding.group == "Stages" ? "stages" : binding.of.empty() ? "explore" : binding.of);
    where.part<FourReads>().open = binding.group == "Four reads";
    where.presenting = binding.presenting;
    for (const Chord& chord : binding.chords)
      EXPECT_EQ(action_of(chord, false, false, where), binding.action) << to_text(chord);
  }
}

TEST(Keys, BeforeAClassNoActionOfAWorkspaceIsLost) {
  // because: a clicker's keys mean something else while presenting; what they mean elsewhere needs another chord
  std::vector<Chord> taken;
  for (const KeyBinding& binding : key_bindings())
    if (binding.presenting) taken.insert(taken.end(), binding.chords.begin(), binding.chords.end());
  const auto is_taken = [&](const Chord& chord) { return std::find(taken.begin(), taken.end(), chord) != taken.end(); };
  ASSERT_TRUE(is_taken(plain('.')));
  for (const KeyBinding& binding : key_bindings()) {
    if (binding.presenting) continue;
    EXPECT_FALSE(std::all_of(binding.chords.begin(), binding.chords.end(), is_taken)) << binding.does;
  }
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
  EXPECT_EQ(keys_text(Action::workspace), "Ctrl+1 ... Ctrl+6");
  EXPECT_EQ(keys_text(StepsAction::step_back), "Left");
  EXPECT_EQ(keys_text(StepsAction::next_phase), "PgDn or Shift+Right");
}

}  // namespace
}  // namespace satscope::app
