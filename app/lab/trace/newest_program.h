// SPDX-License-Identifier: Apache-2.0
// The program of a user's file as it is now, and what it makes.
#pragma once
#include <algorithm>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "app/lab/build.h"
#include "app/lab/compiler.h"
#include "app/lab/run.h"
#include "kernels/plan.h"

namespace satscope::app::lab {

/// What a file makes.
struct Nature {
  TypePair types = k_type_pairs[0];
  Form form = Form::inclusive;
  bool has_table = true;  ///< false: it has its own main()
  int threads = 1;        ///< of its largest block
};

class NewestProgram {
 public:
  NewestProgram(std::string path, Compiler compiler) : path_(std::move(path)), compiler_(std::move(compiler)) {}

  /// Compiles the file where it or a header has changed, and finds out what it makes now. Throws as adopt_file.
  std::shared_ptr<const LabProgram> program();
  /// Likewise, but at once if the file was not saved since: the window plans while it draws.
  std::shared_ptr<const LabProgram> current();
  /// Of the last program.
  Nature nature() const;
  const std::string& path() const { return path_; }
  std::string name() const { return std::filesystem::path(path_).filename().string(); }

  static Sizes trace_size(const Nature& nature) {
    return {.block = std::max(2, nature.threads)};  // because: a block of one would not be emulated
  }

 private:
  using Saved = std::filesystem::file_time_type;
  Saved saved_now() const;
  /// With the mutex held.
  std::shared_ptr<const LabProgram> take(std::shared_ptr<const LabProgram> now, Saved saved);

  const std::string path_;
  const Compiler compiler_;
  mutable std::mutex mutex_;
  std::shared_ptr<const LabProgram> program_;
  Nature nature_;
  Saved saved_{};        ///< when the file was, of which these are
  std::string problem_;  ///< why that makes no program; empty: it does
};

/// Why a run made no table, with the place: the first mistake that was found.
std::string why_no_table(const LabRun& run, const LabProgram& program);

}  // namespace satscope::app::lab
