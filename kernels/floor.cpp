// SPDX-License-Identifier: Apache-2.0
#include "kernels/floor.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "kernels/engine.h"
#include "kernels/gpu/widen.h"
#include "kernels/host_block.h"
#include "kernels/host_moves.h"
#include "kernels/measure.h"
#include "kernels/simt/pass.h"
#include "kernels/simt/thread_pool.h"

namespace satscope {
namespace {

constexpr double k_measured_ms = 200, k_turns_ms = 500;  // each way, first and in all turns
constexpr const char *k_copy = "copy", *k_widen = "read the picture, write the table";

/// A plan that only holds the picture and the table.
Plan empty_plan(const Request& request) {
  return {.buffers = {{"picture", request.types.in, request.extent, request.channels},
                      {"table", request.types.out, table_extent(request.extent, request.form), request.channels}}};
}

/// Numbers of the picture.
std::size_t numbers_in(const Request& request) { return request.extent.area() * static_cast<std::size_t>(request.channels); }

/// Whether the loop differs from the copy.
bool has_widen(const Request& request) { return request.types.out != Scalar::u8; }

Floor fastest(std::vector<FloorTry> tried) {
  const auto best = std::ranges::min_element(tried, {}, &FloorTry::milliseconds);
  return {best->milliseconds, best->method, std::move(tried)};
}

/// Numbers other than zero: memory can be faster on zeros.
HostBlock numbers(std::size_t bytes) {
  HostBlock values = make_host_block(bytes);
  std::uint32_t state = 1;
  for (std::size_t i = 0; i < bytes; ++i) values[i] = static_cast<std::byte>((state = state * 1664525U + 1013904223U) >> 25);
  return values;
}

Floor on_gpu(const Request& request) {
  const Plan plan = empty_plan(request);
  const std::size_t half = plan.bytes() / 2;
  const int sets = sets_beyond_cache(plan.bytes(), Machine::gpu);
  const Stream stream;
  std::vector<DeviceMemory> pictures, tables;
  const HostBlock content = numbers(plan.buffers[0].bytes());
  // the copy goes from one half to another, each in a buffer of its own
  for (int i = 0; i < sets; ++i) {
    pictures.emplace_back(std::max(plan.buffers[0].bytes(), half) + 16);
    tables.emplace_back(std::max(plan.buffers[1].bytes(), half) + 16);
    stream.fill(pictures.back().get(), 0x5B, std::max(plan.buffers[0].bytes(), half));
    stream.copy_to_device(pictures.back().get(), content.get(), plan.buffers[0].bytes());
  }
  stream.wait();
  const auto times_of = [&](Stopwatch::Run run) {
    Stopwatch stopwatch(&stream, std::move(run));
    return measure_runs(stopwatch, sets, k_measured_ms);
  };
  const LastTimes copy =
      times_of([&](std::size_t set) { stream.copy_on_device(tables[set].get(), pictures[set].get(), half); });
  if (!has_widen(request)) return fastest({{k_copy, copy.median()}});
  const std::size_t count = numbers_in(request);
  const LastTimes own =
      times_of([&](std::size_t set) { widen(pictures[set].get(), tables[set].get(), count, request.types, stream.handle()); });
  return fastest({{k_copy, copy.median()}, {k_widen, own.median()}});
}

/// Throws as an engine does if the host has no room for this many sets.
void check_room(std::size_t bytes, int sets) {
  const Extent pages{4096, static_cast<int>(std::ceil(1.5 * static_cast<double>(bytes) * sets / 4096)) + 1};
  // because: untouched pages cost nothing
  const Engine room({.buffers = {{"floor", Scalar::u8, pages}}}, Machine::cpu, 1);
}

}  // namespace

/// Pictures and tables on the host, in sets beyond the cache, and moves of one set with a number of threads.
class HostFloor::Moves {
 public:
  explicit Moves(const Request& request) : request_(request) {
    const Plan plan = empty_plan(request);
    half_ = plan.bytes() / 2;
    sets_ = sets_beyond_cache(plan.bytes(), Machine::cpu);
    check_room(plan.bytes(), sets_);
    for (int i = 0; i < sets_; ++i) {
      pictures_.push_back(numbers(std::max(plan.buffers[0].bytes(), half_)));
      tables_.push_back(numbers(std::max(plan.buffers[1].bytes(), half_)));
    }
  }

