// SPDX-License-Identifier: Apache-2.0
// satscope report: results as one page with charts and tables.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "app/bench/page.h"
#include "app/bench/read.h"
#include "app/commands/bench/bench_words.h"
#include "app/commands/shared/options.h"
#include "app/commands/shared/output.h"
#include "app/core/files/atomic_file.h"
#include "app/core/files/read_files.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

struct ReportWords {
  BenchWords asked;
  std::string out, output;
  std::vector<std::string> from;
  bool json = false;
};

void write_page(AtomicFile& file, const ReportWords& words, std::span<const BenchReport> reports) {
  file.write(results_page(reports));
  file.commit();
  std::size_t results = 0;
  for (const BenchReport& report : reports) results += report.results.size();
  note(fmt::format("{}: {}", words.out, counted(results, "result")));
  if (words.json) print_json(Json{{"output", words.out}, {"reports", reports.size()}, {"results", results}});
}

void run_report(ReportWords words) {
  if (!words.out.empty() && !words.output.empty()) throw UsageError("report takes OUT or --output, not both");
  if (words.out.empty()) words.out = words.output;
  if (words.out.empty() && words.from.size() > 1 && ending_of(words.from.back()) == ".html") {  // `--from A B OUT`
    words.out = words.from.back();
    words.from.pop_back();
  }
  if (words.out.empty()) throw UsageError("OUT is required: the page to write, .html; see satscope report --help");
  if (ending_of(words.out) != ".html" && words.out != "-") throw wrong_ending("OUT must end in .html", words.out);
  std::vector<BenchReport> reports;
  for (const std::string& name : words.from) {
    mark_as_input(name);
    reports.push_back(read_report_file(name));
  }
  if (words.from.empty()) {
    const bool sized =
        std::ranges::any_of(words.asked.sweeps, [](const std::string& word) { return word.starts_with("size="); });
    if (words.asked.preset.empty() && words.asked.sizes.empty() && !sized)
      words.asked.sweeps.emplace_back("size=256x256..2048x2048");
    if (words.asked.dry_run) return print_cases(read_bench_order(words.asked), words.json);
    read_bench_order(words.asked);  // wrong words before a file that cannot be written
  }
  AtomicFile file(words.out);
  if (!words.from.empty()) return write_page(file, words, reports);
  run_bench(words.asked, {},
            {.so_far =
                 [&](const BenchReport& report) {
                   write_so_far(file, results_page({&report, 1}));
                 },
             .all =
                 [&](const BenchReport& report) {
                   write_page(file, words, {&report, 1});
                 },
             .show = [](const BenchReport&) {}});
}

}  // namespace

Task declare_report(CLI::App& parser) {
  const auto words = std::make_shared<ReportWords>();
  parser.add_option("OUT", words->out, "the page to write, .html; - for the standard output");
  parser.add_option("-o,--output", words->output, "instead of OUT");
  const std::array outs{parser.get_option("OUT"), parser.get_option("--output")};
  add_bench_options(parser, words->asked, "--sweep");
  CLI::Option* const from =
      add_list(parser, "--from", words->from,
               "measure nothing; show these results files of `satscope bench`, `satscope sweep` or a race")
          ->allow_extra_args();
  for (CLI::Option* other : parser.get_options())
    if (other != from && std::ranges::find(outs, other) == outs.end() && other != parser.get_help_ptr()) from->excludes(other);
  parser.add_flag("--json", words->json, "print what was written as JSON; with OUT - on stderr");
  parser.footer(
      "The page needs no other file and no network. Without --from, a preset or sizes it measures 256x256 to 2048x2048.\n"
      "After Ctrl-C it has what was measured.\n" +
      presets_text());
  return [words] { run_report(*words); };
}

}  // namespace satscope::app
