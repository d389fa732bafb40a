// SPDX-License-Identifier: Apache-2.0
// Session files in the whole window: what is saved opens as it was, in every workspace; what is broken, older, newer or without
// its picture is a sentence; a trace opens in Steps.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <set>

#include "app/core/files/atomic_file.h"
#include "app/sources/files/session_file.h"
#include "app/sources/samples.h"
#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"
#include "app/workspaces/playground/settings.h"
#include "app/workspaces/race/settings.h"
#include "app/workspaces/steps/place.h"
#include "app/workspaces/steps/settings.h"
#include "app/workspaces/steps/source/source.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {
namespace fs = std::filesystem;
using nlohmann::json;

class Sessions : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  std::string written(const std::string& name, const std::string& text) const {
    write_file(file(name), text);
    return file(name);
  }
  std::string picture(const std::string& name) const { return written(name, "P5 5 3 255\n" + std::string(15, 'a')); }
  static json document(const std::string& name) {
    std::ifstream stream(name);
    return json::parse(stream);
  }
  /// A session file around these members.
  std::string session_file(const json& members, int version = k_session_version) const {
    return written("made.satscope", json{{"satscope", "session"}, {"version", version}, {"session", members}}.dump());
  }

  fs::path folder_ = fs::temp_directory_path() / ("satscope-sessions-" + std::to_string(::getpid()));
};

/// What the state file says of the session and of each workspace's part, without what belongs to this moment or machine.
json kept(const Stage& stage) {
  const json state = stage.state();
  json kept = json::object();
  for (const char* member :
       {"workspace", "input", "asked", "params", "view", "colour_map", "deramp", "numbers", "grid", "histogram", "theme",
        "ui_scale", "side_panel", "reduced_motion", "filters", "entrants", "steps_at"})
    kept[member] = state.at(member);
  for (const char* member : {"x", "y", "w", "h"}) kept["box"][member] = state.at("box").at(member);
  return kept;
}

TEST_F(Sessions, AreAsTheyWereInEveryWorkspace) {
  const std::string input = picture("a picture.pgm");
  for (const WorkspaceKind& kind : workspaces()) {
    SCOPED_TRACE(kind.id);
    const std::string saved = file(std::string(kind.id) + ".satscope");
    Session before;
    json reported;
    {
      Stage stage({.algorithm = "brlt-scanrow",
                   .theme = "light",
                   .box = Box{1, 0, 3, 2},
                   .workspace = std::string(kind.id),
                   .input = input});
      for (const int key : std::vector<int>{'V', 'N', 'G', k_key_right, k_key_right, k_key_page_down}) stage.key(plain(key));
      if (kind.id == "playground") stage.key(plain('3'));
      if (kind.id == "race") stage.key(plain('2'));
      stage.key(ctrl('B'));
      write_file(saved, stage.screen().session_text(saved));
      before = stage.screen().session();
      reported = kept(stage);
    }
    EXPECT_EQ(document(saved)["session"]["input"], "a picture.pgm") << "relative";
    Stage again({.workspace = "explore"});
    again.screen().open(saved);
    again.settle();
    Session after = again.screen().session();
    if (before.range.automatic) after.range = before.range;  // it follows what is shown
    EXPECT_TRUE(after == before);
    EXPECT_EQ(kept(again).dump(1), reported.dump(1));
    EXPECT_EQ(again.state()["message"], "");
    EXPECT_EQ(again.state()["session_file"], saved);
    EXPECT_EQ(again.state()["recent"][0], saved);
    // and from the command line, where it begins
    Stage first({.algorithm = "", .theme = "", .workspace = "", .input = saved});
    EXPECT_EQ(kept(first).dump(1), reported.dump(1));
  }
}

