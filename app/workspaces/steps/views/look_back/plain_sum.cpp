// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "app/core/text/number_text.h"
#include "app/workspaces/steps/trace/flow.h"
#include "app/workspaces/steps/views/look_back/sums.h"
#include "kernels/trace/message_names.h"

namespace satscope::app {
namespace {

/// What a word is to those that read it: "aggregate of tile 2", "prefix up to tile 1".
std::string word_text(const LookBack& look_back, const SumTerm& word) {
  const auto one = std::ranges::find_if(look_back.messages, [&](const BlockMessage& message) {
    return message.message.buffer == word.at.buffer && message.message.index == word.at.index;
  });
  if (one == look_back.messages.end() || one->owner < 0) return std::string(id_of(word.known));
  return fmt::format("{} {} tile {}", id_of(word.known), word.known == Known::prefix ? "up to" : "of", one->owner + 1);
}

/// The part of the picture that a number of this tile sums; empty: none.
std::string part_text(const Trace& trace, const Box& tile, PixelSet pixels) {
  if (pixels == 0) return {};
  const Box of = pixels_of(trace, Cell{.bits = 0, .pixels = pixels}).bounds;
  const bool in_rows = of.y >= tile.y && of.y + of.height <= tile.y + tile.height;
  const bool in_columns = of.x >= tile.x && of.x + of.width <= tile.x + tile.width;
  if (in_rows && in_columns) return of.width == tile.width ? "own sum" : "own pixels";
  if (in_rows && of.x + of.width <= tile.x) return "left of the tile";
  if (of.y + of.height <= tile.y) return "above the tile";
  return in_rows ? "its rows, from the left edge" : "all before";
}

}  // namespace

std::optional<SelectedSum> plain_sum(const StepsState& steps) {
  const LookBack* look_back = steps.look_back();
  const StepCaption* caption = steps.caption();
  if (!look_back || !caption) return std::nullopt;
  const Trace& trace = steps.player()->story().trace;
  const Box& tile = look_back->tiles[static_cast<std::size_t>(caption->block)].box;
  std::vector<SelectedSum> sums = selected_sums(steps);
  std::erase_if(
      sums, [](const SelectedSum& sum) { return sum.kind != SelectedSum::Kind::moved && sum.kind != SelectedSum::Kind::sum; });
  if (sums.empty()) return std::nullopt;
  const auto published = std::ranges::find_if(sums, [](const SelectedSum& sum) { return sum.known != Known::nothing; });
  SelectedSum whole = published == sums.end() ? sums.front() : *published;
  std::vector<SumTerm> terms;
  for (SumTerm& term : whole.terms) {
    term.place = term.known == Known::nothing ? part_text(trace, tile, term.pixels) : word_text(*look_back, term);
    if (term.place.empty() && term.amount == 0) continue;
    if (term.place.empty()) term.place = "kept before";
    const auto same = std::ranges::find_if(
        terms, [&](const SumTerm& other) { return other.place == term.place && other.minus == term.minus; });
    if (same == terms.end()) {
      terms.push_back(term);
      continue;
    }
    same->amount += term.amount;
    same->value = ungrouped(same->amount, 5);
  }
  if (terms.empty()) return std::nullopt;
  whole.terms = std::move(terms);
  whole.place = whole.known == Known::nothing ? "" : "published";
  if (!whole.covers.empty() && look_back->down > 1 && whole.known != Known::nothing) whole.place += ": " + whole.covers;
  whole.covers.clear();
  return whole;
}

}  // namespace satscope::app
