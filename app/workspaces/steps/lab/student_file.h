// SPDX-License-Identifier: Apache-2.0
// A CUDA file of the user's that Steps shows as an algorithm: it runs after a press of Run, is looked at for new versions, and
// is checked. Whether it may run is remembered, by path and text. It can be edited here.
#pragma once
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/core/newest_worker.h"
#include "app/lab/check.h"
#include "app/workspaces/steps/lab/edited_text.h"
#include "app/workspaces/steps/trace/story.h"

namespace satscope::app {

namespace lab {
class TemporaryFolder;
}

class StudentFile {
 public:
  /// It is asked about before it runs, unless this text of it has run before.
  void offer(const std::string& path);
  /// Likewise a kernel template, for a lesson: as a file in the user's folder of lessons, where an older text is kept beside
  /// it; or in a folder that goes with this object. It is always asked about. Throws std::exception with a sentence.
  void offer_template(const std::string& id, bool for_good);
  /// No file is open then.
  void close();
  /// What the press of Run does: what was edited is saved first. Throws std::exception with a sentence.
  void run();
  /// From now on nothing runs: run() throws this sentence.
  void forbid(std::string why) { forbidden_ = std::move(why); }
  /// Takes what is ready, and looks whether the file was saved. True if there is something new.
  bool advance(double now);

  bool open() const { return !path_.empty(); }
  const std::string& path() const { return path_; }
  std::string name() const { return std::filesystem::path(path_).filename().string(); }
  bool asks() const { return open() && !allowed_; }
  bool compiling() const { return adopter_.busy(); }
  bool busy() const { return adopter_.busy() || checker_.busy(); }
  /// The id of the algorithm, once after it is there.
  std::optional<std::string> take_adopted() { return std::exchange(adopted_, std::nullopt); }
  /// Whether there is a new version of it that is to be stepped; once.
  bool take_saved() { return std::exchange(saved_again_, false); }
  /// Why it does not run, with file and line; empty: it does.
  const std::string& problem() const { return problem_; }
  /// What was found; none: it is not known yet.
  const std::optional<lab::CheckReport>& report() const { return report_; }
  /// Whether the text is one that satscope wrote.
  bool is_template() const;

  EditedText& edited() { return edited_; }
  const EditedText& edited() const { return edited_; }
  /// Writes what was edited into the file. If another program wrote it meanwhile, nothing is written, and the user has to
  /// choose (edited().theirs()). Throws WriteError.
  void save();
  /// The choice: what the other program wrote, or the text here. The other one is kept in a file beside it, whose name is
  /// returned. Throws WriteError.
  std::string choose(bool theirs);
  /// What was edited and not saved goes into a file beside it. Its name; empty: there was nothing. Throws WriteError.
  std::string keep_unsaved();

 private:
  void take(const std::string& path);
  void start();
  void check();
  /// False: nothing was written.
  bool write();
  std::optional<std::string> read() const;  ///< what the file holds

  std::string path_;
  bool allowed_ = false, known_ = false;  ///< known: it is adopted
  std::filesystem::file_time_type saved_{};
  double looked_at_ = 0;
  std::string forbidden_;
  EditedText edited_;
  std::shared_ptr<const lab::TemporaryFolder> folder_;  ///< of templates, where they are not for good
  bool saved_again_ = false;
  std::string problem_;
  std::optional<std::string> adopted_;
  std::optional<lab::CheckReport> report_;
  NewestWorker<std::string> adopter_;
  NewestWorker<lab::CheckReport> checker_;
};

struct Area;
struct StepsUi;
struct Ui;
/// The file in the side panel, in the current window of ImGui: what can be done with it, and what is wrong with it.
void draw_student_file(StepsUi& ui);
/// Whether the editor is shown.
bool edits_file(const StepsUi& ui);
/// The editor over all of `area`: the text with its line numbers, and below it what is wrong.
void draw_file_editor(StepsUi& ui, const Area& area);
/// The button that runs the file. ui.steps.file is run.
void draw_run_button(StepsUi& ui, float width);
/// What is wrong with the file, or that it has to be run first.
void draw_file_state(StepsUi& ui);
/// Saves the file; what goes wrong is a message.
void save_file(StepsUi& ui);

/// The position in the story behind the first step of this block with an access of this thread in this line; else of any that
/// runs the line. None: the story does not come there.
std::optional<std::size_t> position_of(const lab::Party& party, const Story& story);

}  // namespace satscope::app
