// SPDX-License-Identifier: Apache-2.0
// The window drawn once, without a window system.
#include <chrono>
#include <optional>
#include <stdexcept>
#include <thread>

#include "app/core/files/atomic_file.h"
#include "app/core/write_stderr.h"
#include "app/render/gl/offscreen.h"
#include "app/sources/files/png_file.h"
#include "app/ui/ui.h"
#include "app/window/screen.h"
#include "app/window/window.h"

namespace satscope::app {

namespace {

/// session: gets that of the window; null: it is not kept.
std::string drawn_png(const WindowOptions& options, AtomicFile* session) {
  Offscreen offscreen(options.size);
  Host host;
  Screen screen(options, Settings{}, host);
  using Steady = std::chrono::steady_clock;
  const Steady::time_point start = Steady::now();
  const auto seconds = [start] { return std::chrono::duration<double>(Steady::now() - start).count(); };
  constexpr double k_max_wait = 300;  // seconds: a large picture on a slow machine takes its time
  constexpr int k_calm_frames = 4;
  for (int calm = 0; calm < k_calm_frames;) {
    screen.step(seconds());
    offscreen.bind();
    screen.draw(offscreen.size(), seconds());
    const auto& message = screen.doing().message;
    if (message && message->bad) throw std::runtime_error(message->text);
    calm = screen.settled() ? calm + 1 : 0;
    if (calm == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (seconds() > k_max_wait) throw std::runtime_error("the window did not come to rest in 5 minutes");
  }
  if (const auto& news = screen.doing().message) note(news->text);
  if (session) session->write(screen.session_text(options.save_session));
  return encode_png(offscreen.size(), offscreen.read());
}

}  // namespace

void make_shot(const WindowOptions& options, const std::string& file) {
  AtomicFile out(file);  // first: a place that cannot be written is reported before the work
  std::optional<AtomicFile> session;
  if (!options.save_session.empty()) session.emplace(options.save_session);
  out.write(drawn_png(options, session ? &*session : nullptr));
  out.commit();
  if (session) session->commit();
}

}  // namespace satscope::app
