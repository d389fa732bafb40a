// SPDX-License-Identifier: Apache-2.0
// Help in the whole window off-screen: terms that explain themselves in every workspace, by pointer and by keys; the glossary;
// the guide of a newcomer. Words are looked for in what was drawn by a reader of the tests' own. With SATSCOPE_SHOTS set to a
// folder, the pictures are kept there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "app/ui/panels/glossary.h"
#include "app/ui/workspace.h"
#include "tests/window/drawn_text.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

constexpr Chord k_next_term = plain(k_key_f1 + 1), k_previous_term = shift(k_key_f1 + 1), k_glossary = ctrl(k_key_f1 + 1),
                k_guide = plain(k_key_f1 + 2), k_papers = ctrl(k_key_f1 + 2);

/// The middle of the first place where these letters follow one another in a part of the window.
std::optional<Point> place_of(const std::string& word, const std::string& window) {
  const std::vector<DrawnLetter> letters = drawn_letters();
  for (std::size_t i = 0; i + word.size() <= letters.size(); ++i) {
    bool same = letters[i].window.find(window) != std::string::npos;
    for (std::size_t k = 0; same && k < word.size(); ++k)
      same = letters[i + k].code == static_cast<unsigned char>(word[k]) && std::abs(letters[i + k].line - letters[i].line) < 1;
    if (!same) continue;
    const Area &first = letters[i].area, &last = letters[i + word.size() - 1].area;
    return Point{(first.x + last.right()) / 2, letters[i].line + first.height / 2 + 2};
  }
  return std::nullopt;
}

struct Spot {
  const char *workspace, *word, *window, *term;
};

TEST(Terms, ExplainThemselvesUnderThePointerInEveryWorkspace) {
  for (const Spot& spot : {Spot{"explore", "entry", "canvas", "entry"},
                           {"steps", "barriers", "explain", "barrier"},
                           {"steps", "sectors", "explain", "sector"},
                           {"playground", "radius", "chain", "radius"},
                           {"race", "Median", "standings", "median"},
                           {"learn", "up-sweep", "lessons", "up-sweep"}}) {
    Stage stage({.box = Box{10, 8, 20, 16}, .workspace = spot.workspace, .step = 3});
    const auto place = place_of(spot.word, spot.window);
    ASSERT_TRUE(place) << spot.word << " is not in " << spot.workspace;
    stage.move_to(*place);
    EXPECT_TRUE(stage.state().at("term").is_null()) << "at once, before the pointer rests";
    stage.frames(12);
    const auto term = stage.state().at("term");
    ASSERT_FALSE(term.is_null()) << spot.word << " in " << spot.workspace;
    EXPECT_EQ(term.at("name"), spot.term);
    EXPECT_EQ(term.at("by"), "pointer");
    stage.shot(fmt::format("term-{}-{}", spot.workspace, spot.term));
    stage.move_to({-10, -10});
    stage.frames(3);
    EXPECT_TRUE(stage.state().at("term").is_null());
  }
}

TEST(Terms, AreReachedByKeysOneAfterAnother) {
  for (const WorkspaceKind& kind : workspaces()) {
    Stage stage({.box = Box{10, 8, 20, 16}, .workspace = std::string(kind.id), .step = 3});
    const auto term = [&] { return stage.state().at("term"); };
    EXPECT_TRUE(term().is_null());
    stage.key(k_next_term);
    ASSERT_FALSE(term().is_null()) << kind.id;
    EXPECT_EQ(term().at("by"), "keys");
    const int count = term().at("of");
    EXPECT_GE(count, 4) << kind.id;
    std::set<std::string> names;
    for (int i = 0; i < count; ++i, stage.key(k_next_term)) {
      EXPECT_EQ(term().at("place"), i + 1);
      names.insert(term().at("name").get<std::string>());
    }
    EXPECT_EQ(names.size(), static_cast<std::size_t>(count)) << "each once, " << kind.id;
    for (const std::string& name : names)
      EXPECT_TRUE(name.size() == 1 ||  // a formula's letter
                  std::ranges::any_of(glossary(), [&](const GlossaryTerm& one) { return one.name == name; }))
          << name;
    EXPECT_EQ(term().at("place"), 1);  // round
    stage.key(k_previous_term);
    EXPECT_EQ(term().at("place"), count);
    stage.key(plain(k_key_escape));
    EXPECT_TRUE(term().is_null());
  }
}

