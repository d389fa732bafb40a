// SPDX-License-Identifier: Apache-2.0
// How words become a command: help, the first word, unknown words.
#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <tuple>
#include <vector>

#include "tests/app/made_files.h"
#include "tests/app/program.h"

namespace satscope::test {
namespace {

TEST(Words, HelpIsEverywhere) {
  const Outcome whole = run({"--help"});
  EXPECT_EQ(whole.code, 0);
  EXPECT_EQ(whole.err, "");
  for (const std::string& command : commands_of_help()) {
    const Outcome outcome = run({command, "--help"});
    EXPECT_EQ(outcome.code, 0) << command;
    EXPECT_EQ(outcome.err, "") << command;
    EXPECT_NE(outcome.out.find("Usage: satscope " + command), std::string::npos) << outcome.out;
    EXPECT_EQ(run({command, "-h"}).out, outcome.out);
  }
}

TEST(Words, HelpAndVersionAsOtherProgramsHaveThem) {
  EXPECT_EQ(run({"help"}).out, run({"--help"}).out);
  for (const char* help : {"help", "--help", "-h"}) EXPECT_EQ(run({help, "bench"}).out, run({"bench", "--help"}).out) << help;
  EXPECT_NE(run({"sat", "--help"}).out.find("| python3 -c \"import io,sys; from numpy import load; "), std::string::npos);
  EXPECT_EQ(run({"-V"}).out, run({"--version"}).out);
  EXPECT_EQ(run({"help"}).code, 0);
}

TEST(Words, NoCommandReplacesItsInput) {
  const Folder folder;
  const std::string picture = folder.write("in.png", make_png(4, 2, 8, 0, "abcdefgh")), before = read_file(picture);
  const std::string results = folder.file("in.json"), page = folder.file("in.html"), drawn = folder.file("in.svg");
  EXPECT_EQ(
      run({"bench", "--sizes", "1x1", "--algorithms", "serial", "--machine", "cpu", "--repeats", "1", "-o", results}).code, 0);
  const std::string measured = read_file(results);
  std::filesystem::create_hard_link(results, page);
  std::filesystem::create_symlink(picture, drawn);
  for (const std::vector<std::string>& words : {std::vector<std::string>{"sat", picture, "-o", picture},
                                                {"store", picture, "-o", picture, "--method", "cross"},
                                                {"trace", picture, "--algorithm", "serial", "-o", picture},
                                                {"filter", picture, "-o", picture},
                                                {"steps", picture, "--algorithm", "serial", "--step", "1", "-o", drawn},
                                                {"report", page, "--from", results},
                                                {"sweep", "--vary", "size", "--from", page, "-o", drawn}}) {
    if (words[0] == "steps" && run({"steps", picture, "--algorithm", "serial", "--step", "1", "-o", folder.file("x.svg")}).code)
      continue;  // a build without a window
    if (words[0] == "sweep") {
      std::filesystem::remove(drawn);
      std::filesystem::create_symlink(results, drawn);
    }
    expect_refused(words, k_failed, {"it is the input, or a part of it"});
  }
  EXPECT_EQ(read_file(picture), before);
  EXPECT_EQ(read_file(results), measured);
}

TEST(Words, AFileMayBeNamedAsFileManagersDo) {
  const Folder folder;
  folder.write("a b.png", make_png(4, 2, 8, 0, "abcdefgh"));
  const std::string uri = "file://" + folder.path().string() + "/a%20b.png";
  EXPECT_EQ(run({"box", uri, "0", "0", "4", "2"}).out, run({"box", folder.file("a b.png"), "0", "0", "4", "2"}).out);
  EXPECT_EQ(run({"sat", uri, "--output=file://" + folder.path().string() + "/out%20.npy", "--machine", "cpu"}).code, 0);
  EXPECT_TRUE(std::filesystem::exists(folder.file("out .npy")));
}

TEST(Words, TheVersionIsThatOfABench) {
  const Outcome said = run({"--version"});
  EXPECT_EQ(said.code, 0);
  const Outcome bench =
      run({"bench", "--sizes", "1x1", "--algorithms", "serial", "--machine", "cpu", "--repeats", "1", "--json"});
  const auto json = nlohmann::json::parse(bench.out);
  const auto of = [&](const char* member) { return json.at(member).get<std::string>(); };
  EXPECT_TRUE(said.out.starts_with("satscope " + of("satscope") + "\n")) << said.out;
  EXPECT_NE(said.out.find("compiler  " + of("compiler") + "\nflags     " + of("flags") + "\n"), said.out.npos) << said.out;
  const std::string commit = of("commit").empty() ? "not known" : of("commit");
  EXPECT_NE(said.out.find("commit    " + commit + "\n"), said.out.npos) << said.out;
}

TEST(Words, TheLicencesAreThoseOfEveryPart) {
  const Outcome said = run({"--licences"});
  EXPECT_EQ(said.code, 0);
  for (const char* holder : {"Apache License", "Bitstream, Inc", "Omar Cornut", "Victor Zverovich", "Niels Lohmann",
                             "Intel Corporation", "Camilla", "Arseny Kapoulkine", "Sean Barrett", "Google", "Henry Schreiner"})
    EXPECT_NE(said.out.find(holder), std::string::npos) << holder;
}

TEST(Words, HelpNamesNoOptionsThatExcludeEachOther) {
  const Outcome said = run({"bench", "--help"});
  EXPECT_NE(said.out.find("--resume"), std::string::npos);
  EXPECT_EQ(said.out.find("Excludes"), std::string::npos);
}

TEST(Words, ASlipInACommandOpensNoWindow) {
  expect_refused({"benc"}, k_usage, {"did you mean bench?"});
  expect_refused({"flter"}, k_usage, {"did you mean filter?"});
  expect_refused({"photograph"}, k_usage, {"no file and no command", "--help"});
  expect_refused({"benhc", "--sizes", "512x512"}, k_usage, {"no command 'benhc'; did you mean bench?"});
  expect_refused({"flter", "a.png", "-o", "b.png"}, k_usage, {"did you mean filter?"});
  expect_refused({"--theme", "dark", "benc"}, k_usage, {"did you mean bench?"});
  expect_refused({"ben"}, k_usage, {"did you mean bench?"});
  expect_refused({"benchmark", "--sizes", "512x512"}, k_usage, {"did you mean bench?"});
  expect_refused({"help", "benc"}, k_usage, {"did you mean bench?"});
  expect_refused({"sta"}, k_usage, {"did you mean sat?"});
  expect_refused({"version"}, k_usage, {"did you mean --version?"});
  // what is a command in other programs
  expect_refused({"compare", "a.json", "b.json"}, k_usage, {"no command 'compare'; did you mean bench --compare?"});
  expect_refused({"completion"}, k_usage, {"did you mean describe bash?"});
  for (const auto& [said, what] : std::vector<std::pair<std::string, std::string>>{
           {"memcheck", "check"}, {"sanitize", "check"}, {"diff", "bench --compare"}, {"algorithms", "list"}, {"ls", "list"}})
    expect_refused({said}, k_usage, {"no command '" + said + "'; did you mean " + what + "?"});
  expect_refused({"schema", "bench"}, k_usage, {"did you mean satscope describe schema COMMAND?"});
}

TEST(Words, ASlipInAnOptionNamesTheOption) {
  expect_refused({"--verison"}, k_usage, {"has no option --verison; did you mean --version?", "--help"});
  expect_refused({"-v"}, k_usage, {"satscope has no option -v; did you mean -V?"});
  expect_refused({"sat", "a", "-O", "b"}, k_usage, {"satscope sat has no option -O; did you mean -o?"});
  expect_refused({"bench", "-v"}, k_usage, {"satscope bench has no option -v; did you mean --verbose?"});
  expect_refused({"sat", "-t"}, k_usage, {"satscope sat has no option -t; see satscope sat --help"});
  expect_refused({"bench", "--version"}, k_usage, {"satscope bench has no option --version; did you mean satscope --version?"});
  expect_refused({"bench", "--sizs", "512x512"}, k_usage, {"has no option --sizs; did you mean --sizes?"});
  expect_refused({"bench", "--sizs=512x512"}, k_usage, {"has no option --sizs; did you mean --sizes?"});
  expect_refused({"sweep", "--vary", "size=64..1024", "--algorithms", "serial"}, k_usage,
                 {"each size of --vary, as in size=64x64..1024x1024, must be a size", "not '64'"});
  expect_refused({"sat", "pattern:zero:2x2", "--ouput", "x.npy"}, k_usage, {"no option --ouput; did you mean --output?"});
}

TEST(Words, NamesThatOtherProgramsHave) {
  const std::vector<std::tuple<std::vector<std::string>, std::string>> meant{
      {{"bench", "--runs", "5"}, "did you mean --repeats?"},
      {{"sweep", "--vary", "size", "--min-runs=5"}, "did you mean --repeats?"},
      {{"bench", "--list"}, "did you mean satscope list?"},
      {{"filter", "--list"}, "did you mean satscope list --filters?"},
      {{"lesson", "--list"}, "did you mean satscope list --lessons?"},
      {{"bench", "--baseline", "a.json"}, "did you mean --compare BEFORE.json AFTER.json, or --against PROGRAM?"},
      {{"sweep", "--baseline", "serial"}, "did you mean --relative-to?"},
      {{"bench", "-b", "serial"}, "did you mean --algorithms?"},
      {{"bench", "-d", "0"}, "did you mean --machine gpu?"},
      {{"bench", "--device", "0"}, "did you mean --machine gpu?"},
      {{"bench", "-a", "n=1"}, "did you mean --sizes, --types or --sweep?"},
      {{"bench", "--list-benches"}, "did you mean satscope list?"},
      {{"bench", "--profile"}, "did you mean --repeats 1?"},
      {{"bench", "--run-once"}, "did you mean --repeats 1?"},
      {{"bench", "-r", "5"}, "did you mean --repeats?"},
      {{"bench", "-m", "5"}, "did you mean --repeats?"},
      {{"bench", "-w", "5"}, "each case is prepared and warmed up by itself"},
      {{"bench", "--prepare", "sync"}, "each case is prepared and warmed up by itself"},
      {{"bench", "-L", "n", "1,2"}, "did you mean --sizes, --types or --sweep?"},
      {{"sweep", "-P", "n", "1", "2"}, "did you mean --vary?"},
      {{"bench", "--parameter-list", "n", "1,2"}, "did you mean --sizes, --types or --sweep?"},
      {{"bench", "--parameter-scan", "n", "1", "2"}, "did you mean --sizes, --types or --sweep?"},
      {{"bench", "--style", "basic"}, "did you mean --csv, --json or --table?"},
      {{"bench", "--quiet"}, "2> /dev/null hides the rest"},
      {{"bench", "--threshold", "2"}, "did you mean --least?"},
      {{"bench", "--fail-if-slower"}, "--compare exits with 3 where a case is slower"},
      {{"bench", "--min-time", "2"}, "each case is measured until --precision is reached"},
      {{"bench", "--format", "csv"}, "did you mean --csv, --json or -o FILE?"},
      {{"bench", "--wxyzwxyz"}, "do you look for --algorithms, --sizes, --machine, --compare or -o? See satscope bench --help"},
      {{"check", "x.cu", "--tool", "memcheck"}, "each check looks for all kinds of mistakes"},
      {{"check", "x.cu", "--leak-check", "full"}, "each check looks for all kinds of mistakes"},
      {{"check", "x.cu", "--error-exitcode", "1"}, "a mistake gives the exit code 3"},
      {{"bench", "--axis", "n=1"}, "did you mean --sizes, --types or --sweep?"},
      {{"sweep", "--axis", "n=1"}, "did you mean --vary?"},
      {{"bench", "--export-json", "a.json"}, "did you mean -o FILE.json?"},
      {{"sweep", "--export-csv", "a.csv"}, "did you mean -o FILE.csv?"},
      {{"bench", "--warmup", "3"}, "each case is prepared and warmed up by itself; see satscope bench --help"},
      {{"bench", "--timeout", "3"}, "did you mean --max-time, in milliseconds?"},
      {{"sweep", "--sweep", "size=8x8,9x9"}, "did you mean --vary?"},
      {{"check", "a.cu", "--timeout", "3"}, "did you mean --seconds?"},
      {{"bench", "--json", "a.json"}, "did you mean -o a.json?"},
      {{"bench", "--csv", "a.csv"}, "did you mean --csv > a.csv?"},
      {{"bench", "--csv=a.csv"}, "did you mean --csv > a.csv?"},
      {{"bench", "-o", "a.csv"}, "-o writes results as JSON; for CSV write --csv > a.csv"},
      {{"bench", "-o", "a.md"}, "for Markdown write -o FILE.json, then --table FILE.json > a.md"},
      {{"bench", "--json=a.json"}, "did you mean -o a.json?"},
      {{"kernels", "--algorithms", "serial"}, "ALGORITHM comes without an option: satscope kernels ALGORITHM;"},
      {{"kernels", "--algorithm", "serial"}, "ALGORITHM comes without an option: satscope kernels ALGORITHM;"},
      {{"box", "a.png", "--box", "0,0,2,2"}, "the box comes without an option: satscope box INPUT X Y W H;"},
      {{"sat", "--input", "a.png"}, "INPUT comes without an option: satscope sat INPUT;"}};
  for (const auto& [words, said] : meant) expect_refused(words, k_usage, {said});
}

TEST(Words, ALongListIsCutAtAComma) {
  const std::string said = run({"filter", "pattern:zero:4x4", "-o", "x.png", "--chain", "zzzqqq"}).err;
  EXPECT_TRUE(std::regex_search(said, std::regex(", [a-z-]+, \\.\\.\\.\n$"))) << said;
  const std::string filters = run({"list", "--filters"}).out, last = said.substr(0, said.rfind(", ..."));
  EXPECT_NE(filters.find("\n" + last.substr(last.rfind(' ') + 1) + ":"), std::string::npos) << "a whole name: " << said;
}

TEST(Words, ResultsAreWordsOfTheirOwn) {
  expect_refused({"bench", "--compare", "a,b"}, k_usage,
                 {"there is no file 'a,b'; --compare takes each file as a word of its own: --compare a b"});
  expect_refused({"bench", "--compare=a.json,b.json"}, k_usage, {"--compare a.json b.json"});
  expect_refused({"sweep", "--vary", "size", "--from", "a.json", "x.png"}, k_usage,
                 {"--from takes results that -o has written, .json, not 'x.png'"});
  expect_refused({"bench", "--compare", "a.json", "b.json"}, k_failed, {"cannot read 'a.json'"});
  const Folder folder;
  folder.write("a,b", "{}");
  expect_refused({"bench", "--compare", folder.file("a,b"), folder.file("a,b")}, k_failed, {"a,b"});
}

// phrases of the parser that no command's own words have
TEST(Words, WhatTheParserRefusesIsASentenceOfOurs) {
  const std::regex with_value("\n +(?:-[a-zA-Z],)?(--[a-z-]+) [A-Z\\[]"), flag("\n +(?:-[a-zA-Z],)?(--[a-z-]+)(?:  |\n)");
  std::size_t tried = 0;
  for (const std::string& command : commands_of_help()) {
    const std::string help = run({command, "--help"}).out;
    for (std::sregex_iterator at(help.begin(), help.end(), with_value), end; at != end; ++at, ++tried) {
      const std::string option = (*at)[1];
      expect_refused({command, option}, k_usage,
                     {option + " wants ", "; nothing follows it; see satscope " + command + " --help"});
    }
    for (std::sregex_iterator at(help.begin(), help.end(), flag), end; at != end; ++at, ++tried)
      if (const std::string option = (*at)[1]; option != "--help")
        expect_refused({command, option + "=3"}, k_usage, {option + " takes no value; got '3'"});
  }
  EXPECT_GT(tried, 100U);
  expect_refused({"steps", "--size"}, k_usage, {"--size wants WxH, such as 640x480; nothing follows it"});
  expect_refused({"check", "a.cu", "--seconds", "abc"}, k_usage, {"--seconds wants N, such as 4; got 'abc'"});
  expect_refused({"list", "--json", "--ids"}, k_usage, {"--json and --ids exclude each other; give one of them"});
  expect_refused({"bench", "--rounds", "3"}, k_usage, {"--rounds needs --against"});
  // the next option is no value
  expect_refused({"sat", "a", "-o", "--json"}, k_usage, {"-o needs a value; --json is an option"});
  expect_refused({"bench", "--algorithms", "--sizes", "640x480"}, k_usage,
                 {"--algorithms needs a value; --sizes is an option"});
  expect_refused({"bench", "--algorithms", "--sizes=640x480"}, k_usage, {"--algorithms needs a value; --sizes is an option"});
  expect_refused({"bench", "--compare", "-o", "x.md"}, k_usage, {"--compare needs a value; -o is an option"});
  expect_refused({"--box", "--type"}, k_usage, {"--box needs a value; --type is an option"});
  expect_refused({"sat", "a", "-o", "--", "b"}, k_usage, {"-o needs a value; -- is none"});
  expect_refused({"check", "a.cu", "-I", "not-here"}, k_usage, {"--include: there is no folder 'not-here'"});
  expect_refused({"check", "-o", "--", "x"}, k_usage, {"-o needs a value; -- is none"});
  expect_refused({"sat", "a", "-o", "b", "-o", "c"}, k_usage, {"--output is given twice"});
}

TEST(Words, MoreThreadsThanTheMachineHasAreRemarked) {
  const Folder folder;
  const std::string png = folder.file("x.png"), npy = folder.file("x.npy");
  const std::regex said("satscope: 256 threads are asked for, and this machine has [0-9]+, so they take turns\n");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"sat", "pattern:noise:8x8", "-o", npy, "--machine", "cpu"},
           {"filter", "pattern:noise:8x8", "-o", png, "--machine", "cpu"},
           {"bench", "--sizes", "8x8", "--algorithms", "serial", "--machine", "cpu", "--repeats", "1"}}) {
    std::vector<std::string> many = words, one = words;
    many.insert(many.end(), {"--threads", "256"});
    one.insert(one.end(), {"--threads", "1"});
    const Outcome outcome = run(many);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(std::regex_search(outcome.err, said)) << words[0] << outcome.err;
    EXPECT_EQ(run(one).err.find("take turns"), std::string::npos) << words[0];
  }
}

