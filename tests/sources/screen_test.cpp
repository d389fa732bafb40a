// SPDX-License-Identifier: Apache-2.0
// A real live source: an X screen of the test's own, whose pixels the test writes straight into its frame buffer.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef SATSCOPE_XCB
#include <xcb/xcb.h>
#endif

#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <thread>
#include <vector>

#include "app/sources/hash.h"
#include "app/sources/live/live_feed.h"
#include "app/sources/live/x_windows.h"
#include "tests/sources/media.h"

namespace satscope::test {
namespace {

using namespace app;
using namespace std::chrono_literals;

constexpr Extent k_screen_size{320, 200};

/// An Xvfb that keeps its frame buffer in a file: the head of an X window dump, a colour table, then rows of 32-bit pixels.
class Screen {
 public:
  Screen() {
    int ends[2];
    if (::pipe(ends) != 0) return;
    process_ = ::fork();
    if (process_ == 0) {
      ::dup2(ends[1], 3);
      const int quiet = ::open("/dev/null", O_RDWR);
      for (const int one : {0, 1, 2}) ::dup2(quiet, one);
      const std::string size = fmt::format("{}x{}x24", k_screen_size.width, k_screen_size.height);
      ::execlp("Xvfb", "Xvfb", "-displayfd", "3", "-screen", "0", size.c_str(), "-nolisten", "tcp", "-noreset", "-fbdir",
               folder_.path().c_str(), nullptr);
      ::_exit(127);
    }
    ::close(ends[1]);
    std::string number;
    char c = 0;
    while (::read(ends[0], &c, 1) == 1 && c != '\n') number += c;
    ::close(ends[0]);
    if (number.empty()) return;
    const int file = ::open(folder_.file("Xvfb_screen0").c_str(), O_RDWR);
    struct stat status {};
    if (file < 0 || ::fstat(file, &status) != 0) return;
    bytes_ = static_cast<std::size_t>(status.st_size);
    void* at = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    ::close(file);
    if (at == MAP_FAILED) return;
    buffer_ = static_cast<unsigned char*>(at);
    before_ = std::getenv("DISPLAY") ? std::optional<std::string>(std::getenv("DISPLAY")) : std::nullopt;
    ::setenv("DISPLAY", (":" + number).c_str(), 1);
    alive_ = true;
  }
  ~Screen() {
    end();
    if (buffer_) ::munmap(buffer_, bytes_);
    if (!alive_) return;
    if (before_)
      ::setenv("DISPLAY", before_->c_str(), 1);
    else
      ::unsetenv("DISPLAY");
  }
  bool alive() const { return alive_; }
  void end() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
    process_ = -1;
  }

  static std::uint32_t pixel(int x, int y, std::uint64_t seed) {
    return 0xFF000000U | static_cast<std::uint32_t>(mixed(seed ^ static_cast<std::uint64_t>(y * 1000 + x)) & 0xFFFFFF);
  }
  void paint(std::uint64_t seed) {
    const std::size_t stride = number(12), start = number(0) + 12 * number(19);
    for (int y = 0; y < k_screen_size.height; ++y)
      for (int x = 0; x < k_screen_size.width; ++x) {
        const std::uint32_t word = pixel(x, y, seed);
        unsigned char* to = buffer_ + start + static_cast<std::size_t>(y) * stride + static_cast<std::size_t>(x) * 4;
        to[0] = static_cast<unsigned char>(word >> 16);  // blue is the lowest byte there
        to[1] = static_cast<unsigned char>(word >> 8);
        to[2] = static_cast<unsigned char>(word);
      }
  }

 private:
  /// The n-th number of the head, most significant byte first.
  std::size_t number(std::size_t n) const {
    std::size_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | buffer_[4 * n + i];
    return value;
  }

