// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/learn/task.h"

#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <utility>

#include "app/core/param_values.h"
#include "app/core/text/number_text.h"
#include "app/ui/open_session.h"
#include "app/ui/panels/choices.h"
#include "app/ui/panels/panels.h"
#include "app/workspaces/learn/keys.h"
#include "app/workspaces/learn/markdown.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

/// Of a wrong answer.
std::string reply_to(const LessonPlayer& player) {
  if (player.right_but_more())
    return fmt::format("{} is right. {}", player.answer(),
                       player.missing().empty() ? "The rest of the task is not done yet." : player.missing());
  const std::string why = player.why();
  return fmt::format("{} is not it. {}", player.answer(),
                     !why.empty()         ? why
                     : player.hints() > 0 ? "The hint may help."
                                          : "Look again.");
}

/// The keys that move in the steps, where an empty field has no use for them.
void press_moves(Ui& ui) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeyShift || io.KeyAlt) return;
  for (const auto& [key, chord] : {std::pair{ImGuiKey_LeftArrow, plain(k_key_left)},
                                   {ImGuiKey_RightArrow, plain(k_key_right)},
                                   {ImGuiKey_Home, plain(k_key_home)},
                                   {ImGuiKey_End, plain(k_key_end)}})
    if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)))
      if (const auto action = action_of(chord, false, false, ui.session)) ui.requests.push_back({*action, chord, {}});
}

bool has_more_words(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first != text.npos && text.find(' ', first) < text.find_last_not_of(' ');
}

void draw_answer(Ui& ui, LearnModel& model) {
  ImGui::PushStyleColor(ImGuiCol_FrameBg, packed(ui.palette.panel));
  ImGui::PushStyleColor(ImGuiCol_Button, packed(ui.palette.panel));
  const float button = ImGui::CalcTextSize("Check").x + 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::SetNextItemWidth(ImGui::CalcItemWidth() - button - ImGui::GetStyle().ItemSpacing.x);
  // because: the next digits are the next answer, not keys that choose algorithms
  if (model.answered && model.player.failed()) {
    model.answered = false;
    model.rejected = true;
    if (!model.player.right_but_more() && !ui.session.presenting) {
      // because: of a line one number may be wrong; a single one is typed anew, and the arrows step
      if (!has_more_words(model.typed)) model.typed.clear();
      model.wants_keys = 10;
    }
  }
  // more than once, because other parts of the window may appear after the card; not out of sight, because the card would
  // scroll
  if (model.wants_keys > 0 && ImGui::IsRectVisible({1, 0.8F * ImGui::GetFrameHeight()})) {
    --model.wants_keys;
    ImGui::SetKeyboardFocusHere();
    ui.animating = true;
  }
  const bool entered = ImGui::InputTextWithHint("##answer", "your answer", &model.typed,
                                                ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  if (ImGui::IsItemEdited()) model.rejected = false;
  if (ImGui::IsItemActive()) {
    model.wants_keys = 0;
    if (model.typed.empty() && ImGui::GetIO().WantTextInput) press_moves(ui);  // else they were keys of the window
    // because: the first digit came as a key, and the next one goes behind it
    if (std::exchange(model.began_by_key, false))
      if (ImGuiInputTextState* text = ImGui::GetInputTextState(ImGui::GetItemID())) text->ClearSelection();
  }
  ui.control("lesson:answer");
  ImGui::SameLine();
  const bool pressed = ImGui::Button("Check");
  ui.control("lesson:check", "Compares your answer; Enter does the same");
  ImGui::PopStyleColor(2);
  if ((entered || pressed) && model.typed.find_first_not_of(' ') == model.typed.npos) {
    model.wants_keys = 10;  // because: what was said stays, and the answer comes
  } else if (entered || pressed) {
    model.player.give(model.typed);
    model.answered = true;
    model.looked_at = -1e9;
  }
}

void draw_type(Ui& ui) {
  std::string& chosen = ui.session.edit.type;
  std::string type = chosen.empty() ? "auto" : chosen;
  std::vector<Choice> types{{"auto", "Type: auto", "8u32u, or 8u64u where a box can reach 2 to the 32"}};
  for (const TypePair& pair : k_type_pairs) types.push_back({std::string(pair.id), fmt::format("Type: {}", pair.id), {}});
  if (choose(ui, "##type", "type", "Number type of the picture and of its table", type, types))
    chosen = type == "auto" ? "" : type;
}

/// The controls that the card names, so that they need not be looked for. They belong to the algorithm of the workspace.
void draw_controls(Ui& ui, const LearnModel& model, const Act& act) {
  if (act.controls.empty()) return;
  if (std::ranges::find(act.controls, "type") != act.controls.end()) draw_type(ui);
  if (!model.seen.is_object()) return;  // not looked at yet
  const bool steps = ui.session.workspace == "steps";
  const nlohmann::json of = steps ? model.seen.value("steps", nlohmann::json::object()) : model.seen;
  const Algorithm* algorithm = find_algorithm(of.value("algorithm", ""));
  if (!algorithm) return;
  const Params before = params_from_json(of.value("params", nlohmann::json::object()), algorithm->params, "the card");
  Params params = before;
  for (const std::string& id : act.controls)
    if (const auto param = std::ranges::find(algorithm->params, id, &Param::id); param != algorithm->params.end())
      draw_param(ui, *param, params);
  if (params == before) return;
  const nlohmann::json members = {{"params", to_json(params)}};
  ui.requests.push_back({LearnAction::change, {}, (steps ? nlohmann::json{{"steps", members}} : members).dump()});
}

void draw_counters(const Ui& ui, const LearnModel& model, const Act& act, bool brief) {
  const LessonPlayer& player = model.player;
  const bool covered = !player.covered().empty();
  for (const CardCounter& counter : act.counters) {
    const nlohmann::json value = counter.value.value(model.seen);
    coloured_text(ui.palette.quiet, counter.name);
    ImGui::PushFont(ui.fonts.strong);
    const char* covered_text = player.right_but_more() ? "hidden until the task is done" : "hidden until you answer";
    const float gap = 0.6F * ui.em, end = ImGui::GetItemRectMax().x + gap + ImGui::CalcTextSize(covered_text).x;
    const bool fits = end < ImGui::GetWindowPos().x + ImGui::GetContentRegionMax().x - gap;
    if (!covered || fits || brief) ImGui::SameLine(0, gap);
    if (covered)
      coloured_text(ui.palette.quiet, fits || !brief ? covered_text : "hidden");
    else
      coloured_text(ui.palette.text, value.is_number()     ? grouped(value.get<double>())
                                     : value.is_string()   ? value.get<std::string>()
                                     : !value.is_boolean() ? "none"
                                     : value.get<bool>()   ? "yes"
                                                           : "no");
    ImGui::PopFont();
  }
}

constexpr const char* k_missed = "Not yet. The left arrow goes back: then click the places again.";
constexpr const char* k_missed_number = "The places are right, but not each number. The left arrow goes back.";
constexpr const char* k_missed_before = "That was the step before. Click the places that the next one will write.";

}  // namespace

