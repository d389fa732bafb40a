// SPDX-License-Identifier: Apache-2.0
#include "app/window/desktop/glfw.h"

#include <epoxy/gl.h>
// after epoxy, which brings OpenGL
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <utility>
#include <vector>

#include "app/core/write_stderr.h"
#include "app/render/gl/gl_needs.h"
#include "app/sources/live/x_display.h"
#include "app/ui/shell.h"
#include "app/window/desktop/icon.h"
#include "app/window/desktop/show_folder.h"
#include "app/window/desktop/title_bar.h"
#include "app/window/desktop/x_clipboard.h"

namespace satscope::app {
namespace {

constexpr int k_least_width = 320, k_least_height = 240;  // of the window, in its units

std::string last_problem() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text ? text : "no reason given";
}

/// Our number of a key of GLFW; 0: not one of ours. Letters and signs are those of the keyboard's layout.
int key_of(int key, int scancode) {
  if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) return '0' + key - GLFW_KEY_0;
  if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12) return k_key_f1 + key - GLFW_KEY_F1;
  switch (key) {
    case GLFW_KEY_SPACE: return k_key_space;
    case GLFW_KEY_ESCAPE: return k_key_escape;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER: return k_key_enter;
    case GLFW_KEY_TAB: return k_key_tab;
    case GLFW_KEY_BACKSPACE: return k_key_backspace;
    case GLFW_KEY_DELETE: return k_key_delete;
    case GLFW_KEY_INSERT: return k_key_insert;
    case GLFW_KEY_LEFT: return k_key_left;
    case GLFW_KEY_RIGHT: return k_key_right;
    case GLFW_KEY_UP: return k_key_up;
    case GLFW_KEY_DOWN: return k_key_down;
    case GLFW_KEY_PAGE_UP: return k_key_page_up;
    case GLFW_KEY_PAGE_DOWN: return k_key_page_down;
    case GLFW_KEY_HOME: return k_key_home;
    case GLFW_KEY_END: return k_key_end;
    case GLFW_KEY_KP_ADD: return '+';
    case GLFW_KEY_KP_SUBTRACT: return '-';
    default: break;
  }
  const char* name = glfwGetKeyName(key, scancode);
  if (name && name[0] > ' ' && name[0] < 127 && name[1] == 0) return std::toupper(static_cast<unsigned char>(name[0]));
  if (key >= GLFW_KEY_A && key <= GLFW_KEY_Z) return key;  // a layout without Latin letters: by place
  return 0;
}

Chord chord_of(int key, int mods) {
  return {.key = key,
          .ctrl = (mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0,
          .shift = (mods & GLFW_MOD_SHIFT) != 0,
          .alt = (mods & GLFW_MOD_ALT) != 0};
}

/// Whether AltGr is held, by which a key gives its third sign. GLFW has no modifier for it; under Windows it has those of Ctrl
/// and Alt, but no key Ctrl is held.
bool alt_gr_held(GLFWwindow* window, int mods) {
  const auto held = [window](int key) { return glfwGetKey(window, key) == GLFW_PRESS; };
  if (!held(GLFW_KEY_RIGHT_ALT)) return false;
  const bool is_control = held(GLFW_KEY_LEFT_CONTROL) || held(GLFW_KEY_RIGHT_CONTROL);
  return (mods & GLFW_MOD_ALT) == 0 || ((mods & GLFW_MOD_CONTROL) != 0 && !is_control);
}

Chord modifiers_now(GLFWwindow* window) {
  const auto held = [window](int left, int right) {
    return glfwGetKey(window, left) == GLFW_PRESS || glfwGetKey(window, right) == GLFW_PRESS;
  };
  return {.key = 0,
          .ctrl = held(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL),
          .shift = held(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT),
          .alt = held(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT)};
}

/// In the sizes that title bars and lists of windows take.
void set_icon(GLFWwindow* window) {
  std::array sides{16, 32, 48, 128};
  std::array<std::vector<std::uint32_t>, sides.size()> pixels;
  std::array<GLFWimage, sides.size()> images{};
  for (std::size_t i = 0; i < sides.size(); ++i) {
    pixels[i] = icon_pixels(desktop_file("satscope.svg"), sides[i]);
    images[i] = {sides[i], sides[i], reinterpret_cast<unsigned char*>(pixels[i].data())};
  }
  glfwSetWindowIcon(window, static_cast<int>(images.size()), images.data());
}

}  // namespace

