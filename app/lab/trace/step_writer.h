// SPDX-License-Identifier: Apache-2.0
// Writes the steps of a student's program: the accesses of one block from one barrier to the next. Counters are counted as
// those of our own kernels.
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/lab/line_table.h"
#include "app/lab/trace/memory.h"
#include "app/lab/trace/origin_finder.h"
#include "kernels/trace/trace.h"
#include "kernels/trace/warp_accesses.h"

namespace satscope::app::lab {

/// An access of one element by a thread.
struct ElementAccess {
  TracedArray* array = nullptr;
  std::size_t element = 0;
  int block = 0;
  std::uint32_t thread = 0, site = 0;
  bool write = false;
  std::uint16_t together = 1;  ///< elements of one access, given with the first of them; 0 with the others
  std::uint64_t raw = 0;       ///< bits of the element after it, in memory
  Sample sample = {};
};

/// Where a step ends, beside barriers of the block.
enum class StepEnd : std::uint8_t {
  barrier,  ///< nowhere else
  thread,   ///< where another thread goes on
  line,     ///< where the threads come to another line, or again to the same
};

class StepWriter {
 public:
  StepWriter(Trace& trace, OriginFinder& finder, const LineTable& lines, const std::string& source, int banks, StepEnd end);

  int pass() const { return static_cast<int>(trace_.passes.size()) - 1; }
  /// line: of the launch.
  void begin_pass(const std::string& kernel, int blocks, int threads, int line);
  /// What the host does between two launches is a pass of one thread.
  void begin_host_pass(const std::string& name);
  void access(const ElementAccess& access);
  /// An access outside of all arrays, which has no place; its thread works.
  void outside(int block, std::uint32_t thread, std::uint32_t site);
  void host_write(TracedArray& array, std::size_t element, std::uint64_t raw, const Sample& sample);
  void block_barrier(int block);
  /// Lanes of the block exchange numbers now, which belongs to its step.
  void exchange(int block);
  /// Likewise by a shuffle: a step has one of each warp.
  void begin_shuffle(int block, std::uint32_t warp, std::uint32_t site);
  /// A thread has this number in its register, and another one reads it into its own.
  void give(TracedArray& registers, std::uint32_t thread, std::uint32_t site, const Cell& cell);
  void take(const TracedArray& given, std::uint32_t from, TracedArray& got, std::uint32_t thread, std::uint32_t site);
  void warp_barrier(int block, std::uint32_t warp);
  void end_step();

 private:
  void open(int block);
  Site site_of(std::uint32_t address);
  std::uint8_t file_number(const char* file);
  void note(const ElementAccess& access, const Site& site);
  void note_thread(std::uint32_t thread, const Site& site);
  void unannounced_write(const ElementAccess& access, const ObservedValue& observed, const Site& site);
  std::string label() const;
  bool is_another_step(const ElementAccess& access, const Site& site) const;
  std::uint64_t key_of(const ElementAccess& access) const;
  void add_pass(const std::string& name, int blocks, int threads);
  Counters& counters() { return trace_.passes.back().counters; }

  Trace& trace_;
  OriginFinder& finder_;
  const LineTable& lines_;
  const char* source_;
  int banks_;
  StepEnd end_;
  std::string kernel_;
  int launch_line_ = 1;
  std::map<std::string, int> launches_;                      ///< by kernel
  std::unordered_map<std::uint32_t, Site> sites_;            ///< by address
  std::unordered_map<std::uint32_t, std::uint32_t> rounds_;  ///< number of a site, by address
  std::unordered_map<int, std::size_t> last_step_;           ///< of each block of this pass
  // the step that is open
  int block_ = -1;  ///< -1: none is
  std::uint32_t first_line_ = 0, last_line_ = 0;
  std::uint32_t thread_now_ = 0, line_now_ = 0;  ///< of the access before
  OriginId first_origin_ = 0;
  std::int64_t first_additions_ = 0;
  std::vector<Read> reads_;
  std::vector<Write> writes_;
  std::vector<SiteAccess> accesses_;
  std::map<std::uint32_t, int> warp_barriers_;  ///< by warp
  std::unordered_map<std::uint64_t, std::uint32_t> turns_;
  std::vector<bool> busy_;            ///< by thread
  std::set<std::uint32_t> shuffled_;  ///< warps
};

}  // namespace satscope::app::lab
