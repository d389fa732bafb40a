// SPDX-License-Identifier: Apache-2.0
// Steps in files, from the window: what one may request, and the files while they are written.
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "app/ui/ui.h"
#include "app/workspaces/steps/export/writer.h"
#include "app/workspaces/steps/state.h"

namespace satscope::app {

struct SaveRequest {
  enum class What : std::uint8_t { step, phase, all, range } what = What::step;
  std::string kind = "png";  ///< id of a SaveKind
  int first = 0, last = 0;   ///< of a range: steps done in its first picture and in its last
  int scale = 2;             ///< pixels for each of the page, one of k_save_scales; of no matter to SVG and web pages
  /// Folder and name, without the ending; empty: a free name in the folder for pictures, or for videos.
  std::string place = {};
  PageGround ground = PageGround::seen;  ///< that was chosen last
  bool captions = true;
};
inline constexpr std::array k_save_scales{1, 2, 4};

struct SaveKind {
  std::string_view id, title, help;
  std::string_view ending;
  bool several;        ///< of several steps, else of one
  bool strip = false;  ///< side by side on one page
  bool numbered = false;
  bool has_scale() const { return ending != ".svg" && ending != ".html"; }
};
inline constexpr std::array k_save_kinds{
    SaveKind{"png", "PNG", "a picture", ".png", false},
    SaveKind{"svg", "SVG", "a drawing; text stays text", ".svg", false},
    SaveKind{"gif", "GIF", "a film that plays anywhere", ".gif", true},
    SaveKind{"mp4", "MP4", "a video", ".mp4", true},
    SaveKind{"web", "Web page", "plays in a browser, on desk and phone, offline; for the course page", ".html", true},
    SaveKind{"pngs", "PNG, a file per step", "numbered by their steps", ".png", true, false, true},
    SaveKind{"strip", "Strip, PNG", "at most 12 steps side by side, for a slide", ".png", true, true},
    SaveKind{"strip-svg", "Strip, SVG", "the same as a drawing", ".svg", true, true},
};
/// The kind that is requested, or the first that fits what is saved.
const SaveKind& kind_of(const SaveRequest& request);

/// What the request means for what is shown, a story or the clock of two. The file has a full name; one that
/// the user gave may be taken, and then gets a number.
WriteOrder order_of(const SaveRequest& request, const Clock& clock);

/// Files that are being written, a piece each time that it is asked to go on.
class StepsSaving {
 public:
  StepsSaving(const Palette& palette, std::unique_ptr<Pages> pages, const Clock& clock, const SaveRequest& request);

  /// Draws a page or frame, and says how far it is.
  Notice go_on();
  bool running() const { return running_; }
  double part() const { return static_cast<double>(writer_.done()) / static_cast<double>(writer_.all()); }
  Notice stopped() const;

 private:
  StepsWriter writer_;
  bool running_ = true;
};

}  // namespace satscope::app
