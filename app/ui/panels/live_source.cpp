// SPDX-License-Identifier: Apache-2.0
// The live half of the source panel: which source, what it was asked for and gives, and its transport.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "app/sources/live/live_open.h"
#include "app/ui/inputs.h"
#include "app/ui/panels/camera_watch.h"
#include "app/ui/panels/choices.h"
#include "app/ui/panels/panels.h"
#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"

namespace satscope::app {
namespace {

/// What the synthetic camera offers.
std::vector<Mode> synthetic_modes() {
  std::vector<Mode> modes;
  for (const Extent extent : {Extent{640, 480}, Extent{1280, 720}, Extent{1920, 1080}, Extent{3840, 2160}})
    for (const double rate : {30.0, 60.0}) modes.push_back({.extent = extent, .rate = rate, .format = {}});
  return modes;
}

const Camera* camera_in(const CameraWatch& watch, std::string_view device) {
  for (const Camera& camera : watch.cameras())
    if (camera.device == device) return &camera;
  return nullptr;
}

std::string title_of(const Camera& camera) {
  return camera.name.empty() ? camera.device : fmt::format("{} ({})", camera.name, camera.device);
}

/// The source as the list knows it: "camera:/dev/video0", "screen", "synthetic"; other words as they are.
std::string kind_of(const std::string& words) {
  for (const std::string_view kind : {k_screen, k_synthetic})
    if (words_behind(words, kind)) return std::string(kind);
  return words;
}

void choose_source(Ui& ui) {
  Session& session = ui.session;
  std::vector<Choice> choices{{std::string(k_synthetic), "Synthetic camera", "A moving scene of ours: it needs no device"}};
  for (const Camera& camera : ui.sources.cameras())
    choices.push_back(
        {fmt::format("{}:{}", k_camera, camera.device), title_of(camera),
         camera.why.empty() ? "A camera. It is switched on when you choose it, and nothing leaves this machine" : camera.why});
  if (ui.sources.cameras().empty())
    choices.push_back({std::string(k_camera), "Camera (none found)", "No camera is connected; it appears here when it is"});
  choices.push_back({std::string(k_screen), "Screen", "What the screen shows, a part of it, or one window"});
  std::string id = kind_of(session.edit.source);
  if (std::ranges::none_of(choices, [&](const Choice& choice) { return choice.id == id; }))
    choices.push_back({id, short_name_of(id), id});
  // because: without it the name of a video is over a still picture
  if (!session.edit.live)
    for (Choice& choice : choices) choice.title = "Live: " + choice.title;
  if (choose(ui, "##source", "source", "The live source", id, choices)) {
    session.mode = id == ui.settings.camera ? ui.settings.camera_mode : Mode{};
    ui.open(id);
  }
}

void choose_mode(Ui& ui, const std::vector<Mode>& modes) {
  if (modes.empty()) return;
  std::vector<Choice> choices{{"auto", "Size: default", "What the source gives by default"}};
  for (const Mode& mode : modes) choices.push_back({mode.text(), mode.text(), {}});
  std::string id = ui.session.mode == Mode{} ? "auto" : ui.session.mode.text();
  if (!choose(ui, "##mode", "mode", "Size, rate and format to request", id, choices)) return;
  ui.session.mode = {};
  for (const Mode& mode : modes)
    if (mode.text() == id) ui.session.mode = mode;
}

/// All of the screen, a part of it, or a window of another program.
void choose_window(Ui& ui) {
  const std::vector<XWindow>& windows = ui.sources.windows();
  std::vector<Choice> choices{{"", "All of it, or a part", "What is seen on the screen"}};
  for (const XWindow& window : windows)
    if (!window.ours)
      choices.push_back({.id = words_of(windows, window),
                         .title = window.title,
                         .help = "This window alone, wherever it is moved",
                         .why_not = window.viewable ? "" : "It is minimised, or on another desktop: it cannot be read there"});
  std::string id(words_behind(ui.session.edit.source, k_screen_window).value_or(""));
  if (choices.size() == 1)
    choices.push_back(
        {.id = "none",
         .title = "No other window",
         .help = "",
         .why_not = "No window of another program is found. In a Wayland session only those of old X programs are"});
  if (std::ranges::none_of(choices, [&](const Choice& choice) { return choice.id == id; })) choices.push_back({id, id, {}});
  if (choose(ui, "##window", "screen_window", "The whole screen, or one window of another program", id, choices))
    ui.open(id.empty() ? std::string(k_screen) : fmt::format("{}:{}", k_screen_window, id));
}

void choose_part(Ui& ui) {
  std::string& part = ui.sources.screen_part;
  const bool entered =
      ImGui::InputTextWithHint("##part", "part of the screen: WxH+X+Y", &part, ImGuiInputTextFlags_EnterReturnsTrue);
  // because: who corrects it types on
  if (entered && !read_screen_part(part)) ImGui::SetKeyboardFocusHere(-1);
  const bool done = ImGui::IsItemDeactivatedAfterEdit();
  ui.control("screen_part", "The part of the screen: its size, then where its upper left corner is; such as 640x480+100+50");
  if (!done) return;
  if (!read_screen_part(part))
    ui.doing.message =
        Notice{fmt::format("'{}' is not a part of the screen; write WxH+X+Y, such as 640x480+100+50", part), {}, {}};
  else
    ui.open(part.empty() ? std::string(k_screen) : fmt::format("{}:{}", k_screen, part));
}

/// Of a source in HDR.
void choose_tone_map(Ui& ui) {
  std::vector<Choice> choices;
  for (const ToneMapKind& kind : k_tone_maps)
    choices.push_back({std::string(kind.id), std::string(kind.title), std::string(kind.help)});
  std::string id(id_of(ui.session.tone_map));
  if (choose(ui, "##tone_map", "tone_map", "How HDR video is brought to this screen", id, choices))
    ui.session.tone_map = find_in(k_tone_maps, id)->value;
}

/// A time as minutes and seconds.
std::string clock_text(double seconds) {
  const int whole = static_cast<int>(std::max(0.0, seconds));
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

void draw_transport(Ui& ui, const FeedStatus& feed) {
  const Description& source = feed.description;
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  if (source.can_seek && source.seconds > 0) {
    float at = static_cast<float>(std::min(feed.seconds, source.seconds));
    const std::string text = fmt::format("{} / {}", clock_text(feed.seconds), clock_text(source.seconds));
    const TextOverGrab readable(ui);
    if (ImGui::SliderFloat("##seek", &at, 0, static_cast<float>(source.seconds), text.c_str()))
      ui.frame.source().seek(static_cast<double>(at));
    ui.control("seek", "Where the video is; drag to seek");
  }
  if (source.count > 1) {
    coloured_text(ui.palette.quiet, fmt::format("picture {} of {}", source.position + 1, source.count));
  }
  const bool steps = source.count > 1 || source.can_step_back;
  if (steps) {
    const bool pictures = source.count > 1;
    for (const auto& [label, by, id, tip] :
         {std::tuple{"<", -1, "frame_back", pictures ? "The picture before" : "One frame back"},
          std::tuple{">", 1, "frame_on", pictures ? "The next picture" : "One frame on"}}) {
      if (ImGui::Button(label, {2 * ui.em, 0})) {
        if (!pictures) ui.session.paused = true;
        ui.frame.source().step(by);
      }
      ui.control(id, tip);
      ImGui::SameLine(0, gap);
    }
  }
  if (source.can_seek && source.pace == Pace::stamps && source.seconds > 0) {
    ImGui::Checkbox("Loop", &ui.session.looping);
    ui.control("loop", "Begins again after the end");
    ImGui::SameLine();
  }
  bool mirrored = ui.frame.status().source.mirrored;
  if (ImGui::Checkbox("Mirror", &mirrored)) ui.session.mirrored = mirrored;
  ui.control("mirror", "Left and right change places, as in a mirror; pictures that you save are never mirrored",
             WindowAction::mirror);
}

void draw_state(Ui& ui, const SourceStatus& status) {
  const Description& source = status.feed.description;
  ImGui::PushFont(ui.fonts.small);
  ImGui::PushTextWrapPos(0);
  const auto say = [&](Rgb colour, const std::string& text) {
    if (!text.empty()) coloured_text(colour, text);
  };
  if (status.feed.phase == Phase::opening) say(ui.palette.quiet, "is being opened ...");
  if (const std::string asked = source.requested.text(); !asked.empty() && source.requested != source.delivered)
    say(ui.palette.quiet, "asked for: " + asked);
  if (const std::string given = source.delivered.text(); !given.empty()) say(ui.palette.quiet, "delivers: " + given);
  if (status.feed.phase == Phase::ended) say(ui.palette.quiet, "has ended; its last frame stays");
  for (const RungReport& rung : status.rungs)
    if (rung.outcome == RungReport::Outcome::failed) say(ui.palette.warning, rung.sentence);
  for (const std::string& note : source.notes) say(ui.palette.quiet, note);
  if (source.leaves_mark && status.feed.phase == Phase::running)
    say(ui.palette.bad, source.name + " is being captured. Nothing leaves this machine.");
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

}  // namespace

void draw_live_source(Ui& ui) {
  Session& session = ui.session;
  bool live = session.edit.live;
  if (ImGui::Checkbox("Live", &live)) ui.ask(WindowAction::live);
  ui.control("live", "The live source below, instead of the picture: a new table for every frame", WindowAction::live);
  if (live) {
    ImGui::SameLine();
    ImGui::Checkbox("Freeze", &session.paused);
    ui.control("pause", "Keeps the present frame", ui.workspace.freeze());
  }
  choose_source(ui);
  if (!live) return;
  const std::string& words = session.edit.source;
  if (const auto device = words_behind(words, k_camera)) {
    const Camera* camera = camera_in(ui.sources, *device);
    if (!camera && device->empty() && !ui.sources.cameras().empty()) camera = &ui.sources.cameras().front();
    if (camera) choose_mode(ui, camera->modes);
  } else if (words == k_synthetic) {
    choose_mode(ui, synthetic_modes());
  } else if (words_behind(words, k_screen)) {
    choose_window(ui);
    if (!words_behind(words, k_screen_window)) choose_part(ui);
  }
  const SourceStatus& status = ui.frame.status().source;
  if (status.feed.phase != Phase::opening) draw_transport(ui, status.feed);
  draw_state(ui, status);
  if (status.feed.description.hdr) choose_tone_map(ui);
}

}  // namespace satscope::app
