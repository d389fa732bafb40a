// SPDX-License-Identifier: Apache-2.0
// A few words in a round frame, in a row of such: of what has been, what is now and what comes.
#pragma once
#include <string>

#include "app/ui/drawing/drawing.h"

namespace satscope::app {

enum class ChipIs : std::uint8_t { before, now, later };

/// indent: what is left free before the words.
inline void paint_chip(Drawing& drawing, const Area& area, const std::string& words, ChipIs is, double indent) {
  const Palette& palette = drawing.palette;
  const bool now = is == ChipIs::now;
  const double round = 0.3 * drawing.em;
  if (now) drawing.rect(area, {palette.accent}, round);
  drawing.frame(area, {now ? palette.accent : palette.quiet, is == ChipIs::later ? 0.6 : 1.0}, 1, round);
  drawing.text({area.x + indent, area.middle().y - drawing.letters(Face::small) / 2}, words,
               {now                   ? palette.on_accent
                : is == ChipIs::later ? palette.quiet
                                      : palette.text});
}

}  // namespace satscope::app
