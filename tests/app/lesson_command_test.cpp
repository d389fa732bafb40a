// SPDX-License-Identifier: Apache-2.0
// satscope lesson, and lessons in lists and shots: what is broken is one sentence with its line, whatever it is.
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/app/program.h"

namespace satscope::test {
namespace {

const std::string k_head = "# A lesson of a test\n@lesson 1\n\n## Box\nText.\n";
const std::string k_show =
    R"(@show {"workspace": "explore", "input": "pattern:ramp:6x5", "box": {"x": 0, "y": 0, "w": 1, "h": 1}})"
    "\n";
const std::string k_act = "@ask Three columns.\n@until box.w == 3\n";
const std::string k_good = k_head + k_show + k_act + "@wrong drag 1 1 2 2\n@solve drag 1 1 3 2\n";

TEST(LessonCommand, ListsSayWhatThereIs) {
  const nlohmann::json lessons = run_json({"list", "--lessons", "--json"}).at("lessons");
  ASSERT_EQ(lessons.size(), 14U);
  EXPECT_EQ(lessons[0].at("id"), "first-steps");
  std::set<std::string> ids;
  for (const auto& lesson : lessons) {
    ids.insert(lesson.at("id").get<std::string>());
    EXPECT_FALSE(lesson.at("title").get<std::string>().empty());
    if (lesson.at("id") == "first-steps") continue;  // of a minute
    for (const char* number : {"cards", "acts", "minutes"}) EXPECT_GE(lesson.at(number).get<int>(), 5) << number;
    EXPECT_LE(lesson.at("cards").get<int>(), 8);
    const bool writes_code = lesson.at("id") == "first-kernel" || lesson.at("id") == "own-scan";
    EXPECT_LE(lesson.at("minutes").get<int>(), writes_code ? 15 : 10);
  }
  EXPECT_EQ(ids.size(), lessons.size());
}

TEST(LessonCommand, WhatCannotBeReadIsOneSentenceWithItsLine) {
  Folder files;
  const auto refused = [&](const std::string& text, const std::vector<std::string>& parts) {
    const std::string file = files.write("bad.md", text);
    expect_refused({"lesson", file, "--check"}, k_usage, parts);
    expect_refused({"shot", files.file("a.png"), "--lesson", file}, k_usage, parts);
  };
  refused("", {"bad.md", "'@lesson 1'"});
  refused("Just some notes.\n", {"line 1", "before the first card"});
  refused("# Only a title\n@lesson 1\n", {"it has no card"});
  refused(k_head + "@show {\"workspace\": \n", {"line 6", "no JSON"});
  refused(k_head + "@show {\"input\": \"../secret.png\"}\n", {"line 6", "below its own folder"});
  refused(k_head + "@show {\"source\": \"camera\"}\n", {"line 6", "synthetic camera"});
  refused(k_head + "@ask Do it.\n@until box.w =\n@solve key Right\n", {"line 7", "is expected there"});
  refused(k_head + "@ask Do it.\n@until box.w == 1\n", {"line 4", "@solve"});
  refused(k_head + "@solv key Right\n", {"line 6", "there is no '@solv'"});
  refused(k_head + "@solve press Right\n", {"line 6", "unknown action 'press'", "'click CONTROL'"});
  refused(std::string("\0\1\2", 3), {"bad.md", "line 1"});
  expect_refused({"lesson", files.file("none.md")}, k_usage, {"there is no file", "none.md"});
  expect_refused({"lesson", files.file(".")}, k_usage, {"unknown lesson"});
  expect_refused({"lesson", "no-such"}, k_usage, {"unknown lesson 'no-such'", "first-steps", "four-reads"});
  expect_refused({"lesson", "tree", "--card", "99"}, k_usage, {"--card", "8"});
  expect_refused({"shot", files.file("a.png"), "--card", "2"}, k_usage, {"--card", "--lesson"});
  expect_refused({"shot", files.file("a.png"), "pattern:ramp:6x5", "--lesson", "tree"}, k_usage,
                 {"either a lesson or an INPUT"});
}

#ifdef SATSCOPE_GUI
/// What the check prints for a lesson that can be read and not be taken.
std::string fault_of(Folder& files, const std::string& text) {
  const Outcome outcome = run({"lesson", files.write("bad.md", text), "--check"});
  EXPECT_EQ(outcome.code, k_failed) << outcome.out;
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1) << outcome.out;
  return outcome.out;
}

TEST(LessonCommand, EveryExampleOfTheDocumentPassesItsCheck) {
  Folder files;
  const std::string document = read_file(SATSCOPE_LESSONS);
  int examples = 0;
  for (std::size_t at = document.find("```\n# "); at != document.npos; at = document.find("```\n# ", at)) {
    const std::size_t begin = at + 4, end = document.find("```", begin);
    ASSERT_NE(end, document.npos);
    const Outcome outcome = run({"lesson", files.write("example.md", document.substr(begin, end - begin)), "--check"});
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    ++examples;
    at = end + 3;
  }
  EXPECT_GE(examples, 1);
}

TEST(LessonCommand, ACheckSaysWhatIsWrongWithEachCard) {
  Folder files;
  const Outcome good = run({"lesson", files.write("good.md", k_good), "--check"});
  EXPECT_EQ(good.code, 0) << good.out << good.err;
  EXPECT_EQ(good.out, "good.md: 1 card, 1 task, each done by its solution\n");
  const auto says = [&](const std::string& text, const std::string& words) {
    const std::string said = fault_of(files, text);
    EXPECT_NE(said.find(words), std::string::npos) << said;
  };
  const std::string ask = k_head + k_show + k_act;
  says(ask + "@wrong drag 1 1 3 3\n@solve drag 1 1 3 2\n", "line 9: card 1, 'Box': its act is done by what '@wrong' does");
  says(ask + "@solve drag 1 1 3 2\n@solve key Y\n", "line 9: card 1, 'Box': its act is done by less than its solution");
  says(ask + "@solve key Nothing\n", "line 9: card 1, 'Box': there is no key 'Nothing'");
  says(k_head + k_show + "@ask Three.\n@answer\n@until learn.answer > 0\n@wrong answer 0\n@solve answer 3\n",
       "line 9: card 1, 'Box': its act is done by the answer '13', too");
  says(k_head + k_show + "@ask Nothing.\n@until box.w == 1\n@solve key Right\n", "before anything is done");
  says(ask + "@when box.w == 1: Small.\n@wrong drag 1 1 2 2\n@solve drag 1 1 3 2\n",
       "line 9: card 1, 'Box': it is said before anything is done");
  says(ask + "@when box.w == 4: Large.\n@wrong drag 1 1 2 2\n@solve drag 1 1 3 2\n",
       "line 9: card 1, 'Box': no action of '@wrong' makes the card say it");
  says(ask + "@when box.w == 2: \xCD\xB8.\n@wrong drag 1 1 2 2\n@solve drag 1 1 3 2\n", "no font has these letters: \xCD\xB8");
  const std::string said = ask + "@when box.w == 2: Small.\n@wrong drag 1 1 2 2\n@solve drag 1 1 3 2\n";
  EXPECT_EQ(run({"lesson", files.write("good.md", said), "--check"}).code, 0);
  says(k_head + "@show {\"workspce\": \"explore\"}\n", "line 6: session: there is no member 'workspce'");
  says(k_head + "@show {\"workspace\": \"exlore\"}\n", "there is no workspace 'exlore'; there are explore");
  says(k_head + "@show {\"steps\": {\"algoritm\": \"serial\"}}\n", "there is no member 'steps.algoritm'");
  says(k_head + "@show {\"input\": \"gone.png\"}\n", "gone.png");
}

/// The second one waits for half a minute whether its act will be done.
TEST(LessonCommand, AnActionThatCannotBeDoneSaysWhatThereIs) {
  Folder files;
  const std::string ask = k_head + k_show + k_act;
  const Outcome outcome = run({"lesson",
                               files.write("bad.md", ask + "@solve click no:such\n## Two\nText.\n" + k_show +
                                                         "@ask Do.\n@until boks.w == 3\n@solve drag 1 1 3 2\n"),
                               "--check"});
  EXPECT_EQ(outcome.code, k_failed);
  EXPECT_NE(outcome.out.find("card 1, 'Box': there is no control 'no:such' now; there are"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("the state has nothing at boks.w"), std::string::npos) << outcome.out;
}

TEST(LessonCommand, AFileOfALessonLiesBelowItWhateverLinksThereAre) {
  Folder files, elsewhere;
  const std::string secret = elsewhere.write("secret.pgm", "P2\n2 2\n255\n1 2\n3 4\n");
  std::filesystem::create_symlink(secret, files.file("inside.pgm"));
  const std::string said = fault_of(files, k_head + "@show {\"workspace\": \"explore\", \"input\": \"inside.pgm\"}\n");
  EXPECT_NE(said.find("leads out of the lesson's folder"), std::string::npos) << said;
  std::filesystem::remove(files.file("inside.pgm"));
  files.write("inside.pgm", "P2\n2 2\n255\n1 2\n3 4\n");
  EXPECT_EQ(run({"lesson", files.write("good.md", k_head + "@show {\"workspace\": \"explore\", \"input\": \"inside.pgm\"}\n"),
                 "--check"})
                .code,
            0);
}

TEST(LessonCommand, AWebPageIsWrittenWholeOrNotAtAll) {
  Folder files;
  const std::string page = files.file("a.html");
  expect_refused({"lesson", "tree", "-o", files.file("a.txt")}, k_usage, {".html", "a.txt"});
  expect_refused({"lesson", "tree", "-o", page, "--check"}, k_usage, {"--check", "--output"});
  expect_refused({"lesson", "tree", "-o", page, "--card", "2"}, k_usage, {"--card", "--output"});
  expect_refused({"lesson", "tree", "-o", page, "--run"}, k_usage, {"--run belongs to --check"});
  expect_refused({"lesson", "tree", "-o", files.file("no/a.html")}, k_failed, {"no/a.html"});
  std::filesystem::create_symlink("/dev/null", files.file("out.pgm"));
  const std::string outside = R"(@show {"workspace": "steps", "input": "out.pgm", "steps": {"source": {"kind": "patch"}}})";
  expect_refused({"lesson", files.write("bad.md", k_head + outside + "\n"), "-o", page}, k_failed,
                 {"line 6", "leads out of the lesson's folder"});
  EXPECT_EQ(files.names(), (std::vector<std::string>{"bad.md", "out.pgm"}));
  EXPECT_EQ(run({"lesson", "tree", "-o", page}).code, 0);
  EXPECT_EQ(files.names(), (std::vector<std::string>{"a.html", "bad.md", "out.pgm"}));
}

// a class sees places in their banks; turns, conflicts and registers are what cards ask for, or never speak of
TEST(LessonCommand, AWebPageShowsWhatItsCardsShow) {
  Folder files;
  ASSERT_EQ(run({"lesson", "banks", "-o", files.file("a.html")}).code, 0);
  std::string page = read_file(files.file("a.html"));
  EXPECT_NE(page.find("1: reads [0], [2], [4], [6]"), page.npos);
  for (const char* words : {">turn 1<", ">turn 2<", "4 addresses in", "4 places in", "Key J"})
    EXPECT_EQ(page.find(words), page.npos) << words;
  EXPECT_NE(page.find("<b>A</b> no padding"), page.npos);
  EXPECT_NE(page.find("<b>B</b> padding"), page.npos);
  ASSERT_EQ(run({"lesson", "look-back", "-o", files.file("b.html")}).code, 0);
  page = read_file(files.file("b.html"));
  EXPECT_NE(page.find("own sum 7"), page.npos);
  for (const char* words : {"row words(", "What for", "Key J"}) EXPECT_EQ(page.find(words), page.npos) << words;
  EXPECT_EQ(page.find("look-back --card 1<"), page.npos) << "its answer is typed into the page";
}

TEST(LessonCommand, AWebPageBreaksNoRowOfNumbers) {
  Folder files;
  ASSERT_EQ(run({"lesson", "tree", "-o", files.file("a.html")}).code, 0);
  const std::string page = read_file(files.file("a.html")), blank = "\u00A0";
  EXPECT_NE(page.find("<code>3" + blank + "1" + blank + "7" + blank + "0" + blank + "4" + blank), page.npos);
  EXPECT_EQ(page.find("<code>3 1"), page.npos);
}

TEST(LessonCommand, SlidesHaveAPictureOfEachCard) {
  Folder files;
  expect_refused({"lesson", "tree", "-o", files.file("a.png")}, k_usage, {"%d", "a.png"});
  std::string text = "# A lesson of a test\n@lesson 1\n";
  for (const char* card : {"One", "Two"}) text += std::string("\n## ") + card + "\nText.\n";
  EXPECT_EQ(run({"lesson", files.write("a.md", text), "-o", files.file("s-%d.png"), "--size", "640x480"}).code, 0);
  EXPECT_EQ(files.names(), (std::vector<std::string>{"a.md", "s-1.png", "s-2.png"}));
  EXPECT_EQ(app::load_input(files.file("s-2.png")).extent, (Extent{640, 480}));
  EXPECT_NE(read_file(files.file("s-1.png")), read_file(files.file("s-2.png")));
  EXPECT_EQ(run({"lesson", files.file("a.md"), "-o", files.file("w-%d.png"), "--size", "640x480", "--theme", "light"}).code, 0);
  EXPECT_EQ(app::load_input(files.file("w-1.png")).value(639, 0), 255) << "light slides are white";
}

/// The page of a lesson of two cards about numbers.csv: its picture, and its steps.
std::string page_about(const std::string& numbers, const std::string& transform) {
  Folder files;
  files.write("numbers.csv", numbers);
  std::string text = "# A lesson of a test\n@lesson 1\n";
  for (const char* card :
       {R"("workspace": "explore")",
        R"("workspace": "steps", "steps": {"algorithm": "serial", "source": {"kind": "patch", "x": 0, "y": 0, "side": 4}})"})
    text += std::string("\n## Card\nText.\n@show {\"input\": \"numbers.csv\"") + transform + ", " + card + "}\n";
  const Outcome outcome = run({"lesson", files.write("a.md", text), "-o", files.file("a.html")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return outcome.code == 0 ? read_file(files.file("a.html")) : outcome.err;
}

// what is cropped and rotated by hand is the same picture
TEST(LessonCommand, APageShowsPicturesCroppedAndRotated) {
  const std::string whole = "9 9 9 9\n9 1 2 3\n9 4 5 6\n", turned = "4 1\n5 2\n6 3\n";
  const std::string page = page_about(whole, R"(, "transform": {"crop": "3x2+1+1", "flip": "none", "rotate": 90})");
  EXPECT_TRUE(page == page_about(turned, ""));
  EXPECT_FALSE(page == page_about(whole, "")) << "the control";
}

/// The user's folders are elsewhere while this lives. What was set before is set again, because other tests follow.
class FoldersElsewhere {
 public:
  explicit FoldersElsewhere(const std::string& folder) {
    for (const char* place : {"XDG_PICTURES_DIR", "XDG_VIDEOS_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME"}) {
      const char* const was = std::getenv(place);
      before_.emplace_back(place, was ? std::optional<std::string>(was) : std::nullopt);
      ::setenv(place, folder.c_str(), 1);
    }
  }
  ~FoldersElsewhere() {
    for (const auto& [place, was] : before_) was ? ::setenv(place, was->c_str(), 1) : ::unsetenv(place);
  }
  FoldersElsewhere(const FoldersElsewhere&) = delete;
  FoldersElsewhere& operator=(const FoldersElsewhere&) = delete;

 private:
  std::vector<std::pair<const char*, std::optional<std::string>>> before_;
};

/// A lesson that saves a session over another one, pictures of the window, of a result and of a step, and a film, and that
/// switches the screen on.
TEST(LessonCommand, ACheckWritesNothingAndWatchesNothing) {
  Folder files;
  const std::string mine = files.write("mine.satscope", "mine"), saved = files.file("new.satscope");
  const FoldersElsewhere elsewhere(files.file("home"));
  std::string text = k_head + k_show + "@ask Do.\n@until box.w == 7\n@wrong key Right\n";
  const auto add = [&](const std::vector<std::string>& actions) {
    for (const std::string& action : actions) text += "@solve " + action + "\n";
  };
  add({"key Ctrl+Alt+S", "type " + mine, "click save:save", "click save:save"});
  add({"key Ctrl+Alt+S", "key Ctrl+A", "type " + saved, "click save:save"});
  add({"key Ctrl+S", "key Ctrl+3", "key Ctrl+E", "key F9", "key Right", "key F9", "key Ctrl+2", "key Ctrl+E", "key Ctrl+1"});
  add({"key Ctrl+B", "click source", "click source:screen", "key K", "point picture 0 0"});
  const Outcome outcome = run({"lesson", files.write("bad.md", text), "--check"}, files.path().string());
  EXPECT_EQ(outcome.code, k_failed) << outcome.out << outcome.err;
  EXPECT_NE(outcome.out.find("its act is not done by its solution"), std::string::npos) << "all was tried: " << outcome.out;
  EXPECT_EQ(read_file(mine), "mine");
  EXPECT_EQ(files.names(), (std::vector<std::string>{"bad.md", "mine.satscope"}));
  expect_refused({"lesson", "tree", "--check", "--state-out", files.file("s.json")}, k_usage, {"--state-out"});
}

/// A session below a lesson's folder that names a picture elsewhere, by its path or through a link; and pipes wherever a
/// session may name a file.
TEST(LessonCommand, ALessonReadsNothingOutsideItsFolderThroughASession) {
  Folder files, elsewhere;
  const std::string secret = elsewhere.write("secret.pgm", "P2\n2 2\n255\n1 2\n3 4\n");
  const auto session = [&](const std::string& members) {
    files.write("s.satscope", R"({"satscope": "session", "version": 1, "session": )" + members + "}");
    return fault_of(files, k_head + "@show {\"input\": \"s.satscope\"}\n");
  };
  const auto leads_out = [](const std::string& said) { return said.find("leads out of the lesson's folder") != said.npos; };
  for (const std::string& members :
       {R"({"input": ")" + secret + "\"}", R"({"input": "../)" + elsewhere.path().filename().string() + "/secret.pgm\"}",
        R"({"live": true, "source": ")" + secret + "\"}",
        R"({"workspace": "race", "race": {"plot": true, "others": [")" + secret + "\"]}}",
        R"({"workspace": "playground", "playground": {"cascade": ")" + secret + "\"}}"}) {
    const std::string said = session(members);
    EXPECT_TRUE(leads_out(said)) << members << said;
  }
  std::filesystem::create_symlink(secret, files.file("link.pgm"));
  EXPECT_TRUE(leads_out(session(R"({"input": "link.pgm"})")));
  files.write("inside.pgm", "P2\n2 2\n255\n1 2\n3 4\n");
  files.write("s.satscope", R"({"satscope": "session", "version": 1, "session": {"input": "inside.pgm"}})");
  const Outcome good = run({"lesson", files.write("good.md", k_head + "@show {\"input\": \"s.satscope\"}\n"), "--check"});
  EXPECT_EQ(good.code, 0) << good.out;
}

TEST(LessonCommand, AShotDrawsACard) {
  Folder files;
  const Outcome outcome =
      run({"shot", files.file("a.png"), "--lesson", "tree", "--card", "4", "--state-out", files.file("s.json")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto state = nlohmann::json::parse(read_file(files.file("s.json")));
  EXPECT_EQ(state.at("learn").at("lesson"), "tree");
  EXPECT_EQ(state.at("learn").at("card"), 3);
  EXPECT_EQ(state.at("workspace"), "steps");
  ASSERT_EQ(run({"shot", files.file("b.png"), "--workspace", "learn"}).code, 0);
}
#endif

}  // namespace
}  // namespace satscope::test
