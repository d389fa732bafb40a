// SPDX-License-Identifier: Apache-2.0
#include "app/lab/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <memory>

#include "app/lab/process.h"

namespace satscope::app::lab {
namespace {

struct Tried {
  std::unique_ptr<Recording> recording;
  Ended ended;
};

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
  Tried start(int width, int height, const std::string& order, std::uint32_t picture, bool record) {
    satlab::Settings settings;
    settings.width = static_cast<std::uint32_t>(width);
    settings.height = static_cast<std::uint32_t>(height);
    settings.picture = picture;
    settings.lockstep = order == "lockstep";
    settings.order = order == "reverse"  ? satlab::Order::reverse
                     : order == "random" ? satlab::Order::random
                                         : satlab::Order::forward;
    settings.record = record;
    if (folder_.path().size() < sizeof settings.folder) std::strcpy(settings.folder, folder_.path().c_str());
    Tried tried;
    tried.recording = std::make_unique<Recording>(settings);
    const std::string folder =
        program_.has_table ? folder_.path() : std::filesystem::path(program_.source).parent_path().string();
    tried.ended = run_process(
        {.words = {program_.path},
         .folder = folder,
         .limits = {.seconds = request_.seconds, .data_bytes = std::uint64_t{1} << 30, .file_bytes = std::uint64_t{64} << 20},
         .recording = tried.recording->file(),
         .shut_in = folder_.path(),
         .stop = request_.stop});
    return tried;
  }

  void try_one(int width, int height, const std::string& order) {
    const Tried tried = start(width, height, order, 1, true);
    Analysis analysis = analyse(*tried.recording, program_.lines, program_.source);
    add_how_it_ended(tried, analysis.findings);
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

  /// What no report of the program says.
  void add_how_it_ended(const Tried& tried, Findings& findings) const {
    LabFinding finding;
    finding.party.place.file = program_.source;
    finding.kind = "crash";
    if (tried.ended.signal != 0) {
      finding.sentence = tried.ended.signal == SIGSYS ? "The program was ended because it starts another program or a process "
                                                        "(system, popen): the Lab does not allow that."
                         : tried.ended.signal == SIGKILL ? "The program was killed: it took too much time or memory."
                                                         : fmt::format("The program was ended by the signal {} ({}).",
                                                                       tried.ended.signal, strsignal(tried.ended.signal));
    } else if (tried.recording->header().end == satlab::End::running) {
      finding.sentence = fmt::format(
          "The program ended before its end, with exit code {}: it called _exit() or replaced itself.", tried.ended.code);
    } else if (tried.recording->header().end == satlab::End::exited && tried.ended.code != 0) {
      finding.note = true;
      finding.sentence = fmt::format("The program ended with exit code {}.", tried.ended.code);
    } else {
      return;
    }
    findings.add("ended " + finding.sentence, std::move(finding));
  }

  const CheckRequest& request_;
  const LabProgram& program_;
  CheckReport& report_;
  TemporaryFolder folder_;
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
