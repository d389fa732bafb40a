// SPDX-License-Identifier: Apache-2.0
#include "app/lab/trace/file_algorithm.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "app/core/cancel_watch.h"
#include "app/core/stopping.h"
#include "app/lab/analysis.h"
#include "app/lab/build.h"
#include "app/lab/cache.h"
#include "app/lab/gpu/gpu_program.h"
#include "app/lab/run.h"
#include "app/lab/trace/newest_program.h"
#include "app/lab/trace/origin_finder.h"
#include "app/lab/trace/trace_maker.h"
#include "kernels/adopted.h"
#include "kernels/device.h"
#include "kernels/measure.h"
#include "kernels/not_supported.h"
#include "kernels/reference.h"
#include "kernels/registry.h"
#include "kernels/stopwatch.h"
#include "kernels/table.h"
#include "kernels/trace/replay.h"

namespace satscope::app::lab {
namespace {

constexpr int k_seconds_of_trace = 20, k_seconds_of_table = 600;
constexpr std::size_t k_most_pixels = std::size_t{1} << 24, k_most_fine_pixels = 1024;

/// How the threads of a file run, of which its table may depend if it is wrong.
const Param& order_param() {
  static const Param param{.id = "order",
                           .fallback = std::string("forward"),
                           .choices = {"forward", "reverse", "random", "lockstep"},
                           .help =
                               "The threads of a block run one after the other up to the next barrier, in one of three "
                               "orders; or the lanes of a warp in lockstep."};
  return param;
}
const Param& fine_param() {
  static const Param param{
      .id = "fine", .fallback = false, .help = "A step also ends where another thread goes on, or in lockstep another line."};
  return param;
}
std::string order_in(const Request& request) { return std::get<std::string>(order_param().value_in(request.params)); }

/// traced: of its steps, which a file without table() has, too.
std::string refusal_of(const std::string& name, const Nature& nature, const Request& request, bool traced = false) {
  if (!nature.has_table)
    return traced
               ? ""
               : fmt::format("{} has its own main() and makes no table, which is not supported; Steps shows its kernels", name);
  if (request.channels != 1) return fmt::format("{} sums one channel; {} are not supported", name, request.channels);
  if (request.types.id != nature.types.id)
    return fmt::format("{} sums {}; its table() does not take {}, so that is not supported; choose the type {}", name,
                       nature.types.id, request.types.id, nature.types.id);
  if (request.form != nature.form)
    return fmt::format("{} makes the {} form; the {} one is not supported; choose the form {}", name, id_of(nature.form),
                       id_of(request.form), id_of(nature.form));
  if (request.extent.area() > k_most_pixels)
    return fmt::format("{} is emulated; pictures above {} million pixels are not supported", name, k_most_pixels >> 20);
  return {};
}

std::vector<double> numbers_of(std::span<const std::byte> raw, Scalar type) {
  std::vector<double> numbers(raw.size() / size_of(type));
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, raw.data() + k * size_of(type), size_of(type));
    numbers[k] = to_double(value_of_bits(bits, type));
  }
  return numbers;
}

void run_on(const LabProgram& program, const Request& request, const Memory& memory, const HostRun& how) {
  const std::size_t pixels = request.extent.area();
  const auto* picture = static_cast<const std::byte*>(memory.at[0]);
  const std::vector<double> numbers = numbers_of({picture, pixels * size_of(request.types.in)}, request.types.in);
  const CancelWatch watch(how.progress);
  const LabRun run = Runner(program).run({.width = request.extent.width,
                                          .height = request.extent.height,
                                          .order = order_in(request),
                                          .pixels = numbers,
                                          .record = false,
                                          .seconds = k_seconds_of_table,
                                          .stop = watch.token()});
  if (how.progress && how.progress->cancelled) return;
  const Analysis analysis = analyse(*run.recording, program.lines, program.source);
  for (const LabFinding& finding : analysis.findings.list())
    // a GPU would stop, or write anywhere, or not run the kernel
    if (finding.kind == "bounds" || finding.kind == "pointer" || (finding.kind == "launch" && !finding.note))
      throw std::runtime_error(fmt::format("{}: {}", reported(finding.party.place), finding.sentence));
  const satlab::Header& header = run.recording->header();
  const std::string_view table = run.recording->bytes(header.table, pixels * size_of(request.types.out));
  if (header.table_form != satlab::TableForm::written || table.empty()) throw std::runtime_error(why_no_table(run, program));
  std::memcpy(memory.at[1], table.data(), table.size());
}

