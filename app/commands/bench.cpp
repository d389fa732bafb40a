// SPDX-License-Identifier: Apache-2.0
// satscope bench: every result is compared with the reference first; only what is right is timed.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>

#include "app/commands/bench_facts.h"
#include "app/commands/bench_presets.h"
#include "app/commands/bench_report.h"
#include "app/commands/bench_table.h"
#include "app/commands/busy_threads.h"
#include "app/commands/interruption.h"
#include "app/commands/options.h"
#include "app/commands/progress_line.h"
#include "app/core/files.h"
#include "app/sources/loaders.h"
#include "app/sources/samples.h"
#include "kernels/emulated.h"
#include "kernels/floor.h"
#include "kernels/measure.h"
#include "kernels/not_supported.h"
#include "kernels/registry.h"
#include "kernels/simt/crew.h"

namespace satscope::app {
namespace {

// ---------------------------------------------------------------- options

struct BenchWords {
  std::vector<std::string> algorithms, sizes, types, forms;
  std::string preset, machine = "auto", repeats, threads = "0", channels = "1", out;
  std::optional<std::string> table;
  bool json = false, csv = false, beside_load = false;
};

/// The defaults, without a preset.
const BenchPreset& usual_bench() {
  static const BenchPreset usual{
      .id = {}, .what = {}, .sizes = {"512x512", "1920x1080"}, .types = {std::string(k_type_pairs[0].id)}, .algorithms = {}};
  return usual;
}

struct BenchOptions {
  std::string preset;  ///< id, or empty
  std::vector<const Algorithm*> algorithms;
  std::vector<Extent> sizes;
  std::vector<const TypePair*> types;
  std::vector<std::optional<Form>> forms;  ///< none: what the algorithm makes by itself
  Machine machine = Machine::cpu;
  int repeats = 0;  ///< 0: as many as the time allows
  int threads = 0;  ///< of the host, 0 for all
  int channels = 1;
  std::vector<int> loads{0};  ///< busy threads beside the measurement
};

/// None, one, and one for each core.
std::vector<int> loads_of(int cores) {
  std::vector<int> loads{0, 1};
  if (cores > 1) loads.push_back(cores);
  return loads;
}

BenchOptions read(const BenchWords& words) {
  constexpr int k_most_repeats = 1'000'000;
  BenchOptions options;
  const BenchPreset& preset = words.preset.empty() ? usual_bench() : read_one_of(bench_presets(), "preset", words.preset);
  options.preset = preset.id;
  // an option replaces that part of the preset
  const auto said = [](const std::vector<std::string>& list, const std::vector<std::string>& of_preset) -> const auto& {
    return list.empty() ? of_preset : list;
  };
  for (const std::string& id : said(words.algorithms, preset.algorithms)) options.algorithms.push_back(&read_algorithm(id));
  if (options.algorithms.empty())
    for (const Algorithm& algorithm : algorithms()) options.algorithms.push_back(&algorithm);
  for (const std::string& size : said(words.sizes, preset.sizes)) options.sizes.push_back(read_size("--sizes", size));
  for (const std::string& type : said(words.types, preset.types)) options.types.push_back(&read_type(type));
  for (const std::string& form : said(words.forms, preset.forms)) options.forms.emplace_back(read_form(form));
  if (options.forms.empty()) options.forms.emplace_back();
  options.machine = read_machine(words.machine).value_or(gpu_status().usable ? Machine::gpu : Machine::cpu);
  if (!words.repeats.empty()) options.repeats = read_whole("--repeats", words.repeats, 1, k_most_repeats);
  options.threads = read_whole("--threads", words.threads, 0, k_most_threads);
  options.channels = read_channels(words.channels);
  if (words.beside_load && options.machine == Machine::gpu)
    throw UsageError("--beside-load is about the threads of the CPU; add --machine cpu");
  if ((words.beside_load || preset.beside_load) && options.machine == Machine::cpu) options.loads = loads_of(host_threads());
  if (words.json && words.csv) throw UsageError("--json and --csv exclude each other; give one of them");
  return options;
}

// ---------------------------------------------------------------- measuring

class Bench {
 public:
  explicit Bench(const BenchOptions& options)
      : options_(options),
        cases_(options.types.size() * options.sizes.size() * options.forms.size() * options.algorithms.size() *
               options.loads.size()) {
    const GpuStatus& gpu = gpu_status();
    const int threads = options.threads > 0 ? options.threads : host_threads();
    report_.facts = bench_facts();
    report_.device = options.machine == Machine::gpu && gpu.usable
                         ? gpu.device
                         : fmt::format("{}, {} {}", report_.facts.processor, threads, threads == 1 ? "thread" : "threads");
    report_.driver = gpu.driver;
    report_.toolkit = gpu.toolkit;
    report_.preset = options.preset;
    report_.protocol = protocol_of(options.machine);
    if (options.loads.size() > 1)
      report_.protocol.push_back(
          "Busy threads compute beside the measurement, at the same priority; the floor is that of the idle machine.");
  }

