// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/steps.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/number_text.h"
#include "app/ui/drawing/area_corners.h"
#include "app/workspaces/steps/caption/explain.h"
#include "app/workspaces/steps/caption/step_words.h"
#include "app/workspaces/steps/keys.h"
#include "app/workspaces/steps/lab/file_settings.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

/// Whether the view itself says, for a newcomer, what the step does.
bool says_step(const StepsUi& ui) {
  return ui.essential() && !ui.session.part<StepsPair>().on &&
         shown_view(ui.session.part<StepsSettings>().view, ui.steps.state.has_messages()).says_step;
}

/// A text without what ends it: its last sentence, else its last part, else its last clause. False: it has none of these.
bool drop_end(std::string& text) {
  for (const char* before : {". ", "; ", ", "})
    if (const std::size_t at = text.rfind(before); at != text.npos) {
      text.replace(at, text.npos, ".");
      return true;
    }
  return false;
}

/// What pass this is and what it does, with the views to choose from.
void draw_story_heading(StepsUi& ui, const Area& area) {
  const StepsModel& model = ui.steps;
  const bool presents = ui.session.presenting;
  if (presents && ui.doing.only_read) return;
  const Player* player = model.state.player();
  const float left = static_cast<float>(area.x) + 0.9F * ui.em;
  std::vector<std::string> texts = player ? heading_texts(*player) : std::vector<std::string>{};
  const bool in_lesson = presents && ui.doing.guided && player && !player->story().steps.empty();
  if ((presents || ui.essential()) && !texts.empty()) texts = {phase_text(*player)};
  if (presents && !in_lesson && player && !model.state.nameless && !player->story().of_filter())
    texts.insert(texts.begin(),
                 std::string(known_algorithm(player->story().algorithm_id).title) + "  ·  " + phase_text(*player));
  const bool whole = ui.essential() && player && player->current() && player->position() == player->count() &&
                     shown_view(ui.session.part<StepsSettings>().view, model.state.has_messages()).says_step;
  if (whole) texts = {fmt::format("After all {} steps", player->count())};
  if (const StepsPair& pair = ui.session.part<StepsPair>(); pair.on && !(ui.essential() && ui.doing.guided))
    texts = {fmt::format("Two at once, linked by {}", id_of(pair.link)), "Two at once"};
  ImGui::PushFont(ui.fonts.strong);
  // because: where so many views have no room for the name of the step, they become a list
  const float least = texts.empty() ? 0 : ImGui::CalcTextSize(texts.back().c_str()).x + 2 * ui.em;
  ImGui::PopFont();
  const float right = presents ? static_cast<float>(area.right()) : draw_view_buttons(ui, area, least);
  const bool predicts = model.prediction.on && !model.prediction.outcome();  // what the step before did is of no use then
  // what the step did, beside its name, because the text below is the lesson's; a view of its parts says what each does
  const bool has_parts = view_with_parts(ui.session.part<StepsSettings>(), model.state.has_messages());
  const bool describes = in_lesson && !ui.doing.asked && !predicts && !says_step(ui) && !has_parts &&
                         !ui.session.part<StepsPair>().on && model.state.caption();
  std::string did = describes ? model.state.caption()->this_step : "";
  const auto width_in = [](const ImFont& font, const std::string& one) {
    return font.CalcTextSizeA(font.FontSize, 1e9F, 0, one.c_str()).x;
  };
  const auto from_beside = [&](const std::string& name) { return left + width_in(*ui.fonts.strong, name) + 1.2F * ui.em; };
  const auto fits_beside = [&](const std::string& name) {
    return from_beside(name) + width_in(*ui.fonts.caption, did) <= right - 0.9F * ui.em;
  };
  const auto draw = [&](const ImFont& font, float x, const std::string& text) {
    const float y = static_cast<float>(area.y) + (static_cast<float>(area.height) - font.FontSize) / 2;
    ImGui::GetWindowDrawList()->AddText(&font, font.FontSize, {x, std::round(y)}, packed(ui.palette.text), text.c_str());
  };
  ImGui::PushFont(ui.fonts.strong);
  std::string name = first_that_fits(texts, right - left - ui.em);
  ImGui::PopFont();
  // because: the numbers of the step are worth more than the word
  if (const std::size_t at = name.find("step "); describes && at != name.npos && !fits_beside(name)) name.erase(at, 5);
  draw(*ui.fonts.strong, left, name);
  if (!did.empty() && !fits_beside(name)) did = model.state.caption()->this_step_brief;
  while (!fits_beside(name) && drop_end(did)) {
  }
  if (!did.empty() && fits_beside(name)) draw(*ui.fonts.caption, from_beside(name), did);
}