TaskBox::TaskBox(Ui& ui, bool done)
    : ui_(ui),
      done_(done),
      from_(ImGui::GetCursorScreenPos()),
      width_(ImGui::GetContentRegionAvail().x),
      list_(*ImGui::GetWindowDrawList()) {
  const float pad = 0.6F * ui.em;
  list_.ChannelsSplit(2);
  list_.ChannelsSetCurrent(1);
  ImGui::SetCursorScreenPos({from_.x + pad, from_.y + pad});
  ImGui::BeginGroup();
  ImGui::PushItemWidth(width_ - 2 * pad);
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width_ - 2 * pad);
}

TaskBox::~TaskBox() {
  ImGui::PopTextWrapPos();
  ImGui::PopItemWidth();
  ImGui::EndGroup();
  const float bottom = ImGui::GetItemRectMax().y + 0.6F * ui_.em;
  list_.ChannelsSetCurrent(0);
  list_.AddRectFilled(from_, {from_.x + width_, bottom}, packed(ui_.palette.raised), 0.4F * ui_.em);
  list_.AddRectFilled(from_, {from_.x + 0.25F * ui_.em, bottom}, packed(done_ ? ui_.palette.good : ui_.palette.accent),
                      0.2F * ui_.em);
  list_.ChannelsMerge();
  ImGui::SetCursorScreenPos({from_.x, bottom + 0.4F * ui_.em});
  ImGui::Dummy({0, 0});
}

void TaskBox::say(Rgb colour, const std::string& text, std::vector<float>* lines) const {
  draw_markdown(ui_, text, {.colour = colour, .ground = ui_.palette.panel, .width = width_ - 1.2F * ui_.em, .lines = lines});
}

void draw_asked(const Ui& ui, const TaskBox& box, const Act& act, bool done, bool titled, std::vector<float>* lines) {
  if (titled) {
    if (lines) lines->push_back(ImGui::GetCursorPosY());
    ImGui::PushFont(ui.fonts.strong);
    coloured_text(done ? ui.palette.good : ui.palette.accent, done ? "Done" : "Your turn");
    ImGui::PopFont();
  }
  box.say(ui.palette.text, act.ask, lines);
}

