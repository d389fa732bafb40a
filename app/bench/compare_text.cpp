// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <utility>

#include "app/bench/compare.h"
#include "app/plot/write.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

/// with_load: it may explain something.
std::string text_of(const ComparedSide& side, bool with_load) {
  std::string text = fmt::format("{}commit {}, satscope {}, {}", side.runs > 1 ? counted(side.runs, "run") + ", " : "",
                                 side.commit.empty() ? "not known" : side.commit, side.satscope, side.date);
  if (with_load && side.most_load >= 0)
    text +=
        fmt::format(", load {:.1f} to {:.1f} of {}", side.least_load, side.most_load, counted(side.threads_offered, "thread"));
  return text;
}

Json as_json(const ComparedSide& side) {
  const auto load = [](double value) { return value < 0 ? Json(nullptr) : Json(value); };
  return {{"runs", side.runs},
          {"commit", side.commit},
          {"satscope", side.satscope},
          {"date", side.date},
          {"least_load", load(side.least_load)},
          {"most_load", load(side.most_load)},
          {"threads_offered", side.threads_offered}};
}

Json as_json(const std::vector<LostCase>& cases) {
  Json list = Json::array();
  for (const LostCase& one : cases) list.push_back({{"case", one.title}, {"reason", one.reason}});
  return list;
}

/// "two levels before (0.0100 and 0.0120 ms)"; empty: on neither side.
std::string levels_text(const ComparedCase& one) {
  std::string text;
  for (const auto& [which, levels] : {std::pair{"before", &one.levels_before}, std::pair{"after", &one.levels_after}})
    if (*levels)
      text += fmt::format("{}{} ({} and {} ms)", text.empty() ? "two levels " : " and ", which, milliseconds_of((*levels)->low),
                          milliseconds_of((*levels)->high));
  return text;
}

/// Why it is too noisy, or could be.
const std::string& noise_text(const ComparedCase& one) {
  const bool wide = one.noise.empty() && !one.has_levels() && one.verdict == BenchVerdict::too_noisy && !one.unconfirmed;
  return wide ? one.wide : one.noise;
}

/// "p = 0.029" of a rank test; empty: there was none.
std::string chance_text(const ComparedCase& one) {
  if (!one.chance) return {};
  return *one.chance < 0.001 ? "p < 0.001" : fmt::format("p = {:.3f}", *one.chance);
}

/// " (a, b)" of those that are not empty.
std::string in_brackets(std::vector<std::string> clauses) {
  std::erase(clauses, std::string());
  return clauses.empty() ? std::string() : fmt::format(" ({})", fmt::join(clauses, ", "));
}

/// What decided, why it is too noisy, or could be, and that the machine was busy.
std::string because_of(const ComparedCase& one) {
  return in_brackets({chance_text(one), levels_text(one), noise_text(one), one.busy});
}

/// With --least as a number.
std::string verdict_text(BenchVerdict verdict, double least_percent, bool of_several = false) {
  if (verdict != BenchVerdict::within_least) return std::string(id_of(verdict));
  return fmt::format("differ{} by less than {} %", of_several ? "" : "s", least_percent);
}
std::string verdict_text(const ComparedCase& one, double least_percent) {
  return one.unconfirmed ? "not confirmed by a second measurement" : verdict_text(one.verdict, least_percent);
}

/// Cases of the first side only: with --subset nothing is wrong with that.
const char* missing_text(const BenchComparison& comparison) { return comparison.may_lack ? "not compared" : "missing"; }

bool is_maybe(const ComparedCase& one) {
  return one.verdict == BenchVerdict::maybe_faster || one.verdict == BenchVerdict::maybe_slower;
}

/// What is counted only where there is one.
bool is_seldom(BenchVerdict verdict) {
  return verdict == BenchVerdict::too_few || verdict == BenchVerdict::within_least || verdict == BenchVerdict::maybe_faster ||
         verdict == BenchVerdict::maybe_slower;
}

