// SPDX-License-Identifier: Apache-2.0
// The arrays of a recorded program with their content, as buffers of a trace.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/lab/arrays.h"
#include "app/lab/trace/origin_finder.h"
#include "kernels/trace/trace.h"

namespace satscope::app::lab {

/// An array, and what it holds now.
struct TracedArray {
  Array about;
  int buffer = -1;  ///< number in the trace
  Scalar type = Scalar::u32;
  bool registers = false;                           ///< one of each thread of a block
  bool settled = false;                             ///< its type is final, and its buffer is made
  std::vector<std::uint8_t> bytes;                  ///< of the run that is shown
  std::vector<std::uint8_t> in_run[k_random_runs];  ///< of the others, until it is settled
  std::vector<bool> known;                          ///< elements that something was written to
  std::vector<Cell> cells;

  std::size_t count() const { return static_cast<std::size_t>(about.bytes / about.step()); }
  /// The bits of an element, as its buffer draws them.
  std::uint64_t drawn(std::uint64_t raw) const;
  std::uint64_t raw(std::size_t element) const;  ///< in memory now
  void set_raw(std::size_t element, std::uint64_t raw);
};

/// The type as which elements of a type, or of so many bytes where it is unknown, are drawn: the narrowest that a trace has.
Scalar drawn_type(satlab::Type type, unsigned bytes);
/// The number with these bits, for comparing runs.
double number_of(Scalar type, std::uint64_t bits);

class TracedMemory {
 public:
  TracedMemory(Trace& trace, OriginFinder& finder, Extent picture) : trace_(trace), finder_(finder), picture_(picture) {}

  /// The next allocated array is the picture: its buffer is number 0, which exists.
  void next_is_picture() { next_is_picture_ = true; }
  void allocate(const Array& array);
  void begin_launch();
  void name_shared(const Array& array) { shared_.push_back(array); }
  TracedArray* global_at(std::uint64_t address);
  /// Shared arrays belong to a block of the running pass. Null: no known array.
  TracedArray* at(std::uint64_t address, std::uint32_t block, int pass);
  /// A register of each thread of a block in the running pass. type: of the numbers in it.
  TracedArray& registers(const char* name, std::uint32_t block, int pass, Scalar type);
  /// Makes the buffer of an array whose type is known now.
  void settle(TracedArray& array);
  void settle_all();

 private:
  Extent shape_of(const TracedArray& array) const;
  int add_buffer(const TracedArray& array, int pass, int block);

  Trace& trace_;
  OriginFinder& finder_;
  Extent picture_;
  bool next_is_picture_ = false;
  std::deque<TracedArray> globals_;
  std::vector<Array> shared_;                                                       ///< of this launch
  std::unordered_map<std::uint32_t, std::deque<TracedArray>> shared_of_;            ///< by block
  std::map<std::pair<std::uint32_t, std::string_view>, TracedArray> registers_of_;  ///< by block and name
};

}  // namespace satscope::app::lab