bool has_given(const LessonPlayer& player) {
  const Act& act = *player.card().act;
  return waits_for_answer(player) || !act.controls.empty() || !act.counters.empty();
}
void draw_given(Ui& ui, LearnModel& model, const Act& act, bool brief) {
  ImGui::PushStyleColor(ImGuiCol_FrameBg, packed(ui.palette.panel));
  draw_controls(ui, model, act);
  ImGui::PopStyleColor();
  if (waits_for_answer(model.player)) draw_answer(ui, model);
  draw_counters(ui, model, act, brief);
}

void draw_said(const Ui& ui, const LearnModel& model, const TaskBox& box, const Act& act, std::vector<float>* lines) {
  const LessonPlayer& player = model.player;
  const auto say = [&](Rgb colour, const std::string& text) { box.say(colour, text, lines); };
  // because: before that, what was seen is of the card before
  const CardRemark* remark = model.looked_at > model.since ? player.remark(model.seen) : nullptr;
  if (waits_for_answer(player) && player.failed() && !player.is_remarked())
    say(player.right_but_more() ? ui.palette.good : ui.palette.warning, reply_to(player));
  static const Condition step("steps.step");
  static const Condition found("steps.prediction.outcome.missed == 0 and steps.prediction.outcome.wrong == 0");
  if (!player.done() && model.missed)
    say(ui.palette.warning, act.stop && step.value(model.seen) <= *act.stop ? k_missed_before
                            : found.holds(model.seen)                       ? k_missed_number
                                                                            : k_missed);
  if (ui.doing.stopped)
    say(ui.palette.warning,
        act.answers ? "Answer first: going on would show it." : "Predict first: the next step shows the answer.");
  if (const auto& line = player.line_reply()) say(line->right ? ui.palette.good : ui.palette.warning, line->text);
  if (remark) say(remark->right ? ui.palette.good : ui.palette.warning, remark->text);
  if (player.done() && !act.done.empty()) say(ui.palette.good, act.done);
  for (std::size_t i = 0; !player.done() && i < player.hints(); ++i) say(ui.palette.quiet, "Hint: " + act.hints[i]);
  // because: the box has a margin, and what is gained shows a line of the text more
  if (says_anything(ui, model)) ImGui::GetCurrentWindow()->DC.CursorMaxPos.y -= k_below_paragraph * ui.em;
}

bool says_anything(const Ui& ui, const LearnModel& model) {
  const LessonPlayer& player = model.player;
  if (player.done()) return !player.card().act->done.empty();
  return player.failed() || player.hints() > 0 || model.missed || ui.doing.stopped ||
         (model.looked_at > model.since && player.remark(model.seen));
}

float height_of(const std::function<void()>& draw) {
  ImGuiWindow& window = *ImGui::GetCurrentWindow();
  const ImVec2 from = ImGui::GetCursorPos(), furthest = window.DC.CursorMaxPos, ideal = window.DC.IdealMaxPos;
  ImGui::PushClipRect({0, 0}, {0, 0}, false);
  draw();
  ImGui::PopClipRect();
  const float height = ImGui::GetCursorPosY() - from.y;
  ImGui::SetCursorPos(from);
  window.DC.CursorMaxPos = furthest;
  window.DC.IdealMaxPos = ideal;
  return height;
}

float height_of_replies(Ui& ui, const LessonPlayer& player) {
  const Act& act = *player.card().act;
  const auto high = [&](const std::string& text) {
    return text.empty() ? 0 : height_of([&] { TaskBox(ui, false).say(ui.palette.text, text); }) - TaskBox::k_around * ui.em;
  };
  float reply = act.answers ? high("1,234 is not it. The hint may help.") : act.stop ? high(k_missed_number) : 0, hints = 0;
  for (const LessonAction& wrong : act.wrong)
    if (!wrong.why.empty()) reply = std::max(reply, high(fmt::format("{} is not it. {}", wrong.text, wrong.why)));
  for (const CardRemark& remark : act.remarks) reply = std::max(reply, high(remark.text));
  for (const PaperLine& line : act.lines)
    reply = std::max(reply, high(fmt::format("For {}, the number in place [0] is wrong.", line.name)));
  for (const std::string& hint : act.hints) hints += high("Hint: " + hint);
  return std::max(reply + hints, high(act.done));
}

}  // namespace satscope::app
