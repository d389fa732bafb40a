// SPDX-License-Identifier: Apache-2.0
#include "app/window/painting.h"

#include <backends/imgui_impl_opengl3.h>
#include <epoxy/gl.h>
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <utility>

#include "app/core/json.h"
#include "app/core/no_memory.h"
#include "app/core/text/wanted_letters.h"
#include "app/sources/files/png_file.h"
#include "app/ui/drawing/fonts/system_fonts.h"
#include "app/ui/drawing/visual_order.h"
#include "app/ui/input.h"
#include "app/ui/panels/bars.h"
#include "app/ui/views/canvas.h"

namespace satscope::app {
namespace {

void draw_side(Ui& ui, const Shell& shell) {
  if (shell.side.height <= 0) return;
  begin_area(k_side_window, shell.side, shell.side_docked ? Ground::scrolling : Ground::over_others);
  // because: windows that come later are behind those that are there, and the drawer lies over the picture
  if (!shell.side_docked && ImGui::IsWindowAppearing()) ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  ImGui::PushItemWidth(-1);
  ui.workspace.draw_side(ui, shell);
  ImGui::PopItemWidth();
  ImGui::End();
}

/// Tips that begin left of x.
void hide_tips(double x) {
  for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if ((window->Flags & ImGuiWindowFlags_Tooltip) != 0 && window->Pos.x < x) window->Hidden = true;
}

}  // namespace

void GuiContext::begin() {
  if (context_) return;
  // because: a driver whose shader compiler runs out of memory half-way may keep its locks; so there must be room for it first
  constexpr std::size_t k_room = 16'000'000;
  ::operator delete(::operator new(k_room));
  // because: ImGui looks at no block whether it got one
  ImGui::SetAllocatorFunctions([](std::size_t size, void*) { return allocated_or_thrown(size); },
                               [](void* block, void*) { std::free(block); });
  context_ = ImGui::CreateContext();
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  io.ClipboardUserData = &host_;
  io.SetClipboardTextFn = [](void* to, const char* text) { static_cast<Host*>(to)->set_clipboard(text); };
  io.GetClipboardTextFn = [](void* from) {
    static std::string kept;  // because: ImGui takes a pointer that outlives the call
    kept = static_cast<Host*>(from)->clipboard();
    want_letters(kept);
    return kept.c_str();
  };
  InputQueue::map_keys(io);
  if (!ImGui_ImplOpenGL3_Init(epoxy_is_desktop_gl() ? "#version 330 core" : "#version 300 es")) {
    end();
    throw std::runtime_error("the interface cannot draw: it needs OpenGL 3.3, which this context lacks");
  }
}

void GuiContext::end() {
  if (!context_) return;
  ImGui::SetCurrentContext(context_);
  if (ImGui::GetIO().BackendRendererUserData) ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext(std::exchange(context_, nullptr));
}

// ---------------------------------------------------------------- the interface

double Painting::scale_in_force() const {
  const Session& session = model_.session;
  const Extent own = class_extent();
  return session.presenting ? std::max(session.ui_scale, presented_scale(own.area() > 0 ? own : framebuffer_))
                            : session.ui_scale;
}

/// Of the window for the class, where the stage is laid out for that.
Extent Painting::class_extent() const {
  const Extent own = model_.session.presenting && model_.host.audience() ? model_.host.audience_extent() : Extent{};
  return own.width < framebuffer_.width && own.height <= framebuffer_.height ? own : Extent{};
}

const Palette& Painting::palette() const {
  const std::string& theme = model_.session.theme;
  if (model_.options.on_paper && theme == "light") return palette_of("white");
  return palette_of(theme, model_.session.presenting && model_.presentation.few_colours());
}

void Painting::renew_style() {
  const double scale = scale_in_force();
  const bool to_class = model_.session.presenting;
  const std::size_t foreign = foreign_letter_count();
  const bool fonts_fit = styled_scale_ == scale && styled_to_class_ == to_class && styled_letters_ == foreign;
  if (fonts_fit && styled_ == &palette()) return;
  if (!fonts_fit) {
    fonts_ = load_fonts(scale, to_class);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
  if (std::exchange(styled_letters_, foreign) != foreign) letters_came_ = true;
  apply_style(palette(), fonts_.text->FontSize);
  styled_scale_ = scale;
  styled_to_class_ = to_class;
  styled_ = &palette();
  model_.frames_due = WindowModel::k_frames_after_change;
}

void Painting::say_which_letters_lack() {
  if (!std::exchange(letters_came_, false)) return;
  std::optional<Notice>& message = model_.doing.message;
  if (message && message->bad) return;
  const std::u32string missing = news_without_font();
  if (missing.empty()) return;
  constexpr std::size_t k_most = 8;  // that are named
  std::string codes;
  for (const char32_t letter : std::u32string_view(missing).substr(0, k_most))
    codes += fmt::format("{}U+{:04X}", codes.empty() ? "" : " ", static_cast<unsigned>(letter));
  const std::string why = why_no_system_fonts();
  message = Notice{fmt::format("no font has these letters, which are shown as '?': {}{}; {}", codes,
                               missing.size() > k_most ? " ..." : "", why.empty() ? "install a font for their script" : why),
                   {},
                   {},
                   /*bad=*/false,
                   {},
                   /*passes=*/true};
  model_.draw_soon();
}

void Painting::forget() {
  timer_.end();
  fonts_ = {};
  styled_ = nullptr;
  styled_scale_ = 0;
}

void Painting::begin_frame(Extent framebuffer) {
  framebuffer_ = framebuffer;
  renew_style();
  ImGui::GetIO().DisplaySize = {static_cast<float>(framebuffer.width), static_cast<float>(framebuffer.height)};
}

Area Painting::view_area() const {
  const auto found = shown.controls.find(std::string(model_.shown_workspace().view()));
  return found == shown.controls.end() ? Area{0, 0, 1, 1} : found->second;
}

void Painting::clear_shown() {
  shown.views.clear();
  shown.controls.clear();
  shown.lettered.clear();
  shown.animating = false;
}

void Painting::draw_lack_of_memory(const std::function<Ui()>& make_ui) {
  clear_shown();
  model_.say("there was not enough memory for what was to be shown or done here; choose something smaller");
  Ui ui = make_ui();
  const bool presents = model_.session.presenting;
  const Shell shell = shell_of(framebuffer_.width, framebuffer_.height, static_cast<double>(ui.em),
                               {.side_panel = false, .message = true, .presenting = presents}, {});
  if (!presents) draw_top_bar(ui, shell.top);
  draw_message_bar(ui, shell.message);
}

/// A press may put other things below the pointer: until it moves, a tip would cover what was asked for.
void Painting::note_press(float em) {
  const ImGuiIO& io = ImGui::GetIO();
  const float moved = 0.3F * em;
  for (const bool pressed : io.MouseClicked)
    if (pressed) {
      pressed_at_ = {io.MousePos.x, io.MousePos.y};
      just_pressed_ = true;
    }
  if (std::hypot(io.MousePos.x - pressed_at_.x, io.MousePos.y - pressed_at_.y) > moved) just_pressed_ = false;
}

void Painting::draw_interface(const std::function<Ui()>& make_ui) {
  clear_shown();
  Session& session = model_.session;
  Interaction& doing = model_.doing;
  const Frame& frame = model_.frame;
  for (const auto& workspace : model_.workspaces) workspace->begin_frame();
  if (frame.shown().ready) {
    const ColourRange range = range_in_force(session, frame.shown());
    session.range.lo = range.lo;
    session.range.hi = range.hi;
  }
  const bool of_table = model_.shown_workspace().shows_table();
  if (const std::optional<DeepGreys>& greys = of_table ? frame.shown().greys : frame.filtered().greys)
    session.picture_range = picture_range_in_force(session, *greys);
  Ui ui = make_ui();
  note_press(ui.em);
  doing.changing = false;
  const double em = static_cast<double>(ui.em), width = framebuffer_.width, height = framebuffer_.height;
  constexpr double k_guide_ems = 24;  // a narrower window has no room for a sentence
  constexpr double k_lecturer_ems = 17;
  const bool has_message = doing.message.has_value() || !frame.status().message.empty();
  const bool presents = session.presenting;
  const bool guides = !presents && width > k_guide_ems * em && model_.shows_guide(ui);
  doing.lecturing = presents && model_.host.audience();
  Companion* const beside = model_.companion();
  doing.guided = beside != nullptr;
  // because: the time is that of the lesson, however often the class sees the whole window
  const std::string lesson = beside ? doing.card.substr(0, doing.card.find(' ')) : "";
  if (lesson.empty())
    model_.lesson_presented.clear();
  else if (presents && std::exchange(model_.lesson_presented, lesson) != lesson)
    model_.presented_since = model_.now;
  const double aside = doing.lecturing ? k_lecturer_ems : beside && !presents ? beside->aside() : 0;
  const Extent own = class_extent();
  const double stage_width = own.area() > 0 ? own.width : width, stage_height = own.area() > 0 ? own.height : height;
  const SideShape side = ui.workspace.side(stage_width / em);
  // because: a card asks about what is in the middle, and beside a list the guide moves nothing either; else it has a bar of
  // its own
  const bool message_at_end = beside || side.message_at_end, message_over = !guides && !message_at_end;
  Shell shell = shell_of(stage_width, stage_height, em,
                         {.side_panel = session.side_panel,
                          .drawer = doing.drawer,
                          .message = !presents && (has_message || guides),
                          .aside = own.area() > 0 ? 0 : aside,
                          .presenting = presents,
                          .caption = beside ? beside->caption() : 0,
                          .over = message_over,
                          .at_end = message_at_end},
                         side);
  stage_ = {0, 0, stage_width - (shell.aside.x > 0 ? shell.aside.width : 0), stage_height};
  if (own.area() > 0) shell.aside = {stage_width, 0, width - stage_width, height};
  doing.dialog = false;
  doing.lecturers_part = doing.lecturing ? shell.aside : Area{};
  if (shell.side_docked) doing.drawer = false;
  ui.workspace.draw(ui, shell);
  if (const Area view = view_area(); message_over && view.height > shell.message.height) {
    // because: titles and controls beside the picture stay to be seen and pressed
    shell.message.y = view.y;
    if (2 * view.width > shell.middle.width) {
      shell.message.x = view.x;
      shell.message.width = view.width;
    }
  }
  draw_side(ui, shell);
  if (doing.lecturing)
    draw_for_lecturer(ui, shell.aside);
  else if (beside && !presents && shell.aside.height > 0 && shell.aside.width > 0)
    beside->draw_aside(ui, shell.aside);
  if (!presents) draw_top_bar(ui, shell.top);
  if (!presents && !(guides && message_at_end)) draw_bottom_line(ui, shell.bottom);
  if (has_message && !presents)
    draw_message_bar(ui, shell.message);
  else
    draw_guide_bar(ui, shell.message);
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const Point at{static_cast<double>(pointer.x), static_cast<double>(pointer.y)};
  bool at_time = false;
  if (beside && presents && shell.bottom.height > 0) {
    beside->draw_caption(ui, shell.bottom);
    // because: a slide has no time
    if (const auto time = shown.controls.find(k_class_time); time != shown.controls.end() && !model_.options.rehearses) {
      at_time = time->second.contains(at);
      Presentation::draw_time(ui, time->second, model_.presented_since);
    }
  }
  // because: a tip would lie over what the class looks at; but who points at the time wants to set it
  if (presents && (beside || model_.presentation.points()) && !at_time) hide_tips(stage_.right());
  model_.popups.draw(ui, doing.lecturers_part.area() > 0 ? doing.lecturers_part : Area{0, 0, width, height});
  if (presents) ImGui::GetCurrentContext()->DimBgRatio = 0;  // because: the class goes on looking at the stage
  put_in_visual_order();                                     // before terms are found
  const bool at_stage = stage_.contains(at);
  model_.terms.draw(ui, just_pressed_ || (presents && at_stage && (beside || model_.presentation.points())));
  if (just_pressed_ && !model_.terms.by_keys()) hide_tips(width);
  if (presents) model_.presentation.draw(ui, stage_);
  ui.animating = ui.animating || (doing.pulse_from && model_.now - *doing.pulse_from < 1.6);
}

void Painting::draw_for_lecturer(Ui& ui, const Area& area) {
  if (area.width <= 0) return;
  const double clock = std::min(clock_height_ > 0 ? clock_height_ : 4.0 * static_cast<double>(ui.em), area.height / 2);
  const double needed = model_.presentation.draw_clock(ui, {area.x, area.y, area.width, clock}, model_.presented_since);
  if (needed != std::exchange(clock_height_, needed)) ui.animating = true;
  const Area rest{area.x, area.y + clock, area.width, area.height - clock};
  if (Companion* leads = model_.companion())
    leads->draw_aside(ui, rest);
  else
    draw_class_keys(ui, rest);
  if (!model_.doing.message && model_.frame.status().message.empty()) return;
  // over the end of the notes, and above the buttons of a card
  const double message = std::min(message_height_, area.height / 2);
  const auto buttons = shown.controls.find("lesson:back");
  const double end = buttons == shown.controls.end() ? area.bottom() : buttons->second.y - 0.5 * static_cast<double>(ui.em);
  const double high = draw_message_panel(ui, {area.x, end - message, area.width, message});
  if (high != std::exchange(message_height_, high)) ui.animating = true;
}

// ---------------------------------------------------------------- the picture of it

void Painting::paint(bool with_views) {
  drawn_.note();
  begin_drawing();
  paint_ground();
  if (with_views) paint_views();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  end_drawing();
  if (with_views) take_screenshot();
}

void Painting::paint_ground() const {
  const Rgb back = palette().panel;
  glViewport(0, 0, framebuffer_.width, framebuffer_.height);
  glDisable(GL_SCISSOR_TEST);
  glClearColor(back.r, back.g, back.b, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

std::vector<Area> Painting::paint_pictures() {
  paint_ground();
  paint_views();
  ImDrawData& drawn = *ImGui::GetDrawData();
  std::vector<std::pair<ImDrawCmd*, unsigned>> left_out;
  for (int i = 0; i < drawn.CmdListsCount; ++i)
    for (ImDrawCmd& command : drawn.CmdLists[i]->CmdBuffer)
      if (command.GetTexID() == ImGui::GetIO().Fonts->TexID)
        left_out.emplace_back(&command, std::exchange(command.ElemCount, 0));
  ImGui_ImplOpenGL3_RenderDrawData(&drawn);
  for (const auto& [command, elements] : left_out) command->ElemCount = elements;
  std::vector<Area> below;
  for (const ViewSpec& view : shown.views) {
    const auto& [x, y, width, height] = view.viewport;
    below.push_back({static_cast<double>(x), static_cast<double>(y), static_cast<double>(width), static_cast<double>(height)});
  }
  return below;
}

void Painting::begin_drawing() {
  if (cache_.painter() == Painter::cpu) {
    began_ = std::chrono::steady_clock::now();
    return;
  }
  while (const auto took = timer_.take()) {
    model_.frame.note(Station::draw, *took);
    painting_ms_ = *took;
  }
  timer_.begin();
}

void Painting::paint_views() {
  Frame& frame = model_.frame;
  const AdaptiveQuality in_force = quality_.at(model_.now);
  const PaintedViews painted = cache_.draw(frame.shown(), shown.views, framebuffer_, frame.filtered(), in_force.coarse);
  uploading_ms_ = 0;
  if (cache_.painter() == Painter::cpu) {
    painting_ms_ = painted.colouring_ms + painted.upload_ms;
    uploading_ms_ = painting_ms_;
    if (painted.count > 0) {
      frame.note(Station::colour, painted.colouring_ms);
      frame.note(Station::upload, painted.upload_ms);
    }
  }
  if (painted.count > 0) quality_.painted(painting_ms_, model_.now);
  frame.set_quality(quality_.at(model_.now));
}

/// Software draws when it is waited for, which swapping would do anyway; so the two are timed apart.
void Painting::end_drawing() {
  if (cache_.painter() == Painter::opengl) return timer_.end();
  glFinish();
  const std::chrono::duration<double, std::milli> all = std::chrono::steady_clock::now() - began_;
  model_.frame.note(Station::draw, all.count() - uploading_ms_);
}

void Painting::take_screenshot() {
  if (!screenshot_wanted_) return;
  const std::string file = *std::exchange(screenshot_wanted_, std::nullopt);
  const Extent extent = framebuffer_;
  std::vector<std::uint32_t> words(extent.area());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, extent.width, extent.height, GL_RGBA, GL_UNSIGNED_BYTE, words.data());
  model_.write_aside([file, extent, pixels = std::move(words)]() mutable {
    const auto row_at = [&](int y) { return pixels.begin() + static_cast<std::ptrdiff_t>(y) * extent.width; };
    for (int y = 0; y < extent.height / 2; ++y)  // OpenGL begins at the bottom
      std::swap_ranges(row_at(y), row_at(y + 1), row_at(extent.height - 1 - y));
    return saved([&] { return write_png(file, extent, pixels, IfTaken::count_up); });
  });
}

nlohmann::json Painting::rates() const {
  const auto gaps_json = [](const FrameGaps& gaps) {
    return nlohmann::json{{"frames", gaps.frames},
                          {"seconds", gaps.seconds},
                          {"per_second", gaps.per_second()},
                          {"median_ms", gaps.median_ms},
                          {"p90_ms", gaps.p90_ms}};
  };
  const FrameStatus& status = model_.frame.status();
  nlohmann::json live = gaps_json(status.gaps);
  live["shown"] = status.budget.shown;
  live["dropped"] = status.budget.dropped;
  return {{"live_frames", live}, {"window_frames", gaps_json(drawn_.reported())}};
}

void Painting::report(nlohmann::json& state) const {
  state["painter"] = id_of(cache_.painter());
  state["painter_reason"] = cache_.reason();
}

}  // namespace satscope::app
