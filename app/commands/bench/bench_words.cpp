// SPDX-License-Identifier: Apache-2.0
#include "app/commands/bench/bench_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <sstream>
#include <utility>

#include "app/bench/benched.h"
#include "app/bench/compare.h"
#include "app/bench/curves.h"
#include "app/bench/machine/system.h"
#include "app/bench/presets.h"
#include "app/commands/shared/interruption.h"
#include "app/commands/shared/options.h"
#include "app/commands/shared/output.h"
#include "app/commands/shared/progress_line.h"
#include "app/lab/compiler.h"
#include "app/lab/trace/file_algorithm.h"
#include "app/sources/samples.h"
#include "kernels/device.h"
#include "kernels/near_word.h"
#include "kernels/plural.h"
#include "kernels/registry.h"
#include "kernels/simt/thread_pool.h"

namespace satscope::app {
namespace {

/// The defaults, without a preset.
const BenchPreset& usual_bench() {
  static const BenchPreset usual{
      .id = {}, .what = {}, .sizes = {"512x512", "1920x1080"}, .types = {std::string(k_type_pairs[0].id)}, .algorithms = {}};
  return usual;
}

/// One thing and the values that it takes one after the other.
struct BenchAxis {
  std::string name;
  std::vector<std::string> values;
};

/// "a..b" of whole numbers or sizes: a, twice a, four times a ... and b.
std::vector<std::string> doubled(const std::string& word, std::size_t dots) {
  const std::string first = word.substr(0, dots), last = word.substr(dots + 2);
  const bool sizes = first.find('x') != first.npos;
  constexpr int k_most = 1 << 30;
  const auto side = [&](const std::string& text) -> std::pair<int, int> {
    if (!sizes) return {read_whole("each end of a range A..B", text, 1, k_most), 1};
    const Extent extent = read_size("each end of a range A..B", text);
    return {extent.width, extent.height};
  };
  auto [width, height] = side(first);
  const auto [end, end_height] = side(last);
  if (end < width) throw UsageError(fmt::format("a range must not end before it begins: '{}'", word));
  std::vector<std::string> values;
  const auto text = [&](int a, int b) { return sizes ? fmt::format("{}x{}", a, b) : fmt::format("{}", a); };
  for (; width < end; width *= 2, height *= sizes ? 2 : 1) {
    values.push_back(text(width, height));
    if (width > k_most / 2) break;
  }
  values.push_back(text(end, end_height));
  return values;
}

std::vector<std::string> values_in(const std::string& option, const std::string& word, std::size_t begin) {
  std::vector<std::string> values;
  for (std::size_t end = begin; end != word.npos; begin = end + 1) {
    end = word.find(',', begin);
    const std::string value = word.substr(begin, end == word.npos ? end : end - begin);
    if (value.empty()) throw UsageError(fmt::format("{} must be NAME=VALUE,VALUE..., not '{}'", option, word));
    const std::size_t dots = value.find("..");
    if (dots == value.npos)
      values.push_back(value);
    else
      for (std::string& one : doubled(value, dots)) values.push_back(std::move(one));
  }
  return values;
}

std::vector<BenchAxis> read_axes(const BenchWords& words) {
  std::vector<BenchAxis> axes;
  const auto read = [&](const char* option, const std::vector<std::string>& list) {
    for (const std::string& word : list) {
      const std::string name = name_in(option, word);
      if (std::ranges::find(axes, name, &BenchAxis::name) != axes.end())
        throw UsageError(fmt::format("'{}' is given twice", name));
      axes.push_back({name, values_in(option, word, name.size() + 1)});
    }
  };
  read("--param", words.params);
  read(words.sweep_option.c_str(), words.sweeps);
  return axes;
}

/// A CUDA file; the others are timed even if it does not compile. Throws std::runtime_error where it is not there.
const Described& read_own_file(const std::string& path) {
  std::error_code error;
  try {
    return lab::adopt_file(path);
  } catch (const std::runtime_error& why) {
    if (!lab::find_compiler() || !std::filesystem::exists(path, error)) throw;
    return lab::adopt_broken_file(path, why.what());
  }
}

/// An algorithm or a filter, and what was asked of it by name.
struct ChosenAlgorithm {
  const Described* algorithm;
  Params params = {};
};

/// Of "ID NAME=VALUE ...".
ChosenAlgorithm read_chosen(const std::string& word) {
  std::istringstream parts(word);
  std::string part;
  parts >> part;
  ChosenAlgorithm chosen{&read_benched(part)};
  while (parts >> part) or_usage_error([&] { chosen.algorithm->read(part, chosen.params); });
  return chosen;
}

/// Every way to choose one value on each axis that is a parameter of this algorithm.
std::vector<Params> combinations(const ChosenAlgorithm& chosen, const std::vector<BenchAxis>& axes) {
  std::vector<Params> all{chosen.params};
  for (const BenchAxis& axis : axes) {
    if (!chosen.algorithm->find_param(axis.name)) continue;
    std::vector<Params> more;
    for (const Params& before : all)
      for (const std::string& value : axis.values) {
        Params& params = more.emplace_back(before);
        params.erase(axis.name);  // because: the options replace what a preset says
        or_usage_error([&] { chosen.algorithm->read(axis.name + "=" + value, params); });
      }
    all = std::move(more);
  }
  return all;
}

std::vector<Machine> read_machines(const std::vector<std::string>& words) {
  std::vector<Machine> machines;
  for (const std::string& word : words) {
    const Machine machine = read_machine(word).value_or(gpu_status().usable ? Machine::gpu : Machine::cpu);
    if (std::ranges::find(machines, machine) == machines.end()) machines.push_back(machine);
  }
  if (machines.empty()) machines.push_back(gpu_status().usable ? Machine::gpu : Machine::cpu);
  return machines;
}

/// Busy threads beside a machine: none, one, and one for each core.
std::vector<int> loads_beside(Machine machine, bool wanted) {
  std::vector<int> loads{0};
  if (!wanted || machine == Machine::gpu) return loads;
  loads.push_back(1);
  if (host_threads() > 1) loads.push_back(host_threads());
  return loads;
}

/// Threads of the host for one algorithm on a machine; 0: as each algorithm chooses.
std::vector<int> threads_for(const Described& algorithm, Machine machine, const BenchAxis* axis, int otherwise) {
  if (machine == Machine::gpu) return {0};
  std::vector<int> threads;
  if (axis && !algorithm.find_param(k_by_threads))
    for (const std::string& value : axis->values)
      threads.push_back(read_whole(k_by_threads, value, 1, 1 << 20));  // what is too many is skipped, with the reason
  if (threads.empty()) threads.push_back(otherwise);
  return threads;
}

}  // namespace

std::string name_in(const std::string& option, const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == word.npos || equals == 0)
    throw UsageError(fmt::format("{} must be NAME=VALUE,VALUE..., not '{}'", option, word));
  return word.substr(0, equals);
}

