// SPDX-License-Identifier: Apache-2.0
#include "app/core/files/user_folders.h"

#include <windows.h>
// after windows.h
#include <knownfolders.h>
#include <shlobj.h>

#include "app/core/files/atomic_file.h"

namespace satscope::app {
namespace {

namespace fs = std::filesystem;

fs::path known(const KNOWNFOLDERID& folder) {
  wchar_t* text = nullptr;
  fs::path place;
  if (::SHGetKnownFolderPath(folder, KF_FLAG_CREATE, nullptr, &text) == S_OK) place = text;
  ::CoTaskMemFree(text);
  return place;
}

}  // namespace

fs::path home_folder() { return known(FOLDERID_Profile); }

fs::path own_folder(OwnFolder folder) {
  const fs::path base =
      known(folder == OwnFolder::settings || folder == OwnFolder::data ? FOLDERID_RoamingAppData : FOLDERID_LocalAppData);
  return base.empty() ? base : base / "satscope";
}

fs::path user_folder(UserFolder folder) {
  const fs::path place = known(folder == UserFolder::videos ? FOLDERID_Videos : FOLDERID_Pictures);
  std::error_code error;
  if (!place.empty() && !WriteNothing::in_force()) fs::create_directories(place, error);
  return place.empty() || error ? fs::current_path(error) : place;
}

}  // namespace satscope::app