/// "1 faster, 0 slower, ..., 0 missing".
std::string counts_of(const BenchComparison& comparison) {
  std::string text;
  for (const Named<BenchVerdict>& verdict : k_verdicts)
    if (!is_seldom(verdict.value) || comparison.count(verdict.value) > 0)
      text += fmt::format("{} {}, ", comparison.count(verdict.value),
                          verdict_text(verdict.value, comparison.least_percent, comparison.count(verdict.value) > 1));
  return text + fmt::format("{} wrong, {} refused, {} {}", comparison.wrong.size(), comparison.refused.size(),
                            comparison.missing.size(), missing_text(comparison));
}

/// What of the second side decides the exit code; empty: neither wrong nor refused nor missing cases do.
std::string failure_text(const BenchComparison& comparison) {
  std::vector<std::string> parts;
  const auto add = [&](std::size_t cases, const char* what) {
    if (cases > 0) parts.push_back(fmt::format("{} {}", counted(cases, "case"), what));
  };
  add(comparison.wrong.size(), "wrong");
  add(comparison.refused.size(), "refused");
  if (!comparison.may_lack) add(comparison.missing.size(), "missing");
  return parts.empty() ? std::string() : fmt::format("The second side fails: {}.", fmt::join(parts, ", "));
}

/// begin: of the sentence. Empty: something was decided.
std::string undecided_text(const BenchComparison& comparison, const char* begin) {
  if (!comparison.undecided()) return {};
  const std::size_t cases = comparison.cases.size(), few = comparison.count(BenchVerdict::too_few);
  const bool one = cases == 1;
  if (few == 0)
    return fmt::format("{}: {} too noisy to tell.", begin, one ? "the one case is" : fmt::format("all {} cases are", cases));
  if (few == cases)
    return fmt::format("{}: {} too few samples.", begin, one ? "the one case has" : fmt::format("all {} cases have", cases));
  return fmt::format("{}: of {} cases, {} are too noisy to tell, and {} have too few samples.", begin, cases, cases - few, few);
}

/// Empty: all that was asked for was measured.
std::string cut_short_text(const BenchComparison& comparison) {
  if (comparison.complete) return {};
  return comparison.in_turns
             ? fmt::format(
                   "Cut short: --against was stopped before its end, with {} of each build; --resume goes on with its JSON.",
                   counted(comparison.before.runs, "run"))
             : "Cut short: a run was stopped before its end; bench --resume FILE.json goes on with it.";
}

/// The line before all else: what decides the exit code; empty: the cases do, each by its verdict.
std::string headline_of(const BenchComparison& comparison) {
  const std::string failure = failure_text(comparison);
  std::vector<std::string> sentences{
      cut_short_text(comparison), failure,
      undecided_text(comparison, failure.empty() ? "Nothing was decided" : "Nothing was decided about the others")};
  std::erase(sentences, std::string());
  return fmt::format("{}", fmt::join(sentences, " "));
}

/// The same of runs that --against made in turns.
std::string cure_in_turns(const BenchComparison& comparison, bool ranked) {
  if (!comparison.complete) return "To decide more, let --against run to its end.";
  const int before = comparison.before.threads_offered, after = comparison.after.threads_offered;
  if (before != after)
    return fmt::format("To decide more, give both sides the same threads: it was {} before, and {} after.",
                       counted(before, "thread"), counted(after, "thread"));
  if (!ranked) return "To decide more, repeat it with --rounds 4 or more.";
  if (comparison.wide() > 0 && comparison.wide() == comparison.count(BenchVerdict::too_noisy))
    return "To decide more, repeat it with more --rounds on an idle machine, or ask for a greater difference with --least: "
           "bench --compare FILE.json --least N judges what -o FILE.json wrote again.";
  return "To decide more, repeat it when the machine is idle: the sides took turns, and yet their loads differ.";
}

