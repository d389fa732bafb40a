// SPDX-License-Identifier: Apache-2.0
// satscope filter on single pictures: what it makes against the definitions, and what it says to wrong words.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "kernels/device.h"
#include "kernels/engine.h"
#include "kernels/filters/chain.h"
#include "kernels/registry.h"
#include "tests/app/filtered.h"
#include "tests/app/program.h"

namespace satscope::test {
namespace {

constexpr Extent k_odd{37, 23};

class Filtering : public testing::Test {
 protected:
  /// Filters a PNG of the picture on the CPU; expects a PNG of this colour type.
  Picture filter(const Picture& picture, bool grey, const std::string& chain, int colour_type,
                 const std::vector<std::string>& also = {}) {
    const std::string input = folder_.write("in.png", png_of(picture, grey)), out = folder_.file("out.png");
    std::vector<std::string> words{"filter", input, "-o", out, "--chain", chain, "--machine", "cpu"};
    words.insert(words.end(), also.begin(), also.end());
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.out + outcome.err, "");
    EXPECT_EQ(folder_.names(), (std::vector<std::string>{"in.png", "out.png"}));
    EXPECT_EQ(colour_type_of(read_file(out)), colour_type);
    return read_png(out);
  }
  Folder folder_;
};

constexpr int k_grey = 0, k_rgb = 2;

TEST_F(Filtering, WithoutAnOutputTheResultHasAFreeName) {
  const std::string input = folder_.write("in.png", png_of(reported_picture(k_odd, true), true));
  for (const int number : {1, 2}) {
    const std::string name = fmt::format("satscope-result-{}.png", number);
    const Outcome outcome = run({"filter", input, "--chain", "box r=0", "--machine", "cpu"}, folder_.path().string());
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("'" + name + "'"), std::string::npos) << outcome.err;
    EXPECT_EQ(difference(read_png(folder_.file(name)), reported_picture(k_odd, true)), 0);
  }
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"in.png", "satscope-result-1.png", "satscope-result-2.png"}));
}

TEST_F(Filtering, ANameThatEndsInJpgGetsAJpeg) {
  for (const auto& [input, components] : {std::pair{"pattern:ramp:64x48", 1}, {"pattern:scene:64x48", 3}}) {
    const std::string jpeg = folder_.file("a.jpg"), png = folder_.file("a.png");
    for (const std::string& out : {jpeg, png})
      EXPECT_EQ(run({"filter", input, "-o", out, "--chain", "box r=3", "--machine", "cpu"}).code, 0);
    const std::string bytes = read_file(jpeg);
    ASSERT_GT(bytes.size(), 100U);
    EXPECT_EQ(bytes.substr(0, 3), "\xFF\xD8\xFF");
    EXPECT_EQ(bytes.substr(bytes.size() - 2), "\xFF\xD9");
    // the frame header of ITU T.81: precision, height, width, number of components
    const std::size_t frame = bytes.find("\xFF\xC0");
    ASSERT_NE(frame, std::string::npos);
    EXPECT_EQ(bytes.substr(frame + 4, 6), (std::string{8, 0, 48, 0, 64, static_cast<char>(components)}));
    EXPECT_LE(difference(read_png(jpeg), read_png(png)), 12) << input;
    std::filesystem::remove(jpeg);
  }
  expect_refused({"filter", "synthetic:64x48", "-o", folder_.file("a.jpg"), "--frames", "2"}, k_usage, {".png", "a.jpg"});
}

TEST_F(Filtering, BoxMeansOfGreyAndOfColour) {
  for (const Extent extent : {k_odd, Extent{1, 1}, Extent{1, 9}, Extent{9, 1}})
    for (const bool grey : {true, false})
      for (const int r : {0, 1, 7, 70}) {
        SCOPED_TRACE(fmt::format("{}x{} {} r={}", extent.width, extent.height, grey ? "grey" : "colour", r));
        const Picture picture = reported_picture(extent, grey), wanted = box_mean(picture, r);
        EXPECT_EQ(difference(filter(picture, grey, fmt::format("box r={}", r), grey ? k_grey : k_rgb), wanted), 0);
      }
}

