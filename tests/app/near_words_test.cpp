// SPDX-License-Identifier: Apache-2.0
// A slip in a value of an option is understood, in each command and for each option that has a list of values.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/app/program.h"

namespace satscope::test {
namespace {

using Words = std::vector<std::string>;

/// What a command needs beside an option, so that it comes to read it.
const std::map<std::string, Words> k_needed{
    {"sat", {"pattern:noise:4x4", "-o", "-", "--algorithm", "serial"}},
    {"store", {"pattern:noise:4x4", "-o", "x.sat"}},
    {"box", {"pattern:noise:4x4", "0", "0", "2", "2"}},
    {"faces", {"pattern:noise:32x32"}},
    {"filter", {"pattern:noise:4x4", "-o", "x.png"}},
    {"trace", {"--algorithm", "serial", "--size", "4x4"}},
    {"steps", {"figure:ehsan-2", "-o", "x.svg"}},
    {"bench", {"--algorithms", "serial", "--sizes", "4x4", "--dry-run"}},
    {"sweep", {"--vary", "size=4x4,8x8", "--algorithms", "serial"}},
    {"report", {"x.html", "--algorithms", "serial", "--sizes", "4x4"}},
    {"kernels", {"single-pass"}},
    {"check", {"x.cu"}},
    {"lesson", {"four-reads"}},
    {"shot", {"x.png"}},
};

/// An option, and the longest of its values: fewer slips make a short word another one.
struct Choice {
  std::string command, option, value;
};

/// Those of all commands, from the lines "complete -c satscope -n '__fish_seen_subcommand_from COMMAND' -l OPTION ... -a
/// '...'".
std::vector<Choice> choices() {
  std::vector<Choice> found;
  std::istringstream lines(run({"describe", "fish"}).out);
  const std::regex a_line(
      "'__fish_seen_subcommand_from ([a-z]+)' .*-l ([a-z-]+) -r.* -a '(?:\\(__fish_append , )?([^(].*?)\\)?' -d '");
  const std::regex a_title("\\\\\\\\t\"[^\"]*\"");
  for (std::string line; std::getline(lines, line);) {
    std::smatch of;
    if (!std::regex_search(line, of, a_line)) continue;
    std::istringstream values(std::regex_replace(of.str(3), a_title, ""));
    Choice longest{of[1], "--" + of[2].str(), ""};
    for (std::string value; values >> value;)
      if (value.size() > longest.value.size() && value.find_first_of("=:(") == value.npos && std::isalpha(value[0]))
        longest.value = value;
    if (longest.value.size() > 2) found.push_back(longest);
  }
  return found;
}

/// Without an option of the command line that is given anew.
Words with(const Choice& choice, const std::string& value) {
  Words words{choice.command};
  const auto found = k_needed.find(choice.command);
  const Words needed = found == k_needed.end() ? Words() : found->second;
  for (std::size_t i = 0; i < needed.size(); ++i) {
    const bool replaced = needed[i] == choice.option;
    i += replaced ? 1 : 0;
    if (!replaced) words.push_back(needed[i]);
  }
  words.insert(words.end(), {choice.option, value});
  return words;
}

TEST(NearWords, EveryOptionWithChoicesUnderstandsASlip) {
  const Folder folder;
  std::size_t tried = 0;
  for (const Choice& choice : choices()) {
    if (choice.option == "--compiler") continue;  // it may be any program
    const std::string wrong = choice.value + choice.value.back();
    const Outcome outcome = run(with(choice, wrong), folder.path().string());
    EXPECT_EQ(outcome.code, k_usage) << choice.command << " " << choice.option << " " << wrong << ": " << outcome.err;
    EXPECT_NE(outcome.err.find("did you mean " + choice.value + "?"), std::string::npos)
        << choice.command << " " << choice.option << " " << wrong << ": " << outcome.err;
    ++tried;
  }
  EXPECT_GT(tried, 45U);
}

TEST(NearWords, NamesAndValuesOfPairsAndPositionals) {
  expect_refused({"sat", "pattern:noise:4x4", "-o", "-", "--algorithm", "serial", "--param", "listing=bilgc"}, k_usage,
                 {"did you mean bilgic?"});
  expect_refused({"bench", "--sweep", "listing=bilgc", "--algorithms", "serial"}, k_usage, {"did you mean bilgic?"});
  expect_refused({"trace", "--algorithm", "serial", "--size", "4x4", "--set", "wrap=4"}, k_usage, {"did you mean warp?"});
  expect_refused({"trace", "--algorithm", "serial", "--size", "4x4", "--schedule", "revresed:2"}, k_usage,
                 {"did you mean reversed?"});
  expect_refused({"sat", "pattern:noise:4x4", "-o", "-", "--algorithm", "cpu-simd", "--param", "listing"}, k_usage,
                 {"--param must be NAME=VALUE, not 'listing'"});
  expect_refused({"describe", "bsh"}, k_usage, {"did you mean bash?"});
  expect_refused({"describe", "man", "bnech"}, k_usage, {"did you mean bench?"});
  expect_refused({"lesson", "four-red"}, k_usage, {"did you mean four-reads?"});
  expect_refused({"kernels", "serail"}, k_usage, {"did you mean serial?"});
  expect_refused({"box", "pattern:nois:4x4", "0", "0", "1", "1"}, k_usage, {"did you mean noise?"});
  expect_refused({"filter", "figure:ehsan-22", "-o", "x.png"}, k_failed, {"did you mean ehsan-2?"});
}

TEST(NearWords, WhatIsMeasuredAndUnits) {
  expect_refused({"bench", "my.cu"}, k_usage, {"did you mean --algorithms my.cu? See satscope bench --help"});
  expect_refused({"sweep", "sauvola"}, k_usage, {"did you mean --algorithms sauvola? See"});
  expect_refused({"bench", "nothing"}, k_usage,
                 {"unexpected argument 'nothing' for satscope bench; see satscope bench --help"});
  expect_refused({"bench", "--max-time", "2s"}, k_usage, {"--max-time, in milliseconds, must be a number"});
  expect_refused({"bench", "--precision", "1%"}, k_usage, {"--precision, in percent, must be a number"});
}

TEST(NearWords, AnOptionInSingularAndInPlural) {
  EXPECT_EQ(run({"bench", "--algorithm", "serial", "--size=4x4", "--type", "8u32u", "--form", "padded", "--dry-run"}).out,
            run({"bench", "--algorithms", "serial", "--sizes=4x4", "--types", "8u32u", "--forms", "padded", "--dry-run"}).out);
  EXPECT_EQ(run({"trace", "--algorithms", "serial", "--sizes", "4x4"}).out,
            run({"trace", "--algorithm", "serial", "--size", "4x4"}).out);
  expect_refused({"trace", "--algorithms", "serial", "--sizes", "4x4,8x8"}, k_usage, {"--size must be", "not '4x4,8x8'"});
  expect_refused({"bench", "--jsons"}, k_usage, {"no option --jsons; did you mean --json?"});
}

TEST(NearWords, EndingsOfFiles) {
  const std::vector<std::pair<std::string, std::string>> outputs{{"sat", ".npy"},     {"filter", ".png"},  {"trace", ".json"},
                                                                 {"steps", ".svg"},   {"bench", ".json"},  {"sweep", ".csv"},
                                                                 {"report", ".html"}, {"lesson", ".html"}, {"shot", ".png"}};
  for (const auto& [command, ending] : outputs) {
    Words words{command};
    for (const std::string& word : k_needed.at(command)) words.push_back(word);
    const auto out = std::ranges::find(words, "-o");
    std::string slip = ending;
    std::swap(slip[slip.size() - 2], slip[slip.size() - 1]);
    if (command == "report" || command == "shot") {
      words[1] = "x" + slip;
    } else {
      if (out != words.end()) words.erase(out, out + 2);
      std::erase(words, "--dry-run");
      words.insert(words.end(), {"-o", "x" + slip});
    }
    expect_refused(words, k_usage, {"not 'x" + slip + "'; did you mean " + ending + "?"});
  }
  expect_refused({"bench", "--compare", "a.json", "b.json", "-o", "x.mdd"}, k_usage, {"did you mean .md?"});
  expect_refused({"filter", "pattern:noise:4x4", "-o", "x.tar"}, k_usage, {"not 'x.tar'\n"});
}

}  // namespace
}  // namespace satscope::test
