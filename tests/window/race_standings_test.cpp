// SPDX-License-Identifier: Apache-2.0
// What a race of algorithms is about, without a race: who may enter, what a session keeps, order and words from made-up times,
// published times, and how much of a frame a turn may take.
#include "app/session/fields.h"
#include "app/workspaces/race/standings.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app/core/json.h"
#include "app/workspaces/race/algorithm_race.h"
#include "kernels/emulated.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

// ---------------------------------------------------------------- entrants

TEST(RaceEntrants, AreSomeOfTheListWhenNoneWasChosen) {
  const RaceEdit edit;
  for (const auto& machine : k_machines) {
    const std::vector<RaceEntrant> entrants = usual_entrants(machine.value);
    EXPECT_GE(entrants.size(), 3U) << machine.id << ": two are no race";
    EXPECT_EQ(entrants.front().algorithm, default_algorithm(machine.value).id) << "the others are compared with it";
    for (const RaceEntrant& one : entrants) {
      const Algorithm& algorithm = *find_algorithm(one.algorithm);
      EXPECT_EQ(algorithm.refusal_where_present({.extent = {1920, 1080}, .form = algorithm.natural_form}, machine.value), "")
          << one.algorithm << " cannot run on the " << machine.id;
    }
  }
  EXPECT_EQ(usual_entrants(Machine::cpu)[0].algorithm, "cpu-simd");
  for (const RaceEntrant& one : usual_entrants(Machine::cpu))
    EXPECT_FALSE(emulated(*find_algorithm(one.algorithm), Machine::cpu)) << one.algorithm << " would not be ranked";
  EXPECT_FALSE(has_entrant({.entrants = usual_entrants(Machine::gpu)}, "cpu-simd"));
  EXPECT_EQ(edit.entrants, usual_entrants(usual_machine()));
  EXPECT_GE(edit.entrants.size(), k_fewest_entrants);
  EXPECT_LE(edit.entrants.size(), k_most_entrants);
  for (const RaceEntrant& entrant : edit.entrants) {
    EXPECT_NE(find_algorithm(entrant.algorithm), nullptr) << entrant.algorithm;
    EXPECT_EQ(std::ranges::count(edit.entrants, entrant), 1) << entrant.algorithm;
  }
}

TEST(RaceEntrants, ComeAndGoAndTheOneToCompareWithStaysTheSame) {
  RaceEdit edit{.entrants = {{"a"}, {"b"}, {"c"}}, .baseline = 1};
  EXPECT_TRUE(toggle_entrant(edit, "a"));
  EXPECT_EQ(edit.entrants, (std::vector<RaceEntrant>{{"b"}, {"c"}}));
  EXPECT_EQ(edit.baseline, 0) << "still b";
  EXPECT_TRUE(toggle_entrant(edit, "a"));
  EXPECT_EQ(edit.entrants.back().algorithm, "a") << "who comes back is the last";
  EXPECT_TRUE(enter_again(edit, 0));
  EXPECT_EQ(edit.entrants, (std::vector<RaceEntrant>{{"b"}, {"b"}, {"c"}, {"a"}}));
  EXPECT_TRUE(toggle_entrant(edit, "b"));
  EXPECT_EQ(edit.entrants, (std::vector<RaceEntrant>{{"c"}, {"a"}})) << "both";
  while (edit.entrants.size() < k_most_entrants) EXPECT_TRUE(enter_again(edit, 0));
  EXPECT_FALSE(enter_again(edit, 0));
  EXPECT_FALSE(toggle_entrant(edit, "new"));
  EXPECT_EQ(edit.entrants.size(), k_most_entrants);
  edit.baseline = 5;
  remove_entrant(edit, 5);
  EXPECT_EQ(edit.baseline, 4);
  while (!edit.entrants.empty()) remove_entrant(edit, 0);
  EXPECT_EQ(edit.baseline, 0);
}

