// SPDX-License-Identifier: Apache-2.0
// The whole window, off-screen: driven by its keys and pointer, read through its state file. With SATSCOPE_SHOTS set to a
// folder, pictures are kept there.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>

#include "app/core/json.h"
#include "app/render/gl/offscreen.h"
#include "app/sources/files/png_file.h"
#include "app/ui/input.h"
#include "app/ui/shell.h"
#include "app/window/screen.h"
#include "tests/window/pixels.h"

namespace satscope::app {

struct Setting {
  Extent size{1280, 720};
  double scale = 1;
  std::string algorithm = "scan-transpose-scan", theme = "dark";
  std::optional<Box> box = {};
  std::string workspace = "steps";
  bool moves = false;
  std::string view = {}, input = "pattern:noise:64x48:5";
  bool live = false;
  std::size_t step = 0;
  std::string filter = {};  ///< to step, instead of an algorithm
  std::string chain = {};   ///< of the playground
  std::string type = {};
  std::string lesson = {};
  bool presents = false;        ///< to a class
  bool audience = false;        ///< the class has a window of its own
  Extent audience_extent = {};  ///< its pixels; no area: not known
  bool greets = false;          ///< its user may be a newcomer
};

/// A lesson before a class whose window has so many pixels; stage: of the lecturer's own window.
inline Setting with_class(const std::string& lesson, Extent audience = {1280, 720}, Extent stage = {1280, 720}) {
  Setting setting;
  setting.size = with_lecturers_part(audience, stage);
  setting.workspace = "learn";
  setting.lesson = lesson;
  setting.presents = setting.audience = true;
  setting.audience_extent = audience;
  return setting;
}

/// A host whose window shows motion.
class MovingHost : public Host {
 public:
  explicit MovingHost(bool moves, bool greets = false, bool audience = false, Extent audience_extent = {})
      : moves_(moves), greets_(greets), audience_(audience), audience_extent_(audience_extent) {}
  bool animates() const override { return moves_; }
  bool greets() const override { return greets_; }
  bool audience() const override { return audience_; }
  std::string show_audience(bool shown) override {
    audience_ = shown;
    return {};
  }
  Extent audience_extent() const override { return audience_extent_; }
  void remember(const Settings& settings) override { remembered = settings; }
  std::string clipboard() override { return copied; }
  void set_clipboard(const char* text) override { copied = text; }
  std::string set_clipboard_picture(std::vector<std::byte> png) override {
    copied_picture = std::move(png);
    return no_picture;
  }
  const CameraBus& cameras() const override { return devices ? *devices : Host::cameras(); }

  Settings remembered;
  const CameraBus* devices = nullptr;
  std::string copied;
  std::vector<std::byte> copied_picture;
  std::string no_picture;  ///< why none is copied

