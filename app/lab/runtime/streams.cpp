// SPDX-License-Identifier: Apache-2.0
// Streams and events. All work is done at once; what orders it on a GPU is kept as a vector clock: how much work of each stream
// is done before something begins. The default stream is the legacy one: it waits for the streams that are not
// cudaStreamNonBlocking, and they wait for it. Likewise the host waits for work before it touches pinned or managed memory.
#include "machine.h"

namespace satlab {
namespace {

using Done = std::vector<std::uint32_t>;  // of each stream: how much of its work

/// What a query asked for, and how often its answer was cudaErrorNotReady.
struct Asked {
  Done work = {};
  unsigned not_ready = 0;
};
struct Stream {
  bool blocking = true;
  Done done = {};  ///< before its next work begins
  Asked asked = {};
  std::uint32_t destroyed_site = 0;  ///< 0: it is there
};
struct StreamEvent {
  Done done = {};  ///< before it: nothing, until it is recorded
  Asked asked = {};
  std::uint32_t destroyed_site = 0;  ///< 0: it is there
};
auto& streams = *new std::vector<Stream>(1);  // the first is the default stream
auto& stream_events = *new std::vector<StreamEvent>;
auto& done_for_host = *new Done;
constexpr std::uintptr_t k_handle = 16;  ///< between two streams, or two events, as the program sees them

/// Pinned or managed memory that a copy or a kernel may still use, as the host has not waited for it.
struct Use {
  std::uint64_t at, bytes;
  bool writes;
  std::string memory, kernel;
  std::size_t stream;
  std::uint32_t number, site;
  bool meets(std::uint64_t from, std::uint64_t count) const { return from < at + bytes && at < from + count; }
  /// "the copy in line 20 (stream 1) may still write to".
  std::string text() const {
    const std::string what = !kernel.empty() ? kernel
                                             : words("the copy in {@%x} (%s)", site,
                                                     stream ? words("stream %zu", stream).c_str() : "default stream");
    return what + " may still " + (writes ? "write to" : "read");
  }
};
auto& uses = *new std::vector<Use>;

void join(Done& to, const Done& from) {
  if (to.size() < from.size()) to.resize(from.size());
  for (std::size_t k = 0; k < from.size(); ++k) to[k] = std::max(to[k], from[k]);
}

std::size_t stream_number(const void* stream) {
  const std::size_t number = reinterpret_cast<std::uintptr_t>(stream) / k_handle;
  return number < streams.size() ? number : 0;
}

StreamEvent* event_at(const void* event) {
  const std::size_t number = reinterpret_cast<std::uintptr_t>(event) / k_handle;
  return number > 0 && number <= stream_events.size() ? &stream_events[number - 1] : nullptr;
}

/// Reports a call with a stream that was destroyed. use: "A launch or a copy in".
void use_stream(const void* stream, const char* use, std::uint32_t site) {
  if (const std::uint32_t destroyed = streams[stream_number(stream)].destroyed_site)
    say(Report::host_misuse, site, 0, {}, words("%s a stream after its cudaStreamDestroy() at {@%x}.", use, destroyed));
}

/// The event, if there ever was one; reports a call with one that was destroyed.
StreamEvent* use_event(const void* event, const char* use, std::uint32_t site) {
  StreamEvent* const at = event_at(event);
  if (at && at->destroyed_site)
    say(Report::host_misuse, site, 0, {}, words("%s an event after its cudaEventDestroy() at {@%x}.", use, at->destroyed_site));
  return at;
}

/// Reports that a stream or an event is destroyed twice.
cudaError_t destroy(std::uint32_t& destroyed_site, const char* call, std::uint32_t site) {
  if (destroyed_site) {
    say(Report::host_misuse, site, 0, {},
        words("%s of the same handle is called twice, first at {@%x}.", call, destroyed_site));
    return cudaErrorInvalidResourceHandle;
  }
  destroyed_site = site;
  return cudaSuccess;
}

/// What is done before the next work of the stream begins.
Done& before_next(std::size_t number) {
  Stream& stream = streams[number];
  join(stream.done, done_for_host);
  if (number > 0 && stream.blocking) join(stream.done, streams[0].done);
  for (std::size_t k = 1; number == 0 && k < streams.size(); ++k)
    if (streams[k].blocking) join(stream.done, streams[k].done);
  return stream.done;
}

/// The work that a stream has. The default stream has that of all that wait for it; what it gets later is not work of another
/// one.
Done work_of(std::size_t number) { return number == 0 ? before_next(0) : streams[number].done; }

void host_waits_for(const Done& done) {
  join(done_for_host, done);
  std::erase_if(uses,
                [](const Use& use) { return use.stream < done_for_host.size() && use.number <= done_for_host[use.stream]; });
}

bool host_has_waited_for(const Done& done) {
  for (std::size_t k = 0; k < done.size(); ++k)
    if (done[k] > (k < done_for_host.size() ? done_for_host[k] : 0)) return false;
  return true;
}

/// A query orders the host only if it returns cudaSuccess. On a GPU the work is seldom done at once, so the first queries
/// return cudaErrorNotReady: one, two or three, by the order of the threads, and in lockstep none.
cudaError_t query(const Done& work, Asked& asked, const void* site) {
  last_site = static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(site));
  const unsigned most = lockstep() ? 0 : 1 + static_cast<unsigned>(header->settings.order);
  if (host_has_waited_for(asked.work)) asked.not_ready = 0;
  asked.work = work;
  if (!device_failed && !host_has_waited_for(work) && asked.not_ready < most) {
    ++asked.not_ready;
    header->polled = 1;
    return cudaErrorNotReady;
  }
  host_waits_for(work);
  return cudaError_t(last_error);
}

}  // namespace