/// What helps where cases are perhaps faster or slower, too noisy or have too few samples; empty: there are none.
std::string cure_of(const BenchComparison& comparison) {
  if (const std::size_t few = comparison.count(BenchVerdict::too_few); few > 0 && few == comparison.undecided_cases())
    return "To decide more, take at least 5 samples in each run: --repeats 5 does.";
  if (!comparison.in_turns && std::ranges::any_of(comparison.cases, is_maybe))
    return "\"Perhaps\": the medians differ by more than both runs are unsure of them, but the machine of another minute may "
           "explain that. Measure both again: satscope bench --against PROGRAM runs the other build and this one in turns";
  const auto first = std::ranges::find_if(comparison.cases, is_undecided);
  if (first == comparison.cases.end()) return {};
  if (first->has_levels())
    return "To decide more, find out why the times have two levels, such as a clock that changes (of a GPU: nvidia-smi "
           "--lock-gpu-clocks), or ask for a greater difference with --least.";
  if (comparison.in_turns) return cure_in_turns(comparison, first->chance.has_value());
  if (first->chance && comparison.wide() == comparison.count(BenchVerdict::too_noisy))
    return "To decide more, make more runs a side, in turns (A, B, A, B, ...), or ask for a greater difference with --least.";
  if (first->chance) return "To decide more, run the sides in turns (A, B, A, B, ...), so that both have the same load.";
  return "To decide more, make 4 runs a side, in turns (A, B, A, B, ...), and compare them all: "
         "satscope bench --compare A1 A2 A3 A4 --with B1 B2 B3 B4; bench --against PROGRAM does it in one go";
}

double percent_of(double ratio) { return 100 * (ratio - 1); }

/// "+4.9 to +12.1 %": of the change, between runs; empty: there are too few.
std::string range_text(const ComparedCase& one) {
  if (!one.ratios) return {};
  return fmt::format("{:+.1f} to {:+.1f} %", percent_of(one.ratios->low), percent_of(one.ratios->high));
}

/// Of more than one case, where something was decided; else empty.
std::string mean_text(const BenchComparison& comparison) {
  if (comparison.cases.size() < 2 || comparison.undecided()) return {};
  const std::size_t open = comparison.undecided_cases();
  if (open == comparison.cases.size()) return {};
  const bool lost = !comparison.wrong.empty() || !comparison.refused.empty() || !comparison.missing.empty();
  return fmt::format("geometric mean of the changes of {}{}: {:+.1f} %",
                     lost ? fmt::format("the {} cases that both sides timed", comparison.cases.size())
                          : fmt::format("all {} cases", comparison.cases.size()),
                     open > 0 ? fmt::format(", with the undecided {}", open) : "", comparison.mean_change_percent());
}

/// How many cases are undecided, where others are decided; else empty.
std::string some_undecided_text(const BenchComparison& comparison) {
  const std::size_t open = comparison.undecided_cases();
  if (open == 0 || comparison.undecided()) return {};
  const char* const code = !comparison.passes(comparison.may_lack) ? ""
                           : comparison.strict                     ? ", so the exit code is 4 (--strict)"
                                                                   : "; with --strict the exit code is then 4";
  return fmt::format("{} of {} {} undecided{}", open, counted(comparison.cases.size(), "case"), open == 1 ? "is" : "are", code);
}

/// Whether a case is of the CPU, where other programs take time.
bool has_cpu(const BenchComparison& comparison) {
  return std::ranges::any_of(comparison.cases, [](const ComparedCase& one) { return one.asked.machine == Machine::cpu; });
}

/// Whether the medians of the runs decide, and not the times of the samples.
bool medians_decide(const BenchComparison& comparison) {
  return std::ranges::all_of(comparison.cases, [](const ComparedCase& one) { return one.chance.has_value(); });
}

/// "0.9000 to 1.1000": what decides about one side of a case.
std::string spread_of(const BenchTimes& times, const std::vector<double>& medians, bool of_medians) {
  return of_medians ? fmt::format("{} to {}", milliseconds_of(medians.front()), milliseconds_of(medians.back()))
                    : fmt::format("{} to {}", milliseconds_of(times.p10_ms), milliseconds_of(times.p90_ms));
}

/// The lines below the table.
std::array<std::string_view, 2> legend_of(const BenchComparison& comparison) {
  return {medians_decide(comparison)
              ? "medians: the least and the greatest of a run. p: how likely such a difference is between "
                "runs of one program."
              : "p10 to p90: 80 % of the samples.",
          medians_decide(comparison)
              ? "change: of the median, and its 95 % interval by all pairs of runs. floor's: of the floor of this size, so of "
                "the machine."
              : "change: of the median. floor's: of the floor of this size, so of the machine."};
}

