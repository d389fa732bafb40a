// SPDX-License-Identifier: Apache-2.0
// What lessons say: to a student whose answer is right although something is missing, to a class, and in a small window.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>

#include "app/core/json.h"
#include "app/lessons/lesson.h"
#include "app/workspaces/learn/learn.h"
#include "app/workspaces/learn/player.h"
#include "tests/window/drawn_text.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

std::unique_ptr<Stage> card_at(Setting setting, int card) {
  setting.workspace = "learn";
  auto stage = std::make_unique<Stage>(setting);
  for (int i = 0; i < card; ++i) stage->key(ctrl(k_key_page_down));
  stage->frames(25);
  return stage;
}

void answer(Stage& stage, const std::string& text) {
  stage.frames(5);
  stage.type(text);
  stage.key(plain(k_key_enter));
  stage.frames(3);
}

/// The colours of the letters of these words; empty: they are not there.
std::set<std::uint32_t> colours_of(const std::string& words) {
  const std::u32string wanted = letters_of(words);
  std::u32string all;
  std::vector<std::uint32_t> colours;
  for (const DrawnLetter& letter : drawn_letters()) {
    if (letter.code == U' ') continue;
    all += letter.code;
    colours.push_back(letter.colour);
  }
  const std::size_t at = all.find(wanted);
  if (at == all.npos) return {};
  return {colours.begin() + static_cast<std::ptrdiff_t>(at), colours.begin() + static_cast<std::ptrdiff_t>(at + wanted.size())};
}

TEST(Lesson, SaysTheFirstRemarkThatHoldsUntilItIsDone) {
  const std::string text =
      "# A\n@lesson 1\n\n## B\n@ask Do.\n@until w == 3\n@when w > 3: Too wide.\n@when w < 9: Not yet.\n@right h == 1: High "
      "enough.\n@solve key Y\n";
  LessonPlayer player;
  player.start(parse_lesson(text, "good"), 0);
  const auto remark = [&](int w) {
    const CardRemark* said = player.remark({{"w", w}});
    return said ? said->text : std::string();
  };
  EXPECT_EQ(remark(4), "Too wide.");
  EXPECT_EQ(remark(2), "Not yet.");
  EXPECT_FALSE(player.remark({{"w", 2}})->right);
  EXPECT_EQ(player.remark({{"h", 2}}), nullptr);
  const CardRemark* high = player.remark({{"h", 1}});
  ASSERT_TRUE(high);
  EXPECT_TRUE(high->right);
  EXPECT_EQ(high->text, "High enough.");
  player.look({{"w", 3}});
  EXPECT_EQ(remark(4), "");
}

// the root's right half gets 0 + 11; the row by yourself is 1 2 0 3 1 1 2 0, whose pairs sum to 3, 3, 2 and 2
TEST(LessonWords, WhatIsRightIsNotSaidInTheColourOfWhatIsWrong) {
  const auto stage = card_at({.box = {}, .lesson = "tree"}, 3);
  answer(*stage, "14");
  const auto wrong = colours_of("14 is not it.");
  ASSERT_EQ(wrong.size(), 1U);
  answer(*stage, "11");
  ASSERT_EQ(stage->state().at("learn").at("done"), false);
  const auto right = colours_of("11 is right. Now go one step on with the right arrow.");
  ASSERT_EQ(right.size(), 1U);
  EXPECT_NE(right, wrong);
  stage->shot("right-but-more");
  stage->key(plain(k_key_right));
  EXPECT_EQ(stage->state().at("learn").at("done"), true);
  EXPECT_EQ(colours_of("11: the numbers before"), right) << "what is done has the same colour";
  const auto own = card_at({.box = {}, .lesson = "tree"}, 6);
  answer(*own, "1 3 0 3 1 2 2 2");
  EXPECT_EQ(colours_of("This line is right: the first step up."), right);
  own->shot("right-line");
  answer(*own, "1 3 0 3 1 2 2 3");
  EXPECT_EQ(colours_of("For the first step up, the number in place [7] is wrong."), wrong);
}

TEST(LessonWords, OfEachAnswerThatIsNotAllSayWhatIsMissing) {
  int asked = 0;
  for (const Lesson& lesson : lessons())
    for (const Card& card : lesson.cards) {
      if (!card.act || !card.act->answers || card.act->until.text().find(" and ") == std::string::npos) continue;
      ++asked;
      EXPECT_TRUE(std::ranges::any_of(card.act->remarks, &CardRemark::right)) << lesson.id << ": " << card.title;
    }
  EXPECT_GE(asked, 12);
}

