// SPDX-License-Identifier: Apache-2.0
#include "app/core/files/user_folders.h"

#include <array>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include "app/core/files/atomic_file.h"

namespace satscope::app {
namespace {

namespace fs = std::filesystem;

/// An absolute path of the environment; empty: none.
fs::path from_environment(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value == '/' ? fs::path(value) : fs::path();
}

/// The line VARIABLE="$HOME/..." or VARIABLE="/..."; empty: none.
fs::path from_user_dirs(const std::string& variable, const fs::path& home) {
  const fs::path config = from_environment("XDG_CONFIG_HOME");
  const fs::path name = (config.empty() ? home / ".config" : config) / "user-dirs.dirs";
  constexpr std::uintmax_t k_longest = 1 << 16;
  std::error_code error;
  // because: opening a pipe waits for its writer
  if (!fs::is_regular_file(name, error) || fs::file_size(name, error) > k_longest) return {};
  std::ifstream file(name);
  const std::string begin = variable + "=\"";
  for (std::string line; std::getline(file, line);) {
    const std::size_t end = line.rfind('"');
    if (!line.starts_with(begin) || end < begin.size()) continue;
    const std::string place = line.substr(begin.size(), end - begin.size());
    constexpr std::string_view k_home = "$HOME/";
    if (place.starts_with(k_home)) return home / place.substr(k_home.size());
    if (place.starts_with('/')) return place;
  }
  return {};
}

}  // namespace

fs::path home_folder() { return from_environment("HOME"); }

fs::path own_folder(OwnFolder folder) {
  struct Place {
    const char *variable, *below_home;
  };
  constexpr std::array<Place, 4> k_places{Place{"XDG_CONFIG_HOME", ".config"}, Place{"XDG_STATE_HOME", ".local/state"},
                                          Place{"XDG_CACHE_HOME", ".cache"}, Place{"XDG_DATA_HOME", ".local/share"}};
  const Place& place = k_places[static_cast<std::size_t>(folder)];
  if (const fs::path base = from_environment(place.variable); !base.empty()) return base / "satscope";
  const fs::path home = home_folder();
  return home.empty() ? home : home / place.below_home / "satscope";
}

fs::path user_folder(UserFolder folder) {
  const bool videos = folder == UserFolder::videos;
  const char* variable = videos ? "XDG_VIDEOS_DIR" : "XDG_PICTURES_DIR";
  const fs::path home = home_folder();
  fs::path place = from_environment(variable);
  if (place.empty() && !home.empty()) place = from_user_dirs(variable, home);
  if (place.empty() && !home.empty()) place = home / (videos ? "Videos" : "Pictures");
  std::error_code error;
  if (!place.empty() && !WriteNothing::in_force()) fs::create_directories(place, error);
  return place.empty() || error ? fs::current_path(error) : place;
}

}  // namespace satscope::app
