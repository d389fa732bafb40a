// SPDX-License-Identifier: Apache-2.0
// satscope sat: the table of a picture as a NumPy file.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>

#include "app/commands/shared/compute.h"
#include "app/commands/shared/inexact.h"
#include "app/commands/shared/options.h"
#include "app/commands/shared/output.h"
#include "app/core/files/atomic_file.h"
#include "app/sources/files/npy.h"
#include "app/sources/files/stored_table.h"

namespace satscope::app {
namespace {

struct SatOptions {
  std::string input, out, algorithm;
  std::string machine = "auto", type, form{id_of(Form::inclusive)};
  std::vector<std::string> params;
  std::string threads = "0", channels = "1";
  bool json = false, unchecked = false;
};

/// The numbers as raw elements.
template <class T>
std::vector<std::byte> elements_of(const std::vector<double>& numbers) {
  std::vector<T> elements(numbers.size());
  std::ranges::transform(numbers, elements.begin(), [](double number) { return static_cast<T>(number); });
  const auto bytes = std::as_bytes(std::span(elements));
  return {bytes.begin(), bytes.end()};
}

/// A name that says otherwise would have other programs read numbers as a picture.
void require_npy(const std::string& name) { require_ending(name, ".npy", "an array of NumPy"); }

/// The table of a file of `satscope store`, and what it has lost.
void give_back(const StoredTable& table, const SatOptions& options) {
  const SatOptions untouched;
  if (!options.algorithm.empty() || !options.params.empty() || options.type != untouched.type ||
      options.form != untouched.form || options.channels != untouched.channels)
    throw UsageError(
        fmt::format("'{}' is a stored table, which is given back as it is; --algorithm, --param, --type, --form and --channels "
                    "are for pictures",
                    options.input));
  AtomicFile file(options.out);
  require_npy(options.out);
  const Coding& coding = table.stored.coding;
  const bool narrow = whole_bits(static_cast<double>(coding.picture.area())) <= 32;
  const Scalar type = !coding.whole_numbers() ? Scalar::f32 : narrow ? Scalar::u32 : Scalar::u64;
  const std::vector<double> entries = restore_all(table.stored);
  file.write(npy_header(type, coding.picture));
  file.write(type == Scalar::f32   ? elements_of<float>(entries)
             : type == Scalar::u32 ? elements_of<std::uint32_t>(entries)
                                   : elements_of<std::uint64_t>(entries));
  file.commit();
  const std::string lost = table.lost(options.input);
  if (!lost.empty()) note(lost);
  if (options.json)
    print_json(Json{{"input", options.input},
                    {"output", options.out},
                    {"w", coding.picture.width},
                    {"h", coding.picture.height},
                    {"method", coding.method->id},
                    {"wrong_entries", table.wrong},
                    {"note", lost}});
}

void write_table(const SatOptions& options) {
  if (const std::optional<StoredTable> stored = load_stored_table(options.input)) return give_back(*stored, options);
  const std::optional<Machine> machine = read_machine(options.machine);
  const Algorithm* algorithm = options.algorithm.empty() ? nullptr : &read_algorithm(options.algorithm);
  Request request{.extent = {1, 1},
                  .types = options.type.empty() ? k_type_pairs[0] : read_type(options.type),
                  .form = read_form(options.form),
                  .channels = read_channels(options.channels)};
  const int threads = read_threads(options.threads);
  if (algorithm) request.params = read_params(*algorithm, options.params);  // a wrong option is reported before a missing GPU
  Chosen choice = choose(machine, algorithm);
  request.params = read_params(*choice.algorithm, options.params);

  const Samples samples = read_input(options.input, [&](Extent extent) { return bytes_to_compute(choice, request, extent); });
  // because: four channels are bytes
  if (options.type.empty() && request.channels == 1)
    request.types = type_for(samples, {0, 0, samples.extent.width, samples.extent.height});
  AtomicFile file(options.out);
  require_npy(options.out);
  const Computed table = compute(samples, choice, request, threads);
  const TableDoubt doubt = options.unchecked
                               ? TableDoubt{.text = "unchecked: the table was not compared with the sums of its pixels"}
                               : doubt_about(samples, *choice.algorithm, request, table.view());
  if (doubt.wrong > 0)
    throw std::runtime_error(
        fmt::format("{} made a wrong table, so '{}' is not written: {}", choice.algorithm->id, options.out, doubt.text));
  file.write(npy_header(request.types.out, table.view().extent(), request.channels));
  file.write(table.view().bytes);
  file.commit();
  if (options.type.empty() && request.types.in != Scalar::u8)
    note(fmt::format("the pixels are not all whole numbers from 0 to 255, so the table has the types {} (--type)",
                     request.types.id));
  if (!doubt.text.empty()) note(doubt.text);
  if (!choice.reason.empty()) note_once(choice.reason);
  if (!options.json) return;
  const Extent extent = table.view().extent();
  print_json(Json{{"input", samples.name},
                  {"output", options.out},
                  {"w", extent.width},
                  {"h", extent.height},
                  {"channels", request.channels},
                  {"algorithm", choice.algorithm->id},
                  {"machine", id_of(choice.machine)},
                  {"type", request.types.id},
                  {"form", id_of(request.form)},
                  {"checked", !options.unchecked},
                  {"exact", options.unchecked ? Json() : Json(doubt.text.empty())},
                  {"rounded_pixels", rounded_pixels(samples, request.types.in)},
                  {"note", doubt.text}});
}

}  // namespace

Task declare_sat(CLI::App& parser) {
  const auto options = std::make_shared<SatOptions>();
  add_input(parser, options->input)->required();
  parser.add_option("-o,--output", options->out, "the .npy file to write; - for the standard output")->required();
  parser.add_option("--algorithm", options->algorithm,
                    "an id of `satscope list`, or a CUDA file with table() (.cu); default: that of the machine");
  parser.add_option("--machine", options->machine, "machine: auto (the GPU if usable, else the CPU), " + ids_of(k_machines));
  parser.add_option("--type", options->type,
                    "types of pixels and entries: " + ids_of(k_type_pairs) + "; default: " + std::string(k_type_pairs[0].id) +
                        " of bytes, of other whole numbers 32s32s, 32u32u or 64f64f, the first that holds their sum, and of "
                        "fractions 32f32f");
  parser.add_option("--form", options->form, "form of the table: " + ids_of(k_forms) + "; default: " + options->form);
  parser.add_option(
      "--channels", options->channels,
      "channels: 1 (luma), 4 (R, G, B and an opaque A, each summed separately, in an array of H x W x 4); default: 1");
  add_repeatable(parser, "--param", options->params, "a parameter of the algorithm; may be repeated");
  parser.add_option("--threads", options->threads, k_threads_help);
  parser.add_flag("--unchecked", options->unchecked,
                  "write the table without comparing its entries with the sums of their pixels, and say so");
  parser.add_flag("--json", options->json, "print what was written as JSON; with -o - on stderr");
  return [options] { write_table(*options); };
}

}  // namespace satscope::app
