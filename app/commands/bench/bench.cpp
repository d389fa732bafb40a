// SPDX-License-Identifier: Apache-2.0
// satscope bench: every result is compared with the reference first; only what is right is timed.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>

#include "app/bench/compare.h"
#include "app/bench/machine/facts.h"
#include "app/bench/read.h"
#include "app/bench/table.h"
#include "app/commands/bench/against.h"
#include "app/commands/bench/bench_words.h"
#include "app/commands/shared/interruption.h"
#include "app/commands/shared/options.h"
#include "app/commands/shared/output.h"
#include "app/core/files/atomic_file.h"
#include "app/core/files/read_files.h"
#include "kernels/median_interval.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

struct BenchCommand {
  BenchWords asked;
  std::vector<std::string> outs;
  std::optional<std::string> table;
  std::vector<std::string> compared, with;
  AgainstWords against;
  std::vector<std::string> measured;   ///< the words that say what is measured
  std::vector<std::string> measuring;  ///< the options that such words may be
  std::optional<std::string> least;
  bool json = false, csv = false, subset = false, strict = false, verbose = false;
};

constexpr int k_exit_worse = 3, k_exit_undecided = 4, k_most_compared = 100;

std::vector<BenchReport> read_side(std::span<const std::string> names) {
  std::vector<BenchReport> reports;
  for (const std::string& name : names) {
    mark_as_input(name);
    reports.push_back(read_report_file(name));
  }
  return reports;
}

/// Throws where a results file is given twice: it would count as two runs. Files of two runs are never alike, as they have
/// times.
void require_different(std::span<const std::string> names, std::span<const BenchReport> reports) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < names.size(); ++i) {
    texts.push_back(as_json(reports[i]).dump(-1, ' ', false, Json::error_handler_t::replace));
    const std::size_t same = static_cast<std::size_t>(std::ranges::find(texts, texts.back()) - texts.begin());
    if (same == i) continue;
    throw UsageError(names[same] == names[i]
                         ? fmt::format("'{}' is given twice; each file must be of a run of its own", names[i])
                         : fmt::format("'{}' and '{}' have the same contents; each file must be of a run of its own",
                                       names[same], names[i]));
  }
}

/// The comparison as a file of this ending.
std::string written(const BenchComparison& comparison, std::string_view ending) {
  if (ending == ".csv") return as_csv(comparison);
  return ending == ".md" ? as_markdown(comparison) : json_text(as_json(comparison));
}

std::string format_of(const std::string& out) { return out == "-" ? ".json" : ending_of(out); }

/// What a comparison can be written to.
void require_comparison_outs(const BenchCommand& words, std::string_view option) {
  for (const std::string& out : words.outs)
    if (const std::string ending = format_of(out); ending != ".md" && ending != ".csv" && ending != ".json")
      throw wrong_ending(fmt::format("with {}, --output must end in .md, .csv or .json", option), out);
  if (std::ranges::count_if(words.outs, is_standard_output) > 1)
    throw UsageError("only one --output can be the standard output");
}

/// Throws where the sides have nothing in common. before_name, after_name: what they are called.
void require_common(const BenchComparison& comparison, std::span<const BenchReport> before, std::span<const BenchReport> after,
                    const std::string& before_name, const std::string& after_name) {
  if (comparison.cases.empty() && comparison.wrong.empty() && comparison.refused.empty())
    throw std::runtime_error(
        fmt::format("{} and {} have no timed case in common; {}", before_name, after_name, least_difference(before, after)));
}

/// The files of -o, open from the beginning: a place that cannot be written is no surprise after an hour.
using ComparisonFiles = std::vector<std::unique_ptr<AtomicFile>>;
ComparisonFiles opened(const std::vector<std::string>& outs) {
  ComparisonFiles files;
  for (const std::string& out : outs) files.push_back(std::make_unique<AtomicFile>(out));
  return files;
}

void print_comparison(const BenchCommand& words, const ComparisonFiles& files, BenchComparison comparison,
                      const std::string& before_name, const std::string& after_name) {
  if (comparison.command.empty()) comparison.command = command_line();
  for (const auto& file : files) {
    file->write(written(comparison, format_of(file->name())));
    file->commit();
  }
  if (words.json || words.csv)
    words.json ? print_json(as_json(comparison)) : print(as_csv(comparison));
  else if (std::ranges::none_of(words.outs, is_standard_output))  // because: it is the same in another format
    print(as_text(comparison));
  const int threads_before = comparison.before.threads_offered, threads_after = comparison.after.threads_offered;
  if (comparison.other_machine && !comparison.other_hardware && threads_before != threads_after)
    note(fmt::format("{} had {}, and {} had {}, so the changes are not those of the program alone", before_name,
                     counted(threads_before, "thread"), after_name, counted(threads_after, "thread")));
  else if (comparison.other_machine)
    note(fmt::format("{} and {} are of different machines, so the changes are not those of the program alone", before_name,
                     after_name));
  if (!comparison.passes(comparison.may_lack)) throw Finished{k_exit_worse};
  if (comparison.strict ? comparison.undecided_cases() > 0 || !comparison.complete : comparison.undecided())
    throw Finished{k_exit_undecided};
}

