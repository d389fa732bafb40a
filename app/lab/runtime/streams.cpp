// SPDX-License-Identifier: Apache-2.0
// Streams and events. All work is done at once; what orders it on a GPU is kept as a vector clock: how much work of each stream
// is done before something begins. The default stream is the legacy one: it waits for the streams that are not
// cudaStreamNonBlocking, and they wait for it.
#include "machine.h"

namespace satlab {
namespace {

using Done = std::vector<std::uint32_t>;  // of each stream: how much of its work

struct Stream {
  bool blocking = true;
  Done done = {};  ///< before its next work begins
};
auto& streams = *new std::vector<Stream>(1);  // the first is the default stream
auto& stream_events = *new std::vector<Done>;
auto& done_for_host = *new Done;
constexpr std::uintptr_t k_handle = 16;  ///< between two streams, or two events, as the program sees them

void join(Done& to, const Done& from) {
  if (to.size() < from.size()) to.resize(from.size());
  for (std::size_t k = 0; k < from.size(); ++k) to[k] = std::max(to[k], from[k]);
}

std::size_t stream_number(const void* stream) {
  const std::size_t number = reinterpret_cast<std::uintptr_t>(stream) / k_handle;
  return number < streams.size() ? number : 0;
}

Done* event_at(const void* event) {
  const std::size_t number = reinterpret_cast<std::uintptr_t>(event) / k_handle;
  return number > 0 && number <= stream_events.size() ? &stream_events[number - 1] : nullptr;
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

}  // namespace

void begin_work(const void* handle, std::uint32_t site) {
  if (streams.size() == 1) return;
  const std::size_t number = stream_number(handle);
  Done& done = before_next(number);
  done.resize(streams.size());
  std::string text;
  for (const std::uint32_t count : done) text += std::to_string(count) + ' ';
  record_always(Kind::stream_work, site, std::uint64_t{number} << 32 | ++done[number], keep(text));
}

void wait_for_stream(const void* handle) { join(done_for_host, before_next(stream_number(handle))); }

void wait_for_all_streams() {
  for (const Stream& stream : streams) join(done_for_host, stream.done);
}

}  // namespace satlab

extern "C" {
void* satlab_new_stream(unsigned flags) {
  streams.push_back({(flags & cudaStreamNonBlocking) == 0});
  return reinterpret_cast<void*>((streams.size() - 1) * k_handle);
}
void* satlab_new_event() {
  stream_events.emplace_back();
  return reinterpret_cast<void*>(stream_events.size() * k_handle);
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  wait_for_device();
  wait_for_stream(stream);
  return cudaError_t(last_error);
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  if (const Done* done = event_at(event)) join(streams[stream_number(stream)].done, *done);
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  if (Done* done = event_at(event)) *done = before_next(stream_number(stream));
  return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  wait_for_device();
  if (const Done* done = event_at(event)) join(done_for_host, *done);
  return cudaError_t(last_error);
}
}
