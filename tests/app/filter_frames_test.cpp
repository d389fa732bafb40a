// SPDX-License-Identifier: Apache-2.0
// satscope filter on frames: folders, videos that the `ffmpeg` tool makes and reads, broken ones, and Ctrl-C.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <set>
#include <thread>

#include "app/sources/live/video_encoder.h"
#include "tests/app/filtered.h"
#include "tests/app/program.h"

namespace satscope::test {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr Extent k_size{96, 64};

std::string numbered(int number) { return fmt::format("out-{:06}.png", number); }

double mean_difference(const Picture& a, const Picture& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.rgba.size(); ++i)
    for (int shift = 0; shift < 24; shift += 8)
      sum += std::abs(static_cast<int>(a.rgba[i] >> shift & 0xFF) - static_cast<int>(b.rgba[i] >> shift & 0xFF));
  return sum / (3.0 * static_cast<double>(a.rgba.size()));
}

/// When the frames of a video are due, in seconds.
std::vector<double> stamps_of(const std::string& file) {
  std::vector<double> stamps;
  if (const auto video = open_or_fail(file)) read_all(*video, nullptr, &stamps);
  return stamps;
}

/// The number that is before "frame" in what was said.
int frames_reported(const std::string& said) {
  const std::size_t end = said.rfind(" frame");
  if (end == said.npos) return -1;
  return std::atoi(said.c_str() + said.rfind(' ', end - 1));
}

void expect_names(const Folder& folder, int count) {
  std::vector<std::string> wanted;
  for (int n = 1; n <= count; ++n) wanted.push_back(numbered(n));
  EXPECT_EQ(folder.names(), wanted);
}

class FilteringFrames : public testing::Test {
 protected:
  Outcome filter(const std::string& input, const std::string& out, const std::vector<std::string>& also = {}) {
    std::vector<std::string> words{"filter", input, "-o", out_.file(out), "--machine", "cpu", "--chain", "box r=2"};
    words.insert(words.end(), also.begin(), also.end());
    return run(words);
  }
  Folder in_, out_;
};

TEST_F(FilteringFrames, AFolderBecomesNumberedPictures) {
  // of two sizes, one of them grey, in the order of their numbers
  const std::vector<Picture> pictures{reported_picture({37, 23}, false), reported_picture({37, 23}, true),
                                      reported_picture({5, 41}, false)};
  in_.write("2.png", png_of(pictures[0], false));
  in_.write("9.png", png_of(pictures[1], true));
  in_.write("10.png", png_of(pictures[2], false));
  const Outcome outcome = filter(in_.path().string(), "out.png");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("3 frames, numbered PNG"), std::string::npos) << outcome.err;
  expect_names(out_, 3);
  for (int n = 0; n < 3; ++n) {
    const std::string file = out_.file(numbered(n + 1));
    EXPECT_EQ(difference(read_png(file), box_mean(pictures[static_cast<std::size_t>(n)], 2)), 0) << n;
    EXPECT_EQ(colour_type_of(read_file(file)), n == 1 ? 0 : 2) << n;
  }
}