  Folder folder_;
  pid_t process_ = -1;
  unsigned char* buffer_ = nullptr;
  std::size_t bytes_ = 0;
  bool alive_ = false;
  std::optional<std::string> before_;
};

class ScreenSource : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("Xvfb -help >/dev/null 2>&1") != 0) GTEST_SKIP() << "there is no Xvfb";
    screen_.emplace();
    ASSERT_TRUE(screen_->alive()) << "Xvfb did not start";
  }
  std::optional<Screen> screen_;
};

std::string first_difference(const SourceFrame& frame, int left, int top, std::uint64_t seed) {
  for (int y = 0; y < frame.extent.height; ++y)
    for (int x = 0; x < frame.extent.width; ++x) {
      const std::uint32_t got = frame.words()[static_cast<std::size_t>(y) * static_cast<std::size_t>(frame.extent.width) +
                                              static_cast<std::size_t>(x)];
      const std::uint32_t wanted = Screen::pixel(left + x, top + y, seed);
      if (got != wanted) return fmt::format("({}, {}): {:08x}, not {:08x}", x, y, got, wanted);
    }
  return {};
}

TEST_F(ScreenSource, ShowsThePixelsOfTheScreen) {
  screen_->paint(5);
  for (const auto& [words, extent, left, top] : {std::tuple{"screen", k_screen_size, 0, 0},
                                                 {"screen:100x50+7+11", Extent{100, 50}, 7, 11},
                                                 {"screen:37x23+283+177", Extent{37, 23}, 283, 177},
                                                 {"screen:1x1+5+5", Extent{1, 1}, 5, 5}}) {
    SCOPED_TRACE(words);
    const auto input = open_or_fail(words);
    ASSERT_TRUE(input);
    for (int i = 0; i < 3; ++i) {
      const Reading reading = input->next();
      ASSERT_EQ(reading.answer, Answer::frame) << reading.why;
      ASSERT_EQ(reading.frame.extent, extent);
      EXPECT_EQ(first_difference(reading.frame, left, top, 5), "");
    }
    EXPECT_NE(first_difference(input->next().frame, left, top, 6), "") << "the control";
    const Description said = input->describe();
    EXPECT_EQ(said.delivered.extent, extent);
    EXPECT_NEAR(said.delivered.rate, 30, 0.1);
    EXPECT_TRUE(said.leaves_mark);
    EXPECT_FALSE(said.mirrored);
  }
}

TEST_F(ScreenSource, FollowsTheScreenAndIsNeverOld) {
  screen_->paint(0);
  LiveFeed feed([](const OpenContext& context) { return open_live("screen", context); }, {});
  ASSERT_TRUE(gives_frames(feed));
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    screen_->paint(seed);
    const auto painted = std::chrono::steady_clock::now();
    // none is taken: the slot is written over. The first that comes may have begun before the screen was painted
    const auto come = feed.status().given + 2;
    for (int i = 0; i < 30000 && feed.status().given < come; ++i) std::this_thread::sleep_for(1ms);
    const auto frame = feed.take();
    ASSERT_TRUE(frame);
    EXPECT_EQ(first_difference(*frame, 0, 0, seed), "");
    EXPECT_GE(frame->capture_ms, 0);
    const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - painted;
    EXPECT_LT(frame->capture_ms, passed.count());
  }
  EXPECT_GT(feed.status().dropped, 4U);
  EXPECT_GE(feed.status().given, feed.status().dropped) << "what was dropped has come";
}

TEST_F(ScreenSource, WhatDoesNotFitIsRefused) {
  for (const char* words :
       {"screen:400x10+0+0", "screen:10x10+315+0", "screen:0x5+0+0", "screen:10x", "screen:10x10-5+5", "screen:axb"}) {
    const Opened opened = open_live(words, {});
    EXPECT_EQ(opened.answer, Answer::broken) << words;
    EXPECT_GT(opened.why.size(), 20U) << opened.why;
  }
}

