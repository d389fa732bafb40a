// SPDX-License-Identifier: Apache-2.0
// satscope steps: what is drawn is what the trace says, read by other programs or by our own readers, and bad words are a
// sentence.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <map>
#include <sstream>
#include <thread>

#include "app/sources/live/video_encoder.h"
#include "app/sources/samples.h"
#include "tests/app/program.h"
#include "tests/sources/media.h"

namespace satscope::test {
namespace {
using namespace std::chrono_literals;

const std::string k_row = "3 1 7 0 4 1 6 3\n";
const std::vector<std::string> k_scan{"--algorithm", "scan-transpose-scan"};

std::vector<std::string> steps(const std::string& input, const std::string& out, const std::vector<std::string>& more) {
  std::vector<std::string> words{"steps", input, "-o", out};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

#ifdef SATSCOPE_GUI

/// How often each text is in an SVG, read by another XML parser, which also says whether it is one.
std::map<std::string, int> texts_of(const std::string& file) {
  const std::string listed = shell_output(
      "python3 -c 'import sys, xml.etree.ElementTree as t\n"
      "for e in t.parse(sys.argv[1]).iter(\"{http://www.w3.org/2000/svg}text\"): print(e.text)' '" +
      file + "'");
  std::map<std::string, int> texts;
  std::istringstream lines(listed);
  for (std::string line; std::getline(lines, line);) ++texts[line];
  return texts;
}

class StepsCommand : public testing::Test {
 protected:
  void expect_done(const std::vector<std::string>& words) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  }
  Folder folder_;
  std::string row_ = folder_.write("row.csv", k_row);
};

TEST_F(StepsCommand, AnSvgHoldsTheNumbersOfTheStepAsText) {
  const auto trace = run_json({"trace", row_, "--algorithm", "scan-transpose-scan"});
  const std::string file = folder_.file("a.svg");
  for (std::size_t step = 1; trace["steps"][step - 1]["pass"] == 0; ++step) {  // that pass has one block
    const auto& recorded = trace["steps"][step - 1];
    SCOPED_TRACE(recorded["label"].get<std::string>());
    expect_done(steps(row_, file, with(k_scan, {"--step", std::to_string(step)})));
    const auto texts = texts_of(file);
    std::map<std::string, int> written;
    for (const auto& write : recorded["writes"]) ++written[std::to_string(write["new"].get<int>())];
    EXPECT_FALSE(written.empty());
    for (const auto& [number, times] : written) {
      const auto found = texts.find(number);
      ASSERT_NE(found, texts.end()) << number;
      EXPECT_GE(found->second, times) << number;
    }
    bool named = false;
    const std::string label = recorded["label"], phase = label.substr(0, label.find(" d="));
    for (const auto& [text, times] : texts) named |= text.find(phase) != text.npos;
    EXPECT_TRUE(named);
  }
  // without a step: the table, by its definition
  expect_done(steps(row_, file, {"--algorithm", "serial", "--form", "inclusive"}));
  const auto texts = texts_of(file);
  for (const char* sum : {"3", "4", "11", "15", "16", "22", "25"}) EXPECT_TRUE(texts.contains(sum)) << sum;
}

TEST_F(StepsCommand, APageSaysWhatTheStepWroteAndWhy) {
  const std::string file = folder_.file("a.svg");
  const auto says = [&](const std::string& words) {
    return std::ranges::any_of(texts_of(file), [&](const auto& text) { return text.first.find(words) != text.first.npos; });
  };
  expect_done(steps(row_, file, with(k_scan, {"--step", "3"})));
  EXPECT_TRUE(says("temp[3] = 11, temp[")) << "4 + 7, and what the other thread wrote";
  EXPECT_TRUE(says("Each pair stores its sum in its right-hand place"));
  EXPECT_FALSE(says("Thread 0")) << "one of the two";
  expect_done(steps(row_, file, with(k_scan, {"--step", "3", "--size", "320x320"})));
  EXPECT_TRUE(says("temp[3] = 11")) << "of a narrow page the reason goes first";
  EXPECT_FALSE(says("Each pair leaves"));
}

TEST_F(StepsCommand, APictureThatIsTurnedIsSaidToBe) {
  const std::string png = make_png(3, 2, 8, 0, bytes({1, 2, 3, 4, 5, 6})),
                    file = folder_.write("a.png", with_orientation(png, 6));
  const Outcome outcome = run(steps(file, folder_.file("a.svg"), {"--algorithm", "serial", "--form", "inclusive"}));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("turned as the picture says"), outcome.err.npos) << outcome.err;
  const auto texts = texts_of(folder_.file("a.svg"));  // seen as 4 1 / 5 2 / 6 3
  for (const char* sum : {"4", "5", "9", "12", "15", "21"}) EXPECT_TRUE(texts.contains(sum)) << sum;
}

TEST_F(StepsCommand, EveryViewIsDrawnAndItsTextIsXml) {
  const std::string file = folder_.file("a.svg");
  for (const std::string view : {"grids", "network", "tree"}) {
    SCOPED_TRACE(view);
    expect_done(steps(row_, file, with(k_scan, {"--view", view, "--step", "4"})));
    EXPECT_TRUE(texts_of(file).contains("25"));  // the sum of all
  }
  expect_done(steps("pattern:noise:32x32:1", file, {"--algorithm", "single-pass", "--view", "look-back", "--step", "20"}));
  EXPECT_FALSE(texts_of(file).empty());
}

TEST_F(StepsCommand, APngHasThePageTimesTheScale) {
  const std::string file = folder_.file("a.png");
  for (const auto& [scale, width] : {std::pair{"1", 640}, std::pair{"2", 1280}, std::pair{"4", 2560}}) {
    expect_done(steps(row_, file, with(k_scan, {"--step", "3", "--size", "640x400", "--scale", scale})));
    EXPECT_EQ(app::load_input(file).extent, (Extent{width, width * 400 / 640}));
  }
}

TEST_F(StepsCommand, ARangeIsNumberedByItsSteps) {
  const Folder out;
  expect_done(steps(row_, out.file("n-%d.png"), with(k_scan, {"--steps", "9-11", "--size", "640x400"})));
  EXPECT_EQ(out.names(), (std::vector<std::string>{"n-10.png", "n-11.png", "n-9.png"}));
  const std::string alone = folder_.file("alone.png");
  expect_done(steps(row_, alone, with(k_scan, {"--step", "10", "--size", "640x400"})));
  EXPECT_TRUE(read_file(out.file("n-10.png")) == read_file(alone));
  EXPECT_FALSE(read_file(out.file("n-9.png")) == read_file(alone));
}

TEST_F(StepsCommand, ASessionSaysWhatAndWhere) {
  const std::string file = folder_.file("a.svg");
  expect_done(steps("figure:bilgic-1", file, {}));
  const std::string figure = read_file(file);
  EXPECT_NE(figure.find("8 × 1: step 4 of 22"), std::string::npos);
  const std::string session = folder_.write(
      "s.satscope",
      R"({"satscope": "session", "version": 1, "session": {"input": "row.csv", "workspace": "steps", "steps": {"algorithm":
      "serial", "source": {"kind": "patch", "x": 0, "y": 0, "side": 4}}, "steps_at": {"step": 1}}})");
  expect_done(steps(session, file, {}));
  EXPECT_NE(read_file(file).find("8 × 1: step 1 of"), std::string::npos);
  expect_done(steps(session, file, with(k_scan, {"--step", "2"})));
  EXPECT_NE(read_file(file).find("Scan, transpose, scan, 8 × 1: step 2 of"), std::string::npos);
}

