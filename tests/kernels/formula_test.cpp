// SPDX-License-Identifier: Apache-2.0
#include "kernels/formula.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "kernels/registry.h"

namespace satscope {
namespace {

double value(const std::string& text) {
  return Formula{text, {{"n", 8, "elements"}, {"s", 5, "segments"}, {"M", 3, "rows"}, {"N", 4, "columns"}}}.value();
}

TEST(Formula, ReadsWhatPapersWrite) {
  EXPECT_EQ(value("0"), 0);
  EXPECT_EQ(value("2(n - 1)"), 14);
  EXPECT_EQ(value("2(n - 1)s"), 70);
  EXPECT_EQ(value("2MN - M - N"), 17);
  EXPECT_EQ(value("2.5MN-M-2N"), 19);
  EXPECT_EQ(value("M((2(n - 1) + 1)s + N)"), 237);
  EXPECT_EQ(value(" n "), 8);
}

TEST(Formula, RefusesWhatIsNone) {
  for (const char* text : {"", "2(n", "2n)", "x", "2 +", "n *", "-n", "2 / n"})
    EXPECT_THROW(value(text), std::invalid_argument) << text;
}

TEST(Formula, SaysWhatItsSymbolsMean) {
  EXPECT_EQ(meanings_of({"2(n - 1)s", {{"n", 8, "elements of a segment"}, {"s", 40, "segments"}}}),
            "n = 8 elements of a segment, s = 40 segments");
  EXPECT_EQ(meanings_of({"s", {{"s", 1, "segments"}}}), "s = 1 segment");
  EXPECT_EQ(meanings_of({"ab", {{"a", 1, "first rows of a pair"}, {"b", 1, "groups that are full"}}}),
            "a = 1 first row of a pair, b = 1 group that is full");
  EXPECT_EQ(meanings_of({"lw", {{"l", 1, "log2 w"}, {"w", 1, "lanes, of four columns each"}}}),
            "l = 1 (log2 w), w = 1 lane, of four columns each");
}

TEST(Formula, OfEveryPassUsesItsSymbolsAndExplainsThem) {
  for (const Algorithm& algorithm : algorithms())
    for (const Extent extent : {Extent{1, 1}, Extent{9, 7}, Extent{64, 33}})
      for (const auto& form : k_forms) {
        const Request request{.extent = extent, .form = form.value};
        if (!algorithm.refusal(request, Machine::cpu).empty()) continue;
        for (const Pass& pass : algorithm.plan(request).passes) {
          const Formula& formula = pass.cost.formula;
          EXPECT_EQ(formula.value(), pass.cost.additions);
          EXPECT_GE(formula.value(), 0) << algorithm.id << " " << pass.name;
          for (const Symbol& symbol : formula.symbols) {
            EXPECT_NE(formula.text.find(symbol.name), std::string::npos)
                << algorithm.id << " " << pass.name << " " << symbol.name;
            EXPECT_FALSE(symbol.meaning.empty());
          }
        }
      }
}

}  // namespace
}  // namespace satscope
