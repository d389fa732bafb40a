// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/look_back/look_back.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "kernels/plural.h"
#include "kernels/trace/message_names.h"

namespace satscope::app {
namespace {

using Word = std::pair<std::uint32_t, std::uint32_t>;  // buffer, index

Word word_of(const Message& message) { return {message.buffer, message.index}; }

/// The steps of a pass: they follow one another.
std::pair<std::size_t, std::size_t> steps_of(const Trace& trace, int pass) {
  const auto before = [](const Step& step, int wanted) { return step.pass < wanted; };
  const auto first = std::lower_bound(trace.steps.begin(), trace.steps.end(), pass, before);
  const auto end = std::lower_bound(first, trace.steps.end(), pass + 1, before);
  return {static_cast<std::size_t>(first - trace.steps.begin()), static_cast<std::size_t>(end - trace.steps.begin())};
}

void include(Box& box, int x, int y) {
  if (box.width == 0) {
    box = {x, y, 1, 1};
    return;
  }
  const int right = std::max(box.x + box.width, x + 1), bottom = std::max(box.y + box.height, y + 1);
  box.x = std::min(box.x, x);
  box.y = std::min(box.y, y);
  box.width = right - box.x;
  box.height = bottom - box.y;
}

/// Of the pixels of each tile.
void add_up(const TraceBuffer& picture, LookBack& look_back) {
  for (LookBackTile& tile : look_back.tiles) {
    if (tile.box.width == 0) continue;
    double all = 0;
    for (int y = tile.box.y; y < tile.box.y + tile.box.height; ++y) {
      for (int x = tile.box.x; x < tile.box.x + tile.box.width; ++x) {
        const Cell& cell = picture.start[static_cast<std::size_t>(y * picture.shape.width + x)];
        const double pixel = to_double(number(cell, picture.type));
        if (y == tile.box.y) tile.pixels.push_back(pixel);
        all += pixel;
      }
      if (y == tile.box.y) tile.first_row = all;
    }
    tile.sum = all;
  }
}

/// What each block reads of the first buffer, other than words, that the pass reads.
void find_boxes(const Trace& trace, std::size_t first, std::size_t end, LookBack& look_back) {
  const auto holds_words = [&](std::uint32_t buffer) {
    return std::ranges::any_of(look_back.words, [&](const WordBuffer& words) { return words.buffer == buffer; });
  };
  auto source = std::numeric_limits<std::uint32_t>::max();
  const auto each_read = [&](auto&& act) {
    for (std::size_t at = first; at < end; ++at)
      for (const Read& read : trace.reads_of(trace.steps[at]))
        if (trace.buffers[read.buffer].space == Space::global && !holds_words(read.buffer)) act(trace.steps[at].block, read);
  };
  each_read([&](int, const Read& read) { source = std::min(source, read.buffer); });
  each_read([&](int block, const Read& read) {
    if (read.buffer != source) return;
    const auto width = static_cast<std::uint32_t>(trace.buffers[source].shape.width);
    include(look_back.tiles[static_cast<std::size_t>(block)].box, static_cast<int>(read.index % width),
            static_cast<int>(read.index / width));
  });
  if (source == 0 && trace.buffers.front().start.size() >= trace.buffers.front().shape.area())
    add_up(trace.buffers[0], look_back);
}

/// What a step stores in the word that it publishes.
std::string value_of(const Trace& trace, const Step& step, const Message& message) {
  for (const Write& write : trace.writes_of(step))
    if (write.buffer == message.buffer && write.index == message.index)
      return satscope::to_text(number(write.after, trace.buffers[write.buffer].type));
  return {};
}

/// A tile's column is how many other left edges lie left of its own. Where that puts two into one place, all go into a row.
void find_places(LookBack& look_back) {
  std::set<int> lefts, tops;
  for (const LookBackTile& tile : look_back.tiles) {
    lefts.insert(tile.box.x);
    tops.insert(tile.box.y);
  }
  std::set<std::pair<int, int>> places;
  for (LookBackTile& tile : look_back.tiles) {
    tile.column = static_cast<int>(std::distance(lefts.begin(), lefts.find(tile.box.x)));
    tile.row = static_cast<int>(std::distance(tops.begin(), tops.find(tile.box.y)));
    places.emplace(tile.column, tile.row);
  }
  look_back.across = static_cast<int>(lefts.size());
  look_back.down = static_cast<int>(tops.size());
  if (places.size() == look_back.tiles.size()) return;
  look_back.across = static_cast<int>(look_back.tiles.size());
  look_back.down = 1;
  for (int block = 0; block < look_back.across; ++block) {
    look_back.tiles[static_cast<std::size_t>(block)].column = block;
    look_back.tiles[static_cast<std::size_t>(block)].row = 0;
  }
}

void find_directions(LookBack& look_back) {
  for (std::size_t i = 0; i < look_back.words.size(); ++i) {
    bool any = false, left = true, up = true;
    for (const BlockMessage& one : look_back.messages) {
      if (one.message.kind == Message::Kind::publish || one.owner < 0 || one.words != static_cast<int>(i)) continue;
      const LookBackTile &from = look_back.tiles[static_cast<std::size_t>(one.block)],
                         &to = look_back.tiles[static_cast<std::size_t>(one.owner)];
      any = true;
      left = left && from.row == to.row && to.column < from.column;
      up = up && from.column == to.column && to.row < from.row;
    }
    look_back.words[i].direction = any && left ? Direction::left : any && up ? Direction::up : Direction::other;
  }
}

/// "all prefixes", "3 prefixes, 5 aggregates", "nothing yet".
std::string text_of(const PublishedWords& published) {
  if (published.aggregates + published.prefixes == 0) return "nothing yet";
  const int rest = published.words - published.aggregates - published.prefixes;
  std::string text;
  for (const auto& [count, known] :
       {std::pair{published.prefixes, Known::prefix}, std::pair{published.aggregates, Known::aggregate}})
    if (count > 0) text += fmt::format("{}{}", text.empty() ? "" : " and ", counted(count, id_of(known)));
  return rest > 0 ? fmt::format("{}, {} not yet", text, rest) : text;
}

std::string place_of(const LookBackTile& tile) { return fmt::format("tile ({}, {})", tile.column, tile.row); }

std::string_view towards(Direction direction) {
  return direction == Direction::left ? "left " : direction == Direction::up ? "up " : "";
}

/// "looks left at tile (0, 1) and finds 4 prefixes".
std::string text_of(const LookBack& look_back, const Look& look) {
  const auto count = [&](Known known) { return look.found[static_cast<std::size_t>(known)]; };
  const std::string to = place_of(look_back.tiles[static_cast<std::size_t>(look.to)]);
  const WordBuffer& words = look_back.words[static_cast<std::size_t>(look.words)];
  std::string found;
  for (const Known known : {Known::prefix, Known::aggregate})
    if (count(known) > 0) found += fmt::format("{}{}", found.empty() ? "" : " and ", counted(count(known), id_of(known)));
  if (count(Known::nothing) > 0)
    found += fmt::format("{}nothing in {}", found.empty() ? "" : " and ", counted(count(Known::nothing), words.one));
  std::string text;
  if (!found.empty()) text = fmt::format("looks {}at {} and finds {}", towards(words.direction), to, found);
  if (look.awaited > 0)
    text += fmt::format("{}waits for {} of {}", text.empty() ? "" : ", and ", counted(look.awaited, words.one), to);
  return text;
}

}  // namespace

std::optional<LookBack> look_back_of(const Trace& trace, int pass) {
  const auto [first, end] = steps_of(trace, pass);
  LookBack look_back;
  look_back.pass = pass;
  std::map<Word, int> owners;
  for (std::size_t at = first; at < end; ++at)
    for (const Message& message : trace.messages_of(trace.steps[at])) {
      BlockMessage& one = look_back.messages.emplace_back(BlockMessage{.message = message, .block = trace.steps[at].block});
      if (message.kind != Message::Kind::publish) continue;
      owners.emplace(word_of(message), one.block);
      one.value = value_of(trace, trace.steps[at], message);
    }
  if (look_back.messages.empty()) return std::nullopt;
  std::ranges::stable_sort(look_back.messages, {}, [](const BlockMessage& one) { return one.message.moment; });

  std::set<std::uint32_t> buffers;
  for (const BlockMessage& one : look_back.messages) buffers.insert(one.message.buffer);
  for (const std::uint32_t buffer : buffers) look_back.words.push_back({buffer, word_name(trace.buffers[buffer].name)});
  for (BlockMessage& one : look_back.messages) {
    const auto owner = owners.find(word_of(one.message));
    if (owner != owners.end()) one.owner = owner->second;
    one.words = static_cast<int>(std::distance(buffers.begin(), buffers.find(one.message.buffer)));
  }
  LookBackTile none;
  none.words.resize(buffers.size());
  none.first.resize(buffers.size());
  look_back.tiles.assign(static_cast<std::size_t>(trace.passes[static_cast<std::size_t>(pass)].blocks), none);
  for (std::size_t at = first; at < end; ++at) ++look_back.tiles[static_cast<std::size_t>(trace.steps[at].block)].steps;
  for (const auto& [word, owner] : owners) {
    LookBackTile& tile = look_back.tiles[static_cast<std::size_t>(owner)];
    const auto i = static_cast<std::size_t>(std::distance(buffers.begin(), buffers.find(word.first)));
    if (tile.words[i]++ == 0) tile.first[i] = word.second;
  }
  find_boxes(trace, first, end, look_back);
  find_places(look_back);
  find_directions(look_back);
  return look_back;
}

LookBackNow look_back_at(const Trace& trace, const LookBack& look_back, std::size_t first, std::size_t end) {
  LookBackNow now;
  TileNow none;
  none.published.resize(look_back.words.size());
  now.tiles.assign(look_back.tiles.size(), none);
  const auto tile = [&](int block) -> TileNow& { return now.tiles[static_cast<std::size_t>(block)]; };
  for (std::size_t block = 0; block < look_back.tiles.size(); ++block)
    for (std::size_t i = 0; i < look_back.words.size(); ++i)
      now.tiles[block].published[i].words = look_back.tiles[block].words[i];

  // What blocks have said by now. A block that stands still says nothing more: its last message shows why.
  std::map<Word, Known> known;
  std::map<Word, std::string> values;
  std::vector<const BlockMessage*> last(look_back.tiles.size());
  struct Found {
    const BlockMessage* look;
    std::string value;
  };
  std::map<std::tuple<int, Word>, Found> looks;  // of the present steps, the last of each block at each word
  for (const BlockMessage& one : look_back.messages) {
    const Message& message = one.message;
    if (message.moment >= end) break;
    last[static_cast<std::size_t>(one.block)] = &one;
    tile(one.block).is = BlockIs::running;
    if (message.kind != Message::Kind::publish) {
      if (message.moment >= first) looks[{one.block, word_of(message)}] = {&one, values[word_of(message)]};
      continue;
    }
    values[word_of(message)] = one.value;
    PublishedWords& published = tile(one.block).published[static_cast<std::size_t>(one.words)];
    published.now += message.moment >= first;
    const LookBackTile& of = look_back.tiles[static_cast<std::size_t>(one.block)];
    if (message.index == of.first[static_cast<std::size_t>(one.words)]) published.value = one.value;
    Known& before = known[word_of(message)];
    if (message.known <= before) continue;
    if (before == Known::aggregate) --published.aggregates;
    before = message.known;
    ++(message.known == Known::prefix ? published.prefixes : published.aggregates);
  }

  for (TileNow& one : now.tiles)
    for (PublishedWords& published : one.published)
      if (published.aggregates != published.words && published.prefixes != published.words) published.value.clear();

  std::vector<std::uint32_t> done(look_back.tiles.size());
  const auto [pass_first, pass_end] = steps_of(trace, look_back.pass);
  for (std::size_t at = pass_first; at < std::min(end, pass_end); ++at) {
    const auto block = static_cast<std::size_t>(trace.steps[at].block);
    now.tiles[block].is = ++done[block] == look_back.tiles[block].steps ? BlockIs::finished : BlockIs::running;
    now.tiles[block].acts = now.tiles[block].acts || at >= first;
  }
  for (std::size_t block = 0; block < last.size(); ++block)
    if (const BlockMessage* one = last[block];
        one && one->message.kind == Message::Kind::wait && known[word_of(one->message)] == Known::nothing) {
      now.tiles[block].is = BlockIs::waiting;
      const auto ends = std::ranges::find_if(look_back.messages, [&](const BlockMessage& other) {
        return other.message.kind == Message::Kind::publish && word_of(other.message) == word_of(one->message);
      });
      if (ends != look_back.messages.end()) now.tiles[block].ends = static_cast<int>(ends - look_back.messages.begin());
      looks[{one->block, word_of(one->message)}] = {one, {}};
    }

  std::map<std::tuple<int, int, int>, Look> gathered;
  for (const auto& [key, found] : looks) {
    const BlockMessage* one = found.look;
    if (one->owner < 0) continue;  // there is no tile to point at
    Look& look = gathered[{one->block, one->owner, one->words}];
    look.from = one->block;
    look.to = one->owner;
    look.words = one->words;
    const LookBackTile& owner = look_back.tiles[static_cast<std::size_t>(one->owner)];
    if (one->message.index == owner.first[static_cast<std::size_t>(one->words)]) look.value = found.value;
    const bool waits = one->message.kind == Message::Kind::wait && tile(one->block).is == BlockIs::waiting;
    ++(waits ? look.awaited : look.found[static_cast<std::size_t>(one->message.known)]);
  }
  for (const auto& [key, look] : gathered) now.looks.push_back(look);
  return now;
}

std::string_view to_text(BlockIs is) {
  switch (is) {
    case BlockIs::no_turn_yet: return "no step yet";
    case BlockIs::running: return "runs";
    case BlockIs::waiting: return "waits";
    case BlockIs::finished: return "finished";
  }
  return "";
}

std::string sentence_of(const LookBack& look_back, const LookBackNow& now, int block) {
  const LookBackTile& tile = look_back.tiles[static_cast<std::size_t>(block)];
  const TileNow& at = now.tiles[static_cast<std::size_t>(block)];
  std::string text = fmt::format("Block {}, {}, {}", block + 1, place_of(tile),
                                 at.is == BlockIs::no_turn_yet ? "has done no step yet"
                                 : at.is == BlockIs::finished  ? "is finished"
                                                               : to_text(at.is));
  std::string published;
  for (std::size_t i = 0; i < look_back.words.size(); ++i)
    if (at.published[i].words > 0)
      published +=
          fmt::format("{} of {} {}{}", published.empty() ? ":" : ",", counted(at.published[i].words, look_back.words[i].one),
                      published.empty() ? "it has published " : "", text_of(at.published[i]));
  text += published.empty() ? ": no other block needs its sums" : published;
  for (const Look& look : now.looks)
    if (look.from == block) text += fmt::format("; it {}", text_of(look_back, look));
  return text + ".";
}

}  // namespace satscope::app
