// SPDX-License-Identifier: Apache-2.0
#include <imgui.h>

#include "app/ui/panels/bars.h"
#include "app/ui/window_actions.h"
#include "app/workspaces/learn/learn_workspace.h"

namespace satscope::app {

namespace {

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

}  // namespace

std::vector<ActionRow> Learn::actions() {
  using Request = ActionRequest;
  constexpr ActionGroup lessons{"Lessons", {.anywhere = true}}, cards{"Lessons", {.while_typing = true, .anywhere = true}};
  constexpr ActionGroup in_class{k_class_keys, {.anywhere = true, .presenting = true}};
  constexpr auto next = in_lesson([](Learn& learn, Ui& ui, const Request&) { learn.go_on(ui); });
  constexpr auto back = in_lesson([](Learn& learn, Ui& ui, const Request&) { learn.go_back(ui); });
  ActionGroup in_steps = in_class;  // because: another card has no row; it says so
  in_steps.when.enabled = [](const Session& session) { return session.workspace == "steps"; };
  return {
      row(LearnAction::next_card, {ctrl(k_key_page_down)}, cards, "the next card of the lesson", next),
      row(LearnAction::previous_card, {ctrl(k_key_page_up)}, cards, "the card before", back),
      row(LearnAction::hint, {ctrl('H')}, lessons, "a hint", in_lesson([](Learn& learn, Ui& ui, const Request&) {
            learn.model_.player.show_hint();
            learn.model_.wants_keys = is_answered_first(ui, learn.model_.player) ? 10 : 0;
            learn.model_.frames_to_scroll = k_frames_to_scroll;
          })),
      row(LearnAction::reveal, {ctrl(k_key_enter)}, lessons, "show the answer to the question",
          in_lesson([](Learn& learn, Ui& ui, const Request&) { learn.reveal(ui); })),
      row(LearnAction::close, {ctrl('W')}, lessons, "leave the lesson",
          in_lesson([](Learn& learn, Ui& ui, const Request&) { learn.close(ui); })),
      row(LearnAction::again, in_lesson([](Learn& learn, Ui& ui, const Request&) {
            learn.model_.player.go_to(learn.model_.player.at());
            learn.show(ui, true);
          })),
      row(LearnAction::overview, {ctrl('L')}, cards, "all cards of the lesson, to go to one",
          in_lesson([](Learn& learn, Ui& ui, const Request&) {
            learn.model_.overview = !learn.model_.overview;
            ImGui::SetWindowFocus(nullptr);  // because: digits choose a card there, and are no answer
            learn.model_.wants_keys = !learn.model_.overview && is_answered_first(ui, learn.model_.player) ? 10 : 0;
          })),
      row(LearnAction::save_page, {ctrl_shift('L')}, lessons, "save all cards as one web page",
          in_lesson([](Learn& learn, Ui& ui, const Request&) { save_lesson_page(ui, learn.model_); })),
      row(LearnAction::slides, {{.key = 'L', .ctrl = true, .alt = true}}, lessons,
          "save a slide for each press of the clicker, as a PDF", in_lesson([](Learn& learn, Ui& ui, const Request&) {
            ui.requests.push_back({k_ask_slides, {}, place_for_slides(learn.model_.player.lesson().id)});
          })),
      row(k_save_slides, in_lesson([](Learn& learn, Ui& ui, const Request& request) {
            const std::string& file = learn.model_.file;
            ui.doing.message = learn.slides_.begin(file.empty() ? learn.model_.player.lesson().id : file,
                                                   request.text.substr(request.text.find(' ') + 1),
                                                   request.text.substr(0, request.text.find(' ')));
          })),
      row(LearnAction::own_row, {ctrl('R')}, in_steps, "your own row; Right steps, PgDn: card",
          in_lesson([](Learn& learn, Ui& ui, const Request&) { learn.ask_row(ui); })),
      row(LearnAction::open_card,
          [](Learn& learn, Ui& ui, const Request& request) {
            const std::size_t blank = request.text.find(' ');
            learn.start(ui, request.text.substr(blank + 1), std::stoul(request.text.substr(0, blank)));
          }),
      row(LearnAction::go_to_card, in_lesson([](Learn& learn, Ui& ui, const Request& request) {
            learn.model_.player.go_to(static_cast<std::size_t>(std::stoul(request.text)));
            learn.show(ui, true);
          })),
      row(WindowAction::leave, [](Learn& learn, Ui&, const Request&) { return std::exchange(learn.model_.overview, false); }),
      row(LearnAction::answer, in_lesson([](Learn& learn, Ui&, const Request& request) {
            learn.model_.player.give(request.text);
            learn.model_.looked_at = -1e9;
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
            if (std::exchange(learn.model_.overview, false)) return;  // because: what is under it would go on unseen
            // because: who presses twice while the solution plays has not seen the answer
            constexpr double k_to_see_it = 0.7;  // seconds
            if (ui.now - learn.model_.played_at < k_to_see_it || learn.back_to_card(ui)) return;
            learn.model_.can_return = false;
            // because: one key is all that a clicker has
            if (!learn.reveal(ui) && !learn.model_.player.last()) learn.go_on(ui);
          })),
      row(WindowAction::previous_point, in_lesson([](Learn& learn, Ui& ui, const Request&) {
            if (std::exchange(learn.model_.overview, false)) return;
            if (!learn.back_to_card(ui)) return learn.take_back(ui);
            learn.model_.can_return = false;  // because: the next press back leads on, not to the row again
          })),
      // because: a class that sees the list of lessons can do nothing
      row(WindowAction::present, [](Learn& learn, Ui& ui, const Request&) { return learn.open_for_class(ui); }),
      row(WindowAction::audience, [](Learn& learn, Ui& ui, const Request&) { return learn.open_for_class(ui); }),
      // because: no algorithm of the list has the digit 0
      row(LearnAction::zero, {plain('0')}, lessons, "begin an answer with 0; 1 to 9 do so as well",
          [](Learn& learn, Ui& ui, const Request&) {
            return learn.model_.player.open() && begin_answer(ui, learn.model_, '0');
          }),
      // because: a digit is the answer, or the card, and no algorithm
      row(WindowAction::choose_algorithm,
          [](Learn& learn, Ui& ui, const Request& request) {
            const LessonPlayer& player = learn.model_.player;
            if (!player.open()) return ui.session.workspace == "learn";
            const auto digit = static_cast<char>(request.chord.key);
            if (learn.model_.overview) {
              if (const auto card = static_cast<std::size_t>(digit - '1'); card < player.lesson().cards.size())
                ui.requests.push_back({LearnAction::go_to_card, {}, std::to_string(card)});
            } else if (!ui.session.presenting) {
              return begin_answer(ui, learn.model_, digit);
            }
            return true;
          }),
      // because: who has answered presses Enter once more
      row(WindowAction::to_steps, [](Learn& learn, Ui& ui, const Request& request) {
        const LessonPlayer& player = learn.model_.player;
        if (!player.open() || request.chord.key != k_key_enter || ui.session.presenting) return false;
        if (player.done() && (player.card().act || player.card().question)) {
          learn.go_on(ui);
          return true;
        }
        if (is_answered_first(ui, learn.model_.player)) learn.model_.wants_keys = 10;
        return is_answered_first(ui, learn.model_.player);
      })};
}

WorkspaceKind learn_workspace() {
  return {.id = "learn",
          .title = "Learn",
          .about = "Lessons: do something on each card, and see why it is so",
          .actions = Learn::actions(),
          .make = []() -> std::unique_ptr<Workspace> { return std::make_unique<Learn>(); },
          .add_file_items =
              [](Ui& ui) {
                if (!ui.doing.guided && ui.session.workspace != "learn") return;
                menu_item(ui, "Save the lesson as a web page", LearnAction::save_page, nullptr, ui.doing.guided);
                menu_item(ui, "Save the lesson as slides ...", LearnAction::slides, nullptr, ui.doing.guided);
              },
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
