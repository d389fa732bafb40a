// SPDX-License-Identifier: Apache-2.0
// satscope bench: every result is compared with the reference first; only what is right is timed.
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>

#include "app/commands/bench_report.h"
#include "app/commands/options.h"
#include "app/sources/samples.h"
#include "kernels/engine.h"
#include "kernels/floor.h"
#include "kernels/measure.h"
#include "kernels/reference.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

// ---------------------------------------------------------------- options

struct BenchWords {
  std::vector<std::string> algorithms, sizes{"512x512", "1920x1080"}, types{std::string(k_type_pairs[0].id)};
  std::string machine = "auto", repeats, threads = "0", channels = "1";
  bool json = false, csv = false;
};

struct BenchOptions {
  std::vector<const Algorithm*> algorithms;
  std::vector<Extent> sizes;
  std::vector<const TypePair*> types;
  Machine machine = Machine::cpu;
  int repeats = 0;  ///< 0: as many as the time allows
  int threads = 0;  ///< of the host, 0 for all
  int channels = 1;
};

BenchOptions read(const BenchWords& words) {
  constexpr int k_most_repeats = 1'000'000;
  BenchOptions options;
  for (const std::string& id : words.algorithms) options.algorithms.push_back(&read_algorithm(id));
  if (words.algorithms.empty())
    for (const Algorithm& algorithm : algorithms()) options.algorithms.push_back(&algorithm);
  for (const std::string& size : words.sizes) options.sizes.push_back(read_size("--sizes", size));
  for (const std::string& type : words.types) options.types.push_back(&read_type(type));
  options.machine = read_machine(words.machine).value_or(gpu_status().usable ? Machine::gpu : Machine::cpu);
  if (!words.repeats.empty()) options.repeats = read_whole("--repeats", words.repeats, 1, k_most_repeats);
  options.threads = read_whole("--threads", words.threads, 0, k_most_threads);
  options.channels = read_channels(words.channels);
  if (words.json && words.csv) throw UsageError("--json and --csv exclude each other; allowed is one of both");
  return options;
}

// ---------------------------------------------------------------- Ctrl-C keeps what is done

volatile std::sig_atomic_t interrupted = 0;

/// While it lives, the first Ctrl-C asks for an end; the second one ends the process.
class Interruptible {
 public:
  Interruptible() {
    struct sigaction action {};
    action.sa_handler = [](int) { interrupted = 1; };
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(SIGINT, &action, &before_);
  }
  ~Interruptible() { sigaction(SIGINT, &before_, nullptr); }
  Interruptible(const Interruptible&) = delete;

 private:
  struct sigaction before_ {};
};

// ---------------------------------------------------------------- measuring

/// The processor's name, as Linux tells it.
std::string host_name() {
  std::string name = "CPU";
  if (std::FILE* file = std::fopen("/proc/cpuinfo", "r")) {
    char line[256];
    while (std::fgets(line, sizeof line, file))
      if (std::strncmp(line, "model name", 10) == 0)
        if (const char* colon = std::strchr(line, ':')) {
          name = colon + 2;
          name.erase(name.find_last_not_of("\r\n ") + 1);
          break;
        }
    std::fclose(file);
  }
  return name;
}

/// Samples that fit into the time one result may take, when a run takes this long.
int samples_for(double run_ms, int sets) {
  constexpr double k_allowed_ms = 2500;
  constexpr int k_usual = 5;
  const double fit = k_allowed_ms / std::max(run_ms, 1e-6) - sets;  // every set is warmed up once
  return fit < k_usual ? std::max(1, static_cast<int>(fit)) : 0;    // 0: quick enough for the measurer to choose
}

class Bench {
 public:
  explicit Bench(const BenchOptions& options) : options_(options) {
    const GpuStatus& gpu = gpu_status();
    const int threads = options.threads > 0 ? options.threads : host_threads();
    report_.device = options.machine == Machine::gpu && gpu.usable
                         ? gpu.device
                         : fmt::format("{}, {} {}", host_name(), threads, threads == 1 ? "thread" : "threads");
    report_.driver = gpu.driver;
    report_.toolkit = gpu.toolkit;
  }

  BenchReport run() {
    const Interruptible guard;
    for (const TypePair* types : options_.types)
      for (const Extent extent : options_.sizes) run_size(*types, extent);
#ifdef SATSCOPE_TWINS
    if (options_.machine == Machine::gpu && gpu_status().usable)
      for (const Extent extent : options_.sizes)
        if (!interrupted) report_.twins.push_back(time_row_scan_twins(extent));
#endif
    return std::move(report_);
  }

