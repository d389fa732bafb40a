// SPDX-License-Identifier: Apache-2.0
// An algorithm as seen by its users: a description, and a plan of passes over named buffers.
#pragma once
#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kernels/formula.h"
#include "kernels/hardware.h"
#include "kernels/types.h"

namespace satscope {

// ---------------------------------------------------------------- parameters

using ParamValue = std::variant<bool, std::string, double>;  // a choice holds the chosen text

/// The numbers that a parameter allows. Whole ones are min, min + step, ... up to max; for fractions the step is only that of a
/// control.
struct Range {
  double min = 0, max = 0, step = 1;
  bool whole = false;  ///< no fractions

  double last() const;  ///< the largest that is allowed
  bool contains(double number) const;
  /// The allowed number nearest to this one.
  double nearest(double number) const;
  std::string text() const;  ///< "a whole number from 0 to 300", "an even number from 2 to 256"
};

/// Values by parameter id; an absent one has its default.
using Params = std::map<std::string, ParamValue>;

/// A parameter described as data: window and command line build their controls from it. With both a range and choices it takes
/// a number or one of the choices ("auto").
struct Param {
  std::string id;
  ParamValue fallback;                    ///< the default
  std::vector<std::string> choices = {};  ///< what is allowed where the value is a text, in the order shown
  std::optional<Range> range = {};        ///< what is allowed where the value is a number
  std::string help;                       ///< one sentence

  std::string_view kind() const;  ///< "bool", "choice", or with a range "int" or "float"
  std::string allowed() const;    ///< "true or false", "one of a, b", "a whole number from 1 to 65536, or auto"
  /// The value of `text` (true/false/on/off/1/0, one of the choices, or a number in the range). Throws std::invalid_argument
  /// with a sentence that says what is allowed.
  ParamValue parse(std::string_view text) const;
  /// The value among `params`, checked, or the default. Throws as `parse` does.
  ParamValue value_in(const Params& params) const;
};

/// The text of a value, as `Param::parse` reads it.
std::string to_text(const ParamValue& value);

// ---------------------------------------------------------------- plan

/// A request for one table.
struct Request {
  Extent extent;  ///< of the picture, at least 1x1
  TypePair types = k_type_pairs[0];
  Form form = Form::inclusive;
  Params params = {};
  Sizes sizes = {};  ///< of a trace: one of the algorithm's trace_sizes; elsewhere ignored
  int channels = 1;  ///< 1, or 4 that are summed each by itself
};

/// A row-major buffer that passes read and write. The channels of a place are adjacent, R G B A.
struct Buffer {
  std::string name;
  Scalar type;  ///< of one channel
  Extent shape;
  int channels = 1;
  bool words = false;  ///< of words (simt/words.h), which must be zero before the first launch; one channel
  std::size_t bytes() const;
};

/// The address of each buffer of a plan, in the memory of the machine that runs it.
struct Memory {
  std::vector<void*> at;
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
};

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
struct Algorithm {
  std::string id;              ///< as the user types it
  std::string title;           ///< as the window shows it
  std::string paper;           ///< author, year, title
  std::string text;            ///< what to watch, for a learner
  Form natural_form;           ///< what it computes when nothing is asked
  bool four_channels = false;  ///< whether it can sum four channels at once; squares it never does
  std::vector<Param> params = {};
  std::vector<Sizes> trace_sizes = {};  ///< toy ones first; the last is the real one; none where it cannot be traced
  int trace_limit = k_trace_limit;      ///< pixels in each direction that a trace can have

  /// Empty if the request can run on the machine, else a sentence why not. (gpu_status says whether the machine is there.)
  std::function<std::string(const Request&, Machine)> refusal;
  /// `refusal` with its library present: what the algorithm is written for.
  std::function<std::string(const Request&, Machine)> refusal_where_present = {};
  /// For an algorithm that needs a library: empty if it is here, else a sentence with "not supported" in it. The first call may
  /// load the library.
  std::function<std::string()> absence = {};
  /// For code that is not a kernel: a sentence why it cannot be traced; empty if it can.
  std::string untraced = {};
  /// Additions on the longest path to an entry: with 32-bit floats an entry differs from the true sum by at most
  /// depth * 2^-24 * (sum of absolute values), to first order; with 64-bit floats by 2^-53.
  std::function<double(const Request&)> float_depth;
  /// The order of additions depends on timing: two tables of floats may differ by twice what `float_depth` allows.
  bool order_varies = false;
  /// The hardware engine that it describes, if any.
  std::function<Hardware(const Request&)> hardware = {};
  /// Throws std::invalid_argument for an unknown parameter or type, or an unsupported number of channels.
  std::function<Plan(const Request&)> plan = {};
  /// The same for machine Traced, with the request's sizes. Throws std::invalid_argument if these or the type cannot be traced;
  /// traces have one channel.
  std::function<Plan(const Request&)> traced_plan = {};

  const Param* find_param(std::string_view param_id) const;
  bool traced() const { return untraced.empty(); }
};

/// The parameter's value in the request, or its default.
bool flag(const Algorithm& algorithm, const Request& request, std::string_view param);
std::string choice(const Algorithm& algorithm, const Request& request, std::string_view param);
int whole(const Algorithm& algorithm, const Request& request, std::string_view param);
/// The same for a parameter that also has choices: nothing if the value is one of them.
std::optional<int> whole_unless_choice(const Algorithm& algorithm, const Request& request, std::string_view param);

}  // namespace satscope
