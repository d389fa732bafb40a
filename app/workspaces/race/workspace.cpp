// SPDX-License-Identifier: Apache-2.0
// Race: algorithms take turns on the picture that is shown.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/files/atomic_file.h"
#include "app/core/files/user_folders.h"
#include "app/core/json.h"
#include "app/plot/write.h"
#include "app/sources/files/session_file.h"
#include "app/ui/drawing/plot_view.h"
#include "app/ui/panels/bars.h"
#include "app/ui/panels/panels.h"
#include "app/ui/views/canvas.h"
#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"
#include "app/workspaces/race/keys.h"
#include "app/workspaces/race/race.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

constexpr const char* k_standings_window = "standings";

Notice news(std::string text) { return {std::move(text), std::nullopt, {}, false, {}, true}; }

class Race final : public Workspace {
 public:
  void begin(Session& session, const WindowOptions& /*options*/) override {
    session.part<RaceView>();
    session.edit.part<RaceEdit>();
  }

  void begin_frame() override { state_.begin_frame(); }

  void draw(Ui& window, const Shell& shell) override {
    RaceUi ui{window, state_};
    state_.seen = true;
    const RaceParts parts = race_parts(shell.middle, static_cast<double>(ui.em));
    draw_canvas(ui, parts.canvas);
    begin_area(k_standings_window, parts.standings, Ground::scrolling);
    if (parts.standings.height >= 1 && parts.standings.width >= 1) {
      if (ui.session.part<RaceView>().plot)
        draw_race_sweep(ui);
      else
        draw_standings(ui);
    }
    ImGui::End();
  }

  void draw_side(Ui& ui, const Shell& /*shell*/) override {
    draw_entrants(ui);
    draw_source_panel(ui);
  }

  std::vector<const char*> panels() const override { return {k_standings_window}; }
  bool used(const Ui& /*ui*/) const override {
    return state_.standings && std::ranges::any_of(state_.standings->entrants, &Standing::timed);
  }

  void add_file_items(Ui& ui) const override {
    menu_item(ui, "Run the race", RaceAction::run, &ui.session.part<RaceView>().running);
    menu_item(ui, "Copy the times", RaceAction::copy_times);
    menu_item(ui, "Save the times", RaceAction::save_times);
  }
  void add_view_items(Ui& ui) const override {
    menu_item(ui, "Times over the size", RaceAction::plot, &ui.session.part<RaceView>().plot);
  }

  std::vector<Hint> hints(const Ui& ui) const override {
    const Session& session = ui.session;
    std::vector<Hint> hints{{"?", "keys"}};
    if (!ui.controls.contains("open")) hints.push_back(hint(WindowAction::side_panel, "entrants"));  // they are folded away
    const RaceView& view = session.part<RaceView>();
    const char* const run = view.plot ? state_.sweep.running() ? "stop" : "measure" : view.running ? "pause" : "race";
    hints.insert(hints.end(), {hint(RaceAction::run, run),
                               hint(RaceAction::toggle_entrant, "entrants"),
                               {", .", "budget"},
                               hint(RaceAction::copy_times, "copy"),
                               hint(RaceAction::save_times, "save"),
                               hint(WindowAction::live, session.edit.live ? "stop" : "live source")});
    if (session.edit.live) hints.push_back(hint(RaceAction::freeze, session.paused ? "run source" : "freeze source"));
    hints.insert(hints.end(), {{"wheel", "zoom"}, hint(WindowAction::fit, "fit"), hint(WindowAction::workspace, "workspaces")});
    return hints;
  }

  std::string_view mouse_text(const Session& /*session*/) const override {
    return "Click a title of the times: sort by it, and again the other way round. Click a row: speed-ups are against it. In "
           "the "
           "views: left drag: new box. Right drag: move the view. Wheel: zoom at the cursor. Double click: fit.";
  }

