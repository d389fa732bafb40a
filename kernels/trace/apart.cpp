// SPDX-License-Identifier: Apache-2.0
#include "kernels/trace/apart.h"

#include <fmt/format.h>

#include <stdexcept>

#include "kernels/plural.h"
#include "kernels/reference.h"
#include "kernels/trace/recorder.h"
#include "kernels/trace/tracing.h"

namespace satscope {

ApartTable run_apart(const Algorithm& algorithm, const Request& request, std::span<const std::byte> picture,
                     const Schedule& order, const std::set<Barrier>& deleted_barriers) {
  check_extent(request.extent);
  const Plan plan = algorithm.traced_plan(request);
  Recorder recorder({.deleted_barriers = deleted_barriers, .threads_apart = order});
  add_plan_buffers(recorder, plan, picture);
  for (const Pass& pass : plan.passes) pass.traced(recorder);

  const Buffer& about = plan.buffers[static_cast<std::size_t>(plan.table())];
  ApartTable table{.order = order, .extent = about.shape, .type = about.type, .cells = recorder.content(plan.table())};
  Trace rest = recorder.take();
  table.provenance = std::move(rest.provenance);
  if (!rest.deadlocks.empty()) table.problem = rest.deadlocks.front();
  table.wrong = compare_with_reference(algorithm, request, picture, raw_elements(table.cells, about.type)).wrong;
  table.provenance_exact = sums_exactly(table.provenance, table.cells, request);
  return table;
}

Trace trace_apart(const Algorithm& algorithm, const Request& request, std::span<const std::byte> picture, const Schedule& order,
                  const std::set<Barrier>& deleted_barriers) {
  check_extent(request.extent);
  const Plan plan = algorithm.traced_plan(request);
  Recorder recorder({.deleted_barriers = deleted_barriers, .threads_apart = order, .records_apart = true});
  add_plan_buffers(recorder, plan, picture);
  std::vector<Cell> start = recorder.content(plan.picture());
  for (const Pass& pass : plan.passes) pass.traced(recorder);
  const std::vector<Cell> table = recorder.content(plan.table());
  Trace trace = recorder.take();
  trace.picture = request.extent;
  trace.table = plan.table();
  trace.buffers[static_cast<std::size_t>(plan.picture())].start = std::move(start);
  trace.result_matches = trace.deadlocks.empty() &&
                         compare_with_reference(algorithm, request, picture, raw_elements(table, request.types.out)).correct;
  trace.provenance_exact = sums_exactly(trace.provenance, table, request);
  return trace;
}

std::vector<Schedule> thread_orders() {
  std::vector<Schedule> orders{{.kind = Schedule::Kind::ticket}, {.kind = Schedule::Kind::reversed}};
  for (const unsigned seed : {1U, 2U, 3U}) orders.push_back({.kind = Schedule::Kind::random, .seed = seed});
  return orders;
}

std::optional<ApartTable> find_wrong_table(const Algorithm& algorithm, const Request& request,
                                           std::span<const std::byte> picture, const std::set<Barrier>& deleted_barriers) {
  std::optional<ApartTable> misled;
  for (const Schedule& order : thread_orders()) {
    ApartTable table = run_apart(algorithm, request, picture, order, deleted_barriers);
    if (!table.wrong.empty()) return table;
    if (!table.provenance_exact && !misled) misled = std::move(table);
  }
  return misled;
}

std::string id_of_order(const Schedule& order) {
  switch (order.kind) {
    case Schedule::Kind::ticket: return "forwards";
    case Schedule::Kind::reversed: return "reversed";
    case Schedule::Kind::random: return fmt::format("random:{}", order.seed);
  }
  return "forwards";
}

std::string words_of_order(const Schedule& order) {
  switch (order.kind) {
    case Schedule::Kind::ticket: return "first thread first";
    case Schedule::Kind::reversed: return "last thread first";
    case Schedule::Kind::random: return fmt::format("random order, seed {}", order.seed);
  }
  return "first thread first";
}

std::string sentence_of(const ApartTable& table) {
  const std::string how = fmt::format("When threads run out of step ({}), ", words_of_order(table.order));
  const std::size_t all = table.cells.size(), wrong = table.wrong.size();
  if (wrong > 0) return how + fmt::format("{} of {} {} wrong.", wrong, counted(all, "entry"), wrong == 1 ? "is" : "are");
  if (!table.provenance_exact) return how + "the values are right only by chance: some entries sum the wrong pixels.";
  return how + "the table is right.";
}

}  // namespace satscope
