// SPDX-License-Identifier: Apache-2.0
// A GLFW window: its context, its input as our events, its pointer shapes, clipboard and full screen.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/window/audience.h"
#include "app/window/desktop/x_clipboard.h"
#include "app/window/screen.h"

struct GLFWwindow;

namespace satscope::app {

class DesktopWindow : public Host {
 public:
  /// Throws std::runtime_error with a sentence that says what is missing.
  DesktopWindow(Extent size, const std::string& title);
  ~DesktopWindow() override;
  DesktopWindow(const DesktopWindow&) = delete;

  /// From now on events go to this screen.
  void attach(Screen* screen);
  void wait(double seconds);  ///< for events; 0: not at all, negative: without end
  bool closing();             ///< for good: where the class has a window, it goes on there
  bool visible() const;       ///< has an area to draw on
  Extent framebuffer() const;
  /// What is drawn: the window; where the class has one of its own, the stage as large as that, and the lecturer's part.
  Extent drawn() const;
  void swap();
  /// What is drawn next is for all windows; then the class sees this part of it, or black where it has no area.
  void begin_frame();
  void end_frame(const Area& stage);
  void set_title(const std::string& title);
  void set_dark(bool dark);      ///< its title bar
  void show_pointer(int shape);  ///< ImGui's number

  double monitor_scale() override;
  bool animates() const override { return true; }
  bool greets() const override { return true; }
  std::string clipboard() override;
  std::vector<std::byte> clipboard_picture() override;
  void set_clipboard(const char* text) override;
  std::string set_clipboard_picture(std::vector<std::byte> png) override;
  void toggle_full_screen() override;
  bool full_screen() const override;
  void remember(const Settings& settings) override;
  std::string show_folder_of(const std::string& file) override;
  const Settings& settings() const { return remembered_; }  ///< as they were read or remembered last
  std::string show_audience(bool shown) override;
  bool audience() const override { return audience_ != nullptr; }
  Extent audience_extent() const override;

 private:
  struct Pointers;
  struct Events;
  GLFWwindow* window_ = nullptr;
  Screen* screen_ = nullptr;
  std::unique_ptr<Pointers> pointers_;
  std::unique_ptr<AudienceWindow> audience_;
  std::unique_ptr<ClipboardPicture> copied_;  ///< null: none was copied
  const AudienceWindow* begun_ = nullptr;     ///< of the frame that is drawn; only compared
  std::string title_;
  Settings remembered_ = load_settings(settings_file());
  std::optional<bool> dark_;  ///< empty: as the system has it
  int shape_ = 0;
  int windowed_[4] = {};  ///< place and size before full screen
};

}  // namespace satscope::app
