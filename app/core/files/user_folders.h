// SPDX-License-Identifier: Apache-2.0
// Where a desktop keeps what its user makes, and what programs keep for the user.
#pragma once
#include <cstdint>
#include <filesystem>

namespace satscope::app {

enum class UserFolder : std::uint8_t { pictures, videos };

/// As XDG says: the variable XDG_VIDEOS_DIR, else that line of user-dirs.dirs, else ~/Videos; likewise pictures. On Windows its
/// known folders. An absolute path, made if it is missing; the working directory where there is no home, or it cannot be made.
std::filesystem::path user_folder(UserFolder folder);

/// What a program keeps: settings, what it said, what can be made again, and files of the user.
enum class OwnFolder : std::uint8_t { settings, state, cache, data };

/// The folder of this program for it, not made: $XDG_CONFIG_HOME/satscope, else ~/.config/satscope, and so on; on Windows
/// below %APPDATA%, or %LOCALAPPDATA% for what stays on this machine. Empty: there is none.
std::filesystem::path own_folder(OwnFolder folder);

/// Empty if the system does not say.
std::filesystem::path home_folder();

}  // namespace satscope::app
