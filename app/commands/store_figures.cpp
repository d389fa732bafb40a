// SPDX-License-Identifier: Apache-2.0
#include "app/commands/store_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "app/commands/shared/compute.h"
#include "app/core/text/number_text.h"
#include "app/published/published.h"
#include "kernels/filter.h"
#include "kernels/last_times.h"
#include "kernels/registry.h"
#include "kernels/storage/method.h"

namespace satscope::app {
namespace {

constexpr std::string_view k_paper = "Ehsan et al. 2015";
constexpr Extent k_surf{65, 129};  ///< the largest box of the detector SURF, as the paper cuts it

/// This picture, then the paper's sizes. a x b as printed, a as the width.
std::vector<Extent> extents_of(const Samples& samples) {
  std::vector<Extent> extents{samples.extent};
  for (const PublishedFigure& figure : published_figures())
    if (figure.source == fmt::format("{}, Table 1", k_paper) &&
        std::ranges::find(extents.begin() + 1, extents.end(), figure.extent) == extents.end())
      extents.push_back(figure.extent);
  return extents;
}

double pixels_of(Extent extent) { return static_cast<double>(extent.area()); }

/// A row that is computed for every size.
template <class Value>
Json computed(std::string name, std::string unit, const std::vector<Extent>& extents, Value value) {
  Json values = Json::array();
  for (const Extent extent : extents) values.push_back(value(extent));
  return {{"name", std::move(name)}, {"unit", std::move(unit)}, {"printed", false}, {"values", values}};
}

/// The rows that a table of the paper has; nothing for this picture.
void add_printed(Json& rows, std::string_view table, std::string_view what, const std::vector<Extent>& extents) {
  for (const PublishedFigure& figure : published_figures()) {
    if (figure.source != fmt::format("{}, {}", k_paper, table) || !figure.what.starts_with(what)) continue;
    const std::string name = fmt::format("{}, {}", figure.title, figure.what);
    auto row = std::ranges::find_if(rows, [&](const Json& one) { return one["name"] == name; });
    if (row == rows.end()) {
      rows.push_back({{"name", name}, {"unit", figure.unit}, {"printed", true}, {"values", Json(extents.size(), nullptr)}});
      row = rows.end() - 1;
    }
    const auto place = std::ranges::find(extents.begin() + 1, extents.end(), figure.extent) - extents.begin();
    (*row)["values"][static_cast<std::size_t>(place)] = figure.value;
  }
}

Json item(std::string_view name, std::string_view title, std::string_view note, Json rows) {
  return {{"item", name}, {"title", title}, {"note", note}, {"rows", std::move(rows)}};
}

/// Figure 15 as the paper counts: of rows and columns whole threes alone, and no pixels.
double percent_saved(Extent extent, int bits, bool cross) {
  double kept = pixels_of(extent);
  if (cross) kept = pixels_of({extent.width / 3 * 3, extent.height / 3 * 3}) * 5 / 9;
  return 100 * (1 - kept * bits / (pixels_of(extent) * whole_bits(pixels_of(extent))));
}

/// The median of a few runs of the paper's program on this picture: seconds.
double seconds_of_program(const Samples& samples) {
  const Filter& sauvola = known_in(filters(), "filter", "sauvola");
  const FilterPlan plan =
      filter_plan(sauvola, {.extent = samples.extent, .params = {{"r", 7.0}}}, default_algorithm(Machine::cpu));
  Engine engine(plan.plan, Machine::cpu);
  engine.write(engine.plan().picture(), pixels_as(samples, Scalar::u8));
  LastTimes seconds;
  for (int i = 0; i < 6; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    engine.run();
    engine.wait();
    if (i > 0)  // because: the first one fills the caches
      seconds.add(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return seconds.median();
}

}  // namespace

Json storage_figures(const Samples& samples) {
  const std::vector<Extent> extents = extents_of(samples);
  const auto bits = [](Extent extent) { return whole_bits(pixels_of(extent)); };
  const auto memory = [&](Extent extent) { return extent.width * bits(extent); };
  Json items = Json::array();

  items.push_back(item("Figure 7", "Internal memory of an engine: a row of entries",
                       "a row of words, each of which holds the largest sum; the plot prints no numbers, Table 1 shows the "
                       "same memory as registers",
                       {computed("one row of entries", "bits", extents, memory)}));
  items.push_back(item("Figure 10", "Memory of the whole table", "the plot prints no numbers",
                       {computed("table", "bytes", extents, [&](Extent e) { return plain_bytes(e, bits(e)); }),
                        computed("more than the picture", "%", extents, [&](Extent e) { return 100.0 * (bits(e) - 8) / 8; })}));
  items.push_back(item("Figure 11", "Word length",
                       "the plot prints no numbers; the text says 2.115e9 for 3840x2160, which are 31 bits",
                       {computed("an entry", "bits", extents, bits)}));
  const int exact = bits_for_box(pixels_of(k_surf)), variant = bits_for_box(pixels_of(k_surf), 98);
  items.push_back(item(
      "Figure 15", "Memory saved for boxes of 65x129 (SURF)",
      "against entries that hold the largest sum; the plot prints no numbers, the text says more than 50 % for both variants. "
      "As "
      "printed, pixels that dropped entries are restored from do not count; the last row counts them",
      {computed(fmt::format("exact method, {} bits", exact), "%", extents,
                [&](Extent e) { return percent_saved(e, exact, false); }),
       computed("floats of 17 bits", "%", extents, [](Extent e) { return percent_saved(e, 17, false); }),
       computed(fmt::format("method 2, {} bits", exact), "%", extents, [&](Extent e) { return percent_saved(e, exact, true); }),
       computed(fmt::format("variant 96/4, {} bits", variant), "%", extents,
                [&](Extent e) { return percent_saved(e, variant, true); }),
       computed(fmt::format("method 2, {} bits, with pixels", exact), "%", extents, [&](Extent e) {
         const StoredBytes bytes = bytes_of(coding_of(known_in(storage_methods(), "method", "modular-cross"), e, exact));
         return 100 * (1 - bytes.together() / bytes.packed);
       })}));
  Json registers = {computed("one row of entries", "bits", extents, memory)};
  add_printed(registers, "Table 1", "slice registers", extents);
  add_printed(registers, "Table 1", "LUTs", extents);
  items.push_back(item(
      "Table 1", "Registers of an FPGA",
      "a row of entries explains the registers of the serial engine within 1 % up to 2048x1536; 2048x2048 has a quarter more. "
      "LUTs are counted by the FPGA's tools; nothing here corresponds to them",
      registers));
  Json times = {computed("here: filter sauvola, 15x15, on the CPU", "s", {samples.extent},
                         [&](Extent) { return seconds_of_program(samples); })};
  while (times[0]["values"].size() < extents.size()) times[0]["values"].push_back(nullptr);
  add_printed(times, "Table 4", "time of the whole program", extents);
  items.push_back(item("Table 4", "Time of a program that makes documents black and white",
                       "median of five runs on this machine; the paper's are of a Virtex-6 with a MicroBlaze processor",
                       times));

  Json sizes = Json::array();
  for (const Extent extent : extents) sizes.push_back({extent.width, extent.height});
  return {{"input", samples.name}, {"paper", k_paper}, {"sizes", sizes}, {"items", items}};
}

std::string storage_figures_text(const Json& figures) {
  constexpr int k_named = 46;
  std::string text =
      fmt::format("{}: computed, beside what is printed (marked *). First this picture, then the paper's sizes.\n",
                  figures["paper"].get<std::string>());
  for (const Json& of : figures["items"]) {
    text += fmt::format("\n{}: {}\n  {:<{}}", of["item"].get<std::string>(), of["title"].get<std::string>(), "", k_named);
    for (const Json& size : figures["sizes"])
      text += fmt::format("{:>12}", fmt::format("{}x{}", size[0].get<int>(), size[1].get<int>()));
    text += "\n";
    for (const Json& row : of["rows"]) {
      const std::string unit = row["unit"], name = row["name"];
      text += fmt::format("  {:<{}}", fmt::format("{}{}{}", row["printed"] ? "* " : "", name, unit.empty() ? "" : ", " + unit),
                          k_named);
      for (const Json& value : row["values"])
        text += fmt::format("{:>12}", value.is_null() ? "-" : grouped(value.get<double>(), unit == "bytes" ? 15 : 4));
      text += "\n";
    }
    text += fmt::format("  {}.\n", of["note"].get<std::string>());
  }
  return text;
}

}  // namespace satscope::app