Race race_of(const LabFinding& finding) {
  const auto party = [](const Party& one) {
    const Place& place = one.place;
    return satscope::Party{
        .label = place.line > 0 ? fmt::format("line {}", place.line) : "an unknown place",
        .at = {std::filesystem::path(place.file).filename().string(), static_cast<std::uint32_t>(std::max(1, place.line))},
        .block = static_cast<int>(one.block),
        .thread = static_cast<int>(one.thread)};
  };
  const lab::Party& first = finding.other.value_or(finding.party);
  const auto verb = [](const Party& one) { return one.access == "reads" ? "read" : "write"; };
  return {.kind = fmt::format("{} after {}", verb(finding.party), verb(first)),
          .buffer = finding.array,
          .index = static_cast<std::uint32_t>(std::max<std::int64_t>(0, finding.index.value_or(0))),
          .first = party(first),
          .second = party(finding.party),
          .times = finding.times};
}

/// Why the steps end before the program does.
std::string why_cut(const LabRun& run, const LabProgram& program, const Analysis& analysis) {
  constexpr std::string_view k_ends[] = {"assert", "crash", "endless", "memory", "forbidden", "pointer", "bounds", "refused"};
  Findings findings = analysis.findings;
  add_how_it_ended(run, program.source, findings);
  const auto& list = findings.list();
  const auto end = std::find_if(list.rbegin(), list.rend(), [&](const LabFinding& finding) {
    return std::ranges::find(k_ends, finding.kind) != std::end(k_ends);
  });
  if (end == list.rend()) return why_no_table(run, program);
  return fmt::format("{}: {}", reported(end->party.place), end->sentence);
}

/// Whether all launches came to their end, and the table is there if there is to be one.
bool ended_well(const Recording& recording, bool has_table) {
  const auto failed = [](const satlab::Event& event) { return event.kind == satlab::Kind::launched && event.value != 0; };
  return recording.header().end == satlab::End::exited &&
         (!has_table || recording.header().table_form == satlab::TableForm::written) &&
         std::ranges::none_of(recording.events(), failed);
}

RunRequest run_for_trace(const Request& request, const TraceOptions& options) {
  const std::string order = order_in(request);
  if (order != "forward" && (options.lockstep || options.schedule.kind != Schedule::Kind::ticket))
    throw std::invalid_argument("the order of threads is given twice; give either the parameter order or a schedule");
  return {.width = request.extent.width,
          .height = request.extent.height,
          .order = order != "forward"                                  ? order
                   : options.lockstep                                  ? "lockstep"
                   : options.schedule.kind == Schedule::Kind::reversed ? "reverse"
                   : options.schedule.kind == Schedule::Kind::random   ? "random"
                                                                       : "forward",
          .order_seed = options.schedule.seed,
          .seconds = k_seconds_of_trace,
          .stop = options.stop};
}

/// What programs printed while traces were made: of each file the newest ones.
class Printed {
 public:
  static Printed& get() {
    static Printed all;
    return all;
  }
  void keep(const std::string& path, const Request& request, std::string text) {
    constexpr std::size_t k_most = 4;  // because: two traces are shown at most, and one more is being made
    const std::scoped_lock lock(mutex_);
    std::deque<One>& of_file = all_[path];
    of_file.push_front({request.extent, request.params, std::move(text)});
    if (of_file.size() > k_most) of_file.pop_back();
  }
  std::optional<std::string> in_trace(const std::string& path, const Request& request) {
    const std::scoped_lock lock(mutex_);
    for (const One& one : all_[path])
      if (one.extent == request.extent && one.params == request.params) return one.text;
    return std::nullopt;
  }

 private:
  struct One {
    Extent extent;
    Params params;
    std::string text;
  };
  std::mutex mutex_;
  std::map<std::string, std::deque<One>> all_;
};

