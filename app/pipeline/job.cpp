// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/job.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "app/pipeline/content.h"
#include "app/render/interop.h"
#include "kernels/device.h"
#include "kernels/engine.h"
#include "kernels/faces/search.h"
#include "kernels/plural.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

constexpr int k_colours = 4;

// ---------------------------------------------------------------- both

/// Throws std::invalid_argument with a sentence.
Machine choose_machine(std::optional<Machine> wanted, DisplayPath path) {
  if (wanted == Machine::gpu && path == DisplayPath::cpu && gpu_status().usable)
    throw std::invalid_argument("the display path cpu shows what the CPU computed: choose copy or interop for the GPU");
  if (wanted) return *wanted;
  return gpu_status().usable && path != DisplayPath::cpu ? Machine::gpu : Machine::cpu;
}

const Algorithm& choose_algorithm(const std::string& id, Machine machine) {
  return id.empty() ? default_algorithm(machine) : known_algorithm(id);
}

/// What is drawn reduced is copied: CUDA writes all of it.
DisplayPath path_of(const Job& job, DisplayPath best) {
  if (job.machine == Machine::cpu) return DisplayPath::cpu;
  const bool reduced = std::max({job.reduction, job.stage_reduction, job.before_reduction}) > 1;
  return best == DisplayPath::interop && reduced ? DisplayPath::copy : best;
}

// ---------------------------------------------------------------- a table

TypePair choose_types(const Wanted& wanted, Extent extent) {
  if (!wanted.type.empty()) {
    if (const TypePair* pair = find_type_pair(wanted.type)) return *pair;
    throw std::invalid_argument(fmt::format("'{}' is no type of table", wanted.type));
  }
  const bool bytes = wanted.is_live() || std::holds_alternative<std::vector<std::uint8_t>>(wanted.still->values);
  if (!bytes) return *find_type_pair("32f32f");
  const TypePair& narrow = *find_type_pair("8u32u");
  return can_overflow(narrow, static_cast<double>(extent.area())) ? *find_type_pair("8u64u") : narrow;
}

/// Before nothing is shown the machine is changed, unless the user insisted on it, or else the algorithm. Returns the sentence
/// that says so, empty if nothing had to be changed. Throws std::invalid_argument with the refusal if nothing helps.
std::string replace_what_refuses(Job& job, bool insists_on_machine) {
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

Job table_job(const Wanted& wanted, Extent extent, DisplayPath path, std::size_t most_words) {
  Job job{.extent = extent, .machine = choose_machine(wanted.machine, path)};
  job.algorithm = &choose_algorithm(wanted.algorithm, job.machine);
  job.changes = wanted.changes;
  job.request = {.extent = extent, .types = choose_types(wanted, extent), .form = Form::inclusive, .params = wanted.params};
  job.note = replace_what_refuses(job, wanted.machine.has_value());
  job.reduction = reduction_for(extent, job.request.types.out, most_words);
  if (job.reduction > 1) {
    if (!job.note.empty()) job.note += "; ";
    job.note += fmt::format("{}x{} is more than OpenGL shows at once here: one pixel of {}x{} is drawn, all of them are summed",
                            extent.width, extent.height, job.reduction, job.reduction);
  }
  if (wanted.stage) {
    const std::vector<PlanStage> stages = stages_of(*job.algorithm, job.request);
    job.stage = stages[std::min(*wanted.stage, stages.size() - 1)];
    job.stage_reduction = reduction_for(job.stage->shape, job.stage->type, most_words);
    job.before_reduction = reduction_for(job.stage->before.shape, job.stage->before.type, most_words);
  }
  job.path = path_of(job, path);
  // because: OpenGL's buffer holds the rows as they lie, and reads no further
  if (job.path == DisplayPath::interop && job.plan().buffers.back().bytes() / sizeof(std::uint32_t) > most_words)
    job.path = DisplayPath::copy;
  return job;
}

// ---------------------------------------------------------------- a chain

/// Empty if the whole chain can run so.
std::string chain_refusal(const ChainRequest& asked, FilterRequest request, const Algorithm& tables, Machine machine) {
  for (const ChainLink& link : asked.chain) {
    request.params = link.params;
    if (std::string why = refusal(*link.filter, request, tables, machine); !why.empty()) return why;
  }
  return {};
}

/// The whole picture as one face, hidden so that no person can be recognised.
ChainRequest covered(ChainRequest asked, Extent extent) {
  asked.searched.reset();
  asked.faces = {{0, 0, extent.width, extent.height}};
  for (ChainLink& link : asked.chain)
    if (faces::hides_faces(link)) {
      link.params["hide"] = std::string("mosaic");
      link.params["parts"] = 2.0;
    }
  return asked;
}

/// request: the picture of a chain that hides faces is either the one that was searched, or covered.
Job chain_job(const Wanted& wanted, const ChainRequest& asked, Extent extent, DisplayPath path, std::size_t most_words) {
  Job job{.extent = extent,
          .machine = choose_machine(wanted.machine, path),
          .reduction = reduction_for(extent, Scalar::u32, most_words),
          .chain = asked};
  job.path = path_of(job, path);
  if (job.passes_on()) return job;
  const bool by_channel = std::ranges::all_of(asked.chain, [](const ChainLink& link) { return link.filter->by_channel; });
  job.colour = asked.colour && by_channel;
  FilterRequest request{.extent = extent,
                        .regions = std::max(1, static_cast<int>(asked.regions.size())),
                        .faces = static_cast<int>(asked.faces.size()),
                        .channels = job.colour ? k_colours : 1};
  const Algorithm* tables = &choose_algorithm(wanted.algorithm, job.machine);
  std::string why = chain_refusal(asked, request, *tables, job.machine);
  if (!why.empty() && !wanted.algorithm.empty()) {
    // what was chosen has one channel, or does not take this picture: the filtered picture comes first
    tables = &default_algorithm(job.machine);
    job.remark = fmt::format("{} makes the tables, because {}", tables->title, why);
    why = chain_refusal(asked, request, *tables, job.machine);
  }
  if (!why.empty()) throw std::runtime_error(why);
  job.words = words_plan(asked.chain, request, *tables);
  for (const ChainLink& link : asked.chain) {
    request.params = link.params;
    if (const std::string said = link.filter->remark(request); !said.empty())
      job.remark += fmt::format("{}{}", job.remark.empty() ? "" : "; ", said);
  }
  return job;
}

}  // namespace

