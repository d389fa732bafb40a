// SPDX-License-Identifier: Apache-2.0
// Standard streams that cannot be written, through a shell as a user has them.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "app/core/json.h"

#include "tests/app/made_files.h"
#include "tests/app/program.h"

namespace satscope::test {
namespace {

/// Exit code of `satscope WORDS`, run by a shell in this folder; -1 for a signal. limit: of that shell, as `ulimit` takes it.
int shell(const Folder& folder, const std::string& words, const std::string& limit = "-c 0") {
  const std::string line =
      "cd '" + folder.path().string() + "' && ulimit -c 0 && ulimit " + limit + " && exec '" + program() + "' " + words;
  const int status = std::system(line.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

constexpr const char* k_sat = "sat pattern:noise:31x17 -o out.npy ";

TEST(Streams, WhatCannotBePrintedHarmsNoWork) {
  for (const char* err : {"2>/dev/full", "2>&-", "<&- >&- 2>&-"}) {
    const Folder folder;
    ASSERT_EQ(shell(folder, k_sat), 0);
    const std::string expected = read_file(folder.file("out.npy"));
    std::filesystem::remove(folder.file("out.npy"));
    EXPECT_EQ(shell(folder, std::string(k_sat) + err), 0) << err;
    EXPECT_EQ(read_file(folder.file("out.npy")), expected) << err;
    EXPECT_EQ(shell(folder, std::string("filter synthetic:32x24 --frames 5 -o a.png ") + err), 0) << err;
    EXPECT_EQ(folder.names().size(), 6U) << err;
    EXPECT_EQ(shell(folder, std::string("sat missing -o b.npy ") + err), 1) << err;
  }
}

TEST(Streams, AResultThatCannotBePrintedIsAFailure) {
  const Folder folder;
  for (const char* out : {"list >/dev/full", "list >&-", "sat pattern:noise:31x17 -o /dev/stdout >/dev/full"}) {
    EXPECT_EQ(shell(folder, std::string(out) + " 2>err"), 1) << out;
    EXPECT_NE(read_file(folder.file("err")).find("satscope: cannot write"), std::string::npos) << out;
  }
}

TEST(Streams, TheStandardOutputIsAFileToWrite) {
  const Folder folder;
  ASSERT_EQ(shell(folder, k_sat), 0);
  ASSERT_EQ(shell(folder, "sat pattern:noise:31x17 -o /dev/stdout >direct"), 0);
  ASSERT_EQ(shell(folder, "sat pattern:noise:31x17 -o /dev/stdout | cat >piped"), 0);
  EXPECT_EQ(read_file(folder.file("direct")), read_file(folder.file("out.npy")));
  EXPECT_EQ(read_file(folder.file("piped")), read_file(folder.file("out.npy")));
}

TEST(Streams, ATerminalGetsNoBytesThatAreNoText) {
  const Folder folder;
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  ASSERT_GE(terminal, 0);
  ASSERT_EQ(::grantpt(terminal), 0);
  ASSERT_EQ(::unlockpt(terminal), 0);
  const std::string name = ::ptsname(terminal);
  EXPECT_EQ(shell(folder, "sat pattern:noise:31x17 -o - 2>err >" + name), 1);
  EXPECT_NE(read_file(folder.file("err")).find("the standard output is a terminal"), std::string::npos)
      << read_file(folder.file("err"));
  EXPECT_EQ(shell(folder, "list --ids >" + name), 0) << "text";
  ::close(terminal);
}

TEST(Streams, WhatIsWrongWithTheStandardInputNamesIt) {
  const Folder folder;
  folder.write("high.csv", "1,300\n");
  EXPECT_EQ(shell(folder, "sat - -o out.npy --type 8u32u <high.csv 2>err"), 1);
  EXPECT_EQ(read_file(folder.file("err")).find("satscope: the standard input has the value 300 at x = 1, y = 0"), 0U)
      << read_file(folder.file("err"));
}

TEST(Streams, ADashIsTheStandardInputAndOutput) {
  const Folder folder;
  folder.write("in.csv", "1,2\n3,4\n");
  folder.write("in.png", make_png(2, 1, 8, 0, bytes({5, 7})));
  const std::string satscope = "'" + program() + "' ";
  // two pictures, from a pipe and from a file that is the standard input
  EXPECT_EQ(shell(folder, "box - 0 0 2 2 <in.csv >box"), 0);
  EXPECT_NE(read_file(folder.file("box")).find("= 10\n"), std::string::npos);
  const std::string picture = "sh -c \"cat in.png | " + satscope + "box - 0 0 2 1 >piped\"";
  ASSERT_EQ(std::system(("cd '" + folder.path().string() + "' && " + picture).c_str()), 0);
  EXPECT_NE(read_file(folder.file("piped")).find("= 12\n"), std::string::npos);
  // bytes on stdout are those of the file, and nothing else is there
  ASSERT_EQ(shell(folder, "sat in.csv -o out.npy --machine cpu"), 0);
  ASSERT_EQ(shell(folder, "sat - -o - --machine cpu --json <in.csv >direct 2>said"), 0);
  EXPECT_EQ(read_file(folder.file("direct")), read_file(folder.file("out.npy")));
  EXPECT_NE(read_file(folder.file("said")).find("\"output\": \"-\""), std::string::npos) << read_file(folder.file("said"));
  ASSERT_EQ(shell(folder, "filter in.png -o out.png --machine cpu"), 0);
  ASSERT_EQ(shell(folder, "filter - -o - --machine cpu <in.png >filtered"), 0);
  EXPECT_EQ(read_file(folder.file("filtered")), read_file(folder.file("out.png")));
  ASSERT_EQ(shell(folder, "trace --algorithm serial --size 2x2 -o - >trace"), 0);
  EXPECT_EQ(nlohmann::json::parse(read_file(folder.file("trace")))["algorithm"], "serial");
  ASSERT_EQ(shell(folder, "store in.png --method float16 -o kept >text"), 0);
  ASSERT_EQ(shell(folder, "store - --method float16 -o - <in.png >stored 2>text2"), 0);
  EXPECT_EQ(read_file(folder.file("stored")), read_file(folder.file("kept")));
  EXPECT_EQ(read_file(folder.file("text2")), read_file(folder.file("text")));
  EXPECT_EQ(shell(folder, "sat - -o again.npy <stored"), 0);
  EXPECT_FALSE(std::filesystem::exists(folder.file("-")));
  EXPECT_EQ(shell(folder, "box - 0 0 1 1 </dev/null 2>empty"), 1);
  EXPECT_NE(read_file(folder.file("empty")).find("satscope: the standard input is empty"), std::string::npos);
  EXPECT_EQ(shell(folder, "filter synthetic:32x24 --frames 2 -o - 2>frames"), 2);
  EXPECT_NE(read_file(folder.file("frames")).find("-.mkv"), std::string::npos);
}

TEST(Streams, AReasonIsGivenOnce) {
  const Folder folder;
  const std::string state = "env XDG_STATE_HOME='" + folder.path().string() + "' '" + program() + "' ";
  const auto said = [&](const std::string& words) {
    EXPECT_EQ(std::system((state + words + " 2>'" + folder.file("err") + "'").c_str()), 0) << words;
    return read_file(folder.file("err"));
  };
  const std::string sat = "sat pattern:noise:9x9 -o '" + folder.file("a.npy") + "' ";
  EXPECT_NE(said(sat).find(" runs on the "), std::string::npos);
  EXPECT_EQ(said(sat), "");
  EXPECT_NE(said(sat + "--algorithm serial").find("serial runs on the "), std::string::npos) << "another reason is new";
  EXPECT_EQ(said(sat), "");
}

TEST(Streams, AFileThatMayNotBecomeSoLargeIsASentence) {
  const Folder folder;
  EXPECT_EQ(shell(folder, "sat pattern:noise:300x300 -o a.npy 2>err", "-f 8"), 1);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"err"});
}

/// Bytes that a terminal obeys: control characters but the line end, and the first bytes of C1 and of marks of direction.
bool is_safe(const std::string& said) {
  const bool controls = std::ranges::any_of(said, [](char c) { return (c >= 0 && c < ' ' && c != '\n') || c == 0x7F; });
  for (const char* mark : {"\xC2\x80", "\xC2\x9B", "\xE2\x80\xAE", "\xE2\x81\xA6"})
    if (said.find(mark) != said.npos) return false;
  return !controls;
}

const std::string k_escapes =
    "\x1b]0;owned\x07\x7f\xC2\x9B"
    "2J\xE2\x80\xAE";

TEST(Terminal, IsGivenNoEscapesOfOthers) {
  const Folder folder;
  const auto expect_safe = [&](const std::vector<std::string>& words, int code) {
    const Outcome outcome = run(words, folder.path().string());
    EXPECT_EQ(outcome.code, code) << outcome.err;
    EXPECT_TRUE(is_safe(outcome.out)) << words.front() << ": " << outcome.out;
    EXPECT_TRUE(is_safe(outcome.err)) << words.front() << ": " << outcome.err;
    return outcome;
  };
  for (const std::string kind : {".png", ".csv", ".npy", ".satscope", ".json", ".md", ""})
    for (const char* command : {"sat", "box", "faces", "lesson", "shot"})
      EXPECT_NE(run({command, k_escapes + kind, "-o", "x"}, folder.path().string()).code, 0);
  expect_safe({"sat", k_escapes + ".png", "-o", "a.npy"}, k_failed);
  expect_safe({"sat", k_escapes}, k_usage);
  expect_safe({"lesson", k_escapes + ".md"}, k_usage);
  expect_safe({k_escapes, k_escapes}, k_usage);
  expect_safe({"--" + k_escapes}, k_usage);
  expect_safe({"filter", "pattern:ramp:9x9", "-o", "a.png", "--chain", k_escapes}, k_usage);

  // results of others, whose texts are foreign throughout
  const Outcome bench =
      run({"bench", "--algorithms", "serial", "--sizes", "9x9", "--machine", "cpu", "--repeats", "1", "--json"});
  ASSERT_EQ(bench.code, 0) << bench.err;
  auto results = nlohmann::json::parse(bench.out);
  for (const char* text : {"satscope", "date", "device", "driver", "toolkit", "processor", "system"})
    results[text] = k_escapes + "\nsatscope: forged";
  results["floor"][0]["method"] = k_escapes;
  folder.write("r.json", results.dump());
  const Outcome table = expect_safe({"bench", "--table", "r.json"}, 0);
  EXPECT_EQ(table.out.find("\nsatscope: forged"), std::string::npos) << table.out;
  const Outcome sweep = expect_safe({"sweep", "--from", "r.json"}, 0);
  EXPECT_EQ(sweep.out.find("\nsatscope: forged"), std::string::npos) << sweep.out;
#ifdef SATSCOPE_GUI
  const std::string in_json = nlohmann::json(k_escapes + "\nsatscope: forged").dump();
  folder.write("t.satscope",
               R"({"satscope": "session", "version": 1, "session": {"input": "pattern:ramp:9x9"}, "title": )" + in_json + "}");
  const Outcome shot = expect_safe({"shot", "o.png", "t.satscope", "--size", "400x300"}, 0);
  EXPECT_EQ(std::ranges::count(shot.err, '\n'), 1) << shot.err;
  folder.write("t.md", "# A\n@lesson 1\n\n## " + k_escapes + "\nText.\n@ask Do.\n@until 1 == 1\n@solve key Right\n");
  expect_safe({"lesson", "t.md", "--check"}, k_failed);
#endif
}

TEST(Terminal, ValuesOfJsonStayWhatTheyAre) {
  const Folder folder;
  const std::string name = folder.write("a\x7f\xE2\x80\xAE.pgm", "P2\n2 2\n255\n1 2\n3 4\n");
  const Outcome trace = run({"trace", name, "--algorithm", "serial"});
  ASSERT_EQ(trace.code, 0) << trace.err;
  EXPECT_TRUE(is_safe(trace.out));
  EXPECT_EQ(nlohmann::json::parse(trace.out)["input"], name);
  const Outcome box = run({"box", name, "0", "0", "1", "1", "--json"});
  ASSERT_EQ(box.code, 0) << box.err;
  EXPECT_TRUE(is_safe(box.out));
}

TEST(Terminal, AnErrorIsALineThatCanBeRead) {
  const Folder folder;
  std::string name;
  for (int i = 0; i < 5000; ++i) name += "\xC3\xA9";
  const Outcome outcome = run({"sat", name, "-o", folder.file("a.npy")});
  EXPECT_EQ(outcome.code, k_failed);
  const std::string begin = "satscope: ";
  ASSERT_TRUE(outcome.err.starts_with(begin) && outcome.err.ends_with("...\n")) << outcome.err;
  const auto characters =
      std::ranges::count_if(outcome.err, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
  EXPECT_EQ(characters, static_cast<std::ptrdiff_t>(begin.size()) + 300 + 1);
  EXPECT_EQ(outcome.err.find('?'), std::string::npos) << "a character is cut through: " << outcome.err;
}

TEST(Limits, TooFewAddressesForAPictureOfTheWindowAreASentence) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(SATSCOPE_GUI)
  GTEST_SKIP() << "a sanitizer takes terabytes of addresses, and without a window there is nothing to draw";
#endif
  for (const int megabytes : {280, 360, 380, 400, 600, 900}) {
    const Folder folder;
    EXPECT_EQ(shell(folder, "shot a.png pattern:scene:96x64 2>err", "-v " + std::to_string(megabytes * 1000)), 1) << megabytes;
    EXPECT_EQ(folder.names(), std::vector<std::string>{"err"});
    const std::string said = read_file(folder.file("err"));
    EXPECT_EQ(std::ranges::count(said, '\n'), 1) << said;
    EXPECT_NE(said.find("limit on this process"), std::string::npos) << said;
  }
}

}  // namespace
}  // namespace satscope::test
