// SPDX-License-Identifier: Apache-2.0
#include "app/ui/workspace.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>

#include "app/core/json.h"
#include "app/sources/files/session_file.h"
#include "app/ui/panels/panels.h"
#include "app/ui/panels/presentation.h"
#include "app/workspaces/learn/keys.h"
#include "app/workspaces/learn/learn.h"

namespace satscope::app {

namespace {

class Learn final : public Workspace, private Companion {
 public:
  void begin(Session& session, const WindowOptions& options) override {
    if (options.lesson.empty()) return;
    asked_ = options.lesson;
    asked_card_ = options.lesson_card;
    session.workspace = "learn";
  }

  void draw(Ui& ui, const Shell& shell) override { draw_lessons(ui, room_, shell.middle); }
  SideShape side(double /*columns*/) const override { return {false, 17}; }
  void draw_side(Ui& ui, const Shell& /*shell*/) override { draw_source_panel(ui); }
  Companion* companion() override { return room_.player.open() ? this : nullptr; }
  double aside() const override { return 20; }
  void draw_aside(Ui& ui, const Area& area) override {
    draw_card(ui, room_, area);
    if (room_.overview) draw_overview(ui, room_, ui.doing.lecturing ? area : over_window());
  }
  double caption() const override { return std::max(1.0, room_.caption); }
  void draw_caption(Ui& ui, const Area& area) override {
    draw_card_caption(ui, room_, area);
    if (room_.overview && !ui.doing.lecturing) draw_overview(ui, room_, over_window());
  }
  std::vector<const char*> panels() const override { return {"lessons"}; }
  /// Back at the list: so that it says what next there.
  bool used(const Ui& ui) const override { return !room_.player.open() && !ui.settings.lessons.empty(); }

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
    if (!asked_.empty()) start(ui, std::exchange(asked_, {}), asked_card_);
    if (reread(ui)) return true;
    LessonPlayer& player = room_.player;
    constexpr double k_between = 0.15;  // seconds
    if (!player.open() || player.done()) room_.played.stop();
    ui.doing.played = room_.played.playing();
    if (!player.open() || player.done()) return false;
    asks_others_ = true;  // because: what is played here is not what it waits for
    const bool rests = ui.window.settled();
    asks_others_ = false;
    if (room_.played.playing()) go_on_playing(ui, rests);
    if (!rests || ui.now - room_.looked_at < k_between) return room_.played.playing();
    room_.looked_at = ui.now;
    nlohmann::json now = ui.window.state();
    const bool just_done = look_at(ui, now);
    const bool news = std::exchange(room_.seen, std::move(now)) != room_.seen;
    if (!just_done && !room_.played.over(ui.now, rests)) {
      watch_card(ui);
      return news || room_.played.playing();
    }
    if (!just_done) player.reveal();
    // because: where nothing is to be pointed at any more, a tip would lie over what the class looks at
    if (room_.played.playing() && player.card().act->solution.back().kind != LessonAction::Kind::point)
      ui.window.push_input({.kind = InputEvent::Kind::leave});
    room_.frames_to_scroll = k_frames_to_scroll;
    say_left(ui, false);
    remember(ui);
    return true;
  }
  bool settled() const override { return asks_others_ || !room_.played.playing(); }
  double due_at(double now) const override {
    if (!room_.player.open()) return 0;
    if (room_.played.playing()) return std::max(room_.played.due_at(), now + 0.02);
    return room_.player.done() ? (room_.file.empty() ? 0 : now + 0.5) : now + 0.2;
  }

  void report(const Ui& /*ui*/, nlohmann::json& into) const override {
    const LessonPlayer& player = room_.player;
    into = {{"lesson", nullptr}};
    if (!player.open()) return;
    into = {{"lesson", player.lesson().id},
            {"card", player.at()},
            {"cards", player.lesson().cards.size()},
            {"title", player.card().title},
            {"ask", player.card().act ? player.card().act->ask : ""},
            {"done", player.done()},
            {"question", player.card().question ? player.card().question->text : ""},
            {"hints", player.hints()},
            {"left", room_.left},
            {"failed", player.failed()},
            {"answer", player.answer().empty() ? nlohmann::json() : value_of_answer(player.answer())}};
  }