TEST(RaceEntrants, AreNamedWithWhatIsNotAsUsual) {
  for (const Algorithm& algorithm : algorithms()) {
    EXPECT_EQ(name_of({algorithm.id, {}}), algorithm.title);
    for (const Param& param : algorithm.params) {
      EXPECT_EQ(name_of({algorithm.id, {{param.id, param.fallback}}}), algorithm.title);
      if (const bool* on = std::get_if<bool>(&param.fallback)) {
        EXPECT_EQ(name_of({algorithm.id, {{param.id, !*on}}}),
                  fmt::format("{}, {} {}", algorithm.title, param.id, *on ? "off" : "on"));
      }
    }
  }
  EXPECT_EQ(name_of({"no-such", {}}), "no-such");
}

TEST(RaceSettings, ComeBackFromASession) {
  RaceEdit edit{.entrants = {}, .baseline = 0};
  EXPECT_EQ(read_part<RaceEdit>(written(edit)), edit) << "none races, because the user wanted it so";
  for (const Algorithm& algorithm : algorithms()) {
    if (edit.entrants.size() + 2 > k_most_entrants) break;
    edit.entrants.push_back({algorithm.id, {}});
    RaceEntrant other{algorithm.id, {}};
    for (const Param& param : algorithm.params)
      if (!param.choices.empty()) other.params[param.id] = param.choices.back();
    edit.entrants.push_back(other);
  }
  edit.entrants.front().machine = Machine::gpu;
  edit.entrants.back().machine = Machine::cpu;
  edit.baseline = 1;
  EXPECT_EQ(read_part<RaceEdit>(nlohmann::json::parse(written(edit).dump())), edit);
  const RaceView view{.running = true,
                      .budget_ms = 2.5,
                      .sort = RaceColumn::floor,
                      .descending = true,
                      .logarithmic = true,
                      .curves = "ratio",
                      .others = {"theirs.json"}};
  EXPECT_EQ(read_part<RaceView>(nlohmann::json::parse(written(view).dump())), view);
  EXPECT_EQ(read_part<RaceEdit>({}), RaceEdit{});
  EXPECT_EQ(read_part<RaceView>({}), RaceView{});
}

template <class F>
std::string sentence_of(const F& thrower) {
  try {
    thrower();
  } catch (const std::runtime_error& problem) {
    return problem.what();
  }
  return "nothing was thrown";
}

TEST(RaceSettings, SayWhatIsNotAllowed) {
  using nlohmann::json;
  EXPECT_EQ(sentence_of([] {
              read_part<RaceEdit>({{"entrants", {{{"algorithm", "no-such"}}}}});
            }),
            "session: race: " + no_such(algorithms(), "algorithm", "no-such"));
  EXPECT_EQ(sentence_of([] {
              read_part<RaceEdit>({{"entrants", {{{"algorithm", "serial"}, {"machine", "abacus"}}}}});
            }),
            "session: race: unknown machine 'abacus'; choose one of gpu, cpu");
  EXPECT_EQ(sentence_of([] {
              read_part<RaceEdit>({{"entrants", 3}});
            }),
            "session: race: 'entrants' is a list of at most 6 algorithms");
  json many = json::array();
  for (int i = 0; i < 7; ++i) many.push_back({{"algorithm", algorithms().front().id}});
  EXPECT_NE(sentence_of([&] { read_part<RaceEdit>({{"entrants", many}}); }), "nothing was thrown");
  EXPECT_EQ(sentence_of([] {
              read_part<RaceView>({{"budget_ms", 0}});
            }),
            "session: race: 'budget_ms' is 0, allowed are 0.5 ... 16");
  EXPECT_EQ(sentence_of([] {
              read_part<RaceView>({{"sort", "colour"}});
            }),
            "session: race: 'sort' is 'colour', allowed are entered, name, median, spread, rate, floor, speedup, runs, result");
  EXPECT_EQ(read_part<RaceEdit>({{"entrants", {{{"algorithm", algorithms().front().id}}}}, {"baseline", 77}}).baseline, 0);
}

// ---------------------------------------------------------------- standings from made-up times

Standing one_of(const std::string& name, double ms, double spread = 0.01) {
  return {.entrant = {name},
          .name = name,
          .state = Standing::State::timed,
          .runs = 60,
          .median_ms = ms,
          .p10_ms = ms * (1 - spread),
          .p90_ms = ms * (1 + spread),
          .bytes = 5e6,
          .checks = 2,
          .copies = 9,
          .past_cache = true};
}