// The last sum is that of all pixels, which the trace's own JSON has.
TEST_F(StepsCommand, ATraceIsDrawnAtItsEnd) {
  const std::string trace = folder_.file("t.json"), file = folder_.file("a.svg");
  ASSERT_EQ(run({"trace", row_, "--algorithm", "serial", "--form", "inclusive", "-o", trace}).code, 0);
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--algorithm", "serial"}}) {
    expect_done(steps(trace, file, more));
    EXPECT_NE(read_file(file).find("8 × 1: step 8 of 8"), std::string::npos);
    EXPECT_TRUE(texts_of(file).contains("25"));
  }
  EXPECT_EQ(run_json(steps(trace, file, {"--json"}))["algorithm"], "serial");
  // another algorithm than that of the session has another end
  expect_done(steps("figure:bilgic-1", file, {"--algorithm", "serial"}));
  EXPECT_NE(read_file(file).find("8 × 1: step 8 of 8"), std::string::npos);
  const Outcome out = run(steps(trace, "-", {}));
  EXPECT_EQ(out.err, "satscope: the standard output: step 8\n");
  EXPECT_NE(out.out.find("<svg"), std::string::npos);
}

// 7 0 4 1 of the row, from right to left: 1 4 0 7
TEST_F(StepsCommand, ASessionsPictureIsCroppedAndFlippedAsInTheWindow) {
  const std::string file = folder_.file("a.svg");
  const auto texts_with = [&](const std::string& transform) {
    expect_done(steps(
        folder_.write("s.satscope", R"({"satscope": "session", "version": 1, "session": {"input": "row.csv", "transform": )" +
                                        transform +
                                        R"(, "workspace": "steps", "steps": {"algorithm": "serial", "form": "inclusive",
                      "source": {"kind": "patch", "x": 0, "y": 0, "side": 4}}, "steps_at": {"step": 1000}}})"),
        file, {}));
    return texts_of(file);
  };
  const auto turned = texts_with(R"({"crop": "4x1+2+0", "flip": "horizontal", "rotate": 0})");
  for (const char* sum : {"1", "5", "12"}) EXPECT_TRUE(turned.contains(sum)) << sum;
  EXPECT_FALSE(turned.contains("11"));
  const auto whole = texts_with(R"({"crop": "", "flip": "none", "rotate": 0})");
  EXPECT_TRUE(whole.contains("11")) << "3 + 1 + 7";
  EXPECT_FALSE(whole.contains("5"));
}