/// How many additions were made, of all.
std::string counter_text(StepsModel& model) {
  const Player& player = *model.state.player();
  if (std::exchange(model.cost_of, player.story().number) != player.story().number) model.run_cost = run_costs(player.story());
  const auto& costs = model.run_cost;
  const auto additions = [&](std::size_t at) { return grouped(static_cast<std::uint64_t>(costs[at].work)); };
  return fmt::format("Additions so far: {} of {}", additions(std::min(player.position(), costs.size() - 1)),
                     additions(costs.size() - 1));
}

/// Whether the words beside the views are wanted; for a newcomer, only where something is asked that they answer. In a lesson
/// a click on a cell leaves the views where they are: who forgets a key meets the same picture.
bool wants_panel(const StepsUi& ui) {
  const StepsModel& model = ui.steps;
  return ui.session.part<StepsSettings>().panel ||
         (ui.essential() && (model.guess.on() || (model.state.chosen && !ui.doing.guided) || model.state.has_two_runs() ||
                             !model.state.deleted_barriers.empty() || (ui.session.part<StepsPair>().on && !ui.doing.guided)));
}

/// In place of the step, for a newcomer: so that the views stay as they are when one begins to predict.
void draw_predicted(const StepsUi& ui) {
  const PredictionTexts texts = prediction_texts(ui, *ui.steps.state.player());
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const auto high = [&](const std::string& text) { return ImGui::CalcTextSize(text.c_str(), nullptr, false, room.x).y; };
  const std::string judged = texts.outcome + (texts.wrong.empty() ? "" : " " + texts.wrong);
  const float left = room.y - (judged.empty() ? 0 : high(judged) + ImGui::GetStyle().ItemSpacing.y);
  ImGui::PushTextWrapPos(0);
  if (!judged.empty()) coloured_text(texts.wrong.empty() ? ui.palette.text : ui.palette.bad, judged);
  for (const std::string& next : {texts.next + (texts.score.empty() ? "" : " " + texts.score), texts.next})
    if (!next.empty() && high(next) <= left) {
      coloured_text(ui.palette.quiet, next);
      break;
    }
  ImGui::PopTextWrapPos();
}

/// Where the right panel has no room, or is not wanted: the step in a line or two under the views.
void draw_narration(StepsUi& ui, const Area& area) {
  const Player* player = ui.steps.state.player();
  begin_area("narration", area, Ground::panel);
  ImGui::PushFont(ui.fonts.caption);
  ui.controls["narration"] = area;
  if (ui.steps.prediction.on && ui.essential() && !ui.session.presenting) {
    draw_predicted(ui);
    ui.controls["steps:prediction"] = area;
    ImGui::PopFont();
    return ImGui::End();
  }
  const StepCaption* caption = ui.steps.state.caption();
  const StepsLayout* cells = ui.steps.views.cells();
  std::string text =
      caption && !caption->this_step.empty() ? caption->this_step : narration_of(*player, cells ? cells->first_block : 0);
  const bool said = says_step(ui);
  if (said && caption) text = caption->idea;
  if (const std::string other = not_of_file_text(ui, player->story()); !other.empty()) text = other + " " + text;
  ImVec2 room = ImGui::GetContentRegionAvail();
  const float line = ImGui::GetTextLineHeight(), counter_y = ImGui::GetCursorPosY() + room.y - line;
  const float for_text = room.y - 1.15F * line;
  // because: where there is little room the sentence comes first
  const bool counts =
      !ui.steps.counter_below.empty() && ImGui::CalcTextSize(text.c_str(), nullptr, false, room.x).y <= for_text;
  if (counts) room.y = for_text;
  const auto high = [&] { return ImGui::CalcTextSize(text.c_str(), nullptr, false, room.x).y; };
  if (ui.session.part<StepsPair>().on) {
    text = pair_narration(ui.steps);
  } else if (caption && !caption->idea.empty() && !said) {
    // because: one number less costs less than the reason
    const std::string step = std::exchange(text, text + " " + caption->idea);
    if (high() > room.y && !caption->this_step_brief.empty()) text = caption->this_step_brief + " " + caption->idea;
    if (high() > room.y) text = step;
  }
  while (high() > room.y && drop_end(text)) {  // it is worth least
  }
  if (high() > room.y && caption && !caption->this_step_brief.empty()) text = caption->this_step_brief;
  while (high() > room.y && text.find(' ') != text.npos) text.resize(text.rfind(' '));
  ImGui::PushTextWrapPos(0);
  coloured_text(ui.palette.text, text);
  ImGui::PopTextWrapPos();
  if (counts) {
    ImGui::SetCursorPosY(counter_y);
    coloured_text(ui.palette.quiet, std::exchange(ui.steps.counter_below, {}));
    ui.control("steps:counter", "Counted while the kernel ran, in all threads");
  }
  ImGui::PopFont();
  ImGui::End();
}

