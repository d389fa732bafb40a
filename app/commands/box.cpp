// SPDX-License-Identifier: Apache-2.0
// satscope box: the four-corner trick on the command line.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "app/commands/shared/compute.h"
#include "app/commands/shared/inexact.h"
#include "app/commands/shared/options.h"
#include "app/commands/shared/output.h"
#include "kernels/exact.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

struct BoxOptions {
  std::string input, x, y, width, height, type;
  bool json = false;
};

/// Bytes are summed in 64 bits as soon as a read can reach 2^32.
const TypePair& type_of_reads(const Samples& samples, const Box& box) {
  const TypePair& types = type_for(samples, box);
  const double reached = (1.0 * box.x + box.width) * (1.0 * box.y + box.height);  // pixels that the largest read sums
  return types.in == Scalar::u8 && can_overflow(types, reached) ? read_type("8u64u") : types;
}

/// How exact the table's sum of a box is.
struct Worth {
  Value truth;             ///< the sum of the input's pixels in 64 bits
  double mean = 0;         ///< likewise
  double error = 0;        ///< of the box
  double table_error = 0;  ///< the largest of an entry
  std::string why;         ///< empty where the sum is exact
};

/// Throws std::runtime_error if the table has no sum of the box.
Worth worth_of(const BoxSum& computed, const Samples& samples, const Algorithm& algorithm, const Request& request,
               const TableView& table, const Box& box) {
  const TypePair& types = request.types;
  Worth worth{.truth = computed.sum, .mean = computed.mean, .why = {}};
  if (surely_exact(types, largest_addend(types), box)) return worth;
  const bool floats = types.in == Scalar::f32;
  const TypePair judged = floats ? read_type("64f64f") : types;  // because: pixels that were rounded are not those of the input
  const std::vector<std::byte> pixels = pixels_as(samples, judged.in);
  const PixelRows rows = rows_of(pixels, samples.extent, judged.in);
  const TrueSum truth = true_sum(judged, rows, box);
  worth.truth = truth.value;
  worth.mean = truth.mean(box);
  worth.error = truth.error_of(computed.sum);
  if (!std::isfinite(to_double(computed.sum)))
    throw std::runtime_error(fmt::format(
        "the table's {}-bit floats overflow in this box, which is not supported: the pixels sum to {}, the largest such "
        "float is {:.4g}",
        8 * size_of(types.out), to_text(worth.truth), std::numeric_limits<float>::max()));
  TableView entries = table;
  std::vector<double> wide;
  if (floats) {
    const Extent extent = table.extent();
    wide.reserve(extent.area());
    for (int y = 0; y < extent.height; ++y)
      for (int x = 0; x < extent.width; ++x) wide.push_back(to_double(table.element(x, y)));
    entries.bytes = std::as_bytes(std::span(wide));
    entries.type = judged.out;
  }
  const TableCheck check = check_table(judged, rows, entries, algorithm.float_depth(request));
  worth.table_error = check.max_error;
  const double sure = exact_pixels(types, types.in == Scalar::u8 ? largest_addend(types) : check.largest);
  if (worth.error != 0) worth.why = why_inexact(types, sure, fmt::format("{:.0f}", sure));
  return worth;
}

Json number(const Value& value) {
  return std::visit([](auto v) { return Json(v); }, value);
}

