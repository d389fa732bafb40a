// SPDX-License-Identifier: Apache-2.0
#include "app/lab/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <sstream>

#include "app/lab/run.h"

namespace satscope::app::lab {
namespace {

constexpr std::uint32_t k_covered_block = 8;     ///< of which the tried sizes have several in each direction
constexpr std::uint32_t k_largest_block = 1024;  ///< threads
constexpr int k_beyond_a_block = 1100;           ///< pixels

const char* order_words(const std::string& order) {
  return order == "lockstep"  ? "in lockstep"
         : order == "reverse" ? "in reverse order"
         : order == "random"  ? "in random order"
                              : "in forward order";
}

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
        if (report_.stopped) return add_that_nothing_ran();
      }
    if (!program_.has_table)
      compare_outputs();
    else if (request_.sizes.empty()) {
      try_larger();
      try_beyond_a_block();
    }
    if (program_.has_table) try_second_call();
    add_that_nothing_ran();
  }

 private:
  // ---- sizes for the blocks of this program
  bool right_so_far() const { return !report_.stopped && report_.table.comes_out(); }

  /// A mistake between blocks shows only where there are several. So that each direction has some, the last of them partial:
  /// two blocks and one pixel of those that are one-dimensional, and of flat ones a picture of three by two.
  void try_larger() {
    std::uint32_t line = 0, x = 0, y = 0;
    for (const auto& [kernel, shape] : shapes_) {
      const auto& [block, grid] = shape;
      if (block[1] > 1) {
        x = std::max(x, block[0]);
        y = std::max(y, block[1]);
      } else {
        line = std::max(line, block[0]);
      }
    }
    const int length = static_cast<int>(std::min<std::uint32_t>(line, k_largest_block));
    std::vector<std::pair<int, int>> sizes;
    if (line > k_covered_block) sizes = {{2 * length + 1, 3}, {3, 2 * length + 1}};
    if (std::max(x, y) > k_covered_block)
      sizes.emplace_back(2 * static_cast<int>(std::min(x, k_largest_block)) + 1,
                         static_cast<int>(std::min(y, k_largest_block)) + 1);
    for (const auto& [width, height] : sizes) try_larger_size(width, height, std::size(k_tried_orders));
    // where a thread takes several pixels, a block is wider than its threads
    const bool single = std::any_of(shapes_.begin(), shapes_.end(), [](const auto& shape) {
      return shape.second.first[0] > 1 && shape.second.second[0] == 1 && shape.second.second[1] == 1;
    });
    if (line > 1 && single)
      for (const auto& [width, height] : {std::pair{8 * length + 1, 2}, std::pair{2, 8 * length + 1}})
        try_larger_size(width, height, 1);
  }

  void try_larger_size(int width, int height, std::size_t orders) {
    for (std::size_t k = 0; k < orders && right_so_far(); ++k)
      if (!try_one(width, height, k_tried_orders[k])) return;
  }

  /// Rows and columns of more pixels than a block has threads.
  void try_beyond_a_block() {
    for (const auto& [width, height] : {std::pair{k_beyond_a_block, 4}, std::pair{4, k_beyond_a_block}}) {
      if (!right_so_far() || report_.findings.wrong()) return;
      auto [tried, analysis, complete] = attempt(width, height, k_tried_orders[0]);
      if (tried.ended.out_of_time) {  // because: without a recording it may come to its end
        tried = start(width, height, k_tried_orders[0], 1, false);
        analysis = analyse(*tried.recording, program_.lines, program_.source, request_.stop);
      }
      const auto& list = analysis.findings.list();
      const auto first = [&](std::string_view kind) { return std::ranges::find(list, kind, &LabFinding::kind); };
      // because: it may only be slow
      if (tried.ended.out_of_time || request_.stop.stop_requested() || first("endless") != list.end()) return;
      const satlab::Header& header = tried.recording->header();
      const auto launch = first("launch");
      // because: a program may refuse by itself what is too large for it
      if (launch == list.end() && header.end == satlab::End::exited && header.table_form != satlab::TableForm::written) return;
      if (launch == list.end()) {
        judge(tried, std::move(analysis), width, height, k_tried_orders[0]);
        continue;
      }
      LabFinding note = *launch;  // because: a program for pictures that fit its blocks is right
      note.note = true;
      note.run = name_of(width, height, k_tried_orders[0]);
      note.sentence = fmt::format("A picture of {}x{} pixels is too large for it: {}", width, height, note.sentence);
      report_.findings.add("too large", std::move(note));
      return;
    }
  }

  /// What a call leaves in a __device__ variable, the next one finds. Only where the first is right.
  void try_second_call() {
    if (!right_so_far() || report_.findings.wrong()) return;
    const auto& [width, height] = request_.sizes.empty() ? std::pair{13, 9} : request_.sizes.back();
    calls_ = 2;
    auto [tried, analysis, complete] = attempt(width, height, k_tried_orders[0]);
    const auto known = [](const LabFinding& finding) { return !finding.mistake(); };
    std::erase_if(analysis.findings.list(), known);
    for (LabFinding& finding : analysis.findings.list()) finding.sentence += second_call();
    judge(tried, std::move(analysis), width, height, k_tried_orders[0]);
  }

  /// After a sentence.
  const char* second_call() const {
    return calls_ > 1 ? " table() was called twice, and its first call was right: __device__ variables keep what it left." : "";
  }

  std::string name_of(int width, int height, const std::string& order) const {
    return width > 0 ? fmt::format("{}x{}, {}{}", width, height, order, calls_ > 1 ? k_called_twice : "") : order;
  }

  void remember_shapes(const std::vector<LabLaunch>& launches) {
    for (const LabLaunch& launch : launches) {
      auto& [block, grid] = shapes_[launch.kernel];
      for (std::size_t k = 0; k < 3; ++k) {
        block[k] = std::max(block[k], launch.block[k]);
        grid[k] = std::max(grid[k], launch.grid[k]);
      }
    }
  }

  // ---- what main() prints
  static std::vector<std::string> sorted_lines(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    std::sort(lines.begin(), lines.end());  // because: kernels may print in any order
    return lines;
  }

  /// A note if another order of threads and blocks makes the program print something else.
  void compare_outputs() {
    if (report_.stopped || report_.findings.wrong() || outputs_.empty() || polls_) return;
    const std::vector<std::string> first = sorted_lines(outputs_[0]);
    for (std::size_t k = 1; k < outputs_.size(); ++k) {
      const std::vector<std::string> other = sorted_lines(outputs_[k]);
      if (other == first) continue;
      // because: times and random numbers differ anyway
      if (sorted_lines(start(0, 0, k_tried_orders[0], 1, false).ended.output) != first) return;
      std::size_t line = 0;
      while (line < first.size() && line < other.size() && first[line] == other[line]) ++line;
      LabFinding finding;
      finding.kind = "order";
      finding.note = true;
      finding.party.place.file = program_.source;
      finding.run = k_tried_orders[k];
      finding.sentence = fmt::format(
          "What the program prints depends on the order in which threads and blocks run: '{}' when they run {}, '{}' when they "
          "run {}.",
          line < first.size() ? first[line] : "", order_words(k_tried_orders[0]), line < other.size() ? other[line] : "",
          order_words(k_tried_orders[k]));
      report_.findings.add("output", std::move(finding));
      return;
    }
  }

  LabRun start(int width, int height, const std::string& order, std::uint32_t picture, bool record) {
    return runner_.run({.width = width,
                        .height = height,
                        .order = order,
                        .order_seed = request_.seed,
                        .picture = picture,
                        .record = record,
                        .seconds = request_.seconds,
                        .calls = calls_,
                        .arguments = request_.arguments,
                        .stop = request_.stop});
  }

  static bool is_endless(const Findings& findings) {
    return std::ranges::any_of(findings.list(), [](const LabFinding& one) { return one.kind == "endless"; });
  }

  struct Attempt {
    LabRun run;
    Analysis analysis;
    bool complete;  ///< false: the accesses did not fit into the recording
  };

  /// Of a run whose accesses do not fit, the beginning is looked at, and the whole for its table and its end.
  Attempt attempt(int width, int height, const std::string& order) {
    if (request_.progress) request_.progress(report_.runs.size(), name_of(width, height, order));
    LabRun tried = start(width, height, order, 1, true);
    Analysis analysis = analyse(*tried.recording, program_.lines, program_.source, request_.stop);
    const bool complete = tried.recording->header().end != satlab::End::too_many || is_endless(analysis.findings);
    if (!complete && !request_.stop.stop_requested()) {
      const Findings beginning = std::move(analysis.findings);
      tried = start(width, height, order, 1, false);
      analysis = analyse(*tried.recording, program_.lines, program_.source, request_.stop);
      if (!larger(width, height)) analysis.findings.merge(beginning, name_of(width, height, order));
    }
    return {std::move(tried), std::move(analysis), complete};
  }

  /// Whether all accesses were looked at.
  bool try_one(int width, int height, const std::string& order) {
    auto [tried, analysis, complete] = attempt(width, height, order);
    remember_shapes(analysis.launches);
    launched_ |= !analysis.launches.empty();
    report_.launches = analysis.launches;
    judge(tried, std::move(analysis), width, height, order);
    return complete;
  }

  /// What a run comes to, into the report.
  void judge(const LabRun& tried, Analysis analysis, int width, int height, const std::string& order) {
    const std::string name = name_of(width, height, order);
    add_how_it_ended(tried, program_.source, analysis.findings);
    CheckRun run{.width = width,
                 .height = height,
                 .order = order,
                 .calls = calls_,
                 .accesses = tried.recording->header().accesses,
                 .milliseconds = tried.ended.milliseconds};
    if (program_.has_table) run.failed = table_fails(tried, run, name, analysis);
    run.found = analysis.findings.wrong();
    run.failed |= run.found;
    // because: a picture of one pixel has little to print
    if (report_.runs.empty() || (width == 8 && height == 8 && order == k_tried_orders[0])) {
      report_.output = tried.ended.output;
      report_.output_run = name;
    }
    outputs_.push_back(tried.ended.output);
    polls_ |= tried.recording->header().polled != 0;
    report_.stopped =
        request_.stop.stop_requested() || !report_.refusals.empty() || tried.ended.signal != 0 || is_endless(analysis.findings);
    report_.findings.merge(analysis.findings, name);
    report_.runs.push_back(std::move(run));
  }

  bool larger(int width, int height) const {
    return width > 0 && request_.sizes.empty() &&
           std::find(std::begin(k_tried_sizes), std::end(k_tried_sizes), std::pair{width, height}) == std::end(k_tried_sizes);
  }

  /// Whether the table of the run is wrong.
  bool table_fails(const LabRun& tried, CheckRun& run, const std::string& name, const Analysis& analysis) {
    TableCheck table = check_table(*tried.recording);
    if (tried.recording->header().table_form == satlab::TableForm::no_overload)
      report_.refusals.push_back(
          {program_.table_place,
           "table() with these types cannot run on the CPU here: it must be void table(const unsigned char* in, unsigned* out, "
           "int width, int height), or "
           "with the types unsigned char to int or float, float to float, int to int, unsigned to unsigned. width and height "
           "must be int. Here it is table" +
               program_.table_parameters + "."});
    run.table = table.state;
    // a table that was right at another size of the other form is wrong
    const bool other_form = (form_ == TableCheck::right && table.state == TableCheck::exclusive && run.width * run.height > 1);
    if (table.comes_out()) form_ = table.state;
    if (report_.table.state == TableCheck::wrong) return table.state == TableCheck::wrong || other_form;
    if (table.state == TableCheck::wrong) {
      const auto entry = static_cast<std::size_t>(table.y * table.width + table.x);
      const bool unwritten = entry < analysis.unwritten_entries.size() && analysis.unwritten_entries[entry];
      explain(table, unwritten, [&](std::uint32_t picture) {
        return table_in(*start(run.width, run.height, run.order, picture, false).recording);
      });
      table.sentence += about_copies(tried, table);
      table.sentence += second_call();
      if (std::max(run.width, run.height) == k_beyond_a_block)
        table.sentence += fmt::format(" This size was chosen because a block has at most {} threads.", k_largest_block);
      else if (larger(run.width, run.height))
        table.sentence += " This size was chosen because several blocks are needed for it.";
      const auto forward = std::find_if(report_.runs.begin(), report_.runs.end(), [&](const CheckRun& other) {
        return other.width == run.width && other.height == run.height && other.table == TableCheck::right;
      });
      if (forward != report_.runs.end() && calls_ == 1 && !analysis.findings.wrong())
        table.sentence += fmt::format(
            " The result depends on the order in which blocks and threads run: at this size it is right when they run {}.",
            order_words(forward->order));
    }
    report_.table = table;
    report_.table_run = name;
    return table.state == TableCheck::wrong || other_form;
  }

  /// Too little was copied to the table, or nothing.
  std::string about_copies(const LabRun& tried, const TableCheck& table) const {
    const satlab::Header& header = tried.recording->header();
    const std::uint64_t bytes = 4 * static_cast<std::uint64_t>(table.width) * static_cast<std::uint64_t>(table.height);
    if (header.table_copies == 0) return table.never_written ? " No cudaMemcpy went to out." : "";
    if (header.table_copied >= bytes) return "";
    return fmt::format(" The cudaMemcpy to out in {} copies only {} of the {} bytes of the table.",
                       line_text(program_.lines.of_return(header.table_copy_site), {program_.source}), header.table_copied,
                       bytes);
  }

  void add_that_nothing_ran() {
    if (launched_ || report_.wrong() || !report_.refusals.empty() || request_.stop.stop_requested()) return;
    LabFinding finding;
    finding.kind = "launch";
    finding.note = program_.has_table;
    finding.party.place.file = program_.source;
    finding.run = k_tried_orders[0];
    finding.sentence = "No kernel was launched, so none was checked.";
    if (!program_.has_table)
      finding.sentence += request_.arguments.empty() ? " Does the program need arguments? Give them after --: satscope check "
                                                       "FILE.cu -- ARG"
                                                     : " Are these the arguments that it needs?";
    report_.findings.add("nothing ran", std::move(finding));
  }

  const CheckRequest& request_;
  const LabProgram& program_;
  CheckReport& report_;
  Runner runner_{program_};
  int calls_ = 1;                              ///< of table() in the next run
  bool launched_ = false;                      ///< a kernel, in any run
  bool polls_ = false;                         ///< in any run: how often it asks, and may print that, differs between them
  TableCheck::State form_ = TableCheck::none;  ///< of the tables so far
  using Dimensions = std::array<std::uint32_t, 3>;
  std::map<std::string, std::pair<Dimensions, Dimensions>> shapes_;  ///< the largest block and grid of each kernel
  std::vector<std::string> outputs_;                                 ///< of each run
};

}  // namespace

CheckReport check(const CheckRequest& request, const Compiler& compiler) {
  CheckReport report;
  report.compiler = compiler;
  report.seed = request.seed;
  BuildRequest wanted = request.build;
  wanted.stop = request.stop;
  const Built built = build(wanted, compiler);
  report.errors = built.errors;
  report.refusals = built.refusals;
  if (built.program && built.program->has_table && !request.arguments.empty())
    throw std::runtime_error(fmt::format("{} has table(), which takes no arguments", request.build.file));
  report.skips_main = built.program && built.program->skips_main;
  if (built.program) Checker(request, *built.program, report).run();
  report.findings.drop_doubles();
  report.findings.complete_sentences();
  for (const CompilerWarning& warning : built.warnings) {
    LabFinding finding;
    finding.kind = "warning";
    finding.note = !warning.certain;
    finding.party.place = warning.place;
    finding.run = k_compilation;
    finding.sentence =
        fmt::format("The compiler warns: {}. A local variable begins with whatever was in its register.", warning.sentence);
    report.findings.add(fmt::format("warning {}", warning.place.line), std::move(finding));
  }
  report.findings.sort();
  return report;
}

}  // namespace satscope::app::lab