TEST_F(StepsCommand, AStripHasEachOfItsSteps) {
  const std::string file = folder_.file("s.svg");
  expect_done(steps(row_, file, with(k_scan, {"--steps", "2-5", "--strip"})));
  const auto texts = texts_of(file);
  for (const char* title :
       {"2.  Pass 1 of 4: scan rows, up-sweep, step 1 of 3", "3.  Pass 1 of 4: scan rows, up-sweep, step 2 of 3",
        "4.  Pass 1 of 4: scan rows, up-sweep, step 3 of 3", "5.  Pass 1 of 4: scan rows, clear, keep the sum"})
    EXPECT_TRUE(texts.contains(title)) << title;
  const std::string png = folder_.file("s.png");
  expect_done(steps(row_, png, with(k_scan, {"--steps", "2-5", "--strip"})));
  EXPECT_EQ(app::load_input(png).extent, (Extent{1280, 720}));
  expect_refused(steps(row_, file, with(k_scan, {"--strip"})), k_usage, {"12", "--steps"});
}

// all three steps have the same idea; each of them has its own numbers
TEST_F(StepsCommand, AStripSaysAnIdeaOnceAndHasALegend) {
  const std::string file = folder_.file("c.svg");
  expect_done(steps(row_, file, with(k_scan, {"--steps", "2-4", "--strip", "--caption", "--size", "1920x1080"})));
  int ideas = 0, numbers = 0;
  const auto texts = texts_of(file);
  for (const auto& [text, count] : texts) {
    ideas += text.find("Each pair stores") != text.npos ? count : 0;
    numbers += text.find("] = ") != text.npos ? count : 0;
  }
  EXPECT_EQ(ideas, 1);
  EXPECT_GE(numbers, 3);
  for (const char* sign : {"read", "written"}) EXPECT_EQ(texts.at(sign), 1) << sign;
}