/// Throws where -o of a run has another ending than it writes, with what works.
void require_results_ending(const std::string& out) {
  if (ending_of(out) == ".csv") throw UsageError(fmt::format("-o writes results as JSON; for CSV write --csv > {}", out));
  if (ending_of(out) == ".md")
    throw UsageError(
        fmt::format("-o writes results as JSON; for Markdown write -o FILE.json, then --table FILE.json > {}", out));
  require_ending(out, ".json", "results as JSON");
}

std::optional<double> given_least(const BenchCommand& words) {
  if (!words.least) return {};
  return read_real("--least", *words.least, 0, k_most_least);
}

/// Whether the one file is a comparison: then it is judged again, with its own --least unless another is given.
bool compare_again(const BenchCommand& words) {
  if (words.compared.size() != 1 || !words.with.empty()) return false;
  require_comparison_outs(words, "--compare");
  mark_as_input(words.compared.front());
  std::optional<BenchComparison> comparison = read_comparison_file(words.compared.front(), given_least(words));
  if (!comparison) return false;
  comparison->may_lack = words.subset;
  comparison->strict = words.strict;
  print_comparison(words, opened(words.outs), *comparison, "the first side", "the second");
  return true;
}

void compare_files(const BenchCommand& words) {
  const double least = given_least(words).value_or(k_usual_least);
  if (compare_again(words)) return;
  if (words.with.empty() && words.compared.size() != 2)
    throw UsageError(
        fmt::format("--compare takes two files, not {}; for several runs a side write --compare A1 A2 ... --with B1 B2 ...",
                    words.compared.size()));
  require_comparison_outs(words, "--compare");
  const std::span<const std::string> all = words.compared;
  const std::span<const std::string> first = words.with.empty() ? all.first(1) : all,
                                     second = words.with.empty() ? all.last(1) : std::span(words.with);
  const std::vector<BenchReport> before = read_side(first), after = read_side(second);
  std::vector<std::string> names(first.begin(), first.end());
  names.insert(names.end(), second.begin(), second.end());
  std::vector<BenchReport> reports = before;
  reports.insert(reports.end(), after.begin(), after.end());
  require_different(names, reports);
  BenchComparison comparison = compare(before, after, least);
  comparison.may_lack = words.subset;
  comparison.strict = words.strict;
  for (std::size_t i = 0; i < names.size(); ++i) note_without_median(comparison, reports[i], names[i]);
  const std::string before_name = fmt::format("'{}'", fmt::join(first, "', '")),
                    after_name = fmt::format("'{}'", fmt::join(second, "', '"));
  require_common(comparison, before, after, before_name, after_name);
  print_comparison(words, opened(words.outs), comparison, before_name, after_name);
}

bool differs(const ComparedCase& one) { return one.verdict == BenchVerdict::faster || one.verdict == BenchVerdict::slower; }

/// Of all runs; a difference counts where both measurements have it. Of many like cases one in twenty differs by chance, but
/// seldom twice in the same direction.
BenchComparison confirmed(const std::array<BothSides, 2>& measured, double least) {
  const auto& [sides, again] = measured;
  const BenchComparison first = compare(sides.other, sides.self, least), second = compare(again.other, again.self, least);
  std::array all{sides.other, sides.self};
  all[0].insert(all[0].end(), again.other.begin(), again.other.end());
  all[1].insert(all[1].end(), again.self.begin(), again.self.end());
  BenchComparison comparison = compare(all[0], all[1], least);
  for (ComparedCase& one : comparison.cases) {
    const auto says_so = [&](const BenchComparison& of) {
      const auto found = std::ranges::find(of.cases, one.asked, &ComparedCase::asked);
      return found != of.cases.end() && found->verdict == one.verdict;
    };
    if (!differs(one) || (says_so(first) && says_so(second))) continue;
    one.verdict = without_difference(one);
    one.unconfirmed = true;
  }
  return comparison;
}

