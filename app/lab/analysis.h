// SPDX-License-Identifier: Apache-2.0
// From the recording of a program to what is wrong with it.
#pragma once
#include <array>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "app/lab/finding.h"
#include "app/lab/line_table.h"
#include "app/lab/recording.h"

namespace satscope::app::lab {

struct LabLaunch {
  std::string kernel;
  int line = 0;
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  std::uint64_t shared_bytes = 0;
};

struct Analysis {
  Findings findings;
  std::vector<LabLaunch> launches;
  std::vector<bool> unwritten_entries;  ///< of the table: no write reached the entry, nor the memory from which it was copied
};

/// source: the student's file, as the compiler names it; reports without a place of their own are in it. stop: ends
/// it early.
Analysis analyse(const Recording& recording, const LineTable& lines, const std::string& source, std::stop_token stop = {});

}  // namespace satscope::app::lab
