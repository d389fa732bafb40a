// SPDX-License-Identifier: Apache-2.0
// The state of the window, for tests and scripts: as JSON, and as a file.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

#include "app/ui/ui.h"

namespace satscope::app {

/// What `--state-out` writes of every workspace: the session, with what is in force in place of what was asked for, the box's
/// sum and reads, the status, and where the controls are in pixels of the window.
nlohmann::json report(const Ui& ui, Extent window);

class StateFile {
 public:
  explicit StateFile(std::filesystem::path file) : file_(std::move(file)) {}

  bool wanted() const { return !file_.empty() && !failed_; }
  /// Whether the last one is old enough to be replaced.
  bool due(double now) const { return now - written_at_ >= k_least_seconds; }
  /// A change may be there that waits until it is.
  void wait() { behind_ = true; }
  /// Writes the state if it differs from the last one; adds `serial`, and `beside`, whose change alone is not worth writing.
  /// Returns a sentence if the file cannot be written, once.
  std::string update(nlohmann::json state, const nlohmann::json& beside, double now);
  bool behind() const { return behind_; }

 private:
  static constexpr double k_least_seconds = 0.04;  ///< between two writings

  std::filesystem::path file_;
  std::string last_;
  std::uint64_t serial_ = 0;
  double written_at_ = -1e9;
  bool behind_ = false;
  bool failed_ = false;
};

}  // namespace satscope::app