/// What the rounds of the first measurement say so far; they may be all.
BenchComparison first_comparison(const Turns& turns, double least) {
  const auto& [other, self] = turns.measured[0];
  const std::size_t rounds = turns.measured[0].rounds();
  return compare(std::span(other).first(rounds), std::span(self).first(rounds), least);
}

/// What was stopped, with what it needs to go on.
void cut_short(BenchComparison& comparison, const Turns& turns) {
  comparison.in_turns = true;
  comparison.complete = false;
  comparison.turns = turns;
  std::ranges::for_each(comparison.cases, leave_unconfirmed);
}

/// Throws where a word of a file is no option that says what is measured: it is given to both programs.
void require_measuring(const Turns& turns, const std::vector<std::string>& options) {
  for (const std::string& word : turns.words)
    if (std::ranges::find(options, word.substr(0, word.find('='))) == options.end())
      throw std::runtime_error(
          fmt::format("the runs so far have the option '{}', which --resume does not take", one_line(word)));
}

/// How to go on with what a signal has stopped.
std::string way_to_go_on(const BenchCommand& words) {
  const auto json = std::ranges::find_if(
      words.outs, [](const std::string& out) { return ending_of(out) == ".json" && !is_standard_output(out); });
  if (json == words.outs.end()) return "without -o FILE.json it cannot be resumed";
  return fmt::format("satscope bench --against {} --resume {}{}{} goes on", shell_word(words.against.program),
                     shell_word(*json), words.subset ? " --subset" : "", words.strict ? " --strict" : "");
}

/// A sentence where an algorithm that was asked for by name was timed by neither build; else empty.
std::string untimed_by_both(const Turns& turns) {
  if (std::ranges::none_of(turns.words, [](const std::string& word) { return word.starts_with("--algorithms"); })) return {};
  std::vector<BenchReport> all = turns.measured[0].other;
  all.insert(all.end(), turns.measured[0].self.begin(), turns.measured[0].self.end());
  return untimed_algorithm(all);
}

void compare_builds(BenchCommand words) {
  BenchComparison head;
  std::optional<Turns> earlier;
  if (!words.asked.resume.empty()) {
    earlier = read_turns_file(words.asked.resume, head);
    require_measuring(*earlier, words.measuring);
    if (words.outs.empty()) words.outs.push_back(words.asked.resume);
  }
  const double least = given_least(words).value_or(earlier ? head.least_percent : k_usual_least);
  require_comparison_outs(words, "--against");
  if (!earlier) {
    const BenchOrder order = read_bench_order(words.asked);  // wrong words before anything is run
    if (order.repeats > 0 && order.repeats < k_fewest_of_median)
      note(fmt::format("runs of fewer than {0} samples decide nothing; --repeats {0} is enough", k_fewest_of_median));
    note_few_rounds(words.against);
  }
  const ComparisonFiles files = opened(words.outs);
  const Interruption interruption;
  if (earlier) require_same_builds(words.against, *earlier);
  Turns turns = earlier ? std::move(*earlier) : begun_turns(words.against, words.measured);
  const std::string command = head.command.empty() ? command_line() : head.command;
  bool kept = true;
  const auto keep = [&] {
    if (turns.measured[0].rounds() == 0 || !kept) return;
    BenchComparison so_far = first_comparison(turns, least);
    so_far.command = command;
    cut_short(so_far, turns);
    try {
      for (const auto& file : files)
        if (format_of(file->name()) == ".json") write_so_far(*file, written(so_far, ".json"));
    } catch (const WriteError& why) {
      kept = false;  // because: there may be room at the end
      note(fmt::format("{}; going on, as the comparison is written at the end", why.what()));
    }
  };
  int signal = measure_in_turns(words.against, turns, 0, interruption, keep);
  const BothSides& sides = turns.measured[0];
  if (sides.rounds() == 0)
    throw Interrupted(signal, fmt::format("stopped by {} in the first round; nothing was compared", name_of_signal(signal)));
  BenchComparison comparison = first_comparison(turns, least);
  if (signal == 0 && std::ranges::any_of(comparison.cases, differs)) {
    note("what differs is measured once more, to tell it from chance");
    signal = measure_in_turns(words.against, turns, 1, interruption, keep);
    if (signal == 0) comparison = confirmed(turns.measured, least);
  }
  comparison.in_turns = true;
  comparison.command = command;
  if (signal != 0) cut_short(comparison, turns);
  comparison.may_lack = words.subset;
  comparison.strict = words.strict;
  const std::string name = fmt::format("'{}'", words.against.program), self = "this satscope";
  require_common(comparison, sides.other, sides.self, name, self);
  if (!words.json && !words.csv) print(fmt::format("before: {}; after: {}\n", name, self));
  const std::string untimed = untimed_by_both(turns);
  try {
    print_comparison(words, files, comparison, name, self);
  } catch (const Finished& found) {
    if (signal == 0 && found.code == k_exit_worse && !untimed.empty()) note(untimed);
    if (signal == 0 && (found.code == k_exit_worse || untimed.empty())) throw;
  }
  if (signal != 0)  // because: who asked for more rounds must not take these for all
    throw Interrupted(signal, fmt::format("stopped by {} after {}; {}", name_of_signal(signal),
                                          counted(sides.rounds() + turns.measured[1].rounds(), "round"), way_to_go_on(words)));
  if (!untimed.empty()) throw std::runtime_error(untimed);
}