void begin_work(const void* handle, std::uint32_t site) {
  use_stream(handle, "A launch or a copy in", site);
  const std::size_t number = stream_number(handle);
  Done& done = before_next(number);
  done.resize(streams.size());
  const std::uint32_t mine = ++done[number];
  if (streams.size() == 1) return;
  std::string text;
  for (std::size_t k = 0; k < done.size(); ++k) text += std::to_string(done[k] - (k == number)) + ' ';
  record_always(Kind::stream_work, site, std::uint64_t{number} << 32 | mine, keep(text));
}

void use_host_memory(const void* handle, std::uint64_t at, std::uint64_t bytes, bool writes, std::uint32_t site,
                     const std::string& kernel) {
  const std::size_t stream = stream_number(handle);
  for (const Symbol& memory : symbols)
    if (memory.pinned && at - memory.at < memory.bytes)
      uses.push_back({at, bytes, writes, memory.text.substr(0, memory.text.find('|')), kernel, stream,
                      streams[stream].done[stream], site});
}

void use_host_memory_of_kernel(const void* handle, std::uint32_t site) {
  for (Symbol& memory : symbols)
    for (const bool writes : {false, true}) {
      const auto [begin, end] = std::exchange(memory.used[writes], {});
      if (begin < end) use_host_memory(handle, begin, end - begin, writes, site, launched_kernel);
    }
  const std::size_t stream = stream_number(handle);
  for (Buffer& buffer : buffers) {
    if (!std::exchange(buffer.written, false) || !buffer.managed) continue;
    std::erase_if(uses,
                  [&](const Use& use) { return use.at == buffer.at && use.stream == stream; });  // because: they are earlier
    uses.push_back({buffer.at, buffer.bytes, true, buffer.name, launched_kernel, stream, streams[stream].done[stream], site});
  }
}

