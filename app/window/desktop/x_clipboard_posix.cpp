// SPDX-License-Identifier: Apache-2.0
// As the Inter-Client Communication Conventions Manual says, section 2: the owner puts the content into a property of a window
// of ours, in pieces if it is long. libX11 is loaded when it is asked for, as GLFW does.
#include "app/window/desktop/x_clipboard.h"

#if __has_include(<X11/Xlib.h>)
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

#include "kernels/shared_library.h"

namespace satscope::app {
namespace {

using Bytes = std::vector<std::byte>;
using Clock = std::chrono::steady_clock;

struct XLibrary {
  decltype(&::XCheckTypedWindowEvent) check_event = nullptr;
  decltype(&::XCloseDisplay) close = nullptr;
  decltype(&::XConnectionNumber) descriptor = nullptr;
  decltype(&::XConvertSelection) convert = nullptr;
  decltype(&::XCreateSimpleWindow) create = nullptr;
  decltype(&::XDefaultRootWindow) root = nullptr;
  decltype(&::XFree) free = nullptr;
  decltype(&::XGetWindowProperty) property = nullptr;
  decltype(&::XInternAtom) atom = nullptr;
  decltype(&::XOpenDisplay) open = nullptr;
  decltype(&::XSelectInput) select = nullptr;

  static std::optional<XLibrary> load() {
    const SharedLibrary library("libX11.so.6");
    if (!library) return {};
    XLibrary x;
    bool whole = true;
    const auto find = [&](auto& function, const char* name) {
      function = library.function<std::remove_reference_t<decltype(function)>>(name);
      whole = whole && function;
    };
    find(x.check_event, "XCheckTypedWindowEvent");
    find(x.close, "XCloseDisplay");
    find(x.descriptor, "XConnectionNumber");
    find(x.convert, "XConvertSelection");
    find(x.create, "XCreateSimpleWindow");
    find(x.root, "XDefaultRootWindow");
    find(x.free, "XFree");
    find(x.property, "XGetWindowProperty");
    find(x.atom, "XInternAtom");
    find(x.open, "XOpenDisplay");
    find(x.select, "XSelectInput");
    return whole ? std::optional(x) : std::nullopt;
  }
};

/// A connection of its own, with a window that is never shown.
class XClipboard {
 public:
  explicit XClipboard(const XLibrary& x) : x_(x), display_(x.open(nullptr)) {
    if (!display_) return;
    window_ = x_.create(display_, x_.root(display_), 0, 0, 1, 1, 0, 0, 0);
    x_.select(display_, window_, PropertyChangeMask);
    place_ = x_.atom(display_, "SATSCOPE_PASTED", False);
  }
  ~XClipboard() {
    if (display_) x_.close(display_);
  }
  XClipboard(const XClipboard&) = delete;
  XClipboard& operator=(const XClipboard&) = delete;

  Bytes as(const char* type) {
    if (!display_) return {};
    x_.convert(display_, x_.atom(display_, "CLIPBOARD", False), x_.atom(display_, type, False), place_, window_, CurrentTime);
    XEvent event;
    if (!wait(SelectionNotify, event) || event.xselection.property == None) return {};
    Bytes bytes;
    if (take(bytes) != x_.atom(display_, "INCR", False)) return bytes;
    bytes.clear();
    while (wait(PropertyNotify, event)) {
      if (event.xproperty.atom != place_ || event.xproperty.state != PropertyNewValue) continue;
      const std::size_t before = bytes.size();
      if (take(bytes) == None) continue;         // news of the length, which was read already
      if (bytes.size() == before) return bytes;  // an empty piece is the end
      if (bytes.size() > k_most_bytes) return {};
    }
    return {};
  }

 private:
  static constexpr std::size_t k_most_bytes = std::size_t{1} << 28;

  bool wait(int type, XEvent& event) {
    const auto until = Clock::now() + std::chrono::seconds(1);
    while (!x_.check_event(display_, window_, type, &event)) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
      pollfd server{.fd = x_.descriptor(display_), .events = POLLIN, .revents = 0};
      if (left <= 0 || ::poll(&server, 1, static_cast<int>(left)) < 0) return false;
    }
    return true;
  }

  /// Appends the property and deletes it, which asks for the next piece. Returns its type.
  Atom take(Bytes& bytes) {
    Atom type = None;
    int bits = 0;
    unsigned long count = 0, left = 0;
    unsigned char* data = nullptr;
    const bool got = x_.property(display_, window_, place_, 0, k_most_bytes / 4, True, AnyPropertyType, &type, &bits, &count,
                                 &left, &data) == Success;
    if (got && bits == 8)
      bytes.insert(bytes.end(), reinterpret_cast<std::byte*>(data), reinterpret_cast<std::byte*>(data) + count);
    if (data) x_.free(data);
    return type;
  }

  const XLibrary& x_;
  Display* display_;
  Window window_ = None;
  Atom place_ = None;
};

}  // namespace

std::vector<std::byte> x_clipboard(std::span<const char* const> types) {
  static const std::optional<XLibrary> x = XLibrary::load();
  if (!x) return {};
  XClipboard clipboard(*x);
  for (const char* type : types)
    if (Bytes bytes = clipboard.as(type); !bytes.empty()) return bytes;
  return {};
}

}  // namespace satscope::app
#else
namespace satscope::app {
std::vector<std::byte> x_clipboard(std::span<const char* const>) { return {}; }
}  // namespace satscope::app
#endif
