// SPDX-License-Identifier: Apache-2.0
// The way of a frame: loaded inputs -> requests and keys -> frame -> interface -> views painted below it.
#include "app/window/screen.h"

#include <backends/imgui_impl_opengl3.h>
#include <epoxy/gl.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>

#include "app/core/json.h"
#include "app/ui/inputs.h"
#include "app/ui/panels/bars.h"
#include "app/window/screen_state.h"

namespace satscope::app {
namespace {

constexpr double k_poll_seconds = 0.004;       // while work is on its way
constexpr double k_live_poll_seconds = 0.001;  // while frames come by themselves: each is shown soon after it is there
constexpr double k_animation_seconds = 0.016;

double milliseconds_since(std::chrono::steady_clock::time_point began) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
}

}  // namespace

GuiContext::GuiContext() : context_(ImGui::CreateContext()) {
  make_current();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  InputQueue::map_keys(io);
  if (!ImGui_ImplOpenGL3_Init("#version 330 core")) {
    ImGui::DestroyContext(context_);
    throw std::runtime_error("the interface cannot draw: it needs OpenGL 3.3, which this context lacks");
  }
}

GuiContext::~GuiContext() {
  make_current();
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext(context_);
}

Screen::Screen(const WindowOptions& options, const Settings& settings, Host& host)
    : state_(std::make_unique<State>(options, settings, host)) {}
Screen::~Screen() {
  if (state_->written_aside.valid()) state_->written_aside.wait();
}

std::string Screen::finish() {
  std::string said;
  for (const auto& workspace : state_->workspaces)
    if (const std::string one = workspace->finish(); !one.empty()) said += (said.empty() ? "" : "; ") + one;
  if (state_->written_aside.valid()) state_->written_aside.wait();
  return said;
}

InputQueue& Screen::input() { return state_->input; }
void Screen::open(const std::string& input) { state_->perform({WindowAction::open, {}, input}); }
std::string Screen::session_text(const std::string& place) { return state_->session_text(place); }
void Screen::redraw() { state_->frames_due = State::k_frames_after_change; }
void Screen::perform(Action action, Chord chord, const std::string& text) { state_->perform({action, chord, text}); }

bool Screen::step(double now, bool visible) {
  State& s = *state_;
  s.now = now;
  s.take_loaded();
  if (s.written_aside.valid() && s.written_aside.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
    s.doing.message = s.written_aside.get();
    s.frames_due = State::k_frames_after_change;
  }
  s.follow_source();
  s.keep_still();
  if (s.samples || s.session.edit.live) s.frame.want(s.wanted());
  s.frame.hold(!visible || s.nobody_looks() || now < s.relief.rests_until());
  // Watched values are known one frame after the table; a running source brings that frame by itself.
  const bool runs = s.session.edit.live && !s.session.paused;
  if (s.frame.advance()) s.frames_due = std::max(s.frames_due, runs ? 1 : 2);
  Ui ui = s.make_ui();
  for (const auto& workspace : s.workspaces)
    if (workspace->step(ui)) s.frames_due = std::max(s.frames_due, 2);
  // What the bars say about work on its way: a new text is worth a frame.
  const FrameStatus& status = s.frame.status();
  std::string progress = fmt::format("{}{:.2f}{}{}", status.busy, status.progress, status.message, status.agreement_text);
  if (progress != s.shown_progress) {
    s.shown_progress = std::move(progress);
    s.frames_due = std::max(s.frames_due, 1);
  }
  if (!s.input.empty()) s.frames_due = State::k_frames_after_change;
  for (double* due : {&s.key_until, &s.check_due_at})
    if (*due > 0 && now >= *due) {
      *due = 0;
      s.frames_due = std::max(s.frames_due, 1);
    }
  if (const double due = s.relief.sharp_at(); due > 0 && now >= due) s.frames_due = std::max(s.frames_due, 1);
  if (s.terms.due_at() > 0 && now >= s.terms.due_at()) s.frames_due = std::max(s.frames_due, 1);
  // because: the lecturer has a clock, and the class may close its window
  if (s.doing.lecturing && (now - s.last_drawn >= 1 || !s.host.audience())) s.frames_due = std::max(s.frames_due, 1);
  // because: the last work may end without a change that one sees, and who reads the state file waits for it
  if (!s.drew_settled && settled()) s.frames_due = std::max(s.frames_due, 1);
  const bool blink = ImGui::GetIO().WantTextInput && now - s.last_drawn > 0.25;
  const bool state_due = s.state_file.behind() && s.state_file.due(now);
  return s.frames_due > 0 || s.animating || blink || state_due || !s.requests.empty();
}