// two passes read 1 byte and write 4, then read 4 and write 4; a single pass of one tile publishes nothing
TEST_F(StepsCommand, TrafficCountsTheBytesOfEachPass) {
  const std::string file = folder_.file("t.svg");
  const auto texts_of_traffic = [&](const char* algorithm, const std::vector<std::string>& more) {
    const std::vector<std::string> words{"--algorithm", algorithm, "--view", "traffic", "--form", "inclusive"};
    expect_done(steps("pattern:noise:8x8:1", file, with(words, more)));
    return texts_of(file);
  };
  auto texts = texts_of_traffic("scanrow-column", {});
  for (const char* text : {"Scan rows", "reads picture", "1 byte", "writes row sums", "reads row sums", "writes table",
                           "Together 13 bytes for each pixel"})
    EXPECT_EQ(texts[text], 1) << text;
  EXPECT_EQ(texts["4 bytes"], 3);
  EXPECT_EQ(texts_of_traffic("scanrow-column", {"--step", "0"})["Together 13 bytes for each pixel"], 0);
  texts = texts_of_traffic("single-pass", {});
  EXPECT_EQ(texts["Together 5 bytes for each pixel"], 1);
  texts = texts_of_traffic("recursive-doubling", {"--size", "320x320"});
  EXPECT_EQ(texts["reads picture"], 0) << "a small page has the sum alone";
}

TEST_F(StepsCommand, AStripHasRoomForItsNumbersBesideATreeToo) {
  const std::string session = folder_.write(
      "beside.satscope",
      R"({"satscope": "session", "version": 1, "session": {"workspace": "steps", "steps": {"source": {"kind": "typed",
          "typed": "3 1 7 0 4 1 6 3\n"}, "algorithm": "scan-transpose-scan", "form": "exclusive",
          "params": {"padding": false}, "passes": 1, "beside": "tree"}}})");
  const std::string file = folder_.file("n.svg");
  for (const char* size : {"640x480", "960x540", "1280x720"}) {
    expect_done(steps(session, file, {"--steps", "0-8", "--strip", "--background", "white", "--size", size}));
    const auto texts = texts_of(file);
    EXPECT_FALSE(texts.contains("Too little room") || texts.contains("Too little room for these buffers.")) << size;
    EXPECT_TRUE(texts.contains("25")) << size;
  }
}

/// The channels of the pixel at the top left, as an independent reader has them: "255,255,255,255".
std::string first_pixel(const std::string& png) {
  return shell_output(
      "python3 -c 'import struct, sys, zlib\n"
      "b = open(sys.argv[1], \"rb\").read(); at = 8; data = b\"\"\n"
      "while at < len(b):\n"
      "  n, kind = struct.unpack(\">I4s\", b[at:at + 8])\n"
      "  if kind == b\"IHDR\": channels = {2: 3, 6: 4}[b[at + 17]]\n"
      "  if kind == b\"IDAT\": data += b[at + 8:at + 8 + n]\n"
      "  at += n + 12\n"
      "print(*zlib.decompress(data)[1:1 + channels], sep=\",\", end=\"\")' '" +
      png + "'");
}

// The colour of the ground is that of the first rectangle of a drawing as seen.
TEST_F(StepsCommand, ATransparentDrawingHasNothingInTheColourOfTheGround) {
  const std::string svg = folder_.file("t.svg");
  for (const char* view : {"grids", "tree", "network", "banks", "sectors", "traffic"})
    for (const char* theme : {"light", "dark"}) {
      const auto draw = [&](const std::string& ground) {
        expect_done(steps(row_, svg, with(k_scan, {"--step", "3", "--view", view, "--theme", theme, "--background", ground})));
        return read_file(svg);
      };
      const std::string seen = draw("seen"), colour = seen.substr(seen.find("<rect ")).substr(0, 80);
      const std::string ground = colour.substr(colour.find('#'), 7);
      ASSERT_EQ(ground.size(), 7U) << colour;
      const std::string clear = draw("transparent");
      for (const char* filled : {"fill", "stroke"}) {
        const std::string patch = fmt::format("{}=\"{}\"", filled, ground);
        EXPECT_EQ(clear.find(patch), std::string::npos)
            << view << ", " << theme << ": " << clear.substr(clear.find(patch) - 90, 120);
      }
      EXPECT_NE(clear.find("</text>"), std::string::npos) << view;
    }
}