TEST_F(Filtering, EveryAlgorithmMakesTheTables) {
  const Picture picture = reported_picture(k_odd, false);
  for (const Algorithm& algorithm : algorithms()) {
    if (!algorithm.refusal({.extent = k_odd}, Machine::cpu).empty()) continue;
    EXPECT_EQ(difference(filter(picture, false, "box r=3", k_rgb, {"--algorithm", algorithm.id, "--threads", "2"}),
                         box_mean(picture, 3)),
              0)
        << algorithm.id;
  }
}

TEST_F(Filtering, GreyInAColourFormatBecomesGrey) {
  const Picture picture = reported_picture(k_odd, true);
  EXPECT_EQ(difference(filter(picture, false, "box r=2", k_grey), box_mean(picture, 2)), 0);
}

TEST_F(Filtering, AThresholdWorksOnLuma) {
  const Picture picture = reported_picture(k_odd, false);
  EXPECT_EQ(difference(filter(picture, false, "bradley r=5 t=10", k_grey), bradley(picture, 5, 10)), 0);
  const Picture grey = reported_picture(k_odd, true);
  EXPECT_EQ(difference(filter(grey, true, "bradley r=5 t=10", k_grey), bradley(grey, 5, 10)), 0);
}

TEST_F(Filtering, AChainRunsInItsOrder) {
  const Picture picture = reported_picture(k_odd, false);
  EXPECT_EQ(difference(filter(picture, false, "box r=2; box r=5", k_rgb), box_mean(box_mean(picture, 2), 5)), 0);
  const Picture grey = reported_picture(k_odd, true);
  EXPECT_EQ(difference(filter(grey, true, "box r=2; bradley r=4 t=0", k_grey), bradley(box_mean(grey, 2), 4, 0)), 0);
  EXPECT_GT(difference(bradley(box_mean(grey, 2), 4, 0), box_mean(bradley(grey, 4, 0), 2)), 0) << "the order could be seen";
}

TEST_F(Filtering, FiltersThatKeepColourSaySo) {
  const Picture picture = reported_picture(k_odd, false);
  for (const Filter& one : filters()) {
    if (!one.makes_picture) continue;
    SCOPED_TRACE(one.id);
    // a match is the same in all channels; what was found is shown in the picture's colours
    const std::string chain = one.id == "correlation" ? "correlation show=found"
                              : one.id == "faces"     ? "faces hide=nothing"  // so no cascade is needed
                                                      : one.id;
    filter(picture, false, chain, one.by_channel ? k_rgb : k_grey);
  }
}

// as the window does it: all channels at once, led by their luma
TEST_F(Filtering, WhatTheLumaLeadsIsFilteredAtOnce) {
  const Picture picture = reported_picture(k_odd, false);
  for (const char* text :
       {"contrast r=5", "guided r=3 guide=luma", "mosaic cell=3 by=content split=4", "box r=1; contrast r=4"}) {
    const FilterRequest request{.extent = k_odd, .channels = 4};
    const FilterPlan plan = chain_plan(parse_chain(text), request, *find_algorithm("serial"));
    Engine engine(plan.plan, Machine::cpu, 1);
    engine.write(plan.plan.picture(), std::as_bytes(std::span(picture.rgba)));
    engine.run();
    Picture wanted = picture;
    engine.read(plan.plan.table(), std::as_writable_bytes(std::span(wanted.rgba)));
    EXPECT_EQ(difference(filter(picture, false, text, k_rgb), wanted), 0) << text;
  }
}

TEST_F(Filtering, ACommaBetweenFiltersSaysWhatSeparatesThem) {
  expect_refused({"filter", "pattern:zero:4x4", "-o", folder_.file("a.png"), "--chain", "box r=3, sauvola"}, k_usage,
                 {"'r=3,' ends in a comma; separate filters with ';'"});
}

