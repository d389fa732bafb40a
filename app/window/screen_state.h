// SPDX-License-Identifier: Apache-2.0
// What a Screen consists of: Input, Loading, Painting and Actions over one model. Here they are put together, and what panels
// and workspaces see of the whole window is made. Internal to app/window/.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/window/actions.h"
#include "app/window/input.h"
#include "app/window/loading.h"
#include "app/window/model.h"
#include "app/window/painting.h"
#include "app/window/report.h"

namespace satscope::app {

struct Screen::State final : WindowServices {
  State(const WindowOptions& options, const Settings& settings, Host& host);

  GuiContext gui;
  ViewCache views;
  WindowModel model;
  Loading loading;
  Painting painting;
  Actions actions;
  Input input;

  StateFile state_file;
  std::vector<ActionRequest> requests;
  std::string shown_progress;
  double last_drawn = 0;    ///< seconds
  bool sums_known = false;  ///< of the boxes that are shown
  struct BeforeLesson {
    Session session;
    std::string place;       ///< of its file
    std::string_view guide;  ///< id of the workspace whose companion the lesson is
  };
  std::optional<BeforeLesson> before_lesson;  ///< what was shown when a lesson began to show its own
  bool drew_settled = false;                  ///< the last frame drawn was of a settled state
  std::string news;                           ///< that goes by itself
  double news_until = 0;                      ///< then it goes; 0: there is none
  double check_due_at = 0;                    ///< when the next check of agreement may begin; 0: none is due
  struct Checked {
    std::uint64_t serial = 0;
    double at = -1e9;
  } checked;

  /// Where memory was lacking, the next frames are a sentence and the menus alone.
  struct Lacking {
    double since = -1;  ///< when not even such a frame could be drawn; negative: it can
    double until = 0;   ///< then it is tried again; 0: nothing is lacking
    double pause = 1;   ///< seconds, longer with every time that it was in vain
  } lacking;
  bool lacks_memory() const { return lacking.until > 0; }

  bool move_on(bool visible);
  void end_news(double now);
  void draw_frame();
  void lay_out();  ///< the interface of a frame, and what follows from it
  void give_up_frame();
  void leave_lesson();  ///< once it is closed: what was shown before comes back

  /// What a panel sees now.
  Ui make_ui();
  void perform(const ActionRequest& request);
  void dispatch_requests();
  bool frames_are_unseen() const;  ///< of a live source
  void watch();                    ///< says which numbers and sums will be read
  void check_agreement();
  void update_state_file();

  // services.cpp
  bool animates() const override { return model.host.animates(); }
  bool has_popup() const override { return model.has_popup(); }
  bool full_screen() const override { return model.host.full_screen(); }
  void set_clipboard(const std::string& text) override { model.host.set_clipboard(text.c_str()); }
  std::string set_clipboard_picture(std::vector<std::byte> png) override {
    return model.host.set_clipboard_picture(std::move(png));
  }
  bool shares() const override { return model.host.shares(); }
  void share() override;
  const CameraBus& cameras() const override { return model.host.cameras(); }
  bool write_aside(std::function<Notice()> write) override { return model.write_aside(std::move(write)); }
  void play_or_pause() override { actions.play_or_pause(); }
  bool settled() const override;
  nlohmann::json state() override;
  void show(const nlohmann::json& members, const std::string& below) override;
  void change(const nlohmann::json& members) override;
  void push_input(const InputEvent& event) override { input.queue().push(event); }
  void remember_lesson(const std::string& id, const LessonProgress& progress) override;
};

}  // namespace satscope::app
