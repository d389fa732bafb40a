// SPDX-License-Identifier: Apache-2.0
// Broken, cut and foreign files; and that nothing leads to the network.
#include <arpa/inet.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <map>
#include <random>
#include <thread>

#include "app/sources/live/live_feed.h"
#include "tests/sources/media.h"

namespace satscope::test {
namespace {

using namespace app;

class VideoDamage : public testing::Test {
 protected:
  void SetUp() override { SATSCOPE_NEEDS_FFMPEG(); }
  Folder folder_;
};

void expect_sentence(const std::string& why) {
  EXPECT_GT(why.size(), 15U) << why;
  EXPECT_EQ(why.find('\n'), std::string::npos) << why;
}

TEST_F(VideoDamage, ACutFileEndsWithASentenceAndItsGoodFrames) {
  for (const auto& [name, codec] : {std::pair{"a.mp4", "-c:v libx264 -bf 2 -movflags +faststart"},
                                    {"b.mkv", "-c:v libx264"},
                                    {"c.avi", "-c:v mpeg4"},
                                    {"d.mov", "-c:v qtrle -movflags +faststart"},
                                    {"e.mp4", "-c:v mpeg4"}}) {
    const std::string whole =
        read_file(make_video(folder_.file(name), fmt::format("-f lavfi -i testsrc2=size=96x64:rate=25:duration=2 {}", codec)));
    const auto all = decode_by_tool(folder_.file(name), {96, 64});
    std::size_t before = 0;
    for (int tenth = 0; tenth <= 10; ++tenth) {
      SCOPED_TRACE(fmt::format("{} cut at {} tenths", name, tenth));
      const std::size_t size = whole.size() * static_cast<std::size_t>(tenth) / 10;
      const std::string cut = folder_.write(fmt::format("cut-{}", name), whole.substr(0, size));
      Opened opened = open_live(cut, {});
      if (opened.answer != Answer::frame) {
        EXPECT_EQ(opened.answer, Answer::broken);
        expect_sentence(opened.why);
        EXPECT_LT(tenth, 10);
        continue;
      }
      Reading last;
      std::vector<double> stamps;
      const auto frames = read_all(*opened.input, &last, &stamps);
      if (tenth == 10) {
        EXPECT_EQ(last.answer, Answer::end) << last.why;
        EXPECT_EQ(frames.size(), all.size());
      } else if (tenth < 10 && frames.size() + 3 < all.size()) {
        EXPECT_EQ(last.answer, Answer::broken) << frames.size() << " frames, and no message";
        expect_sentence(last.why);
      }
      EXPECT_GE(frames.size() + 1, before) << "more bytes, fewer frames";
      before = frames.size();
      for (std::size_t i = 0; i < frames.size(); ++i) {
        // of frames that come out of order, one in between may be lost
        const auto shown = static_cast<std::size_t>(stamps[i] * 25 + 0.5);
        ASSERT_LT(shown, all.size());
        ASSERT_EQ(difference(frames[i], all[shown]), 0) << "frame " << i << " is none of the good ones";
      }
    }
    EXPECT_GT(before, 0U);
  }
}

TEST_F(VideoDamage, AFeedKeepsTheLastGoodFrameAndSaysWhy) {
  const auto file = make_video(folder_.file("a.mkv"), "-f lavfi -i testsrc2=size=96x64:rate=50:duration=1 -c:v libx264");
  const std::string whole = read_file(file);
  const std::string cut = folder_.write("cut.mkv", whole.substr(0, whole.size() / 2));
  LiveFeed feed([&](const OpenContext& context) { return open_live(cut, context); }, {});
  for (int i = 0; i < 3000 && feed.status().phase != Phase::failed; ++i) ::usleep(1000);
  const FeedStatus status = feed.status();
  EXPECT_EQ(status.phase, Phase::failed);
  expect_sentence(status.why);
  EXPECT_NE(status.why.find("cut.mkv"), std::string::npos) << status.why;
  EXPECT_GT(status.delivered, 0U);
  const auto frame = feed.take();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->number, status.delivered);
}

TEST_F(VideoDamage, RandomBytesAreAnsweredInWords) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 40; ++round) {
    std::string content(static_cast<std::size_t>(1) << (round % 16), '\0');
    for (char& c : content) c = static_cast<char>(random());
    const std::string file = folder_.write(round % 3 ? "a.mp4" : "noise", content);
    Opened opened = open_live(file, {});
    if (opened.answer == Answer::frame) {
      read_all(*opened.input);
    } else {
      EXPECT_EQ(opened.answer, Answer::broken);
      expect_sentence(opened.why);
    }
  }
}