TEST_F(ScreenSource, AScreenThatEndsSaysSo) {
  LiveFeed feed([](const OpenContext& context) { return open_live("screen", context); }, {});
  ASSERT_TRUE(gives_frames(feed));
  screen_->end();
  for (int i = 0; i < 3000 && feed.status().phase != Phase::failed; ++i) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(feed.status().phase, Phase::failed);
  EXPECT_FALSE(feed.status().why.empty());
}

/// Sets a variable of the environment while it lives.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* const before = std::getenv(name)) before_ = before;
    ::setenv(name, value, 1);
  }
  ~Variable() {
    if (before_)
      ::setenv(name_, before_->c_str(), 1);
    else
      ::unsetenv(name_);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST_F(ScreenSource, ABlackOneInAWaylandSessionSaysHowToGoOn) {
  const Variable no_display("WAYLAND_DISPLAY", ""), of_x("XDG_SESSION_TYPE", "x11");
  ASSERT_TRUE(open_or_fail("screen")) << "nothing was painted yet: black, in an X session";
  for (const auto& [name, value] : {std::pair{"WAYLAND_DISPLAY", "wayland-0"}, {"XDG_SESSION_TYPE", "wayland"}}) {
    SCOPED_TRACE(name);
    const Variable wayland(name, value);
    const Opened black = open_live("screen", {});
    EXPECT_EQ(black.answer, Answer::broken);
    for (const char* part : {"is black", "Wayland", "Xorg", "screen recorder"})
      EXPECT_NE(black.why.find(part), std::string::npos) << black.why;
  }
  const Variable wayland("WAYLAND_DISPLAY", "wayland-0");
  screen_->paint(5);
  EXPECT_TRUE(open_or_fail("screen")) << "an X server in the session whose pixels can be read";
}

#ifdef SATSCOPE_XCB
/// A window of another program: it has a connection of its own.
class OtherWindow {
 public:
  OtherWindow(const std::string& title, Extent extent, int x, int y) : title_(title), extent_(extent) {
    connection_ = xcb_connect(nullptr, nullptr);
    screen_ = xcb_setup_roots_iterator(xcb_get_setup(connection_)).data;
    id_ = xcb_generate_id(connection_);
    xcb_create_window(connection_, XCB_COPY_FROM_PARENT, id_, screen_->root, static_cast<std::int16_t>(x),
                      static_cast<std::int16_t>(y), static_cast<std::uint16_t>(extent.width),
                      static_cast<std::uint16_t>(extent.height), 0, XCB_WINDOW_CLASS_INPUT_OUTPUT, screen_->root_visual, 0,
                      nullptr);
    xcb_change_property(connection_, XCB_PROP_MODE_REPLACE, id_, atom("_NET_WM_NAME"), atom("UTF8_STRING"), 8,
                        static_cast<std::uint32_t>(title.size()), title.data());
    show(true);
  }
  ~OtherWindow() { xcb_disconnect(connection_); }
  OtherWindow(const OtherWindow&) = delete;
  OtherWindow& operator=(const OtherWindow&) = delete;

  std::uint32_t id() const { return id_; }
  void show(bool shown) {
    shown ? xcb_map_window(connection_, id_) : xcb_unmap_window(connection_, id_);
    finish();
  }
  void place(int x, int y, Extent extent) {
    const std::array<std::uint32_t, 4> values{static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y),
                                              static_cast<std::uint32_t>(extent.width),
                                              static_cast<std::uint32_t>(extent.height)};
    xcb_configure_window(connection_, id_,
                         XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y | XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT,
                         values.data());
    extent_ = extent;
    finish();
  }
  void paint(std::uint64_t seed) {
    std::vector<std::uint32_t> words;
    for (int y = 0; y < extent_.height; ++y)
      for (int x = 0; x < extent_.width; ++x) {
        const std::uint32_t word = Screen::pixel(x, y, seed);
        words.push_back((word & 0xFF) << 16 | (word & 0xFF00) | (word >> 16 & 0xFF));  // blue is the lowest byte there
      }
    const xcb_gcontext_t pen = xcb_generate_id(connection_);
    xcb_create_gc(connection_, pen, id_, 0, nullptr);
    xcb_put_image(connection_, XCB_IMAGE_FORMAT_Z_PIXMAP, id_, pen, static_cast<std::uint16_t>(extent_.width),
                  static_cast<std::uint16_t>(extent_.height), 0, 0, 0, screen_->root_depth,
                  static_cast<std::uint32_t>(words.size() * 4), reinterpret_cast<const std::uint8_t*>(words.data()));
    finish();
  }
  /// As a window manager lists windows.
  void list(const std::vector<std::uint32_t>& windows) {
    xcb_change_property(connection_, XCB_PROP_MODE_REPLACE, screen_->root, atom("_NET_CLIENT_LIST"), XCB_ATOM_WINDOW, 32,
                        static_cast<std::uint32_t>(windows.size()), windows.data());
    finish();
  }
  void close() {
    xcb_destroy_window(connection_, id_);
    finish();
  }

 private:
  xcb_atom_t atom(std::string_view name) const {
    const auto cookie = xcb_intern_atom(connection_, 0, static_cast<std::uint16_t>(name.size()), name.data());
    xcb_intern_atom_reply_t* const reply = xcb_intern_atom_reply(connection_, cookie, nullptr);
    const xcb_atom_t atom = reply->atom;
    std::free(reply);
    return atom;
  }
  /// Returns when the server has done all.
  void finish() const { std::free(xcb_get_input_focus_reply(connection_, xcb_get_input_focus(connection_), nullptr)); }

  std::string title_;
  Extent extent_;
  xcb_connection_t* connection_;
  xcb_screen_t* screen_;
  xcb_window_t id_;
};