  static std::vector<ActionRow> actions();

 private:
  /// All of it, because an answer below must not be seen.
  static Area over_window() { return {0, 0, ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y}; }

  /// card: its number; none: where it was left.
  void start(Ui& ui, const std::string& name, std::optional<std::size_t> card) {
    try {
      Lesson lesson = load_lesson(name);
      const bool ours = find_lesson(lesson.id) != nullptr;
      room_.file = ours ? std::string() : name;
      if (!ours) changed_ = std::filesystem::last_write_time(name);
      const std::size_t at = card ? *card - 1 : where_left(ui.settings, lesson);
      room_.player.start(std::move(lesson), at);
      show(ui, true);
    } catch (const std::exception& error) {
      ui.doing.message = Notice{error.what(), std::nullopt, {}};
    }
  }

  /// The card where a lesson goes on: if it was left by its last one, the first that is not done; if all are done, the first.
  static std::size_t where_left(const Settings& settings, const Lesson& lesson) {
    const auto found = settings.lessons.find(lesson.id);
    if (found == settings.lessons.end()) return 0;
    const auto& [at, done, wrong] = found->second;
    const int cards = static_cast<int>(lesson.cards.size());
    if (static_cast<int>(done.size()) >= cards) return 0;
    if (at < cards) return static_cast<std::size_t>(at);
    int first = 0;
    while (first < cards && done.contains(first)) ++first;
    return static_cast<std::size_t>(first);
  }

  /// Sets the window as the card wants it. A card that says nothing goes on from the one before; anew: from the window which
  /// that one wants.
  void show(Ui& ui, bool anew) {
    room_.typed.clear();
    room_.played.stop();
    room_.frames_to_scroll = 0;
    room_.answered = false;
    room_.missed = false;
    room_.since = ui.now;
    room_.overview = false;
    if (ui.session.presenting) ui.ask(k_wipe_marks);
    about_ = nullptr;
    say_left(ui, false);
    room_.looked_at = ui.now;
    ImGui::SetWindowFocus(nullptr);  // because: keys are of the new card, not of a text that was edited for the one before
    room_.wants_keys = is_answered_alone(ui) ? 10 : 0;
    const std::vector<Card>& cards = room_.player.lesson().cards;
    std::size_t at = room_.player.at();
    while (anew && at > 0 && !cards[at].show) --at;
    if (!cards[at].show) return;
    nlohmann::json members = *cards[at].show;
    if (!room_.side_before) room_.side_before = ui.session.side_panel;
    members.emplace("side_panel", false);  // because: the card takes its room
    try {
      ui.window.show(with_files(std::move(members)), folder());
    } catch (const std::exception& error) {
      throw LessonError(fmt::format("lesson '{}', line {}: {}", room_.player.lesson().id, cards[at].show_line, error.what()));
    }
  }

  /// What of the window a card is about: where that changes, its task cannot be done any more.
  static nlohmann::json about(const nlohmann::json& state) {
    nlohmann::json of{{"workspace", state.at("workspace")}};
    if (of["workspace"] == "steps") {
      const nlohmann::json& steps = state.at("steps");
      of["source"] = steps.value("source", nlohmann::json());
      if (steps.value("file", nlohmann::json()).is_object()) return of;  // because: Run makes the user's file the algorithm
      for (const char* member : {"algorithm", "filter", "form", "size"}) of[member] = steps.value(member, nlohmann::json());
    } else {
      of["input"] = state.value("input", "");
    }
    return of;
  }