/// b is wrong and would have been first, c cannot run.
Standings made_up() {
  Standings standings{.extent = {1000, 1000}, .device = "a machine", .floor = Floor{0.5, "copy"}};
  standings.entrants = {one_of("a", 2), one_of("b", 0.1), one_of("c", 1), one_of("d", 1)};
  standings.entrants[1].state = Standing::State::wrong;
  standings.entrants[1].sentence = "(3, 2) is 7, should be 9";
  standings.entrants[2].state = Standing::State::refused;
  standings.entrants[2].sentence = "c takes powers of two: not supported";
  return standings;
}

TEST(RaceStandings, AreOrderedAndWhatIsWrongIsNeverAmongTheFirst) {
  const Standings standings = made_up();
  using Order = std::vector<std::size_t>;
  for (const RaceColumnText& column : k_race_columns)
    for (const bool descending : {false, true}) {
      const Order order = order_of(standings, column.value, descending, 0);
      ASSERT_EQ(order.size(), 4U);
      EXPECT_FALSE(standings.entrants[order[2]].timed()) << column.id;
      EXPECT_FALSE(standings.entrants[order[3]].timed()) << column.id;
    }
  EXPECT_EQ(order_of(standings, RaceColumn::median, false, 0), (Order{3, 0, 1, 2}));
  EXPECT_EQ(order_of(standings, RaceColumn::median, true, 0), (Order{0, 3, 1, 2}));
  EXPECT_EQ(order_of(standings, RaceColumn::entered, false, 0), (Order{0, 3, 1, 2}));
  EXPECT_EQ(order_of(standings, RaceColumn::rate, true, 0), (Order{3, 0, 1, 2}));
  EXPECT_EQ(order_of(standings, RaceColumn::speedup, false, 1), (Order{0, 3, 1, 2})) << "nothing to compare with";
}

TEST(RaceStandings, SayWhoIsAheadUnlessSpreadsOverlap) {
  Standings standings = made_up();
  EXPECT_EQ(headline_of(standings), "d is ahead: 2.00 times as fast as a, the next.");
  standings.entrants[0].runs = 4;
  EXPECT_EQ(headline_of(standings), "First readings: d takes 1.00 ms, a 2.00 ms. 5 runs of each decide.");
  standings.entrants[0] = one_of("a", 1.05, 0.1);
  EXPECT_EQ(headline_of(standings), "d and a are too close to tell apart.");
  standings.entrants[0].state = Standing::State::waiting;
  EXPECT_EQ(headline_of(standings), "Only d is timed: 1.00 ms.");
  standings.entrants[3].state = Standing::State::waiting;
  EXPECT_EQ(headline_of(standings), "Nothing is timed yet.");
  EXPECT_EQ(method_of(standings), "");
}

TEST(RaceStandings, ShowTheIdByWhichTheCommandsKnowAnAlgorithm) {
  Standings standings = made_up();
  standings.entrants[0].name = "Title";
  using Texts = std::vector<std::string>;
  EXPECT_EQ(cell_texts(standings, 0, RaceColumn::name, 0), (Texts{"Title (a)", "Title", "a"}));
  EXPECT_EQ(details_of(standings, 0, 0).find("Title (a). Median"), 0U);
  EXPECT_NE(as_text(standings, {}, 0, {}).find("Title (a)"), std::string::npos);
  standings.entrants[0].name = "Title of a Way";
  standings.entrants[0].entrant.algorithm = "title-of-a-way";
  EXPECT_EQ(cell_texts(standings, 0, RaceColumn::name, 0).front(), "Title of a Way");
  standings.entrants[0].name = "Title";
  standings.entrants[0].entrant.algorithm = "mine/Title";
  EXPECT_EQ(cell_texts(standings, 0, RaceColumn::name, 0).front(), "Title") << "a file of the user's";
}

