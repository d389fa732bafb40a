// SPDX-License-Identifier: Apache-2.0
// As the Inter-Client Communication Conventions Manual says, section 2: the owner puts the content into a property of a window
// of ours, in pieces if it is long. What we own is given at once: a server takes 16 MiB. libX11 is loaded when it is asked for,
// as GLFW does.
#include "app/window/desktop/x_clipboard.h"

#if __has_include(<X11/Xlib.h>)
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include "kernels/shared_library.h"

namespace satscope::app {
namespace {

using Bytes = std::vector<std::byte>;
using Clock = std::chrono::steady_clock;

struct XLibrary {
  decltype(&::XChangeProperty) change_property = nullptr;
  decltype(&::XCheckTypedWindowEvent) check_event = nullptr;
  decltype(&::XCloseDisplay) close = nullptr;
  decltype(&::XConnectionNumber) descriptor = nullptr;
  decltype(&::XConvertSelection) convert = nullptr;
  decltype(&::XCreateSimpleWindow) create = nullptr;
  decltype(&::XDefaultRootWindow) root = nullptr;
  decltype(&::XExtendedMaxRequestSize) longest_request = nullptr;
  decltype(&::XFlush) flush = nullptr;
  decltype(&::XFree) free = nullptr;
  decltype(&::XGetSelectionOwner) owner = nullptr;
  decltype(&::XGetWindowProperty) property = nullptr;
  decltype(&::XInternAtom) atom = nullptr;
  decltype(&::XNextEvent) next_event = nullptr;
  decltype(&::XOpenDisplay) open = nullptr;
  decltype(&::XPending) pending = nullptr;
  decltype(&::XSelectInput) select = nullptr;
  decltype(&::XSendEvent) send_event = nullptr;
  decltype(&::XSetErrorHandler) set_error_handler = nullptr;
  decltype(&::XSetSelectionOwner) set_owner = nullptr;

  static std::optional<XLibrary> load() {
    const SharedLibrary library("libX11.so.6");
    if (!library) return {};
    XLibrary x;
    bool whole = true;
    const auto find = [&](auto& function, const char* name) {
      function = library.function<std::remove_reference_t<decltype(function)>>(name);
      whole = whole && function;
    };
    find(x.change_property, "XChangeProperty");
    find(x.check_event, "XCheckTypedWindowEvent");
    find(x.close, "XCloseDisplay");
    find(x.descriptor, "XConnectionNumber");
    find(x.convert, "XConvertSelection");
    find(x.create, "XCreateSimpleWindow");
    find(x.root, "XDefaultRootWindow");
    find(x.longest_request, "XExtendedMaxRequestSize");
    find(x.flush, "XFlush");
    find(x.free, "XFree");
    find(x.owner, "XGetSelectionOwner");
    find(x.property, "XGetWindowProperty");
    find(x.atom, "XInternAtom");
    find(x.next_event, "XNextEvent");
    find(x.open, "XOpenDisplay");
    find(x.pending, "XPending");
    find(x.select, "XSelectInput");
    find(x.send_event, "XSendEvent");
    find(x.set_error_handler, "XSetErrorHandler");
    find(x.set_owner, "XSetSelectionOwner");
    return whole ? std::optional(x) : std::nullopt;
  }
};

const std::optional<XLibrary>& x_library() {
  static const std::optional<XLibrary> x = XLibrary::load();
  return x;
}

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
  const std::optional<XLibrary>& x = x_library();
  if (!x) return {};
  XClipboard clipboard(*x);
  for (const char* type : types)
    if (Bytes bytes = clipboard.as(type); !bytes.empty()) return bytes;
  return {};
}

/// Answers the requests of other programs, on a thread and a connection of its own.
struct ClipboardPicture::Owner {
  Owner(const XLibrary& library, Bytes picture) : x(library), png(std::move(picture)), display(x.open(nullptr)) {}
  ~Owner() {
    thread = {};  // it uses the connection
    if (display) x.close(display);
  }
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;

