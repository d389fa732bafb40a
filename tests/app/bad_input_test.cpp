// SPDX-License-Identifier: Apache-2.0
// Every command that takes an INPUT, given every bad one: the same exit codes, one sentence, nothing left behind.
#include <gtest/gtest.h>

#include <functional>

#include "tests/app/made_files.h"
#include "tests/app/program.h"

namespace satscope::test {
namespace {

struct BadInput {
  std::string name;
  std::function<std::string(const Folder&)> make;  ///< writes what is needed and gives the word for INPUT
  int code;
  std::vector<std::string> parts;
};

const std::string k_small_png = make_png(4, 2, 8, 0, "abcdefgh");

std::vector<BadInput> bad_inputs() {
  return {
      {"missing", [](const Folder& f) { return f.file("missing.png"); }, k_failed, {"missing.png", "no such file"}},
      {"a folder", [](const Folder& f) { return f.path().string(); }, k_failed, {"folder"}},
      {"empty", [](const Folder& f) { return f.write("empty.png", ""); }, k_failed, {"empty"}},
      {"truncated PNG",
       [](const Folder& f) { return f.write("half.png", k_small_png.substr(0, k_small_png.size() - 20)); },
       k_failed,
       {"half.png", "broken PNG"}},
      {"truncated JPEG",
       [](const Folder& f) { return f.write("half.jpg", make_jpeg(8, 8, 1, std::string(64, 'x')).substr(0, 400)); },
       k_failed,
       {"half.jpg", "broken JPEG"}},
      {"absurd PNG",
       [](const Folder& f) { return f.write("huge.png", make_png_that_claims(100000, 100000)); },
       k_failed,
       {"100000x100000", "not supported"}},
      {"words", [](const Folder& f) { return f.write("words.csv", "1,2\n3,four\n"); }, k_failed, {"line 2, column 2", "four"}},
      {"a number of 200000 digits",
       [](const Folder& f) { return f.write("long.csv", "1," + std::string(200000, '7') + "\n"); },
       k_failed,
       {"line 1, column 2", "range of a double"}},
      {"ragged", [](const Folder& f) { return f.write("ragged.csv", "1,2\n3\n"); }, k_failed, {"line 2"}},
      {"unknown format",
       [](const Folder& f) {
         return f.write("x.bin", bytes({0, 1, 2, 3, 200}));
       },
       k_failed,
       {"x.bin", "known"}},
      {"two lines in the name", [](const Folder& f) { return f.file("two\nlines.png"); }, k_failed, {"two?lines.png"}},
      {"zero size", [](const Folder&) { return std::string("pattern:zero:0x8"); }, k_usage, {"pattern:zero:0x8"}},
      {"unknown pattern", [](const Folder&) { return std::string("pattern:nope:8x8"); }, k_usage, {"nope", "noise"}},
      {"misspelt pattern", [](const Folder&) { return std::string("pattern:zero"); }, k_usage, {"WxH"}},
      {"absurd pattern",
       [](const Folder&) { return std::string("pattern:zero:1000000x1000000"); },
       k_failed,
       {"GB of memory", "GB are free"}},
  };
}

/// The words of a command around an INPUT.
struct Taker {
  std::string name;
  std::vector<std::string> before, after;
};

std::vector<Taker> takers() {
  return {
      {"sat", {"sat"}, {"-o", "out.npy"}},
      {"store", {"store"}, {"--method", "cross", "-o", "out.sat"}},
      {"box", {"box"}, {"0", "0", "1", "1"}},
      {"faces", {"faces"}, {}},
      {"filter", {"filter"}, {"-o", "out.png"}},
      {"trace", {"trace"}, {"--algorithm", "serial", "-o", "out.json"}},
#ifdef SATSCOPE_GUI
      {"steps", {"steps"}, {"--algorithm", "serial", "-o", "out.svg"}},
      {"shot", {"shot", "out.png"}, {}},
#endif
  };
}

TEST(BadInput, IsGivenToEveryCommandThatTakesOne) {
  std::vector<std::string> names;
  for (const std::string& command : commands_of_help())
    if (run({command, "--help"}).out.find("\n  INPUT ") != std::string::npos) names.push_back(command);
#ifndef SATSCOPE_GUI  // then these say that they need a window
  std::erase_if(names, [](const std::string& name) { return name == "steps" || name == "shot"; });
#endif
  std::vector<std::string> given;
  for (const Taker& taker : takers()) given.push_back(taker.name);
  EXPECT_EQ(given, names);
}

TEST(BadInput, EveryOneForEveryCommand) {
  for (const Taker& taker : takers())
    for (const BadInput& bad : bad_inputs()) {
      SCOPED_TRACE(taker.name + " with " + bad.name);
      const Folder inputs, work;
      std::vector<std::string> words = taker.before;
      words.push_back(bad.make(inputs));
      words.insert(words.end(), taker.after.begin(), taker.after.end());
      expect_refused(words, bad.code, bad.parts, work.path().string());
      EXPECT_TRUE(work.names().empty());
    }
}

}  // namespace
}  // namespace satscope::test
