// SPDX-License-Identifier: Apache-2.0
// Standard streams that cannot be written, through a shell as a user has them.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "tests/app/made_files.h"
#include "tests/app/program.h"

namespace satscope::test {
namespace {

/// Exit code of `satscope WORDS`, told to a shell in this folder; -1 for a signal. limit: of that shell, as `ulimit` takes it.
int shell(const Folder& folder, const std::string& words, const std::string& limit = "-c 0") {
  const std::string line =
      "cd '" + folder.path().string() + "' && ulimit -c 0 && ulimit " + limit + " && exec '" + program() + "' " + words;
  const int status = std::system(line.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

constexpr const char* k_sat = "sat pattern:noise:31x17 -o out.npy ";

TEST(Streams, WhatCannotBeToldHarmsNoWork) {
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

TEST(Streams, AFileThatMayNotBecomeSoLargeIsASentence) {
  const Folder folder;
  EXPECT_EQ(shell(folder, "sat pattern:noise:300x300 -o a.npy 2>err", "-f 8"), 1);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"err"});
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
