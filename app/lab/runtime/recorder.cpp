// SPDX-License-Identifier: Apache-2.0
// Events and reports into the memory that satscope maps too.
#include <unistd.h>

#include "machine.h"

namespace satlab {

[[noreturn]] void leave(End end) {
  header->end = end;
  fflush(stdout);
  fflush(stderr);
  _exit(end == End::exited ? 0 : 9);
}

/// Whether threads only do again what they have just done: the same accesses of the same places with the same values.
bool repeats() {
  constexpr std::uint64_t k_looked_at = 1 << 16, k_loop = 8;  // k_loop: different accesses of a thread
  std::set<std::pair<std::uint32_t, std::uint32_t>> threads;
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint64_t, std::uint64_t>> accesses;
  std::uint64_t seen = 0;
  for (std::uint64_t k = header->events; k-- > 0 && seen < k_looked_at;) {
    const Event& e = events[k];
    if (e.kind == Kind::launch) return false;
    if (e.kind < Kind::read || e.kind > Kind::atomic_write) continue;
    ++seen;
    threads.insert({e.block, e.thread});
    accesses.insert({e.block, e.thread, e.site, e.address, e.value});
    if (accesses.size() > k_loop * 1024) return false;
  }
  return seen == k_looked_at && accesses.size() <= k_loop * threads.size();
}

/// Whether what was recorded last is barriers alone.
static bool only_barriers() {
  constexpr std::uint64_t k_looked_at = 1 << 16;
  const std::span<const Event> all(events, header->events);
  return all.size() >= k_looked_at &&
         std::ranges::all_of(all.last(k_looked_at), [](const Event& e) { return e.kind == Kind::block_barrier; });
}

std::string accesses_text() {
  const std::uint64_t accesses = header->accesses;
  if (accesses >= 1'000'000) return words("%.1f million accesses", static_cast<double>(accesses) / 1e6);
  return words("%llu access%s", static_cast<unsigned long long>(accesses), accesses == 1 ? "" : "es");
}

std::string endless_barriers() {
  return "An endless loop without any memory access in " + launched_kernel +
         ": its threads come to the same __syncthreads() again and again.";
}

/// The recording is full.
[[noreturn]] void full(std::uint32_t site, std::uint64_t address) {
  const Settings& settings = header->settings;
  const bool can_be_smaller = header->accesses > 0 && !(settings.width == 1 && settings.height == 1);
  if (only_barriers())
    say(Report::endless, last_site, last_site, {}, endless_barriers());
  else if (repeats())
    say(Report::endless, site, address, {},
        words("After %s the program was stopped: its threads read and write the same values in the same places again and "
              "again. Is there an endless loop?",
              accesses_text().c_str()));
  else
    say(Report::budget, site, 0, {},
        words("Only the beginning was checked: after %s recording stopped%s.", accesses_text().c_str(),
              can_be_smaller ? "; try a smaller size" : ""));
  leave(End::too_many);
}

std::uint64_t keep(const void* what, std::size_t bytes) {
  // because: a report still finds room
  if (header->bytes + bytes + 8192 > header->settings.most_bytes && bytes > 1024) full(last_site, 0);
  if (header->bytes + bytes + 8 > header->settings.most_bytes) leave(End::too_many);
  const std::uint64_t at = header->bytes;
  memcpy(texts + at, what, bytes);
  header->bytes += (bytes + 7) / 8 * 8;
  return at;
}

std::uint64_t keep(const std::string& text) { return keep(text.c_str(), text.size() + 1); }

Event* record(Kind kind, int size, std::uint32_t site, std::uint64_t address, std::uint64_t value, int flags) {
  if (!recording) return nullptr;
  // because: reports still find room
  if (header->events + 1024 >= header->settings.most_events && kind != Kind::report) full(site, address);
  if (header->events >= header->settings.most_events) leave(End::too_many);
  Event& event = events[header->events++];
  event = {kind,
           static_cast<std::uint8_t>(size),
           static_cast<std::uint16_t>(flags),
           running ? running->thread : 0,
           block_now ? block_now->number : 0,
           site,
           address,
           value};
  return &event;
}

void record_always(Kind kind, std::uint32_t site, std::uint64_t address, std::uint64_t value, int flags) {
  const bool was = recording;
  recording = true;
  record(kind, 0, site, address, value, flags);
  recording = was;
}

void say(Report report, std::uint32_t site, std::uint64_t address, const Subject& subject, const std::string& sentence) {
  // because: one mistake makes a report per thread; some of them are enough, and the memory is not
  static auto& said = *new std::map<std::tuple<Report, std::uint32_t, std::string>, int>;
  if (++said[{report, site, subject.name}] > 50 || said.size() > 500) return;
  const std::string text =
      subject.name + "\t" + std::to_string(subject.index) + "\t" + std::to_string(subject.length) + "\t" + sentence;
  const bool was = recording;
  recording = true;
  record(Kind::report, static_cast<int>(report), site, address, keep(text));
  recording = was;
}

std::string words(const char* format, ...) {
  char text[800];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return text;
}

static std::string place(const char* what, const Dim& index, std::uint64_t number, const Dim& size) {
  if (size.z > 1) return words("%s (%u, %u, %u)", what, index.x, index.y, index.z);
  if (size.y > 1) return words("%s (%u, %u)", what, index.x, index.y);
  return words("%s %llu", what, static_cast<unsigned long long>(number));
}

std::string who(const Fiber& fiber, const Block& block) {
  std::string text = place("thread", fiber.index, fiber.thread, block_size);
  if (grid_size.count() > 1) text += " of " + place("block", block.index, block.number, grid_size);
  return text;
}

std::string running_thread() { return running && block_now ? who(*running, *block_now) : "the host"; }

}  // namespace satlab
