// SPDX-License-Identifier: Apache-2.0
// An algorithm as seen by its users: a description, and a plan of passes over named buffers.
#pragma once
#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "kernels/described.h"
#include "kernels/formula.h"
#include "kernels/hardware.h"
#include "kernels/types.h"

namespace satscope {

// ---------------------------------------------------------------- plan

/// A request for one table.
struct Request {
  Extent extent;  ///< of the picture, at least 1x1
  TypePair types = k_type_pairs[0];
  Form form = Form::inclusive;
  Params params = {};
  Sizes sizes = {};        ///< of a trace: one of the algorithm's trace_sizes; elsewhere ignored
  int channels = 1;        ///< 1, or 4 that are summed each by itself
  bool read_next = false;  ///< whether the next pass reads the table, which may then stay in a cache
};

/// A row-major buffer that passes read and write. The channels of a place are adjacent, R G B A. Its rows may lie apart
/// (`rows`); what lies between them is memory of the buffer that means nothing.
struct Buffer {
  std::string name;
  Scalar type;  ///< of one channel
  Extent shape;
  int channels = 1;
  bool words = false;  ///< of words (simt/words.h), which must be zero before the first launch; one channel
  Rows rows = {};
  std::size_t bytes() const;         ///< that it occupies
  std::size_t packed_bytes() const;  ///< of its places alone
  std::size_t place_bytes() const { return size_of(type) * static_cast<std::size_t>(channels); }
  std::size_t row_bytes() const { return static_cast<std::size_t>(shape.width) * place_bytes(); }
  int pitch() const { return rows.packed() ? shape.width : rows.pitch; }  ///< places from row to row
  std::size_t pitch_bytes() const { return static_cast<std::size_t>(pitch()) * place_bytes(); }
  std::size_t first_byte() const { return static_cast<std::size_t>(rows.first) * place_bytes(); }  ///< of place (0, 0)
};

/// Each buffer of a plan in the memory of the machine that runs it.
struct Memory {
  std::vector<void*> at;          ///< the address of place (0, 0)
  std::vector<int> pitches = {};  ///< places from row to row; needed of buffers that kernels take as `pitched`
};

/// Checked by slow work; set when its result is no longer wanted.
struct Progress {
  std::atomic<std::int64_t> blocks_done{0};
  std::atomic<bool> cancelled{false};
};

/// Options of a pass on the host.
struct HostRun {
  int threads = 1;
  Progress* progress = nullptr;  ///< may be null
};

/// Largest width and height that can be traced.
inline constexpr int k_trace_limit = 64;

class Recorder;

/// Work of one pass, by the paper's own count: bytes of global memory moved, additions of table values.
struct Cost {
  double bytes = 0;
  Formula formula = {};                ///< of the additions
  double additions = formula.value();  ///< its number
};

/// One kernel launch. A runner that the build lacks is empty.
struct Pass {
  std::string name;
  std::vector<int> reads = {}, writes = {};  ///< numbers of buffers
  Cost cost = {};
  std::int64_t blocks = 0;
  std::function<void(const Memory&, void* stream)> gpu = {};  ///< launches on a cudaStream_t, checks, does not synchronise
  std::function<void(const Memory&, const HostRun&)> cpu = {};
  std::function<void(Recorder&)> traced = {};
  /// How many of the `offered` threads of the host it gains from; always the same number in a process. Empty: all of them.
  std::function<int(int offered)> worth = {};
};

/// The same pass over other buffers: its buffer n becomes numbers[n].
Pass renumbered(Pass pass, const std::vector<int>& numbers);

/// How to make a table: buffer 0 is the picture, the last buffer is the table.
struct Plan {
  std::vector<Buffer> buffers;
  std::vector<Pass> passes = {};
  int picture() const { return 0; }
  int table() const { return static_cast<int>(buffers.size()) - 1; }
  std::size_t bytes() const;
};

// ---------------------------------------------------------------- algorithm

/// What window, commands, race and tests know of an algorithm.
struct Algorithm : Described {
  Form natural_form = Form::inclusive;  ///< what it computes when nothing is asked
  bool four_channels = false;           ///< whether it can sum four channels at once; squares it never does
  std::vector<Sizes> trace_sizes = {};  ///< toy ones first; the last is the real one; none where it cannot be traced
  int trace_limit = k_trace_limit;      ///< pixels in each direction that a trace can have

  /// Empty if the request can run on the machine, else a sentence why not. (gpu_status says whether the machine is there.)
  std::function<std::string(const Request&, Machine)> refusal = [](const Request&, Machine) { return std::string(); };
  /// `refusal` with its library present: what the algorithm is written for.
  std::function<std::string(const Request&, Machine)> refusal_where_present = {};
  /// For code that is not a kernel: a sentence why it cannot be traced; empty if it can.
  std::string untraced = {};
  /// Additions on the longest path to an entry: with 32-bit floats an entry differs from the true sum by at most
  /// depth * 2^-24 * (sum of absolute values), to first order; with 64-bit floats by 2^-53. By default along a row, then down
  /// a column.
  std::function<double(const Request&)> float_depth = [](const Request& r) { return 1.0 * r.extent.width + r.extent.height; };
  /// The order of additions depends on timing: two tables of floats may differ by twice what `float_depth` allows.
  bool order_varies = false;
  /// The hardware engine that it describes, if any.
  std::function<Hardware(const Request&)> hardware = {};
  /// Throws std::invalid_argument for an unknown parameter or type, or an unsupported number of channels.
  std::function<Plan(const Request&)> plan = {};
  /// The same for machine Traced, with the request's sizes. Throws std::invalid_argument if these or the type cannot be traced;
  /// traces have one channel.
  std::function<Plan(const Request&)> traced_plan = {};

  bool traced() const { return untraced.empty(); }
};

}  // namespace satscope
