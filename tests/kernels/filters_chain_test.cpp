// SPDX-License-Identifier: Apache-2.0
// Chains: what a line of text names, and that running one is running its filters one after the other.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "kernels/filters/chain.h"
#include "kernels/registry.h"
#include "tests/kernels/filters_stage.h"

namespace satscope {
namespace {

using namespace testing;

TEST(ChainText, NamesFiltersAndParameters) {
  const std::vector<ChainLink> chain = parse_chain("  box r=12 ;sauvola\tr=7 k=0.3 border=mirror; gauss");
  ASSERT_EQ(chain.size(), 3U);
  EXPECT_EQ(chain[0].filter, find_filter("box"));
  EXPECT_EQ(chain[0].params, (Params{{"r", 12.0}}));
  EXPECT_EQ(chain[1].filter, find_filter("sauvola"));
  EXPECT_EQ(chain[1].params, (Params{{"r", 7.0}, {"k", 0.3}, {"border", std::string("mirror")}}));
  EXPECT_EQ(chain[2].filter, find_filter("gauss"));
  EXPECT_TRUE(chain[2].params.empty());
}

TEST(ChainText, IsReadAsItIsWritten) {
  EXPECT_EQ(to_text(parse_chain("box r=3;  variable map=gradient angle=-12.5")), "box r=3; variable map=gradient angle=-12.5");
  EXPECT_EQ(to_text(parse_chain("box r=12 border=clip")), "box") << "12 and clip are the defaults";
  for (const Filter& filter : filters())
    for (const Params& params : filter_params(filter)) {
      const std::vector<ChainLink> one{{&filter, params}};
      const std::vector<ChainLink> again = parse_chain(to_text(one));
      ASSERT_EQ(again.size(), 1U);
      EXPECT_EQ(again[0].filter, &filter);
      for (const Param& param : filter.params) EXPECT_EQ(param.value_in(again[0].params), param.value_in(params));
    }
}

std::string complaint(const std::string& text) {
  try {
    parse_chain(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "none";
}

TEST(ChainText, SaysWhatIsWrongAndWhatIsAllowed) {
  const auto expect = [](const std::string& text, std::vector<std::string> words) {
    const std::string said = complaint(text);
    for (const std::string& word : words) EXPECT_NE(said.find(word), std::string::npos) << "'" << text << "': " << said;
    EXPECT_EQ(said.find('\n'), std::string::npos);
  };
  for (const char* empty : {"", "   ", ";", "box;", ";box", "box;;box"}) expect(empty, {"missing", "box r=12; sauvola"});
  expect("bx r=3", {"unknown filter 'bx'", "box, bradley", "motion"});
  expect("box q=3", {"box has no parameter 'q'", "r, border"});
  expect("motion r=3", {"motion has no parameter 'r'", "none"});
  expect("box r=x", {"box: parameter r must be a whole number from 0 to 4096, not 'x'"});
  expect("box r=-1", {"from 0 to 4096"});
  expect("box r=2.5", {"whole number", "'2.5'"});
  expect("box r=", {"not ''"});
  expect("box r=1e99", {"not '1e99'"});
  expect("box r=nan", {"not 'nan'"});
  expect("sauvola k=1.01", {"sauvola: parameter k must be a number from 0 to 1, not '1.01'"});
  expect("box border=wrap", {"clip, clamp, mirror, zero", "'wrap'"});
  expect("box r=3 r=4", {"given r twice"});
  expect("box 12", {"NAME=VALUE", "'12'"});
  expect("box =12", {"NAME=VALUE"});
  expect("box r=3, sauvola", {"'r=3,' ends in a comma"});
  expect("box r=3 sauvola r=1", {"a ';' is missing before 'sauvola'", "\"box; sauvola\""});
  expect("box r=3 nothing", {"box takes NAME=VALUE, not 'nothing'"});
  expect("Box", {"unknown filter 'Box'"});
}

std::vector<std::uint8_t> run(const FilterPlan& plan, const Stage& stage) {
  Engine engine(plan.plan, Machine::cpu, 2);
  prepare(engine, plan, stage);
  engine.run();
  return read_buffer<std::uint8_t>(engine, plan.plan.table());
}

TEST(Chain, RunsItsFiltersOneAfterTheOther) {
  for (const char* text : {"box r=3; box r=2 border=mirror; bradley r=9", "gauss sigma=3; lens; variable map=painted r=9",
                           "variable map=painted r=4; box-running r=1; sauvola r=4; gauss n=2; gauss n=2"}) {
    const std::vector<ChainLink> chain = parse_chain(text);
    for (const Algorithm& tables : algorithms()) {
      if (!tables.refusal({.extent = {75, 49}}, Machine::cpu).empty()) continue;
      const Stage stage(page({75, 49}));
      Stage step = stage;
      for (const ChainLink& link : chain) {
        const FilterPlan one = filter_plan(*link.filter, step.request(link.params), tables);
        step.picture.pixels = run(one, step);
      }
      const FilterPlan whole = chain_plan(chain, stage.request(), tables);
      EXPECT_EQ(run(whole, stage), step.picture.pixels) << text << " with " << tables.id;
      ASSERT_EQ(whole.parts.size(), chain.size());
      std::size_t passes = 0;
      for (std::size_t i = 0; i < chain.size(); ++i) {
        EXPECT_EQ(whole.parts[i].filter, chain[i].filter->id);
        EXPECT_EQ(whole.parts[i].first_pass, passes);
        EXPECT_EQ(whole.parts[i].picture, i == 0 ? whole.plan.picture() : whole.parts[i - 1].result);
        passes += whole.parts[i].passes;
      }
      EXPECT_EQ(passes, whole.plan.passes.size());
      EXPECT_EQ(whole.parts.back().result, whole.plan.table());
    }
  }
}

TEST(Chain, KeepsEveryResultAndSharesScratch) {
  const Stage stage(page({64, 48}));
  const auto buffers = [&](const char* text) {
    return chain_plan(parse_chain(text), stage.request(), *find_algorithm("scan-transpose-scan")).plan.buffers.size();
  };
  // one more box needs one more picture, and nothing else
  EXPECT_EQ(buffers("box; box"), buffers("box") + 1);
  EXPECT_EQ(buffers("box; box; box r=2"), buffers("box") + 2);
  EXPECT_EQ(buffers("gauss n=3"), buffers("gauss n=1") + 2);

  const std::vector<ChainLink> chain = parse_chain("box r=2; lens");
  const FilterPlan whole = chain_plan(chain, stage.request(), *find_algorithm("serial"));
  Engine engine(whole.plan, Machine::cpu, 1);
  prepare(engine, whole, stage);
  engine.run();
  EXPECT_EQ(read_buffer<std::uint8_t>(engine, whole.parts[0].result),
            run(filter_plan(*chain[0].filter, stage.request(chain[0].params), *find_algorithm("serial")), stage));
}

// a pass makes a table exactly if the algorithm has a pass of its name
TEST(Chain, SaysWhichPassesMakeTables) {
  for (const Algorithm& tables : algorithms()) {
    if (!tables.refusal({.extent = {40, 30}}, Machine::cpu).empty()) continue;
    std::set<std::string> names;
    for (const Pass& pass : tables.plan({.extent = {40, 30}}).passes) names.insert(pass.name);
    for (const char* text : {"box", "box-running", "sauvola; variable; motion", "variable map=painted; box-naive; gauss n=2"}) {
      const FilterPlan plan = chain_plan(parse_chain(text), {.extent = {40, 30}}, tables);
      ASSERT_EQ(plan.makes_table.size(), plan.plan.passes.size());
      for (std::size_t i = 0; i < plan.plan.passes.size(); ++i)
        EXPECT_EQ(plan.makes_table[i], names.contains(plan.plan.passes[i].name))
            << text << " with " << tables.id << ", pass " << plan.plan.passes[i].name;
      for (const FilterPart& part : plan.parts) {
        const auto first = plan.makes_table.begin() + static_cast<std::ptrdiff_t>(part.first_pass);
        const auto made = std::count(first, first + static_cast<std::ptrdiff_t>(part.passes), true);
        EXPECT_EQ(static_cast<std::size_t>(made),
                  static_cast<std::size_t>(part.tables) * tables.plan({.extent = {40, 30}}).passes.size())
            << part.filter;
      }
    }
  }
}

TEST(Chain, AsksForTablesThatAreReadNext) {
  Algorithm tables = *find_algorithm("serial");
  int asked = 0, to_read = 0;
  tables.plan = [&, plan = tables.plan](const Request& request) {
    ++asked;
    to_read += request.read_next;
    return plan(request);
  };
  filter_plan(*find_filter("contrast"), {.extent = {37, 21}}, tables);
  EXPECT_GT(asked, 0);
  EXPECT_EQ(to_read, asked);
  EXPECT_FALSE(Request{}.read_next) << "a table alone is not read by a pass";
}

TEST(Chain, SaysWhichFilterWantsAnInput) {
  const FilterPlan plan = chain_plan(parse_chain("box; variable map=painted; variable; variable map=painted"),
                                     {.extent = {9, 9}}, *find_algorithm("serial"));
  ASSERT_EQ(plan.inputs.size(), 2U);
  EXPECT_EQ(plan.inputs[0].part, 1U);
  EXPECT_EQ(plan.inputs[1].part, 3U);
  EXPECT_NE(plan.inputs[0].buffer, plan.inputs[1].buffer);
  EXPECT_EQ(plan.inputs[0].name, "radius map");
}

TEST(Chain, EndsWithWhatMeasures) {
  const Algorithm& serial = *find_algorithm("serial");
  EXPECT_NO_THROW(chain_plan(parse_chain("box; motion"), {.extent = {9, 9}}, serial));
  EXPECT_THROW(chain_plan(parse_chain("motion; box"), {.extent = {9, 9}}, serial), std::invalid_argument);
  EXPECT_THROW(chain_plan({}, {.extent = {9, 9}}, serial), std::invalid_argument);
}

}  // namespace
}  // namespace satscope