void print_bench(const BenchCommand& words) {
  if (words.json && words.csv) throw UsageError("--json and --csv exclude each other; give one of them");
  if (!words.compared.empty()) return compare_files(words);
  const bool against = !words.against.program.empty();
  if (!against && words.subset) throw UsageError("--subset needs --compare or --against");
  if (!against && words.strict) throw UsageError("--strict needs --compare or --against");
  if (!against && words.least) throw UsageError("--least needs --compare or --against");
  if (words.table) return print(bench_table(read_report_file(*words.table)));
  if (words.asked.dry_run && words.csv)
    throw UsageError("--dry-run measures nothing, so --csv has no times to print; --json lists the cases");
  if (against && words.asked.dry_run && !words.asked.resume.empty())
    throw UsageError("--dry-run lists cases, and a comparison that is resumed has none but its own; leave one of them out");
  if (words.asked.dry_run) {
    const BenchOrder order = words.asked.resume.empty() ? read_bench_order(words.asked) : read_left(words.asked.resume);
    if (!against) return print_cases(order, words.json);
    const Turns turns = begun_turns(words.against, {});
    return print_cases(order, words.json, DryAgainst{words.against.program, turns.other_version, turns.rounds});
  }
  if (words.asked.samples && !words.json && words.outs.empty() && words.asked.resume.empty())
    throw UsageError("--samples are in the JSON; give --json, or also -o FILE.json");
  if (against) return compare_builds(words);
  if (words.asked.resume.empty()) read_bench_order(words.asked);  // wrong words before a file that cannot be written
  if (words.outs.size() > 1) throw UsageError("--output is given twice; only with --compare or --against may it be repeated");
  const std::string& out = words.outs.empty() ? words.asked.resume : words.outs.front();
  if (!words.outs.empty()) require_results_ending(out);
  std::optional<AtomicFile> file;  // now, so that a place that cannot be written is no surprise after an hour
  if (!out.empty()) file.emplace(out);
  const auto as_file = [](const BenchReport& report) { return json_text(as_json(report)); };
  run_bench(words.asked, {},
            {.so_far =
                 [&](const BenchReport& report) {
                   if (file) write_so_far(*file, as_file(report));
                 },
             .all =
                 [&](const BenchReport& report) {
                   if (!file) return;
                   file->write(as_file(report));
                   file->commit();
                 },
             .show =
                 [&](const BenchReport& report) {
                   if (words.json) return print_json(as_json(report));
                   print(words.csv ? as_csv(report) : as_text(report, words.verbose, is_standard_output(out) ? "" : out));
                 }});
}

}  // namespace

