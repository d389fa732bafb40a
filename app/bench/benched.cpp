// SPDX-License-Identifier: Apache-2.0
#include "app/bench/benched.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "app/core/text/number_text.h"
#include "kernels/adopted.h"
#include "kernels/emulated.h"
#include "kernels/engine.h"
#include "kernels/registry.h"
#include "kernels/sampler.h"

namespace satscope::app {
namespace {

FilterRequest filter_request_of(const BenchCase& one) {
  return {.extent = one.extent, .params = one.params, .channels = one.channels};
}

/// The filter that computes the same in another way, or this one.
const Filter& other_way(const Filter& filter) {
  if (!filter.rival_of.empty()) return known_filter(filter.rival_of);
  const Filter* other = &filter;
  for (const Filter& rival : filters())
    if (rival.rival_of == filter.id) other = &rival;  // because: those that cost more are before
  return *other;
}

std::string refusal_of_filter(const Filter& filter, const BenchCase& one) {
  const FilterRequest request = filter_request_of(one);
  const Algorithm& tables = default_algorithm(one.machine);
  if (!filter.makes_picture) return fmt::format("{} measures and makes no picture: not supported by a bench", filter.id);
  if (std::string why = refusal(filter, request, tables, one.machine); !why.empty()) return why;
  if (const auto inputs = filter_plan(filter, request, tables).inputs; !inputs.empty())
    return fmt::format("{} needs '{}' besides the picture, which is not supported by a bench", filter.id, inputs.front().name);
  // because: minutes are too long for one number, and the curve shows where it goes
  constexpr double k_most_reads_on_cpu = 2e10;
  const double reads = filter.reads_per_pixel ? filter.reads_per_pixel(request) * static_cast<double>(one.extent.area()) : 0;
  if (one.machine == Machine::cpu && reads > k_most_reads_on_cpu)
    return fmt::format("it reads {} values; more than {} are not supported on the CPU", grouped(reads),
                       grouped(k_most_reads_on_cpu));
  return {};
}

std::unique_ptr<Measurement> measurement_of_filter(const Filter& filter, const BenchCase& one,
                                                   std::span<const std::byte> picture, const HowToMeasure& how) {
  const FilterRequest request = filter_request_of(one);
  const auto compare = [&](std::span<const std::byte> result) {
    FilterRequest again = request;
    const Filter& other = other_way(filter);
    std::erase_if(again.params, [&](const auto& param) { return !other.find_param(param.first); });
    Sampler sampler(filter_plan(other, again, known_algorithm("serial")).plan, Machine::cpu, how.threads, 1);
    Progress progress;
    const std::stop_callback cancel(how.stop, [&progress] { progress.cancelled = true; });
    const std::vector<std::byte> expected = sampler.result({picture, 1}, progress);
    Comparison comparison;
    comparison.correct = expected.size() == result.size();
    for (std::size_t i = 0; comparison.correct && i < expected.size(); ++i)
      comparison.max_error =
          std::max(comparison.max_error, std::abs(std::to_integer<int>(expected[i]) - std::to_integer<int>(result[i])) * 1.0);
    comparison.correct = comparison.correct && comparison.max_error == 0;
    return comparison;
  };
  return std::make_unique<Measurement>(filter_plan(filter, request, default_algorithm(one.machine)).plan, picture, one.machine,
                                       how, compare);
}

/// Of a file of the user's that is measured on the GPU; else null.
const OwnGpuProcess* own_process_of(const BenchCase& one) {
  const Algorithm* const algorithm = find_algorithm(one.algorithm);
  return algorithm ? satscope::own_process_of(*algorithm, one.machine) : nullptr;
}

}  // namespace

const Described* find_benched(std::string_view id) {
  if (const Algorithm* const algorithm = find_algorithm(id)) return algorithm;
  return find_filter(id);
}

const TypePair* find_benched_types(std::string_view id) { return id == k_filtered.id ? &k_filtered : find_type_pair(id); }

Request request_of(const BenchCase& one) {
  const TypePair* const types = find_benched_types(one.type);
  if (!types) throw std::invalid_argument(fmt::format("unknown type '{}'", one.type));
  const bool filters = types == &k_filtered;
  return {.extent = one.extent,
          .types = *types,
          .form = one.form,
          .params = filters ? Params{} : one.params,
          .channels = one.channels};
}

bool emulated(const BenchCase& one) {
  if (const Algorithm* const algorithm = find_algorithm(one.algorithm)) return satscope::emulated(*algorithm, one.machine);
  return find_filter(one.algorithm) && one.machine == Machine::cpu;  // filters are kernels of many threads
}

bool runs_apart(const BenchCase& one) { return own_process_of(one) != nullptr; }

bool is_own_file(const BenchCase& one) {
  const Algorithm* const algorithm = find_algorithm(one.algorithm);
  return algorithm && trace_maker_of(*algorithm);
}

std::string refusal(const BenchCase& one) {
  // because: Angioloni and Pegoraro go up to 10,000 on a GPU, and what shares the plot has no such number
  if (one.threads > k_most_threads)
    return fmt::format("{} threads of the host are not supported; at most {} are", grouped(one.threads * 1.0),
                       grouped(k_most_threads * 1.0));
  if (const Filter* const filter = find_filter(one.algorithm)) return refusal_of_filter(*filter, one);
  return why_not_timed(known_algorithm(one.algorithm), request_of(one), one.machine);
}

std::unique_ptr<Measurement> measurement_of(const BenchCase& one, std::span<const std::byte> picture, const HowToMeasure& how) {
  if (const Filter* const filter = find_filter(one.algorithm)) return measurement_of_filter(*filter, one, picture, how);
  if (const OwnGpuProcess* const own = own_process_of(one))
    return std::make_unique<Measurement>(own->measure(request_of(one), picture, how));
  return std::make_unique<Measurement>(known_algorithm(one.algorithm), request_of(one), picture, one.machine, how);
}

}  // namespace satscope::app