/// As text within a table of Markdown.
std::string in_markdown(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (std::string_view("|\\`*_<>[]").find(c) != std::string_view::npos) safe += '\\';
    safe += c;
  }
  return safe;
}

std::string markdown_cases(const BenchComparison& comparison, const std::function<bool(const ComparedCase&)>& shown) {
  std::string text;
  for (const ComparedCase& one : comparison.cases) {
    if (!shown(one)) continue;
    if (text.empty()) text = "| case | before ms | after ms | change | floor's | after is |\n|---|--:|--:|--:|--:|---|\n";
    const auto times = [&](const BenchTimes& of, const std::vector<double>& medians) {
      return fmt::format("{} ({})", milliseconds_of(of.median_ms), spread_of(of, medians, medians_decide(comparison)));
    };
    text += fmt::format("| {} | {} | {} | {:+.1f} %{} | {:+.1f} % | {}{} |\n", in_markdown(one.title),
                        times(one.before, one.medians_before), times(one.after, one.medians_after), one.change_percent,
                        one.ratios ? fmt::format(" ({})", range_text(one)) : std::string(), one.floor_change_percent,
                        verdict_text(one, comparison.least_percent), in_markdown(because_of(one)));
  }
  return text;
}

}  // namespace

std::string as_text(const BenchComparison& comparison) {
  std::size_t widest = 4;
  for (const ComparedCase& one : comparison.cases) widest = std::max(widest, one.title.size());
  std::string text = headline_of(comparison);
  if (!text.empty()) text += "\n\n";
  text += fmt::format("before  {}\nafter   {}\nleast   {} %: a smaller difference does not count (--least)\n\n",
                      text_of(comparison.before, has_cpu(comparison)), text_of(comparison.after, has_cpu(comparison)),
                      comparison.least_percent);
  const bool ranges = std::ranges::any_of(comparison.cases, [](const ComparedCase& one) { return one.ratios.has_value(); });
  const auto range = [&](const std::string& of) { return ranges ? fmt::format(" {:>18}", of) : std::string(); };
  const char* const spread = medians_decide(comparison) ? "medians" : "p10 to p90";
  text += fmt::format("{:<{}} {:>11} {:>21} {:>5} {:>11} {:>21} {:>5} {:>9}{} {:>9}  {}\n", "case", widest, "before ms", spread,
                      "n", "after ms", spread, "n", "change", range("95 % of it"), "floor's", "after is");
  const auto times = [&](const BenchTimes& of, const std::vector<double>& medians) {
    return fmt::format(" {:>11} {:>21} {:>5}", milliseconds_of(of.median_ms),
                       spread_of(of, medians, medians_decide(comparison)), of.samples);
  };
  for (const ComparedCase& one : comparison.cases) {
    text += fmt::format("{:<{}}{}{} {:>+7.1f} %{} {:>+7.1f} %  {}{}\n", one.title, widest,
                        times(one.before, one.medians_before), times(one.after, one.medians_after), one.change_percent,
                        range(range_text(one)), one.floor_change_percent, verdict_text(one, comparison.least_percent),
                        in_brackets({chance_text(one), one.busy.empty() ? "" : "busy"}));
    for (const std::string& why : {levels_text(one), noise_text(one)})
      if (!why.empty())  // because: it would make a wide table wider
        text += fmt::format("    {}: {}\n", one.verdict == BenchVerdict::too_noisy ? "too noisy" : "noisy", why);
  }
  if (!comparison.cases.empty()) text += fmt::format("{}\n", fmt::join(legend_of(comparison), "\n"));
  if (std::ranges::any_of(comparison.cases, [](const ComparedCase& one) { return !one.busy.empty(); }))
    text += "busy: more threads wanted to run than the machine has, on both sides alike (see load above).\n";
  const auto lost = [&](const char* what, const std::vector<LostCase>& cases) {
    for (const LostCase& one : cases) text += fmt::format("{}: {}: {}\n", what, one.title, one.reason);
  };
  lost("wrong now", comparison.wrong);
  lost("refused now", comparison.refused);
  lost(comparison.may_lack ? missing_text(comparison) : "missing now", comparison.missing);
  lost("only after", comparison.only_after);
  for (const std::string& note : comparison.notes) text += fmt::format("{}\n", note);
  text += "\n";
  for (const std::string& line :
       {mean_text(comparison), counts_of(comparison), some_undecided_text(comparison), cure_of(comparison)})
    if (!line.empty()) text += line + "\n";
  return text;
}

