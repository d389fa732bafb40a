// SPDX-License-Identifier: Apache-2.0
// The editor for a user's own file: what becomes of a text that two programs change, and the editor in the whole window by keys
// and pointer. Nothing is compiled here. With SATSCOPE_SHOTS set to a folder, pictures are kept there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/ui/window_actions.h"
#include "app/workspaces/steps/keys.h"
#include "app/workspaces/steps/lab/edited_text.h"
#include "tests/window/drawn_text.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

TEST(EditedText, TakesOverWhatAnotherProgramWroteWhereNothingWasChanged) {
  EditedText edited;
  edited.open("a\n");
  const unsigned version = edited.version();
  edited.found("b\n");
  EXPECT_EQ(edited.text, "b\n");
  EXPECT_NE(edited.version(), version);
  EXPECT_FALSE(edited.changed());
  EXPECT_FALSE(edited.theirs());
}

TEST(EditedText, KeepsBothTextsUntilTheUserHasChosen) {
  for (const bool theirs : {false, true}) {
    EditedText edited;
    edited.open("a\n");
    edited.text = "mine\n";
    EXPECT_TRUE(edited.changed());
    edited.found("theirs\n");
    ASSERT_TRUE(edited.theirs());
    EXPECT_EQ(edited.text, "mine\n");
    EXPECT_EQ(theirs ? edited.take_theirs() : edited.keep_mine(), theirs ? "mine\n" : "theirs\n");
    EXPECT_EQ(edited.text, theirs ? "theirs\n" : "mine\n");
    EXPECT_EQ(edited.changed(), !theirs);
    EXPECT_FALSE(edited.theirs());
  }
}

TEST(EditedText, IsNotAskedAboutWhereBothWroteTheSameOrTheOtherWentBack) {
  EditedText edited;
  edited.open("a\n");
  edited.text = "b\n";
  edited.found("b\n");
  EXPECT_FALSE(edited.theirs());
  EXPECT_FALSE(edited.changed());
  edited.text = "c\n";
  edited.found("theirs\n");
  EXPECT_TRUE(edited.theirs());
  edited.found("b\n");
  EXPECT_FALSE(edited.theirs());
  EXPECT_EQ(edited.text, "c\n");
}

TEST(EditedText, APlaceIsALineAndAColumn) {
  using Place = std::pair<std::size_t, std::size_t>;
  EXPECT_EQ(place_in("ab\nc", 0), Place(0, 0));
  EXPECT_EQ(place_in("ab\nc", 2), Place(0, 2));
  EXPECT_EQ(place_in("ab\nc", 3), Place(1, 0));
  EXPECT_EQ(place_in("ab\nc", 99), Place(1, 1));
}

TEST(EditedText, ALineBeginsBelowTheOneBefore) {
  EXPECT_EQ(indent_after("int a;"), "");
  EXPECT_EQ(indent_after("a\n  int b;"), "  ");
  EXPECT_EQ(indent_after("a\n  for (;;) {"), "    ");
  EXPECT_EQ(indent_after("{\n\t"), "\t");
  EXPECT_EQ(indent_after(""), "");
}

TEST(EditedText, ACaretIsBelowItsColumn) {
  EXPECT_EQ(with_caret("int a;\n  b = 1\n", 2, 3, 40), "b = 1\n^");
  EXPECT_EQ(with_caret("int a;\n  b = 1\n", 2, 5, 40), "b = 1\n  ^");
  EXPECT_EQ(with_caret("int a", 1, 6, 40), "int a\n     ^");
  EXPECT_EQ(with_caret("int a", 2, 1, 40), "");
  EXPECT_EQ(with_caret("int a", 1, 0, 40), "");
  EXPECT_EQ(with_caret("0123456789abcdef", 1, 15, 8), "89abcdef\n      ^");
}

