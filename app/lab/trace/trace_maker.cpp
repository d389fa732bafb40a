// SPDX-License-Identifier: Apache-2.0
#include "app/lab/trace/trace_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <unordered_map>

#include "app/lab/trace/memory.h"
#include "app/lab/trace/origin_finder.h"
#include "app/lab/trace/step_writer.h"
#include "kernels/trace/tracing.h"

namespace satscope::app::lab {
namespace {

using satlab::Event;
using satlab::Kind;

constexpr double k_not_known = std::numeric_limits<double>::quiet_NaN();

/// Whether two runs did the same, up to the numbers.
bool same_path(std::span<const Event> a, std::span<const Event> b) {
  return std::ranges::equal(a, b, [](const Event& x, const Event& y) {
    const bool text = x.kind == Kind::launch || x.kind == Kind::exchange;  // their address is no place
    return x.kind == y.kind && x.size == y.size && x.thread == y.thread && x.block == y.block && x.site == y.site &&
           (text || x.address == y.address);
  });
}

bool is_access(Kind kind) {
  return kind == Kind::read || kind == Kind::write || kind == Kind::atomic_read || kind == Kind::atomic_write;
}
bool is_write(Kind kind) { return kind == Kind::write || kind == Kind::atomic_write; }

class TraceMaking {
 public:
  TraceMaking(const TraceSource& source, const Request& request)
      : source_(source),
        request_(request),
        events_(source.shown->events()),
        finder_(trace_, request.extent, take_runs()),
        memory_(trace_, finder_, request.extent),
        steps_(trace_, finder_, *source.lines, source.source, source.banks, source.end) {}

  Trace make() {
    trace_.picture = request_.extent;
    trace_.of_file = true;
    trace_.buffers.push_back({.name = "picture", .type = request_.types.in, .shape = request_.extent});
    trace_.buffers[0].start = picture_cells();
    const std::size_t picture = allocation_of_picture();
    std::size_t allocations = 0;
    for (std::size_t i = 0; i < events_.size(); ++i) {
      if (events_[i].kind == Kind::allocate && allocations++ == picture) memory_.next_is_picture();
      look_at(i);
    }
    steps_.end_step();
    memory_.settle_all();
    name_table();
    for (const TracePass& pass : trace_.passes) trace_.total += pass.counters;
    trace_.provenance_exact = several_ && sums_exactly(trace_.provenance, table_cells_, request_);
    return std::move(trace_);
  }

 private:
  /// Keeps the other runs if they all took the path of the one that is shown.
  bool take_runs() {
    several_ = source_.random.size() == k_random_runs;
    for (const Recording* run : source_.random) several_ = several_ && same_path(events_, run->events());
    if (several_)
      for (const Recording* run : source_.random) others_.push_back(run->events());
    return several_;
  }

  std::vector<Cell> picture_cells() {
    std::vector<Cell> cells(request_.extent.area());
    const std::size_t size = size_of(request_.types.in), width = static_cast<std::size_t>(request_.extent.width);
    for (std::size_t k = 0; k < cells.size(); ++k) {
      std::memcpy(&cells[k].bits, source_.picture.data() + k * size, size);
      if (several_) cells[k].pixels = trace_.provenance.pixel(static_cast<int>(k % width), static_cast<int>(k / width));
    }
    return cells;
  }

  /// Which allocation, counted from 0, gets the whole picture; none: one that does not exist.
  std::size_t allocation_of_picture() const {
    std::vector<Array> allocated;
    for (const Event& e : events_) {
      if (e.kind == Kind::allocate) allocated.push_back(Array::from(source_.shown->text(e.value), e.address, false));
      if (e.kind == Kind::launch) break;
      if (e.kind != Kind::copy_in) continue;
      const std::string_view bytes = source_.shown->bytes(e.value, e.site);
      if (bytes.size() != source_.picture.size() || std::memcmp(bytes.data(), source_.picture.data(), bytes.size()) != 0)
        continue;
      for (std::size_t k = allocated.size(); k-- > 0;)
        if (allocated[k].at == e.address && allocated[k].bytes == bytes.size()) return k;
    }
    return events_.size();
  }

