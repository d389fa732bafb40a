// SPDX-License-Identifier: Apache-2.0
// satscope sweep: a bench over one thing that varies, as curves with what papers print beside them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "app/bench/curves.h"
#include "app/bench/presets.h"
#include "app/bench/read.h"
#include "app/commands/bench/bench_words.h"
#include "app/commands/shared/options.h"
#include "app/commands/shared/output.h"
#include "app/commands/window_options.h"
#include "app/core/files/atomic_file.h"
#include "app/core/files/read_files.h"
#include "app/plot/write.h"
#include "kernels/registry.h"
#include "kernels/simt/thread_pool.h"
#ifdef SATSCOPE_GUI
#include "app/window/window.h"
#endif

namespace satscope::app {
namespace {

constexpr int k_least_plot = 320, k_most_plot = 8192;

struct SweepWords {
  BenchWords asked;
  std::string vary, show, relative_to, size = "1000x620", theme = "light";
  std::vector<std::string> outs, from;
  bool json = false, verbose = false;
};

CurvesRequest read_request(const SweepWords& words, const std::string& along_x) {
  CurvesRequest request{.vary = along_x};
  request.shown = words.relative_to.empty() ? CurveView::time : CurveView::speed_up;
  if (!words.show.empty()) request.shown = read_one_of(k_curve_views, "view", words.show).value;
  const bool relative = request.shown == CurveView::speed_up || request.shown == CurveView::ratio;
  if (relative == words.relative_to.empty())
    throw UsageError(relative ? fmt::format("--show {} needs --relative-to ID", words.show)
                              : fmt::format("--show {} is not relative to anything; leave out --relative-to", words.show));
  const std::size_t colon = words.relative_to.find(':');
  request.relative_to = words.relative_to.substr(0, colon);
  if (relative) read_benched(request.relative_to);
  if (colon != words.relative_to.npos) request.relative_machine = read_machine(words.relative_to.substr(colon + 1));
  return request;
}

/// The files that are asked for, open before anything is measured.
class SweepFiles {
 public:
  SweepFiles(const SweepWords& words, const std::vector<std::string>& outs)
      : size_(read_size("--size", words.size)), theme_(words.theme) {
    if (std::min(size_.width, size_.height) < k_least_plot || std::max(size_.width, size_.height) > k_most_plot)
      throw UsageError(fmt::format("--size must be from {0}x{0} to {1}x{1}, not {2}", k_least_plot, k_most_plot, words.size));
    if (std::ranges::count_if(outs, is_standard_output) > 1) throw UsageError("only one --output can be the standard output");
    if (theme_ != "light" && theme_ != "dark")
      throw UsageError(unknown_word("theme", theme_, std::array<std::string, 2>{"light", "dark"}));
    for (const std::string& out : outs) {
      const std::string ending = out == "-" ? ".json" : ending_of(out);
      if (ending != ".json" && ending != ".csv" && ending != ".svg" && ending != ".png")
        throw wrong_ending("--output must end in .json, .csv, .svg or .png", out);
      if (ending == ".png") require_window();
    }
    for (const std::string& out : outs)
      files_.push_back({out == "-" ? ".json" : ending_of(out), std::make_unique<AtomicFile>(out)});
    // because: results are kept even if nothing can be drawn of them
    std::ranges::stable_sort(files_, {}, [](const Out& out) { return out.ending != ".json"; });
  }

  void keep_so_far(const BenchReport& report) {
    for (const Out& out : files_)
      if (out.ending == ".json") write_so_far(*out.file, json_text(as_json(report)));
  }

  void keep(std::span<const BenchReport> reports, const CurvesRequest& request) {
    for (Out& out : files_) {
      if (out.ending != ".json" && std::ranges::all_of(reports, [](const BenchReport& r) { return r.results.empty(); }))
        continue;
      try {
        out.file->write(out.ending == ".json" ? json_text(as_json(reports.front()))
                                              : drawn(out.ending, curves_of(reports, request)));
      } catch (const std::runtime_error& why) {
        if (reports.front().complete) throw;
        note(why.what());  // because: that it was stopped is the news
        continue;
      }
      out.file->commit();
    }
  }

 private:
  struct Out {
    std::string ending;
    std::unique_ptr<AtomicFile> file;
  };

  std::string drawn(const std::string& ending, const Plot& plot) const {
    if (ending == ".csv") return plot_csv(plot);
#ifdef SATSCOPE_GUI
    if (ending == ".png") return plot_png(plot, size_, theme_);
#endif
    return plot_svg(plot, size_, theme_);
  }