  /// Says so when the user leaves what the card is about. What its condition names may change: that is its task.
  void watch_card(Ui& ui) {
    nlohmann::json now = about(room_.seen);
    if (about_.is_null()) about_ = now;
    const std::optional<Act>& act = room_.player.card().act;
    const std::string until = act ? act->until.text() : "";
    bool left = false;
    for (const auto& [member, value] : now.items())
      left = left || (until.find(member) == until.npos && about_.value(member, nlohmann::json()) != value);
    say_left(ui, left && !ui.session.presenting);
  }

  void say_left(Ui& ui, bool left) {
    constexpr const char* k_left = "You left the card.";
    std::optional<Notice>& message = ui.doing.message;
    const bool said = message && message->text == k_left;
    if (left && !room_.left) message = Notice{k_left, LearnAction::again, "Again", false};
    if (!left && said) message.reset();
    room_.left = left;
  }

  /// Whether all that the card asks for is an answer. Then its field takes the keyboard, because digits would choose
  /// algorithms; where an act comes first, keys may be a part of it, and before a class they are those of a clicker.
  bool is_answered_alone(const Ui& ui) const {
    const auto& act = room_.player.card().act;
    if (!act || !act->answers || ui.session.presenting || ui.doing.lecturing) return false;
    return std::ranges::all_of(act->solution,
                               [](const LessonAction& action) { return action.kind == LessonAction::Kind::answer; });
  }

  /// The folder below which the files of this lesson lie; empty: it is ours, and names none.
  std::string folder() const {
    return room_.file.empty() ? std::string() : std::filesystem::canonical(room_.file).parent_path().string();
  }

  /// Members of a session that the lesson sets, with its own files.
  nlohmann::json with_files(nlohmann::json members) const {
    return room_.file.empty() ? members : kept_below(std::move(members), folder());
  }

  /// A lesson of the user's own is read again when it was saved. True: it was, and there is a card or a fault to show.
  bool reread(Ui& ui) {
    if (room_.file.empty() || !room_.player.open() || ui.now - read_at_ < 0.5) return false;
    read_at_ = ui.now;
    std::error_code error;
    const auto time = std::filesystem::last_write_time(room_.file, error);
    if (error || time == changed_) return false;
    changed_ = time;
    try {
      room_.player.replace(load_lesson(room_.file));
      show(ui, true);
      ui.doing.message.reset();
    } catch (const std::exception& problem) {
      ui.doing.message = Notice{problem.what(), std::nullopt, {}};
    }
    return true;
  }

  void close(Ui& ui) {
    room_.player.close();
    room_.played.stop();
    say_left(ui, false);
    if (room_.side_before) ui.session.side_panel = *room_.side_before;
    room_.side_before.reset();
  }

  /// Keeps whether the card is done, and where the lesson goes on. Presenting is no progress.
  void remember(Ui& ui, std::size_t goes_on_at) const {
    if (ui.session.presenting || ui.doing.lecturing) return;
    const LessonPlayer& player = room_.player;
    const auto found = ui.settings.lessons.find(player.lesson().id);
    LessonProgress progress = found == ui.settings.lessons.end() ? LessonProgress() : found->second;
    if (player.done()) progress.done.insert(static_cast<int>(player.at()));
    progress.at = static_cast<int>(goes_on_at);
    ui.window.remember_lesson(player.lesson().id, progress);
  }
  /// Whether the act was just done. An answer or a prediction that is not right is kept.
  bool look_at(Ui& ui, const nlohmann::json& now) {
    LessonPlayer& player = room_.player;
    static const Condition marked("steps.prediction.outcome.found + steps.prediction.outcome.wrong");
    const bool failed = player.failed(), just_done = player.look(now);
    if (player.failed() && !failed && !player.right_but_more()) note_wrong(ui, player.answer());
    const std::optional<Act>& act = player.card().act;
    const bool missed = act && !player.done() && missed_prediction(*act, now);
    // because: a step before which nothing was marked is no answer
    if (!std::exchange(room_.missed, missed) && missed && marked.value(now).get<double>() > 0) note_wrong(ui, "the prediction");
    return just_done;
  }
  /// Keeps what was answered and is not right, for the list of lessons.
  void note_wrong(Ui& ui, const std::string& answer) const {
    constexpr std::size_t k_longest_kept = 40;  // bytes
    if (ui.session.presenting || ui.doing.lecturing || ui.doing.played) return;
    const LessonPlayer& player = room_.player;
    const auto found = ui.settings.lessons.find(player.lesson().id);
    LessonProgress progress = found == ui.settings.lessons.end() ? LessonProgress() : found->second;
    const bool longer = answer.size() > k_longest_kept;
    progress.wrong.push_back({.card = static_cast<int>(player.at()),
                              .answer = longer ? "a longer text" : answer,
                              .when = static_cast<std::int64_t>(std::time(nullptr))});
    if (progress.wrong.size() > LessonProgress::k_wrong) progress.wrong.erase(progress.wrong.begin());
    ui.window.remember_lesson(player.lesson().id, progress);
  }
  void remember(Ui& ui) const { remember(ui, room_.player.at() + (room_.player.done() ? 1 : 0)); }

