// SPDX-License-Identifier: Apache-2.0
// satscope model: the performance model of Chen et al. 2018, with its printed constants and with those of this GPU, beside
// measured times.
#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <utility>

#include "app/bench/chen_model.h"
#include "app/bench/kernel_facts.h"
#include "app/commands/shared/options.h"
#include "app/commands/shared/output.h"
#include "app/core/write_stderr.h"
#include "kernels/device.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

constexpr int k_value_bytes = 4;  // 32f32f, as in Figure 8

/// A line of the model: an equation with its number of the paper, or a constant.
struct ModelLine {
  std::string_view number, name, unit;
  double value;
};

std::vector<ModelLine> lines_of(const ChenDevice& device, const ChenModel& m) {
  const ChipClocks& c = device.clocks;
  return {{"", "latency of shared memory", "clocks", c.shared_latency},
          {"", "latency of a shuffle", "clocks", c.shuffle_latency},
          {"", "latency of an addition", "clocks", c.add_latency},
          {"", "shared memory of a multiprocessor", "B/clock", c.shared_bytes},
          {"", "shuffles of a multiprocessor", "lanes/clock", c.shuffles},
          {"", "additions of a multiprocessor", "lanes/clock", c.adds},
          {"", "clock", "GHz", c.gigahertz},
          {"(3)", "L_transpose", "clocks", m.transpose},
          {"(4)", "L_scan_row", "clocks", m.scan_row},
          {"(5)", "L_scan_col", "clocks", m.scan_column},
          {"(7)", "N_wpb", "warps", static_cast<double>(m.warps_of_block)},
          {"(8)", "N_active_warps", "warps", static_cast<double>(m.active_warps)},
          {"(9)", "BW_warp", "GB/s", m.bandwidth_of_warp},
          {"(10)", "T_trans", "clocks", m.t_transpose},
          {"(11)", "T_scan_col_add", "clocks", m.t_column},
          {"(12)", "T_shuffle as printed", "clocks", as_printed(m, device).t_shuffle},
          {"(12)", "T_shuffle", "clocks", m.t_shuffle},
          {"(13)", "T_Kogge-Stone_add", "clocks", m.t_kogge_stone},
          {"(15)", "T_LF_add", "clocks", m.t_ladner_fischer},
          {"(15)", "T_LF_and", "clocks", m.t_ands}};
}

struct Column {
  ChenDevice device;
  ChenModel model;
};

/// The kernel of the paper's algorithm, as it is built here.
Launched kernel_of_ours() {
  for (const KernelFacts& facts : recorded_kernel_facts(*find_algorithm("brlt-scanrow")).kernels)
    if (facts.launch.kernel.find("<float, float") != std::string::npos) return facts.launch;
  throw std::logic_error("assets/budget.json: brlt-scanrow has no kernel for floats");
}

ScanTimes of_model(const ChenModel& m) { return {m.brlt_scanrow(), m.scanrow_brlt(), m.scanrow(), m.scancolumn()}; }

/// Of the first passes, as the paper compares them; of ScanRowColumn both.
ScanTimes of_passes(const std::vector<ChenPass>& passes) {
  ScanTimes times;
  bool row = false;
  for (const ChenPass& pass : passes) {
    if (pass.algorithm == "brlt-scanrow" && times.brlt_scanrow == 0) times.brlt_scanrow = pass.measured_ms;
    if (pass.algorithm == "scanrow-brlt" && times.scanrow_brlt == 0) times.scanrow_brlt = pass.measured_ms;
    if (pass.algorithm == "scanrow-column") (std::exchange(row, true) ? times.scancolumn : times.scanrow) = pass.measured_ms;
  }
  return times;
}

template <class List>
Json inequalities_json(const List& list, std::string_view unit) {
  Json json = Json::array();
  for (const Inequality& one : list)
    json.push_back({{"number", one.number},
                    {"claim", one.claim},
                    {"left", one.left},
                    {"right", one.right},
                    {"unit", unit},
                    {"holds", one.holds},
                    {"remark", one.remark}});
  return json;
}

/// "true" or "false", as wide as the longer one; green or red on a terminal.
std::string verdict(bool holds) {
  const std::string word = fmt::format("{:<5}", holds ? "true" : "false");
  static const bool coloured = is_terminal(stdout) && std::getenv("NO_COLOR") == nullptr;
  return coloured ? fmt::format("\x1b[{}m{}\x1b[0m", holds ? 32 : 31, word) : word;
}

template <class List>
std::string inequalities_text(const List& list, std::string_view unit) {
  std::string text;
  for (const Inequality& one : list)
    text += fmt::format("  {:<5} {} {}: {:.4g} and {:.4g} {}\n", one.number, verdict(one.holds), one.claim, one.left, one.right,
                        unit);
  return text;
}

struct ModelReport {
  std::string says;  ///< about this machine, a sentence
  std::vector<Column> columns;
  std::vector<std::string> faults;  ///< of the micro-benchmarks
  Extent extent;
  std::vector<ChenPass> passes;  ///< measured; none without a GPU
};