  Extent size_;
  std::string theme_;
  std::vector<Out> files_;
};

/// What is along x, and the word that says its values: none where they are said elsewhere.
std::pair<std::string, std::string> read_vary(const SweepWords& words) {
  if (words.vary.find('=') != words.vary.npos) return {name_in("--vary", words.vary), words.vary};
  if (words.vary.empty())
    if (const auto* preset = find_in(bench_presets(), words.asked.preset); preset && !preset->vary.empty())
      return {name_in("--vary", std::string(preset->vary)), {}};  // the values are the preset's
  if (words.vary.empty() && words.asked.preset.empty() && words.asked.sizes.size() < 2)
    throw UsageError("sweep needs --vary NAME=VALUES, such as --vary size=256x256..4096x4096, or a --preset");
  if (words.vary == k_by_threads) return {k_by_threads, fmt::format("{}=1..{}", k_by_threads, host_threads())};
  if (!words.vary.empty() && words.vary != k_by_size && words.vary != k_by_type)
    throw UsageError(fmt::format("--vary {} needs values: --vary {}=A,B,C", words.vary, words.vary));
  return {words.vary.empty() ? k_by_size : words.vary, {}};
}

/// files: where the JSON of each is; those of the last ones may be nowhere.
void show_plot(std::span<const BenchReport> reports, const CurvesRequest& request, bool json, bool verbose,
               std::span<const std::string> files) {
  if (json) return print_json(plot_json(curves_of(reports, request)));
  for (std::size_t i = 0; i < reports.size(); ++i)
    print(as_text(reports[i], verbose, i < files.size() ? files[i] : std::string()));
}

void draw_files(const SweepWords& words) {
  std::vector<BenchReport> reports;
  for (const std::string& name : words.from) {
    mark_as_input(name);
    reports.push_back(read_report_file(name));
  }
  if (words.vary.find('=') != words.vary.npos)
    throw UsageError(fmt::format("--from measures nothing: give --vary a name alone, not '{}'", words.vary));
  if (std::ranges::all_of(reports, [](const BenchReport& r) { return r.results.empty(); }))
    throw std::runtime_error(fmt::format("there are no results to draw in '{}'", words.from.front()));
  const std::string& kept = reports.front().varied;
  const CurvesRequest request = read_request(words, !words.vary.empty() ? words.vary : kept.empty() ? k_by_size : kept);
  for (const std::string& out : words.outs)
    if (out == "-" || ending_of(out) == ".json")
      throw UsageError("--from measures nothing: --output must end in .csv, .svg or .png");
  SweepFiles(words, words.outs).keep(reports, request);
  if (words.outs.empty() || words.json) show_plot(reports, request, words.json, words.verbose, words.from);
}

void run_sweep(SweepWords words) {
  if (!words.from.empty()) return draw_files(words);
  std::string along_x;
  if (words.asked.resume.empty()) {
    std::string values;
    std::tie(along_x, values) = read_vary(words);
    if (!values.empty()) words.asked.sweeps.push_back(values);
    if (words.asked.dry_run) {
      read_request(words, along_x);
      return print_cases(read_bench_order(words.asked, along_x), words.json);
    }
    read_bench_order(words.asked, along_x);  // wrong words before a file that cannot be written
  } else if (words.asked.dry_run) {
    return print_cases(read_left(words.asked.resume), words.json);
  } else {
    const BenchReport earlier = read_report_file(words.asked.resume);
    along_x = earlier.varied.empty() ? k_by_size : earlier.varied;
    words.outs.push_back(words.asked.resume);
  }
  const CurvesRequest request = read_request(words, along_x);
  SweepFiles files(words, words.outs);
  std::vector<std::string> kept = words.outs;
  std::erase_if(kept, [](const std::string& out) { return is_standard_output(out) || ending_of(out) != ".json"; });
  run_bench(words.asked, along_x,
            {.so_far = [&](const BenchReport& report) { files.keep_so_far(report); },
             .all =
                 [&](const BenchReport& report) {
                   files.keep({&report, 1}, request);
                 },
             .show =
                 [&](const BenchReport& report) {
                   show_plot({&report, 1}, request, words.json && !report.results.empty(), words.verbose, kept);
                 }});
}

}  // namespace

Task declare_sweep(CLI::App& parser) {
  const auto words = std::make_shared<SweepWords>();
  CLI::Option* const vary = parser.add_option("--vary", words->vary,
                                              "what is along x; NAME is size, threads, type or a parameter of an "
                                              "algorithm or a filter, such as r; A..B doubles; default: that of the preset");
  add_bench_options(parser, words->asked, "--vary");
  add_resume(parser, words->asked);
  CLI::Option* const from =
      add_list(parser, "--from", words->from, "measure nothing; draw these results files, of one machine or of several")
          ->allow_extra_args();
  for (CLI::Option* other : parser.get_options())
    if (other != from && other != vary && other != parser.get_help_ptr()) from->excludes(other);
  parser.add_option("--show", words->show,
                    "what is along y: " + ids_of(k_curve_views) + "; default: time, or speed-up with --relative-to");
  parser.add_option("--relative-to", words->relative_to,
                    "ID or ID:MACHINE, the algorithm or filter that the others are compared with; where only ID is given: on "
                    "the same machine");
  add_repeatable(
      parser, "-o,--output", words->outs,
      "a file to write, also after Ctrl-C: .json (results), .csv (points of the plot), .svg, .png; -: results to the "
      "standard output, -.svg and so on; may be repeated");
  parser.add_option("--size", words->size, "of .svg and .png; default: " + words->size);
  parser.add_option("--theme", words->theme, "colours: light, dark; default: light");
  parser.add_flag("--verbose", words->verbose, "print also how it was measured, in sentences");
  parser.add_flag("--json", words->json, "print the plot as JSON instead of the results as a table");
  parser.footer(
      "Times are measured as by `satscope bench`. Hollow marks are what papers print, on their devices, where the sizes "
      "agree.\n"
      "After Ctrl-C every file is whole; of a run that was killed, the .json has what was done. Its \"complete\" is then "
      "false,\n"
      "and --resume FILE.json measures what is left.\n" +
      presets_text());
  return [words] { run_sweep(*words); };
}

}  // namespace satscope::app