  bool step(Ui& ui) override {
    const std::uint64_t known = state_.sweep.known().serial;
    bool news = known != std::exchange(state_.sweep_serial, known);
    news = take_opened(ui) || news;
    news = take_others(state_) || news;
    const bool seen = &ui.workspace == this && ui.session.part<RaceView>().plot;
    if (seen)
      step_race_sweep(state_, ui.session, ui.frame.status().type);
    else if (state_.sweep.running())
      state_.sweep.stop();  // because: a hidden race would go on to take memory, and time from others; it can go on later
    return step_race_workspace(state_, ui.frame, ui.session, ui.samples, ui.now) || news;
  }
  double due_at(double now) const override {
    constexpr double k_looks_again = 0.2;
    return state_.sweep.running() || state_.reader.busy() || state_.opener.busy() ? now + k_looks_again : state_.due_at(now);
  }
  bool settled() const override { return state_.settled(); }
  Action freeze() const override { return RaceAction::freeze; }
  void report(const Ui& ui, nlohmann::json& into) const override { into.update(standings_json(ui.session)); }

  static std::vector<ActionRow> actions();

 private:
  nlohmann::json standings_json(const Session& session) const {
    nlohmann::json out =
        as_json(shown_standings(session, state_), session.edit.part<RaceEdit>().baseline, published_shown(session, state_));
    out["racing"] = state_.race && state_.race->running();
    out["hint"] = race_hint(session);
    const RaceSweep::Known sweep = state_.sweep.known();
    out["sweep"] = {{"running", state_.sweep.running()},
                    {"says", sweep.doing},
                    {"results", sweep.report ? sweep.report->results.size() : 0},
                    {"left", sweep.report ? sweep.report->left.size() : 0},
                    {"others", state_.others.reports.size()},
                    {"others_problem", state_.others.problem},
                    {"curves", state_.plot.series.size()},
                    {"notes", state_.plot.notes},
                    {"hidden", state_.hidden.size()}};
    return out;
  }

  static std::string stem_of(const char* name) { return (user_folder(UserFolder::pictures) / name).string(); }

  Notice save_times(const Session& session) const {
    return saved([&] {
      return write_file(free_name(stem_of("satscope-race"), ".json"),
                        as_json(report_of(shown_standings(session, state_))).dump(1) + "\n", IfTaken::count_up);
    });
  }

  /// Everything about the curves, as four files.
  Notice save_plot(const Session& session) const {
    const RaceSweep::Known sweep = state_.sweep.known();
    if (!sweep.report || sweep.report->results.empty()) return news("there are no curves yet: measure them first");
    const auto write = [](std::string_view ending, const std::string& text) {
      return write_file(free_name(stem_of("satscope-sweep"), ending), text, IfTaken::count_up);
    };
    return saved([&] {
      const std::string file = write(".json", as_json(*sweep.report).dump(1) + "\n");
      write(".csv", plot_csv(state_.plot));
      write(".svg", plot_svg(state_.plot, {1000, 620}, session.theme));
      write(".png", png_of_plot(state_.plot, {1000, 620}, palette_of(session.theme)));
      return file;
    });
  }

  /// A results file that is opened while curves are shown adds its own. False: it is another file.
  bool look_at(const std::string& name) {
    if (!name.ends_with(".json") || std::exchange(other_, {}) == name) return false;
    state_.asked = name;
    state_.opener.submit([name](JobProgress&) { return session_of_results(read_document(name), name).has_value(); });
    return true;
  }

  /// What came of it.
  bool take_opened(Ui& ui) {
    const auto opened = state_.opener.take();
    if (!opened) return false;
    if (!opened->result) {
      ui.doing.message = Notice{opened->error, std::nullopt, {}, true};
    } else if (*opened->result) {
      std::vector<std::string>& names = ui.session.part<RaceView>().others;
      std::erase(names, state_.asked);
      if (names.size() >= k_most_others) names.erase(names.begin());
      names.push_back(state_.asked);
    } else {
      other_ = state_.asked;
      ui.open(state_.asked);
    }
    return true;
  }

  void run(Ui& ui);
  Notice give_times(Ui& ui, bool as_file) const;

  RaceModel state_;
  std::string other_;  // a file that was looked at, and is for the window to open
};

/// Runs or pauses the race, or the measuring of the curves.
void Race::run(Ui& ui) {
  Session& session = ui.session;
  RaceView& view = session.part<RaceView>();
  const std::string hint = race_hint(session);
  if (!view.plot) {
    view.running = !view.running && hint.empty();
  } else if (state_.sweep.running()) {
    state_.sweep.stop();
  } else if (const TypePair* const types = find_type_pair(ui.frame.status().type); hint.empty() && types) {
    state_.sweep.start(sweep_of(session.edit.part<RaceEdit>(), *types, view.sizes));
  }
  if (!hint.empty()) ui.doing.message = news(hint);
}