 private:
  bool moves_, greets_, audience_;
  Extent audience_extent_;
};

class Stage {
 public:
  explicit Stage(const Setting& setting)
      : offscreen_(setting.size), host_(setting.moves, setting.greets, setting.audience, setting.audience_extent) {
    folder_ = std::filesystem::temp_directory_path() / ("satscope-steps-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    WindowOptions options;
    if (setting.live)
      options.synthetic = true;
    else
      options.input = setting.input;
    options.view = setting.view;
    options.chain = setting.chain;
    if (setting.step > 0) options.step = setting.step;
    options.size = setting.size;
    options.ui_scale = setting.scale;
    options.theme = setting.theme;
    options.workspace = setting.workspace;
    options.algorithm = setting.filter.empty() ? setting.algorithm : "";
    options.step_filter = setting.filter;
    options.box = setting.box;
    options.type = setting.type;
    options.lesson = setting.lesson;
    options.presenting = setting.presents;
    options.machine = Machine::cpu;
    options.display = DisplayPath::cpu;
    options.state_out = (folder_ / "state.json").string();
    screen_ = std::make_unique<Screen>(options, Settings{}, host_);
    settle();
  }
  ~Stage() { std::filesystem::remove_all(folder_); }

  Screen& screen() { return *screen_; }
  const Settings& remembered() const { return host_.remembered; }
  std::string& clipboard() { return host_.copied; }
  MovingHost& host() { return host_; }
  /// Devices that outlive this; for those of the machine.
  void use(const CameraBus& devices) { host_.devices = &devices; }
  nlohmann::json state() const {
    std::ifstream file(folder_ / "state.json");
    return nlohmann::json::parse(file);
  }
  nlohmann::json steps() const { return state()["steps"]; }
  void frame(double seconds = 0.05) {
    now_ += seconds;
    screen_->step(now_);
    offscreen_.bind();
    fill_pixels_for_shots_only();
    screen_->draw(offscreen_.size(), now_);
    ASSERT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  }
  /// A frame whose pixels are looked at.
  void step_and_fill() {
    now_ += 0.05;
    screen_->step(now_);
    offscreen_.bind();
    glDisable(GL_RASTERIZER_DISCARD);
    screen_->draw(offscreen_.size(), now_);
    ASSERT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  }
  void frames(int count) {
    for (int i = 0; i < count; ++i) ASSERT_NO_FATAL_FAILURE(frame());
  }
  void settle() {
    for (int calm = 0, tries = 0; calm < 3; ++tries) {
      ASSERT_LT(tries, 20000) << "the window does not come to rest";
      // because: then another thread is waited for, and how long it takes must not be read off the window's clock
      const bool waits = tries > 12 && calm == 0;
      ASSERT_NO_FATAL_FAILURE(frame(waits ? 0.002 : 0.05));
      calm = screen_->settled() ? calm + 1 : 0;
      if (calm == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
  /// Frames of a millisecond until the message has these letters, because a file is opened by a thread of its own.
  void until_message(const std::string& part) {
    const auto said = [&] {
      const nlohmann::json message = state().at("message");
      return message.is_string() && message.get<std::string>().find(part) != std::string::npos;
    };
    for (int tries = 0; tries < 20000 && !said(); ++tries) {
      ASSERT_NO_FATAL_FAILURE(frame(0.001));
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_TRUE(said()) << part;
  }
  void press(Chord chord) {
    screen_->input().push(InputEvent::key(chord, true));
    screen_->input().push(InputEvent::key(chord, false));
    screen_->input().push(InputEvent::key({}, false));
  }
  void key(Chord chord) {
    press(chord);
    settle();
  }
  void type(const std::string& text) {
    for (const char letter : text) screen_->input().push(InputEvent::typed(static_cast<unsigned char>(letter)));
    settle();
  }
  void move_to(Point p) {
    screen_->input().push(InputEvent::move_to(p.x, p.y));
    settle();
  }
  void click(Point p) {
    screen_->input().push(InputEvent::move_to(p.x, p.y));
    screen_->input().push(InputEvent::press(MouseButton::left, true));
    screen_->input().push(InputEvent::press(MouseButton::left, false));
    settle();
  }
  /// Clicks in the bar of phases, where so many steps are done.
  void scrub_to(std::size_t story_steps) {
    const auto bar = state()["controls"].at("steps:scrub");
    const double x = bar["x"], width = bar["w"], part = static_cast<double>(story_steps) / steps()["steps"].get<double>();
    click({std::clamp(x + part * width, x + 0.5, x + width - 0.5), bar["y"].get<double>() + bar["h"].get<double>() / 2});
    move_to({-10, -10});  // because: where the pointer rests a sentence explains the bar
  }
  Point control(const std::string& id) const {
    const auto json = state();
    const auto& at = json["controls"].at(id);
    return {at["x"].get<double>() + at["w"].get<double>() / 2, at["y"].get<double>() + at["h"].get<double>() / 2};
  }
  /// Whether the view can be chosen, by a button or in the list that is there where buttons have no room.
  bool offers_view(const std::string& id) {
    if (!state()["controls"].contains("steps:views")) return state()["controls"].contains("steps:" + id);
    click(control("steps:views"));
    const bool offered = state()["controls"].contains("steps:" + id);
    key({.key = k_key_escape});
    return offered;
  }
  void choose_view(const std::string& id) {
    if (!state()["controls"].contains("steps:" + id)) click(control("steps:views"));
    click(control("steps:" + id));
  }
  std::vector<std::uint32_t> pixels() { return offscreen_.read(); }
  void shot(const std::string& name) {
    if (const char* folder = shots_folder())
      write_png(std::string(folder) + "/" + name + ".png", offscreen_.size(), offscreen_.read());
  }

 private:
  Offscreen offscreen_;
  MovingHost host_;
  std::filesystem::path folder_;
  std::unique_ptr<Screen> screen_;
  double now_ = 0;
};

}  // namespace satscope::app