TEST_F(Sessions, OptionsOfTheCommandLineComeBeforeWhatAFileSays) {
  Stage stage({.algorithm = "serial", .theme = "light", .workspace = "", .input = "figure:bilgic-1", .step = 3});
  EXPECT_EQ(stage.state()["theme"], "light");
  EXPECT_EQ(stage.steps()["traced"]["algorithm"], "serial");
  EXPECT_EQ(stage.steps()["step"], 3);
  EXPECT_EQ(stage.steps()["traced"]["w"], 8) << "the numbers stay those of the file";
}

TEST_F(Sessions, KeepTheStepAndTheBarriersThatWereTakenOut) {
  const std::string saved = file("step.satscope");
  {
    Stage stage({.algorithm = "scan-transpose-scan", .step = 7});
    stage.key(plain(k_key_right));
    EXPECT_EQ(stage.steps()["step"], 8);
    write_file(saved, stage.screen().session_text(saved));
  }
  json one = document(saved);
  EXPECT_EQ(one["session"]["steps_at"]["step"], 8);
  one["session"]["steps_at"]["deleted_barriers"] = {"scan_transpose_scan.h:1"};
  write_file(saved, one.dump());
  Stage again({.workspace = "explore"});
  again.screen().open(saved);
  again.settle();
  EXPECT_EQ(again.steps()["step"], 8);
  EXPECT_EQ(again.state()["steps_at"]["deleted_barriers"], json({"scan_transpose_scan.h:1"}));
  // over the same story the step is gone to all the same
  again.key(plain(k_key_home));
  again.screen().open(saved);
  again.settle();
  EXPECT_EQ(again.steps()["step"], 8);
}

TEST_F(Sessions, MoveWithTheirPicture) {
  fs::create_directories(folder_ / "here" / "pictures");
  const std::string input = picture("here/pictures/p.pgm"), saved = file("here/s.satscope");
  {
    Stage stage({.workspace = "explore", .input = input});
    write_file(saved, stage.screen().session_text(saved));
  }
  EXPECT_EQ(document(saved)["session"]["input"], "pictures/p.pgm");
  fs::rename(folder_ / "here", folder_ / "there");
  Stage again({.workspace = "explore"});
  again.screen().open(file("there/s.satscope"));
  again.settle();
  EXPECT_EQ(again.screen().session().edit.input, file("there/pictures/p.pgm"));
  EXPECT_EQ(again.state()["picture"]["w"], 5);
}

TEST_F(Sessions, WithoutTheirPictureOpenOnTheOneThatIsThere) {
  const std::string saved = session_file({{"input", "gone.pgm"}, {"theme", "light"}, {"workspace", "race"}});
  Stage stage({.workspace = "explore"});
  stage.screen().open(saved);
  stage.settle();
  EXPECT_EQ(stage.state()["theme"], "light");
  EXPECT_EQ(stage.state()["workspace"], "race");
  EXPECT_EQ(stage.screen().session().edit.input, "pattern:noise:64x48:5");
  EXPECT_NE(stage.state()["message"].get<std::string>().find(file("gone.pgm")), std::string::npos) << stage.state()["message"];
}

TEST_F(Sessions, OfAnotherVersionOpenWithASentence) {
  const json members{
      {"workspace", "steps"}, {"theme", "light"}, {"ui_scale", "vast"}, {"steps", {{"view", "hologram"}}}, {"new", 1}};
  for (const auto& [version, word] :
       std::map<int, std::string>{{k_session_version + 1, "newer"}, {k_session_version - 1, "older"}}) {
    Stage stage({.workspace = "explore"});
    stage.screen().open(session_file(members, version));
    stage.settle();
    const std::string message = stage.state()["message"];
    EXPECT_NE(message.find(word), std::string::npos) << message;
    EXPECT_NE(message.find("steps"), std::string::npos) << message;
    EXPECT_NE(message.find("ui_scale"), std::string::npos) << message;
    EXPECT_EQ(message.find("theme"), std::string::npos) << message;
    EXPECT_EQ(stage.state()["theme"], "light");
    EXPECT_EQ(stage.state()["workspace"], "steps");
  }
}

