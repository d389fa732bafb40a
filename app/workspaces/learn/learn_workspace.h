// SPDX-License-Identifier: Apache-2.0
// The workspace Learn: opens lessons, shows their cards, watches what the user does, and plays solutions. The table of its
// actions is in workspace.cpp.
#pragma once
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/core/json.h"
#include "app/sources/files/session_file.h"
#include "app/ui/panels/panels.h"
#include "app/ui/panels/presentation.h"
#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"
#include "app/workspaces/learn/keys.h"
#include "app/workspaces/learn/learn.h"
#include "app/workspaces/learn/slides.h"

namespace satscope::app {

class Learn final : public Workspace, private Companion {
 public:
  void begin(Session& session, const WindowOptions& options) override {
    if (options.lesson.empty()) return;
    asked_ = options.lesson;
    asked_card_ = options.lesson_card;
    session.workspace = "learn";
  }

  void draw(Ui& ui, const Shell& shell) override { draw_lessons(ui, model_, shell.middle); }
  SideShape side(double /*columns*/) const override { return {false, 17, true}; }
  void draw_side(Ui& ui, const Shell& /*shell*/) override { draw_source_panel(ui); }
  Companion* companion() override { return model_.player.open() ? this : nullptr; }
  double aside() const override { return 20; }
  void draw_aside(Ui& ui, const Area& area) override {
    draw_card(ui, model_, area);
    if (model_.overview) draw_overview(ui, model_, ui.doing.lecturing ? area : over_window());
  }
  double caption() const override { return std::max(1.0, model_.caption); }
  void draw_caption(Ui& ui, const Area& area) override {
    draw_card_caption(ui, model_, area);
    if (!model_.overview || ui.doing.lecturing) return;
    draw_overview(ui, model_, over_window());
    ui.controls.erase(k_class_time);  // because: the time would lie over a card
  }
  bool leads() const override { return !model_.left; }
  bool takes_digits() const override { return waits_for_answer(model_.player); }
  bool at_beginning() const override { return model_.player.at() == 0; }
  std::vector<const char*> panels() const override { return {"lessons"}; }
  /// Back at the list: so that it says what next there.
  bool used(const Ui& ui) const override { return !model_.player.open() && !ui.settings.lessons.empty(); }

  std::vector<Hint> hints(const Ui& /*ui*/) const override {
    return {{"click", "start a lesson"}, hint(WindowAction::workspace, "workspaces"), {"?", "keys"}};
  }
  std::string_view mouse_text(const Session& /*session*/) const override {
    return "Click Start: the card of the lesson appears beside the window.";
  }
  // because: the list shows neither a picture nor its table
  std::vector<std::string> hover_texts(const Ui& /*ui*/) const override { return {""}; }
  std::vector<std::string> status_texts(const Ui& /*ui*/) const override { return {""}; }
  bool uses_frames(const Session& /*session*/) const override { return false; }
  bool shows_table() const override { return false; }
  ShownPicture shown(const Frame& frame) const override { return Workspace::shown(frame); }

