// SPDX-License-Identifier: Apache-2.0
// The way of a frame: loaded inputs -> requests and keys -> frame -> interface -> views painted below it.
#include "app/window/screen.h"

#include <backends/imgui_impl_opengl3.h>
#include <epoxy/gl.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

#include "app/core/json.h"
#include "app/core/no_memory.h"
#include "app/ui/inputs.h"
#include "app/ui/views/canvas.h"
#include "app/ui/window_actions.h"
#include "app/window/screen_state.h"

namespace satscope::app {
namespace {

constexpr double k_poll_seconds = 0.004;       // while work is on its way
constexpr double k_live_poll_seconds = 0.001;  // while frames come by themselves: each is shown soon after it is there
constexpr double k_animation_seconds = 0.016;
constexpr double k_retry_seconds = 0.1;         // where there is no memory for any frame,
constexpr double k_longest_without_memory = 3;  // so long at most
constexpr double k_longest_pause = 60;          // between two tries to draw more than a sentence

double milliseconds_since(std::chrono::steady_clock::time_point began) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
}

}  // namespace

Screen::State::State(const WindowOptions& options, const Settings& settings, Host& host)
    : gui(host),
      views(options.painter),
      model(options, settings, host, views.painter()),
      loading(model),
      painting(model, views),
      actions(model, loading, painting),
      input(model, actions),
      state_file(options.state_out) {}

Ui Screen::State::make_ui() {
  return {.session = model.session,
          .settings = model.settings,
          .doing = model.doing,
          .frame = model.frame,
          .samples = loading.samples(),
          .workspace = model.shown_workspace(),
          .sources = loading.cameras(),
          .window = *this,
          .palette = painting.palette(),
          .fonts = painting.fonts(),
          .loading = loading.busy(),
          .now = model.now,
          .em = painting.fonts().text ? painting.fonts().text->FontSize : 0,
          .can_undo = actions.can_undo(),
          .can_redo = actions.can_redo(),
          .views = painting.shown.views,
          .controls = painting.shown.controls,
          .lettered = painting.shown.lettered,
          .requests = requests,
          .animating = painting.shown.animating};
}

void Screen::State::dispatch_requests() {
  for (const ActionRequest& request : std::exchange(requests, {})) perform(request);
}

void Screen::State::perform(const ActionRequest& request) {
  if (request.action == WindowAction::open) before_lesson.reset();  // because: the user chose something else
  Ui ui = make_ui();
  actions.perform(ui, request);
}

/// The first frame is shown all the same, so that it is there when the window is seen again.
bool Screen::State::frames_are_unseen() const {
  const Frame& frame = model.frame;
  const bool has_one = frame.shown().ready && frame.shown().picture == frame.status().live_extent;
  return has_one && !model.shown_workspace().uses_frames(model.session) && !model.pixels_wanted();
}

void Screen::State::watch() {
  Frame& frame = model.frame;
  const Extent shown = frame.shown().picture;
  const Box box = clipped(model.session.edit.box, shown);
  std::vector<Box> boxes = model.shown_workspace().boxes_read(model.session, shown);
  if (box.area() > 0) boxes.push_back(box);
  sums_known = std::ranges::all_of(boxes, [&](const Box& one) {
    const std::optional<SumTruth> truth = frame.box_truth(one);
    return truth && truth->state != SumTruth::State::pending;
  });
  frame.watch(model.pixels_wanted().value_or(numbers_wanted(make_ui())), std::move(boxes));
}

void Screen::State::check_agreement() {
  const Shown& shown = model.frame.shown();
  if (!shown.ready || !model.shown_workspace().shows_table() || shown.serial == checked.serial) return;
  constexpr double k_live_seconds = 1;
  const bool live = model.session.edit.live && !model.session.paused;
  check_due_at = live && model.now - checked.at < k_live_seconds ? checked.at + k_live_seconds : 0;
  if (check_due_at > 0) return;
  checked = {shown.serial, model.now};
  model.frame.check_agreement();
}

void Screen::State::update_state_file() {
  drew_settled = settled();
  if (!state_file.wanted() || !drew_settled) return;
  if (!state_file.due(model.now))
    state_file.wait();
  else if (const std::string problem = state_file.update(state(), painting.rates(), model.now); !problem.empty())
    model.say(problem);
}

Screen::Screen(const WindowOptions& options, const Settings& settings, Host& host)
    : state_(std::make_unique<State>(options, settings, host)) {}
Screen::~Screen() { state_->model.wait_for_written(); }