TEST(Terms, AreReachedByKeysOnACardAndInPages) {
  const auto walked = [](Stage& stage) {
    stage.key(k_next_term);
    std::set<std::string> names;
    for (int left = stage.state().at("term").value("of", 0); left > 0; --left, stage.key(k_next_term))
      names.insert(stage.state().at("term").at("name").get<std::string>());
    stage.key(plain(k_key_escape));
    return names;
  };
  Stage stage({.box = {}, .workspace = "learn", .lesson = "tree"});
  const std::set<std::string> of_card = walked(stage);
  for (const char* term : {"exclusive", "scan", "up-sweep", "thread"}) EXPECT_TRUE(of_card.contains(term)) << term;
  for (const std::string page : {"key_sheet", "glossary", "papers"}) {
    if (page == "key_sheet")
      stage.type("?");
    else
      stage.key(page == "glossary" ? k_glossary : k_papers);
    ASSERT_EQ(stage.state().at("popup"), page);
    EXPECT_GE(walked(stage).size(), 4U) << page;
    EXPECT_EQ(stage.state().at("popup"), page) << "Esc ends the walk, not the page";
    stage.key(plain(k_key_escape));
    EXPECT_EQ(stage.state().at("popup"), "");
  }
}

TEST(Terms, OfAFormulaAreItsLetters) {
  Stage stage({.size = {1920, 1080}, .workspace = "steps", .step = 3});
  const std::vector<DrawnLetter> letters = drawn_letters();
  const std::u32string formula = U"2(n";
  const auto at = std::ranges::search(letters, formula, {}, &DrawnLetter::code);
  ASSERT_FALSE(at.empty()) << "the pass has 2(n - 1)s additions";
  stage.move_to(at.back().area.middle());
  stage.frames(12);
  const auto under = stage.state().at("term");
  ASSERT_FALSE(under.is_null());
  EXPECT_EQ(under.at("name"), "n");
  EXPECT_EQ(under.at("meaning"), "n = 8 elements of a segment");
  stage.shot("term-letter");
  stage.move_to({-10, -10});
  stage.key(k_next_term);
  std::set<std::string> names;
  for (int left = stage.state().at("term").at("of"); left > 0; --left, stage.key(k_next_term))
    names.insert(stage.state().at("term").at("name").get<std::string>());
  EXPECT_TRUE(names.contains("n") && names.contains("s"));
}

TEST(Terms, AreExplainedWithinTheWindowAtEverySize) {
  for (const Extent size : {Extent{1280, 720}, {1024, 768}, {1920, 1080}})
    for (const double scale : {1.0, 2.0}) {
      Stage stage({.size = size, .scale = scale, .theme = scale > 1 ? "light" : "dark", .workspace = "steps", .step = 3});
      stage.key(k_next_term);
      const int count = stage.state().at("term").at("of");
      for (int i = 0; i < count; ++i, stage.key(k_next_term)) {
        int letters = 0;
        for (const DrawnLetter& letter : drawn_letters())
          if (letter.window == "##explained term") {
            ++letters;
            EXPECT_FALSE(letter.cut) << stage.state().at("term");
            EXPECT_TRUE(letter.area.x >= 0 && letter.area.right() <= size.width && letter.area.y >= 0 &&
                        letter.area.bottom() <= size.height)
                << stage.state().at("term");
          }
        EXPECT_GT(letters, 20);
      }
      stage.shot(fmt::format("term-keys-{}x{}-{}", size.width, size.height, scale));
    }
}

TEST(Glossary, IsAPageThatIsSearched) {
  Stage stage({.workspace = "explore"});
  stage.key(k_glossary);
  EXPECT_EQ(stage.state().at("popup"), "glossary");
  stage.shot("glossary");
  const auto shows = [&](const std::string& name) { return stage.state().at("controls").contains("glossary:" + name); };
  for (const GlossaryTerm& term : glossary()) EXPECT_TRUE(shows(term.name)) << term.name;
  stage.type("Look-B");
  EXPECT_TRUE(shows("look-back"));
  EXPECT_TRUE(shows("decoupled look-back"));
  EXPECT_FALSE(shows("ulp"));
  stage.type("zzz");
  EXPECT_FALSE(shows("look-back"));
  stage.key(plain(k_key_escape));
  EXPECT_EQ(stage.state().at("popup"), "");
}

TEST(Guide, AWorkspaceSaysWhatOneCanDoThere) {
  for (const WorkspaceKind& kind : workspaces()) {
    EXPECT_FALSE(kind.welcome.empty()) << kind.id;
    EXPECT_FALSE(kind.next_texts.empty()) << kind.id;
    EXPECT_FALSE(kind.next.empty()) << kind.id;
    Stage stage({.workspace = std::string(kind.id)});
    EXPECT_FALSE(stage.state().at("guide").get<bool>()) << "no newcomer sits before a shot";
    stage.key(k_guide);
    EXPECT_TRUE(stage.state().at("guide").get<bool>()) << kind.id;
    std::string drawn;
    for (const DrawnLetter& letter : drawn_letters())
      if (letter.window == "guide" && letter.code < 128) drawn += static_cast<char>(letter.code);
    std::string welcome(kind.welcome.front());
    std::erase(welcome, ' ');
    EXPECT_NE(drawn.find(welcome), std::string::npos) << drawn;
    stage.shot(fmt::format("guide-{}", kind.id));
    stage.key(plain(k_key_escape));
    EXPECT_FALSE(stage.state().at("guide").get<bool>());
  }
}

