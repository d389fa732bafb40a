// SPDX-License-Identifier: Apache-2.0
#include "app/window/model.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <malloc.h>
#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

#include "app/core/threads.h"
#include "app/lab/trace/file_algorithm.h"
#include "app/ui/inputs.h"
#include "app/ui/open_session.h"
#include "app/window/loader.h"

namespace satscope::app {
namespace {

/// A CUDA file is no picture: Steps takes it.
WindowOptions without_cuda_file(WindowOptions options) {
  if (lab::names_cuda_file(options.input)) offer_cuda_file(std::exchange(options.input, {}));
  return options;
}

Session first_session(const WindowOptions& options, const Settings& settings, Host& host) {
  Session session = whole_session();
  session.edit.input = options.input.empty() ? std::string(k_example_input) : options.input;
  session.edit.live = options.synthetic;
  if (!settings.theme.empty()) session.theme = settings.theme;
  session.ui_scale = settings.ui_scale ? *settings.ui_scale : host.monitor_scale();
  apply_options(session, options);
  return session;
}

/// A newcomer begins with less; a user from before there were levels has all.
std::string first_level(const Settings& settings, const Host& host) {
  if (!settings.level.empty()) return settings.level;
  const auto knows = [&](const WorkspaceKind& kind) { return kind.has_levels && settings.used.contains(std::string(kind.id)); };
  return host.greets() && std::ranges::none_of(app::workspaces(), knows) ? "essential" : "full";
}

/// Less than the table of a picture of 640x480; more than what the panels of a frame allocate and free.
constexpr int k_large_block = 1'000'000;

/// From now on pictures and tables go back to the system when they are freed. Otherwise glibc learns from the first large
/// block that is freed to keep such blocks, up to 64 MB in each of its arenas, of which a core has eight: after a while that
/// is half of a window's memory. For the whole program.
void free_large_blocks_at_once() {
#ifdef M_MMAP_THRESHOLD
  // either one keeps glibc from learning
  mallopt(M_MMAP_THRESHOLD, k_large_block);
  mallopt(M_TRIM_THRESHOLD, 2 * k_large_block);
#endif
}

}  // namespace

WindowModel::WindowModel(const WindowOptions& chosen, const Settings& remembered, Host& its_host, Painter painter)
    : options(without_cuda_file(chosen)),
      settings(remembered),
      host(its_host),
      session(first_session(options, remembered, its_host)),
      frame(chosen.display, painter) {
  options.user_level = first_level(remembered, its_host);
  if (its_host.greets()) settings.level = options.user_level;
  free_large_blocks_at_once();
  for (const WorkspaceKind& kind : app::workspaces()) workspaces.push_back(kind.make());
}

Workspace& WindowModel::shown_workspace() const {
  return *workspaces[static_cast<std::size_t>(&kind_of(session) - app::workspaces().data())];
}

Companion* WindowModel::companion() const {
  for (const auto& workspace : workspaces)
    if (Companion* const one = workspace->companion()) return one;
  return nullptr;
}

std::optional<Box> WindowModel::pixels_wanted() const {
  for (const auto& workspace : workspaces)
    if (auto pixels = workspace->pixels_wanted()) return pixels;
  return std::nullopt;
}

bool WindowModel::has_popup() const {
  return popups.open() != Popup::none ||
         ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

bool WindowModel::shows_guide(const Ui& ui) {
  if (guide.note(ui, host.greets())) {
    settings.used.insert(session.workspace);
    host.remember(settings);
  }
  return guide.shown(ui, host.greets()) && !companion();
}

void WindowModel::drop_drags() {
  shown_workspace().drop_drag(session);
  doing.drag.reset();
}

bool WindowModel::write_aside(std::function<Notice()> write) {
  if (written_aside_.valid()) return false;
  if (!k_has_threads) {
    doing.message = write();
    return true;
  }
  try {
    written_aside_ = std::async(std::launch::async, write);
  } catch (const std::system_error&) {  // no thread: better that the window waits than that the file is lost
    doing.message = write();
  }
  return true;
}

void WindowModel::take_written() {
  if (!written_aside_.valid() || written_aside_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
  doing.message = written_aside_.get();
  frames_due = k_frames_after_change;
}

void WindowModel::wait_for_written() const {
  if (written_aside_.valid()) written_aside_.wait();
}

}  // namespace satscope::app