TEST_F(StepsCommand, ASlideHasTheGroundThatIsAskedFor) {
  const std::string svg = folder_.file("g.svg"), png = folder_.file("g.png");
  const auto has_ground = [&] { return read_file(svg).find("<rect width=\"1280\" height=\"720\"") != std::string::npos; };
  for (const std::string ground : {"seen", "white", "transparent"}) {
    expect_done(steps(row_, svg, with(k_scan, {"--step", "2", "--background", ground})));
    EXPECT_EQ(has_ground(), ground != "transparent") << ground;
    expect_done(steps(row_, png, with(k_scan, {"--step", "2", "--background", ground})));
    const std::string pixel = first_pixel(png);
    if (ground == "white") {
      EXPECT_TRUE(pixel == "255,255,255" || pixel == "255,255,255,255") << pixel;
    } else if (ground == "transparent") {
      EXPECT_EQ(pixel, "0,0,0,0");
    } else {
      EXPECT_TRUE(pixel.starts_with("221,225,231")) << pixel << ", of the light theme";
    }
  }
  const auto sentences = [&](const std::vector<std::string>& more) {
    expect_done(steps(row_, svg, with(with(k_scan, {"--steps", "2-3", "--strip"}), more)));
    return read_file(svg).find("temp[3] = 11") != std::string::npos;
  };
  EXPECT_FALSE(sentences({}));
  EXPECT_TRUE(sentences({"--caption"}));
  expect_done(steps(row_, svg, with(k_scan, {"--step", "2"})));
  const std::string with_sentence = read_file(svg);
  expect_done(steps(row_, svg, with(k_scan, {"--step", "2", "--no-caption"})));
  EXPECT_NE(read_file(svg), with_sentence);
}

TEST_F(StepsCommand, ADrawingIsAsSimpleAsALessonAndNamesNoKey) {
  const std::string file = folder_.file("l.svg");
  const auto texts = [&](const std::vector<std::string>& level) {
    expect_done(steps(row_, file, with(with(k_scan, {"--param", "padding=false", "--step", "2", "--view", "banks"}), level)));
    std::string all;
    for (const auto& [text, count] : texts_of(file)) all += text + "\n";
    return all;
  };
  const std::string simple = texts({}), whole = texts({"--level", "full"});
  EXPECT_EQ(simple, texts({"--level", "essential"}));
  for (const char* only : {"warp 1", "Bank conflicts of this step"}) {
    EXPECT_NE(whole.find(only), std::string::npos) << only;
    EXPECT_EQ(simple.find(only), std::string::npos) << only;
  }
  for (const std::string& text : {simple, whole})
    for (const char* hint : {"wheel", "J:"}) EXPECT_EQ(text.find(hint), std::string::npos) << hint;
}

TEST_F(StepsCommand, AFilmMovesThenRestsInEveryStep) {
  if (!app::media_support().why_not.empty()) GTEST_SKIP() << app::media_support().why_not;
  for (const char* name : {"f.gif", "f.mp4"}) {
    SCOPED_TRACE(name);
    const std::string file = folder_.file(name);
    expect_done(steps(row_, file, with(k_scan, {"--steps", "2-4", "--size", "640x400", "--speed", "2"})));
    std::vector<double> stamps;
    app::Reading last;
    const auto frames = read_all(*open_or_fail(file), &last, &stamps);
    EXPECT_EQ(last.answer, app::Answer::end) << last.why;
    // at two a second a step moves for a quarter of a second, at 20 frames a second; the last rests twice
    ASSERT_EQ(frames.size(), 1 + 2 * (5 + 1) + 1);
    EXPECT_EQ(frames[0].extent, (Extent{640, 400}));
    for (const auto& [frame, seconds] : {std::pair{1, 0.5}, std::pair{6, 0.75}, std::pair{7, 1.0}, std::pair{13, 1.5}})
      EXPECT_NEAR(stamps[static_cast<std::size_t>(frame)] - stamps[0], seconds, 0.011) << frame;
    // each rest is the page of its step
    const std::string page = folder_.file("page.png");
    for (const auto& [frame, step] : {std::pair{0, 2}, std::pair{6, 3}, std::pair{12, 4}}) {
      expect_done(steps(row_, page, with(k_scan, {"--step", std::to_string(step), "--size", "640x400"})));
      const auto expected = decode_by_tool(page, {640, 400});
      ASSERT_EQ(expected.size(), 1U);
      std::size_t far = 0;
      for (std::size_t i = 0; i < expected[0].rgba.size(); ++i)
        for (int shift = 0; shift < 24; shift += 8)
          far += std::abs(static_cast<int>(expected[0].rgba[i] >> shift & 0xFF) -
                          static_cast<int>(frames[static_cast<std::size_t>(frame)].rgba[i] >> shift & 0xFF)) > 48;
      EXPECT_LT(far, expected[0].rgba.size() / 200) << step;
    }
    EXPECT_NE(frames[2].rgba, frames[3].rgba) << "numbers move";
  }
}

