// SPDX-License-Identifier: Apache-2.0
#include "kernels/trace/apart.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "kernels/plural.h"
#include "kernels/reference.h"
#include "kernels/trace/recorder.h"
#include "kernels/trace/tracing.h"

namespace satscope {

namespace {

bool same_pixels(const ApartTable& a, const ApartTable& b, std::size_t at) {
  return std::ranges::equal(a.provenance.corners(a.cells[at].pixels), b.provenance.corners(b.cells[at].pixels));
}

/// Judges a buffer by what it holds after the run with all barriers.
void compare_with(const ApartTable& right, ApartTable& table) {
  table.wrong.clear();
  table.provenance_exact = true;
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    if (table.cells[i].bits != right.cells[i].bits) table.wrong.push_back(i);
    table.provenance_exact &= same_pixels(right, table, i);
  }
}

/// In the first order that shows it; runs: makes one in an order.
template <class Run>
std::optional<ApartTable> first_wrong(const Run& run) {
  std::optional<ApartTable> misled;
  for (const Schedule& order : thread_orders()) {
    ApartTable table = run(order);
    if (!table.wrong.empty()) return table;
    if (!table.provenance_exact && !misled) misled = std::move(table);
  }
  return misled;
}

}  // namespace

ApartTable run_apart(const Algorithm& algorithm, const Request& request, std::span<const std::byte> picture,
                     const Schedule& order, const std::set<Barrier>& deleted_barriers, const JudgedBuffer& judged) {
  check_extent(request.extent);
  const Plan plan = algorithm.traced_plan(request);
  Recorder recorder({.deleted_barriers = deleted_barriers, .threads_apart = order});
  add_plan_buffers(recorder, plan, picture);
  const std::size_t all = plan.passes.size();
  const std::size_t passes = judged.passes == 0 ? all : std::min(all, static_cast<std::size_t>(judged.passes));
  for (std::size_t i = 0; i < passes; ++i) plan.passes[i].traced(recorder);

  const int buffer = judged.buffer < 0 ? plan.table() : judged.buffer;
  const Buffer& about = plan.buffers[static_cast<std::size_t>(buffer)];
  ApartTable table{.order = order, .extent = about.shape, .type = about.type, .cells = recorder.content(buffer)};
  table.judged = judged;
  Trace rest = recorder.take();
  table.provenance = std::move(rest.provenance);
  if (!rest.deadlocks.empty()) table.problem = rest.deadlocks.front();
  if (judged.buffer >= 0) return table;
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
                                           std::span<const std::byte> picture, const std::set<Barrier>& deleted_barriers,
                                           int passes) {
  const Plan plan = algorithm.traced_plan(request);
  const int all = static_cast<int>(plan.passes.size());
  const bool whole = passes <= 0 || passes >= all;
  if (whole) {
    auto table =
        first_wrong([&](const Schedule& order) { return run_apart(algorithm, request, picture, order, deleted_barriers); });
    if (table) return table;
  }
  const int last = whole ? all : passes;
  for (int pass = last; pass > (whole ? 0 : last - 1); --pass)
    for (const int buffer : plan.passes[static_cast<std::size_t>(pass - 1)].writes) {
      const Buffer& about = plan.buffers[static_cast<std::size_t>(buffer)];
      if (about.words) continue;  // because: which words a block finds depends on the order
      const JudgedBuffer judged{.passes = pass, .buffer = buffer, .name = about.name};
      const ApartTable right = run_apart(algorithm, request, picture, {}, {}, judged);
      auto table = first_wrong([&](const Schedule& order) {
        ApartTable one = run_apart(algorithm, request, picture, order, deleted_barriers, judged);
        compare_with(right, one);
        return one;
      });
      if (table) return table;
    }
  return std::nullopt;
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
  const std::string how = fmt::format("With threads in another order ({}), ", words_of_order(table.order));
  const std::size_t all = table.cells.size(), wrong = table.wrong.size();
  const std::string whose = table.judged.name.empty() ? "" : fmt::format(" of {}", table.judged.name);
  if (wrong > 0)
    return how + fmt::format("{} of {}{} {} wrong.", wrong, counted(all, "entry"), whose, wrong == 1 ? "is" : "are");
  if (!table.provenance_exact) return how + "the values are right only by chance: some entries sum the wrong pixels.";
  return how + "the table is right.";
}

}  // namespace satscope
