// SPDX-License-Identifier: Apache-2.0
#include "app/core/files/atomic_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "app/core/files/named_file.h"
#include "app/core/files/read_files.h"

namespace satscope::app {
namespace {

namespace fs = std::filesystem;

std::atomic<int> nothings{0};  // of WriteNothing

/// "a-9.png" as "a-", 9 and ".png".
struct Numbered {
  std::string stem, ending;
  std::uint64_t number = 1;  ///< 1 where there is none
};
Numbered numbered(const std::string& name) {
  const fs::path path(name);
  const std::string ending = path.extension().string();
  const std::string stem = name.substr(0, name.size() - ending.size());
  const std::size_t digits = stem.size() - std::min(stem.size(), stem.find_last_not_of("0123456789") + 1);
  constexpr std::size_t k_most_digits = 9;
  const bool has_number =
      digits > 0 && digits <= k_most_digits && digits < stem.size() && stem[stem.size() - digits - 1] == '-';
  if (!has_number) return {stem + "-", ending};
  return {stem.substr(0, stem.size() - digits), ending, std::stoull(stem.substr(stem.size() - digits))};
}

}  // namespace

WriteNothing::WriteNothing() { ++nothings; }
WriteNothing::~WriteNothing() { --nothings; }
bool WriteNothing::in_force() { return nothings > 0; }

bool is_standard_output(const std::string& name) {
  return name == "-" || (name.starts_with("-.") && name.find_first_of("/%") == name.npos);
}

std::string ending_of(const std::string& name) {
  std::string ending = std::filesystem::path(name).extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

std::string write_file(const std::string& name, std::span<const std::byte> bytes, IfTaken if_taken) {
  AtomicFile file(name, if_taken);
  file.write(bytes);
  file.commit();
  return file.name();
}

std::string write_file(const std::string& name, std::string_view text, IfTaken if_taken) {
  return write_file(name, std::as_bytes(std::span(text)), if_taken);
}

std::string free_name(std::string_view stem, std::string_view ending) {
  for (int number = 1;; ++number) {
    std::string name = fmt::format("{}-{}{}", stem, number, ending);
    std::error_code unknown;
    if (!fs::exists(fs::symlink_status(name, unknown))) return name;
  }
}

std::string next_name(const std::string& name) {
  const Numbered parts = numbered(name);
  return fmt::format("{}{}{}", parts.stem, parts.number + 1, parts.ending);
}

void AtomicFile::commit() {
  if (descriptor_ < 0) fail(EBADF);
  if (if_taken_ == IfTaken::replace) return replace();
  while (!commit_as(name_)) {
    name_ = next_name(name_);
    target_ = next_name(target_);
  }
}

void AtomicFile::spare_inputs(const std::string& file) const {
  if (is_input(file))
    throw WriteError(fmt::format("cannot write '{}': it is the input, or a part of it; give another name", name_));
}

void AtomicFile::fail(int error) const {
  // a constructor that throws runs no destructor, but it also leaves nothing behind
  throw WriteError(fmt::format("cannot write {}: {}", output_in_words(name_), std::strerror(error)));
}

}  // namespace satscope::app
