// SPDX-License-Identifier: Apache-2.0
// Learn: a list of lessons, and the card of the one that is open, beside whatever workspace the card shows.
#pragma once
#include <nlohmann/json.hpp>

#include "app/ui/ui.h"
#include "app/workspaces/learn/played.h"
#include "app/workspaces/learn/player.h"

namespace satscope::app {

/// What Learn keeps.
struct LearnRoom {
  LessonPlayer player;
  PlayedSolution played;            ///< of the card, before a class
  std::string file;                 ///< of the lesson that is open; empty: one of ours
  std::string typed;                ///< into the field of the card
  int wants_keys = 0;               ///< frames in which the field of the card still asks for the keyboard
  bool answered = false;            ///< and not judged yet
  double looked_at = -1e9;          ///< when the act was last looked for, seconds
  nlohmann::json seen;              ///< the state of the window then
  bool missed = false;              ///< the last prediction on the card was not right
  bool left = false;                ///< the window shows something else than the card is about
  int frames_to_scroll = 0;         ///< frames in which what was done still scrolls into view
  double since = 0;                 ///< when this card began, seconds
  bool overview = false;            ///< all cards lie over the window
  double caption = 0;               ///< height of the caption for the class, pixels
  std::optional<bool> side_before;  ///< whether the side panel was open, while a lesson folds it
};

/// The lessons, over all of `area`.
void draw_lessons(Ui& ui, const LearnRoom& room, const Area& area);
/// The card of the lesson that is open.
void draw_card(Ui& ui, LearnRoom& room, const Area& area);
/// All cards, to go to one.
void draw_overview(Ui& ui, const LearnRoom& room, const Area& area);
/// The caption of the card for a class, under the stage; keeps its height.
void draw_card_caption(Ui& ui, LearnRoom& room, const Area& area);
/// Of a lesson: "Wrong so far: card 3 “12”, 28 Nov 17:05", of the last `most` answers; empty: there are none.
std::string wrong_text(const LessonProgress& progress, std::size_t most);
/// A prediction that the act asks for was judged, and is not right. state: of the window.
bool missed_prediction(const Act& act, const nlohmann::json& state);
/// Of a lesson: "3 of 7 done, at card 5", "done", or nothing.
std::string progress_text(const Settings& settings, const Lesson& lesson);

}  // namespace satscope::app
