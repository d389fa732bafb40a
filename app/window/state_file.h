// SPDX-License-Identifier: Apache-2.0
// The state of the window as a file: the eyes of tests and scripts.
#pragma once
#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace satscope::app {

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