/// Because: two views that show nothing are worth less than one that can be clicked.
bool is_room_for_two(const Area& canvas, double em) {
  const Area first = two_areas(canvas, em).first;
  return first.width >= 14 * em && first.height >= 7 * em;
}

/// Whether each row of shared memory has its numbers, as large as a class needs them.
bool has_room_for_rows(const Story& story, double width, const TypeSize& type) {
  const double least = std::ceil(k_number_lines * type.least_number * type.em);
  return std::ranges::all_of(story.phases_buffers, [&](const VisibleBuffers& phase) {
    return std::ranges::all_of(phase.of_block, [&](const VisibleBuffer& row) {
      return row.rows > 1 || row.columns * width_of_cell(least, row.characters, type) <= width;
    });
  });
}

void draw_story_views(StepsUi& ui, const StepsParts& parts) {
  StepsModel& model = ui.steps;
  Area all = parts.canvas;
  if (parts.heading.height > 0)
    all = {parts.heading.x, parts.heading.y, parts.canvas.width, parts.heading.height + parts.canvas.height};
  begin_area("steps", all, Ground::clear, ImGuiWindowFlags_NoNav);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(corner(all), {static_cast<float>(all.right()), static_cast<float>(all.bottom())},
                     packed(ui.palette.backdrop));
  if (parts.heading.height > 0) draw_story_heading(ui, parts.heading);
  const Area& canvas = parts.canvas;
  if (model.state.player() && canvas.height > 2 * ui.em) {
    const StepsSettings& settings = ui.session.part<StepsSettings>();
    const bool has_messages = model.state.has_messages();
    model.state.hides_hover = ui.doing.played;
    model.state.covers_conflicts = ui.covers("bank conflicts");
    model.state.banks = !ui.essential();  // because: a newcomer meets them in the view Banks, which names them
    if (ui.session.part<StepsPair>().on) {
      draw_pair(ui, canvas);
      return ImGui::End();
    }
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!ImGui::IsWindowHovered() || !canvas.contains({mouse.x, mouse.y})) model.state.hover.reset();
    const StepViewKind* beside = shown_beside(settings, has_messages);
    if (beside && !is_room_for_two(canvas, ui.em)) beside = nullptr;
    const double half = two_areas(canvas, ui.em).first.width - 2 * ui.em;
    if (beside && ui.session.presenting && !has_room_for_rows(model.state.player()->story(), half, TypeSize::for_class(ui.em)))
      beside = nullptr;
    const auto [first, second] = beside ? two_areas(canvas, ui.em) : std::pair(canvas, Area{});
    draw_step_view(ui, model.views, shown_view(settings.view, has_messages), model.state, first);
    if (beside) {
      const Area gap = first.x == second.x ? Area{first.x, first.bottom(), first.width, second.y - first.bottom()}
                                           : Area{first.right(), first.y, second.x - first.right(), first.height};
      list.AddRectFilled(corner(gap), {static_cast<float>(gap.right()), static_cast<float>(gap.bottom())},
                         packed(ui.palette.line));
      draw_step_view(ui, model.views, *beside, model.state, second);
    }
  } else if (!model.state.player()) {
    list.AddText({static_cast<float>(canvas.x) + ui.em, static_cast<float>(canvas.y) + ui.em}, packed(ui.palette.quiet),
                 model.state.problem.empty() ? "Tracing ..." : "Nothing to step through yet.");
  }
  ImGui::End();
}

