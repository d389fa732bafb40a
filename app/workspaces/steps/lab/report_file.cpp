// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/lab/report_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/core/json.h"

namespace satscope::app {
namespace {

using lab::TableCheck;

const char* id_of(TableCheck::State state) {
  switch (state) {
    case TableCheck::right: return "right";
    case TableCheck::exclusive: return "exclusive";
    case TableCheck::wrong: return "wrong";
    case TableCheck::unwritten: return "unwritten";
    case TableCheck::none: break;
  }
  return "none";
}

}  // namespace

nlohmann::json report_check(const lab::CheckReport& report) {
  using nlohmann::json;
  json kinds = json::object(), sizes = json::object();
  for (const lab::LabFinding& finding : report.findings.list())
    if (!finding.note) kinds[finding.kind] = kinds.value(finding.kind, 0) + 1;
  for (const lab::CheckRun& run : report.runs) {
    json& size = sizes[fmt::format("{}x{}", run.width, run.height)];
    if (size.is_null() || run.failed) size = run.failed ? "wrong" : "right";
  }
  const TableCheck::State table = report.table.state;
  const bool right = report.compiles() && !report.wrong() && (table == TableCheck::right || table == TableCheck::exclusive);
  return {{"findings", report.findings.list().size()},
          {"errors", report.errors.size() + report.refusals.size()},
          {"kinds", kinds},
          {"sizes", sizes},
          {"table", id_of(table)},
          {"right", right}};
}

std::optional<OrdersThatDiffer> orders_that_differ(const lab::CheckReport& report) {
  for (const lab::CheckRun& wrong : report.runs) {
    if (wrong.table != TableCheck::wrong) continue;
    // because: apart and in lockstep say most beside each other
    for (const bool other_kind : {true, false})
      for (const lab::CheckRun& right : report.runs)
        if (right.width == wrong.width && right.height == wrong.height &&
            (right.table == TableCheck::right || right.table == TableCheck::exclusive) &&
            (!other_kind || (right.order == "lockstep") != (wrong.order == "lockstep")))
          return OrdersThatDiffer{right.order, wrong.order, wrong.width, wrong.height};
  }
  return std::nullopt;
}

nlohmann::json report_kernels(const Trace& trace) {
  using nlohmann::json;
  std::vector<std::vector<std::size_t>> accesses;  // by pass and thread of the grid
  for (const TracePass& pass : trace.passes)
    accesses.emplace_back(static_cast<std::size_t>(pass.blocks) * static_cast<std::size_t>(pass.threads));
  for (const Step& step : trace.steps) {
    const auto pass = static_cast<std::size_t>(step.pass);
    std::vector<std::size_t>& of_thread = accesses[pass];
    const std::size_t first = static_cast<std::size_t>(step.block) * static_cast<std::size_t>(trace.passes[pass].threads);
    const auto count = [&](std::uint32_t thread) {
      if (first + thread < of_thread.size()) ++of_thread[first + thread];
    };
    for (const Read& read : trace.reads_of(step)) count(read.thread);
    for (const Write& write : trace.writes_of(step)) count(write.thread);
  }
  json kernels = json::object();
  for (std::size_t k = 0; k < trace.passes.size(); ++k) {
    const TracePass& pass = trace.passes[k];
    if (kernels.contains(pass.name)) continue;
    const std::vector<std::size_t>& all = accesses[k];
    kernels[pass.name] = {{"blocks", pass.blocks},
                          {"busy_threads", all.size() - static_cast<std::size_t>(std::ranges::count(all, 0U))},
                          {"most_accesses", all.empty() ? 0 : *std::ranges::max_element(all)},
                          {"additions", pass.counters.additions},
                          {"barriers", pass.counters.barriers}};
  }
  return kernels;
}

}  // namespace satscope::app