void print_box(const BoxOptions& options) {
  constexpr int k_least = std::numeric_limits<int>::min(), k_most = std::numeric_limits<int>::max();
  const Box box{.x = read_whole("X", options.x, k_least, k_most),
                .y = read_whole("Y", options.y, k_least, k_most),
                .width = read_whole("W", options.width, k_least, k_most),
                .height = read_whole("H", options.height, k_least, k_most)};
  Chosen choice = choose({}, nullptr);
  const Samples samples = read_input(options.input, [&](Extent extent) {
    return bytes_to_compute(choice, {.extent = extent, .types = read_type("8u32u"), .form = Form::padded}, extent);
  });
  if (const std::string why = refusal(box, samples.extent); !why.empty()) throw std::out_of_range(why);
  const TypePair& types = options.type.empty() ? type_of_reads(samples, box) : read_type(options.type);
  const Request request{.extent = samples.extent, .types = types, .form = Form::padded};
  const Computed table = compute(samples, choice, request);
  const BoxSum result = box_sum(table.view(), box);
  Worth worth = worth_of(result, samples, *choice.algorithm, request, table.view(), box);
  const std::size_t rounded = rounded_pixels(samples, types.in);
  if (worth.error != 0 && rounded > 0)
    worth.why = fmt::format("32-bit floats round {} of the input and every entry", counted(rounded, "pixel"));

  if (options.json) {
    Json reads = Json::array();
    for (const Corner& read : result.reads)
      reads.push_back({{"corner", std::string(1, read.name)},
                       {"x", read.x},
                       {"y", read.y},
                       {"value", number(read.value)},
                       {"sign", read.sign}});
    print_json(Json{{"input", samples.name},
                    {"box", {{"x", box.x}, {"y", box.y}, {"w", box.width}, {"h", box.height}}},
                    {"type", types.id},
                    {"rounded_pixels", rounded},
                    {"reduced", samples.reduced},
                    {"sum", number(result.sum)},
                    {"mean", result.mean},
                    {"exact", worth.error == 0},
                    {"true_sum", number(worth.truth)},
                    {"error", worth.error},
                    {"table_error", worth.table_error},
                    {"why", worth.why},
                    {"reads", reads}});
  } else {
    const auto& [a, b, c, d] = result.reads;
    std::string text = fmt::format("D - B - C + A = {} - {} - {} + {} = {}\n", to_text(d.value), to_text(b.value),
                                   to_text(c.value), to_text(a.value), to_text(result.sum));
    text += fmt::format("sum {}, mean {:.6g} of {:.0f} {}; 4 reads of the padded table ({}, {}) instead of {:.0f}\n",
                        to_text(result.sum), result.mean, box.area(), noun(box.area(), "pixel"), types.id,
                        worth.error == 0      ? "exact"
                        : is_float(types.out) ? "rounded"
                                              : "wrapped around",
                        box.area());
    if (worth.error != 0)
      text += fmt::format("the pixels sum to {}, mean {:.6g}: the table is off by {}, because {}{}{}\n", to_text(worth.truth),
                          worth.mean, worth.error, worth.why,
                          is_float(types.out) ? fmt::format("; its worst entry is off by {}", worth.table_error) : "",
                          wider_text(types));
    for (const Corner& read : result.reads)
      text += fmt::format("  {} {:+d} P({}, {}) = {}\n", read.name, read.sign, read.x, read.y, to_text(read.value));
    print(text);
  }
  if (types.in == Scalar::f32 && options.type.empty())
    note(fmt::format(
        "the pixels are not all whole numbers from 0 to 255, so they are summed as 32-bit floats and {}{}",
        worth.error == 0 ? "sums may be rounded; this one is exact" : "this sum is rounded",
        rounded ? fmt::format("; {} {} already rounded", counted(rounded, "pixel"), rounded == 1 ? "is" : "are") : ""));
}

}  // namespace

Task declare_box(CLI::App& parser) {
  const auto options = std::make_shared<BoxOptions>();
  add_input(parser, options->input)->required();
  parser.add_option("X", options->x, "leftmost column of the box, from 0")->required();
  parser.add_option("Y", options->y, "top row of the box, from 0")->required();
  parser.add_option("W", options->width, "width of the box, at least 1")->required();
  parser.add_option("H", options->height, "height of the box, at least 1")->required();
  parser.add_option("--type", options->type,
                    "type of the table: " + ids_of(k_type_pairs) +
                        "; default: 8u32u of bytes, or 8u64u where a read may reach 2^32, of other whole numbers 32s32s, "
                        "32u32u or 64f64f, the first that holds the sum of "
                        "the box, and of fractions 32f32f. What is printed says whether the sum is exact");
  parser.add_flag("--json", options->json, "print JSON instead of text");
  return [options] { print_box(*options); };
}

}  // namespace satscope::app