TEST_F(Filtering, WithoutAChainItIsABox) {
  const Picture picture = reported_picture(k_odd, false);
  const std::string input = folder_.write("in.png", png_of(picture, false)), out = folder_.file("OUT.PNG");
  const Outcome outcome = run({"filter", input, "-o", out});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(difference(read_png(out), box_mean(picture, 12)), 0);
  EXPECT_NE(outcome.err.find(gpu_status().usable ? "on the GPU" : "on the CPU"), std::string::npos) << outcome.err;
  EXPECT_NE(run({"filter", "--help"}).out.find("default: box\n"), std::string::npos);
}

TEST_F(Filtering, NumbersAndPatternsArePictures) {
  const std::string out = folder_.file("out.png");
  EXPECT_EQ(run({"filter", folder_.write("in.csv", "-1,0\n1,3\n"), "-o", out, "--chain", "box r=0"}).code, 0);
  EXPECT_EQ(read_png(out).rgba, (std::vector<std::uint32_t>{0xFF000000, 0xFF404040, 0xFF808080, 0xFFFFFFFF}));
  EXPECT_EQ(run({"filter", "pattern:noise:19x5", "-o", out, "--chain", "box r=0"}).code, 0);
  EXPECT_EQ(difference(read_png(out), read_png("pattern:noise:19x5")), 0);
}

TEST_F(Filtering, GpuAndCpuAgree) {
  if (!gpu_status().usable) {
    expect_refused({"filter", "pattern:zero:4x4", "-o", "out.png", "--machine", "gpu"}, k_failed, {"not supported"},
                   folder_.path().string());
    EXPECT_TRUE(folder_.names().empty());
    GTEST_SKIP() << gpu_status().reason;
  }
  for (const char* chain : {"box r=9", "gauss sigma=4", "sauvola r=7", "box r=2; lens"}) {
    const std::string input = folder_.write("in.png", png_of(reported_picture({201, 97}, false), false));
    EXPECT_EQ(run({"filter", input, "-o", folder_.file("g.png"), "--chain", chain, "--machine", "gpu"}).code, 0);
    EXPECT_EQ(run({"filter", input, "-o", folder_.file("c.png"), "--chain", chain, "--machine", "cpu"}).code, 0);
    EXPECT_EQ(difference(read_png(folder_.file("g.png")), read_png(folder_.file("c.png"))), 0) << chain;
  }
}

