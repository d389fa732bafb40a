// SPDX-License-Identifier: Apache-2.0
// The window in a page of a browser. assets/browser/page.js calls what is exported here: for input, for each size of the
// canvas, and for a frame whenever the browser draws one. The browser keeps nothing of our stack between two frames, so all is
// on the heap.
#include <emscripten.h>
#include <emscripten/html5.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "app/core/json.h"
#include "app/sources/loaders.h"
#include "app/ui/window_actions.h"
#include "app/window/desktop/show_folder.h"
#include "app/window/screen.h"
#include "app/window/window.h"
#include "kernels/slices.h"

// clang-format off
EM_JS(void, page_call, (const char* what, const char* text), { Module['page']?.[UTF8ToString(what)]?.(UTF8ToString(text)); });
EM_JS(double, page_scale, (void), { return Module['page']?.scale ?? 1; });
EM_JS(int, page_is_full_screen, (void), { return document.fullscreenElement ? 1 : 0; });
// clang-format on

namespace satscope::app {
namespace {

/// Of a frame for work that takes long, while the user does something, and while nothing happens. Because: with the frame
/// itself it stays below 50 ms, which a user does not notice.
constexpr std::chrono::milliseconds k_slice{16}, k_slice_at_rest{40};
constexpr double k_rest_seconds = 0.3;

class PageWindow : public Host {
 public:
  double monitor_scale() override { return page_scale(); }
  bool animates() const override { return true; }
  bool greets() const override { return true; }
  std::string clipboard() override { return pasted_text; }
  std::vector<std::byte> clipboard_picture() override {
    return pasted_picture.empty() ? std::vector<std::byte>{} : whole_file(pasted_picture);
  }
  void set_clipboard(const char* text) override { page_call("copy", text); }
  bool ask_for_file() override {
    page_call("choose", "");
    return true;
  }
  std::string show_folder_of(const std::string& file) override { return show_folder(file); }
  void toggle_full_screen() override { page_call("fullScreen", ""); }
  bool full_screen() const override { return page_is_full_screen() != 0; }
  std::string show_audience(bool shown) override {
    return shown ? "a second window for the class is not supported in a browser" : "";
  }
  bool shares() const override { return true; }
  void share(const std::string& session) override { page_call("share", session.c_str()); }
  void remember(const Settings& settings) override {
    update_settings(std::exchange(remembered, settings), settings, settings_file());
  }

  Settings remembered = load_settings(settings_file());
  std::string pasted_text, pasted_picture;  ///< the picture's file
};

struct Page {
  Page(WindowOptions asked, std::stop_token stop) : options(std::move(asked)), stopping(std::move(stop)) {}

