// SPDX-License-Identifier: Apache-2.0
#include "kernels/trace/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "kernels/slices.h"

namespace satscope {
namespace {

thread_local Recorder* current_recorder = nullptr;

}  // namespace

Recorder::Recorder(RecorderOptions options) : options_(std::move(options)) {}

Recorder& Recorder::now() {
  if (!current_recorder) throw std::logic_error("a traced kernel runs without a recorder");
  return *current_recorder;
}

int Recorder::add_buffer(TraceBuffer about) {
  if (at_->alone >= 0) {
    // because: the first thread to come here declares for the whole block
    if (at_->declared < of_block_.size()) return of_block_[at_->declared++];
    ++at_->declared;
    of_block_.push_back(static_cast<int>(content_.size()));
  }
  if (about.space != Space::global) {
    about.pass = pass_;
    about.block = at_->block;
  }
  about.start.resize(about.shape.area());
  content_.push_back(about.start);
  trace_.buffers.push_back(std::move(about));
  return static_cast<int>(content_.size()) - 1;
}

void Recorder::run_pass(const std::string& name, int grid_x, int grid_y, int threads, int warp_size,
                        const std::function<void(int bx, int by)>& body) {
  pass_ = static_cast<int>(trace_.passes.size());
  threads_ = threads;
  warp_size_ = warp_size;
  const int blocks = grid_x * grid_y;
  trace_.passes.push_back({.name = name, .blocks = blocks, .threads = threads, .counters = {}, .warp = warp_size});
  counters_ = &trace_.passes.back().counters;
  races_.begin_launch(threads, warp_size);
  states_.clear();
  current_recorder = this;
  if (options_.threads_apart) {
    run_apart(blocks, [&](int block) { body(block % grid_x, block / grid_x); });
  } else {
    const auto stuck = fibers_.run(blocks, options_.schedule, [&](int block) {
      Context context{.block = block};
      at_ = &context;
      body(block % grid_x, block / grid_x);
      if (at_->open) end_step();
    });
    trace_.deadlocks.insert(trace_.deadlocks.end(), stuck.begin(), stuck.end());
  }
  current_recorder = nullptr;
  at_ = &outside_;
  trace_.total += *counters_;
}

void Recorder::run_apart(int blocks, const std::function<void(int block)>& body) {
  Schedule order = *options_.threads_apart;
  order.resident = threads_;
  const std::size_t of_plan = content_.size();
  for (int block = 0; block < blocks; ++block, ++order.seed) {
    of_block_.clear();
    block_arrivals_ = {.expected = threads_};
    warp_arrivals_.clear();
    for (int first = 0; first < threads_; first += warp_size_)
      warp_arrivals_.push_back({.expected = std::min(warp_size_, threads_ - first)});
    const auto stuck = fibers_.run(threads_, order, [&](int thread) {
      Context context{.block = block, .alone = thread};
      at_ = &context;
      body(block);
    });
    trace_.deadlocks.insert(trace_.deadlocks.end(), stuck.begin(), stuck.end());
    if (options_.records_apart) continue;
    content_.resize(of_plan);
    trace_.buffers.resize(of_plan);
  }
}

void Recorder::arrive_and_wait(Arrivals& at) {
  Context* self = at_;
  if (++at.arrived < at.expected) {
    fibers_.wait(&at, "one of its threads waits at a barrier that others do not reach");
  } else {
    at.arrived = 0;
    fibers_.wake(&at);
    fibers_.yield();  // because: who goes on first is the order's choice
  }
  at_ = self;
}

Recorder::ThreadRange Recorder::taking_part(int active) const {
  if (at_->alone < 0) return {0, active};
  return at_->alone < active ? ThreadRange{at_->alone, at_->alone + 1} : ThreadRange{0, 0};
}

void Recorder::begin_step(std::string label, const char* file, int line) {
  give_way();
  current_recorder = this;  // because: another one may have run meanwhile
  Context& c = *at_;
  if (c.alone < 0) c.label_number = races_.label(label);
  c.label = std::move(label);
  c.file = file;
  c.line = line;
  c.first_origin = static_cast<OriginId>(trace_.origins.size());
  c.open = true;
  c.thread = -1;
  c.touched = false;
  c.busy_threads = 0;
}

void Recorder::begin_thread(int thread) {
  Context& c = *at_;
  c.thread = thread;
  c.touched = false;
  c.occurrences.clear();
  c.rounds.assign(1, 0);
}

void Recorder::resume_thread(int thread) {
  at_->thread = thread;
  at_->touched = true;
  at_->occurrences.clear();
}

void Recorder::end_step() {
  Context& c = *at_;
  c.open = false;
  c.thread = -1;
  if (unrecorded()) return;
  if (c.reads.empty() && c.writes.empty()) return;  // nothing happened that one could see
  Trace& t = trace_;
  t.steps.push_back({.label = c.label,
                     .pass = pass_,
                     .block = c.block,
                     .file = c.file,
                     .line = c.line,
                     .threads = threads_,
                     .first_read = static_cast<std::uint32_t>(t.reads.size()),
                     .reads = static_cast<std::uint32_t>(c.reads.size()),
                     .first_write = static_cast<std::uint32_t>(t.writes.size()),
                     .writes = static_cast<std::uint32_t>(c.writes.size()),
                     .first_origin = c.first_origin,
                     .origins = static_cast<OriginId>(t.origins.size()) - c.first_origin,
                     .first_message = static_cast<std::uint32_t>(t.messages.size()),
                     .messages = static_cast<std::uint32_t>(c.messages.size())});
  t.reads.insert(t.reads.end(), c.reads.begin(), c.reads.end());
  t.writes.insert(t.writes.end(), c.writes.begin(), c.writes.end());
  t.messages.insert(t.messages.end(), c.messages.begin(), c.messages.end());
  if (c.alone < 0) {
    ++counters_->steps;
    counters_->idle_lanes += threads_ - c.busy_threads;
    count_warp_accesses(c.accesses, warp_size_, options_.banks, *counters_);
  }
  c.reads.clear();
  c.writes.clear();
  c.messages.clear();
  c.accesses.clear();
}

bool Recorder::is_kept(Site site) {
  const auto [known, is_new] = kept_.emplace(std::pair(site.file, site.line), true);
  if (is_new) {
    const Barrier barrier(site);
    known->second = !options_.deleted_barriers.contains(barrier);
    trace_.barriers.insert(barrier);
  }
  return known->second;
}

Step* Recorder::last_step() {
  for (auto step = trace_.steps.rbegin(); step != trace_.steps.rend() && step->pass == pass_; ++step)
    if (step->block == at_->block) return &*step;
  return nullptr;
}

void Recorder::block_barrier(Site site) {
  if (!is_kept(site)) return;
  if (at_->alone >= 0) {
    if (Step* step = last_step()) step->barrier_after = true;
    return arrive_and_wait(block_arrivals_);
  }
  ++counters_->barriers;
  races_.block_barrier(at_->block);
  if (Step* step = last_step()) {
    step->barrier_after = true;
    ++step->barriers;
  }
  yield_block();
}

void Recorder::warp_barrier(Site site) {
  if (!is_kept(site)) return;
  if (at_->alone >= 0) return await_warp();
  ++counters_->warp_barriers;
  if (Step* step = last_step()) ++step->warp_barriers;
  races_.warp_barrier(at_->block);
}

void Recorder::copied(Site site) {
  if (!is_kept(site)) return;
  if (at_->alone < 0) return races_.copied(at_->block);
  if (at_->copies.empty()) return;
  begin_step("copies arrive", site.file, static_cast<int>(site.line));
  begin_thread(at_->alone);
  for (const Copy& copy : std::exchange(at_->copies, {})) write(copy.buffer, copy.index, site, copy.value, Touch::plain);
  end_step();
}

void Recorder::await_warp() {
  if (at_->alone >= 0) arrive_and_wait(warp_arrivals_[static_cast<std::size_t>(at_->alone / warp_size_)]);
}

void Recorder::check(int buffer, std::size_t index, Site site) const {
  const TraceBuffer& about = trace_.buffers[static_cast<std::size_t>(buffer)];
  if (index >= about.shape.area())
    throw std::out_of_range(fmt::format("{} accesses {}[{}], which has {} elements ({})", where(), about.name, index,
                                        about.shape.area(), SourceLine(site).text()));
}

void Recorder::note(bool write, int buffer, std::size_t index, Site site, Touch how, std::uint32_t together) {
  Context& c = *at_;
  const TraceBuffer& about = trace_.buffers[static_cast<std::size_t>(buffer)];
  if (!c.touched) {
    c.touched = true;
    ++c.busy_threads;
  }
  Counters& n = *counters_;
  ++(write ? n.writes : n.reads);
  switch (about.space) {
    case Space::global: ++(write ? n.global_writes : n.global_reads); break;
    case Space::shared: ++(write ? n.shared_writes : n.shared_reads); break;
    case Space::registers: ++(write ? n.register_writes : n.register_reads); return;  // one thread's own: no race, no bank
  }
  races_.touch(write, buffer, about, static_cast<std::uint32_t>(index), c.block, c.thread, site, c.label_number, how);

  if (together == 0) return;
  const std::uint32_t round = c.rounds.back();
  Occurrence* here = nullptr;
  for (Occurrence& o : c.occurrences)
    if (o.site == site && o.round == round && o.write == write) here = &o;
  if (!here) here = &c.occurrences.emplace_back(Occurrence{site, round, write, 0});
  const std::size_t bytes = about.bytes > 0 ? about.bytes : size_of(about.type);
  c.accesses.push_back({.site = site,
                        .warp = static_cast<std::uint32_t>(c.thread / warp_size_),
                        .lane = static_cast<std::uint32_t>(c.thread % warp_size_),
                        .round = round,
                        .occurrence = here->count++,
                        .buffer = static_cast<std::uint32_t>(buffer),
                        .byte = index * bytes,
                        .bytes = static_cast<std::uint32_t>(bytes) * together,
                        .write = write,
                        .shared = about.space == Space::shared});
}

Instruction Recorder::instruction(Site site, std::uint32_t together) const {
  return {.round = at_->rounds.back(),
          .column = static_cast<std::uint16_t>(site.column),
          .together = static_cast<std::uint16_t>(together)};
}

OriginId Recorder::add_origin(const Origin& origin) {
  trace_.origins.push_back(origin);
  trace_.origins.back().thread = static_cast<std::uint32_t>(std::max(0, at_->thread));
  return static_cast<OriginId>(trace_.origins.size() - 1);
}

OriginId Recorder::origin_of(const Cell& cell, Scalar type) {
  if (cell.origin != 0) return cell.origin;
  return add_origin({.kind = Origin::Kind::constant, .type = type, .bits = cell.bits, .pixels = cell.pixels});
}

Cell Recorder::combine(const Cell& a, const Cell& b, int sign, std::uint64_t bits, Scalar type) {
  ++counters_->additions;
  Provenance& pixels = provenance();
  Cell cell{bits, sign > 0 ? pixels.sum(a.pixels, b.pixels) : pixels.difference(a.pixels, b.pixels)};
  if (unrecorded()) return cell;
  const OriginId first = origin_of(a, type), second = origin_of(b, type);
  cell.origin = add_origin({.kind = sign > 0 ? Origin::Kind::sum : Origin::Kind::difference,
                            .first = first,
                            .second = second,
                            .type = type,
                            .bits = bits,
                            .pixels = cell.pixels});
  return cell;
}

Cell Recorder::derive(const Cell& source, Scalar source_type, std::uint64_t bits, Scalar type) {
  Cell cell{bits, source.pixels};
  if (unrecorded()) return cell;
  const OriginId first = origin_of(source, source_type);
  cell.origin = add_origin({.kind = Origin::Kind::made, .first = first, .type = type, .bits = bits, .pixels = source.pixels});
  return cell;
}

std::uint8_t Recorder::file_number(const char* file) {
  auto& files = trace_.files;
  for (std::size_t i = 0; i < files.size(); ++i)
    if (files[i] == file || std::string_view(files[i]) == file) return static_cast<std::uint8_t>(i);
  files.push_back(file);
  if (files.size() > 256) throw std::length_error("a trace of kernels from more than 256 files is not supported");
  return static_cast<std::uint8_t>(files.size() - 1);
}

Cell Recorder::read(int buffer, std::size_t index, Site site, Touch how, std::uint32_t together) {
  check(buffer, index, site);
  if (unrecorded()) return content(buffer)[index];
  if (at_->alone < 0) note(false, buffer, index, site, how, together);
  Cell cell = content(buffer)[index];
  const TraceBuffer& about = trace_.buffers[static_cast<std::size_t>(buffer)];
  if (about.space == Space::global)
    cell.origin = add_origin({.kind = Origin::Kind::load,
                              .first = cell.origin,
                              .buffer = static_cast<std::uint32_t>(buffer),
                              .index = static_cast<std::uint32_t>(index),
                              .type = about.type,
                              .bits = cell.bits,
                              .pixels = cell.pixels});
  at_->reads.push_back({static_cast<std::uint32_t>(buffer), static_cast<std::uint32_t>(index),
                        static_cast<std::uint32_t>(at_->thread), site.line & 0xFFFFFFU, file_number(site.file), cell,
                        instruction(site, together)});
  return cell;
}

void Recorder::write(int buffer, std::size_t index, Site site, Cell value, Touch how, std::uint32_t together) {
  check(buffer, index, site);
  Cell& cell = content(buffer)[index];
  if (at_->alone >= 0 && how == Touch::copy) {
    at_->copies.push_back({buffer, index, value});
    return;
  }
  if (unrecorded()) {
    cell = value;
    return;
  }
  if (at_->alone < 0) note(true, buffer, index, site, how, together);
  value.origin = origin_of(value, trace_.buffers[static_cast<std::size_t>(buffer)].type);
  at_->writes.push_back({static_cast<std::uint32_t>(buffer), static_cast<std::uint32_t>(index),
                         static_cast<std::uint32_t>(at_->thread), site.line & 0xFFFFFFU, file_number(site.file), cell, value,
                         instruction(site, together)});
  cell = value;
}

void Recorder::read_together(int buffer, std::size_t index, Site site, std::span<Cell> values) {
  auto together = static_cast<std::uint32_t>(values.size());
  for (Cell& value : values) value = read(buffer, index++, site, Touch::plain, std::exchange(together, 0));
}

void Recorder::write_together(int buffer, std::size_t index, Site site, std::span<const Cell> values, Touch how) {
  auto together = static_cast<std::uint32_t>(values.size());
  for (const Cell& value : values) write(buffer, index++, site, value, how, std::exchange(together, 0));
}

std::uint32_t& Recorder::state(int buffer, std::size_t index) {
  const auto number = static_cast<std::size_t>(buffer);
  if (states_.size() <= number) states_.resize(number + 1);
  if (states_[number].size() <= index) states_[number].resize(std::max(content(buffer).size(), index + 1));
  return states_[number][index];
}

void Recorder::say(Message::Kind kind, int buffer, std::size_t index, Known known) {
  if (at_->alone >= 0) return;
  at_->messages.push_back({.kind = kind,
                           .known = known,
                           .buffer = static_cast<std::uint32_t>(buffer),
                           .index = static_cast<std::uint32_t>(index),
                           .thread = static_cast<std::uint32_t>(at_->thread),
                           .moment = static_cast<std::uint32_t>(trace_.steps.size())});
}

void Recorder::publish(int buffer, std::size_t index, Site site, Cell value, Known known) {
  write(buffer, index, site, value, Touch::atomic);
  state(buffer, index) = static_cast<std::uint32_t>(known);
  say(Message::Kind::publish, buffer, index, known);
  wake(&state(buffer, index));
}

Seen<Cell> Recorder::look(int buffer, std::size_t index, Site site) {
  check(buffer, index, site);
  const auto known = static_cast<Known>(state(buffer, index));
  say(Message::Kind::look, buffer, index, known);
  return {known == Known::nothing ? Cell{} : read(buffer, index, site, Touch::atomic), known};
}

Seen<Cell> Recorder::await(int buffer, std::size_t index, Site site) {
  check(buffer, index, site);
  const std::uint32_t& known = state(buffer, index);
  while (static_cast<Known>(known) == Known::nothing) {
    say(Message::Kind::wait, buffer, index, Known::nothing);
    wait(&known, where() + " awaits word " + std::to_string(index));
  }
  return look(buffer, index, site);
}

void Recorder::push_round(std::uint32_t line, int round) {
  auto& rounds = at_->rounds;
  rounds.push_back((rounds.back() * 1009U + line) * 1009U + static_cast<std::uint32_t>(round) + 1U);
}
void Recorder::pop_round() { at_->rounds.pop_back(); }

std::string Recorder::where() const { return fmt::format("'{}', thread {}", at_->label, at_->thread); }

/// Runs something that may switch to other blocks, and comes back to this one.
template <class Action>
void Recorder::away(Action&& action) {
  Context* self = at_;
  const bool open = self->open;
  const int thread = self->thread;
  if (open) end_step();
  action();
  at_ = self;
  if (open) {
    begin_step(self->label, self->file, self->line);
    self->thread = thread;
  }
}

void Recorder::yield_block() {
  if (!fibers_.alone()) away([&] { fibers_.yield(); });
}

void Recorder::wait(const void* key, const std::string& why) {
  away([&] { fibers_.wait(key, why); });
}
void Recorder::wake(const void* key) { fibers_.wake(key); }

Trace Recorder::take() {
  trace_.races = races_.races();
  return std::move(trace_);
}

}  // namespace satscope