TEST_F(Sessions, OfAnotherVersionWithManyMembersOpenAtOnce) {
  json members{{"theme", "light"}, {"ui_scale", "vast"}, {"workspace", "explore"}};
  for (int i = 0; i < 20'000; ++i) members["member " + std::to_string(i)] = i;
  Stage stage({.workspace = "explore"});
  const auto begun = std::chrono::steady_clock::now();
  stage.screen().open(session_file(members, k_session_version + 1));
  stage.settle();
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(10));
  const std::string message = stage.state()["message"];
  EXPECT_NE(message.find("without ui_scale"), std::string::npos) << message;
  EXPECT_EQ(stage.state()["theme"], "light");
}

TEST_F(Sessions, NameFilesFromTheirFolder) {
  fs::create_directories(folder_ / "data");
  picture("data/p.pgm");
  Stage stage({.workspace = "explore"});
  stage.screen().open(session_file({{"input", "data/p.pgm"},
                                    {"race", {{"others", {"data/none.json", "/elsewhere/none.json"}}}},
                                    {"playground", {{"cascade", "data/c.xml"}}}}));
  stage.settle();
  const Session& session = stage.screen().session();
  EXPECT_EQ(session.part<RaceView>().others, (std::vector<std::string>{file("data/none.json"), "/elsewhere/none.json"}));
  EXPECT_EQ(session.part<PlaygroundView>().cascade, file("data/c.xml"));
  const json saved = json::parse(stage.screen().session_text(file("again.satscope")))["session"];
  EXPECT_EQ(saved["race"]["others"][0], "data/none.json");
  EXPECT_EQ(saved["playground"]["cascade"], "data/c.xml");
}

TEST_F(Sessions, WaitForNoPipe) {
  ASSERT_EQ(::mkfifo(file("pipe.json").c_str(), 0600), 0);
  for (const char* other : {"pipe.json", "/dev/zero"}) {
    Stage stage({.workspace = "explore"});
    stage.screen().open(session_file({{"workspace", "race"}, {"race", {{"plot", true}, {"others", {other}}}}}));
    stage.settle();
    stage.frames(3);
    const std::string problem = stage.state()["race"]["sweep"]["others_problem"];
    EXPECT_NE(problem.find("not a regular file"), std::string::npos) << problem;
    stage.screen().open(file("pipe.json"));  // over the curves, to which it would add its own
    stage.settle();
    EXPECT_NE(stage.state()["message"].dump().find("not a regular file"), std::string::npos) << stage.state()["message"];
  }
}

