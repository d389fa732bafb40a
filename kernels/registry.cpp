// SPDX-License-Identifier: Apache-2.0
#include "kernels/registry.h"

#include <fmt/format.h>

#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <stdexcept>

#include "kernels/adopted.h"
#include "kernels/device.h"
#include "kernels/near_word.h"
#include "kernels/trace/recorder.h"
#include "kernels/units.h"

namespace satscope {

#ifdef __ELF__
// because: the kernels for traces are half of a program; trace() brings them (trace/tracing.cpp), and one that calls it not has
// none
[[gnu::weak]] const std::vector<PlanOnOneMachine>& plans_traced();
[[gnu::weak]] const std::vector<DraftOnOneMachine>& drafts_traced();
#endif

namespace {

/// One of plans_traced or drafts_traced. Throws std::logic_error where they are not linked.
template <class List>
auto unit_at(List list, std::size_t number) {
  if (!list) throw std::logic_error("this program has no kernels for traces, as it does not call satscope::trace()");
  return list()[number];
}

/// The same passes with the runners of both machines.
Plan merge(Plan plan, Plan gpu) {
  if (plan.passes.size() != gpu.passes.size()) throw std::logic_error("an algorithm has different passes on two machines");
  for (std::size_t i = 0; i < plan.passes.size(); ++i) plan.passes[i].gpu = std::move(gpu.passes[i].gpu);
  return plan;
}

FilterDraft merge(FilterDraft draft, FilterDraft gpu) {
  if (draft.steps.size() != gpu.steps.size()) throw std::logic_error("a filter has different passes on two machines");
  for (std::size_t i = 0; i < draft.steps.size(); ++i)
    if (Pass* pass = std::get_if<Pass>(&draft.steps[i])) pass->gpu = std::move(std::get<Pass>(gpu.steps[i]).gpu);
  return draft;
}

/// Why four channels at once are not for it, as a sentence; empty: they are.
std::string refusal_of_four(const Algorithm& algorithm, const Request& request) {
  if (!algorithm.four_channels)
    return fmt::format("{} sums one channel at a time; four at once are not supported", algorithm.id);
  if (!sums_four_channels(request.types))
    return fmt::format("tables of {} have one channel; four are not supported", request.types.id);
  return {};
}

std::string refusal_of_four(const Filter& filter, const FilterRequest&) {
  if (filter.by_channel) return {};
  return fmt::format("{} filters luma; the four channels of colour are not supported", filter.id);
}

template <class Self, class AnyRequest>
std::string refusal_of_channels(const Self& self, const AnyRequest& request) {
  if (request.channels == 1) return {};
  if (request.channels == 4) return refusal_of_four(self, request);
  return fmt::format("{} channels are not supported; use 1 or 4", request.channels);
}

/// Throws what no machine would take.
template <class Self, class AnyRequest>
void check(const Self& self, const AnyRequest& request) {
  self.check_names(request.params);
  if (const std::string why = refusal_of_channels(self, request); !why.empty()) throw std::invalid_argument(why);
}

template <class AnyRequest>
void check_traced(const Described& self, const AnyRequest& request) {
  self.check_names(request.params);
  if (request.channels != 1) throw std::invalid_argument("traces of four channels are not supported; use one channel");
}

void check_traced_extent(const Algorithm& algorithm, const Request& request) {
  const auto [width, height] = request.extent;
  if (const int most = algorithm.trace_limit; width > most || height > most)
    throw std::invalid_argument(fmt::format("traces of {} above {}x{} pixels are not supported; this picture has {}x{}",
                                            algorithm.id, most, most, width, height));
}

/// Throws if the algorithm refuses the request on every machine.
void check_refusal(const Algorithm& algorithm, const Request& request) {
  for (const auto& machine : k_machines)
    if (algorithm.refusal(request, machine.value).empty()) return;
  throw std::invalid_argument(algorithm.refusal(request, Machine::cpu));
}

/// The same passes for numbers of these types.
Plan with_types(Plan plan, const TypePair& types) {
  for (Pass& pass : plan.passes)
    pass.traced = [run = std::move(pass.traced), types](Recorder& recorder) {
      recorder.set_types(types);
      run(recorder);
    };
  return plan;
}

/// Whether this build has kernels of the GPU for the request.
bool is_on_gpu([[maybe_unused]] const Request& request) {
#ifdef SATSCOPE_FEW_GPU_TYPES
  return request.channels == 1 &&
         (request.types.id == std::string_view("8u32u") || request.types.id == std::string_view("8u64u"));
#else
  return true;
#endif
}

std::vector<Algorithm> assemble() {
  std::vector<Algorithm> list = algorithm_descriptions();
  for (std::size_t i = 0; i < list.size(); ++i) {
    const PlanOnOneMachine cpu = plans_on_cpu()[i];
    const PlanOnOneMachine gpu = plans_on_gpu().empty() ? nullptr : plans_on_gpu()[i];
    // by value: the vector moves
    list[i].refusal_where_present = [self = list[i]](const Request& request, Machine machine) {
      const std::string why = refusal_of_channels(self, request);
      return why.empty() ? self.refusal(request, machine) : why;
    };
    list[i].refusal = [self = list[i]](const Request& request, Machine machine) {
      const std::string why = self.refusal_where_present(request, machine);
      return why.empty() ? absence(self) : why;
    };
    list[i].traced_plan = [i, self = list[i]](const Request& request) {
      if (!self.traced()) throw std::invalid_argument(self.untraced);
      check_traced(self, request);
      check_traced_extent(self, request);
      check_refusal(self, request);
      return with_types(unit_at(plans_traced, i)(request), request.types);
    };
    list[i].plan = [cpu, gpu, self = list[i]](const Request& request) {
      check(self, request);
      check_refusal(self, request);
      return gpu && is_on_gpu(request) ? merge(cpu(request), gpu(request)) : cpu(request);
    };
  }
  return list;
}

std::vector<Filter> assemble_filters() {
  std::vector<Filter> list = filter_descriptions();
  for (std::size_t i = 0; i < list.size(); ++i) {
    const DraftOnOneMachine cpu = drafts_on_cpu()[i];
    const DraftOnOneMachine gpu = drafts_on_gpu().empty() ? nullptr : drafts_on_gpu()[i];
    list[i].refusal = [self = list[i]](const FilterRequest& request) {
      const std::string why = refusal_of_channels(self, request);
      return why.empty() ? self.refusal(request) : why;
    };
    list[i].traced_draft = [i, self = list[i]](const FilterRequest& request) {
      check_traced(self, request);
      return unit_at(drafts_traced, i)(request);
    };
    list[i].draft = [cpu, gpu, self = list[i]](const FilterRequest& request) {
      check(self, request);
      return gpu ? merge(cpu(request), gpu(request)) : cpu(request);
    };
  }
  return list;
}

/// Those that are compiled in, and behind them those that were adopted.
struct AlgorithmList {
  std::vector<Algorithm> all = assemble();
  std::size_t compiled_in = all.size();
  std::atomic<std::size_t> size{all.size()};
  std::mutex adopting;
  struct Adopted {
    TraceMaker trace;
    OwnGpuProcess on_gpu;
    std::atomic<int> changes{0};
  };
  std::map<std::string, Adopted, std::less<>> adopted;  ///< by id