double Screen::next_step_in() const {
  const State& s = *state_;
  if (s.frames_due > 0 || !s.input.empty() || !s.requests.empty()) return 0;
  if (s.animating) return k_animation_seconds;
  if (s.frame.active() || s.loader.busy() || s.written_aside.valid())
    return s.session.edit.live && !s.session.paused ? k_live_poll_seconds : k_poll_seconds;
  if (s.state_file.behind()) return 0.04;
  double soonest = 0;
  const auto count_in = [&](double due) {
    if (due > 0 && (soonest == 0 || due < soonest)) soonest = due;
  };
  for (const double due : {s.key_until, s.check_due_at, s.relief.sharp_at(), s.terms.due_at()}) count_in(due);
  if (s.doing.lecturing) count_in(s.last_drawn + 1);
  if (s.now < s.relief.rests_until()) count_in(s.relief.rests_until());
  for (const auto& workspace : s.workspaces) count_in(workspace->due_at(s.now));
  if (soonest > 0) return std::max(0.001, soonest - s.now);
  return ImGui::GetIO().WantTextInput ? 0.3 : -1;
}

void Screen::draw(Extent framebuffer, double now) {
  State& s = *state_;
  const auto began = std::chrono::steady_clock::now();
  s.framebuffer = framebuffer;
  s.frames_due = std::max(0, s.frames_due - 1);
  s.renew_style();
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(framebuffer.width), static_cast<float>(framebuffer.height)};
  io.DeltaTime = std::clamp(static_cast<float>(now - s.last_drawn), 1e-4F, 0.1F);
  s.now = now;
  s.last_drawn = now;
  const std::vector<Press> presses = s.input.feed(io);
  ImGui_ImplOpenGL3_NewFrame();
  const bool navigates = s.doing.in_panels || s.has_popup();
  io.ConfigFlags = navigates ? ImGuiConfigFlags_NavEnableKeyboard : 0;
  ImGui::NewFrame();
  s.read_keys(presses);
  s.draw_gui(framebuffer.width, framebuffer.height);
  ImGui::Render();
  s.dispatch_requests();
  s.keep_box_inside();
  s.watch();
  s.check_agreement();
  s.note_changes();

  s.frame.note(Station::panels, milliseconds_since(began));
  s.drawn.note();
  s.begin_drawing();
  const Rgb back = s.palette().panel;
  glViewport(0, 0, framebuffer.width, framebuffer.height);
  glDisable(GL_SCISSOR_TEST);
  glClearColor(back.r, back.g, back.b, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  s.paint_views();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  s.end_drawing();
  s.take_screenshot();

  s.drew_settled = settled();
  if (s.state_file.wanted() && s.drew_settled) {
    if (!s.state_file.due(now))
      s.state_file.wait();
    else if (const std::string problem = s.state_file.update(s.state(), s.rates(), now); !problem.empty())
      s.doing.message = Notice{problem, std::nullopt, {}};
  }
}

void Screen::swapped(double milliseconds) { state_->frame.note(Station::swap, milliseconds); }

bool Screen::settled() const { return state_->settled(); }
bool Screen::quit_wanted() const { return state_->quit; }
Area Screen::stage() const { return state_->presentation.black() ? Area{} : state_->stage; }
int Screen::pointer_shape() const { return ImGui::GetMouseCursor(); }
const Session& Screen::session() const { return state_->session; }
nlohmann::json Screen::state() { return state_->state(); }
const Interaction& Screen::doing() const { return state_->doing; }

std::string Screen::title() const {
  const State& s = *state_;
  const std::string picture = short_name_of(s.session.edit.live ? s.session.edit.source : s.session.edit.input);
  if (s.session_place.empty()) return fmt::format("satscope - {}", picture);
  return fmt::format("satscope - {} - {}", short_name_of(s.session_place), picture);
}

}  // namespace satscope::app
