// SPDX-License-Identifier: Apache-2.0
// Options of the command line as values. Every reader throws UsageError with what is allowed.
#pragma once
#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/benched.h"
#include "app/commands/shared/command.h"
#include "app/sources/samples.h"
#include "app/sources/tone_map.h"
#include "kernels/near_word.h"
#include "kernels/plan.h"
#include "kernels/table.h"
#include "kernels/types.h"

namespace satscope::app {

/// What `read` gives; what it throws as std::invalid_argument is an error of the user.
template <class Read>
decltype(auto) or_usage_error(Read read) {
  try {
    return read();
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
}

/// The entry of a list with this id.
template <class List>
const auto& read_one_of(const List& list, std::string_view kind, const std::string& id) {
  if (const auto* entry = find_in(list, id)) return *entry;
  throw UsageError(unknown_word(kind, id, id_list(list)));
}

/// What --threads means where it is not given.
inline constexpr const char* k_threads_help = "CPU threads; 0, the default: all, but cpu-simd measures how many make it faster";

/// A whole number within bounds. name: what it is, for the sentence.
int read_whole(std::string_view name, const std::string& text, int least, int most);

/// --threads; more than the machine has are remarked on stderr.
int read_threads(const std::string& text);
/// Says on stderr that these are more threads than the machine has; else nothing.
void remark_many_threads(int threads);

/// A number within bounds.
double read_real(std::string_view name, const std::string& text, double least, double most);

/// "1920x1080": sides from 1 to k_longest_side.
inline constexpr int k_longest_side = 1 << 24;
Extent read_size(std::string_view name, const std::string& text);

/// "X,Y,W,H".
Box read_box(std::string_view name, const std::string& text);
/// "X,Y,N": a square.
Box read_square(std::string_view name, const std::string& text);

/// "gpu", "cpu", or "auto", which is nothing.
std::optional<Machine> read_machine(const std::string& text);
const TypePair& read_type(const std::string& id);
Form read_form(const std::string& id);
int read_channels(const std::string& text);  ///< 1 or 4
/// An id, or a CUDA file, which is compiled and run: throws std::runtime_error where that fails.
const Algorithm& read_algorithm(const std::string& id_or_file);

/// "k=v" each, as the algorithm describes them.
Params read_params(const Algorithm& algorithm, const std::vector<std::string>& words);

/// An option that takes one value and may be repeated.
CLI::Option* add_repeatable(CLI::App& parser, const std::string& name, std::vector<std::string>& values,
                            const std::string& help);
/// An option that takes one argument of comma-separated values.
CLI::Option* add_list(CLI::App& parser, const std::string& name, std::vector<std::string>& values, const std::string& help);
/// INPUT for commands that take a still, with --allow-large and --as-stored.
CLI::Option* add_input(CLI::App& parser, std::string& input);
/// INPUT for commands that take anything that gives frames, with the same two, and --tone-map, which stays empty if it is not
/// given.
CLI::Option* add_frames_input(CLI::App& parser, std::string& input, std::string& tone_map);
CLI::Option* add_frames_input(CLI::App& parser, std::vector<std::string>& inputs, std::string& tone_map);  ///< one or several
ToneMap read_tone_map(const std::string& id);
/// load_input, and a line on stderr for each of its notes.
Samples read_input(const std::string& input, const BytesAfter& after = {});

}  // namespace satscope::app
