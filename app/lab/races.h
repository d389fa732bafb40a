// SPDX-License-Identifier: Apache-2.0
// Races: two accesses of one place, one of them a write, by threads that nothing orders. Orders: a barrier of the block, one of
// the warp, and between blocks a flag (an atomic or volatile word that is written after a __threadfence).
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/lab/arrays.h"

namespace satscope::app::lab {

class Races {
 public:
  /// Called with the earlier and the later access, and the address.
  using Found = std::function<void(const Touch&, const Touch&, const Array&, std::uint64_t address)>;
  explicit Races(Found found) : found_(std::move(found)) {}

  void begin_launch();
  void block_barrier(std::uint32_t block);
  void warp_barrier(std::uint32_t block, std::uint32_t warp);
  void fence(std::uint32_t block, std::uint32_t thread);
  /// Whether b's block has read a volatile word that a's block wrote without a fence between it and all before it.
  bool lacks_fence(const Touch& a, const Touch& b) { return blocks_[b.block].unfenced.contains(a.block); }
  /// An access of an array.
  void access(const satlab::Event& event, Array& array, bool write, bool atomic);

 private:
  /// What is known of a block: all before a barrier, and what its threads did before a moment.
  struct Known {
    std::uint32_t barriers = 0;
    std::map<std::uint32_t, std::uint32_t> threads;
  };
  using Knowledge = std::map<std::uint32_t, Known>;  ///< by block
  struct Fence {
    std::uint32_t moment, barriers;  ///< of its thread and its block
    bool late = false;               ///< its thread has written since then, and no flag
  };
  struct Block {
    std::uint32_t barriers = 1;
    std::vector<std::uint32_t> warp_barriers = std::vector<std::uint32_t>(32);
    std::map<std::uint32_t, Fence> fences;        ///< the last of each thread
    std::set<std::uint32_t> unfenced;             ///< blocks whose volatile words, written without a fence, it has read
    Knowledge known;                              ///< to all its threads
    std::map<std::uint32_t, Knowledge> known_to;  ///< to one thread, until the next barrier
  };
  static void join(Knowledge& to, const Knowledge& from);
  bool ordered(const Touch& a, const Touch& b);
  /// before: a moment.
  bool clash(std::uint32_t before, const Touch& now);
  const Touch& touch_at(std::uint32_t moment) const { return touches_[moment - 1]; }
  void acquire(const satlab::Event& event);
  void release(const satlab::Event& event);
  void touch(LastTouches& cell, const Touch& now, Array& array, std::uint64_t address);
  void write_to(LastTouches& cell, const Touch& now, Array& array, std::uint64_t address);
  void read_from(LastTouches& cell, const Touch& now, bool shared);

  Found found_;
  std::unordered_map<std::uint32_t, Block> blocks_;
  std::unordered_map<std::uint64_t, Knowledge> flags_;  ///< by address: what a reader of the word may rely on
  std::deque<Touch> touches_;                           ///< of this launch, by moment
  struct Reader {
    std::uint32_t moment, next;  ///< next: in the list, by number from 1; 0: the last
  };
  std::deque<Reader> readers_;
};

/// Races between streams: two of their launches and copies use one place, one of them writes, and nothing orders them.
class StreamRaces {
 public:
  /// A launch or a copy, as the work of a stream.
  struct Work {
    std::uint32_t stream = 0, number = 0;  ///< number: in its stream, from 1
    std::uint32_t site = 0;
    std::vector<std::uint32_t> done;  ///< of each stream: how much of its work is done before this begins
    std::string name = "a copy";
  };
  void begin(Work work) { works_.push_back(std::move(work)); }
  void name(std::string name) {
    if (!works_.empty()) works_.back().name = std::move(name);
  }
  /// Bytes of an array are read or written. The earlier and the later work of a race on them that was not found before.
  std::optional<std::pair<const Work*, const Work*>> access(const Array& array, std::uint64_t address, std::uint64_t bytes,
                                                            bool write);

 private:
  struct Users {
    std::uint32_t writer = 0;            ///< the last, by its number in works_ from 1
    std::vector<std::uint32_t> readers;  ///< since then
  };
  std::deque<Work> works_;
  std::unordered_map<std::uint64_t, Users> users_;  ///< by address
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>> found_;
};

}  // namespace satscope::app::lab