TEST(Guide, ANewcomerSeesWhatIsNextOnceTheFirstThingIsDone) {
  Stage stage({.box = Box{10, 8, 20, 16}, .workspace = "explore", .greets = true});
  const auto guides = [&] { return stage.state().at("guide").get<bool>(); };
  const auto has = [&](const char* control) { return stage.state().at("controls").contains(control); };
  EXPECT_TRUE(guides());
  EXPECT_FALSE(has("guide:Why four?"));
  const auto before = stage.state().at("views");
  stage.key(plain(k_key_right));  // the box moves
  EXPECT_TRUE(guides());
  EXPECT_TRUE(has("guide:Why four?"));
  EXPECT_EQ(stage.state().at("views"), before) << "nothing jumps under the hand";
  EXPECT_TRUE(stage.remembered().used.contains("explore"));
  stage.click(stage.control("guide:Why four?"));
  EXPECT_TRUE(stage.state().at("explore").at("why").get<bool>());
  stage.key(plain(k_key_escape));
  stage.key(ctrl('3'));
  EXPECT_TRUE(guides()) << "nothing was done here yet";
  stage.click(stage.control("guide:close"));
  EXPECT_FALSE(guides());
  stage.key(ctrl('1'));
  EXPECT_FALSE(guides()) << "it was used";
  stage.key(k_guide);
  EXPECT_TRUE(guides()) << "asked for";
}

TEST(Guide, EachWorkspaceSaysWhatIsNextAfterItsFirstUse) {
  const std::map<std::string_view, std::function<void(Stage&)>> firsts{
      {"explore", [](Stage& stage) { stage.key(plain(k_key_right)); }},
      {"steps", [](Stage& stage) { stage.key(plain(k_key_right)); }},
      {"playground", [](Stage& stage) { stage.type("}"); }},
      {"race", [](Stage& stage) { stage.key(plain(k_key_space)); }},
      {"storage", [](Stage& stage) { stage.type(","); }},
      {"learn", [](Stage& stage) {  // a card, and back to the list
         stage.click(stage.control("lesson:start:four-reads"));
         for (const Chord key : {ctrl(k_key_page_down), ctrl('W'), ctrl('5')}) stage.key(key);
       }}};
  for (const WorkspaceKind& kind : workspaces()) {
    ASSERT_TRUE(firsts.contains(kind.id)) << kind.id << ": what does a newcomer do there?";
    const auto begin = [&] {
      auto stage =
          std::make_unique<Stage>(Setting{.box = Box{10, 8, 20, 16}, .workspace = std::string(kind.id), .greets = true});
      EXPECT_FALSE(stage->state().at("controls").contains(fmt::format("guide:{}", kind.next.front().label))) << kind.id;
      firsts.at(kind.id)(*stage);
      return stage;
    };
    for (const NextThing& next : kind.next) {
      const auto stage = begin();
      const std::string control = fmt::format("guide:{}", next.label);
      ASSERT_TRUE(stage->state().at("controls").contains(control)) << kind.id;
      auto before = stage->state();
      stage->click(stage->control(control));
      auto after = stage->state();
      for (auto* state : {&before, &after})
        for (const char* moving : {"hover", "controls", "fps", "serial"}) state->erase(moving);
      EXPECT_NE(before, after) << kind.id << ": nothing happens at " << next.label;
    }
  }
}

TEST(Guide, IsReadableAtEverySize) {
  for (const Extent size : {Extent{1280, 720}, {1024, 768}, {1920, 1080}, {500, 400}})
    for (const double scale : {1.0, 2.0})
      for (const WorkspaceKind& kind : workspaces()) {
        Stage stage({.size = size,
                     .scale = scale,
                     .theme = scale > 1 ? "light" : "dark",
                     .workspace = std::string(kind.id),
                     .greets = true});
        for (const bool used : {false, true}) {
          if (used) stage.key(plain(k_key_right));
          std::vector<DrawnLetter> letters = drawn_letters();
          std::erase_if(letters, [](const DrawnLetter& letter) { return letter.window != "guide"; });
          EXPECT_EQ(letters.size() > 10, size.width > 24 * 16 * scale);  // a narrower window has no room for it
          for (const std::string& fault : faults_of(letters, {}))
            ADD_FAILURE() << fault << "; " << kind.id << " " << size.width << "x" << size.height << " " << scale;
        }
        stage.shot(fmt::format("guide-{}-{}x{}-{}", kind.id, size.width, size.height, scale));
      }
}

TEST(FirstSteps, BeginInTheMenuHelpAndActOnTheWindow) {
  Stage stage({.box = Box{10, 8, 20, 16}, .workspace = "race"});
  stage.click(stage.control("menu:help"));
  stage.click(stage.control("help:first_steps"));
  EXPECT_EQ(stage.state().at("learn").at("lesson"), "first-steps");
  EXPECT_EQ(stage.state().at("workspace"), "explore");
  EXPECT_FALSE(stage.state().at("learn").at("done").get<bool>());
}

}  // namespace
}  // namespace satscope::app
