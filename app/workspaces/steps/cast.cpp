// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/cast.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/core/number_text.h"

namespace satscope::app {
namespace {

constexpr int k_longest_row = 24;  // places of shared memory that still stand in one row
constexpr int k_most_rows = 40;    // of a tile

int characters_of(const Extremes& extremes, Scalar type) {
  const std::size_t ends = std::max(ungrouped(Value(extremes.least), 5).size(), ungrouped(Value(extremes.most), 5).size());
  constexpr std::size_t k_fraction = 6;  // between two whole numbers there are longer ones
  return static_cast<int>(is_float(type) ? std::max(ends, k_fraction) : ends);
}

/// The length of a row where shared memory holds square tiles with a column more than they need; 0: it does not.
int pitch_of(const Story& story, const TraceBuffer& buffer) {
  if (buffer.space != Space::shared) return 0;
  const Sizes& sizes = story.request.sizes;
  const int threads = story.trace.passes[static_cast<std::size_t>(buffer.pass)].threads;
  const int side = sizes.segment == 0 ? sizes.warp : threads == sizes.tile * sizes.tile ? sizes.tile : 0;
  return side > 0 && buffer.shape.width % (side * (side + 1)) == 0 ? side + 1 : 0;
}

/// Whether the last of so many columns stays untouched in all blocks of the buffer's pass.
bool is_padding(const Trace& trace, const TraceBuffer& buffer, int columns) {
  const auto pitch = static_cast<std::uint32_t>(columns);
  const auto touches = [&](const auto& access) {
    const TraceBuffer& other = trace.buffers[access.buffer];
    return other.pass == buffer.pass && other.name == buffer.name && access.index % pitch == pitch - 1;
  };
  return std::ranges::none_of(trace.reads, touches) && std::ranges::none_of(trace.writes, touches);
}

/// By pass and name of a buffer: its places that some block touches. Of those that may stand in one row.
using TouchedPlaces = std::map<std::pair<int, std::string>, std::vector<bool>>;

TouchedPlaces touched_places(const Trace& trace) {
  TouchedPlaces all;
  std::vector<std::vector<bool>*> of(trace.buffers.size());
  for (std::size_t i = 0; i < of.size(); ++i) {
    const TraceBuffer& buffer = trace.buffers[i];
    if (buffer.space != Space::shared || buffer.shape.width < 2 || buffer.shape.width > k_longest_row) continue;
    of[i] = &all[{buffer.pass, buffer.name}];
    of[i]->resize(static_cast<std::size_t>(buffer.shape.width));
  }
  const auto touch = [&](const auto& access) {
    if (of[access.buffer]) (*of[access.buffer])[access.index] = true;
  };
  std::ranges::for_each(trace.reads, touch);
  std::ranges::for_each(trace.writes, touch);
  return all;
}

/// Padding leaves a place free after as many as there are banks.
std::vector<PlaceIs> uses_of(const std::vector<bool>& touched, std::size_t banks) {
  std::size_t end = touched.size();
  while (end > 0 && !touched[end - 1]) --end;
  std::vector<PlaceIs> uses(touched.size(), PlaceIs::unused);
  for (std::size_t i = 0; i < end; ++i)
    uses[i] = touched[i] ? PlaceIs::used : i % (banks + 1) == banks ? PlaceIs::padding : PlaceIs::unused;
  return uses;
}

/// Which buffers the steps of each phase read and write.
struct Touched {
  std::vector<bool> read, written;
};

std::map<std::pair<int, std::string>, Touched> touched_in(const Trace& trace) {
  std::map<std::pair<int, std::string>, Touched> all;
  for (const Step& step : trace.steps) {
    Touched& touched = all[{step.pass, std::string(step.phase())}];
    touched.read.resize(trace.buffers.size());
    touched.written.resize(trace.buffers.size());
    for (const Read& one : trace.reads_of(step)) touched.read[one.buffer] = true;
    for (const Write& one : trace.writes_of(step)) touched.written[one.buffer] = true;
  }
  return all;
}

}  // namespace

std::string BufferWish::column_name(int column, bool brief) const {
  if (warp > 0) return fmt::format("t{}", column);
  if (axes) return column == 0 && !brief ? "x=0" : std::to_string(column);
  return rows > 1 ? fmt::format("+{}", column) : brief ? std::to_string(column) : fmt::format("[{}]", column);
}

std::string BufferWish::row_name(int row, bool brief) const {
  if (axes) return row == 0 && !brief ? "y=0" : std::to_string(row);
  const int first = warp > 0 ? row : row * columns;
  return brief ? std::to_string(first) : fmt::format("[{}]", first);
}

BlockPart part_of_block(const Trace& trace, int pass, int block) {
  BlockPart part;
  const auto touch = [&](const auto& access) {
    const TraceBuffer& buffer = trace.buffers[access.buffer];
    if (buffer.space != Space::global) return;
    std::vector<bool>& places = part[access.buffer];
    places.resize(buffer.shape.area());
    places[access.index] = true;
  };
  for (const Step& step : trace.steps) {
    if (step.pass != pass || step.block != block) continue;
    std::ranges::for_each(trace.reads_of(step), touch);
    std::ranges::for_each(trace.writes_of(step), touch);
  }
  return part;
}

BufferWish wish_for(const Story& story, std::uint32_t buffer) {
  const TraceBuffer& about = story.trace.buffers[buffer];
  BufferWish wish{.buffer = buffer,
                  .columns = about.shape.width,
                  .rows = about.shape.height,
                  .places = about.shape.area(),
                  .characters = characters_of(story.extremes[buffer], about.type),
                  .key = buffer == 0 || buffer == static_cast<std::uint32_t>(story.trace.table),
                  .title = about.name,
                  .axes = about.space == Space::global && about.shape.height > 1};
  const int pitch = pitch_of(story, about), banks = std::max(1, story.request.sizes.warp);
  if (about.row > 0 && about.shape.width / about.row <= k_most_rows) {
    wish.columns = about.row;
    wish.rows = about.shape.width / about.row;
  } else if (pitch > 0 && about.shape.width / pitch <= k_most_rows) {
    wish.columns = pitch;
    wish.rows = about.shape.width / pitch;
    wish.padding = is_padding(story.trace, about, pitch);
  } else if (about.space == Space::shared && wish.columns > k_longest_row) {
    // rows of lanes: what stands in one column lies in one bank
    const int turns = (about.shape.width + banks - 1) / banks;
    wish.columns = banks * std::max(1, static_cast<int>(std::ceil(std::sqrt(turns / static_cast<double>(banks)) / 2)));
    wish.rows = (about.shape.width + wish.columns - 1) / wish.columns;
  }
  if (about.space == Space::shared) wish.title = "shared " + about.name;
  if (about.space == Space::registers) {
    wish.title = "registers " + about.name;
    wish.warp = story.trace.passes[static_cast<std::size_t>(about.pass)].warp;
  }
  return wish;
}

std::vector<PhaseCast> casts_of(const Story& story) {
  const Trace& trace = story.trace;
  const TouchedPlaces places = touched_places(trace);
  const auto banks = static_cast<std::size_t>(std::max(1, story.request.sizes.warp));
  std::vector<PhaseCast> casts;
  for (const auto& [key, touched] : touched_in(trace)) {
    PhaseCast cast{.pass = key.first, .phase = key.second, .sources = {}, .targets = {}, .of_block = {}, .buffers = {}};
    const TracePass& pass = trace.passes[static_cast<std::size_t>(cast.pass)];
    cast.threads = pass.threads;
    cast.buffers.resize(static_cast<std::size_t>(pass.blocks));
    for (std::uint32_t i = 0; i < trace.buffers.size(); ++i) {
      const TraceBuffer& buffer = trace.buffers[i];
      const bool read = touched.read[i], written = touched.written[i];
      if (buffer.space == Space::global) {
        if (read || written) (written ? cast.targets : cast.sources).push_back(wish_for(story, i));
      } else if (buffer.pass == cast.pass) {
        auto& own = cast.buffers[static_cast<std::size_t>(buffer.block)];
        BufferWish wish = wish_for(story, i);
        wish.active = read || written;
        if (const auto found = places.find({buffer.pass, buffer.name}); wish.rows == 1 && found != places.end())
          wish.uses = uses_of(found->second, banks);
        // every block has the same buffers; the widest number of all of them counts
        if (own.size() == cast.of_block.size()) {
          cast.of_block.push_back(wish);
        } else {
          BufferWish& common = cast.of_block[own.size()];
          common.characters = std::max(common.characters, wish.characters);
          common.active |= wish.active;
        }
        own.push_back(i);
      }
    }
    if (cast.of_block.empty()) cast.buffers.clear();
    casts.push_back(std::move(cast));
  }
  return casts;
}

const PhaseCast& cast_of(const std::vector<PhaseCast>& casts, const Step& step) {
  return *std::find_if(casts.begin(), casts.end(),
                       [&](const PhaseCast& cast) { return cast.pass == step.pass && cast.phase == step.phase(); });
}

}  // namespace satscope::app
