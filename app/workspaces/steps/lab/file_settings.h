// SPDX-License-Identifier: Apache-2.0
// What a session keeps of the user's own file: a session never names one, because no session runs a file.
#pragma once
#include <optional>
#include <string>

namespace satscope::app {

class Fields;

struct StepsFile {
  static constexpr const char* k_member = "steps_file";

  std::string start = {};  ///< id of a kernel template, which opens as a file of its own; empty once it is open
  bool edit = false;       ///< the editor is shown
  bool typing = false;     ///< it has the keyboard now; not written
  /// The file that was open when this was kept, which comes back after a lesson; empty: none was. Not written.
  std::optional<std::string> path = {};
  bool operator==(const StepsFile&) const = default;
};

void fields(Fields& io, StepsFile& file);

}  // namespace satscope::app