TEST(RaceStandings, DoNotRankWhatIsEmulatedAmongCodeForTheCpu) {
  Standings standings = made_up();
  standings.entrants[1] = one_of("b", 0.6);
  standings.entrants[1].emulated = true;  // and faster than both that are not
  using Order = std::vector<std::size_t>;
  EXPECT_EQ(order_of(standings, RaceColumn::median, false, 0), (Order{3, 0, 1, 2}));
  EXPECT_EQ(order_of(standings, RaceColumn::median, true, 0), (Order{0, 3, 1, 2}));
  EXPECT_EQ(headline_of(standings), "d is ahead: 2.00 times as fast as a, the next.");
  EXPECT_EQ(cell_texts(standings, 1, RaceColumn::name, 0).front(), "b, emulated");
  EXPECT_EQ(speedup(standings, standings.entrants[1], 0), std::nullopt) << "nothing to say of the two";
  EXPECT_NE(method_of(standings).find("Emulated: "), std::string::npos);
  EXPECT_NE(details_of(standings, 1, 0).find("Emulated: "), std::string::npos);
  EXPECT_EQ(details_of(standings, 0, 0).find("Emulated: "), std::string::npos);
  const auto json = nlohmann::json::parse(as_json(standings, 0, {}).dump());
  EXPECT_EQ(json["results"][1]["emulated"], true);
  EXPECT_EQ(json["results"][0]["emulated"], false);
  EXPECT_NE(as_text(standings, {}, 0, {}).find("b, emulated"), std::string::npos);
  standings.entrants[0].state = Standing::State::waiting;
  EXPECT_EQ(headline_of(standings), "Of the CPU code, only d is timed: 1.00 ms.");
  standings.entrants[0] = one_of("a", 2);
  for (Standing& one : standings.entrants) one.emulated = true;
  EXPECT_EQ(headline_of(standings),
            "Among emulated kernels b is ahead: 1.67 times as fast as d, the next. "
            "On a GPU, where threads run at once, another may be.");
}