TEST_F(StepsCommand, CtrlCLeavesNothing) {
  for (const char* name : {"f.gif", "n-%d.png"}) {
    SCOPED_TRACE(name);
    const Folder out;
    Running running(
        steps("pattern:noise:32x32:1", out.file(name), {"--algorithm", "serial", "--steps", "0-63", "--scale", "4"}));
    for (int i = 0; i < 2000 && running.err().find("frames") == std::string::npos; ++i) std::this_thread::sleep_for(10ms);
    running.send(SIGINT);
    const Outcome outcome = running.wait();
    EXPECT_EQ(outcome.code, 128 + SIGINT) << outcome.err;
    EXPECT_NE(outcome.err.find("stopped by Ctrl-C; nothing was written"), std::string::npos) << outcome.err;
    EXPECT_TRUE(out.names().empty());
  }
}

TEST_F(StepsCommand, WhatCannotBeDrawnIsASentence) {
  const std::string svg = folder_.file("a.svg");
  const std::vector<std::string> before = folder_.names();
  const auto refused = [&](const std::string& input, const std::vector<std::string>& more, int code, const std::string& part) {
    expect_refused(steps(input, svg, more), code, {part});
  };
  refused(row_, with(k_scan, {"--step", "90"}), k_usage, "step 90 does not exist");
  refused(row_, with(k_scan, {"--view", "look-back"}), k_usage, "publish sums for each other");
  expect_refused(steps("pattern:noise:32x32:1", folder_.file("a.html"), {"--algorithm", "serial"}), k_usage,
                 {"500", "--steps"});
  expect_refused(steps(row_, folder_.file("a.html"), with(k_scan, {"--step", "90"})), k_usage, {"step 90 does not exist"});
  refused("pattern:noise:65x1:1", k_scan, k_failed, "--patch");
  refused(folder_.write("n.csv", "1 x\n"), k_scan, k_failed, "n.csv");
  refused("figure:none", {}, k_failed, "bilgic-1");
  refused("figure:ehsan-13", {}, k_usage, "shows the workspace storage, which has no steps");
  refused(folder_.write("bad.satscope", "{"), {}, k_failed, "bad.satscope");
  expect_refused(steps(row_, folder_.file("no/a.svg"), k_scan), k_failed, {"no/a.svg"});
  EXPECT_EQ(folder_.names().size(), before.size() + 2) << "nothing half done";
}

TEST_F(StepsCommand, SumsThatWrappedOrWereRoundedAreReported) {
  const std::string large = folder_.write("large.csv", "4000000000,4000000000\n"),
                    fine = folder_.write("fine.csv", "16777216,1\n");
  const auto reported = [&](const std::string& input, const std::string& type) {
    const Outcome outcome = run(steps(input, folder_.file("a.svg"), {"--algorithm", "serial", "--type", type}));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.err;
  };
  EXPECT_NE(reported(large, "32u32u").find("right modulo 2^32: 1 entry is beyond what 32u32u holds"), std::string::npos);
  EXPECT_NE(reported(fine, "32f32f").find("right but for rounding, by 1 at most"), std::string::npos);
  EXPECT_EQ(reported(fine, "64f64f").find("right"), std::string::npos);
}