  bool step(Ui& ui) override {
    if (auto notice = slides_.take()) {
      ui.doing.message = std::move(notice);
      ui.animating = true;
    }
    if (!asked_.empty()) start(ui, std::exchange(asked_, {}), asked_card_);
    if (reread(ui)) return true;
    LessonPlayer& player = model_.player;
    constexpr double k_between = 0.15;  // seconds
    if (!player.open() || (player.done() && !is_alone(ui))) model_.played.stop();
    ui.doing.played = is_moving() && model_.played.points();
    const bool left = to_class_ && model_.left;  // then the lecturer shows another row than the card's
    const bool answered = player.open() && (player.done() || model_.played.at_once());
    ui.doing.only_read = player.open() && !left && !player.card().act && !player.card().question;
    ui.doing.card = player.open() ? fmt::format("{} {}{}{}", player.lesson().id, player.at(), left ? " left" : "",
                                                answered && !ui.doing.only_read ? " answered" : "")
                                  : "";
    ui.doing.asked = player.open() && !player.done() && !model_.played.playing() && ui.session.presenting && !left;
    ui.doing.covered = left ? std::vector<std::string>() : player.covered();
    stop_at(ui, model_.seen);
    to_class_ = ui.session.presenting;
    if (!player.open() || (player.done() && !to_class_ && !model_.played.playing())) return false;
    asks_others_ = true;  // because: what is played here is not what it waits for
    const bool rests = ui.window.settled();
    asks_others_ = false;
    if (model_.played.playing()) go_on_playing(ui, rests);
    if (player.done() && !to_class_) {  // and who is alone sees what was asked about
      if (model_.played.over(ui.now, rests)) model_.played.stop();
      return true;
    }
    if (!rests || ui.now - model_.looked_at < k_between) return is_moving();
    model_.looked_at = ui.now;
    nlohmann::json now = ui.window.state();
    if (to_class_ && numbers_move(now)) return true;  // because: the answer comes after the picture shows it
    if (to_class_) {
      const bool was_left = model_.left;
      watch_card(ui, now);
      if (model_.left || player.done()) return model_.left != was_left;
    }
    const bool just_done = look_at_act(ui, model_, now);
    const bool news = std::exchange(model_.seen, std::move(now)) != model_.seen;
    if (!just_done && !model_.played.over(ui.now, rests)) {
      watch_card(ui, model_.seen);
      return news || is_moving();
    }
    model_.played_at = ui.now;
    if (!just_done) player.reveal();
    if (ui.session.presenting) model_.shown.insert(player.at());
    ui.doing.covered = player.covered();
    // because: where nothing is to be pointed at any more, a tip would lie over what the class looks at
    if (model_.played.points() && player.card().act->solution.back().kind != LessonAction::Kind::point)
      ui.window.push_input({.kind = InputEvent::Kind::leave});
    model_.frames_to_scroll = k_frames_to_scroll;
    about_ = nullptr;  // because: the solution may have changed that, too
    say_left(ui, false);
    remember(ui);
    if (is_alone(ui)) show_rest(ui);
    return true;
  }
  bool settled() const override { return asks_others_ || !is_moving(); }
  double due_at(double now) const override {
    if (slides_.running()) return now + 0.1;
    if (!model_.player.open()) return 0;
    if (is_moving()) return std::max(model_.played.due_at(), now + 0.02);
    return !model_.player.done() || to_class_ ? now + 0.2 : model_.file.empty() ? 0 : now + 0.5;
  }

  void report(const Ui& ui, nlohmann::json& into) const override { into = report_lesson(ui, model_); }

  static std::vector<ActionRow> actions();

 private:
  /// All of it, because an answer below must not be seen.
  static Area over_window() { return {0, 0, ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y}; }

  static bool is_alone(const Ui& ui) { return !ui.session.presenting && !ui.doing.lecturing; }

  /// Who is alone answers before the window shows it.
  void stop_at(Ui& ui, const nlohmann::json& state) const {
    ui.doing.stop = is_alone(ui) ? model_.player.stop(state) : std::nullopt;
    ui.doing.stopped = ui.doing.stopped && ui.doing.stop;
  }

  bool is_moving() const { return model_.played.playing() && !model_.played.waits(); }

  /// card: its number; none: where it was left.
  void start(Ui& ui, const std::string& name, std::optional<std::size_t> card) {
    try {
      Lesson lesson = load_lesson(name);
      const bool ours = find_lesson(lesson.id) != nullptr;
      model_.file = ours ? std::string() : name;
      if (!ours) changed_ = std::filesystem::last_write_time(name);
      const std::size_t at = card ? *card - 1 : where_left(ui.settings, lesson);
      model_.player.start(std::move(lesson), at);
      model_.shown.clear();
      model_.own_row.clear();
      show(ui, true);
    } catch (const std::exception& error) {
      ui.doing.message = Notice{error.what(), std::nullopt, {}};
    }
  }

