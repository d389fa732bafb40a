// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/record/result_camera.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "app/core/files/atomic_file.h"
#include "app/core/newest_worker.h"
#include "app/sources/live/virtual_camera.h"
#include "app/ui/ui.h"

namespace satscope::app {

ResultCamera::ResultCamera() = default;
ResultCamera::~ResultCamera() = default;

void ResultCamera::ask(Ui& ui) {
  if (runs()) {
    feed_.reset();
    shown_as_.clear();
    return;
  }
  const Filtered& filtered = ui.frame.filtered();
  if (!filtered.ready) {
    ui.doing.message = Notice{"there is no result to show yet", std::nullopt, {}};
    return;
  }
  if (WriteNothing::in_force()) return;
  try {
    feed_ = std::make_unique<VirtualCameraFeed>(std::string(), filtered.picture, ui.window.cameras());
  } catch (const std::system_error&) {
    ui.doing.message = Notice{std::string(k_no_thread), std::nullopt, {}};
    return;
  }
  give(ui);
}

void ResultCamera::give(Ui& ui) {
  serial_ = ui.frame.filtered().serial;
  if (auto picture = ui.frame.snapshot()) feed_->give(picture->extent, std::move(picture->words));
}

bool ResultCamera::step(Ui& ui, bool shown) {
  if (!feed_) return false;
  VirtualCameraFeed::Status status = feed_->status();
  std::string why = std::move(status.trouble);
  if (why.empty() && !shown) why = "the result is no longer shown as a camera: Playground was left";
  if (!why.empty()) {
    ui.doing.message = Notice{std::move(why), std::nullopt, {}};
    feed_.reset();
    shown_as_.clear();
    return true;
  }
  if (ui.frame.filtered().ready && ui.frame.filtered().serial != serial_) give(ui);
  if (status.camera == shown_as_) return false;
  shown_as_ = std::move(status.camera);
  Notice notice{fmt::format("other programs see the result as the camera {}", shown_as_), std::nullopt, {}};
  notice.bad = false;
  notice.passes = true;
  ui.doing.message = std::move(notice);
  return true;
}

double ResultCamera::due_at(double now) const {
  constexpr double k_soon = 0.05, k_look = 0.5;  // seconds: until it is open; whether it still is
  return !runs() ? 0 : now + (shown_as_.empty() ? k_soon : k_look);
}

bool ResultCamera::settled() const { return !runs() || !shown_as_.empty(); }

std::string ResultCamera::mark() const { return shown_as_.empty() ? std::string() : "CAMERA " + shown_as_; }

}  // namespace satscope::app
