// SPDX-License-Identifier: Apache-2.0
#include "app/core/write_stderr.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "app/core/text/foreign_text.h"

namespace satscope::app {

void write_stderr(std::string_view text) noexcept {
  const int error = errno;
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  errno = error;
}

void note(std::string_view sentence) { write_stderr(fmt::format("satscope: {}\n", brief_line(sentence))); }

void note_failure(std::string_view sentence) { note(sentence); }

bool is_terminal(std::FILE* stream) { return ::isatty(::fileno(stream)) != 0; }

int terminal_width(std::FILE* stream) {
  winsize size{};
  return ::ioctl(::fileno(stream), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void guard_streams() noexcept {
  std::signal(SIGXFSZ, SIG_IGN);
  // read-only, so that output to a closed stdout does not count as written
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
    if (::fcntl(stream, F_GETFD) < 0 && ::open("/dev/null", O_RDONLY) < 0) return;
}

}  // namespace satscope::app