TEST_F(FilteringFrames, ABrokenPictureOfAFolderEndsItAndKeepsWhatIsDone) {
  const std::string good = png_of(reported_picture({37, 23}, false), false);
  in_.write("1.png", good);
  in_.write("2.png", good.substr(0, good.size() / 2));
  in_.write("3.png", good);
  const Outcome outcome = filter(in_.path().string(), "out.png");
  EXPECT_EQ(outcome.code, k_failed);
  EXPECT_NE(outcome.err.find("2.png"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("; 1 frame before that is kept"), std::string::npos) << outcome.err;
  expect_names(out_, 1);
}

TEST_F(FilteringFrames, FramesStopsThem) {
  const Outcome outcome = filter("synthetic:64x48", "out.png", {"--frames", "3"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  expect_names(out_, 3);
  const auto source = open_or_fail("synthetic:64x48");
  ASSERT_TRUE(source);
  for (int n = 1; n <= 3; ++n) {
    const app::Reading reading = source->next();
    const auto words = reading.frame.words();
    const Picture frame{reading.frame.extent, {words.begin(), words.end()}};
    EXPECT_EQ(difference(read_png(out_.file(numbered(n))), box_mean(frame, 2)), 0) << n;
  }
}

// a video that says how it is to be turned is cropped and rotated as a player shows it
TEST_F(FilteringFrames, FramesAreCroppedAndRotated) {
  SATSCOPE_NEEDS_FFMPEG();
  const std::string lying =
      make_video(in_.file("lying.mov"), "-f lavfi -i testsrc2=size=64x40:rate=10:duration=0.2 -c:v qtrle -pix_fmt rgb24");
  ASSERT_NO_FATAL_FAILURE(turn_video(lying, 90));
  const std::vector<Picture> frames = read_all(*open_or_fail(lying));
  ASSERT_EQ(frames.size(), 2U);
  ASSERT_EQ(frames.front().extent, (Extent{40, 64}));
  const Outcome outcome = filter(lying, "out.png", {"--crop", "30x21+4+9", "--flip", "horizontal", "--rotate", "270"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  expect_names(out_, 2);
  for (int n = 0; n < 2; ++n) {
    const Picture wanted = rotated(flipped(cropped(frames[static_cast<std::size_t>(n)], 4, 9, 30, 21)), 3);
    EXPECT_EQ(difference(read_png(out_.file(numbered(n + 1))), box_mean(wanted, 2)), 0) << n;
  }
}

TEST_F(FilteringFrames, HdrIsMappedWhereThatIsAskedFor) {
  SATSCOPE_NEEDS_FFMPEG();
  // one grey of 10 bits: 573 of narrow range is the PQ code of 203 cd/m2, which is 148 of 255, and 230 after BT.2390
  const auto file = make_video(in_.file("a.mkv"),
                               "-f lavfi -i color=black:size=16x16:rate=10:duration=0.1 -vf "
                               "format=yuv444p10le,geq=lum=573:cb=512:cr=512 -c:v ffv1 -color_range tv -color_trc smpte2084 "
                               "-color_primaries bt2020 -colorspace bt2020nc");
  const auto red_of = [&](const char* name) { return static_cast<int>(read_png(out_.file(name)).rgba.front() & 0xFF); };
  const Outcome plain = filter(file, "out.png");
  EXPECT_EQ(plain.code, 0) << plain.err;
  EXPECT_NE(plain.err.find("--tone-map bt2390 maps them"), std::string::npos) << plain.err;
  EXPECT_EQ(red_of("out-000001.png"), 148);
  const Outcome mapped = filter(file, "out.png", {"--tone-map", "bt2390"});
  EXPECT_EQ(mapped.code, 0) << mapped.err;
  EXPECT_NE(mapped.err.find("mapped for an ordinary screen (BT.2390)"), std::string::npos) << mapped.err;
  EXPECT_NEAR(red_of("out-000001.png"), 230, 1);
  expect_refused({"filter", file, "-o", out_.file("b.png"), "--tone-map", "aces"}, k_usage,
                 {"unknown tone map 'aces'; choose one of none, bt2390"});
}

TEST_F(FilteringFrames, CtrlCKeepsThePicturesThatAreDone) {
  Running running({"filter", "synthetic:64x48", "-o", out_.file("out.png"), "--machine", "cpu"});
  for (int i = 0; i < 1000 && !std::filesystem::exists(out_.file(numbered(3))); ++i) std::this_thread::sleep_for(10ms);
  const auto sent = Clock::now();
  running.send(SIGINT);
  const Outcome outcome = running.wait();
  EXPECT_LT(Clock::now() - sent, 2s);
  EXPECT_EQ(outcome.code, 128 + SIGINT) << outcome.err;
  EXPECT_NE(outcome.err.find("has no end"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("stopped by Ctrl-C"), std::string::npos) << outcome.err;
  expect_names(out_, frames_reported(outcome.err));
}

TEST_F(FilteringFrames, CtrlCWithinAFrameDoesNotWaitForIt) {
  // minutes of work
  Running running(
      {"filter", "synthetic:3840x2160", "-o", out_.file("out.png"), "--chain", "box-naive r=900", "--machine", "cpu"});
  for (int i = 0; i < 1000 && running.err().empty(); ++i) std::this_thread::sleep_for(10ms);
  std::this_thread::sleep_for(1s);
  const auto sent = Clock::now();
  running.send(SIGTERM);
  const Outcome outcome = running.wait();
  EXPECT_LT(Clock::now() - sent, 10s) << "a busy machine needs its time too";
  EXPECT_EQ(outcome.code, 128 + SIGTERM) << outcome.err;
  EXPECT_NE(outcome.err.find("nothing was written"), std::string::npos) << outcome.err;
  EXPECT_TRUE(out_.names().empty());
}

TEST_F(FilteringFrames, CtrlCEndsTheWaitForAPipe) {
  const std::string out = out_.file("out.png"), in = in_.file("in.ts");
  ASSERT_EQ(::mkfifo(out.c_str(), 0600), 0);
  ASSERT_EQ(::mkfifo(in.c_str(), 0600), 0);
  std::vector<std::vector<std::string>> all{{"pattern:zero:64x64", out}};
  if (app::media_support().why_not.empty())
    all.push_back({in_.write("list.ffconcat", "ffconcat version 1.0\nfile in.ts\n"), out_.file("other.png")});
  for (const auto& words : all) {
    SCOPED_TRACE(words[0]);
    Running running({"filter", words[0], "-o", words[1], "--machine", "cpu"});
    std::this_thread::sleep_for(1s);
    running.send(SIGINT);
    const Outcome outcome = running.wait();
    EXPECT_EQ(outcome.code, 128 + SIGINT) << outcome.err;
    EXPECT_NE(outcome.err.find("stopped by Ctrl-C"), std::string::npos) << outcome.err;
  }
}

class FilteringVideos : public FilteringFrames {
 protected:
  void SetUp() override {
    SATSCOPE_NEEDS_FFMPEG();
    if (!app::media_support().why_not.empty()) GTEST_SKIP() << app::media_support().why_not;
  }
  /// 20 frames, without loss, so that every frame is known.
  std::string video(const std::string& name, const std::string& codec) {
    return make_video(in_.file(name), fmt::format("-f lavfi -i testsrc2=size=96x64:rate=10:duration=2 {}", codec));
  }
};

TEST_F(FilteringVideos, EveryFrameIsFiltered) {
  const std::string input = video("in.mkv", "-c:v ffv1 -pix_fmt bgr0");
  const auto frames = decode_by_tool(input, k_size);
  ASSERT_EQ(frames.size(), 20U);
  const Outcome outcome = filter(input, "out.png");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  expect_names(out_, 20);
  for (std::size_t n = 0; n < frames.size(); ++n)
    EXPECT_EQ(difference(read_png(out_.file(numbered(static_cast<int>(n) + 1))), box_mean(frames[n], 2)), 0) << n;
}

TEST_F(FilteringVideos, AVideoBecomesAVideo) {
  const std::string input = video("in.mkv", "-c:v ffv1 -pix_fmt bgr0");
  const auto frames = decode_by_tool(input, k_size);
  for (const char* name : {"out.mp4", "out.mkv"}) {
    const Outcome outcome = filter(input, name);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("20 frames, "), std::string::npos) << outcome.err;
    const auto written = decode_by_tool(out_.file(name), k_size, {}, "bt709");
    ASSERT_EQ(written.size(), frames.size()) << name;
    for (std::size_t n = 0; n < frames.size(); ++n) {
      EXPECT_LT(mean_difference(written[n], box_mean(frames[n], 2)), 6) << name << " " << n;
      EXPECT_GT(mean_difference(written[n], frames[n]), 6) << "unfiltered would be seen";
    }
    const std::vector<double> stamps = stamps_of(out_.file(name));
    ASSERT_EQ(stamps.size(), 20U);
    EXPECT_NEAR(stamps[19], 1.9, 0.01);
  }
  EXPECT_EQ(filter(input, "few.mp4", {"--frames", "7"}).code, 0);
  EXPECT_EQ(decode_by_tool(out_.file("few.mp4"), k_size).size(), 7U);
}

TEST_F(FilteringVideos, AFolderBecomesAVideoAtItsRate) {
  for (const char* name : {"1.png", "2.png", "3.png"}) in_.write(name, png_of(reported_picture({37, 23}, false), false));
  EXPECT_EQ(filter(in_.path().string(), "out.mp4", {"--rate", "2"}).code, 0);
  const std::vector<double> stamps = stamps_of(out_.file("out.mp4"));
  ASSERT_EQ(stamps.size(), 3U);
  EXPECT_NEAR(stamps[2], 1, 0.01);
  // a video has one size
  in_.write("4.png", png_of(reported_picture({38, 23}, false), false));
  const Outcome outcome = filter(in_.path().string(), "sizes.mp4");
  EXPECT_EQ(outcome.code, k_failed);
  EXPECT_NE(outcome.err.find("38x23"), std::string::npos) << outcome.err;
  EXPECT_EQ(decode_by_tool(out_.file("sizes.mp4"), {37, 23}).size(), 3U);
}

TEST_F(FilteringVideos, OfACutVideoTheFramesBeforeTheCutStay) {
  const std::string input = video("in.mkv", "-c:v ffv1 -pix_fmt bgr0");
  const auto frames = decode_by_tool(input, k_size);
  const std::string whole = read_file(input), cut = in_.write("cut.mkv", whole.substr(0, whole.size() * 6 / 10));
  const Outcome pictures = filter(cut, "out.png");
  EXPECT_EQ(pictures.code, k_failed);
  EXPECT_NE(pictures.err.find("broken video"), std::string::npos) << pictures.err;
  const int kept = frames_reported(pictures.err);
  EXPECT_GT(kept, 5);
  EXPECT_LT(kept, 19);
  expect_names(out_, kept);
  for (int n = 1; n <= kept; ++n)
    EXPECT_EQ(difference(read_png(out_.file(numbered(n))), box_mean(frames[static_cast<std::size_t>(n - 1)], 2)), 0) << n;

  const Outcome outcome = filter(cut, "out.mp4");
  EXPECT_EQ(outcome.code, k_failed);
  EXPECT_EQ(frames_reported(outcome.err), kept);
  EXPECT_EQ(decode_by_tool(out_.file("out.mp4"), k_size).size(), static_cast<std::size_t>(kept));
}

TEST_F(FilteringVideos, WithoutAFrameThereIsNoFile) {
  const std::string whole = read_file(video("in.mp4", "-c:v mpeg4 -movflags +faststart"));
  in_.write("head.mp4", whole.substr(0, whole.find("mdat") + 8));
  in_.write("noise.mp4", std::string(5000, '\xA7'));
  for (const char* name : {"head.mp4", "noise.mp4"})
    for (const char* out : {"out.mp4", "out.png"})
      expect_refused({"filter", in_.file(name), "-o", out_.file(out), "--machine", "cpu"}, k_failed, {name});
  EXPECT_TRUE(out_.names().empty());
  expect_refused({"filter", in_.file("in.mp4"), "-o", out_.file("no/out.mp4")}, k_failed, {"cannot write"});
}

TEST_F(FilteringVideos, APlaylistThatNamesItselfIsRefusedAtOnce) {
  in_.write("b.m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nb.m3u8\n");
  const auto began = Clock::now();
  expect_refused({"filter", in_.file("b.m3u8"), "-o", out_.file("out.png")}, k_failed, {"b.m3u8", "to itself"});
  EXPECT_LT(Clock::now() - began, 8s);
}

TEST_F(FilteringVideos, AListOfVideosThatNamesItselfIsRefused) {
  in_.write("self.ffconcat", "ffconcat version 1.0\nfile self.ffconcat\n");
  in_.write("a.ffconcat", "ffconcat version 1.0\n  file 'b.ffconcat'\n");
  in_.write("b.ffconcat", "ffconcat version 1.0\nfile a.ffconcat\n");
  for (const char* name : {"self.ffconcat", "a.ffconcat"})
    expect_refused({"filter", in_.file(name), "-o", out_.file("out.png")}, k_failed, {name, "leads to itself"});
  // the same part twice, and a list in a list, are no such thing
  video("v.mkv", "-c:v ffv1 -pix_fmt bgr0");
  in_.write("two.ffconcat", "ffconcat version 1.0\nfile v.mkv\nfile v.mkv\n");
  in_.write("four.ffconcat", "ffconcat version 1.0\nfile two.ffconcat\nfile two.ffconcat\n");
  EXPECT_EQ(filter(in_.file("two.ffconcat"), "out.png").code, 0);
  EXPECT_EQ(out_.names().size(), 40U);
  EXPECT_EQ(filter(in_.file("four.ffconcat"), "out.png").code, 0);
}

TEST_F(FilteringFrames, PicturesKeepTheirNames) {
  std::filesystem::create_directory(in_.path() / "holiday");
  for (const char* name : {"holiday/a.png", "holiday/b 2.png", "c.png"})
    in_.write(name, png_of(reported_picture({9, 7}, false), false));
  const auto filtered = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "filter");
    words.insert(words.end(), {"--machine", "cpu", "--chain", "box r=2"});
    return run(words, out_.path().string());
  };
  const auto names_in = [&](const char* folder) {
    std::set<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(out_.path() / folder)) names.insert(file.path().filename());
    return names;
  };
  const std::set<std::string> both{"a.png", "b 2.png"};
  for (const char* folder : {"holiday", "holiday/"}) {
    const Outcome outcome = filtered({in_.file(folder)});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("2 pictures in 'holiday-filtered"), std::string::npos) << outcome.err;
  }
  EXPECT_EQ(names_in("holiday-filtered"), both);
  EXPECT_EQ(names_in("holiday-filtered-2"), both) << "the second run replaces nothing";
  EXPECT_EQ(filtered({in_.file("holiday"), "-o", "out/"}).code, 0);
  EXPECT_EQ(filtered({in_.file("holiday"), in_.file("c.png"), "-o", "all"}).code, 0);
  EXPECT_EQ(names_in("out"), both);
  EXPECT_EQ(names_in("all"), (std::set<std::string>{"a.png", "b 2.png", "c.png"}));
  EXPECT_EQ(filtered({in_.file("holiday/a.png"), in_.file("c.png")}).code, 0);
  EXPECT_TRUE(names_in(".").contains("a-result.png") && names_in(".").contains("c-result.png"));
  EXPECT_EQ(difference(read_png(out_.file("out/b 2.png")), box_mean(reported_picture({9, 7}, false), 2)), 0);
  // one that is broken spoils no other
  std::filesystem::create_directory(in_.path() / "some");
  for (const char* name : {"some/1.png", "some/3.png"}) in_.write(name, png_of(reported_picture({9, 7}, false), false));
  const std::string whole = png_of(reported_picture({37, 23}, false), false);
  in_.write("some/2.png", whole.substr(0, whole.size() / 2));
  const Outcome broken = filtered({in_.file("some"), "-o", "some/"});
  EXPECT_EQ(broken.code, k_failed);
  EXPECT_NE(broken.err.find("2 of 3 pictures"), std::string::npos) << broken.err;
  EXPECT_NE(broken.err.find("2.png"), std::string::npos) << broken.err;
  EXPECT_EQ(names_in("some"), (std::set<std::string>{"1.png", "3.png"}));
  const std::string before = read_file(in_.file("holiday/a.png"));
  EXPECT_EQ(filtered({in_.file("holiday"), "-o", in_.file("holiday")}).code, k_failed) << "the pictures are never replaced";
  EXPECT_EQ(read_file(in_.file("holiday/a.png")), before);
  expect_refused({"filter", in_.file("c.png"), in_.file("c.png"), "-o", "out.png"}, k_usage, {"a folder", "out.png"});
  expect_refused({"filter", in_.file("c.png"), in_.file("c.png"), "--rate", "3"}, k_usage, {"--rate"});
}

TEST_F(FilteringVideos, TheInputIsNeverReplaced) {
  const std::string input = video("in.mp4", "-c:v mpeg4"), before = read_file(input);
  std::filesystem::create_symlink(input, in_.file("link.mp4"));
  std::filesystem::create_hard_link(input, in_.file("hard.mp4"));
  in_.write("list.ffconcat", "ffconcat version 1.0\nfile in.mp4\n");
  std::filesystem::create_directory(in_.path() / "folder");
  const std::string picture = in_.write("folder/out-000001.png", png_of(reported_picture({37, 23}, false), false));
  const std::string still = read_file(picture);
  for (const auto& [from, to] : {std::pair{"in.mp4", "in.mp4"},
                                 {"in.mp4", "link.mp4"},
                                 {"link.mp4", "in.mp4"},
                                 {"in.mp4", "hard.mp4"},
                                 {"in.mp4", "folder/../in.mp4"},
                                 {"list.ffconcat", "in.mp4"},
                                 {"folder", "folder/out.png"},
                                 {"folder/out-000001.png", "folder/out-000001.png"}})
    expect_refused({"filter", in_.file(from), "-o", in_.file(to), "--machine", "cpu"}, k_failed,
                   {to == std::string("folder/out.png") ? "out-000001.png" : to, "it is the input"});
  EXPECT_EQ(read_file(input), before);
  EXPECT_EQ(read_file(picture), still);
  EXPECT_TRUE(std::filesystem::is_symlink(in_.file("link.mp4")));
  // another file is replaced as ever
  EXPECT_EQ(run({"filter", input, "-o", out_.file("out.mp4"), "--machine", "cpu"}).code, 0);
  EXPECT_EQ(run({"filter", input, "-o", out_.file("out.mp4"), "--machine", "cpu"}).code, 0);
}

/// Of the sound as it is stored.
std::string sound_of(const std::string& file) {
  return shell_output(fmt::format("ffmpeg -v error -i '{}' -map 0:a -f md5 -", file));
}
double seconds_of_sound(const std::string& file) {
  return std::stod(shell_output(
      fmt::format("ffprobe -v error -select_streams a -show_entries packet=pts_time,duration_time -of csv=p=0 '{}' | "
                  "awk -F, '{{ end = $1 + $2; if (end > most) most = end }} END {{ print most }}'",
                  file)));
}

TEST_F(FilteringVideos, TheSoundIsCopied) {
  const std::string input =
      make_video(in_.file("in.mp4"),
                 "-f lavfi -i testsrc2=size=96x64:rate=10:duration=2 -f lavfi -i sine=frequency=440:duration=2.5 -c:a aac");
  const std::string wanted = sound_of(input);
  for (const char* name : {"out.mp4", "out.mov", "out.mkv"}) {
    const Outcome outcome = filter(input, name);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("its sound is copied"), std::string::npos) << outcome.err;
    EXPECT_NEAR(seconds_of_sound(out_.file(name)), 2.5, 0.05) << name;
    if (name != std::string("out.mkv")) {  // which keeps the coder's delay
      EXPECT_EQ(sound_of(out_.file(name)), wanted) << name;
    }
  }
  // as long as the frames
  EXPECT_EQ(filter(input, "few.mp4", {"--frames", "7"}).code, 0);
  EXPECT_NEAR(seconds_of_sound(out_.file("few.mp4")), 0.7, 0.03);
  EXPECT_EQ(decode_by_tool(out_.file("few.mp4"), k_size).size(), 7U);
}