/// For a cell of its own; empty: none is needed.
static std::string reason_of(const ComparedCase& one, double least_percent) {
  if (one.unconfirmed) return verdict_text(one, least_percent);
  const std::string levels = levels_text(one);
  if (noise_text(one).empty()) return levels.empty() ? one.busy : levels;
  return levels.empty() ? noise_text(one) : fmt::format("{}; {}", levels, noise_text(one));
}

std::string as_csv(const BenchComparison& comparison) {
  const Json any = as_json(BenchCase{});
  std::string text = "case," + csv_names(any) +
                     ",before_ms,before_p10_ms,before_p90_ms,before_n,after_ms,after_p10_ms,after_p90_ms,after_n,"
                     "change_percent,change_low_percent,change_high_percent,floor_change_percent,p,verdict,reason\n";
  for (const ComparedCase& one : comparison.cases) {
    text += csv_cell(one.title) + "," + csv_cells(as_json(one.asked));
    for (const BenchTimes* times : {&one.before, &one.after})
      text += fmt::format(",{},{},{},{}", to_nine_digits(times->median_ms), to_nine_digits(times->p10_ms),
                          to_nine_digits(times->p90_ms), times->samples);
    const std::string range = one.ratios ? fmt::format("{},{}", to_nine_digits(percent_of(one.ratios->low)),
                                                       to_nine_digits(percent_of(one.ratios->high)))
                                         : std::string(",");
    text +=
        fmt::format(",{},{},{},{},{},{}\n", to_nine_digits(one.change_percent), range, to_nine_digits(one.floor_change_percent),
                    one.chance ? fmt::format("{}", to_nine_digits(*one.chance)) : std::string(), id_of(one.verdict),
                    csv_cell(reason_of(one, comparison.least_percent)));
  }
  const auto lost = [&](std::string_view verdict, const std::vector<LostCase>& cases) {
    for (const LostCase& one : cases)
      text += fmt::format("{},{},,,,,,,,,,,,,,{},{}\n", csv_cell(one.title),
                          one.asked ? csv_cells(as_json(*one.asked)) : std::string(any.size() - 1, ','), verdict,
                          csv_cell(one.reason));
  };
  lost("wrong", comparison.wrong);
  lost("refused", comparison.refused);
  lost("missing", comparison.missing);
  return text;
}

std::string as_markdown(const BenchComparison& comparison) {
  std::string text = headline_of(comparison);
  text = fmt::format("**{}{}{}**\n\n", text, text.empty() ? "" : " ", counts_of(comparison));
  for (const std::string& line : {mean_text(comparison), some_undecided_text(comparison), cure_of(comparison)})
    if (!line.empty()) text += in_markdown(line) + "\n\n";
  const auto differs = [](const ComparedCase& one) {
    return one.verdict == BenchVerdict::slower || one.verdict == BenchVerdict::faster || is_maybe(one);
  };
  if (const std::string table = markdown_cases(comparison, differs); !table.empty()) text += table + "\n";
  const auto lost = [&](const char* what, const std::vector<LostCase>& cases) {
    for (const LostCase& one : cases)
      text += fmt::format("- {}: {}: {}\n", what, in_markdown(one.title), in_markdown(one.reason));
  };
  lost("wrong now", comparison.wrong);
  lost("refused now", comparison.refused);
  lost(comparison.may_lack ? missing_text(comparison) : "missing now", comparison.missing);
  const auto more = [&](BenchVerdict verdict) {  // where there are some
    const std::size_t n = comparison.count(verdict);
    return n == 0 ? std::string() : fmt::format(", {} {}", n, verdict_text(verdict, comparison.least_percent, n > 1));
  };
  if (const std::string rest = markdown_cases(comparison, [&](const ComparedCase& one) { return !differs(one); });
      !rest.empty())
    text += fmt::format("<details><summary>{} {}{}, {} {}{}</summary>\n\n{}\n</details>\n\n",
                        comparison.count(BenchVerdict::not_distinguishable), id_of(BenchVerdict::not_distinguishable),
                        more(BenchVerdict::within_least), comparison.count(BenchVerdict::too_noisy),
                        id_of(BenchVerdict::too_noisy), more(BenchVerdict::too_few), rest);
  for (const auto& [which, side] : {std::pair{"before", &comparison.before}, std::pair{"after", &comparison.after}})
    text += fmt::format("- {}: {}\n", which, in_markdown(text_of(*side, has_cpu(comparison))));
  text += fmt::format("- least: {} % (--least)\n", comparison.least_percent);
  lost("only after", comparison.only_after);
  for (const std::string& note : comparison.notes) text += fmt::format("- {}\n", in_markdown(note));
  if (!comparison.cases.empty()) text += fmt::format("- {}\n", fmt::join(legend_of(comparison), " "));
  return text;
}

