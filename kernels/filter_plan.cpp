// SPDX-License-Identifier: Apache-2.0
// Combines passes of filters and of tables into one plan: every part numbers its own buffers, and at the end each pass learns
// their numbers in the whole.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "kernels/filter.h"
#include "kernels/filters/filter_trace.h"
#include "kernels/trace/trace_sizes.h"

namespace satscope {
namespace {

using Numbers = std::vector<int>;  // a part's buffer n is the whole's buffer numbers[n]

int at(const Numbers& numbers, int n) { return numbers[static_cast<std::size_t>(n)]; }

class Composer {
 public:
  Composer(const Algorithm& tables, bool traced) : tables_(tables), traced_(traced) {}

  /// Appends a filter that reads the last result, or the picture.
  void append(const Filter& filter, const FilterRequest& request) {
    if (const std::string why = filter.refusal(request); !why.empty()) throw std::invalid_argument(why);
    const FilterDraft draft = traced_ ? filter.traced_draft(request) : filter.draft(request);
    const bool first = whole_.parts.empty();
    if (first) buffers_.push_back(draft.buffers.front());
    FilterPart part{.filter = filter.id,
                    .first_pass = passes_.size(),
                    .passes = 0,
                    .picture = first ? 0 : whole_.parts.back().result,
                    .result = 0,
                    .tables = 0};
    Numbers numbers{part.picture};
    Numbers own;
    for (int n = 1; n < static_cast<int>(draft.buffers.size()); ++n) {
      const Buffer& buffer = draft.buffers[static_cast<std::size_t>(n)];
      const bool input = std::find(draft.inputs.begin(), draft.inputs.end(), n) != draft.inputs.end();
      // a buffer that the caller fills or reads is never shared
      const bool shared = !input && n != draft.result;
      numbers.push_back(shared ? take(buffer, true) : add(buffer));
      if (shared) own.push_back(numbers.back());
      if (input) whole_.inputs.push_back({buffer.name, whole_.parts.size(), numbers.back()});
    }
    part.result = at(numbers, draft.result);
    for (const FilterStep& step : draft.steps) {
      if (const Pass* pass = std::get_if<Pass>(&step)) {
        passes_.emplace_back(*pass, numbers);
        whole_.makes_table.push_back(false);
      } else {
        append_table(std::get<TableStep>(step), numbers, request);
        ++part.tables;
      }
    }
    free_.insert(free_.end(), own.begin(), own.end());
    part.passes = passes_.size() - part.first_pass;
    whole_.parts.push_back(std::move(part));
  }

  FilterPlan finish() {
    // the result moves to the end, where a plan has it
    const int result = whole_.parts.back().result, last = static_cast<int>(buffers_.size()) - 1;
    const auto place = [&](int n) { return n == result ? last : n > result ? n - 1 : n; };
    std::rotate(buffers_.begin() + result, buffers_.begin() + result + 1, buffers_.end());
    whole_.plan.buffers = std::move(buffers_);
    for (auto& [pass, numbers] : passes_) {
      std::transform(numbers.begin(), numbers.end(), numbers.begin(), place);
      whole_.plan.passes.push_back(renumbered(std::move(pass), numbers));
    }
    for (FilterPlan::Input& input : whole_.inputs) input.buffer = place(input.buffer);
    for (FilterPart& part : whole_.parts) {
      part.picture = place(part.picture);
      part.result = place(part.result);
    }
    return std::move(whole_);
  }

 private:
  void append_table(const TableStep& step, const Numbers& filter, const FilterRequest& request) {
    const int picture = at(filter, step.picture);
    const Buffer& summed = buffers_[static_cast<std::size_t>(picture)];
    Request asked{.extent = summed.shape,
                  .types = step.types,
                  .form = Form::inclusive,
                  .params = request.table_params,
                  .channels = summed.channels,
                  .read_next = true};
    if (traced_ && !tables_.traced()) throw std::invalid_argument(tables_.untraced);
    if (traced_) asked.sizes = table_trace_sizes(tables_, request.sizes);
    const Plan plan = traced_ ? tables_.traced_plan(asked) : tables_.plan(asked);
    Numbers numbers, scratch;
    for (int n = 0; n < static_cast<int>(plan.buffers.size()); ++n) {
      const Buffer& buffer = plan.buffers[static_cast<std::size_t>(n)];
      if (n == plan.picture() || n == plan.table()) {
        numbers.push_back(n == plan.picture() ? picture : at(filter, step.table));
        // because: filters take rows as they lie, algorithms only as they ask for
        buffers_[static_cast<std::size_t>(numbers.back())].rows = buffer.rows;
      } else {
        numbers.push_back(take(buffer, false));
        scratch.push_back(numbers.back());
        fixed_.insert(numbers.back());
      }
    }
    for (const Pass& pass : plan.passes) passes_.emplace_back(pass, numbers);
    whole_.makes_table.resize(passes_.size(), true);
    free_.insert(free_.end(), scratch.begin(), scratch.end());
  }

  int add(const Buffer& buffer) {
    buffers_.push_back(buffer);
    return static_cast<int>(buffers_.size()) - 1;
  }
  /// A buffer of this name, type and shape that is no longer needed, or a new one; any_rows: its rows may come to lie
  /// otherwise. Words are not shared: their content belongs to the launches of one pass.
  int take(const Buffer& buffer, bool any_rows) {
    if (buffer.words) return add(buffer);
    for (auto n = free_.begin(); n != free_.end(); ++n) {
      const Buffer& old = buffers_[static_cast<std::size_t>(*n)];
      if (old.name != buffer.name || old.type != buffer.type || old.shape != buffer.shape || old.channels != buffer.channels ||
          (any_rows ? fixed_.contains(*n) : old.rows != buffer.rows))
        continue;
      const int number = *n;
      free_.erase(n);
      return number;
    }
    return add(buffer);
  }

  const Algorithm& tables_;
  bool traced_;
  FilterPlan whole_;
  std::vector<Buffer> buffers_;
  std::vector<std::pair<Pass, Numbers>> passes_;
  Numbers free_;
  std::set<int> fixed_;  ///< buffers whose rows an algorithm relies on
};

}  // namespace

Sizes table_trace_sizes(const Algorithm& tables, const Sizes& filter) {
  for (const Sizes& sizes : numbered_sizes(tables.trace_sizes))
    if (sizes.warp == filter.warp) return sizes;
  return tables.trace_sizes.front();
}

FilterPlan filter_plan(const Filter& filter, const FilterRequest& request, const Algorithm& tables) {
  Composer composer(tables, false);
  composer.append(filter, request);
  return composer.finish();
}

FilterPlan traced_filter_plan(const Filter& filter, const FilterRequest& request, const Algorithm& tables) {
  Composer composer(tables, true);
  composer.append(filter, request);
  return composer.finish();
}

FilterPlan chain_plan(std::span<const ChainLink> chain, const FilterRequest& request, const Algorithm& tables) {
  if (chain.empty()) throw std::invalid_argument("a chain needs at least one filter");
  Composer composer(tables, false);
  for (const ChainLink& link : chain) {
    if (!link.filter->makes_picture && &link != &chain.back())
      throw std::invalid_argument(
          fmt::format("{} measures and makes no picture, so it can only be the last filter of a chain", link.filter->id));
    FilterRequest own = request;
    own.params = link.params;
    composer.append(*link.filter, own);
  }
  return composer.finish();
}

}  // namespace satscope