void host_touches(std::uint64_t at, std::uint64_t bytes, bool write, std::uint32_t site) {
  const auto use = std::ranges::find_if(uses, [&](const Use& one) { return (write || one.writes) && one.meets(at, bytes); });
  if (use == uses.end()) return;
  say(Report::host_misuse, site, use->site, {use->memory},
      words("Host code %s %s while %s it: %s. Call %s first.", write ? "writes to" : "reads", use->memory.c_str(),
            use->text().c_str(),
            use->kernel.empty() ? "cudaMemcpyAsync() does not wait for a copy of pinned memory"
                                : "a launch does not wait for its kernel",
            use->stream ? "cudaStreamSynchronize()" : "cudaDeviceSynchronize()"));
  uses.erase(use);  // because: one mistake is one finding
}

void table_is_done() {
  for (const Use& use : uses)
    if (use.writes && use.meets(table_at, table_bytes))
      say(Report::host_misuse, use.site, 0, {use.memory},
          words("table() returns while %s its result: call cudaDeviceSynchronize() at its end.", use.text().c_str()));
}

static auto& held = *new std::vector<Held>;

void hold(const Held& kind, const void* handle, const void* site) {
  held.push_back(kind);
  held.back().handle = reinterpret_cast<std::uint64_t>(handle);
  held.back().site = static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(site));
}

void give_back(const Held& kind, const void* handle) {
  std::erase_if(
      held, [&](const Held& one) { return one.what == kind.what && one.handle == reinterpret_cast<std::uint64_t>(handle); });
}

void say_what_is_held() {
  std::map<std::uint32_t, int> times;
  for (const Held& one : held) ++times[one.site];
  for (const Held& one : held)
    if (const int count = std::exchange(times[one.site], 0); count > 0)
      say(Report::never_freed, one.site, 0, {one.what},
          words("The %s here is never %s%s: every %s.", one.what, one.end, count > 1 ? words(" (%d times)", count).c_str() : "",
                one.needs));
}

void wait_for_stream(const void* handle) { host_waits_for(work_of(stream_number(handle))); }

void wait_for_all_streams() {
  for (const Stream& stream : streams) host_waits_for(stream.done);
}

}  // namespace satlab

extern "C" {
void* satlab_new_stream(unsigned flags, void* site) {
  streams.push_back({(flags & cudaStreamNonBlocking) == 0});
  const auto handle = reinterpret_cast<void*>((streams.size() - 1) * k_handle);
  return hold(k_stream, handle, site), handle;
}
void* satlab_new_event(void* site) {
  stream_events.emplace_back();
  const auto handle = reinterpret_cast<void*>(stream_events.size() * k_handle);
  return hold(k_event, handle, site), handle;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  const std::size_t number = stream_number(stream);
  give_back(k_stream, stream);
  return number > 0 ? destroy(streams[number].destroyed_site, "cudaStreamDestroy()", SITE) : cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  StreamEvent* const at = event_at(event);
  give_back(k_event, event);
  return at ? destroy(at->destroyed_site, "cudaEventDestroy()", SITE) : cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  use_stream(stream, "cudaStreamSynchronize() of", SITE);
  wait_for_stream(stream);
  return cudaError_t(last_error);
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  use_stream(stream, "cudaStreamWaitEvent() in", SITE);
  if (const StreamEvent* at = use_event(event, "cudaStreamWaitEvent() for", SITE))
    join(streams[stream_number(stream)].done, at->done);
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  use_stream(stream, "cudaEventRecord() in", SITE);
  if (StreamEvent* at = use_event(event, "cudaEventRecord() of", SITE)) at->done = before_next(stream_number(stream));
  return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  if (const StreamEvent* at = use_event(event, "cudaEventSynchronize() of", SITE)) host_waits_for(at->done);
  return cudaError_t(last_error);
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  use_stream(stream, "cudaStreamQuery() of", SITE);
  const std::size_t number = stream_number(stream);
  const Done work = work_of(number);
  return query(work, streams[number].asked, __builtin_return_address(0));
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  StreamEvent* const at = use_event(event, "cudaEventQuery() of", SITE);
  return at ? query(at->done, at->asked, __builtin_return_address(0)) : cudaError_t(last_error);
}
}
