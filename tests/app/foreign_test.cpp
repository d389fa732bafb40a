// SPDX-License-Identifier: Apache-2.0
// What others wrote: text that is printed, and JSON that is read.
#include <gtest/gtest.h>

#include "app/core/parsed_json.h"
#include "app/core/text/foreign_text.h"
#include "app/sources/quote.h"

namespace satscope::app {
namespace {

// Characters as RFC 3629 writes them, and the roles that ECMA-48 and Unicode's UAX 9 give them.
struct Obeyed {
  std::string text;
  const char* escape;  ///< in JSON
};
const std::vector<Obeyed>& obeyed() {
  static const std::vector<Obeyed> list{
      {"\x1b", "\\u001b"},         {std::string(1, '\0'), "\\u0000"}, {"\r", "\\u000d"},           {"\x7f", "\\u007f"},
      {"\xC2\x80", "\\u0080"},     {"\xC2\x9B", "\\u009b"},  // CSI
      {"\xC2\x9F", "\\u009f"},     {"\xD8\x9C", "\\u061c"},           {"\xE2\x80\x8E", "\\u200e"}, {"\xE2\x80\xA8", "\\u2028"},
      {"\xE2\x80\xAE", "\\u202e"}, {"\xE2\x81\xA6", "\\u2066"},       {"\xE2\x81\xA9", "\\u2069"},
  };
  return list;
}

TEST(ForeignText, NeverHasWhatATerminalObeys) {
  for (const Obeyed& one : obeyed()) {
    const std::string text = "a" + one.text + "b";
    EXPECT_EQ(one_line(text), "a?b") << one.escape;
    EXPECT_EQ(safe_lines(text), "a?b") << one.escape;
    EXPECT_EQ(safe_json(text), "a" + std::string(one.escape) + "b");
    EXPECT_EQ(quote(text), "'a?b'") << one.escape;
    EXPECT_EQ(nlohmann::json::parse("\"" + safe_json(text) + "\"").get<std::string>(), text) << one.escape;
  }
  EXPECT_EQ(one_line("a\nb\tc"), "a?b?c");
  EXPECT_EQ(safe_lines("a\nb\tc"), "a\nb\tc");
}

TEST(ForeignText, StaysWhatItIsElsewhere) {
  for (const std::string& text : {std::string(), std::string("A picture.png"),
                                  std::string("1920\xC3\x97"
                                              "1080"),
                                  std::string("\xE5\x9B\xBE\xE7\x89\x87 \xF0\x9F\x98\x80 \xC2\xA0 \xE2\x81\xA5 \xDF\xBF")}) {
    EXPECT_EQ(one_line(text), text);
    EXPECT_EQ(safe_lines(text), text);
    EXPECT_EQ(safe_json(text), text);
  }
}

TEST(ForeignText, WhatIsNoUtf8IsAQuestionMark) {
  EXPECT_EQ(one_line("a\xFFz"), "a?z");
  EXPECT_EQ(one_line("\x9B"), "?") << "CSI of Latin-1";
  EXPECT_EQ(one_line("\xC0\x9B"), "??") << "an overlong form";
  EXPECT_EQ(one_line("\xE0\x80\x9B"), "???");
  EXPECT_EQ(one_line("\xED\xA0\x80"), "???") << "half a pair";
  EXPECT_EQ(one_line("\xF4\x90\x80\x80"), "????") << "beyond Unicode";
  EXPECT_EQ(one_line("\xE2\x80"), "??") << "cut";
}

TEST(ForeignText, IsCutBetweenCharacters) {
  EXPECT_EQ(shortened("abcdef", 6), "abcdef");
  EXPECT_EQ(shortened("abcdefg", 6), "abc...");
  EXPECT_EQ(shortened("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", 5), "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9");
  EXPECT_EQ(shortened("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", 5), "\xC3\xA9\xC3\xA9...");
  EXPECT_EQ(shortened("", 3), "");
}

std::string problem_of(const std::string& text) {
  try {
    parsed(text);
    return {};
  } catch (const JsonError& error) {
    return error.what();
  }
}

TEST(ParsedJson, HasALimitOfDepth) {
  const auto nested = [](std::size_t depth, char open, char close) {
    return std::string(depth, open) + std::string(depth, close);
  };
  EXPECT_EQ(problem_of(nested(100, '[', ']')), "");
  EXPECT_EQ(problem_of(nested(101, '[', ']')), "it is nested deeper than 100 levels");
  EXPECT_EQ(problem_of(nested(1'000'000, '[', ']')), "it is nested deeper than 100 levels");
  EXPECT_EQ(problem_of(std::string(1'000'000, '[')), "it is nested deeper than 100 levels") << "not even whole";
  std::string objects;
  for (int i = 0; i < 101; ++i) objects += "{\"a\":";
  EXPECT_EQ(problem_of(objects + "1" + std::string(101, '}')), "it is nested deeper than 100 levels");
  // brackets within texts count nothing, whatever is escaped there
  EXPECT_EQ(problem_of("[\"" + std::string(1000, '[') + "\"]"), "");
  EXPECT_EQ(problem_of("[\"\\\"" + std::string(1000, '{') + "\\\\\"]"), "");
  EXPECT_EQ(problem_of("[" + std::string(300, ' ') + "[], [], {}]"), "");
}

TEST(ParsedJson, SaysWhatIsWrong) {
  EXPECT_EQ(parsed(R"({"a": [1, "b"]})")["a"][1], "b");
  EXPECT_EQ(problem_of("{\"a\": "), "at byte 7 it is no JSON");
  EXPECT_EQ(problem_of("{\"zoom\": 1e999}"), "it has a number that is out of range");
  EXPECT_EQ(problem_of("\xFF"), "at byte 1 it is no JSON");
}

}  // namespace
}  // namespace satscope::app