Task declare_bench(CLI::App& parser) {
  const auto words = std::make_shared<BenchCommand>();
  add_bench_options(parser, words->asked, "--sweep");
  for (const CLI::Option* option : parser.get_options())
    if (const std::string name = option->get_name(); name != "--help" && name != "--dry-run" && name != "--samples")
      words->measuring.push_back(name);
  add_resume(parser, words->asked);
  parser.add_flag("--json", words->json, "print JSON instead of a table");
  parser.add_flag("--csv", words->csv, "print the results as CSV instead of a table");
  parser.add_flag("--verbose", words->verbose, "print also how it was measured, in sentences");
  add_repeatable(
      parser, "-o,--output", words->outs,
      "also write everything to this file as JSON, and every few seconds what is done so far; - for the standard output");
  CLI::Option* table =
      parser.add_option("--table", words->table, "measure nothing; print the results in such a file as Markdown tables");
  const auto alone = [&](CLI::Option* one, std::initializer_list<std::string_view> beside) {
    for (CLI::Option* other : parser.get_options())
      if (other != one && other != parser.get_help_ptr() && std::ranges::find(beside, other->get_name()) == beside.end())
        one->excludes(other);
  };
  alone(table, {});
  CLI::Option* const compared =
      parser
          .add_option("--compare", words->compared,
                      "measure nothing; say of each case in two such files whether the second is "
                      "faster, slower, perhaps so, not distinguishable, different by less than --least, or too noisy to "
                      "tell; of one file, which -o wrote of a comparison: judge it again; -o: also "
                      "as .md, .csv or .json, -o -.md and -o -.csv to the standard output")
          ->expected(1, k_most_compared);
  alone(compared, {"--json", "--csv", "--output"});
  parser
      .add_option("--with", words->with,
                  "with --compare: the files of the second side, and --compare has those of the first; 4 runs a side allow a "
                  "rank test")
      ->expected(1, k_most_compared)
      ->needs(compared);
  CLI::Option* const against = add_against(parser, words->against);
  for (const char* other : {"--table", "--compare", "--with", "--verbose"}) against->excludes(parser.get_option(other));
  parser.add_flag("--subset", words->subset,
                  "with --compare and --against: the second side may have fewer cases than the first");
  parser.add_flag("--strict", words->strict,
                  "with --compare and --against: exit with 4 already if one case is undecided (too noisy, with too few "
                  "samples, or perhaps faster or slower) or a run was cut short");
  parser.add_option(
      "--least", words->least,
      fmt::format("with --compare and --against: the least difference in percent that counts; default: {}, or that "
                  "of a comparison which --compare judges again",
                  k_usual_least));
  put_under(parser, k_outputs, {"--json", "--csv", "--verbose", "--output", "--table", "--resume"});
  put_under(parser, "Comparison of two builds",
            {"--compare", "--with", "--against", "--rounds", "--subset", "--strict", "--least"});
  parser.footer(
      "--compare: a case is faster or slower if its medians differ by at least --least percent and by more than the floor of\n"
      "its size does, and if the times of both runs, from p10 to p90 with the interval of the median, do not overlap. Where\n"
      "only the intervals of the medians are apart, it is \"perhaps slower\" or \"perhaps faster\": --against tells. It is\n"
      "noisy if its p90 is above twice the median or the interval above 5 % each way, or if it is of the CPU and the load was\n"
      "above the number of threads by more than 0.5. A noisy case is \"too noisy to tell\", unless one median is 4 times the\n"
      "other. Where a run has fewer than 5 samples, it has \"too few samples\": such a run does not count.\n"
      "A case without such a difference is \"too noisy to tell\" unless the whole interval of the change is within --least\n"
      "percent each way. (Of single runs it comes from the intervals of both medians, whose half widths add up as squares.)\n"
      "Else it \"differs by less than\" --least where the sides are apart, and is \"not distinguishable\" where they are not.\n"
      "With --least 0 no interval is too wide.\n"
      "--with: several runs of each build find smaller differences, best made in turns: A, B, A, B. From 4 runs a side on "
      "that\n"
      "have 5 samples, the Mann-Whitney test of their medians decides, at p = 0.05, instead of the overlap, also on a busy "
      "machine, unless the\n"
      "sides' median loads per thread differ by more than 1.5 times. With fewer runs the times of all must not overlap.\n"
      "--against PROGRAM: both builds are run with the other options of this command line, in turns (A B B A A B ...), each\n"
      "time as a process of its own; PROGRAM is the first side of the comparison and this build the second.\n"
      "After Ctrl-C the results so far are kept, with what was being timed if it has 5 samples; of a run that was killed, the\n"
      "file of -o has what was done some seconds before. Its \"complete\" is then false, and --resume goes on, of --against "
      "with\n"
      "the runs that are whole: --against PROGRAM --resume FILE.json, with the same two builds.\n"
      "Columns of the table:\n" +
      bench_legend() + presets_text() + "\n" +
      exit_codes_list(
          {{"1",
            "it failed, and a sentence on stderr says why: also if a table is wrong, a CUDA file failed, or nothing or an "
            "algorithm of --algorithms could not be timed"},
           {"3",
            "--compare, --against: a case is slower (not: perhaps slower), wrong, refused, or without --subset missing on the "
            "second side"},
           {"4",
            "--compare, --against: nothing was decided, as all cases are too noisy to tell or have too few samples; with "
            "--strict: a case is undecided, or a run was cut short"}}));
  return [words, &parser] {
    words->measured = words_without(parser, {"--against", "--rounds", "--subset", "--strict", "--least", "--json", "--csv",
                                             "--output", "--dry-run", "--samples"});
    print_bench(*words);
  };
}

}  // namespace satscope::app
