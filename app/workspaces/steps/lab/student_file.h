// SPDX-License-Identifier: Apache-2.0
// A CUDA file of the user's that Steps shows as an algorithm: it runs after a press of Run, is looked at for new versions, and
// is checked. Whether it may run is remembered, by path and text.
#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/core/newest_worker.h"
#include "app/lab/check.h"
#include "app/workspaces/steps/trace/story.h"

namespace satscope::app {

class StudentFile {
 public:
  /// It is asked about before it runs, unless this text of it has run before.
  void offer(const std::string& path);
  /// What the press of Run does.
  void run();
  /// Takes what is ready, and looks whether the file was saved. True if there is something new.
  bool advance(double now);

  bool open() const { return !path_.empty(); }
  const std::string& path() const { return path_; }
  std::string name() const { return std::filesystem::path(path_).filename().string(); }
  bool asks() const { return open() && !allowed_; }
  bool busy() const { return adopter_.busy() || checker_.busy(); }
  /// The id of the algorithm, once after it is there.
  std::optional<std::string> take_adopted() { return std::exchange(adopted_, std::nullopt); }
  /// Whether there is a new version of it that is to be stepped; once.
  bool take_saved() { return std::exchange(saved_again_, false); }
  /// Why it does not run, with file and line; empty: it does.
  const std::string& problem() const { return problem_; }
  /// What was found; none: it is not known yet.
  const std::optional<lab::CheckReport>& report() const { return report_; }

 private:
  void check();
  std::string text() const;

  std::string path_;
  bool allowed_ = false, known_ = false;  ///< known: it is adopted
  std::filesystem::file_time_type saved_{};
  double looked_at_ = 0;
  bool saved_again_ = false;
  std::string problem_;
  std::optional<std::string> adopted_;
  std::optional<lab::CheckReport> report_;
  NewestWorker<std::string> adopter_;
  NewestWorker<lab::CheckReport> checker_;
};

struct StepsUi;
struct Ui;
/// The file in the current window of ImGui: the button that runs it, and what is wrong with it.
void draw_student_file(StepsUi& ui, StudentFile& file);

/// The item of the menu that begins a new file: it asks for the input "new-kernel:ID".
void draw_new_kernel(Ui& ui);

/// The position in the story behind the step in which this finding is: of its block, with an access of its thread in its line;
/// else the first step that runs the line. None: the story does not come there.
std::optional<std::size_t> position_of(const lab::LabFinding& finding, const Story& story);

}  // namespace satscope::app
