// SPDX-License-Identifier: Apache-2.0
#include "app/sources/live/x_display.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstring>

namespace satscope::app {
namespace {

/// A server listens at a path, and on Linux also at the same name without a file.
bool somebody_listens(const std::string& path, bool abstract) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path + (abstract ? 1 : 0), path.data(), path.size());
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size() + 1);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket < 0) return true;  // unknown
  const bool refused = ::connect(socket, reinterpret_cast<const sockaddr*>(&address), size) != 0 && errno != EAGAIN;
  ::close(socket);
  return !refused;
}

}  // namespace

bool x_display_answers(const std::string& display) {
  if (!display.starts_with(':')) return true;
  unsigned number = 0;
  if (std::from_chars(display.data() + 1, display.data() + display.size(), number).ec != std::errc()) return true;
  const std::string path = fmt::format("/tmp/.X11-unix/X{}", number);
  return somebody_listens(path, false) || somebody_listens(path, true);
}

void on_lost_x_display(int (*handler)(void*)) {
  void* const xlib = ::dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
  if (!xlib) return;
  using Handler = int (*)(void*);
  const auto set = reinterpret_cast<Handler (*)(Handler)>(::dlsym(xlib, "XSetIOErrorHandler"));
  if (set) set(handler);
  ::dlclose(xlib);
}

}  // namespace satscope::app
