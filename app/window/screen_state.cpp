// SPDX-License-Identifier: Apache-2.0
// What happens to the state of a screen within a frame: loaded inputs, keys, requests, what is wanted and what is watched.
#include "app/window/screen_state.h"

#include <backends/imgui_impl_opengl3.h>
#include <epoxy/gl.h>
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>

#include "app/sources/files/png_file.h"
#include "app/ui/inputs.h"
#include "app/ui/panels/bars.h"
#include "app/ui/views/canvas.h"
#include "app/window/memory.h"

namespace satscope::app {
namespace {

constexpr double k_key_released_after = 0.4;  // a held key repeats sooner than this

Session first_session(const WindowOptions& options, const Settings& settings, Host& host) {
  Session session = whole_session();
  session.edit.input = options.input.empty() ? std::string(k_example_input) : options.input;
  session.edit.live = options.synthetic;
  if (!settings.theme.empty()) session.theme = settings.theme;
  session.ui_scale = settings.ui_scale ? *settings.ui_scale : host.monitor_scale();
  apply_options(session, options);
  return session;
}

}  // namespace

Screen::State::State(const WindowOptions& chosen, const Settings& remembered, Host& its_host)
    : options(chosen),
      settings(remembered),
      host(its_host),
      session(first_session(chosen, remembered, its_host)),
      painted(chosen.painter),
      frame(chosen.display, painted.painter()),
      state_file(chosen.state_out) {
  free_large_blocks_at_once();
  ImGuiIO& io = ImGui::GetIO();
  io.ClipboardUserData = this;
  io.SetClipboardTextFn = [](void* self, const char* text) { static_cast<State*>(self)->host.set_clipboard(text); };
  io.GetClipboardTextFn = [](void* self) {
    static std::string kept;  // because: ImGui takes a pointer that outlives the call
    kept = static_cast<State*>(self)->host.clipboard();
    return kept.c_str();
  };
  for (const WorkspaceKind& kind : app::workspaces()) workspaces.push_back(kind.make());
  if (names_a_document(options.input)) {
    begin_with_document();
    return;
  }
  for (const auto& workspace : workspaces) workspace->begin(session, options);
  pending = Pending{session.edit, true, !options.input.empty()};
  loader.request(session.edit.input);
}

Workspace& Screen::State::shown_workspace() const {
  return *workspaces[static_cast<std::size_t>(&kind_of(session) - app::workspaces().data())];
}

Companion* Screen::State::companion() const {
  for (const auto& workspace : workspaces)
    if (Companion* const one = workspace->companion()) return one;
  return nullptr;
}

Extent Screen::State::expected_extent() const {
  if (session.edit.live) return frame.status().live_extent;
  return samples ? samples->extent : Extent{};
}

std::optional<Box> Screen::State::pixels_wanted() const {
  for (const auto& workspace : workspaces)
    if (auto pixels = workspace->pixels_wanted()) return pixels;
  return std::nullopt;
}

Wanted Screen::State::wanted() const {
  Wanted asked;
  asked.still = samples;
  if (session.edit.live)
    asked.live = {.words = session.edit.source,
                  .mode = session.mode,
                  .paused = session.paused,
                  .looping = session.looping,
                  .mirrored = session.mirrored,
                  .allow_network = options.allow_network};
  asked.algorithm = session.edit.algorithm;
  asked.type = session.edit.type;
  asked.params = session.edit.params;
  asked.machine = session.edit.machine;
  shown_workspace().want(session, asked);
  if (pixels_wanted()) asked.filters.reset();  // because: they are read off a table
  return asked;
}

void Screen::State::renew_style() {
  const double scale = scale_in_force();
  if (styled_scale == scale && styled == &palette()) return;
  if (styled_scale != scale) {
    fonts = load_fonts(scale);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
  apply_style(palette(), fonts.text->FontSize);
  styled_scale = scale;
  styled = &palette();
  frames_due = k_frames_after_change;
}

void Screen::State::take_loaded() {
  auto outcome = loader.take();
  if (!outcome) return;
  frames_due = k_frames_after_change;
  Pending asked = pending.value_or(Pending{session.edit, true, false});
  pending.reset();
  std::optional<LoadedInput>& loaded = outcome->result;
  if (loaded && loaded->session) {
    take_session(*loaded->session);
    return;
  }
  if (loaded && !loaded->samples) {
    take_live_input(asked, loaded->live_input);
    return;
  }
  if (!loaded && asked.session) {
    asked.session->add_sentence(outcome->error, true);
    asked.session->session.edit.input = samples ? session.edit.input : std::string(k_example_input);
    if (samples) return become(*asked.session);
    pending = asked;
    loader.request(asked.session->session.edit.input);
    return;
  }
  if (!loaded) {
    doing.message = Notice{outcome->error, WindowAction::open, "Open another ..."};
    if (samples) return;
    // because: a window without any picture would be a dead end
    pending = Pending{session.edit, true, false};
    pending->edit.input = std::string(k_example_input);
    loader.request(pending->edit.input);
    return;
  }
  const bool same_size = samples && samples->extent == loaded->samples->extent;
  samples = std::move(loaded->samples);
  const bool was_live = session.edit.live;
  if (asked.session)
    become(*asked.session);
  else
    session.edit = asked.edit;
  if (asked.place_box && !session.edit.live && !(same_size && !was_live && session.edit.box.area() > 0))
    session.edit.box = example_box(samples->extent);
  if (!history_started && options.box && !session.edit.live) {
    const std::string problem = refusal(*options.box, expected_extent());
    if (problem.empty())
      session.edit.box = *options.box;
    else
      doing.message = Notice{problem, std::nullopt, {}};
  }
  keep_box_inside();
  if ((!same_size || asked.place_box) && !asked.keeps_view) session.view.fitted = true;
  if (asked.is_new) {
    remember_input(session.edit.input);
    if (history_started) doing.message.reset();
  }
  if (!history_started) {
    history.start(session.edit);
    history_started = true;
    if (host.animates() && !session.reduced_motion) doing.pulse_from = now + 0.25;
  }
}

void Screen::State::keep_box_inside() {
  const Extent extent = expected_extent();
  if (extent.area() == 0) return;
  if (session.edit.live && std::exchange(box_due, false)) {
    const std::string problem = options.box ? refusal(*options.box, extent) : std::string();
    if (!problem.empty()) doing.message = Notice{problem, std::nullopt, {}};
    session.edit.box = options.box && problem.empty() ? *options.box : example_box(extent);
  }
  if (session.edit.box.area() <= 0) return;
  const Box inside = clipped(session.edit.box, extent);
  if (inside == session.edit.box) return;
  session.edit.box = inside.area() > 0 ? inside : example_box(extent);
}

bool Screen::State::has_popup() const {
  return popups.open() != Popup::none ||
         ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

void Screen::State::read_keys(const std::vector<Press>& presses) {
  const bool typing = ImGui::GetIO().WantTextInput;
  for (const Press& press : presses) {
    if (popups.open() == Popup::key_sheet && action_of(press.chord, false, false, session) == WindowAction::key_sheet) {
      popups.close();
      continue;
    }
    const int key = press.chord.key;
    const bool moves_focus = (key >= k_key_left && key <= k_key_down) || key == k_key_space || key == k_key_enter;
    if (doing.in_panels && moves_focus) continue;  // ImGui's own navigation takes them
    const auto action = action_of(press.chord, typing || has_popup(), press.repeated, session);
    if (!action) continue;
    if (typing && *action == WindowAction::leave && popups.open() == Popup::none) continue;  // the field takes it
    if (row_of(*action).when.repeats) {
      if (!press.repeated && history_started && !pending)
        history.note(edit_for_history(), false);  // each press is a step of its own
      key_until = now + k_key_released_after;
    }
    perform({*action, press.chord, {}});
  }
  Ui ui = make_ui();
  for (const auto& workspace : workspaces) workspace->read_held_keys(ui, input, typing);
}

void Screen::State::dispatch_requests() {
  for (const ActionRequest& asked : std::exchange(requests, {})) perform(asked);
}

/// What a panel sees now.
Ui Screen::State::make_ui() {
  return {.session = session,
          .settings = settings,
          .doing = doing,
          .frame = frame,
          .samples = samples,
          .workspace = shown_workspace(),
          .sources = sources,
          .window = *this,
          .palette = palette(),
          .fonts = fonts,
          .loading = loader.busy(),
          .now = now,
          .em = fonts.text ? fonts.text->FontSize : 0,
          .can_undo = can_undo(),
          .can_redo = can_redo(),
          .views = views,
          .controls = controls,
          .lettered = lettered,
          .requests = requests,
          .animating = animating};
}

void draw_side(Ui& ui, const Shell& shell) {
  if (shell.side.height <= 0) return;
  begin_area(k_side_window, shell.side, shell.side_docked ? Ground::scrolling : Ground::over_others);
  // because: windows that come later stand behind those that are there, and the drawer lies over the picture
  if (!shell.side_docked && ImGui::IsWindowAppearing()) ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  ImGui::PushItemWidth(-1);
  ui.workspace.draw_side(ui, shell);
  ImGui::PopItemWidth();
  ImGui::End();
}

/// A lesson guides by itself.
bool Screen::State::shows_guide() {
  const Ui ui = make_ui();
  if (guide.note(ui, host.greets())) {
    settings.used.insert(session.workspace);
    host.remember(settings);
  }
  return guide.shown(ui, host.greets()) && !companion();
}

void Screen::State::draw_gui(double width, double height) {
  controls.clear();
  lettered.clear();
  views.clear();
  animating = false;
  for (const auto& workspace : workspaces) workspace->begin_frame();
  if (frame.shown().ready) {
    const ColourRange range = range_in_force(session, frame.shown());
    session.range.lo = range.lo;
    session.range.hi = range.hi;
    if (const std::optional<DeepGreys>& greys = frame.shown().greys)
      session.picture_range = picture_range_in_force(session, *greys);
  }
  Ui ui = make_ui();
  doing.changing = false;
  const auto em = static_cast<double>(ui.em);
  constexpr double k_guide_ems = 24;  // a narrower window has no room for a sentence
  const bool has_message = doing.message.has_value() || !frame.status().message.empty();
  const bool presents = session.presenting;
  const bool guides = !presents && width > k_guide_ems * em && shows_guide();
  constexpr double k_lecturer_ems = 17;
  doing.lecturing = presents && host.audience();
  Companion* const beside = companion();
  doing.guided = beside != nullptr;
  const double aside = doing.lecturing ? k_lecturer_ems : beside && !presents ? beside->aside() : 0;
  const Shell shell = shell_of(width, height, em,
                               {.side_panel = session.side_panel,
                                .drawer = doing.drawer,
                                .message = has_message || guides,
                                .aside = aside,
                                .presenting = presents,
                                .caption = beside ? beside->caption() : 0},
                               ui.workspace.side(width / em));
  stage = {0, 0, width - shell.aside.width, height};
  if (shell.side_docked) doing.drawer = false;
  ui.workspace.draw(ui, shell);
  draw_side(ui, shell);
  if (doing.lecturing)
    draw_for_lecturer(ui, shell.aside);
  else if (beside && shell.aside.height > 0 && shell.aside.width > 0)
    beside->draw_aside(ui, shell.aside);
  if (!presents) draw_top_bar(ui, shell.top);
  if (has_message)
    draw_message_bar(ui, shell.message);
  else
    draw_guide_bar(ui, shell.message);
  if (!presents) draw_bottom_line(ui, shell.bottom);
  if (beside && presents && shell.bottom.height > 0) beside->draw_caption(ui, shell.bottom);
  popups.draw(ui, width, height);
  terms.draw(ui);
  if (presents) presentation.draw(ui, stage);
  animating = animating || (doing.pulse_from && now - *doing.pulse_from < 1.6);
}

void Screen::State::watch() {
  const Extent shown = frame.shown().picture;
  const Box box = clipped(session.edit.box, shown);
  std::vector<Box> boxes = shown_workspace().boxes_read(session, shown);
  if (box.area() > 0) boxes.push_back(box);
  sums_known = std::ranges::all_of(boxes, [&](const Box& one) {
    const std::optional<SumTruth> truth = frame.box_truth(one);
    return truth && truth->state != SumTruth::State::pending;
  });
  frame.watch(pixels_wanted().value_or(numbers_wanted(make_ui())), std::move(boxes));
}

void Screen::State::check_agreement() {
  const Shown& shown = frame.shown();
  if (!shown.ready || !shown_workspace().shows_table() || shown.serial == checked.serial) return;
  constexpr double k_live_seconds = 1;
  const bool live = session.edit.live && !session.paused;
  check_due_at = live && now - checked.at < k_live_seconds ? checked.at + k_live_seconds : 0;
  if (check_due_at > 0) return;
  checked = {shown.serial, now};
  frame.check_agreement();
}

void Screen::State::take_screenshot() {
  if (!screenshot_wanted) return;
  const std::string file = *std::exchange(screenshot_wanted, std::nullopt);
  const Extent extent = framebuffer;
  std::vector<std::uint32_t> words(extent.area());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, extent.width, extent.height, GL_RGBA, GL_UNSIGNED_BYTE, words.data());
  write_aside([file, extent, pixels = std::move(words)]() mutable {
    const auto row = [&](int y) { return pixels.begin() + static_cast<std::ptrdiff_t>(y) * extent.width; };
    for (int y = 0; y < extent.height / 2; ++y)  // OpenGL begins at the bottom
      std::swap_ranges(row(y), row(y + 1), row(extent.height - 1 - y));
    return saved([&] { return write_png(file, extent, pixels, IfTaken::count_up); });
  });
}

bool Screen::State::settled() const {
  const bool live = session.edit.live && !session.paused;
  const Workspace& workspace = shown_workspace();
  const ShownPicture shown = workspace.shown(frame);
  const SourceStatus& source = frame.status().source;
  const bool none_to_come = session.edit.live && shown.extent.area() > 0 && source.feed.phase == Phase::failed;
  const bool refused = !shown.problem.empty();  // and the sentence says why
  const bool shows_it = (shown.ready && shown.extent == expected_extent()) || none_to_come || refused;
  const bool reported = sums_known || !workspace.shows_table() || refused;
  return shows_it && reported && input.empty() && requests.empty() && !pending && !loader.busy() && !doing.drag &&
         !doing.panning && !written_aside.valid() &&
         std::ranges::all_of(workspaces, [](const auto& one) { return one->settled(); }) && (live || !frame.active());
}

}  // namespace satscope::app