TEST(Words, ATableIsWrittenToNoPicture) {
  const Folder folder;
  const std::string out = folder.file("x.png");
  expect_refused({"sat", "pattern:zero:2x2", "-o", out, "--machine", "cpu"}, k_usage, {"x.png", ".npy"});
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST(Words, UnknownOnesAreUsage) {
  expect_refused({"--nope"}, k_usage, {"--nope; see satscope --help"});
  expect_refused({"a.png", "b.png"}, k_usage, {"b.png"});
  for (const std::string& command : commands_of_help()) expect_refused({command, "--nope"}, k_usage, {"--help"});
  expect_refused({"list", "--nope"}, k_usage, {"--nope; see satscope list --help"});
  expect_refused({"list", "extra"}, k_usage, {"extra"});
  expect_refused({"sat", "pattern:zero:2x2", "-o", "x.npy", "--nope"}, k_usage, {"--nope; see satscope sat --help"});
  expect_refused({"sat"}, k_usage, {"required"});
  expect_refused({"sat", "pattern:zero:2x2"}, k_usage, {"--output"});
  expect_refused({"sat", "pattern:zero:2x2", "-o"}, k_usage, {"--output"});
  expect_refused({"sat", "pattern:zero:2x2", "-o", "x.npy", "--type", "8u32u", "--type", "8u32u"}, k_usage, {"--type"});
  expect_refused({"box", "pattern:zero:2x2", "0", "0", "1"}, k_usage, {"H is required"});
}

TEST(Words, OnlyTheFirstWordChoosesACommand) {
  const Folder folder;
  folder.write("list", "1,2\n3,4\n");
  const Outcome command = run({"list"}, folder.path().string());
  EXPECT_NE(command.out.find("paper"), std::string::npos);
  const Outcome file = run({"box", "./list", "0", "0", "2", "2"}, folder.path().string());
  EXPECT_EQ(file.code, 0) << file.err;
  EXPECT_NE(file.out.find("= 10\n"), std::string::npos) << file.out;
  // as an input of a command, the same word is a file
  EXPECT_EQ(run({"box", "list", "0", "0", "2", "2"}, folder.path().string()).out, file.out);
}

TEST(Words, WindowOptionsAreJudgedBeforeAWindowOpens) {
  for (const std::vector<std::string>& start : {std::vector<std::string>{}, std::vector<std::string>{"shot", "never.png"}}) {
    const auto with = [&](std::vector<std::string> words) {
      words.insert(words.begin(), start.begin(), start.end());
      return words;
    };
    const Folder folder;
    expect_refused(with({"--display", "laser"}), k_usage, {"laser", "interop"}, folder.path().string());
    expect_refused(with({"--machine", "abacus"}), k_usage, {"abacus", "gpu"}, folder.path().string());
    expect_refused(with({"--algorithm", "magic"}), k_usage, {"magic", "serial"}, folder.path().string());
    expect_refused(with({"--type", "9u"}), k_usage, {"9u", "8u32u"}, folder.path().string());
    expect_refused(with({"--theme", "pink"}), k_usage, {"pink", "dark"}, folder.path().string());
    expect_refused(with({"--workspace", "cellar"}), k_usage, {"cellar", "explore"}, folder.path().string());
    expect_refused(with({"--step", "-1"}), k_usage, {"--step"}, folder.path().string());
    expect_refused(with({"--box", "1,2,3"}), k_usage, {"X,Y,W,H"}, folder.path().string());
    expect_refused(with({"--box", "1,2,3,4,5"}), k_usage, {"X,Y,W,H"}, folder.path().string());
    expect_refused(with({"--ui-scale", "9"}), k_usage, {"0.75"}, folder.path().string());
    expect_refused(with({"--ui-scale", "nan"}), k_usage, {"0.75"}, folder.path().string());
    expect_refused(with({"--size", "0x20"}), k_usage, {"0x20"}, folder.path().string());
    expect_refused(with({"--size", "100000x20"}), k_usage, {"16384"}, folder.path().string());
    expect_refused(with({"pattern:nope:3x3"}), k_usage, {"nope", "scene"}, folder.path().string());
    expect_refused(with({"pattern:zero:0x3"}), k_usage, {"pattern:zero:0x3"}, folder.path().string());
    expect_refused(with({"--synthetic", "pattern:zero:3x3"}), k_usage, {"--synthetic"}, folder.path().string());
    EXPECT_TRUE(folder.names().empty());
  }
}

#ifndef SATSCOPE_GUI
TEST(Words, WithoutAWindowTheSentenceSaysSo) {
  const Folder folder;
  expect_refused({}, k_failed, {"not supported"});
  expect_refused({"pattern:zero:3x3"}, k_failed, {"not supported"});
  expect_refused({"shot", "a.png"}, k_failed, {"not supported"}, folder.path().string());
  EXPECT_TRUE(folder.names().empty());
}
#endif

TEST(Words, AFullStdoutIsAFailure) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const int status = std::system(("\"" + program() + "\" list >/dev/full 2>/dev/null").c_str());
  EXPECT_EQ(status, k_failed << 8);
}

}  // namespace
}  // namespace satscope::test