  AlgorithmList() { all.reserve(compiled_in + k_most_adopted); }  // because: others hold references
};

AlgorithmList& algorithm_list() {
  static AlgorithmList list;
  return list;
}

}  // namespace

std::span<const Algorithm> algorithms() {
  const AlgorithmList& list = algorithm_list();
  return {list.all.data(), list.size.load(std::memory_order_acquire)};
}

std::vector<std::reference_wrapper<const Algorithm>> traced_algorithms() {
  std::vector<std::reference_wrapper<const Algorithm>> traced;
  for (const Algorithm& one : algorithms())
    if (one.traced()) traced.emplace_back(one);
  return traced;
}

const Algorithm& adopt(Algorithm algorithm, TraceMaker trace, OwnGpuProcess on_gpu) {
  AlgorithmList& list = algorithm_list();
  const std::scoped_lock lock(list.adopting);
  if (const Algorithm* known = find_algorithm(algorithm.id)) {
    if (!list.adopted.contains(algorithm.id))
      throw std::invalid_argument(fmt::format("'{}' is the name of an algorithm already", algorithm.id));
    return *known;
  }
  if (list.all.size() == list.all.capacity())
    throw std::invalid_argument(fmt::format("more than {} files as algorithms are not supported", k_most_adopted));
  AlgorithmList::Adopted& adopted = list.adopted[algorithm.id];
  adopted.trace = std::move(trace);
  adopted.on_gpu = std::move(on_gpu);
  list.all.push_back(std::move(algorithm));
  list.size.store(list.all.size(), std::memory_order_release);
  return list.all.back();
}

void change_adopted(const Algorithm& algorithm, Form natural_form, const Sizes& trace_sizes) {
  AlgorithmList& list = algorithm_list();
  const std::scoped_lock lock(list.adopting);
  for (Algorithm& one : list.all) {
    if (&one != &algorithm || !list.adopted.contains(one.id)) continue;
    // because: others read them meanwhile
    std::atomic_ref(one.natural_form).store(natural_form, std::memory_order_relaxed);
    std::atomic_ref(one.trace_sizes.back().block).store(trace_sizes.block, std::memory_order_relaxed);
    ++list.adopted.at(one.id).changes;
  }
}

namespace {
const AlgorithmList::Adopted* adopted_of(const Algorithm& algorithm) {
  AlgorithmList& list = algorithm_list();
  const std::scoped_lock lock(list.adopting);
  const auto found = list.adopted.find(algorithm.id);
  return found == list.adopted.end() ? nullptr : &found->second;
}
}  // namespace

int changes_of(const Algorithm& algorithm) {
  const AlgorithmList::Adopted* adopted = adopted_of(algorithm);
  return adopted ? adopted->changes.load() : 0;
}

const TraceMaker* trace_maker_of(const Algorithm& algorithm) {
  const AlgorithmList::Adopted* adopted = adopted_of(algorithm);
  return adopted ? &adopted->trace : nullptr;
}

const OwnGpuProcess* own_process_of(const Algorithm& algorithm, Machine machine) {
  const AlgorithmList::Adopted* adopted = machine == Machine::gpu ? adopted_of(algorithm) : nullptr;
  return adopted && adopted->on_gpu.measure ? &adopted->on_gpu : nullptr;
}

const Algorithm* find_algorithm(std::string_view id) { return find_in(algorithms(), id); }
const Algorithm& known_algorithm(std::string_view id) {
  if (const Algorithm* const algorithm = find_algorithm(id)) return *algorithm;
  throw std::invalid_argument(unknown_word("algorithm", id, id_list(algorithms())));
}

namespace {
struct AdoptedSources {
  std::mutex keeping;
  std::deque<std::string> texts;
  std::map<std::string, std::string_view, std::less<>> newest;  ///< by path
};
AdoptedSources& adopted_sources() {
  static AdoptedSources sources;
  return sources;
}
}  // namespace

std::string_view adopted_source(std::string_view path) {
  AdoptedSources& sources = adopted_sources();
  const std::scoped_lock lock(sources.keeping);
  const auto found = sources.newest.find(path);
  return found == sources.newest.end() ? std::string_view() : found->second;
}

void keep_adopted_source(const std::string& path, std::string text) {
  AdoptedSources& sources = adopted_sources();
  const std::scoped_lock lock(sources.keeping);
  std::string_view& newest = sources.newest[path];
  if (newest != text) newest = sources.texts.emplace_back(std::move(text));  // because: the older one may be on the screen
}

std::span<const Filter> filters() {
  static const std::vector<Filter> list = assemble_filters();
  return list;
}
const Filter* find_filter(std::string_view id) { return find_in(filters(), id); }
const Filter& known_filter(std::string_view id) {
  if (const Filter* const filter = find_filter(id)) return *filter;
  throw std::invalid_argument(unknown_word("filter", id, id_list(filters())));
}

const Algorithm& default_algorithm(Machine machine) {
  const Algorithm* algorithm = find_algorithm(machine == Machine::gpu ? "single-pass" : "cpu-simd");
  if (machine == Machine::cpu && algorithm && !absence(*algorithm).empty()) algorithm = find_algorithm("serial");
  if (!algorithm) throw std::logic_error("the default algorithm is not in the list");
  return *algorithm;
}

std::string refusal(const Algorithm& algorithm, const Request& request, Machine machine) {
  if (machine == Machine::gpu && !gpu_status().usable) return gpu_status().reason;
  return algorithm.refusal(request, machine);
}

std::string why_not_timed(const Algorithm& algorithm, const Request& request, Machine machine) {
  const OwnGpuProcess* own = own_process_of(algorithm, machine);
  return own ? own->refusal(request) : refusal(algorithm, request, machine);
}

std::string refusal(const Filter& filter, const FilterRequest& request, const Algorithm& tables, Machine machine) {
  if (machine == Machine::gpu && !gpu_status().usable) return gpu_status().reason;
  if (const std::string why = filter.refusal(request); !why.empty()) return why;
  const FilterDraft draft = filter.draft(request);
  for (const FilterStep& step : draft.steps)
    if (const TableStep* table = std::get_if<TableStep>(&step)) {
      const Buffer& summed = draft.buffers[static_cast<std::size_t>(table->picture)];
      if (const std::string why = tables.refusal({.extent = summed.shape,
                                                  .types = table->types,
                                                  .form = Form::inclusive,
                                                  .params = request.table_params,
                                                  .channels = summed.channels},
                                                 machine);
          !why.empty())
        return why;
    }
  return {};
}

}  // namespace satscope
