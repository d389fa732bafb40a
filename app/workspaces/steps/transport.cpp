// SPDX-License-Identifier: Apache-2.0
// The transport bar: to the ends, by phases, by steps, play; a bar of named phases to scrub in; the pace.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/workspaces/steps/steps.h"

namespace satscope::app {
namespace {

enum class Sign : std::uint8_t { first, previous_phase, back, play, pause, forward, next_phase, last };

void draw_sign(ImDrawList& list, Sign sign, ImVec2 middle, float r, unsigned colour) {
  const auto triangle = [&](float x, float direction) {
    list.AddTriangleFilled({middle.x + x + 0.5F * direction * r, middle.y},
                           {middle.x + x - 0.5F * direction * r, middle.y - 0.8F * r},
                           {middle.x + x - 0.5F * direction * r, middle.y + 0.8F * r}, colour);
  };
  const auto bar = [&](float x) {
    list.AddRectFilled({middle.x + x - 0.14F * r, middle.y - 0.8F * r}, {middle.x + x + 0.14F * r, middle.y + 0.8F * r},
                       colour);
  };
  switch (sign) {
    case Sign::first:
      bar(-0.7F * r);
      triangle(0.15F * r, -1);
      break;
    case Sign::previous_phase:
      triangle(-0.5F * r, -1);
      triangle(0.5F * r, -1);
      break;
    case Sign::back: triangle(0, -1); break;
    case Sign::play: triangle(0.1F * r, 1.4F); break;
    case Sign::pause:
      bar(-0.35F * r);
      bar(0.35F * r);
      break;
    case Sign::forward: triangle(0, 1); break;
    case Sign::next_phase:
      triangle(-0.5F * r, 1);
      triangle(0.5F * r, 1);
      break;
    case Sign::last:
      triangle(-0.15F * r, 1);
      bar(0.7F * r);
      break;
  }
}

struct Button {
  Sign sign;
  const char *control, *tip;
  Action action;
};

/// only_play: the others have no room.
void draw_buttons(StepsUi& ui, bool playing, bool only_play = false) {
  const std::array buttons{
      Button{Sign::first, "steps:first", "To the start", StepsAction::first_step},
      Button{Sign::previous_phase, "steps:previous_phase", "To the end of the phase before", StepsAction::previous_phase},
      Button{Sign::back, "steps:back", "One step back", StepsAction::step_back},
      Button{playing ? Sign::pause : Sign::play, "steps:play", playing ? "Pause" : "Play", StepsAction::play},
      Button{Sign::forward, "steps:forward", "One step on", StepsAction::step_forward},
      Button{Sign::next_phase, "steps:next_phase", "To the end of the next phase", StepsAction::next_phase},
      Button{Sign::last, "steps:last", "To the result", StepsAction::last_step}};
  const float height = ImGui::GetFrameHeight();
  for (const Button& button : buttons) {
    if (only_play && button.action != StepsAction::play) continue;
    ImGui::PushID(button.control);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = (button.action == StepsAction::play ? 1.9F : 1.3F) * height;
    if (ImGui::Button("##sign", {width, height})) ui.ask(button.action);
    draw_sign(*ImGui::GetWindowDrawList(), button.sign, {from.x + width / 2, from.y + height / 2}, 0.36F * ui.em,
              packed(ui.palette.text));
    ui.control(button.control, button.tip, button.action);
    ImGui::PopID();
    ImGui::SameLine(0, 0.25F * ui.em);
  }
}

/// Speed, and as far as there is room what it is, and the time for the rest.
void draw_pace(StepsUi& ui, Clock& player, float room) {
  StepsSettings& settings = ui.session.part<StepsSettings>();
  const std::string pace = speed_text(settings.speed);
  const float pace_width = ImGui::CalcTextSize("0.25 steps/s").x;
  const bool with_text = room >= 11 * ui.em;
  const float slider = with_text ? std::min(7 * ui.em, room - pace_width - 1.2F * ui.em) : room - 0.8F * ui.em;
  ImGui::SetNextItemWidth(slider);
  auto speed = static_cast<float>(settings.speed);
  if (ImGui::SliderFloat("##speed", &speed, static_cast<float>(k_slowest), static_cast<float>(k_fastest), "",
                         ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_NoInput)) {
    settings.speed = std::clamp(static_cast<double>(speed), k_slowest, k_fastest);
    player.set_speed(settings.speed);
  }
  ui.control("steps:speed", "Pace of playing; , and . halve and double it", StepsAction::faster);
  if (!with_text) return;
  ImGui::SameLine(0, 0.4F * ui.em);
  const float text_from = ImGui::GetCursorPosX();
  ImGui::TextUnformatted(pace.c_str());
  if (room < slider + pace_width + 11 * ui.em) return;
  ImGui::SameLine(text_from + pace_width + 0.7F * ui.em);
  if (ImGui::Button("Finish in")) ui.ask(StepsAction::finish);
  ui.control("steps:finish", "Finish playback in this time", StepsAction::finish);
  ImGui::SameLine(0, 0.25F * ui.em);
  ImGui::SetNextItemWidth(3.6F * ui.em);
  ImGui::DragInt("##seconds", &settings.finish_in, 0.2F, 1, 600, "%d s", ImGuiSliderFlags_AlwaysClamp);
  ui.control("steps:seconds", "Drag, or Ctrl+click to type");
}

/// Of one story: its phases side by side, as wide as they have steps. place_of: where on the clock so many story steps are
/// done.
template <class PlaceOf>
void draw_phases_of(StepsUi& ui, const Player& player, const ImVec2& from, const ImVec2& size, float count,
                    PlaceOf&& place_of) {
  const Story& story = player.story();
  const auto x_of = [&](std::size_t story_steps) {
    return from.x + size.x * static_cast<float>(place_of(story_steps)) / count;
  };
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont& small = *ui.fonts.small;
  const float to = from.y + size.y;
  list.AddRectFilled(from, {from.x + size.x, to}, packed(ui.palette.raised), 0.2F * ui.em);
  for (std::size_t i = 0; i < story.phases.size(); ++i) {
    const StoryPhase& story_phase = story.phases[i];
    const float left = x_of(story_phase.first), right = x_of(story_phase.end);
    const bool here = player.current() && player.story_phase() == static_cast<int>(i);
    if (here || story_phase.pass % 2 == 1)
      list.AddRectFilled({left, from.y}, {right, to},
                         packed(here ? ui.palette.accent : ui.palette.hovered, here ? 0.45F : 1.0F));
    const bool new_pass = i > 0 && story.phases[i - 1].pass != story_phase.pass;
    if (i > 0)
      list.AddLine({left, from.y}, {left, to}, packed(new_pass ? ui.palette.text : ui.palette.quiet, new_pass ? 1 : 0.45F));
    // because: of thousands of phases no name has room, nor where two rows share the height of one
    if (right - left <= 0.4F * ui.em || size.y < small.FontSize) continue;
    std::vector<std::string> names{story_phase.name, story_phase.name.substr(0, story_phase.name.find_first_of(" ,"))};
    if (names[1] == "block") names[1] = story_phase.name.substr(names[1].size() + 1);  // its number
    constexpr std::size_t k_least = 5;  // letters; because: "lo." and "tra." are no words
    // because: a name of the user's is no word that can be shortened
    for (std::size_t letters = std::max<std::size_t>(names[1].size(), 1) - 1; !story.trace.of_file && letters-- > k_least;)
      names.push_back(names[1].substr(0, letters) + ".");
    for (const std::string& name : names) {
      const float wide = small.CalcTextSizeA(small.FontSize, 1e9F, 0, name.c_str()).x;
      if (wide + 0.4F * ui.em > right - left) continue;
      list.AddText(&small, small.FontSize,
                   {std::round((left + right - wide) / 2), std::round(from.y + (size.y - small.FontSize) / 2)},
                   packed(here ? ui.palette.text : ui.palette.quiet), name.c_str());
      break;
    }
  }
}

/// "step 3: scan rows, up-sweep d=1" of the story step after so many.
std::string step_text(const Story& story, std::size_t story_step) {
  const Step& step = story.first_step(story.steps[std::min(story_step, story.step_count() - 1)]);
  return fmt::format("step {}: {}, {}", std::min(story_step + 1, story.step_count()),
                     story.trace.passes[static_cast<std::size_t>(step.pass)].name, step.label);
}

/// Whether both have the same phases at the same times, so that one row shows them.
bool have_same_phases(const Story& first, const Story& second, PairLink link) {
  return link == PairLink::step && std::ranges::equal(first.phases, second.phases, [](const auto& a, const auto& b) {
           return a.name == b.name && a.first == b.first && a.end == b.end;
         });
}

/// The phases of the story, or of both, with the place one is at. Drag in it to scrub.
void draw_phases(StepsUi& ui, Clock& clock, const ImVec2& from, const ImVec2& size) {
  // because: a stray click would part the picture from the words of the lesson
  const bool shows_only = ui.session.presenting && ui.doing.guided;
  ImGui::SetCursorScreenPos(from);
  if (!shows_only) {
    invisible_button("scrub", size);
    ui.control("steps:scrub");
  }
  const auto count = static_cast<float>(std::max<std::size_t>(1, clock.count()));
  const float mouse = std::clamp((ImGui::GetIO().MousePos.x - from.x) / size.x, 0.0F, 1.0F);
  if (!shows_only && ImGui::IsItemActive()) clock.go_to(static_cast<std::size_t>(std::lround(mouse * count)));
  const bool caption = !shows_only && (ImGui::IsItemHovered() || ImGui::IsItemActive());
  const auto place = std::min(clock.count() - 1, static_cast<std::size_t>(mouse * count));
  StepsModel& model = ui.steps;
  std::string text;
  bool one_row = true;
  if (model.pair.clock()) {
    const std::vector<PairPlace>& course = model.pair.course();
    one_row =
        have_same_phases(model.state.player()->story(), model.pair.second.player()->story(), ui.session.part<StepsPair>().link);
    const ImVec2 half{size.x, one_row ? size.y : std::floor((size.y - 1) / 2)};
    float top = from.y;
    for (const auto& [state, story_steps] :
         {std::pair(&model.state, &PairPlace::first), std::pair(&model.pair.second, &PairPlace::second)}) {
      if (!one_row || state == &model.state)
        draw_phases_of(ui, *state->player(), {from.x, top}, half, count, [&](std::size_t done) {
          return std::ranges::lower_bound(course, done, {}, story_steps) - course.begin();
        });
      text += (text.empty() ? "A, " : "\nB, ") + step_text(state->player()->story(), course[place].*story_steps);
      top += half.y + 1;
    }
  } else {
    draw_phases_of(ui, *model.state.player(), from, size, count, [](std::size_t done) { return done; });
    text = step_text(model.state.player()->story(), place);
  }
  const float x = from.x + size.x * static_cast<float>(clock.position()) / count, to = from.y + size.y;
  // above and below the names, which it would strike out; where there are two rows of them it has no choice
  const float beyond = 0.15F * ui.em, names = model.pair.clock() && !one_row ? 0 : ui.fonts.small->FontSize;
  for (const float sign : {-1.0F, 1.0F}) {
    const float middle = (from.y + to) / 2, edge = sign < 0 ? from.y : to;
    ImGui::GetWindowDrawList()->AddLine({x, edge + sign * beyond}, {x, middle + sign * names / 2}, packed(ui.palette.text),
                                        std::max(2.0F, beyond));
  }
  if (caption) ImGui::SetTooltip("%s", text.c_str());
}

}  // namespace

std::string speed_text(double speed) {
  return speed < 10 ? fmt::format("{:.3g} steps/s", speed) : fmt::format("{:.0f} steps/s", speed);
}

Area draw_controls(StepsUi& ui, const Area& area) {
  const float height = ImGui::GetFrameHeight(), left = static_cast<float>(area.x) + 0.4F * ui.em;
  const bool narrow = area.width < 60 * ui.em;
  const float wide = narrow ? 6.2F * ui.em : 11.5F * height;
  Clock* const clock = ui.steps.clock();
  if (area.width < 31 * ui.em || !clock) return area;
  const float top = static_cast<float>(area.y) + 0.5F * ui.em;
  ImGui::SetCursorScreenPos({left, top});
  draw_buttons(ui, clock->playing(), narrow);
  if (area.height > 2.4 * static_cast<double>(height)) {
    ImGui::SetCursorScreenPos({left, top + height + 0.3F * ui.em});
    draw_pace(ui, *clock, wide);
  }
  return {area.x + static_cast<double>(wide), area.y, area.width - static_cast<double>(wide), area.height};
}

void draw_transport(StepsUi& ui, const Area& area) {
  Clock* player = ui.steps.clock();
  const float pad = 0.6F * ui.em, left = static_cast<float>(area.x) + pad;
  const float width = static_cast<float>(area.width) - 2 * pad;
  const bool tall = area.height > 3.5 * ui.em;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine({static_cast<float>(area.x), static_cast<float>(area.y)},
               {static_cast<float>(area.right()), static_cast<float>(area.y)}, packed(ui.palette.line));
  const float y = static_cast<float>(area.y) + 0.45F * ui.em;
  ImGui::SetCursorScreenPos({left, y});
  draw_buttons(ui, player && player->playing());
  if (!player || player->count() == 0) return;
  const std::string count = fmt::format("step {} / {}", player->position(), player->count());
  const float used = ImGui::GetCursorScreenPos().x - left, wide = ImGui::CalcTextSize(count.c_str()).x;
  if (used + wide + 0.6F * ui.em < width) {
    list.AddText({left + used + 0.6F * ui.em, y + (ImGui::GetFrameHeight() - ImGui::GetFontSize()) / 2},
                 packed(ui.palette.text), count.c_str());
    // room for the largest number, so that nothing jumps
    const std::string widest = fmt::format("step {} / {}", player->count(), player->count());
    const float at = used + 1.6F * ui.em + ImGui::CalcTextSize(widest.c_str()).x;
    ImGui::SetCursorScreenPos({left + at, y});
    if (width - at >= 11 * ui.em) draw_pace(ui, *player, width - at);
  }
  if (tall)
    draw_phases(ui, *player, {left, y + ImGui::GetFrameHeight() + 0.55F * ui.em},
                {width, static_cast<float>(area.bottom()) - y - ImGui::GetFrameHeight() - 1.0F * ui.em});
}

void draw_progress(StepsUi& ui, const Area& area) {
  Clock* player = ui.steps.clock();
  if (!player || player->count() == 0) return;
  const float pad = 0.6F * ui.em, left = static_cast<float>(area.x) + pad;
  const float y = static_cast<float>(area.y) + 0.35F * ui.em, high = static_cast<float>(area.height) - 0.7F * ui.em;
  const std::string count = fmt::format("{} / {}", player->position(), player->count());
  const float wide = ImGui::CalcTextSize(fmt::format("{0} / {0}", player->count()).c_str()).x;
  ImGui::GetWindowDrawList()->AddText({static_cast<float>(area.right()) - pad - wide, y + (high - ImGui::GetFontSize()) / 2},
                                      packed(ui.palette.text), count.c_str());
  draw_phases(ui, *player, {left, y}, {static_cast<float>(area.width) - wide - 3 * pad, high});
}

}  // namespace satscope::app