/// Whose files are completed if the connection to the X server breaks.
Screen* on_display = nullptr;

/// Xlib ends the process after this.
int lost_display(void* /*display*/) {
  std::string sentence = "the connection to the display broke";
  if (on_display)
    if (const std::string said = std::exchange(on_display, nullptr)->finish(); !said.empty()) sentence += "; " + said;
  write_stderr(fmt::format("satscope: {}\n", sentence));
  std::_Exit(1);
}

/// GLFW's callbacks, with the window that they belong to.
struct DesktopWindow::Events {
  static DesktopWindow& self(GLFWwindow* window) { return *static_cast<DesktopWindow*>(glfwGetWindowUserPointer(window)); }
  static void push(GLFWwindow* window, const InputEvent& event) {
    if (Screen* screen = self(window).screen_) screen->input().push(event);
  }
  static void redraw(GLFWwindow* window) {
    if (Screen* screen = self(window).screen_) screen->redraw();
  }
  /// The window's coordinates are not pixels on every system, nor while it shows more pixels than it has.
  static double pixels_per_unit(GLFWwindow* window) {
    int width = 0, height = 0;
    glfwGetWindowSize(window, &width, &height);
    return width > 0 ? static_cast<double>(self(window).drawn().width) / width : 1;
  }

  static void install(GLFWwindow* window) {
    glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
      const double scale = pixels_per_unit(w);
      push(w, InputEvent::move_to(x * scale, y * scale));
    });
    glfwSetCursorEnterCallback(window, [](GLFWwindow* w, int entered) {
      if (!entered) push(w, {.kind = InputEvent::Kind::leave});
    });
    glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int mods) {
      if (button < GLFW_MOUSE_BUTTON_LEFT || button > GLFW_MOUSE_BUTTON_MIDDLE) return;
      InputEvent event = InputEvent::press(static_cast<MouseButton>(button), action == GLFW_PRESS);
      event.chord = chord_of(0, mods);
      push(w, event);
    });
    glfwSetScrollCallback(window, [](GLFWwindow* w, double, double y) { push(w, InputEvent::wheel(y)); });
    install_keys(window);
    glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
      if (Screen* screen = self(w).screen_; screen && count > 0) screen->open(paths[0]);
    });
    glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { redraw(w); });
    glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { redraw(w); });
    glfwSetWindowFocusCallback(window, [](GLFWwindow* w, int) { redraw(w); });
    static_assert(GLFW_MOUSE_BUTTON_LEFT == static_cast<int>(MouseButton::left) &&
                      GLFW_MOUSE_BUTTON_RIGHT == static_cast<int>(MouseButton::right) &&
                      GLFW_MOUSE_BUTTON_MIDDLE == static_cast<int>(MouseButton::middle),
                  "our buttons are numbered as GLFW's are");
  }

  /// Keys mean the same in the window for the class, which the pointer does nothing in.
  static void install_keys(GLFWwindow* window) {
    glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
      Chord chord = chord_of(key_of(key, scancode), mods);
      const bool is_sign = chord.key > ' ' && chord.key < 127;
      if (is_sign && action != GLFW_RELEASE && alt_gr_held(w, mods)) chord = {};  // because: the sign comes as a character
      if (chord.key == 0) chord = modifiers_now(w);                               // Shift, Ctrl, Alt alone
      InputEvent event = InputEvent::key(chord, action != GLFW_RELEASE);
      event.repeated = action == GLFW_REPEAT;
      push(w, event);
    });
    glfwSetCharCallback(window, [](GLFWwindow* w, unsigned character) { push(w, InputEvent::typed(character)); });
  }
};

/// Pointer shapes: GLFW's own, and those it lacks drawn from ImGui's.
struct DesktopWindow::Pointers {
  std::array<GLFWcursor*, ImGuiMouseCursor_COUNT> shapes{};

  Pointers() {
    shapes[ImGuiMouseCursor_Arrow] = glfwCreateStandardCursor(GLFW_ARROW_CURSOR);
    shapes[ImGuiMouseCursor_TextInput] = glfwCreateStandardCursor(GLFW_IBEAM_CURSOR);
    shapes[ImGuiMouseCursor_ResizeNS] = glfwCreateStandardCursor(GLFW_VRESIZE_CURSOR);
    shapes[ImGuiMouseCursor_ResizeEW] = glfwCreateStandardCursor(GLFW_HRESIZE_CURSOR);
    shapes[ImGuiMouseCursor_Hand] = glfwCreateStandardCursor(GLFW_HAND_CURSOR);
  }
  ~Pointers() {
    for (GLFWcursor* shape : shapes)
      if (shape) glfwDestroyCursor(shape);
  }
  Pointers(const Pointers&) = delete;