  /// Sets the window as the card wants it. A card that says nothing goes on from the one before; anew: from the window which
  /// that one wants.
  void show(Ui& ui, bool anew) {
    model_.begin_card(ui.now);
    model_.to_class = ui.session.presenting;
    if (ui.session.presenting) {
      ui.requests.push_back({k_take_cell});  // because: no card speaks of what was selected before
      // because: a tip of where the pointer rests would lie over what the class looks at
      ui.window.push_input({.kind = InputEvent::Kind::leave});
    }
    about_ = nullptr;
    ui.doing.stopped = false;
    stop_at(ui, nullptr);
    say_left(ui, false);
    model_.looked_at = ui.now;
    ImGui::SetWindowFocus(nullptr);  // because: keys are of the new card, not of a text that was edited for the one before
    model_.wants_keys = is_answered_first(ui, model_.player) ? 10 : 0;
    const std::vector<Card>& cards = model_.player.lesson().cards;
    std::size_t at = model_.player.at();
    while (anew && at > 0 && !cards[at].show) --at;
    if (!cards[at].show) return PlayedSolution::end_prediction(ui);
    nlohmann::json members = *cards[at].show;
    if (!model_.side_before) model_.side_before = ui.session.side_panel;
    members.emplace("side_panel", false);  // because: the card takes its room
    try {
      ui.window.show(with_files(std::move(members)), folder());
    } catch (const std::exception& error) {
      throw LessonError(fmt::format("lesson '{}', line {}: {}", model_.player.lesson().id, cards[at].show_line, error.what()));
    }
  }

  /// Who is alone sees what was asked about, once the answer is right.
  void show_rest(Ui& ui) {
    const RestOfSolution rest = rest_after_answer(model_.player.card(), model_.seen);
    if (rest.actions.empty()) return;
    if (rest.from_start) ui.window.show(with_files(*model_.player.card().show), folder());
    constexpr double k_after = 0.6;  // seconds; because: the window must first let the steps go on
    model_.played.start(rest.actions, ui.now + k_after);
  }

  /// Says so when the user leaves what the card is about.
  void watch_card(Ui& ui, const nlohmann::json& state) {
    if (is_moving()) about_ = nullptr;  // because: a solution may change that
    if (about_.is_null()) about_ = about_of(state);
    say_left(ui, is_left(model_.player.card(), about_, state));
  }

  void say_left(Ui& ui, bool left) {
    constexpr const char* k_left = "You left the card.";
    std::optional<Notice>& message = ui.doing.message;
    const bool said = message && message->text == k_left;
    // because: before a class the lecturer means to, and reads it in the panel
    if (left && !model_.left && !ui.session.presenting) message = Notice{k_left, LearnAction::again, "Again", false};
    if (!left && said) message.reset();
    model_.left = left;
  }

  /// The folder below which the files of this lesson lie; empty: it is ours, and names none.
  std::string folder() const {
    return model_.file.empty() ? std::string() : std::filesystem::canonical(model_.file).parent_path().string();
  }

  /// Members of a session that the lesson sets, with its own files.
  nlohmann::json with_files(nlohmann::json members) const {
    return model_.file.empty() ? members : kept_below(std::move(members), folder());
  }

  /// A lesson of the user's own is read again when it was saved. True: it was, and there is a card or a fault to show.
  bool reread(Ui& ui) {
    if (model_.file.empty() || !model_.player.open() || ui.now - read_at_ < 0.5) return false;
    read_at_ = ui.now;
    std::error_code error;
    const auto time = std::filesystem::last_write_time(model_.file, error);
    if (error || time == changed_) return false;
    changed_ = time;
    try {
      model_.player.replace(load_lesson(model_.file));
      show(ui, true);
      ui.doing.message.reset();
    } catch (const std::exception& problem) {
      ui.doing.message = Notice{problem.what(), std::nullopt, {}};
    }
    return true;
  }

  void close(Ui& ui) {
    const LessonPlayer& player = model_.player;
    const bool finished = player.last() && player.done();
    // because: not every way to a card is a step of the lesson
    if (player.at() > 0 && !player.last() && !model_.to_class) remember(ui);
    closed_ = {model_.file.empty() ? player.lesson().id : model_.file, finished ? 0 : player.at()};
    model_.player.close();
    model_.closed_at = ui.now;
    model_.played.stop();
    say_left(ui, false);
    if (const auto side = std::exchange(model_.side_before, std::nullopt)) ui.session.side_panel = *side;
  }

  void remember(Ui& ui) const { remember_card(ui, model_.player, model_.player.at() + (model_.player.done() ? 1 : 0)); }

  // What its actions do, while a lesson is open.

