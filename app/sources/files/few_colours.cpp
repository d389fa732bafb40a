// SPDX-License-Identifier: Apache-2.0
#include "app/sources/files/few_colours.h"

#include <algorithm>
#include <array>
#include <limits>

namespace satscope::app {
namespace {

constexpr std::uint32_t k_no_alpha = 0xFFFFFF;
constexpr std::size_t k_kept = 96;  // of the commonest colours

struct Counted {
  std::uint32_t colour;
  std::uint64_t count;
};

int part(std::uint32_t colour, int channel) { return static_cast<int>(colour >> (8 * channel) & 0xFFU); }

/// Colours that share one entry.
struct Group {
  std::vector<Counted> colours;
  int channel = 0;         ///< in which they differ most
  std::uint64_t gain = 0;  ///< of dividing it
};

Group group_of(std::vector<Counted> colours) {
  Group group{std::move(colours)};
  std::uint64_t pixels = 0;
  for (const Counted& one : group.colours) pixels += one.count;
  for (int channel = 0; channel < 3; ++channel) {
    int least = 255, most = 0;
    for (const Counted& one : group.colours) {
      least = std::min(least, part(one.colour, channel));
      most = std::max(most, part(one.colour, channel));
    }
    const std::uint64_t gain = pixels * static_cast<std::uint64_t>(most - least);
    if (gain > group.gain) {
      group.gain = gain;
      group.channel = channel;
    }
  }
  return group;
}

std::uint32_t mean_of(const Group& group) {
  std::array<std::uint64_t, 3> sums{};
  std::uint64_t pixels = 0;
  for (const Counted& one : group.colours) {
    for (int channel = 0; channel < 3; ++channel)
      sums[static_cast<std::size_t>(channel)] += one.count * static_cast<std::uint64_t>(part(one.colour, channel));
    pixels += one.count;
  }
  std::uint32_t mean = 0;
  for (int channel = 0; channel < 3; ++channel)
    mean |= static_cast<std::uint32_t>((sums[static_cast<std::size_t>(channel)] + pixels / 2) / pixels) << (8 * channel);
  return mean;
}

}  // namespace

void ColourCount::add(std::span<const std::uint32_t> rgba) {
  for (std::size_t at = 0; at < rgba.size();) {  // run by run, because drawings have long ones
    const std::uint32_t colour = rgba[at] & k_no_alpha;
    std::size_t end = at + 1;
    while (end < rgba.size() && (rgba[end] & k_no_alpha) == colour) ++end;
    counts_[colour] += end - at;
    at = end;
  }
}

std::vector<std::uint32_t> ColourCount::few(std::size_t most) const {
  std::vector<Counted> all;
  for (const auto& [colour, count] : counts_) all.push_back({colour, count});
  if (all.empty()) return {0};
  // by colour where counts are equal, so that the same pictures give the same palette
  std::sort(all.begin(), all.end(),
            [](const Counted& a, const Counted& b) { return a.count != b.count ? a.count > b.count : a.colour < b.colour; });
  const std::size_t kept = all.size() <= most ? all.size() : std::min(k_kept, most / 2);
  std::vector<std::uint32_t> few;
  for (std::size_t i = 0; i < kept; ++i) few.push_back(all[i].colour);
  if (kept == all.size()) return few;
  std::vector<Group> groups{group_of({all.begin() + static_cast<std::ptrdiff_t>(kept), all.end()})};
  while (groups.size() < most - kept) {
    const auto widest =
        std::max_element(groups.begin(), groups.end(), [](const Group& a, const Group& b) { return a.gain < b.gain; });
    if (widest->gain == 0) break;
    std::vector<Counted> low = std::move(widest->colours);
    std::sort(low.begin(), low.end(), [channel = widest->channel](const Counted& a, const Counted& b) {
      return part(a.colour, channel) != part(b.colour, channel) ? part(a.colour, channel) < part(b.colour, channel)
                                                                : a.colour < b.colour;
    });
    const auto middle = low.begin() + static_cast<std::ptrdiff_t>(low.size() / 2);
    std::vector<Counted> high(middle, low.end());
    low.erase(middle, low.end());
    *widest = group_of(std::move(low));
    groups.push_back(group_of(std::move(high)));
  }
  for (const Group& group : groups) few.push_back(mean_of(group));
  return few;
}

void NearestColours::find(std::span<const std::uint32_t> rgba, std::span<std::uint8_t> numbers) {
  std::uint32_t last = 0xFFFFFFFF;  // no colour without alpha
  std::uint8_t number = 0;
  for (std::size_t i = 0; i < rgba.size(); ++i) {
    const std::uint32_t colour = rgba[i] & k_no_alpha;
    if (colour != last) {
      const auto [found, is_new] = known_.try_emplace(colour, std::uint8_t{0});
      if (is_new) found->second = nearest(colour);
      number = found->second;
      last = colour;
    }
    numbers[i] = number;
  }
}

std::uint8_t NearestColours::nearest(std::uint32_t colour) const {
  int least = std::numeric_limits<int>::max();
  std::size_t best = 0;
  for (std::size_t i = 0; i < colours_.size(); ++i) {
    int distance = 0;
    for (int channel = 0; channel < 3; ++channel) {
      const int difference = part(colour, channel) - part(colours_[i], channel);
      distance += difference * difference;
    }
    if (distance < least) {
      least = distance;
      best = i;
    }
  }
  return static_cast<std::uint8_t>(best);
}

}  // namespace satscope::app