  void look_at(std::size_t i) {
    const Event& e = events_[i];
    if (is_access(e.kind)) {
      if (i == 0 || !(events_[i - 1].flags & satlab::k_more_follows) || !is_access(events_[i - 1].kind)) access(i);
      return;
    }
    switch (e.kind) {
      case Kind::block_barrier: return steps_.block_barrier(static_cast<int>(e.block));
      case Kind::warp_barrier:
        // a shuffle waits by itself: that is no barrier of the kernel's
        if (i == 0 || events_[i - 1].kind != Kind::exchange || events_[i - 1].site != e.site)
          steps_.warp_barrier(static_cast<int>(e.block), static_cast<std::uint32_t>(e.address));
        return;
      case Kind::exchange: return exchange(i);
      case Kind::launch: return launch(source_.shown->text(e.value));
      case Kind::allocate:
      case Kind::name_global: return memory_.allocate(Array::from(source_.shown->text(e.value), e.address, false));
      case Kind::name_shared: return memory_.name_shared(Array::from(source_.shown->text(e.value), e.address, true));
      case Kind::copy_in:
      case Kind::copy_host_touched:
      case Kind::fill: return host_writes(i);
      case Kind::copy_out: return copied_out(e);
      case Kind::report:  // of an access that has no place: its thread works all the same
        if (e.thread < 1024) steps_.outside(static_cast<int>(e.block), e.thread, e.site);
        return;
      default: return;
    }
  }

  void launch(std::string_view text) {
    const auto parts = parts_of(text, '|');
    if (parts.size() < 8) return;
    std::int64_t sizes[2] = {1, 1};
    for (std::size_t k = 0; k < 2; ++k)
      for (const std::string_view number : parts_of(parts[2 + k], ','))
        sizes[k] *= std::max<std::int64_t>(1, static_cast<std::int64_t>(whole_number(number)));
    for (const std::string_view pointer : parts_of(parts[7], ' ')) learn_type(parts_of(pointer, ':'));
    steps_.begin_pass(std::string(parts[0]), static_cast<int>(std::min<std::int64_t>(sizes[0], 1 << 24)),
                      static_cast<int>(std::min<std::int64_t>(sizes[1], 1024)), static_cast<int>(whole_number(parts[1])));
    memory_.begin_launch();
    finder_.begin_launch();
  }

  /// A buffer that was allocated through void* has the type of the parameter that takes it.
  void learn_type(const std::vector<std::string_view>& pointer) {
    if (pointer.size() != 4) return;
    TracedArray* array = memory_.global_at(whole_number(pointer[1]));
    if (!array || array->settled || array->about.type != satlab::Type::unknown) return;
    array->about.type = static_cast<satlab::Type>(
        std::min<std::uint64_t>(whole_number(pointer[2]), static_cast<std::uint64_t>(satlab::Type::f64)));
    array->about.element = static_cast<unsigned>(std::clamp<std::uint64_t>(whole_number(pointer[3]), 1, 1 << 20));
  }

  // ---- what the host does to memory of the device
  std::vector<std::uint8_t> host_bytes(const Recording& recording, const Event& e) const {
    if (e.kind == Kind::fill) return std::vector<std::uint8_t>(e.site, static_cast<std::uint8_t>(e.value));
    const std::string_view bytes = recording.bytes(e.value, e.site);
    return {bytes.begin(), bytes.end()};
  }

  void host_writes(std::size_t i) {
    const Event& e = events_[i];
    TracedArray* array = memory_.global_at(e.address);
    if (!array) return;
    const auto offset = static_cast<std::size_t>(e.address - array->about.at);
    std::vector<std::uint8_t> bytes = host_bytes(*source_.shown, e);
    bytes.resize(std::min(bytes.size(), array->bytes.size() - offset));
    // managed memory is recorded as a whole before each launch: what no kernel and no host wrote is still its filling
    if (e.kind == Kind::copy_host_touched)
      for (std::size_t k = 0; k < bytes.size(); ++k)
        if (bytes[k] == 0xcd) bytes[k] = array->bytes[offset + k];
    if (!array->settled) {
      std::ranges::copy(bytes, array->bytes.begin() + static_cast<std::ptrdiff_t>(offset));
      for (std::size_t run = 0; run < others_.size(); ++run) {
        std::vector<std::uint8_t> other = host_bytes(*source_.random[run], others_[run][i]);
        other.resize(bytes.size());
        std::ranges::copy(other, array->in_run[run].begin() + static_cast<std::ptrdiff_t>(offset));
      }
      return;
    }
    steps_.end_step();
    std::vector<std::uint8_t> now = array->bytes;
    std::ranges::copy(bytes, now.begin() + static_cast<std::ptrdiff_t>(offset));
    if (e.kind == Kind::copy_host_touched && now == array->bytes) return;
    steps_.begin_host_pass(fmt::format("host: {} {}", e.kind == Kind::fill ? "fill" : "copy to", array->about.name));
    std::vector<std::vector<std::uint8_t>> of_others;
    for (std::size_t run = 0; run < others_.size(); ++run)
      of_others.push_back(host_bytes(*source_.random[run], others_[run][i]));
    const std::size_t step = array->about.step(), last = std::min(array->count(), (offset + bytes.size() + step - 1) / step);
    for (std::size_t element = offset / step; element < last; ++element) {
      std::uint64_t raw = 0;
      std::memcpy(&raw, now.data() + element * step, std::min<std::size_t>(8, step));
      Sample sample;
      sample.fill(k_not_known);
      sample[0] = number_of(array->type, array->drawn(raw));
      for (std::size_t run = 0; run < of_others.size(); ++run) {
        const std::vector<std::uint8_t>& other = of_others[run];
        std::uint64_t bits = 0;
        const std::size_t at = element * step - offset;
        if (element * step >= offset && at + step <= other.size())
          std::memcpy(&bits, other.data() + at, std::min<std::size_t>(8, step));
        sample[run + 1] = number_of(array->type, array->drawn(bits));
      }
      steps_.host_write(*array, element, raw, sample);
    }
    steps_.end_step();
  }