  /// Everything that was asked for, or what was done before a signal.
  void run() {
    report_.complete = false;
    for (const TypePair* types : options_.types)
      for (const Extent extent : options_.sizes) run_size(*types, extent);
    line_.clear();
    report_.complete = !interrupted();
  }

  const BenchReport& report() const { return report_; }

  int signal() const { return interruption_.signal(); }
  /// "12 of 88": answers that there are.
  std::string how_far() const { return fmt::format("{} of {}", report_.results.size() + report_.skipped.size(), cases_); }

 private:
  void run_size(const TypePair& types, Extent extent) {
    SizeData data;
    for (const int load : options_.loads)
      for (const auto& [form, algorithm] : cases_of_a_size()) {
        if (interrupted()) return;
        const Request request{.extent = extent, .types = types, .form = form, .channels = options_.channels};
        run_request(*algorithm, request, load, data);
      }
  }

  /// What all requests of a type and size share.
  struct SizeData {
    std::vector<std::byte> picture;
    std::optional<Floor> floor;
  };

  void run_request(const Algorithm& algorithm, const Request& request, int load, SizeData& data) {
    const Extent extent = request.extent;
    const BenchCase asked{algorithm.id, request.types.id, extent, options_.machine, request.channels, request.form, load};
    if (const std::string why = refusal(algorithm, request, options_.machine); !why.empty()) {
      report_.skipped.push_back({asked, why});
      return;
    }
    try {
      line_.say(fmt::format("{} done; now {} {} {}x{}", how_far(), asked.algorithm, asked.type, extent.width, extent.height));
      if (data.picture.empty()) {
        require_host_memory(request);
        // noise, because memory can be faster on zeros
        data.picture = pixels_as(
            load_input(fmt::format("pattern:noise:{}x{}:1", extent.width * request.channels, extent.height)), request.types.in);
      }
      if (!data.floor) data.floor = measure_floor_of(request);
      const BusyThreads beside(load);
      BenchResult result = run_case(algorithm, request, asked, data.picture, data.floor->milliseconds);
      if (interrupted()) return;  // half of its samples are no result
      report_.results.push_back(std::move(result));
    } catch (const NotSupported& why) {
      report_.skipped.push_back({asked, why.what()});
    } catch (const InputError& why) {  // it does not fit into memory
      report_.skipped.push_back({asked, why.what()});
    }
  }

  /// Throws InputError before the noise is made: it, a table and the sums to compare it with are on the host, whatever the
  /// machine.
  static void require_host_memory(const Request& request) {
    const double places = static_cast<double>(request.extent.width) * request.extent.height * request.channels;
    const double bytes =
        1 + static_cast<double>(size_of(request.types.in) + size_of(request.types.out) + sizeof(std::uint64_t));
    require_memory(fmt::format("a bench of {}x{} pixels", request.extent.width, request.extent.height), places * bytes);
  }

  std::vector<std::pair<Form, const Algorithm*>> cases_of_a_size() const {
    std::vector<std::pair<Form, const Algorithm*>> cases;
    for (const std::optional<Form>& form : options_.forms)
      for (const Algorithm* algorithm : options_.algorithms)
        cases.emplace_back(form.value_or(algorithm->natural_form), algorithm);
    return cases;
  }

  Floor measure_floor_of(Request request) {
    request.form = Form::inclusive;  // one floor for all: what the forms differ by is a row and a column
    const Floor floor = measure_floor(request, options_.machine, options_.threads);
    report_.floors.push_back({request.types.id, request.extent, options_.machine,
                              static_cast<std::size_t>(least_bytes(request)), floor.milliseconds, floor.method,
                              request.channels, floor.tried});
    return floor;
  }

  BenchResult run_case(const Algorithm& algorithm, const Request& request, const BenchCase& asked,
                       std::span<const std::byte> picture, double floor_ms) {
    const Measured measured =
        measure(algorithm, request, picture, options_.machine,
                {.samples = options_.repeats, .threads = options_.threads, .stop = interruption_.token()});
    BenchResult result{.asked = asked,
                       .correct = measured.comparison.correct,
                       .max_error = measured.comparison.max_error,
                       .sets = measured.sets,
                       .emulated = emulated(algorithm, options_.machine),
                       .times = {}};
    const LastTimes& times = measured.times;
    if (times.empty()) return result;
    const double median = times.median();
    result.times = BenchTimes{.samples = times.count(),
                              .median_ms = median,
                              .p10_ms = times.p10(),
                              .p90_ms = times.p90(),
                              .gigabytes_per_second = least_bytes(request) / median / 1e6,
                              .percent_of_floor = 100 * floor_ms / median};
    return result;
  }