Decision decide(const Wanted& wanted, std::optional<Extent> extent, DisplayPath path, std::size_t most_words) {
  if (!extent) return {};
  Decision decision;
  try {
    if (extent->width < 1 || extent->height < 1) throw std::invalid_argument("a picture has at least one pixel");
    if (!wanted.filters) {
      decision.job = std::make_shared<Job>(table_job(wanted, *extent, path, most_words));
      decision.message = decision.job->note;
      return decision;
    }
    try {
      const ChainRequest& asked = *wanted.filters;
      const bool open = !asked.hides_faces() || (asked.searched && asked.searched->extent == *extent);
      decision.job =
          std::make_shared<Job>(chain_job(wanted, open ? asked : covered(asked, *extent), *extent, path, most_words));
    } catch (const std::exception& problem) {
      decision.message = problem.what();
      const ChainRequest plain{.chain = {}, .black = wanted.filters->black || wanted.filters->hides_faces()};
      decision.job = std::make_shared<Job>(chain_job(wanted, plain, *extent, path, most_words));
    }
  } catch (const std::exception& problem) {
    decision.message = problem.what();
  }
  return decision;
}

bool same_table(const Wanted& a, const Wanted& b) {
  const bool same_source = a.live.words == b.live.words && a.live.mode == b.live.mode && (a.is_live() || a.still == b.still);
  return same_source && a.algorithm == b.algorithm && a.changes == b.changes && a.type == b.type && a.params == b.params &&
         a.machine == b.machine;
}

bool ChainRequest::hides_faces() const { return std::ranges::any_of(chain, faces::hides_faces); }

bool ChainRequest::operator==(const ChainRequest& other) const {
  const auto same = [](const ChainLink& x, const ChainLink& y) { return x.filter == y.filter && x.params == y.params; };
  return std::ranges::equal(chain, other.chain, same) && colour == other.colour && regions == other.regions &&
         greys == other.greys && black == other.black &&
         (searched ? searched->rgba : nullptr) == (other.searched ? other.searched->rgba : nullptr) && faces == other.faces &&
         painted == other.painted && cut == other.cut;
}

PathChoice choose_path(std::optional<DisplayPath> forced, Painter painter) {
  const GpuStatus& gpu = gpu_status();
  if (forced == DisplayPath::cpu) return {DisplayPath::cpu, "the display path cpu was asked for"};
  if (!gpu.usable) {
    if (forced) throw std::runtime_error(fmt::format("the display path {} cannot run: {}", id_of(*forced), gpu.reason));
    return {DisplayPath::cpu, gpu.reason};
  }
  if (forced == DisplayPath::copy) return {DisplayPath::copy, "the display path copy was asked for"};
  const std::string why_not =
      painter == Painter::cpu ? "the CPU paints the views, and reads them in its own memory" : interop_refusal();
  if (why_not.empty()) return {DisplayPath::interop, "CUDA writes into the buffers that OpenGL draws"};
  if (forced) throw std::runtime_error("the display path interop cannot run: " + why_not);
  return {DisplayPath::copy, "tables are copied to the host and back: " + why_not};
}

std::string device_name(Machine machine, int threads) {
  if (machine == Machine::gpu) return gpu_status().device;
  const int computed = threads > 0 ? threads : host_threads();
  return fmt::format("CPU, {}{}", threads > 0 || computed == 1 ? "" : "up to ", counted(computed, "thread"));
}

}  // namespace satscope::app
