// SPDX-License-Identifier: Apache-2.0
// Pictures in few colours, as a GIF has them. Drawings have large areas of one colour each: the commonest colours stay as they
// are, the rest share what is left by median cut.
#pragma once
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace satscope::app {

/// Counts colours, and chooses those that stand for all.
class ColourCount {
 public:
  void add(std::span<const std::uint32_t> rgba);  ///< RGBA8 words; alpha is of no matter
  /// At most `most`, at least one; all of them, if there are no more.
  std::vector<std::uint32_t> few(std::size_t most) const;

 private:
  std::unordered_map<std::uint32_t, std::uint64_t> counts_;  // by colour without alpha
};

/// The nearest of few colours.
class NearestColours {
 public:
  explicit NearestColours(std::vector<std::uint32_t> colours) : colours_(std::move(colours)) {}
  /// The number of the nearest one for each word.
  void find(std::span<const std::uint32_t> rgba, std::span<std::uint8_t> numbers);

 private:
  std::uint8_t nearest(std::uint32_t colour) const;

  std::vector<std::uint32_t> colours_;
  std::unordered_map<std::uint32_t, std::uint8_t> known_;
};

}  // namespace satscope::app