TEST_F(FilteringVideos, TheSoundStaysWithItsFrames) {
  // 0.3 s later than the video, in a container that begins at 1.4 s
  const std::string input = make_video(in_.file("in.ts"),
                                       "-f lavfi -i testsrc2=size=96x64:rate=10:duration=2 -itsoffset 0.3 -f lavfi -i "
                                       "sine=frequency=440:duration=1 -c:v mpeg2video -c:a mp2");
  EXPECT_EQ(filter(input, "out.mkv").code, 0);
  EXPECT_NEAR(seconds_of_sound(out_.file("out.mkv")), 1.3, 0.06);
}

TEST_F(FilteringVideos, SoundThatCannotBeKeptIsSaid) {
  const std::string input = make_video(in_.file("in.mkv"),
                                       "-f lavfi -i testsrc2=size=96x64:rate=10:duration=1 -f lavfi -i sine=duration=1 "
                                       "-c:v ffv1 -pix_fmt bgr0 -c:a pcm_s16le");
  const Outcome no = filter(input, "out.mp4"), yes = filter(input, "out.mov"), pictures = filter(input, "out.png");
  EXPECT_NE(no.err.find("without the sound (pcm_s16le, which mp4 cannot hold)"), std::string::npos) << no.err;
  EXPECT_EQ(sound_of(out_.file("out.mov")), sound_of(input)) << yes.err;
  EXPECT_NE(pictures.err.find("without the sound"), std::string::npos) << pictures.err;
  EXPECT_EQ(filter(video("mute.mkv", "-c:v ffv1 -pix_fmt bgr0"), "mute.mp4").err.find("sound"), std::string::npos);
}

