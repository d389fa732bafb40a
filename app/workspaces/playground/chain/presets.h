// SPDX-License-Identifier: Apache-2.0
// Chains worth seeing, each a click away.
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "app/workspaces/playground/settings.h"
#include "kernels/types.h"

namespace satscope::app {

struct Preset {
  std::string_view id, title;
  std::string_view about;  ///< what to do and what to see
  std::string_view chain;  ///< as parse_chain takes it
  int solo = -1;           ///< as PlaygroundEdit
  bool wipe = false;
  bool buttons = false;  ///< with rectangles to wave at
};
std::span<const Preset> presets();

/// Rectangles of the preset to wave at: where raised hands are.
std::vector<Box> places_to_wave_at(Extent picture);

/// Replaces chain and regions, and how the result is compared; the painted map stays. picture: what regions are cut to; no
/// area where it is not known yet.
void apply_preset(const Preset& preset, Extent picture, PlaygroundEdit& edit, PlaygroundView& view);

}  // namespace satscope::app
