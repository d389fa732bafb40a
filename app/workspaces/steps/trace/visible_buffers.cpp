// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/trace/visible_buffers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/core/text/number_text.h"
#include "app/workspaces/steps/trace/story.h"

namespace satscope::app {
namespace {

constexpr int k_longest_row = 24;  // places of shared memory that still fit in one row
constexpr int k_most_rows = 40;    // of a tile

int characters_of(const Extremes& extremes, Scalar type) {
  const std::size_t ends = std::max(ungrouped(Value(extremes.least), 5).size(), ungrouped(Value(extremes.most), 5).size());
  constexpr std::size_t k_fraction = 6;  // between two whole numbers there are longer ones
  return static_cast<int>(is_float(type) ? std::max(ends, k_fraction) : ends);
}

/// By pass and name of a buffer with rows: whether these rows lie across those of what the block reads, so that a row of what
/// it reads goes on from row to row of the buffer. Then such a buffer is drawn turned, and a sum along a row goes along a row.
using Turned = std::map<std::pair<int, std::string>, bool>;

Turned turned_buffers(const Trace& trace) {
  struct Firsts {
    OriginId first = 0, next = 0;  ///< of what is first written to place 0 and to the same place of the next row
  };
  std::map<std::uint32_t, Firsts> firsts;
  Turned turned;
  for (std::uint32_t i = 0; i < trace.buffers.size(); ++i)
    if (trace.buffers[i].row > 0 && turned.try_emplace({trace.buffers[i].pass, trace.buffers[i].name}).second) firsts[i];
  if (firsts.empty()) return turned;
  std::vector<Firsts*> of(trace.buffers.size());
  for (auto& [buffer, ends] : firsts) of[buffer] = &ends;
  for (const Write& write : trace.writes)
    if (Firsts* ends = of[write.buffer]) {
      if (write.index == 0 && ends->first == 0) ends->first = write.after.origin;
      if (write.index == static_cast<std::uint32_t>(trace.buffers[write.buffer].row) && ends->next == 0)
        ends->next = write.after.origin;
    }
  const auto load = [&](OriginId id) {
    using Kind = Origin::Kind;
    while (id != 0 && trace.origins[id].kind != Kind::load && trace.origins[id].kind != Kind::constant)
      id = trace.origins[id].first;
    return trace.origins[id];
  };
  for (const auto& [buffer, ends] : firsts) {
    const Origin a = load(ends.first), b = load(ends.next);
    if (a.kind != Origin::Kind::load || b.kind != Origin::Kind::load || a.buffer != b.buffer) continue;
    const auto width = static_cast<std::uint32_t>(trace.buffers[a.buffer].shape.width);
    turned[{trace.buffers[buffer].pass, trace.buffers[buffer].name}] =
        a.index / width == b.index / width && a.index % width < b.index % width;
  }
  return turned;
}

/// Of a row of shared memory, by place.
std::vector<PlaceIs> uses_of(const SharedUse& use) {
  const std::vector<bool>& touched = use.touched;
  std::size_t end = touched.size();
  while (end > 0 && !touched[end - 1]) --end;
  std::vector<PlaceIs> uses(touched.size(), PlaceIs::unused);
  for (std::size_t i = 0; i < end; ++i)
    uses[i] = touched[i] ? PlaceIs::used : use.pitch > 0 && i % use.pitch == use.pitch - 1 ? PlaceIs::padding : PlaceIs::unused;
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

std::string VisibleBuffer::column_name(int column, bool brief) const {
  if (warp > 0) return fmt::format("t{}", column);
  if (axes) return column == 0 && !brief ? "x=0" : std::to_string(column);
  if (columns == 1 && rows > 1) return {};
  if (upright) return fmt::format(fmt::runtime(brief ? "{}" : "[{}]"), column * rows);
  return rows > 1 ? fmt::format("+{}", column) : brief ? std::to_string(column) : fmt::format("[{}]", column);
}

std::string VisibleBuffer::row_name(int row, bool brief) const {
  if (axes) return row == 0 && !brief ? "y=0" : std::to_string(row);
  if (upright) return fmt::format("+{}", row);
  const int first = warp > 0 ? row : row * columns;
  return brief ? std::to_string(first) : fmt::format("[{}]", first);
}

std::vector<std::string> VisibleBuffer::meaning_texts() const {
  if (warp > 0) return {rows > 1 ? "A column is a thread, a row is a register." : "A column is a thread."};
  std::string which;
  if (padding) {
    which = "The last column is padding";
  } else {
    const auto first = std::ranges::find(uses, PlaceIs::padding);
    if (first == uses.end()) return {};
    const auto place = first - uses.begin();
    const bool more = std::find(first + 1, uses.end(), PlaceIs::padding) != uses.end();
    which = fmt::format(fmt::runtime(more ? "[{}] and every {}th place after it are padding" : "[{}] is padding"), place,
                        place + 1);
  }
  return {which + ": left empty, so that numbers read at once lie in different banks.",
          which + ": left empty against bank conflicts.", which + " against bank conflicts.", which + "."};
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

VisibleBuffer shown_buffer(const Story& story, std::uint32_t buffer, const SharedUse* use) {
  const TraceBuffer& about = story.trace.buffers[buffer];
  VisibleBuffer shown{.buffer = buffer,
                      .columns = about.shape.width,
                      .rows = about.shape.height,
                      .places = about.shape.area(),
                      .characters = characters_of(story.extremes[buffer], about.type),
                      .key = buffer == 0 || buffer == static_cast<std::uint32_t>(story.trace.table),
                      .title = about.name,
                      .axes = about.space == Space::global && about.shape.height > 1};
  const int pitch = use ? static_cast<int>(use->tile_row) : 0, banks = std::max(1, story.request.sizes.warp);
  if (about.row > 0 && about.shape.width / about.row <= k_most_rows) {
    shown.columns = about.row;
    shown.rows = about.shape.width / about.row;
  } else if (pitch > 0 && about.shape.width / pitch <= k_most_rows) {
    shown.columns = pitch;
    shown.rows = about.shape.width / pitch;
    shown.padding = use->pitch > 0;
  } else if (about.space == Space::shared && shown.columns > k_longest_row) {
    // rows of lanes: what is in one column lies in one bank
    const int turns = (about.shape.width + banks - 1) / banks;
    shown.columns = banks * std::max(1, static_cast<int>(std::ceil(std::sqrt(turns / static_cast<double>(banks)) / 2)));
    shown.rows = (about.shape.width + shown.columns - 1) / shown.columns;
  }
  if (about.space == Space::shared) shown.title = "shared " + about.name;
  if (about.declared > 0) shown.title += fmt::format(", {} of {} places", about.shape.width, about.declared);
  if (about.space == Space::registers) {
    shown.title = "registers " + about.name;
    shown.warp = story.trace.passes[static_cast<std::size_t>(about.pass)].warp;
  }
  return shown;
}

std::vector<VisibleBuffers> visible_buffers_of(const Story& story) {
  const Trace& trace = story.trace;
  const SharedUses& shared = story.shared_uses;
  const Turned turned = turned_buffers(trace);
  std::vector<VisibleBuffers> phases_buffers;
  for (const auto& [key, touched] : touched_in(trace)) {
    VisibleBuffers visible{.pass = key.first, .phase = key.second, .sources = {}, .targets = {}, .of_block = {}, .buffers = {}};
    const TracePass& pass = trace.passes[static_cast<std::size_t>(visible.pass)];
    visible.threads = pass.threads;
    visible.name_of_first = trace.first_block();
    visible.buffers.resize(static_cast<std::size_t>(pass.blocks));
    for (std::uint32_t i = 0; i < trace.buffers.size(); ++i) {
      const TraceBuffer& buffer = trace.buffers[i];
      const bool read = touched.read[i], written = touched.written[i];
      if (buffer.space == Space::global) {
        if (read || written) (written ? visible.targets : visible.sources).push_back(shown_buffer(story, i));
      } else if (buffer.pass == visible.pass) {
        auto& own = visible.buffers[static_cast<std::size_t>(buffer.block)];
        const auto use = shared.find({buffer.pass, buffer.name});
        VisibleBuffer shown = shown_buffer(story, i, use == shared.end() ? nullptr : &use->second);
        shown.active = read || written;
        if (const auto found = turned.find({buffer.pass, buffer.name}); found != turned.end() && found->second) {
          std::swap(shown.columns, shown.rows);
          shown.upright = true;
        }
        if (use != shared.end() && shown.rows == 1 && shown.columns > 1 && shown.columns <= k_longest_row)
          shown.uses = uses_of(use->second);
        // every block has the same buffers; the widest number of all of them counts
        if (own.size() == visible.of_block.size()) {
          visible.of_block.push_back(shown);
        } else {
          VisibleBuffer& common = visible.of_block[own.size()];
          common.characters = std::max(common.characters, shown.characters);
          common.active |= shown.active;
        }
        own.push_back(i);
      }
    }
    // one number for each row of a turned buffer is beside that row
    if (const auto beside = std::ranges::find(visible.of_block, true, &VisibleBuffer::upright);
        beside != visible.of_block.end()) {
      const int rows = beside->rows;
      for (VisibleBuffer& shown : visible.of_block)
        if (shown.rows == 1 && shown.columns == rows && shown.warp == 0) std::swap(shown.columns, shown.rows);
    }
    if (visible.of_block.empty()) visible.buffers.clear();
    phases_buffers.push_back(std::move(visible));
  }
  return phases_buffers;
}

const VisibleBuffers& visible_buffers_in(const std::vector<VisibleBuffers>& phases_buffers, const Step& step) {
  return *std::find_if(phases_buffers.begin(), phases_buffers.end(), [&](const VisibleBuffers& visible) {
    return visible.pass == step.pass && visible.phase == step.phase();
  });
}

}  // namespace satscope::app