TEST_F(FilteringVideos, WhatGivesNothingIsNotWaitedForWithoutEnd) {
  // a live playlist whose only part is itself: its next part never comes
  in_.write("live.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nlive.m3u8\n");
  expect_refused({"filter", in_.file("live.m3u8"), "-o", out_.file("out.png")}, k_failed, {"does not answer in time"});
}

TEST_F(FilteringVideos, ABrokenVideoIsReportedInOneLine) {
  // a remark about its pixels, one about what is damaged if there is any, and that it ends early
  const std::string whole = read_file(video("in.mkv", "-vf setsar=2/1 -c:v ffv1 -pix_fmt bgr0"));
  in_.write("spoilt.mkv", whole.substr(0, whole.size() * 6 / 10));
  expect_refused({"filter", in_.file("spoilt.mkv"), "-o", out_.file("out.mkv"), "--machine", "cpu"}, k_failed,
                 {"spoilt.mkv", "pixels are 2:1 wide", "before that are kept"});
}

TEST_F(FilteringVideos, AVideoThatClaimsTooManyPixelsIsRefusedByItsHeader) {
  // IVF: a header of 32 bytes, then frames behind 12 bytes each. VP8: a tag of three bytes, a start code, width, height
  const std::string head =
      "DKIF" + bytes({0, 0, 32, 0}) + "VP80" + bytes({0xFF, 0x3F, 0xFF, 0x3F, 25, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0});
  const std::string frame = bytes({0x10, 0x7D, 0, 0x9D, 1, 0x2A, 0xFF, 0x3F, 0xFF, 0x3F}) + std::string(2590, '\0');
  in_.write("huge.ivf", head + bytes({0x28, 0x0A, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}) + frame);
  expect_refused({"filter", in_.file("huge.ivf"), "-o", out_.file("out.png")}, k_failed, {"16383x16383", "not supported"});
}

