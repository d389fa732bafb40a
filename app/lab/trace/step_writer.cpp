// SPDX-License-Identifier: Apache-2.0
#include "app/lab/trace/step_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>

namespace satscope::app::lab {
namespace {

constexpr int k_lanes = 32;
constexpr std::uint32_t k_no_thread = 0xFFFFFFFF;

/// A trace keeps names of files as pointers: each name stays to the end of the program.
const char* kept_name(const std::string& name) {
  static std::mutex naming;
  static std::set<std::string> names;
  const std::scoped_lock lock(naming);
  return names.insert(name).first->c_str();
}

/// "my::scan<int, 8>" is scan.
std::string plain_name(const std::string& kernel) {
  const std::string base = kernel.substr(0, kernel.find('<'));
  const std::size_t colon = base.rfind(':');
  return colon == base.npos ? base : base.substr(colon + 1);
}

}  // namespace

StepWriter::StepWriter(Trace& trace, OriginFinder& finder, const LineTable& lines, const std::string& source, int banks,
                       StepEnd end)
    : trace_(trace), finder_(finder), lines_(lines), source_(kept_name(source)), banks_(banks), end_(end) {}

void StepWriter::add_pass(const std::string& name, int blocks, int threads) {
  trace_.passes.push_back({.name = name, .blocks = blocks, .threads = threads, .counters = {}, .warp = k_lanes});
  last_step_.clear();
}

void StepWriter::begin_pass(const std::string& kernel, int blocks, int threads, int line) {
  end_step();
  kernel_ = plain_name(kernel);
  launch_line_ = std::max(1, line);
  const int launch = ++launches_[kernel_];
  add_pass(launch == 1 ? kernel_ : fmt::format("{}, launch {}", kernel_, launch), blocks, threads);
}

void StepWriter::begin_host_pass(const std::string& name) {
  end_step();
  kernel_ = "host";
  add_pass(name, 1, 1);
}

void StepWriter::open(int block) {
  if (block_ == block) return;
  end_step();
  block_ = block;
  first_line_ = last_line_ = 0;
  first_origin_ = static_cast<OriginId>(trace_.origins.size());
  first_additions_ = finder_.additions();
  busy_.assign(static_cast<std::size_t>(trace_.passes.back().threads), false);
}

Site StepWriter::site_of(std::uint32_t address) {
  const auto [known, fresh] = sites_.try_emplace(address);
  if (fresh) {
    const Place place = lines_.of_return(address);
    const bool found = place.line > 0;
    known->second = {static_cast<std::uint32_t>(found ? place.line : launch_line_),
                     static_cast<std::uint32_t>(std::clamp(place.column, 0, 65535)),
                     found && !place.file.empty() ? kept_name(place.file) : source_};
    rounds_[address] = static_cast<std::uint32_t>(rounds_.size());
  }
  return known->second;
}

std::uint8_t StepWriter::file_number(const char* file) {
  const auto known = std::ranges::find(trace_.files, file);
  if (known != trace_.files.end()) return static_cast<std::uint8_t>(known - trace_.files.begin());
  if (trace_.files.size() == 256) return 255;
  trace_.files.push_back(file);
  return static_cast<std::uint8_t>(trace_.files.size() - 1);
}

/// What an access is known by among those of a step.
std::uint64_t StepWriter::key_of(const ElementAccess& access) const {
  const auto buffer = static_cast<std::uint32_t>(access.array->buffer);
  return (((std::uint64_t{access.thread} << 22 | rounds_.at(access.site)) << 24) | buffer) << 1 | (access.write ? 1 : 0);
}

/// Whether the open step ends before this access.
bool StepWriter::is_another_step(const ElementAccess& access, const Site& site) const {
  if (end_ == StepEnd::barrier || (reads_.empty() && writes_.empty())) return false;
  if (end_ == StepEnd::thread) return access.thread != thread_now_;
  return site.line != line_now_ || (access.together > 0 && turns_.contains(key_of(access)));
}

void StepWriter::note_thread(std::uint32_t thread, const Site& site) {
  if (thread < busy_.size() && !busy_[thread]) busy_[thread] = true;
  if (site.file != source_) return;
  first_line_ = first_line_ == 0 ? site.line : std::min(first_line_, site.line);
  last_line_ = std::max(last_line_, site.line);
}

/// Counts an access as kernels/trace/recorder.cpp does.
void StepWriter::note(const ElementAccess& access, const Site& site) {
  Counters& n = counters();
  const bool shared = access.array->about.shared;
  ++(access.write ? n.writes : n.reads);
  ++(shared ? access.write ? n.shared_writes : n.shared_reads : access.write ? n.global_writes : n.global_reads);
  note_thread(access.thread, site);
  if (access.together == 0) return;
  const std::uint32_t round = rounds_[access.site], buffer = static_cast<std::uint32_t>(access.array->buffer);
  accesses_.push_back({.site = site,
                       .warp = access.thread / k_lanes,
                       .lane = access.thread % k_lanes,
                       .round = round,
                       .occurrence = turns_[key_of(access)]++,
                       .buffer = buffer,
                       .byte = access.element * access.array->about.step(),
                       .bytes = access.array->about.step() * access.together,
                       .write = access.write,
                       .shared = shared});
}

/// The program has changed the place without an announcement (g++ makes none for a struct that a function returns). What
/// nothing was written to held it from the start.
void StepWriter::unannounced_write(const ElementAccess& access, const ObservedValue& observed, const Site& site) {
  TracedArray& array = *access.array;
  Cell& held = array.cells[access.element];
  const Cell before = held;
  held = {observed.bits, finder_.pixels_of(observed.sample)};
  array.set_raw(access.element, access.raw);
  if (!array.known[access.element]) {
    trace_.buffers[static_cast<std::size_t>(array.buffer)].start[access.element] = held;
    return;
  }
  ElementAccess missing = access;
  missing.write = true;
  missing.together = 1;
  note(missing, site);
  writes_.push_back({observed.buffer,
                     observed.index,
                     observed.thread,
                     site.line & 0xFFFFFFU,
                     file_number(site.file),
                     before,
                     held,
                     {.round = rounds_[access.site], .column = static_cast<std::uint16_t>(site.column)}});
}

void StepWriter::access(const ElementAccess& access) {
  if (trace_.passes.empty()) return;
  const Site site = site_of(access.site);
  if (is_another_step(access, site)) end_step();
  open(access.block);
  thread_now_ = access.thread;
  line_now_ = site.line;
  TracedArray& array = *access.array;
  const ObservedValue observed{.block = static_cast<std::uint32_t>(access.block),
                               .thread = access.thread,
                               .line = site.line,
                               .buffer = static_cast<std::uint32_t>(array.buffer),
                               .index = static_cast<std::uint32_t>(access.element),
                               .type = array.type,
                               .global = !array.about.shared,
                               .bits = array.drawn(access.raw),
                               .sample = access.sample};
  const Instruction instruction{
      .round = rounds_[access.site], .column = static_cast<std::uint16_t>(site.column), .together = access.together};
  const std::uint8_t file = file_number(site.file);
  Cell& held = array.cells[access.element];
  if (access.write) {
    note(access, site);
    const Cell before = held;
    held = finder_.write(observed);
    array.set_raw(access.element, access.raw);
    array.known[access.element] = true;
    writes_.push_back(
        {observed.buffer, observed.index, observed.thread, site.line & 0xFFFFFFU, file, before, held, instruction});
  } else {
    if (access.raw != array.raw(access.element)) unannounced_write(access, observed, site);
    note(access, site);
    reads_.push_back({observed.buffer, observed.index, observed.thread, site.line & 0xFFFFFFU, file,
                      finder_.read(observed, held), instruction});
  }
}

void StepWriter::outside(int block, std::uint32_t thread, std::uint32_t site) {
  // because: an access alone makes no step, and begins none
  if (trace_.passes.empty() || block != block_) return;
  note_thread(thread, site_of(site));
}

void StepWriter::host_write(TracedArray& array, std::size_t element, std::uint64_t raw, const Sample& sample) {
  open(0);
  Cell& held = array.cells[element];
  const Cell before = held;
  held = {array.drawn(raw), finder_.pixels_of(sample), static_cast<OriginId>(trace_.origins.size())};
  trace_.origins.push_back({.kind = Origin::Kind::constant, .type = array.type, .bits = held.bits, .pixels = held.pixels});
  array.set_raw(element, raw);
  array.known[element] = true;
  const Site site{static_cast<std::uint32_t>(launch_line_), 0, source_};
  const ElementAccess access{.array = &array, .element = element, .write = true};
  rounds_.try_emplace(0, 0);
  note(access, site);
  writes_.push_back({static_cast<std::uint32_t>(array.buffer),
                     static_cast<std::uint32_t>(element),
                     0,
                     site.line & 0xFFFFFFU,
                     file_number(site.file),
                     before,
                     held,
                     {.round = rounds_[0], .column = 0}});
}

void StepWriter::block_barrier(int block) {
  if (trace_.passes.empty()) return;
  open(block);
  end_step();
  const auto step = last_step_.find(block);
  if (step == last_step_.end()) return;  // because: a barrier before the first access orders nothing that can be seen
  trace_.steps[step->second].barrier_after = true;
  ++trace_.steps[step->second].barriers;
  ++counters().barriers;
}

void StepWriter::warp_barrier(int block, std::uint32_t warp) {
  if (trace_.passes.empty()) return;
  open(block);
  ++warp_barriers_[warp];
}

void StepWriter::exchange(int block) {
  if (!trace_.passes.empty()) open(block);
}

void StepWriter::begin_shuffle(int block, std::uint32_t warp, std::uint32_t site) {
  if (trace_.passes.empty()) return;
  const bool touched = !reads_.empty() || !writes_.empty();
  if (block_ == block && (shuffled_.contains(warp) || (end_ != StepEnd::barrier && touched))) end_step();
  open(block);
  shuffled_.insert(warp);
  thread_now_ = k_no_thread;
  line_now_ = site_of(site).line;
}

void StepWriter::give(TracedArray& registers, std::uint32_t thread, std::uint32_t site, const Cell& cell) {
  if (trace_.passes.empty() || thread >= registers.cells.size()) return;
  const Site at = site_of(site);
  note_thread(thread, at);
  ++counters().writes;
  ++counters().register_writes;
  const Cell before = std::exchange(registers.cells[thread], cell);
  writes_.push_back({static_cast<std::uint32_t>(registers.buffer),
                     thread,
                     thread,
                     at.line & 0xFFFFFFU,
                     file_number(at.file),
                     before,
                     cell,
                     {.round = rounds_[site], .column = static_cast<std::uint16_t>(at.column)}});
}

void StepWriter::take(const TracedArray& given, std::uint32_t from, TracedArray& got, std::uint32_t thread,
                      std::uint32_t site) {
  if (trace_.passes.empty() || from >= given.cells.size()) return;
  if (from != thread) {  // because: a lane that gets its own number reads no other one
    const Site at = site_of(site);
    ++counters().reads;
    ++counters().register_reads;
    reads_.push_back({static_cast<std::uint32_t>(given.buffer),
                      from,
                      thread,
                      at.line & 0xFFFFFFU,
                      file_number(at.file),
                      given.cells[from],
                      {.round = rounds_[site], .column = static_cast<std::uint16_t>(at.column)}});
  }
  give(got, thread, site, given.cells[from]);
}

/// "scan_rows lines 8-12".
std::string StepWriter::label() const {
  if (kernel_ == "host") return "host";
  if (first_line_ == 0) return kernel_;
  if (end_ == StepEnd::thread) return fmt::format("{} thread {}", kernel_, thread_now_);
  if (first_line_ == last_line_) return fmt::format("{} line {}", kernel_, first_line_);
  return fmt::format("{} lines {}-{}", kernel_, first_line_, last_line_);
}

void StepWriter::end_step() {
  if (block_ < 0) return;
  int warp_barriers = 0;  // as many as the warp that waited most often
  for (const auto& [warp, times] : warp_barriers_) warp_barriers = std::max(warp_barriers, times);
  warp_barriers_.clear();
  const int block = std::exchange(block_, -1);
  if (reads_.empty() && writes_.empty()) return;
  Trace& t = trace_;
  const int threads = t.passes.back().threads;
  Counters& n = counters();
  n.warp_barriers += warp_barriers;
  n.additions += finder_.additions() - first_additions_;
  ++n.steps;
  n.idle_lanes += threads - std::ranges::count(busy_, true);
  count_warp_accesses(accesses_, k_lanes, banks_, n);
  t.steps.push_back({.label = label(),
                     .pass = pass(),
                     .block = block,
                     .file = source_,
                     .line = first_line_ == 0 ? launch_line_ : static_cast<int>(first_line_),
                     .threads = threads,
                     .first_read = static_cast<std::uint32_t>(t.reads.size()),
                     .reads = static_cast<std::uint32_t>(reads_.size()),
                     .first_write = static_cast<std::uint32_t>(t.writes.size()),
                     .writes = static_cast<std::uint32_t>(writes_.size()),
                     .first_origin = first_origin_,
                     .origins = static_cast<OriginId>(t.origins.size()) - first_origin_,
                     .first_message = static_cast<std::uint32_t>(t.messages.size()),
                     .messages = 0,
                     .warp_barriers = warp_barriers});
  t.reads.insert(t.reads.end(), reads_.begin(), reads_.end());
  t.writes.insert(t.writes.end(), writes_.begin(), writes_.end());
  last_step_[block] = t.steps.size() - 1;
  reads_.clear();
  writes_.clear();
  accesses_.clear();
  turns_.clear();
  shuffled_.clear();
}

}  // namespace satscope::app::lab