  bool interrupted() const { return interruption_.token().stop_requested(); }

  const BenchOptions& options_;
  std::size_t cases_;
  BenchReport report_;
  ProgressLine line_;
  const Interruption interruption_;
};

/// The table of a file that an earlier bench wrote.
void print_table(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) throw std::runtime_error(fmt::format("cannot read '{}'", name));
  print(bench_table(name, text.str()));
}

void print_bench(const BenchWords& words) {
  if (words.table) return print_table(*words.table);
  const BenchOptions options = read(words);
  std::optional<AtomicFile> file;  // now, so that a place that cannot be written is no surprise after an hour
  if (!words.out.empty()) file.emplace(words.out);
  allow_large();  // because: sizes are given explicitly, and the results say which do not fit
  Bench bench(options);
  const BenchReport& report = bench.report();
  const auto nothing = [&] { return report.results.empty() && report.skipped.empty(); };
  const auto save = [&] {
    if (!file || nothing()) return;
    file->write(as_json(report).dump(1) + "\n");
    file->commit();
  };
  try {
    bench.run();
  } catch (...) {
    save();  // what is done is done, whatever the next one met with
    throw;
  }
  if (!report.complete && nothing())
    throw Interrupted(bench.signal(), fmt::format("stopped by {}; nothing was measured", name_of_signal(bench.signal())));
  save();
  if (words.json)
    print_json(as_json(report));
  else
    print(words.csv ? as_csv(report) : as_text(report));
  if (!report.complete)
    throw Interrupted(bench.signal(),
                      fmt::format("stopped by {}; kept {} results", name_of_signal(bench.signal()), bench.how_far()));
  if (report.results.empty())
    throw std::runtime_error(fmt::format("nothing was measured; first reason: {}", report.skipped.front().reason));
  for (const BenchResult& result : report.results)
    if (!result.correct)
      throw std::runtime_error(fmt::format("the table of {} {} {}x{} on the {} is wrong", result.asked.algorithm,
                                           result.asked.type, result.asked.extent.width, result.asked.extent.height,
                                           id_of(result.asked.machine)));
}

}  // namespace

Task declare_bench(CLI::App& parser) {
  const auto words = std::make_shared<BenchWords>();
  add_list(parser, "--algorithms", words->algorithms, "comma-separated ids of `satscope list`; default: all");
  add_list(parser, "--sizes", words->sizes, "comma-separated sizes WxH; default: those of the preset, else 512x512,1920x1080");
  add_list(parser, "--types", words->types,
           "comma-separated types of " + ids_of(k_type_pairs) + "; default: those of the preset, else 8u32u");
  add_list(parser, "--forms", words->forms,
           "comma-separated forms of " + ids_of(k_forms) + "; default: those of the preset, else what each algorithm makes");
  parser.add_option(
      "--preset", words->preset,
      "a set of algorithms, sizes, types and forms, unless given by the options above: " + ids_of(bench_presets()));
  parser.add_option("--machine", words->machine, "auto (the GPU if usable, else the CPU), " + ids_of(k_machines));
  parser.add_option("--channels", words->channels, "1, or 4 for R, G, B and A at once; default: 1");
  parser.add_option("--repeats", words->repeats, "samples per result; default: as many as fit into a few seconds");
  parser.add_option("--threads", words->threads, "CPU threads; default: all");
  parser.add_flag("--beside-load", words->beside_load,
                  "on the CPU: measure also beside one busy thread, and beside one for each core");
  parser.add_flag("--json", words->json, "print JSON instead of a table");
  parser.add_flag("--csv", words->csv, "print the results as CSV instead of a table");
  parser.add_option("-o,--output", words->out, "also write everything to this file as JSON, even after Ctrl-C");
  CLI::Option* table =
      parser.add_option("--table", words->table, "measure nothing; print the results in such a file as Markdown tables");
  for (CLI::Option* other : parser.get_options())
    if (other != table && other != parser.get_help_ptr()) table->excludes(other);
  std::string presets =
      "Exit code 0: everything was timed, or skipped with a reason; 1: a table is wrong, or nothing could be timed;\n"
      "2: wrong command line; 130: Ctrl-C (143: SIGTERM), results so far are kept.\n"
      "Presets:\n";
  for (const BenchPreset& preset : bench_presets()) presets += fmt::format("  {:<12}{}\n", preset.id, preset.what);
  presets.pop_back();
  parser.footer(presets);
  return [words] { print_bench(*words); };
}

}  // namespace satscope::app
