// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/trace/wrong_entries.h"

namespace satscope::app {

std::vector<WrongEntry> wrong_entries(const Story& story) {
  const Trace& trace = story.trace;
  const auto table = static_cast<std::uint32_t>(trace.table);
  const Extent extent = trace.buffers[table].shape;
  struct Last {
    const Write* write = nullptr;
    std::size_t position = 0;
  };
  std::vector<Last> last(extent.area());
  for (std::size_t k = 0; k < story.steps.size(); ++k)
    for (std::uint32_t at = story.steps[k].first; at < story.steps[k].end; ++at)
      for (const Write& write : trace.writes_of(trace.steps[at]))
        if (write.buffer == table) last[write.index] = {&write, k + 1};
  std::vector<WrongEntry> wrong;
  Provenance provenance = trace.provenance;  // because: it may not know the right sets yet
  const int beyond = story.request.form == Form::inclusive ? 1 : 0;
  for (std::size_t i = 0; i < last.size(); ++i) {
    if (!last[i].write) continue;
    const int x = static_cast<int>(i) % extent.width, y = static_cast<int>(i) / extent.width;
    if (last[i].write->after.pixels != provenance.rectangle(0, 0, x + beyond, y + beyond))
      wrong.push_back({{table, static_cast<std::uint32_t>(i)}, last[i].position});
  }
  return wrong;
}

}  // namespace satscope::app
