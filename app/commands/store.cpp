// SPDX-License-Identifier: Apache-2.0
// satscope store: the table of a picture in fewer bytes, with what that saves and what it costs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <span>

#include "app/commands/shared/options.h"
#include "app/commands/shared/output.h"
#include "app/commands/store_figures.h"
#include "app/core/files/atomic_file.h"
#include "app/core/text/extent_text.h"
#include "app/core/text/number_text.h"
#include "app/sources/files/stored_table.h"
#include "kernels/plural.h"
#include "kernels/storage/loss.h"

namespace satscope::app {
namespace {

struct StoreOptions {
  std::string input, out, method;
  std::optional<std::string> bits;
  bool json = false, figures = false;
};

std::string bytes_text(double bytes) { return fmt::format("{} {}", grouped(bytes, 15), noun(bytes, "byte")); }

std::string reads_text(const Coding& coding) {
  if (coding.method->word == WordKind::column_sum)
    return fmt::format("x + 1 words for an entry in column x, up to {}", coding.most_word_reads());
  if (coding.blocks() > 0) return "1 word for an entry that is kept, 3 words and 1 pixel for one that is dropped";
  return "1 word for an entry";
}

std::string restored(const Judged& judged, Extent here, std::size_t file_bytes) {
  const Coding& coding = judged.coding;
  const StoredBytes bytes = bytes_of(coding);
  const auto shares = [&](double part) {
    return fmt::format(
        "{:.1f} % of the plain table in {}-bit words, {:.1f} % of it in the {} bits that its largest sum can need",
        100 * part / bytes.plain, bytes.plain_bits, 100 * part / bytes.packed, bytes.whole_bits);
  };
  std::string text =
      fmt::format("{}: {} of {} entries of {} pixels in words of {} bits\n", coding.method->id,
                  grouped(static_cast<std::uint64_t>(coding.kept())),
                  grouped(static_cast<std::uint64_t>(coding.picture.area())), extent_text(coding.picture), coding.bits);
  const auto line = [&](std::string_view name, const std::string& value) { text += fmt::format("  {:<10}{}\n", name, value); };
  line("words", fmt::format("{}: {}", bytes_text(bytes.words), shares(bytes.words)));
  if (coding.blocks() > 0) {
    line("pixels", fmt::format("{}, from which dropped entries are restored; the whole picture has {}",
                               bytes_text(bytes.pixels), bytes_text(bytes.picture)));
    line("together", fmt::format("{}: {}", bytes_text(bytes.together()), shares(bytes.together())));
  }
  line("file", fmt::format("{}, with its head", bytes_text(static_cast<double>(file_bytes))));
  if (coding.dropped > 0)
    line("lost", coding.dropped == 1 ? "the lowest bit of every pixel"
                                     : fmt::format("the lowest {} bits of every pixel", coding.dropped));
  line("boxes", exactness_text(coding, here));
  line("reads", reads_text(coding));
  return text;
}

Json pair_of(Extent box) { return {box.width, box.height}; }

Json as_json(const Judged& judged, Extent here, std::size_t file_bytes, const std::string& input) {
  const Coding& coding = judged.coding;
  const StoredBytes bytes = bytes_of(coding);
  return {{"input", input},
          {"w", coding.picture.width},
          {"h", coding.picture.height},
          {"method", coding.method->id},
          {"bits", coding.bits},
          {"dropped_bits", coding.dropped},
          {"kept", coding.kept()},
          {"bytes",
           {{"words", bytes.words},
            {"pixels", bytes.pixels},
            {"together", bytes.together()},
            {"picture", bytes.picture},
            {"plain", bytes.plain},
            {"plain_packed", bytes.packed},
            {"file", file_bytes}}},
          {"plain_bits", bytes.plain_bits},
          {"share_of_plain", bytes.together() / bytes.plain},
          {"share_of_plain_packed", bytes.together() / bytes.packed},
          {"exact_pixels", coding.certain_pixels()},
          {"promised_pixels", coding.promised_pixels()},
          {"exact_box", pair_of(largest_square(coding.picture, coding.certain_pixels()))},
          {"exact_box_here", pair_of(here)},
          {"wrong_entries", judged.wrong},
          // because: JSON has no infinity
          {"worst_error", std::isfinite(judged.worst) ? Json(judged.worst) : Json()},
          {"word_reads", coding.most_word_reads()},
          {"pixel_reads", coding.most_pixel_reads()}};
}

void print_figures(const StoreOptions& options) {
  if (!options.out.empty() || !options.method.empty() || options.bits)
    throw UsageError("--figures writes no file; --output, --method and --bits are for storing a table");
  const Json figures = storage_figures(read_input(options.input));
  options.json ? print_json(figures) : print(storage_figures_text(figures));
}

void store_table(const StoreOptions& options) {
  if (options.figures) return print_figures(options);
  if (options.out.empty() || options.method.empty())
    throw UsageError(fmt::format("{} is required; see satscope store --help", options.out.empty() ? "--output" : "--method"));
  const StorageMethod& method = read_one_of(storage_methods(), "method", options.method);
  const int bits = options.bits ? read_whole("--bits", *options.bits, k_least_word_bits, k_most_word_bits) : 0;
  if (bits > 0 && method.usual_bits == 0)
    throw UsageError(fmt::format(
        "the words of {} have a length of their own; --bits is for modular, modular-cross, variant and rounded", method.id));
  // the words, all entries as doubles, the right table in 64 bits
  const Samples samples = read_input(options.input, [](Extent extent) { return 22.0 * static_cast<double>(extent.area()); });
  const std::vector<std::byte> bytes = pixels_as(samples, Scalar::u8);
  const std::span<const std::uint8_t> picture(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  AtomicFile file(options.out);
  constexpr std::array k_formats_of_others{".png", ".jpg", ".jpeg", ".npy", ".csv", ".json", ".pgm", ".txt"};
  if (std::ranges::count(k_formats_of_others, ending_of(options.out)) > 0)
    throw UsageError(fmt::format("'{}' will be a stored table, which is none of {}; give it an ending such as .kept",
                                 options.out, fmt::join(k_formats_of_others, ", ")));
  StoredTable table{.stored = store(coding_of(method, samples.extent, bits), picture)};
  const Judged judged = judge(table.stored, picture);
  table.wrong = judged.wrong;
  const std::string content = stored_table_bytes(table);
  const Extent here = largest_exact_square(judged);
  file.write(content);
  file.commit();
  if (options.json)
    print_json(as_json(judged, here, content.size(), samples.name));
  else
    print(restored(judged, here, content.size()));
}

}  // namespace

Task declare_store(CLI::App& parser) {
  const auto options = std::make_shared<StoreOptions>();
  add_input(parser, options->input)->required();
  parser.add_option("-o,--output", options->out,
                    "REQUIRED unless --figures: the file to write, - for the standard output; `satscope sat FILE -o OUT.npy` "
                    "gives the table back");
  std::string methods;
  for (const StorageMethod& method : storage_methods()) methods += fmt::format("\n{}: {}", method.id, method.about);
  parser.add_option("--method", options->method, "REQUIRED unless --figures: how the table is kept: " + methods);
  parser.add_option(
      "--bits", options->bits,
      fmt::format("word length n, from {} to {}, of modular, modular-cross, variant and rounded; default: 22, and 21 for "
                  "variant, but no more than the largest sum needs",
                  k_least_word_bits, k_most_word_bits));
  parser.add_flag(
      "--figures", options->figures,
      "instead print Figures 7, 10, 11 and 15 and Tables 1 and 4 of Ehsan et al. 2015 for this picture, beside the printed");
  parser.add_flag("--json", options->json, "print JSON instead of text");
  return [options] { store_table(*options); };
}

}  // namespace satscope::app
