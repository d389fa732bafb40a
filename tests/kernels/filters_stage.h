// SPDX-License-Identifier: Apache-2.0
// What tests of filters share: pictures, requests that try everything a filter knows, and runs on a machine.
#pragma once
#include <string>
#include <vector>

#include "kernels/engine.h"
#include "kernels/filter.h"
#include "tests/kernels/filters_reference.h"

namespace satscope::testing {

/// Odd sizes with noise, and a page of dark strokes that falls into shadow.
std::vector<Grey> filter_pictures();
Grey noise(Extent extent, unsigned seed);
Grey page(Extent extent);

/// Every border rule with radii 0, 1, 2, 7 and 70, which is larger than every picture, and the other parameters at values that
/// matter.
std::vector<Params> filter_params(const Filter& filter);

/// What a filter is given: the picture and everything else that it may ask for, made from a seed.
struct Stage {
  Grey picture, previous, map;
  std::vector<std::uint8_t> pattern;  ///< as many pixels as the largest template has
  std::vector<std::int32_t> rectangles, faces;
  explicit Stage(Grey shown);
  FilterRequest request(Params params = {}) const;
  /// The content of a plan's input.
  std::span<const std::byte> input(const FilterPlan& plan, const FilterPlan::Input& input) const;
};

std::vector<std::byte> bytes_of(const Engine& engine, int buffer);

/// Fills picture and inputs over poison.
void prepare(Engine& engine, const FilterPlan& plan, const Stage& stage);

/// "box r=7 border=mirror on 17x31".
std::string name_of(const Filter& filter, const Params& params, Extent extent);

}  // namespace satscope::testing