  /// Why not, a sentence; empty: it answers from now on.
  std::string begin() {
    if (!display) return "there is no X server whose clipboard takes a picture";
    constexpr long k_words_of_a_head = 16;
    if (static_cast<long>(png.size() / 4) + k_words_of_a_head > x.longest_request(display))
      return "the picture is too large for the clipboard";
    window = x.create(display, x.root(display), 0, 0, 1, 1, 0, 0, 0);
    clipboard = x.atom(display, "CLIPBOARD", False);
    type = x.atom(display, "image/png", False);
    targets = x.atom(display, "TARGETS", False);
    // because: who asked may be gone, and Xlib would end the process
    static const XErrorHandler before =
        x.set_error_handler([](Display* of, XErrorEvent* error) { return of == ours || !others ? 0 : others(of, error); });
    others = before;
    ours = display;
    x.set_owner(display, clipboard, window, CurrentTime);
    if (x.owner(display, clipboard) != window) return "the X server does not give the clipboard away";
    thread = std::jthread([this](const std::stop_token& stop) { serve(stop); });
    return {};
  }

  void serve(const std::stop_token& stop) const {
    constexpr int k_look_ms = 100;
    while (!stop.stop_requested()) {
      pollfd server{.fd = x.descriptor(display), .events = POLLIN, .revents = 0};
      if (x.pending(display) == 0 && ::poll(&server, 1, k_look_ms) <= 0) continue;
      while (x.pending(display) > 0) {
        XEvent event;
        x.next_event(display, &event);
        if (event.type == SelectionClear) return;
        if (event.type == SelectionRequest) answer(event.xselectionrequest);
      }
    }
  }

  void answer(const XSelectionRequestEvent& asked) const {
    const Atom place = asked.property == None ? asked.target : asked.property;  // as clients before 1989 ask
    XEvent reply{};
    reply.xselection = {.type = SelectionNotify,
                        .serial = 0,
                        .send_event = True,
                        .display = display,
                        .requestor = asked.requestor,
                        .selection = asked.selection,
                        .target = asked.target,
                        .property = place,
                        .time = asked.time};
    const auto give = [&](Atom as, int bits, const void* data, std::size_t count) {
      x.change_property(display, asked.requestor, place, as, bits, PropModeReplace, static_cast<const unsigned char*>(data),
                        static_cast<int>(count));
    };
    const std::array offered{targets, type};
    if (asked.target == targets)
      give(XA_ATOM, 32, offered.data(), offered.size());
    else if (asked.target == type)
      give(type, 8, png.data(), png.size());
    else
      reply.xselection.property = None;
    x.send_event(display, asked.requestor, False, NoEventMask, &reply);
    x.flush(display);
  }

  static inline Display* ours = nullptr;         ///< whose errors mean nothing
  static inline XErrorHandler others = nullptr;  ///< for the errors of other connections
  const XLibrary& x;
  Bytes png;
  Display* display;
  Window window = None;
  Atom clipboard = None, type = None, targets = None;
  std::jthread thread = {};
};

ClipboardPicture::ClipboardPicture(std::vector<std::byte> png) {
  const std::optional<XLibrary>& x = x_library();
  if (!x) {
    why_not_ = "there is no libX11, by which a picture gets into the clipboard";
    return;
  }
  owner_ = std::make_unique<Owner>(*x, std::move(png));
  why_not_ = owner_->begin();
}

ClipboardPicture::~ClipboardPicture() = default;

}  // namespace satscope::app
#else
namespace satscope::app {
std::vector<std::byte> x_clipboard(std::span<const char* const>) { return {}; }
struct ClipboardPicture::Owner {};
ClipboardPicture::ClipboardPicture(std::vector<std::byte>)
    : why_not_("this satscope was built without X11, by which a picture gets into the clipboard") {}
ClipboardPicture::~ClipboardPicture() = default;
}  // namespace satscope::app
#endif
