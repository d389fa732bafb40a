// SPDX-License-Identifier: Apache-2.0
// A step of a story as a page without panels: what pass and step it is, one view, and a sentence about it. Or several steps
// side by side, for a slide.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/workspaces/steps/view.h"

namespace satscope::app {

/// What a page shows of a story.
struct PageLook {
  const StepViewKind* view = &step_views().front();
  const StepViewKind* beside = nullptr;  ///< a second one; null: none
  ColourMap colours = ColourMap::cividis;
  int first_block = 0;
  bool all_blocks = false, all_arrows = false;
  std::optional<bool> captions = {};  ///< whether a sentence is below each step; none: on a page, and not in a strip
  bool essential = false;             ///< only what a newcomer needs
  bool covers_turns = false;          ///< of the banks, because a card asks about them; not of one of two
  bool for_slide = false;             ///< without the small pictures of all buffers and the colours of banks
  std::string name = {};              ///< as one of two beside each other, in place of the heading; then turns are shown
};

/// What can be drawn page by page.
class Pages {
 public:
  virtual ~Pages() = default;
  /// position: steps done; arrived: how far the numbers of the last one are on their way, 0 ... 1.
  virtual void paint(Drawing& drawing, const Area& page, std::size_t position, double arrived) = 0;
  /// Steps `first` to `last` side by side.
  virtual void paint_strip(Drawing& drawing, const Area& page, std::size_t first, std::size_t last) = 0;
  /// "Serial, 4 × 3: step 5 of 24".
  virtual std::string title(std::size_t position) = 0;
  /// What is said about a step.
  virtual std::string caption(std::size_t position) = 0;
};

class StepsPage final : public Pages {
 public:
  /// The story has steps.
  StepsPage(std::shared_ptr<const Story> story, const PageLook& look);

  void paint(Drawing& drawing, const Area& page, std::size_t position, double arrived = 1) override;
  void paint_strip(Drawing& drawing, const Area& page, std::size_t first, std::size_t last) override;
  std::string title(std::size_t position) override;
  std::string caption(std::size_t position) override;
  const Story& story() const { return *story_; }
  const std::shared_ptr<const Story>& shared_story() const { return story_; }
  const PageLook& look() const { return look_; }
  /// After `position` steps; holds until the next call of any other function.
  const StepsState& at(std::size_t position);
  /// The grids as they were painted last; null: the view shows none.
  const StepsLayout* grids();
  /// The part of a page that the views have: above it is the heading, below it the sentence.
  static Area views_of(const Area& page, double em);

 private:
  std::vector<std::string> caption_lines(const Drawing& drawing, std::size_t position, double width, std::size_t most,
                                         const std::string& said = {});
  void go_to(std::size_t position);
  const StepViewKind& first_view() const;
  /// views: of each part of a strip others.
  void paint_views(Drawing& drawing, const Area& area, StepViews& views, double arrived, bool legend);

  std::shared_ptr<const Story> story_;
  PageLook look_;
  StepsState steps_;
  StepViews views_;
};

/// The most steps that a strip has room for.
inline constexpr std::size_t k_longest_strip = 12;

}  // namespace satscope::app
