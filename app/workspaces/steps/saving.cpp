// SPDX-License-Identifier: Apache-2.0
// Steps as files: what is asked for, and piece by piece what is written.
#include <memory>
#include <utility>

#include "app/workspaces/steps/compare/pair.h"
#include "app/workspaces/steps/export/page.h"
#include "app/workspaces/steps/steps_workspace.h"
#include "app/workspaces/steps/view.h"

namespace satscope::app {

/// A request of one key, with the background and the caption that were chosen on the card.
SaveRequest StepsWorkspace::like_card(const Ui& ui, SaveRequest request) const {
  const PageGround chosen = ground_of(ui.settings.background);
  // because: a film has no transparent background
  const bool clear = chosen == PageGround::transparent && kind_of(request).ending == ".gif";
  request.ground = clear ? PageGround::white : chosen;
  request.captions = model_.save_request.captions;
  return request;
}

/// Begins to write what is requested.
void StepsWorkspace::save(Ui& ui, const SaveRequest& request) {
  if (saving_) return;
  if (!model_.state.player() || model_.state.player()->story().steps.empty()) {
    ui.doing.message = Notice{"there is no step to save yet", std::nullopt, {}};
    return;
  }
  try {
    const PageLook look{
        .view = &shown_view(settings_of(ui.session).view, model_.state.has_messages()),
        .beside = model_.pair.clock() ? nullptr : shown_beside(settings_of(ui.session), model_.state.has_messages()),
        .colours = colour_map_of(ui.session),
        .first_block = model_.state.first_block,
        .all_blocks = model_.state.all_blocks,
        .all_arrows = settings_of(ui.session).all_arrows,
        .captions = request.captions,
        .essential = settings_of(ui.session).level == StepsLevel::essential,
        .for_slide = request.ground != PageGround::seen};
    std::unique_ptr<Pages> pages;
    if (model_.pair.clock())
      pages = std::make_unique<PairPages>(model_.state.player()->shared_story(), model_.pair.second.player()->shared_story(),
                                          model_.pair.course(), look);
    else
      pages = std::make_unique<StepsPage>(model_.state.player()->shared_story(), look);
    saving_ = std::make_unique<StepsSaving>(ui.palette, std::move(pages), *model_.clock(), request);
    model_.saved_part = 0;
  } catch (const std::exception& problem) {
    ui.doing.message = Notice{problem.what(), std::nullopt, {}};
  }
}

/// Another piece of what is being saved, and what became of it.
void StepsWorkspace::go_on_saving(Ui& ui) {
  ui.doing.message = saving_->go_on();
  model_.saved_part = saving_->part();
  if (saving_->running()) return;
  model_.save_card = model_.save_card && ui.doing.message->bad;
  stop_saving();
}

}  // namespace satscope::app