/// What there is to say after times were asked for as a text or a file.
Notice Race::give_times(Ui& ui, bool as_file) const {
  const Session& session = ui.session;
  const RaceView& view = session.part<RaceView>();
  if (view.plot && as_file) return save_plot(session);
  if (!state_.standings) return {"there are no times yet", RaceAction::run, "Run the race"};
  if (as_file) return save_times(session);
  ui.window.set_clipboard(as_text(shown_standings(session, state_), view, session.edit.part<RaceEdit>().baseline,
                                  published_shown(session, state_)));
  return news("the times are in the clipboard, as text");
}

std::vector<ActionRow> Race::actions() {
  constexpr ActionGroup group{"Race"};
  static constexpr auto change_budget = [](Ui& ui, double factor) {
    double& budget = ui.session.part<RaceView>().budget_ms;
    budget = std::clamp(budget * factor, k_least_budget_ms, k_most_budget_ms);
  };
  return {row(RaceAction::run, {plain(k_key_space)}, group, "run or pause the race", [](Race& race, Ui& ui) { race.run(ui); }),
          row(RaceAction::freeze, {shift(k_key_space)}, group, "freeze or run the live source",
              [](Race&, Ui& ui) { ui.window.play_or_pause(); }),
          row(RaceAction::toggle_entrant, digits(1, 9, false), group, "let an algorithm of the list enter, or take it out",
              [](Race&, Ui& ui, const ActionRequest& request) {
                const auto number = static_cast<std::size_t>(request.chord.key - '1');
                if (number < algorithms().size() && !toggle_entrant(ui.session.edit.part<RaceEdit>(), algorithms()[number].id))
                  ui.doing.message = news(fmt::format("{} algorithms race at most: take one out first", k_most_entrants));
              }),
          row({"budget-down"}, {plain(','), plain('<')}, group.held(), "less time for the race in each frame",
              [](Race&, Ui& ui) { change_budget(ui, 0.5); }),
          row(RaceAction::budget_up, {plain('.'), plain('>')}, group.held(), "more time for the race in each frame",
              [](Race&, Ui& ui) { change_budget(ui, 2); }),
          row(RaceAction::copy_times, {ctrl('C')}, group, "copy the times as text",
              [](Race& race, Ui& ui) { ui.doing.message = race.give_times(ui, false); }),
          row(RaceAction::save_times, {ctrl('E')}, group, "save the times as JSON, or the curves",
              [](Race& race, Ui& ui) { ui.doing.message = race.give_times(ui, true); }),
          row(RaceAction::plot, {plain('P')}, group, "times over the size of the picture, and back",
              [](Race&, Ui& ui) { ui.session.part<RaceView>().plot = !ui.session.part<RaceView>().plot; }),
          row(WindowAction::open, [](Race& race, Ui& ui, const ActionRequest& request) {
            return ui.session.part<RaceView>().plot && race.look_at(request.text);
          })};
}

}  // namespace

RaceParts race_parts(const Area& middle, double em) {
  const double times = std::round(std::min(middle.height, std::clamp(0.6 * middle.height, 12 * em, 32 * em)));
  RaceParts parts{.canvas = middle, .standings = middle};
  parts.canvas.height -= times;
  parts.standings.y += parts.canvas.height;
  parts.standings.height = times;
  return parts;
}

WorkspaceKind race_workspace() {
  return {.id = "race",
          .title = "Race",
          .about = "Algorithms take turns on the picture",
          .actions = Race::actions(),
          .make = []() -> std::unique_ptr<Workspace> { return std::make_unique<Race>(); },
          .opens = session_of_results,
          .measures = true,
          .welcome = {"Press Space: the algorithms take turns on the picture, and only a right table gets a time.",
                      "Press Space: the algorithms take turns.", "Press Space to race."},
          .next_texts = {"What next? See the steps behind a time, or how to read the times.", "What next?"},
          .next = {{"Copy the times", "As text, to the clipboard", RaceAction::copy_times},
                   {"Steps", "What an algorithm does, step by step", WindowAction::workspace, {.key = '2', .ctrl = true}},
                   {"Lesson 11", "Floor, median, spread, and what to distrust", WindowAction::start_lesson, {}, "measure"}}};
}

}  // namespace satscope::app