/// In place of the steps, while those of the user's file are not there yet.
void draw_until_it_runs(const StepsUi& ui, const Area& area) {
  const StudentFile& file = ui.steps.file;
  begin_area("steps", area, Ground::clear, ImGuiWindowFlags_NoNav);
  ImGui::GetWindowDrawList()->AddRectFilled(corner(area), {static_cast<float>(area.right()), static_cast<float>(area.bottom())},
                                            packed(ui.palette.backdrop));
  ImGui::SetCursorPos({ui.em, ui.em});
  ImGui::PushTextWrapPos(static_cast<float>(area.width) - ui.em);
  coloured_text(ui.palette.quiet, file.asks()   ? fmt::format("Press Run: then the steps of {} are shown here.", file.name())
                                  : file.busy() ? fmt::format("Compiling and running {} ...", file.name())
                                                : fmt::format("{} does not run yet, so it has no steps.", file.name()));
  ImGui::PopTextWrapPos();
  ImGui::End();
}

/// Why there is no story as asked, until another one is.
void say_problem(StepsUi& ui) {
  const StepsModel::Said now{ui.steps.state.attempts, ui.steps.state.problem}, before = std::exchange(ui.steps.said, now);
  if (now == before) return;
  std::optional<Notice>& message = ui.doing.message;
  if (message && message->bad && message->text == before.problem) message.reset();
  if (!now.problem.empty()) message = Notice{now.problem, std::nullopt, {}};
}

}  // namespace

bool StepsUi::covers(std::string_view counter) const {
  return std::ranges::any_of(doing.covered, [&](const std::string& member) {
    std::string name = member.substr(member.rfind('.') + 1);
    std::ranges::replace(name, '_', ' ');
    return counter.ends_with(name);
  });
}

std::pair<Area, Area> editor_and_rest(const Area& middle, double em) {
  const auto ems = [em](double count) { return std::round(count * em); };
  if (middle.width < ems(44)) return {middle, {middle.x, middle.y, 0, middle.height}};
  Area editor = middle, rest = middle;
  editor.width = std::clamp(std::round(0.52 * middle.width), ems(24), ems(46));
  rest.width -= editor.width;
  editor.x = rest.right();
  return {editor, rest};
}

StepsParts steps_parts(const Area& middle, double em, double transport, bool panel) {
  const auto ems = [em](double count) { return std::round(count * em); };
  StepsParts parts{.heading = {}, .canvas = middle, .transport = {}, .explain = {}, .narration = {}};
  Area& rest = parts.canvas;
  if (panel && rest.width >= ems(46) && rest.height >= ems(16)) {
    const double explain = std::clamp(std::round(rest.width * 0.34), ems(19), ems(30));
    rest.width -= explain;
    parts.explain = {rest.right(), rest.y, explain, rest.height};
  }
  if (rest.height >= ems(9)) {
    const double high = ems(rest.height >= ems(11.1 + transport) ? transport : 2.4);
    rest.height -= high;
    parts.transport = {rest.x, rest.bottom(), rest.width, high};
  }
  if (rest.height >= ems(11)) {
    parts.heading = {rest.x, rest.y, rest.width, ems(2.2)};
    rest = {rest.x, rest.y + parts.heading.height, rest.width, rest.height - parts.heading.height};
  }
  if (panel && parts.explain.height <= 0 && rest.height >= ems(8)) {
    const double high = ems(rest.height >= ems(10) ? 3.6 : 2.8);  // two lines, or one
    rest.height -= high;
    parts.narration = {rest.x, rest.bottom(), rest.width, high};
  }
  return parts;
}