  void copied_out(const Event& e) {
    TracedArray* array = memory_.global_at(e.address);
    if (array && e.address == array->about.at && holds_table(*array)) table_ = array;
  }

  // ---- accesses
  void access(std::size_t i) {
    const Event& e = events_[i];
    TracedArray* array = memory_.at(e.address, e.block, steps_.pass());
    if (!array || e.size == 0 || e.thread >= 1024) return;
    memory_.settle(*array);
    std::size_t end = i, size = 0;
    do size += events_[end].size;
    while ((events_[end++].flags & satlab::k_more_follows) && end < events_.size() && events_[end].kind == e.kind);
    const auto offset = static_cast<std::size_t>(e.address - array->about.at), step = std::size_t{array->about.step()};
    size = std::min(size, array->bytes.size() - offset);
    const std::size_t first = offset / step, last = std::min(array->count(), (offset + size + step - 1) / step);
    for (std::size_t element = first; element < last; ++element) {
      ElementAccess one{.array = array,
                        .element = element,
                        .block = static_cast<int>(e.block),
                        .thread = e.thread,
                        .site = e.site,
                        .write = is_write(e.kind),
                        .together = element == first ? static_cast<std::uint16_t>(last - first) : std::uint16_t{0}};
      one.raw = patched(events_, i, end, *array, element, array->raw(element));
      one.sample[0] = number_of(array->type, array->drawn(one.raw));
      const bool whole = element * step >= offset && (element + 1) * step <= offset + size;
      for (std::size_t run = 0; run < k_random_runs; ++run)
        one.sample[run + 1] = whole && several_
                                  ? number_of(array->type, array->drawn(patched(others_[run], i, end, *array, element, 0)))
                                  : k_not_known;
      steps_.access(one);
    }
  }

  /// The bits of an element with what the events i to end say of its bytes.
  static std::uint64_t patched(std::span<const Event> events, std::size_t i, std::size_t end, const TracedArray& array,
                               std::size_t element, std::uint64_t raw) {
    const std::uint64_t begin = array.about.at + element * array.about.step();
    const std::uint64_t size = std::min(8u, array.about.step());
    for (; i < end; ++i)
      for (unsigned k = 0; k < std::min<unsigned>(8, events[i].size); ++k) {
        const std::uint64_t byte = events[i].address + k - begin;
        if (byte >= size) continue;
        raw &= ~(std::uint64_t{255} << 8 * byte);
        raw |= (events[i].value >> 8 * k & 255) << 8 * byte;
      }
    return raw;
  }

  /// A lane's part in a warp function. All give before one gets.
  void exchange(std::size_t i) {
    const Event& e = events_[i];
    const auto block = static_cast<int>(e.block);
    const bool shuffles = satlab::is_shuffle(static_cast<int>(e.address >> 32));
    if (!shuffles || steps_.pass() < 0) {
      steps_.exchange(block);
      return finder_.observe(got(i, e.thread));
    }
    const auto from = [](const Event& one) {
      return one.thread / satlab::k_warp * satlab::k_warp + static_cast<std::uint32_t>(one.address) % satlab::k_warp;
    };
    TracedArray& given = memory_.registers("given", e.block, steps_.pass(), request_.types.out);
    TracedArray& taken = memory_.registers("got", e.block, steps_.pass(), request_.types.out);
    if (i == 0 || events_[i - 1].kind != Kind::exchange) {
      steps_.begin_shuffle(block, e.thread / satlab::k_warp, e.site);
      std::set<std::uint32_t> givers;
      for (std::size_t k = i; k < events_.size() && events_[k].kind == Kind::exchange; ++k)
        if (const std::uint32_t giver = from(events_[k]); givers.insert(giver).second)
          steps_.give(given, giver, e.site, finder_.give(got(k, giver)));
    }
    if (from(e) >= given.cells.size()) return;
    finder_.take(got(i, e.thread), given.cells[from(e)]);
    steps_.take(given, from(e), taken, e.thread, e.site);
  }

