// SPDX-License-Identifier: Apache-2.0
#include "app/lab/trace/newest_program.h"

#include <fmt/format.h>

#include <stdexcept>

#include "app/lab/analysis.h"
#include "app/lab/table_check.h"
#include "app/lab/trace/memory.h"
#include "kernels/adopted.h"
#include "kernels/registry.h"

namespace satscope::app::lab {
namespace {

LabProgram built_program(const std::string& path, const Compiler& compiler) {
  Built built = build({.file = path}, compiler);
  if (!built.errors.empty())
    throw std::runtime_error(fmt::format("{}: {}", reported(built.errors[0].place), built.errors[0].sentence));
  if (!built.refusals.empty())
    throw std::runtime_error(fmt::format("{}: {}", reported(built.refusals[0].place), built.refusals[0].sentence));
  return std::move(*built.program);
}

Nature nature_of(const LabProgram& program) {
  const int width = program.has_table ? 5 : 0, height = program.has_table ? 3 : 0;
  const LabRun run = Runner(program).run({.width = width, .height = height, .seconds = 2});
  const satlab::Header& header = run.recording->header();
  if (header.table_form == satlab::TableForm::no_overload)
    throw std::runtime_error(
        fmt::format("{}: table() has other types than u8 to unsigned, int or float, float to float, int to int, unsigned to "
                    "unsigned, which is not supported",
                    reported({program.source, 0, 0})));
  Nature nature{.has_table = program.has_table};
  const Analysis analysis = analyse(*run.recording, program.lines, program.source);
  for (const LabLaunch& launch : analysis.launches)
    nature.threads = std::max(nature.threads, static_cast<int>(launch.block[0] * launch.block[1] * launch.block[2]));
  if (!program.has_table && analysis.launches.empty())
    throw std::runtime_error(fmt::format("{}: main() launches no kernel, so there are no steps; that is not supported",
                                         reported({program.source, 0, 0})));
  if (!program.has_table) return nature;
  // what comes to no end is worth its steps; what never began a kernel is not
  if (header.table_form != satlab::TableForm::written && analysis.launches.empty())
    throw std::runtime_error(why_no_table(run, program));
  const Scalar in = drawn_type(header.pixel_type, 1), out = drawn_type(header.table_type, 4);
  for (const TypePair& pair : k_type_pairs)
    if (pair.in == in && pair.out == out && !pair.squares) nature.types = pair;
  if (header.table_form == satlab::TableForm::written && check_table(*run.recording).state == TableCheck::exclusive)
    nature.form = Form::exclusive;
  return nature;
}

}  // namespace

std::string why_no_table(const LabRun& run, const LabProgram& program) {
  Analysis analysis = analyse(*run.recording, program.lines, program.source);
  add_how_it_ended(run, program.source, analysis.findings);
  for (const LabFinding& finding : analysis.findings.list())
    if (!finding.note) return fmt::format("{}: {}", reported(finding.party.place), finding.sentence);
  return fmt::format("{}: the program did not come to its end", reported({program.source, 0, 0}));
}

NewestProgram::Saved NewestProgram::saved_now() const {
  std::error_code ignored;  // because: building it says why it cannot be read
  return std::filesystem::last_write_time(path_, ignored);
}

std::shared_ptr<const LabProgram> NewestProgram::take(std::shared_ptr<const LabProgram> now, Saved saved) {
  saved_ = saved;
  problem_.clear();
  return program_ = std::move(now);
}

std::shared_ptr<const LabProgram> NewestProgram::program() {
  const Saved saved = saved_now();
  try {
    const auto now = std::make_shared<const LabProgram>(built_program(path_, compiler_));
    {
      const std::scoped_lock lock(mutex_);
      if (program_ && program_->path == now->path) return take(now, saved);
    }
    const Nature nature = nature_of(*now);
    const std::scoped_lock lock(mutex_);
    nature_ = nature;
    if (const Algorithm* self = find_algorithm(path_)) change_adopted(*self, nature.form, trace_size(nature));
    return take(now, saved);
  } catch (const std::runtime_error& problem) {
    const std::scoped_lock lock(mutex_);
    // because: what shows its table must show no longer that of the text before
    if (const Algorithm* self = find_algorithm(path_); self && std::exchange(problem_, problem.what()) != problem.what())
      change_adopted(*self, nature_.form, trace_size(nature_));
    saved_ = saved;
    problem_ = problem.what();
    throw;
  }
}

std::shared_ptr<const LabProgram> NewestProgram::current() {
  {
    const std::scoped_lock lock(mutex_);
    const bool known = saved_ == saved_now();
    if (known && !problem_.empty()) throw std::runtime_error(problem_);
    if (known && program_) return program_;
  }
  return program();
}

Nature NewestProgram::nature() const {
  const std::scoped_lock lock(mutex_);
  return nature_;
}

}  // namespace satscope::app::lab