  // What its actions do, while a lesson is open.

  void go_on(Ui& ui) {
    LessonPlayer& player = room_.player;
    remember(ui, player.at() + 1);
    if (player.last()) {
      close(ui);
      ui.session.workspace = "learn";
      return;
    }
    player.go_to(player.at() + 1);
    show(ui, false);
  }
  void go_back(Ui& ui) {
    if (room_.player.at() == 0) return;
    room_.player.go_to(room_.player.at() - 1);
    show(ui, true);
  }
  /// Shows the answer to a question; before a class plays the solution of an act. False: there is neither.
  bool reveal(Ui& ui) {
    LessonPlayer& player = room_.player;
    if (!player.hidden(ui.session.presenting)) return false;
    if (player.card().act) {
      room_.played.playing() ? room_.played.hurry() : room_.played.start(player.card().act->solution, ui.now);
      return true;
    }
    player.reveal();
    remember(ui);
    return true;
  }
  void go_on_playing(Ui& ui, bool rests) {
    const PlayedSolution::Card card{
        .answer = [&](const std::string& text) { room_.player.give(text); },
        .change = [&](const nlohmann::json& members) { ui.window.change(with_files(members)); },
    };
    room_.played.advance(ui, card, rests);
  }

  LearnRoom room_;
  std::string asked_;  // by the command line
  std::optional<std::size_t> asked_card_;
  std::filesystem::file_time_type changed_{};
  double read_at_ = -1e9;
  static constexpr int k_frames_to_scroll = 4;  // because: the window of ImGui grows first
  nlohmann::json about_;                        // what of the window the card is about; null: not known yet
  bool asks_others_ = false;                    // whether all but what is played here rests
};

/// `body`, where a lesson is open; what goes wrong there is a message.
template <class Body>
constexpr auto in_lesson(Body /*body*/) {
  return [](Learn& learn, Ui& ui, const ActionRequest& request) {
    if (!learn.companion()) return false;
    try {
      Body{}(learn, ui, request);
    } catch (const std::exception& error) {
      ui.doing.message = Notice{error.what(), std::nullopt, {}};
    }
    return true;
  };
}

std::vector<ActionRow> Learn::actions() {
  using Request = ActionRequest;
  constexpr ActionGroup lessons{"Lessons", {.anywhere = true}}, cards{"Lessons", {.while_typing = true, .anywhere = true}};
  constexpr auto next = in_lesson([](Learn& learn, Ui& ui, const Request&) { learn.go_on(ui); });
  constexpr auto back = in_lesson([](Learn& learn, Ui& ui, const Request&) { learn.go_back(ui); });
  return {
      row(LearnAction::next_card, {ctrl(k_key_page_down)}, cards, "the next card of the lesson", next),
      row(LearnAction::previous_card, {ctrl(k_key_page_up)}, cards, "the card before", back),
      row(LearnAction::hint, {ctrl('H')}, lessons, "a hint", in_lesson([](Learn& learn, Ui&, const Request&) {
            learn.room_.player.show_hint();
            learn.room_.frames_to_scroll = k_frames_to_scroll;
          })),
      row(LearnAction::reveal, {ctrl(k_key_enter)}, lessons, "show the answer to the question",
          in_lesson([](Learn& learn, Ui& ui, const Request&) { learn.reveal(ui); })),
      row(LearnAction::close, {ctrl('W')}, lessons, "leave the lesson",
          in_lesson([](Learn& learn, Ui& ui, const Request&) { learn.close(ui); })),
      row(LearnAction::again, in_lesson([](Learn& learn, Ui& ui, const Request&) {
            learn.room_.player.go_to(learn.room_.player.at());
            learn.show(ui, true);
          })),
      row(LearnAction::overview, {ctrl('L')}, lessons, "all cards of the lesson: click one to go there",
          in_lesson([](Learn& learn, Ui&, const Request&) { learn.room_.overview = !learn.room_.overview; })),
      row(LearnAction::go_to_card, in_lesson([](Learn& learn, Ui& ui, const Request& request) {
            learn.room_.player.go_to(static_cast<std::size_t>(std::stoul(request.text)));
            learn.show(ui, true);
          })),
      row(WindowAction::leave, [](Learn& learn, Ui&, const Request&) { return std::exchange(learn.room_.overview, false); }),
      row(LearnAction::answer, in_lesson([](Learn& learn, Ui&, const Request& request) {
            learn.room_.player.give(request.text);
            learn.room_.looked_at = -1e9;
          })),
      row(LearnAction::change, in_lesson([](Learn& learn, Ui& ui, const Request& request) {
            ui.window.change(learn.with_files(nlohmann::json::parse(request.text)));
          })),
      row(WindowAction::start_lesson,
          [](Learn& learn, Ui& ui, const Request& request) {
            learn.start(ui, request.text, request.chord.shift ? std::optional<std::size_t>(1) : std::nullopt);
          }),
      row(WindowAction::open,
          [](Learn& learn, Ui& ui, const Request& request) {
            const bool lesson = request.text.ends_with(k_lesson_ending);
            if (lesson) learn.start(ui, request.text, request.chord.shift ? std::optional<std::size_t>(1) : std::nullopt);
            return lesson;
          }),
      row(WindowAction::next_point, in_lesson([](Learn& learn, Ui& ui, const Request&) {
            // because: one key is all that a clicker has
            if (!learn.reveal(ui) && !learn.room_.player.last()) learn.go_on(ui);
          })),
      row(WindowAction::previous_point, back)};
}

}  // namespace

