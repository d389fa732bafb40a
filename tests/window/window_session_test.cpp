// SPDX-License-Identifier: Apache-2.0
// The state of the window as data: what is written is read back, undo goes back, settings are remembered.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "app/core/files/atomic_file.h"
#include "app/core/json.h"
#include "app/core/param_values.h"
#include "app/session/fields.h"
#include "app/session/history.h"
#include "app/session/session.h"
#include "app/session/settings.h"
#include "app/ui/workspace.h"
#include "app/workspaces/explore/boxes.h"
#include "app/workspaces/explore/four_reads.h"
#include "app/workspaces/playground/settings.h"
#include "app/workspaces/race/settings.h"
#include "app/workspaces/steps/compare/pair_settings.h"
#include "app/workspaces/steps/lab/file_settings.h"
#include "app/workspaces/steps/place.h"
#include "app/workspaces/steps/settings.h"
#include "app/workspaces/storage/settings.h"
#include "kernels/filter.h"

namespace satscope::app {
namespace {

std::shared_ptr<const PaintedMap> painted_map() {
  auto map = std::make_shared<PaintedMap>();
  for (std::size_t i = 0; i < map->bytes.size(); ++i) map->bytes[i] = static_cast<std::uint8_t>(i * i / 300);
  return map;
}

/// Every member differs from its default, so that a forgotten one shows.
Session unusual_session() {
  Session session;
  session.workspace = "elsewhere";
  Edit& edit = session.edit;
  edit.input = "a picture.png";
  edit.live = true;
  edit.source = "camera:/dev/video7";
  edit.box = {1, 2, 3, 4};
  edit.algorithm = "scan-transpose-scan";
  edit.type = "8u64u";
  edit.params = {{"padding", false}, {"segment", std::string("256")}, {"number", 0.5}};
  edit.machine = Machine::gpu;
  session.edit.part<PlaygroundEdit>() = {.chain = {{"sauvola", {{"r", 9.0}, {"k", 0.25}}, false}, {"box", {}, true}},
                                         .solo = 1,
                                         .colour = false,
                                         .regions = {{5, 6, 7, 8}},
                                         .painted = painted_map(),
                                         .cut = std::make_shared<TemplateCut>(TemplateCut{{2, 1}, {7, 200}}),
                                         .feature_at = std::array{3, 4}};
  session.edit.part<RaceEdit>() = {.entrants = {{"serial", {}}, {"scan-transpose-scan", {{"padding", false}}}}, .baseline = 1};
  session.part<StepsFile>().edit = true;
  session.part<PlaygroundView>() = {
      .chosen = 1, .wipe = true, .wipe_at = 0.25, .difference = true, .wheel_zooms = true, .race = true};
  session.part<RaceView>() = {.running = true,
                              .budget_ms = 2,
                              .sort = RaceColumn::rate,
                              .descending = true,
                              .logarithmic = true,
                              .plot = true,
                              .curves = "bandwidth"};
  session.edit.part<StorageEdit>() = {.method = "rows", .bits = 9, .white = {{1, 2, 3, 4}}};
  session.part<StorageView>() = {.errors = false, .dropped = false};
  session.edit.transform = {{4, 5, 6, 7}, {true, true, true}};
  session.looping = false;
  session.mirrored = false;
  session.mode = {.extent = {640, 480}, .rate = 29.97, .format = "mjpeg"};
  session.part<StepsSettings>() = {.source = {StepsSource::Kind::typed, 3, 4, 16, "noise", "1 2", "somewhere"},
                                   .algorithm = "serial",
                                   .params = {{"padding", false}},
                                   .size = 1,
                                   .form = Form::padded,
                                   .type = "32f32f",
                                   .together = false,
                                   .order = "reversed:3",
                                   .view = "stages",
                                   .level = StepsLevel::essential,
                                   .stage = 3,
                                   .speed = 8,
                                   .finish_in = 7};
  session.part<FourReads>() = {.open = true, .done = 3, .playing = true, .seconds = 6};
  session.edit.part<BoxSet>() = {.shape = BoxShape::triple_down, .second = {5, 6, 7, 8}};
  session.part<StepsPlace>() = {.step = 12, .first_block = 3, .deleted = {{"transpose.h", 46}}};
  session.part<StepsPair>() = {.on = true,
                               .algorithm = "scan-transpose-scan",
                               .params = {{"padding", false}},
                               .filter_params = {{"r", 2.0}},
                               .link = PairLink::work,
                               .at = 5};
  session.paused = true;
  session.view = {12.5, 7.25, 3.5, false};
  session.colour_map = "magma";
  session.range = {false, -5, 1e12};
  session.picture_range = {false, -5, 1e12};
  session.tone_map = ToneMap::bt2390;
  session.deramp = true;
  session.numbers = session.grid = session.histogram = false;
  session.display = DisplayPath::copy;
  session.theme = "light";
  session.ui_scale = 1.5;
  session.side_panel = false;
  session.reduced_motion = true;
  return session;
}

TEST(Session, IsReadBackAsWritten) {
  const Session before = unusual_session();
  const auto text = to_json(before).dump();
  EXPECT_EQ(session_from_json(nlohmann::json::parse(text), whole_session()), before);
  EXPECT_EQ(session_from_json(to_json(whole_session())), Session{});
}

TEST(Session, EveryMemberOfTheUnusualOneDiffersInJson) {
  const auto unusual = to_json(unusual_session()), usual = to_json(whole_session());
  for (const auto& [name, value] : usual.items()) EXPECT_NE(unusual.at(name), value) << name;
}

TEST(Session, KeepsDefaultsForWhatIsAbsent) { EXPECT_EQ(session_from_json(nlohmann::json::object()), Session{}); }

/// A part whose member another one has, or the session itself.
template <char first>
struct Taken {
  static constexpr const char* k_member = first == 'r' ? "race" : "theme";
  bool operator==(const Taken&) const = default;
  friend void fields(Fields& /*io*/, Taken& /*part*/) {}
};

TEST(Session, HasNoTwoPartsWithOneMember) {
  Session session = whole_session();
  EXPECT_THROW(session.part<Taken<'r'>>(), std::logic_error);
  EXPECT_THROW(std::as_const(session).part<Taken<'r'>>(), std::logic_error);
  session.edit.part<Taken<'r'>>();
  EXPECT_THROW(to_json(session), std::logic_error) << "the edit is part of the same JSON";
  Session other;
  other.part<Taken<'t'>>();
  EXPECT_THROW(to_json(other), std::logic_error) << "a theme has the session itself";
}

TEST(Session, SaysWhatIsNotAllowed) {
  const auto problem = [](const char* json) -> std::string {
    try {
      session_from_json(nlohmann::json::parse(json));
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(problem(R"({"machine": "tpu"})").find("auto, gpu, cpu"), std::string::npos);
  EXPECT_NE(problem(R"({"theme": "pink"})").find("light and dark"), std::string::npos);
  EXPECT_NE(problem(R"({"ui_scale": 9})").find("0.75"), std::string::npos);
  EXPECT_NE(problem(R"({"tone_map": "aces"})").find("none, bt2390"), std::string::npos);
  EXPECT_NE(problem(R"({"live": "yes"})").find("'live'"), std::string::npos);
  EXPECT_NE(problem(R"({"view": {"zoom": 0}})").find("zoom"), std::string::npos);
  EXPECT_NE(problem(R"({"type": "8u"})").find("8u"), std::string::npos);
  EXPECT_NE(problem("[]").find("object"), std::string::npos);
}

TEST(Session, KeepsNumbersAmongParameters) {
  Session before;
  before.edit.params = {{"r", 12.0}, {"sigma", 0.375}, {"sharp", -1e300}, {"border", std::string("clip")}, {"on", true}};
  const auto json = nlohmann::json::parse(to_json(before).dump());
  EXPECT_EQ(session_from_json(json), before);
  EXPECT_EQ(json["params"]["r"].dump(), "12") << "no fraction where there is none";
  EXPECT_EQ(json["params"]["sigma"].dump(), "0.375");
}

TEST(Parts, OfStepsKeepTheirNamesAndSayWhatIsAllowed) {
  const nlohmann::json whole = written(StepsSettings{});
  std::string names;
  for (const auto& [name, value] : whole.items()) names += name + " ";
  EXPECT_EQ(
      names,
      "algorithm all_arrows beside code counters filter filter_params finish_in form level order panel params passes size "
      "source speed stage together type view ");
  const auto read = [](const char* json) { return read_part<StepsSettings>(nlohmann::json::parse(json)); };
  const auto problem = [&](const char* json) -> std::string {
    try {
      read(json);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(problem(R"({"speed": 0.125})"), "session: steps 'speed' is 0.125, allowed are 0.25 ... 512");
  EXPECT_EQ(problem(R"({"speed": "fast"})"), "session: steps 'speed' is \"fast\", which is of the wrong kind");
  EXPECT_EQ(problem(R"({"source": {"kind": "file"}})"), "session: steps 'kind' is 'file', allowed are patch, ready, typed");
  EXPECT_EQ(problem(R"({"source": {"side": 5}})"), "session: steps 'side' is 5, allowed are 4, 8, 16, 32");
  EXPECT_EQ(problem(R"({"source": 3})"), "session: steps 'source' must be a JSON object");
  EXPECT_EQ(problem("[1]"), "session: steps must be a JSON object");
  EXPECT_EQ(problem(R"({"form": "odd"})"), "session: steps 'form' is 'odd', allowed are inclusive, exclusive, padded");
  EXPECT_EQ(read(R"({"finish_in": 9999})").finish_in, 600);
  EXPECT_EQ(read(R"({"stage": -3})").stage, 0);
  EXPECT_EQ(read(R"({"form": "padded"})").form, Form::padded);
  EXPECT_EQ(read(R"({"form": ""})").form, std::nullopt);
}

TEST(ParamValues, OutOfRangeOrOfTheWrongKindIsASentence) {
  const std::vector<Param> known{radius_param(12), border_param(), {.id = "on", .fallback = true, .help = ""}};
  const auto problem = [&](const char* json) -> std::string {
    try {
      params_from_json(nlohmann::json::parse(json), known, "session");
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(problem(R"({"r": 4096, "border": "zero", "on": false, "unknown": 1.5})"), "");
  EXPECT_EQ(problem(R"({"r": 4097})"), "session: parameter r must be a whole number from 0 to 4096, not '4097'");
  EXPECT_NE(problem(R"({"r": 1.5})").find("whole number"), std::string::npos);
  EXPECT_NE(problem(R"({"r": "much"})").find("whole number"), std::string::npos);
  EXPECT_NE(problem(R"({"r": null})").find("null"), std::string::npos);
  EXPECT_NE(problem(R"({"border": "wrap"})").find("clip, clamp"), std::string::npos);
  EXPECT_NE(problem(R"({"on": 3})").find("true or false"), std::string::npos);
  EXPECT_NE(problem("[1]").find("object"), std::string::npos);
  EXPECT_EQ(params_from_json(nlohmann::json::parse(R"({"r": 3})"), known, "session"), (Params{{"r", 3.0}}));
}

TEST(ParamValues, ANumberOrAChoiceComesBackAsWhatItWas) {
  const std::vector<Param> known{{.id = "threads",
                                  .fallback = std::string("auto"),
                                  .choices = {"auto"},
                                  .range = ParamRange{.min = 2, .max = 256, .step = 2, .whole = true},
                                  .help = ""}};
  for (const Params& params : {Params{{"threads", std::string("auto")}}, Params{{"threads", 128.0}}})
    EXPECT_EQ(params_from_json(nlohmann::json::parse(to_json(params).dump()), known, "session"), params);
  try {
    params_from_json(nlohmann::json::parse(R"({"threads": 3})"), known, "session");
    ADD_FAILURE();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "session: parameter threads must be an even number from 2 to 256, or auto, not '3'");
  }
}

Edit edit_at(int x) {
  Edit edit;
  edit.box = {x, 0, 1, 1};
  return edit;
}

TEST(History, GoesBackAndForthOverMoreThanAHundredSteps) {
  History history;
  history.start(edit_at(0));
  constexpr int k_steps = 150;
  for (int x = 1; x <= k_steps; ++x) history.note(edit_at(x), false);
  for (int x = k_steps - 1; x >= 0; --x) EXPECT_EQ(history.undo().box.x, x);
  EXPECT_FALSE(history.can_undo());
  EXPECT_EQ(history.undo().box.x, 0);
  for (int x = 1; x <= k_steps; ++x) EXPECT_EQ(history.redo().box.x, x);
  EXPECT_FALSE(history.can_redo());
}

TEST(History, TakesADragAsOneStep) {
  History history;
  history.start(edit_at(0));
  for (int x = 1; x < 50; ++x) history.note(edit_at(x), true);
  history.note(edit_at(50), false);
  EXPECT_EQ(history.undo().box.x, 0);
  EXPECT_EQ(history.redo().box.x, 50);
}

TEST(History, ForgetsWhatWasUndoneWhenSomethingNewIsDone) {
  History history;
  history.start(edit_at(0));
  history.note(edit_at(1), false);
  history.note(edit_at(2), false);
  history.undo();
  history.note(edit_at(7), false);
  EXPECT_FALSE(history.can_redo());
  EXPECT_EQ(history.undo().box.x, 1);
}

TEST(History, KeepsItsLimitAndTheNewestSteps) {
  History history;
  const int steps = static_cast<int>(History::k_levels) + 10;
  for (int x = 1; x <= steps; ++x) history.note(edit_at(x), false);
  std::size_t back = 0;
  while (history.can_undo()) history.undo(), ++back;
  EXPECT_EQ(back, History::k_levels);
}

class OnDisk : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  static std::string content(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  }
  std::filesystem::path folder_ = std::filesystem::temp_directory_path() / ("satscope-test-" + std::to_string(::getpid()));
};

TEST_F(OnDisk, SettingsAreRemembered) {
  const auto file = folder_ / "not there yet" / "settings.json";
  Settings settings;
  settings.theme = "light";
  settings.level = "essential";
  settings.slides = "light";
  settings.background = "transparent";
  settings.ui_scale = 1.25;
  settings.add_recent("a.png");
  settings.add_recent("b.png");
  settings.add_recent("a.png");
  settings.presets["soft; 'odd' \"name\""] = "{}";
  settings.lessons = {{"tree", {2, {0}, {{1, "13", 1764349500}, {1, "twelve", 1764349560}}}}};
  save_settings(settings, file);
  const Settings again = load_settings(file);
  EXPECT_EQ(again, settings);
  EXPECT_EQ(again.recent, (std::vector<std::string>{"a.png", "b.png"}));
}

TEST_F(OnDisk, OfTwoWindowsNeitherLosesWhatTheOtherRemembers) {
  const auto file = folder_ / "settings.json";
  Settings begun;
  begun.recent = {"old.png", "older.png"};
  begun.lessons = {{"one", {2, {0, 1}}}};
  begun.presets = {{"changed", "1"}, {"gone", "2"}, {"stays", "3"}};
  save_settings(begun, file);
  Settings a = begun, b = begun;
  a.theme = "light";
  a.level = "full";
  a.slides = "dark";
  a.background = "white";
  a.add_recent("a.png");
  a.lessons["one"] = {3, {0, 1}};
  a.presets = {{"changed", "4"}, {"stays", "3"}};
  update_settings(begun, a, file);
  b.ui_scale = 1.5;
  b.add_recent("older.png");  // opened again
  b.add_recent("b.png");
  b.lessons["two"] = {1, {0}};
  b.used.insert("steps");
  b.presets["new"] = "5";
  update_settings(begun, b, file);
  const Settings both = load_settings(file);
  EXPECT_EQ(both.theme, "light");
  EXPECT_EQ(both.level, "full");
  EXPECT_EQ(both.slides + both.background, "darkwhite");
  EXPECT_EQ(both.ui_scale, 1.5);
  EXPECT_EQ(both.recent, (std::vector<std::string>{"b.png", "older.png", "a.png", "old.png"}));
  EXPECT_EQ(both.lessons, (std::map<std::string, LessonProgress>{{"one", {3, {0, 1}}}, {"two", {1, {0}}}}));
  EXPECT_EQ(both.presets, (std::map<std::string, std::string>{{"changed", "4"}, {"new", "5"}, {"stays", "3"}}));
  EXPECT_EQ(both.used, std::set<std::string>{"steps"});
  update_settings(b, b, file);
  EXPECT_EQ(load_settings(file), both) << "what did not change is not written";
}

TEST_F(OnDisk, ProgressOfOlderSettingsIsRead) {
  const auto file = folder_ / "settings.json";
  std::ofstream(file) << R"({"lessons": {"one": 2, "two": {"at": 4, "done": [0, 3]}, "three": "?", "four": -1}})";
  EXPECT_EQ(load_settings(file).lessons,
            (std::map<std::string, LessonProgress>{{"one", {2, {0, 1}}}, {"two", {4, {0, 3}}}, {"four", {0, {}}}}));
}

TEST_F(OnDisk, WrongAnswersThatAreNoneAreLeftOut) {
  const auto file = folder_ / "settings.json";
  std::ofstream(file) << R"({"lessons": {"one": {"at": 1, "wrong": [3, {"card": 2}, {"card": 1, "answer": 5, "when": 7},
    {"card": 1, "answer": "5", "when": 7}]}, "two": {"at": 1, "wrong": "many"}}})";
  EXPECT_EQ(load_settings(file).lessons,
            (std::map<std::string, LessonProgress>{{"one", {1, {}, {{1, "5", 7}}}}, {"two", {1, {}}}}));
}

TEST_F(OnDisk, BrokenSettingsAreNoTrouble) {
  const auto file = folder_ / "settings.json";
  for (const char* text : {"", "{", "[1]", R"({"recent": 3, "theme": "pink", "ui_scale": "big"})"}) {
    std::ofstream(file) << text;
    EXPECT_EQ(load_settings(file), Settings{}) << text;
  }
  EXPECT_EQ(load_settings(folder_ / "absent.json"), Settings{});
  save_settings(Settings{}, "/proc/no/such/place/settings.json");
}

TEST_F(OnDisk, SettingsThatAreNoPlainFileAreNoTrouble) {
  const auto folder = folder_ / "folder.json", pipe = folder_ / "pipe.json";
  std::filesystem::create_directory(folder);
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const auto& file : {folder, pipe}) {  // no call may wait, nor fail
    EXPECT_EQ(load_settings(file), Settings{}) << file;
    save_settings(Settings{}, file);
  }
  EXPECT_TRUE(std::filesystem::is_directory(folder) && std::filesystem::is_fifo(pipe));
}

TEST_F(OnDisk, FilesAreReplacedWhole) {
  const auto file = folder_ / "file";
  write_file(file, "first");
  write_file(file, "second");
  EXPECT_EQ(content(file), "second");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1) << "drafts are left behind";
  EXPECT_THROW(write_file(folder_ / "absent" / "file", "text"), std::runtime_error);
}

}  // namespace
}  // namespace satscope::app
