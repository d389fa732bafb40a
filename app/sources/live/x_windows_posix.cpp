// SPDX-License-Identifier: Apache-2.0
// By XCB, which returns the error of a window that is gone; Xlib's handler would end the program. Titles and list are those of
// the Extended Window Manager Hints.
#include "app/sources/live/x_windows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#if __has_include(<xcb/xcb.h>)
#include <unistd.h>
#include <xcb/xcb.h>

#include <cstdlib>
#include <memory>

#include "kernels/shared_library.h"
#endif

namespace satscope::app {
namespace {

std::string lower(std::string_view text) {
  std::string low(text);
  for (char& c : low) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return low;
}

/// Nothing if it is no number as words_of writes it.
std::optional<std::uint32_t> number_in(std::string_view words) {
  if (!words.starts_with("0x")) return {};
  words.remove_prefix(2);
  std::uint32_t id = 0;
  const auto [end, error] = std::from_chars(words.data(), words.data() + words.size(), id, 16);
  return error == std::errc() && end == words.data() + words.size() ? std::optional(id) : std::nullopt;
}

#if __has_include(<xcb/xcb.h>)
/// The functions of XCB that are called.
#define SATSCOPE_XCB_FUNCTIONS(of)                                                                                        \
  of(connect) of(connection_has_error) of(disconnect) of(get_geometry) of(get_geometry_reply) of(get_property)            \
      of(get_property_reply) of(get_property_value) of(get_property_value_length) of(get_setup) of(get_window_attributes) \
          of(get_window_attributes_reply) of(intern_atom) of(intern_atom_reply) of(query_tree) of(query_tree_children)    \
              of(query_tree_children_length) of(query_tree_reply) of(screen_next) of(setup_roots_iterator)

struct Xcb {
#define SATSCOPE_MEMBER(name) decltype(&::xcb_##name) name = nullptr;
  SATSCOPE_XCB_FUNCTIONS(SATSCOPE_MEMBER)
#undef SATSCOPE_MEMBER

