// SPDX-License-Identifier: Apache-2.0
// Sessions on the command line: where an input stands a session stands for its picture; shot opens and writes them.
#include <gtest/gtest.h>

#include "tests/app/made_files.h"
#include "tests/app/program.h"

namespace satscope::test {
namespace {

const std::string k_picture = "P5 5 3 255\n" + std::string("abcdefghijklmno");

std::string session_of(const std::string& members) {
  return R"({"satscope": "session", "version": 1, "session": )" + members + "}\n";
}

TEST(SessionFiles, StandForTheirPicture) {
  const Folder files;
  const std::string picture = files.write("p.pgm", k_picture);
  const std::string session = files.write("s.satscope", session_of(R"({"input": "p.pgm"})"));
  for (const std::string& input : {picture, session}) {
    const Outcome sat = run({"sat", input, "-o", files.file(input == picture ? "p.npy" : "s.npy")});
    EXPECT_EQ(sat.code, 0) << sat.err;
  }
  EXPECT_EQ(read_file(files.file("s.npy")), read_file(files.file("p.npy")));
  EXPECT_EQ(run({"trace", session, "--algorithm", "serial", "--narrate"}).out,
            run({"trace", picture, "--algorithm", "serial", "--narrate"}).out);
  const Outcome filter = run({"filter", session, "--chain", "box r=1", "-o", files.file("f.png")});
  EXPECT_EQ(filter.code, 0) << filter.err;
}

TEST(SessionFiles, ThatCannotBeReadAreASentence) {
  const Folder files;
  const auto refused = [&](const std::string& text, const std::string& part) {
    expect_refused({"sat", files.write("bad.satscope", text), "-o", files.file("out.npy")}, k_failed, {"bad.satscope", part});
  };
  refused("", "empty");
  refused("{\"satscope\": ", "byte 14");
  refused("[]", "no session");
  refused(session_of("{}"), "names no picture");
  refused(session_of(R"({"input": 3})"), "names no picture");
  refused(session_of(R"({"input": "bad.satscope"})"), "names no picture");
  refused(session_of(R"({"input": "other.satscope"})"), "names no picture");
  refused(session_of(R"({"input": "figure:bilgic-1"})"), "names no picture");
  refused(std::string(200'000, '['), "deeper than 100 levels");
  expect_refused({"sat", files.file("absent.satscope"), "-o", files.file("out.npy")}, k_failed, {"no such file"});
  expect_refused({"sat", files.write("s.satscope", session_of(R"({"input": "gone.png"})")), "-o", files.file("out.npy")},
                 k_failed, {"gone.png", "no such file"});
  expect_refused({"sat", "figure:none", "-o", files.file("out.npy")}, k_failed, {"bilgic-1"});
  EXPECT_EQ(files.names(), (std::vector<std::string>{"bad.satscope", "s.satscope"})) << "nothing half done";
}

#ifdef SATSCOPE_GUI
TEST(SessionFiles, AreWrittenAndDrawnByShot) {
  const Folder files;
  const std::string picture = files.write("p.pgm", k_picture), session = files.file("s.satscope");
  const Outcome made = run({"shot", files.file("a.png"), picture, "--workspace", "steps", "--algorithm", "serial", "--step",
                            "4", "--size", "640x400", "--save-session", session});
  ASSERT_EQ(made.code, 0) << made.err;
  const auto members = nlohmann::json::parse(read_file(session))["session"];
  EXPECT_EQ(members["input"], "p.pgm");
  EXPECT_EQ(members["steps_at"]["step"], 4);
  const std::string again = files.file("t.satscope");
  ASSERT_EQ(run({"shot", files.file("b.png"), session, "--size", "640x400", "--save-session", again}).code, 0);
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"shot", session, "-o", files.file("o.png"), "--size", "640x400"},
                                             {"shot", "-o", files.file("o.png"), session, "--size", "640x400"}}) {
    std::filesystem::remove(files.file("o.png"));
    ASSERT_EQ(run(words).code, 0);
    EXPECT_TRUE(read_file(files.file("o.png")) == read_file(files.file("b.png"))) << "INPUT, and the file of -o";
  }
  std::filesystem::remove(files.file("o.png"));
  expect_refused({"shot", files.file("o.png"), session, "-o", files.file("p.png")}, k_usage, {"OUT or --output, not both"});
  expect_refused({"shot"}, k_usage, {"OUT is required"});
  EXPECT_TRUE(read_file(again) == read_file(session)) << "what is opened is what was saved";

  for (const std::string& text :
       {std::string("{"), session_of(R"({"theme": "pink"})"), session_of(R"({"input": "gone.png"})")}) {
    const std::string bad = files.write("bad.satscope", text);
    expect_refused({"shot", files.file("c.png"), bad, "--save-session", files.file("c.satscope")}, k_failed, {});
  }
  // one that names itself, and two that name each other
  const std::string self = files.write("bad.satscope", session_of(R"({"input": "bad.satscope"})"));
  expect_refused({"shot", files.file("c.png"), self}, k_failed, {"bad.satscope", "names no picture"});
  files.write("bad.satscope", session_of(R"({"input": "other.satscope"})"));
  files.write("other.satscope", session_of(R"({"input": "bad.satscope"})"));
  expect_refused({"shot", files.file("c.png"), self}, k_failed, {"other.satscope", "names no picture"});
  std::filesystem::remove(files.file("other.satscope"));
  expect_refused({"shot", files.file("c.png"), picture, "--save-session", files.file("no/c.satscope")}, k_failed,
                 {"no/c.satscope"});
  EXPECT_EQ(files.names(), (std::vector<std::string>{"a.png", "b.png", "bad.satscope", "p.pgm", "s.satscope", "t.satscope"}));
}
#endif

}  // namespace
}  // namespace satscope::test
