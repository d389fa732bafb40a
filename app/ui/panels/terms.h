// SPDX-License-Identifier: Apache-2.0
// The terms of the glossary explain themselves wherever they are: where the pointer rests on one, or one after another by a
// key. Panels know nothing of it.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/drawing/drawn_words.h"
#include "app/ui/panels/glossary.h"

namespace satscope::app {

class Terms {
 public:
  /// The next term on the screen, or the one before; the first time the first one.
  void go(int by);
  void leave() { by_keys_ = false; }
  bool by_keys() const { return by_keys_; }

  /// After everything of the frame is drawn: marks and explains the term in question.
  /// just_pressed: the pointer rests where its button was pressed last, so it asks for none.
  void draw(Ui& ui, bool just_pressed);
  /// When it wants to be drawn although nothing happens, seconds; 0: never.
  double due_at() const { return due_at_; }

  /// What is explained now; null: nothing.
  const GlossaryTerm* explained() const { return explained_ ? &*explained_ : nullptr; }
  std::size_t place() const { return place_; }  ///< by keys: from 0
  std::size_t count() const { return count_; }  ///< by keys: terms on the screen

 private:
  struct Found {
    GlossaryTerm term;
    std::vector<WordArea> areas;
    ImDrawList* list;  ///< of the window where it is
  };
  std::vector<Found> all_terms(const Ui& ui);
  void explain_by_keys(Ui& ui);
  void explain_under_pointer(Ui& ui, bool just_pressed);

  DrawnWords words_;
  bool by_keys_ = false;
  std::size_t place_ = 0, count_ = 0;
  std::optional<GlossaryTerm> explained_;
  std::optional<GlossaryTerm> rests_on_;  ///< the pointer
  double rests_since_ = 0, due_at_ = 0;
};

}  // namespace satscope::app
