// SPDX-License-Identifier: Apache-2.0
// What `bench`, `sweep` and `report` have in common: the words that say what is measured, and the run that keeps what was done.
#pragma once
#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/run.h"
#include "app/core/files/atomic_file.h"

namespace satscope::app {

struct BenchWords {
  std::vector<std::string> algorithms, sizes, types, forms, machines, params, sweeps;
  std::string preset, repeats, precision, max_time, threads = "0", channels = "1", resume, sweep_option = "--sweep";
  bool beside_load = false, hot = false, dry_run = false, samples = false;
};

/// Declares them. sweeps: the option that fills words.sweeps, "--sweep" or "--vary".
void add_bench_options(CLI::App& parser, BenchWords& words, const std::string& sweeps);

/// Puts options under a title of the help.
void put_under(CLI::App& parser, const std::string& title, const std::vector<std::string>& options);
inline constexpr const char* k_outputs = "Output";

/// Declares --resume, which excludes what is declared before it.
void add_resume(CLI::App& parser, BenchWords& words);

/// Every case that the words ask for. For a sweep (along_x: what is along x) only cases that have it. Throws UsageError.
BenchOrder read_bench_order(const BenchWords& words, const std::string& along_x = {});

/// The name before '=' of a word NAME=VALUES, of option `option`. Throws UsageError.
std::string name_in(const std::string& option, const std::string& word);

/// The algorithm or the filter of this id. Throws UsageError.
const Described& read_benched(const std::string& id);

/// What --resume goes on with. Throws std::runtime_error where this satscope cannot.
BenchReport read_earlier(const std::string& name);

/// The cases that are left of what --resume names, for --dry-run.
BenchOrder read_left(const std::string& name);

struct DryAgainst {
  std::string program, version;
  std::size_t rounds = 0;
};

/// The cases, in lines or as JSON, for --dry-run, and how long they take at most. against: of --against.
void print_cases(const BenchOrder& order, bool json, const std::optional<DryAgainst>& against = {});

/// The presets, a line each.
std::string presets_text();

using WithReport = std::function<void(const BenchReport&)>;
struct BenchKeepers {
  WithReport so_far;  ///< gets what is done while more is left: a run that is killed keeps it
  WithReport all;     ///< gets what was done, also after Ctrl-C or a failure
  WithReport show;    ///< gets what is to be shown
};

/// Measures, with progress on stderr. Throws Interrupted after a signal, and std::runtime_error where nothing was measured or a
/// table is wrong.
void run_bench(const BenchOrder& order, std::optional<BenchReport> earlier, const BenchKeepers& keepers);

/// The same for the words, or for the file that --resume names.
void run_bench(const BenchWords& words, const std::string& along_x, const BenchKeepers& keepers);

/// Writes what is done to the name of a file that is open for all of it; not to a pipe or a device, where nothing is replaced.
void write_so_far(const AtomicFile& file, std::string_view text);

}  // namespace satscope::app
