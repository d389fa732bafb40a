// SPDX-License-Identifier: Apache-2.0
// Learn: a list of lessons, and the card of the one that is open, beside whatever workspace the card shows.
#pragma once
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "app/ui/ui.h"
#include "app/ui/workspace.h"
#include "app/workspaces/learn/played.h"
#include "app/workspaces/learn/player.h"

namespace satscope::app {

inline constexpr int k_frames_to_scroll = 4;  ///< because: the window of ImGui grows first

/// What Learn keeps.
struct LearnModel {
  LessonPlayer player;
  PlayedSolution played;         ///< of the card, before a class
  std::string file;              ///< of the lesson that is open; empty: one of ours
  std::string typed;             ///< into the field of the card
  int wants_keys = 0;            ///< frames in which the field of the card still asks for the keyboard
  bool answered = false;         ///< and not judged yet
  bool rejected = false;         ///< what was typed is not right, and a digit begins the next answer
  double looked_at = -1e9;       ///< when the act was last looked for, seconds
  nlohmann::json seen;           ///< the state of the window then
  bool missed = false;           ///< the last prediction on the card was not right
  bool to_class = false;         ///< a class saw it first, which is no progress
  bool left = false;             ///< the window shows something else than the card is about
  std::string own_row;           ///< that the lecturer types for a question
  std::string row_fault;         ///< what is wrong with it, and what is allowed
  bool types_row = false;        ///< its field is where the class has the title of the card
  bool row_wants_keys = false;   ///< its field asks for the keyboard
  bool can_return = false;       ///< Page Up shows again what the lecturer showed in place of the card
  int frames_to_scroll = 0;      ///< frames in which what was done still scrolls into view
  double since = 0;              ///< when this card began, seconds
  double closed_at = -1e9;       ///< when a lesson was closed, seconds
  double played_at = -1e9;       ///< when an answer was last shown, seconds
  bool overview = false;         ///< all cards lie over the window
  std::size_t chosen = 0;        ///< the one that Enter goes to there
  std::vector<Sketch> sketches;  ///< of the first cards; empty ones: nothing is shown of a card
  std::size_t next_card = 0;     ///< of which the next is a sketch; 0: of none
  Sketch next_sketch;
  double caption = 0;           ///< height of the caption for the class, pixels
  std::string caption_of;       ///< for which lesson and window the next was measured
  float caption_of_all = 0;     ///< the highest of its captions, below half of the stage
  std::set<std::size_t> shown;  ///< cards whose answer the class has seen
  double heading = 0, asked_height = 0, given_height = 0, said_height = 0, replies_height = 0;  ///< of a card's parts, pixels
  std::string replies_of;           ///< for which card and panel the last was measured
  bool replies_apart = false;       ///< what is said has no room below the field
  bool scrolls = false;             ///< the text has more lines than room
  bool ask_below = false;           ///< what is asked is at the bottom then, unless it is long
  std::vector<float> text_lines;    ///< the tops of the lines of the card's text, in its part
  bool to_top = false;              ///< its text begins at its first line
  bool began_by_key = false;        ///< a digit that was a key begins the answer
  std::optional<bool> side_before;  ///< whether the side panel was open, while a lesson folds it

  /// As a card begins, at this time.
  void begin_card(double now);
};

/// The lessons, over all of `area`.
void draw_lessons(Ui& ui, const LearnModel& model, const Area& area);
/// The card of the lesson that is open.
void draw_card(Ui& ui, LearnModel& model, const Area& area);
/// What the window shows on a card; empty: nothing that can be drawn small.
Sketch sketch_of(const LearnModel& model, std::size_t card);
void draw_sketch(const Ui& ui, const Sketch& sketch, const Area& place);
/// All cards, to go to one.
void draw_overview(Ui& ui, LearnModel& model, const Area& area);
/// The caption of the card for a class, under the stage; keeps its height.
void draw_card_caption(Ui& ui, LearnModel& model, const Area& area);
/// Whether an answer is still to be given.
bool waits_for_answer(const LessonPlayer& player);
/// Whether an answer is what the card asks for first. Then its field takes the keyboard, because digits would choose
/// algorithms; where an act comes first, keys may be a part of it, and before a class they are those of a clicker.
bool is_answered_first(const Ui& ui, const LessonPlayer& player);
/// A digit that was a key goes into the field of the card, which takes the next ones. False: nothing is to be answered.
bool begin_answer(const Ui& ui, LearnModel& model, char digit);
/// What a card asks, as a class reads it; empty: nothing.
const std::string& asked_by(const Card& card);
/// What the class does not see.
void draw_for_lecturer(Ui& ui, LearnModel& model);
/// The one to take now, whose button stands out in the list.
const Lesson& next_lesson(const Settings& settings);
/// The member "learn" of the state of the window.
nlohmann::json report_lesson(const Ui& ui, const LearnModel& model);
/// Whether the act was just done. An answer or a prediction that is not right is kept.
bool look_at_act(Ui& ui, LearnModel& model, const nlohmann::json& now);
/// All cards in one file: a browser opens it, and prints a card a page.
void save_lesson_page(Ui& ui, const LearnModel& model);
/// Keeps whether the card is done, and where the lesson goes on. Presenting is no progress.
void remember_card(Ui& ui, const LessonPlayer& player, std::size_t goes_on_at);
/// Keeps what was answered and is not right, for the list of lessons.
void note_wrong(Ui& ui, const LessonPlayer& player, const std::string& answer);
/// The last `most` of them, in the order of their cards.
std::vector<WrongAnswer> newest_wrong(const LessonProgress& progress, std::size_t most);
/// "card 3: 12, 28 Nov 17:05"
std::string wrong_text(const WrongAnswer& answer);
/// The card where a lesson goes on: if it was left by its last one, the first that is not done; if all are done, the first.
std::size_t where_left(const Settings& settings, const Lesson& lesson);
/// Of a lesson: "3 of 7 done, at card 5", "done", or nothing. at: the card that is open, from 0; none: the lesson is not.
std::string progress_text(const Settings& settings, const Lesson& lesson, std::optional<std::size_t> at = std::nullopt);

}  // namespace satscope::app