StepsParts essential_steps_parts(const Area& middle, double em) {
  StepsParts parts = steps_parts(middle, em, k_transport, false);
  if (parts.canvas.height < 9 * em) return parts;
  const double high = std::round((parts.canvas.height >= 14 * em ? 4.9 : 3.6) * em);
  parts.canvas.height -= high;
  parts.narration = {parts.canvas.x, parts.canvas.bottom(), parts.canvas.width, high};
  return parts;
}

StepsParts presented_steps_parts(const Area& middle, double em, bool narrates) {
  StepsParts parts{.heading = {}, .canvas = middle, .transport = {}, .explain = {}, .narration = {}};
  const auto take = [&](double ems, double least) {
    if (parts.canvas.height < least * em) return Area{};
    const double high = std::round(ems * em);
    parts.canvas.height -= high;
    return Area{middle.x, parts.canvas.bottom(), middle.width, high};
  };
  parts.transport = take(2.2, 9);
  if (narrates) parts.narration = take(3.9, 10);
  const double high = std::min(parts.canvas.height, std::round(em * (parts.canvas.height >= 8 * em ? 2 : 0.5)));
  if (high > em) parts.heading = {middle.x, middle.y, middle.width, high};
  parts.canvas.y += high;
  parts.canvas.height -= high;
  return parts;
}

std::pair<Area, Area> two_areas(const Area& area, double em) {
  const double gap = std::max(1.0, std::round(0.1 * em));
  Area first = area, second = area;
  if (area.width > 1.7 * area.height) {
    first.width = std::floor((area.width - gap) / 2);
    second.x = first.right() + gap;
    second.width = area.right() - second.x;
  } else {
    first.height = std::floor((area.height - gap) / 2);
    second.y = first.bottom() + gap;
    second.height = area.bottom() - second.y;
  }
  return {first, second};
}

void draw_story(StepsUi& ui, const Shell& shell) {
  StepsModel& model = ui.steps;
  say_problem(ui);
  const auto em = static_cast<double>(ui.em);
  const bool presents = ui.session.presenting, panel = wants_panel(ui);
  Area middle = shell.middle;
  ui.session.part<StepsFile>().typing = false;
  if (edits_file(ui)) {
    const auto [editor, rest] = editor_and_rest(shell.middle, em);
    draw_file_editor(ui, editor);
    if (rest.width < 1) return;
    const StudentFile& file = model.file;
    const bool shown = ui.session.part<StepsSettings>().algorithm == file.path();
    if (!shown && (file.asks() || file.busy() || !find_algorithm(file.path()))) return draw_until_it_runs(ui, rest);
    middle = rest;
  }
  const StepsParts parts = presents                   ? presented_steps_parts(middle, em, !ui.doing.guided)
                           : ui.essential() && !panel ? essential_steps_parts(middle, em)
                                                      : steps_parts(middle, em, k_transport, panel);
  if (presents)  // what the edge of the window leaves free
    ImGui::GetBackgroundDrawList()->AddRectFilled(
        corner(middle), {static_cast<float>(middle.right()), static_cast<float>(parts.canvas.y)}, packed(ui.palette.backdrop));
  draw_story_views(ui, parts);
  const bool counts =
      ui.essential() && !says_step(ui) && !panel && !presents && !ui.session.part<StepsPair>().on && model.state.player();
  model.counter_below = !counts ? "" : ui.covers("additions") ? "Additions so far: ?" : counter_text(model);
  if (parts.narration.height > 0 && model.state.player()) draw_narration(ui, parts.narration);
  if (parts.transport.height > 0) {
    begin_area("transport", parts.transport, Ground::panel);
    presents ? draw_progress(ui, parts.transport) : draw_transport(ui, parts.transport);
    ImGui::End();
  }
  if (parts.explain.height > 0) {
    begin_area("explain", parts.explain, Ground::panel);
    ui.controls["explain"] = parts.explain;
    if (ui.session.part<StepsPair>().on) {
      draw_pair_caption(ui);
    } else {
      draw_explain(ui);
      draw_code(ui);
    }
    ImGui::End();
  }
  draw_save_card(ui, parts.canvas);
  if (const Clock* clock = model.clock();
      clock && (clock->playing() || model.state.sliding(ui.now) || model.pair.second.sliding(ui.now)))
    ui.animating = true;
}

}  // namespace satscope::app