// the command hides what `satscope faces` lists, and nothing else
TEST_F(Filtering, FacesAreHiddenWhereTheyAreFound) {
  const std::string portrait = "pattern:portrait:480x270";
  const Outcome listed = run({"faces", portrait, "--neighbours", "15", "--machine", "cpu", "--json"});
  if (listed.code != 0 && listed.err.find("opencv-data") != std::string::npos) GTEST_SKIP() << listed.err;
  ASSERT_EQ(listed.code, 0) << listed.err;
  const auto faces = nlohmann::json::parse(listed.out)["faces"];
  ASSERT_GT(faces.size(), 0U);
  const auto made = [&](const std::string& chain) {
    const Outcome outcome = run({"filter", portrait, "-o", folder_.file("out.png"), "--chain", chain, "--machine", "cpu"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return read_png(folder_.file("out.png"));
  };
  const Picture plain = made("faces hide=nothing"), hidden = made("faces neighbours=15 smallest=0");
  ASSERT_EQ(plain.extent, hidden.extent);
  std::size_t held = 0, changed = 0;
  for (std::size_t i = 0; i < plain.rgba.size(); ++i) {
    const int x = static_cast<int>(i) % plain.extent.width, y = static_cast<int>(i) / plain.extent.width;
    const bool in_face = std::ranges::any_of(faces, [&](const auto& face) {
      const int left = face["x"], top = face["y"], width = face["w"], height = face["h"];
      return x >= left && y >= top && x < left + width && y < top + height;
    });
    held += in_face;
    changed += in_face && plain.rgba[i] != hidden.rgba[i];
    if (!in_face) {
      ASSERT_EQ(plain.rgba[i], hidden.rgba[i]) << x << ", " << y;
    }
  }
  EXPECT_GT(changed, held / 2);
}

// a phone held upright stores what it sees lying: the faces are found, and hidden, where people see them
TEST_F(Filtering, FacesOfATurnedPhotographAreHidden) {
  const std::string upright = folder_.file("upright.png"), lying = folder_.file("lying.png");
  ASSERT_EQ(
      run({"filter", "pattern:portrait:480x270", "-o", upright, "--chain", "faces hide=nothing", "--machine", "cpu"}).code, 0);
  const Picture seen = read_png(upright);
  const int width = seen.extent.width, height = seen.extent.height;
  std::string stored;  // orientation 6: its first row is the right side
  for (int y = 0; y < width; ++y)
    for (int x = 0; x < height; ++x) {
      const std::uint32_t pixel = seen.rgba[static_cast<std::size_t>(x * width + width - 1 - y)];
      for (int channel = 0; channel < 3; ++channel) stored += static_cast<char>(pixel >> (8 * channel) & 0xFF);
    }
  const std::string png = make_png(static_cast<std::uint32_t>(height), static_cast<std::uint32_t>(width), 8, 2, stored);
  const auto hidden = [&](const std::string& file, const std::vector<std::string>& more) {
    std::vector<std::string> words{"filter",    file, "-o", folder_.file("out.png"), "--chain", "faces neighbours=15",
                                   "--machine", "cpu"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return read_png(folder_.file("out.png"));
  };
  if (const Outcome listed = run({"faces", upright, "--machine", "cpu"}); listed.err.find("opencv-data") != std::string::npos)
    GTEST_SKIP() << listed.err;
  folder_.write("lying.png", with_orientation(png, 6));
  const Picture expected = hidden(upright, {}), turned = hidden(lying, {}), as_stored = hidden(lying, {"--as-stored"});
  EXPECT_NE(expected.rgba, seen.rgba) << "no face was found at all";
  EXPECT_EQ(turned.extent, expected.extent);
  EXPECT_EQ(turned.rgba, expected.rgba);
  EXPECT_EQ(as_stored.extent, (Extent{height, width}));
}

// each beside the orientation that the file itself has
TEST_F(Filtering, TheInputIsCroppedFlippedAndRotated) {
  const Picture stored = reported_picture(k_odd, false);
  const std::string png = png_of(stored, false);
  for (const auto& [exif, seen] : {std::pair{1, stored}, std::pair{6, rotated(stored, 1)}, std::pair{2, flipped(stored)}}) {
    const std::string input = folder_.write("in.png", with_orientation(png, exif));
    const auto made = [&](const std::vector<std::string>& how) {
      std::vector<std::string> words{"filter", input, "-o", folder_.file("out.png"), "--chain", "box r=1", "--machine", "cpu"};
      words.insert(words.end(), how.begin(), how.end());
      const Outcome outcome = run(words);
      EXPECT_EQ(outcome.code, 0) << outcome.err;
      return read_png(folder_.file("out.png"));
    };
    const Picture part = cropped(seen, 3, 2, 11, 17);
    for (const int quarters : {0, 1, 2, 3})
      for (const std::string flip : {"none", "horizontal", "vertical"}) {
        SCOPED_TRACE(fmt::format("EXIF {}, {}, {} quarters", exif, flip, quarters));
        const std::vector<std::string> words{"--flip", flip, "--rotate", fmt::format("{}", 90 * quarters)};
        const auto expected = [&](const Picture& from) {
          const Picture after_flip = flip == "none" ? from : flip == "horizontal" ? flipped(from) : rotated(flipped(from), 2);
          return box_mean(rotated(after_flip, quarters), 1);
        };
        EXPECT_EQ(difference(made(words), expected(seen)), 0);
        std::vector<std::string> with_crop = words;
        with_crop.insert(with_crop.end(), {"--crop", "11x17+3+2"});
        EXPECT_EQ(difference(made(with_crop), expected(part)), 0);
      }
  }
}

TEST_F(Filtering, LevelsSayWhichGreysAreBlackAndWhite) {
  std::string rows;  // 1000, 1007 ... 1693, in 16 bits
  for (int i = 0; i < 100; ++i) {
    rows += static_cast<char>((1000 + 7 * i) >> 8);
    rows += static_cast<char>((1000 + 7 * i) & 0xFF);
  }
  const std::string input = folder_.write("in.png", make_png(10, 10, 16, k_grey, rows));
  const auto made = [&](const std::vector<std::string>& how, const std::string& from) {
    std::vector<std::string> words{"filter", from, "-o", folder_.file("out.png"), "--chain", "box r=0", "--machine", "cpu"};
    words.insert(words.end(), how.begin(), how.end());
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return read_png(folder_.file("out.png"));
  };
  const auto expect_greys = [&](const std::vector<std::string>& how, double black, double white) {
    const Picture picture = made(how, input);
    for (int i = 0; i < 100; ++i) {
      const double part = std::clamp((1000 + 7 * i - black) / (white - black), 0.0, 1.0);
      ASSERT_EQ(static_cast<double>(picture.rgba[static_cast<std::size_t>(i)] & 0xFF), std::floor(255 * part + 0.5)) << i;
    }
  };
  EXPECT_EQ(made({}, input).rgba.back() & 0xFF, 1693U >> 8);
  expect_greys({"--levels", "auto"}, 1000, 1693);
  expect_greys({"--levels", "1100,1500.5"}, 1100, 1500.5);
  const auto refused = [&](const char* levels, const char* part) {
    const Outcome outcome = run({"filter", input, "-o", folder_.file("no.png"), "--levels", levels});
    EXPECT_EQ(outcome.code, k_usage);
    EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
  };
  refused("5", "BLACK,WHITE");
  refused("5,x", "must be a number");
  refused("9,9", "9 is not more than 9");
}

TEST_F(Filtering, ACropThatDoesNotFitAndOtherWordsAreRefused) {
  const std::string input = folder_.write("in.png", png_of(reported_picture(k_odd, false), false));
  const auto refused = [&](const char* option, const char* value, int code, const char* part) {
    const Outcome outcome = run({"filter", input, "-o", folder_.file("out.png"), option, value});
    EXPECT_EQ(outcome.code, code) << value;
    EXPECT_NE(outcome.err.find(part), std::string::npos) << value << ": " << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(folder_.file("out.png"))) << value;
  };
  refused("--crop", "37x23+1+0", k_failed, "x + width at most 37");
  refused("--crop", "0x3", k_usage, "640x480+100+50");
  refused("--crop", "3,4,5,6", k_usage, "640x480+100+50");
  refused("--rotate", "45", k_usage, "0, 90, 180 or 270");
  refused("--rotate", "left", k_usage, "--rotate");
  refused("--flip", "both", k_usage, "horizontal");
}

// a window that passed is gone through to its end
TEST_F(Filtering, AWindowIsDescribedNodeByNode) {
  EXPECT_EQ(run({"faces", "pattern:portrait:480x270", "--window", "1,2"}).code, 2);
  const Outcome listed = run({"faces", "pattern:portrait:480x270", "--machine", "cpu", "--json"});
  if (listed.code != 0 && listed.err.find("opencv-data") != std::string::npos) GTEST_SKIP() << listed.err;
  const auto passed = nlohmann::json::parse(listed.out)["passed"];
  ASSERT_GT(passed.size(), 0U);
  const auto& box = passed.back();
  const std::string square = fmt::format("{},{},{}", int{box["x"]}, int{box["y"]}, int{box["w"]});
  const Outcome reported = run({"faces", "pattern:portrait:480x270", "--window", square});
  EXPECT_EQ(reported.code, 0) << reported.err;
  EXPECT_TRUE(reported.out.starts_with(fmt::format("{0} x {0} at {1}, {2}, ", int{box["w"]}, int{box["x"]}, int{box["y"]})))
      << reported.out;
  EXPECT_TRUE(reported.out.ends_with("reads of the tables so far\npasses all 25 stages\n")) << square;
  EXPECT_EQ(run({"faces", "pattern:portrait:10x10", "--window", "1,2,3"}).code, 1);
}

TEST_F(Filtering, WrongWordsAreUsageAndWriteNothing) {
  const auto refused = [&](const std::vector<std::string>& words, const std::vector<std::string>& parts,
                           const std::string& out = "out.png", const std::string& input = "pattern:ramp:9x9") {
    std::vector<std::string> all{"filter", input, "-o", out};
    all.insert(all.end(), words.begin(), words.end());
    expect_refused(all, k_usage, parts, folder_.path().string());
  };
  refused({"--chain", "bx"}, {"unknown filter 'bx'", "box, bradley"});
  std::string long_chain = "box";
  for (int i = 0; i < 10'000; ++i) long_chain += ";box";
  refused({"--chain", long_chain}, {"at most 100 filters, not 10001"});
  refused({"--chain", "box r=-1"}, {"box", "r must be a whole number from 0", "'-1'"});
  refused({"--chain", "box r=x"}, {"'x'"});
  refused({"--chain", "box q=1"}, {"'q'", "r, border"});
  refused({"--chain", "box;"}, {"missing"});
  refused({"--chain", ""}, {"missing"});
  refused({"--chain", "motion"}, {"motion", "no picture", "not supported"});
  refused({"--chain", "motion; box"}, {"motion", "no picture", "not supported"});
  refused({"--chain", "box; variable map=painted"}, {"variable", "radius map", "not supported"});
  refused({"--chain", "depth map=painted"}, {"depth", "depth map", "not supported"});
  refused({"--chain", "correlation from=kept"}, {"correlation", "template", "not supported"});
  refused({"--machine", "abacus"}, {"abacus", "auto, gpu, cpu"});
  refused({"--algorithm", "magic"}, {"magic", "serial"});
  refused({"--threads", "-1"}, {"--threads"});
  refused({"--frames", "0"}, {"--frames", "from 1"});
  refused({"--frames", "all"}, {"'all'"});
  refused({"--rate", "0"}, {"--rate", "0.01 to 1000"});
  refused({"--rate", "nan"}, {"--rate"});
  refused({}, {".png", ".jpg", ".mp4", "'out.tif'"}, "out.tif");
  refused({}, {".png", "'out'"}, "out");
  refused({}, {".png", "'out.mp4'", "a picture"}, "out.mp4");
  refused({}, {"pattern:nope:9x9"}, "out.png", "pattern:nope:9x9");
  EXPECT_TRUE(folder_.names().empty());
}

TEST_F(Filtering, WithoutANameEveryResultIsANewFile) {
  const std::string input = folder_.write("in.png", png_of(reported_picture(k_odd, false), false));
  for (const auto& [chain, name] : {std::pair{"box r=1", "satscope-result-1.png"}, {"box r=3", "satscope-result-2.png"}}) {
    const Outcome outcome = run({"filter", input, "--chain", chain, "--machine", "cpu"}, folder_.path().string());
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find(name), std::string::npos) << outcome.err;
  }
  EXPECT_EQ(difference(read_png(folder_.file("satscope-result-1.png")), box_mean(reported_picture(k_odd, false), 1)), 0);
  EXPECT_EQ(difference(read_png(folder_.file("satscope-result-2.png")), box_mean(reported_picture(k_odd, false), 3)), 0);
}

TEST_F(Filtering, WhatCannotBeWrittenOrReachedIsAFailure) {
  folder_.write("file", "kept");
  for (const std::string name : {"missing/out.png", "file/out.png"})
    expect_refused({"filter", "pattern:zero:4x4", "-o", folder_.file(name)}, k_failed, {"cannot write"});
  folder_.write("old.png", "kept");
  expect_refused({"filter", folder_.file("no.png"), "-o", folder_.file("old.png")}, k_failed, {"no such file"});
  expect_refused({"filter", "http://localhost:1/a.png", "-o", folder_.file("old.png")}, k_failed,
                 {"network", "--allow-network"});
  EXPECT_EQ(read_file(folder_.file("old.png")), "kept");
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"file", "old.png"}));
}

}  // namespace
}  // namespace satscope::test