TEST_F(ScreenSource, OneWindowIsFoundByItsTitleAndShowsItsOwnPixels) {
  screen_->paint(5);
  OtherWindow other("Bildschirm", {20, 10}, 200, 5), window("Größe: Page 1", {61, 43}, 30, 20);
  window.paint(7);
  for (const std::string& words : {std::string("Größe: Page 1"), std::string("page"), fmt::format("0x{:x}", window.id())}) {
    SCOPED_TRACE(words);
    const auto input = open_or_fail("screen:window:" + words);
    ASSERT_TRUE(input);
    const Reading reading = input->next();
    ASSERT_EQ(reading.answer, Answer::frame) << reading.why;
    ASSERT_EQ(reading.frame.extent, (Extent{61, 43}));
    EXPECT_EQ(first_difference(reading.frame, 0, 0, 7), "");
    EXPECT_NE(first_difference(reading.frame, 30, 20, 5), "") << "the control";
    EXPECT_TRUE(input->describe().leaves_mark);
    EXPECT_EQ(input->describe().name, "the window 'Größe: Page 1'");
  }
  const auto windows = x_windows(std::getenv("DISPLAY"));
  ASSERT_TRUE(windows);
  ASSERT_EQ(windows->size(), 2U);
  EXPECT_EQ(windows->at(1).title, "Größe: Page 1");
  EXPECT_EQ(windows->at(1).extent, (Extent{61, 43}));
  window.list({window.id()});
  EXPECT_EQ(x_windows(std::getenv("DISPLAY"))->size(), 1U) << "the window manager knows best";
}

TEST_F(ScreenSource, AWindowIsFollowedWhereverItGoes) {
  OtherWindow window("moves", {61, 43}, 30, 20);
  window.paint(7);
  const auto input = open_or_fail("screen:window:moves");
  ASSERT_TRUE(input);
  ASSERT_EQ(input->next().answer, Answer::frame);
  window.place(111, 77, {61, 43});
  window.paint(8);
  EXPECT_EQ(first_difference(input->next().frame, 0, 0, 8), "");
  for (const Extent extent : {Extent{80, 50}, Extent{33, 21}}) {
    window.place(9, 11, extent);
    window.paint(9);
    Reading reading;
    for (int i = 0; i < 300 && reading.frame.extent != extent; ++i) {
      reading = input->next();
      ASSERT_EQ(reading.answer, Answer::frame) << reading.why;
    }
    ASSERT_EQ(reading.frame.extent, extent);
    EXPECT_EQ(first_difference(reading.frame, 0, 0, 9), "");
  }
}

