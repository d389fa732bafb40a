// SPDX-License-Identifier: Apache-2.0
// How a frame of the window is drawn: the interface is laid out by ImGui, the views are painted below it.
#pragma once
#include <chrono>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/render/gl/gl_timer.h"
#include "app/ui/views/view_cache.h"
#include "app/window/adaptive_quality.h"
#include "app/window/model.h"

struct ImGuiContext;

namespace satscope::app {

/// ImGui with its OpenGL backend and the host's clipboard.
class GuiContext {
 public:
  explicit GuiContext(Host& host) : host_(host) { begin(); }
  ~GuiContext() { end(); }
  GuiContext(const GuiContext&) = delete;
  GuiContext& operator=(const GuiContext&) = delete;
  /// Does nothing if it has begun. Throws std::bad_alloc, as all of ImGui does from now on.
  void begin();
  /// Forgets all that ImGui knows, wherever in a frame it was interrupted. Until `begin` nothing of ImGui may be called.
  void end();
  bool has_begun() const { return context_ != nullptr; }

 private:
  Host& host_;
  ImGuiContext* context_ = nullptr;
};

class Painting {
 public:
  Painting(WindowModel& model, ViewCache& views) : model_(model), cache_(views) {}

  /// Before a frame: its size, fonts and colours.
  void begin_frame(Extent framebuffer);
  /// Lays out the interface and fills what the frame shows. make_ui: what a panel sees, of what was cleared here.
  void draw_interface(const std::function<Ui()>& make_ui);
  /// In its place, where memory is lacking: a sentence, and the menus, so that one can go where less is needed.
  void draw_lack_of_memory(const std::function<Ui()>& make_ui);
  /// Paints views and interface into the framebuffer, then writes a picture of it if one was asked for.
  void paint(bool with_views = true);
  /// The pictures of the same frame, without letters and shapes. Returns where those are that all else was drawn over.
  std::vector<Area> paint_pictures();
  /// After letters came, once: which of them no font has. When nothing is on its way, because what is opened takes messages
  /// away.
  void say_which_letters_lack();
  /// Of a frame that was given up, and of an ImGui that has ended.
  void forget();
  void ask_screenshot(const std::string& file) { screenshot_wanted_ = file; }

  const Fonts& fonts() const { return fonts_; }
  const Palette& palette() const;
  Extent framebuffer() const { return framebuffer_; }
  /// That a class sees, as drawn last.
  const Area& stage() const { return stage_; }
  const AdaptiveQualityRule& quality() const { return quality_; }
  /// Where the shown workspace has its view, as drawn last.
  Area view_area() const;
  /// How fast frames follow each other.
  nlohmann::json rates() const;
  /// Who paints the views, and why.
  void report(nlohmann::json& state) const;

  /// What the frame that was drawn last shows, and where; `Ui` refers to it.
  struct OnScreen {
    std::vector<ViewSpec> views;
    std::map<std::string, Area> controls;
    std::vector<LetteredText> lettered;
    bool animating = false;
  } shown;

 private:
  void clear_shown();
  void renew_style();
  double scale_in_force() const;
  Extent class_extent() const;
  void note_press(float em);
  void draw_for_lecturer(Ui& ui, const Area& area);
  void paint_ground() const;
  void begin_drawing();
  void paint_views();
  void end_drawing();
  void take_screenshot();

  WindowModel& model_;
  ViewCache& cache_;
  Fonts fonts_;
  double styled_scale_ = 0;
  bool styled_to_class_ = false;
  std::size_t styled_letters_ = 0;  ///< of the system's fonts
  bool letters_came_ = false;       ///< and what no font has is not said yet
  const Palette* styled_ = nullptr;
  Extent framebuffer_;
  Area stage_;
  Point pressed_at_;                             ///< by a button of the pointer, last
  bool just_pressed_ = false;                    ///< the pointer rests there: no tip opens
  double clock_height_ = 0;                      ///< of the lecturer, as drawn last
  double message_height_ = 0;                    ///< of the lecturer's message, pixels
  static constexpr double k_longest_gap = 0.25;  ///< seconds; nothing moves if no frame is due for longer
  FrameGapTimes drawn_{k_longest_gap};           ///< frames of the window
  AdaptiveQualityRule quality_;
  GlTimer timer_;
  double painting_ms_ = 0, uploading_ms_ = 0;  ///< of the frame that is being drawn
  std::chrono::steady_clock::time_point began_;
  std::optional<std::string> screenshot_wanted_;
};

}  // namespace satscope::app