/// A file of the user's, in a folder that goes with it.
class OwnFile {
 public:
  OwnFile() : folder_(std::filesystem::temp_directory_path() / fmt::format("satscope-editor-{}", ::getpid())) {
    std::filesystem::create_directories(folder_);
    write("int a;\nint b;\n");
  }
  ~OwnFile() { std::filesystem::remove_all(folder_); }
  std::string path() const { return (folder_ / "my.cu").string(); }
  void write(const std::string& text) const { write("my.cu", text); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  std::string text(const std::string& name = "my.cu") const {
    std::ifstream file(folder_ / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  std::filesystem::path folder_;
};

class Editor : public ::testing::Test {
 protected:
  nlohmann::json file() { return stage_.state().at("steps").at("file"); }
  void open() {
    stage_.screen().open(own_.path());
    stage_.settle();
    EXPECT_EQ(file().at("edit"), false);
    stage_.key(ctrl('U'));
    stage_.click(stage_.control("steps:editor"));
    stage_.key(ctrl(k_key_home));
    EXPECT_EQ(file().at("typing"), true);
  }

  /// The numbers of the lines in sight.
  std::u32string numbers() {
    const double left = stage_.state().at("controls").at("steps:editor").at("x");
    std::u32string seen;
    for (const DrawnLetter& letter : drawn_letters())
      if (letter.window.starts_with("editor") && letter.area.right() <= left && letter.code >= '0' && letter.code <= '9')
        seen += letter.code;
    return seen;
  }

  OwnFile own_;
  Stage stage_{{.algorithm = "serial"}};
};

TEST_F(Editor, WritesTheFileOnCtrlSAndNotBefore) {
  open();
  stage_.type("long ");
  EXPECT_EQ(file().at("saved"), false);
  EXPECT_EQ(own_.text(), "int a;\nint b;\n");
  stage_.shot("editor-not-saved");
  stage_.key(ctrl('S'));
  EXPECT_EQ(file().at("saved"), true);
  EXPECT_EQ(own_.text(), "long int a;\nint b;\n");
  EXPECT_EQ(file().at("asks"), true) << "saving does not run what was not run before";
}

TEST_F(Editor, TakesBackWhatWasTypedAndKeepsItOnEsc) {
  open();
  const auto algorithm = stage_.state().at("steps").at("algorithm");
  stage_.type("1");
  stage_.key(ctrl('Z'));
  stage_.key(ctrl('S'));
  EXPECT_EQ(own_.text(), "int a;\nint b;\n");
  EXPECT_EQ(stage_.state().at("steps").at("algorithm"), algorithm) << "the digit chose no algorithm, and no step was undone";
  stage_.type("x");
  stage_.key(plain(k_key_escape));
  EXPECT_EQ(file().at("typing"), false);
  EXPECT_EQ(file().at("saved"), false) << "Esc leaves the field and nothing is lost";
  stage_.click(stage_.control("steps:file:save"));
  EXPECT_EQ(own_.text(), "xint a;\nint b;\n");
}

TEST_F(Editor, AsksWhenAnotherProgramChangedTheFile) {
  for (const bool theirs : {false, true}) {
    own_.write("int a;\n");
    open();
    stage_.type("my ");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // because: the file's time must differ
    own_.write("their int a;\n");
    stage_.key(ctrl('S'));
    EXPECT_EQ(file().at("conflict"), true);
    EXPECT_EQ(own_.text(), "their int a;\n") << "nothing was written over it";
    stage_.shot("editor-conflict");
    stage_.click(stage_.control(theirs ? "steps:file:theirs" : "steps:file:mine"));
    EXPECT_EQ(file().at("conflict"), false);
    EXPECT_EQ(own_.text(), theirs ? "their int a;\n" : "my int a;\n");
    EXPECT_EQ(own_.text(theirs ? "my-mine.cu" : "my-theirs.cu"), theirs ? "my int a;\n" : "their int a;\n");
    stage_.key(plain(k_key_escape));
  }
}

TEST_F(Editor, ShowsWhatAnotherProgramSavedWhereNothingWasTyped) {
  open();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  own_.write("other\n");
  stage_.frames(15);
  stage_.type("an");
  stage_.key(ctrl('S'));
  EXPECT_EQ(file().at("conflict"), false);
  EXPECT_NE(own_.text().find("other"), std::string::npos);
}

TEST_F(Editor, KeepsWhatWasNotSavedWhenTheWindowEnds) {
  open();
  stage_.type("new ");
  const std::string said = stage_.screen().finish();
  EXPECT_NE(said.find("my-unsaved.cu"), std::string::npos) << said;
  EXPECT_EQ(own_.text("my-unsaved.cu"), "new int a;\nint b;\n");
  EXPECT_EQ(own_.text(), "int a;\nint b;\n");
}

TEST_F(Editor, ItsNumbersStayInSightAndTheTextHasTheRoom) {
  own_.write("int a;\nint b = " + std::string(400, 'x') + ";\n");
  open();
  EXPECT_EQ(numbers(), U"12");
  stage_.key(plain(k_key_down));
  stage_.key(plain(k_key_end));
  stage_.shot("editor-scrolled");
  EXPECT_EQ(numbers(), U"12") << "the text is scrolled sideways, its numbers are not";
  EXPECT_GT(stage_.state().at("controls").at("steps:editor").at("h").get<double>(), 0.6 * 720);
}

TEST_F(Editor, BeginsAtTheTopOfAFileAndRemembersIt) {
  std::string text;
  for (int line = 0; line < 200; ++line) text += "int a;\n";
  own_.write(text);
  open();
  stage_.key(ctrl(k_key_end));
  stage_.frames(3);
  EXPECT_FALSE(numbers().starts_with(U"123"));
  stage_.key(plain(k_key_escape));
  const std::string other = own_.write("other.cu", text);
  stage_.screen().open(other);
  stage_.settle();
  EXPECT_EQ(file().at("path"), other);
  stage_.key(ctrl('U'));
  EXPECT_TRUE(numbers().starts_with(U"123"));
  const auto recent = stage_.state().at("recent");
  EXPECT_EQ(recent.at(0), other);
  EXPECT_EQ(recent.at(1), own_.path());
}

TEST_F(Editor, AMenuStaysOpenWhereAPartOfTheWindowAppears) {
  stage_.screen().open(own_.path());
  stage_.settle();
  stage_.click(stage_.control("menu:file"));
  ASSERT_TRUE(stage_.state().at("controls").contains("menu:new_kernel"));
  stage_.screen().perform(StepsAction::edit_file);
  stage_.settle();
  EXPECT_EQ(file().at("edit"), true);
  EXPECT_TRUE(stage_.state().at("controls").contains("menu:new_kernel"));
  stage_.key(plain(k_key_escape));
  EXPECT_FALSE(stage_.state().at("controls").contains("menu:new_kernel"));
}

TEST_F(Editor, IsNotCoveredByAMessage) {
  open();
  for (int i = 0; i < 3; ++i) stage_.key(plain(k_key_escape));  // out of the field, and no guide is shown
  const auto top = [&](const char* control) { return stage_.state().at("controls").at(control).at("y").get<double>(); };
  const double before = top("steps:file:run");
  stage_.screen().open("no-such-picture.png");
  stage_.settle();
  ASSERT_TRUE(stage_.state().at("controls").contains("message:close"));
  stage_.shot("editor-message");
  EXPECT_EQ(top("steps:file:run"), before) << "it moves nothing";
  EXPECT_GT(top("message:close"), 720 - 2 * 16) << "over the keys at the end";
}

TEST_F(Editor, WhatALessonReplacedComesBackWhenItIsLeft) {
  stage_.screen().open("pattern:ramp:6x5");
  stage_.settle();
  for (const bool with_file : {false, true}) {
    if (with_file) open();
    const auto before = stage_.state();
    stage_.screen().perform(WindowAction::start_lesson, {}, "first-kernel");
    stage_.settle();
    const auto in_lesson = stage_.state();
    EXPECT_NE(in_lesson.at("input"), before.at("input"));
    EXPECT_NE(in_lesson.at("steps").at("file"), before.at("steps").at("file"));
    stage_.key(ctrl('W'));
    const auto after = stage_.state();
    for (const char* member : {"input", "workspace", "side_panel"}) EXPECT_EQ(after.at(member), before.at(member)) << member;
    for (const char* member : {"algorithm", "source"})
      EXPECT_EQ(after.at("steps").at(member), before.at("steps").at(member)) << member;
    if (with_file)
      EXPECT_EQ(file().at("path"), own_.path());
    else
      EXPECT_TRUE(file().is_null());
  }
}

TEST(Tips, DoNotCoverTheTextThatTheyExplain) {
  Stage stage({.size = {1600, 900}});
  stage.key(plain(k_key_right));
  int tall = 0;
  for (const char* id : {"steps:idea", "steps:this_step"}) {
    const auto at = stage.state().at("controls").at(id);
    const double top = at.at("y"), high = at.at("h");
    stage.move_to({at.at("x").get<double>() + 4, top + 2});
    std::size_t letters = 0;
    for (const DrawnLetter& letter : drawn_letters()) {
      if (!letter.window.starts_with("##Tooltip")) continue;
      ++letters;
      EXPECT_TRUE(letter.area.y >= top + high || letter.area.bottom() <= top) << id;
    }
    tall += letters > 5 && high > 26;
  }
  EXPECT_GT(tall, 0) << "no text of several lines has a tip";
}

TEST(EditorLayout, LeavesTheStepsTheirRoomAndIsReadableAtEverySize) {
  const OwnFile own;
  for (const Extent size : {Extent{1280, 720}, {1920, 1080}, {1024, 768}})
    for (const double scale : {1.0, 2.0}) {
      Stage stage({.size = size, .scale = scale, .algorithm = "serial", .theme = scale > 1 ? "light" : "dark"});
      stage.screen().open(own.path());
      stage.settle();
      if (stage.state().at("steps").at("file").at("edit") == false) stage.key(ctrl('U'));
      const auto state = stage.state();
      for (const char* control : {"steps:editor", "steps:file:run", "steps:file:save", "steps:file:edit"})
        EXPECT_TRUE(state.at("controls").contains(control)) << control << size.width << scale;
      std::vector<DrawnLetter> letters = drawn_letters();
      std::erase_if(letters, [](const DrawnLetter& letter) { return !letter.window.starts_with("editor"); });
      EXPECT_GT(letters.size(), 20U);
      for (const std::string& fault : faults_of(letters, {"editor"})) ADD_FAILURE() << fault << size.width << scale;
      stage.shot(fmt::format("editor-{}x{}-{}", size.width, size.height, scale));
    }
}

}  // namespace
}  // namespace satscope::app
