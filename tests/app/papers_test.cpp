// SPDX-License-Identifier: Apache-2.0
// Every item of the papers is opened by the command line that its row names, or says why it cannot be.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/app/program.h"

namespace satscope::test {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

/// A command line as a shell reads it; "..." holds blanks together.
Words shell_words(const std::string& line) {
  Words words{""};
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ' ' && !quoted)
      words.emplace_back();
    else
      words.back() += c;
  }
  return words;
}

Words and_words(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

const Json& paper_rows() {
  static const Json list = run_json({"list", "--papers", "--json"}).at("papers");
  return list;
}

TEST(Papers, EveryRowSaysHowOrWhyNot) {
  std::set<std::pair<std::string, std::string>> names;
  for (const Json& row : paper_rows()) {
    EXPECT_TRUE(names.emplace(row.at("paper"), row.at("item")).second) << row;
    EXPECT_TRUE((std::set<std::string>{"algorithm", "figure", "table"}).contains(row.at("kind"))) << row;
    EXPECT_FALSE(row.at("title").get<std::string>().empty());
    EXPECT_FALSE(row.at("opens").is_null() && row.at("reason").is_null()) << row;
    EXPECT_TRUE(row.at("reason").is_null() || row.at("reason").get<std::string>().ends_with('.')) << row;
  }
  // as the papers number them; 2 and 3 of Chen have parts
  const auto has = [&](const char* paper, const std::string& item) {
    EXPECT_TRUE(names.contains({paper, item})) << paper << " " << item;
  };
  const auto numbered = [&](const char* paper, const char* what, int last) {
    for (int n = 1; n <= last; ++n) has(paper, std::string(what) + " " + std::to_string(n));
  };
  numbered("Bilgic et al. 2010", "Figure", 7);
  numbered("Bilgic et al. 2010", "Table", 1);
  numbered("Angioloni and Pegoraro", "Algorithm", 2);
  numbered("Angioloni and Pegoraro", "Figure", 8);
  numbered("Chen et al. 2018", "Algorithm", 5);
  for (const char* item : {"Figure 1", "Figure 2a", "Figure 2b", "Figure 2c", "Figure 3a", "Figure 3b", "Figure 3c", "Figure 4",
                           "Figure 5", "Figure 6", "Figure 7", "Figure 8", "Table I", "Table II"})
    has("Chen et al. 2018", item);
  numbered("Ehsan et al. 2015", "Figure", 18);
  numbered("Ehsan et al. 2015", "Table", 4);
  const std::string text = run({"list", "--papers"}).out;
  for (const Json& row : paper_rows())
    EXPECT_TRUE(row.at("opens").is_null() || text.find("satscope " + row.at("opens").get<std::string>()) != text.npos) << row;
  expect_refused({"list", "--papers", "--filters"}, k_usage, {"--papers", "exclude"});
}

/// Commands; measurements only say what they would measure, because some take minutes.
TEST(Papers, EveryCommandLineIsOne) {
  Folder folder;  // some write a file
  std::set<std::string> opened;
  for (const Json& row : paper_rows()) {
    if (row.at("opens").is_null()) continue;
    const Words words = shell_words(row.at("opens"));
    const bool measures = words[0] == "sweep" || words[0] == "bench";
    if (words[0].starts_with("--") || words[0].starts_with("figure:") || !opened.insert(row.at("opens")).second) continue;
    const Outcome outcome = run(measures ? and_words(words, {"--dry-run"}) : words, folder.path().string());
    const bool cannot_here = measures && outcome.err.find("nothing would be measured; first reason: ") != std::string::npos;
    EXPECT_EQ(outcome.code, cannot_here ? k_failed : 0) << row.at("opens") << "\n" << outcome.err;
    EXPECT_FALSE(outcome.out.empty()) << row.at("opens");
  }
  EXPECT_GT(opened.size(), 15U);
}

#ifdef SATSCOPE_GUI
/// The window's: drawn once.
TEST(Papers, EveryWindowOpens) {
  Folder folder;
  const Outcome trial = run({"shot", folder.file("trial.png"), "pattern:white:8x8"});
  if (trial.err.find("not supported") != std::string::npos) GTEST_SKIP() << trial.err;
  std::map<std::string, std::size_t> opened;
  for (const Json& row : paper_rows()) {
    if (row.at("opens").is_null()) continue;
    Words words = shell_words(row.at("opens"));
    if (!words[0].starts_with("--") && !words[0].starts_with("figure:")) continue;
    if (opened.contains(row.at("opens"))) continue;
    const std::string shot = folder.file("shot.png"), state = folder.file("state.json");
    const Outcome outcome =
        run(and_words({"shot", shot, "--size", "960x540", "--machine", "cpu", "--state-out", state}, words));
    ASSERT_EQ(outcome.code, 0) << row.at("opens") << "\n" << outcome.err;
    opened[row.at("opens")] = read_file(shot).size();
    const Json seen = Json::parse(read_file(state));
    const auto said = std::find(words.begin(), words.end(), "--workspace");
    EXPECT_EQ(seen.at("workspace"), said == words.end() ? "steps" : *(said + 1)) << row.at("opens");
  }
  EXPECT_GT(opened.size(), 15U);
}
#endif

}  // namespace
}  // namespace satscope::test
