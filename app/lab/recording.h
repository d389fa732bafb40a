// SPDX-License-Identifier: Apache-2.0
// The memory into which a student's program records, as the parent sees it. The program may have written anything there: every
// number is checked before it is used.
#pragma once
#include <span>
#include <string_view>

#include "app/lab/runtime/events.h"

namespace satscope::app::lab {

class Recording {
 public:
  /// Throws std::runtime_error if the system has no such memory.
  explicit Recording(const satlab::Settings& settings);
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  /// Before the run: the picture that table() gets, row by row. Throws std::length_error if there is no room for it.
  void give(std::span<const double> pixels);

  int file() const { return file_; }
  const satlab::Settings& settings() const { return settings_; }
  const satlab::Header& header() const { return *static_cast<const satlab::Header*>(map_); }
  std::span<const satlab::Event> events() const;
  /// The text at this offset; empty if there is none.
  std::string_view text(std::uint64_t offset) const;
  /// So many bytes from this offset; empty if they are not all there.
  std::string_view bytes(std::uint64_t offset, std::uint64_t count) const;

 private:
  satlab::Settings settings_;
  int file_ = -1;
  void* map_ = nullptr;
};

}  // namespace satscope::app::lab
