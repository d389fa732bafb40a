// SPDX-License-Identifier: Apache-2.0
// The key table, and the queue that keys and mouse come through.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "app/ui/keys.h"
#include "app/ui/window_actions.h"
#include "app/workspaces/explore/four_reads.h"
#include "app/workspaces/playground/keys.h"
#include "app/workspaces/steps/keys.h"
#include "app/workspaces/steps/lab/file_settings.h"
#include "app/workspaces/steps/settings.h"

namespace satscope::app {
namespace {

/// In a workspace; "stages" is a view of Steps.
Session in(std::string_view place) {
  Session session;
  const bool stages = place == "stages";
  session.workspace = stages ? "steps" : place;
  if (stages) session.part<StepsSettings>().view = "stages";
  return session;
}

TEST(Keys, NoChordDoesTwoThings) {
  // a workspace has keys of its own, which come before the others; before those come the keys before a class
  std::set<std::pair<std::string_view, std::string>> seen;
  for (const ActionRow& row : all_actions())
    for (const Chord& chord : row.keys)
      EXPECT_TRUE(seen.emplace(row.of.empty() && !row.when.presenting ? row.of : row.group, to_text(chord)).second)
          << to_text(chord);
}

TEST(Keys, EachWorkspaceHasItsOwn) {
  EXPECT_EQ(action_of(plain(k_key_space), false, false, in("explore")), WindowAction::pause);
  EXPECT_EQ(action_of(plain(k_key_space), false, false, in("steps")), StepsAction::play);
  EXPECT_EQ(action_of(plain(k_key_right), false, true, in("steps")), StepsAction::step_forward);
  EXPECT_EQ(action_of({.key = k_key_right, .shift = true}, false, false, in("steps")), StepsAction::next_phase);
  EXPECT_EQ(action_of(plain(k_key_page_up), false, false, in("steps")), StepsAction::previous_phase);
  EXPECT_EQ(action_of(plain(k_key_page_up), false, false, in("explore")), std::nullopt);
  EXPECT_EQ(action_of(plain(k_key_enter), false, false, in("explore")), WindowAction::to_steps);
  EXPECT_EQ(action_of(plain(k_key_delete), false, false, in("steps")), StepsAction::next_barrier)
      << "there is no box to remove";
  Session to_class = in("steps");
  to_class.presenting = true;
  EXPECT_EQ(action_of(plain(k_key_page_down), false, false, to_class), WindowAction::next_point);
  EXPECT_EQ(action_of(plain(k_key_page_down), false, true, to_class), std::nullopt) << "a clicker that is held goes on once";
  EXPECT_EQ(action_of(plain(k_key_space), false, false, in("stages")), StepsAction::play) << "a picture stands still";
  EXPECT_EQ(action_of(plain(k_key_right), false, true, in("stages")), StepsAction::step_forward);
  EXPECT_EQ(action_of(plain(k_key_home), false, false, in("stages")), StepsAction::first_step);
  EXPECT_EQ(action_of(plain('F'), false, false, in("stages")), WindowAction::fit);
  EXPECT_EQ(action_of(plain('F'), false, false, in("steps")), std::nullopt);
  EXPECT_EQ(action_of(plain('W'), false, false, in("stages")), StepsAction::view);
  EXPECT_EQ(action_of(plain('>'), false, false, in("stages")), StepsAction::faster);
  EXPECT_EQ(action_of(plain('D'), false, false, in("stages")), std::nullopt) << "there is one story at most";
  EXPECT_EQ(action_of(plain('S'), false, false, in("playground")), PlaygroundAction::original);
  EXPECT_EQ(action_of(plain('S'), false, false, in("explore")), std::nullopt);
  EXPECT_EQ(action_of(plain('3'), false, false, in("playground")), PlaygroundAction::choose_filter);
  EXPECT_EQ(action_of(plain('3'), false, false, in("explore")), WindowAction::choose_algorithm);
  EXPECT_EQ(action_of(plain(']'), false, true, in("playground")), PlaygroundAction::radius_up);
  EXPECT_EQ(action_of(plain(k_key_space), false, false, in("playground")), WindowAction::pause);
  EXPECT_EQ(action_of(plain(k_key_enter), false, false, in("playground")), WindowAction::to_steps);
  EXPECT_EQ(action_of({.key = k_key_enter, .shift = true}, false, false, in("playground")), PlaygroundAction::to_explore);
  EXPECT_EQ(action_of(plain(k_key_delete), false, false, in("playground")), PlaygroundAction::remove_region);
  EXPECT_EQ(action_of(plain('F'), false, false, in("playground")), WindowAction::fit);
  EXPECT_EQ(action_of(plain('R'), false, false, in("playground")), std::nullopt) << "there is no table";
  EXPECT_EQ(action_of(plain(k_key_left), false, false, in("playground")), PlaygroundAction::previous_feature)
      << "there is no box";
  for (const char* room : {"explore", "stages", "playground"})
    EXPECT_EQ(action_of(plain('M'), false, false, in(room)), WindowAction::mirror);
  for (const char* workspace : {"explore", "steps", "stages", "playground"})
    EXPECT_EQ(action_of(ctrl('2'), false, false, in(workspace)), WindowAction::workspace);
}

TEST(Keys, EveryActionHasOneBindingWithAKeyAndAnExplanation) {
  std::set<std::string_view> ids;
  for (const ActionRow& row : all_actions()) {
    EXPECT_FALSE(row.keys.empty()) << row.action.id;
    EXPECT_FALSE(row.text.empty()) << row.action.id;
    EXPECT_FALSE(row.group.empty()) << row.action.id;
    EXPECT_FALSE(keys_text(row).empty()) << row.action.id;
    EXPECT_TRUE(ids.insert(row.action.id).second) << row.action.id;
    EXPECT_EQ(&row_of(row.action), &row);
  }
  for (const Action common :
       {WindowAction::open, WindowAction::move_box, WindowAction::fit, WindowAction::pause, WindowAction::leave})
    EXPECT_TRUE(ids.contains(common.id)) << common.id;
}

TEST(Keys, EveryChordLeadsToItsAction) {
  for (const ActionRow& row : all_actions()) {
    Session where = in(row.group == "Stages" ? "stages" : row.of.empty() ? "explore" : row.of);
    where.part<FourReads>().open = row.group == "Four reads";
    where.part<StepsFile>().typing = row.action == StepsAction::save_file;
    where.presenting = row.when.presenting;
    for (const Chord& chord : row.keys) EXPECT_EQ(action_of(chord, false, false, where), row.action) << to_text(chord);
  }
}

TEST(Keys, BeforeAClassNoActionOfAWorkspaceIsLost) {
  // because: a clicker's keys mean something else while presenting; what they mean elsewhere needs another chord
  std::vector<Chord> taken;
  for (const ActionRow& row : all_actions())
    if (row.when.presenting) taken.insert(taken.end(), row.keys.begin(), row.keys.end());
  const auto is_taken = [&](const Chord& chord) { return std::find(taken.begin(), taken.end(), chord) != taken.end(); };
  ASSERT_TRUE(is_taken(plain('.')));
  for (const ActionRow& row : all_actions()) {
    if (row.when.presenting) continue;
    EXPECT_FALSE(std::all_of(row.keys.begin(), row.keys.end(), is_taken)) << row.text;
  }
}

TEST(Keys, DoWhatUsersExpect) {
  EXPECT_EQ(action_of(ctrl('O'), false, false), WindowAction::open);
  EXPECT_EQ(action_of(ctrl('Z'), false, false), WindowAction::undo);
  EXPECT_EQ(action_of({.key = 'Z', .ctrl = true, .shift = true}, false, false), WindowAction::redo);
  EXPECT_EQ(action_of(plain('F'), false, false), WindowAction::fit);
  EXPECT_EQ(action_of(plain('?'), false, false), WindowAction::key_sheet);
  EXPECT_EQ(action_of(plain(k_key_f1), false, false), WindowAction::key_sheet);
  EXPECT_EQ(action_of(ctrl('0'), false, false), WindowAction::actual_size);
  EXPECT_EQ(action_of(plain(k_key_left), false, false), WindowAction::move_box);
  EXPECT_EQ(action_of({.key = k_key_left, .shift = true}, false, false), WindowAction::resize_box);
  EXPECT_EQ(action_of(ctrl('X'), false, false), std::nullopt);
}

TEST(Keys, OnlyOneChordQuitsAndItIsNotEsc) {
  EXPECT_EQ(keys_text(WindowAction::quit), "Ctrl+Q");
  EXPECT_EQ(row_of(WindowAction::quit).keys.size(), 1U);
  EXPECT_EQ(action_of(plain(k_key_escape), false, false), WindowAction::leave);
}

TEST(Keys, LettersAndArrowsAreTextWhileTyping) {
  for (const ActionRow& row : all_actions())
    for (const Chord& chord : row.keys) {
      // because: in a field of one line pages and Ctrl+L mean nothing; so they turn the cards of a lesson, and show all of them
      const bool turns = chord.ctrl && (chord.key == k_key_page_up || chord.key == k_key_page_down || chord.key == 'L');
      const bool types_or_edits =
          chord.key < k_key_f1 && chord.key != k_key_escape && !(chord.ctrl && chord.key == 'Q') && !turns;
      if (types_or_edits) {
        EXPECT_EQ(action_of(chord, true, false), std::nullopt) << to_text(chord);
      }
    }
  EXPECT_EQ(action_of(plain(k_key_escape), true, false), WindowAction::leave);
}

TEST(Keys, AHeldKeyRepeatsOnlyWhereThatHelps) {
  EXPECT_EQ(action_of(plain(k_key_right), false, true), WindowAction::move_box);
  EXPECT_EQ(action_of(plain('K'), false, true), std::nullopt);
  EXPECT_EQ(action_of(plain(k_key_space), false, true), std::nullopt);
}

TEST(Keys, AreWrittenAsOnTheKeyboard) {
  EXPECT_EQ(to_text({.key = 'Z', .ctrl = true, .shift = true}), "Ctrl+Shift+Z");
  EXPECT_EQ(to_text(plain(k_key_f12)), "F12");
  EXPECT_EQ(keys_text(WindowAction::resize_box_far), "Ctrl+Shift+Arrows");
  EXPECT_EQ(keys_text(WindowAction::key_sheet), "? or F1");
  EXPECT_EQ(keys_text(WindowAction::choose_algorithm), "1 ... 9");
  EXPECT_EQ(keys_text(WindowAction::workspace), "Ctrl+1 ... Ctrl+6");
  EXPECT_EQ(keys_text(StepsAction::step_back), "Left");
  EXPECT_EQ(keys_text(StepsAction::next_phase), "PgDn or Shift+Right");
}

}  // namespace
}  // namespace satscope::app
