// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/request.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "kernels/device.h"
#include "kernels/engine.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

const TypePair& known_type(std::string_view id) {
  if (const TypePair* pair = find_type_pair(id)) return *pair;
  throw std::invalid_argument(fmt::format("'{}' is no type of table", id));
}

TypePair choose_types(const Wanted& wanted, Extent extent) {
  if (!wanted.type.empty()) return known_type(wanted.type);
  const bool bytes = wanted.is_live() || std::holds_alternative<std::vector<std::uint8_t>>(wanted.still->values);
  if (!bytes) return known_type("32f32f");
  const TypePair& narrow = known_type("8u32u");
  return can_overflow(narrow, static_cast<double>(extent.area())) ? known_type("8u64u") : narrow;
}

const Algorithm& choose_algorithm(const Wanted& wanted, Machine machine) {
  return wanted.algorithm.empty() ? default_algorithm(machine) : known_algorithm(wanted.algorithm);
}

/// Before nothing is shown the machine is changed, unless somebody insisted on it, or else the algorithm. Returns the sentence
/// that says so, empty if nothing had to be changed. Throws std::invalid_argument with the refusal if nothing helps.
std::string replace_what_refuses(TableJob& job, bool insists_on_machine) {
  const std::string why = refusal(*job.algorithm, job.request, job.machine);
  if (why.empty()) return {};
  if (!insists_on_machine && job.machine == Machine::gpu && refusal(*job.algorithm, job.request, Machine::cpu).empty()) {
    job.machine = Machine::cpu;
    return why + "; the CPU computes it instead";
  }
  Request request = job.request;
  request.params.clear();
  const Algorithm& other = default_algorithm(job.machine);
  if (!refusal(other, request, job.machine).empty()) throw std::invalid_argument(why);
  job.algorithm = &other;
  job.request = request;
  return fmt::format("{}; {} computes it instead", why, other.title);
}

}  // namespace

Machine choose_machine(std::optional<Machine> wanted, DisplayPath path) {
  if (wanted == Machine::gpu && path == DisplayPath::cpu && gpu_status().usable)
    throw std::invalid_argument("the display path cpu shows what the CPU computed: choose copy or interop for the GPU");
  if (wanted) return *wanted;
  return gpu_status().usable && path != DisplayPath::cpu ? Machine::gpu : Machine::cpu;
}

Decision decide(const Wanted& wanted, std::optional<Extent> live, DisplayPath path, std::size_t most_words) {
  Decision decision;
  if (wanted.is_live() ? !live : !wanted.still) return decision;
  try {
    TableJob job;
    if (!wanted.is_live()) job.still = wanted.still;
    const Extent extent = wanted.is_live() ? *live : wanted.still->extent;
    if (extent.width < 1 || extent.height < 1) throw std::invalid_argument("a picture has at least one pixel");
    job.machine = choose_machine(wanted.machine, path);
    job.algorithm = &choose_algorithm(wanted, job.machine);
    job.request = {.extent = extent, .types = choose_types(wanted, extent), .form = Form::inclusive, .params = wanted.params};
    decision.message = replace_what_refuses(job, wanted.machine.has_value());
    job.reduction = reduction_for(extent, job.request.types.out, most_words);
    if (job.reduction > 1) {
      if (!decision.message.empty()) decision.message += "; ";
      decision.message +=
          fmt::format("{}x{} is more than OpenGL shows at once here: one pixel of {}x{} is drawn, all of them are summed",
                      extent.width, extent.height, job.reduction, job.reduction);
    }
    if (wanted.stage) {
      const std::vector<PlanStage> stages = stages_of(*job.algorithm, job.request);
      job.stage = stages[std::min(*wanted.stage, stages.size() - 1)];
      job.stage_reduction = reduction_for(job.stage->shape, job.stage->type, most_words);
    }
    job.path = job.machine == Machine::cpu ? DisplayPath::cpu : path;
    if (job.path == DisplayPath::interop && std::max(job.reduction, job.stage_reduction) > 1) job.path = DisplayPath::copy;
    decision.job = std::move(job);
  } catch (const std::exception& problem) {
    decision.message = problem.what();
  }
  return decision;
}

bool same_table(const Wanted& a, const Wanted& b) {
  const bool same_source = a.live.words == b.live.words && a.live.mode == b.live.mode && (a.is_live() || a.still == b.still);
  return same_source && a.algorithm == b.algorithm && a.type == b.type && a.params == b.params && a.machine == b.machine;
}

bool serves(const Wanted& asked, const Wanted& wanted) {
  return same_table(asked, wanted) && (!wanted.stage || wanted.stage == asked.stage);
}

std::string device_name(Machine machine) {
  if (machine == Machine::gpu) return gpu_status().device;
  const int threads = host_threads();
  return fmt::format("CPU, {} thread{}", threads, threads == 1 ? "" : "s");
}

}  // namespace satscope::app
