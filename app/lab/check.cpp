// SPDX-License-Identifier: Apache-2.0
#include "app/lab/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/lab/run.h"

namespace satscope::app::lab {
namespace {

class Checker {
 public:
  Checker(const CheckRequest& request, const LabProgram& program, CheckReport& report)
      : request_(request), program_(program), report_(report) {}

  void run() {
    std::vector<std::pair<int, int>> sizes(std::begin(k_tried_sizes), std::end(k_tried_sizes));
    if (!request_.sizes.empty()) sizes = request_.sizes;
    if (!program_.has_table) sizes = {{0, 0}};
    for (const auto& [width, height] : sizes)
      for (const char* order : k_tried_orders) {
        try_one(width, height, order);
        if (report_.stopped) return;
      }
  }

 private:
  LabRun start(int width, int height, const std::string& order, std::uint32_t picture, bool record) {
    return runner_.run({.width = width,
                        .height = height,
                        .order = order,
                        .picture = picture,
                        .record = record,
                        .seconds = request_.seconds,
                        .stop = request_.stop});
  }

  void try_one(int width, int height, const std::string& order) {
    const LabRun tried = start(width, height, order, 1, true);
    Analysis analysis = analyse(*tried.recording, program_.lines, program_.source, request_.stop);
    add_how_it_ended(tried, program_.source, analysis.findings);
    CheckRun run{width, height, order, TableCheck::none, false, tried.recording->header().accesses, tried.ended.milliseconds};
    if (program_.has_table) {
      TableCheck table = check_table(*tried.recording);
      if (tried.recording->header().table_form == satlab::TableForm::no_overload)
        report_.refusals.push_back({{program_.source, 0, 0},
                                    "table() has other types: it must be void table(const unsigned char* in, unsigned* out, "
                                    "int width, int height), or with the "
                                    "types u8 to int or float, float to float, int to int, unsigned to unsigned."});
      run.table = table.state;
      // a table that was right at another size of the other form is wrong
      const bool other_form = (form_ == TableCheck::right && table.state == TableCheck::exclusive && width * height > 1);
      if (table.state == TableCheck::right || table.state == TableCheck::exclusive) form_ = table.state;
      run.failed = table.state == TableCheck::wrong || other_form;
      if (table.state == TableCheck::wrong && report_.table.state != TableCheck::wrong) {
        explain(table, [&](std::uint32_t picture) { return table_in(*start(width, height, order, picture, false).recording); });
        report_.table = table;
      } else if (report_.table.state != TableCheck::wrong) {
        report_.table = table;
      }
    }
    run.failed |= analysis.findings.wrong();
    if (report_.runs.empty()) report_.output = tried.ended.output;
    const auto endless = [](const LabFinding& finding) { return finding.kind == "endless"; };
    const auto& list = analysis.findings.list();
    report_.stopped = request_.stop.stop_requested() || !report_.refusals.empty() || tried.ended.signal != 0 ||
                      std::any_of(list.begin(), list.end(), endless);
    report_.findings.merge(analysis.findings, width > 0 ? fmt::format("{}x{}, {}", width, height, order) : order);
    report_.launches = std::move(analysis.launches);
    report_.runs.push_back(std::move(run));
  }

  const CheckRequest& request_;
  const LabProgram& program_;
  CheckReport& report_;
  Runner runner_{program_};
  TableCheck::State form_ = TableCheck::none;  ///< of the tables so far
};

}  // namespace

std::string CheckReport::smallest_failure() const {
  const auto failed = std::find_if(runs.begin(), runs.end(), [](const CheckRun& run) { return run.failed; });
  if (failed == runs.end() || failed->width == 0) return "";
  std::vector<std::string> right;
  for (const CheckRun& run : runs) {
    const std::string size = fmt::format("{}x{}", run.width, run.height);
    const bool all = std::none_of(runs.begin(), runs.end(), [&](const CheckRun& other) {
      return other.width == run.width && other.height == run.height && other.failed;
    });
    if (all && std::find(right.begin(), right.end(), size) == right.end()) right.push_back(size);
  }
  const std::string wrong = fmt::format("rong at {}x{} (threads {}).", failed->width, failed->height,
                                        failed->order == "lockstep" ? "in lockstep" : failed->order);
  return right.empty() ? "W" + wrong : fmt::format("Right at {}, w{}", fmt::join(right, ", "), wrong);
}

CheckReport check(const CheckRequest& request, const Compiler& compiler) {
  CheckReport report;
  report.compiler = compiler;
  const Built built = build(request.build, compiler);
  report.errors = built.errors;
  report.refusals = built.refusals;
  if (built.program) Checker(request, *built.program, report).run();
  return report;
}

}  // namespace satscope::app::lab
