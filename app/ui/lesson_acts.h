// SPDX-License-Identifier: Apache-2.0
// An action of a lesson as keys and pointer. The check of lessons does it, and the window before a class.
#pragma once
#include <deque>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson.h"
#include "app/ui/input.h"
#include "app/ui/keys.h"
#include "app/ui/views/view_transform.h"

namespace satscope::app {

/// As a click on a cell of the workspace does: "3 temp", its index and its buffer.
inline constexpr Action k_take_cell{"take-cell"};
/// A row of numbers in place of what is stepped: "3 1 7 0".
inline constexpr Action k_take_row{"take-row"};
/// All cards of the lesson, to go to one.
inline constexpr Action k_show_cards{"lesson-overview"};

class ActedOut {
 public:
  using State = std::function<nlohmann::json()>;  ///< of the window, as the state file has it

  /// Of all kinds but `set`, which neither keys nor pointer do. Throws LessonError if it names a key that there is not.
  explicit ActedOut(const LessonAction& action);
  ActedOut(const ActedOut&) = delete;  // because: its parts refer to it
  /// The next events; the window must rest before and after them. None: all is done. Throws LessonError if what it names is not
  /// there.
  std::optional<std::vector<InputEvent>> next(const State& state);
  /// Whether the left button is down: then a drag goes on, and the window does not rest.
  bool holds() const { return holds_; }

 private:
  using Part = std::function<std::vector<InputEvent>(const State&)>;
  void click(Part point);
  /// The pointer over a control; first, so many times at most, the wheel over the card that has it below its end, or a click on
  /// the closed list that has it.
  std::vector<InputEvent> point_at_control(const std::string& id, int tries, const State& state);

  std::deque<Part> parts_;
  bool holds_ = false;
};

}  // namespace satscope::app
