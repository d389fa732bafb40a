// SPDX-License-Identifier: Apache-2.0
// What becomes of a film of results: the file, its note, a disk that is full, no FFmpeg. Frames go through the real encoder.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/mount.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <thread>

#include "app/sources/live/live_open.h"
#include "app/workspaces/playground/record/recording.h"
#include "app/workspaces/playground/record/whole_film.h"
#include "kernels/filters/chain.h"
#include "tests/app/made_files.h"

namespace satscope::app {
namespace {

PictureWords noise(Extent extent, unsigned seed) {
  PictureWords picture{extent, std::vector<std::uint32_t>(extent.area())};
  for (std::uint32_t& word : picture.words) word = (seed = seed * 1664525U + 1013904223U) | 0xFF000000U;
  return picture;
}

Recording::Outcome outcome_of(const Recording& recording) {
  for (int i = 0; i < 1000 && !recording.outcome(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return recording.outcome().value_or(Recording::Outcome{"no outcome", false});
}

std::vector<double> stamps_in(const std::string& file) {
  const Opened opened = open_live(file, {});
  std::vector<double> stamps;
  if (opened.answer != Answer::frame) return stamps;
  for (Reading reading = opened.input->next(); reading.answer == Answer::frame; reading = opened.input->next())
    stamps.push_back(reading.frame.seconds);
  return stamps;
}

TEST(Recording, KeepsEachFrameAndWhatWasDropped) {
  if (!media_support().why_not.empty()) GTEST_SKIP() << media_support().why_not;
  const test::Folder folder;
  const std::string file = folder.file("a.mp4");
  Recording recording(file, {.extent = {33, 21}, .rate = 10});
  for (int n = 0; n < 5; ++n) recording.give(noise({33, 21}, static_cast<unsigned>(n)), n / 10.0);
  recording.stop(1.0, 7);
  const Recording::Outcome outcome = outcome_of(recording);
  EXPECT_TRUE(outcome.good) << outcome.text;
  EXPECT_NE(outcome.text.find("recorded as " + file + ": 6 frames, 7 dropped"), std::string::npos) << outcome.text;
  const std::vector<double> stamps = stamps_in(file);
  ASSERT_EQ(stamps.size(), 6U) << "the last frame stays until the end";
  for (int n = 0; n < 5; ++n) EXPECT_NEAR(stamps[static_cast<std::size_t>(n)], n / 10.0, 0.002);
  EXPECT_NEAR(stamps[5], 0.9, 0.002);
  std::ostringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  EXPECT_NE(bytes.str().find("6 frames, 7 dropped"), std::string::npos) << "the note of the file";
}

/// Crossings of zero in a second of the sound, half of which is its frequency; 0: there is none.
double pitch_of(const std::string& file, double from, double seconds) {
  const std::string raw = file + ".raw";
  const std::string command = fmt::format("ffmpeg -v error -y -i '{}' -map 0:a -ac 1 -ar 8000 -f s16le '{}'", file, raw);
  if (std::system(command.c_str()) != 0) return 0;
  std::ifstream in(raw, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  const auto* samples = reinterpret_cast<const std::int16_t*>(bytes.data());
  const auto first = static_cast<std::size_t>(from * 8000), last = static_cast<std::size_t>((from + seconds) * 8000);
  if (bytes.size() / 2 < last) return 0;
  int crossings = 0;
  for (std::size_t i = first + 1; i < last; ++i) crossings += (samples[i - 1] < 0) != (samples[i] < 0) ? 1 : 0;
  return crossings / 2 / seconds;
}

TEST(Recording, TheSoundOfAVideoIsThatOfItsFrames) {
  if (!media_support().why_not.empty()) GTEST_SKIP() << media_support().why_not;
  const test::Folder folder;
  const std::string video = folder.file("in.mp4");  // a tone of 300 Hz for two seconds, then one of 900 Hz
  const std::string make = fmt::format(
      "ffmpeg -v error -f lavfi -i testsrc2=size=32x20:rate=10:duration=4 -f lavfi -i "
      "'aevalsrc=sin(2*PI*t*if(lt(t\\,2)\\,300\\,900)):s=44100:d=4' -c:a aac '{}'",
      video);
  if (std::system(make.c_str()) != 0) GTEST_SKIP() << "no ffmpeg that makes a video with sound";
  const auto record = [&](const std::string& name, const std::string& of, double out_of_step) {
    Recording recording(folder.file(name), {.extent = {32, 20}, .rate = 10}, VideoSound{of, 1.2});
    for (int n = 0; n < 20; ++n) {
      recording.give(noise({32, 20}, static_cast<unsigned>(n)), n / 10.0, n / 10.0 < out_of_step);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    recording.stop(2.0);
    return outcome_of(recording).text;
  };
  const std::string said = record("out.mp4", video, 9), out = folder.file("out.mp4");
  EXPECT_NE(said.find("its sound is copied"), std::string::npos) << said;
  EXPECT_NEAR(pitch_of(out, 0.1, 0.6), 300, 10) << "the film begins at 1.2 s of the video";
  EXPECT_NEAR(pitch_of(out, 0.9, 0.9), 900, 20) << "so the tone changes after 0.8 s";
  EXPECT_EQ(pitch_of(out, 1.9, 0.2), 0) << "as long as the film";
  const std::string ended = record("ended.mp4", video, 1);
  EXPECT_NE(ended.find("its sound is copied; it ends at 0.9 s, where the video stopped or jumped"), std::string::npos) << ended;
  EXPECT_NEAR(pitch_of(folder.file("ended.mp4"), 0.1, 0.6), 300, 10);
  EXPECT_EQ(pitch_of(folder.file("ended.mp4"), 1.1, 0.2), 0);
  const std::string none = record("none.mp4", video, 0);
  EXPECT_NE(none.find("without its sound, because the video stopped or jumped at the beginning"), std::string::npos) << none;
  EXPECT_EQ(none.find("its sound is copied"), std::string::npos) << none;
  EXPECT_EQ(pitch_of(folder.file("none.mp4"), 0.1, 0.6), 0);
  EXPECT_EQ(record("mute.mp4", out + ".none", 9).find("sound"), std::string::npos) << "there is no such video";
}

TEST(Recording, AWholeFilmHasEveryFrameAndTheSound) {
  if (!media_support().why_not.empty()) GTEST_SKIP() << media_support().why_not;
  const test::Folder folder;
  const std::string video = folder.file("in.mp4"), out = folder.file("out.mp4");
  const std::string make = fmt::format(
      "ffmpeg -v error -f lavfi -i testsrc2=size=32x20:rate=10:duration=4 -f lavfi -i "
      "'aevalsrc=sin(2*PI*t*if(lt(t\\,2)\\,300\\,900)):s=44100:d=4' -c:a aac '{}'",
      video);
  if (std::system(make.c_str()) != 0) GTEST_SKIP() << "no ffmpeg that makes a video with sound";
  const auto film = [&](const std::string& of, bool at_once_stopped) {
    WholeFilm whole;
    whole.begin({.source = of, .file = out, .chain = parse_chain("box r=2")}, 4);
    if (at_once_stopped) whole.stop();
    for (int i = 0; i < 2000 && !whole.outcome(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (!at_once_stopped && whole.outcome() && whole.outcome()->good) {
      EXPECT_EQ(whole.mark().substr(0, 7), "FILM 98") << "3.9 of 4 s";
    }
    return whole.outcome().value_or(WholeFilm::Outcome{"no outcome", {}});
  };
  const WholeFilm::Outcome made = film(video, false);
  EXPECT_TRUE(made.good) << made.text;
  EXPECT_EQ(made.file, out);
  const std::vector<double> stamps = stamps_in(out);
  ASSERT_EQ(stamps.size(), 40U) << "from the first to the last";
  for (std::size_t n = 0; n < stamps.size(); ++n) EXPECT_NEAR(stamps[n], static_cast<double>(n) / 10, 0.002);
  EXPECT_NEAR(pitch_of(out, 0.2, 1.5), 300, 10);
  EXPECT_NEAR(pitch_of(out, 2.2, 1.5), 900, 20) << "to its end";
  EXPECT_EQ(film(video, false).file, folder.file("out-2.mp4")) << "the first one stays";
  EXPECT_EQ(film(video, true).file, "") << "stopped before a frame: no file";
  const WholeFilm::Outcome none = film(folder.file("none.mp4"), false);
  EXPECT_FALSE(none.good);
  EXPECT_NE(none.text, "");
}

TEST(Recording, OnAFullDiskWhatIsThereCanBePlayed) {
  if (!media_support().why_not.empty()) GTEST_SKIP() << media_support().why_not;
  const test::Folder folder;
  const std::string disk = folder.file("disk");
  std::filesystem::create_directory(disk);
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=3m") != 0) GTEST_SKIP() << "no small disk can be mounted here";
  {
    Recording recording(disk + "/a.mp4", {.extent = {320, 240}, .rate = 10});
    // because: beside other work frames are dropped, and so many may not fill the disk; time bounds the wait
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    for (int n = 0; std::chrono::steady_clock::now() < end && !recording.outcome(); ++n) {
      recording.give(noise({320, 240}, static_cast<unsigned>(n)), n / 10.0);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    const Recording::Outcome outcome = outcome_of(recording);
    EXPECT_FALSE(outcome.good);
    EXPECT_NE(outcome.text.find("No space left"), std::string::npos) << outcome.text;
    EXPECT_NE(outcome.text.find("recorded as " + disk), std::string::npos) << outcome.text;
    const std::size_t frames = stamps_in(disk + "/a.mp4").size();
    EXPECT_GT(frames, 3U);
    EXPECT_NE(outcome.text.find(fmt::format(": {} frames,", frames)), std::string::npos) << outcome.text;
  }
  ::umount(disk.c_str());
}

/// Three frames in a file of this name; what became of them. meanwhile: what happens before the end.
Recording::Outcome three_frames(const std::string& file, const std::function<void()>& meanwhile) {
  Recording recording(file, {.extent = {32, 20}, .rate = 10});
  for (int n = 0; n < 3; ++n) recording.give(noise({32, 20}, static_cast<unsigned>(n)), n / 10.0);
  for (int i = 0; i < 1000 && recording.frames() < 3; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  meanwhile();
  recording.stop(0.3);
  return outcome_of(recording);
}

TEST(Recording, InAFolderThatWasRemovedIsNotLost) {
  if (!media_support().why_not.empty()) GTEST_SKIP() << media_support().why_not;
  const test::Folder folder;
  const std::string sub = folder.file("sub"), file = sub + "/a-1.mp4";
  std::filesystem::create_directory(sub);
  const Recording::Outcome outcome = three_frames(file, [&] { std::filesystem::remove_all(sub); });
  EXPECT_TRUE(outcome.good) << outcome.text;
  EXPECT_EQ(stamps_in(file).size(), 3U);
}

TEST(Recording, WhoseNameCannotBeHadIsASentence) {
  if (!media_support().why_not.empty()) GTEST_SKIP() << media_support().why_not;
  const test::Folder folder;
  const std::string sub = folder.file("sub"), file = sub + "/a-1.mp4";
  std::filesystem::create_directory(sub);
  const Recording::Outcome outcome = three_frames(file, [&] {
    std::filesystem::remove_all(sub);
    folder.write("sub", "a file has the name of the folder");
  });
  EXPECT_FALSE(outcome.good);
  EXPECT_EQ(outcome.text.find("cannot write '" + file), 0U) << outcome.text;
}

TEST(Recording, TwoUnderOneNameAreBothKept) {
  if (!media_support().why_not.empty()) GTEST_SKIP() << media_support().why_not;
  const test::Folder folder;
  const std::string file = folder.file("a-1.mp4");
  const Recording::Outcome later = three_frames(file, [&] {
    const Recording::Outcome first = three_frames(file, [] {});
    EXPECT_NE(first.text.find("recorded as " + file), std::string::npos) << first.text;
  });
  EXPECT_NE(later.text.find("recorded as " + folder.file("a-2.mp4")), std::string::npos) << later.text;
  for (const char* name : {"a-1.mp4", "a-2.mp4"}) EXPECT_EQ(stamps_in(folder.file(name)).size(), 3U) << name;
}

TEST(Recording, WithoutFfmpegThereIsASentenceAndNoFile) {
  const test::Folder folder;
  Recording recording(folder.file("a.mp4"), {.extent = {8, 8}}, {}, [](auto&, auto&, std::string& why) {
    why = "FFmpeg cannot be loaded";
    return nullptr;
  });
  EXPECT_EQ(outcome_of(recording).text, "a video cannot be recorded: FFmpeg cannot be loaded");
  EXPECT_FALSE(std::filesystem::exists(folder.file("a.mp4")));
}

}  // namespace
}  // namespace satscope::app
