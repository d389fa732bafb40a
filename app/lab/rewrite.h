// SPDX-License-Identifier: Apache-2.0
// Makes C++ of CUDA: launches, shared arrays, variables on the device. All else stays, and everything stays in its line.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace satscope::app::lab {

/// A place in a source.
struct Place {
  std::string file;          ///< as the preprocessor named it
  int line = 0, column = 0;  ///< from 1; column 0: unknown
  bool operator==(const Place&) const = default;
};

/// In each sentence about valid CUDA that cannot.
inline constexpr const char* k_not_here = "cannot run on the CPU here";
inline constexpr const char* k_of_cub = "of cub only BlockScan, BlockReduce, WarpScan and WarpReduce can";

/// Of a file that only belongs to others.
inline constexpr const char* k_nothing_to_run =
    "There is neither table(in, out, width, height) nor main(): nothing can be run.";

/// What cannot run on the CPU here.
struct Refusal {
  Place place;
  std::string sentence;
};

/// Text that took the place of other text in a line; columns behind it moved.
struct Shift {
  Place place;  ///< in the student's file
  int removed, inserted;
};

struct Rewritten {
  std::string text;
  std::vector<Refusal> refusals;
  std::vector<Shift> shifts;  ///< in the order of the text
  bool has_main = false;
  std::vector<std::pair<std::string, Place>> functions;  ///< at file scope: words before a parenthesis
  int table_line = 0;                                    ///< 0: there is no table()
  std::string table_parameters;                          ///< as they are written, in parentheses
  bool needs_expansion = false;  ///< a macro hides a part of a launch: only the text with all macros expanded can be rewritten
};

/// text: from a preprocessor, with line markers. expanded: its macros are, but CUDA's words (__global__ and so on) are still
/// there. has_table: table() is called and main() is not, so it gets another name.
Rewritten rewrite(std::string_view text, bool expanded, bool has_table = false);

/// The column in the student's line, from one in the rewritten line.
int original_column(const std::vector<Shift>& shifts, const Place& rewritten);

}  // namespace satscope::app::lab
