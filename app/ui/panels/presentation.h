// SPDX-License-Identifier: Apache-2.0
// What a lecturer lays over the stage: black, a spot at the pointer, a lens, pen marks; and how large type must be
// for the last row.
#pragma once
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/render/lens.h"
#include "app/ui/ui.h"

namespace satscope::app {

/// The UI scale at which the main font has 36 pixels in a window of 1440x1080, an em of 31, and as large a part of any other.
double presented_scale(Extent window);

/// What the keys before a class do, for the lecturer.
void draw_class_keys(const Ui& ui, const Area& area);

/// Takes the pen's marks off what is shown: a card of a lesson, or a workspace.
inline constexpr Action k_wipe_marks{"wipe-marks"};

/// Where the caption of a lesson leaves room for the time, among the controls.
inline constexpr const char* k_class_time = "class:time";
/// Where it leaves room for what is said to the lecturer, likewise.
inline constexpr const char* k_class_news = "class:news";
/// The window with all cards of a lesson, where the pen draws nothing.
inline constexpr const char* k_all_cards = "lesson overview";

class Presentation {
 public:
  void wipe() { strokes_.erase(page_); }
  void turn_black() { black_ = !black_; }
  void turn_spot() { spot_ = !spot_; }
  void turn_lens() { lens_ = !lens_; }
  void turn_pen() { pen_ = !pen_; }
  void turn_few_colours() { few_colours_ = !few_colours_; }
  /// Spot, lens and pen go. False: none was on.
  bool put_away();
  /// Ends: nothing is left in the hand. What was drawn is there again when its card is.
  void reset() { black_ = spot_ = lens_ = pen_ = drawing_ = false; }

  bool black() const { return black_; }
  bool few_colours() const { return few_colours_; }
  /// Whether the pointer shows something to the class.
  bool points() const { return spot_ || lens_ || pen_; }
  /// Whether the class sees a message, where it has no window of its own.
  bool says() const { return says_; }
  /// Over all that was drawn. stage: what the class sees.
  void draw(Ui& ui, const Area& stage);
  /// The panel of the lecturer: the time, what the class sees, what the clicker does. Returns its height, pixels.
  /// since: when the time began, seconds; a click on the time makes it now.
  double draw_clock(Ui& ui, const Area& area, double& since);
  /// The time alone, at the right of the area.
  static void draw_time(Ui& ui, const Area& area, double& since);
  nlohmann::json report() const;

 private:
  using Stroke = std::vector<Point>;
  void draw_marks(Ui& ui, const Area& stage);
  void draw_lens(const Ui& ui, const Area& stage);
  void draw_what_is_on(Ui& ui, const Area& stage);

  bool black_ = false, spot_ = false, lens_ = false, pen_ = false, few_colours_ = false, drawing_ = false;
  bool says_ = false;
  std::string said_;                                    ///< the last message
  double said_since_ = 0;                               ///< seconds
  std::string page_;                                    ///< the card, or the workspace, that is shown
  std::map<std::string, std::vector<Stroke>> strokes_;  ///< by page; their points in parts of the stage
  Lens glass_;
  struct Copied {
    Lens* glass;
    int x, y;
    Extent extent;
  } copied_{};
};

}  // namespace satscope::app
