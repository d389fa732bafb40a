// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/chain/presets.h"

#include <algorithm>
#include <array>
#include <utility>

#include "kernels/filters/chain.h"

namespace satscope::app {
namespace {

constexpr std::array k_presets{
    Preset{.id = "soft-focus",
           .title = "Soft focus",
           .about = "Blurs evenly. Turn the wheel over the picture from 1 to 300: it takes no longer.",
           .chain = "box r=8"},
    Preset{.id = "tilt-shift",
           .title = "Tilt-shift",
           .about = "A sharp band and blur that grows with the distance from it. Drag the handles.",
           .chain = "variable r=24 map=tilt-shift"},
    Preset{
        .id = "half-shadow",
        .title = "Page in half shadow",
        .about = "Makes a page that is half in shadow black and white. Solo on the second filter shows another way to do it.",
        .chain = "sauvola r=7 k=0.3; bradley",
        .solo = 0,
        .wipe = true},
    Preset{.id = "texture-radar",
           .title = "Texture radar",
           .about = "Flat and blurred parts stay black, rough and sharp ones are bright.",
           .chain = "lens r=5 show=deviation gain=2"},
    Preset{.id = "gaussian",
           .title = "Soft blur",
           .about = "A soft blur without square patches. The wheel over the picture changes how much.",
           .chain = "gauss sigma=8 n=3"},
    Preset{.id = "smooth-skin",
           .title = "Smooth skin",
           .about = "Edge-keeping blur: noise and pores go, eyes and hair stay. Raise \"smooths up to\" to smooth more.",
           .chain = "guided r=6 eps=0.012",
           .wipe = true},
    Preset{
        .id = "adaptive-mosaic",
        .title = "Mosaic by content",
        .about =
            "Small squares where there is much to see, large ones elsewhere. Drag \"splits above\" for fewer or more of them.",
        .chain = "mosaic cell=5 by=content levels=5 lines=true"},
    Preset{.id = "shallow-focus",
           .title = "Shallow focus",
           .about = "Near and far are blurred as by a wide lens. Drag the line of focus; lights in the blur become discs.",
           .chain = "depth r=22 focus=30"},
    Preset{.id = "light-and-shade",
           .title = "Light and shade",
           .about = "Details in the dark become visible, and those in the light stay.",
           .chain = "histogram r=90 limit=6"},
    Preset{
        .id = "motion-buttons",
        .title = "Motion buttons",
        .about =
            "Wave at a rectangle and it triggers. Needs a video or a camera. Drag more of them: a thousand are as fast as one.",
        .chain = "motion",
        .buttons = true},
};

/// Places of the rectangles, in hundredths of the picture.
constexpr std::array<std::array<int, 4>, 3> k_buttons{{{4, 8, 22, 26}, {39, 8, 22, 26}, {74, 8, 22, 26}}};

int part(int hundredths, int of) { return static_cast<int>(static_cast<std::int64_t>(hundredths) * of / 100); }

}  // namespace

std::span<const Preset> presets() { return k_presets; }

std::vector<Box> places_to_wave_at(Extent picture) {
  std::vector<Box> boxes;
  for (const auto& [x, y, width, height] : k_buttons)
    boxes.push_back({part(x, picture.width), part(y, picture.height), std::max(1, part(width, picture.width)),
                     std::max(1, part(height, picture.height))});
  return boxes;
}

void apply_preset(const Preset& preset, Extent picture, PlaygroundEdit& edit, PlaygroundView& view) {
  edit.chain = entries_of(parse_chain(preset.chain));
  edit.solo = preset.solo;
  edit.regions.clear();
  if (preset.buttons && picture.area() > 0) edit.regions = places_to_wave_at(picture);
  view.chosen = std::max(0, preset.solo);
  view.wipe = preset.wipe;
  view.difference = false;
}

}  // namespace satscope::app