TEST_F(Sessions, ThatAreBrokenAreOneSentenceAndNothingChanges) {
  struct Case {
    std::string text, said;
  };
  const auto with = [](const char* member, const json& value) {
    return json{{"satscope", "session"}, {"version", 1}, {"session", {{member, value}}}}.dump();
  };
  const std::vector<Case> cases{
      {"", "is empty"},
      {"{", "at byte"},
      {std::string("\x89PNG"), "at byte"},
      {"[1, 2]", "neither a session nor a trace"},
      {"{\"satscope\": \"session\"}", "\"version\""},
      {R"({"satscope": "session", "version": "1"})", "\"version\""},
      {R"({"satscope": "session", "version": 1e999})", "out of range"},
      {R"({"satscope": "session", "version": 1})", "\"session\""},
      {R"({"satscope": "session", "version": 1, "session": []})", "\"session\""},
      {with("workspace", "attic"), "explore, steps"},
      {with("algorithm", "magic"), "scan-transpose-scan"},
      {with("type", "9u"), "9u"},
      {with("theme", "pink"), "light and dark"},
      {with("box", 3), "'box'"},
      {with("box", {{"x", -1}, {"y", 0}, {"w", 1}, {"h", 1}}), "'box'"},
      {with("box", {{"x", 1e30}}), "'x'"},
      {with("view", {{"zoom", 1e300}}), "zoom"},
      {with("view", {{"centre", {1e300, 0}}}), "centre"},
      {with("params", {{"r", nullptr}}), "null"},
      {with("steps", {{"view", "hologram"}}), "hologram"},
      {with("steps", {{"source", {{"side", 5}}}}), "4, 8, 16, 32"},
      {with("steps", {{"source", {{"x", -7}}}}), "'x'"},
      {with("steps_at", {{"step", -1}}), "'step'"},
      {with("steps_at", {{"deleted_barriers", {"here"}}}), "FILE:LINE"},
      {with("filters", {{"chain", 3}}), "chain"},
      {with("filters", {{"regions", {{1, 2, 3, 1e18}}}}), "region"},
      {with("entrants", {{"entrants", {{{"algorithm", "magic"}}}}}), "magic"},
      {with("race", {{"budget_ms", 1e9}}), "budget_ms"},
  };
  Stage stage({.box = Box{1, 2, 3, 4}, .workspace = "explore"});
  const json before = kept(stage);
  for (const Case& one : cases) {
    SCOPED_TRACE(one.text);
    const std::string name = written("broken.satscope", one.text);
    stage.screen().open(name);
    stage.settle();
    const std::string message = stage.state()["message"];
    EXPECT_NE(message.find(one.said), std::string::npos) << message;
    EXPECT_NE(message.find("broken.satscope"), std::string::npos) << message;
    EXPECT_EQ(kept(stage), before);
    EXPECT_EQ(stage.state()["session_file"], "");
  }
  for (const std::string& words : {file("absent.satscope"), folder_.string() + "/a.satscope/", std::string("figure:none")}) {
    stage.screen().open(words);
    stage.settle();
    EXPECT_NE(stage.state()["message"], "") << words;
    EXPECT_EQ(kept(stage), before);
  }
  Stage first({.workspace = "", .input = file("broken.satscope")});
  EXPECT_NE(first.state()["message"].get<std::string>().find("broken.satscope"), std::string::npos);
  EXPECT_GT(first.state()["picture"]["w"], 0) << "no dead end";
}

TEST_F(Sessions, NeverSwitchACameraOn) {
  Stage stage({.workspace = "explore"});
  stage.screen().open(session_file({{"live", true}, {"source", "camera:/dev/video0"}, {"input", "pattern:ramp:9x7"}}));
  stage.settle();
  EXPECT_FALSE(stage.screen().session().edit.live);
  EXPECT_EQ(stage.screen().session().edit.source, "camera:/dev/video0");
  EXPECT_NE(stage.state()["message"].get<std::string>().find("camera:/dev/video0"), std::string::npos);
}

TEST_F(Sessions, AreSavedFromTheWindowWholeOrNotAtAll) {
  Stage stage({.workspace = "explore"});
  const Chord save{.key = 'S', .ctrl = true, .shift = true}, save_as{.key = 'S', .ctrl = true, .alt = true};
  const auto type = [&](const std::string& text) {
    for (const char letter : text) stage.screen().input().push(InputEvent::typed(static_cast<unsigned char>(letter)));
    stage.settle();
  };
  stage.key(save);
  EXPECT_EQ(stage.state()["popup"], "save") << "it has no name yet";
  type(file("lesson"));
  stage.key(plain(k_key_enter));
  EXPECT_EQ(stage.state()["popup"], "");
  ASSERT_TRUE(fs::exists(file("lesson.satscope"))) << stage.state()["message"];
  EXPECT_EQ(document(file("lesson.satscope"))["session"]["workspace"], "explore");
  EXPECT_EQ(stage.state()["session_file"], file("lesson.satscope"));
  EXPECT_NE(stage.screen().title().find("lesson.satscope"), std::string::npos);

  stage.key(ctrl('2'));
  stage.key(save);
  EXPECT_EQ(document(file("lesson.satscope"))["session"]["workspace"], "steps") << "under the name that it has";

  stage.key(ctrl('1'));
  stage.key(save_as);
  EXPECT_EQ(stage.state()["popup"], "save");
  type(file("lesson.satscope"));
  stage.key(plain(k_key_enter));
  EXPECT_EQ(stage.state()["popup"], "save") << "it asks before it replaces a file";
  EXPECT_EQ(document(file("lesson.satscope"))["session"]["workspace"], "steps");
  stage.click(stage.control("save:save"));
  EXPECT_EQ(document(file("lesson.satscope"))["session"]["workspace"], "explore");

  stage.screen().perform(WindowAction::save_session, {}, file("no such folder/x.satscope"));
  stage.settle();
  EXPECT_NE(stage.state()["message"].get<std::string>().find("no such folder"), std::string::npos);
  std::set<std::string> left;
  for (const auto& entry : fs::directory_iterator(folder_)) left.insert(entry.path().filename());
  EXPECT_EQ(left, std::set<std::string>{"lesson.satscope"});
}