TEST_F(VideoDamage, FlippedBytesDoNoHarm) {
  std::mt19937_64 random(11);
  for (const auto& [name, codec] :
       {std::pair{"a.mp4", "-c:v libx264"}, {"b.mkv", "-c:v ffv1"}, {"c.webm", "-c:v libvpx"}, {"d.ts", "-c:v mpeg2video"}}) {
    const std::string whole =
        read_file(make_video(folder_.file(name), fmt::format("-f lavfi -i testsrc2=size=64x48:rate=25:duration=1 {}", codec)));
    for (int round = 0; round < 12; ++round) {
      std::string spoilt = whole;
      for (int i = 0; i < 1 + round * 3; ++i) spoilt[random() % spoilt.size()] = static_cast<char>(random());
      Opened opened = open_live(folder_.write(fmt::format("spoilt-{}", name), spoilt), {});
      if (opened.answer == Answer::frame)
        read_all(*opened.input);
      else
        expect_sentence(opened.why);
    }
  }
}

TEST_F(VideoDamage, WhatIsNoVideoIsSaidToBeNone) {
  const auto refused = [](const std::string& words, const std::string& part) {
    const Opened opened = open_live(words, {});
    EXPECT_EQ(opened.answer, Answer::broken) << words;
    EXPECT_NE(opened.why.find(part), std::string::npos) << opened.why;
  };
  refused(folder_.file("missing.mp4"), "no such file");
  refused("/dev/null", "device");
  refused(make_video(folder_.file("sound.wav"), "-f lavfi -i sine=duration=0.2"), "no video");
  refused(folder_.write("text.txt", "this is no table\nand no video\n"), "text.txt");
  refused(folder_.write("empty.mp4", ""), "empty");
  std::string seven(5000, '\7');
  refused(folder_.write("seven", seven), "not a picture, a table of numbers or a video");
  refused("", "the name of the input is empty");
}

/// Listens on this machine, and says whether a client came.
class Listener {
 public:
  Listener() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::bind(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address);
    ::listen(socket_, 4);
    socklen_t size = sizeof address;
    ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
  }
  ~Listener() { ::close(socket_); }
  int port() const { return port_; }
  bool has_client() const {
    pollfd waiting{socket_, POLLIN, 0};
    return ::poll(&waiting, 1, 100) > 0;
  }
  /// Sends every client away.
  void refuse() const { ::close(accept()); }
  int accept() const { return ::accept(socket_, nullptr, nullptr); }

 private:
  int socket_, port_ = 0;
};

TEST_F(VideoDamage, NothingLeadsToTheNetwork) {
  const Listener listener;
  const std::string url = fmt::format("http://localhost:{}/a.ts", listener.port());
  const auto local = make_video(folder_.file("local.ts"), "-f lavfi -i testsrc2=size=32x32:rate=10:duration=1 -c:v mpeg2video");
  const std::vector<std::string> inputs{
      url,
      folder_.write("a.m3u8", fmt::format("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n{}\n#EXT-X-ENDLIST\n", url)),
      folder_.write("b.m3u8", fmt::format("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n{}\n", url)),
      folder_.write("c.ffconcat", fmt::format("ffconcat version 1.0\nfile {}\n", url)),
      folder_.write("e.sdp",
                    fmt::format("v=0\no=- 0 0 IN IP4 localhost\ns=x\nc=IN IP4 localhost\nt=0 0\nm=video {} RTP/AVP 32\n",
                                listener.port())),
  };
  for (const std::string& input : inputs) {
    const Opened opened = open_live(input, {});
    EXPECT_EQ(opened.answer, Answer::broken) << input;
    if (input.find(".sdp") == std::string::npos) {
      EXPECT_NE(opened.why.find("--allow-network"), std::string::npos) << opened.why;
    }
    EXPECT_FALSE(listener.has_client()) << input;
  }
  // first something of ours, then the network
  const std::string mixed = folder_.write(
      "f.m3u8", fmt::format("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nlocal.ts\n#EXTINF:1,\n{}\n#EXT-X-ENDLIST\n", url));
  Opened opened = open_live(mixed, {});
  ASSERT_EQ(opened.answer, Answer::frame) << opened.why;
  EXPECT_EQ(read_all(*opened.input).size(), 10U);
  EXPECT_FALSE(listener.has_client());
}

TEST_F(VideoDamage, WhoAllowsTheNetworkReachesIt) {
  const Listener listener;
  OpenContext context;
  context.allow_network = true;
  context.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
  const Opened opened = open_live(fmt::format("http://localhost:{}/a.ts", listener.port()), context);
  EXPECT_TRUE(listener.has_client()) << "the control: the tests above could not see a connection";
  EXPECT_EQ(opened.answer, Answer::broken);
  EXPECT_NE(opened.why.find("in time"), std::string::npos) << opened.why;
}

