// SPDX-License-Identifier: Apache-2.0
#include "app/core/files/read_files.h"

#include <filesystem>
#include <map>
#include <mutex>
#include <utility>

namespace satscope::app {
namespace {

struct Marked {
  std::mutex mutex;
  std::map<FileIdentity, std::string> names;  ///< absolute: the number of a deleted file is given to another one
};
Marked& marked() {
  static auto& all = *new Marked;  // never deleted: a thread may still read when the program ends
  return all;
}

}  // namespace

void mark_as_input(const std::string& name) {
  const std::optional<FileIdentity> file = identity_of(name);
  std::error_code error;
  std::string whole = std::filesystem::absolute(name, error).string();
  if (!file || error) return;
  const std::lock_guard lock(marked().mutex);
  marked().names.insert_or_assign(*file, std::move(whole));
}

bool is_input(const std::string& name) {
  const std::optional<FileIdentity> file = identity_of(name);
  if (!file) return false;
  const std::lock_guard lock(marked().mutex);
  const auto found = marked().names.find(*file);
  return found != marked().names.end() && identity_of(found->second) == file;
}

}  // namespace satscope::app