const Described& read_benched(const std::string& id) {
  if (lab::names_cuda_file(id)) return read_own_file(id);
  if (const Described* const known = find_benched(id)) return *known;
  std::vector<std::string> words = id_list(algorithms()), of_filters = id_list(filters());
  words.insert(words.end(), of_filters.begin(), of_filters.end());
  throw UsageError(unknown_word("algorithm or filter", id, words));
}

BenchOrder read_bench_order(const BenchWords& words, const std::string& along_x) {
  const BenchPreset& preset = words.preset.empty() ? usual_bench() : read_one_of(bench_presets(), "preset", words.preset);
  std::vector<BenchAxis> axes = read_axes(words);
  std::string varied = along_x;
  if (!preset.vary.empty()) {
    const std::string own(preset.vary), name = name_in("--vary", own);
    if (along_x.empty() && words.sweeps.empty()) varied = name;
    if (varied == name && std::ranges::find(axes, name, &BenchAxis::name) == axes.end())
      axes.push_back({name, values_in("--vary", own, name.size() + 1)});
  }
  const auto axis = [&](const char* name) -> const BenchAxis* {
    const auto found = std::ranges::find(axes, name, &BenchAxis::name);
    return found == axes.end() ? nullptr : &*found;
  };
  // an option replaces that part of the preset
  const auto said = [&](const std::vector<std::string>& list, const std::vector<std::string>& of_preset, const char* name) {
    return axis(name) ? axis(name)->values : list.empty() ? of_preset : list;
  };
  std::vector<ChosenAlgorithm> chosen;
  for (const std::string& word : words.algorithms.empty() ? preset.algorithms : words.algorithms)
    chosen.push_back(read_chosen(word));
  if (chosen.empty())
    for (const Algorithm& algorithm : algorithms()) chosen.push_back({&algorithm});
  for (const BenchAxis& one : axes)
    if (one.name != k_by_size && one.name != k_by_type && one.name != k_by_threads &&
        std::ranges::none_of(chosen, [&](const ChosenAlgorithm& of) { return of.algorithm->find_param(one.name); })) {
      std::vector<std::string> names{k_by_size, k_by_threads, k_by_type};
      for (const ChosenAlgorithm& of : chosen)
        for (const Param& param : of.algorithm->params) names.emplace_back(param.id);
      const std::string meant = near_word(one.name, names);
      throw UsageError(
          fmt::format("no chosen algorithm or filter has a parameter '{}'{} `satscope list` names them; size, threads and "
                      "type can always be varied",
                      one.name, meant.empty() ? ";" : fmt::format("; did you mean {}?", meant)));
    }
  std::vector<Extent> sizes;
  for (const std::string& size : said(words.sizes, preset.sizes, k_by_size))
    sizes.push_back(read_size(
        axis(k_by_size) ? fmt::format("each size of {}, as in size=64x64..1024x1024,", words.sweep_option) : "--sizes", size));
  std::vector<const TypePair*> types;
  for (const std::string& type : said(words.types, preset.types, k_by_type)) types.push_back(&read_type(type));
  std::vector<std::optional<Form>> forms;
  for (const std::string& form : words.forms.empty() ? preset.forms : words.forms) forms.emplace_back(read_form(form));
  if (forms.empty()) forms.emplace_back();
  const int threads = read_whole("--threads", words.threads, 0, k_most_threads), channels = read_channels(words.channels);

  BenchOrder order{.cases = {}, .preset = std::string(preset.id), .varied = varied};
  order.keep_samples = words.samples;
  order.by_name = !words.algorithms.empty();
  if (!words.repeats.empty()) {
    if (!words.precision.empty() || !words.max_time.empty())
      throw UsageError("--repeats fixes the number of samples, so --precision and --max-time have no effect; leave one out");
    order.repeats = read_whole("--repeats", words.repeats, 1, k_most_repeats);
  }
  if (!words.precision.empty()) order.until.sure = read_real("--precision, in percent,", words.precision, 0.01, 100) / 100;
  if (!words.max_time.empty()) order.until.most_ms = read_real("--max-time, in milliseconds,", words.max_time, 1, 3'600'000);
  const std::vector<Machine> machines = read_machines(words.machines);
  if (words.beside_load && std::ranges::find(machines, Machine::cpu) == machines.end())
    throw UsageError("--beside-load measures on the CPU only; add --machine cpu");
  for (const Machine machine : machines)
    for (const TypePair* type : types)
      for (const Extent extent : sizes)
        for (const int load : loads_beside(machine, words.beside_load || preset.beside_load))
          for (const std::optional<Form>& form : forms)
            for (const ChosenAlgorithm& of : chosen)
              for (const Params& params : combinations(of, axes))
                for (const int count : threads_for(*of.algorithm, machine, axis(k_by_threads), threads)) {
                  const Algorithm* const makes_table = find_algorithm(of.algorithm->id);  // else it is a filter
                  BenchCase one{.algorithm = of.algorithm->id,
                                .type = makes_table ? type->id : k_filtered.id,
                                .extent = extent,
                                .machine = machine,
                                .channels = channels,
                                .form = makes_table ? form.value_or(makes_table->natural_form) : Form::inclusive,
                                .busy_threads = load,
                                .params = params,
                                .threads = count};
                  if (!along_x.empty() && varied_text(one, along_x).empty()) continue;
                  for (one.hot = false;; one.hot = true) {
                    if (std::ranges::find(order.cases, one) == order.cases.end()) order.cases.push_back(one);
                    if (one.hot || !words.hot) break;
                  }
                }
  for (const ChosenAlgorithm& of : chosen)
    if (!words.algorithms.empty() &&
        std::ranges::find(order.cases, of.algorithm->id, &BenchCase::algorithm) == order.cases.end())
      throw UsageError(
          fmt::format("'{}' has no {} to vary on that machine; leave it out of --algorithms", of.algorithm->id, along_x));
  if (order.cases.empty()) throw UsageError(fmt::format("no algorithm has {} to vary on that machine", along_x));
  return order;
}