  int sets() const { return sets_; }

  void copy(std::size_t set, int threads, bool streamed) {
    const std::byte* from = pictures_[set].get();
    std::byte* to = tables_[set].get();
    split(half_, threads, [=](std::size_t begin, std::size_t end) {
      if (streamed)
        copy_streamed(from, to, begin, end);
      else
        std::memcpy(to + begin, from + begin, end - begin);
    });
  }
  void widen(std::size_t set, int threads, bool streamed) {
    for_types(request_.types, [&]<class In, class T>() {
      const In* from = reinterpret_cast<const In*>(pictures_[set].get());
      T* to = reinterpret_cast<T*>(tables_[set].get());
      split(numbers_in(request_), threads, [=](std::size_t begin, std::size_t end) {
        if (streamed)
          widen_streamed(from, to, begin, end);
        else
          for (std::size_t i = begin; i < end; ++i) to[i] = static_cast<T>(from[i]);
      });
    });
  }

 private:
  template <class Work>
  static void split(std::size_t count, int threads, Work&& work) {
    // because: a thread that starts late still finds work
    const auto parts = 4 * static_cast<std::size_t>(threads);
    std::atomic<std::size_t> next{0};
    together(threads, [&](int) {
      for (std::size_t part; (part = next.fetch_add(1, std::memory_order_relaxed)) < parts;)
        work(count * part / parts, count * (part + 1) / parts);
    });
  }

  Request request_;
  std::size_t half_ = 0;
  int sets_ = 0;
  std::vector<HostBlock> pictures_, tables_;
};

struct HostFloor::Way {
  std::string method;
  Stopwatch stopwatch;
  LastTimes times;
  int left = 0;  ///< samples of the turns; 0: it takes no part
};

HostFloor::HostFloor(const Request& request, int threads) : moves_(std::make_unique<Moves>(request)) {
  const auto add = [&](std::string method, Stopwatch::Run run) {
    Way& way = ways_.emplace_back(std::move(method), Stopwatch(nullptr, std::move(run)));
    way.times = measure_runs(way.stopwatch, moves_->sets(), k_measured_ms);
  };
  const auto add_with = [&](int count) {
    for (const bool streamed : {false, true}) {
      const std::string how = fmt::format("{}, {} thread{}", streamed ? ", past the cache" : "", count, count == 1 ? "" : "s");
      add(k_copy + how, [moves = moves_.get(), count, streamed](std::size_t set) { moves->copy(set, count, streamed); });
      if (has_widen(request))
        add(k_widen + how, [moves = moves_.get(), count, streamed](std::size_t set) { moves->widen(set, count, streamed); });
    }
  };
  const int all = threads > 0 ? threads : host_threads();
  add_with(all);
  if (all > 1) add_with(1);  // because: small ones are done before a second thread has begun
  constexpr double k_nearly = 1.25;
  const double least = floor().milliseconds;
  for (Way& way : ways_)
    if (way.times.median() <= k_nearly * least)
      way.left = samples_within(k_turns_ms, way.times.median(), 2 * k_turns, most_samples_of_turns(moves_->sets()));
}

HostFloor::~HostFloor() = default;

void HostFloor::take_turn(int turns_left) {
  for (Way& way : ways_) {
    if (way.left == 0) continue;
    if (turns_left == k_turns) way.times = LastTimes(static_cast<std::size_t>(way.left));
    way.stopwatch.pass_cache();
    const int count = samples_of_turn(way.left, turns_left);
    for (int i = 0; i < count; ++i) way.times.add(way.stopwatch.sample());
    way.left -= count;
  }
}

Floor HostFloor::floor() const {
  std::vector<FloorTry> tried;
  for (const Way& way : ways_) tried.push_back({way.method, way.times.median()});
  return fastest(std::move(tried));
}

double least_bytes(const Request& request) { return static_cast<double>(empty_plan(request).bytes()); }

Floor measure_floor(const Request& request, Machine machine, int threads) {
  return machine == Machine::gpu ? on_gpu(request) : HostFloor(request, threads).floor();
}

}  // namespace satscope
