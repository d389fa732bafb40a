// SPDX-License-Identifier: Apache-2.0
// satscope trace: the recorded steps of an algorithm on a small picture, as JSON or in sentences.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <stop_token>

#include "app/commands/shared/compute.h"
#include "app/commands/shared/inexact.h"
#include "app/commands/shared/interruption.h"
#include "app/commands/shared/options.h"
#include "app/commands/shared/output.h"
#include "app/commands/trace_json.h"
#include "app/core/files/atomic_file.h"
#include "app/lab/trace/file_algorithm.h"
#include "app/sources/samples.h"
#include "kernels/adopted.h"
#include "kernels/trace/apart.h"
#include "kernels/trace/barrier_names.h"
#include "kernels/trace/narration.h"
#include "kernels/trace/replay.h"
#include "kernels/trace/trace_sizes.h"
#include "kernels/trace/tracing.h"

namespace satscope::app {
namespace {

struct TraceCommand {
  std::string input, patch, size, seed = "1", algorithm, out;
  std::string type, form, machine_size = "toy", schedule = "ticket", banks, clock;
  std::vector<std::string> params, set, deleted;
  bool narrate = false, json = false;
};

struct SizeName {
  std::string_view id;
  int Sizes::*value;
};
constexpr std::array k_size_names{SizeName{"warp", &Sizes::warp}, SizeName{"block", &Sizes::block},
                                  SizeName{"segment", &Sizes::segment}, SizeName{"tile", &Sizes::tile}};

std::string text_of(const Sizes& sizes) {
  std::string text;
  for (const SizeName& name : k_size_names)
    if (sizes.*name.value > 0) text += fmt::format("{}{}={}", text.empty() ? "" : " ", name.id, sizes.*name.value);
  return text;
}

std::string text_of(const std::vector<Sizes>& list) {
  std::string text;
  for (const Sizes& sizes : list) text += (text.empty() ? "" : "; ") + text_of(sizes);
  return text;
}

/// "warp=4,block=8" is two.
std::vector<std::string> parts_of(const std::vector<std::string>& texts) {
  std::vector<std::string> parts;
  for (const std::string& text : texts)
    for (std::size_t begin = 0, end = 0; end != text.npos; begin = end + 1) {
      end = text.find(',', begin);
      parts.push_back(text.substr(begin, end == text.npos ? end : end - begin));
    }
  return parts;
}

/// The first of the algorithm's sizes, toy ones first, that matches `--set` and `--machine-size`.
Sizes choose_sizes(const Algorithm& algorithm, const TraceCommand& options) {
  if (options.machine_size != "toy" && options.machine_size != "real")
    throw UsageError(unknown_word("machine size", options.machine_size, std::array<std::string, 2>{"toy", "real"}));
  std::vector<std::pair<const SizeName*, int>> asked;
  for (const std::string& text : parts_of(options.set)) {
    const std::size_t equals = text.find('=');
    const SizeName* found = nullptr;
    for (const SizeName& name : k_size_names)
      if (equals != text.npos && text.substr(0, equals) == name.id) found = &name;
    if (!found)
      throw UsageError(equals == text.npos
                           ? fmt::format("--set must be NAME=NUMBER with NAME one of {}, not '{}'", ids_of(k_size_names), text)
                           : unknown_word("name in --set", text.substr(0, equals), id_list(k_size_names)));
    asked.emplace_back(found, read_whole(text.substr(0, equals), text.substr(equals + 1), 0, 1 << 20));
  }
  const auto fits = [&](const Sizes& sizes) {
    return std::all_of(asked.begin(), asked.end(), [&](const auto& want) { return sizes.*want.first->value == want.second; });
  };
  if (!algorithm.traced()) throw std::runtime_error(algorithm.untraced + "; a trace of it is not supported");
  const std::vector<Sizes> list = numbered_sizes(algorithm.trace_sizes);
  const Sizes& real = algorithm.trace_sizes.back();
  if (options.machine_size == "real" && asked.empty()) return real;
  for (const Sizes& sizes : list)
    if (fits(sizes) && (options.machine_size == "toy" || sizes.warp == real.warp)) return sizes;
  throw UsageError(fmt::format("{} is not traced with these sizes of --set; choose one of {}", algorithm.id, text_of(list)));
}

int choose_banks(const std::string& text, const Sizes& sizes) {
  if (text.empty()) return sizes.warp;
  if (text == "16" || text == "32") return text == "16" ? 16 : 32;
  throw UsageError(fmt::format("--banks must be 16 or 32, not '{}'", text));
}

/// The picture to trace: INPUT, a patch of it, or noise of a size.
Samples input_of(const TraceCommand& options) {
  if (options.input.empty() == options.size.empty())
    throw UsageError(options.input.empty() ? "trace needs an INPUT, or --size WxH for noise of that size"
                                           : "INPUT and --size exclude each other; give one of them");
  if (!options.size.empty()) {
    if (!options.patch.empty()) throw UsageError("--patch needs an INPUT to cut from; --size is another picture");
    const Extent extent = read_size("--size", options.size);
    if (std::max(extent.width, extent.height) > k_trace_limit)
      throw UsageError(fmt::format("--size of a trace must be at most {0}x{0}, not {1}", k_trace_limit, options.size));
    const int seed = read_whole("--seed", options.seed, 0, 2147483647);
    return load_input(fmt::format("pattern:noise:{}x{}:{}", extent.width, extent.height, seed));
  }
  Samples whole = read_input(options.input);
  if (options.patch.empty()) return whole;
  return cut_patch(whole, read_square("--patch", options.patch));
}

/// The clock for the algorithm's hardware engine, in MHz.
std::optional<double> read_clock(const std::string& text, const Algorithm& algorithm) {
  constexpr double k_slowest = 0.001, k_fastest = 10000;
  if (text.empty()) return {};
  const double megahertz = read_real("--clock", text, k_slowest, k_fastest);
  if (!algorithm.hardware)
    throw std::runtime_error(
        fmt::format("--clock needs an algorithm that describes a hardware engine; with {} it is not supported", algorithm.id));
  return megahertz;
}

/// "FILE:LINE" or "before PHASE" each; of the latter the line is 0.
std::set<Barrier> read_barriers(const std::vector<std::string>& texts) {
  std::set<Barrier> barriers;
  for (const std::string& text : texts) {
    if (is_phase_of_barrier(text)) {
      barriers.insert({text, 0});
      continue;
    }
    const std::size_t colon = text.rfind(':');
    if (colon == text.npos || colon == 0)
      throw UsageError(fmt::format(
          "--delete-barrier must be 'before PHASE', or FILE:LINE as listed under \"barriers\" in the JSON, not '{}'", text));
    const int line = read_whole("the line of --delete-barrier", text.substr(colon + 1), 1, 1 << 20);
    const std::string path = text.substr(0, colon);
    barriers.insert({path.substr(path.rfind('/') + 1), static_cast<std::uint32_t>(line)});
  }
  return barriers;
}

/// Each must be a barrier that the kernels reached.
void check_barriers(const std::set<Barrier>& deleted, const Trace& trace) {
  for (const Barrier& barrier : deleted) {
    if (trace.barriers.contains(barrier)) continue;
    throw UsageError(fmt::format("--delete-barrier {}: this trace has no such barrier; {}",
                                 barrier.line == 0 ? barrier.file : barrier.text(), barriers_text(trace)));
  }
}

/// Barriers that are named by a phase, by their lines.
std::set<Barrier> lines_of(const std::set<Barrier>& barriers, const Trace& trace) {
  try {
    return by_line(trace, barriers);
  } catch (const std::invalid_argument&) {
    check_barriers(barriers, trace);
    throw;
  }
}

void run(const TraceCommand& options, std::stop_token stop) {
  const Algorithm& algorithm = read_algorithm(options.algorithm);
  Request request{.extent = {1, 1},
                  .types = options.type.empty() ? lab::types_of(algorithm) : read_type(options.type),
                  .form = options.form.empty() ? algorithm.natural_form : read_form(options.form),
                  .params = read_params(algorithm, options.params),
                  .sizes = choose_sizes(algorithm, options)};
  const int banks = choose_banks(options.banks, request.sizes);
  const bool lockstep = options.schedule == "lockstep";
  if (lockstep && !trace_maker_of(algorithm))
    throw UsageError("--schedule lockstep is for a CUDA file; here it is ticket, reversed:N or random:SEED");
  const Schedule schedule = lockstep ? Schedule{} : or_usage_error([&] { return parse_schedule(options.schedule); });
  std::set<Barrier> deleted = read_barriers(options.deleted);
  const std::optional<double> megahertz = read_clock(options.clock, algorithm);
  const Samples samples = input_of(options);
  request.extent = samples.extent;
  if (samples.extent.width > k_trace_limit || samples.extent.height > k_trace_limit)
    throw std::runtime_error(
        fmt::format("{} has {}x{} pixels; traces of more than {}x{} are not supported; cut out a square with --patch X,Y,N",
                    samples.name, samples.extent.width, samples.extent.height, k_trace_limit, k_trace_limit));
  std::optional<AtomicFile> file;
  if (!options.out.empty()) file.emplace(options.out);
  const bool sentences = options.narrate && ending_of(options.out) == ".txt";  // they go into the file
  if (!sentences)
    require_ending(options.out, ".json", options.narrate ? "a trace as JSON, or .txt for sentences" : "a trace as JSON");
  const std::vector<std::byte> pixels = pixels_for(samples, request.types);
  const auto trace_without = [&](const std::set<Barrier>& barriers) {
    return satscope::trace(
        algorithm, request, pixels,
        {.schedule = schedule, .banks = banks, .deleted_barriers = barriers, .lockstep = lockstep, .stop = stop});
  };
  if (std::ranges::any_of(deleted, [](const Barrier& barrier) { return barrier.line == 0; }))
    deleted = lines_of(deleted, trace_without({}));
  const Trace trace = trace_without(deleted);
  check_barriers(deleted, trace);
  std::optional<ApartTable> apart;
  if (!deleted.empty()) apart = find_wrong_table(algorithm, request, pixels, deleted);

  if (options.narrate) {
    std::string text;
    for (std::size_t step = 0; step < trace.steps.size(); ++step)
      text += fmt::format("{:>5}  {}\n", step + 1, narrate(trace, step));
    for (const Race& race : trace.races) text += fmt::format("{:>5}  {}.\n", "race", race.sentence(trace.first_block()));
    if (!deleted.empty())
      text += fmt::format("{:>5}  {}\n", "end", apart ? sentence_of(*apart) : "No tested thread order gave wrong values.");
    if (!sentences) print(text);
    if (sentences) file->write(text);
  }
  const std::vector<std::byte> table = raw_result(trace);
  const TableView view{.bytes = table, .picture = request.extent, .form = request.form, .type = request.types.out};
  if (const std::string doubt = inexact_text(samples, algorithm, request, view); !doubt.empty()) note(doubt);
  if (sentences) return file->commit();
  if (!file && options.narrate) return;
  std::vector<Formula> additions;
  for (const Pass& pass : algorithm.traced_plan(request).passes) additions.push_back(pass.cost.formula);
  TraceHead head{samples.name, algorithm.id, request, options.schedule, banks, deleted, additions};
  if (algorithm.hardware) head.hardware = algorithm.hardware(request);
  if (megahertz) head.hardware->megahertz = *megahertz;
  const std::string json = json_of(head, trace, apart).dump() + "\n";
  if (!file) return print_json_text(json);
  file->write(json);
  file->commit();
}

}  // namespace

Task declare_trace(CLI::App& parser) {
  const auto options = std::make_shared<TraceCommand>();
  add_input(parser, options->input);
  parser.add_option("--algorithm", options->algorithm, "an id of `satscope list`, or a CUDA file with table() (.cu)")
      ->required();
  parser.add_option("--patch", options->patch, "trace only the square with side N at X,Y of INPUT");
  parser.add_option("--size", options->size, "trace noise of this size instead of an INPUT");
  parser.add_option("--seed", options->seed, "seed of the noise; default: " + options->seed);
  parser.add_option("--type", options->type,
                    "types of pixels and entries: " + ids_of(k_type_pairs) + "; default: " + std::string(k_type_pairs[0].id) +
                        ", of a CUDA file those of its table()");
  parser.add_option("--form", options->form,
                    "form of the table: " + ids_of(k_forms) + "; default: the natural form of the algorithm");
  add_repeatable(parser, "--param", options->params, "a parameter of the algorithm; may be repeated");
  parser.add_option("--machine-size", options->machine_size, "size of warps and blocks: toy, real; default: toy");
  add_repeatable(parser, "--set", options->set, "sizes: " + ids_of(k_size_names) + "; `satscope list --json` lists them");
  parser.add_option("--banks", options->banks, "banks of shared memory: 16, 32; default: as many as a warp has lanes");
  parser.add_option("--clock", options->clock,
                    "clock in MHz of the hardware engine that some algorithms describe; default: that of its paper");
  parser.add_option(
      "--schedule", options->schedule,
      "order of blocks: ticket, reversed:N or random:SEED; default: ticket. Of a CUDA file also that of the threads "
      "in a block, or lockstep: the lanes of a warp go together");
  add_repeatable(
      parser, "--delete-barrier", options->deleted,
      "'before PHASE' (such as 'before up-sweep') or FILE:LINE, as listed under \"barriers\" in the JSON: remove the "
      "barrier there; may be repeated");
  parser.add_option("-o,--output", options->out,
                    "the JSON file to write; with --narrate also a .txt file, of the sentences; default: stdout");
  parser
      .add_flag(
          "--narrate", options->narrate,
          "print each step as a sentence on stdout. Blocks are counted from 1, those of a CUDA file from 0 as blockIdx is")
      ->excludes(parser.add_flag("--json", options->json, "print JSON, as without --narrate"));
  return [options] {
    if (!lab::names_cuda_file(options->algorithm)) return run(*options, {});
    const Interruption interruption;  // because: what a user's program leaves behind is taken away
    try {
      run(*options, interruption.token());
    } catch (const std::exception&) {
      const int signal = interruption.signal();
      if (signal == 0) throw;
      throw Interrupted(signal, fmt::format("stopped by {}; nothing was written", name_of_signal(signal)));
    }
  };
}

}  // namespace satscope::app