  GLFWcursor* get(int shape) {
    GLFWcursor*& found = shapes[static_cast<std::size_t>(shape)];
    if (!found) found = drawn(shape);
    return found;
  }

 private:
  /// White with a black rim, from the font atlas.
  static GLFWcursor* drawn(int shape) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    ImVec2 hot, size, rim[2], fill[2];
    if (!atlas.GetMouseCursorTexData(shape, &hot, &size, rim, fill)) return nullptr;
    unsigned char* alpha = nullptr;
    int atlas_width = 0, atlas_height = 0;
    atlas.GetTexDataAsAlpha8(&alpha, &atlas_width, &atlas_height);
    const int width = static_cast<int>(size.x), height = static_cast<int>(size.y);
    const auto at = [&](const ImVec2& uv, int x, int y) {
      const auto column =
          static_cast<std::size_t>(std::lround(uv.x * static_cast<float>(atlas_width))) + static_cast<std::size_t>(x);
      const auto row =
          static_cast<std::size_t>(std::lround(uv.y * static_cast<float>(atlas_height))) + static_cast<std::size_t>(y);
      return alpha[row * static_cast<std::size_t>(atlas_width) + column];
    };
    std::vector<unsigned char> rgba;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const unsigned char inner = at(fill[0], x, y), outer = at(rim[0], x, y);
        for (int channel = 0; channel < 3; ++channel) rgba.push_back(inner);
        rgba.push_back(std::max(inner, outer));
      }
    const GLFWimage image{width, height, rgba.data()};
    return glfwCreateCursor(&image, static_cast<int>(hot.x), static_cast<int>(hot.y));
  }
};

DesktopWindow::DesktopWindow(Extent size, const std::string& title) : title_(title) {
  if (!glfwInit())
    throw std::runtime_error(
        fmt::format("the window cannot open: {}; `satscope shot` draws without a display", last_problem()));
  on_lost_x_display(&lost_display);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "satscope");
  window_ = glfwCreateWindow(size.width, size.height, title.c_str(), nullptr, nullptr);
  if (!window_) {
    const std::string problem = last_problem();
    glfwTerminate();
    throw std::runtime_error(fmt::format("the window cannot open: {}; it needs OpenGL 3.3: {}", problem, gl_cure()));
  }
  if (const std::string missing = unmet_gl_need(); !missing.empty()) {
    glfwDestroyWindow(window_);
    glfwTerminate();
    throw std::runtime_error(fmt::format("the window cannot open: {}", missing));
  }
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(1);
  // because: the layout of a window without room has rectangles without an area; a window manager need not obey
  glfwSetWindowSizeLimits(window_, k_least_width, k_least_height, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwSetWindowUserPointer(window_, this);
  set_icon(window_);
  Events::install(window_);
  pointers_ = std::make_unique<Pointers>();
}

DesktopWindow::~DesktopWindow() {
  on_display = nullptr;
  pointers_.reset();
  audience_.reset();
  glfwDestroyWindow(window_);
  glfwTerminate();
}

void DesktopWindow::attach(Screen* screen) { screen_ = on_display = screen; }

void DesktopWindow::wait(double seconds) {
  if (seconds == 0)
    glfwPollEvents();
  else if (seconds < 0)
    glfwWaitEvents();
  else
    glfwWaitEventsTimeout(seconds);
}

bool DesktopWindow::closing() {
  const bool closes = glfwWindowShouldClose(window_) != 0;
  if (!audience_ || (!closes && !audience_->closing())) return closes;
  if (closes) audience_->give_place();
  glfwSetWindowShouldClose(window_, GLFW_FALSE);
  audience_.reset();
  Events::redraw(window_);
  return false;
}