Trace make_trace(const std::string& path, const LabProgram& program, const Request& request, std::span<const std::byte> picture,
                 const TraceOptions& options) {
  if (!options.deleted_barriers.empty())
    throw std::invalid_argument(
        fmt::format("barriers of {} are removed in the file itself; here that is not supported", program.source));
  Runner runner(program);
  const std::vector<double> numbers = numbers_of(picture, request.types.in);
  RunRequest wanted = run_for_trace(request, options);
  const bool fine = std::get<bool>(fine_param().value_in(request.params));
  if (fine && request.extent.area() > k_most_fine_pixels)
    throw std::invalid_argument(
        fmt::format("fine steps of a picture of more than {} pixels are not supported; use a smaller one", k_most_fine_pixels));
  if (program.has_table)
    wanted.pixels = numbers;
  else
    wanted.width = wanted.height = 0;
  const auto expect_no_stop = [&] {
    if (options.stop.stop_requested() || stopping()) throw std::invalid_argument("the trace was stopped");
  };
  const LabRun shown = runner.run(wanted);
  expect_no_stop();
  wanted.pixels = {};
  std::vector<LabRun> random;
  for (const std::uint32_t seed : k_random_pictures) {
    if (!program.has_table || !ended_well(*shown.recording, true)) break;  // because: each may take as long again
    wanted.picture = seed;
    random.push_back(runner.run(wanted));
    expect_no_stop();
  }
  TraceSource source{.shown = shown.recording.get(),
                     .lines = &program.lines,
                     .source = program.source,
                     .picture = picture,
                     .banks = options.banks > 0 ? options.banks : request.sizes.warp,
                     .end = !fine                        ? StepEnd::barrier
                            : wanted.order == "lockstep" ? StepEnd::line
                                                         : StepEnd::thread};
  for (const LabRun& run : random) source.random.push_back(run.recording.get());
  keep_adopted_source(program.source, file_text(program.source));
  Printed::get().keep(path, request, shown.ended.output);
  Trace trace = trace_of(source, request);
  trace.has_table = program.has_table;
  if (trace.steps.empty()) throw std::invalid_argument(why_no_table(shown, program));
  const Analysis analysis = analyse(*shown.recording, program.lines, program.source);
  for (const LabFinding& finding : analysis.findings.list()) {
    if (finding.kind == "race" && !finding.note) trace.races.push_back(race_of(finding));
    if (finding.kind == "deadlock") trace.deadlocks.push_back(finding.sentence);
    if (finding.kind != "race" && finding.kind != "deadlock" && !finding.note)
      trace.mistakes.push_back(fmt::format("{}: {}", reported(finding.party.place), finding.sentence));
  }
  if (trace.deadlocks.empty() && !ended_well(*shown.recording, program.has_table))
    trace.deadlocks.push_back(fmt::format("The steps end before the program: {}", why_cut(shown, program, analysis)));
  return trace;
}

/// Whether the table is right is said by the same comparison as for our own.
void compare(Trace& trace, const Algorithm& algorithm, const Request& request, std::span<const std::byte> picture) {
  if (!trace.has_table) return;
  const std::vector<std::byte> table = raw_result(trace);
  trace.result_matches = trace.deadlocks.empty() && compare_with_reference(algorithm, request, picture, table).correct;
}

Plan plan_of(const Nature& nature, const Request& request) {
  return {.buffers = {{"picture", nature.types.in, request.extent}, {"table", nature.types.out, request.extent}}};
}

Algorithm described(const std::shared_ptr<NewestProgram>& newest) {
  const std::string name = newest->name();
  const Nature nature = newest->nature();
  Algorithm self{{.id = newest->path(),
                  .title = name,
                  .paper = "a file of your own",
                  .text = fmt::format("{} is compiled for the CPU, which emulates its kernels thread by thread.", name)}};
  self.params = {order_param(), fine_param()};
  self.natural_form = nature.form;
  self.trace_sizes = {NewestProgram::trace_size(nature)};
  self.refusal = [=](const Request& request, Machine machine) {
    if (machine == Machine::gpu)
      return fmt::format("{} is emulated on the CPU; on a GPU only bench and Race run it: not supported", name);
    return refusal_of(name, newest->nature(), request);
  };
  self.refusal_where_present = self.refusal;
  const auto check = [=](const Request& request, bool traced) {
    if (const std::string why = refusal_of(name, newest->nature(), request, traced); !why.empty())
      throw std::invalid_argument(why);
  };
  self.traced_plan = [=](const Request& request) {
    check(request, true);
    return plan_of(newest->nature(), request);
  };
  self.plan = [=](const Request& request) {
    const std::shared_ptr<const LabProgram> program = newest->current();
    check(request, false);
    Plan plan = plan_of(newest->nature(), request);
    Pass pass{.name = "table of " + name, .reads = {0}, .writes = {1}};
    pass.cost.bytes = static_cast<double>(plan.bytes());
    pass.cpu = [=](const Memory& memory, const HostRun& how) { run_on(*program, request, memory, how); };
    pass.worth = [](int) { return 1; };
    plan.passes.push_back(std::move(pass));
    return plan;
  };
  return self;
}