TEST(LessonWords, AClassReadsNothingOfKeysAndPanels) {
  const std::regex words("\\b(press|click|key|keys|panel|button|buttons|field|hover|drag|type that|type the)\\b",
                         std::regex::icase);
  int read = 0;
  for (const Lesson& lesson : lessons())
    for (const Card& card : lesson.cards) {
      std::vector<std::string> texts{card.title, card.text, asked_by(card)};
      if (card.act) texts.push_back(card.act->done);
      if (card.question) texts.push_back(card.question->answer);
      for (const std::string& text : texts) {
        std::smatch found;
        EXPECT_FALSE(std::regex_search(text, found, words)) << lesson.id << ", " << card.title << ": " << found.str();
        read += !text.empty();
      }
    }
  EXPECT_GT(read, 200);
}

/// In windows that are too low for a card, no line of it is drawn in part: the tops of letters and their bottoms are there.
TEST(LessonWords, NoLineOfACardIsCutInASmallWindow) {
  int seen = 0;
  for (const Extent size : {Extent{960, 540}, {1024, 600}, {960, 560}})
    for (const auto& [id, card] : {std::pair{"tree", 0}, {"tree", 4}, {"look-back", 6}, {"banks", 3}, {"four-reads", 3}}) {
      const auto stage = card_at({.size = size, .scale = 2, .box = {}, .lesson = id}, card);
      for (const DrawnLetter& letter : drawn_letters()) {
        if (letter.window.find("lesson") == std::string::npos) continue;
        ++seen;
        ASSERT_FALSE(letter.cut) << id << card << " at " << size.width << ": '" << static_cast<char>(letter.code) << "' at "
                                 << letter.area.x << ", " << letter.area.y;
      }
    }
  EXPECT_GT(seen, 500);
}

/// Before anything is typed or scrolled, in the smallest window that the guide names with the largest type.
TEST(LessonWords, EachQuestionIsWholeInViewInLargeType) {
  int asked = 0;
  for (const Lesson& lesson : lessons()) {
    auto stage = card_at({.size = {1280, 720}, .scale = 2, .box = {}, .lesson = lesson.id}, 0);
    for (std::size_t card = 0; card < lesson.cards.size(); ++card) {
      if (card > 0) stage->key(ctrl(k_key_page_down));
      stage->frames(8);
      const std::string where = fmt::format("{}, card {}", lesson.id, card + 1);
      std::u32string seen, step;
      for (const DrawnLetter& letter : drawn_letters()) {
        if (letter.window.starts_with("lesson") && letter.code != U' ' && !letter.cut) seen += letter.code;
        if (letter.window == "narration") step += letter.code;
      }
      EXPECT_TRUE(step.empty() || std::u32string_view(U".?0123456789").find(step.back()) != std::u32string_view::npos)
          << where << ": the sentence of the step is cut";
      const auto& act = lesson.cards[card].act;
      if (!act) continue;
      ++asked;
      std::string question = act->ask;
      std::erase_if(question, [](char letter) { return letter == '*' || letter == '`'; });
      EXPECT_NE(seen.find(letters_of(question)), seen.npos) << where << ": " << question;
      const nlohmann::json controls = stage->state().at("controls");
      if (!act->answers) continue;
      ASSERT_TRUE(controls.contains("lesson:answer")) << where;
      const auto &field = controls.at("lesson:answer"), &next = controls.at("lesson:next");
      EXPECT_LE(field.at("y").get<double>() + field.at("h").get<double>(), next.at("y").get<double>()) << where;
    }
  }
  EXPECT_GT(asked, 60);
}

/// Four places in bank 1, then one in each of the four banks: both are seen at once, by the side of each other.
TEST(LessonBanks, BeforeAndAfterAreBesideEachOther) {
  struct Case {
    Extent size;
    double scale;
    bool presents;
  };
  for (const Case& of :
       {Case{{1920, 1080}, 1, true}, {{1280, 720}, 1, false}, {{1280, 720}, 2, false}, {{1280, 720}, 1, true}}) {
    const auto stage = card_at({.size = of.size, .scale = of.scale, .box = {}, .lesson = "banks", .presents = of.presents}, 7);
    const std::u32string seen = letters_on_screen();
    const std::string where = fmt::format("{} at {}", of.size.width, of.scale);
    for (const char* words : {"no padding", "3 bank conflicts.", "4 places in 1 turn."})
      EXPECT_NE(seen.find(letters_of(words)), seen.npos) << words << ", " << where;
    const auto place = [&](const char* view) { return stage->state().at("views").at(view); };
    const auto first = place("banks"), second = place("banks:B");
    EXPECT_EQ(first.at("y"), second.at("y")) << where;
    EXPECT_EQ(first.at("w"), second.at("w")) << where;
    EXPECT_GE(second.at("x").get<double>(), first.at("x").get<double>() + first.at("w").get<double>()) << where;
    stage->shot(fmt::format("banks-before-and-after-{}-{}-{}", of.size.width, of.scale, of.presents));
  }
}

}  // namespace
}  // namespace satscope::app
