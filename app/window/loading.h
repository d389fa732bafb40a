// SPDX-License-Identifier: Apache-2.0
// How what the window shows comes there: pictures and sessions are read on a thread, live sources are opened by the frame. What
// is shown stays until the next is there.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "app/published/papers.h"
#include "app/ui/open_session.h"
#include "app/ui/panels/camera_watch.h"
#include "app/window/loader.h"
#include "app/window/model.h"

namespace satscope::app {

class Loading {
 public:
  /// Begins with what the options name.
  explicit Loading(WindowModel& model);

  /// Takes what was read since. True if the first picture came.
  bool take();
  /// Once per step: says what went wrong with the live source, and remembers a camera that works.
  void follow_source();

  /// Of session.edit.input; null: not read yet.
  const std::shared_ptr<const Samples>& samples() const { return samples_; }
  bool busy() const { return loader_.busy(); }
  bool pending() const { return pending_.has_value(); }  ///< something else will be shown
  CameraWatch& cameras() { return cameras_; }
  /// Of what is shown, or will be.
  Extent expected_extent() const;
  /// What is asked of the frame; none: there is nothing to show yet.
  std::optional<Wanted> wanted() const;
  /// Of a live source that has just begun this makes the box, too.
  void keep_box_inside();

  void open(const std::string& name);
  /// Opens the file that the clipboard names, else the picture in it, which is kept as a file, so that sessions can name it.
  void paste();
  /// A new CUDA file from a template.
  void open_new(const std::string& id);
  /// From the picture to the live source, and back.
  void go_live_or_still();
  /// Crops, flips and rotates the source otherwise.
  void transform(const SourceTransform& wanted);
  /// To a box of what is shown.
  void crop(const Box& box);
  /// Goes to another state of the history.
  void apply(const Edit& wanted);
  void show_paper_item(const PaperItem& item);

  /// Begins to show a session. below: files are opened below this folder alone; empty: anywhere.
  void take_session(const SessionFile& file, const std::string& below = {});
  /// Begins to show again what was shown before, which `place` is the file of; how the window looks stays.
  void go_back_to(Session before, const std::string& place);
  /// The text of a session file at this place that opens what is shown now. Throws std::runtime_error with a sentence.
  std::string session_text(const std::string& place);
  void save_session(std::string file);
  /// The file of the session that is open; empty: it has none.
  const std::string& session_place() const { return session_place_; }

 private:
  struct Pending {
    Edit edit;                                         ///< becomes the session's when its input is there
    bool place_box;                                    ///< the box is ours to choose
    bool is_new;                                       ///< opened by the user: worth remembering
    std::shared_ptr<OpenedSession> session = nullptr;  ///< which this picture is of; null: of the one there is
    bool keeps_view = false;
  };
  void begin_with_document();
  void load(Pending pending, const std::string& below = {});
  void load_example(bool place_box);
  void take_picture(const Pending& asked, LoadedInput& loaded);
  void keep_transformed();
  Box unmirrored(Box box, Extent shown) const;
  void take_live_input(const Pending& loaded, const std::string& asked);
  void take_failure(Pending asked, const std::string& error);
  void become(OpenedSession& opened);
  void say_what_came_of(const OpenedSession& opened);
  void remember_input(const std::string& words);
  void remember_camera();
  void keep_still();

  WindowModel& model_;
  Session& session_;
  Loader loader_;
  std::shared_ptr<const Samples> samples_;
  LoadedInput still_;  ///< where the samples came from
  std::optional<Pending> pending_;
  bool box_due_ = true;  ///< a live source gets its box with its first frame
  CameraWatch cameras_;
  std::string reported_trouble_, session_place_;
};

}  // namespace satscope::app
