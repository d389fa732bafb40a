// SPDX-License-Identifier: Apache-2.0
#include "kernels/trace/race_detector.h"

#include <fmt/format.h>

#include <algorithm>

namespace satscope {

void RaceDetector::begin_launch(int threads, int warp_size) {
  threads_ = threads;
  warp_size_ = warp_size;
  blocks_.clear();
  for (auto& places : places_) places.clear();
}

int RaceDetector::label(const std::string& text) {
  const auto [found, is_new] = label_numbers_.emplace(text, static_cast<int>(labels_.size()));
  if (is_new) labels_.push_back(text);
  return found->second;
}

RaceDetector::Block& RaceDetector::block(int id) {
  Block& b = blocks_[id];
  if (b.warp_epochs.empty()) b.warp_epochs.resize(static_cast<std::size_t>((threads_ + warp_size_ - 1) / warp_size_), 1);
  return b;
}

bool RaceDetector::ordered(const Toucher& before, const Toucher& now) {
  if (before.how == Touch::copy) return false;
  if (before.block != now.block) return false;
  if (before.thread == now.thread || before.block_epoch != now.block_epoch) return true;
  return before.warp == now.warp && before.warp_epoch != now.warp_epoch;
}

void RaceDetector::report(const char* kind, const Toucher& a, const Toucher& b, const TraceBuffer& about, std::uint32_t index) {
  const std::string key =
      fmt::format("{} {} {} {} {} {}", kind, about.name, a.site.file, a.site.line, b.site.file, b.site.line);
  const auto [found, is_new] = known_races_.emplace(key, races_.size());
  if (!is_new) {
    ++races_[found->second].times;
    return;
  }
  const auto party = [&](const Toucher& who) {
    return Party{labels_[static_cast<std::size_t>(who.label)], SourceLine(who.site), who.block, who.thread};
  };
  races_.push_back({.kind = kind, .buffer = about.name, .index = index, .first = party(a), .second = party(b)});
}

void RaceDetector::touch(bool write, int buffer, const TraceBuffer& about, std::uint32_t index, int block_id, int thread,
                         const Site& site, int label_number, Touch how) {
  Block& b = block(block_id);
  const int warp = thread / warp_size_;
  const Toucher now{.block = block_id,
                    .thread = thread,
                    .warp = warp,
                    .block_epoch = b.epoch,
                    .warp_epoch = b.warp_epochs[static_cast<std::size_t>(warp)],
                    .site = site,
                    .label = label_number,
                    .how = how};
  if (places_.size() <= static_cast<std::size_t>(buffer)) places_.resize(static_cast<std::size_t>(buffer) + 1);
  auto& places = places_[static_cast<std::size_t>(buffer)];
  if (places.size() <= index) places.resize(std::max<std::size_t>(about.shape.area(), index + 1));
  Place& place = places[index];

  const auto atomics = [&](const Toucher& before) { return how == Touch::atomic && before.how == Touch::atomic; };
  const auto clash = [&](const Toucher& before) { return !atomics(before) && !ordered(before, now); };
  if (place.writer.block >= 0 && clash(place.writer))
    report(write ? "write after write" : "read after write", place.writer, now, about, index);

  const bool readers_are_mine = place.reader.block == block_id && place.reader.block_epoch == b.epoch;
  if (write) {
    if (readers_are_mine)
      for (const Toucher* reader : {&place.reader, &place.beside, &place.other_warp})
        if (reader->block >= 0 && clash(*reader)) {
          report("write after read", *reader, now, about, index);
          break;  // because: one write that came too early is one race, however many have read
        }
    for (const Toucher& reader : place.readers_by_block)
      if (reader.block != block_id && clash(reader)) report("write after read", reader, now, about, index);
    place.writer = now;
    if (how == Touch::copy) b.copies.emplace_back(static_cast<std::size_t>(buffer), index);
    return;
  }
  if (!readers_are_mine) {
    place.reader = now;
    place.beside.block = place.other_warp.block = -1;
  } else if (place.reader.warp != warp) {
    if (place.other_warp.block < 0) place.other_warp = now;
  } else if (place.reader.warp_epoch != now.warp_epoch) {
    place.reader = now;
    place.beside.block = -1;
  } else if (place.reader.thread != thread) {
    if (place.beside.block < 0) place.beside = now;
  }
  if (about.space == Space::global) {
    const auto mine = std::ranges::find(place.readers_by_block, block_id, &Toucher::block);
    if (mine == place.readers_by_block.end())
      place.readers_by_block.push_back(now);
    else
      *mine = now;
  }
}

void RaceDetector::copied(int id) {
  Block& b = block(id);
  for (const auto& [buffer, index] : b.copies) {
    Toucher& writer = places_[buffer][index].writer;
    if (writer.how != Touch::copy) continue;
    writer.how = Touch::plain;
    writer.block_epoch = b.epoch;
    writer.warp_epoch = b.warp_epochs[static_cast<std::size_t>(writer.warp)];
  }
  b.copies.clear();
}

void RaceDetector::block_barrier(int id) { ++block(id).epoch; }

void RaceDetector::warp_barrier(int id) {
  for (std::uint32_t& epoch : block(id).warp_epochs) ++epoch;
}

}  // namespace satscope