TEST_F(Sessions, OfATraceStepThroughItsNumbersAgain) {
  const std::string numbers = "3 1 7\n0 4 1\n";
  json trace{{"input", "x.csv"},
             {"algorithm", "scan-transpose-scan"},
             {"type", "32f32f"},
             {"form", "padded"},
             {"params", {{"padding", "off"}}},
             {"schedule", "ticket"},
             {"sizes", {{"warp", 4}, {"block", 8}, {"segment", 16}, {"tile", 4}, {"banks", 4}}},
             {"picture", {3, 2}},
             {"deleted_barriers", json::array()},
             {"buffers", {{{"name", "picture"}, {"start", {3, 1, 7, 0, 4, 1}}}}},
             {"steps", json::array()}};
  Stage stage({.workspace = "explore"});
  stage.screen().open(written("t.json", trace.dump()));
  stage.settle();
  const auto& steps = stage.screen().session().part<StepsSettings>();
  EXPECT_EQ(stage.state()["message"], "");
  EXPECT_EQ(stage.state()["workspace"], "steps");
  EXPECT_EQ(samples_of(steps.source, nullptr).value(1, 1), 4);
  EXPECT_EQ(steps.size, 1);
  EXPECT_EQ(steps.form, Form::padded);
  EXPECT_EQ(stage.steps()["traced"], (json{{"algorithm", "scan-transpose-scan"},
                                           {"w", 3},
                                           {"h", 2},
                                           {"type", "32f32f"},
                                           {"sizes", stage.steps()["traced"]["sizes"]},
                                           {"together", true}}));
  EXPECT_TRUE(stage.steps()["result_matches"]);

  const auto sizes = [](const json& warp) { return json{{"warp", warp}, {"block", 4}, {"segment", 4}, {"tile", 2}}; };
  const std::vector<std::tuple<std::string, json, std::string>> faults{
      {"algorithm", "magic", "unknown algorithm 'magic'"},
      {"picture", {0, 2}, "sides from 1 to"},
      {"picture", {65, 65}, "sides from 1 to"},
      {"picture", {5e24, 2}, "whole numbers"},  // undefined as an int
      {"sizes", {{"warp", 3}}, "a member is missing"},
      {"sizes", sizes(5e24), "whole numbers"},
      {"sizes", sizes(2.5), "whole numbers"},
      {"form", "square", "square"},
      {"buffers", json::array(), "no buffer 'picture'"},
      {"buffers", {{{"name", "picture"}, {"start", {1}}}}, "must have 6 numbers"}};
  for (const auto& [member, value, why] : faults) {
    json broken = trace;
    broken[member] = value;
    stage.screen().open(written("broken.json", broken.dump()));
    stage.settle();
    const std::string message = stage.state()["message"];
    EXPECT_NE(message.find("broken.json"), std::string::npos) << member << message;
    EXPECT_NE(message.find(why), std::string::npos) << member << ": " << message;
    EXPECT_EQ(stage.steps()["traced"]["w"], 3);
  }
  stage.screen().open(written("other.json", R"({"a": 1})"));
  stage.settle();
  EXPECT_NE(stage.state()["message"].get<std::string>().find("neither a session nor a trace"), std::string::npos);
}

}  // namespace
}  // namespace satscope::app
