// SPDX-License-Identifier: Apache-2.0
// The result as a camera that other programs open.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

namespace satscope::app {

struct Ui;
class VirtualCameraFeed;

class ResultCamera {
 public:
  ResultCamera();
  ~ResultCamera();

  /// Begins, with the first virtual camera that is free; asked again, ends.
  void ask(Ui& ui);
  /// Once per step of the window; shown: the result is. True if there is something new to draw.
  bool step(Ui& ui, bool shown);
  double due_at(double now) const;  ///< as Workspace::due_at
  bool settled() const;

  bool runs() const { return feed_ != nullptr; }
  /// "/dev/video4, 640x480, yuyv422"; empty while there is none.
  const std::string& shown_as() const { return shown_as_; }
  std::string mark() const;  ///< over the picture; empty while there is none

 private:
  void give(Ui& ui);

  std::unique_ptr<VirtualCameraFeed> feed_;  ///< null: it does not run
  std::string shown_as_;
  std::uint64_t serial_ = 0;  ///< of the last result that was given
};

}  // namespace satscope::app
