// SPDX-License-Identifier: Apache-2.0
// Finds accesses that nothing orders. Two accesses of one block are ordered by a barrier of the block between them, or, within
// one warp, by one of the warp; nothing orders two of different blocks. Every place stores its last writer and its readers
// since. A copy is ordered before nothing until its thread has waited for its copies.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kernels/trace/trace.h"

namespace satscope {

/// The kind of an access.
enum class Touch : std::uint8_t { plain, atomic, copy };

/// Who accessed a place, when by the clocks of its block, and where in the source.
struct Toucher {
  int block = -1, thread = -1, warp = -1;
  std::uint32_t block_epoch = 0, warp_epoch = 0;
  Site site = {};
  int label = 0;  ///< number of the label, see RaceDetector::label
  Touch how = Touch::plain;
};

class RaceDetector {
 public:
  /// Forgets everything but the races found: a launch orders everything before it.
  void begin_launch(int threads, int warp_size);

  int label(const std::string& text);
  void touch(bool write, int buffer, const TraceBuffer& about, std::uint32_t index, int block, int thread, const Site& site,
             int label, Touch how);
  void copied(int block);  ///< the copies of all its threads have arrived
  void block_barrier(int block);
  void warp_barrier(int block);

  const std::vector<Race>& races() const { return races_; }

 private:
  struct Block {
    std::uint32_t epoch = 1;
    std::vector<std::uint32_t> warp_epochs;
    std::vector<std::pair<std::size_t, std::size_t>> copies;  ///< on their way: buffer and place
  };
  struct Place {
    Toucher writer;
    Toucher reader;                         ///< the first of its block and epoch
    Toucher beside;                         ///< another thread of that reader's warp, between the same barriers of the warp
    Toucher other_warp;                     ///< a thread of another warp of that block, in the same epoch
    std::vector<Toucher> readers_by_block;  ///< the last of each block; global memory only
  };

  Block& block(int id);
  static bool ordered(const Toucher& before, const Toucher& now);
  void report(const char* kind, const Toucher& a, const Toucher& b, const TraceBuffer& about, std::uint32_t index);

  int threads_ = 1, warp_size_ = 32;
  std::map<int, Block> blocks_;
  std::vector<std::vector<Place>> places_;  // by buffer
  std::vector<std::string> labels_;
  std::map<std::string, int> label_numbers_;
  std::map<std::string, std::size_t> known_races_;
  std::vector<Race> races_;
};

}  // namespace satscope
