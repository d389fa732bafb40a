// SPDX-License-Identifier: Apache-2.0
#include "app/lab/races.h"

#include <algorithm>
#include <initializer_list>

namespace satscope::app::lab {
namespace {

constexpr std::size_t k_most_blocks = 16;  ///< whose readers of a place are remembered

std::uint32_t warp_of(std::uint32_t thread) { return thread / satlab::k_warp % 32; }

}  // namespace

void Races::begin_launch() {
  blocks_.clear();
  flags_.clear();
}

void Races::block_barrier(std::uint32_t id) {
  Block& block = blocks_[id];
  ++block.barriers;
  for (const auto& [thread, knowledge] : block.known_to) join(block.known, knowledge);
  block.known_to.clear();
}

void Races::warp_barrier(std::uint32_t block, std::uint32_t warp) { ++blocks_[block].warp_barriers[warp % 32]; }

void Races::fence(std::uint32_t block, std::uint32_t thread) { blocks_[block].fenced[thread] = true; }

void Races::join(Knowledge& to, const Knowledge& from) {
  for (const auto& [block, theirs] : from) {
    Known& ours = to[block];
    if (theirs.barriers > ours.barriers)
      ours = theirs;
    else if (theirs.barriers == ours.barriers)
      for (const auto& [thread, moment] : theirs.threads) ours.threads[thread] = std::max(ours.threads[thread], moment);
  }
}

bool Races::ordered(const Touch& a, const Touch& b) {
  if (a.block == b.block) {
    if (a.thread == b.thread || a.barriers != b.barriers) return true;
    return warp_of(a.thread) == warp_of(b.thread) && a.warp_barriers != b.warp_barriers;
  }
  const auto knows = [&](const Knowledge& knowledge) {
    const auto known = knowledge.find(a.block);
    if (known == knowledge.end()) return false;
    if (a.barriers < known->second.barriers) return true;
    const auto thread = known->second.threads.find(a.thread);
    return a.barriers == known->second.barriers && thread != known->second.threads.end() && a.moment < thread->second;
  };
  const Block& block = blocks_[b.block];
  if (knows(block.known)) return true;
  const auto own = block.known_to.find(b.thread);
  return own != block.known_to.end() && knows(own->second);
}

bool Races::clash(const Touch& before, const Touch& now) {
  if (!before.used || (before.atomic && now.atomic)) return false;
  // words through which blocks exchange messages are meant to be written by one and read by another
  const bool flags = (before.atomic || before.is_volatile) && (now.atomic || now.is_volatile);
  if (before.block != now.block && flags && (now.write || before.released)) return false;
  return !ordered(before, now);
}

void Races::acquire(const satlab::Event& event) {
  if (const auto flag = flags_.find(event.address); flag != flags_.end())
    join(blocks_[event.block].known_to[event.thread], flag->second);
}

void Races::release(const satlab::Event& event) {
  Block& block = blocks_[event.block];
  if (!block.fenced.contains(event.thread)) return;
  Knowledge knowledge = block.known;
  if (const auto own = block.known_to.find(event.thread); own != block.known_to.end()) join(knowledge, own->second);
  Known& here = knowledge[event.block];
  here.barriers = block.barriers;
  here.threads[event.thread] = ++moment_;
  join(flags_[event.address], knowledge);
}

void Races::write_to(LastTouches& cell, const Touch& now, Array& array, std::uint64_t address) {
  const Block& block = blocks_[now.block];
  if (cell.reader.used && cell.reader.block == now.block && cell.reader.barriers == block.barriers)
    for (const Touch* reader : {&cell.reader, &cell.beside, &cell.elsewhere})
      if (clash(*reader, now)) {
        found_(*reader, now, array, address);
        break;
      }
  for (const Touch& reader : cell.of_blocks)
    if (reader.block != now.block && clash(reader, now)) {
      found_(reader, now, array, address);
      break;
    }
  cell.writer = now;
}

void Races::read_from(LastTouches& cell, const Touch& now, bool shared) const {
  const bool same = cell.reader.used && cell.reader.block == now.block && cell.reader.barriers == now.barriers;
  if (!same) {
    cell.reader = now;
    cell.beside.used = cell.elsewhere.used = false;
  } else if (warp_of(cell.reader.thread) != warp_of(now.thread)) {
    if (!cell.elsewhere.used) cell.elsewhere = now;
  } else if (cell.reader.warp_barriers != now.warp_barriers) {
    cell.reader = now;
    cell.beside.used = false;
  } else if (cell.reader.thread != now.thread && !cell.beside.used) {
    cell.beside = now;
  }
  if (shared) return;
  const auto mine =
      std::find_if(cell.of_blocks.begin(), cell.of_blocks.end(), [&](const Touch& t) { return t.block == now.block; });
  if (mine != cell.of_blocks.end())
    *mine = now;
  else if (cell.of_blocks.size() < k_most_blocks)
    cell.of_blocks.push_back(now);
}

void Races::touch(LastTouches& cell, const Touch& now, Array& array, std::uint64_t address) {
  if (clash(cell.writer, now)) found_(cell.writer, now, array, address);
  now.write ? write_to(cell, now, array, address) : read_from(cell, now, array.shared);
}

void Races::access(const satlab::Event& event, Array& array, bool write, bool atomic) {
  const bool flag = !array.shared && (atomic || (event.flags & satlab::k_volatile));
  if (flag && !write) acquire(event);
  Block& block = blocks_[event.block];
  Touch now;
  now.moment = ++moment_;
  now.value = event.value;
  now.thread = event.thread;
  now.block = event.block;
  now.site = event.site;
  now.barriers = block.barriers;
  now.warp_barriers = block.warp_barriers[warp_of(event.thread)];
  now.used = true;
  now.write = write;
  now.atomic = atomic;
  now.is_volatile = (event.flags & satlab::k_volatile) != 0;
  now.released = write && flag && block.fenced.contains(event.thread);
  const unsigned grain = array.cell_bytes();
  if (array.cells.empty()) array.cells.resize(static_cast<std::size_t>((array.bytes + grain - 1) / grain));
  const std::uint64_t offset = event.address - array.at;
  for (std::uint64_t c = offset / grain; c <= (offset + event.size - 1) / grain && c < array.cells.size(); ++c)
    touch(array.cells[static_cast<std::size_t>(c)], now, array, array.at + c * grain);
  if (!write || array.shared) return;
  if (flag) release(event);
  block.fenced.erase(event.thread);
}

}  // namespace satscope::app::lab
