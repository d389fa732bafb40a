// SPDX-License-Identifier: Apache-2.0
// Where a desktop keeps what its user makes.
#pragma once
#include <cstdint>
#include <filesystem>

namespace satscope::app {

enum class UserFolder : std::uint8_t { pictures, videos };

/// As XDG says: the variable XDG_VIDEOS_DIR, else that line of user-dirs.dirs, else ~/Videos; likewise pictures. An absolute
/// path, made if it is missing; the working directory where there is no home, or it cannot be made.
std::filesystem::path user_folder(UserFolder folder);

}  // namespace satscope::app
