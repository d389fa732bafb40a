// SPDX-License-Identifier: Apache-2.0
// The window for the class: the stage of the lecturer's window, as large as it fits. On a second monitor it fills that; else it
// is a plain window.
#pragma once
#include "app/render/shared_frame.h"
#include "app/ui/views/view_transform.h"

struct GLFWwindow;

namespace satscope::app {

class AudienceWindow {
 public:
  /// `lecturers` has the current context, then and in all that follows. Throws std::runtime_error with a sentence.
  explicit AudienceWindow(GLFWwindow* lecturers);
  ~AudienceWindow();
  AudienceWindow(const AudienceWindow&) = delete;

  GLFWwindow* window() const { return window_; }
  bool closing() const;
  /// What is drawn next is for both windows.
  void begin(Extent framebuffer) { frame_.begin(framebuffer); }
  /// Shows it. stage: the class's part, in its pixels; no area: black. lecturers: the pixels of the lecturer's window.
  void end(const Area& stage, Extent lecturers);
  /// The lecturer's window goes where this one is.
  void give_place() const;

 private:
  GLFWwindow* lecturers_;
  GLFWwindow* window_ = nullptr;
  SharedFrame frame_;
};

}  // namespace satscope::app