  WindowOptions options;
  std::stop_token stopping;
  PageWindow window;
  Screen screen{options, window.remembered, window};
  Extent extent = options.size;
  std::string title;
  int pointer = 0;
  double last_input = 0;  ///< seconds
  bool failed = false;
};

Page* page = nullptr;  ///< there is one, which lives as long as the page

void make_context() {
  EmscriptenWebGLContextAttributes wanted;
  emscripten_webgl_init_context_attributes(&wanted);
  wanted.majorVersion = 2;
  wanted.alpha = wanted.depth = wanted.stencil = wanted.antialias = false;
  const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context("#canvas", &wanted);
  if (context <= 0 || emscripten_webgl_make_context_current(context) != EMSCRIPTEN_RESULT_SUCCESS)
    throw std::runtime_error("the window cannot open: it needs WebGL 2, which this browser does not have, or has switched off");
}

void show_pointer(int shape) {
  if (shape == page->pointer) return;
  page->pointer = shape;
  constexpr std::array k_shapes{"default",     "text",        "move",    "ns-resize",  "ew-resize",
                                "nesw-resize", "nwse-resize", "pointer", "not-allowed"};
  const bool known = shape >= 0 && static_cast<std::size_t>(shape) < k_shapes.size();
  page_call("pointer", known ? k_shapes[static_cast<std::size_t>(shape)] : "none");
}

void frame() {
  if (!page || page->failed) return;
  try {
    const double now = emscripten_get_now() / 1000;
    const SlicedWork::Slices slices(now - page->last_input > k_rest_seconds ? k_slice_at_rest : k_slice);
    if (!page->screen.step(now, page->extent.area() > 0) || page->extent.area() == 0) return;
    page->screen.draw(page->extent, now);
    page->screen.swapped(0);
    show_pointer(page->screen.pointer_shape());
    if (const std::string title = page->screen.title(); title != page->title) page_call("title", (page->title = title).c_str());
    page_call("drawn", "");
  } catch (const std::exception& problem) {
    page->failed = true;
    page_call("failed", problem.what());
  }
}

/// Our number of a key, by the sign that it gives, else by its place; 0: not one of ours.
int key_of(std::string_view key, std::string_view code) {
  constexpr std::pair<std::string_view, int> k_named[]{
      {"Escape", k_key_escape},      {"Enter", k_key_enter},      {"Tab", k_key_tab},    {"Backspace", k_key_backspace},
      {"Delete", k_key_delete},      {"Insert", k_key_insert},    {"Home", k_key_home},  {"End", k_key_end},
      {"ArrowLeft", k_key_left},     {"ArrowRight", k_key_right}, {"ArrowUp", k_key_up}, {"ArrowDown", k_key_down},
      {"PageDown", k_key_page_down}, {"PageUp", k_key_page_up},
  };
  for (const auto& [name, number] : k_named)
    if (key == name) return number;
  if (key.size() > 1 && key[0] == 'F' && std::isdigit(static_cast<unsigned char>(key[1]))) {
    const int number = std::atoi(key.data() + 1);
    return number >= 1 && number <= 12 ? k_key_f1 + number - 1 : 0;
  }
  // because: with Shift a digit gives another sign, and chords of digits are of the digit
  if (code.size() == 6 && code.starts_with("Digit") && key.size() == 1 && std::ispunct(static_cast<unsigned char>(key[0])) == 0)
    return code[5];
  if (key.size() == 1 && key[0] >= ' ' && key[0] < 127) return std::toupper(static_cast<unsigned char>(key[0]));
  if (code.size() == 4 && code.starts_with("Key")) return code[3];  // a layout without Latin letters
  return 0;
}

Chord chord_of(int key, int modifiers) {
  return {.key = key, .ctrl = (modifiers & 1) != 0, .shift = (modifiers & 2) != 0, .alt = (modifiers & 4) != 0};
}

void push(const InputEvent& event) {
  if (!page) return;
  page->last_input = emscripten_get_now() / 1000;
  page->screen.input().push(event);
}

}  // namespace

std::string open_window(const WindowOptions& options, const std::stop_token& stop) {
  make_context();
  page = new Page(options, stop);
  emscripten_runtime_keepalive_push();  // main() returns, and the page goes on
  page_call("opened", "");
  return {};
}

extern "C" {

EMSCRIPTEN_KEEPALIVE void satscope_frame() { frame(); }

EMSCRIPTEN_KEEPALIVE void satscope_resize(int width, int height) {
  if (!page) return;
  page->extent = {std::max(width, 0), std::max(height, 0)};
  page->screen.redraw();
}

EMSCRIPTEN_KEEPALIVE void satscope_move(double x, double y) { push(InputEvent::move_to(x, y)); }

EMSCRIPTEN_KEEPALIVE void satscope_leave() { push({.kind = InputEvent::Kind::leave}); }

EMSCRIPTEN_KEEPALIVE void satscope_button(int button, int down, int modifiers) {
  constexpr MouseButton k_buttons[]{MouseButton::left, MouseButton::middle, MouseButton::right};  // as browsers count
  if (button < 0 || button > 2) return;
  InputEvent event = InputEvent::press(k_buttons[button], down != 0);
  event.chord = chord_of(0, modifiers);
  push(event);
}

EMSCRIPTEN_KEEPALIVE void satscope_wheel(double steps) { push(InputEvent::wheel(steps)); }

EMSCRIPTEN_KEEPALIVE void satscope_key(const char* key, const char* code, int modifiers, int down, int repeated) {
  InputEvent event = InputEvent::key(chord_of(key_of(key, code), modifiers), down != 0);
  event.repeated = repeated != 0;
  push(event);
}

EMSCRIPTEN_KEEPALIVE void satscope_typed(unsigned character) { push(InputEvent::typed(character)); }

EMSCRIPTEN_KEEPALIVE void satscope_open(const char* input) {
  if (page) page->screen.open(input);
}

/// What the browser's clipboard holds: a text, or the file of a picture.
EMSCRIPTEN_KEEPALIVE void satscope_pasted(const char* text, const char* picture) {
  if (!page) return;
  page->window.pasted_text = text;
  page->window.pasted_picture = picture;
}

/// Saves the session, as the dialog does.
EMSCRIPTEN_KEEPALIVE void satscope_save(const char* file) {
  if (page) page->screen.perform(WindowAction::save_session, {}, file);
}

/// What `--state-out` writes.
EMSCRIPTEN_KEEPALIVE const char* satscope_state() {
  static std::string text;
  text = page ? page->screen.state().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) : "{}";
  return text.c_str();
}

/// Writes a picture as the PGM or PPM that is read as the same. Not 0: there is none, or it cannot be read.
EMSCRIPTEN_KEEPALIVE int satscope_unpack(const char* picture, const char* to) {
  try {
    const std::string text = netpbm_of(load_input(picture));
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(text.empty() ? nullptr : std::fopen(to, "wb"), &std::fclose);
    return file && std::fwrite(text.data(), 1, text.size(), file.get()) == text.size() ? 0 : 1;
  } catch (const std::exception&) {
    return 1;
  }
}

EMSCRIPTEN_KEEPALIVE int satscope_settled() { return page && page->screen.settled() ? 1 : 0; }

EMSCRIPTEN_KEEPALIVE int satscope_wants_text() { return ImGui::GetCurrentContext() && ImGui::GetIO().WantTextInput ? 1 : 0; }

}  // extern "C"

}  // namespace satscope::app
