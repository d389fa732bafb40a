// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/ui/lesson_acts.h"

namespace satscope::app {

/// Actions of Learn, which work in every workspace while a lesson is open; the table is in workspace.cpp.
struct LearnAction {
  static constexpr Action next_card{"next-card"}, previous_card{"previous-card"}, hint{"lesson-hint"}, reveal{"reveal"},
      again{"card-again"}, close{"close-lesson"}, overview = k_show_cards, zero{"answer-zero"}, own_row{"own-row"};
  static constexpr Action save_page{"save-lesson-page"}, slides{"lesson-slides"};
  static constexpr Action go_to_card{"go-to-card"};  ///< text: its number, from 0
  static constexpr Action open_card{"open-card"};    ///< text: its number, from 1, and the lesson
  static constexpr Action answer{"answer"};          ///< text: what was typed
  static constexpr Action change{"change"};          ///< text: members of the session, as JSON
};

}  // namespace satscope::app