std::string DesktopWindow::show_audience(bool shown) {
  if (!shown) audience_.reset();
  if (!shown || audience_) return {};
  try {
    audience_ = std::make_unique<AudienceWindow>(window_);
  } catch (const std::runtime_error& problem) {
    return problem.what();
  }
  glfwSetWindowUserPointer(audience_->window(), this);
  Events::install_keys(audience_->window());
  glfwSetFramebufferSizeCallback(audience_->window(), [](GLFWwindow* w, int, int) { Events::redraw(w); });
  glfwSetWindowRefreshCallback(audience_->window(), [](GLFWwindow* w) { Events::redraw(w); });
  return {};
}

void DesktopWindow::begin_frame() {
  if (audience_) audience_->begin(drawn());
  begun_ = audience_.get();
}

void DesktopWindow::end_frame(const Area& stage) {
  // because: a key may have opened or closed it within the frame
  if (begun_ && begun_ == audience_.get()) audience_->end(stage, framebuffer());
}

Extent DesktopWindow::audience_extent() const {
  if (!audience_) return {};
  Extent extent;
  glfwGetFramebufferSize(audience_->window(), &extent.width, &extent.height);
  return extent;
}

Extent DesktopWindow::drawn() const { return with_lecturers_part(audience_extent(), framebuffer()); }

Extent DesktopWindow::framebuffer() const {
  Extent extent;
  glfwGetFramebufferSize(window_, &extent.width, &extent.height);
  return extent;
}

bool DesktopWindow::visible() const {
  return framebuffer().area() > 0 && (audience_ || !glfwGetWindowAttrib(window_, GLFW_ICONIFIED));
}

void DesktopWindow::swap() { glfwSwapBuffers(window_); }

void DesktopWindow::set_title(const std::string& title) {
  if (title == title_) return;
  title_ = title;
  glfwSetWindowTitle(window_, title.c_str());
}

void DesktopWindow::set_dark(bool dark) {
  if (dark_ == dark) return;
  dark_ = dark;
  set_title_bar(window_, dark);
}

void DesktopWindow::show_pointer(int shape) {
  if (shape == shape_ || shape < 0) return;
  shape_ = shape;
  glfwSetCursor(window_, pointers_->get(shape));
}

double DesktopWindow::monitor_scale() {
  float x = 1, y = 1;
  glfwGetWindowContentScale(window_, &x, &y);
  return static_cast<double>(std::max(x, y));
}

std::string DesktopWindow::clipboard() {
  const char* text = glfwGetClipboardString(window_);
  if (text && *text) return text;
  constexpr std::array k_names{"x-special/gnome-copied-files", "text/uri-list"};  // files that are no text as well
  const std::vector<std::byte> names = x_clipboard(k_names);
  return {reinterpret_cast<const char*>(names.data()), names.size()};
}

std::vector<std::byte> DesktopWindow::clipboard_picture() { return x_clipboard(std::array{"image/png"}); }

void DesktopWindow::set_clipboard(const char* text) { glfwSetClipboardString(window_, text); }

std::string DesktopWindow::set_clipboard_picture(std::vector<std::byte> png) {
  copied_ = std::make_unique<ClipboardPicture>(std::move(png));
  return copied_->why_not();
}

bool DesktopWindow::full_screen() const { return glfwGetWindowMonitor(window_) != nullptr; }

void DesktopWindow::toggle_full_screen() {
  if (full_screen()) {
    glfwSetWindowMonitor(window_, nullptr, windowed_[0], windowed_[1], windowed_[2], windowed_[3], GLFW_DONT_CARE);
    return;
  }
  glfwGetWindowPos(window_, &windowed_[0], &windowed_[1]);
  glfwGetWindowSize(window_, &windowed_[2], &windowed_[3]);
  // The monitor that holds the middle of the window.
  const int x = windowed_[0] + windowed_[2] / 2, y = windowed_[1] + windowed_[3] / 2;
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  for (int i = count - 1; i >= 0; --i) {
    int left = 0, top = 0;
    glfwGetMonitorPos(monitors[i], &left, &top);
    const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
    if (!mode) continue;
    const bool here = x >= left && x < left + mode->width && y >= top && y < top + mode->height;
    if (!here && i > 0) continue;
    glfwSetWindowMonitor(window_, monitors[i], 0, 0, mode->width, mode->height, mode->refreshRate);
    return;
  }
}

void DesktopWindow::remember(const Settings& settings) {
  update_settings(remembered_, settings, settings_file());
  remembered_ = settings;
}

std::string DesktopWindow::show_folder_of(const std::string& file) {
  return show_folder(std::filesystem::path(file).parent_path());
}

}  // namespace satscope::app
