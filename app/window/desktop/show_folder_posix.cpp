// SPDX-License-Identifier: Apache-2.0
#include "app/window/desktop/show_folder.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace satscope::app {

std::string show_folder(const std::filesystem::path& folder) {
  // a shell starts it in the background
  std::string place = folder.string(), shell = "sh", option = "-c", name = "xdg-open",
              text = "command -v xdg-open >/dev/null || exit 1; xdg-open \"$1\" </dev/null >/dev/null 2>&1 &";
  std::array words{shell.data(), option.data(), text.data(), name.data(), place.data(), static_cast<char*>(nullptr)};
  pid_t child = 0;
  int status = 1;
  if (::posix_spawn(&child, "/bin/sh", nullptr, nullptr, words.data(), environ) == 0)
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  if (status == 0) return {};
  return fmt::format("xdg-open cannot show the folder {}; install the package xdg-utils, or open it yourself", place);
}

}  // namespace satscope::app
