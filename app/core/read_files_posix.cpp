// SPDX-License-Identifier: Apache-2.0
#include "app/core/read_files.h"

#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <mutex>
#include <utility>

namespace satscope::app {
namespace {

using Identity = std::pair<dev_t, ino_t>;

struct Marked {
  std::mutex mutex;
  std::map<Identity, std::string> names;  ///< absolute: the number of a deleted file is given to another one
};
Marked& marked() {
  static auto& all = *new Marked;  // never deleted: a thread may still read when the program ends
  return all;
}

}  // namespace

void mark_as_input(const std::string& name) {
  struct stat file {};
  if (::stat(name.c_str(), &file) != 0 || !S_ISREG(file.st_mode)) return;
  std::error_code error;
  std::string whole = std::filesystem::absolute(name, error).string();
  if (error) return;
  const std::lock_guard lock(marked().mutex);
  marked().names.insert_or_assign({file.st_dev, file.st_ino}, std::move(whole));
}

bool is_input(const struct stat& file) {
  const std::lock_guard lock(marked().mutex);
  const auto found = marked().names.find({file.st_dev, file.st_ino});
  struct stat now {};
  return found != marked().names.end() && ::stat(found->second.c_str(), &now) == 0 && now.st_dev == file.st_dev &&
         now.st_ino == file.st_ino;
}

}  // namespace satscope::app
