// SPDX-License-Identifier: Apache-2.0
#include "app/lab/cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <vector>

#include "app/core/files/user_folders.h"

namespace satscope::app::lab {

namespace fs = std::filesystem;

std::string hash_of(std::string_view text) {
  std::uint64_t a = 0xcbf29ce484222325, b = 0x84222325cbf29ce4;
  for (const char c : text) {
    a = (a ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    b = (b ^ static_cast<unsigned char>(c)) * 0x100000001b5 + 1;
  }
  return fmt::format("{:016x}{:016x}", a, b);
}

fs::path cache_folder() {
  const fs::path ours = own_folder(OwnFolder::cache);
  return (ours.empty() ? fs::temp_directory_path() / "satscope" : ours) / "lab";
}

std::string file_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(fmt::format("{} cannot be read", path.string()));
  return {std::istreambuf_iterator<char>(file), {}};
}

fs::path kept(const fs::path& place, const std::function<void(const fs::path&)>& fill) {
  std::error_code error;
  if (fs::is_directory(place, error)) return place;
  fs::create_directories(place.parent_path(), error);
  std::random_device random;  // because: other threads and processes may build the same program
  const fs::path draft = fmt::format("{}.{:08x}{:08x}.part", place.string(), random(), random());
  fs::remove_all(draft, error);
  if (!fs::create_directories(draft, error))
    throw std::runtime_error(fmt::format("{} cannot be written: the Lab keeps its programs there", draft.string()));
  try {
    fill(draft);
    fs::rename(draft, place, error);  // if another process was faster, its is as good
  } catch (...) {
    fs::remove_all(draft, error);
    throw;
  }
  fs::remove_all(draft, error);
  return place;
}

namespace {

constexpr std::size_t k_kept_programs = 64;

/// Programs that were not used for the longest time go.
void forget_old_programs(const fs::path& programs) {
  std::error_code error;
  std::vector<std::pair<fs::file_time_type, fs::path>> all;
  for (const auto& entry : fs::directory_iterator(programs, error))
    all.emplace_back(entry.last_write_time(error), entry.path());
  if (all.size() <= k_kept_programs) return;
  std::sort(all.begin(), all.end());
  const auto now = fs::file_time_type::clock::now();
  for (std::size_t k = 0; k + k_kept_programs < all.size(); ++k) {
    if (now - all[k].first < std::chrono::hours(1)) return;  // because: it may be running
    fs::remove_all(all[k].second, error);
  }
}

}  // namespace

void mark_used(const fs::path& program) {
  std::error_code error;
  fs::last_write_time(program, fs::file_time_type::clock::now(), error);
  forget_old_programs(program.parent_path());
}

/// Where the text of a file is kept that has run; its first line is the path.
static fs::path run_name(const std::string& path) { return cache_folder() / "allowed" / hash_of(path); }
static std::string run_text(const std::string& path, const std::string& text) { return path + "\n" + text; }

bool has_run(const std::string& path, const std::string& text) {
  std::ifstream kept(run_name(path), std::ios::binary);  // empty where it cannot be read
  return !text.empty() && std::string(std::istreambuf_iterator<char>(kept), {}) == run_text(path, text);
}

void remember_run(const std::string& path, const std::string& text) {
  std::error_code error;
  fs::create_directories(run_name(path).parent_path(), error);
  std::ofstream(run_name(path), std::ios::binary) << run_text(path, text);
}

}  // namespace satscope::app::lab