void add_bench_options(CLI::App& parser, BenchWords& words, const std::string& sweeps) {
  words.sweep_option = sweeps;
  add_list(parser, "--algorithms", words.algorithms,
           "comma-separated ids of `satscope list`, of algorithms or filters, or CUDA files (.cu), also with parameters: "
           "\"brlt-scanrow block=printed,brlt-scanrow\"; default: those of the preset, else all");
  if (sweeps == "--sweep")
    add_repeatable(parser, sweeps, words.sweeps,
                   "measure with each of these; NAME is size, threads, type or a parameter of an algorithm; A..B "
                   "doubles; may be repeated");
  add_list(parser, "--sizes", words.sizes, "comma-separated sizes WxH; default: those of the preset, else 512x512,1920x1080");
  add_list(parser, "--types", words.types,
           "comma-separated types: " + ids_of(k_type_pairs) + "; default: those of the preset, else 8u32u");
  add_list(parser, "--forms", words.forms,
           "comma-separated forms: " + ids_of(k_forms) + "; default: those of the preset, else what each algorithm makes");
  add_repeatable(parser, "--param", words.params, "a parameter of those algorithms that have it; may be repeated");
  parser.add_option(
      "--preset", words.preset,
      "a set of algorithms, sizes, types and forms, unless given by the options above: " + ids_of(bench_presets()));
  add_list(parser, "--machine", words.machines,
           "comma-separated machines: auto (the GPU if usable, else the CPU), " + ids_of(k_machines));
  parser.add_option("--channels", words.channels, "channels: 1, 4 (R, G, B and A at once); default: 1");
  parser.add_option("--repeats", words.repeats, "samples per result; default: as --precision and --max-time say");
  parser.add_option("--precision", words.precision,
                    "take samples until half of the median's interval is at most this; default: 1 percent");
  parser.add_option("--max-time", words.max_time,
                    "about the most time for the samples of a result, of which at least 5 are taken unless one takes "
                    "500 ms or more; runs that warm up come on top; default: 2000 ms");
  parser.add_option("--threads", words.threads, k_threads_help);
  parser.add_flag("--beside-load", words.beside_load,
                  "on the CPU: measure also while one other thread is busy, and while every core has one");
  parser.add_flag("--hot", words.hot, "measure also on one set of buffers, which the caches may hold from the run before");
  parser.add_flag("--samples", words.samples, "keep the time of every sample in the JSON");
  parser.add_flag(
      "--dry-run", words.dry_run,
      "measure nothing; print what would be measured, the most time that the samples take, and what skipped and why");
  put_under(parser, "What is measured",
            {"--algorithms", sweeps, "--sizes", "--types", "--forms", "--param", "--preset", "--machine", "--channels"});
  put_under(parser, "How it is measured",
            {"--repeats", "--precision", "--max-time", "--threads", "--beside-load", "--hot", "--dry-run"});
  put_under(parser, k_outputs, {"--samples"});
}

