// SPDX-License-Identifier: Apache-2.0
// A filter as seen by its users: a description, and a plan of passes that is combined with the passes of the tables it reads.
// The list of filters is in kernels/registry.h.
#pragma once
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "kernels/border.h"
#include "kernels/plan.h"

namespace satscope {

/// A request for one filtered picture of 8 bits per channel.
struct FilterRequest {
  Extent extent;  ///< of the picture, at least 1x1
  Params params = {};
  int regions = 1;           ///< rectangles of a filter that measures regions; elsewhere ignored
  int faces = 0;             ///< rectangles of a filter that hides faces; elsewhere ignored
  Params table_params = {};  ///< of the algorithm that makes the tables
  Sizes sizes = {};          ///< of a trace: one of filter_trace_sizes(); elsewhere ignored
  int channels = 1;          ///< of picture and result: 1, or 4 (R G B A)
};

// ---------------------------------------------------------------- what the file of a filter provides

/// A step that makes the inclusive table of one of the filter's buffers, by any algorithm, which says how the rows of both lie.
/// So a filter's kernels take pictures and tables as `pitched`.
struct TableStep {
  int picture, table;  ///< numbers of buffers
  TypePair types;
};
using FilterStep = std::variant<Pass, TableStep>;

/// Passes of a filter, with gaps where tables are made. Buffer 0 is the picture.
struct FilterDraft {
  std::vector<Buffer> buffers;
  std::vector<FilterStep> steps = {};
  std::vector<int> inputs = {};  ///< buffers that the caller fills besides the picture
  int result = 1;                ///< the filtered picture, or what was measured
};

// ---------------------------------------------------------------- the description

/// What window, commands, race and tests know of a filter.
struct Filter : Described {
  std::string definition = {};           ///< in one line
  std::string rival_of = {};             ///< id of the filter whose result this one computes in another way
  std::vector<std::string> tables = {};  ///< of what it reads tables: "pixels", "squares", ...; empty: none
  std::string reads = {};                ///< per pixel, in words
  bool makes_picture = true;             ///< else it measures, and nothing can follow it
  bool by_channel = false;               ///< four channels may be asked for, and colour stays; else luma is filtered
  bool alpha_stays = false;              ///< of four channels it filters R, G and B; else each is filtered by itself
  bool led_by_luma = false;              ///< of these the luma may decide how, so that none of them is filtered by itself

  /// Reads of tables, or of pixels if there is no table, for a pixel whose windows lie within the picture.
  std::function<double(const FilterRequest&)> reads_per_pixel = {};
  /// Empty if the request can run, else a sentence why not. (registry.h checks tables and machines.)
  std::function<std::string(const FilterRequest&)> refusal = [](const FilterRequest&) { return std::string(); };
  /// The result of the parameters where it is not obvious ("sigma reached: 4.97"); may be empty.
  std::function<std::string(const FilterRequest&)> remark = [](const FilterRequest&) { return std::string(); };
  /// The radius of the window of pixel (x, y), where pixels differ in it. map: what was painted there, 0 ... 255.
  std::function<int(const FilterRequest&, int x, int y, int map)> radius_at = {};
  /// Throws std::invalid_argument for an unknown parameter or a value that is not allowed.
  std::function<FilterDraft(const FilterRequest&)> draft = {};
  /// The same for machine Traced, with the request's sizes.
  std::function<FilterDraft(const FilterRequest&)> traced_draft = {};

  /// The border rules that it allows: the choices of its parameter `border`. Empty if no window leaves the picture.
  std::vector<Border> borders() const;
};

/// The border rule in the request, or its default.
Border border_of(const Filter& filter, const FilterRequest& request);

// Parameters of many filters.
Param border_param();
/// The same for a filter that knows only some of the rules; the first is the default.
Param border_param(std::initializer_list<Border> allowed);
/// r of a window of (2 r + 1)^2 pixels.
Param radius_param(int fallback, int most = 4096);

/// Machines on which filters are traced: toy ones first, the last is the real one.
std::span<const Sizes> filter_trace_sizes();

// ---------------------------------------------------------------- plans

/// The passes of one filter within a plan.
struct FilterPart {
  std::string filter;  ///< id
  std::size_t first_pass, passes;
  int picture, result;  ///< numbers of buffers
  int tables;           ///< how many are made
};

/// How to filter: buffer 0 is the picture, the last buffer the result, as Engine expects.
struct FilterPlan {
  struct Input {
    std::string name;  ///< of the buffer
    std::size_t part;  ///< which filter of a chain wants it
    int buffer;
  };
  Plan plan;
  std::vector<Input> inputs = {};  ///< to be filled besides the picture
  std::vector<FilterPart> parts = {};
  std::vector<bool> makes_table = {};  ///< of every pass of the plan: whether it helps to make a table; else it filters
};

/// The filter's passes with those of its tables between them. Throws std::invalid_argument if the filter or the algorithm
/// refuses or does not know a parameter.
FilterPlan filter_plan(const Filter& filter, const FilterRequest& request, const Algorithm& tables);
/// The same for machine Traced.
FilterPlan traced_filter_plan(const Filter& filter, const FilterRequest& request, const Algorithm& tables);

/// One filter of a chain.
struct ChainLink {
  const Filter* filter;
  Params params = {};
};

/// Each filter reads the result of the one before; tables and scratch buffers of the same shape are shared. The request, except
/// for its `params`, holds for all filters. Throws std::invalid_argument as filter_plan does, for an empty chain, or if a
/// filter that makes no picture is not the last. With four channels all filters must be by channel.
FilterPlan chain_plan(std::span<const ChainLink> chain, const FilterRequest& request, const Algorithm& tables);

}  // namespace satscope
