// SPDX-License-Identifier: Apache-2.0
#include "app/commands/filter/help.h"

#include <fmt/format.h>

#include "app/sources/live/video_writer.h"
#include "kernels/registry.h"

namespace satscope::app {

std::string filter_explanation() {
  constexpr std::size_t k_line = 110;
  std::string colour = "These keep colour: ";
  std::size_t line = colour.size();
  for (const Filter& filter : filters()) {
    if (!filter.by_channel) continue;
    const std::string word = filter.id + ", ";
    if (line + word.size() > k_line) {
      colour.back() = '\n';
      line = 0;
    }
    line += word.size();
    colour += word;
  }
  colour.erase(colour.size() - 2);
  return fmt::format(
      "Separate filters with ';'. Each is an id of `satscope list --filters`, followed by parameters NAME=VALUE: r is the\n"
      "radius (the window is 2r+1 wide), border the rule beyond the edges (clip: only pixels inside count).\n"
      "{}.\n"
      "If the chain has any other filter, all of it works on luma, and the result is grey. Filters work on 8 bits: of\n"
      "16-bit pictures the upper 8 are used (or see --levels); a table of numbers is scaled so that the smallest is black\n"
      "and the largest white.\n"
      "Transparency is dropped.\n"
      "A picture is written to OUT.png or OUT.jpg, in grey if it has no colours. Several pictures, and a folder with -o out/,\n"
      "keep their names: out/photo1.jpg. Frames are written to a video, H.264 or MPEG-4 by this system's FFmpeg\n"
      "({}), or to OUT-000001.png and so on.\n"
      "If the input is broken or ends early, the exit code is 1. Then, and after Ctrl-C, the frames so far are kept, in a "
      "file\n"
      "that can be played.",
      colour, video_endings());
}

}  // namespace satscope::app