std::string Screen::finish() {
  std::string said;
  for (const auto& workspace : state_->model.workspaces)
    if (const std::string one = workspace->finish(); !one.empty()) said += (said.empty() ? "" : "; ") + one;
  state_->model.wait_for_written();
  return said;
}

const CameraBus& Host::cameras() const {
  static const CameraBus ours;
  return ours;
}

InputQueue& Screen::input() { return state_->input.queue(); }
void Screen::open(const std::string& input) { state_->perform({WindowAction::open, {}, input}); }
std::string Screen::session_text(const std::string& place) { return state_->loading.session_text(place); }
void Screen::redraw() { state_->model.frames_due = WindowModel::k_frames_after_change; }
void Screen::perform(Action action, Chord chord, const std::string& text) { state_->perform({action, chord, text}); }

bool Screen::step(double now, bool visible) {
  State& s = *state_;
  s.model.now = now;
  // because: only a frame begins ImGui again, and an unseen window draws none
  if (now < s.lacking.until || !s.gui.has_begun()) return s.model.frames_due > 0 || !s.input.empty();
  if (std::exchange(s.lacking.until, 0) > 0) s.model.frames_due = WindowModel::k_frames_after_change;
  try {
    return s.move_on(visible);
  } catch (const std::bad_alloc&) {
    s.give_up_frame();
    return true;
  }
}

bool Screen::State::move_on(bool visible) {
  const Edit& edit = model.session.edit;
  const double now = model.now;
  if (loading.take()) actions.start_history();
  model.take_written();
  loading.follow_source();
  if (const auto wanted = loading.wanted()) model.frame.want(*wanted);
  const bool seen = visible || model.shown_workspace().works_unseen();
  model.frame.hold(!seen || frames_are_unseen() || now < painting.quality().rests_until());
  // Watched values are known one frame after the table; a running source brings that frame by itself.
  const bool runs = edit.live && !model.session.paused;
  if (model.frame.advance()) model.draw_soon(runs ? 1 : 2);
  Ui ui = make_ui();
  for (const auto& workspace : model.workspaces)
    if (workspace->step(ui)) model.draw_soon(2);
  leave_lesson();
  // What the bars say about work on its way: a new text is worth a frame.
  const FrameStatus& status = model.frame.status();
  std::string progress = fmt::format("{}{:.2f}{}{}", status.busy, status.progress, status.message, status.agreement_text);
  if (progress != shown_progress) {
    shown_progress = std::move(progress);
    model.draw_soon();
  }
  if (!input.empty()) model.frames_due = WindowModel::k_frames_after_change;
  end_news(now);
  for (double* due : {&actions.key_until(), &check_due_at})
    if (*due > 0 && now >= *due) {
      *due = 0;
      model.draw_soon();
    }
  if (const double due = painting.quality().sharp_at(); due > 0 && now >= due) model.draw_soon();
  if (model.terms.due_at() > 0 && now >= model.terms.due_at()) model.draw_soon();
  // because: there is a clock, and the class may close its window
  if (model.shows_time() && (now - last_drawn >= 1 || model.doing.lecturing != model.host.audience())) model.draw_soon();
  // because: the last work may end without a change that one sees, and who reads the state file waits for it
  if (!drew_settled && settled()) model.draw_soon();
  const bool blink = ImGui::GetIO().WantTextInput && now - last_drawn > 0.25;
  const bool state_due = state_file.behind() && state_file.due(now);
  return model.frames_due > 0 || painting.shown.animating || blink || state_due || !requests.empty();
}

bool Screen::works_unseen() const { return state_->model.shown_workspace().works_unseen(); }

double Screen::next_step_in() const {
  State& s = *state_;
  const WindowModel& model = s.model;
  if (s.lacking.since >= 0) return k_retry_seconds;
  if (model.frames_due > 0 || !s.input.empty() || !s.requests.empty()) return 0;
  if (s.lacks_memory()) return std::max(0.001, s.lacking.until - model.now);
  if (s.painting.shown.animating) return k_animation_seconds;
  if (model.frame.active() || s.loading.busy() || model.writes_aside())
    return model.session.edit.live && !model.session.paused ? k_live_poll_seconds : k_poll_seconds;
  if (s.state_file.behind()) return 0.04;
  double soonest = 0;
  const auto count_in = [&](double due) {
    if (due > 0 && (soonest == 0 || due < soonest)) soonest = due;
  };
  const AdaptiveQualityRule& quality = s.painting.quality();
  for (const double due : {s.actions.key_until(), s.check_due_at, s.news_until, quality.sharp_at(), model.terms.due_at()})
    count_in(due);
  if (model.shows_time()) count_in(s.last_drawn + 1);
  if (model.now < quality.rests_until()) count_in(quality.rests_until());
  for (const auto& workspace : model.workspaces) count_in(workspace->due_at(model.now));
  if (soonest > 0) return std::max(0.001, soonest - model.now);
  return ImGui::GetIO().WantTextInput ? 0.3 : -1;
}