Json as_json(const BenchComparison& comparison) {
  Json cases = Json::array(), only_before = Json::array(), only_after = Json::array();
  for (const ComparedCase& one : comparison.cases) {
    Json json = as_json(one.asked);
    for (const auto& [name, times] : {std::pair{"before", &one.before}, std::pair{"after", &one.after}}) {
      json[fmt::format("{}_ms", name)] = times->median_ms;
      json[fmt::format("{}_p10_ms", name)] = times->p10_ms;
      json[fmt::format("{}_p90_ms", name)] = times->p90_ms;
      json[fmt::format("{}_n", name)] = times->samples;
    }
    json["before_medians_ms"] = one.medians_before;
    json["after_medians_ms"] = one.medians_after;
    json["p"] = one.chance ? Json(*one.chance) : Json(nullptr);
    json["change_percent"] = one.change_percent;
    json["change_low_percent"] = one.ratios ? Json(percent_of(one.ratios->low)) : Json(nullptr);
    json["change_high_percent"] = one.ratios ? Json(percent_of(one.ratios->high)) : Json(nullptr);
    json["floor_change_percent"] = one.floor_change_percent;
    json["verdict"] = id_of(one.verdict);
    json["unconfirmed"] = one.unconfirmed;
    json["noise"] = noise_text(one);
    json["wide"] = one.wide;
    json["busy"] = one.busy;
    for (const auto& [name, levels] :
         {std::pair{"before_levels_ms", &one.levels_before}, std::pair{"after_levels_ms", &one.levels_after}})
      json[name] = *levels ? Json{(*levels)->low, (*levels)->high} : Json(nullptr);
    cases.push_back(json);
  }
  for (const auto* list : {&comparison.refused, &comparison.missing})
    for (const LostCase& one : *list) only_before.push_back(one.title);
  for (const LostCase& one : comparison.only_after) only_after.push_back(one.title);
  Json json{{"before", as_json(comparison.before)},
            {"after", as_json(comparison.after)},
            {"cases", cases},
            {"only_before", only_before},
            {"only_after", only_after},
            {"only_after_reasons", as_json(comparison.only_after)},
            {"wrong", as_json(comparison.wrong)},
            {"refused", as_json(comparison.refused)},
            {"missing", as_json(comparison.missing)},
            {"mean_change_percent", comparison.cases.empty() ? Json(nullptr) : Json(comparison.mean_change_percent())},
            {"differences", comparison.notes},
            {"other_machine", comparison.other_machine},
            {"command", comparison.command.empty() ? Json(nullptr) : Json(comparison.command)},
            {"in_turns", comparison.in_turns},
            {"complete", comparison.complete},
            {"least_percent", comparison.least_percent},
            {"slower", comparison.slower()},
            {"undecided", comparison.undecided()},
            {"undecided_cases", comparison.undecided_cases()},
            {"too_noisy", comparison.count(BenchVerdict::too_noisy)},
            {"too_few", comparison.count(BenchVerdict::too_few)},
            {"turns", comparison.turns ? as_json(*comparison.turns) : Json(nullptr)}};
  round_numbers(json);
  return json;
}

}  // namespace satscope::app
