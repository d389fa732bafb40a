// SPDX-License-Identifier: Apache-2.0
#include "app/lab/trace/file_algorithm.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <utility>

#include "app/lab/analysis.h"
#include "app/lab/build.h"
#include "app/lab/run.h"
#include "app/lab/table_check.h"
#include "app/lab/trace/origin_finder.h"
#include "app/lab/trace/trace_maker.h"
#include "kernels/adopted.h"
#include "kernels/reference.h"
#include "kernels/registry.h"
#include "kernels/table.h"
#include "kernels/trace/replay.h"

namespace satscope::app::lab {
namespace {

constexpr int k_seconds_of_trace = 20, k_seconds_of_table = 600;
constexpr std::size_t k_most_pixels = std::size_t{1} << 24;

LabProgram built_program(const std::string& path, const Compiler& compiler) {
  Built built = build({.file = path}, compiler);
  if (!built.errors.empty())
    throw std::runtime_error(fmt::format("{}: {}", reported(built.errors[0].place), built.errors[0].sentence));
  if (!built.refusals.empty())
    throw std::runtime_error(fmt::format("{}: {}", reported(built.refusals[0].place), built.refusals[0].sentence));
  if (!built.program->has_table)
    throw std::runtime_error(
        fmt::format("{} has a main() and no table(in, out, width, height): it can be checked, but as an algorithm it is not "
                    "supported",
                    reported({path, 0, 0})));
  return std::move(*built.program);
}

Scalar scalar_of_type(satlab::Type type) {
  switch (type) {
    case satlab::Type::u8: return Scalar::u8;
    case satlab::Type::s32: return Scalar::s32;
    case satlab::Type::f32: return Scalar::f32;
    default: return Scalar::u32;
  }
}

/// Why a run made no table, with the place: the first mistake that was found.
std::string why_no_table(const LabRun& run, const LabProgram& program) {
  Analysis analysis = analyse(*run.recording, program.lines, program.source);
  add_how_it_ended(run, program.source, analysis.findings);
  for (const LabFinding& finding : analysis.findings.list())
    if (!finding.note) return fmt::format("{}: {}", reported(finding.party.place), finding.sentence);
  return fmt::format("{}: the program did not come to its end", reported({program.source, 0, 0}));
}

/// What a file makes.
struct Nature {
  TypePair types = k_type_pairs[0];
  Form form = Form::inclusive;
  int threads = 1;  ///< of its largest block
};

Nature nature_of(const LabProgram& program) {
  const LabRun run = Runner(program).run({.width = 5, .height = 3});
  const satlab::Header& header = run.recording->header();
  if (header.table_form == satlab::TableForm::no_overload)
    throw std::runtime_error(
        fmt::format("{}: table() has other types than u8 to unsigned, int or float, float to float, int to int, unsigned to "
                    "unsigned, which is not supported",
                    reported({program.source, 0, 0})));
  Nature nature;
  const Analysis analysis = analyse(*run.recording, program.lines, program.source);
  for (const LabLaunch& launch : analysis.launches)
    nature.threads = std::max(nature.threads, static_cast<int>(launch.block[0] * launch.block[1] * launch.block[2]));
  // a program that deadlocks is worth its steps; one that made nothing at all is not
  if (header.table_form != satlab::TableForm::written && header.end != satlab::End::stuck)
    throw std::runtime_error(why_no_table(run, program));
  if (header.table_form != satlab::TableForm::written) return nature;
  const Scalar in = scalar_of_type(header.pixel_type), out = scalar_of_type(header.table_type);
  for (const TypePair& pair : k_type_pairs)
    if (pair.in == in && pair.out == out && !pair.squares) nature.types = pair;
  if (check_table(*run.recording).state == TableCheck::exclusive) nature.form = Form::exclusive;
  return nature;
}

std::string refusal_of(const std::string& name, const Nature& nature, const Request& request) {
  if (request.channels != 1) return fmt::format("{} sums one channel; {} are not supported", name, request.channels);
  if (request.types.id != nature.types.id)
    return fmt::format("{} sums {}; its table() does not take {}, so that is not supported; use --type {}", name,
                       nature.types.id, request.types.id, nature.types.id);
  if (request.form != nature.form)
    return fmt::format("{} makes the {} form; the {} one is not supported; use --form {}", name, id_of(nature.form),
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

/// Asks for the end of a run when its result is no longer wanted.
class Watch {
 public:
  explicit Watch(const Progress* progress)
      : thread_([this, progress](const std::stop_token& over) {
          while (!over.stop_requested()) {
            if (progress && progress->cancelled) stop_.request_stop();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
          }
        }) {}
  std::stop_token token() const { return stop_.get_token(); }

 private:
  std::stop_source stop_;
  std::jthread thread_;
};

void run_on(const LabProgram& program, const Request& request, const Memory& memory, const HostRun& how) {
  const std::size_t pixels = request.extent.area();
  const auto* picture = static_cast<const std::byte*>(memory.at[0]);
  const std::vector<double> numbers = numbers_of({picture, pixels * size_of(request.types.in)}, request.types.in);
  const Watch watch(how.progress);
  const LabRun run = Runner(program).run({.width = request.extent.width,
                                          .height = request.extent.height,
                                          .pixels = numbers,
                                          .record = false,
                                          .seconds = k_seconds_of_table,
                                          .stop = watch.token()});
  if (how.progress && how.progress->cancelled) return;
  const Analysis analysis = analyse(*run.recording, program.lines, program.source);
  for (const LabFinding& finding : analysis.findings.list())
    if (finding.kind == "bounds" || finding.kind == "pointer")  // a GPU would stop, or write anywhere
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

std::string text_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Trace make_trace(const std::string& path, const Compiler& compiler, const Request& request, std::span<const std::byte> picture,
                 const TraceOptions& options) {
  if (!options.deleted_barriers.empty())
    throw std::invalid_argument(fmt::format("barriers of {} are removed in the file itself; here that is not supported", path));
  const LabProgram program = built_program(path, compiler);
  Runner runner(program);
  const std::vector<double> numbers = numbers_of(picture, request.types.in);
  RunRequest wanted{.width = request.extent.width, .height = request.extent.height, .seconds = k_seconds_of_trace};
  wanted.pixels = numbers;
  const LabRun shown = runner.run(wanted);
  wanted.pixels = {};
  std::vector<LabRun> random;
  for (const std::uint32_t seed : k_random_pictures) {
    wanted.picture = seed;
    random.push_back(runner.run(wanted));
  }
  TraceSource source{.shown = shown.recording.get(),
                     .lines = &program.lines,
                     .source = program.source,
                     .picture = picture,
                     .banks = options.banks > 0 ? options.banks : request.sizes.warp};
  for (const LabRun& run : random) source.random.push_back(run.recording.get());
  keep_adopted_source(program.source, text_of_file(program.source));
  Trace trace = trace_of(source, request);
  const satlab::End end = shown.recording->header().end;
  if (trace.steps.empty() || (end != satlab::End::exited && end != satlab::End::stuck))
    throw std::invalid_argument(why_no_table(shown, program));
  const Analysis analysis = analyse(*shown.recording, program.lines, program.source);
  for (const LabFinding& finding : analysis.findings.list()) {
    if (finding.kind == "race" && !finding.note) trace.races.push_back(race_of(finding));
    if (finding.kind == "deadlock") trace.deadlocks.push_back(finding.sentence);
  }
  return trace;
}

/// Whether the table is right is said by the same comparison as for our own.
void compare(Trace& trace, const Algorithm& algorithm, const Request& request, std::span<const std::byte> picture) {
  const std::vector<std::byte> table = raw_result(trace);
  trace.result_matches = trace.deadlocks.empty() && compare_with_reference(algorithm, request, picture, table).correct;
}

Plan plan_of(const Nature& nature, const Request& request) {
  return {.buffers = {{"picture", nature.types.in, request.extent}, {"table", nature.types.out, request.extent}}};
}

Algorithm described(const std::string& path, const Compiler& compiler, const Nature& nature) {
  const std::string name = std::filesystem::path(path).filename().string();
  Algorithm self{{.id = path,
                  .title = name,
                  .paper = "a file of your own",
                  .text = fmt::format("{} is compiled for the CPU, which emulates its kernels thread by thread.", name)}};
  self.natural_form = nature.form;
  self.trace_sizes = {Sizes{.block = std::max(2, nature.threads)}};  // because: a block of one would not be emulated
  self.refusal = [=](const Request& request, Machine machine) {
    if (machine == Machine::gpu) return fmt::format("{} is emulated on the CPU; on a GPU it is not supported", name);
    return refusal_of(name, nature, request);
  };
  self.refusal_where_present = self.refusal;
  const auto check = [=](const Request& request) {
    if (const std::string why = refusal_of(name, nature, request); !why.empty()) throw std::invalid_argument(why);
  };
  self.traced_plan = [=](const Request& request) {
    check(request);
    return plan_of(nature, request);
  };
  self.plan = [=](const Request& request) {
    check(request);
    Plan plan = plan_of(nature, request);
    Pass pass{.name = "table of " + name, .reads = {0}, .writes = {1}};
    pass.cost.bytes = static_cast<double>(plan.bytes());
    const auto program = std::make_shared<const LabProgram>(built_program(path, compiler));
    pass.cpu = [=](const Memory& memory, const HostRun& how) { run_on(*program, request, memory, how); };
    pass.worth = [](int) { return 1; };
    plan.passes.push_back(std::move(pass));
    return plan;
  };
  return self;
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

const Algorithm& adopt_file(const std::string& path, const std::string& compiler) {
  const std::optional<Compiler> found = find_compiler(compiler);
  if (!found)
    throw std::runtime_error(compiler.empty() ? k_no_compiler : fmt::format("{} is no compiler that runs here", compiler));
  if (const Algorithm* known = find_algorithm(path)) return *known;
  const Nature nature = nature_of(built_program(path, *found));
  return adopt(described(path, *found, nature),
               [path, used = *found](const Request& request, std::span<const std::byte> picture, const TraceOptions& options) {
                 const Algorithm& self = known_algorithm(path);
                 if (const std::string why = self.refusal(request, Machine::cpu); !why.empty())
                   throw std::invalid_argument(why);
                 Trace trace = make_trace(path, used, request, picture, options);
                 compare(trace, self, request, picture);
                 return trace;
               });
}

}  // namespace satscope::app::lab