  static std::optional<Xcb> load() {
    const SharedLibrary library("libxcb.so.1");
    Xcb x;
    bool whole = static_cast<bool>(library);
    const auto find = [&](auto& function, const char* name) {
      if (whole) function = library.function<std::remove_reference_t<decltype(function)>>(name);
      whole = whole && function;
    };
#define SATSCOPE_FIND(name) find(x.name, "xcb_" #name);
    SATSCOPE_XCB_FUNCTIONS(SATSCOPE_FIND)
#undef SATSCOPE_FIND
    return whole ? std::optional(x) : std::nullopt;
  }
};

struct Free {
  void operator()(void* reply) const { std::free(reply); }
};
template <class T>
std::unique_ptr<T, Free> owned(T* reply) {
  return std::unique_ptr<T, Free>(reply);
}

class Connection {
 public:
  Connection(const Xcb& x, const std::string& display) : x_(x), to_(x.connect(display.c_str(), &screen_)) {
    if (open()) {
      list_ = atom("_NET_CLIENT_LIST");
      name_ = atom("_NET_WM_NAME");
      process_ = atom("_NET_WM_PID");
    }
  }
  ~Connection() { x_.disconnect(to_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  bool open() const { return x_.connection_has_error(to_) == 0; }

  std::vector<xcb_window_t> listed() const {
    xcb_screen_iterator_t at = x_.setup_roots_iterator(x_.get_setup(to_));
    for (int i = 0; i < screen_ && at.rem > 1; ++i) x_.screen_next(&at);
    if (!at.rem) return {};
    std::vector<xcb_window_t> windows = numbers(at.data->root, list_, XCB_ATOM_WINDOW);
    if (!windows.empty()) return windows;
    const auto tree = owned(x_.query_tree_reply(to_, x_.query_tree(to_, at.data->root), nullptr));
    if (!tree) return {};
    const xcb_window_t* const children = x_.query_tree_children(tree.get());
    windows.assign(children, children + x_.query_tree_children_length(tree.get()));
    std::erase_if(windows, [&](xcb_window_t window) { return !viewable(window); });
    return windows;
  }

  std::optional<XWindow> describe(xcb_window_t id) const {
    const auto geometry = owned(x_.get_geometry_reply(to_, x_.get_geometry(to_, id), nullptr));
    if (!geometry) return {};
    XWindow window{.id = id, .title = text(id, name_), .extent = {geometry->width, geometry->height}};
    if (window.title.empty()) window.title = text(id, XCB_ATOM_WM_NAME);
    window.viewable = viewable(id);
    const std::vector<std::uint32_t> process = numbers(id, process_, XCB_ATOM_CARDINAL);
    window.ours = !process.empty() && process.front() == static_cast<std::uint32_t>(::getpid());
    return window;
  }

 private:
  xcb_atom_t atom(std::string_view name) const {
    const auto cookie = x_.intern_atom(to_, 0, static_cast<std::uint16_t>(name.size()), name.data());
    const auto reply = owned(x_.intern_atom_reply(to_, cookie, nullptr));
    return reply ? reply->atom : xcb_atom_t{XCB_ATOM_NONE};
  }
  auto property(xcb_window_t window, xcb_atom_t name, xcb_atom_t type) const {
    constexpr std::uint32_t k_most_words = 4096;
    return owned(x_.get_property_reply(to_, x_.get_property(to_, 0, window, name, type, 0, k_most_words), nullptr));
  }
  std::string text(xcb_window_t window, xcb_atom_t name) const {
    const auto reply = property(window, name, XCB_GET_PROPERTY_TYPE_ANY);
    if (!reply || reply->format != 8) return {};
    return {static_cast<const char*>(x_.get_property_value(reply.get())),
            static_cast<std::size_t>(x_.get_property_value_length(reply.get()))};
  }
  std::vector<std::uint32_t> numbers(xcb_window_t window, xcb_atom_t name, xcb_atom_t type) const {
    const auto reply = property(window, name, type);
    if (!reply || reply->format != 32) return {};
    const auto* const first = static_cast<const std::uint32_t*>(x_.get_property_value(reply.get()));
    return {first, first + x_.get_property_value_length(reply.get()) / 4};
  }
  bool viewable(xcb_window_t window) const {
    const auto its = owned(x_.get_window_attributes_reply(to_, x_.get_window_attributes(to_, window), nullptr));
    return its && its->map_state == XCB_MAP_STATE_VIEWABLE;
  }

  const Xcb& x_;
  int screen_ = 0;
  xcb_connection_t* to_;
  xcb_atom_t list_ = XCB_ATOM_NONE, name_ = XCB_ATOM_NONE, process_ = XCB_ATOM_NONE;
};

const std::optional<Xcb>& xcb() {
  static const std::optional<Xcb> loaded = Xcb::load();
  return loaded;
}
#endif

}  // namespace

#if __has_include(<xcb/xcb.h>)
std::optional<std::vector<XWindow>> x_windows(const std::string& display) {
  if (!xcb()) return {};
  const Connection connection(*xcb(), display);
  if (!connection.open()) return {};
  std::vector<XWindow> windows;
  for (const xcb_window_t id : connection.listed())
    if (std::optional<XWindow> window = connection.describe(id); window && !window->title.empty())
      windows.push_back(std::move(*window));
  return windows;
}

std::optional<XWindow> x_window(const std::string& display, std::uint32_t id) {
  if (!xcb()) return {};
  const Connection connection(*xcb(), display);
  return connection.open() ? connection.describe(id) : std::nullopt;
}
#else
std::optional<std::vector<XWindow>> x_windows(const std::string&) { return {}; }
std::optional<XWindow> x_window(const std::string&, std::uint32_t) { return {}; }
#endif

std::optional<XWindow> named_x_window(const std::vector<XWindow>& windows, std::string_view words) {
  const auto first = [&](const auto& is) -> std::optional<XWindow> {
    const auto found = std::ranges::find_if(windows, is);
    return found == windows.end() ? std::nullopt : std::optional(*found);
  };
  if (const auto id = number_in(words))
    if (const auto found = first([&](const XWindow& window) { return window.id == *id; })) return found;
  if (const auto found = first([&](const XWindow& window) { return window.title == words; })) return found;
  const std::string part = lower(words);
  return first([&](const XWindow& window) { return !part.empty() && lower(window.title).find(part) != std::string::npos; });
}

std::string words_of(const std::vector<XWindow>& windows, const XWindow& window) {
  const auto found = named_x_window(windows, window.title);
  return found && found->id == window.id ? window.title : fmt::format("0x{:x}", window.id);
}

}  // namespace satscope::app