  void go_on(Ui& ui) {
    LessonPlayer& player = model_.player;
    if (player.last() && ui.session.presenting) return;  // because: a class that sees the list can do nothing
    remember_card(ui, player, player.at() + 1);
    if (player.last()) {
      close(ui);
      ui.session.workspace = "learn";
      return;
    }
    player.go_to(player.at() + 1);
    show(ui, false);
  }
  /// Before a class: the field for a row of the lecturer's.
  void ask_row(Ui& ui) {
    if (ui.session.workspace != "steps") {
      ui.doing.message = Notice{"a row of your own belongs to a card that shows Steps", std::nullopt, {}, false, {}, true};
      return;
    }
    model_.row_wants_keys = true;
    model_.types_row = !ui.doing.lecturing;
  }
  void go_back(Ui& ui) {
    if (model_.player.at() == 0) return;
    model_.player.go_to(model_.player.at() - 1);
    show(ui, true);
  }
  /// Before a class, from what the lecturer shows in place of the card: back to it, as it was. False: the card is shown.
  bool back_to_card(Ui& ui) {
    LessonPlayer& player = model_.player;
    if (!ui.session.presenting || !model_.left) return false;
    ui.window.state();  // because: all workspaces put what they know into the session
    replaced_ = to_json(ui.session);
    const std::size_t played = player.done() ? PlayedSolution::k_all : model_.played.playing() ? model_.played.waited() : 0;
    player.go_to(player.at());
    nlohmann::json about = std::move(about_);
    show(ui, true);
    about_ = std::move(about);
    if (player.card().act && played > 0)
      model_.played.start(player.card().act->solution, ui.now, played);
    else if (played > 0)
      player.reveal();
    model_.can_return = true;
    model_.played_at = ui.now;
    return true;
  }
  /// What the clicker did last: a press of a solution, an answer, or the way to this card.
  void take_back(Ui& ui) {
    LessonPlayer& player = model_.player;
    const Card& card = player.card();
    if (std::exchange(model_.can_return, false)) {
      model_.left = true;
      return ui.window.show(replaced_, "");
    }
    if (card.act && model_.played.go_back(ui, card.act->solution, player.done())) {
      player.take_back();
      model_.looked_at = ui.now;
      model_.played_at = -1e9;  // because: what comes next is no press too many
    } else if ((player.done() || model_.played.playing()) && (card.act || card.question)) {
      player.go_to(player.at());  // its question again
      show(ui, true);
    } else if (player.at() > 0) {
      go_back(ui);
      if (!model_.shown.contains(player.at())) return;
      if (player.card().act)
        model_.played.start(player.card().act->solution, ui.now, PlayedSolution::k_all);
      else
        player.reveal();
    }
  }
  /// Before a class that would see the list: the lesson that was closed last, where it was; else the next one of the list.
  /// False: the window presents it.
  bool open_for_class(Ui& ui) {
    if (model_.player.open() || ui.session.presenting || ui.session.workspace != "learn") return false;
    if (closed_.lesson.empty())
      start(ui, next_lesson(ui.settings).id, 1);
    else
      start(ui, closed_.lesson, closed_.card + 1);
    return false;
  }
  /// Shows the answer to a question; before a class plays the solution of an act. False: there is neither.
  bool reveal(Ui& ui) {
    LessonPlayer& player = model_.player;
    if (!player.hidden(ui.session.presenting)) return false;
    if (player.card().act) {
      model_.played.playing() ? model_.played.go_on() : model_.played.start(player.card().act->solution, ui.now);
      return true;
    }
    player.reveal();
    if (ui.session.presenting) model_.shown.insert(player.at());
    model_.played_at = ui.now;
    remember(ui);
    return true;
  }
  void go_on_playing(Ui& ui, bool rests) {
    const PlayedSolution::Card card{
        .answer = [&](const std::string& text) { model_.player.give(text); },
        .change = [&](const nlohmann::json& members) { ui.window.change(with_files(members)); },
    };
    model_.played.advance(ui, card, rests);
  }

  LearnModel model_;
  SlidesWriter slides_;
  struct {
    std::string lesson;  // its id or file; empty: none
    std::size_t card = 0;
  } closed_;           // last
  std::string asked_;  // by the command line
  std::optional<std::size_t> asked_card_;
  std::filesystem::file_time_type changed_{};
  double read_at_ = -1e9;
  nlohmann::json about_;     // what of the window the card is about; null: not known yet
  nlohmann::json replaced_;  // what the lecturer showed in place of the card, as members of a session
  bool to_class_ = false;
  bool asks_others_ = false;  // whether all but what is played here rests
};

}  // namespace satscope::app
