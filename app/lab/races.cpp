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
  touches_.clear();
  readers_.clear();
}

void Races::block_barrier(std::uint32_t id) {
  Block& block = blocks_[id];
  ++block.barriers;
  for (const auto& [thread, knowledge] : block.known_to) join(block.known, knowledge);
  block.known_to.clear();
}

void Races::warp_barrier(std::uint32_t block, std::uint32_t warp) { ++blocks_[block].warp_barriers[warp % 32]; }

void Races::fence(std::uint32_t block, std::uint32_t thread) {
  Block& of = blocks_[block];
  of.fences[thread] = {static_cast<std::uint32_t>(touches_.size()) + 1, of.barriers};
}

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

bool Races::clash(std::uint32_t moment, const Touch& now) {
  if (moment == 0) return false;
  const Touch& before = touch_at(moment);
  if (before.atomic && now.atomic) return false;
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
  const auto fence = block.fences.find(event.thread);
  if (fence == block.fences.end()) return;
  Knowledge knowledge = block.known;
  if (const auto own = block.known_to.find(event.thread); own != block.known_to.end()) join(knowledge, own->second);
  Known& here = knowledge[event.block];
  here.barriers = fence->second.late ? fence->second.barriers : block.barriers;
  here.threads[event.thread] = fence->second.late ? fence->second.moment : static_cast<std::uint32_t>(touches_.size()) + 1;
  join(flags_[event.address], knowledge);
}

void Races::write_to(LastTouches& cell, const Touch& now, Array& array, std::uint64_t address) {
  const Block& block = blocks_[now.block];
  if (cell.reader && touch_at(cell.reader).block == now.block && touch_at(cell.reader).barriers == block.barriers)
    for (const std::uint32_t reader : {cell.reader, cell.beside, cell.elsewhere})
      if (clash(reader, now)) {
        found_(touch_at(reader), now, array, address);
        break;
      }
  for (std::uint32_t k = cell.of_blocks; k; k = readers_[k - 1].next) {
    const std::uint32_t reader = readers_[k - 1].moment;
    if (touch_at(reader).block != now.block && clash(reader, now)) {
      found_(touch_at(reader), now, array, address);
      break;
    }
  }
  cell.writer = now.moment;
}

void Races::read_from(LastTouches& cell, const Touch& now, bool shared) {
  const Touch* before = cell.reader ? &touch_at(cell.reader) : nullptr;
  if (!before || before->block != now.block || before->barriers != now.barriers) {
    cell.reader = now.moment;
    cell.beside = cell.elsewhere = 0;
  } else if (warp_of(before->thread) != warp_of(now.thread)) {
    if (!cell.elsewhere) cell.elsewhere = now.moment;
  } else if (before->warp_barriers != now.warp_barriers) {
    cell.reader = now.moment;
    cell.beside = 0;
  } else if (before->thread != now.thread && !cell.beside) {
    cell.beside = now.moment;
  }
  if (shared) return;
  std::size_t count = 0;
  std::uint32_t* end = &cell.of_blocks;
  for (; *end; end = &readers_[*end - 1].next, ++count) {
    std::uint32_t& reader = readers_[*end - 1].moment;
    if (touch_at(reader).block == now.block) {
      reader = now.moment;
      return;
    }
  }
  if (count == k_most_blocks) return;
  readers_.push_back({now.moment, 0});  // because: a deque's elements stay where they are
  *end = static_cast<std::uint32_t>(readers_.size());
}

void Races::touch(LastTouches& cell, const Touch& now, Array& array, std::uint64_t address) {
  if (clash(cell.writer, now)) found_(touch_at(cell.writer), now, array, address);
  now.write ? write_to(cell, now, array, address) : read_from(cell, now, array.shared);
}

void Races::access(const satlab::Event& event, Array& array, bool write, bool atomic) {
  const bool flag = !array.shared && (atomic || (event.flags & satlab::k_volatile));
  if (flag && !write) acquire(event);
  Block& block = blocks_[event.block];
  Touch& now = touches_.emplace_back();
  now.moment = static_cast<std::uint32_t>(touches_.size());
  now.value = event.value;
  now.thread = event.thread;
  now.block = event.block;
  now.site = event.site;
  now.barriers = block.barriers;
  now.warp_barriers = block.warp_barriers[warp_of(event.thread)];
  now.write = write;
  now.atomic = atomic;
  now.is_volatile = (event.flags & satlab::k_volatile) != 0;
  const auto fence = block.fences.find(event.thread);
  now.released = write && flag && fence != block.fences.end();
  now.with_late = now.released && fence->second.late;
  // because: members of a struct that lie side by side may be of several threads
  const unsigned grain = array.type == satlab::Type::unknown ? 1 : array.cell_bytes();
  const std::uint64_t offset = event.address - array.at;
  if (const std::uint32_t writer = flag && !write ? array.places.at(offset / grain).writer : 0) {
    const Touch& before = touch_at(writer);
    if (before.block != event.block && before.is_volatile && (!before.released || before.with_late))
      block.unfenced.insert(before.block);
  }
  const std::uint64_t last = std::min(offset + event.size, array.bytes) - 1;
  for (std::uint64_t c = offset / grain; c <= last / grain; ++c) touch(array.places.at(c), now, array, array.at + c * grain);
  if (!write || array.shared) return;
  if (flag)
    release(event);
  else if (fence != block.fences.end())
    fence->second.late = true;
}

std::optional<std::pair<const StreamRaces::Work*, const StreamRaces::Work*>> StreamRaces::access(const Array& array,
                                                                                                 std::uint64_t address,
                                                                                                 std::uint64_t bytes,
                                                                                                 bool write) {
  if (works_.empty() || array.shared) return std::nullopt;
  const auto now = static_cast<std::uint32_t>(works_.size());
  const Work& work = works_.back();
  std::uint32_t earlier = 0;
  const auto clash = [&](std::uint32_t number) {
    if (number == 0 || number == now) return;
    const Work& other = works_[number - 1];
    if (other.stream != work.stream && (other.stream >= work.done.size() || work.done[other.stream] < other.number))
      earlier = number;
  };
  const unsigned grain = array.cell_bytes();
  const std::uint64_t end = std::min(address + bytes, array.at + array.bytes);
  for (std::uint64_t at = array.at + (address - array.at) / grain * grain; at < end; at += grain) {
    Users& users = users_[at];
    if (write ? users.writer == now : (!users.readers.empty() && users.readers.back() == now)) continue;
    clash(users.writer);
    if (write) {
      for (const std::uint32_t reader : users.readers) clash(reader);
      users = {now, {}};
    } else {
      users.readers.push_back(now);
    }
  }
  if (earlier == 0 || !found_.insert({earlier, now, array.at}).second) return std::nullopt;
  return std::pair{&works_[earlier - 1], &work};
}

}  // namespace satscope::app::lab