/// Serves texts over HTTP on this machine until it goes; what is not known is answered with silence.
class Server {
 public:
  explicit Server(std::map<std::string, std::string> texts) : texts_(std::move(texts)) {
    thread_ = std::jthread([this](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
        if (!listener_.has_client()) continue;
        const int visitor = listener_.accept();
        serve(visitor);
      }
      for (const int visitor : silent_) ::close(visitor);
    });
  }
  std::string url(const std::string& name) const { return fmt::format("http://localhost:{}{}", listener_.port(), name); }

 private:
  void serve(int visitor) {
    std::string asked(4096, '\0');
    pollfd readable{visitor, POLLIN, 0};
    if (::poll(&readable, 1, 2000) <= 0) asked.clear();
    asked.resize(
        static_cast<std::size_t>(std::max<ssize_t>(asked.empty() ? 0 : ::read(visitor, asked.data(), asked.size()), 0)));
    for (const auto& [name, text] : texts_)
      if (asked.starts_with("GET " + name + " ")) {
        const std::string answer =
            fmt::format("HTTP/1.0 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{}", text.size(), text);
        EXPECT_EQ(::write(visitor, answer.data(), answer.size()), static_cast<ssize_t>(answer.size()));
        ::close(visitor);
        return;
      }
    silent_.push_back(visitor);
  }

  Listener listener_;
  std::map<std::string, std::string> texts_;
  std::vector<int> silent_;
  std::jthread thread_;
};

std::string playlist_of(const std::string& part) {
  return fmt::format("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n{}\n#EXT-X-ENDLIST\n", part);
}

TEST_F(VideoDamage, WhatComesFromTheNetworkOpensNoFileHere) {
  const auto local = make_video(folder_.file("local.ts"), "-f lavfi -i testsrc2=size=32x32:rate=10:duration=1 -c:v mpeg2video");
  const Server server({{"/file.m3u8", playlist_of("file://" + local)},
                       {"/path.m3u8", playlist_of("file:" + local)},
                       {"/good.m3u8", playlist_of("local.ts")},
                       {"/local.ts", read_file(local)}});
  OpenContext context;
  context.allow_network = true;
  context.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  const auto stream_of = [](const std::string& playlist) {
    return fmt::format("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n{}\n", playlist);
  };
  for (const std::string& words :
       {server.url("/file.m3u8"), server.url("/path.m3u8"), folder_.write("there.m3u8", stream_of(server.url("/file.m3u8")))}) {
    const Opened opened = open_live(words, context);
    EXPECT_EQ(opened.answer, Answer::broken) << words;
    EXPECT_NE(opened.why.find("a file of this machine"), std::string::npos) << opened.why;
  }
  // the controls: the same lists work where they may
  for (const std::string& words : {server.url("/good.m3u8"), folder_.write("here.m3u8", playlist_of("file://" + local)),
                                   folder_.write("to.m3u8", stream_of(server.url("/good.m3u8")))}) {
    const Opened opened = open_live(words, context);
    EXPECT_EQ(opened.answer, Answer::frame) << words << ": " << opened.why;
  }
}

TEST_F(VideoDamage, AServerThatFallsSilentIsLeft) {
  const auto local =
      make_video(folder_.file("local.ts"), "-f lavfi -i testsrc2=size=32x32:rate=10:duration=15 -c:v mpeg2video");
  const Server server(
      {{"/one.ts", read_file(local)},
       {"/list.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\none.ts\n#EXTINF:1,\ntwo.ts\n#EXT-X-ENDLIST\n"}});
  OpenContext context;
  context.allow_network = true;
  context.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  context.max_wait = std::chrono::milliseconds(500);
  Opened opened = open_live(server.url("/list.m3u8"), context);
  ASSERT_EQ(opened.answer, Answer::frame) << opened.why;
  const auto began = std::chrono::steady_clock::now();
  Reading last;
  EXPECT_GT(read_all(*opened.input, &last).size(), 5U);
  EXPECT_EQ(last.answer, Answer::broken);
  EXPECT_NE(last.why.find("no data came"), std::string::npos) << last.why;
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(10));
}

TEST_F(VideoDamage, AnAddressOfNoKnownKindIsSaidToBeNone) {
  for (const bool allowed : {false, true}) {
    OpenContext context;
    context.allow_network = allowed;
    const Opened opened = open_live("pipe://0", context);
    EXPECT_EQ(opened.answer, Answer::broken);
    EXPECT_NE(opened.why.find("pipe://, which is not supported"), std::string::npos) << opened.why;
    EXPECT_EQ(opened.why.find("--allow-network"), std::string::npos) << opened.why;
  }
}

TEST_F(VideoDamage, OpeningCanBeCancelled) {
  const Listener listener;
  std::stop_source stop;
  OpenContext context;
  context.allow_network = true;
  context.stop = stop.get_token();
  stop.request_stop();
  const auto began = std::chrono::steady_clock::now();
  EXPECT_EQ(open_live(fmt::format("http://localhost:{}/a.ts", listener.port()), context).answer, Answer::broken);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(1));
}

}  // namespace
}  // namespace satscope::test
