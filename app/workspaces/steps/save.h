// SPDX-License-Identifier: Apache-2.0
// Steps in files, from the window: the page of this step, or a phase as a film.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "app/ui/ui.h"
#include "app/workspaces/steps/film.h"
#include "app/workspaces/steps/page.h"
#include "app/workspaces/steps/state.h"

namespace satscope::app {

/// The step that is shown as a page in a new file of the working directory; ending: ".png" or ".svg".
Notice save_step(const Ui& ui, const StepsState& steps, std::string_view ending);

/// A film that is being written, a frame each time that it is asked to go on.
class StepsFilm {
 public:
  /// The phase that is shown, as a GIF in a new file of the working directory.
  StepsFilm(const Ui& ui, const StepsState& steps);

  /// Draws a frame, and says how far it is.
  Notice go_on();
  bool running() const { return running_; }
  Notice stopped() const;

 private:
  std::string file_;
  StepsPage page_;
  FilmWriter writer_;
  bool running_ = true;
};

}  // namespace satscope::app
