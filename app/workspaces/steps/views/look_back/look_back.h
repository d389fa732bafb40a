// SPDX-License-Identifier: Apache-2.0
// Blocks that exchange numbers through words, seen as tiles of the picture: what each has published by a moment of the trace,
// and who looks at whom. All of it follows from what was recorded: a word belongs to the block that publishes it, a block's
// tile is what it reads, and a word's direction is where those that look at it are.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/table.h"
#include "kernels/trace/trace.h"

namespace satscope::app {

/// Where, seen from a tile, those lie at whose words of a buffer it looks.
enum class Direction : std::uint8_t { left, up, other };

/// The words of one buffer.
struct WordBuffer {
  std::uint32_t buffer = 0;
  std::string one;  ///< what one of them is called: "row word"
  Direction direction = Direction::other;
};

/// One block.
struct LookBackTile {
  int column = 0, row = 0;           ///< among the tiles
  Box box;                           ///< the elements that the block reads; no area: it reads none
  std::vector<int> words;            ///< by word buffer: how many it publishes until the end
  std::vector<std::uint32_t> first;  ///< by word buffer: index of the first of them
  std::uint32_t steps = 0;           ///< of the block
  /// Of the pixels in the box, and of those in its first row; none: what the block reads is not the picture.
  std::optional<double> sum, first_row;
  std::vector<double> pixels = {};  ///< the pixels of the first row
};

struct BlockMessage {
  Message message;
  int block = 0;           ///< who speaks or looks
  int owner = -1;          ///< who publishes the word; -1: no block does
  int words = 0;           ///< number of its word buffer
  std::string value = {};  ///< of what is published
};

/// What does not change from step to step: the blocks of one pass as tiles, and all they say.
struct LookBack {
  int pass = 0;
  int across = 0, down = 0;
  std::vector<WordBuffer> words;
  std::vector<LookBackTile> tiles;     ///< by block; no two in one place
  std::vector<BlockMessage> messages;  ///< in the order in which they happened
};

/// Of a pass of the trace; none: its blocks exchange nothing.
std::optional<LookBack> look_back_of(const Trace& trace, int pass);
/// Whether blocks of any pass exchange anything.
inline bool has_block_messages(const Trace& trace) { return !trace.messages.empty(); }

/// What is known of a tile from the words of one buffer.
struct PublishedWords {
  int words = 0;  ///< that its block publishes until the end
  int aggregates = 0, prefixes = 0;
  int now = 0;             ///< published in the present steps
  std::string value = {};  ///< of the first word, while all are prefixes or all are aggregates
  /// Of the word that is least known; prefix where there are no words.
  Known least() const {
    return aggregates + prefixes < words ? Known::nothing : prefixes < words ? Known::aggregate : Known::prefix;
  }
};

enum class BlockIs : std::uint8_t {
  no_turn_yet,
  running,
  waiting,  ///< it waits until another block publishes a word
  finished,
};

struct TileNow {
  BlockIs is = BlockIs::no_turn_yet;
  bool acts = false;  ///< the present steps are its own
  int ends = -1;      ///< of a block that waits: number of the message that ends it; -1: no block publishes the word
  std::vector<PublishedWords> published;  ///< by word buffer
};

/// A tile looks at another one's words, or waits for one.
struct Look {
  int from = 0, to = 0;           ///< blocks
  int words = 0;                  ///< number of the word buffer
  std::array<int, 3> found = {};  ///< words, by Known, at which it looks now
  std::string value = {};         ///< of the first word, as it was found; empty: it was not published
  int awaited = 0;                ///< words that it stands still for
};

struct LookBackNow {
  std::vector<TileNow> tiles;  ///< by block
  std::vector<Look> looks;     ///< of the present steps, and of all that wait; by (from, to, words)
};

/// After `end` steps of the trace, of which those from `first` on are the present ones. first = end: none is.
LookBackNow look_back_at(const Trace& trace, const LookBack& look_back, std::size_t first, std::size_t end);

std::string_view to_text(BlockIs is);
/// One sentence: what the block does, what it has published, at which tiles it looks and what it finds there.
std::string sentence_of(const LookBack& look_back, const LookBackNow& now, int block);

}  // namespace satscope::app