 private:
  void run_size(const TypePair& types, Extent extent) {
    std::vector<std::byte> picture;
    std::optional<Floor> floor;
    for (const Algorithm* algorithm : options_.algorithms) {
      if (interrupted) return;
      const BenchCase asked{algorithm->id, types.id, extent, options_.machine, options_.channels};
      const Request request{.extent = extent, .types = types, .form = algorithm->natural_form, .channels = options_.channels};
      if (const std::string why = refusal(*algorithm, request, options_.machine); !why.empty()) {
        report_.skipped.push_back({asked, why});
        continue;
      }
      try {
        // noise, because time on zeros says nothing
        if (picture.empty())
          picture = pixels_as(load_input(fmt::format("pattern:noise:{}x{}:1", extent.width * options_.channels, extent.height)),
                              types.in);
        if (!floor) floor = measure_floor_of(request);
        report_.results.push_back(run_case(*algorithm, request, asked, picture, floor->milliseconds));
      } catch (const std::runtime_error& error) {
        // what does not fit into memory is not supported here; anything else is a fault
        if (std::string_view(error.what()).find("not supported") == std::string_view::npos) throw;
        report_.skipped.push_back({asked, error.what()});
      }
    }
  }

  Floor measure_floor_of(Request request) {
    request.form = Form::inclusive;  // one floor for all: what the forms differ by is a row and a column
    const Floor floor = measure_floor(request, options_.machine, options_.threads);
    report_.floors.push_back({request.types.id, request.extent, options_.machine,
                              static_cast<std::size_t>(least_bytes(request)), floor.milliseconds, floor.method,
                              request.channels});
    return floor;
  }

  BenchResult run_case(const Algorithm& algorithm, const Request& request, const BenchCase& asked,
                       std::span<const std::byte> picture, double floor_ms) {
    const Plan plan = algorithm.plan(request);
    BenchResult result{asked, request.form, false, 0, {}};
    double run_ms = 0;
    {
      Engine engine(plan, options_.machine, options_.threads);
      engine.write(plan.picture(), picture);
      engine.poison();
      engine.run();
      engine.wait();
      run_ms = engine.milliseconds();
      std::vector<std::byte> table(plan.buffers.back().bytes());
      engine.read(plan.table(), table);
      const Comparison comparison = compare_with_reference(algorithm, request, picture, table);
      result.correct = comparison.correct;
      result.max_error = comparison.max_error;
      // again, because the first run also wakes the threads
      engine.run();
      engine.wait();
      run_ms = std::min(run_ms, engine.milliseconds());
    }
    if (!result.correct) return result;
    const int sets = sets_beyond_cache(plan.bytes(), options_.machine);
    const HowToMeasure how{.samples = options_.repeats > 0 ? options_.repeats : samples_for(run_ms, sets),
                           .milliseconds = 1500,
                           .threads = options_.threads};
    const Timings timings = measure(plan, picture, options_.machine, how);
    const double median = timings.median();
    result.times = BenchTimes{.samples = static_cast<int>(timings.milliseconds.size()),
                              .median_ms = median,
                              .p10_ms = timings.percentile(0.1),
                              .p90_ms = timings.percentile(0.9),
                              .gigabytes_per_second = least_bytes(request) / median / 1e6,
                              .percent_of_floor = 100 * floor_ms / median};
    return result;
  }

  const BenchOptions& options_;
  BenchReport report_;
};

void print_bench(const BenchWords& words) {
  const BenchOptions options = read(words);
  const BenchReport report = Bench(options).run();
  if (words.json)
    print_json(as_json(report));
  else
    print(words.csv ? as_csv(report) : as_text(report));
  if (interrupted) throw std::runtime_error("interrupted; what was done until then is printed");
  for (const BenchResult& result : report.results)
    if (!result.correct)
      throw std::runtime_error(fmt::format("{} {} {}x{} on the {} is wrong", result.asked.algorithm, result.asked.type,
                                           result.asked.extent.width, result.asked.extent.height, id_of(result.asked.machine)));
}

}  // namespace

Action declare_bench(CLI::App& parser) {
  const auto words = std::make_shared<BenchWords>();
  add_list(parser, "--algorithms", words->algorithms, "ids of `satscope list`, parted by commas; without it all");
  add_list(parser, "--sizes", words->sizes, "WxH,...; without it 512x512,1920x1080");
  add_list(parser, "--types", words->types, "of " + ids_of(k_type_pairs) + ", parted by commas; without it 8u32u");
  parser.add_option("--machine", words->machine, "auto (the GPU if usable, else the CPU), " + ids_of(k_machines));
  parser.add_option("--channels", words->channels, "1, or 4 at once: R G B A of a picture; without it 1");
  parser.add_option("--repeats", words->repeats, "samples per result; without it what fits into 3 s");
  parser.add_option("--threads", words->threads, "threads of the CPU; without it all");
  parser.add_flag("--json", words->json, "JSON instead of a table");
  parser.add_flag("--csv", words->csv, "the results as CSV instead of a table");
  return [words] { print_bench(*words); };
}

}  // namespace satscope::app