TEST_F(FilteringVideos, CtrlCLeavesAVideoThatCanBePlayed) {
  Outcome outcome;
  for (const auto max_wait : {500ms, 4000ms, 20000ms}) {  // because: a busy machine may not have come to the first frame
    Running running({"filter", "synthetic:96x64", "-o", out_.file("out.mp4"), "--machine", "cpu"});
    for (int i = 0; i < 1000 && running.err().empty(); ++i) std::this_thread::sleep_for(10ms);
    std::this_thread::sleep_for(max_wait);
    EXPECT_TRUE(out_.names().empty()) << "not before it is finished";
    const auto sent = Clock::now();
    running.send(SIGINT);
    outcome = running.wait();
    EXPECT_LT(Clock::now() - sent, 2s);
    EXPECT_EQ(outcome.code, 128 + SIGINT) << outcome.err;
    if (outcome.err.find("nothing was written") == std::string::npos) break;
  }
  const auto frames = decode_by_tool(out_.file("out.mp4"), k_size);
  EXPECT_GT(frames.size(), 0U);
  EXPECT_EQ(frames.size(), static_cast<std::size_t>(frames_reported(outcome.err))) << outcome.err;
  EXPECT_EQ(out_.names(), std::vector<std::string>{"out.mp4"});
}

}  // namespace
}  // namespace satscope::test