ModelReport report_of(Extent extent) {
  ModelReport report{.says = {}, .columns = {}, .faults = {}, .extent = extent, .passes = {}};
  const Launched kernel = kernel_of_ours();
  std::vector<ChenDevice> devices = printed_chen_devices();
  if (gpu_status().usable) {
    devices.push_back(measured_chen_device());
    report.says = fmt::format("{} was measured now.", gpu_status().device);
    report.faults = chip_faults(devices.back().clocks, chip_limits(gpu_status().major, gpu_status().minor));
  } else {
    report.says = "This machine was not measured: " + gpu_status().reason + ".";
  }
  for (const ChenDevice& device : devices) report.columns.push_back({device, chen_model(device, kernel, k_value_bytes)});
  if (gpu_status().usable)
    report.passes = chen_passes(report.columns.back().device, report.columns.back().model, extent.width, extent.height);
  return report;
}

Json as_printed_json(const Column& column) {
  const ChenModel printed = as_printed(column.model, column.device);
  return {{"T_shuffle", printed.t_shuffle},
          {"inequalities", inequalities_json(chen_inequalities(printed), "clocks")},
          {"verification", inequalities_json(chen_verification(of_model(printed)), "clocks")}};
}

Json model_json(const ModelReport& report) {
  Json devices = Json::array(), passes = Json::array();
  for (const Column& column : report.columns) {
    Json lines = Json::array();
    for (const ModelLine& line : lines_of(column.device, column.model))
      lines.push_back({{"equation", line.number.empty() ? Json() : Json(line.number)},
                       {"name", line.name},
                       {"unit", line.unit},
                       {"value", line.value}});
    devices.push_back({{"device", column.device.name},
                       {"from", column.device.from},
                       {"lines", lines},
                       {"inequalities", inequalities_json(chen_inequalities(column.model), "clocks")},
                       {"verification", inequalities_json(chen_verification(of_model(column.model)), "clocks")},
                       {"as_printed", as_printed_json(column)}});
  }
  for (const ChenPass& pass : report.passes)
    passes.push_back({{"algorithm", pass.algorithm},
                      {"pass", pass.pass},
                      {"chip_ms", pass.chip_ms},
                      {"memory_ms", pass.memory_ms},
                      {"predicted_ms", pass.predicted_ms()},
                      {"measured_ms", pass.measured_ms}});
  Json json{{"says", report.says},
            {"measured", !report.passes.empty()},
            {"faults", report.faults},
            {"devices", devices},
            {"size", {report.extent.width, report.extent.height}},
            {"passes", passes},
            {"verification", Json()}};
  if (!report.passes.empty()) json["verification"] = inequalities_json(chen_verification(of_passes(report.passes)), "ms");
  return json;
}

std::string model_text(const ModelReport& report) {
  std::string text =
      "The performance model of Chen et al. 2018, Section V: a warp and its 32 x 32 registers, 32-bit floats.\n" + report.says +
      "\n";
  for (const std::string& fault : report.faults) text += "Not to be believed: " + fault + "\n";
  text += fmt::format("\n  {:<54}", "");
  for (const Column& column : report.columns) text += fmt::format("{:>16.16}", column.device.name);
  text += "\n";
  const std::vector<ModelLine> names = lines_of(report.columns.front().device, report.columns.front().model);
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += fmt::format("  {:<5} {:<48}", names[i].number, fmt::format("{}, {}", names[i].name, names[i].unit));
    for (const Column& column : report.columns)
      text += fmt::format("{:>16.5g}", lines_of(column.device, column.model)[i].value);
    text += "\n";
  }
  for (const Column& column : report.columns) {
    text += fmt::format("\n{}, {}. Inequalities of Section V, then of VI-D by the model:\n", column.device.name,
                        column.device.from);
    text += inequalities_text(chen_inequalities(column.model), "clocks");
    text += inequalities_text(chen_verification(of_model(column.model)), "clocks");
    const ChenModel printed = as_printed(column.model, column.device);
    text += fmt::format(" With (12) exactly as printed, T_shuffle = {:.4g} clocks:\n", printed.t_shuffle);
    text += inequalities_text(chen_inequalities(printed), "clocks");
    text += inequalities_text(chen_verification(of_model(printed)), "clocks");
  }
  if (!report.passes.empty()) {
    text += fmt::format("\nEach pass on {}x{}, 32f32f, ms (Figure 8); the slower of chip and memory is predicted:\n",
                        report.extent.width, report.extent.height);
    text +=
        fmt::format("  {:<16}{:<28}{:>10}{:>10}{:>11}{:>10}\n", "algorithm", "pass", "chip", "memory", "predicted", "measured");
    for (const ChenPass& pass : report.passes)
      text += fmt::format("  {:<16}{:<28.28}{:>10.4f}{:>10.4f}{:>11.4f}{:>10.4f}\n", pass.algorithm, pass.pass, pass.chip_ms,
                          pass.memory_ms, pass.predicted_ms(), pass.measured_ms);
    text += "\nSection VI-D as measured:\n" + inequalities_text(chen_verification(of_passes(report.passes)), "ms");
  }
  text += fmt::format("\n{}\nVI-D 3: {}\n", chen_inequalities(report.columns.front().model)[1].remark,
                      chen_verification({})[2].remark);
  return text;
}

}  // namespace

Task declare_model(CLI::App& parser) {
  const auto json = std::make_shared<bool>(false);
  const auto size = std::make_shared<std::string>("4096x4096");
  parser.add_option("--size", *size, "of the picture whose passes are timed on a GPU; default: 4096x4096");
  parser.add_flag("--json", *json, "print JSON instead of text");
  return [json, size] {
    const ModelReport report = report_of(read_size("--size", *size));
    *json ? print_json(model_json(report)) : print(model_text(report));
  };
}

}  // namespace satscope::app