TEST_F(StepsCommand, OnePixelAndOddPages) {
  for (const std::string picture : {"pattern:noise:1x1:1", "pattern:noise:1x7:1", "pattern:noise:13x5:2"})
    for (const std::string algorithm : {"serial", "scan-transpose-scan", "brlt-scanrow"}) {
      SCOPED_TRACE(picture + " " + algorithm);
      expect_done(steps(picture, folder_.file("a.svg"), {"--algorithm", algorithm, "--size", "321x479"}));
      expect_done(steps(picture, folder_.file("a.png"), {"--algorithm", algorithm, "--size", "641x333", "--step", "1"}));
      texts_of(folder_.file("a.svg"));
    }
}

#endif

TEST(StepsWords, BadOnesAreUsage) {
  const auto refused = [&](const std::string& out, const std::vector<std::string>& more,
                           const std::vector<std::string>& parts) {
    const Folder folder;
    expect_refused(steps("pattern:noise:4x3:1", out, more), k_usage, parts, folder.path().string());
    EXPECT_TRUE(folder.names().empty());
  };
  refused("a.svg", {}, {"--algorithm"});
  refused("a.svg", {"--algorithm", "magic"}, {"magic", "serial"});
  refused("a.svg", {"--param", "scan=wo"}, {"--algorithm"});
  refused("a.bmp", k_scan, {".svg", ".gif", "a.bmp"});
  refused("a", k_scan, {".svg"});
  refused("a-%s.png", k_scan, {"%d"});
  refused("a-%d-%d.png", k_scan, {"%d"});
  refused("a-%d.gif", k_scan, {"%d"});
  refused("a.gif", with(k_scan, {"--step", "3"}), {"--steps"});
  refused("a-%d.html", k_scan, {"%d", "one file"});
  refused("a.html", with(k_scan, {"--strip"}), {"--strip", ".svg"});
  refused("a.html", with(k_scan, {"--theme", "dark"}), {"--theme", "both"});
  refused("a.svg", with(k_scan, {"--steps", "1-3"}), {"%d", "--strip"});
  refused("a.gif", with(k_scan, {"--strip"}), {".svg"});
  refused("a.svg", with(k_scan, {"--strip", "--step", "1"}), {"--steps"});
  refused("a.svg", with(k_scan, {"--step", "1", "--steps", "1-3"}), {"--step", "--steps"});
  refused("a-%d.svg", with(k_scan, {"--steps", "3-1"}), {"3-1"});
  for (const char* range : {"3", "-3", "3-", "a-b", "1-2-3"})
    refused("a-%d.svg", with(k_scan, {std::string("--steps=") + range}), {"--steps"});
  refused("a.svg", with(k_scan, {"--step", "-1"}), {"--step"});
  for (const char* view : {"stages", "sideways", ""})
    if (*view) refused("a.svg", with(k_scan, {"--view", view}), {view, "grids"});
  for (const char* scale : {"0", "5", "nan", "big"}) refused("a.png", with(k_scan, {"--scale", scale}), {"--scale"});
  refused("a.png", with(k_scan, {"--size", "10x10"}), {"320x320"});
  refused("a.png", with(k_scan, {"--theme", "pink"}), {"pink", "dark"});
  refused("a.gif", with(k_scan, {"--speed", "1000"}), {"--speed"});
  refused("a.png", with(k_scan, {"--background", "pink"}), {"pink", "transparent"});
  refused("a.gif", with(k_scan, {"--background", "transparent"}), {"white"});
  refused("a.html", with(k_scan, {"--background", "white"}), {"--background"});
  refused("a.html", with(k_scan, {"--caption"}), {"--caption"});
  refused("a.png", with(k_scan, {"--background", "white", "--theme", "dark"}), {"--theme"});
}

}  // namespace
}  // namespace satscope::test