void put_under(CLI::App& parser, const std::string& title, const std::vector<std::string>& options) {
  for (const std::string& option : options) parser.get_option(option)->group(title);
}

void add_resume(CLI::App& parser, BenchWords& words) {
  CLI::Option* const resume = parser.add_option(
      "--resume", words.resume,
      "continue a stopped run: its results file, or with --against its comparison, written again unless -o is given");
  for (CLI::Option* other : parser.get_options())
    if (other != resume && other != parser.get_help_ptr() && other->get_name() != "--dry-run") resume->excludes(other);
}

std::string presets_text() {
  std::string text = "Presets:\n";
  for (const BenchPreset& preset : bench_presets()) text += fmt::format("  {:<12}{}\n", preset.id, preset.what);
  text.pop_back();
  return text;
}

void write_so_far(const AtomicFile& file, std::string_view text) {
  if (file.seekable()) write_file(file.name(), text);
}

void run_bench(const BenchOrder& order, std::optional<BenchReport> earlier, const BenchKeepers& keepers) {
  allow_large();  // because: sizes are given explicitly, and the results say which do not fit
  const Interruption interruption;
  ProgressLine line;
  bool kept = true;
  const auto keep_so_far = [&](const BenchReport& report) {
    if (!kept) return;
    try {
      keepers.so_far(report);
    } catch (const WriteError& why) {
      kept = false;  // because: there may be room at the end
      line.clear();
      note(fmt::format("{}; going on, as the results are written at the end", why.what()));
    }
  };
  Bench bench(
      order, interruption.token(), [&](const std::string& doing) { line.say(doing); }, keep_so_far);
  if (earlier) {
    bench.adopt(std::move(*earlier));
    if (bench.report().left.empty()) note("these results are complete; nothing is left to measure");
  }
  const BenchReport& report = bench.report();
  const bool on_cpu = std::ranges::find(order.cases, Machine::cpu, &BenchCase::machine) != order.cases.end();
  if (const double load = machine_load(); load_matters(load, report))
    note(load_warning(load, report.facts.threads_offered, other_threads_now()));
  if (on_cpu) remark_many_threads(std::ranges::max(order.cases, {}, &BenchCase::threads).threads);
  if (const std::string warning = memory_warning(order); !warning.empty()) note(warning);
  try {
    bench.run();
  } catch (...) {
    if (!bench.nothing()) {  // what is done is done, whatever the next one met with
      keepers.all(report);
      line.clear();
      keepers.show(report);
    }
    throw;
  }
  line.clear();
  const std::string_view name = name_of_signal(interruption.signal());
  if (!report.complete && bench.nothing())
    throw Interrupted(interruption.signal(), fmt::format("stopped by {}; nothing was measured", name));
  keepers.all(report);
  keepers.show(report);
  if (!report.complete)
    throw Interrupted(interruption.signal(), bench.cut_short() == 0
                                                 ? fmt::format("stopped by {}; kept {} results", name, bench.how_far())
                                                 : fmt::format("stopped by {}; {} results are whole, {} cut short", name,
                                                               bench.how_far(), bench.cut_short()));
  if (report.results.empty())
    throw std::runtime_error(fmt::format("nothing was measured; first reason: {}", report.skipped.front().reason));
  for (const BenchResult& result : report.results)
    if (!result.correct)
      throw std::runtime_error(fmt::format("the result of {} {} {}x{} on the {} is wrong", name_of(result.asked),
                                           result.asked.type, result.asked.extent.width, result.asked.extent.height,
                                           id_of(result.asked.machine)));
  if (const std::vector<std::string>& failures = bench.failures(); !failures.empty())
    throw std::runtime_error(fmt::format("{} of a CUDA file failed, and the others are timed; first error: {}",
                                         counted(failures.size(), "case"), failures.front()));
  if (order.by_name)
    if (const std::string why = untimed_algorithm({&report, 1}); !why.empty()) throw std::runtime_error(why);
}

void run_bench(const BenchWords& words, const std::string& along_x, const BenchKeepers& keepers) {
  if (words.resume.empty()) return run_bench(read_bench_order(words, along_x), {}, keepers);
  BenchReport earlier = read_earlier(words.resume);
  const BenchOrder order = order_of(earlier);
  run_bench(order, std::move(earlier), keepers);
}

}  // namespace satscope::app