Measured measure_on_gpu(NewestProgram& newest, const Request& request, std::span<const std::byte> picture,
                        const HowToMeasure& how) {
  const GpuStatus& gpu = gpu_status();
  std::string built;
  try {
    built = built_for_gpu(*newest.program(), *found_nvcc(), fmt::format("sm_{}{}", gpu.major, gpu.minor), how.stop);
  } catch (const NotSupported&) {
    if (how.stop.stop_requested()) return {};
    throw;
  } catch (const std::runtime_error& why) {  // its newest version does not compile, or does not end
    throw NotSupported(fmt::format("{}; that is not supported", why.what()));
  }
  const Algorithm& self = known_algorithm(newest.path());
  const GpuRunner runner(built, request.extent, picture, how.stop);
  const std::size_t bytes = request.extent.area() * size_of(request.types.out);
  Measured measured;
  const std::vector<std::byte> table = runner.table(bytes);
  if (how.stop.stop_requested()) return measured;
  measured.comparison = compare_with_reference(self, request, picture, table);
  if (!measured.comparison.correct) return measured;
  const int sets = how.sets > 0 ? how.sets : sets_beyond_cache(picture.size() + bytes, Machine::gpu);
  const GpuTimes times = runner.times(sets, how.samples);
  measured.sets = times.sets;
  measured.one_by_one = times.by_events;
  measured.times = LastTimes(times.kernels_ms.size());
  measured.with_copies = LastTimes(times.with_copies_ms.size());
  measured.samples = times.kernels_ms;
  for (const double one : times.kernels_ms) measured.times.add(one);
  for (const double one : times.with_copies_ms) measured.with_copies.add(one);
  return measured;
}

OwnGpuProcess gpu_process_of(const std::shared_ptr<NewestProgram>& newest) {
  return {.refusal =
              [=](const Request& request) {
                const std::string& why = why_no_gpu_program();
                return why.empty() ? refusal_of(newest->name(), newest->nature(), request) : why;
              },
          .measure = [=](const Request& request, std::span<const std::byte> picture,
                         const HowToMeasure& how) { return measure_on_gpu(*newest, request, picture, how); }};
}

}  // namespace

namespace {
struct Offered {
  std::mutex mutex;
  std::optional<std::string> path;
};
Offered& offered() {
  static Offered waiting;
  return waiting;
}
}  // namespace

std::optional<std::string> printed_in_trace(const std::string& path, const Request& request) {
  return Printed::get().in_trace(path, request);
}

void offer_file(const std::string& path) {
  const std::scoped_lock lock(offered().mutex);
  offered().path = path;
}

std::optional<std::string> take_offered_file() {
  const std::scoped_lock lock(offered().mutex);
  return std::exchange(offered().path, std::nullopt);
}

const TypePair& types_of(const Algorithm& algorithm) {
  if (trace_maker_of(algorithm))
    for (const TypePair& pair : k_type_pairs)
      if (algorithm.refusal({.extent = {1, 1}, .types = pair, .form = algorithm.natural_form}, Machine::cpu).empty())
        return pair;
  return k_type_pairs[0];
}

bool names_cuda_file(std::string_view word) { return word.ends_with(".cu"); }

namespace {
/// The files that are adopted, by path.
std::shared_ptr<NewestProgram> newest_of(const std::string& path, const Compiler& compiler) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<NewestProgram>> all;
  const std::scoped_lock lock(mutex);
  std::shared_ptr<NewestProgram>& one = all[path];
  if (!one) one = std::make_shared<NewestProgram>(path, compiler);
  return one;
}
}  // namespace

const Algorithm& adopt_file(const std::string& path, const std::string& compiler) {
  const std::optional<Compiler> found = find_compiler(compiler);
  if (!found)
    throw std::runtime_error(compiler.empty() ? no_compiler() : fmt::format("the compiler '{}' cannot be run here", compiler));
  const std::shared_ptr<NewestProgram> newest = newest_of(path, *found);
  newest->program();
  if (const Algorithm* known = find_algorithm(path)) return *known;
  return adopt(
      described(newest),
      [=](const Request& request, std::span<const std::byte> picture, const TraceOptions& options) {
        const std::shared_ptr<const LabProgram> program = newest->current();
        const Algorithm& self = known_algorithm(path);
        if (const std::string why = refusal_of(newest->name(), newest->nature(), request, true); !why.empty())
          throw std::invalid_argument(why);
        Trace trace = make_trace(path, *program, request, picture, options);
        compare(trace, self, request, picture);
        return trace;
      },
      gpu_process_of(newest));
}

const Algorithm& adopt_broken_file(const std::string& path, const std::string& why) {
  Algorithm self{{.id = path, .title = path, .paper = "a file of your own", .text = why}};
  self.params = {order_param(), fine_param()};
  self.trace_sizes = {NewestProgram::trace_size({})};
  self.refusal_where_present = self.refusal;
  self.plan = self.traced_plan = [=](const Request&) -> Plan { throw std::runtime_error(why); };
  const auto trace = [=](const Request&, std::span<const std::byte>, const TraceOptions&) -> Trace {
    throw std::invalid_argument(why);
  };
  const auto measure = [=](const Request&, std::span<const std::byte>, const HowToMeasure&) -> Measured {
    throw std::runtime_error(why);
  };
  return adopt(std::move(self), trace, {.refusal = [](const Request&) { return std::string(); }, .measure = measure});
}

}  // namespace satscope::app::lab
