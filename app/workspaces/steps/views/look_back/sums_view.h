// SPDX-License-Identifier: Apache-2.0
// The sums of the selected thread, written out line by line: which pixels a result covers, the numbers that went into it
// below the names of their places, the result and where it is kept.
#pragma once
#include <string>
#include <vector>

#include "app/ui/drawing/drawing.h"
#include "app/workspaces/steps/views/look_back/sums.h"

namespace satscope::app {

class SumLines {
 public:
  /// who: the line above them, "for example thread 0". flat: rather without what they cover than in two rows.
  SumLines(Drawing& drawing, std::vector<SelectedSum> sums, double width, std::string who, bool flat);

  std::size_t count() const { return lines_.size(); }
  bool is_complete() const { return lines_.size() == all_; }
  /// Of so many of them, with what lies above and below.
  double height(std::size_t lines, bool with_who) const;
  void draw(Point at, std::size_t lines, bool with_who) const;

 private:
  struct Item {
    std::string text, place;  ///< place empty: its name has no room
    bool sign = false;        ///< between two numbers
    double width = 0;
    Known known = Known::nothing;  ///< of a word
  };
  struct Line {
    std::string covers;
    std::vector<Item> items;
    Item sign, result;  ///< of which it takes a row of its own if there is too little room
  };
  Line line_of(const SelectedSum& sum, bool with_places) const;
  double width_of(const std::vector<Item>& items) const;
  double width_of_result(const Line& line) const;
  double letters() const { return 1.15 * drawing_.letters(Face::small); }
  double chip() const { return 1.45 * drawing_.em; }
  double gap() const { return 0.25 * drawing_.em; }
  double each() const { return letters() + (wraps_ ? 2 : 1) * (chip() + gap()); }
  void draw_chip(const Area& area, const Item& item, bool result) const;
  void draw_result(Point at, const Line& line) const;
  std::string more(std::size_t lines) const;

  Drawing& drawing_;
  const double width_;
  const std::string who_;
  std::vector<Line> lines_;  ///< those that are narrow enough
  std::size_t all_ = 0;      ///< sums
  double covers_ = 0;        ///< width of what is before the numbers
  bool wraps_ = false;       ///< results have rows of their own, and what they cover is there
};

}  // namespace satscope::app