  /// What was got in an exchange, as a number that this thread has.
  ObservedValue got(std::size_t i, std::uint32_t thread) const {
    ObservedValue observed{.block = events_[i].block, .thread = thread, .type = request_.types.out, .bits = events_[i].value};
    const auto number = [&](std::uint64_t bits) {
      if (size_of(observed.type) == 4) bits &= 0xffffffff;
      return number_of(observed.type, bits);
    };
    observed.sample.fill(k_not_known);
    observed.sample[0] = number(observed.bits);
    for (std::size_t run = 0; run < others_.size(); ++run) observed.sample[run + 1] = number(others_[run][i].value);
    return observed;
  }

  // ---- the table
  std::string_view table_bytes() const {
    const satlab::Header& header = source_.shown->header();
    if (header.table_form != satlab::TableForm::written) return {};
    return source_.shown->bytes(header.table, size_of(request_.types.out) * request_.extent.area());
  }
  bool holds_table(const TracedArray& array) const {
    const std::string_view table = table_bytes();
    return !table.empty() && array.bytes.size() == table.size() &&
           std::memcmp(array.bytes.data(), table.data(), table.size()) == 0;
  }

  /// The buffer from which the result was copied; if the host made it, a buffer of its own.
  void name_table() {
    if (table_ && holds_table(*table_)) {
      TraceBuffer& buffer = trace_.buffers[static_cast<std::size_t>(table_->buffer)];
      buffer.type = request_.types.out;
      buffer.shape = request_.extent;
      trace_.table = table_->buffer;
      table_cells_ = table_->cells;
      return;
    }
    TracedArray made;
    made.about.name = "out";
    made.about.bytes = size_of(request_.types.out) * request_.extent.area();
    made.about.type = satlab::Type::u32;
    made.about.element = 4;
    made.settled = true;
    made.type = request_.types.out;
    made.bytes.resize(static_cast<std::size_t>(made.about.bytes));
    made.known.resize(made.count());
    made.cells.resize(made.count());
    made.buffer = trace_.table = static_cast<int>(trace_.buffers.size());
    trace_.buffers.push_back({.name = "out", .type = made.type, .shape = request_.extent, .start = made.cells});
    const std::string_view table = table_bytes();
    if (!table.empty()) {
      steps_.begin_host_pass("host: the result");
      for (std::size_t k = 0; k < made.count(); ++k) {
        std::uint32_t raw = 0;
        std::memcpy(&raw, table.data() + 4 * k, 4);
        steps_.host_write(made, k, raw, sample_of_table(k, raw));
      }
      steps_.end_step();
    }
    table_cells_ = made.cells;
  }

  Sample sample_of_table(std::size_t entry, std::uint32_t shown) const {
    Sample sample;
    sample.fill(k_not_known);
    sample[0] = number_of(request_.types.out, shown);
    for (std::size_t run = 0; several_ && run < k_random_runs; ++run) {
      const std::string_view bytes = source_.random[run]->bytes(source_.random[run]->header().table + 4 * entry, 4);
      std::uint32_t raw = 0;
      if (bytes.size() == 4) std::memcpy(&raw, bytes.data(), 4);
      sample[run + 1] = number_of(request_.types.out, raw);
    }
    return sample;
  }

  const TraceSource& source_;
  const Request& request_;
  std::span<const Event> events_;
  bool several_ = false;
  std::vector<std::span<const Event>> others_;  ///< of the runs with random pictures; empty: they took another path
  Trace trace_;
  OriginFinder finder_;
  TracedMemory memory_;
  StepWriter steps_;
  TracedArray* table_ = nullptr;
  std::vector<Cell> table_cells_;
};

}  // namespace

Trace trace_of(const TraceSource& source, const Request& request) { return TraceMaking(source, request).make(); }

}  // namespace satscope::app::lab