/// News that names no file has been read after a while.
void Screen::State::end_news(double now) {
  constexpr double k_seconds = 15;
  std::optional<Notice>& message = model.doing.message;
  const std::string text = message && message->passes ? message->text : "";
  if (std::exchange(news, text) != text) {
    news_until = text.empty() ? 0 : now + k_seconds;
  } else if (news_until > 0 && now >= news_until) {
    message.reset();
    news.clear();
    news_until = 0;
    model.draw_soon();
  }
}

/// After a lack of memory in a step or a frame, wherever it was: the next frames are a sentence and the menus alone.
void Screen::State::give_up_frame() {
  painting.forget();
  gui.end();
  requests.clear();
  lacking.until = model.now + lacking.pause;
  lacking.pause = std::min(2 * lacking.pause, k_longest_pause);
  model.frames_due = WindowModel::k_frames_after_change;
}

void Screen::draw(Extent framebuffer, double now) {
  State& s = *state_;
  GLint target = 0;
  glGetIntegerv(GL_FRAMEBUFFER_BINDING, &target);
  s.model.now = now;
  for (const bool last : {false, true}) {
    try {
      s.gui.begin();
      s.painting.begin_frame(framebuffer);
      s.draw_frame();
      s.lacking.since = -1;
      return;
    } catch (const std::bad_alloc&) {
      s.give_up_frame();
      glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(target));
    }
    if (!last) continue;
    if (s.lacking.since < 0) s.lacking.since = now;
    if (now > s.lacking.since + k_longest_without_memory)
      throw NoMemory("there is not enough memory to draw the window: not supported here");
  }
}

void Screen::State::draw_frame() {
  const auto began = std::chrono::steady_clock::now();
  model.frames_due = std::max(0, model.frames_due - 1);
  lay_out();
  model.frame.note(Station::panels, milliseconds_since(began));
  painting.paint(!lacks_memory());
  if (lacks_memory()) return;
  update_state_file();
  if (drew_settled) painting.say_which_letters_lack();
  lacking = {};
  constexpr const char* k_hardly_any = "there is hardly any memory left; choose something smaller";
  const auto& message = model.doing.message;
  if (take_memory_reserve() || (message && message->text == k_hardly_any)) return;
  model.doing.message = Notice{k_hardly_any, std::nullopt, {}, false};
  model.draw_soon();
}

void Screen::State::lay_out() {
  const bool lacks = lacks_memory();
  const auto make = [this] { return make_ui(); };
  ImGui::GetIO().DeltaTime = std::clamp(static_cast<float>(model.now - last_drawn), 1e-4F, 0.1F);
  last_drawn = model.now;
  if (input.feed() && lacks) lacking.until = model.now;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  input.read_keys(make);
  if (lacks)
    painting.draw_lack_of_memory(make);
  else
    painting.draw_interface(make);
  ImGui::Render();
  if (lacks && !requests.empty()) lacking.until = model.now;
  dispatch_requests();
  if (lacks) return;
  loading.keep_box_inside();
  watch();
  check_agreement();
  actions.note_changes();
}

std::vector<Area> Screen::draw_pictures() { return state_->painting.paint_pictures(); }

void Screen::swapped(double milliseconds) { state_->model.frame.note(Station::swap, milliseconds); }

bool Screen::settled() const { return state_->settled(); }
bool Screen::quit_wanted() const { return state_->actions.quit_wanted(); }
Area Screen::stage() const { return state_->model.presentation.black() ? Area{} : state_->painting.stage(); }
int Screen::pointer_shape() const { return state_->gui.has_begun() ? ImGui::GetMouseCursor() : -1; }
const Session& Screen::session() const { return state_->model.session; }
nlohmann::json Screen::state() { return state_->state(); }
const Interaction& Screen::doing() const { return state_->model.doing; }

std::string Screen::title() const {
  const State& s = *state_;
  const Edit& edit = s.model.session.edit;
  const std::string picture = short_name_of(edit.live ? edit.source : edit.input), &place = s.loading.session_place();
  if (place.empty()) return fmt::format("satscope - {}", picture);
  return fmt::format("satscope - {} - {}", short_name_of(place), picture);
}

}  // namespace satscope::app