bool missed_prediction(const Act& act, const nlohmann::json& state) {
  static const Condition outcome("steps.prediction.outcome");
  return act.until.text().find(outcome.text()) != std::string::npos && !outcome.value(state).is_null();
}

WorkspaceKind learn_workspace() {
  return {.id = "learn",
          .title = "Learn",
          .about = "Lessons: do something on each card, and see why it is so",
          .actions = Learn::actions(),
          .make = []() -> std::unique_ptr<Workspace> { return std::make_unique<Learn>(); },
          .add_help_items =
              [](Ui& ui) {
                if (ImGui::MenuItem("First steps"))
                  ui.requests.push_back({WindowAction::start_lesson, {.shift = true}, first_steps().id});
                ui.control("help:first_steps", first_steps().able);
              },
          .welcome = {"Start a lesson: its card appears beside the window and asks you to do something there.",
                      "Start a lesson: its card appears beside the window.", "Start a lesson."},
          .next_texts = {"What next? Take the next lesson, or try things by yourself.", "What next?"},
          .next = {{"Explore", "A picture, its table, a box", WindowAction::workspace, {.key = '1', .ctrl = true}},
                   {"Steps", "An algorithm step by step", WindowAction::workspace, {.key = '2', .ctrl = true}},
                   {"Playground", "Filters on the picture", WindowAction::workspace, {.key = '3', .ctrl = true}}}};
}

}  // namespace satscope::app