/// What ends an input that gave frames.
std::string end_of(LiveInput& input) {
  for (int i = 0; i < 1000; ++i)
    if (const Reading reading = input.next(); reading.answer != Answer::frame) return reading.why;
  return "no end";
}

TEST_F(ScreenSource, AWindowThatClosesOrIsMinimisedIsASentence) {
  OtherWindow window("goes", {61, 43}, 30, 20);
  const auto input = open_or_fail("screen:window:goes");
  ASSERT_TRUE(input);
  window.show(false);
  EXPECT_EQ(end_of(*input), "the window 'goes' is minimised, or on another desktop: it cannot be read there");
  window.list({window.id()});
  EXPECT_EQ(open_live("screen:window:goes", {}).why,
            "the window 'goes' is minimised, or on another desktop: it cannot be read there");
  window.show(true);
  const auto again = open_or_fail("screen:window:goes");
  ASSERT_TRUE(again);
  window.close();
  EXPECT_EQ(end_of(*again), "the window 'goes' was closed");
}

TEST_F(ScreenSource, ATitleThatNoWindowHasIsRefusedWithThoseThereAre) {
  const OtherWindow window("a terminal", {20, 10}, 0, 0);
  const Opened opened = open_live("screen:window:browser", {});
  EXPECT_EQ(opened.answer, Answer::broken);
  EXPECT_EQ(opened.why, "no window is called 'browser'; there are 'a terminal'");
  for (const char* words : {"screen:window", "screen:window:", "screen:windows"})
    EXPECT_NE(open_live(words, {}).why.find("screen:window:TITLE"), std::string::npos) << words;
  const Variable wayland("WAYLAND_DISPLAY", "wayland-0");
  EXPECT_NE(open_live("screen:window:browser", {}).why.find("in a Wayland session"), std::string::npos);
}
#endif

TEST(WindowTitles, AWindowIsNamedSoThatItIsFoundAgain) {
  const std::vector<XWindow> windows{{.id = 0x400001, .title = "Editor - page"},
                                     {.id = 0x400002, .title = "page"},
                                     {.id = 0x600001, .title = "page"},
                                     {.id = 0x600002, .title = "0x400001"}};
  EXPECT_EQ(named_x_window(windows, "page")->id, 0x400002U) << "a title before a part of one";
  EXPECT_EQ(named_x_window(windows, "EDIT")->id, 0x400001U);
  EXPECT_EQ(named_x_window(windows, "0x600001")->id, 0x600001U);
  EXPECT_FALSE(named_x_window(windows, "browser"));
  EXPECT_FALSE(named_x_window(windows, ""));
  for (const XWindow& window : windows) EXPECT_EQ(named_x_window(windows, words_of(windows, window))->id, window.id);
}

TEST(ScreenSourceWithoutX, SaysThatThereIsNone) {
  const std::string before = std::getenv("DISPLAY") ? std::getenv("DISPLAY") : "";
  ::unsetenv("DISPLAY");
  EXPECT_NE(open_live("screen", {}).why.find("DISPLAY"), std::string::npos);
  ::setenv("DISPLAY", ":4711", 1);
  const Opened opened = open_live("screen", {});
  EXPECT_EQ(opened.answer, Answer::broken);
  EXPECT_FALSE(opened.why.empty());
  if (before.empty())
    ::unsetenv("DISPLAY");
  else
    ::setenv("DISPLAY", before.c_str(), 1);
}

}  // namespace
}  // namespace satscope::test