TEST(RaceStandings, SayThatAFloorIsWrongThatAnEntrantBeats) {
  Standings standings = made_up();
  EXPECT_EQ(floor_fault(standings), "");
  standings.entrants[3] = one_of("d", 0.4);
  EXPECT_EQ(floor_fault(standings), "The floor is wrong: d is faster, 125 % of it. All shares are too large.");
  EXPECT_NE(method_of(standings).find("The floor is wrong: d"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(as_json(standings, 0, {}).dump())["floor_fault"], floor_fault(standings));
}

TEST(RaceStandings, SayRateFloorSpeedUpAndResult) {
  Standings standings = made_up();
  const auto cell = [&](std::size_t i, RaceColumn column) {
    const auto texts = cell_texts(standings, i, column, 0);
    return texts.empty() ? std::string() : texts.front();
  };
  EXPECT_EQ(cell(3, RaceColumn::median), "1.00 ms");
  EXPECT_EQ(cell(3, RaceColumn::spread), "0.990 - 1.01");
  EXPECT_EQ(cell(3, RaceColumn::rate), "5.00") << "5 MB in 1 ms";
  EXPECT_EQ(cell(3, RaceColumn::floor), "50.0 %") << "half as fast as 0.5 ms";
  EXPECT_EQ(cell(3, RaceColumn::speedup), "2.00\u00d7");
  EXPECT_EQ(cell(0, RaceColumn::speedup), "1.00\u00d7");
  EXPECT_EQ(cell(1, RaceColumn::speedup), "") << "what is wrong has no figures";
  EXPECT_EQ(cell(1, RaceColumn::median), "");
  EXPECT_EQ(cell(1, RaceColumn::result), "wrong: (3, 2) is 7, should be 9");
  EXPECT_EQ(cell(2, RaceColumn::result), "c takes powers of two: not supported");
  EXPECT_EQ(cell(3, RaceColumn::result), "exact");
  standings.entrants[3].wraps = true;
  EXPECT_EQ(cell(3, RaceColumn::result), "true modulo 2^32; sums overflow");
  EXPECT_NE(details_of(standings, 3, 0).find("true modulo 2^32; sums overflow. Every box sum below 2^32 is right"),
            std::string::npos);
  standings.entrants[3].max_error = 0.25;
  EXPECT_EQ(cell(3, RaceColumn::result), "within its bound, max error 0.25");
  EXPECT_EQ(speedup(standings, standings.entrants[3], 1), std::nullopt);
  EXPECT_NE(method_of(standings).find("no cache holds their data"), std::string::npos);
  standings.entrants[0].past_cache = false;
  EXPECT_NE(method_of(standings).find("This does not hold yet for a: "), std::string::npos);
}

TEST(RaceStandings, BecomeTextAndJson) {
  const Standings standings = made_up();
  const std::vector<PublishedTime> papers{{.source = "A paper, Table 1",
                                           .year = 2010,
                                           .device = "an old GPU",
                                           .algorithm = "a",
                                           .title = "A",
                                           .extent = {9, 9},
                                           .types = {},
                                           .milliseconds = 12.5,
                                           .note = "It was new."}};
  const std::string text = as_text(standings, {}, 0, papers);
  EXPECT_LT(text.find("\n4  d"), text.find("\n1  a")) << text;
  EXPECT_LT(text.find("\n1  a"), text.find("\n2  b")) << text;
  EXPECT_NE(text.find("wrong: (3, 2) is 7, should be 9"), std::string::npos);
  EXPECT_NE(text.find("not ours:\n12.5 ms  A paper, Table 1: A on an old GPU, 9x9. It was new.\n"), std::string::npos) << text;
  const auto json = nlohmann::json::parse(as_json(standings, 0, papers).dump());
  EXPECT_EQ(json["results"][3]["median_ms"], 1.0);
  EXPECT_EQ(json["results"][3]["correct"], true);
  EXPECT_EQ(json["results"][3]["percent_of_floor"], 50.0);
  EXPECT_EQ(json["results"][1]["correct"], false);
  EXPECT_TRUE(json["results"][1]["median_ms"].is_null());
  EXPECT_EQ(json["results"][2]["state"], "refused");
  EXPECT_EQ(json["published"][0]["ms"], 12.5);
}

TEST(RacePublished, AreTheNearestOfEachSourceAndDevice) {
  const auto time = [](const char* source, const char* algorithm, int side, double ms) {
    return PublishedTime{.source = source,
                         .device = "x",
                         .algorithm = algorithm,
                         .title = "t",
                         .extent = {side, side},
                         .types = {},
                         .milliseconds = ms};
  };
  const std::vector<PublishedTime> times{time("P", "a", 100, 1), time("P", "a", 1000, 5), time("P", "a", 9000, 9),
                                         time("Q", "a", 10, 7),  time("P", "b", 1000, 2), time("P", "", 1000, 3)};
  const RaceEdit edit{.entrants = {{"a"}, {"c"}}};
  const auto rows = published_for(edit, {1100, 900}, times);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].milliseconds, 5);
  EXPECT_EQ(rows[1].milliseconds, 7);
  // Ehsan's Table 2 has two and four rows at once: one algorithm, two of the paper's
  std::vector<PublishedTime> both = times;
  both.push_back(time("P", "a", 1000, 6));
  both.back().title = "u";
  EXPECT_EQ(published_for(edit, {1100, 900}, both).size(), 3U);
}

TEST(RaceTurns, LeaveTheRestOfEachFrameToTheWindow) {
  const AlgorithmRaceRequest request{.entrants = {}, .budget_ms = 4, .frame_ms = 16};
  EXPECT_NEAR(seconds_between_turns(1, request, 1), 0.004, 1e-12) << "a quarter of the time";
  EXPECT_NEAR(seconds_between_turns(1, request, 3), 0.012, 1e-12) << "and a third of that";
  EXPECT_NEAR(seconds_between_turns(50, request, 2), 0.4, 1e-12) << "a slow one is rarer";
  EXPECT_NEAR(seconds_between_turns(2, {.entrants = {}, .budget_ms = 16, .frame_ms = 8}, 1), 0.002, 1e-12)
      << "no more than all";
}

}  // namespace
}  // namespace satscope::app
